"""The table of robustness (`group` eqs. 5, 6): exact at small n, estimates beside Table 2.

A printed number is the mean of 1000 draws, rounded to two decimals. It is called consistent
where it differs from our estimate by no more than rounding and the chance of both samples
explain with 99 % confidence; that judgement is statistical and decides nothing else.

>>> from proofs.tables.request import Request
>>> [cell.text for cell in table(Request(metrics=("mae",)), (2, 3)).rows[0]]
['mae', 'swap', '1', '16/27']
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any

from proofs.engines.sampling.estimates import SAMPLES, SEED, Z_99
from proofs.tables import TABLES
from proofs.tables.answers import Answer, answers, question
from proofs.tables.counting.group_paper import METRICS, PAIRS, TABLE_2, cutoff, printed_change
from proofs.tables.layout.table_shape import Cell, Column, Mark, Table, unknown, words
from proofs.tables.making import Group, grid
from proofs.tables.request import Request

LARGEST_EXACT = TABLES["robustness"].exact_up_to or 0
ROUNDING = 0.005
CHANGES = {"robustness_swap": "swap", "robustness_slide": "slide"}
LEGEND = (
    ("✓", "the printed number is consistent with our estimate, over all swaps i < j"),
    ("✓=", "it is consistent only if i = j is drawn too: the mean is then (n − 1)/n of ours"),
    ("✗ +0.01", "it is not: printed minus estimate"),
    ("?", "not decided"),
    ("0/0", "undefined in every case"),
)


def table(request: Request, sizes: tuple[int, ...]) -> Table:
    """Return the table of robustness."""
    metrics = request.chosen_metrics(METRICS)
    keys = [(metric, change) for metric in metrics for change in CHANGES]
    asked = {(*key, n): _asked(request, *key, n) for key in keys for n in sizes}
    found = dict(zip(asked, answers(list(asked.values()), request), strict=True))
    groups = [
        Group([Column("metric", "metric")], lambda key: [words(key[0].name)]),
        Group([Column("change", "change")], lambda key: [words(CHANGES[key[1]])]),
    ]
    for n in sizes:
        filled = {key: cells(found[*key, n], key[1], n) for key in keys}
        groups.append(Group(_columns(n, request), filled.__getitem__))
    return Table(
        "robustness",
        "Mean change of a metric by a swap and by a slide",
        **grid(groups, keys),
        legend=LEGEND if any(n > LARGEST_EXACT for n in sizes) else (),
        notes=list(_notes(request, sizes)),
        facts=request.facts(sizes, printed=TABLE_2),
    )


def _asked(request: Request, metric: Any, change: str, n: int) -> dict[str, Any]:
    given = request.parameters(metric, k=size_k(request, n))
    asked = question(change, metric.name, n=n, request=request, **given)
    if n <= LARGEST_EXACT:
        return {**asked, "engine": "exhaustive"}
    samples = {"samples": request.samples or SAMPLES, "seed": request.seed_or(SEED)}
    return {**asked, "engine": "sampling", "parameters": {**given, **samples}}


def size_k(request: Request, n: int) -> int:
    """Return the cut-off at a size: the one given, or three tenths."""
    return request.k or cutoff(n)


def _columns(n: int, request: Request) -> list[Column]:
    k = f"n = {n} (k = {size_k(request, n)})"
    if n <= LARGEST_EXACT:
        return [Column(f"exact_{n}", k, numeric=True)]
    return [
        Column(f"estimate_{n}", f"{k} ≈", numeric=True),
        Column(f"printed_{n}", "printed", numeric=True),
        Column(f"deviation_{n}", "deviation"),
    ]


def cells(found: Answer, change: str, n: int) -> list[Cell]:
    """Return the cells of one mean: exact, or an estimate beside the printed number."""
    value = found.get("value", {})
    number = printed_change(change, n, found["subject"][0]) if "subject" in found else None
    if n <= LARGEST_EXACT:
        return [_missing(found)] if not value.get("exact") else [_exact(value)]
    beside = [Cell(number or "", number)]
    if not value.get("approx"):
        return [_missing(found), *beside, Cell("", None)]
    low, high = map(float, value["interval"])
    estimate = float(value["approx"])
    half = (high - low) / 2
    text = f"{_short(estimate)} ± {_short(half)}"
    deviation = Cell("", None)
    if number is not None:
        deviation = compared(float(number), estimate, half, value["samples"], change, n)
    return [Cell(text, value), *beside, deviation]


def _exact(value: dict[str, Any]) -> Cell:
    text = value["exact"]
    return Cell(text if len(text) <= 12 else f"≈ {_short(float(value['approx']))}", value)


def _missing(found: Answer) -> Cell:
    reason = found.get("reason", "")
    if reason == "undefined":
        return Cell("0/0", {"reason": reason}, Mark.UNDEFINED)
    return unknown(reason)


def compared(
    number: float, estimate: float, half: float, samples: int, change: str, n: int
) -> Cell:
    """Return whether rounding and chance explain a printed number, and by how much it is off.

    >>> compared(2.70, 2.69, 0.05, 10_000, "robustness_swap", 10).text
    '✓'
    >>> compared(1.68, 1.22, 0.02, 10_000, "robustness_slide", 10).text
    '✗ +0.46'
    """
    allowed = ROUNDING + half * sqrt(1 + samples / PAIRS)
    gap = number - estimate
    value = {"deviation": f"{gap:+.4f}", "allowed": f"{allowed:.4f}", "z": f"{Z_99:.4f}"}
    if abs(gap) <= allowed:
        return Cell("✓", {**value, "consistent": True, "reading": "i < j"}, Mark.HOLDS)
    if change == "robustness_swap" and abs(number - estimate * (n - 1) / n) <= allowed:
        return Cell("✓=", {**value, "consistent": True, "reading": "all i, j"}, Mark.HOLDS)
    text = f"✗ {gap:+.2f}".replace("-", "−")
    return Cell(text, {**value, "consistent": False}, Mark.FAILS)


def _short(number: float) -> str:
    return f"{number:.2f}" if abs(number) >= 10 else f"{number:.4f}"


def _notes(request: Request, sizes: tuple[int, ...]) -> Iterator[str]:
    yield request.notes()[0]
    yield "swap: over all pairs of rankings and all swaps i < j; slide: over all pairs of rankings"
    yield "exact where n ≤ 5: every case is counted; cases with undefined values are left out"
    if max(sizes) > LARGEST_EXACT:
        yield (
            f"≈: {request.samples or SAMPLES:,} random cases, seed {request.seed_or(SEED)}, "
            "± is a 99 % interval by the normal approximation, in floating point"
        )
        yield (
            f"printed: {TABLE_2}, from {PAIRS} pairs, two decimals; its cut-off is not printed, "
            "k = 3n/10 is ours (see proofs.tables.counting.group_paper)"
        )
        yield "of many correct numbers one in a hundred would be marked ✗ by chance"
