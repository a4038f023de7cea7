"""Proofs for every n: the two shapes of weighted distances, and what follows from them.

A *pair sum* adds a cost C(x, y) over the pairs that two rankings order differently; a *sum of
displacements* adds c(x)·|Σ_y c'(x, y)·([y before x in τ] − [y before x in σ])|. The rules read the
shape off the declared expression and decline whatever does not have it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from axioms.axiom import Weighting
from axioms.language.formula import Score
from metrics.correlation import footrule, kendall_distance
from metrics.language.terms import At, Indicator, Ranking, n, rank_of, sigma, tau
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

    def ignores_rankings(self) -> bool:
        """Tell whether the cost is the same for all rankings."""
        return not any(isinstance(v, Ranking) for v in sp.preorder_traversal(self.cost))


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


# Inequalities -------------------------------------------------------------------------------------

_TWICE = (
    "K adds C(x, y) ≥ 0 over the pairs that σ and τ order differently; F adds, over x, "
    "|Σ_y C(x, y)·([y before x in τ] − [y before x in σ])|, with the same symmetric C",
    "the bracket is 0 where σ and τ order x and y alike, and 1 or −1 elsewhere",
    "so each |…| is at most the sum of C(x, y) over the y that are ordered differently from x",
    "added over x every such pair is counted twice: F ≤ 2 K",
)
SWAPS = (
    "no weights, τ = id: let ρ ≠ id. The first i with ρ(i) ≠ i moves right, the last moves left, "
    "so some i < j have ρ(i) > i, ρ(j) < j and only fixed points between them",
    "then ρ(i) ≥ j and ρ(j) ≤ i. Exchange ρ(i) and ρ(j): F falls by 2(j − i), K by 2(j − i) − 1",
    "F − K falls by 1 with each exchange and is 0 at the identity, which is reached since F falls: "
    "F − K is the number of exchanges, and K ≤ F",
)
_EXPANSION = (
    "C(x, y) = g(x)·g(y) with g ≥ 0: for whole numbers g replace each item x by g(x) copies in a "
    "row; K and F of the copies without weights are K and F (copies keep their order, so each copy "
    "of x is displaced by Σ_y g(y)·([y before x in τ] − [y before x in σ]))",
    "both sides are homogeneous of degree 2 in g, hence K ≤ F for rational g ≥ 0; both are "
    "continuous in g, hence K ≤ F for real g ≥ 0",
)


def inequality(question: Question) -> Steps | None:
    """Return a proof of an inequality between K and F for every n, or None."""
    subject = question.subjects[0]
    assert isinstance(subject, Weighting)
    body = question.statements()[0].formula.body
    upper = "F" in {node.slot.name for node in body.lhs.atoms(Score)}
    factor = next((f for f in sp.Mul.make_args(body.rhs) if f.is_Rational), sp.Integer(1))
    if not subject.parameters:
        return _unweighted(subject, upper, factor)
    first, second = shape(subject.kendall), shape(subject.footrule)
    if first is None or second is None or first.kind != PAIRS or second.kind != DISPLACEMENTS:
        return None
    same = second.cost.xreplace({second.x: first.x, second.y: first.y}) == first.cost
    if not same or not first.symmetric():
        return None
    if upper and factor >= 2:
        return (*_TWICE, *_weaker("F ≤ 2 K", factor, 2))
    if not upper and factor >= 1 and first.factorises():
        return (*SWAPS, *_EXPANSION, *_weaker("K ≤ F", factor, 1))
    return None


def _weaker(stronger: str, factor: Any, least: int) -> Steps:
    return (f"{stronger} and K, F ≥ 0 give the factor {factor}",) if factor > least else ()


def _unweighted(subject: Weighting, upper: bool, factor: Any) -> Steps | None:
    if subject.kendall.value != kendall_distance.value or subject.footrule.value != footrule.value:
        return None
    ranks = "|σ(i) − τ(i)| = |Σ_j ([τ(j) < τ(i)] − [σ(j) < σ(i)])|: a rank counts what is before it"
    if upper:
        return (ranks, *_TWICE, *_weaker("F ≤ 2 K", factor, 2)) if factor >= 2 else None
    both = "K and F are right invariant, so τ = id may be assumed"
    return (both, *SWAPS, *_weaker("K ≤ F", factor, 1)) if factor >= 1 else None


# Axioms of one metric -----------------------------------------------------------------------------


def property_of(question: Question, name: str) -> Steps | None:
    """Return a proof of one part of an axiom for every n, or None."""
    metric = question.subjects[0]
    assert isinstance(metric, Metric)
    found = shape(metric)
    if found is None or not found.symmetric():
        return None
    what = "a pair sum" if found.kind == PAIRS else "a sum of displacements"
    first = f"{metric.name} is {what} with the symmetric cost C(x, y) ≥ 0"
    rest = _RULES[name](question, found) if name in _RULES else None
    return None if rest is None else (first, *rest)


def _symmetry(question: Question, found: Shape) -> Steps | None:
    if found.cost.xreplace({sigma: tau, tau: sigma}) != found.cost:
        return None
    return (
        "C does not change when σ and τ are exchanged",
        "being ordered differently is symmetric"
        if found.kind == PAIRS
        else "the differences change their sign, and their absolute values do not",
    )


def _triangle(question: Question, found: Shape) -> Steps | None:
    if not found.ignores_rankings():
        return None
    if found.kind == PAIRS:
        return (
            "C does not depend on the rankings",
            "a pair that σ and τ order differently is ordered differently by σ and ν or by ν and τ",
        )
    return (
        "C does not depend on the rankings, so Σ_y … = P_x(τ) − P_x(σ) with one function P_x",
        "|P_x(σ) − P_x(τ)| ≤ |P_x(σ) − P_x(ν)| + |P_x(ν) − P_x(τ)|",
    )


def _zero(question: Question, found: Shape) -> Steps | None:
    zeros = found.cost.atoms(MeanCost) and question.fixed == "zero"
    if not question.assume.positive or zeros:
        return None
    return (
        "equal rankings order all pairs alike, so the value is 0",
        "all weights are > 0, so C(x, y) > 0 for every pair that is ordered differently "
        "(an item fixed at place 1 is in none)",
        "different rankings have such a pair"
        if found.kind == PAIRS
        else "among the items of such pairs take the one that τ puts first: all its differences "
        "have one sign, so its displacement is > 0",
    )


def _renaming(question: Question, found: Shape) -> Steps | None:
    metric = question.by_slot["m"]
    by_entries = question.convention == "items" and metric.value.has(At)
    if by_entries or not relabels(metric, question.reads_as):
        return None
    return ("items occur only as indices of full sums: renaming them reorders the sums",)


def _right_invariance(question: Question, found: Shape) -> Steps | None:
    metric = question.by_slot["m"]
    plain = metric.value.has(At) or question.convention == "ranks"
    of_items = found.cost.atoms(ElementWeight, Similarity)
    if of_items or not plain or not relabels(metric, question.reads_as):
        return None
    return (
        "no weight belongs to an item, and an index occurs only as σ(x) or τ(x) in full sums: "
        "putting ν(x) for x reorders the sums",
    )


def _scale(question: Question, found: Shape) -> Steps | None:
    if found.cost.atoms(MeanCost) and question.fixed == "one":
        return None
    return (
        "C(x, y) is a product with the same number of weights of each kind for every pair, "
        "so multiplying all of one kind by t multiplies the value by a power of t",
    )


_RULES: dict[str, Any] = {
    "nonnegativity": lambda question, found: ("all its terms are ≥ 0",),
    "symmetry": _symmetry,
    "triangle": _triangle,
    "zero_iff_equal": _zero,
    "relabelling": _renaming,
    "right_invariance": _right_invariance,
    "scale_free": _scale,
}
