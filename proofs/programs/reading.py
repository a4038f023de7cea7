"""The axioms asked of a program: formulas read with what it computed for the score.

A statement is read case by case from its declaration, as witnesses are replayed; a score is the
exact number of the float that the program returned. Where a comparison is closer than the
tolerance the case is read once more with such numbers called equal: if that changes the answer, it
is a matter of rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
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
WHOLE_LISTS = ("grades", "arrays")
"""Kinds of call that cannot say that a document was not retrieved."""

Valued = Callable[[Any], Computed | None]


def asked_of(call: str) -> dict[str, Axiom]:
    """Return the axioms that can be asked of a program of a kind of call."""
    _, catalogue, inputs = DOMAINS[call]
    return {
        name: one
        for name, one in catalogue.items()
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
    """A case of an axiom: its variables, and the inputs and values that it names."""

    status: str
    point: dict[str, Any]
    values: tuple[tuple[str, Any, Computed], ...]
    nodes: tuple[Any, ...] = ()
    body: Any = None


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
    return bool(formula.has(Score))


def stand_in(call: str, name: str, depth: int | None, rel: int = 1) -> Metric:
    """Return a metric in the place of a program: only its inputs, cut-off and name are read."""
    domain, _, inputs = DOMAINS[call]
    cut = n if depth is None else sp.Integer(depth)
    return Metric(name, name, inputs, sp.Integer(0), domain.name, True, name, depth=cut, rel=rel)


def _sizes(space: Space) -> list[Size]:
    if space.call == "lists":
        return [Size(space.docs, k=space.docs, uneven=True)]
    return [Size(size, space.c) for size in range(1, space.docs + 1)]


def _values(domain: Domain, size: Size) -> list[Any]:
    assert domain.values is not None
    return list(domain.values(size))


def cases(
    axiom: Axiom, space: Space, value: Valued, tolerance: Fraction, depth: int | None, name: str
) -> Iterator[Found | None]:
    """Go through all cases of an axiom, smaller ones first; None where a value is undefined."""
    metric = stand_in(space.call, name, depth)
    for size in _sizes(space):
        for part in axiom.parts:
            formula: Any = plain(part.statement, {"m": metric}, "items")
            scene = Scene(size.n, {n: size.n, c: size.c}, {"m": metric}, sizes=size)
            reader = ProgramReading(scene, space.call, value, tolerance)
            yield from _cases(formula, reader, name)


def _cases(formula: Any, reader: ProgramReading, name: str) -> Iterator[Found | None]:
    variables = formula.variables if isinstance(formula, ForAll) else ()
    body = formula.body if isinstance(formula, ForAll) else formula
    size = reader.scene.size
    every = [_values(variable.domain, size) for variable in variables]
    if reader.call in WHOLE_LISTS:
        every = [[one for one in values if _is_whole(one)] for values in every]
    count = sp.prod([len(values) for values in every])
    if count > MOST_CASES:
        raise Inconclusive(f"{int(count):,} cases at {size.n} documents, at most {MOST_CASES:,}")
    for values in product(*every):
        point = {**reader.scene.point, **dict(zip(variables, values, strict=True))}
        try:
            status = reader.judged(body, point)
            if status == HOLDS:
                yield _HELD
                continue
            named = list(_named(body, point, reader, name))
            yield Found(
                status,
                {v.name: v.domain.show(point[v], size) for v in variables},
                tuple(tuple(rest) for _, *rest in named),
                tuple(node for node, *_ in named),
                (body, point, reader),
            )
        except Undefined:
            yield None


def _is_whole(value: Any) -> bool:
    """Tell whether a value is not a list of which a document was not retrieved."""
    return not isinstance(value, tuple) or all(entry >= 0 for entry in value)


_HELD = Found(HOLDS, {}, ())


def _named(body: Any, point: Any, reader: ProgramReading, name: str) -> Iterator[Any]:
    """Yield the scores that a statement names outside inner binders, as text, input and value."""
    inner = {v for binder in body.atoms(ForAll, Exists) for v in binder.variables}
    nodes = [node for node in sp.preorder_traversal(body) if isinstance(node, Score | Defined)]
    for node in dict.fromkeys(nodes):
        if not inner & set(sp.preorder_traversal(node)):
            made = reader.input_of([reader.listing(term, point) for term in node.listings])
            value = reader.computed(made)
            if value is not None:
                text = statement_text(node, {"m": name}, reader.scene.n)
                yield node, text, made, value
