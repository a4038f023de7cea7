"""Where the elements of a Hasse diagram go: levels, and places that avoid crossings.

An order whose chains between two elements are equally long has the longest chain below an element
as its level; in others the level is midway between what is below and what is above, so that an
order and its dual are drawn alike (Freese 2004). Two kinds of orders of the levels compete:

- *projections* (see :mod:`lattice.picture.projections`), where no cover passes a level;
- *sweeps*: each level is put into the order of its neighbours' averages, up and down, and
  neighbours are exchanged as long as that removes crossings (Sugiyama, Tagawa, Toda 1981).

Every level is then balanced about the middle. A cover over several levels is a straight line if no
element is in its way, else it bends; for orders with such covers a third drawing is searched for in
which no line bends (see :mod:`lattice.picture.straight`). The drawing with the fewest crossings and
bends is taken, or a more symmetric one with few more. Crossings are counted in integers.

>>> import networkx as nx
>>> from lattice.poset import Poset
>>> square = Poset.from_graph(nx.DiGraph([("0", "a"), ("0", "b"), ("a", "1"), ("b", "1")]))
>>> placed = layout(square)
>>> placed.y, placed.crossings, [placed.share(way) for way in WAYS]
((0, 1, 1, 2), 0, [1.0, 1.0, 1.0])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from random import Random

from lattice.picture.crossings import Net, Point, crossings
from lattice.picture.projections import projections
from lattice.picture.spread import Rows, relaxed, spread
from lattice.picture.straight import straight
from lattice.poset import Poset, bits
from lattice.structure import levels

UNIT = 60
_PASSING = UNIT
_SYMMETRY = 0.25
_KEPT = 4
_LARGE = 60
_TOUCHED = 3
_SEARCHED = 100
WAYS = {"mirror": (True, False), "upside down": (False, True), "turn": (True, True)}
"""What may show a drawing again: whether left and right, and whether the levels change sides."""


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

    @cached_property
    def cost(self) -> tuple[float, int, tuple[int, ...]]:
        """What is to be small: what hinders the eye, less where symmetries show; then the width.

        A crossing hinders, a bend as much, and a line that nearly touches an element more.
        """
        lost = 2 - self.share("mirror") - max(self.share("turn"), self.share("upside down"))
        bends = sum(map(len, self.bends.values()))
        touched = sum(blocked(self, cover) for cover in self.poset.covers)
        hindered = self.crossings + bends + _TOUCHED * touched
        return (hindered + 1) * (1 + _SYMMETRY * lost), self.width, self.x

    def share(self, way: str) -> float:
        """Return how many of the covers have a cover as their image, as a share.

        For a product of equal chains half a turn is the duality, and the mirror exchanges factors.
        A strict mirror is possible only where no two elements of a level are exchanged with none
        (no drawing of four two-element chains has one), so shares are compared.
        """
        across, down = WAYS[way]
        covers, rows = self.poset.covers, self.rows
        image: dict[int, int] = {}
        for row, other in zip(rows, reversed(rows) if down else rows, strict=True):
            if len(row) == len(other):
                image |= zip(row, reversed(other) if across else other, strict=True)
        known, turn = set(covers), -1 if down else 1
        turned = [(image.get(i), image.get(j))[::turn] for i, j in covers]
        return sum(pair in known for pair in turned) / len(covers) if covers else 1.0


@lru_cache(maxsize=16)
def layout(poset: Poset) -> Layout:
    """Return the best layout that was found; parts that nothing connects stand side by side."""
    parts = connected(poset)
    return _connected(poset) if len(parts) < 2 else beside(poset, parts, _connected)


def _connected(poset: Poset) -> Layout:
    net = _Levels(poset)
    found = _best([net.projected(x) for x in projections(poset)])
    if not found or found[0].crossings or net.passing:
        swept = [net.swept(start) for start in _starts(poset, found)]
        found = _best(swept if net.passing else [*found, *swept])
    if net.passing and len(poset) <= _SEARCHED:
        x = straight(poset, net.height, UNIT)
        found.insert(0, around(Layout(poset, tuple(x), tuple(net.height), {})))
    return _best([straightened(placed) for placed in found[: 3 if len(poset) <= _LARGE else 1]])[0]


def _best(found: list[Layout]) -> list[Layout]:
    return sorted(found, key=lambda placed: placed.cost)[:_KEPT]


def heights(poset: Poset) -> list[int]:
    """Return the level of each element."""
    below = levels(poset)
    if all(below[j] == below[i] + 1 for i, j in poset.covers):
        return below
    dual = poset.dual
    above = dict(zip(dual.elements, levels(dual), strict=True))
    middle = [low - above[element] for low, element in zip(below, poset.elements, strict=True)]
    number = {value: at for at, value in enumerate(sorted(set(middle)))}
    return [number[value] for value in middle]


def _starts(poset: Poset, projected: list[Layout]) -> Iterator[list[float]]:
    """Go through the x with which sweeps begin."""
    for placed in projected:
        yield list(placed.x)
    order = [0.0] * len(poset)
    for rank, i in enumerate(poset.listed):
        order[i] = rank
    yield order
    chance = Random(len(poset))
    for _ in range(12 if len(poset) <= _LARGE else 4):
        shuffled = [float(at) for at in range(len(poset))]
        chance.shuffle(shuffled)
        yield shuffled


class _Levels:
    """The levels of a poset, with a place for each long cover that passes one."""

    def __init__(self, poset: Poset) -> None:
        self.poset, self.height = poset, heights(poset)
        self.rows: Rows = [[] for _ in range(max(self.height, default=-1) + 1)]
        for i, level in enumerate(self.height):
            self.rows[level].append(i)
        self.room = dict.fromkeys(range(len(poset)), float(UNIT + 1))
        self.links: list[tuple[int, int]] = []
        self.passing: dict[tuple[int, int], list[int]] = {}
        for cover in poset.covers:
            self._link(cover)

    def _link(self, cover: tuple[int, int]) -> None:
        last = cover[0]
        for level in range(self.height[cover[0]] + 1, self.height[cover[1]]):
            new = len(self.room)
            self.room[new] = float(_PASSING)
            self.rows[level].append(new)
            self.passing.setdefault(cover, []).append(new)
            self.links.append((last, new))
            last = new
        self.links.append((last, cover[1]))

    def projected(self, start: Sequence[float]) -> Layout:
        """Return the layout with the levels in the order of `start`, and nearly its places."""
        x = self._through(start)
        rows = [sorted(row, key=lambda i: (x[i], i)) for row in self.rows]
        middle = _upright(x, rows)
        return self._placed(spread(rows, middle, self.room))

    def swept(self, start: Sequence[float]) -> Layout:
        """Return the layout that sweeps from `start` end with."""
        x = self._through(start)
        net = Net([sorted(row, key=lambda i: (x[i], i)) for row in self.rows], self.links)
        near = {i: [*net.up[i], *net.down[i]] for i in net.up}
        return self._placed(relaxed(net.swept(), near, self.room))

    def _through(self, start: Sequence[float]) -> dict[int, float]:
        """Return an x for elements and for what passes between them."""
        x = dict(enumerate(map(float, start)))
        for (low, high), through in self.passing.items():
            for step, at in enumerate(through, 1):
                share = step / (len(through) + 1)
                x[at] = (1 - share) * start[low] + share * start[high]
        return x

    def _placed(self, x: dict[int, float]) -> Layout:
        """Return the layout in whole numbers."""
        whole = {i: round(value) for i, value in x.items()}
        bends = {
            (low, high): tuple(
                (whole[i], self.height[low] + step) for step, i in enumerate(all_of, 1)
            )
            for (low, high), all_of in self.passing.items()
        }
        places = tuple(whole[i] for i in range(len(self.poset)))
        return Layout(self.poset, places, tuple(self.height), bends)


def _upright(x: dict[int, float], rows: Rows) -> dict[int, float]:
    """Return the places with the middle of each level at 0."""
    found: dict[int, float] = {}
    for row in rows:
        middle = sum(x[i] for i in row) / len(row) if row else 0.0
        found |= {i: x[i] - middle for i in row}
    return found


# Long covers -------------------------------------------------------------------------------------


def straightened(placed: Layout) -> Layout:
    """Return the layout with as few bends as can be: no element in the way, no crossing more."""
    for cover, points in placed.bends.items():
        for fewer in _fewer(points, 2 if len(placed.poset) <= _LARGE else 0):
            bends = {**placed.bends, cover: fewer}
            tried = replace(placed, bends={key: kept for key, kept in bends.items() if kept})
            if not blocked(tried, cover) and tried.crossings <= placed.crossings:
                placed = tried
                break
    return placed


def around(placed: Layout) -> Layout:
    """Return the layout in which straight covers bend where an element is in their way."""
    for cover in placed.poset.covers:
        if blocked(placed, cover):
            points = _beside(placed, cover)
            placed = replace(placed, bends={**placed.bends, cover: points})
    return placed


def _beside(placed: Layout, cover: tuple[int, int]) -> tuple[Point, ...]:
    """Return the points at which a cover passes the elements that are in its way."""
    (x0, y0), (x1, y1) = placed.path(*cover)
    found: list[Point] = []
    for level in range(y0 + 1, y1):
        passes = (x0 * (y1 - level) + x1 * (level - y0)) / (y1 - y0)
        for i in placed.rows[level]:
            if abs(passes - placed.x[i]) * 3 < 2 * UNIT:
                side = 1 if passes >= placed.x[i] else -1
                found.append((placed.x[i] + side * UNIT * 3 // 4, level))
                break
    return tuple(found)


def _fewer(points: tuple[Point, ...], most: int) -> Iterator[tuple[Point, ...]]:
    """Go through what may be left of some bends: none, then one, up to `most`."""
    for number in range(min(most + 1, len(points))):
        yield from combinations(points, number)


def blocked(placed: Layout, cover: tuple[int, int]) -> bool:
    """Tell whether a cover comes too near to an element on a level that it passes."""
    for (x0, y0), (x1, y1) in pairwise(placed.path(*cover)):
        span = y1 - y0
        for level in range(y0 + 1, y1):
            passes = x0 * (y1 - level) + x1 * (level - y0)
            beside = (abs(passes - placed.x[i] * span) for i in placed.rows[level])
            if any(3 * distance < 2 * UNIT * span for distance in beside):
                return True
    return False


# Parts -------------------------------------------------------------------------------------------


def connected(poset: Poset) -> list[list[int]]:
    """Return the parts of a poset that nothing connects, as they are listed."""
    import networkx as nx

    graph = nx.Graph(poset.covers)
    graph.add_nodes_from(range(len(poset)))
    return [sorted(part) for part in nx.connected_components(graph)]


def _part(poset: Poset, chosen: list[int]) -> Poset:
    """Return the poset of some elements, by their numbers."""
    place = {i: at for at, i in enumerate(chosen)}
    above = [sum(1 << place[j] for j in bits(poset.up[i]) if j in place) for i in chosen]
    return Poset(chosen, above)


def beside(poset: Poset, parts: list[list[int]], drawn: Callable[[Poset], Layout]) -> Layout:
    """Return the layouts of the parts side by side, the largest in the middle."""
    inner = [(list(one.elements), drawn(one)) for one in (_part(poset, part) for part in parts)]
    falling = sorted(inner, key=lambda one: (-one[1].width, -len(one[0]), one[0]))
    order = [*reversed(falling[1::2]), *falling[::2]]
    x, y, bends = [0] * len(poset), [0] * len(poset), {}
    left = -(sum(placed.width for _, placed in order) + UNIT * (len(order) - 1)) // 2
    for part, placed in order:
        shift = left - min(placed.x)
        for i, here, level in zip(part, placed.x, placed.y, strict=True):
            x[i], y[i] = here + shift, level
        for (low, high), points in placed.bends.items():
            bends[part[low], part[high]] = tuple((here + shift, level) for here, level in points)
        left += placed.width + UNIT
    return Layout(poset, tuple(x), tuple(y), bends)
