"""The runs of a question, related and arranged: what plans and the plain reading share."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from sympy import Integer

from lattice import structure
from lattice.bounds import Bounds
from lattice.order import Word
from lattice.poset import NotAnOrder, Poset, bit_table
from lattice.relation import LARGEST_TABLE, relation
from metrics.language.runs import r, s, spot
from proofs.core.limits import Limits
from proofs.core.outcome import GaveUp
from proofs.core.question import Question

CASES_PER_SIGN = 1_000
"""A sign for all gains and parameters costs as much as so many cases."""


class Spending:
    """Counts the signs that were decided for all that is free, as far as they are allowed."""

    limits: Limits
    signs = 0

    def pause(self) -> None:
        """Give up before a further sign where there were too many, or the time is over."""
        self.limits.check()
        self.signs += 1
        if self.signs * CASES_PER_SIGN > self.limits.cases:
            raise GaveUp(f"more than {self.signs - 1:,} signs for all gains and parameters")


class Setting(Spending):
    """The runs of a question, related and arranged, each made when it is needed."""

    def __init__(self, question: Question, limits: Limits) -> None:
        self.question, self.limits = question, limits
        self.words, self.above = relation(question.on, question.n, question.c)
        self.formed: list[Word] = []
        self._tables: dict[str, Any] = {}

    @property
    def size(self) -> int:
        """The number of runs."""
        return len(self.words)

    @cached_property
    def poset(self) -> Poset:
        """The runs as a poset."""
        return Poset(self.words, self.above)

    @cached_property
    def places(self) -> Any:
        """Where the elements of the poset stand in lexicographic order."""
        return np.argsort(self.poset.listed)

    @cached_property
    def is_poset(self) -> bool:
        """Whether the relation is a partial order."""
        try:
            return len(self.poset) == self.size
        except NotAnOrder:
            return False

    @cached_property
    def bounds(self) -> Bounds:
        """All joins and meets."""
        return Bounds(self.poset)

    @cached_property
    def distributive(self) -> bool:
        """Whether the poset is a distributive lattice."""
        return structure.is_distributive(self.poset)

    @cached_property
    def lattice(self) -> bool:
        """Whether the poset is a lattice."""
        return structure.is_lattice(self.poset)

    @cached_property
    def modular(self) -> bool:
        """Whether the poset is a modular lattice."""
        return structure.is_modular(self.poset)

    def pairs_without_bounds(self) -> int:
        """Return how many ordered pairs lack a join or a meet."""
        if self.lattice:
            return 0
        missing = 0
        for i in range(self.size):
            self.limits.check()
            missing += int(((self.bounds.joins.row(i) < 0) | (self.bounds.meets.row(i) < 0)).sum())
        return missing

    def _insist_table(self) -> None:
        """Give up where a table of all pairs would be too large."""
        if self.size > LARGEST_TABLE:
            problem = (
                f"a table of all pairs of {self.size:,} runs, and {LARGEST_TABLE:,} is the most"
            )
            raise GaveUp(f"it needs {problem}")

    # Tables by the places of the runs in lexicographic order --------------------------------------

    @cached_property
    def degrees(self) -> Any:
        """The runs as rows of degrees."""
        return np.array(self.words)

    @cached_property
    def matrix(self) -> Any:
        """Which runs are below which."""
        self._insist_table()
        return bit_table(self.above, self.size).astype(bool)

    @cached_property
    def covers(self) -> list[tuple[int, int]]:
        """The pairs of runs, by their places, of which the second covers the first."""
        if self.is_poset:
            places = self.places.tolist()
            return sorted((places[i], places[j]) for i, j in self.poset.covers)
        strict = self.matrix & ~self.matrix.T
        between = (strict.astype(np.float32) @ strict.astype(np.float32)) > 0
        return [(int(i), int(j)) for i, j in np.argwhere(strict & ~between)]

    @cached_property
    def lengths(self) -> tuple[Any, Any]:
        """The most and the fewest steps from each run to each other, −1 where no path leads."""
        self._insist_table()
        poset, far = self.poset, self.size + 1
        shape = (self.size, self.size)
        most, fewest = (np.full(shape, none, dtype=np.int32) for none in (-1, far))
        for i in reversed(range(self.size)):
            above = poset.upper_covers[i]
            if above:
                rows = most[above]
                most[i] = np.where(rows.max(axis=0) >= 0, rows.max(axis=0) + 1, -1)
                fewest[i] = np.minimum(fewest[above].min(axis=0) + 1, far)
            most[i, i] = fewest[i, i] = 0
        fewest = np.where(fewest < far, fewest, -1)
        listed = np.ix_(poset.listed, poset.listed)
        return most[listed], fewest[listed]

    def two_paths(self, low: Word, high: Word) -> list[list[Word]]:
        """Return a longest and a shortest path of steps from one run to another."""
        place = {word: at for at, word in enumerate(self.words)}
        start, end = place[low], place[high]
        found = []
        for lengths in self.lengths:
            path = [start]
            while path[-1] != end:
                left = lengths[path[-1], end] - 1
                path.append(
                    next(j for i, j in self.covers if i == path[-1] and lengths[j, end] == left)
                )
            found.append([self.words[at] for at in path])
        return found

    @cached_property
    def components(self) -> Any:
        """For each run the number of its part of the Hasse diagram."""
        from scipy.sparse.csgraph import connected_components

        return connected_components(self.matrix, directed=False)[1]

    def table(self, kind: str) -> Any:
        """Return all joins or meets, −1 where there is none; or what a closed form makes of two."""
        if kind not in self._tables:
            self._insist_table()
            form = kind.removeprefix("closed_")
            if form == kind:
                self._tables[kind] = self._listed(getattr(self.bounds, f"{kind}s").table)
            else:
                self._tables[kind] = self._closed(getattr(self.question.order_of_runs, form))
        return self._tables[kind]

    def _listed(self, table: Any) -> Any:
        listed, place = np.array(self.poset.listed), np.append(self.places, -1).astype(np.int32)
        return place[table[np.ix_(listed, listed)]]

    def _closed(self, form: Any) -> Any:
        """Apply a closed form place by place; what is no run gets a number beyond the runs'."""
        if form is None:
            name = self.question.order_of_runs.name
            raise GaveUp(f"{name} has no closed form for joins and meets")
        degrees = [Integer(degree) for degree in range(self.question.c + 1)]
        table = np.array(
            [[int(form.xreplace({r(spot): x, s(spot): y})) for y in degrees] for x in degrees]
        )
        words = self.degrees
        formed = table[words[:, None, :], words[None, :, :]].reshape(-1, words.shape[1])
        distinct, back = np.unique(formed, axis=0, return_inverse=True)
        place = {word: at for at, word in enumerate([*self.words, *self.formed])}
        for row in map(tuple, distinct.tolist()):
            if row not in place:
                place[row] = len(place)
                self.formed.append(row)
        numbers = np.array([place[row] for row in map(tuple, distinct.tolist())])
        return numbers[back.ravel()].reshape(self.size, self.size)
