"""A metric of four items that breaks an implication, among metrics with few unknowns.

A free metric of four items has 576 values. One that is right invariant, or left invariant, has 24,
and one that looks at one ranking alone has 24 too; in these cases a solver finds one that has some
axioms and lacks another, if there is one. Whatever is found is replayed for all cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from axioms.language.formula import bound_variables
from metrics.language.domains import RANKINGS
from metrics.naming import BadInput
from proofs.core.implying import Table, breaks
from proofs.script.free_metric import Pair, Spelled, pairs, unknown
from proofs.script.smtlib import Script, conjunction, disjunction, negation, number
from proofs.script.solvers import SAT, consult
from proofs.trusted.finite.implication import LARGEST_TABLE
from proofs.trusted.number import Inconclusive

MOST_RANKINGS = 3
SMALL = range(-1, 4)
"""These values are tried first, then any."""


def _composed(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one[place - 1] for place in two)


def _inverse(one: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one.index(item) + 1 for item in range(1, len(one) + 1))


KINDS: dict[str, Callable[[Pair], Pair]] = {
    "right invariant": lambda pair: (_same(pair), _composed(pair[1], _inverse(pair[0]))),
    "left invariant": lambda pair: (_same(pair), _composed(_inverse(pair[0]), pair[1])),
    "of the second ranking": lambda pair: (_same(pair), pair[1]),
}
"""For each pair of rankings the one with the identity that has the same score."""


def _same(pair: Pair) -> tuple[int, ...]:
    return tuple(range(1, len(pair[0]) + 1))


class _Few(Spelled):
    """Writes statements about a metric with few unknowns; a case that is written is not repeated.

    Of more than three rankings the first is the identity: what is found is replayed for all.
    """

    def __init__(self, n: int, kind: str) -> None:
        super().__init__(n)
        self.kind = KINDS[kind]

    def every(self, truths: Iterable[str]) -> str:
        return conjunction(dict.fromkeys(truths))

    def some(self, truths: Iterable[str]) -> str:
        return disjunction(dict.fromkeys(truths))

    def for_all(self, e: Any, known: Any) -> str:
        first, *rest = e.variables
        if not RANKINGS.ranges(first) or known.keys() - {"n"}:
            return str(super().for_all(e, known))
        if sum(map(RANKINGS.ranges, bound_variables(e))) <= MOST_RANKINGS:
            return str(super().for_all(e, known))
        fixed = {**known, first.name: tuple(range(1, self.n + 1))}
        return self.every(self.read(e.body, case) for case in self.assigned(rest, fixed))

    def score(self, e: Any, known: Any) -> str:
        one, two = self.rankings(e.listings, known)
        return unknown(self.kind((one, two)))


@cache
def _spelled(axiom: Any, n: int, kind: str) -> str:
    return _Few(n, kind).axiom(axiom)


def broken(premises: tuple[Any, ...], conclusion: Any, n: int, seconds: float) -> Table | None:
    """Return a metric that has the premises and lacks the conclusion, by replay, if one is found.

    Without a conclusion: one that has the premises.
    """
    if n > LARGEST_TABLE:
        return None
    for kind, of in KINDS.items():
        try:
            wanted = [_spelled(axiom, n, kind) for axiom in premises]
            wanted += [] if conclusion is None else [negation(_spelled(conclusion, n, kind))]
        except BadInput:
            return None
        for values in (SMALL, range(0)):
            made = Script()
            for name in sorted({unknown(of(pair)) for pair in pairs(n)}):
                made.declare(name, "Real")
                small = disjunction(f"(= {name} {number(value)})" for value in values)
                made.insist(small if values else "true")
            reply = consult(made.text(conjunction(wanted)), seconds, ("z3",))["z3"]
            table = _replayed(premises, conclusion, n, of, reply)
            if table is not None:
                return table
    return None


def _replayed(
    premises: tuple[Any, ...], conclusion: Any, n: int, of: Callable[[Pair], Pair], reply: Any
) -> Table | None:
    if reply.answer != SAT or None in reply.model.values():
        return None
    table = {pair: Fraction(reply.model.get(unknown(of(pair)), 0)) for pair in pairs(n)}
    try:
        return table if breaks(premises, conclusion, table, n) else None
    except Inconclusive:
        return None
