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
SETTINGS = {"font.family": "DejaVu Sans", "axes.linewidth": 0.6, "hatch.linewidth": 0.7}
PARTLY: dict[str, Any] = {
    "hatch": "////",
    "facecolor": "none",
    "edgecolor": "#222222",
    "linewidth": 0,
}
"""How a cell is marked that rests on a part of the cases: others were undefined."""
SIGNS = {
    "°": "cases with undefined values were left out",
    "v": "vacuous: at the largest n no case satisfies the condition",
}
"""What a sign beside a mark says."""
NOWHERE: dict[str, Any] = {
    "hatch": "xxxx",
    "facecolor": "#e4e4e4",
    "edgecolor": "#a8a8a8",
    "linewidth": 0,
}
"""How a cell is marked that rests on no case at all."""


COLOURS = "PiYG"
_A, _LEFT = -3, -1
"""The columns of reading A and of what was left out, at the last n."""


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
            if cell.mark is Mark.UNDEFINED:
                axes.add_patch(Rectangle((x + 0.04, y + 0.04), 0.92, 0.92, **NOWHERE))
            axes.text(x + 0.5, y + 0.53, cell.text, ha="center", va="center", fontsize=6.5)
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_xticks(np.arange(width) + 0.3, heads, rotation=45, ha="left", va="bottom")
    axes.set_yticks(np.arange(height) + 0.5, [row[0].text for row in table.rows])
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=7.5)
    axes.spines[:].set_visible(False)
    used = {cell.mark for row in table.rows for cell in row[1:]}
    patches = [
        Patch(**(NOWHERE if mark is Mark.UNDEFINED else {"color": colour}), label=text)
        for mark, (colour, text) in KINDS.items()
        if mark in used
    ]
    shown = "".join(cell.text for row in table.rows for cell in row[1:])
    for sign, text in SIGNS.items():
        if sign in shown:
            patches.append(Patch(facecolor="none", edgecolor="none", label=f"{sign} {text}"))
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

    names, ratios, left_out = ratios_of(table)
    order, tree = clustered(ratios)
    names = [names[place] for place in order]
    ratios, left_out = ratios[np.ix_(order, order)], left_out[np.ix_(order, order)]
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
    shown = axes.imshow(np.ma.masked_invalid(ratios), cmap=COLOURS, vmin=0, vmax=1, aspect="auto")
    _mark_undefined(axes, ratios, left_out)
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
    figure.colorbar(shown, cax=bar)
    bar.set_ylabel("share of pairs of rankings compared the same way", fontsize=8)
    bar.tick_params(labelsize=7)
    column = table.columns[_A].title.removeprefix("A, ")
    axes.set_title(f"Agreement ratio (reading A), {column}", fontsize=11, loc="left", pad=10)
    return figure


def _mark_undefined(axes: Any, ratios: Any, left_out: Any) -> None:
    """Hatch the cells that rest on a part of the pairs of rankings, and say so below."""
    from matplotlib.patches import Patch, Rectangle

    height = axes.get_window_extent().height / axes.figure.dpi
    nowhere = np.isnan(ratios)
    partly = (left_out > 0) & ~nowhere
    kinds = [
        (partly, PARTLY, "some pairs of rankings left out: a value is undefined"),
        (nowhere, NOWHERE, "no pair of rankings with both values defined, or not comparable"),
    ]
    for where, look, _ in kinds:
        for y, x in np.argwhere(where):
            seen = {**look, "edgecolor": "white"} if _dark(ratios[y, x]) else look
            axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, **seen))
    patches = [
        Patch(**look, label=f"{text} (pairs of metrics: {int(np.triu(where, 1).sum())})")
        for where, look, text in kinds
        if where.any()
    ]
    if patches:
        below = {"loc": "upper left", "bbox_to_anchor": (0, -0.9 / height), "ncols": 1}
        axes.legend(handles=patches, fontsize=8, frameon=False, handlelength=2.4, **below)


def ratios_of(table: Table) -> tuple[list[str], Any, Any]:
    """Return the metrics, their ratios at the last n, and how many pairs of rankings they lack."""
    names = list(dict.fromkeys(cell.text for row in table.rows for cell in row[:2]))
    ratios = np.full((len(names), len(names)), np.nan)
    np.fill_diagonal(ratios, 1.0)
    left_out = np.zeros((len(names), len(names)), dtype=np.int64)
    for row in table.rows:
        one, two = (names.index(cell.text) for cell in row[:2])
        value, missing = row[_A].value, row[_LEFT].value
        if value is not None:
            ratio = float(Fraction(value.get("exact") or value["estimate"]))
            ratios[one, two] = ratios[two, one] = ratio
        if missing is not None:
            left_out[one, two] = left_out[two, one] = missing["left_out"]
    return names, ratios, left_out


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


def _dark(ratio: float) -> bool:
    """Tell whether a cell is so dark that what is written on it has to be white."""
    return bool(ratio < 0.15 or ratio > 0.85)


def _numbers(axes: Any, ratios: Any) -> None:
    """Write the ratios into their cells, with a rim in the colour of the cell against hatching."""
    from matplotlib import colormaps
    from matplotlib.patheffects import withStroke

    for (y, x), ratio in np.ndenumerate(ratios):
        if not np.isnan(ratio):
            rim = withStroke(linewidth=3, foreground=colormaps[COLOURS](ratio))
            colour = "white" if _dark(ratio) else "black"
            look = {"fontsize": 6, "color": colour, "path_effects": [rim]}
            axes.text(x, y, f"{ratio:.2f}", ha="center", va="center", **look)
