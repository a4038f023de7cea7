"""Integers with known bounds, one or an array: as narrow as the bounds allow, never overflowing."""

from __future__ import annotations

import operator
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

WIDTHS = ((7, np.int8), (15, np.int16), (31, np.int32), (63, np.int64))


class Undecidable(Exception):
    """What is asked of a number cannot be settled exactly; the message says why."""


class Unknown:
    """An integer of which only bounds are known: what a script writes instead of an array.

    It is added to and multiplied with integers and others of its kind.
    """

    low: int
    high: int

    def possible(self) -> range:
        """Return every integer within the bounds."""
        raise NotImplementedError

    def image(self, values: dict[int, int]) -> Any:
        """Return the image under a function that is given for every integer within the bounds."""
        raise NotImplementedError

    def is_value(self, value: int) -> Any:
        """Return the condition that it has a value."""
        raise NotImplementedError


class Whole(NamedTuple):
    """An integer, one that is unknown, or an array, with bounds that hold for every entry."""

    data: Any
    low: int
    high: int


def dtype_for(low: int, high: int) -> Any:
    """Return the narrowest integer type for these bounds, or ``object`` beyond 64 bits."""
    for bits, dtype in WIDTHS:
        if -(1 << bits) < low and high < (1 << bits):
            return dtype
    return object


def whole(value: int) -> Whole:
    """Return one integer with its bounds."""
    return Whole(value, value, value)


def bounded(value: Unknown | int) -> Whole:
    """Return one integer, known or not, with its bounds."""
    return Whole(value, value.low, value.high) if isinstance(value, Unknown) else whole(int(value))


def _combined(operation: Any, on_arrays: Any, a: Whole, b: Whole, low: int, high: int) -> Whole:
    if not isinstance(a.data, np.ndarray) and not isinstance(b.data, np.ndarray):
        found = operation(a.data, b.data)
        return bounded(found) if isinstance(found, Unknown) else whole(int(found))
    dtype = dtype_for(min(low, a.low, b.low), max(high, a.high, b.high))
    if dtype is object:
        return Whole(operation(_objects(a.data), _objects(b.data)), low, high)
    return Whole(on_arrays(a.data, b.data, dtype=dtype, casting="unsafe"), low, high)


def _objects(data: Any) -> Any:
    return data.astype(object) if isinstance(data, np.ndarray) else data


def add_whole(a: Whole, b: Whole) -> Whole:
    """Return a + b."""
    return _combined(operator.add, np.add, a, b, a.low + b.low, a.high + b.high)


def multiply_whole(a: Whole, b: Whole) -> Whole:
    """Return a · b."""
    if a.data is b.data:
        highest = max(abs(a.low), abs(a.high)) ** 2
        return _combined(operator.mul, np.multiply, a, b, 0, highest)
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return _combined(operator.mul, np.multiply, a, b, min(corners), max(corners))


def look_up(a: Whole, values: dict[int, int]) -> Whole:
    """Replace each entry by its image; `values` covers every possible entry."""
    images = values.values()
    low, high = min(images), max(images)
    if isinstance(a.data, Unknown):
        return bounded(a.data.image(values))
    if not isinstance(a.data, np.ndarray):
        return Whole(values[a.data], low, high)
    table = np.zeros(a.high - a.low + 1, dtype=dtype_for(low, high))
    for key, image in values.items():
        table[key - a.low] = image
    return Whole(table[a.data.astype(np.int64) - a.low], low, high)


def possible(a: Whole) -> range:
    """Return every integer within the bounds: the same table for every block of rankings."""
    if isinstance(a.data, Unknown):
        return a.data.possible()
    if a.high - a.low > 1 << 16:
        raise Undecidable("a quotient or root of integers with too wide a range")
    return range(a.low, a.high + 1)


def where(a: Whole, values: list[int]) -> Any:
    """Return where an integer has one of some values: False, a mask, or a condition of a script."""
    if isinstance(a.data, np.ndarray):
        return np.isin(a.data, values) if values else False
    return reduce(operator.or_, map(a.data.is_value, values)) if values else False
