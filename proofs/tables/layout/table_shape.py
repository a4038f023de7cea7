"""A table is a value: columns, rows of cells, and notes on conventions and scope.

A cell has a text for people and an exact value for programs; its mark says what kind of answer
it is, so that a format or a picture may colour it.

>>> column = Column("n", "n")
>>> Table("sizes", "Sizes", (column,), ((Cell("4", 4),),)).as_json()["rows"]
[{'n': 4}]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from rankproof.line.version import VERSION
from rankproof.presented import Presented

SCHEMA = 1


class Mark(StrEnum):
    """What kind of answer a cell holds."""

    HOLDS = "holds"
    PROVED = "proved"
    FAILS = "fails"
    FAILS_ON = "fails-on"
    OPEN = "open"
    UNDEFINED = "undefined"
    ABSENT = "absent"
    PLAIN = "plain"


@dataclass(frozen=True)
class Cell:
    """What stands in one place: a text, the exact value behind it, and what kind it is."""

    text: str
    value: Any = None
    mark: Mark = Mark.PLAIN


@dataclass(frozen=True)
class Column:
    """A column: the key of its values, its heading, and whether it holds numbers."""

    key: str
    title: str
    numeric: bool = False


@dataclass(frozen=True, repr=False)
class Table(Presented):
    """A table of answers; `unfinished` says that something is open that has no cell.

    Where its cells are signs, `records` are the answers behind them, one for each.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    legend: Sequence[tuple[str, str]] = ()
    notes: Sequence[str] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    unfinished: bool = False
    records: Sequence[Mapping[str, Any]] = ()

    def __post_init__(self) -> None:
        keys = [column.key for column in self.columns]
        if len(set(keys)) != len(keys):
            raise ValueError(f"two columns of the table {self.name!r} have one key")
        for row in self.rows:
            if len(row) != len(keys):
                raise ValueError(f"a row of the table {self.name!r} has {len(row)} cells")

    def is_open(self) -> bool:
        """Tell whether something in it is undecided."""
        return self.unfinished or any(c.mark == Mark.OPEN for row in self.rows for c in row)

    def tidy(self) -> list[dict[str, Any]]:
        """Return one dictionary of plain values for each answer, without signs for display."""
        from proofs.tables.layout.tidy import tidy

        return tidy(self)

    def to_pandas(self) -> Any:
        """Return the tidy rows as a pandas DataFrame; pandas comes with rankproof[pandas]."""
        from proofs.tables.layout.tidy import frame

        return frame(self)

    def transposed(self) -> Table:
        """Return the table with rows for columns: the first column and the heads change places."""
        first, *others = self.columns
        columns = [Column(first.key, ""), *[Column(row[0].text, row[0].text) for row in self.rows]]
        rows = [
            [words(column.title), *[row[place] for row in self.rows]]
            for place, column in enumerate(others, 1)
        ]
        return replace(self, columns=columns, rows=rows)

    def parts(self, most: int) -> list[Table]:
        """Return the table in parts of at most so many columns beside the first."""
        starts = range(1, max(len(self.columns), 2), most)
        places = [[0, *range(at, min(at + most, len(self.columns)))] for at in starts]
        return [
            replace(
                self,
                columns=[self.columns[place] for place in part],
                rows=[[row[place] for place in part] for row in self.rows],
            )
            for part in places
        ]

    def told(self, form: str) -> str:
        """Return the table as text, in one line, as HTML, Markdown or LaTeX."""
        from proofs.tables.layout.formats import fragment, shown

        if form == "line":
            return f"{self.name}: {self.title}, {len(self.rows)} × {len(self.columns)}"
        return fragment(self) if form == "html" else shown(self, form)

    def as_json(self) -> dict[str, Any]:
        """Return one object with a list `rows`; a row has a value for each column key."""
        keys = [column.key for column in self.columns]
        return {
            "schema": SCHEMA,
            "version": VERSION,
            "table": self.name,
            "title": self.title,
            **self.facts,
            "columns": [{"key": c.key, "title": c.title} for c in self.columns],
            "rows": [
                {key: cell.value for key, cell in zip(keys, row, strict=True)} for row in self.rows
            ],
            "legend": dict(self.legend),
            "notes": list(self.notes),
        }


def words(text: str) -> Cell:
    """Return a cell whose value is its text."""
    return Cell(text, text)


def unknown(reason: Any) -> Cell:
    """Return a cell for what could not be decided."""
    return Cell("?", {"reason": str(reason)}, Mark.OPEN)
