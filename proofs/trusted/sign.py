"""The sign of an exact number, or that it could not be decided.

Why it is right. All bases of a monomial are positive, so a number with one term has the sign of
its coefficient. A number with several terms is enclosed by interval arithmetic: each base, power,
product and sum is rounded outwards, so an interval without 0 settles the sign. Where 0 lies
within, the number is multiplied by the sums that it is divided by, which are positive and so keep
its sign; if no term is left, it is 0. What neither settles, nor four times the precision, is
Inconclusive: it is never guessed.

>>> from fractions import Fraction
>>> from proofs.trusted.number import logarithm, power
>>> sign_of(power(2, Fraction(1, 2)) + Fraction(-665857, 470832)), sign_of(3 * logarithm(2) - 2)
(-1, 1)
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from mpmath.ctx_iv import MPIntervalContext

from proofs.trusted.number import LOG, SUM, Inconclusive, Irrational, Number, times

PRECISIONS = (64, 256, 1024)


def sign_of(value: Number) -> int:
    """Return −1, 0 or 1, or raise :class:`Inconclusive`."""
    if not isinstance(value, Irrational):
        return (value > 0) - (value < 0)
    if len(value.terms) == 1:
        (factor,) = value.terms.values()
        return 1 if factor > 0 else -1
    for bits in PRECISIONS:
        interval = enclosed(value, bits)
        if interval.a > 0 or interval.b < 0:
            return 1 if interval.a > 0 else -1
        if bits == PRECISIONS[0]:
            cleared = _without_divisors(value)
            if not isinstance(cleared, Irrational):
                return (cleared > 0) - (cleared < 0)
    raise Inconclusive("two values that are equal to 300 digits and not visibly the same")


def enclosed(value: Number, bits: int) -> Any:
    """Return an interval that contains a number."""
    context = _context(bits)
    if not isinstance(value, Irrational):
        return _rational(Fraction(value), bits)
    total = context.mpf(0)
    for monomial, factor in value.terms.items():
        term = _rational(factor, bits)
        for part in monomial:
            term *= _enclosed_power(part, bits)
        total += term
    return total


@cache
def _enclosed_power(part: tuple[Any, Fraction], bits: int) -> Any:
    context, ((kind, content), exponent) = _context(bits), part
    if kind == SUM:
        base = enclosed(Irrational(dict(content)), bits)
        if not base.a > 0:
            raise Inconclusive("a sum that is divided by, or under a root, is too close to 0")
    else:
        base = context.mpf(content)
        base = context.log(base) if kind == LOG else base
    if exponent.denominator == 1:
        return base ** int(exponent)
    return context.exp(context.log(base) * _rational(exponent, bits))


def _rational(value: Fraction, bits: int) -> Any:
    context = _context(bits)
    return context.mpf(value.numerator) / context.mpf(value.denominator)


@cache
def _context(bits: int) -> Any:
    context = MPIntervalContext()
    context.prec = bits
    return context


def _without_divisors(value: Number) -> Number:
    """Multiply by the powers of sums that terms are divided by, until there is none."""
    while isinstance(value, Irrational):
        divisors = [
            (base, exponent)
            for monomial in value.terms
            for base, exponent in monomial
            if base[0] == SUM and exponent < 0
        ]
        if not divisors:
            return value
        base, exponent = min(divisors, key=lambda part: part[1])
        value = times(value, base, -exponent)
    return value
