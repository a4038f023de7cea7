"""Plan: the triangle inequality of an invariant metric, on the pairs that can break it.

If m(σ, τ) = m(σ∘ν, τ∘ν) for all rankings, then m(σ, τ) = g(τ∘σ⁻¹) with g(τ) = m(1 2 … n, τ), and
the inequality is g(a∘b) ≤ g(a) + g(b) for all a and b; with ν on the left it is the same about
σ⁻¹∘τ. The values of g are few, sorted and certified, so that only their ranks are compared. These
pairs are not looked at:

- those for which g(a) + g(b) is at least the largest value;
- those with g(a) > g(b), where g(x⁻¹) = g(x) for all x: they are b⁻¹ and a⁻¹ the other way round;
- those of an a = s∘c with g(a) = g(s) + g(c), s a swap and both smaller than g(a): if the
  inequality holds for s and for c in the place of a, then g(a∘b) = g(s∘c∘b) ≤ g(s) + g(c∘b) ≤
  g(a) + g(b). By induction on g(a) these follow from the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import factorial
from typing import Any

import numpy as np
import sympy as sp

from axioms.language.formula import ForAll, Score
from metrics.language.domains import RANKINGS
from proofs.core.limits import Refusal
from proofs.core.outcome import Outcome
from proofs.engines.exhaustive import kernel
from proofs.engines.exhaustive.scores import Scores, all_rankings
from proofs.engines.exhaustive.search import Search
from proofs.exact.compiled import inverse_columns
from proofs.exact.numbers import Exact, ranks

MOST_VALUES = 1_500
BATCH = 1 << 22
CHOSEN_AT_ONCE = 256
COMPILED = 5
COMPILED_FROM = 200_000_000
LOOKED_AT = 100_000_000
"""So many cases are looked at for a counterexample, where there are too many for a proof."""


def triangle_score(formula: Any) -> Score | None:
    """Recognise m(x, y) ≤ m(x, z) + m(z, y) for all x, y, z; return m(x, y)."""
    if not isinstance(formula, ForAll) or not isinstance(formula.body, sp.Le):
        return None
    variables, score = formula.variables, formula.body.lhs
    if len(variables) != 3 or not all(map(RANKINGS.ranges, variables)):
        return None
    x, y, z = variables
    if not isinstance(score, Score) or score.listings != (x, y):
        return None
    slot = score.slot
    fits = formula.body == sp.Le(score, Score(slot, x, z) + Score(slot, z, y))
    return score if fits else None


# Rankings after one another -----------------------------------------------------------------------


class Composed:
    """Where outer∘column stands among all rankings, for many columns at once.

    The place of a ranking in lexicographic order is a sum of two numbers, one of which depends on
    its first entries alone and the other on its last ones.

    >>> Composed(all_rankings(3)).places([2, 1, 3]).tolist()
    [2, 3, 0, 1, 5, 4]
    """

    def __init__(self, columns: Any) -> None:
        self.n = len(columns)
        middle = (self.n + 1) // 2
        self.halves = [_numbered(columns[:middle], self.n), _numbered(columns[middle:], self.n)]

    def places(self, outer: Any, among: Any = slice(None)) -> Any:
        """Return where outer∘column stands, for all columns or some."""
        image = np.array([0, *outer], dtype=np.int8)
        first, last = self.tables(image)
        return first[self.halves[0][1][among]] + last[self.halves[1][1][among]]

    def tables(self, image: Any) -> tuple[Any, Any]:
        """Return the two numbers by the numbers of the first and of the last entries."""
        first, last = (image[words] for words, _ in self.halves)
        size = len(first)
        total_first = np.zeros(first.shape[1], dtype=np.int32)
        for p in range(size):
            smaller = first[p].astype(np.int32) - 1 - (first[:p] < first[p]).sum(axis=0)
            total_first += smaller * factorial(self.n - 1 - p)
        total_last = np.zeros(last.shape[1], dtype=np.int32)
        for p in range(len(last)):
            smaller = (last[p + 1 :] < last[p]).sum(axis=0)
            total_last += (smaller * factorial(len(last) - 1 - p)).astype(np.int32)
        return total_first, total_last


def _numbered(entries: Any, n: int) -> tuple[Any, Any]:
    """Return the different words among columns, and for each column the number of its word."""
    key = np.zeros(entries.shape[1], dtype=np.int64)
    for row in entries:
        key = key * (n + 1) + row
    _, first, back = np.unique(key, return_index=True, return_inverse=True)
    return entries[:, first], back.astype(np.int32)


# Values -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Values:
    """The values of g as ranks by the places of rankings, and how their sums compare.

    `within[i, j]` is the largest rank whose value is at most the sum of those of ranks i and j, and
    `equals[i, j]` the rank whose value is that sum, or −1.
    """

    n: int
    rank: Any
    within: Any
    equals: Any

    @property
    def top(self) -> int:
        """The largest rank."""
        return len(self.within) - 1

    @cached_property
    def inverse(self) -> Any:
        """The places of the inverses of all rankings."""
        inverted = inverse_columns(all_rankings(self.n))
        return Composed(inverted).places(range(1, self.n + 1))

    @cached_property
    def symmetric(self) -> bool:
        """Whether g is the same for every ranking and its inverse."""
        return np.array_equal(self.rank, self.rank[self.inverse])

    @cached_property
    def by_rank(self) -> Any:
        """The places of rankings, those of smaller values first."""
        return np.argsort(self.rank, kind="stable")

    @cached_property
    def starts(self) -> Any:
        """Where the rankings of each rank begin in `by_rank`; at the end, how many there are."""
        return np.searchsorted(self.rank[self.by_rank], np.arange(self.top + 2))

    def span(self, rank: int) -> tuple[int, int]:
        """Return the part of `by_rank` to be tried with an a of this rank."""
        useful = np.flatnonzero(self.within[rank] < self.top)
        low, high = (int(useful[0]), int(useful[-1]) + 1) if len(useful) else (0, 0)
        low = max(low, rank) if self.symmetric else low
        return int(self.starts[low]), int(self.starts[max(low, high)])


def values_of(scores: Scores, n: int) -> Values | None:
    """Return the values of a row of scores; None where one is undefined or they are too many."""
    if scores.undefined is not False:
        return None
    ids, table = scores.numbered()
    present, back = np.unique(np.asarray(ids).ravel(), return_inverse=True)
    if len(present) > MOST_VALUES or len(back) != factorial(n):
        return None
    table = table.take(present)
    place = np.asarray(ranks(table, len(present))).astype(np.int64)[: len(present)]
    return Values(
        n, place[back].astype(np.int16), *_sums(table.take(np.argsort(place)), len(place))
    )


def _sums(values: Exact, count: int) -> tuple[Any, Any]:
    """Compare all sums of two values, which are sorted, with the values, exactly."""
    one, two = (side.ravel() for side in np.indices((count, count)))
    total = values.take(one) + values.take(two)

    def over(rank: Any) -> Any:
        return np.broadcast_to((values.take(rank) - total).signs(), rank.shape)

    low, high = np.zeros(count**2, dtype=np.int64), np.full(count**2, count, dtype=np.int64)
    while (low < high).any():
        middle = (low + high) // 2
        fits = over(np.minimum(middle, count - 1)) <= 0
        going = low < high
        low, high = np.where(going & fits, middle + 1, low), np.where(going & ~fits, middle, high)
    exactly = (low > 0) & (over(np.maximum(low - 1, 0)) == 0)
    shape = (count, count)
    return (low - 1).reshape(shape), np.where(exactly, low - 1, -1).reshape(shape)


# Pairs --------------------------------------------------------------------------------------------


def not_composed(values: Values) -> Any:
    """Return the places of rankings that are no swap after another one with smaller values."""
    n, rank = values.n, values.rank
    composed = Composed(all_rankings(n))
    left = np.arange(len(rank))
    for i, j in combinations(range(1, n + 1), 2):
        swap = [{i: j, j: i}.get(item, item) for item in range(1, n + 1)]
        own = rank[composed.places(swap, slice(0, 1))[0]]
        rest = rank[composed.places(swap, left)]
        here = rank[left]
        reached = (values.equals[own, rest] == here) & (own < here) & (rest < here)
        left = left[~reached]
    return left


def pairs_to_try(values: Values, chosen: Any) -> int:
    """Return how many pairs are looked at for some a."""
    counts = np.bincount(values.rank[chosen], minlength=values.top + 1)
    spans = [values.span(rank) for rank in range(values.top + 1)]
    return sum(
        int(count) * (stop - start) for count, (start, stop) in zip(counts, spans, strict=True)
    )


def broken(values: Values, chosen: Any, pause: Any, compiled: bool = False) -> bool:
    """Tell whether g(a∘b) > g(a) + g(b) for a chosen a and a b that is to be tried with it."""
    rankings = all_rankings(values.n)
    composed = Composed(rankings[:, values.by_rank])
    chosen = chosen[np.argsort(values.rank[chosen], kind="stable")]
    if compiled:
        return _broken_by_kernel(values, chosen, pause, composed)
    for place in chosen:
        rank = values.rank[place]
        start, stop = values.span(int(rank))
        for low in range(start, stop, BATCH):
            pause()
            part = slice(low, min(low + BATCH, stop))
            found = values.rank[composed.places(rankings[:, place], part)]
            if (found > values.within[rank][values.rank[values.by_rank[part]]]).any():
                return True
    return False


def _broken_by_kernel(values: Values, chosen: Any, pause: Any, composed: Composed) -> bool:
    """Decide the same with compiled loops."""
    spans = np.array([values.span(rank) for rank in range(values.top + 1)])
    (first, first_codes), (last, last_codes) = composed.halves
    weights = np.array([factorial(values.n - 1 - place) for place in range(values.n)])
    ordered = values.rank[values.by_rank]
    for start in range(0, len(chosen), CHOSEN_AT_ONCE):
        pause()
        part = chosen[start : start + CHOSEN_AT_ONCE]
        own = (part, spans, all_rankings(values.n), values.rank, ordered, values.within)
        if kernel.loops().breaks(*own, first, first_codes, last, last_codes, weights):
            return True
    return False


def first_broken(values: Values, side: str, rows: int, pause: Any) -> Iterator[tuple[int, int]]:
    """Go through the places of τ, among the first, and ν that break the inequality with 1 2 … n.

    The way from ν to τ is τ∘ν⁻¹, or with ν on the left ν⁻¹∘τ, the inverse of τ⁻¹∘ν.
    """
    rankings, rank = all_rankings(values.n), values.rank
    if side == "right":
        composed, between = Composed(inverse_columns(rankings)), rank
    else:
        composed, between = Composed(rankings), rank[values.inverse]
    for tau in range(rows):
        pause()
        outer = tau if side == "right" else values.inverse[tau]
        way = between[composed.places(rankings[:, outer])]
        found = np.flatnonzero(rank[tau] > values.within[rank, way])
        yield from ((tau, int(nu)) for nu in found[:1])


def decide(search: Search, formula: Any, side: str) -> Outcome | None:
    """Decide the triangle inequality of a metric that is invariant on one side; None: not here."""
    score = triangle_score(formula)
    if score is None or search.size(formula.variables[:1]) > search.limits.cases:
        return None
    x, y, z = formula.variables
    rankings = all_rankings(search.n)
    row = search.cases({x: rankings[:, :1], y: rankings}).score(score)
    values = values_of(row, search.n)
    if values is None:
        return None
    chosen = not_composed(values)
    pairs, pause = pairs_to_try(values, chosen), search.limits.check
    most, count = search.limits.cases, len(values.rank)
    compiled = pairs > min(most, COMPILED_FROM) and kernel.is_installed()
    allowed = most * (COMPILED if compiled else 1)
    enough = pairs <= allowed
    if enough and not broken(values, chosen, pause, compiled and pairs > COMPILED_FROM):
        note = f"{len(chosen):,} rankings are no swap after another one: {pairs:,} pairs were tried"
        return Outcome(
            True, None, count + pairs, judged=search.size(formula.variables), checked=(note,)
        )
    rows = count if enough else min(most, LOOKED_AT) // count
    for tau, nu in first_broken(values, side, rows, pause):
        witness = {x: search.value(x, 0), y: search.value(y, tau), z: search.value(z, nu)}
        return Outcome(False, witness, (tau + 1) * count)
    raise Refusal(
        f"exhaustive refuses: {pairs:,} pairs of rankings of {search.n} items can break the "
        f"inequality, the limit is {allowed:,}{_with_kernel(most, compiled)}. "
        f"{search.way_out(2, pairs)}."
    )


def _with_kernel(most: int, compiled: bool) -> str:
    """Say how many pairs the kernel tries, where it is not installed."""
    return "" if compiled else f", and {COMPILED * most:,} with the kernel: {kernel.EXTRA}"
