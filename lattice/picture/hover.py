"""What an SVG does under the pointer: a node shows its lines, a line says what it joins.

Rules of style only, no script; a program that does not know them shows the picture as it is. Each
picture has a class of its own, so that several on one page do not disturb each other.
"""

from __future__ import annotations

import re
from xml.sax.saxutils import escape
from zlib import crc32

from lattice.picture.diagram import Diagram

_GROUP = re.compile(r'<g id="(?:cover-(\d+)-(\d+)|node-(\d+))">')
_RULES = """[id^="text-"] { pointer-events: none }
{own}:has([id^="node-"]:hover) [id^="cover-"] path { opacity: 0.15 }
{own} [id^="cover-"]:hover path { stroke-width: 3 !important }
"""


def lively(svg: str, diagram: Diagram) -> str:
    """Return the picture with titles, and with the rules for what is under the pointer."""
    name = f"hasse-{crc32(svg.encode()):08x}"
    lines: dict[int, list[str]] = {}
    for low, high in sorted(diagram.covers):
        for end in (low, high):
            lines.setdefault(end, []).append(f"#cover-{low}-{high}")
    shown = [
        f".{name}:has(#node-{at}:hover) :is({', '.join(of)}) path "
        "{ opacity: 1; stroke-width: 2.6 !important }"
        for at, of in sorted(lines.items())
    ]
    rules = _RULES.replace("{own}", "." + name) + "\n".join(shown)
    titled = _GROUP.sub(lambda found: found[0] + _title(found, diagram), svg)
    opened = re.compile(r"<svg ([^>]*)>")
    return opened.sub(
        lambda found: f'<svg class="{name}" {found[1]}>\n <style>{rules}</style>', titled, count=1
    )


def _title(found: re.Match[str], diagram: Diagram) -> str:
    ends = [diagram.nodes[int(at)] for at in found.groups() if at is not None]
    return f"<title>{escape(' ⋖ '.join(node.label for node in ends))}</title>"
