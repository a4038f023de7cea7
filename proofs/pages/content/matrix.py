"""The page of a matrix: metrics × axioms of one domain, a sign in each cell."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from proofs.pages import addresses
from proofs.pages.content.answered import Cells
from proofs.pages.matrices import Matrix, Row
from proofs.pages.rendering import Page
from proofs.tables.layout.table_shape import Mark
from proofs.tables.properties import LEGEND

CLASSES = {
    Mark.HOLDS: "held",
    Mark.PROVED: "proved",
    Mark.FAILS: "fails",
    Mark.FAILS_ON: "fails-on",
    Mark.OPEN: "open",
    Mark.UNDEFINED: "open",
    Mark.ABSENT: "absent",
}


UNKNOWN = ("…", "not asked yet: open it, and it is")


def page(matrix: Matrix, find: Callable[[], Cells], every: Sequence[Matrix]) -> Page:
    """Return the page of a matrix."""
    title = f"{matrix.title}: metrics × axioms"
    address = page_address(matrix)
    return Page(
        address, "matrix", title, lambda: _data(matrix, find(), every), ("static/matrix.js",)
    )


def _data(matrix: Matrix, cells: Cells, every: Sequence[Matrix]) -> dict[str, Any]:
    """Return what the page shows; columns of which nothing is said are left out."""
    axioms = [a for a in matrix.axioms if _spoken(matrix, cells, a.name)]
    signs = {cell.sign.rstrip("0123456789") for cell in cells.values()}
    return {
        "matrix": matrix,
        "domains": [(one.title, addresses.matrix(one.key), one.key == matrix.key) for one in every],
        "axioms": [(a.name, a.title) for a in axioms],
        "families": sorted({row.family for row in matrix.rows}),
        "rows": [_row(matrix, row, cells, [a.name for a in axioms]) for row in matrix.rows],
        "legend": [(sign, text) for sign, text in (*LEGEND, UNKNOWN) if _occurs(sign, signs)],
        "sizes": f"{matrix.sizes[0]}…{matrix.sizes[-1]}",
        "given": _given(matrix),
        "download": download_address(matrix),
    }


def page_address(matrix: Matrix) -> str:
    """Return where the page of a matrix is."""
    return addresses.matrix(matrix.key)


def download_address(matrix: Matrix) -> str:
    """Return where a matrix is for programs."""
    return page_address(matrix).replace(".html", ".json")


def as_json(matrix: Matrix, cells: Cells) -> str:
    """Return the matrix for programs."""
    found = {
        "schema": 1,
        "domain": matrix.key,
        "n": list(matrix.sizes),
        "rows": [
            {
                "subject": row.name,
                "family": row.family,
                "axiom": axiom.name,
                "cell": cell.sign,
                "mark": str(cell.mark),
                "page": cell.address,
            }
            for row in matrix.rows
            for axiom in matrix.axioms
            if (cell := cells.get((row.name, axiom.name))) is not None and cell.spoken
        ],
    }
    return json.dumps(found, ensure_ascii=False)


def _spoken(matrix: Matrix, cells: Cells, axiom: str) -> bool:
    found = (cells.get((row.name, axiom)) for row in matrix.rows)
    return any(cell is not None and cell.spoken for cell in found)


def _row(matrix: Matrix, row: Row, cells: Cells, axioms: Sequence[str]) -> dict[str, Any]:
    shown = []
    for axiom in axioms:
        cell = cells.get((row.name, axiom))
        spoken = cell is not None and cell.spoken
        address = cell.address if cell is not None and spoken else ""
        sign = cell.sign if cell is not None else "·"
        shown.append((sign, CLASSES[cell.mark] if cell is not None else "absent", address))
    is_order = matrix.key == "orders"
    name = row.declared.name
    address = addresses.order(name) if is_order else addresses.metric(matrix.key, name)
    return {"row": row, "address": address, "cells": shown}


def _occurs(sign: str, signs: set[str]) -> bool:
    """Tell whether a sign of the legend occurs; its number stands for any."""
    plain = "".join(c for c in sign if not c.isdigit()).strip()
    return any(plain[:1] in one and plain[-1:] in one for one in signs)


def _given(matrix: Matrix) -> str:
    shown = {name: value for name, value in matrix.given.items() if name != "domain"}
    if matrix.key == "rankings":
        shown = {"k": 2, "p": "4/5"}
    return ", ".join(f"{name} = {value}" for name, value in shown.items())
