"""Hasse diagrams as SVG, PNG and PDF, with matplotlib.

The node's size follows its longest line, and the levels are so far apart that no cover touches an
element that it does not belong to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from lattice.picture.diagram import KINDS, UNIT, Diagram, Node
from lattice.picture.written import DEGREES, FILLS, NUMBER, tex

LABEL, SMALL, TITLE = 13.0, 10.5, 14.0
_POINTS = 72
_PAD, _GAP, _CLEAR = 0.08, 0.16, 0.05
_FAINT = 10.0
_MOST_PIXELS = 16_000
EDGES = {"join": "#A86400", "meet": "#1F6F9F", "both": "#4C7A1F", "": "#555555"}
_SETTINGS = {
    "font.family": "STIXGeneral",
    "mathtext.fontset": "stix",
    "svg.hashsalt": "rankproof",
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


def scale(diagram: Diagram, width: float, height: float) -> Scale:
    """Return a scale at which nodes are apart and covers keep clear of other nodes."""
    across = width + _GAP
    up = 1.75 * height + 0.2
    for run, distance in _near_misses(diagram):
        room = distance * across - width / 2 - _CLEAR
        if run * across > room:
            up = max(up, (height / 2 + _CLEAR) * run * across / max(room, 0.01))
    return Scale(across * _stretch(diagram, across, up), up, width, height)


def _stretch(diagram: Diagram, across: float, up: float) -> float:
    """Return by how much a slender diagram is made wider: its covers would be steep."""
    xs, ys = [node.x for node in diagram.nodes], [node.y for node in diagram.nodes]
    wide, tall = (max(xs) - min(xs)) / UNIT * across, (max(ys) - min(ys)) * up
    return min(1.8, max(1.0, 0.6 * tall / wide)) if wide else 1.0


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
    from io import BytesIO

    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_SETTINGS):
        measure = scaled(diagram)
        canvas = _Canvas(diagram, measure)
        figure = Figure(figsize=canvas.inches, facecolor="white")
        FigureCanvasAgg(figure)
        canvas.draw(figure)
        into = BytesIO()
        dpi = min(200, _MOST_PIXELS / max(canvas.inches))
        # No date, so that the same order gives the same file.
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
        figure.savefig(into, format=form, dpi=dpi, metadata=metadata[form])
    return into.getvalue()


class _Canvas:
    """Places of everything, in inches from the lower left corner."""

    def __init__(self, diagram: Diagram, measure: Scale) -> None:
        self.diagram, self.measure = diagram, measure
        xs, ys = [n.x for n in diagram.nodes], [n.y for n in diagram.nodes]
        for path in diagram.covers.values():
            xs += [x for x, _ in path]
        self.left, self.bottom = min(xs), min(ys)
        self.legend = [(kind, 0.34 + _wide(KINDS[kind], SMALL)) for kind in diagram.marks]
        below = 0.62 + (0.22 if diagram.note else 0)
        above = 0.25 + (0.34 if diagram.title else 0)
        across = (max(xs) - self.left) / UNIT * measure.across
        least = max(
            sum(width for _, width in self.legend) + 0.2 * len(self.legend),
            _wide(diagram.title, TITLE) * 1.08,
            _wide(diagram.note, SMALL),
        )
        spare = max(0.0, least - across - measure.width)
        side = 0.45
        self.origin = (side + measure.width / 2 + spare / 2, below + measure.height / 2)
        up = (max(ys) - self.bottom) * measure.up
        self.inches = (
            across + measure.width + spare + 2 * side,
            up + measure.height + below + above,
        )

    def at(self, x: int, y: int) -> tuple[float, float]:
        """Return a place of the layout in inches."""
        return (
            self.origin[0] + (x - self.left) / UNIT * self.measure.across,
            self.origin[1] + (y - self.bottom) * self.measure.up,
        )

    def draw(self, figure: Any) -> None:
        """Draw everything."""
        width, height = self.inches
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, width)
        axes.set_ylim(0, height)
        for level in self.diagram.rows:
            y = self.at(0, level)[1]
            grey = {"color": "#9A9A9A", "fontsize": _FAINT, "va": "center"}
            axes.text(0.22, y, str(level), ha="center", **grey)
        axes.text(0.08, 0.24, "level", ha="left", **grey)
        self._covers(axes)
        for at, node in enumerate(self.diagram.nodes):
            self._node(axes, at, node)
        if self.diagram.title:
            title = self.diagram.title.replace("$", r"\$")
            axes.text(width / 2, height - 0.18, title, ha="center", va="top", fontsize=TITLE)
        self._legend(axes)

    def _covers(self, axes: Any) -> None:
        from matplotlib.lines import Line2D

        look: dict[str, Any] = {"lw": 1.0, "color": "#6E6E6E", "zorder": 1}
        look |= {"solid_capstyle": "round", "solid_joinstyle": "round"}
        for (low, high), path in self.diagram.covers.items():
            xs, ys = zip(*[self.at(*point) for point in path], strict=True)
            axes.add_line(Line2D(xs, ys, gid=f"cover-{low}-{high}", **look))

    def _node(self, axes: Any, at: int, node: Node) -> None:
        x, y = self.at(node.x, node.y)
        box = self._box(x, y, self.measure.width, self.measure.height, node.mark)
        box.set_gid(f"node-{at}")
        axes.add_patch(box)
        centred = {"ha": "center", "va": "baseline", "zorder": 3}
        heights = [1.28 * _size(node, line) / _POINTS for line in node.lines]
        top = y + sum(heights) / 2
        for line, tall in zip(node.lines, heights, strict=True):
            # The baseline is set, so that subscripts and hats do not move the line.
            base = top - tall / 2 - 0.34 * _size(node, line) / _POINTS
            colour = "#333333" if line == node.value else "#000000"
            look = {"fontsize": _size(node, line), "color": colour, "gid": f"text-{at}-{line}"}
            axes.text(x, base, _math(line), **centred, **look)
            top -= tall

    @staticmethod
    def _box(x: float, y: float, width: float, height: float, mark: str) -> Any:
        from matplotlib.patches import FancyBboxPatch

        return FancyBboxPatch(
            (x - width / 2, y - height / 2),
            width,
            height,
            boxstyle=f"round,pad=0,rounding_size={min(0.09, height / 3)}",
            facecolor=FILLS[mark],
            edgecolor=EDGES[mark],
            linewidth=1.6 if mark else 0.9,
            zorder=2,
        )

    def _legend(self, axes: Any) -> None:
        width = self.inches[0]
        total = sum(wide for _, wide in self.legend) + 0.2 * (len(self.legend) - 1)
        x, y = (width - total) / 2, 0.24
        for kind, wide in self.legend:
            axes.add_patch(self._box(x + 0.12, y, 0.24, 0.14, kind))
            axes.text(x + 0.34, y, KINDS[kind], fontsize=SMALL, va="center_baseline", ha="left")
            x += wide + 0.2
        if self.diagram.note:
            look = {"fontsize": SMALL, "ha": "center", "va": "center", "color": "#555555"}
            axes.text(width / 2, 0.48, self.diagram.note, **look)
