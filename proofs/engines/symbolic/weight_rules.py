"""Proofs for every n: the two shapes of weighted distances, and what follows from them.

A *pair sum* adds a cost C(x, y) over the pairs that two rankings order differently; a *sum of
displacements* adds c(x)·|Σ_y c'(x, y)·([y before x in τ] − [y before x in σ])|. The rules read the
shape off the declared expression and decline whatever does not have it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import sympy as sp

from axioms.axiom import Weighting
from axioms.language.formula import Score
from metrics.correlation import footrule, kendall_distance
from metrics.language.domains import RANKINGS
from metrics.language.terms import At, Indicator, n, rank_of, sigma, tau
from metrics.language.weight_symbols import ElementWeight, MeanCost, Similarity
from metrics.metric import Metric
from proofs.core.question import Question
from proofs.engines.linear.weight_goals import relabels

PAIRS, DISPLACEMENTS = "pairs", "displacements"
Steps = tuple[str, ...]


@dataclass(frozen=True)
class Shape:
    """The shape of a distance: what an item is charged outside, and a pair inside."""

    kind: str
    outer: Any
    inner: Any
    x: Any
    y: Any
    place: Callable[[Any, Any], Any]

    @property
    def cost(self) -> Any:
        """C(x, y), the cost of a pair."""
        return self.outer * self.inner

    def symmetric(self) -> bool:
        """Tell whether C(x, y) = C(y, x)."""
        turned = self.cost.xreplace({self.x: self.y, self.y: self.x})
        return turned == self.cost and self.of_weights()

    def of_weights(self) -> bool:
        """Tell whether the cost is a product of the weights of x and of y and of D(x, y).

        The places in a mean cost must be those by which the pairs are compared. So the cost is
        never negative, is g(x)·g(y)·D(x, y), and is 0 at positive weights for no pair that moves.
        """
        allowed = {sp.Integer(1), Similarity(self.x, self.y)}
        for item in (self.x, self.y):
            places = (self.place(ranking, item) for ranking in (sigma, tau))
            allowed |= {ElementWeight(item), MeanCost(*places)}
        return set(sp.Mul.make_args(self.cost)) <= allowed

    def factorises(self) -> bool:
        """Tell whether C(x, y) = g(x)·g(y)."""
        return self.symmetric() and not self.cost.atoms(Similarity)

    def treats_rankings_alike(self) -> bool:
        """Tell whether the cost does not change when σ and τ are exchanged."""
        return bool(self.cost.xreplace({sigma: tau, tau: sigma}) == self.cost)

    def ignores_rankings(self) -> bool:
        """Tell whether the cost is the same for all rankings."""
        return not any(map(RANKINGS.ranges, sp.preorder_traversal(self.cost)))


def shape(metric: Metric) -> Shape | None:
    """Return the shape of a metric, or None."""
    value = metric.value
    if isinstance(value, sp.Mul) and value.args[0] == sp.Rational(1, 2) and len(value.args) == 2:
        return _pair_sum(value.args[1])
    if isinstance(value, sp.Sum) and len(value.limits) == 1:
        return _displacements(value)
    return None


def _full(total: Any) -> bool:
    return isinstance(total, sp.Sum) and all(limit[1:] == (1, n) for limit in total.limits)


def _pair_sum(total: Any) -> Shape | None:
    if not _full(total) or len(total.limits) != 2:
        return None
    (y, *_), (x, *_) = total.limits
    cost = sp.Mul(*[f for f in sp.Mul.make_args(total.function) if not isinstance(f, Indicator)])
    for place in (rank_of, At):
        apart = [place(ranking, y) - place(ranking, x) for ranking in (sigma, tau)]
        if total.function == cost * Indicator(apart[0] * apart[1] < 0):
            return Shape(PAIRS, cost, sp.Integer(1), x, y, place)
    return None


def _displacements(total: Any) -> Shape | None:
    sizes = [f for f in sp.Mul.make_args(total.function) if isinstance(f, sp.Abs)]
    inside: Any = sizes[0].args[0] if len(sizes) == 1 else None
    if not _full(total) or not _full(inside) or len(inside.limits) != 1:
        return None
    x, y = total.limits[0][0], inside.limits[0][0]
    for place in (rank_of, At):
        before = [Indicator(place(ranking, y) < place(ranking, x)) for ranking in (tau, sigma)]
        moved = before[0] - before[1]
        inner = sp.Mul(*[f for f in sp.Mul.make_args(inside.function) if f != moved])
        if inside.function == inner * moved:
            return Shape(DISPLACEMENTS, total.function / sizes[0], inner, x, y, place)
    return None


def steps(rule: str, *parts: str, **words: Any) -> Steps:
    """Return the steps of a rule in words, one part of its table after the other."""
    table = _tables()[rule]
    return tuple(text.format(**words) for part in parts for text in table[part])


@cache
def _tables() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(Path(__file__).with_name("weight_steps.toml").read_text("utf-8"))


# Inequalities -------------------------------------------------------------------------------------


def bound(question: Question) -> tuple[bool, Any]:
    """Read F ≤ c·K as an upper bound c of F/K, and K ≤ c·F as a lower bound 1/c; return c."""
    body = question.statements()[0].formula.body
    upper = "F" in {node.slot.name for node in body.lhs.atoms(Score)}
    return upper, next((f for f in sp.Mul.make_args(body.rhs) if f.is_Rational), sp.Integer(1))


def inequality(question: Question) -> Steps | None:
    """Return a proof of an inequality between K and F for every n, or None."""
    subject = question.subjects[0]
    assert isinstance(subject, Weighting)
    upper, factor = bound(question)
    if not subject.parameters:
        return _unweighted(subject, upper, factor)
    first, second = shape(subject.kendall), shape(subject.footrule)
    if first is None or second is None or first.kind != PAIRS or second.kind != DISPLACEMENTS:
        return None
    same = second.cost.xreplace({second.x: first.x, second.y: first.y}) == first.cost
    if not same or not first.symmetric():
        return None
    if upper and factor >= 2:
        return steps("inequality", "twice") + _weaker("F ≤ 2 K", factor, 2)
    if not upper and factor >= 1 and first.factorises():
        return steps("inequality", "swaps", "copies") + _weaker("K ≤ F", factor, 1)
    return None


def _weaker(stronger: str, factor: Any, least: int) -> Steps:
    words = {"stronger": stronger, "factor": factor}
    return steps("inequality", "weaker", **words) if factor > least else ()


def _unweighted(subject: Weighting, upper: bool, factor: Any) -> Steps | None:
    if subject.kendall.value != kendall_distance.value or subject.footrule.value != footrule.value:
        return None
    if upper and factor >= 2:
        return steps("inequality", "ranks", "twice") + _weaker("F ≤ 2 K", factor, 2)
    if not upper and factor >= 1:
        return steps("inequality", "invariant", "swaps") + _weaker("K ≤ F", factor, 1)
    return None


# Axioms of one metric -----------------------------------------------------------------------------


def property_of(question: Question, name: str) -> Steps | None:
    """Return a proof of one part of an axiom for every n, or None."""
    metric = question.subjects[0]
    assert isinstance(metric, Metric)
    found = shape(metric)
    if found is None or not found.symmetric():
        return None
    if name not in _CONDITIONS or not _CONDITIONS[name](question, found):
        return None
    words = "both" if "both" in _tables()[name] else found.kind
    return steps("shape", found.kind, name=metric.name) + steps(name, words)


def _is_zero_for_equal_alone(question: Question, found: Shape) -> bool:
    zeros = found.cost.atoms(MeanCost) and question.fixed == "zero"
    return question.assume.positive and not zeros


def _may_be_renamed(question: Question, found: Shape) -> bool:
    metric = question.by_slot["m"]
    by_entries = question.convention == "items" and metric.value.has(At)
    return not by_entries and relabels(metric, question.reads_as)


def _is_right_invariant(question: Question, found: Shape) -> bool:
    metric = question.by_slot["m"]
    plain = metric.value.has(At) or question.convention == "ranks"
    of_items = found.cost.atoms(ElementWeight, Similarity)
    return plain and not of_items and relabels(metric, question.reads_as)


_CONDITIONS: dict[str, Callable[[Question, Shape], bool]] = {
    "nonnegativity": lambda question, found: True,
    "symmetry": lambda question, found: found.treats_rankings_alike(),
    "triangle": lambda question, found: found.ignores_rankings(),
    "zero_iff_equal": _is_zero_for_equal_alone,
    "relabelling": _may_be_renamed,
    "right_invariance": _is_right_invariant,
    "scale_free": lambda question, found: question.fixed != "one" or not found.cost.atoms(MeanCost),
}
