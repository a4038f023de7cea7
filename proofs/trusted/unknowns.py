"""Numbers in which something is unknown: bounds, tails, absolute values, comparisons, roots.

Why it is right. Each function returns a number as `proofs.trusted.number` has it: a sum of products
of bases that are at least 0. What looks the same is the same: bases are divided by a rational
factor, so that all multiples of a value share one.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from proofs.trusted.number import (
    ABOVE,
    ABSOLUTE,
    BELOW,
    MAY_BE_0,
    PRODUCT,
    RADICAL,
    STEP,
    SUM,
    TAIL,
    TRUE,
    UNKNOWN,
    Base,
    Inconclusive,
    Irrational,
    Number,
    has_unknowns,
    kept,
    number,
    power,
    terms_of,
    unknowns_in,
    written,
)
from proofs.trusted.sign import easy_signs_of, is_summed

OWN = "own"
"""What a parameter of a metric's own is called, as a step from a bound."""


def base_of(base: Any, exponent: Fraction | int = 1, factor: Fraction | int = 1) -> Number:
    """Return a multiple of a power of one base."""
    known = base if type(base) is Base else kept(base)
    return number({((known, Fraction(exponent)),): Fraction(factor)})


def unknown(name: Any, low: Number, high: Number | None = None) -> Number:
    """Return an unknown number between bounds, positive: n, a place, an entry, a persistence."""
    return base_of((UNKNOWN, (name, written(low), None if high is None else written(high))))


def any_number(name: Any) -> Number:
    """Return a number of which nothing is known: what is above 0 less what is below."""
    return base_of((STEP, ("above 0", name))) - base_of((STEP, ("below 0", name)))


def only_base(value: Number) -> Any:
    """Return the base that a number is, or None."""
    terms = terms_of(value)
    if len(terms) == 1:
        ((monomial, factor),) = terms.items()
        if factor == 1 and len(monomial) == 1 and monomial[0][1] == 1:
            return monomial[0][0]
    return None


def possible_signs(value: Number) -> tuple[int, ...]:
    """Return the signs that a number may have; one without unknowns has one, or is Inconclusive."""
    try:
        return easy_signs_of(value)
    except Inconclusive:
        if not has_unknowns(value):
            raise
        return (-1, 0, 1)


def normed(value: Number) -> tuple[Fraction, Any]:
    """Return the first coefficient, and the terms of the value divided by its absolute value."""
    terms = written(value)
    factor = terms[0][1]
    return factor, tuple((monomial, c / abs(factor)) for monomial, c in terms)


def absolute(value: Number) -> Number:
    """Return an absolute value."""
    signs = possible_signs(value)
    if not {-1, 1} <= set(signs):
        return value if 1 in signs else -value
    factor, _ = normed(value)
    _, terms = normed(value if factor > 0 else -value)
    return base_of((ABSOLUTE, terms), 1, abs(factor))


def truth(value: Number, true: tuple[int, ...]) -> Number:
    """Return 1 where the sign of a value is among some, and 0 elsewhere."""
    signs = set(possible_signs(value))
    if signs <= set(true):
        return 1
    if not signs & set(true):
        return 0
    factor, _ = normed(value)
    _, terms = normed(value if factor > 0 else -value)
    wanted = tuple(sorted(sign if factor > 0 else -sign for sign in true))
    return base_of((TRUE, (wanted, terms)))


def radical(value: Number, exponent: Fraction) -> Number:
    """Return a root, or a power of one, of a value that is at least 0.

    The positive factors of a product come out of its root: √(x/k) = √x·k^(−1/2).
    """
    terms = terms_of(value)
    if not isinstance(value, Irrational):
        return power(value, exponent)
    if len(terms) == 1:
        ((monomial, factor),) = terms.items()
        apart = tuple((b, e) for b, e in monomial if b[0] not in MAY_BE_0 and not is_summed(b))
        if apart and factor > 0:
            inner = number({tuple(part for part in monomial if part not in apart): factor})
            return power(number({apart: Fraction(1)}), exponent) * radical(inner, exponent)
    factor, normal = normed(value)
    return base_of((RADICAL, (exponent, normal))) * power(abs(factor), exponent)


def certified(value: Number, exponent: Fraction) -> Number:
    """Return a whole power of a value that is positive wherever it is defined."""
    if exponent.denominator != 1:
        raise Inconclusive("a root that is divided by")
    factor, terms = normed(value)
    return base_of((SUM, terms), exponent, abs(factor) ** int(exponent))


# Sums --------------------------------------------------------------------------------------------


def tail(body: Number, index: Any, last: Number) -> Number:
    """Return the sum of a product of bases over index = 1, …, last."""
    return base_of((TAIL, (index, written(body), written(last))))


def ranged_product(body: Number, index: Any, last: Number) -> Number:
    """Return the product of a number over index = 1, …, last: above 0 less what is below."""
    if written(body) == written(1):
        return 1
    content = (index, written(body), written(last))
    if possible_signs(body) == (1,):
        return base_of((PRODUCT, content))
    return base_of((ABOVE, content)) - base_of((BELOW, content))


def split(value: Number, index: Any) -> list[tuple[Number, Any]]:
    """Return the terms of a number as factors without an index, and products of bases with it."""
    found = []
    for monomial, factor in terms_of(value).items():
        inside = tuple(part for part in monomial if index in unknowns_in(part[0]))
        outside = tuple(part for part in monomial if part not in inside)
        found.append((number({outside: factor}), inside))
    return found


def whole_power(inside: Any, index: Any) -> int | None:
    """Return e where a product of bases is index^e with a whole e ≥ 0, or None."""
    if not inside:
        return 0
    ((base, exponent), *others) = inside
    plain = not others and base == index and exponent.denominator == 1 and exponent > 0
    return int(exponent) if plain else None


def faulhaber(exponent: int, last: Number) -> Number:
    """Return 1^e + 2^e + … + last^e as a polynomial.

    (last + 1)^(e + 1) − 1 is the sum of the differences (t + 1)^(e + 1) − t^(e + 1) over t = 1, …,
    last, which the binomial formula writes as a sum of such sums with smaller exponents.

    >>> faulhaber(2, 3)
    Fraction(14, 1)
    """
    total = power(last + 1, exponent + 1) - 1
    for smaller in range(exponent):
        total = total - comb(exponent + 1, smaller) * faulhaber(smaller, last)
    return total * Fraction(1, exponent + 1)
