"""The area measure with any positive heights h₁, …, hₙ (`area`, eq. 4): given, or left free.

>>> area_free.parameters
('heights',)
"""

from sympy import Sum

from metrics.language.terms import Place, n
from metrics.language.weight_symbols import Height
from metrics.pointwise import pointwise, trapezoid

_l = Place("l")

area_free = pointwise(
    "area_free",
    "area with free heights",
    value=Sum(Height(_l) * trapezoid(_l), (_l, 1, n)),
    source="area, eq. 4 at full depth: h a tuning parameter for each rank",
    reading="every height h₁, …, hₙ is positive; given by --heights, or left free",
)
