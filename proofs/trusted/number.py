"""Exact numbers: rationals, and sums of products of roots, logarithms and unknown whole numbers.

A rational number is a Python integer or `Fraction`. An `Irrational` is Σ c·M with rational c ≠ 0
and different monomials M; a monomial is a product of powers of *bases*. Most bases are positive
real numbers: an integer > 1 (with an exponent strictly between 0 and 1), a rational number to an
unknown power, the logarithm of an integer > 1 or of an expression above 1, a sum that was certified
to be positive (with an exponent below 1), or an unknown between positive bounds, such as n. Some
may also be 0: a tail, which is a sum of such products over a range that may be empty; an absolute
value or a root; what is 1 where a comparison is true, and 0 elsewhere; a step, by which an unknown
exceeds a bound; a sum of entries, or the larger of 0 and a number, known between two bounds; and
the part above 0, or below it, of a
product over a range.

Why it is right. Every operation below is an identity between positive real numbers: equal bases
add their exponents, whole powers of integers move into the coefficient, whole powers of sums are
multiplied out, log(ab) = log a + log b. So what is written always has the value that it should
have, and a number without terms is 0. The converse is not claimed: that a sum is *not* 0 is shown
by `proofs.trusted.sign`, and only there. A root of a negative number and a division by 0 are
undefined.

>>> print(power(8, Fraction(1, 2)) - 2 * power(2, Fraction(1, 2)))
0
>>> print(logarithm(8) * inverse(logarithm(2)))
3
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import floor
from typing import Any

Monomial = tuple[tuple[Any, Fraction], ...]
Number = Any  # int | Fraction | Irrational
ROOT, LOG, SUM, POWER = "root", "log", "sum", "power"
UNKNOWN, TAIL, ABSOLUTE, RADICAL, TRUE, STEP = (
    "unknown",
    "tail",
    "absolute",
    "radical",
    "true",
    "step",
)
PRODUCT, ABOVE, BELOW = "product", "product above 0", "product below 0"
RANGES = (TAIL, PRODUCT, ABOVE, BELOW)
ENTRY, SUMMED, LEAST, COUNT = "entry", "summed", "least", "count"
SHARE, SHARE_OR_1, SHARE_OR_ENDS = "share", "share or 1", "share or ends"
"""What unknowns from 0 to 1 are called: between both, perhaps 1, perhaps 0 or 1."""
MAY_BE_0 = (TAIL, ABSOLUTE, RADICAL, TRUE, STEP, ABOVE, BELOW)
TRIED = 10_000
LONGEST_POWER = 100_000
"""How many binary digits a power of a rational number may have, and factors one of others."""


class Hashed(tuple[Any, ...]):
    """A tuple whose hash is found once, as it nests."""

    _hash: int

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            self._hash = super().__hash__()
            return self._hash


class Base(Hashed):
    """What a base is: its kind and its content; its text is found once, too."""

    _text: str

    def __repr__(self) -> str:
        if "_text" not in vars(self):
            self._text = super().__repr__()
        return self._text


@cache
def kept(base: tuple[str, Any]) -> Base:
    """Return the one object that stands for a base."""
    return Base(base)


class Undefined(Exception):
    """A value is 0/0, x/0, or a root or logarithm that no real number is."""


class Inconclusive(Exception):
    """Something could not be decided exactly; the message says what."""


class Irrational:
    """A sum of at least one term that is not rational: {monomial: coefficient}."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, Fraction]) -> None:
        self.terms = dict(terms)

    def __add__(self, other: Number) -> Number:
        return added((self, other))

    def __mul__(self, other: Number) -> Number:
        return added(
            _product((*left, *right), a * b)
            for left, a in self.terms.items()
            for right, b in terms_of(other).items()
        )

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Number:
        return self * -1

    def __sub__(self, other: Number) -> Number:
        return self + other * -1

    def __rsub__(self, other: Number) -> Number:
        return self * -1 + other

    def __eq__(self, other: object) -> bool:
        raise TypeError("exact numbers are compared by their sign")

    __hash__ = None  # type: ignore[assignment]


