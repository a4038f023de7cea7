"""The table of counterexamples: the smallest one of each metric and axiom.

>>> from proofs.tables.request import Request
>>> request = Request(metrics=("mape", "dcg"), axioms=("ioi",))
>>> [cell.text for cell in table(request, (2, 3, 4)).rows[0]][:4]
['mape', 'ioi', '4', 'σ = 1234, τ = 1432, ν = 2134']
"""

from __future__ import annotations

from typing import Any

from metrics.language.term_printing import letter
from metrics.metric import Metric
from proofs.core.verdict import REFUTED
from proofs.tables.answers import Answer, free_notes, put_in
from proofs.tables.layout.table_shape import Cell, Column, Mark, Table, words
from proofs.tables.properties import found, shown, walked
from proofs.tables.request import Request

COLUMNS = (
    Column("metric", "metric"),
    Column("axiom", "axiom"),
    Column("n", "n", numeric=True),
    Column("witness", "smallest counterexample"),
    Column("values", "values"),
    Column("part", "part that fails"),
)


def table(request: Request, sizes: tuple[int, ...]) -> Table:
    """Return the table of counterexamples."""
    sizes = walked(sizes)
    answered = found(request, sizes)
    rows, held, left, unfinished = [], 0, [], False
    for (axiom, metric), (small, _) in answered.items():
        if small["status"] == REFUTED:
            rows.append(_row(metric, axiom.name, small))
        elif small["status"] == "holds":
            held += 1
        else:
            sign, mark = shown(small, None)
            left.append(f"{axiom.name} of {metric.name} ({sign})")
            unfinished |= mark == Mark.OPEN
    notes = [
        f"{held} of {len(answered)} pairs of a metric and an axiom hold for every n of the table",
        "smallest: at the smallest n that fails; exhaustive search gives the first in "
        "lexicographic order, the solvers some witness; each was replayed",
    ]
    if left:
        notes.append("not decided (0/0: undefined in every case): " + ", ".join(left))
    return Table(
        "counterexamples",
        f"Smallest counterexamples, n = {sizes[0]}…{sizes[-1]}",
        COLUMNS,
        rows,
        notes=[*request.notes(), *free_notes(request.chosen_metrics()), *notes],
        facts={"n": list(sizes), "convention": request.convention, "undecided": left},
        unfinished=unfinished,
    )


def _row(metric: Metric, axiom: str, found: Answer) -> tuple[Cell, ...]:
    witness = found["witness"]
    text = ", ".join([witness_text(witness), *put_in(found, metric)])
    shown_values = ", ".join(f"{value['term']} = {value['exact']}" for value in found["values"])
    return (
        words(metric.name),
        words(axiom),
        Cell(str(found["scope"]["first_failing_n"]), found["scope"]["first_failing_n"]),
        Cell(text, witness, Mark.FAILS),
        Cell(shown_values, found["values"]),
        words(found.get("part") or ""),
    )


def witness_text(witness: dict[str, Any] | None) -> str:
    """Return a witness in one line; of digits without spaces.

    >>> witness_text({"sigma": [2, 1, 3], "i": 2})
    'σ = 213, i = 2'
    >>> witness_text({"w": ["1", "1/2"]})
    'w = 1 1/2'
    """
    if witness is None:
        return "every case was tried: none satisfies it"
    return ", ".join(f"{letter(name)} = {_value(value)}" for name, value in witness.items())


def _value(value: Any) -> str:
    if not isinstance(value, list):
        return str(value)
    texts = [str(one) for one in value]
    return ("" if all(len(text) == 1 for text in texts) else " ").join(texts)
