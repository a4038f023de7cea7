"""Hasse diagrams as SVG, PNG and PDF, with matplotlib.

The node's size follows its longest line, and the levels are so far apart that no cover touches an
element that it does not belong to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from lattice.picture.diagram import KINDS, UNIT, Diagram, Node
from lattice.picture.hover import lively
from lattice.picture.written import DEGREES, FILLS, NUMBER, tex
from rankproof.line.pictures import rendered

LABEL, SMALL, TITLE = 13.0, 10.5, 14.0
_POINTS = 72
_PAD, _GAP, _CLEAR = 0.08, 0.16, 0.05
_FAINT, _LEAST = 10.0, 0.06
_WIDER = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5)
_MOST_PIXELS, _LARGEST = 16_000, 40_000_000
EDGES = {"join": "#A86400", "meet": "#1F6F9F", "both": "#4C7A1F", "": "#555555"}
LINE = "#6E6E6E"
WAYS = ("#0072B2", "#C04A00", "#00795A", "#A0447C", "#7A6200", "#444444")
"""Colours for covers that go the same way, which people with any colour vision tell apart."""
_SETTINGS = {
    "font.family": "STIXGeneral",
    "mathtext.fontset": "stix",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
}


@dataclass(frozen=True)
class Scale:
    """Inches: of one UNIT across, of one level, and of a node."""

    across: float
    up: float
    width: float
    height: float

    def stretched(self, diagram: Diagram) -> Scale:
        """Make a slender diagram wider: its covers would be steep."""
        wide, tall = _sides(diagram, self)
        wider = min(2.4, max(1.0, 0.7 * tall / wide)) if wide else 1.0
        return replace(self, across=self.across * wider)


def scale(diagram: Diagram, width: float, height: float) -> Scale:
    """Return a scale at which nodes are apart and covers keep clear of other nodes.

    More room across needs less height for that: the smallest of some pictures is taken, by its rim.
    """
    runs = list(_near_misses(diagram))
    tried = [_scaled(runs, (width + _GAP) * wider, width, height) for wider in _WIDER]
    return min(tried, key=lambda one: sum(_sides(diagram, one))).stretched(diagram)


def _scaled(runs: list[tuple[float, float]], across: float, width: float, height: float) -> Scale:
    """Return the scale of one width, whose levels are as far apart as covers and nodes need."""
    up = 1.75 * height + 0.2
    for run, distance in runs:
        room = distance * across - width / 2 - _CLEAR
        if run * across > room:
            up = max(up, (height / 2 + _CLEAR) * run * across / max(room, _LEAST))
    return Scale(across, up, width, height)


def _sides(diagram: Diagram, measure: Scale) -> tuple[float, float]:
    """Return how wide and how tall the diagram is, without the rims of its nodes."""
    xs, ys = [node.x for node in diagram.nodes], [node.y for node in diagram.nodes]
    return (max(xs) - min(xs)) / UNIT * measure.across, (max(ys) - min(ys)) * measure.up


def _near_misses(diagram: Diagram) -> Iterator[tuple[float, float]]:
    """Go through how far a cover runs sideways in one level, and its neighbour's distance there."""
    rows = {y: [node.x for node in row] for y, row in diagram.rows.items()}
    for path in diagram.covers.values():
        for (x0, y0), (x1, y1) in pairwise(path):
            run = (x1 - x0) / (y1 - y0)
            for level in range(y0, y1 + 1):
                at = x0 + run * (level - y0)
                ways = [run] * (level < y1) + [-run] * (level > y0)
                for way in ways:
                    beside = [abs(x - at) for x in rows.get(level, []) if (x - at) * way > 0]
                    if beside and way:
                        yield abs(run) / UNIT, min(beside) / UNIT


def scaled(diagram: Diagram) -> Scale:
    """Measure the nodes and return the scale."""
    wide = max(_wide(line, _size(node, line)) for node in diagram.nodes for line in node.lines)
    tall = max(sum(1.28 * _size(node, line) for line in node.lines) for node in diagram.nodes)
    return scale(diagram, wide + 2 * _PAD, tall / _POINTS + 1.2 * _PAD)


def _size(node: Node, line: str) -> float:
    return LABEL if line == node.label else SMALL


def _wide(line: str, size: float) -> float:
    from matplotlib.textpath import TextPath

    if not line.strip():
        return 0.0
    return float(TextPath((0, 0), _math(line), size=size).get_extents().width) / _POINTS


