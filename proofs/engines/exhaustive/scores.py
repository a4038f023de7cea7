"""The scores of one metric on blocks of rankings, exact and comparable.

A score that is linear in integer features (precision, MAE, DCG over its atoms)
stays an array of coordinates. Others (RMSE, LR+, R²) are functions of a few
integers with few distinct values: those are numbered in a *book*, the function
is applied once to each, and arrays hold the numbers.

>>> from metrics.error import rmse
>>> scorer = Scorer(rmse, 3, {}, "items")
>>> columns = all_rankings(3)
>>> scores = scorer(columns[:, :1], columns)
>>> ids, values = scores.numbered()
>>> [str(values.scalar(place)) for place in ids]
['0', 'sqrt(6)/3', 'sqrt(6)/3', 'sqrt(2)', 'sqrt(2)', '2*sqrt(6)/3']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod
from threading import RLock
from typing import Any

import numpy as np

from metrics.language.parameters import SYMBOLS
from metrics.language.terms import n as n_symbol
from metrics.language.terms import read
from metrics.metric import Metric
from proofs.exact.compiled import Entries, compile_expression, features_of
from proofs.exact.numbers import Exact, from_coordinates, ranks, stack
from proofs.exact.whole import Whole

TABLE_LIMIT = 1 << 22
UNKNOWN, UNDEFINED = -2, -1


@lru_cache(maxsize=2)
def all_rankings(n: int) -> Any:
    """Return all rankings of n items in lexicographic order; the first axis runs over places.

    >>> all_rankings(2).tolist()
    [[1, 2], [2, 1]]
    """
    rankings = np.ones((1, 1), dtype=np.int8)
    for size in range(2, n + 1):
        count = rankings.shape[1]
        longer = np.empty((size, count * size), dtype=np.int8)
        for first in range(1, size + 1):
            block = slice((first - 1) * count, first * count)
            longer[0, block] = first
            np.add(rankings, rankings >= first, out=longer[1:, block], casting="unsafe")
        rankings = longer
    rankings.setflags(write=False)
    return rankings


def one_key(parts: list[Whole]) -> tuple[Any, int] | None:
    """Join several integers into one by mixed radix; return it and its range, or None."""
    spans = [part.high - part.low + 1 for part in parts]
    size = prod(spans)
    if size >= 1 << 62:
        return None
    dtype: Any = np.int64 if size > TABLE_LIMIT else np.int32
    key: Any = dtype(0)
    for part, span in zip(parts, spans, strict=True):
        key = key * dtype(span) + _beyond_low(part, dtype)
    return key, size


def _beyond_low(part: Whole, dtype: Any) -> Any:
    """Return by how much integers exceed their bound, which need not fit the type of the rest."""
    data, ends = np.asarray(part.data), np.iinfo(dtype)
    if ends.min <= part.low and part.high <= ends.max:
        return data.astype(dtype) - dtype(part.low)
    return (data.astype(object) - part.low).astype(dtype)


def distinct(parts: list[Whole], shape: tuple[int, ...], **wanted: Any) -> tuple[Any, ...]:
    """Return where each combination of several integers stands first, and what else is wanted.

    What is wanted are the options of :func:`numpy.unique`.
    """
    joined, axis = one_key(parts), None
    if joined is not None:
        keys = np.broadcast_to(joined[0], shape).ravel()
    else:
        keys = np.stack([np.broadcast_to(p.data, shape).ravel() for p in parts], axis=1)
        keys, axis = keys.astype(str) if keys.dtype.hasobject else keys, 0
    found: tuple[Any, ...] = np.unique(keys, axis=axis, return_index=True, **wanted)
    return found[1:]


class Scorer:
    """One metric with n, its parameters and the convention fixed."""

    def __init__(self, metric: Metric, n: int, parameters: dict[str, Any], convention: str) -> None:
        self.metric, self.n = metric, n
        bindings = {n_symbol: Fraction(n)}
        for name, value in parameters.items():
            bindings[SYMBOLS[name]] = Fraction(str(value))
        self.bindings, self.value = bindings, (value := read(metric.value, convention))
        features = features_of(value)
        self.programs = [compile_expression(feature, bindings) for feature in features]
        self.book = None
        if value not in features:
            self.book = Book(compile_expression(value, bindings, features), tuple(features))

    def __call__(self, *rankings: Any) -> Scores:
        """Score rankings; each array has places on its first axis and broadcasts on the others."""
        columns = Entries(zip(self.metric.inputs, rankings, strict=True))
        features = [program(columns) for program in self.programs]
        if self.book is None:
            return Scores(features[0], None, None)
        return Scores(None, self.book.encode(features), self.book)


class Book:
    """Distinct values of a metric, numbered in the order in which they were met."""

    def __init__(self, outer: Any, leaves: tuple[Any, ...]) -> None:
        self.outer, self.leaves = outer, leaves
        self.values: list[Exact] = []
        self.known: dict[Any, int] = {}
        self.by_digits: dict[tuple[int, ...], int] = {}
        self.lookup: Any = None
        self.lock = RLock()
        self._ranks: Any = None

    def encode(self, features: list[Exact]) -> Any:
        """Return the number of each value, −1 where it is undefined."""
        parts = [part for feature in features for part in _digits(feature)]
        joined = one_key(parts)
        with self.lock:
            if joined is not None and joined[1] <= TABLE_LIMIT:
                return self._by_table(*joined, parts, features)
            shape = np.broadcast_shapes(*[np.shape(part.data) for part in parts])
            first, back = distinct(parts, shape, return_inverse=True)
            rows = zip(*[np.broadcast_to(p.data, shape).ravel()[first] for p in parts], strict=True)
            table = np.array([self._number(tuple(map(int, row)), features) for row in rows])
            return table[back].reshape(shape).astype(np.int32)

    def _by_table(self, key: Any, size: int, parts: list[Whole], features: list[Exact]) -> Any:
        if self.lookup is None:
            self.lookup = np.full(size, UNKNOWN, dtype=np.int32)
        ids = self.lookup[key]
        unknown = ids == UNKNOWN
        if unknown.any():
            spans = [part.high - part.low + 1 for part in parts]
            for new in np.unique(key[unknown] if np.ndim(key) else key):
                offsets = zip(parts, np.unravel_index(int(new), spans), strict=True)
                digits = tuple(part.low + int(offset) for part, offset in offsets)
                self.lookup[new] = self._number(digits, features)
            ids = self.lookup[key]
        return ids

    def _number(self, digits: tuple[int, ...], features: list[Exact]) -> int:
        if digits not in self.by_digits:
            value = self.outer(self._decoded(digits, features))
            self.by_digits[digits] = UNDEFINED if value.undefined else self._enter(value)
        return self.by_digits[digits]

    def _decoded(self, digits: tuple[int, ...], features: list[Exact]) -> dict[Any, Exact]:
        left, decoded = iter(digits), {}
        for leaf, feature in zip(self.leaves, features, strict=True):
            known = {atom: next(left) for atom in feature.parts}
            missing = feature.undefined is not False and next(left)
            value = Exact({}, 1, True) if missing else from_coordinates(known, feature.denominator)
            decoded[leaf] = value
        return decoded

    def _enter(self, value: Exact) -> int:
        coordinates = value.coordinates()
        if coordinates not in self.known:
            self.known[coordinates] = len(self.values)
            self.values.append(value)
            self._ranks = None
        return self.known[coordinates]

    def table(self) -> Exact:
        """Return the values by number."""
        with self.lock:
            return stack(list(self.values)) if self.values else Exact({})

    def ranks(self) -> Any:
        """Return the place of each value in increasing order, certified."""
        with self.lock:
            if self._ranks is None:
                self._ranks = ranks(self.table(), len(self.values))
            return self._ranks


def _digits(feature: Exact) -> list[Whole]:
    """Return the integers that make up a feature; the last is 1 where it is undefined."""
    parts = list(feature.parts.values())
    if feature.undefined is False:
        return parts
    return [*parts, Whole(np.asarray(feature.undefined).astype(np.int8), 0, 1)]


@dataclass(frozen=True)
class Scores:
    """Scores of an array of cases: exact coordinates, or numbers in a book."""

    exact: Exact | None
    coded: Any
    book: Book | None

    @property
    def undefined(self) -> Any:
        """Where the score is undefined: False, or an array."""
        if self.exact is not None:
            return self.exact.undefined
        missing = self.coded == UNDEFINED
        return missing if missing.any() else False

    def rearranged(self, function: Callable[[Any], Any]) -> Scores:
        """Pick or arrange the scores; none that is undefined may be among those picked."""
        if self.exact is not None:
            return Scores(self.exact.rearranged(function), None, None)
        return Scores(None, function(self.coded), self.book)

    def values(self) -> Exact:
        """Return the scores themselves, where all are defined."""
        if self.book is not None:
            return self.book.table().take(self.coded)
        assert self.exact is not None
        return self.exact

    def numbered(self) -> tuple[Any, Exact]:
        """Return a number for each score, equal exactly for equal coordinates, and the values."""
        if self.book is not None:
            return self.coded, self.book.table()
        assert self.exact is not None
        parts = list(self.exact.parts.values())
        shape = np.broadcast_shapes(*[np.shape(part.data) for part in parts])
        first, back = distinct(parts, shape, return_inverse=True)
        flat = self.exact.rearranged(lambda data: np.broadcast_to(data, shape).ravel())
        ids = back.reshape(shape).astype(np.int64)
        if self.exact.undefined is not False:
            ids = np.where(self.exact.undefined, UNDEFINED, ids)
        return ids, flat.take(first)

    def ids(self) -> Any:
        """Return a number for each score, equal exactly for equal coordinates."""
        return self.numbered()[0]
