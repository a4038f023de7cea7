"""The table of separating pairs: a smallest set of pairs of rankings that tells metrics apart.

A pair {μ, ν} tells two metrics apart if they compare m(id, μ) with m(id, ν) differently (reading A:
ties equal only to ties; each metric turned so that higher is better; both values defined). Metrics
that compare every pair alike cannot be told apart so, whatever the set. The others are: the set is
a smallest hitting set, found by trying sizes 1, 2, 3, … exhaustively, so no smaller one exists.

At n = 3 MSE orders as Kendall does, and MAE ties 231 with 321:

>>> from proofs.tables.request import Request
>>> made = table(Request(metrics=("mae", "kendall", "mse")), (3,))
>>> [row[1].text for row in made.rows], made.facts["smallest"]
(['231 321'], {'3': 1})
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from lattice.poset import bits
from metrics.metric import Metric
from proofs.engines.exhaustive.scores import all_rankings
from proofs.tables.counting.order_counts import INCOMPARABLE, judged, signs_of
from proofs.tables.layout.table_shape import Cell, Column, Table
from proofs.tables.making import Found, below_each_other, for_each
from proofs.tables.request import Request

COLUMNS = (
    Column("n", "n", numeric=True),
    Column("pair", "pair μ ν"),
    Column("better", "μ is better"),
    Column("worse", "ν is better"),
    Column("tied", "tied"),
    Column("undefined", "undefined"),
)


def table(request: Request, sizes: tuple[int, ...]) -> Table:
    """Return the table of separating pairs."""
    made = [_table(request, n) for n in sizes]
    smallest = {str(n): len(one.rows) for n, one in zip(sizes, made, strict=True)}
    return replace(below_each_other(request, made), facts=request.facts(sizes, smallest=smallest))


def _table(request: Request, n: int) -> Table:
    found = comparisons(request, n)
    names, signs = [metric.name for metric in found.of], np.stack(list(found.of.values()))
    chosen, proved, alike = separate(signs, request.timeout)
    return Table(
        "separating",
        "A smallest set of pairs of rankings that tells metrics apart",
        COLUMNS,
        [_row(n, column, names, signs[:, column]) for column in chosen],
        notes=[*_notes(n, names, chosen, proved, alike), *found.notes(n)],
        unfinished=bool(found.silent) or not proved,
    )


def comparisons(request: Request, n: int) -> Found:
    """Find how each metric compares each pair of rankings; 2: undefined."""

    def signs(metric: Metric) -> Any:
        places = judged(metric, n, request.parameters(metric), request.convention)
        one, two = np.triu_indices(len(places), 1)
        return signs_of(places[one], places[two])

    found = for_each(request, request.chosen_metrics(), signs)
    found.insist(2, "there are no two metrics to tell apart: name more, or another n or k.")
    return found


def separate(signs: Any, seconds: float | None) -> tuple[list[int], bool, list[tuple[int, int]]]:
    """Return a smallest set of columns, whether that is proved, and the pairs of rows left."""
    pairs = list(combinations(range(len(signs)), 2))
    one, two = (np.array(side) for side in zip(*pairs, strict=True))
    defined = signs != INCOMPARABLE
    apart = (signs[one] != signs[two]) & defined[one] & defined[two]
    possible = apart.any(axis=1)
    alike = [pair for pair, found in zip(pairs, possible, strict=True) if not found]
    demands, columns = _reduced(apart[possible])
    if not demands:
        return [], True, alike
    chosen, proved = smallest_hitting_set(demands, seconds)
    return sorted(columns[place] for place in chosen), proved, alike


def _reduced(apart: Any) -> tuple[list[int], list[int]]:
    """Return each demand as bits over the columns that matter: no two alike, no demand twice."""
    rows = np.unique(apart, axis=0)
    _, first = np.unique(rows, axis=1, return_index=True)
    columns = sorted(int(place) for place in first)
    masks = {sum(1 << i for i, c in enumerate(columns) if row[c]) for row in rows}
    minimal = [m for m in masks if not any(other != m and other & m == other for other in masks)]
    return sorted(minimal, key=int.bit_count), columns


def smallest_hitting_set(demands: list[int], seconds: float | None) -> tuple[list[int], bool]:
    """Return a smallest set of places that meets every demand, and whether no smaller one exists.

    A demand is a set of places, as bits. Sizes are tried in turn and each exhaustively.

    >>> smallest_hitting_set([0b011, 0b110, 0b101], None)
    ([0, 1], True)
    """
    stop = None if seconds is None else time.monotonic() + seconds
    greedy = _greedy(demands)
    for size in range(1, len(greedy)):
        try:
            found = _within(demands, size, stop)
        except TimeoutError:
            return greedy, False
        if found is not None:
            return sorted(found), True
    return sorted(greedy), True


def _greedy(demands: list[int]) -> list[int]:
    left, chosen = list(demands), []
    while left:
        width = max(left).bit_length()
        best = max(range(width), key=lambda place: sum(d >> place & 1 for d in left))
        chosen.append(best)
        left = [demand for demand in left if not demand >> best & 1]
    return chosen


def _within(demands: list[int], size: int, stop: float | None) -> list[int] | None:
    """Return a set of at most `size` places that meets every demand, or None if there is none."""
    if not demands:
        return []
    if stop is not None and time.monotonic() > stop:
        raise TimeoutError
    if size == 0 or _disjoint(demands) > size:
        return None
    tightest = min(demands, key=int.bit_count)
    tried = 0
    for place in bits(tightest):
        tried |= 1 << place
        left = [demand for demand in demands if not demand >> place & 1]
        rest = _within([d & ~tried for d in left], size - 1, stop)
        if rest is not None:
            return [place, *rest]
    return None


def _disjoint(demands: list[int]) -> int:
    """Return the number of demands in a family without common places: each needs its own."""
    used = count = 0
    for demand in sorted(demands, key=int.bit_count):
        if not demand & used:
            used |= demand
            count += 1
    return count


def _row(n: int, column: int, names: list[str], signs: Any) -> tuple[Cell, ...]:
    rankings = all_rankings(n)
    one, two = (int(side[column]) for side in np.triu_indices(rankings.shape[1], 1))
    pair = [[int(entry) for entry in rankings[:, index]] for index in (one, two)]
    cells = []
    for sign in (1, -1, 0, INCOMPARABLE):
        those = [name for name, its in zip(names, signs, strict=True) if its == sign]
        cells.append(Cell(", ".join(those), those))
    text = " ".join("".join(map(str, ranking)) for ranking in pair)
    return (Cell(str(n), n), Cell(text, pair), *cells)


def _notes(
    n: int, names: list[str], chosen: list[int], proved: bool, alike: list[tuple[int, int]]
) -> Iterator[str]:
    how = "no smaller set does: all were tried" if proved else "no smaller one was found in time"
    yield f"n = {n}: {len(chosen)} pairs tell apart all that can be told apart; {how}"
    shown = "; ".join(", ".join(names[place] for place in group) for group in _groups(alike))
    if shown:
        yield f"n = {n}: compare every pair alike, wherever both are defined: {shown}"


def _groups(alike: list[tuple[int, int]]) -> list[list[int]]:
    """Return the maximal sets of rows that are alike in pairs."""
    import networkx as nx

    return sorted(sorted(clique) for clique in nx.find_cliques(nx.Graph(alike)))
