"""A finite poset: integers as bit sets inside, elements and networkx outside.

Elements are kept in a linear extension (smaller ones first), so that the least element of a set
is its lowest bit. ``up[i]`` and ``down[i]`` hold what is above and below element i, itself
included.

>>> import networkx as nx
>>> diamond = Poset.from_graph(nx.DiGraph([("0", "a"), ("0", "b"), ("a", "1"), ("b", "1")]))
>>> diamond.join("a", "b"), diamond.meet("a", "b")
('1', '0')
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from metrics.naming import BadInput

MOST_CELLS = 1 << 28
MANY = 500
_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class NotAnOrder(BadInput):
    """A relation is no partial order; `part` says why, `witness` shows it."""

    def __init__(self, part: str, witness: tuple[Any, ...]) -> None:
        self.part, self.witness = part, witness
        shown = ", ".join(map(str, witness))
        super().__init__(f"this is no partial order: it is not {part}, see {shown}.")


def bits(number: int) -> Iterator[int]:
    """Go through the places of the bits that are set, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


class Poset:
    """A finite partially ordered set."""

    def __init__(self, elements: Sequence[Hashable], above: Sequence[int]) -> None:
        """Take the relation as bit sets: bit j of above[i] says that i is below or equal to j."""
        _insist_reflexive(elements, above)
        order = _linear_extension(above)
        place = {old: new for new, old in enumerate(order)}
        self.elements: tuple[Any, ...] = tuple(elements[old] for old in order)
        self.listed: tuple[int, ...] = tuple(place[old] for old in range(len(order)))
        self.up = _renumbered([above[old] for old in order], order)
        self.upper_covers = self._covers(elements, above)
        self.index = {element: i for i, element in enumerate(self.elements)}

    def _covers(self, elements: Sequence[Hashable], above: Sequence[int]) -> list[list[int]]:
        """Return the upper covers, having checked that the relation is antisymmetric, transitive.

        If every up-set is what its covers generate, the relation is the closure of the covers.
        """
        covers: list[list[int]] = []
        for i, up in enumerate(self.up):
            if up & ((1 << i) - 1):
                raise _trouble(elements, above)
            rest, generated, found = up & ~(1 << i), 1 << i, []
            while rest:
                j = (rest & -rest).bit_length() - 1
                found.append(j)
                generated |= self.up[j]
                rest &= ~self.up[j]
            if generated != up:
                raise _trouble(elements, above)
            covers.append(found)
        return covers

    @classmethod
    def from_graph(cls, graph: Any) -> Poset:
        """Build a poset from a networkx graph whose edges go from lower to higher elements."""
        import networkx as nx

        looped = [node for node in graph if graph.has_edge(node, node)]
        plain = nx.DiGraph(graph)
        plain.remove_edges_from([(node, node) for node in looped])
        try:
            cycle = nx.find_cycle(plain)
        except nx.NetworkXNoCycle:
            cycle = None
        if cycle:
            way = " ⊏ ".join(str(edge[0]) for edge in cycle)
            raise BadInput(f"a cycle is no order: {way} ⊏ {cycle[0][0]}. Remove one of its edges.")
        return cls(list(plain), closure(plain))

    @classmethod
    def from_pairs(
        cls, elements: Iterable[Hashable], pairs: Iterable[tuple[Hashable, Hashable]]
    ) -> Poset:
        """Build a poset from pairs (lower, higher) whose reflexive, transitive closure is taken."""
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from(elements)
        for lower, higher in pairs:
            for element in (lower, higher):
                if element not in graph:
                    raise BadInput(f"{element!r} is in a pair, but is none of the elements.")
            graph.add_edge(lower, higher)
        return cls.from_graph(graph)

    def __repr__(self) -> str:
        return f"<Poset of {len(self)} elements and {len(self.covers)} covers>"

    def __str__(self) -> str:
        """Return the Hasse diagram as text; one line where it would be too large to see."""
        from lattice.picture.diagram import diagram
        from lattice.picture.written import text

        try:
            return text(diagram(self))
        except BadInput:
            return repr(self)

    def _repr_svg_(self) -> str | None:
        """Return the Hasse diagram for a notebook; nothing where it would be too large to see."""
        from lattice.picture.diagram import diagram
        from lattice.picture.drawn import picture

        try:
            return picture(diagram(self), "svg").decode()
        except BadInput:
            return None

    def __len__(self) -> int:
        return len(self.elements)

    @cached_property
    def everything(self) -> int:
        """The set of all elements."""
        return (1 << len(self)) - 1

    @cached_property
    def down(self) -> list[int]:
        """What is below each element, itself included."""
        found = [1 << i for i in range(len(self))]
        for i, lower in enumerate(self.lower_covers):
            for j in lower:
                found[i] |= found[j]
        return found

    @cached_property
    def lower_covers(self) -> list[list[int]]:
        """The lower covers of each element."""
        found: list[list[int]] = [[] for _ in self.elements]
        for i, covers in enumerate(self.upper_covers):
            for j in covers:
                found[j].append(i)
        return found

    @cached_property
    def covers(self) -> list[tuple[int, int]]:
        """The pairs (i, j) in which j covers i."""
        return [(i, j) for i, above in enumerate(self.upper_covers) for j in above]

    @cached_property
    def dual(self) -> Poset:
        """The poset upside down, its elements listed as before."""
        named = [self.elements[i] for i in self.listed]
        return Poset(named, _renumbered([self.down[i] for i in self.listed], self.listed))

    def hasse(self) -> Any:
        """Return the Hasse diagram as a networkx.DiGraph, edges from lower to higher."""
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from(self.elements)
        graph.add_edges_from((self.elements[i], self.elements[j]) for i, j in self.covers)
        return graph

    def below(self, x: Hashable, y: Hashable) -> bool:
        """Tell whether x ⊑ y."""
        return bool(self.up[self._at(x)] >> self._at(y) & 1)

    def join(self, x: Hashable, y: Hashable) -> Any:
        """Return the least upper bound, or None."""
        return self._element(self.join_of(self.up[self._at(x)] & self.up[self._at(y)]))

    def meet(self, x: Hashable, y: Hashable) -> Any:
        """Return the greatest lower bound, or None."""
        return self._element(self.meet_of(self.down[self._at(x)] & self.down[self._at(y)]))

    def _element(self, found: int | None) -> Any:
        return None if found is None else self.elements[found]

    def join_of(self, upper: int) -> int | None:
        """Return the least element of a set of upper bounds, if it has one."""
        if not upper:
            return None
        lowest = (upper & -upper).bit_length() - 1
        return lowest if upper & ~self.up[lowest] == 0 else None

    def meet_of(self, lower: int) -> int | None:
        """Return the greatest element of a set of lower bounds, if it has one."""
        if not lower:
            return None
        highest = lower.bit_length() - 1
        return highest if lower & ~self.down[highest] == 0 else None

    def minimal(self, subset: int) -> list[int]:
        """Return the minimal elements of a set."""
        found = []
        while subset:
            lowest = (subset & -subset).bit_length() - 1
            found.append(lowest)
            subset &= ~self.up[lowest]
        return found

    def _at(self, element: Hashable) -> int:
        if element not in self.index:
            raise BadInput(f"{element!r} is not an element of this order.")
        return self.index[element]


