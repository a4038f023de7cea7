"""From a statement about weights to goals: at fixed rankings, a value to be ≥ 0, = 0 or ≠ 0.

Where the weights of items are quantified, relabelling the items changes nothing, and one
ranking may be taken to be the identity. That is used only for metrics whose expression shows it
(:func:`relabels`) and for statements about the rankings themselves, not about compositions.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial
from typing import Any

import sympy as sp

from axioms.language.fold import StatementFold
from axioms.language.formula import ForAll, Moved, Same, Score
from metrics.language.domains import RANKINGS
from metrics.language.fold import RELATIONS, Decided, Sums, names
from metrics.language.terms import At, Indicator, Inverse, read
from metrics.language.terms import n as n_symbol
from metrics.language.weight_symbols import ELEMENTS, SIMILARITIES, ElementWeight, Similarity
from metrics.language.written import WEIGHT_AT, listing
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.question import Question, Statement
from proofs.engines.linear.weight_terms import NOT_READ, Number, Poly, tables

NONNEGATIVE, ZERO, NONZERO = "≥ 0", "= 0", "≠ 0"


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


class Goals(StatementFold, Sums, Decided):
    """The goals of one statement, ranking by ranking; it reads values as polynomials in weights.

    What does not depend on weights (places, items, conditions on them) is read as numbers.
    """

    reader = "a weighted metric"
    refuses = names(
        "rounded listings judged aspects functions product piecewise symbol ordered "
        "for_all exists mean has_value same"
    ) - {"absolute"}

    def __init__(self, question: Question, statement: Statement) -> None:
        self.question, self.formula = question, statement.formula
        bound = self.formula.variables if isinstance(self.formula, ForAll) else ()
        if not bound or not all(map(RANKINGS.ranges, bound)):
            raise BadInput(_NOT_HERE.format(question.asked.name))
        self.values = {
            slot: read(metric.value, question.reads_as) for slot, metric in question.by_slot.items()
        }
        self.tables = {**tables(question), "fixed": question.fixed}
        self.variables: list[Any] = list(self.formula.variables)
        self._scores: dict[Any, Poly] = {}
        self._weights: dict[Any, Any] = {}
        self.anchored = self._may_anchor()

    def _may_anchor(self) -> bool:
        """Tell whether the second ranking may be taken to be the identity."""
        question = self.question
        if {ELEMENTS, SIMILARITIES} & set(question.weights) or len(self.variables) < 2:
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
        return factorial(self.question.n) ** (len(self.variables) - self.anchored)

    def __iter__(self) -> Iterator[tuple[dict[str, Any], Goal]]:
        items = range(1, self.question.n + 1)
        domains: list[Any] = [itertools.permutations(items) for _ in self.variables]
        if self.anchored:
            domains[1] = [tuple(items)]
        for rankings in itertools.product(*domains):
            assignment = {v.name: r for v, r in zip(self.variables, rankings, strict=True)}
            yield assignment, self.goal(assignment)

    def goal(self, assignment: Mapping[str, Any]) -> Goal:
        """Return what must be shown at some rankings."""
        body = self.formula.body
        if isinstance(body, sp.Equivalent):
            return self._zero_exactly_if(body, assignment)
        if not isinstance(body, sp.Eq | sp.Le | sp.Ge):
            raise BadInput(_NOT_HERE.format(self.question.asked.name))
        high, low = (self.value(side, assignment) for side in body.args)
        if isinstance(body, sp.Le):
            high, low = low, high
        wanted = ZERO if isinstance(body, sp.Eq) else NONNEGATIVE
        return Goal(wanted, high - low)

    def _zero_exactly_if(self, body: Any, assignment: Mapping[str, Any]) -> Goal:
        same = [part for part in body.args if isinstance(part, Same)]
        zero = [part for part in body.args if isinstance(part, sp.Eq) and part.rhs == 0]
        if len(same) != 1 or len(zero) != 1:
            raise BadInput(_NOT_HERE.format(self.question.asked.name))
        left, right = (listing(term, assignment, self.question.n) for term in same[0].args)
        return Goal(ZERO if left == right else NONZERO, self.value(zero[0].lhs, assignment))

    def value(self, e: Any, assignment: Mapping[str, Any]) -> Poly:
        """Return a term over scores as a polynomial with absolute values."""
        return Poly.of(self.read(e, assignment))

    # How terms are read ---------------------------------------------------------------------------

    def score(self, e: Any, known: Any) -> Poly:
        rankings = tuple(listing(term, known, self.question.n) for term in e.listings)
        renaming = known["nu"] if isinstance(e.slot.change, Moved) else ()
        key = (e.slot.name, rankings, renaming)
        if key not in self._scores:
            if len(self._scores) > 100_000:
                self._scores.clear()
            self._scores[key] = self.at(*key)
        return self._scores[key]

    def at(self, slot: str, rankings: Any, renaming: tuple[int, ...] = ()) -> Poly:
        """Return a metric's value at rankings, after the item ν(x) got the name x."""
        known: dict[Any, Any] = {n_symbol: self.question.n, "nu": renaming}
        for name, ranking in zip(self.question.by_slot[slot].inputs, rankings, strict=True):
            known[name] = ranking
            known[Inverse(name)] = listing(Inverse(name), {name.name: ranking}, len(ranking))
        return Poly.of(self.read(self.values[slot], known))

    def unread(self, e: Any, known: Any) -> Any:
        if n_symbol in known:
            raise BadInput(NOT_READ.format(e))
        raise BadInput(_NOT_HERE.format(self.question.asked.name))

    def whole(self, e: Any, known: Any) -> int:
        value = self.read(e, known)
        return value if isinstance(value, int) else int(self.unread(e, known))

    def number(self, e: Any, known: Any) -> Number:
        return int(e) if e.is_Integer else Fraction(int(e.p), int(e.q))

    def total(self, values: Iterable[Any]) -> Any:
        return Poly.sum(values)

    def times(self, values: Iterable[Any]) -> Any:
        result: Any = 1
        for value in values:
            result = result * value
            if not result:
                break
        return result

    def multiply(self, e: Any, known: Any) -> Any:
        """Multiply, the factors that are 0 or 1 first."""
        factors = sorted(e.args, key=lambda a: not isinstance(a, Indicator))
        return self.times(self.read(factor, known) for factor in factors)

    def relation(self, e: Any, known: Any) -> bool:
        return self.compared(type(e), *(self.whole(side, known) for side in e.args))

    def compared(self, relation: type, left: int, right: int) -> bool:
        return bool(RELATIONS[relation](left, right))

    def indicator(self, e: Any, known: Any) -> int:
        return int(self.read(e.args[0], known))

    def absolute(self, e: Any, known: Any) -> Any:
        return abs(self.read(e.args[0], known))

    def entry(self, e: Any, known: Any) -> int:
        ranking: tuple[int, ...] = known[e.args[0]]
        return ranking[self._within(e, e.args[1], known) - 1]

    def _within(self, e: Any, place: Any, known: Any) -> int:
        """Return a place or item; refuse one that there is not."""
        at, size = self.whole(place, known), self.question.n
        if not 1 <= at <= size:
            raise BadInput(NOT_READ.format(f"{e} outside 1, …, {size}"))
        return at

    def weight(self, e: Any, known: Any) -> Any:
        at = [self._within(e, argument, known) for argument in e.args]
        if known["nu"] and isinstance(e, ElementWeight | Similarity):
            at = [known["nu"][item - 1] for item in at]
        key = (type(e), *at)
        if key not in self._weights:
            self._weights[key] = WEIGHT_AT[type(e)](self.tables, *at)
        return self._weights[key]


_NOT_HERE = (
    "{} cannot be asked of weighted metrics. These can: symmetry, triangle, nonnegativity, "
    "zero_iff_equal, distance, right_invariance, left_invariance, relabelling, scale_free."
)
