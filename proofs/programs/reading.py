"""The axioms asked of a program: formulas read with what it computed for the score.

A statement is read case by case from its declaration, as witnesses are replayed; a score is the
exact number of the float that the program returned. Where a comparison is closer than the
tolerance the case is read once more with such numbers called equal: if that changes the answer, it
is a matter of rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

import sympy as sp

from axioms import AXIOMS, LIST_AXIOMS, TOP_AXIOMS
from axioms.axiom import Axiom
from axioms.language.formula import Defined, Exists, ForAll, Score, plain
from axioms.language.printing import statement_text
from metrics.language.domains import LISTS, RANKINGS, TOPS, Domain, Size
from metrics.language.lists import Extended, r, x, y
from metrics.language.runs import c
from metrics.language.terms import n, sigma, tau
from metrics.metric import Metric
from metrics.naming import ELSEWHERE
from proofs.programs.computed import Computed
from proofs.programs.inputs import JUDGED, Judged, Pair, Space
from proofs.programs.properties import HOLDS, REFUTED, ROUNDING
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.replayer import Replayer
from proofs.trusted.scene import Scene
from proofs.trusted.value import RELATIONS

DOMAINS: dict[str, tuple[Domain, Any, tuple[Any, ...]]] = {
    **dict.fromkeys(JUDGED, (LISTS, LIST_AXIOMS, (r,))),
    "rankings": (RANKINGS, AXIOMS, (sigma, tau)),
    "lists": (TOPS, TOP_AXIOMS, (x, y)),
}
MOST_CASES = 100_000
MOST_WRITTEN = 100
"""So many values are shown of one case."""
WHOLE_LISTS = ("grades", "arrays")
"""Kinds of call that cannot say that a document was not retrieved."""

Valued = Callable[[Any], Computed | None]


def asked_of(call: str) -> dict[str, Axiom]:
    """Return the axioms that can be asked of a program of a kind of call, own ones too."""
    domain, catalogue, inputs = DOMAINS[call]
    own = {
        name: one
        for (kind, name), one in sorted(ELSEWHERE.found.items(), key=lambda found: found[0])
        if kind == "axiom" and one.domain is domain
    }
    return {
        name: one
        for name, one in {**catalogue, **own}.items()
        if isinstance(one, Axiom)
        and one.slots == ("m",)
        and not one.slope_in
        and one.inputs in (None, len(inputs))
        and all(_is_plain(formula, call) for formula in one.formulas)
    }


def _is_plain(formula: Any, call: str) -> bool:
    """Tell whether a formula names one program at one cut-off, and lists that it can be given."""
    if any(len(node.slot.args) > 1 for node in formula.atoms(Score)):
        return False
    return not (call in WHOLE_LISTS and (formula.has(Extended) or formula.atoms(Exists)))


@dataclass(frozen=True)
class Found:
    """A case of an axiom: its variables, the inputs and values that it names, and its size.

    `said` is what the axiom says there as a formula about the letters in `names`, one for each
    value, or None where that is too long.
    """

    status: str
    point: dict[str, Any]
    values: tuple[tuple[str, Any, Computed], ...]
    order: Any = ()
    said: Any = None
    names: Mapping[Any, str] = field(default_factory=dict)
    exact: bool = True


class ProgramReading(Replayer):
    """Reads statements about a program; a score is what the program computed."""

    def __init__(self, scene: Scene, call: str, value: Valued, tolerance: Fraction) -> None:
        super().__init__(scene)
        self.call, self.computed, self.tolerance = call, value, tolerance
        self.close = self.tolerant = False

    def input_of(self, listings: list[Any]) -> Any:
        """Return the input that a score is asked at."""
        return Judged.of_word(listings[0]) if self.call in JUDGED else Pair(*listings)

    def value_Score(self, node: Any, point: Any) -> Any:
        listings = [self.listing(term, point) for term in node.listings]
        value = self.computed(self.input_of(listings))
        if value is None or value.number is None:
            raise Undefined
        return value.number

    def values(self, variable: Any, point: Any) -> Any:
        found = super().values(variable, point)
        return filter(_is_whole, found) if self.call in WHOLE_LISTS else found

    def truth(self, formula: Any, point: Any) -> bool:
        kind = type(formula).__name__
        if kind not in RELATIONS or not _names_score(formula):
            return super().truth(formula, point)
        left, right = (self.value(argument, point) for argument in formula.args)
        apart = left - right
        if apart and abs(apart) <= self.tolerance:
            self.close = True
            apart = 0 if self.tolerant else apart
        return (apart > 0) - (apart < 0) in RELATIONS[kind]

    def judged(self, body: Any, point: Any) -> str:
        """Read a case as it is, and with close numbers called equal where there are such."""
        self.close = False
        exact = self.judged_exactly(body, point)
        if not self.close:
            return HOLDS if exact else REFUTED
        self.tolerant = True
        tolerant = self.truth(body, point)
        return ROUNDING if tolerant != exact else HOLDS if exact else REFUTED

    def judged_exactly(self, body: Any, point: Any) -> bool:
        """Tell whether a case is true of the numbers as they are."""
        self.tolerant = False
        return bool(self.truth(body, point))


@cache
def _names_score(formula: Any) -> bool:
    return bool(formula.has(Score, Defined))


def _is_whole(value: Any) -> bool:
    """Tell whether a value is not a list of which a document was not retrieved."""
    return not isinstance(value, tuple) or all(entry >= 0 for entry in value)


def stand_in(call: str, name: str, depth: int | None, rel: int = 1) -> Metric:
    """Return a metric in the place of a program: only its inputs, cut-off and name are read."""
    domain, _, inputs = DOMAINS[call]
    cut = n if depth is None else sp.Integer(depth)
    return Metric(name, name, inputs, sp.Integer(0), domain.name, True, name, depth=cut, rel=rel)


def _sizes(space: Space) -> list[Size]:
    if space.call == "lists":
        return [Size(space.docs, k=space.docs, uneven=True)]
    return [Size(size, space.c) for size in range(1, space.docs + 1)]


def cases(
    axiom: Axiom, space: Space, value: Valued, tolerance: Fraction, depth: int | None, name: str
) -> Iterator[Found | None]:
    """Go through all cases of an axiom whose premise is true; None where a value is undefined."""
    metric = stand_in(space.call, name, depth)
    for size in _sizes(space):
        for place, part in enumerate(axiom.parts):
            formula: Any = plain(part.statement, {"m": metric}, "items")
            scene = Scene(size.n, {n: size.n, c: size.c}, {"m": metric}, sizes=size)
            reader = ProgramReading(scene, space.call, value, tolerance)
            yield from _cases(formula, reader, name, place)


def _cases(formula: Any, reader: ProgramReading, name: str, place: int) -> Iterator[Found | None]:
    variables = formula.variables if isinstance(formula, ForAll) else ()
    body = formula.body if isinstance(formula, ForAll) else formula
    premise = _premise(body) if isinstance(body, sp.Implies) else sp.true
    size = reader.scene.size
    every = [list(reader.values(variable, {})) for variable in variables]
    count = prod(map(len, every))
    if count > MOST_CASES:
        raise Inconclusive(f"{count:,} cases at {size.n} documents, at most {MOST_CASES:,}")
    for values in product(*every):
        chosen = dict(zip(variables, values, strict=True))
        point = {**reader.scene.point, **chosen}
        try:
            if not reader.truth(premise, point):
                continue
            status = reader.judged(body, point)
            if status == HOLDS:
                yield _HELD
                continue
            writer = Writer(reader, name)
            try:
                said = writer.said(body, point)
            except TooLong:
                said = None
            if not writer.values:  # of nothing that there is, some should be so
                continue
            yield Found(
                status,
                {v.name: v.domain.show(value, size) for v, value in chosen.items()},
                tuple(writer.values.values()),
                (*_weight(reader, values), place, *values),
                said,
                writer.names,
                reader.judged_exactly(body, point),
            )
        except Undefined:
            yield None


_HELD = Found(HOLDS, {}, ())


def _premise(body: Any) -> Any:
    """Return what a statement presupposes, or says beside other things, that names no score."""
    said = body.args[0] if isinstance(body, sp.Implies) else body
    return sp.And(*[part for part in sp.And.make_args(said) if not _names_score(part)])


def _weight(reader: ProgramReading, values: Sequence[Any]) -> tuple[Any, ...]:
    """Return how large a case is, by which cases are sorted before the values themselves."""
    listings = [value for value in values if isinstance(value, tuple)]
    if reader.call in JUDGED:
        orders = [Judged.of_word(listed).order for listed in listings]
        return reader.scene.n, sum(one[1] for one in orders), sum(one[2] for one in orders), orders
    items = {item for listed in listings for item in listed}
    return len(items) if reader.call == "lists" else reader.scene.n, sum(map(len, listings))


class TooLong(Exception):
    """A case names too many values to be written out."""


class Writer:
    """Writes out what a statement says at a point, as a formula about letters for values.

    What names no score is decided, and inner binders become conjunctions and disjunctions. `values`
    has term, input and value by letter; `names` how Python has them.
    """

    def __init__(self, reader: ProgramReading, name: str) -> None:
        self.reader, self.name = reader, name
        self.values: dict[Any, tuple[str, Any, Computed]] = {}
        self.names: dict[Any, str] = {}
        self._letters: dict[Any, Any] = {}

    def said(self, formula: Any, point: Any) -> Any:
        """Return a formula, or a term, with letters for the values of the program."""
        if not _names_score(formula):
            return self._decided(formula, point)
        if isinstance(formula, Defined):
            letter = self._letter(formula, point)
            known = sp.Symbol(f"{letter}_is_defined")
            self.names[known] = f"{self.names[letter]} - {self.names[letter]} == 0"
            return known
        if isinstance(formula, Score):
            return self._letter(formula, point)
        if isinstance(formula, ForAll | Exists):
            joint = sp.And if isinstance(formula, ForAll) else sp.Or
            return joint(*self._written_out(formula, point), evaluate=False)
        if isinstance(formula, sp.Implies) and not _names_score(formula.args[0]):
            return self.said(formula.args[1], point)
        return formula.func(*[self.said(part, point) for part in formula.args], evaluate=False)

    def _decided(self, formula: Any, point: Any) -> Any:
        if isinstance(formula, sp.logic.boolalg.Boolean):
            return sp.true if self.reader.truth(formula, point) else sp.false
        return sp.Rational(self.reader.value(formula, point))

    def _written_out(self, formula: Any, point: Any) -> Iterator[Any]:
        """Go through the cases of an inner binder that its conditions do not settle.

        What is not a number is left out where something is said of all, and no trouble else.
        """
        for case in self.reader.cases(formula.variables, point):
            there = {**point, **case}
            try:
                if not self.reader.truth(_premise(formula.body), there):
                    continue
                self.reader.truth(formula.body, there)
            except Undefined:
                if isinstance(formula, ForAll):
                    continue
            yield self.said(formula.body, there)

    def _letter(self, node: Any, point: Any) -> Any:
        made = self.reader.input_of([self.reader.listing(term, point) for term in node.listings])
        if made not in self._letters and len(self._letters) == MOST_WRITTEN:
            raise TooLong
        if made not in self._letters:
            value = self.reader.computed(made)
            if value is None:
                raise Undefined
            letter = sp.Symbol(f"value_{len(self._letters)}")
            self.names[letter] = f"values[{len(self._letters)}]"
            text = statement_text(node, {"m": self.name}, self.reader.scene.n)
            self.values[letter] = (text, made, value)
            self._letters[made] = letter
        return self._letters[made]
