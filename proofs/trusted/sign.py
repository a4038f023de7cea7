"""The sign of an exact number, or that it could not be decided.

Why it is right. All bases of a monomial are positive, so a number with one term has the sign of
its coefficient. A number with several terms is enclosed by interval arithmetic: each base, power,
product and sum is rounded outwards, so an interval without 0 settles the sign. Where 0 lies
within, the number is multiplied by the sums that it is divided by, which are positive and so keep
its sign; if no term is left, it is 0. What neither settles, nor four times the precision, is
Inconclusive: it is never guessed.

A number with unknowns stands for many. Each unknown lies between two bounds, so it is put in as
its lower bound plus, or its upper bound minus, something that is at least 0; where then all
coefficients have one sign, so has the number, for all values of the unknowns. It may still be 0
where every term has a factor that may be 0: `signs_of` says which signs are possible. What free
weights of a question need beyond that is shown by `proofs.trusted.cone`.

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

from proofs.trusted.number import (
    LEAST,
    LOG,
    MAY_BE_0,
    POWER,
    SHARE_OR_ENDS,
    STEP,
    SUM,
    SUMMED,
    TAIL,
    UNKNOWN,
    Inconclusive,
    Irrational,
    Number,
    added,
    has_unknowns,
    logarithm,
    number,
    power,
    terms_of,
    times,
    unknowns_in,
    unknowns_of,
    written,
)

PRECISIONS = (64, 256, 1024)
MOST_TERMS, MOST_UNKNOWNS = 200, 6
BOUNDS = range(12, -9, -1)
"""Whole numbers that the arguments of logarithms and powers are compared with, largest first."""


def sign_of(value: Number) -> int:
    """Return −1, 0 or 1, or raise :class:`Inconclusive`."""
    found, *others = signs_of(value)
    if others:
        raise Inconclusive("the sign of a value that may be 0 for some n")
    return found


def signs_of(value: Number) -> tuple[int, ...]:
    """Return the signs that a number may have: one, unless it has unknowns."""
    if not (isinstance(value, Irrational) and has_unknowns(value)):
        return (_sign_of_known(value),)
    from proofs.trusted.cone import signs_by_multipliers

    try:
        found = easy_signs_of(value)
    except Inconclusive:
        shown = signs_by_multipliers(cleared_of(value))
        if shown is None:
            raise
        return shown
    better = signs_by_multipliers(cleared_of(value)) if len(found) > 1 else None
    return better if better is not None and len(better) == 1 else found


def easy_signs_of(value: Number) -> tuple[int, ...]:
    """Return the signs that a number may have, without a search for multipliers."""
    if isinstance(value, Irrational) and has_unknowns(value):
        found = _signs_for_all(written(value))
        if found is None:
            raise Inconclusive("the sign of an expression for every n")
        return found
    return (_sign_of_known(value),)


def _sign_of_known(value: Number) -> int:
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


def _without_divisors(value: Number, kinds: tuple[str, ...] = (SUM,)) -> Number:
    """Multiply by the powers of positive bases that terms are divided by, until there is none."""
    while isinstance(value, Irrational):
        divisors = [
            (base, exponent)
            for monomial in value.terms
            for base, exponent in monomial
            if base[0] in kinds and exponent < 0
        ]
        if not divisors:
            return value
        base, exponent = min(divisors, key=lambda part: part[1])
        value = times(value, base, -exponent)
    return value


# Unknowns ----------------------------------------------------------------------------------------


def cleared_of(value: Number) -> Number:
    """Return a number of the same sign that is divided by nothing that is known to be positive."""
    return _without_divisors(value, (SUM, UNKNOWN, LOG, POWER))


@cache
def _signs_for_all(terms: Any) -> tuple[int, ...] | None:
    """Return the possible signs of a number whatever its unknowns are, or None."""
    cleared = cleared_of(number(dict(terms)))
    if len(terms_of(cleared)) > MOST_TERMS:
        return None
    try:
        return _signs_between(cleared, _innermost_first(cleared))
    except Inconclusive:
        pass
    for way in (_signs_of_tails, _signs_with_bounds):
        try:
            return way(cleared)
        except Inconclusive:
            continue
    return None


def _signs_with_bounds(value: Number) -> tuple[int, ...]:
    bounded = _with_bounds(value)
    if written(bounded) == written(value):
        raise Inconclusive("the sign of an expression for every n")
    return _signs_between(bounded, _innermost_first(bounded))


def _with_bounds(value: Number) -> Number:
    """Put in what is known of logarithms and powers: both grow with what they are taken of.

    log x is log c plus something that is at least 0, where x ≥ c, and b^x is b^c plus, or for b < 1
    minus, such a number. One logarithm is another one plus such a number where its argument is not
    below the other's.
    """
    bases = sorted({b for m in terms_of(value) for b, _ in m if b[0] in (LOG, POWER)}, key=repr)
    open_ones = [base for base in bases if unknowns_in(base) and _is_polynomial_in(value, base)]
    above = {base: sum(_is_larger_log(base, other) for other in open_ones) for base in open_ones}
    open_ones.sort(key=lambda base: -above[base])
    for position, base in enumerate(open_ones):
        rest = times(1, (STEP, base), Fraction(1))
        below = next((b for b in open_ones[position + 1 :] if _is_larger_log(base, b)), None)
        if below is not None:
            value = put_in(value, base, times(1, below, Fraction(1)) + rest)
            continue
        least = next((c for c in BOUNDS if _never_negative(_argument(base), c)), None)
        if base[0] == LOG and least is not None and least > 1:
            value = put_in(value, base, logarithm(least) + rest)
        elif base[0] == POWER and least is not None and isinstance(base[1][0], Fraction):
            powered = base[1][0]
            grows = 1 if powered > 1 else -1
            value = put_in(value, base, power(powered, least) + grows * rest)
    return value


def _is_larger_log(base: Any, other: Any) -> bool:
    """Tell whether two bases are logarithms, the first of what is not below the other's."""
    logs = base[0] == other[0] == LOG
    return logs and _never_negative(_argument(base), _argument(other))


