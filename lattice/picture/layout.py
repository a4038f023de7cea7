"""Where the elements of a Hasse diagram go: levels, and places that avoid crossings.

The level of an element is the longest chain below it. Two kinds of layouts compete, and the one
with the fewest crossings is taken, a projection where they are equally good:

- *projections*: the join-irreducibles are partitioned into chains, an element has as coordinates
  how many of each chain are below it (for a product of chains: its factors), and x is a linear
  function of them, so that parallel covers are drawn parallel;
- *sweeps*: each level is put into the order of its neighbours' averages, up and down, and
  neighbours are exchanged as long as that removes crossings (Sugiyama, Tagawa, Toda 1981).

A cover over several levels is a straight line if no element is in its way, else it bends. All is
deterministic, and crossings are counted in integers.

>>> import networkx as nx
>>> from lattice.poset import Poset
>>> square = Poset.from_graph(nx.DiGraph([("0", "a"), ("0", "b"), ("a", "1"), ("b", "1")]))
>>> placed = layout(square)
>>> placed.y, placed.crossings
((0, 1, 1, 2), 0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from math import gcd
from random import Random

from lattice.completion import antichain
from lattice.picture.crossings import Net, Point, Rows, crossings
from lattice.poset import Poset
from lattice.structure import levels, poset_of_irreducibles

UNIT = 60
_WIDEST = 4


@dataclass(frozen=True)
class Layout:
    """The elements' places; neighbours on a level are at least UNIT apart.

    `bends` has the points between the ends of the covers that are not straight.
    """

    poset: Poset
    x: tuple[int, ...]
    y: tuple[int, ...]
    bends: dict[tuple[int, int], tuple[Point, ...]]

    def path(self, lower: int, upper: int) -> list[Point]:
        """Return the points that a cover goes through, from below."""
        middle = self.bends.get((lower, upper), ())
        return [(self.x[lower], self.y[lower]), *middle, (self.x[upper], self.y[upper])]

    @property
    def width(self) -> int:
        """The distance from the leftmost to the rightmost element."""
        return max(self.x) - min(self.x)

    @cached_property
    def crossings(self) -> int:
        """How often covers cross."""
        return crossings([self.path(*cover) for cover in self.poset.covers])

    @cached_property
    def rows(self) -> list[list[int]]:
        """The elements of each level, from the left."""
        found: list[list[int]] = [[] for _ in range(max(self.y, default=-1) + 1)]
        for i in sorted(range(len(self.x)), key=lambda i: self.x[i]):
            found[self.y[i]].append(i)
        return found


def layout(poset: Poset) -> Layout:
    """Return the layout with the fewest crossings that was found."""
    height = levels(poset)
    projected = sorted(_projections(poset, height), key=_cost)
    widest = _WIDEST * max(Counter(height).values())
    best = next((placed for placed in projected if placed.width <= widest * UNIT), None)
    if best is None or best.crossings:
        for start in _starts(poset, height, projected):
            swept = _swept(poset, height, start)
            if best is None or swept.crossings < best.crossings:
                best = swept
            if not best.crossings:
                break
    assert best is not None
    return best


def _cost(placed: Layout) -> tuple[int, int, tuple[int, ...]]:
    return placed.crossings, placed.width, placed.x


# Projections -------------------------------------------------------------------------------------


def coordinates(poset: Poset) -> list[tuple[int, ...]]:
    """Return for each element how many join-irreducibles of each chain are below it."""
    inner = poset_of_irreducibles(poset)
    chains = antichain(inner)[1] if len(inner) else []
    sets = [sum(1 << j for j in chain) for chain in chains]
    return [tuple((down & chain).bit_count() for chain in sets) for down in poset.down]


def _projections(poset: Poset, height: list[int]) -> Iterator[Layout]:
    """Go through the projections that keep the elements of a level apart."""
    places = coordinates(poset)
    if len(set(places)) < len(places):
        return
    for weights in _weights(len(places[0])):
        raw = [sum(w * a for w, a in zip(weights, place, strict=True)) for place in places]
        raw = _upright(raw, height, poset.covers)
        apart = _least_gap(raw, height)
        if apart == 0:
            continue
        x = [value * UNIT // apart if apart else 0 for value in raw]
        if _blocked(x, height, poset.covers):
            continue
        yield Layout(poset, tuple(x), tuple(height), {})


def _upright(x: list[int], height: list[int], covers: list[tuple[int, int]]) -> list[int]:
    """Shear so that covers lean as far left as right, and scale: no crossing comes or goes."""
    leans = [Fraction(x[j] - x[i], height[j] - height[i]) for i, j in covers] or [Fraction(0)]
    middle = (min(leans) + max(leans)) / 2
    factor = middle.denominator
    return [
        value * factor - int(middle * factor) * level
        for value, level in zip(x, height, strict=True)
    ]


def _least_gap(x: Sequence[int], height: Sequence[int]) -> int | None:
    """Return the least distance of two elements on a level; None if all levels have one."""
    rows: dict[int, list[int]] = {}
    for value, level in zip(x, height, strict=True):
        rows.setdefault(level, []).append(value)
    gaps = [right - left for row in rows.values() for left, right in pairwise(sorted(row))]
    return min(gaps, default=None)


def _weights(size: int) -> Iterator[tuple[int, ...]]:
    """Go through directions to look from, up to sign and scale."""
    if size <= 3:
        reach = range(-4, 5)
        every: Iterator[tuple[int, ...]] = product(reach, repeat=size)
    else:
        chance = Random(size)
        even = tuple(range(1 - size, size, 2))
        every = iter([even, *(tuple(chance.choices(range(-30, 31), k=size)) for _ in range(200))])
    for weights in every:
        first = next((w for w in weights if w), 0)
        if size < 2 or (first < 0 and gcd(*weights) == 1):
            yield weights
        if size < 2:
            return


# Sweeps ------------------------------------------------------------------------------------------


def _starts(poset: Poset, height: list[int], projected: list[Layout]) -> Iterator[list[int]]:
    """Go through the x with which sweeps begin."""
    for placed in projected[:4]:
        yield list(placed.x)
    order = [0] * len(poset)
    for rank, i in enumerate(poset.listed):
        order[i] = rank
    yield order
    chance = Random(len(poset))
    for _ in range(12 if len(poset) <= 60 else 4):
        shuffled = list(range(len(poset)))
        chance.shuffle(shuffled)
        yield shuffled


def _swept(poset: Poset, height: list[int], start: list[int]) -> Layout:
    """Return the layout that sweeps from `start` end with, its long covers straight if possible."""
    rows, links, passing = _with_passing(poset, height, start)
    net = Net(rows, links)
    x = net.relaxed(net.swept(), UNIT)
    bends = {
        cover: tuple((x[at], height[cover[0]] + 1 + step) for step, at in enumerate(through))
        for cover, through in passing.items()
    }
    placed = Layout(poset, tuple(x[i] for i in range(len(poset))), tuple(height), bends)
    for cover in bends:
        if not _blocked(placed.x, height, [cover]):
            fewer = {other: points for other, points in placed.bends.items() if other != cover}
            straight = replace(placed, bends=fewer)
            if straight.crossings <= placed.crossings:
                placed = straight
    return placed


def _with_passing(
    poset: Poset, height: list[int], start: list[int]
) -> tuple[Rows, list[tuple[int, int]], dict[tuple[int, int], list[int]]]:
    """Return the levels, with a place for each long cover that passes, and the links between."""
    key = {i: (start[i], 0) for i in range(len(poset))}
    rows: Rows = [[] for _ in range(max(height) + 1)]
    for i, level in enumerate(height):
        rows[level].append(i)
    links: list[tuple[int, int]] = []
    passing: dict[tuple[int, int], list[int]] = {}
    for low, high in poset.covers:
        last = low
        for level in range(height[low] + 1, height[high]):
            new = len(key)
            key[new] = (start[low], new)
            rows[level].append(new)
            passing.setdefault((low, high), []).append(new)
            links.append((last, new))
            last = new
        links.append((last, high))
    return [sorted(row, key=lambda i: key[i]) for row in rows], links, passing


# Geometry ----------------------------------------------------------------------------------------


def _blocked(x: Sequence[int], height: Sequence[int], covers: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a straight cover comes too near to an element on a level that it passes."""
    for low, high in covers:
        span = height[high] - height[low]
        for i, level in enumerate(height):
            if height[low] < level < height[high]:
                step = level - height[low]
                passes = x[low] * (span - step) + x[high] * step
                if 4 * abs(passes - x[i] * span) < 3 * UNIT * span:
                    return True
    return False
