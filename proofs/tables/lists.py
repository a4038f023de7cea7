"""The table of judged lists: metrics × Moffat's seven properties, with the smallest witnesses.

A list is written as its grades from the top and, after |, those that were not retrieved.

>>> from proofs.tables.request import Request
>>> request = Request(metrics=("ap@2", "rr@2"), axioms=("promotion_strict", "completeness"))
>>> [[cell.text for cell in row] for row in table(request, (1, 2)).rows]
[['ap@2', '✓', '✗1 r=|0'], ['rr@2', '✓', '✓']]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from axioms import LIST_AXIOMS
from axioms.axiom import Axiom
from metrics.language.term_printing import letter
from metrics.lists import LIST_METRICS, find_list_metric
from metrics.lists.family import parsed
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.fitting import unrolled_slots
from proofs.core.verdict import REFUTED
from proofs.tables.answers import Answer, Asked, free_notes, put_in, question
from proofs.tables.having import chosen, named
from proofs.tables.layout.table_shape import Cell, Column, Mark, Table, words
from proofs.tables.making import Group, grid
from proofs.tables.properties import (
    LEGEND,
    Pair,
    all_answers,
    decided_cell,
    records,
)
from proofs.tables.request import DEFAULT_K, Request

SEVEN = {
    "boundedness": "unit_range",
    "monotonicity": "extension",
    "convergence": "exchange_strict",
    "top-weightedness": "promotion_strict",
    "localization": "localization",
    "completeness": "completeness",
    "realizability": "realizability",
}
"""Moffat's names, and the axioms by which they are asked: in our words, as the axioms say."""
WITNESS = (
    "r=10|1",
    "the smallest counterexample: grades from the top; after | those not retrieved",
)
EVERY = "all"
DEFAULT_C = 1


def table(request: Request, sizes: tuple[int, ...]) -> Table:
    """Return the table of judged lists."""
    sizes = tuple(range(1, sizes[0] + 1)) if len(sizes) == 1 else sizes
    request = named(request, lambda name: _of_one(SEVEN.get(name, name)).name)
    columns, metrics = chosen_axioms(request), chosen_metrics(request)
    pairs = [(axiom, metric) for metric in metrics for axiom in columns.values()]
    answered = all_answers(request, pairs, partial(_asked, request), sizes)
    groups = [Group([Column("metric", "metric")], lambda metric: [words(metric.name)])]
    for title, axiom in columns.items():
        cells = partial(_cells, axiom=axiom, answered=answered)
        groups.append(Group([Column(axiom.name, title)], cells))
    top = request.c or DEFAULT_C
    scope = "…".join(dict.fromkeys(f"{n}" for n in (sizes[0], sizes[-1])))
    filled = grid(groups, metrics)
    whole = Table(
        "lists",
        f"Judged lists, pools of n = {scope} documents, grades 0…{top}",
        **filled,
        legend=[*_legend(request), WITNESS],
        notes=[*_readings(columns), *_alike(filled["rows"]), *_given(request, metrics)],
        facts={"n": list(sizes), "c": top, "every_n": request.every_n},
        records=records(answered),
    )
    return chosen(whole, request)


# What is asked -----------------------------------------------------------------------------------


def chosen_axioms(request: Request) -> dict[str, Axiom]:
    """Return the columns by their titles: the seven properties, all axioms, or those named."""
    if not request.axioms:
        return {title: _of_one(name) for title, name in SEVEN.items()}
    if request.axioms == (EVERY,):
        every = (axiom for axiom in LIST_AXIOMS.values() if isinstance(axiom, Axiom))
        return {axiom.name: axiom for axiom in every if len(axiom.slots) == 1}
    return {name: _of_one(SEVEN.get(name, name)) for name in request.axioms}


def _of_one(name: str) -> Axiom:
    axiom = LIST_AXIOMS.find(name)
    if not isinstance(axiom, Axiom) or len(axiom.slots) != 1:
        raise BadInput(f"{name} is no property of one metric of lists: the table cannot show it.")
    return axiom


