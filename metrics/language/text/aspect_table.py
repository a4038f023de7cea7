"""Distances of labels, measures of one aspect and approaches, as tables of text fields and back.

A distance is written in the coordinates x(i) of a label and s(i) of the best one, the weights w(i)
of aspects, a matrix A(i, j) and an exponent q. A measure is written in the relevances r(i) or gains
g(i) of a list's ranks, the gains b(i) of its collection from the largest down, R relevant of D
documents, k and p; an approach in the scores m(i) of the aspects and their shares c(i).

>>> far = distance_of("far", {"value": "sum(i, 1, n, abs(x(i) - s(i)))"})
>>> far.at([0, 0], [1, 2])
3
>>> distance_table(far)["value"]
'sum(i, 1, n, abs(s(i) - x(i)))'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from sympy import Indexed, IndexedBase, Symbol

from metrics import labels, multi_aspect
from metrics.labels import Definition, Distance
from metrics.language.terms import k, n, p
from metrics.language.text.lexer import BadText
from metrics.language.text.reading import Reading
from metrics.language.text.tables import LIST, TEXT, TRUTH, checked, insist_name, texts
from metrics.language.text.words import NUMBER, WORDS
from metrics.language.text.writing import TermWriter, Written
from metrics.multi_aspect import Approach, Measure
from metrics.naming import BadInput

FIELDS = {"title": TEXT, "value": TEXT, "source": TEXT, "reading": TEXT, "aliases": LIST}
GIVEN = "the formula given"
ANY, WHOLE, ZERO = "any", "whole", "zero_if_one_is"
Declared = TypeVar("Declared", bound=Definition)
_NUMBERS = {word: one for word, one in WORDS.items() if set(one[0]) <= {NUMBER, "many"}}
_OF_LISTINGS = (
    *("gain", "place_weight", "weight", "cost", "reach", "mean_cost", "similarity", "height"),
    "swap",
)


def _at(base: IndexedBase) -> Callable[..., Any]:
    return lambda *places: Indexed(base, *places)


class AspectReading(Reading):
    """A formula about labels or about the ranks of a list: its letters are words here."""

    declaring = ""

    def __init__(self, text: str, letters: Mapping[Any, int], symbols: tuple[Any, ...]) -> None:
        super().__init__(text)
        self.words = {
            **{word: one for word, one in _NUMBERS.items() if word not in _OF_LISTINGS},
            **{str(base): ((NUMBER,) * count, _at(base)) for base, count in letters.items()},
        }
        self.constants = {symbol.name: symbol for symbol in symbols}

    @staticmethod
    def index(name: str) -> Any:
        """Return what counts."""
        return Symbol(name, integer=True, positive=True)

    @staticmethod
    def _of_listings() -> tuple[str, ...]:
        return ()


class AspectWriter(TermWriter):
    """Writes what `AspectReading` reads."""

    refuses: ClassVar[frozenset[str]] = frozenset()

    def indexed(self, e: Any, known: Any) -> Written:
        return self.called(str(e.base), *e.indices)


_OF_DISTANCES = ({labels.x: 1, labels.s: 1, labels.w: 1, labels.A: 2}, (n, labels.q))
_OF_MEASURES = (
    {multi_aspect.r: 1, multi_aspect.g: 1, multi_aspect.b: 1},
    (n, k, p, multi_aspect.R, multi_aspect.D),
)
_OF_APPROACHES = ({multi_aspect.m: 1, multi_aspect.c: 1}, (n,))


def _declared(
    made: type[Declared], name: str, table: Any, origin: str, letters: Any, without: str = ""
) -> Declared:
    """Return what a table declares; `without` is the field that says that there is no formula."""
    kind = made.__name__.lower()
    where = f"{kind}.{insist_name(f'a {kind}', name)}"
    more = {without: TRUTH} if without else {}
    more |= {ZERO: TRUTH} if made is Approach else {}
    given = checked(where, table, {**FIELDS, **more})
    if ("value" in given) == bool(given.get(without)):
        also = f", or {without} = true for none" if without else ""
        raise BadInput(f'{where} needs value = "…"{also}.')
    try:
        value = AspectReading(given["value"], *letters).read(NUMBER) if "value" in given else None
        return made(
            name,
            given.get("title", name),
            value,
            given.get("source", origin),
            given.get("reading", ""),
            texts(f"{where}: aliases", given.get("aliases", ())),
            origin=origin,
            **{field: given[field] for field in (ZERO,) if field in given},
        )
    except BadText as problem:
        raise problem.inside(where) from None
    except ValueError as problem:
        raise problem if isinstance(problem, BadInput) else BadInput(str(problem)) from None


def distance_of(name: str, table: Any, origin: str = "") -> Distance:
    """Return the distance of labels that a table declares."""
    return _declared(Distance, name, table, origin, _OF_DISTANCES, ANY)


def measure_of(name: str, table: Any, origin: str = "") -> Measure:
    """Return the measure of one aspect that a table declares."""
    found = _declared(Measure, name, table, origin, _OF_MEASURES)
    if not found.value.has(Indexed):
        raise BadInput(f"measure.{name} speaks of no rank: r(i) is the relevance, g(i) the gain.")
    if found.is_binary and found.value.has(multi_aspect.g, multi_aspect.b):
        raise BadInput(f"measure.{name} reads relevances r(i) or gains g(i) and b(i), not both.")
    return found


def approach_of(name: str, table: Any, origin: str = "") -> Approach:
    """Return the approach that a table declares."""
    return _declared(Approach, name, table, origin, _OF_APPROACHES, WHOLE)


def distance_of_text(text: str) -> Distance:
    """Return the distance that a formula on the command line is, after its sign =."""
    return distance_of("f", {"value": text.strip().removeprefix("=")}, GIVEN)


def measure_of_text(text: str) -> Measure:
    """Return the measure that a formula on the command line is, after its sign =."""
    return measure_of("f", {"value": text.strip().removeprefix("=")}, GIVEN)


def _table(declared: Definition, without: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {"title": declared.title}
    value = declared.value
    found |= {without: True} if value is None else {"value": AspectWriter().text(value)}
    found["source"] = declared.source
    found |= {"reading": declared.reading} if declared.reading else {}
    return found | ({"aliases": list(declared.aliases)} if declared.aliases else {})


def distance_table(distance: Distance) -> dict[str, Any]:
    """Return the table that declares a distance."""
    return _table(distance, ANY)


def measure_table(measure: Measure) -> dict[str, Any]:
    """Return the table that declares a measure."""
    return _table(measure)


def approach_table(approach: Approach) -> dict[str, Any]:
    """Return the table that declares an approach."""
    return _table(approach, WHOLE) | ({ZERO: True} if approach.zero_if_one_is else {})
