"""Columns: what a term is worth in many cases at once, as codes of its different values.

A `Pool` lists values that are written differently; a `Column` has, for every case, the code of its
value in a pool. A column with one entry has that value in every case.

Why it is right. An operation is carried out
once for every combination of values that occurs, by whatever function is given: so a column holds
what the function would return case by case, and nothing is computed by the column itself. A value
that is undefined is None, and whatever is made of it is None.

>>> numbers = column([3, 5, 3, 4])
>>> joined(lambda a: a * a, [numbers]).listed()
[9, 25, 9, 16]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from math import prod
from typing import Any

import numpy as np

from proofs.trusted.number import Inconclusive, Irrational, Number, Undefined, has_unknowns
from proofs.trusted.sign import enclosed, sign_of

Codes = Any  # an array of whole numbers
MOST_COMBINATIONS = 400_000
BITS = 64


class Pool:
    """Values under codes 0, 1, …: what is written alike has one code; `known` without unknowns."""

    def __init__(self, values: Iterable[Any] = ()) -> None:
        self.values: list[Any] = []
        self.known = True
        self._codes: dict[Any, int] = {}
        self._ranks: list[int] = []
        for value in values:
            self.code(value)

    def code(self, value: Any) -> int:
        """Return the code of a value, a new one where there is none."""
        key = frozenset(value.terms.items()) if isinstance(value, Irrational) else value
        found = self._codes.setdefault(key, len(self.values))
        if found == len(self.values):
            self.values.append(value)
            self.known &= not (isinstance(value, Irrational) and has_unknowns(value))
        return found

    def ranks(self) -> list[int]:
        """Return the ranks of the values by size."""
        if len(self._ranks) != len(self.values):
            self._ranks = ranks(self.values)
        return self._ranks


@dataclass(frozen=True)
class Column:
    """For every case the code of a value; one code alone is that of every case."""

    pool: Pool
    codes: Codes

    def only(self, rows: Any) -> Column:
        """Return the column of some of the cases."""
        return self if len(self.codes) == 1 else Column(self.pool, self.codes[rows])

    def listed(self) -> list[Any]:
        """Return the values themselves."""
        return [self.pool.values[code] for code in self.codes]

    def where(self, wanted: Any, size: int) -> Any:
        """Tell of every case whether it has one value, `wanted` being True, False or None."""
        found = np.array([value is wanted for value in self.pool.values], dtype=bool)
        return np.broadcast_to(found[self.codes], (size,))


def column(values: Sequence[Any]) -> Column:
    """Return the column of some values."""
    pool = Pool()
    return Column(pool, np.array([pool.code(value) for value in values], dtype=np.int64))


def constant(value: Any) -> Column:
    """Return the column that has one value in every case."""
    return column([value])


def joined(function: Callable[..., Any], columns: Sequence[Column], into: Any = None) -> Column:
    """Apply a function in every case: once for each combination of values that occurs."""
    pool = Pool() if into is None else into
    sizes = [len(one.pool.values) for one in columns]
    keys = keyed([one.codes for one in columns], sizes)
    present, places = distinct(keys, sizes)
    if len(present) > MOST_COMBINATIONS:
        raise Inconclusive(f"{len(present):,} combinations of values are too many")
    made = np.empty(len(present), dtype=np.int64)
    combinations = zip(*parted(present, sizes), strict=True) if columns else [()]
    for place, codes in enumerate(combinations):
        values = [one.pool.values[code] for one, code in zip(columns, codes, strict=True)]
        made[place] = pool.code(_applied(function, values))
    return Column(pool, made[places])


def _applied(function: Callable[..., Any], values: list[Any]) -> Any:
    if any(value is None for value in values):
        return None
    try:
        return function(*values)
    except Undefined:
        return None


def keyed(codes: Sequence[Codes], sizes: Sequence[int]) -> Codes:
    """Return one number for each combination of codes."""
    if prod(sizes) >= 2**62:
        raise Inconclusive("too many combinations of values to be numbered")
    keys: Codes = np.zeros(1, dtype=np.int64)
    for one, size in zip(codes, sizes, strict=True):
        keys = keys * size + one
    return keys


def parted(keys: Codes, sizes: Sequence[int]) -> list[Codes]:
    """Return the codes that numbers stand for: the reverse of `keyed`."""
    found = []
    for size in reversed(sizes):
        found.append(keys % size)
        keys = keys // size
    return found[::-1]


def distinct(keys: Codes, sizes: Sequence[int]) -> tuple[Codes, Codes]:
    """Return the different keys, increasing, and the place of each key among them."""
    total = prod(sizes)
    if total <= 4 * len(keys) + 1_000:
        seen = np.zeros(total, dtype=bool)
        seen[keys] = True
        present = np.flatnonzero(seen)
        places = (np.cumsum(seen) - 1)[keys]
    else:
        present, places = np.unique(keys, return_inverse=True)
    return present, places


def put_together(size: int, parts: Sequence[tuple[Any, Column]]) -> Column:
    """Return one column from those of parts of the cases, each with its rows."""
    pool, codes = Pool(), np.full(size, -1, dtype=np.int64)
    for rows, one in parts:
        into = np.array([pool.code(value) for value in one.pool.values], dtype=np.int64)
        codes[rows] = into[one.codes]
    assert codes.min(initial=0) >= 0, "a case belongs to no part"
    return Column(pool, codes)


# The order of values -----------------------------------------------------------------------------


def ranks(values: Sequence[Number]) -> list[int]:
    """Return the ranks of numbers by size, equal for equal numbers; −1 for what is undefined.

    Two numbers in disjoint intervals are in the order of these; otherwise their difference has a
    sign that `sign_of` settles, or leaves open by raising Inconclusive.

    >>> ranks([5, None, 3, 5])
    [1, -1, 0, 1]
    """
    places = [place for place, value in enumerate(values) if value is not None]
    rational = not any(isinstance(value, Irrational) for value in values)
    bounds = {} if rational else {place: _bounds(values[place]) for place in places}

    def compare(one: int, two: int) -> int:
        if bounds:
            (low, high), (other_low, other_high) = bounds[one], bounds[two]
            if high < other_low or other_high < low:
                return -1 if high < other_low else 1
        return sign_of(values[one] - values[two])

    places.sort(key=cmp_to_key(compare))
    found, rank = [-1] * len(values), -1
    for before, place in zip([None, *places], places, strict=False):
        rank += before is None or compare(before, place) != 0
        found[place] = rank
    return found


def _bounds(value: Number) -> tuple[int, int]:
    """Return whole numbers between which 2^BITS times a number lies."""
    (low, high) = (_scaled(end) for end in enclosed(value, BITS)._mpi_)
    return low, high + 1


def _scaled(end: tuple[int, int, int, int]) -> int:
    """Return 2^BITS times ± mantissa · 2^exponent, rounded down."""
    negative, mantissa, exponent, _ = end
    signed = -int(mantissa) if negative else int(mantissa)
    shift = exponent + BITS
    return signed << shift if shift >= 0 else signed >> -shift
