"""The table of properties: metrics × axioms, with the smallest n that fails.

>>> from proofs.tables.request import Request
>>> request = Request(metrics=("mape", "dcg"), axioms=("ioi",))
>>> [row[1].text for row in table(request, (2, 3, 4)).rows]
['✗4', '✓']
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from axioms import find_axiom
from axioms.axiom import Axiom
from metrics.metric import Metric
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED
from proofs.script.solvers import Disagreement
from proofs.tables.answers import Answer, Asked, answers, free_notes, question
from proofs.tables.having import chosen, named
from proofs.tables.layout.table_shape import Cell, Column, Mark, Table, words
from proofs.tables.layout.tidy import of_an_answer
from proofs.tables.making import Group, grid
from proofs.tables.request import Request, applies

LEGEND = (
    ("✓", "holds for every n of the table"),
    ("✗4", "fails, and n = 4 is the smallest n of the table that fails; the witness was replayed"),
    ("✓∀", "proved for every n (from the n that the JSON names)"),
    ("✗4∀", "fails from n = 4, and is refuted for every n from there on"),
    ("✗4 ∀6", "fails at n = 4, and is refuted for every n from 6 on; between, nothing is said"),
    ("°", "cases with undefined values (0/0, x/0) were left out"),
    ("v", "vacuous: at the largest n no case satisfies the condition"),
    ("?", "undecided: time, precision or memory ran out (the JSON says which)"),
    ("0/0", "undefined: no case has all its values defined"),
    ("·", "the axiom does not speak of metrics of this kind"),
)
STARTS = (
    "a metric with a cut-off starts at the first n that k fits, and “some pair of swaps” at the "
    "first n that has such a pair; stability goes through every k itself"
)
Pair = tuple[Axiom, Any]
"""An axiom and its subject, which has a name."""
Asking = Callable[[Pair, Any], Asked]


def walked(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes to walk through: one size means every size from 2 up to it."""
    return tuple(range(2, sizes[0] + 1)) if len(sizes) == 1 and sizes[0] > 2 else sizes


def found(request: Request, sizes: tuple[int, ...]) -> dict[Pair, tuple[Answer, Answer | None]]:
    """Return the answers for all pairs: for the sizes asked, and for every n if wanted."""
    pairs = [
        (axiom, metric)
        for metric in request.chosen_metrics()
        for axiom in request.chosen_axioms()
        if applies(axiom, metric)
    ]
    return all_answers(request, pairs, partial(_asked, request), sizes)


def all_answers(
    request: Request, pairs: list[Pair], asked: Asking, sizes: tuple[int, ...]
) -> dict[Pair, tuple[Answer, Answer | None]]:
    """Return the answers for some pairs: for the sizes asked, and for every n if wanted."""
    small = _beyond_vacuous(request, pairs, asked, sizes)
    every: list[Answer | None] = [None] * len(pairs)
    if request.every_n:
        every = list(answers([asked(pair, "all") for pair in pairs], request))
    return dict(zip(pairs, zip(small, every, strict=True), strict=True))


def _beyond_vacuous(
    request: Request, pairs: list[Pair], asked: Asking, sizes: tuple[int, ...]
) -> list[Answer]:
    """Walk up n; where "some case" fails only because there is no case at all, walk on."""
    got = answers([asked(pair, sizes) for pair in pairs], request)
    while True:
        again = {
            place: larger
            for place, answer in enumerate(got)
            if answer["status"] == REFUTED and vacuous(answer)
            if (larger := [n for n in sizes if n > answer["scope"]["first_failing_n"]])
        }
        if not again:
            return got
        further = [asked(pairs[place], larger) for place, larger in again.items()]
        for place, answer in zip(again, answers(further, request), strict=True):
            got[place] = answer


def _asked(request: Request, pair: Pair, n: Any) -> Asked:
    axiom, metric = pair
    return question(axiom.name, metric.name, n=n, request=request, **request.asks(axiom, metric))


