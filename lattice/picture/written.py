"""Hasse diagrams as characters: for the terminal, as DOT for Graphviz, as TikZ for LaTeX."""

from __future__ import annotations

import re
import unicodedata

from lattice.picture.diagram import HAT, KINDS, UNIT, Diagram, Node
from rankproof.line.latex import escaped

STARS = {"join": "*", "meet": "°", "both": "*°", "": ""}
FILLS = {"join": "#FFD58A", "meet": "#BFE3F7", "both": "#CDE8B5", "": "#FFFFFF"}
_MOST_COVERS = 120
NUMBER = re.compile(f"([r01]){HAT}(\\d*)")
DEGREES = re.compile("(a[₀-₉]+)+")


# The terminal ------------------------------------------------------------------------------------


def text(diagram: Diagram, width: int = 100) -> str:
    """Return the levels as lines, the highest first, and the covers of small orders."""
    blocks = [diagram.title] if diagram.title else []
    levels = {y: [_cell(node) for node in row] for y, row in diagram.rows.items()}
    margin = len(str(max(levels))) + 2
    cell = max(_wide(word) for row in levels.values() for word in row)
    each = max(1, min((width - margin + 2) // (cell + 2), max(map(len, levels.values()))))
    lines = []
    for y, row in levels.items():
        for at, line in enumerate(_wrapped(row, cell, each)):
            head = str(y) if not at else ""
            lines.append(f"{head:<{margin}}{line}".rstrip())
    blocks.append("\n".join(lines))
    legend = [f"{STARS[kind]} {KINDS[kind]}" for kind in diagram.marks]
    if legend:
        blocks.append("   ".join(legend))
    if diagram.note:
        blocks.append(diagram.note)
    if 0 < len(diagram.covers) <= _MOST_COVERS:
        blocks.append(_covers(diagram))
    return "\n\n".join(blocks)


def _cell(node: Node) -> str:
    number = f"{node.number} " if node.number else ""
    value = f" ({node.value})" if node.value else ""
    return f"{number}{node.label}{STARS[node.mark]}{value}"


def _wide(word: str) -> int:
    return sum(not unicodedata.combining(letter) for letter in word)


def _wrapped(row: list[str], cell: int, each: int) -> list[str]:
    """Put a level into lines of at most `each` cells, in the middle, the cells equally wide."""
    lines = []
    for start in range(0, len(row), each):
        cells = [_middle(word, cell) for word in row[start : start + each]]
        lines.append(_middle("  ".join(cells), each * (cell + 2) - 2))
    return lines


def _middle(word: str, width: int) -> str:
    space = max(0, width - _wide(word))
    return " " * (space // 2) + word + " " * (space - space // 2)


def _covers(diagram: Diagram) -> str:
    above: dict[int, list[str]] = {}
    for low, high in sorted(diagram.covers):
        above.setdefault(low, []).append(diagram.nodes[high].label)
    lines = [f"  {diagram.nodes[low].label} ⋖ {', '.join(names)}" for low, names in above.items()]
    count = len(diagram.covers)
    return f"{count} cover" + "s" * (count > 1) + "\n" + "\n".join(lines)


# DOT ---------------------------------------------------------------------------------------------


def dot(diagram: Diagram) -> str:
    """Return DOT with the levels as ranks, and the places for `neato -n`."""
    lines = [
        "digraph hasse {",
        "  rankdir=BT; nodesep=0.25; ranksep=0.5;",
        '  node [shape=box, style="rounded,filled", fontname="Helvetica", margin="0.06,0.03"];',
        '  edge [dir=none, color="#666666"];',
    ]
    if diagram.title:
        lines.append(f"  label={_quoted(diagram.title)}; labelloc=t;")
    for at, node in enumerate(diagram.nodes):
        place = f"{node.x * 72 // UNIT},{node.y * 90}"
        lines.append(
            f"  n{at} [label={_quoted(*node.lines)}, "
            f'fillcolor="{FILLS[node.mark]}", pos="{place}!"];'
            + (f" // {KINDS[node.mark]}" if node.mark else "")
        )
    index = {id(node): at for at, node in enumerate(diagram.nodes)}
    for row in diagram.rows.values():
        lines.append("  {rank=same; " + " ".join(f"n{index[id(node)]};" for node in row) + "}")
    lines += [f"  n{low} -> n{high};" for low, high in sorted(diagram.covers)]
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(*lines: str) -> str:
    safe = [line.replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "\\n".join(safe) + '"'


# TikZ --------------------------------------------------------------------------------------------


def tikz(diagram: Diagram, across: float, up: float) -> str:
    """Return a LaTeX file with one tikzpicture; `across` and `up` are centimetres for one step."""
    used = "".join(f"  {_STYLES[kind]}/.style={{{_STYLE[kind]}}},\n" for kind in diagram.marks)
    lines = [
        r"\documentclass[tikz,border=4pt]{standalone}",
        r"\usetikzlibrary{backgrounds}",
        r"\begin{document}",
        r"\begin{tikzpicture}[",
        f"  x={across:.3f}cm, y={up:.3f}cm,",
        "  run/.style={draw=black!70, fill=white, rounded corners=2pt, inner sep=2.5pt, "
        r"align=center, font=\small},",
        used + "  cover/.style={draw=black!60},",
        "]",
    ]
    left, top = min(n.x for n in diagram.nodes) / UNIT, max(n.y for n in diagram.nodes)
    for at, node in enumerate(diagram.nodes):
        style = f"run, {_STYLES[node.mark]}" if node.mark else "run"
        body = r" \\ ".join(tex(line) for line in node.lines)
        lines.append(
            rf"  \node[{style}] (n{at}) at ({node.x / UNIT - left:.3f}, {node.y}) {{{body}}};"
        )
    lines.append(r"  \begin{scope}[on background layer]")
    for (low, high), path in sorted(diagram.covers.items()):
        bends = "".join(f" -- ({x / UNIT - left:.3f}, {y})" for x, y in path[1:-1])
        lines.append(rf"    \draw[cover] (n{low}){bends} -- (n{high});")
    lines.append(r"  \end{scope}")
    if diagram.title:
        middle = sum(extreme(n.x for n in diagram.nodes) for extreme in (min, max)) / 2 / UNIT
        lines.append(
            rf"  \node[font=\bfseries] at ({middle - left:.3f}, {top + 0.8:.1f}) "
            rf"{{{tex(diagram.title)}}};"
        )
    bottom = min(n.y for n in diagram.nodes)
    for row, kind in enumerate(diagram.marks):
        lines.append(
            rf"  \node[run, {_STYLES[kind]}, anchor=west, font=\footnotesize] "
            rf"at (0, {bottom - 0.8 - 0.5 * row:.1f}) {{{KINDS[kind]}}};"
        )
    lines += [r"\end{tikzpicture}", r"\end{document}"]
    return "\n".join(lines) + "\n"


_STYLES = {"join": "join irreducible", "meet": "meet irreducible", "both": "irreducible"}
_STYLE = {
    "join": "fill=orange!35, draw=orange!60!black, thick",
    "meet": "fill=cyan!25, draw=cyan!50!black, thick",
    "both": "fill=green!25, draw=green!40!black, thick",
}


def tex(line: str) -> str:
    """Return a line of a node for LaTeX.

    >>> tex("a₂a₀"), tex("r̂12"), tex("1/6 = 0.166…")
    ('$a_{2}a_{0}$', '$\\\\hat{r}^{12}$', '1/6 = 0.166\\\\dots{}')
    """
    if number := NUMBER.fullmatch(line):
        power = f"^{{{number[2]}}}" if number[2] else ""
        return rf"$\hat{{{number[1]}}}{power}$"
    if DEGREES.fullmatch(line):
        return f"${escaped(line).replace('$', '')}$"
    return escaped(line)
