"""Pictures of tables, as SVG, PNG or PDF: the heatmap of agreement, the matrix of properties.

The order of rows in the heatmap comes from hierarchical clustering, and its colours from floating
point: both are for the eye only.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from proofs.tables import TABLES
from proofs.tables.layout.table_shape import Mark, Table
from rankproof.line.files import write
from rankproof.line.pictures import ending, rendered

KINDS = {
    Mark.HOLDS: ("#d3ecd7", "holds for every n tried"),
    Mark.PROVED: ("#7fc48c", "proved for every n"),
    Mark.FAILS: ("#f8d5ce", "fails (smallest n)"),
    Mark.FAILS_ON: ("#e58f80", "refuted for every n from there on"),
    Mark.OPEN: ("#fbe9a9", "undecided"),
    Mark.UNDEFINED: ("#c9c9dd", "undefined"),
    Mark.ABSENT: ("#f4f4f4", "does not apply"),
}
SETTINGS = {"font.family": "DejaVu Sans", "axes.linewidth": 0.6}


def save(table: Table, path: str) -> None:
    """Draw a table and write the picture; the ending of the name says in which format."""
    draw = {"heatmap": heatmap, "matrix": matrix}[TABLES[table.name].figure]
    how = {"dpi": 200, "bbox_inches": "tight"}
    write(path, rendered(lambda: draw(table), ending(path), SETTINGS, **how))


# Properties --------------------------------------------------------------------------------------


def matrix(table: Table) -> Any:
    """Return the picture of a table of properties: a coloured square for each cell."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch, Rectangle

    heads = [column.title for column in table.columns[1:]]
    height, width = len(table.rows), len(heads)
    figure = Figure(figsize=(2.2 + 0.42 * width, 2.6 + 0.235 * height))
    axes = figure.add_subplot()
    for y, row in enumerate(table.rows):
        for x, cell in enumerate(row[1:]):
            colour, _ = KINDS.get(cell.mark, ("white", ""))
            axes.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, edgecolor="white", lw=1.2))
            axes.text(x + 0.5, y + 0.53, cell.text, ha="center", va="center", fontsize=6.5)
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_xticks(np.arange(width) + 0.3, heads, rotation=45, ha="left", va="bottom")
    axes.set_yticks(np.arange(height) + 0.5, [row[0].text for row in table.rows])
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=7.5)
    axes.spines[:].set_visible(False)
    used = {cell.mark for row in table.rows for cell in row[1:]}
    patches = [Patch(color=colour, label=t) for mark, (colour, t) in KINDS.items() if mark in used]
    axes.legend(
        handles=patches,
        loc="upper left",
        bbox_to_anchor=(0, -0.01),
        ncols=min(len(patches), max(1, width // 4)),
        fontsize=7.5,
        frameon=False,
    )
    axes.set_title(table.title, fontsize=11, loc="left", pad=12)
    return figure


# Agreement ---------------------------------------------------------------------------------------


def heatmap(table: Table) -> Any:
    """Return the picture of a table of agreement ratios (reading A, at its last n), clustered."""
    from matplotlib.figure import Figure

    names, ratios = ratios_of(table)
    order, tree = clustered(ratios)
    names = [names[place] for place in order]
    ratios = ratios[np.ix_(order, order)]
    size = 0.2 * len(names)
    figure = Figure(figsize=(size + 4.2, size + 2.4))
    grid = figure.add_gridspec(
        1,
        3,
        width_ratios=[max(0.7, 0.12 * size), size, 0.18],
        wspace=0.03 if tree is None else 0.02,
    )
    left, axes, bar = (figure.add_subplot(part) for part in (grid[0], grid[1], grid[2]))
    _tree(left, tree, len(names))
    shown = axes.imshow(np.ma.masked_invalid(ratios), cmap="PiYG", vmin=0, vmax=1, aspect="auto")
    axes.set_facecolor("#cccccc")
    places = np.arange(len(names))
    axes.set_xticks(places, names, rotation=90)
    axes.set_yticks(places, names)
    axes.yaxis.tick_right()
    axes.tick_params(length=0, labelsize=7)
    axes.set_xticks(places[1:] - 0.5, minor=True)
    axes.set_yticks(places[1:] - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=0.5)
    axes.tick_params(which="minor", length=0)
    if len(names) <= 12:
        _numbers(axes, ratios)
    box = bar.get_position()
    shift = 0.011 * max(len(name) for name in names) * 6 / (size + 4.2)
    bar.set_position((box.x0 + shift, box.y0, box.width, box.height))
    figure.colorbar(shown, cax=bar, label="share of pairs of rankings compared the same way")
    bar.tick_params(labelsize=7)
    column = table.columns[-2].title.removeprefix("A, ")
    axes.set_title(f"Agreement ratio (reading A), {column}", fontsize=11, loc="left", pad=10)
    return figure


def ratios_of(table: Table) -> tuple[list[str], Any]:
    """Return the metrics and the matrix of their ratios at the last n, for drawing."""
    names = list(dict.fromkeys(cell.text for row in table.rows for cell in row[:2]))
    ratios = np.full((len(names), len(names)), np.nan)
    np.fill_diagonal(ratios, 1.0)
    for row in table.rows:
        one, two = (names.index(cell.text) for cell in row[:2])
        value = row[-2].value
        if value is not None:
            ratio = float(Fraction(value.get("exact") or value["estimate"]))
            ratios[one, two] = ratios[two, one] = ratio
    return names, ratios


def clustered(ratios: Any) -> tuple[list[int], Any]:
    """Return an order that puts agreeing metrics side by side, and the tree behind it."""
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    if len(ratios) < 3:
        return list(range(len(ratios))), None
    distance = 1 - np.nan_to_num(ratios, nan=0.0)
    np.fill_diagonal(distance, 0)
    tree = linkage(squareform(distance, checks=False), "average", optimal_ordering=True)
    return [int(place) for place in leaves_list(tree)], tree


def _tree(axes: Any, tree: Any, size: int) -> None:
    axes.set_axis_off()
    if tree is None:
        return
    from scipy.cluster.hierarchy import dendrogram

    drawn = dendrogram(tree, no_plot=True)
    for y, x in zip(drawn["icoord"], drawn["dcoord"], strict=True):
        axes.plot(x, y, color="#777777", lw=0.7)
    axes.set_ylim(10 * size, 0)
    axes.invert_xaxis()
    axes.margins(x=0)


def _numbers(axes: Any, ratios: Any) -> None:
    for (y, x), ratio in np.ndenumerate(ratios):
        if not np.isnan(ratio):
            dark = ratio < 0.15 or ratio > 0.85
            axes.text(
                x, y, f"{ratio:.2f}", ha="center", va="center", fontsize=6,
                color="white" if dark else "black",
            )  # fmt: skip
