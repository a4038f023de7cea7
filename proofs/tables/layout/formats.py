r"""A table as text, Markdown, LaTeX (booktabs), CSV, JSON and HTML.

>>> from proofs.tables.layout.table_shape import Cell, Column, Table
>>> table = Table("t", "T", (Column("a", "A & B"),), ((Cell("n ≥ 2", [2]),),))
>>> print(shown(table, "csv"))
a
[2]
>>> "n $\\geq$ 2" in shown(table, "latex")
True
"""

from __future__ import annotations

import html
import json
import shutil
from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from proofs.tables.layout.table_latex import latex
from proofs.tables.layout.table_shape import Table
from proofs.tables.layout.tidy import tidy
from rankproof.line.files import csv_text

FORMATS = ("text", "json", "md", "latex", "csv", "html")
GAP = "  "
SAVING = 1.25
WIDEST = 44


def shown(table: Table, form: str, split: int | None = None) -> str:
    """Return a table in one of the formats; with `split`, in parts of so many columns."""
    if form == "json":
        return json.dumps(table.as_json(), ensure_ascii=False, indent=1)
    if form == "latex":
        return latex(table, split)
    made = {"csv": _csv, "md": _markdown, "html": _html, "text": _text}[form]
    if split is None:
        return made(table)
    *first, last = table.parts(split)
    bare = [replace(part, legend=(), notes=()) for part in first]
    return "\n\n".join(made(part) for part in [*bare, last])


# Text --------------------------------------------------------------------------------------------


def _text(table: Table) -> str:
    heads = [column.title for column in table.columns]
    short = [heads[0], *[str(place) for place in range(1, len(heads))]]
    room = max(80, shutil.get_terminal_size().columns)
    numbered = room < _width(table, heads) > SAVING * _width(table, short)
    heads = short if numbered else heads
    lines = [table.title, "", *_aligned(table, heads, room)]
    if numbered:
        lines += ["", "columns"]
        lines += [f"{place:>4}  {c.title}" for place, c in enumerate(table.columns) if place]
    if table.legend:
        wide = max(len(sign) for sign, _ in table.legend)
        lines += ["", *[f"  {sign:<{wide}}  {meaning}" for sign, meaning in table.legend]]
    lines += ["", *[f"note  {note}" for note in table.notes]] if table.notes else []
    return "\n".join(lines)


def _width(table: Table, heads: list[str]) -> int:
    return sum(_widths(table, heads)) + len(GAP) * (len(heads) - 1)


def _widths(table: Table, heads: list[str]) -> list[int]:
    return [
        max([len(head), *[len(row[place].text) for row in table.rows]])
        for place, head in enumerate(heads)
    ]


def _aligned(table: Table, heads: list[str], room: int) -> list[str]:
    widths = _widths(table, heads)
    if sum(widths) > room:
        widths = [min(width, WIDEST) for width in widths]
    right = [column.numeric for column in table.columns]

    def line(texts: list[str]) -> str:
        padded = [
            text.rjust(width) if to_right else text.ljust(width)
            for text, width, to_right in zip(texts, widths, right, strict=True)
        ]
        return GAP.join(padded).rstrip()

    def lines(texts: list[str]) -> list[str]:
        folded = [wrap(text, width) or [""] for text, width in zip(texts, widths, strict=True)]
        return [line(list(parts)) for parts in zip_longest(*folded, fillvalue="")]

    rule = GAP.join("─" * width for width in widths)
    body = [text for row in table.rows for text in lines([cell.text for cell in row])]
    return [*lines(heads), rule, *body]


# Markdown, CSV, HTML -----------------------------------------------------------------------------


def _markdown(table: Table) -> str:
    def line(texts: list[str]) -> str:
        return piped(map(_markdown_cell, texts))

    rule = "|" + "|".join("---:" if column.numeric else "---" for column in table.columns) + "|"
    lines = [f"**{_markdown_cell(table.title)}**", ""]
    lines += [line([column.title for column in table.columns]), rule]
    lines += [line([cell.text for cell in row]) for row in table.rows]
    lines += [""] if table.legend or table.notes else []
    lines += [f"- {_markdown_cell(sign)} : {_markdown_cell(text)}" for sign, text in table.legend]
    return "\n".join([*lines, *[f"- {_markdown_cell(note)}" for note in table.notes]])


