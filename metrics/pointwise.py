"""The point and area measures (`area`): misplacements with their signs, and the area below them.

F(k) is the rank, in τ, of the document at rank k of σ. The cut-off k is the depth that the paper
calls i. With h = 1 the area at full depth is half the sum of the squares (F(k) − k)², so that
A-corr is (1 + ρ)/2. :func:`curve` gives the values at every depth for rankings of documents.

>>> curve((2, 3, 1), (1, 2, 3)).point
(1, 2, 0)
"""

from typing import Any

from sympy import Abs, Expr, Rational, Sum

from metrics.language.terms import Place, i, item_at, k, n, rank_of, sigma, tau
from metrics.metric import Metric
from metrics.point_curve import Curve, curve

FAMILY = "pointwise"
BOTH = (sigma, tau)
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

point = Metric(
    name="point",
    title="point-wise measure",
    inputs=BOTH,
    value=point_at(k),
    family=FAMILY,
    higher_is_better=False,
    source="area, eq. 3",
    bounds=(0, k * (n - k)),
)
footrule_at = Metric(
    name="footrule_at",
    title="footrule at a depth",
    inputs=BOTH,
    value=Sum(Abs(_misplaced(i)), (i, 1, k)),
    family=FAMILY,
    higher_is_better=False,
    source="area, eq. 2",
    bounds=(0, n**2 / 2),
)
area = Metric(
    name="area",
    title="area-wise measure",
    inputs=BOTH,
    value=_area(n),
    family=FAMILY,
    higher_is_better=False,
    source="area, eq. 4 at full depth, h = 1",
    bounds=(0, _worst),
)
area_h = Metric(
    name="area_h",
    title="area with heights 1/i",
    inputs=BOTH,
    value=_area(n, 1 / _l),
    family=FAMILY,
    higher_is_better=False,
    source="area, eq. 4 and §4, h(i) = 1/i",
    bounds=(0, None),
)
area_at = Metric(
    name="area_at",
    title="area at a depth",
    inputs=BOTH,
    value=_area(k),
    family=FAMILY,
    higher_is_better=False,
    source="area, eq. 4, h = 1",
    bounds=(0, _worst_at),
)
area_norm = Metric(
    name="area_norm",
    title="normalised area",
    inputs=BOTH,
    value=_area(n) / _worst,
    family=FAMILY,
    higher_is_better=False,
    source="area, eq. 5 at full depth, h = 1",
    bounds=(0, 1),
    reading="divided by n(n² − 1)/6, the area of the inverse ranking",
)
area_norm_at = Metric(
    name="area_norm_at",
    title="normalised area at a depth",
    inputs=BOTH,
    value=_area(k) / _worst_at,
    family=FAMILY,
    higher_is_better=False,
    source="area, eq. 5 at rank i, h = 1",
    bounds=(0, 1),
    reading="divided by k(3nk − 2k² − 1)/6, the area of the inverse ranking at depth k",
)
a_corr = Metric(
    name="a_corr",
    title="A-corr",
    inputs=BOTH,
    value=1 - _area(n) / _worst,
    family=FAMILY,
    higher_is_better=True,
    source="area, §3, after eq. 5",
    bounds=(0, 1),
    reading="1 minus the area divided by n(n² − 1)/6, the area of the inverse ranking",
)

__all__ = [
    "Curve",
    "a_corr",
    "area",
    "area_at",
    "area_h",
    "area_norm",
    "area_norm_at",
    "curve",
    "footrule_at",
    "point",
]
