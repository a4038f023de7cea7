"""From an order's declaration to the relation on all runs, and to a poset.

A formula is read with NumPy, one axis for r and one for s; operations by listing their results.

>>> from lattice.orders import rank_replacement
>>> len(poset_of(rank_replacement, 3, 2))
27
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from axioms.language.fold import Binders
from lattice.order import Operation, Order, Word
from lattice.poset import Poset, bit_sets, closure
from metrics.language.domains import Size
from metrics.language.fold import Masks, Sums, names
from metrics.language.runs import Degree, Run, c, r
from metrics.language.terms import n
from metrics.naming import BadInput

LARGEST = 12_000


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
    reader = _Relation(words, top)
    table = reader.read(order.below, reader.sizes)
    return words, bit_sets(np.broadcast_to(table, (len(words), len(words))))


class OrderFormula(Sums, Binders):
    """Reads the formula of an order, for runs of `size` degrees from 0 to `top`."""

    reader = "an order's formula"
    refuses = names(
        "functions rounded listings lists ranked weights aspects ordered symbol piecewise run "
        "gain score mean has_value"
    )

    def __init__(self, size: int, top: int) -> None:
        self.size, self.top = size, top
        self.sizes = {n: size, c: top}

    def domain(self, variable: Any) -> range:
        return range(self.top + 1) if isinstance(variable, Degree) else range(1, self.size + 1)

    def indicator(self, e: Any, known: Any) -> Any:
        return self.read(e.args[0], known)

    def grade(self, e: Any, known: Any) -> Any:
        run, place = e.args
        at = self.whole(place, known)
        if not 1 <= at <= self.size:
            raise self.outside(at)
        return self.degree(run, at, known)

    def outside(self, place: int) -> Exception:
        """Return the error for a place that no run has."""
        return BadInput(f"the order's formula reads place {place} of a run of {self.size}.")

    @abstractmethod
    def degree(self, run: Run, place: int, known: Any) -> Any:
        """Return the degree of a run at a place."""

    def unread(self, e: Any, known: Any) -> Any:
        raise BadInput(f"the order's formula has {e}, which cannot be read here.")


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
    import networkx as nx

    place = {word: at for at, word in enumerate(words)}
    graph = nx.DiGraph()
    graph.add_nodes_from(place.values())
    for operation in order.operations:
        graph.add_edges_from(_steps(operation, place, top))
    return closure(graph)


def _steps(operation: Operation, place: dict[Word, int], top: int) -> Iterable[tuple[int, int]]:
    """Go through the steps of an operation: as it lists them, or by its formula."""
    if operation.results is not None:
        results = operation.results
        return ((at, place[to]) for word, at in place.items() for to in results(word, top))
    reader = _Relation(list(place), top)
    table = reader.read(operation.step, reader.sizes)
    found = np.argwhere(np.broadcast_to(table, (len(place), len(place))))
    return ((int(at), int(to)) for at, to in found)
