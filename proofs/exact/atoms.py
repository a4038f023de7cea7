"""Atoms: the real numbers over which exact values have integer coordinates.

An atom is a monomial: prime powers with exponents in [0, 1), powers of logarithms
of integers that are no perfect power, of parameters without a value, and of sums
that were divided by. All are positive.

>>> normalise([(("prime", 2), Fraction(3, 2))])
(Fraction(2, 1), ((('prime', 2), Fraction(1, 2)),))
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from threading import RLock
from typing import Any

from flint import arb, ctx, fmpz

from proofs.exact.whole import Undecidable

Base = tuple[Any, ...]
Monomial = tuple[tuple[Base, Fraction], ...]
ONE: Monomial = ()
PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)
ONE_AT_A_TIME = RLock()  # python-flint keeps the working precision in one global context


@cache
def factors(number: int) -> tuple[tuple[int, int], ...]:
    """Return the prime factorisation of a positive integer."""
    return tuple((int(prime), int(power)) for prime, power in fmpz(number).factor())


@cache
def root_of_power(number: int) -> tuple[int, int]:
    """Write an integer ≥ 2 as c**e with e as large as can be; return c, e."""
    from sympy import perfect_power

    base, exponent = perfect_power(number) or (number, 1)
    return int(base), int(exponent)


def normalise(exponents: Iterable[tuple[Base, Fraction]]) -> tuple[Fraction, Monomial]:
    """Collect powers of bases into a rational factor and a monomial in normal form."""
    total: dict[Base, Fraction] = {}
    for base, exponent in exponents:
        total[base] = total.get(base, Fraction(0)) + exponent
    factor = Fraction(1)
    kept = []
    for base, exponent in total.items():
        if base[0] == "prime":
            units = exponent.__floor__()
            factor *= Fraction(base[1]) ** units
            exponent -= units
        if exponent:
            kept.append((base, exponent))
    return factor, tuple(sorted(kept, key=repr))


@cache
def product(a: Monomial, b: Monomial) -> tuple[Fraction, Monomial]:
    """Return the product of two monomials as a rational factor and a monomial."""
    return normalise((*a, *b))


def is_free(monomial: Monomial) -> bool:
    """Tell whether the monomial contains a parameter without a value."""
    return any(
        kind == "symbol" or (kind == "sum" and any(is_free(atom) for atom, _ in content))
        for (kind, content), _ in monomial
    )


def is_root(monomial: Monomial) -> bool:
    """Tell whether the monomial is a product of prime powers.

    Distinct ones are linearly independent over the rationals (Besicovitch 1940).
    """
    return all(base[0] == "prime" for base, _ in monomial)


def enclose(monomial: Monomial) -> arb:
    """Return an interval around the monomial, at the working precision."""
    value = arb(1)
    for base, exponent in monomial:
        power = arb(exponent.numerator) / exponent.denominator
        value *= _enclose_base(base) ** (exponent.numerator if exponent.denominator == 1 else power)
    return value


def _enclose_base(base: Base) -> arb:
    kind, content = base
    if kind == "prime":
        return arb(content)
    if kind == "log":
        return arb(content).log()
    if kind == "sum":
        total = arb(0)
        for monomial, coefficient in content:
            total += enclose(monomial) * coefficient.numerator / coefficient.denominator
        return total
    raise Undecidable(f"the parameter {content} has no value")


@cache
def fixed_point(monomial: Monomial, bits: int) -> int:
    """Return an integer within 1 below the monomial times 2**bits."""
    for precision in PRECISIONS:
        with ONE_AT_A_TIME, ctx.workprec(precision + bits):
            scaled = enclose(monomial) * (arb(2) ** bits)
            floor = scaled.floor().unique_fmpz()
        if floor is not None:
            return int(floor)
    raise Undecidable("an atom could not be enclosed")


def cleared(parts: dict[Monomial, Fraction]) -> dict[Monomial, Fraction]:
    """Multiply a number by the (positive) sums that it was divided by: its sign stays.

    A quotient such as (a + b)/(a + b) has coordinates that intervals cannot tell from 1.
    """
    while True:
        sums = [base for atom in parts for base, power in atom if base[0] == "sum" and power < 0]
        if not sums:
            return parts
        divisor = sums[0]
        grown: dict[Monomial, Fraction] = {}
        for atom, value in parts.items():
            divided = any(base == divisor and power < 0 for base, power in atom)
            terms = (((((divisor, Fraction(1)),)), Fraction(1)),) if divided else divisor[1]
            for times, weight in terms:
                factor, multiplied = product(atom, times)
                grown[multiplied] = grown.get(multiplied, Fraction(0)) + value * weight * factor
        parts = {atom: value for atom, value in grown.items() if value}


def sign_of(coordinates: dict[Monomial, int]) -> int:
    """Return the sign of one number from its coordinates, by intervals of growing precision."""
    parts = cleared({atom: Fraction(value) for atom, value in coordinates.items() if value})
    if not parts:
        return 0
    precisions: Iterable[int] = PRECISIONS
    if all(is_root(atom) for atom in parts):
        precisions = (*PRECISIONS, *(1 << power for power in range(13, 21)))
    for precision in precisions:
        with ONE_AT_A_TIME, ctx.workprec(precision):
            total = arb(0)
            for atom, value in parts.items():
                total += enclose(atom) * value.numerator / value.denominator
            if total > 0:
                return 1
            if total < 0:
                return -1
    raise Undecidable("two values agree to more than a thousand digits but were not proved equal")


def expression_of(monomial: Monomial) -> Any:
    """Return a monomial as a SymPy expression."""
    from sympy import Add, Integer, Mul, Rational, Symbol, log

    def of(base: Base) -> Any:
        kind, content = base
        if kind == "prime":
            return Integer(content)
        if kind == "log":
            return log(content)
        if kind == "symbol":
            return Symbol(content, positive=True)
        return Add(*[Rational(c.numerator, c.denominator) * expression_of(a) for a, c in content])

    return Mul(*[of(base) ** Rational(e.numerator, e.denominator) for base, e in monomial])
