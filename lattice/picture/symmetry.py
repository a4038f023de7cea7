"""How straight and symmetric a drawing is, seen from the places alone.

Three turns of the sheet may show a drawing again: in the *mirror* left and right change sides,
*upside down* the levels, and half a *turn* does both. Each has a share: how many of the covers
have a cover as their image. For a product of equal chains half a turn is the duality, and the
mirror exchanges factors; a strict mirror is possible only where no two elements of a level are
exchanged with none (no drawing of four two-element chains has one), so shares are compared.

>>> import networkx as nx
>>> from lattice.poset import Poset
>>> from lattice.picture.layout import layout
>>> placed = layout(Poset.from_graph(nx.DiGraph([("0", "a"), ("0", "b"), ("a", "1"), ("b", "1")])))
>>> lean(placed), [share(placed, way) for way in WAYS]
(0.0, [1.0, 1.0, 1.0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lattice.picture.layout import Layout

WAYS = {"mirror": (True, False), "upside down": (False, True), "turn": (True, True)}
"""Whether left and right, and whether the levels change sides."""


def share(placed: Layout, way: str) -> float:
    """Return how many of the covers have a cover as their image, as a share."""
    across, down = WAYS[way]
    covers, rows = placed.poset.covers, placed.rows
    image: dict[int, int] = {}
    for row, other in zip(rows, reversed(rows) if down else rows, strict=True):
        if len(row) == len(other):
            image |= zip(row, reversed(other) if across else other, strict=True)
    known = set(covers)
    turned = [
        (image.get(j), image.get(i)) if down else (image.get(i), image.get(j)) for i, j in covers
    ]
    return sum(pair in known for pair in turned) / len(covers) if covers else 1.0


def lean(placed: Layout) -> float:
    """Return how far the centres of the levels are apart, in steps between neighbours."""
    from lattice.picture.layout import UNIT

    centres = [sum(placed.x[i] for i in row) / len(row) for row in placed.rows if row]
    return (max(centres) - min(centres)) / UNIT