def _math(line: str) -> str:
    """Return r̂12 or a₂a₁a₀ as mathematics, everything else as it is."""
    if NUMBER.fullmatch(line) or DEGREES.fullmatch(line):
        return tex(line)
    return line.replace("$", r"\$")


def picture(diagram: Diagram, form: str) -> bytes:
    """Return the diagram as svg, png or pdf."""
    look = {"bbox_inches": "tight", "pad_inches": 0.2}
    drawn = rendered(lambda: _figure(diagram), form, _SETTINGS, **look)
    return lively(drawn.decode(), diagram).encode() if form == "svg" else drawn


def _figure(diagram: Diagram) -> Any:
    """Return the diagram as a figure whose coordinates are inches."""
    from matplotlib.figure import Figure

    measure = scaled(diagram)
    points = [point for path in diagram.covers.values() for point in path]
    points += [(node.x, node.y) for node in diagram.nodes]
    xs, ys = zip(*[_place(measure, *point) for point in points], strict=True)
    across, up = measure.width / 2 + _GAP, measure.height / 2 + _GAP
    left, right, bottom, top = min(xs) - across, max(xs) + across, min(ys) - up, max(ys) + up
    inches = (right - left, top - bottom)
    fine = min(200, _MOST_PIXELS / max(inches), math.sqrt(_LARGEST / math.prod(inches)))
    figure = Figure(figsize=inches, facecolor="white", dpi=fine)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(left, right), ylim=(bottom, top), xticks=[])
    axes.spines[:].set_visible(False)
    axes.set_yticks([measure.up * level for level in diagram.rows], map(str, diagram.rows))
    axes.tick_params(length=0, labelsize=_FAINT, labelcolor="#9A9A9A")
    axes.set_ylabel("level", color="#9A9A9A", fontsize=_FAINT)
    for (low, high), path in diagram.covers.items():
        xs, ys = zip(*[_place(measure, *point) for point in path], strict=True)
        axes.plot(
            xs, ys, lw=1, color=_colour(diagram, low, high), gid=f"cover-{low}-{high}", zorder=1
        )
    for at, node in enumerate(diagram.nodes):
        _draw_node(axes, measure, at, node)
    if diagram.title:
        axes.set_title(diagram.title.replace("$", r"\$"), fontsize=TITLE)
    if diagram.marks or diagram.note or diagram.bundles:
        _draw_legend(axes, diagram)
    return figure


def _colour(diagram: Diagram, low: int, high: int) -> str:
    """Return the colour of a cover: that of its bundle, where bundles are shown."""
    way = diagram.bundles.get((low, high))
    return LINE if way is None else WAYS[way % len(WAYS)]


def _place(measure: Scale, x: int, y: int) -> tuple[float, float]:
    return x / UNIT * measure.across, y * measure.up


def _draw_node(axes: Any, measure: Scale, at: int, node: Node) -> None:
    from matplotlib.patches import FancyBboxPatch

    x, y = _place(measure, node.x, node.y)
    corner = (x - measure.width / 2, y - measure.height / 2)
    rounded = f"round,pad=0,rounding_size={min(0.09, measure.height / 3)}"
    box = FancyBboxPatch(corner, measure.width, measure.height, rounded, **_look(node.mark))
    box.set(gid=f"node-{at}", zorder=2)
    axes.add_patch(box)
    heights = [1.28 * _size(node, line) / _POINTS for line in node.lines]
    top = y + sum(heights) / 2
    for line, tall in zip(node.lines, heights, strict=True):
        # The baseline is set, so that subscripts and hats do not move the line.
        base = top - tall / 2 - 0.34 * _size(node, line) / _POINTS
        colour = "#333333" if line == node.value else "#000000"
        look = {"fontsize": _size(node, line), "color": colour, "gid": f"text-{at}-{line}"}
        axes.text(x, base, _math(line), ha="center", va="baseline", zorder=3, **look)
        top -= tall


def _look(mark: str) -> dict[str, Any]:
    width = 1.6 if mark else 0.9
    return {"facecolor": FILLS[mark], "edgecolor": EDGES[mark], "linewidth": width}


def _draw_legend(axes: Any, diagram: Diagram) -> None:
    from matplotlib.patches import Patch

    marks = [Patch(**_look(kind), label=KINDS[kind]) for kind in diagram.marks]
    below = {"loc": "upper center", "bbox_to_anchor": (0.5, 0), "ncols": max(1, len(marks))}
    note = "\n".join(line for line in (diagram.note, diagram.key) if line)
    look = {"fontsize": SMALL, "title_fontsize": SMALL, "frameon": False}
    axes.legend(handles=marks, title=note or None, **look, **below)