def terms_of(value: Number) -> Mapping[Monomial, Fraction]:
    """Return the terms of a number."""
    return value.terms if isinstance(value, Irrational) else {(): Fraction(value)}


def added(values: Iterable[Number]) -> Number:
    """Return the sum of some numbers."""
    total: dict[Monomial, Fraction] = {}
    for value in values:
        for monomial, factor in terms_of(value).items():
            total[monomial] = total.get(monomial, Fraction(0)) + factor
    return number(total)


def number(terms: Mapping[Monomial, Fraction]) -> Number:
    """Return the number with these terms: a rational one where no other term is left."""
    kept = {monomial: factor for monomial, factor in terms.items() if factor}
    return Irrational(kept) if len(kept) > (() in kept) else kept.get((), Fraction(0))


def _product(powers: tuple[tuple[Any, Fraction], ...], factor: Fraction) -> Number:
    """Return a product of powers: exponents of one base added, whole powers taken out.

    A root of what is at least 0, taken to a power that undoes it, is what the root is taken of.
    """
    exponents: dict[Any, Fraction] = {}
    for base, exponent in powers:
        known = base if type(base) is Base else kept(base)
        exponents[known] = exponents.get(known, 0) + exponent
    if not _joined_comparisons(exponents):
        return 0
    multiplied: list[Number] = []
    for base, exponent in exponents.items():
        kind, content = base
        whole = floor(exponent) if kind == ROOT or (kind == SUM and exponent >= 1) else 0
        exponents[base] = exponent - whole
        if kind == ROOT:
            factor *= Fraction(content) ** whole
        elif whole:
            multiplied += [number(dict(content))] * whole
        elif kind == RADICAL and exponent >= content[0].denominator:
            undone, exponents[base] = divmod(exponent, content[0].denominator)
            multiplied += [number(dict(content[1]))] * int(content[0].numerator * undone)
    monomial = Hashed(sorted(((b, e) for b, e in exponents.items() if e), key=repr))
    result = number({monomial: factor})
    for each in multiplied:
        result = result * each
    return result


def _joined_comparisons(exponents: dict[Any, Fraction]) -> bool:
    """Join comparisons of one value to one; return False where not all can be true."""
    signs: dict[Any, set[int]] = {}
    for base in [base for base in exponents if base[0] == TRUE]:
        true, compared = base[1]
        signs[compared] = signs.get(compared, {-1, 0, 1}) & set(true)
        del exponents[base]
    for compared, left in signs.items():
        exponents[kept((TRUE, (tuple(sorted(left)), compared)))] = Fraction(1)
    return all(signs.values())


def times(value: Number, base: Any, exponent: Fraction) -> Number:
    """Return a number times a power of a base."""
    return added(
        _product((*monomial, (base, exponent)), factor)
        for monomial, factor in terms_of(value).items()
    )


def power(value: Number, exponent: Fraction | int) -> Number:
    """Return a power with a rational exponent."""
    exponent = Fraction(exponent)
    _insist_short(value, exponent)
    if exponent.denominator == 1 and exponent >= 0:
        if not isinstance(value, Irrational):
            return value ** int(exponent)
        result: Number = 1
        for _ in range(int(exponent)):
            result = result * value
        return result
    sign = _sign(value)
    if sign == 0 and exponent > 0:
        return 0
    if sign == 0 or (sign < 0 and exponent.denominator > 1):
        raise Undefined
    if len(terms_of(value)) == 1:
        ((monomial, factor),) = terms_of(value).items()
        powers = [(base, e * exponent) for base, e in monomial]
    else:
        factor, normed = _normed(value, sign)
        powers = [((SUM, normed), exponent)]
    if exponent.denominator == 1:
        return _product(tuple(powers), Fraction(factor) ** int(exponent))
    for base, count in _factors(abs(factor)):
        powers.append(((ROOT, base), count * exponent))
    return _product(tuple(powers), Fraction(1))


def _insist_short(value: Number, exponent: Fraction) -> None:
    """Refuse a power that is too long a number, before it is computed."""
    if isinstance(value, Irrational):
        short = abs(exponent) <= LONGEST_POWER
    else:
        above, below = Fraction(value).as_integer_ratio()
        digits = max(abs(above), below).bit_length()
        short = digits <= 1 or abs(exponent) * digits <= LONGEST_POWER
    if not short:
        raise Inconclusive("a power with too many digits")