def chosen_metrics(request: Request) -> list[Metric]:
    """Return the metrics that are named, with k where they name no cut-off; or all, with one."""
    cut = request.k if request.metrics else request.k or DEFAULT_K
    names = request.metrics or tuple(LIST_METRICS)
    found = [find_list_metric(name, cut=cut) for name in names]
    if request.k is not None and all(parsed(name)[2] is not None for name in names):
        raise BadInput("every metric has its cut-off in its name: leave --k out.")
    return request.sound(found, p=request.p)


def _asked(request: Request, pair: Pair, n: Any) -> Asked:
    """Return a question; an axiom that goes through every k itself is asked without a cut-off."""
    axiom, metric = pair
    name = metric.name.partition("@")[0] if unrolled_slots(axiom) else metric.name
    more = {"p": request.p} if request.p is not None and "p" in metric.parameters else {}
    given = {"domain": "lists", "c": request.c or DEFAULT_C, **more}
    return {**question(axiom.name, name, n=n, request=request, **given), "convention": None}


# What is shown -----------------------------------------------------------------------------------


def _cells(metric: Metric, axiom: Axiom, answered: dict[Pair, Any]) -> list[Cell]:
    return [decided_cell(metric, axiom, answered, partial(_witness, metric))]


def _witness(metric: Metric, found: Answer) -> str:
    """Return the smallest counterexample, in few signs."""
    refuted = found["status"] == REFUTED and found.get("witness")
    if not refuted:
        return ""
    own = [text.replace(" ", "") for text in put_in(found, metric)]
    return " ".join([*few_signs(found["witness"]), *own])


def few_signs(witness: dict[str, Any]) -> list[str]:
    """Return the variables of a counterexample, each in few signs."""
    return [f"{letter(name)}={_value(value)}" for name, value in witness.items()]


def _value(value: Any) -> str:
    """Return a list in few signs, anything else as it is.

    >>> _value({"grades": [2, 0], "unretrieved": [0, 1, 1]})
    '20|21'
    """
    if not isinstance(value, dict):
        return str(value)
    missed = [grade for grade, count in enumerate(value["unretrieved"]) for _ in range(count)]
    return f"{_grades(value['grades'])}|{_grades(missed[::-1])}".removesuffix("|")


def _grades(grades: Sequence[int]) -> str:
    return ("" if all(grade < 10 for grade in grades) else " ").join(map(str, grades))


def _legend(request: Request) -> list[tuple[str, str]]:
    return [sign for sign in LEGEND if sign[0] != "·" and (request.every_n or "∀" not in sign[0])]


def _readings(columns: dict[str, Axiom]) -> list[str]:
    return [f"{title}: {axiom.title} ({axiom.name})" for title, axiom in columns.items()]


def _alike(rows: Sequence[Sequence[Cell]]) -> list[str]:
    """Return which metrics the columns do not tell apart."""
    plain = {Mark.PROVED: Mark.HOLDS, Mark.FAILS_ON: Mark.FAILS}
    groups: dict[tuple[Mark, ...], list[str]] = {}
    for name, *cells in rows:
        marks = tuple(plain.get(cell.mark, cell.mark) for cell in cells)
        groups.setdefault(marks, []).append(name.text)
    several = [", ".join(names) for names in groups.values() if len(names) > 1]
    same = "; ".join(["", *[f"the same holds of {names}" for names in several]])
    return [f"{len(rows)} metrics, {len(groups)} different rows{same}"]


def _given(request: Request, metrics: Sequence[Metric]) -> list[str]:
    found = ["n starts at the smallest pool; a metric with @k looks at the first k places"]
    if any("p" in metric.parameters for metric in metrics):
        found.append(f"p = {request.p}" if request.p else "p is free: for every 0 < p < 1")
    return found + free_notes(metrics)