def _argument(base: Any) -> Number:
    """Return x of log x, or of b^x."""
    return number(dict(base[1] if base[0] == LOG else base[1][1]))


def _is_polynomial_in(value: Number, base: Any) -> bool:
    exponents = [e for m in terms_of(value) for b, e in m if b == base]
    return all(e.denominator == 1 and e > 0 for e in exponents)


def _never_negative(one: Number, two: Number) -> bool:
    try:
        return -1 not in easy_signs_of(one - two)
    except Inconclusive:
        return False


def _signs_of_tails(value: Number) -> tuple[int, ...]:
    """Join the tails over one range to one, and look at the sign of its terms."""
    joined = joined_tails(value)
    if set(joined) == {None}:
        raise Inconclusive("the sign of an expression for every n")
    signs = {sign for total in joined.values() for sign in signs_of(total) if sign}
    if len(signs) > 1:
        raise Inconclusive("the sign of an expression for every n")
    strict = any(
        0 not in signs_of(total) and (key is None or signs_of(number(dict(key[1]))) == (1,))
        for key, total in joined.items()
    )
    return tuple(signs) if strict else (0, *signs)


def joined_tails(value: Number) -> dict[Any, Number]:
    """Return the terms of all tails over one range joined, and under None what is no tail."""
    joined: dict[Any, Number] = {}
    for monomial, factor in terms_of(value).items():
        tails = [part for part in monomial if part[0][0] == TAIL]
        alone = len(tails) == 1 and tails[0][1] == 1
        others = number({tuple(m for m in monomial if not alone or m not in tails): factor})
        key, body = None, number({(): Fraction(1)})
        if alone:
            index, terms, last = tails[0][0][1]
            key, body = (index, last), number(dict(terms))
        joined[key] = joined.get(key, 0) + others * body
    return joined


