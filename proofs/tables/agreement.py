"""The table of agreement ratios (`group` Def. 2): all pairs of metrics, both readings.

Up to n = 7 every pair of rankings is compared and the ratio is a fraction. Beyond, pairs are
drawn at random: each comparison is still certified, and the ratio of all pairs lies in the
interval with a confidence of at least 99 % (Clopper and Pearson).

MAE ties 231 and 312 with 321 and Kendall does not: two pairs of fifteen at n = 3.

>>> from proofs.tables.request import Request
>>> row = table(Request(metrics=("mae", "kendall")), (3,)).rows[0]
>>> [cell.text for cell in row]
['mae', 'kendall', '13/15', '1', '0']

The last number says how many pairs of rankings were left out because a value is undefined there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, factorial
from typing import Any

import numpy as np

from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.engines.sampling.estimates import SAMPLES, SEED
from proofs.tables import TABLES
from proofs.tables.counting.group_paper import METRICS, cutoff
from proofs.tables.counting.order_counts import INCOMPARABLE, compared, drawn, judged, signs_of
from proofs.tables.layout.table_shape import Cell, Column, Mark, Table, words
from proofs.tables.making import Group, for_each, grid
from proofs.tables.request import Request

LARGEST_EXACT = TABLES["agreement"].exact_up_to or 0
BLOCK = 1 << 20


@dataclass(frozen=True)
class Counts:
    """How often two metrics agree, for all pairs of metrics, under both readings."""

    names: tuple[str, ...]
    agree: Any
    agree_or_tie: Any
    defined: Any
    sampled: bool
    left_out: list[str]
    pairs: int

    def ratio(self, one: int, two: int, ties_agree: bool) -> Fraction | None:
        """Return the share of pairs of rankings on which two metrics agree."""
        total = int(self.defined[one, two])
        counts = self.agree_or_tie if ties_agree else self.agree
        return Fraction(int(counts[one, two]), total) if total else None

    def group(self, n: int) -> Group:
        """Return the columns of a size, and what stands there for two metrics."""
        how = " (sampled)" if self.sampled else ""
        titles = {letter: f"{letter}, n = {n}{how}" for letter in "AB"}
        titles["undefined"] = f"undefined, n = {n}"
        columns = [Column(f"{key}_{n}", title, numeric=True) for key, title in titles.items()]
        return Group(columns, self.cells)

    def cells(self, pair: tuple[str, str]) -> list[Cell]:
        """Return the ratios of two metrics under both readings, and how many pairs they lack."""
        if not set(pair) <= set(self.names):
            return [Cell("?", None, Mark.OPEN)] * 3
        one, two = map(self.names.index, pair)
        total = int(self.defined[one, two])
        ratios = [_cell(self.ratio(one, two, ties), total, self.sampled) for ties in (False, True)]
        missing = self.pairs - total
        mark = Mark.UNDEFINED if missing else Mark.PLAIN
        return [*ratios, Cell(str(missing), {"left_out": missing, "of": self.pairs}, mark)]

    def partial(self) -> tuple[int, int]:
        """Return how many pairs of metrics are compared on some, and how many on no rankings."""
        above = self.defined[np.triu_indices(len(self.names), 1)]
        return int(((above > 0) & (above < self.pairs)).sum()), int((above == 0).sum())


def table(request: Request, sizes: tuple[int, ...]) -> Table:
    """Return the table of agreement ratios."""
    metrics = request.chosen_metrics(METRICS if max(sizes) > LARGEST_EXACT else None)
    if len(metrics) < 2:
        raise BadInput("agreement is about pairs of metrics: name at least two.")
    counts = {n: counted(request, metrics, n) for n in sizes}
    heads = [
        Group([Column(f"metric_{place + 1}", "metric")], lambda pair, at=place: [words(pair[at])])
        for place in range(2)
    ]
    groups = [found.group(n) for n, found in counts.items()]
    names = [metric.name for metric in metrics]
    return Table(
        "agreement",
        f"Agreement ratios of {len(metrics)} metrics",
        **grid([*heads, *groups], list(combinations(names, 2))),
        legend=[
            ("?", "a value could not be compared exactly"),
            ("0/0", "no pair of rankings has values of both metrics"),
        ],
        notes=list(_notes(request, counts)),
    )


def _cell(ratio: Fraction | None, total: int, sampled: bool) -> Cell:
    if ratio is None:
        return Cell("0/0", None, Mark.UNDEFINED)
    if not sampled:
        return Cell(str(ratio), {"exact": str(ratio), "pairs": total})
    low, high = interval(int(ratio * total), total)
    text = f"{float(ratio):.4f} [{low:.4f}, {high:.4f}]"
    value = {"estimate": str(ratio), "interval": [f"{low:.6f}", f"{high:.6f}"], "pairs": total}
    return Cell(text, value)


def interval(hits: int, total: int, miss: float = 0.01) -> tuple[float, float]:
    """Return the interval of Clopper and Pearson for a share, outwards to six digits.

    >>> interval(0, 10)[0], interval(10, 10)[1]
    (0.0, 1.0)
    """
    from scipy.special import betaincinv

    low = betaincinv(hits, total - hits + 1, miss / 2) if hits else 0.0
    high = betaincinv(hits + 1, total - hits, 1 - miss / 2) if hits < total else 1.0
    return max(0.0, float(low) - 1e-6 * bool(hits)), min(1.0, float(high) + 1e-6)


def _notes(request: Request, counts: dict[int, Counts]) -> Iterator[str]:
    yield request.notes()[0]
    yield "A: ties equal only to ties; B: a tie in either metric counts as agreement"
    yield "each metric is turned so that higher is better; rankings are compared with the identity"
    for n, found in counts.items():
        some, none = found.partial()
        yield (
            f"undefined: how many of the {found.pairs:,} pairs of rankings at n = {n} were left "
            "out because a value of either metric is undefined there; so "
            f"{some:,} pairs of metrics are compared on a part of them only, and {none:,} on none"
        )
    yield (
        "cut-offs: "
        + ", ".join(f"k = {size_k(request, n)} at n = {n}" for n in counts)
        + f"; p = {request.persistence}"
    )
    if any(found.sampled for found in counts.values()):
        yield (
            f"n > {LARGEST_EXACT}: {request.samples or SAMPLES:,} random pairs, seed "
            f"{request.seed_or(SEED)}; each comparison is certified, "
            "the interval covers the ratio of all pairs with a confidence of at least 99 %"
        )
    for found in counts.values():
        yield from found.left_out


def size_k(request: Request, n: int) -> int:
    """Return the cut-off at a size: the one given, or 2 for exact sizes and 30 % beyond."""
    if n <= LARGEST_EXACT:
        return request.k or min(2, n)
    return request.k if request.k and request.sizes else cutoff(n)


def counted(request: Request, metrics: list[Metric], n: int) -> Counts:
    """Count agreements at one size; metrics that cannot be compared are left out, with reasons."""
    sampled = n > LARGEST_EXACT
    pairs = drawn(n, request.samples or SAMPLES, request.seed_or(SEED)) if sampled else ()

    def find(metric: Metric) -> Any:
        """Return comparisons of the pairs drawn, or the places of all rankings."""
        given = request.parameters(metric, k=size_k(request, n))
        if not sampled:
            return judged(metric, n, given, request.convention)
        signs = compared(metric, given, request.convention, *pairs)
        return signs if metric.higher_is_better else np.where(signs == INCOMPARABLE, signs, -signs)

    found = for_each(request, metrics, find)
    found.insist(1, "no metric could be compared: " + "; ".join(found.silent.values()))
    rows = np.stack(list(found.of.values()))
    blocks = [rows] if sampled else _blocks(rows)
    agree, either, defined = (sum(counts) for counts in zip(*map(_counts, blocks), strict=True))
    names = tuple(metric.name for metric in found.of)
    number = request.samples or SAMPLES if sampled else comb(factorial(n), 2)
    return Counts(names, agree, either, defined, sampled, found.notes(n), number)


def _blocks(places: Any) -> Iterator[Any]:
    """Compare every pair of rankings once, block by block."""
    count = places.shape[1]
    step = max(1, BLOCK // count)
    for start in range(0, count - 1, step):
        rows, columns = np.triu_indices(count - start, 1)
        keep = rows < step
        yield signs_of(places[:, start + rows[keep]], places[:, start + columns[keep]])


def _counts(signs: Any) -> tuple[Any, Any, Any]:
    """Count for all pairs of rows: equal signs, equal or a zero, both defined."""
    bits = {value: np.packbits(signs == value, axis=1) for value in (-1, 0, 1)}
    defined = np.packbits(signs != INCOMPARABLE, axis=1)
    both = _overlaps(defined, defined)
    ties = _overlaps(bits[0], bits[0])
    same = _overlaps(bits[1], bits[1]) + _overlaps(bits[-1], bits[-1])
    zero_and_defined = _overlaps(bits[0], defined)
    return same + ties, same + zero_and_defined + zero_and_defined.T - ties, both


def _overlaps(one: Any, two: Any) -> Any:
    return np.array(
        [[int(np.bitwise_count(a & b).sum(dtype=np.int64)) for b in two] for a in one],
        dtype=np.int64,
    )
