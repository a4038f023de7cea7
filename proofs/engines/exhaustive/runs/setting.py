"""The runs of a question, related and arranged: what plans and the plain reading share."""

from __future__ import annotations

from functools import cached_property
from itertools import count
from typing import Any

import numpy as np
from sympy import Integer

from lattice import structure
from lattice.bounds import Bounds
from lattice.order import Word
from lattice.poset import NotAnOrder, Poset, bits
from lattice.relation import relation
from metrics.language.runs import r, s, spot
from proofs.core.limits import Limits
from proofs.core.outcome import GaveUp
from proofs.core.question import Question


class Setting:
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

    def below(self, i: int, j: int) -> bool:
        """Tell whether run i ⊑ run j, by their places in lexicographic order."""
        return bool(self.above[i] >> j & 1)

    def pairs_without_bounds(self) -> int:
        """Return how many ordered pairs lack a join or a meet."""
        if self.lattice:
            return 0
        missing = 0
        for i in range(self.size):
            self.limits.check()
            missing += int(((self.bounds.joins(i) < 0) | (self.bounds.meets(i) < 0)).sum())
        return missing

    def tabulated(self, form: Any) -> dict[tuple[int, int], int]:
        """Return what a closed form in r(k) and s(k) makes of any two degrees."""
        if form is None:
            name = self.question.order_of_runs.name
            raise GaveUp(f"{name} has no closed form for joins and meets")
        degrees = range(self.question.c + 1)
        return {
            (x, y): int(form.xreplace({r(spot): Integer(x), s(spot): Integer(y)}))
            for x in degrees
            for y in degrees
        }

    # Tables by the places of the runs in lexicographic order --------------------------------------

    @cached_property
    def matrix(self) -> Any:
        """Which runs are below which."""
        width = (self.size + 7) // 8
        raw = b"".join(up.to_bytes(width, "little") for up in self.above)
        packed = np.frombuffer(raw, dtype=np.uint8).reshape(self.size, width)
        return np.unpackbits(packed, axis=1, bitorder="little")[:, : self.size].astype(bool)

    @cached_property
    def components(self) -> Any:
        """For each run the number of its part of the Hasse diagram."""
        neighbours = list(self.above)
        for i, up in enumerate(self.above):
            for j in bits(up):
                neighbours[j] |= 1 << i
        found = np.full(self.size, -1)
        numbers = count()
        for start in range(self.size):
            if found[start] < 0:
                found[list(bits(_reached(neighbours, start)))] = next(numbers)
        return found

    def table(self, kind: str) -> Any:
        """Return all joins or meets, −1 where there is none; or what a closed form makes of two."""
        if kind not in self._tables:
            form = kind.removeprefix("closed_")
            if form == kind:
                self._tables[kind] = self._listed(getattr(self.bounds, f"{kind}_table"))
            else:
                self._tables[kind] = self._closed(getattr(self.question.order_of_runs, form))
        return self._tables[kind]

    def _listed(self, table: Any) -> Any:
        listed = np.array(self.poset.listed)
        place = np.append(np.argsort(listed), -1)
        return place[table[np.ix_(listed, listed)]]

    def _closed(self, form: Any) -> Any:
        """Apply a closed form place by place; what is no run gets a number beyond the runs'."""
        of_degrees = self.tabulated(form)
        degrees = range(self.question.c + 1)
        table = np.array([[of_degrees[x, y] for y in degrees] for x in degrees])
        words = np.array(self.words)
        formed = table[words[:, None, :], words[None, :, :]].reshape(-1, words.shape[1])
        distinct, back = np.unique(formed, axis=0, return_inverse=True)
        place = {word: at for at, word in enumerate([*self.words, *self.formed])}
        for row in map(tuple, distinct.tolist()):
            if row not in place:
                place[row] = len(place)
                self.formed.append(row)
        numbers = np.array([place[row] for row in map(tuple, distinct.tolist())])
        return numbers[back.ravel()].reshape(self.size, self.size)


def _reached(neighbours: list[int], start: int) -> int:
    """Return the runs that a path leads to."""
    reached, front = 1 << start, [start]
    while front:
        new = neighbours[front.pop()] & ~reached
        reached |= new
        front.extend(bits(new))
    return reached
