"""The table of rankings that metrics cannot tell apart: `group` Table 3, and exact counts.

>>> from proofs.tables.request import Request
>>> row = table(Request(sizes=(3,), metrics=("mae",))).rows[0]
>>> [cell.text for cell in row]
['mae', '●', '●', '○', '○', '●', '●', '3', '4/15']
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.tables import group_table_3 as paper
from proofs.tables.group_table_2 import METRICS
from proofs.tables.layout.table_shape import Cell, Column, Mark, Table, unknown, words
from proofs.tables.order_counts_table import (
    INCOMPARABLE,
    UNANSWERED,
    UNDEFINED,
    compared,
    placed,
)
from proofs.tables.request import Request
from rankproof.line.deadline import within

NAME = "indistinguishable"
SIZES = (3, 4, 5)
LARGEST = 9
LEGEND = (
    ("○", "the metric gives both rankings the same value"),
    ("●", "the metric tells them apart"),
    ("0/0", "a value is undefined"),
    ("?", "the values could not be compared exactly, or k does not fit n"),
)


def table(request: Request) -> Table:
    """Return the table of rankings that metrics cannot distinguish."""
    sizes = request.sizes or SIZES
    if max(sizes) > LARGEST or min(sizes) < 2:
        raise BadInput(f"the counts are exact, over all rankings: give 2 ≤ n ≤ {LARGEST}.")
    metrics = request.chosen_metrics(METRICS)
    rows, wrong = [], []
    for place, metric in enumerate(metrics):
        row = [words(metric.name)]
        for example in range(len(paper.EXAMPLES)):
            ours, theirs = _example(request, metric, example)
            row += [ours, theirs]
            if theirs.mark == Mark.FAILS:
                wrong.append(f"{metric.name} in example {example + 1}")
        for n in sizes:
            row += _counts(request, metric, n)
        rows.append(tuple(row))
        request.progress(place + 1, len(metrics))
    return Table(
        NAME,
        "Rankings that metrics cannot tell apart",
        tuple(_columns(sizes)),
        tuple(rows),
        LEGEND,
        tuple(_notes(request, wrong)),
        {"convention": request.convention, "n": list(sizes), "deviations": wrong},
    )


def _columns(sizes: Any) -> Iterator[Column]:
    yield Column("metric", "metric")
    for place, (one, two) in enumerate(paper.EXAMPLES):
        title = f"{_cycle(one)} {_cycle(two)}"
        yield Column(f"example_{place + 1}", title)
        yield Column(f"printed_{place + 1}", "printed")
    for n in sizes:
        yield Column(f"values_{n}", f"values, n = {n}", numeric=True)
        yield Column(f"tied_{n}", f"tied, n = {n}", numeric=True)


def _cycle(swapped: tuple[int, int] | None) -> str:
    return "id" if swapped is None else f"({swapped[0]} {swapped[1]})"


def _example(request: Request, metric: Metric, example: int) -> tuple[Cell, Cell]:
    one, two = (np.array([paper.ranking(s)], dtype=np.int16).T for s in paper.EXAMPLES[example])
    given = request.parameters(metric, k=paper.K)
    mark = paper.printed(example, metric.name, metric.family)
    printed = Cell(mark or "", mark)
    try:
        with within(request.timeout):
            sign = compared(metric, given, request.convention, one, two)[0]
    except UNANSWERED as problem:
        return unknown(problem), printed
    if sign == INCOMPARABLE:
        return Cell("0/0", None, Mark.UNDEFINED), printed
    ours = paper.SAME if sign == 0 else paper.DIFFERENT
    if mark:
        printed = Cell(mark, mark, Mark.HOLDS if mark == ours else Mark.FAILS)
    return words(ours), printed


def _counts(request: Request, metric: Metric, n: int) -> list[Cell]:
    """Return how many values m(id, ·) takes, and the share of pairs of rankings it ties."""
    try:
        with within(request.timeout):
            places = placed(metric, n, request.parameters(metric), request.convention)
    except UNANSWERED as problem:
        return [unknown(problem)] * 2
    defined = places[places != UNDEFINED]
    if not len(defined):
        return [Cell("0/0", None, Mark.UNDEFINED)] * 2
    times = np.unique(defined, return_counts=True)[1]
    pairs = comb(len(defined), 2)
    tied = sum(comb(int(count), 2) for count in times)
    share = Fraction(tied, pairs) if pairs else Fraction(0)
    return [
        Cell(str(len(times)), len(times)),
        Cell(str(share), {"exact": str(share), "tied": tied, "pairs": pairs}),
    ]


def _notes(request: Request, wrong: list[str]) -> Iterator[str]:
    yield from request.notes()
    yield (
        f"examples: σ and τ of {paper.SOURCE} at n = {paper.N} with k = {paper.K}, "
        "m(id, σ) against m(id, τ), exactly"
    )
    yield (
        f"printed: {paper.SOURCE}; its rows have {paper.SURPLUS} marks more than its heading has "
        "columns, and are read from the left; CMB stands for every confusion-matrix metric"
    )
    yield "values: how many values m(id, ·) takes; tied: the share of pairs of rankings it ties"
    yield (
        "printed otherwise than found: " + ", ".join(wrong) if wrong else "all printed marks agree"
    )
