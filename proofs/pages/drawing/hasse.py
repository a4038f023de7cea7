"""A Hasse diagram as SVG whose nodes can be chosen: laid out by `lattice.picture`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lattice.picture.diagram import UNIT, Diagram, Node
from proofs.pages.drawing.svg import MIDDLE, element

LETTER, LINE, PAD, DOT = 8.4, 20.0, 22.0, 6.0


def hasse(diagram: Diagram, label: str, links: Sequence[str] = ()) -> Any:
    """Return a diagram; where there are links, nodes lead there, else they can be chosen."""
    wide = max(LETTER * max(map(len, _lines(node))) for node in diagram.nodes) + 18
    tall = max(LINE * len(_lines(node)) for node in diagram.nodes) + 8
    across, up = wide + 22, tall + 42
    xs = [x for path in diagram.covers.values() for x, _ in path] + [n.x for n in diagram.nodes]
    least, top = min(xs), max(node.y for node in diagram.nodes)

    def place(x: float, y: float) -> tuple[float, float]:
        return PAD + wide / 2 + (x - least) / UNIT * across, PAD + tall / 2 + (top - y) * up

    width = place(max(xs), 0)[0] + wide / 2 + PAD
    height = place(0, 0)[1] + tall / 2 + PAD
    lines = [
        element(
            "path",
            d="M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (place(*point) for point in path)),
            class_="cover",
            **{"data-low": low, "data-high": high},
        )
        for (low, high), path in diagram.covers.items()
    ]
    nodes = [
        _node(at, node, *place(node.x, node.y), wide, tall, links[at] if links else "")
        for at, node in enumerate(diagram.nodes)
    ]
    box = f"0 0 {width:.0f} {height:.0f}"
    attributes = {"viewBox": box, "role": "group", "aria-label": label}
    if links:  # as large as it is drawn; a diagram to choose in fits its frame
        attributes |= {"width": f"{width:.0f}", "height": f"{height:.0f}"}
    kind = "graph" if links else "hasse"
    return element("svg", *lines, *nodes, class_=f"drawing {kind}", id=kind, **attributes)


def outline(diagram: Diagram) -> Any:
    """Return a diagram as dots and lines, small: a picture that its place names."""
    xs = [x for path in diagram.covers.values() for x, _ in path] + [n.x for n in diagram.nodes]
    least, top = min(xs), max(node.y for node in diagram.nodes)

    def place(x: float, y: float) -> str:
        return f"{DOT + (x - least) / UNIT * 26:.1f} {DOT + (top - y) * 22:.1f}"

    paths = [
        element("path", d="M" + "L".join(place(*at) for at in path), class_="cover")
        for path in diagram.covers.values()
    ]
    at = [place(node.x, node.y).split() for node in diagram.nodes]
    dots = [element("circle", cx=x, cy=y, r=4, class_="crossing") for x, y in at]
    wide, tall = (max(float(one[side]) for one in at) + DOT for side in (0, 1))
    sides = {"viewBox": f"0 0 {wide:.0f} {tall:.0f}", "width": f"{wide:.0f}"}
    more = {"height": f"{tall:.0f}", "aria-hidden": "true"}
    return element("svg", *paths, *dots, class_="drawing", **sides, **more)


def _lines(node: Node) -> list[str]:
    return node.label.split("\n")


def _node(at: int, node: Node, x: float, y: float, wide: float, tall: float, link: str) -> Any:
    sides = {"x": x - wide / 2, "y": y - tall / 2, "width": wide, "height": tall, "rx": 6}
    box = element("rect", **sides, class_="box")
    lines = _lines(node)
    start = y - LINE * (len(lines) - 1) / 2 + 5
    texts = [
        element("text", line, x=x, y=start + LINE * place, **MIDDLE)
        for place, line in enumerate(lines)
    ]
    shown = f"node {node.mark}".strip()
    if link:
        return element("a", element("g", box, *texts, class_=shown), href=link)
    said = f"{node.label}{', ' + node.mark + '-irreducible' if node.mark else ''}"
    chosen = {"data-node": at, "tabindex": 0, "role": "button", "aria-label": said}
    return element("g", box, *texts, class_=shown, **chosen)