def table(request: Request, sizes: tuple[int, ...]) -> Table:
    """Return the table of properties."""
    sizes = walked(sizes)
    request = named(request, lambda name: find_axiom(name).name)
    answered = found(request, sizes)
    metrics = request.chosen_metrics()
    groups = [Group([Column("metric", "metric")], lambda metric: [words(metric.name)])]
    for axiom in request.chosen_axioms():
        cells = partial(_cells, axiom=axiom, answered=answered)
        groups.append(Group([Column(axiom.name, axiom.title)], cells))
    scope = f"n = {sizes[0]}…{sizes[-1]}" if len(sizes) > 1 else f"n = {sizes[0]}"
    more = " and for every n" if request.every_n else ""
    filled = Table(
        "properties",
        f"Properties of {len(metrics)} metric{'s' * (len(metrics) != 1)}, {scope}{more}",
        **grid(groups, metrics),
        legend=LEGEND,
        notes=[*request.notes(), *free_notes(metrics), STARTS],
        facts={"n": list(sizes), "every_n": request.every_n, "convention": request.convention},
        records=records(answered),
    )
    return chosen(filled, request)


def _cells(metric: Metric, axiom: Axiom, answered: dict[Pair, Any]) -> list[Cell]:
    if not applies(axiom, metric):
        return [Cell("·", None, Mark.ABSENT)]
    return [decided_cell(metric, axiom, answered)]


def decided_cell(
    metric: Any,
    axiom: Axiom,
    answered: dict[Pair, Any],
    more: Callable[[Answer], str] = lambda _: "",
) -> Cell:
    """Return the cell of an answer: its sign, and perhaps more about it."""
    small, every = answered[axiom, metric]
    check_agreement(axiom, metric, small, every)
    value = {"small": summary(small)} | ({} if every is None else {"every_n": summary(every)})
    sign, mark = shown(small, every)
    text = f"{sign} {more(small)}".rstrip()
    return Cell(text, {"cell": text, **value}, mark)


def records(answered: dict[Pair, tuple[Answer, Answer | None]]) -> list[dict[str, Any]]:
    """Return the answers one by one, metric by metric."""
    found = []
    for (axiom, metric), (small, every) in answered.items():
        sign, _ = shown(small, every)
        found.append(of_an_answer(metric.name, axiom.name, small, every, sign))
    return found


def shown(small: Answer, every: Answer | None) -> tuple[str, Mark]:
    """Return the sign for an answer and what kind it is."""
    if every is not None and every["status"] == HOLDS and small["status"] in (HOLDS, UNDECIDED):
        return "✓∀" + _undefined(small), Mark.PROVED
    if every is not None and every["status"] == REFUTED and every["scope"]["all"]:
        first, start = every["scope"]["first_failing_n"], every["scope"]["from"]
        return f"✗{first}" + ("∀" if start <= first else f" ∀{start}"), Mark.FAILS_ON
    for found in (small, every):
        if found is not None and found["status"] == REFUTED:
            first = found["scope"]["first_failing_n"]
            return f"✗{first}" + ("v" if vacuous(found) else ""), Mark.FAILS
    if small["status"] == HOLDS:
        return "✓" + _undefined(small) + ("v" if vacuous(small) else ""), Mark.HOLDS
    if str(small.get("reason", "")).startswith("undefined"):
        return "0/0", Mark.UNDEFINED
    return "?", Mark.OPEN


def _undefined(found: Answer) -> str:
    return "°" if found.get("undefined", {}).get("cases") else ""


def vacuous(found: Answer) -> bool:
    """Tell whether a statement, at its largest n, spoke of no case at all."""
    last = found["scope"]["n"][-1]
    return any(c.startswith(("vacuous", f"n = {last}: vacuous")) for c in found["caveats"])


def check_agreement(axiom: Axiom, metric: Any, small: Answer, every: Answer | None) -> None:
    """Insist that a proof for every n and the search at small n do not contradict."""
    if every is None or REFUTED not in (small["status"], every["status"]):
        return
    name = f"{axiom.name} of {metric.name}"
    if every["status"] == HOLDS and small["scope"]["first_failing_n"] >= every["scope"]["from"]:
        raise Disagreement(f"{name}: proved for every n, yet refuted at small n")
    if every["status"] == REFUTED and small["status"] == HOLDS:
        failing, sizes = every["scope"]["first_failing_n"], small["scope"]["n"]
        if failing in sizes:
            raise Disagreement(f"{name}: holds at n = {failing}, yet refuted there")


def summary(found: Answer) -> dict[str, Any]:
    """Return what a program needs to know of an answer."""
    fields = ("status", "scope", "part", "witness", "values", "undefined", "engine", "caveats")
    more = ("reason", "parameters", "declarations")
    return {name: found[name] for name in (*fields, *more) if name in found}
