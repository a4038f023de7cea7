"""From an order's declaration to the relation on all runs, and to a poset.

A formula is read by thresholds, else with NumPy, one axis for r and one for s; operations by
listing their results.

>>> from lattice.orders import rank_replacement
>>> len(poset_of(rank_replacement, 3, 2))
27
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from lattice.order import Operation, Order, Word
from lattice.order_formula import OrderFormula
from lattice.poset import Poset, bit_sets, bits, closed
from lattice.thresholds import NotSeparable, thresholds
from metrics.language.domains import Size
from metrics.language.fold import Masks
from metrics.language.runs import Run, r
from metrics.naming import BadInput

LARGEST = 60_000
LARGEST_TABLE = 12_000


def number_of_runs(order: Order, size: int, top: int) -> int:
    """Return how many runs of `size` documents with degrees 0, …, `top` there are.

    >>> from lattice.orders import set_replacement
    >>> number_of_runs(set_replacement, 5, 2)
    21
    """
    return order.domain.count(Size(size, top))


def runs(order: Order, size: int, top: int) -> list[Word]:
    """Return all runs in lexicographic order; sets with their degrees decreasing."""
    check_size(order, size, top)
    assert order.domain.values is not None
    return list(order.domain.values(Size(size, top)))


def check_size(order: Order, size: int, top: int) -> None:
    """Refuse sizes that make no runs, or too many to list them."""
    insist_runs(size, top)
    problem = too_many_runs(order, size, top)
    if problem is not None:
        raise BadInput(f"{problem}.")


def too_many_runs(order: Order, size: int, top: int) -> str | None:
    """Return why the runs cannot be listed, or None."""
    if size * top <= 10**6 and (number := number_of_runs(order, size, top)) <= LARGEST:
        return None
    shown = f"{number:,}" if size * top <= 200 else "far too many"
    return (
        f"{order.name} with n = {size} and c = {top} has {shown} runs; the limit is {LARGEST:,}. "
        "Ask for a smaller n or c"
    )


def insist_runs(size: int, top: int) -> None:
    """Refuse sizes that make no runs."""
    for name, value, least in (("n", size, 1), ("c", top, 1)):
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadInput(f"{name} = {value!r} is not a whole number.")
        if value < least:
            raise BadInput(f"{name} = {value} makes no runs: {name} must be at least {least}.")


@lru_cache(maxsize=8)
def poset_of(order: Order, size: int, top: int) -> Poset:
    """Return the poset of all runs, or raise NotAnOrder."""
    return Poset(*relation(order, size, top))


@lru_cache(maxsize=8)
def relation(order: Order, size: int, top: int) -> tuple[list[Word], list[int]]:
    """Return the runs, and for each the set of runs above it, as bits."""
    words = runs(order, size, top)
    if order.below is None:
        return words, _closure(order, words, top)
    return words, _related(order.below, words, top)


def _related(formula: Any, words: list[Word], top: int) -> list[int]:
    """Return for each run the set of runs with which a formula is true."""
    try:
        return thresholds(formula, words, top)
    except NotSeparable:
        return related_pairwise(formula, words, top)


def related_pairwise(formula: Any, words: list[Word], top: int) -> list[int]:
    """Return the same, read for all pairs of runs: the plain reading."""
    if len(words) > LARGEST_TABLE:
        raise BadInput(
            f"a comparison of this order speaks of two runs on one side, which is read for at most "
            f"{LARGEST_TABLE:,} runs, and there are {len(words):,}: ask for a smaller n or c."
        )
    reader = _Relation(words, top)
    table = reader.read(formula, reader.sizes)
    return bit_sets(np.broadcast_to(table, (len(words), len(words))))


class _Relation(OrderFormula, Masks):
    """Reads a formula in r and s for all pairs of runs at once: arrays with an axis for each."""

    def __init__(self, words: list[Word], top: int) -> None:
        super().__init__(len(words[0]), top)
        table = _narrow(np.array(words, dtype=np.int64).reshape(len(words), self.size))
        self.columns = {True: table[:, None, :], False: table[None, :, :]}
        self.words = words

    def same(self, e: Any, known: Any) -> Any:
        return np.eye(len(self.words), dtype=bool)

    def number(self, e: Any, known: Any) -> int:
        return int(e)

    def indicator(self, e: Any, known: Any) -> Any:
        return np.asarray(self.read(e.args[0], known)).astype(np.int8)

    def total(self, values: Iterable[Any]) -> Any:
        return _narrow(sum(np.asarray(value, dtype=np.int64) for value in values))

    def times(self, values: Iterable[Any]) -> Any:
        return _narrow(prod(np.asarray(value, dtype=np.int64) for value in values))

    def degree(self, run: Run, place: int, known: Any) -> Any:
        return self.columns[run == r][:, :, place - 1]


def _narrow(numbers: Any) -> Any:
    """Return integers in as few bits as they need: comparing them costs less."""
    widest = max(np.max(numbers), -np.min(numbers) - 1)
    return np.asarray(numbers, dtype=np.min_scalar_type(-int(widest) - 1))


def _closure(order: Order, words: list[Word], top: int) -> list[int]:
    """Return the reflexive, transitive closure of the operations."""
    place = {word: at for at, word in enumerate(words)}
    steps: list[set[int]] = [{at} for at in place.values()]
    for operation in order.operations:
        for at, to in _steps(operation, place, top):
            steps[at].add(to)
    return closed(steps)


def _steps(operation: Operation, place: dict[Word, int], top: int) -> Iterable[tuple[int, int]]:
    """Go through the steps of an operation: as it lists them, or by its formula.

    On sets what it lists may be none: then it is no step.
    """
    if operation.results is not None:
        found = ((at, to) for word, at in place.items() for to in operation.results(word, top))
        return ((at, place[to]) for at, to in found if to in place)
    related = _related(operation.step, list(place), top)
    return ((at, to) for at, row in enumerate(related) for to in bits(row))
