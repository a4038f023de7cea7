"""Kendall and footrule with element weights, position costs and similarities (`kumar`).

One shape for all: a cost C(x, y) for each pair of items. Kendall adds the costs of the pairs that
the two rankings order differently, each pair once: half the sum over ordered pairs. Footrule
adds, for each item, how far the cost of what stands before it differs between the rankings.

Element weights and similarities belong to items. Position costs alone are read as
d(σ, τ) = d(σ∘τ⁻¹): the places of i are σ(i) and τ(i), whatever the convention. Where all three
come together they meet at an item, and its places are its ranks. One ranking: d(σ, id).

>>> from sympy import Symbol
>>> from metrics import find_metric
>>> from metrics.language.written import value_of
>>> value_of(find_metric("kendall_w"), [(1, 2, 3), (2, 1, 3)], {"w": (2, Symbol("q"), 1)}, "items")
2*q
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sympy import Abs, Expr, Integer, Rational, Sum

from metrics.language.terms import Indicator, Place, n, rank_of, sigma, tau
from metrics.language.weight_symbols import ElementWeight, MeanCost, Similarity
from metrics.metric import Metric

_x, _y = Place("x"), Place("y")
_PLACES = "d(σ∘τ⁻¹): σ(i) and τ(i) are read as the two places of i, as in the slides"
_PRINTED = "F′ as the slides print it: |Σ_{j<i} D_ij − Σ_{σ(j)<σ(i)} D_ij| added over i"


@dataclass(frozen=True)
class _Family:
    """How an item and a pair of items are charged, and where two rankings put an item."""

    item: Callable[[Any], Expr]
    pair: Callable[[Any, Any], Expr]
    place: Callable[[Any, Any], Expr]

    def kendall(self) -> Expr:
        """Return the cost of the pairs ordered differently."""
        first = self.place(sigma, _y) - self.place(sigma, _x)
        second = self.place(tau, _y) - self.place(tau, _x)
        cost = self.item(_x) * self.item(_y) * self.pair(_x, _y)
        return Rational(1, 2) * Sum(cost * Indicator(first * second < 0), (_y, 1, n), (_x, 1, n))

    def footrule(self) -> Expr:
        """Return the displacements, measured in costs."""
        moved = Indicator(self.place(tau, _y) < self.place(tau, _x)) - Indicator(
            self.place(sigma, _y) < self.place(sigma, _x)
        )
        before = Sum(self.item(_y) * self.pair(_x, _y) * moved, (_y, 1, n))
        return Sum(self.item(_x) * Abs(before), (_x, 1, n))


def _one(*_: Any) -> Expr:
    return Integer(1)


def _entry(listing: Any, place: Any) -> Expr:
    return listing(place)


def _by_entries(item: Any) -> Expr:
    return MeanCost(sigma(item), tau(item))


def _by_all(item: Any) -> Expr:
    return ElementWeight(item) * MeanCost(rank_of(sigma, item), rank_of(tau, item))


_distance = partial(Metric, inputs=(sigma, tau), family="distance", higher_is_better=False)


def _pair(
    family: _Family, short: str, weights: str, marks: tuple[str, str], *readings: str
) -> tuple[Metric, Metric]:
    """Return the Kendall distance and the footrule of a family, by their marks in the slides."""
    of_kendall, of_footrule = readings or ("", "")
    return (
        _distance(
            f"kendall_{short}",
            f"Kendall distance with {weights}",
            value=family.kendall(),
            source=f"kumar: {marks[0]}",
            reading=of_kendall,
        ),
        _distance(
            f"footrule_{short}",
            f"footrule with {weights}",
            value=family.footrule(),
            source=f"kumar: {marks[1]}",
            reading=of_footrule,
        ),
    )


kendall_w, footrule_w = _pair(
    _Family(ElementWeight, _one, rank_of), "w", "element weights", ("K_w", "F_w")
)
kendall_pos, footrule_pos = _pair(
    _Family(_by_entries, _one, _entry), "pos", "position costs", ("K_δ", "F_δ"), _PLACES, _PLACES
)
kendall_sim, footrule_sim = _pair(
    _Family(_one, Similarity, rank_of), "sim", "similarities", ("K_D", "F′_D"), "", _PRINTED
)
kendall_star, footrule_star = _pair(
    _Family(_by_all, Similarity, rank_of), "star", "all weights", ("K*", "F*")
)
