"""A table in LaTeX, with booktabs; long ones as longtable, crowded headings turned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proofs.tables.layout.table_shape import Table
from rankproof.line.latex import escaped

PACKAGES = r"% needs \usepackage{array,booktabs,longtable,graphicx}"
LONG = 45
CROWDED = 8
PARAGRAPH = 44


def latex(table: Table) -> str:
    """Return the table as a tabular or a longtable, notes below it."""
    columns = "".join(_kind(table, place) for place in range(len(table.columns)))
    heads = [escaped(column.title) for column in table.columns]
    if len(heads) > CROWDED:
        heads = [heads[0], *[rf"\rotatebox{{90}}{{{head}}}" for head in heads[1:]]]
    rows = [[cell.text for cell in row] for row in table.rows]
    long = len(rows) > LONG
    kind, below = ("longtable", [r"\endhead"]) if long else ("tabular", [])
    lines = booktabs(kind, rf"@{{}}{columns}@{{}}", rows, heads, below)
    return "\n".join([f"% {table.title}", PACKAGES, *lines, *_notes(table)])


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
    long = any(len(row[place].text) > PARAGRAPH for row in table.rows)
    return r">{\raggedright\arraybackslash}p{5cm}" if long else "l"


def _notes(table: Table) -> list[str]:
    signs = [f"{escaped(sign)}: {escaped(text)}" for sign, text in table.legend]
    notes = [*signs, *[escaped(note) for note in table.notes]]
    return ["", r"\par\medskip\noindent{\small " + r"\\ ".join(notes) + "}"] if notes else []
