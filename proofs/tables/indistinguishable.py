"""The table of rankings that metrics cannot tell apart: `group` Table 3, and exact counts.

>>> from proofs.tables.request import Request
>>> row = table(Request(metrics=("mae",)), (3,)).rows[0]
>>> [cell.text for cell in row]
['mae', '●', '●', '○', '○', '●', '●', '3', '4/15']
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import comb

import numpy as np

from metrics.metric import Metric
from proofs.tables.counting import group_paper as paper
from proofs.tables.counting.order_counts import INCOMPARABLE, UNDEFINED, compared, placed
from proofs.tables.layout.table_shape import Cell, Column, Mark, Table, unknown, words
from proofs.tables.making import UNANSWERED, Group, grid
from proofs.tables.request import Request
from rankproof.line.deadline import within

LEGEND = (
    ("○", "the metric gives both rankings the same value"),
    ("●", "the metric tells them apart"),
    ("0/0", "a value is undefined"),
    ("?", "the values could not be compared exactly, or k does not fit n"),
)


def table(request: Request, sizes: tuple[int, ...]) -> Table:
    """Return the table of rankings that metrics cannot distinguish."""
    groups = [Group([Column("metric", "metric")], lambda metric: [words(metric.name)])]
    for place, (one, two) in enumerate(paper.EXAMPLES):
        columns = [
            Column(f"example_{place + 1}", f"{_cycle(one)} {_cycle(two)}"),
            Column(f"printed_{place + 1}", "printed"),
        ]
        groups.append(Group(columns, partial(_example, request, place)))
    for n in sizes:
        columns = [
            Column(f"values_{n}", f"values, n = {n}", numeric=True),
            Column(f"tied_{n}", f"tied, n = {n}", numeric=True),
        ]
        groups.append(Group(columns, partial(_counts, request, n)))
    filled = grid(groups, request.chosen_metrics(paper.METRICS), request.progress)
    wrong = [
        f"{row[0].text} in example {example + 1}"
        for row in filled["rows"]
        for example in range(len(paper.EXAMPLES))
        if row[2 * example + 2].mark == Mark.FAILS
    ]
    return Table(
        "indistinguishable",
        "Rankings that metrics cannot tell apart",
        **filled,
        legend=LEGEND,
        notes=list(_notes(request, wrong)),
        facts=request.facts(sizes, deviations=wrong),
    )


def _cycle(swapped: tuple[int, int] | None) -> str:
    return "id" if swapped is None else f"({swapped[0]} {swapped[1]})"


def _example(request: Request, example: int, metric: Metric) -> tuple[Cell, Cell]:
    one, two = (np.array([paper.ranking(s)], dtype=np.int16).T for s in paper.EXAMPLES[example])
    given = request.parameters(metric, k=paper.K)
    mark = paper.printed_mark(example, metric.name, metric.family)
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


def _counts(request: Request, n: int, metric: Metric) -> list[Cell]:
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
        f"examples: σ and τ of {paper.TABLE_3} at n = {paper.N} with k = {paper.K}, "
        "m(id, σ) against m(id, τ), exactly"
    )
    yield (
        f"printed: {paper.TABLE_3}; its rows have {paper.SURPLUS} marks more than its heading has "
        "columns, and are read from the left; CMB stands for every confusion-matrix metric"
    )
    yield "values: how many values m(id, ·) takes; tied: the share of pairs of rankings it ties"
    yield (
        "printed otherwise than found: " + ", ".join(wrong) if wrong else "all printed marks agree"
    )
