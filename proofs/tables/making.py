"""One way to make every table: sizes are checked, cells are filled, what is open is told.

>>> from proofs.tables.request import Request
>>> made("properties", Request(sizes=(2,), metrics=("mae",), axioms=("ioi",))).rows[0][1].text
'✓'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.limits import silent
from proofs.exact.whole import Undecidable
from proofs.tables import TABLES
from proofs.tables.layout.table_shape import Cell, Column, Table
from proofs.tables.request import Request
from rankproof.line.deadline import within
from rankproof.line.failures import Undecided

UNANSWERED = (Undecidable, BadInput, Undecided)
"""What is raised where a metric has no exact values at a size, or none in time."""


def made(name: str, request: Request) -> Table:
    """Return a table, at the sizes that were asked for or at its own."""
    declared = TABLES[name]
    sizes = request.sizes or declared.sizes
    if declared.exact_up_to is not None:
        request.insist_sampled(sizes, declared.exact_up_to)
    trouble = declared.trouble(sizes)
    if trouble is not None:
        raise BadInput(trouble)
    found: Table = import_module(f"proofs.tables.{name}").table(request, sizes)
    return replace(found, facts=found.facts or request.facts(sizes))


def insist_read(name: str, given: Mapping[str, Any]) -> None:
    """Refuse options that the table does not read."""
    known = {option for table in TABLES.values() for option in table.reads}
    for option in sorted(known - set(TABLES[name].reads)):
        if given.get(option) not in (None, False, ()):
            tables = " and ".join(other for other, one in TABLES.items() if option in one.reads)
            written = option.replace("_", "-")
            raise BadInput(f"--{written}: only {tables} read it, {name} does not: leave it out.")
    if given.get("convention") is not None and TABLES[name].of != "rankings":
        raise BadInput(f"--convention: {name} reads no permutations so: leave it out.")


# Cells -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Group:
    """Columns that are filled together: those of one size, of one example, of one axiom."""

    columns: Sequence[Column]
    cells: Callable[..., Sequence[Cell]]


def grid(
    groups: Sequence[Group],
    keys: Sequence[Any],
    progress: Callable[[int, int], None] = silent,
) -> dict[str, Any]:
    """Return the columns and rows of a table that has a row for each key."""
    rows = []
    for done, key in enumerate(keys, 1):
        rows.append([cell for group in groups for cell in group.cells(key)])
        progress(done, len(keys))
    return {"columns": [column for group in groups for column in group.columns], "rows": rows}


def below_each_other(request: Request, tables: Sequence[Table]) -> Table:
    """Return tables of one kind, one for each size, as one table."""
    return replace(
        tables[0],
        rows=[row for table in tables for row in table.rows],
        notes=[*request.notes(), *[note for table in tables for note in table.notes]],
        unfinished=any(table.unfinished for table in tables),
    )


# Metrics -----------------------------------------------------------------------------------------


@dataclass
class Found:
    """What was found for each metric, and why nothing was for the others."""

    of: dict[Metric, Any] = field(default_factory=dict)
    silent: dict[str, str] = field(default_factory=dict)
    late: bool = False

    def insist(self, least: int, message: str) -> None:
        """Refuse to go on with too few metrics."""
        if len(self.of) < least:
            raise (Undecided if self.late else BadInput)(message)

    def notes(self, n: int) -> list[str]:
        """Return why some metrics are left out at n."""
        return [f"n = {n}, {name}: {reason}" for name, reason in self.silent.items()]


def for_each(request: Request, metrics: list[Metric], find: Callable[[Metric], Any]) -> Found:
    """Find something for each metric; each may take as long as the request allows."""
    found = Found()
    for done, metric in enumerate(metrics):
        request.progress(done, len(metrics))
        try:
            with within(request.timeout):
                found.of[metric] = find(metric)
        except UNANSWERED as problem:
            found.silent[metric.name] = str(problem)
            found.late |= isinstance(problem, Undecided)
    return found
