"""The page of libraries: what their measures compute, their properties, where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from proofs.pages.rendering import Page
from proofs.programs.inside.libraries import LIBRARIES
from proofs.tables import TABLES
from proofs.tables.layout.table_shape import Table
from proofs.tables.libraries import judged
from proofs.tables.making import made
from proofs.tables.request import Request


def table(names: tuple[str, ...], asked: Request) -> Table:
    """Return the table of all measures of libraries, from kept answers where there are.

    Where only what is known is wanted, the best known ones are judged, and others shown that were.
    """
    if not asked.known:
        return made("libraries", replace(asked, metrics=measures(names)))
    several = dict.fromkeys([*LIBRARIES, *judged(measures(()), TABLES["libraries"].sizes, asked)])
    return made("libraries", replace(asked, metrics=tuple(several), known=False))


def measures(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the measures of some libraries, of all if none is named, as the table names them.

    >>> measures(("scipy",))
    ('scipy:kendalltau', 'scipy:spearmanr', 'scipy:weightedtau')
    """
    return tuple(f"{name}:{one}" for name in names or LIBRARIES for one in LIBRARIES[name].measures)


def page(find: Callable[[], Table]) -> Page:
    """Return the page of all libraries."""
    return Page("libraries/index.html", "libraries", "Libraries", lambda: _data(find()))


def _data(found: Table) -> dict[str, Any]:
    counts = Counter(row[0].text.partition(":")[0] for row in found.rows)
    return {
        "table": found,
        "heads": [column.title for column in found.columns],
        "groups": [(name, count, _of(found.rows, name)) for name, count in counts.items()],
        "legend": found.legend,
        "notes": found.notes,
    }


def _of(rows: Sequence[Any], name: str) -> list[Any]:
    return [row for row in rows if row[0].text.partition(":")[0] == name]
