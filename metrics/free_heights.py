"""The area measure with any positive heights h₁, …, hₙ (`area`, eq. 4): given, or left free.

>>> area_free.filled(2, {"heights": "1,1/2"}).parameters
('heights',)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Add, Function, Rational, Sum, Symbol

from metrics.language.terms import Place, n
from metrics.metric import Metric
from metrics.naming import BadInput
from metrics.point_curve import exact_heights
from metrics.pointwise import BOTH, FAMILY, trapezoid

FREE = "free"
_l = Place("l")


class HeightMetric(Metric):
    """A metric with one height for each depth."""

    domain = "heights"

    def _check_names(self) -> None:
        """Accept heights as symbols: readers get them as numbers, or leave them free."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """Heights, and nothing else."""
        return ("heights",)

    def filled(self, n_value: int, given: dict[str, Any]) -> Metric:
        """Return the metric for one n, with its heights put in."""
        return replace(self, value=_area(heights_of(given, n_value)))

    def bound(self, n_value: int, given: dict[str, Any]) -> dict[str, Any]:
        """Check the heights; they are in the value already."""
        heights_of(given, n_value)
        return {}


def heights_of(given: dict[str, Any], n_value: int) -> tuple[Any, ...]:
    """Return the heights as exact numbers, or as symbols where they are left free."""
    heights = given.get("heights", FREE)
    if isinstance(heights, str) and heights.strip() == FREE:
        return tuple(Symbol(f"h{depth}", positive=True) for depth in range(1, n_value + 1))
    if isinstance(heights, str):
        heights = heights.split(",")
    if not isinstance(heights, list | tuple):
        raise BadInput(f"heights = {heights!r} is no list of numbers like 1,1/2,1/3, nor 'free'.")
    return tuple(
        Rational(height.numerator, height.denominator) for height in exact_heights(heights, n_value)
    )


def _area(heights: tuple[Any, ...]) -> Any:
    return Add(*[height * trapezoid(depth) for depth, height in enumerate(heights, start=1)])


area_free = HeightMetric(
    name="area_free",
    title="area with free heights",
    inputs=BOTH,
    value=Sum(Function("h")(_l) * trapezoid(_l), (_l, 1, n)),
    family=FAMILY,
    higher_is_better=False,
    source="area, eq. 4 at full depth: h a tuning parameter for each rank",
    reading="every height h₁, …, hₙ is positive; given by --heights, or left free",
)