def _signs_between(value: Number, unknowns: list[Any]) -> tuple[int, ...]:
    """Put in the bounds of the unknowns, one after another, until the coefficients decide."""
    try:
        return _signs_of_coefficients(value)
    except Inconclusive:
        if not unknowns or len(unknowns) > MOST_UNKNOWNS or len(terms_of(value)) > MOST_TERMS:
            raise
    unknown, *others = unknowns
    _, low, high = unknown[1]
    rest = times(1, (STEP, unknown), Fraction(1))
    ways = [number(dict(low)) + rest, *([] if high is None else [number(dict(high)) - rest])]
    for way in ways:
        try:
            return _signs_between(put_in(value, unknown, way), others)
        except Inconclusive:
            continue
    raise Inconclusive("the sign of an expression for every n")


def _innermost_first(value: Number) -> list[Any]:
    """Return the unknowns in which a number is a polynomial, those bounded by others first."""
    waiting = {b for m in terms_of(value) for b, _ in m if b[0] == UNKNOWN}
    left: set[Any] = set()
    while waiting:
        left |= waiting
        waiting = {bound for unknown in waiting for bound in _bounds(unknown)} - left
    found: list[Any] = []
    while left:
        free = [u for u in left if not any(u in _bounds(other) for other in left - {u})]
        found += sorted(free, key=repr)
        left -= set(free)
    return found


def _bounds(unknown: Any) -> frozenset[Any]:
    _, low, high = unknown[1]
    return unknowns_of(low) | unknowns_of(high or ())


def put_in(value: Number, unknown: Any, way: Number) -> Number:
    """Return a number with an unknown replaced where it stands by itself."""
    whole = [(m, f) for m, f in terms_of(value).items() if not any(b == unknown for b, _ in m)]
    parts = [number(dict(whole))]
    for monomial, factor in terms_of(value).items():
        exponents = [exponent for base, exponent in monomial if base == unknown]
        if exponents:
            rest = number({tuple(part for part in monomial if part[0] != unknown): factor})
            parts.append(rest * power(way, exponents[0]))
    return added(parts)


def _signs_of_coefficients(value: Number) -> tuple[int, ...]:
    """Return the sign of a number in steps ≥ 0 and positive bases whose coefficients agree."""
    grouped: dict[Any, Number] = {}
    for monomial, factor in terms_of(value).items():
        open_part = tuple(part for part in monomial if _is_open(part[0]))
        closed = tuple(part for part in monomial if not _is_open(part[0]))
        grouped[open_part] = grouped.get(open_part, 0) + number({closed: factor})
    signs = {part: _sign_of_known(coefficient) for part, coefficient in grouped.items()}
    found = {sign for sign in signs.values() if sign}
    if not found:
        return (0,)
    if len(found) > 1:
        raise Inconclusive("the sign of an expression for every n")
    (sign,) = found
    strict = any(s and all(_is_positive(b) for b, _ in part) for part, s in signs.items())
    return (sign,) if strict else (0, sign)


def is_summed(base: Any) -> bool:
    """Tell whether a base is a sum of entries, max(0, x), or a share, between bounds; may be 0."""
    return base[0] == UNKNOWN and base[1][0][0] in (SUMMED, LEAST, SHARE_OR_ENDS)


def _is_open(base: Any) -> bool:
    return base[0] in MAY_BE_0 or bool(unknowns_in(base))


def _is_positive(base: Any) -> bool:
    """Tell whether a base is positive: a tail is, if its terms are and there is at least one."""
    kind, content = base
    if is_summed(base):
        return signs_of(number(dict(content[1]))) == (1,)
    if kind == TAIL:
        _, body, last = content
        bases = [inner for monomial, _ in body for inner, _ in monomial]
        positive = all(factor > 0 for _, factor in body) and all(map(_is_positive, bases))
        return positive and signs_of(number(dict(last))) == (1,)
    return kind not in MAY_BE_0
