"""Rounding exact numbers: rational ones by integers, others by certified intervals.

>>> from proofs.exact.numbers import log_of
>>> print(floor(log_of(9) / log_of(2)), remainder(Exact.rational(-7), Exact.rational(3)))
3 2
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from proofs.exact.atoms import ONE, Monomial, fixed_point, sign_of
from proofs.exact.numbers import Exact
from proofs.exact.whole import Whole, dtype_for

BITS = 64


def floor(value: Exact) -> Exact:
    """Return the largest integers that are not larger."""
    if value.is_rational:
        part, below = value.numerator(), value.denominator
        low, high = part.low // below, part.high // below
        data = part.data
        if isinstance(data, np.ndarray):
            wide = object if data.dtype == object or below >= 1 << 62 else np.int64
            data = (data.astype(wide) // below).astype(dtype_for(low, high))
        else:
            data //= below
        return Exact({ONE: Whole(data, low, high)}, 1, value.undefined)
    low, high = (_bound(value, side) for side in (min, max))
    data = value.on_rows(lambda row: _floor(row, value.denominator))
    if isinstance(data, np.ndarray):
        data = data.astype(dtype_for(low, high))
    return Exact({ONE: Whole(data, low, high)}, 1, value.undefined)


def remainder(value: Exact, divisor: Exact) -> Exact:
    """Return what is left of a division; its sign is the divisor's."""
    found = value - divisor * floor(value / divisor)
    if not (found.is_rational and divisor.is_scalar and divisor.is_rational):
        return found
    size = divisor.numerator().data * found.denominator
    if size <= 0 or divisor.undefined is not False:
        return found
    most = -(-size // divisor.denominator) - 1
    part = Whole(found.numerator().data, 0, max(0, most))
    return Exact({ONE: part}, found.denominator, found.undefined)


def _floor(coordinates: dict[Monomial, int], denominator: int) -> int:
    """Return the floor of one number: the nearest integer, or the one before it."""
    near = sum(c * fixed_point(atom, BITS) for atom, c in coordinates.items())
    whole = round(Fraction(near, denominator << BITS))
    coordinates = {**coordinates, ONE: coordinates.get(ONE, 0) - whole * denominator}
    return whole if sign_of(coordinates) >= 0 else whole - 1


def _bound(value: Exact, side: Any) -> int:
    """Return an integer that no floor of the numbers is below, or above."""
    total = 0
    for atom, part in value.parts.items():
        size = fixed_point(atom, BITS)
        total += side(c * a for c in (part.low, part.high) for a in (size, size + 1))
    return total // (value.denominator << BITS)
