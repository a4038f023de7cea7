"""The relation of an order, run by run, as bit sets: from thresholds, without a table of all pairs.

A comparison f(r) ≤ g(s) puts the same runs s above all r that have the same f(r), so there is one
bit set for each value of f. What a formula makes of comparisons is made of their bit sets. It does
this for formulas in which each side of a comparison speaks of one run only.

>>> from lattice.orders import rank_replacement
>>> rows = thresholds(rank_replacement.below, [(0, 0), (0, 1), (1, 0), (1, 1)], 1)
>>> [format(row, "04b") for row in rows]
['1111', '1010', '1100', '1000']
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from math import prod
from typing import Any

import numpy as np

from lattice.order import Word
from lattice.order_formula import OrderFormula
from metrics.language.fold import RELATIONS, Masks
from metrics.language.runs import Run, r

Row = Callable[[int], int]


class NotSeparable(Exception):
    """A side of a comparison speaks of both runs."""


@dataclass(frozen=True)
class Numbers:
    """A whole number for every value of one run, r or s."""

    of_r: bool
    data: Any


class Truth:
    """A condition on two runs: for each r the set of all s with which it is true."""

    size: int
    row: Row

    def __and__(self, other: Any) -> Any:
        return _joined(operator.and_, 0, self, other)

    def __or__(self, other: Any) -> Any:
        return _joined(operator.or_, (1 << self.size) - 1, self, other)

    def __xor__(self, other: Any) -> Any:
        everything = (1 << self.size) - 1
        return Rows(self.size, lambda i: self.row(i) ^ everything)

    __rand__, __ror__ = __and__, __or__


@dataclass(frozen=True)
class Rows(Truth):
    """A condition on both runs."""

    size: int
    row: Row


@dataclass(frozen=True)
class Several(Truth):
    """Conditions that are joined by *and* or by *or*; `decisive` is the set that settles it."""

    size: int
    join: Any
    decisive: int
    parts: tuple[Row, ...]

    def row(self, i: int) -> int:
        first, *others = self.parts
        found = first(i)
        for part in others:
            if found == self.decisive:
                break
            found = self.join(found, part(i))
        return found


@dataclass(frozen=True)
class OfOne(Truth):
    """A condition on one run alone."""

    size: int
    of_r: bool
    holds: Any

    @cached_property
    def _mask(self) -> int:
        return _bits(self.holds)

    def row(self, i: int) -> int:
        if self.of_r:
            return (1 << self.size) - 1 if self.holds[i] else 0
        return self._mask

    def __xor__(self, other: Any) -> Any:
        return OfOne(self.size, self.of_r, ~self.holds)


def _joined(join: Any, decisive: int, one: Truth, other: Any) -> Any:
    """Join two conditions, one of which may be simply true or false."""
    if isinstance(other, bool | np.bool_):
        return one if bool(other) != bool(decisive) else bool(decisive)
    if isinstance(one, OfOne) and isinstance(other, OfOne) and one.of_r == other.of_r:
        return OfOne(one.size, one.of_r, join(one.holds, other.holds))
    parts: list[Row] = []
    for truth in (one, other):
        if isinstance(truth, Several) and truth.join is join:
            parts += truth.parts
        else:
            parts.append(truth.row)
    return Several(one.size, join, decisive, tuple(parts))


class _Thresholds(OrderFormula, Masks):
    """Reads a formula in r and s as a condition on both."""

    def __init__(self, words: list[Word], top: int) -> None:
        super().__init__(len(words[0]), top)
        self.count = len(words)
        self.table = np.array(words, dtype=np.int64).reshape(self.count, self.size)

    def same(self, e: Any, known: Any) -> Any:
        one, two = e.args
        return True if one == two else Rows(self.count, lambda i: 1 << i)

    def number(self, e: Any, known: Any) -> int:
        return int(e)

    def degree(self, run: Run, place: int, known: Any) -> Numbers:
        return Numbers(run == r, self.table[:, place - 1])

    def indicator(self, e: Any, known: Any) -> Any:
        truth = self.read(e.args[0], known)
        if isinstance(truth, OfOne):
            return Numbers(truth.of_r, truth.holds.astype(np.int64))
        if isinstance(truth, Truth):
            raise NotSeparable
        return int(truth)

    def total(self, values: Iterable[Any]) -> Any:
        return _exactly(operator.add, sum, 0, list(values))

    def times(self, values: Iterable[Any]) -> Any:
        return _exactly(operator.mul, prod, 1, list(values))

    def compared(self, relation: type, left: Any, right: Any) -> Any:
        holds = RELATIONS[relation]
        one, two = (side.data if isinstance(side, Numbers) else side for side in (left, right))
        runs = {side.of_r for side in (left, right) if isinstance(side, Numbers)}
        if not runs:
            return bool(holds(one, two))
        if len(runs) == 1:
            return OfOne(self.count, runs.pop(), np.asarray(holds(one, two), dtype=bool))
        if left.of_r:
            return self._by_value(one, lambda value: holds(value, two))
        return self._by_value(two, lambda value: holds(one, value))

    def _by_value(self, values: Any, holds: Callable[[Any], Any]) -> Rows:
        different, codes = np.unique(values, return_inverse=True)
        sets = [_bits(holds(value)) for value in different]
        return Rows(self.count, lambda i: sets[codes[i]])


def _exactly(join: Any, of_bounds: Any, start: int, values: list[Any]) -> Any:
    """Add or multiply numbers of one run; beyond 62 bits in Python's integers."""
    numbers = [value for value in values if isinstance(value, Numbers)]
    if not numbers:
        return reduce(join, values, start)
    if len({number.of_r for number in numbers}) > 1:
        raise NotSeparable
    data = [value.data if isinstance(value, Numbers) else value for value in values]
    bounds = [int(np.max(np.abs(part))) + 1 for part in data]
    kind = np.int64 if of_bounds(bounds) < 1 << 62 else object
    return Numbers(numbers[0].of_r, reduce(join, [np.asarray(part, dtype=kind) for part in data]))


def _bits(holds: Any) -> int:
    packed = np.packbits(np.asarray(holds, dtype=bool), bitorder="little")
    return int.from_bytes(packed.tobytes(), "little")


def thresholds(formula: Any, words: list[Word], top: int) -> list[int]:
    """Return for each run the set of runs with which a formula is true, or raise NotSeparable."""
    reader = _Thresholds(words, top)
    truth = reader.read(formula, reader.sizes)
    if isinstance(truth, Truth):
        return [truth.row(i) for i in range(len(words))]
    return [((1 << len(words)) - 1) * bool(truth)] * len(words)
