"""Exact numbers, one or many at a time: integer coordinates over real atoms.

A number is Σ cₐ·a / d with integers cₐ, d and *atoms* a: products of powers of
primes (exponents in [0, 1)), logarithms of integers that are no perfect power,
and at times the inverse of one fixed sum. Rationally dependent constants thus
share an atom: log 2/log 8 is 1/3, √8 is 2·√2. Equal coordinates prove equal
numbers; different coordinates are separated by certified intervals (Arb) or,
failing that, not at all: then :class:`Undecidable` is raised.

The coordinates are Python integers, NumPy integer arrays (narrow where the known
bounds allow, Python integers where 64 bits do not suffice), or unknowns of a script,
so the same code serves a scalar, a million rankings, and all that a solver may choose.

>>> root = Exact.rational(8) ** Fraction(1, 2)
>>> print(root - 2 * Exact.rational(2) ** Fraction(1, 2))
0
>>> int((log_of(8) / log_of(2) - 3).signs())
0
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cmp_to_key, reduce
from math import gcd, lcm
from typing import Any

import numpy as np

from proofs.exact.atoms import (
    ONE,
    Monomial,
    enclose,
    expression_of,
    factors,
    fixed_point,
    normalise,
    product,
    root_of_power,
    sign_of,
)
from proofs.exact.whole import (
    Undecidable,
    Unknown,
    Whole,
    add_whole,
    bounded,
    dtype_for,
    look_up,
    multiply_whole,
    possible,
    where,
    whole,
)

FIXED_BITS = 62
LARGEST_POWER = 10_000
MANY = (np.ndarray, Unknown)


@dataclass(frozen=True)
class Exact:
    """Exact numbers: integer coordinates over atoms, one denominator, and where undefined."""

    parts: dict[Monomial, Whole]
    denominator: int = 1
    undefined: Any = field(default=False)

    @staticmethod
    def rational(value: int | Fraction) -> Exact:
        """Return one rational number."""
        fraction = Fraction(value)
        parts = {ONE: whole(fraction.numerator)} if fraction else {}
        return Exact(parts, fraction.denominator)

    @staticmethod
    def integers(data: Any, low: int, high: int) -> Exact:
        """Return integers (one or an array) that lie between the bounds."""
        return Exact({ONE: Whole(data, low, high)})

    @staticmethod
    def whole(value: Unknown | int) -> Exact:
        """Return an integer, known or not."""
        return _tidy({ONE: bounded(value)}, 1, False)

    @property
    def is_scalar(self) -> bool:
        """Tell whether this is one known number rather than many."""
        return not any(isinstance(part.data, MANY) for part in self.parts.values())

    @property
    def is_rational(self) -> bool:
        """Tell whether the only atom is 1."""
        return all(monomial == ONE for monomial in self.parts)

    def numerator(self) -> Whole:
        """Return the coordinate over the atom 1 of rational numbers."""
        return self.parts.get(ONE, whole(0))

    def as_fraction(self) -> Fraction:
        """Return one rational number as a fraction."""
        if not self.is_rational or self.undefined is not False:
            raise Undecidable(f"a place, limit or exponent that is not a rational number: {self}")
        return Fraction(self.numerator().data, self.denominator)

    def scaled(self, factor: int, denominator: int) -> Exact:
        """Multiply every coordinate by `factor` and set the denominator."""
        if factor == 1 and denominator == self.denominator:
            return self
        times = whole(factor)
        parts = {atom: multiply_whole(part, times) for atom, part in self.parts.items()}
        return Exact(parts, denominator, self.undefined)

    def __add__(self, other: Exact | int) -> Exact:
        other = other if isinstance(other, Exact) else Exact.rational(other)
        common = lcm(self.denominator, other.denominator)
        left = self.scaled(common // self.denominator, common)
        right = other.scaled(common // other.denominator, common)
        parts = dict(left.parts)
        for atom, part in right.parts.items():
            parts[atom] = add_whole(parts[atom], part) if atom in parts else part
        return _tidy(parts, common, either(self.undefined, other.undefined))

    def __neg__(self) -> Exact:
        return self.scaled(-1, self.denominator)

    def __sub__(self, other: Exact | int) -> Exact:
        return self + -(other if isinstance(other, Exact) else Exact.rational(other))

    def __mul__(self, other: Exact | int) -> Exact:
        other = other if isinstance(other, Exact) else Exact.rational(other)
        total = Exact({}, 1, either(self.undefined, other.undefined))
        for left_atom, left in self.parts.items():
            for right_atom, right in other.parts.items():
                factor, atom = product(left_atom, right_atom)
                part = multiply_whole(left, right)
                if factor.numerator != 1:
                    part = multiply_whole(part, whole(factor.numerator))
                total = total + Exact({atom: part}, factor.denominator)
        return total.scaled(1, total.denominator * self.denominator * other.denominator)

    __rmul__ = __mul__
    __radd__ = __add__

    def __truediv__(self, other: Exact | int) -> Exact:
        other = other if isinstance(other, Exact) else Exact.rational(other)
        return self * other.inverse()

    def inverse(self) -> Exact:
        """Return 1 divided by this; undefined where it is 0."""
        return self.on_distinct(Exact.scalar_inverse)

    def scalar_inverse(self, signs: Callable[[Exact], Any] | None = None) -> Exact:
        """Return 1 divided by one number, whose sign may depend on what is free."""
        if not self.parts:
            return Exact({}, 1, True)
        if len(self.parts) == 1:
            ((atom, part),) = self.parts.items()
            factor, inverted = normalise([(base, -exponent) for base, exponent in atom])
            value = factor * Fraction(self.denominator, part.data)
        else:
            direction = int(self.signs() if signs is None else signs(self))
            if direction == 0:
                raise Undecidable("a sum of atoms may be zero and is divided by")
            leading = abs(next(iter(self._sorted_parts()))[1]) * direction
            content = tuple((atom, part / leading) for atom, part in self._sorted_parts())
            inverted = ((("sum", content), Fraction(-1)),)
            value = 1 / leading
        return Exact({inverted: whole(value.numerator)}, value.denominator, self.undefined)

    def _sorted_parts(self) -> list[tuple[Monomial, Fraction]]:
        items = sorted(self.parts.items(), key=lambda item: repr(item[0]))
        return [(atom, Fraction(part.data, self.denominator)) for atom, part in items]

    def __pow__(self, exponent: int | Fraction) -> Exact:
        exponent = Fraction(exponent)
        if exponent.denominator != 1:
            return self.on_distinct(lambda value: value._scalar_root(exponent))
        if exponent < 0:
            return self.inverse() ** -exponent
        if exponent == 0:
            return Exact({ONE: whole(1)}, 1, self.undefined)
        if exponent > LARGEST_POWER:
            raise Undecidable(f"a power with an exponent above {LARGEST_POWER:,}")
        return reduce(Exact.__mul__, [self] * int(exponent))

    def _scalar_root(self, exponent: Fraction) -> Exact:
        if not self.parts:
            return Exact({}, 1, self.undefined if exponent > 0 else True)
        if not self.is_rational:
            raise Undecidable("a root of an irrational number")
        value = self.as_fraction()
        if value < 0:
            return Exact({}, 1, True)
        powers = [(("prime", q), e * exponent) for q, e in factors(value.numerator)]
        powers += [(("prime", q), -e * exponent) for q, e in factors(value.denominator)]
        factor, atom = normalise(powers)
        return Exact({atom: whole(factor.numerator)}, factor.denominator, self.undefined)

    def absolute(self) -> Exact:
        """Return the absolute values of numbers with one atom."""
        parts = {}
        for atom, part in self.parts.items():
            parts[atom] = Whole(abs(part.data), 0, max(abs(part.low), abs(part.high)))
        return Exact(parts, self.denominator, self.undefined)

    def signs(self) -> Any:
        """Return the certified signs, or raise :class:`Undecidable` where one is unknown."""
        if len(self.parts) <= 1:
            data = next(iter(self.parts.values())).data if self.parts else 0
            if isinstance(data, np.ndarray) and data.dtype == object:
                return ((data > 0).astype(np.int8) - (data < 0).astype(np.int8)).astype(np.int8)
            if not isinstance(data, np.ndarray):
                return (data > 0) - (data < 0)
            return np.sign(data)
        return self._signs_by_intervals()

    def _signs_by_intervals(self) -> Any:
        alike = self.is_scalar and {part.data > 0 for part in self.parts.values()}
        if alike and len(alike) == 1:  # atoms are positive, and no coordinate is 0
            return 1 if alike.pop() else -1
        approximate, error = self.fixed_points()
        if not isinstance(approximate, np.ndarray):
            if abs(approximate) > error:
                return 1 if approximate > 0 else -1
            return sign_of({atom: part.data for atom, part in self.parts.items()})
        result = np.where(approximate > error, 1, np.where(approximate < -error, -1, 0))
        result = result.astype(np.int8)
        close = np.abs(approximate) <= error
        if close.any():
            shape = approximate.shape
            unsettled = self.rearranged(lambda data: np.broadcast_to(data, shape)[close])
            result[close] = unsettled.on_rows(sign_of).astype(np.int8)
        return result

    def on_rows(self, function: Callable[[dict[Monomial, int]], int]) -> Any:
        """Apply a function of coordinates to each number, once for equal ones."""
        atoms = list(self.parts)
        if self.is_scalar:
            return function({atom: self.parts[atom].data for atom in atoms})
        shape = np.broadcast_shapes(*[np.shape(part.data) for part in self.parts.values()])
        columns = [np.broadcast_to(self.parts[atom].data, shape).ravel() for atom in atoms]
        rows = list(zip(*[column.tolist() for column in columns], strict=True))
        images = {row: function(dict(zip(atoms, row, strict=True))) for row in set(rows)}
        return np.array([images[row] for row in rows], dtype=object).reshape(shape)

    def fixed_points(self) -> tuple[Any, int]:
        """Return integers within `error` of the numbers times one power of two, and that error.

        The common denominator is left out: the numbers of one array stay comparable.
        """
        sizes = {a: max(abs(part.low), abs(part.high)) for a, part in self.parts.items()}
        error = max(1, sum(sizes.values()))
        reach = sum(size * (fixed_point(atom, 0) + 1) for atom, size in sizes.items())
        bits = FIXED_BITS - 1 - max(1, reach).bit_length()
        if bits < 1 or self.is_scalar:
            bits = 128
        total = whole(0)
        for atom, part in self.parts.items():
            total = add_whole(total, multiply_whole(part, whole(fixed_point(atom, bits))))
        return total.data, error

    def on_distinct(self, function: Any) -> Exact:
        """Apply a function of one number to each entry, by a table of all that the bounds allow."""
        if self.is_scalar:
            value = function(_tidy(self.parts, self.denominator, False))
            return Exact(value.parts, value.denominator, either(self.undefined, value.undefined))
        if len(self.parts) != 1:
            raise Undecidable("a root or quotient of sums with several atoms, ranking by ranking")
        ((atom, part),) = self.parts.items()
        images = {
            key: function(Exact({atom: whole(key)} if key else {}, self.denominator))
            for key in possible(part)
        }
        common = lcm(*[image.denominator for image in images.values()])
        parts = {}
        for found in dict.fromkeys(found for image in images.values() for found in image.parts):
            coordinates = {key: image.coordinate(found, common) for key, image in images.items()}
            parts[found] = look_up(part, coordinates)
        missing = [key for key, image in images.items() if image.undefined]
        return Exact(parts, common, either(self.undefined, where(part, missing)))

    def coordinates(self) -> frozenset[tuple[Monomial, Fraction]]:
        """Return the coordinates of one number: equal ones prove equal numbers."""
        parts = {atom: part.data for atom, part in self.parts.items() if part.data}
        return frozenset((atom, Fraction(c, self.denominator)) for atom, c in parts.items())

    def coordinate(self, atom: Monomial, denominator: int) -> int:
        """Return the coordinate of one number over an atom, with another denominator."""
        part = self.parts.get(atom)
        return 0 if part is None else int(part.data) * (denominator // self.denominator)

    def take(self, places: Any, undefined: Any = False) -> Exact:
        """Return the numbers at `places` of a one-dimensional array."""
        missing = self.undefined
        if isinstance(missing, np.ndarray):
            missing = missing[places]
        taken = self.rearranged(lambda data: data[places] if isinstance(data, np.ndarray) else data)
        return Exact(taken.parts, self.denominator, either(undefined, missing))

    def rearranged(self, function: Callable[[Any], Any]) -> Exact:
        """Pick or arrange the entries of every coordinate alike; bounds stay."""
        parts = {
            atom: Whole(function(part.data), part.low, part.high)
            for atom, part in self.parts.items()
        }
        return Exact(parts, self.denominator)

    def scalar(self, place: int) -> Exact:
        """Return one entry of a one-dimensional array."""
        parts = {}
        for atom, part in self.parts.items():
            value = int(part.data[place] if isinstance(part.data, np.ndarray) else part.data)
            if value:
                parts[atom] = whole(value)
        common = gcd(self.denominator, *[part.data for part in parts.values()])
        parts = {atom: whole(part.data // common) for atom, part in parts.items()}
        return Exact(parts, self.denominator // common)

    def approximate(self) -> Any:
        """Return floating-point values, to be shown or averaged but never compared."""
        total: Any = 0.0
        for atom, part in self.parts.items():
            shares = np.asarray(part.data, dtype=object) / self.denominator  # of any length
            total = total + np.asarray(shares, dtype=float) * float(enclose(atom).mid())
        return total

    def __str__(self) -> str:
        return str(self.expression())

    def expression(self) -> Any:
        """Return one number as a SymPy expression."""
        from sympy import Add

        return Add(
            *[
                value.numerator * expression_of(atom) / value.denominator
                for atom, value in self._sorted_parts()
            ]
        )


def _tidy(parts: dict[Monomial, Whole], denominator: int, undefined: Any) -> Exact:
    kept = {a: p for a, p in parts.items() if isinstance(p.data, np.ndarray) or p.data != 0}
    return Exact(kept, denominator, undefined)


def either(a: Any, b: Any) -> Any:
    """Return where at least one of two masks is set."""
    if a is False:
        return b
    if b is False:
        return a
    return a | b


def log_of(value: int | Fraction) -> Exact:
    """Return the natural logarithm of a positive rational number."""
    fraction = Fraction(value)
    if fraction.denominator != 1:
        return log_of(fraction.numerator) - log_of(fraction.denominator)
    if fraction <= 0:
        return Exact({}, 1, True)
    if fraction == 1:
        return Exact({})
    base, exponent = root_of_power(int(fraction))
    return Exact({((("log", base), Fraction(1)),): whole(exponent)})


def symbol(name: str) -> Exact:
    """Return a positive parameter without a value."""
    return Exact({((("symbol", name), Fraction(1)),): whole(1)})


def from_coordinates(coordinates: Mapping[Monomial, int], denominator: int = 1) -> Exact:
    """Return one number by its coordinates."""
    return Exact({atom: whole(c) for atom, c in coordinates.items() if c}, denominator)


def stack(numbers: list[Exact]) -> Exact:
    """Join single numbers into one array of numbers."""
    common = lcm(*[number.denominator for number in numbers])
    atoms = {atom: None for number in numbers for atom in number.parts}
    parts = {}
    for atom in atoms:
        column = [number.coordinate(atom, common) for number in numbers]
        low, high = min(column), max(column)
        parts[atom] = Whole(np.array(column, dtype=dtype_for(low, high)), low, high)
    undefined = np.array([bool(number.undefined) for number in numbers])
    return Exact(parts, common, undefined if undefined.any() else False)


def ranks(table: Exact, size: int) -> Any:
    """Return the place of each of `size` values with distinct coordinates in increasing order.

    Neighbours are certified to differ; :class:`Undecidable` is raised where they cannot be.
    """
    if not size:
        return np.zeros(1, dtype=np.int8)
    order = np.argsort(np.asarray(table.fixed_points()[0]), kind="stable") if size > 1 else [0]
    if size > 1 and not _strictly_increasing(table, order):

        def difference(a: int, b: int) -> int:
            return int((table.scalar(a) - table.scalar(b)).signs())

        order = np.array(sorted(range(size), key=cmp_to_key(difference)))
        if not _strictly_increasing(table, order):
            raise Undecidable("two values with different coordinates could not be separated")
    places = np.empty(size, dtype=dtype_for(0, size))
    places[order[:size]] = np.arange(size)
    return places


def _strictly_increasing(table: Exact, order: Any) -> bool:
    steps = table.take(order[1:]) - table.take(order[:-1])
    return bool(np.all(np.asarray(steps.signs()) > 0))
