"""A table as tidy records: one row for each answer, plain values, no signs for display.

>>> from proofs.tables.layout.table_shape import Cell, Column, Table
>>> table = Table("t", "T", (Column("a", "A"),), ((Cell("≈ 1/2", {"exact": "1/2", "pairs": 4}),),))
>>> tidy(table)
[{'a': '1/2', 'a_pairs': 4}]
>>> tidy(Table("t", "T", (Column("a", "A"),), ((Cell("1", {"left_out": 1, "of": 4}),),)))
[{'a_left_out': 1, 'a_of': 4}]
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.tables.layout.table_shape import Table

Record = dict[str, Any]
OPEN = {"open": "undecided", "undefined": "undefined"}
MISSING = (
    "to_pandas needs pandas, which is not installed: pip install 'rankproof[pandas]'. "
    "Without it, table.tidy() returns the same rows as dictionaries."
)


def tidy(table: Table) -> list[Record]:
    """Return the records of a table; each has a value for every column."""
    found = [dict(record) for record in table.records]
    if not found:
        marked = {
            column.key
            for row in table.rows
            for column, cell in zip(table.columns, row, strict=True)
            if cell.mark in OPEN
        }
        found = [_of_a_row(table, row, marked) for row in table.rows]
    names = dict.fromkeys(name for record in found for name in record)
    return [{name: record.get(name) for name in names} for record in found]


def _of_a_row(table: Table, row: Any, marked: set[str]) -> Record:
    found: Record = {}
    for column, cell in zip(table.columns, row, strict=True):
        found |= _flat(column.key, cell.value)
        if column.key in marked:
            found[f"{column.key}_status"] = OPEN.get(cell.mark, "found")
    return found


def _flat(key: str, value: Any) -> Record:
    """Return an answer as plain values: an exact one under its key, what belongs to it beside."""
    if isinstance(value, list):
        plain = all(isinstance(one, str) for one in value)
        return {key: " ".join(value) if plain else compact(value)}
    if not isinstance(value, dict):
        return {key: value}
    if not {"exact", "estimate", "reason", "consistent"} & set(value):
        nested = any(isinstance(one, dict | list) for one in value.values())
        parts = {f"{key}_{name}": one for name, one in value.items()}
        return {key: compact(value)} if nested or not value else parts
    found: Record = {key: value.get("exact")}
    for name, one in value.items():
        if name == "interval":
            found |= {f"{key}_low": one[0], f"{key}_high": one[1]}
        elif name != "exact":
            found[f"{key}_{name}"] = compact(one) if isinstance(one, dict | list) else one
    return found


def of_an_answer(metric: str, axiom: str, small: Any, every: Any, sign: str) -> Record:
    """Return what was found of a metric and an axiom, as one record.

    `n` is the size of the counterexample, or the largest that was tried; `scope` says in words for
    which n the status is meant.
    """
    from proofs.core.verdict import HOLDS, REFUTED, Scope

    proved = every is not None and every["status"] == HOLDS and small["status"] != REFUTED
    lasting = every is not None and every["status"] == REFUTED and every["scope"]["all"]
    best = every if proved or lasting else small
    scope = best.get("scope") or {"n": [], "first_failing_n": None}
    status = "undefined" if sign == "0/0" else str(best["status"])
    failing = scope["first_failing_n"]
    sizes = tuple(scope["n"])
    text = Scope.of(scope)
    return {
        "metric": metric,
        "axiom": axiom,
        "status": status,
        "n": failing if failing is not None else (sizes[-1] if sizes else None),
        "scope": str(text) if sizes or scope.get("from") is not None else None,
        "every_n": bool(proved or lasting),
        "witness": compact(best["witness"]) if best.get("witness") else None,
        "values": compact(best["values"]) if best.get("values") else None,
        "part": best.get("part"),
        "undefined_cases": (small.get("undefined") or {}).get("cases", 0),
        "vacuous": "v" in sign,
        "engine": best.get("engine"),
        "reason": best.get("reason"),
    }


def compact(value: Any) -> str:
    """Return a value as JSON in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def frame(table: Table) -> Any:
    """Return the records as a pandas DataFrame, or say how to install pandas."""
    try:
        import pandas
    except ImportError:
        raise ImportError(MISSING) from None
    return pandas.DataFrame.from_records(tidy(table))
