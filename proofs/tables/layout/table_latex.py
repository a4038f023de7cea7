"""A table in LaTeX, with booktabs, such that it fits a page; long ones as longtable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proofs.tables.layout.table_shape import Table
from rankproof.line.latex import escaped

PACKAGES = r"% needs \usepackage{array,booktabs,longtable}"
LONG = 45
SHORT = 8
PARAGRAPH = 44
PAGE, SIGN, GAP, SET = 340.0, 6.0, 12.0, 145.0
"""The width of a page of article, of a letter, between columns, and of a paragraph; in points."""


def latex(table: Table, split: int | None = None) -> str:
    """Return the table such that it fits a page, notes below it.

    Where the headings are too wide, long ones are numbers, which a legend explains; where that is
    still too wide, or by `split`, the columns are set in several parts.
    """
    heads = [column.title for column in table.columns]
    long = [place for place in range(1, len(heads)) if _is_long(table, place)]
    numbers = {place: str(number) for number, place in enumerate(long, start=1)}
    wide = split is not None or _width(table, heads) > PAGE
    numbered = wide and not any(_is_set(table, place) for place in range(1, len(heads)))
    short = [numbers.get(place, head) if numbered else head for place, head in enumerate(heads)]
    lines = [f"% {table.title}", PACKAGES]
    for part in _parts(table, short, split) if numbered else [list(range(len(heads)))]:
        lines += [*_part(table, part, short), ""]
    legend = [(numbers[place], heads[place]) for place in numbers] if numbered else []
    return "\n".join([*lines, *_notes(table, legend)]).rstrip("\n")


def _parts(table: Table, heads: Sequence[str], split: int | None) -> list[list[int]]:
    """Return the columns of each part, the first one in all: so many, or what fits a page."""
    parts: list[list[int]] = [[0]]
    for place in range(1, len(heads)):
        full = _width(table, heads, [*parts[-1], place]) > PAGE
        if len(parts[-1]) > 1 and (full if split is None else len(parts[-1]) > split):
            parts.append([0])
        parts[-1].append(place)
    return parts


def _width(table: Table, heads: Sequence[str], places: Sequence[int] | None = None) -> float:
    """Return about how wide some columns are."""
    found = 0.0
    for place in range(len(heads)) if places is None else places:
        texts = [heads[place], *[row[place].text for row in table.rows]]
        found += SET if _is_set(table, place) else SIGN * max(map(len, texts))
        found += GAP
    return found


def _part(table: Table, places: Sequence[int], heads: Sequence[str]) -> list[str]:
    kinds = "".join(_kind(table, place) for place in places)
    rows = [[row[place].text for place in places] for row in table.rows]
    kind, below = ("longtable", [r"\endhead"]) if len(rows) > LONG else ("tabular", [])
    named = [escaped(heads[place]) for place in places]
    lines = booktabs(kind, rf"@{{}}{kinds}@{{}}", rows, named, below)
    return lines if kind == "longtable" else [r"\noindent", *lines]


def booktabs(
    kind: str,
    columns: str,
    rows: Iterable[Sequence[str]],
    heads: Sequence[str] = (),
    below: Sequence[str] = (),
) -> list[str]:
    """Return the lines of a table; cells are escaped, headings are LaTeX already."""
    top = [" & ".join(heads) + r" \\", r"\midrule", *below] if heads else []
    body = [" & ".join(map(escaped, row)) + r" \\" for row in rows]
    begin, end = rf"\begin{{{kind}}}{{{columns}}}", rf"\end{{{kind}}}"
    return [begin, r"\toprule", *top, *body, r"\bottomrule", end]


def _kind(table: Table, place: int) -> str:
    """Return how a column is set: numbers to the right, long texts as paragraphs."""
    if table.columns[place].numeric:
        return "r"
    return r">{\raggedright\arraybackslash}p{5cm}" if _is_set(table, place) else "l"


def _is_long(table: Table, place: int) -> bool:
    """Tell whether a heading is long, and longer than what stands below it."""
    widest = max((len(row[place].text) for row in table.rows), default=0)
    return len(table.columns[place].title) > max(SHORT, widest)


def _is_set(table: Table, place: int) -> bool:
    """Tell whether a column is set as a paragraph."""
    return any(len(row[place].text) > PARAGRAPH for row in table.rows)


def _notes(table: Table, legend: Sequence[tuple[str, str]]) -> list[str]:
    signs = [f"{escaped(sign)}: {escaped(text)}" for sign, text in (*legend, *table.legend)]
    notes = [*signs, *[escaped(note) for note in table.notes]]
    return ["", r"\par\medskip\noindent{\small " + r"\\ ".join(notes) + "}"] if notes else []