def closure(graph: Any) -> list[int]:
    """Return for each node of a networkx graph, as listed, the nodes it leads to and itself."""
    place = {node: at for at, node in enumerate(graph)}
    return closed([{at, *(place[to] for to in graph[node])} for node, at in place.items()])


def closed(steps: Sequence[Collection[int]]) -> list[int]:
    """Return for each number which numbers any steps lead to, itself included.

    >>> closed([[1], [2], []])
    [7, 6, 4]
    >>> closed([[1], [0], [0]])
    [3, 3, 7]
    """
    above = [1 << at for at in range(len(steps))]
    if all(to >= at for at, following in enumerate(steps) for to in following):
        for at in reversed(range(len(steps))):
            for to in steps[at]:
                above[at] |= above[to]
        return above
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(steps)))
    graph.add_edges_from((at, to) for at, following in enumerate(steps) for to in following)
    knots = nx.condensation(graph)
    reached: dict[int, int] = {}
    for knot in reversed(list(nx.topological_sort(knots))):
        members = knots.nodes[knot]["members"]
        found = sum(1 << member for member in members)
        for following in knots.successors(knot):
            found |= reached[following]
        reached[knot] = found
        for member in members:
            above[member] = found
    return above


def _insist_reflexive(elements: Sequence[Hashable], above: Sequence[int]) -> None:
    if len(set(elements)) != len(elements):
        twice = next(x for x in elements if list(elements).count(x) > 1)
        raise BadInput(f"{twice!r} is listed twice: every element once.")
    for i, up in enumerate(above):
        if not up >> i & 1:
            raise NotAnOrder("reflexive", (elements[i],))


