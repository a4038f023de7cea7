"""Decimals of exact numbers, correctly rounded; a number that is not rational lies in an interval.

Rational numbers are divided by the `decimal` module, which rounds correctly. An interval gives a
digit only where both of its ends round to it.

>>> rounded(Fraction(1, 3)), rounded(Fraction(5, 2)), rounded(Fraction(2))
('0.3333333333', '2.5', '2')
>>> between((Fraction(1, 3), Fraction(1, 3)), digits=4)
('0.3333', '0.3334')
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

DIGITS = 10
PLAIN = range(-5, 16)
Interval = tuple[Fraction, Fraction]


def rounded(value: Fraction | int, digits: int = DIGITS) -> str:
    """Return a rational number, rounded to the nearest decimal of so many digits."""
    return _decimal(Fraction(value), digits, ROUND_HALF_EVEN)


def between(ends: Interval, digits: int = DIGITS) -> tuple[str, str]:
    """Return decimals below and above an interval, as close as so many digits allow."""
    low, high = ends
    return _decimal(low, digits, ROUND_FLOOR), _decimal(high, digits, ROUND_CEILING)


def agreed(ends: Interval, digits: int = DIGITS) -> str | None:
    """Return the decimal to which every number of an interval is rounded, or None."""
    low, high = (rounded(end, digits) for end in ends)
    return low if low == high else None


def _decimal(value: Fraction, digits: int, rounding: str) -> str:
    context = Context(prec=digits, rounding=rounding, Emax=10**15, Emin=-(10**15))
    found = context.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(context)
    return f"{found:f}" if found.adjusted() in PLAIN else f"{found:e}"
