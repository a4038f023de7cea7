"""An order of runs as a table: which runs are below which, their bounds, and what is linked.

Why it is right. The table is r ⊑ s for all pairs, read from the order's formula in every case; or,
where the order is given by operations, the pairs that a path of operations links, found by going
from every run to all that its own steps reach. A set of runs is a whole number with one bit for
each. The upper bounds of two runs are the runs above both; the least one is the one of them that
is below all others, if there is exactly one, and nothing is assumed of the order for that. Linked
are runs that a path of comparable runs joins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from lattice.order import Word
from metrics.language.runs import r, s
from proofs.trusted.finite.cases import Cases
from proofs.trusted.finite.columns import Column
from proofs.trusted.finite.reader import MOST_ROWS, CaseReader
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.replay import Replayer
from proofs.trusted.value import Point

MOST_RUNS = 1_000


class TabledReplayer(Replayer):
    """A replayer that knows its order as a table."""

    @cached_property
    def _number(self) -> dict[Word, int]:
        return {word: place for place, word in enumerate(self.runs)}

    @cached_property
    def _above(self) -> list[int]:
        """For each run the set of those above it."""
        order = self.scene.runs_in
        if len(self.runs) > MOST_RUNS:
            raise Inconclusive(f"more than {MOST_RUNS:,} runs are too many to compare all pairs")
        if order.below is not None:
            return self._pairs(order.below)
        steps = [self._pairs(operation.step) for operation in order.operations]
        once = [_union(one) for one in zip(*steps, strict=True)]
        return [_reached(place, once) for place in range(len(self.runs))]

    @cached_property
    def _under(self) -> list[int]:
        """For each run the set of those below it."""
        return _turned(self._above)

    @cached_property
    def _linked(self) -> list[int]:
        either = [up | down for up, down in zip(self._above, self._under, strict=True)]
        return [_reached(place, either) for place in range(len(self.runs))]

    def _pairs(self, formula: Any) -> list[int]:
        """Return, for each run r, the set of runs s for which a formula about r and s is true."""
        reader, count = CaseReader(Replayer(self.scene)), len(self.runs)
        found: list[int] = []
        step = max(1, MOST_ROWS // count)
        for start in range(0, count, step):
            first = np.arange(start, min(start + step, count))
            columns = {
                r: Column(reader.listings, np.repeat(first, count)),
                s: Column(reader.listings, np.tile(np.arange(count), len(first))),
            }
            cases = Cases(len(first) * count, self.scene.point, columns)
            decided = reader.truth(formula, cases)
            if decided.where(None, cases.size).any():
                raise Undefined
            true = decided.where(True, cases.size).reshape(len(first), count)
            found += [_union(1 << int(place) for place in np.flatnonzero(row)) for row in true]
        return found

    def below(self, first: Word, second: Word) -> bool:
        """Look r ⊑ s up."""
        return bool(self._above[self._number[first]] >> self._number[second] & 1)

    def bounded(self, join: bool, one: Word, two: Word) -> Word:
        """Return the least upper or greatest lower bound, or raise Undefined."""
        above = self._above if join else self._under
        bounds = above[self._number[one]] & above[self._number[two]]
        best = [place for place in _members(bounds) if not bounds & ~above[place]]
        if len(best) != 1:
            raise Undefined
        return self.runs[best[0]]

    def truth_Linked(self, formula: Any, point: Point) -> bool:
        start, end = (self._number[self.listing(term, point)] for term in formula.args)
        return bool(self._linked[start] >> end & 1)


def _members(some: int) -> Iterator[int]:
    """Go through the bits of a set."""
    while some:
        lowest = some & -some
        yield lowest.bit_length() - 1
        some ^= lowest


def _union(sets: Any) -> int:
    found = 0
    for one in sets:
        found |= one
    return found


def _reached(start: int, once: list[int]) -> int:
    """Return what any number of steps reaches, none included."""
    seen = new = 1 << start
    while new:
        new = _union(once[place] for place in _members(new)) & ~seen
        seen |= new
    return seen


def _turned(above: list[int]) -> list[int]:
    found = [0] * len(above)
    for place, some in enumerate(above):
        for other in _members(some):
            found[other] |= 1 << place
    return found
