"""From a statement about weights to goals: at fixed rankings, a value to be ≥ 0, = 0 or ≠ 0.

Where the weights of items are quantified, relabelling the items changes nothing, and one
ranking may be taken to be the identity. That is used only for metrics whose expression shows it
(:func:`relabels`) and for statements about the rankings themselves, not about compositions.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import factorial
from typing import Any

import sympy as sp

from axioms.language.fold import StatementFold
from axioms.language.formula import ForAll, Moved, Score
from axioms.language.shapes import beside_scores
from metrics.language.domains import RANKINGS
from metrics.language.fold import names
from metrics.language.terms import At, Inverse, Listing, Place, read
from metrics.language.terms import n as n_symbol
from metrics.language.weight_symbols import ELEMENTS, SIMILARITIES, ElementWeight, Similarity
from metrics.language.written import listing
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.question import Question, Statement
from proofs.engines.linear.weight_terms import Poly, tables
from proofs.engines.linear.weight_values import Values

NONNEGATIVE, ZERO, NONZERO = "≥ 0", "= 0", "≠ 0"
POSITIVE = (NONNEGATIVE, NONZERO)
WANTED: dict[Any, tuple[str, ...]] = {
    sp.Eq: (ZERO,), sp.Ne: (NONZERO,), sp.Le: (NONNEGATIVE,), sp.Ge: (NONNEGATIVE,),
    sp.Lt: POSITIVE, sp.Gt: POSITIVE,
}  # fmt: skip


@dataclass(frozen=True)
class Goal:
    """A value that must be ≥ 0, = 0 or ≠ 0 for all weights."""

    wanted: str
    value: Poly


def relabels(metric: Metric, convention: str) -> bool:
    """Tell whether renaming the items, with their weights, visibly changes nothing.

    All sums run over 1, …, n, and an index occurs only as an item: in a weight, or as the place
    of an entry of a ranking: of σ and τ themselves, or of their inverses, not of both. Then
    renaming only reorders the sums.
    """
    value = read(metric.value, convention)
    if len(inverted(value)) > 1:
        return False
    sums = value.atoms(sp.Sum)
    indices = {limit[0] for total in sums for limit in total.limits}
    if any(limit[1:] != (1, n_symbol) for total in sums for limit in total.limits):
        return False
    return _only_as_items(value, indices)


def inverted(value: Any) -> set[bool]:
    """Tell whether rankings are read by their inverses, for all the ways they are read."""
    return {isinstance(entry.args[0], Inverse) for entry in value.atoms(At)}


def _only_as_items(e: Any, indices: set[Any]) -> bool:
    if isinstance(e, At):
        return e.args[1] in indices
    if isinstance(e, ElementWeight | Similarity):
        return all(argument in indices for argument in e.args)
    if isinstance(e, sp.Sum):
        return _only_as_items(e.function, indices)
    if e in indices or e == n_symbol:
        return False
    return all(_only_as_items(argument, indices) for argument in e.args)


@cache
def shown_right_invariant(metric: Metric) -> bool:
    """Ask the symbolic engine whether an unweighted metric is right invariant for every n."""
    from proofs.core.asking import ask

    return getattr(ask("right_invariance", metric, n="all"), "status", "") == "holds"


class Goals(StatementFold, Values):
    """The goals of one statement, ranking by ranking; scores are compiled once."""

    refuses = Values.refuses | names("ordered for_all exists mean has_value")

    def __init__(self, question: Question, statement: Statement) -> None:
        super().__init__({**tables(question), "fixed": question.fixed}, question.n)
        self.question, self.formula = question, statement.formula
        bound = self.formula.variables if isinstance(self.formula, ForAll) else ()
        if not bound or not all(RANKINGS.ranges(v) or isinstance(v, Place) for v in bound):
            raise BadInput(_NOT_HERE.format(question.asked.name))
        self.values = {
            slot: read(metric.value, question.reads_as) for slot, metric in question.by_slot.items()
        }
        self.variables: list[Any] = list(self.formula.variables)
        self._scores: dict[Any, Poly] = {}
        self._compiled: dict[Any, Callable[[Any], Poly]] = {}
        self.anchored = self._may_anchor()

    def _may_anchor(self) -> bool:
        """Tell whether the second ranking may be taken to be the identity."""
        question = self.question
        if {ELEMENTS, SIMILARITIES} & set(question.weights) or len(self.variables) < 2:
            return False
        if not all(map(RANKINGS.ranges, beside_scores(self.formula).atoms(Listing, Place))):
            return False
        if beside_scores(self.formula).has(At, ElementWeight, Similarity):
            return False
        scores = self.formula.body.atoms(Score)
        if any(not RANKINGS.ranges(term) for node in scores for term in node.listings):
            return False
        metrics = {question.by_slot[node.slot.name] for node in scores}
        ways: set[bool] = set()
        for metric in metrics:
            ways |= inverted(read(metric.value, question.reads_as)) if metric.tables else {False}
        return len(ways) <= 1 and all(
            relabels(metric, question.reads_as) if metric.tables else shown_right_invariant(metric)
            for metric in metrics
        )

    def count(self) -> int:
        """Return how many goals there are."""
        n, rankings = self.question.n, sum(map(RANKINGS.ranges, self.variables))
        places: int = n ** (len(self.variables) - rankings)
        return factorial(n) ** (rankings - self.anchored) * places

    def __iter__(self) -> Iterator[tuple[dict[str, Any], Goal]]:
        return self.among(0, None)

    def among(self, start: int, stop: int | None) -> Iterator[tuple[dict[str, Any], Goal]]:
        """Go through the goals of a range of the cases."""
        items = range(1, self.question.n + 1)
        domains: list[Any] = [
            itertools.permutations(items) if RANKINGS.ranges(v) else items for v in self.variables
        ]
        if self.anchored:
            domains[1] = [tuple(items)]
        for values in itertools.islice(itertools.product(*domains), start, stop):
            assignment = {v.name: x for v, x in zip(self.variables, values, strict=True)}
            known = {**assignment, **dict(zip(self.variables, values, strict=True))}
            known[n_symbol] = self.question.n
            for goal in self.goals(self.formula.body, known):
                yield assignment, goal

    def goals(self, body: Any, known: Mapping[Any, Any]) -> Iterator[Goal]:
        """Go through what must be shown at some rankings and places."""
        if isinstance(body, sp.And):
            for part in body.args:
                yield from self.goals(part, known)
        elif isinstance(body, sp.Implies | sp.Equivalent):
            yield from self._conditional(body, known)
        elif not body.has(Score):
            yield Goal(NONNEGATIVE, Poly.of(0 if self.read(body, known) else -1))
        elif type(body) in WANTED:
            high, low = (self.value(side, known) for side in body.args)
            if isinstance(body, sp.Le | sp.Lt):
                high, low = low, high
            for wanted in WANTED[type(body)]:
                yield Goal(wanted, high - low)
        else:
            raise BadInput(_NOT_HERE.format(self.question.asked.name))

    def _conditional(self, body: Any, known: Mapping[Any, Any]) -> Iterator[Goal]:
        """Go through a statement one side of which is about rankings and places alone."""
        sides = sorted(body.args, key=lambda side: bool(side.has(Score)))
        plain, scored = sides[0], sides[1] if len(sides) == 2 else sp.true
        if plain.has(Score) or type(scored) not in WANTED:
            raise BadInput(_NOT_HERE.format(self.question.asked.name))
        true, both_ways = self.read(plain, known), isinstance(body, sp.Equivalent)
        if true and (both_ways or body.args[0] == plain):
            yield from self.goals(scored, known)
        if not true and (both_ways or body.args[1] == plain):
            yield from self.goals(scored.negated, known)

    def value(self, e: Any, known: Mapping[Any, Any]) -> Poly:
        """Return a term over scores as a polynomial with absolute values."""
        return Poly.of(self.read(e, known))

    # How terms are read ---------------------------------------------------------------------------

    def score(self, e: Any, known: Any) -> Poly:
        rankings = tuple(listing(term, known, self.question.n) for term in e.listings)
        renaming = known[e.slot.change.args[0].name] if isinstance(e.slot.change, Moved) else ()
        key = (e.slot.name, rankings, renaming)
        if key not in self._scores:
            if len(self._scores) > 100_000:
                self._scores.clear()
            self._scores[key] = self.at(*key)
        return self._scores[key]

    def at(self, slot: str, rankings: Any, renaming: tuple[int, ...] = ()) -> Poly:
        """Return a metric's value at rankings, after the item ν(x) got the name x."""
        if (slot, renaming) not in self._compiled:
            reader = Values(self.tables, self.n, self.question.by_slot[slot].inputs, renaming)
            self._compiled[slot, renaming] = reader.compiled(self.values[slot])
        return self._compiled[slot, renaming](rankings)

    # Beside scores --------------------------------------------------------------------------------

    def unread(self, e: Any, known: Any) -> Any:
        raise BadInput(_NOT_HERE.format(self.question.asked.name))

    def entry(self, e: Any, known: Any) -> int:
        entries = listing(e.args[0], known, self.n)
        place = self.whole(e.args[1], known)
        found: int = self._looked_up(e, [place], lambda at: entries[at - 1])
        return found

    def same(self, e: Any, known: Any) -> bool:
        left, right = (listing(term, known, self.n) for term in e.args)
        return left == right

    def power(self, e: Any, known: Any) -> Any:
        base, exponent = self.arguments(e, known)
        if not isinstance(exponent, int) or exponent < 0:
            return self.unread(e, known)
        return self.times([base] * exponent)

    def weight(self, e: Any, known: Any) -> Any:
        try:
            return super().weight(e, known)
        except KeyError:
            raise BadInput(f"{e} is a weight that the metric does not have.") from None


_NOT_HERE = (
    "{} cannot be asked of weighted metrics. These can: symmetry, triangle, nonnegativity, "
    "zero_iff_equal, distance, right_invariance, left_invariance, relabelling, scale_free, and "
    "statements of your own with one relation of scores, perhaps under a condition on rankings."
)
