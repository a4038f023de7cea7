"""The point and area measures (`area`): misplacements with their signs, and the area below them.

F(k) is the rank, in τ, of the document at rank k of σ. The cut-off k is the depth that the paper
calls i. With h = 1 the area at full depth is half the sum of the squares (F(k) − k)², so that
A-corr is (1 + ρ)/2. `metrics.point_curve` has the values at every depth for rankings of documents.

>>> from metrics.point_curve import curve
>>> curve((2, 3, 1), (1, 2, 3)).point
(1, 2, 0)
"""

from functools import partial
from typing import Any

from sympy import Abs, Expr, Rational, Sum

from metrics.language.terms import Place, i, item_at, k, n, rank_of, sigma, tau
from metrics.metric import Metric

_l = Place("l")


def _misplaced(place: Place) -> Expr:
    """F(place) − place."""
    return rank_of(tau, item_at(sigma, place)) - place


def point_at(depth: Any) -> Expr:
    """P(depth), eq. 3."""
    return Sum(_misplaced(i), (i, 1, depth))


def trapezoid(place: Any) -> Expr:
    """The trapezoid of eq. 4 between place − 1 and place, with height 1."""
    return (point_at(place - 1) + point_at(place)) * Rational(1, 2)


def _area(depth: Any, height: Any = 1) -> Expr:
    return Sum(height * trapezoid(_l), (_l, 1, depth))


_worst = n * (n**2 - 1) / 6
_worst_at = k * (3 * n * k - 2 * k**2 - 1) / 6
pointwise = partial(Metric, inputs=(sigma, tau), family="pointwise", higher_is_better=False)

point = pointwise(
    "point", "point-wise measure", value=point_at(k), source="area, eq. 3", bounds=(0, k * (n - k))
)
footrule_at = pointwise(
    "footrule_at",
    "footrule at a depth",
    value=Sum(Abs(_misplaced(i)), (i, 1, k)),
    source="area, eq. 2",
    bounds=(0, n**2 / 2),
)
area = pointwise(
    "area",
    "area-wise measure",
    value=_area(n),
    source="area, eq. 4 at full depth, h = 1",
    bounds=(0, _worst),
)
area_h = pointwise(
    "area_h",
    "area with heights 1/i",
    value=_area(n, 1 / _l),
    source="area, eq. 4 and §4, h(i) = 1/i",
    bounds=(0, None),
)
area_at = pointwise(
    "area_at", "area at a depth", value=_area(k), source="area, eq. 4, h = 1", bounds=(0, _worst_at)
)
area_norm = pointwise(
    "area_norm",
    "normalised area",
    value=_area(n) / _worst,
    source="area, eq. 5 at full depth, h = 1",
    bounds=(0, 1),
    reading="divided by n(n² − 1)/6, the area of the inverse ranking",
)
area_norm_at = pointwise(
    "area_norm_at",
    "normalised area at a depth",
    value=_area(k) / _worst_at,
    source="area, eq. 5 at rank i, h = 1",
    bounds=(0, 1),
    reading="divided by k(3nk − 2k² − 1)/6, the area of the inverse ranking at depth k",
)
a_corr = pointwise(
    "a_corr",
    "A-corr",
    value=1 - _area(n) / _worst,
    higher_is_better=True,
    source="area, §3, after eq. 5",
    bounds=(0, 1),
    reading="1 minus the area divided by n(n² − 1)/6, the area of the inverse ranking",
)