def piped(cells: Iterable[str]) -> str:
    """Return a line of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def _markdown_cell(text: str) -> str:
    for sign in "\\|*_<>`[]":
        text = text.replace(sign, "\\" + sign)
    return text


def _csv(table: Table) -> str:
    records = tidy(table)
    heads = list(records[0]) if records else [column.key for column in table.columns]
    return csv_text([heads, *[record.values() for record in records]])


STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem; color: #1c1c1c; background: #fff; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0 0 .6rem; }
th, td { padding: .25rem .55rem; border-bottom: 1px solid #ddd; text-align: left; }
thead th { border-top: 2px solid #333; border-bottom: 1px solid #333; vertical-align: bottom; }
tbody tr:last-child > * { border-bottom: 2px solid #333; }
.number { text-align: right; }
.holds { background: #e3f3e6; } .proved { background: #b9e2c0; }
.fails { background: #fbe3df; } .fails-on { background: #f3beb5; }
.open { background: #fdf2cc; } .undefined { background: #e4e4ee; }
.absent { color: #777; }
ul { padding-left: 1.2rem; }
"""

IN_A_PAGE = """
.rankproof table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.rankproof caption { text-align: left; font-weight: 600; padding: 0 0 .6rem; color: inherit; }
.rankproof th, .rankproof td { padding: .2rem .55rem; text-align: left; background: none; }
.rankproof .number { text-align: right; }
.rankproof .holds { background: #1a7f3733; } .rankproof .proved { background: #1a7f3773; }
.rankproof .fails { background: #b4231833; } .rankproof .fails-on { background: #b4231873; }
.rankproof .open { background: #d4a01740; } .rankproof .undefined { background: #7f7f9f40; }
.rankproof .absent { opacity: .6; }
.rankproof ul { padding-left: 1.2rem; }
"""
"""Half-transparent colours: the text keeps that of the page."""


def _html(table: Table) -> str:
    title = html.escape(table.title)
    return (
        f"<!DOCTYPE html>\n<html lang='en'>\n<head><meta charset='utf-8'><title>{title}</title>\n"
        f"<style>{STYLE}</style></head>\n<body>\n{_body(table)}\n</body>\n</html>"
    )


def fragment(table: Table) -> str:
    """Return the table for a notebook, whose page may be light or dark."""
    return f"<div class='rankproof'><style>{IN_A_PAGE}</style>\n{_body(table)}\n</div>"


def _body(table: Table) -> str:
    heads = "".join(
        f"<th scope='col'{_class([('number', c.numeric)])}>{html.escape(c.title)}</th>"
        for c in table.columns
    )
    body = "\n".join(f"<tr>{_html_row(table, row)}</tr>" for row in table.rows)
    notes = [f"<b>{html.escape(sign)}</b> {html.escape(text)}" for sign, text in table.legend]
    notes += [html.escape(note) for note in table.notes]
    items = "\n".join(f"<li>{note}</li>" for note in notes)
    return (
        f"<table>\n<caption>{html.escape(table.title)}</caption>\n"
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n"
        f"<ul>\n{items}\n</ul>"
    )


def _html_row(table: Table, row: Any) -> str:
    cells = []
    for place, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
        marks = _class([("number", column.numeric), (cell.mark, cell.mark != "plain")])
        text = html.escape(cell.text)
        cells.append(
            f"<th scope='row'{marks}>{text}</th>" if place == 0 else f"<td{marks}>{text}</td>"
        )
    return "".join(cells)


def _class(names: list[tuple[str, bool]]) -> str:
    chosen = " ".join(name for name, wanted in names if wanted)
    return f" class='{chosen}'" if chosen else ""
