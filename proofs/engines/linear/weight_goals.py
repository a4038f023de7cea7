"""From a statement about weights to goals: at fixed rankings, a value to be ≥ 0, = 0 or ≠ 0.

Where the weights of items are quantified, relabelling the items changes nothing, and one
ranking may be taken to be the identity. That is used only for metrics whose expression shows it
(:func:`relabels`) and for statements about the rankings themselves, not about compositions.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial
from typing import Any

import sympy as sp

from axioms.language.formula import ForAll, Moved, Same, Score
from metrics.language.terms import At, Inverse, Ranking, read
from metrics.language.terms import n as n_symbol
from metrics.language.weight_symbols import ELEMENTS, SIMILARITIES, ElementWeight, Similarity
from metrics.language.written import listing
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.question import Question, Statement
from proofs.engines.linear.unknowns import numbers
from proofs.engines.linear.weight_terms import (
    Opened,
    Opener,
    Poly,
    added,
    constant,
    multiplied,
    substituted,
)

NONNEGATIVE, ZERO, NONZERO = "≥ 0", "= 0", "≠ 0"


@dataclass(frozen=True)
class Goal:
    """A value that must be ≥ 0, = 0 or ≠ 0 for all weights."""

    wanted: str
    value: Opened


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


class Goals:
    """The goals of one statement, ranking by ranking."""

    def __init__(self, question: Question, statement: Statement) -> None:
        self.question, self.formula = question, statement.formula
        if not isinstance(self.formula, ForAll):
            raise BadInput(_NOT_HERE.format(question.asked.name))
        self.openers = {
            slot: Opener(metric, question.reads_as, question.fixed)
            for slot, metric in question.by_slot.items()
        }
        self.numbers = numbers(question)
        if not isinstance(self.formula, ForAll):
            raise BadInput(_NOT_HERE.format(question.asked.name))
        self.variables: list[Any] = list(self.formula.variables)
        self._known: dict[Any, Opened] = {}
        self.anchored = self._may_anchor()

    def _may_anchor(self) -> bool:
        """Tell whether the second ranking may be taken to be the identity."""
        question = self.question
        if {ELEMENTS, SIMILARITIES} & set(question.weights) or len(self.variables) < 2:
            return False
        scores = self.formula.body.atoms(Score)
        if any(not isinstance(term, Ranking) for node in scores for term in node.listings):
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
        return Goal(wanted, added([(Fraction(1), high), (Fraction(-1), low)]))

    def _zero_exactly_if(self, body: Any, assignment: Mapping[str, Any]) -> Goal:
        same = [part for part in body.args if isinstance(part, Same)]
        zero = [part for part in body.args if isinstance(part, sp.Eq) and part.rhs == 0]
        if len(same) != 1 or len(zero) != 1:
            raise BadInput(_NOT_HERE.format(self.question.asked.name))
        left, right = (listing(term, assignment, self.question.n) for term in same[0].args)
        return Goal(ZERO if left == right else NONZERO, self.value(zero[0].lhs, assignment))

    def value(self, e: Any, assignment: Mapping[str, Any]) -> Opened:
        """Return a term over scores as a polynomial with absolute values."""
        if isinstance(e, Score):
            return self._score(e, assignment)
        if isinstance(e, sp.Rational):
            return Opened(constant(e))
        if isinstance(e, sp.Add):
            return added([(Fraction(1), self.value(a, assignment)) for a in e.args])
        if isinstance(e, sp.Mul) and e.args[0].is_Rational and len(e.args) == 2:
            return multiplied(Opened(constant(e.args[0])), self.value(e.args[1], assignment))
        raise BadInput(_NOT_HERE.format(self.question.asked.name))

    def _score(self, node: Score, assignment: Mapping[str, Any]) -> Opened:
        rankings = tuple(listing(term, assignment, self.question.n) for term in node.listings)
        key = (node.slot.name, rankings)
        if key not in self._known:
            opened = self.openers[node.slot.name].at(rankings)
            if len(self._known) > 100_000:
                self._known.clear()
            self._known[key] = opened
        opened = self._known[key]
        if isinstance(node.slot.change, Moved):
            opened = moved(opened, assignment["nu"])
        return substituted(opened, self.numbers) if self.numbers else opened


def moved(opened: Opened, nu: tuple[int, ...]) -> Opened:
    """Return a value after the item ν(x) got the name x."""

    def renamed(poly: Poly) -> Poly:
        return {tuple(sorted(map(new, key))): value for key, value in poly.items()}

    def new(variable: Any) -> Any:
        if variable[0] == ELEMENTS:
            return (ELEMENTS, nu[variable[1] - 1])
        if variable[0] == SIMILARITIES:
            return (SIMILARITIES, *sorted(nu[item - 1] for item in variable[1:]))
        return variable

    return opened.mapped(renamed)


_NOT_HERE = (
    "{} cannot be asked of weighted metrics. These can: symmetry, triangle, nonnegativity, "
    "zero_iff_equal, distance, right_invariance, left_invariance, relabelling, scale_free."
)
