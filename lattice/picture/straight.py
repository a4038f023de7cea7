"""Orders that are not graded, drawn with straight lines only.

The levels are given; where the elements stand is searched for. From a smooth start each element in
turn goes to the place that is best for it, with some noise at first, so that the drawing does not
stay in the first hole. What is bad: lines that cross, a line near an element that it passes,
elements that touch, long lines, and a lean. If the order is its own dual, an element and its image
move together, so that the drawing is its own mirror image, upside down. An element of the middle
level would then stand on its image: such are not tied.

Floats decide what is tried only; crossings are counted in integers afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any

import numpy as np

from lattice.picture.duality import duality
from lattice.poset import Poset

_STARTS, _KEPT, _SWEEPS, _LAST, _SMOOTH = 12, 5, 12, 6, 30
_NEAR, _TOUCH, _LONG, _LEAN = 2.0, 6.0, 0.08, 0.1
_STRICT, _HOT, _TIE = 50.0, 4.0, 1e-9


def straight(poset: Poset, height: Sequence[int], unit: int) -> list[int]:
    """Return the x of each element in the best drawing that was found."""
    search = _Search(poset, height, unit)
    starts = [(search.start(Random(seed)), seed) for seed in range(_STARTS)]
    order = sorted(starts, key=lambda one: (search.total(one[0]), one[1]))
    found = [search.improved(x, Random(seed)) for x, seed in order[:_KEPT]]
    return [int(at) for at in min(found, key=search.strictly)]


def _tied(poset: Poset, height: Sequence[int]) -> list[int]:
    """Return for each element the one that stands above or below it, perhaps itself."""
    image, top = duality(poset), max(height)
    if image is None or any(height[j] != top - height[i] for i, j in enumerate(image)):
        return list(range(len(poset)))
    return [i if 2 * height[i] == top else j for i, j in enumerate(image)]


class _Search:
    """Drawings on given levels, in which an element and its image have the same x."""

    def __init__(self, poset: Poset, height: Sequence[int], unit: int) -> None:
        self.unit, self.image = unit, _tied(poset, height)
        self.y = np.array(height)
        self.low, self.high = (np.array(ends) for ends in zip(*poset.covers, strict=True))
        bottom, top = self.y[self.low], self.y[self.high]
        self.rise = top - bottom
        self.begin, self.end = np.maximum.outer(bottom, bottom), np.minimum.outer(top, top)
        meet = np.equal.outer(self.low, self.low) | np.equal.outer(self.high, self.high)
        self.beside = (self.end > self.begin) & ~meet
        self.passed = (bottom[:, None] < self.y) & (self.y < top[:, None])
        self.level = np.equal.outer(self.y, self.y) & ~np.eye(len(self.y), dtype=bool)
        covers = zip(poset.upper_covers, poset.lower_covers, strict=True)
        self.near = [[*above, *below] for above, below in covers]
        self.half = unit * max(int(np.bincount(self.y).max()), 1.3 * sqrt(len(self.y))) / 2
        step = unit // 3
        most = int(self.half // step)
        self.grid = np.arange(-most, most + 1) * step
        ends = (row for row in (0, max(height)) if list(height).count(row) == 1)
        self.fixed = {list(height).index(row) for row in ends}
        self.strict = 1.0

    def start(self, chance: Random) -> Any:
        """Return a drawing in which neighbours are near to each other, once improved."""
        x = [chance.uniform(-1, 1) for _ in self.image]
        for _ in range(_SMOOTH):
            tied = [(at + x[self.image[i]]) / 2 for i, at in enumerate(x)]
            mean = [sum(tied[j] for j in near) / max(1, len(near)) for near in self.near]
            x = self._flat([(at + to) / 2 for at, to in zip(tied, mean, strict=True)])
        most = max(map(abs, x)) or 1.0
        found = np.array([round(x[min(pair)] / most * self.half) for pair in enumerate(self.image)])
        found[list(self.fixed)] = 0
        self._sweep(found, 0.0, chance)
        return found

    def improved(self, x: Any, chance: Random) -> Any:
        """Return a drawing that is better: first with noise, at last strictly apart from lines."""
        x = x.copy()
        for sweep in range(_SWEEPS):
            self._sweep(x, _HOT * (1 - sweep / _SWEEPS) ** 2, chance)
        self.strict = _STRICT
        for _ in range(_LAST):
            self._sweep(x, 0.0, chance)
        self.strict = 1.0
        return x

    def _sweep(self, x: Any, heat: float, chance: Random) -> None:
        """Let each element, with its image, go to the place that is best for it."""
        order = [i for i, j in enumerate(self.image) if i <= j and i not in self.fixed]
        chance.shuffle(order)
        for i in order:
            tried = np.repeat(x[None, :], len(self.grid), axis=0)
            tried[:, i] = tried[:, self.image[i]] = self.grid
            noise = [heat * chance.expovariate(1) for _ in self.grid] if heat else 0.0
            x[:] = tried[int((self._cost(tried, i) + noise).argmin())]

    def _flat(self, x: list[float]) -> list[float]:
        """Return x without what is constant or grows with the level."""
        mean, middle = sum(x) / len(x), float(self.y.mean())
        rise = [float(level) - middle for level in self.y]
        slope = sum(a * b for a, b in zip(x, rise, strict=True)) / (sum(a * a for a in rise) or 1.0)
        return [a - mean - slope * b for a, b in zip(x, rise, strict=True)]

    def strictly(self, x: Any) -> float:
        """Return the cost of a drawing in which nothing is to be too near."""
        self.strict = _STRICT
        cost = self.total(x)
        self.strict = 1.0
        return cost

    def total(self, x: Any) -> float:
        """Return the cost of a drawing."""
        return sum(float(self._cost(x[None, :], i)[0]) for i in range(len(x)))

    def _cost(self, x: Any, i: int) -> Any:
        """Return for drawings, one a row, what is bad about an element and its lines."""
        slope = (x[:, self.high] - x[:, self.low]) / self.rise
        base = x[:, self.low] - slope * self.y[self.low]
        mine = np.flatnonzero((self.low == i) | (self.high == i))
        apart = base[:, mine, None] - base[:, None, :]
        turn = slope[:, mine, None] - slope[:, None, :]
        crossed = (apart + turn * self.begin[mine]) * (apart + turn * self.end[mine]) < _TIE
        cost = (crossed & self.beside[mine]).sum((1, 2)).astype(float)
        away = np.abs(base[:, mine, None] + slope[:, mine, None] * self.y - x[:, None, :])
        near = (self._too_near(away) & self.passed[mine]).sum((1, 2))
        passing = np.flatnonzero(self.passed[:, i])
        through = base[:, passing] + slope[:, passing] * self.y[i] - x[:, i, None]
        cost += self.strict * _NEAR * (near + self._too_near(np.abs(through)).sum(1))
        row = np.flatnonzero(self.level[i])
        cost += self.strict * _TOUCH * (np.abs(x[:, row] - x[:, i, None]) < self.unit).sum(1)
        cost += _LONG * (slope[:, mine] ** 2 * self.rise[mine]).sum(1) / self.unit**2
        mean = (x[:, row].sum(1) + x[:, i]) / (len(row) + 1) / self.unit
        return cost + _LEAN * mean**2

    def _too_near(self, away: Any) -> Any:
        return away < 0.7 * self.unit
