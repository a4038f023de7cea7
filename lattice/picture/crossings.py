"""Crossings of lines between levels: counting them, and orders of the levels that have few."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import lcm
from typing import Any

import numpy as np

from lattice.picture.spread import Rows

Point = tuple[int, int]
_SWEEPS = 24


def crossings(paths: Sequence[Sequence[Point]]) -> int:
    """Count the crossings of paths, also where two meet on a level without an element.

    They are cut at every level, and x is scaled so that all is whole.

    >>> crossings([[(0, 0), (1, 1)], [(1, 0), (0, 1)]])
    1
    """
    return sum(int(crossed.sum()) for _, crossed in _by_level(paths))


def colours(paths: Sequence[Sequence[Point]]) -> list[int]:
    """Number the paths so that two which cross have different numbers, with few numbers.

    >>> colours([[(0, 0), (1, 1)], [(1, 0), (0, 1)], [(4, 0), (4, 1)]])
    [0, 1, 0]
    """
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(range(len(paths)))
    for which, crossed in _by_level(paths):
        graph.add_edges_from((which[a], which[b]) for a, b in np.argwhere(crossed).tolist())
    number = nx.greedy_color(graph, strategy="saturation_largest_first")
    return [number[at] for at in range(len(paths))]


def _by_level(paths: Sequence[Sequence[Point]]) -> Iterator[tuple[list[int], Any]]:
    """Go through the levels: the paths between it and the next one, and which of them cross."""
    scale = lcm(*[high[1] - low[1] for path in paths for low, high in pairwise(path)])
    strands: dict[int, list[tuple[int, int, int, bool]]] = {}
    for at, path in enumerate(paths):
        for (x0, y0), (x1, y1) in pairwise(path):
            span = y1 - y0
            stops = [scale // span * (x0 * (span - k) + x1 * k) for k in range(span + 1)]
            for level, (left, right) in enumerate(pairwise(stops), y0):
                passes = level + 1 < path[-1][1]
                strands.setdefault(level, []).append((at, left, right, passes))
    for here in strands.values():
        which, low, high, passing = zip(*here, strict=True)
        yield list(which), _crossed(low, high, passing)


def _crossed(low: Sequence[int], high: Sequence[int], passes: Sequence[bool]) -> Any:
    """Tell for each two lines between two levels, given by their ends, whether they cross."""
    small = max(map(abs, (*low, *high))) < 2**62
    kind = np.int64 if small else object
    below, above = (
        np.sign(np.subtract.outer(ends, ends))
        for ends in (np.array(low, dtype=kind), np.array(high, dtype=kind))
    )
    meeting = (above == 0) & (np.logical_or.outer(passes, passes) | (below == 0))
    return np.triu((below * above < 0) | meeting, 1)


class Net:
    """Levels of places, and the links between them seen from both ends."""

    def __init__(self, rows: Rows, links: Iterable[tuple[int, int]]) -> None:
        self.rows = rows
        self.up: dict[int, list[int]] = {i: [] for row in rows for i in row}
        self.down: dict[int, list[int]] = {i: [] for row in rows for i in row}
        for low, high in links:
            self.up[low].append(high)
            self.down[high].append(low)

    def swept(self) -> Rows:
        """Return an order of each level with few crossings, from averages and exchanges."""
        order = best = self.rows
        fewest = self._total(order)
        for turn in range(_SWEEPS):
            order = self._averaged(order, upwards=turn % 2 == 0, late=turn % 4 >= 2)
            self._exchange(order)
            now = self._total(order)
            if now < fewest:
                best, fewest = order, now
            if not fewest:
                break
        return best

    def _total(self, order: Rows) -> int:
        """Return the number of crossings."""
        found = 0
        for lower, upper in pairwise(order):
            place = _places(upper)
            ends = np.array([p for i in lower for p in sorted(place[j] for j in self.up[i])])
            found += int(np.triu(np.greater.outer(ends, ends), 1).sum())
        return found

    def _averaged(self, order: Rows, upwards: bool, late: bool) -> Rows:
        """Sort each level by the average place of its neighbours, ties as they are or turned."""
        found = [list(row) for row in order]
        near, step = (self.down, -1) if upwards else (self.up, 1)
        turn = -1 if late else 1
        for level in range(1, len(found)) if upwards else range(len(found) - 2, -1, -1):
            place, at = _places(found[level + step]), _places(found[level])
            # Elements without neighbours stay where they are.
            keys = {
                i: (sum(place[j] for j in near[i]) / len(near[i]) if near[i] else at[i], turn * k)
                for i, k in at.items()
            }
            found[level] = sorted(found[level], key=keys.__getitem__)
        return found

    def _exchange(self, order: Rows) -> None:
        """Exchange neighbours as long as that removes crossings."""
        improved = True
        while improved:
            improved = False
            for level, row in enumerate(order):
                beside = [(self.down, _places(order[level - 1]))] if level else []
                if level + 1 < len(order):
                    beside.append((self.up, _places(order[level + 1])))
                for k in range(len(row) - 1):
                    if _gain(row[k], row[k + 1], beside) > 0:
                        row[k], row[k + 1] = row[k + 1], row[k]
                        improved = True


def _places(row: list[int]) -> dict[int, int]:
    return {i: at for at, i in enumerate(row)}


def _gain(left: int, right: int, beside: list[tuple[dict[int, list[int]], dict[int, int]]]) -> int:
    """Return how many crossings go away if two neighbours are exchanged."""
    gain = 0
    for near, place in beside:
        for a in near[left]:
            for b in near[right]:
                gain += (place[a] > place[b]) - (place[a] < place[b])
    return gain