def bit_table(sets: Sequence[int], size: int) -> Any:
    """Return bit sets as the rows of a table of 0 and 1."""
    import numpy as np

    if len(sets) * size > MOST_CELLS:
        raise BadInput(f"a table of {len(sets):,} × {size:,} elements is too large.")
    width = (size + 7) // 8
    raw = np.frombuffer(b"".join(s.to_bytes(width, "little") for s in sets), dtype=np.uint8)
    return np.unpackbits(raw.reshape(len(sets), width), axis=1, bitorder="little")[:, :size]


def bit_sets(table: Any) -> list[int]:
    """Return the rows of a table of 0 and 1 as bit sets."""
    import numpy as np

    packed = np.packbits(table, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def _linear_extension(above: Sequence[int]) -> list[int]:
    """Return the elements, smaller ones first, if the relation is an order.

    Many elements are left as they are listed, or turned round, where that does: then their sets
    need not be renumbered.
    """
    size = range(len(above))
    if len(above) > MANY and all(up & -up == 1 << i for i, up in enumerate(above)):
        return list(size)
    if len(above) > MANY and all(up >> i == 1 for i, up in enumerate(above)):
        return list(reversed(size))
    return sorted(size, key=lambda i: (-above[i].bit_count(), i))


def _renumbered(sets: Sequence[int], order: Sequence[int]) -> list[int]:
    """Return the same sets after the elements were put into another order."""
    size = len(order)
    if list(order) == list(range(size)):
        return list(sets)
    if list(order) == list(reversed(range(size))):
        return [_reversed(one, size) for one in sets]
    step, found = max(1, MOST_CELLS // size), []
    for start in range(0, size, step):
        found += bit_sets(bit_table(sets[start : start + step], size)[:, list(order)])
    return found


def _reversed(one: int, size: int) -> int:
    """Return a set with the elements numbered the other way round.

    >>> bin(_reversed(0b0001011, 7))
    '0b1101000'
    """
    width = (size + 7) // 8
    turned = one.to_bytes(width, "little").translate(_TURNED)[::-1]
    return int.from_bytes(turned, "little") >> (8 * width - size)


def _trouble(elements: Sequence[Hashable], above: Sequence[int]) -> NotAnOrder:
    """Find the first elements, as listed, that show why the relation is no order."""
    for i, up in enumerate(above):
        for j in bits(up):
            if i != j and above[j] >> i & 1:
                return NotAnOrder("antisymmetric", (elements[i], elements[j]))
    for i, up in enumerate(above):
        for j in bits(up):
            beyond = above[j] & ~up
            if beyond:
                third = elements[next(bits(beyond))]
                return NotAnOrder("transitive", (elements[i], elements[j], third))
    raise AssertionError("the relation is a partial order after all")
