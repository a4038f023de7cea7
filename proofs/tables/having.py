"""Which metrics have some properties and lack others: rows of a table of properties, chosen.

A cell counts only where it is decided. A metric that may or may not belong here, because a cell is
undecided or undefined, is named in a note, and so is one of which an axiom does not speak.

>>> from proofs.tables.making import made
>>> from proofs.tables.request import Request
>>> asked = Request((3,), metrics=("mae", "mape", "dcg"), having=("ioi",), lacking=("symmetry",))
>>> [row[0].text for row in made("properties", asked).rows]
['mape', 'dcg']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from metrics.naming import BadInput
from proofs.tables.layout.table_shape import Cell, Mark, Table
from proofs.tables.request import Request

HAS, LACKS = (Mark.HOLDS, Mark.PROVED), (Mark.FAILS, Mark.FAILS_ON)


def named(request: Request, name_of: Callable[[str], str]) -> Request:
    """Return the request with the axioms by their own names, and a column for each of them."""
    having, lacking = (tuple(map(name_of, names)) for names in (request.having, request.lacking))
    every = (*having, *lacking)
    for name in every:
        if every.count(name) > 1:
            raise BadInput(f"--having and --lacking name {name} twice: name each property once.")
    if not every:
        return request
    axioms = (*map(name_of, request.axioms), *every)
    unique = tuple(dict.fromkeys(axioms))
    return replace(request, axioms=unique, having=having, lacking=lacking)


def chosen(table: Table, request: Request) -> Table:
    """Return the table with the rows that have and lack what was asked."""
    wanted = [(name, HAS) for name in request.having] + [(n, LACKS) for n in request.lacking]
    if not wanted:
        return table
    places = {column.key: place for place, column in enumerate(table.columns)}
    fits: list[Sequence[Cell]] = []
    open_ends: list[str] = []
    silent: list[str] = []
    for row in table.rows:
        cells = [(name, marks, row[places[name]].mark) for name, marks in wanted]
        if all(mark in marks for _, marks, mark in cells):
            fits.append(row)
        elif not any(mark in (LACKS if marks is HAS else HAS) for _, marks, mark in cells):
            unspoken = [name for name, _, mark in cells if mark == Mark.ABSENT]
            unsettled = [name for name, _, mark in cells if mark == Mark.OPEN]
            unsettled += [f"{name}: 0/0" for name, _, mark in cells if mark == Mark.UNDEFINED]
            which = ", ".join(unspoken or unsettled)
            (silent if unspoken else open_ends).append(f"{row[0].text} ({which})")
    names = {row[0].text for row in fits}
    one = len(fits) == 1
    asked = {"having": list(request.having), "lacking": list(request.lacking)}
    left = {"undecided": open_ends, "does_not_apply": silent}
    return replace(
        table,
        title=f"{len(fits)} of {len(table.rows)} metrics {_words(request, one)}: {table.title}",
        rows=fits,
        records=[record for record in table.records if record["metric"] in names],
        notes=[*_notes(open_ends, silent), *table.notes],
        facts={**table.facts, **asked, **left},
        unfinished=table.unfinished or bool(open_ends),
    )


def _words(request: Request, one: bool) -> str:
    verbs = ("has", "lacks") if one else ("have", "lack")
    said = zip(verbs, (request.having, request.lacking), strict=True)
    return ", and ".join(f"{verb} {_listed(names)}" for verb, names in said if names)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _notes(open_ends: Sequence[str], silent: Sequence[str]) -> list[str]:
    notes = [
        "a metric is here if every property named is decided as asked, at the n of the table; "
        "✓° and ✓v count as having it (where defined; vacuously)"
    ]
    if open_ends:
        notes.append(f"undecided, neither in nor out: {', '.join(open_ends)}")
        if any("0/0" in end for end in open_ends):
            notes.append("0/0: at some n no case has all its values; ask from a larger n on")
    else:
        notes.append("no metric was left undecided")
    if silent:
        notes.append(f"the property does not speak of these, so they are out: {', '.join(silent)}")
    return notes
