"""Crossings of lines between levels: counting them, and orders of the levels that have few."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Rows = list[list[int]]
Links = Sequence[tuple[int, int]]
_SWEEPS = 24


@dataclass(frozen=True)
class Strand:
    """A cover between two neighbouring levels; `starts` and `ends` tell the elements from bends."""

    cover: tuple[int, int]
    level: int
    low: int
    high: int
    starts: bool
    ends: bool


def crossings(strands: Sequence[Strand]) -> int:
    """Count the crossings: also where two lines meet on a level without an element.

    >>> one, other = Strand((0, 3), 0, 0, 1, True, True), Strand((1, 2), 0, 1, 0, True, True)
    >>> crossings([one, other])
    1
    """
    found = 0
    for level in sorted({strand.level for strand in strands}):
        here = [strand for strand in strands if strand.level == level]
        low = np.array([strand.low for strand in here], dtype=object)
        high = np.array([strand.high for strand in here], dtype=object)
        if max((abs(v) for v in (*low, *high)), default=0) < 2**62:
            low, high = low.astype(np.int64), high.astype(np.int64)
        below = _signs(low)
        above = _signs(high)
        free = np.array([not strand.ends for strand in here])
        meeting = (above == 0) & (free[:, None] | free[None, :])
        crossed = (below * above < 0) | meeting | ((below == 0) & (above == 0))
        found += int(np.triu(crossed, 1).sum())
    return found


def _signs(values: Any) -> Any:
    return (values[:, None] > values[None, :]).astype(np.int8) - (
        values[:, None] < values[None, :]
    ).astype(np.int8)


def sweep(rows: Rows, links: Links) -> Rows:
    """Return an order of each level with few crossings, from averages and exchanges."""
    net = _Net(rows, links)
    order = [list(row) for row in rows]
    best, fewest = order, net.total(order)
    for turn in range(_SWEEPS):
        order = net.averaged(order, upwards=turn % 2 == 0, late=turn % 4 >= 2)
        order = net.exchanged(order)
        now = net.total(order)
        if now < fewest:
            best, fewest = [list(row) for row in order], now
        if not fewest:
            break
    return best


class _Net:
    """The links between levels, seen from both ends."""

    def __init__(self, rows: Rows, links: Links) -> None:
        self.up: dict[int, list[int]] = {i: [] for row in rows for i in row}
        self.down: dict[int, list[int]] = {i: [] for row in rows for i in row}
        for low, high in links:
            self.up[low].append(high)
            self.down[high].append(low)

    def total(self, order: Rows) -> int:
        """Return the number of crossings."""
        found = 0
        for lower, upper in itertools.pairwise(order):
            place = {i: at for at, i in enumerate(upper)}
            ends = np.array([p for i in lower for p in sorted(place[j] for j in self.up[i])])
            if len(ends):
                found += int(np.triu(ends[:, None] > ends[None, :], 1).sum())
        return found

    def averaged(self, order: Rows, upwards: bool, late: bool) -> Rows:
        """Sort each level by the average place of its neighbours, ties as they are or turned."""
        found = [list(row) for row in order]
        sequence = range(1, len(found)) if upwards else range(len(found) - 2, -1, -1)
        for level in sequence:
            other = found[level - 1 if upwards else level + 1]
            place = {i: at for at, i in enumerate(other)}
            near = self.down if upwards else self.up
            at = {i: k for k, i in enumerate(found[level])}
            # Elements without neighbours stay where they are.
            mean = {
                i: sum(place[j] for j in near[i]) / len(near[i]) if near[i] else float(at[i])
                for i in found[level]
            }
            turn = -1 if late else 1
            found[level].sort(key=lambda i, m=mean, a=at, t=turn: (m[i], t * a[i]))  # type: ignore[misc]
        return found

    def exchanged(self, order: Rows) -> Rows:
        """Exchange neighbours as long as that removes crossings."""
        improved = True
        while improved:
            improved = False
            for level, row in enumerate(order):
                beside = []
                if level:
                    beside.append((self.down, {i: at for at, i in enumerate(order[level - 1])}))
                if level + 1 < len(order):
                    beside.append((self.up, {i: at for at, i in enumerate(order[level + 1])}))
                for k in range(len(row) - 1):
                    if self._gain(row[k], row[k + 1], beside) > 0:
                        row[k], row[k + 1] = row[k + 1], row[k]
                        improved = True
        return order

    @staticmethod
    def _gain(left: int, right: int, beside: list[tuple[dict[int, list[int]], Any]]) -> int:
        """Return how many crossings go away if two neighbours are exchanged."""
        gain = 0
        for near, place in beside:
            for a in near[left]:
                for b in near[right]:
                    gain += (place[a] > place[b]) - (place[a] < place[b])
        return gain


def relaxed(order: Rows, links: Links, unit: int) -> dict[int, int]:
    """Return an x for each place: in order, at least `unit` apart, near to its neighbours."""
    near: dict[int, list[int]] = {i: [] for row in order for i in row}
    for low, high in links:
        near[low].append(high)
        near[high].append(low)
    x = {i: unit * at - unit * (len(row) - 1) / 2 for row in order for at, i in enumerate(row)}
    for turn in range(60):
        for row in order if turn % 2 else reversed(order):
            wanted = [sum(x[j] for j in near[i]) / len(near[i]) if near[i] else x[i] for i in row]
            x.update(zip(row, _apart(wanted, unit), strict=True))
    found: dict[int, int] = {}
    for row in order:
        last = None
        for i in row:
            value = round(x[i])
            last = found[i] = value if last is None else max(value, last + unit)
    return found


def _apart(wanted: list[float], unit: int) -> list[float]:
    """Return the nearest places, in the same order, that are at least `unit` apart.

    >>> _apart([0.0, 0.0], 2)
    [-1.0, 1.0]
    """
    blocks: list[tuple[float, int]] = []
    for at, value in enumerate(wanted):
        total, size = value - at * unit, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / size:
            before, count = blocks.pop()
            total, size = total + before, size + count
        blocks.append((total, size))
    means = [total / size for total, size in blocks for _ in range(size)]
    return [mean + at * unit for at, mean in enumerate(means)]
