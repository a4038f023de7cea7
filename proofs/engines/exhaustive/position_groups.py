"""Plan: is a metric one-to-one? Decided by groups of positions, without sweeping n! rankings.

Let m(τ) = Σ F(p, τ(p)) over positions p, each F(p, v) with coordinates over atoms. Positions whose
coordinates share an atom form a group; m(τ) and m(ν) have equal coordinates just if each group adds
up to the same. A position that is a group of its own and whose values all differ must have the same
entry in τ and ν, so only the positions of other groups need to be tried, and on these τ and ν are
two arrangements of the same items.

Equal coordinates are equal values. That different coordinates are different values is known where
all atoms are roots (Besicovitch 1940), not for logarithms: there a witness is the first one by
coordinates, and it is said that an earlier one may exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np

from axioms.language.formula import Score
from metrics.language.terms import Inverse
from proofs.core.outcome import GaveUp, Outcome
from proofs.engines.exhaustive.search import LARGEST_N, Search
from proofs.engines.exhaustive.tabled import tables_of
from proofs.exact.atoms import is_root

Vector = tuple[int, ...]
MOST_STEPS = 1_000_000
MOST_ENTRIES = 1_000_000  # of F: for DCG that is n = 100
MAYBE_EARLIER = "an earlier witness may exist: not all values before it were separated exactly"
NOT_SEPARATED = "no two rankings have equal coordinates, and these atoms may be dependent"


class TooManySteps(Exception):
    """The arrangements of the groups are too many to be tried."""


def groups_of(search: Search, score: Score, row: Any) -> Groups | None:
    """Return F of a metric that is a sum over positions, where the row is 1 2 … n; or None."""
    scorer, n = search.scorers[score.slot], search.n
    if scorer.book is not None:
        return None
    rows: dict[Any, Any] = {}
    if row is not None:
        first = scorer.metric.inputs[0]
        rows = dict.fromkeys((first, Inverse(first)), range(1, n + 1))
    tables = tables_of(scorer.value, scorer.bindings, n, rows)
    if tables is None or any(len(entries) > 1 for entries in tables):
        return None
    read = {entries[0]: table for entries, table in tables.items() if entries}
    common = lcm(*[table.denominator for table in read.values()])
    atoms = list(dict.fromkeys(atom for table in read.values() for atom in table.parts))
    if n * n * len(atoms) > MOST_ENTRIES:
        return None
    values = np.zeros((n, n, len(atoms)), dtype=object)
    for (listing, place), table in read.items():
        for atom, part in table.parts.items():
            column = np.asarray(part.data).astype(object) * (common // table.denominator)
            cells = np.s_[:, place - 1] if isinstance(listing, Inverse) else np.s_[place - 1, :]
            values[(*cells, atoms.index(atom))] += column
    vectors = [[tuple(cell) for cell in line] for line in values.tolist()]
    return Groups(vectors, all(map(is_root, atoms)), min(MOST_STEPS, search.limits.cases // 5))


@dataclass
class Groups:
    """F(p, v) as vectors of integers, and what follows from it about equal sums.

    >>> Groups([[(0,), (1,)], [(0,), (1,)]], True).first_pair()
    ([1, 2], [2, 1])
    """

    values: list[list[Vector]]
    independent: bool
    most_steps: int = MOST_STEPS
    steps: int = 0

    def __post_init__(self) -> None:
        n = len(self.values)
        self.values = [[_minus(cell, line[0]) for cell in line] for line in self.values]
        self.groups = [
            group for group in self._linked() if len(group) > 1 or self._repeats(group[0])
        ]
        self.free = sorted(place for group in self.groups for place in group)
        self.items = range(n)
        self._reach: dict[Any, Vector] = {}

    def _linked(self) -> list[list[int]]:
        """Return the positions in groups that share no atom."""
        groups: list[tuple[list[int], set[int]]] = []
        for place, line in enumerate(self.values):
            used = {at for cell in line for at, entry in enumerate(cell) if entry}
            joint = [group for group in groups if group[1] & used]
            groups = [group for group in groups if group not in joint]
            places = sorted([place, *(at for group in joint for at in group[0])])
            groups.append((places, used.union(*(group[1] for group in joint))))
        return [places for places, _ in groups]

    def __str__(self) -> str:
        shown = (", ".join(str(place + 1) for place in group) for group in self.groups)
        return ", ".join(f"{{{places}}}" for places in shown)

    def _repeats(self, place: int) -> bool:
        return len(set(self.values[place])) < len(self.values[place])

    # Two arrangements of the same items -----------------------------------------------------------

    def others(self, chosen: dict[int, int]) -> Iterator[dict[int, int]]:
        """Go through all arrangements of the chosen items with the same sums, in some order."""
        yield from self._arranged(chosen, list(self.groups), frozenset(chosen.values()), {})

    def _arranged(
        self, chosen: dict[int, int], groups: Sequence[list[int]], left: frozenset[int], made: Any
    ) -> Iterator[dict[int, int]]:
        if not groups:
            yield made
            return
        group, *rest = groups
        total = _sum(self.values[place][chosen[place]] for place in group)
        for part in self._filled(group, left, total):
            yield from self._arranged(chosen, rest, left - set(part.values()), {**made, **part})

    def _filled(
        self, group: Sequence[int], left: frozenset[int], total: Vector
    ) -> Iterator[dict[int, int]]:
        """Go through the ways to put some items on the positions of a group with a given sum."""
        place, *rest = group
        reach = zip(self._ends(min, group), total, self._ends(max, group), strict=True)
        if not all(low <= wanted <= high for low, wanted, high in reach):
            return
        for item in sorted(left):
            self._step()
            remaining = _minus(total, self.values[place][item])
            if not rest:
                if not any(remaining):
                    yield {place: item}
                continue
            for part in self._filled(rest, left - {item}, remaining):
                yield {place: item, **part}

    def _ends(self, end: Any, group: Sequence[int]) -> Vector:
        """Return the least or the largest sum over some positions, atom by atom."""
        key = end, *group
        if key not in self._reach:
            self._reach[key] = _sum(
                tuple(map(end, zip(*self.values[place], strict=True))) for place in group
            )
        return self._reach[key]

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self.most_steps:
            raise TooManySteps

    # The first pair -------------------------------------------------------------------------------

    def first_pair(self) -> tuple[list[int], list[int]] | None:
        """Return the first ranking that has the sums of another, and the next with these sums."""
        chosen, blocked = self._completed({}, frozenset()), frozenset[int]()
        if chosen is None:
            return None
        first: list[int] = []
        for place in self.items:
            for item in self.items:
                if item in first:
                    continue
                if place not in self.free:
                    found = self._avoiding(first, chosen, blocked | {item})
                else:
                    found = self._completed({**self._placed(first), place: item}, blocked)
                if found is not None:
                    chosen = found
                    blocked |= set() if place in self.free else {item}
                    first.append(item)
                    break
        return [item + 1 for item in first], self._following(first)

    def _placed(self, first: list[int]) -> dict[int, int]:
        return {place: item for place, item in enumerate(first) if place in self.free}

    def _avoiding(
        self, first: list[int], chosen: dict[int, int], blocked: frozenset[int]
    ) -> dict[int, int] | None:
        """Return a choice without the blocked items: the one at hand, where it has none."""
        if not blocked & set(chosen.values()):
            return chosen
        return self._completed(self._placed(first), blocked)

    def _completed(self, known: dict[int, int], blocked: frozenset[int]) -> dict[int, int] | None:
        """Return the first choice of items for the free positions that another one equals."""
        if set(known.values()) & blocked:
            return None
        open_places = [place for place in self.free if place not in known]
        if not open_places:
            return known if any(other != known for other in self.others(known)) else None
        for item in self.items:
            if item in blocked or item in known.values():
                continue
            self._step()
            found = self._completed({**known, open_places[0]: item}, blocked)
            if found is not None:
                return found
        return None

    def _following(self, first: list[int]) -> list[int]:
        """Return the next ranking, in lexicographic order, that has the sums of the first."""
        found = []
        for other in self.others(self._placed(first)):
            found.append([other.get(place, item) for place, item in enumerate(first)])
        return [item + 1 for item in min(word for word in found if word > first)]


def _minus(one: Vector, two: Vector) -> Vector:
    return tuple(a - b for a, b in zip(one, two, strict=True))


def _sum(vectors: Iterator[Vector]) -> Vector:
    return tuple(map(sum, zip(*vectors, strict=True)))


def by_groups(search: Search, shape: tuple[Any, Any, Any, Score]) -> Outcome | None:
    """Decide whether a metric is one-to-one; None where groups do not help."""
    row, left, right, score = shape
    groups = groups_of(search, score, row)
    if groups is None:
        return None
    try:
        pair = groups.first_pair()
    except TooManySteps:
        return None
    note = (f"positions that share atoms: {groups}",) if groups.groups else ()
    if pair is None:
        if row is not None or not (groups.independent or search.n > LARGEST_N):
            return None
        if not groups.independent:
            raise GaveUp(NOT_SEPARATED)
        return Outcome(True, cases=groups.steps, checked=note)
    witness = dict(zip((left, right), pair, strict=True))
    if row is not None:
        witness = {row: [*range(1, search.n + 1)], **witness}
    caveats = () if groups.independent else (MAYBE_EARLIER,)
    return Outcome(False, witness, groups.steps, checked=note, caveats=caveats)
