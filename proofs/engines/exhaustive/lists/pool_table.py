"""All lists of all pools of a size, as rows of arrays, and what is done to them as rows again.

The meaning of each word is that of `metrics.language.pools`, for all lists at once; a list is known
by its number in the order in which its domain lists them.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from metrics.language.domains import LISTS, Size

Rows = Any  # an array of whole numbers, one row for each list


class PoolTable:
    """The lists of all pools of n documents with grades 0, …, c."""

    def __init__(self, size: Size) -> None:
        assert LISTS.values is not None
        self.n, self.c = size.n, size.c
        self.words = list(LISTS.values(size))
        self.entries = np.array(self.words, dtype=np.int64).reshape(-1, self.n)
        self.grades = np.where(self.entries >= 0, self.entries, -1 - self.entries)
        self.lengths = (self.entries >= 0).sum(axis=1)

    @property
    def size(self) -> int:
        """The number of lists."""
        return len(self.words)

    @cached_property
    def _numbered(self) -> tuple[Any, Any]:
        keys = self._keys(self.entries)
        order = np.argsort(keys)
        return keys[order], order

    def _keys(self, entries: Rows) -> Any:
        """Return one number for each row, by which it is found again."""
        radix = 2 * self.c + 2
        key: Any = np.zeros(entries.shape[:-1], dtype=np.int64)
        for place in range(self.n):
            key = key * radix + (entries[..., place] + self.c + 1)
        return key

    def numbers(self, entries: Rows) -> Any:
        """Return the numbers of lists by their entries."""
        keys, order = self._numbered
        return order[np.searchsorted(keys, self._keys(entries))]

    def _joined(self, grades: Rows, lengths: Any) -> Any:
        """Return the numbers of lists by all grades and lengths; others are sorted behind."""
        behind = np.arange(1, self.n + 1) > lengths[..., None]
        entries = np.where(behind, -1 - grades, grades + 4 * self.c + 4)
        tail = np.sort(np.where(behind, entries, -4 * self.c - 4), axis=-1)
        return self.numbers(np.where(behind, tail, grades))

    @cached_property
    def pools(self) -> Any:
        """For each list the number of its pool's ideal list."""
        return self.numbers(-np.sort(-self.grades, axis=1))

    @cached_property
    def sorted(self) -> Any:
        """For each list the number of the list with the same documents, best first."""
        behind = np.arange(1, self.n + 1) > self.lengths[:, None]
        first = -np.sort(np.where(behind, 1, -self.grades), axis=1)
        return self.numbers(np.where(behind, self.entries, first))

    # What is done to lists, by arrays of their numbers, of places and of grades -------------------

    def exchanged(self, lists: Any, one: Any, two: Any) -> Any:
        """Exchange the documents at two places."""
        lists, one, two = np.broadcast_arrays(lists, one, two)
        grades = self.grades[lists].copy()
        first, second = (np.asarray(place)[..., None] - 1 for place in (one, two))
        above = np.take_along_axis(grades, first, -1)
        below = np.take_along_axis(grades, second, -1)
        np.put_along_axis(grades, first, below, -1)
        np.put_along_axis(grades, second, above, -1)
        return self._joined(grades, self.lengths[lists])

    def regraded(self, lists: Any, place: Any, new: Any) -> Any:
        """Give the document at a place another grade."""
        lists, place, new = np.broadcast_arrays(lists, place, new)
        grades = self.grades[lists].copy()
        np.put_along_axis(grades, place[..., None] - 1, new[..., None], -1)
        return self._joined(grades, self.lengths[lists])

    def extended(self, lists: Any, place: Any) -> Any:
        """Append the document at a place behind the list; −1 where it was retrieved already."""
        lists, place = np.broadcast_arrays(lists, place)
        lengths = self.lengths[lists]
        there = place > lengths
        last = np.where(there, lengths + 1, place)
        grades = self.grades[lists].copy()
        at, to = place[..., None] - 1, last[..., None] - 1
        moved = np.take_along_axis(grades, at, -1)
        np.put_along_axis(grades, at, np.take_along_axis(grades, to, -1), -1)
        np.put_along_axis(grades, to, moved, -1)
        return np.where(there, self._joined(grades, lengths + there), -1)

    def same_top(self, one: Any, two: Any, depth: Any) -> Any:
        """Tell where two lists have the same grades down to a depth, or end together before."""
        within = np.arange(1, self.n + 1) <= np.asarray(depth)[..., None]
        tops = [np.where(self.entries >= 0, self.entries, -1)[lists] for lists in (one, two)]
        return ((tops[0] == tops[1]) | ~within).all(axis=-1)
