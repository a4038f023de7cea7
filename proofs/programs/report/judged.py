"""What was found about programs, for the terminal, for scripts and as tables."""

from __future__ import annotations

from typing import Any

from proofs.programs.computed import Computed
from proofs.programs.inputs import JUDGED, Space
from proofs.programs.inside.forms import CALLS, Data
from proofs.programs.judging import Judged, Row
from proofs.programs.program import Program
from proofs.programs.properties import ROUNDING
from rankproof.line.version import VERSION

SCHEMA = 1
MARGIN = " " * 12
KINDS = {
    "property": "Properties of the program",
    "axiom": "Axioms: what kind of measure it is",
}
FOOT = (
    "holds: on every one of these inputs, as this version computes it; nothing is said about others"
)


def heading(command: str) -> dict[str, Any]:
    """Return the fields with which every answer begins."""
    return {"schema": SCHEMA, "version": VERSION, "command": command}


def judged_fields(found: Judged) -> dict[str, Any]:
    """Return the fields that scripts rely on."""
    program = found.program
    return {
        **heading("judge"),
        "target": program.target,
        "library": program.facts.get("library") or {},
        "call": program.call,
        "inputs": found.space.as_json(found.count),
        "tolerance": float(found.by.tolerance),
        "rows": [_row_fields(row, program) for row in found.rows],
        "output": found.printed and {"input": found.printed[0], "text": found.printed[1]},
        "stopped": stopped_text(found.stopped),
    }


def stopped_text(stopped: BaseException | None) -> str | None:
    """Say why not all inputs were reached."""
    if stopped is None:
        return None
    return "interrupted" if isinstance(stopped, KeyboardInterrupt) else str(stopped)


def _row_fields(row: Row, program: Program) -> dict[str, Any]:
    name = program.target.rpartition(":")[2]
    witness = row.values[0][2] if row.values else None
    return {
        "axiom": row.name,
        "title": row.title,
        "kind": row.kind,
        "status": row.status,
        "witness": witness,
        "variables": dict(row.variables),
        "values": [
            {"term": named(term, name), "computed": value.text, "input": data}
            for term, value, data in row.values
        ],
        "cases": row.cases,
        "violations": row.violations,
        "undefined": row.undefined,
        "reason": row.reason or None,
        "test": row.test or None,
    }


def named(term: str, name: str) -> str:
    """Return a term with the program's name for the letter m."""
    return f"{name}{term[1:]}" if term else name


# Text --------------------------------------------------------------------------------------------


def data_text(data: Data) -> str:
    """Return an input on one line.

    >>> data_text({"qrels": {"d1": 1}, "run": {}})
    'qrels = {d1: 1}, run = {}'
    """
    return ", ".join(f"{name} = {_plain(value)}" for name, value in data.items())


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_plain(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return str(value)


def program_text(program: Program) -> str:
    """Return a program with its version and how it is called."""
    library = program.facts.get("library") or {}
    versions = "".join(f", {name} {version}" for name, version in library.items())
    cut = f", k = {program.depth}" if program.more else ""
    return f"{program.target}{versions}, called with {' and '.join(CALLS[program.call])}{cut}"


def space_text(space: Space, count: int) -> str:
    """Return which inputs there were."""
    noun = "documents" if space.call in JUDGED else "items"
    parts = [f"{count:,} inputs: at most {space.docs} {noun}"]
    if space.call in JUDGED:
        parts.append(f"grades 0 to {space.c}")
    if space.call in ("qrels", "arrays") and space.ties:
        parts.append("ties and near ties")
    if space.call == "qrels" and space.partial:
        parts.append("documents that were not retrieved or not judged")
    return ", ".join(parts)


def judged_text(found: Judged) -> str:
    """Return the rows as the terminal shows them."""
    program = found.program
    lines = [program_text(program), space_text(found.space, found.count), ""]
    for kind, title in KINDS.items():
        rows = [row for row in found.rows if row.kind == kind]
        if rows:
            lines += [title, *[line for row in rows for line in row_lines(row, program)], ""]
    lines.append(FOOT)
    if any(row.status == ROUNDING for row in found.rows):
        lines.append(f"rounding: violated or not, by less than {float(found.by.tolerance):g}")
    if found.printed is not None:
        text = " ".join(found.printed[1].split())
        lines.append(f"it prints: {text[:200]!r}, first at {data_text(found.printed[0])}")
    if not program.process.limited:
        lines.append("memory was not limited: this system cannot do it")
    if found.stopped is not None:
        lines.append(f"not all inputs were reached: {stopped_text(found.stopped)}")
    return "\n".join(lines)


def row_lines(row: Row, program: Program) -> list[str]:
    """Return one row: what became of the property, the smallest violation, the values there."""
    name = program.target.rpartition(":")[2]
    status = row.status.upper() if row.violations else row.status
    counted = f"{row.violations:,} of {row.cases:,}" if row.violations else f"{row.cases:,}"
    lines = [f"{status:<10}  {row.name}: {row.title} ({counted} cases)"]
    lines += [f"{MARGIN}{_variable(one, value)}" for one, value in row.variables]
    lines += [_value_line(named(term, name), value, data) for term, value, data in row.values[:4]]
    lines += [f"{MARGIN}… and {len(row.values) - 4} more"] if len(row.values) > 4 else []
    return lines + ([f"{MARGIN}{row.reason}"] if row.reason else [])


def _variable(name: str, value: Any) -> str:
    if isinstance(value, dict):
        grades = " ".join("-" if grade is None else str(grade) for grade in value["grades"])
        rest = [str(g) for g, count in enumerate(value["unretrieved"]) for _ in range(count)]
        return f"{name} = ({grades}{' | ' + ' '.join(rest[::-1]) if rest else ''})"
    return f"{name} = {_plain(value)}"


def _value_line(term: str, value: Computed, data: Data) -> str:
    # Where it is asked whether a value is defined, the term is a sentence: its subject is meant.
    return f"{MARGIN}{term.removesuffix(' is defined')} {value.said} at {data_text(data)}"


# Tables ------------------------------------------------------------------------------------------


def judged_table(found: Judged, form: str) -> str:
    """Return the rows as a table in Markdown or CSV."""
    from proofs.tables.layout.formats import shown
    from proofs.tables.layout.table_shape import Column, Table, words

    rows = []
    for row in found.rows:
        at = "; ".join(data_text(data) for _, _, data in row.values[:2])
        values = ", ".join(value.text for _, value, _ in row.values[:2])
        cells = (row.name, row.title, row.status, f"{row.cases}", f"{row.violations}", at, values)
        rows.append([*map(words, cells)])
    heads = ("axiom", "title", "status", "cases", "violations", "smallest input", "computed")
    title = f"{program_text(found.program)}; {space_text(found.space, found.count)}"
    return shown(Table("judge", title, [Column(h, h) for h in heads], rows, notes=[FOOT]), form)