def unknown_power(value: Number, exponent: Number) -> Number:
    """Return a positive number to the power of an exponent with unknowns."""
    if _sign(value) != 1:
        raise Inconclusive("a power with an unknown exponent")
    if isinstance(value, Irrational):
        return times(1, (POWER, (written(value), written(exponent))), Fraction(1))
    terms = dict(terms_of(exponent))
    known = power(value, terms.pop((), Fraction(0)))
    return times(
        known, (POWER, (Fraction(value), tuple(sorted(terms.items(), key=repr)))), Fraction(1)
    )


def inverse(value: Number) -> Number:
    """Return 1 divided by a number that is not 0."""
    return power(value, -1)


def logarithm(value: Number) -> Number:
    """Return the natural logarithm of a positive rational number, or of an unknown above 1."""
    if isinstance(value, Irrational):
        if not has_unknowns(value) or _sign(value - 1) != 1:
            raise Inconclusive("the logarithm of an irrational number")
        return times(1, (LOG, written(value)), Fraction(1))
    if value <= 0:
        raise Undefined
    total: Number = 0
    for base, count in _factors(Fraction(value)):
        total = total + times(count, (LOG, base), Fraction(1))
    return total


def written(value: Number) -> tuple[tuple[Monomial, Fraction], ...]:
    """Return the terms of a number in one order, so that equal ones look alike."""
    return tuple(sorted(terms_of(value).items(), key=repr))


def has_unknowns(value: Number) -> bool:
    """Tell whether a number depends on n or another unknown."""
    bases = {base for monomial in terms_of(value) for base, _ in monomial}
    return any(map(unknowns_in, bases))


@cache
def unknowns_in(base: Any) -> frozenset[Any]:
    """Return the unknowns on which a base depends, those that a tail binds left out."""
    kind, content = base
    if kind == UNKNOWN:
        name, _, _ = content
        place = name[2] if name[0] in (ENTRY, SUMMED, LEAST) else ()
        return frozenset([base]) | unknowns_of(place)
    if kind in RANGES:
        index, body, last = content
        return frozenset(u for u in unknowns_of(body) if index not in unknowns_in(u)) | unknowns_of(
            last
        )
    if kind in (POWER, RADICAL, TRUE):
        powered = content[0] if kind == POWER and isinstance(content[0], tuple) else ()
        return unknowns_of(content[1]) | unknowns_of(powered)
    if kind == STEP:
        return frozenset([base])
    return unknowns_of(content) if isinstance(content, tuple) else frozenset()


def unknowns_of(terms: tuple[tuple[Monomial, Fraction], ...]) -> frozenset[Any]:
    """Return the unknowns on which the terms of a number depend."""
    bases = [base for monomial, _ in terms for base, _ in monomial]
    return frozenset().union(*map(unknowns_in, bases))


def _normed(value: Irrational, sign: int) -> tuple[Fraction, tuple[tuple[Monomial, Fraction], ...]]:
    """Return a factor and a positive sum whose product is the value, one way for all multiples."""
    items = sorted(value.terms.items(), key=repr)
    factor = abs(items[0][1]) * sign
    return factor, tuple((monomial, c / factor) for monomial, c in items)


def _factors(value: Fraction) -> list[tuple[int, int]]:
    """Return integers > 1 with exponents whose product is a positive number: small primes first.

    What is left after the small primes is one factor, prime or not: that is right all the same.
    """
    found: dict[int, int] = {}
    for rest, direction in ((value.numerator, 1), (value.denominator, -1)):
        base = 2
        while base * base <= rest and base < TRIED:
            while rest % base == 0:
                rest //= base
                found[base] = found.get(base, 0) + direction
            base += 1
        if rest > 1:
            found[rest] = found.get(rest, 0) + direction
    return [(base, count) for base, count in found.items() if count]


def _sign(value: Number) -> int:
    from proofs.trusted.sign import sign_of

    return sign_of(value)
