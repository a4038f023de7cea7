"""The page of libraries: what their measures compute, their properties, where they differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs.pages.rendering import Page
from proofs.programs.inside.libraries import LIBRARIES
from proofs.tables.layout.table_shape import Table
from proofs.tables.making import made
from proofs.tables.request import Request

SECONDS = 60.0


def table(names: tuple[str, ...], jobs: int, progress: Callable[[int, int], None]) -> Table:
    """Return the table of libraries, all if none is named, from kept answers where there are."""
    asked = Request(metrics=names, jobs=jobs, timeout=SECONDS, progress=progress)
    return made("libraries", asked)


def page(find: Callable[[], Table]) -> Page:
    """Return the page of all libraries."""
    return Page("libraries/index.html", "libraries", "Libraries", lambda: _data(find()))


def _data(found: Table) -> dict[str, Any]:
    return {
        "table": found,
        "heads": [column.title for column in found.columns],
        "rows": found.rows,
        "legend": found.legend,
        "notes": found.notes,
        "others": _others({row[0].text for row in found.rows}),
    }


def _others(shown: set[str]) -> list[tuple[str, list[str]]]:
    """Return the measures that are known by name and not among those shown, by library."""
    libraries = {name.partition(":")[0] for name in shown if ":" in name}
    every = {
        name: [one for one in LIBRARIES[name].measures if f"{name}:{one}" not in shown]
        for name in LIBRARIES
        if name in libraries
    }
    return [(name, measures) for name, measures in every.items() if measures]
