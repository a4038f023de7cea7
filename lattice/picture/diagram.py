"""What a picture of an order shows: elements with their labels, marks, numbers and values.

Every format is written from the same Diagram.

>>> from lattice.orders import set_replacement
>>> from lattice.relation import poset_of
>>> shown = diagram(poset_of(set_replacement, 2, 1), numbers=True)
>>> [node.label for node in shown.nodes], [node.number for node in shown.nodes]
(['a₀a₀', 'a₁a₀', 'a₁a₁'], ['0̂', 'r̂1', '1̂'])
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lattice.picture.crossings import colours
from lattice.picture.layout import UNIT, Layout, Point, layout
from lattice.picture.projections import bundles
from lattice.poset import Poset
from lattice.structure import join_irreducibles, meet_irreducibles
from metrics.language.domains import SUBSCRIPTS
from metrics.naming import BadInput

LARGEST = 300
CROWDED = 40
LONGEST_LABEL = 60
MOST_COLOURS = 6
_SAME = "covers of one colour go up the same chain of join-irreducibles"
_APART = "lines that cross have different colours"
MARKS = ("join", "meet", "both", "none")
PARTS = ("lower", "upper")
KINDS = {
    "join": "join-irreducible",
    "meet": "meet-irreducible",
    "both": "join- and meet-irreducible",
}
HAT = "\u0302"


@dataclass(frozen=True)
class Node:
    """An element as it is shown; `mark` is one of KINDS or empty."""

    element: Any
    label: str
    number: str
    value: str
    mark: str
    x: int
    y: int

    @property
    def lines(self) -> list[str]:
        """What is written into the node, from above."""
        return [line for line in (self.number, self.label, self.value) if line]


@dataclass(frozen=True)
class Diagram:
    """A Hasse diagram; `covers` are pairs of places in `nodes`, with the points of their line.

    `bundles` numbers covers that are to have one colour, in diagrams where that helps to follow
    them, and `key` says what the colours mean.
    """

    title: str
    nodes: tuple[Node, ...]
    covers: dict[tuple[int, int], tuple[Point, ...]]
    crossings: int
    note: str = ""
    bundles: dict[tuple[int, int], int] = field(default_factory=dict)
    key: str = ""

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        from lattice.picture.drawn import picture

        return picture(self, "svg").decode()

    @property
    def rows(self) -> dict[int, list[Node]]:
        """The nodes of each level, from the left, the highest level first."""
        found: dict[int, list[Node]] = {}
        for node in sorted(self.nodes, key=lambda node: (-node.y, node.x)):
            found.setdefault(node.y, []).append(node)
        return found

    @property
    def marks(self) -> list[str]:
        """The kinds of marks that occur."""
        return [kind for kind in KINDS if any(node.mark == kind for node in self.nodes)]


def diagram(
    poset: Poset,
    *,
    labels: Mapping[Any, str] | None = None,
    values: Mapping[Any, str] | None = None,
    mark: str = "join",
    numbers: bool = False,
    title: str = "",
    part: str | None = None,
) -> Diagram:
    """Return the picture of a poset, or of its lower or upper half.

    `labels` and `values` are by element. The halves share the level in the middle.
    """
    check(poset, mark, part)
    placed = layout(poset)
    named = {e: labels[e] for e in poset.elements} if labels else labels_for(poset)
    kinds = _marks(poset, mark)
    numbered = numbers_for(poset, placed.y) if numbers else {}
    low, high = _range(max(placed.y), part)
    kept = [i for row in placed.rows for i in row if low <= placed.y[i] <= high]
    place = {i: at for at, i in enumerate(kept)}
    nodes = tuple(
        Node(
            element := poset.elements[i],
            named[element],
            numbered.get(i, ""),
            (values or {}).get(element, ""),
            kinds.get(i, ""),
            placed.x[i],
            placed.y[i],
        )
        for i in kept
    )
    covers = {
        (place[i], place[j]): tuple(placed.path(i, j))
        for i, j in poset.covers
        if i in place and j in place
    }
    hidden = sum(low <= placed.y[i] < high < placed.y[j] for i, j in poset.covers)
    hidden += sum(placed.y[i] < low < placed.y[j] <= high for i, j in poset.covers)
    note = f"covers over the middle level, not shown: {hidden}" if hidden else ""
    ways, key = _ways(poset, placed) if len(poset) >= CROWDED else ({}, "")
    shown = {(place[i], place[j]): way for (i, j), way in ways.items() if i in place and j in place}
    return Diagram(title, nodes, covers, placed.crossings, note, shown, key)


def _ways(poset: Poset, placed: Layout) -> tuple[dict[tuple[int, int], int], str]:
    """Return numbers for the covers by which they can be followed, and what the numbers mean."""
    ways = bundles(poset)
    if ways or not placed.crossings:
        return ways, _SAME * bool(ways)
    numbers = colours([placed.path(*cover) for cover in poset.covers])
    if max(numbers) >= MOST_COLOURS:
        return {}, ""
    return dict(zip(poset.covers, numbers, strict=True)), _APART


def check(poset: Poset, mark: str, part: str | None) -> None:
    """Refuse what cannot be drawn."""
    if not len(poset):
        raise BadInput("an order without elements has no picture.")
    check_number(len(poset))
    for name, given, choices in (("mark", mark, MARKS), ("part", part, (*PARTS, None))):
        if given not in choices:
            known = ", ".join(str(word) for word in choices)
            raise BadInput(f"{name} = {given!r} is not one of {known}.")


def check_number(number: int) -> None:
    """Refuse more elements than a picture can hold."""
    if number > LARGEST:
        raise BadInput(
            f"{number:,} runs are too many for a picture: the limit is {LARGEST}. "
            "Ask for a smaller n or c."
        )


def _range(highest: int, part: str | None) -> tuple[int, int]:
    middle = (highest + 1) // 2
    return {None: (0, highest), "lower": (0, middle), "upper": (middle, highest)}[part]


def _marks(poset: Poset, mark: str) -> dict[int, str]:
    join = set(join_irreducibles(poset)) if mark in ("join", "both") else set()
    meet = set(meet_irreducibles(poset)) if mark in ("meet", "both") else set()
    found = dict.fromkeys(join - meet, "join") | dict.fromkeys(meet - join, "meet")
    return found | dict.fromkeys(join & meet, "both")


# Names -------------------------------------------------------------------------------------------


def labels_for(poset: Poset) -> dict[Any, str]:
    """Return a label for each element: runs as a₂a₁a₀ while these are legible, else as 210."""
    short = len(poset) <= 30 and all(_is_run(e) and len(e) <= 3 for e in poset.elements)
    return {element: label(element, letters=short) for element in poset.elements}


def label(element: Any, letters: bool = False) -> str:
    """Return an element as text.

    >>> label((2, 1, 0)), label((2, 1, 0), letters=True), label((10, 0)), label(frozenset("b"))
    ('210', 'a₂a₁a₀', '10.0', '{b}')
    """
    if _is_run(element):
        if letters:
            return "".join("a" + str(degree).translate(SUBSCRIPTS) for degree in element)
        return ("." if max(element) > 9 else "").join(map(str, element))
    if isinstance(element, frozenset):
        return "{" + ", ".join(sorted(label(inner) for inner in element)) + "}"
    text = " ".join(str(element).split())
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"


def _is_run(element: Any) -> bool:
    return (
        isinstance(element, tuple)
        and bool(element)
        and all(isinstance(d, int) and not isinstance(d, bool) and d >= 0 for d in element)
    )


def numbers_for(poset: Poset, height: tuple[int, ...]) -> dict[int, str]:
    """Number the elements level by level; 0̂ and 1̂ are the least and greatest.

    On a level, sets begin with the join-irreducibles, the lowest first, and go on with the others,
    the highest first: that gives the numbers of the equalities that `giner`, §5.2, states for
    Figure 3. Ranked runs go from the highest down. These are *not* all the numbers of Figures 5
    to 7: r̂1, r̂4 and r̂5 = r̂1 ∨ r̂2 agree, but the text makes r̂6 = (a₁, a₁, a₀),
    r̂8 = (a₀, a₂, a₀) and r̂17 = (a₂, a₁, a₁), and does not fix the rest. Anything else goes as
    it was listed.
    """
    listed = {i: rank for rank, i in enumerate(poset.listed)}
    runs = all(_is_run(e) for e in poset.elements)
    falling = runs and all(tuple(sorted(e, reverse=True)) == e for e in poset.elements)
    irreducible = set(join_irreducibles(poset)) if falling else set()

    def key(i: int) -> tuple[int, bool, int]:
        turned = runs and i not in irreducible
        return height[i], i not in irreducible, -listed[i] if turned else listed[i]

    found: dict[int, str] = {}
    full, count = poset.everything, 0
    for i in sorted(range(len(poset)), key=key):
        if len(poset) > 1 and full in (poset.up[i], poset.down[i]):
            found[i] = ("0" if poset.up[i] == full else "1") + HAT
        else:
            count += 1
            found[i] = f"r{HAT}{count}"
    return found


__all__ = ["KINDS", "LARGEST", "MARKS", "PARTS", "UNIT", "Diagram", "Node", "diagram", "label"]
