"""From an order's declaration to the relation on all runs, and to a poset.

A formula is read with NumPy, one axis for r and one for s; operations by listing their results.

>>> from lattice.orders import rank_replacement
>>> len(poset_of(rank_replacement, 3, 2))
27
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

import numpy as np
import sympy as sp

from axioms.formula import Exists, ForAll, Same
from lattice.order import SET, Order, Word
from lattice.poset import Poset
from metrics.language.runs import Degree, Grade, Run, c, r
from metrics.language.terms import Indicator, n
from metrics.naming import BadInput

LARGEST = 12_000


def number_of_runs(order: Order, size: int, top: int) -> int:
    """Return how many runs of `size` documents with degrees 0, …, `top` there are.

    >>> from lattice.orders import set_replacement
    >>> number_of_runs(set_replacement, 5, 2)
    21
    """
    return comb(size + top, top) if order.listed == SET else (top + 1) ** size


def runs(order: Order, size: int, top: int) -> list[Word]:
    """Return all runs in lexicographic order; sets with their degrees decreasing."""
    check_size(order, size, top)
    if order.listed == SET:
        falling = combinations_with_replacement(range(top, -1, -1), size)
        return sorted(falling)
    return list(product(range(top + 1), repeat=size))


def check_size(order: Order, size: int, top: int) -> None:
    """Refuse sizes that make no runs, or too many."""
    for name, value, least in (("n", size, 1), ("c", top, 1)):
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadInput(f"{name} = {value!r} is not a whole number.")
        if value < least:
            raise BadInput(f"{name} = {value} makes no runs: {name} must be at least {least}.")
    if size * top > 10**6 or (number := number_of_runs(order, size, top)) > LARGEST:
        shown = f"{number:,}" if size * top <= 200 else "far too many"
        raise BadInput(
            f"{order.name} with n = {size} and c = {top} has {shown} runs; the limit is "
            f"{LARGEST:,}. Ask for a smaller n or c."
        )


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
    table = _Reader(words, top).truth(order.below, {})
    table = np.broadcast_to(table, (len(words), len(words)))
    packed = np.packbits(table, axis=1, bitorder="little")
    return words, [int.from_bytes(row.tobytes(), "little") for row in packed]


class _Reader:
    """Reads a formula in r and s for all pairs of runs at once."""

    def __init__(self, words: list[Word], top: int) -> None:
        self.size, self.top = len(words[0]), top
        table = np.array(words, dtype=np.int8).reshape(len(words), self.size)
        self.columns = {True: table[:, None, :], False: table[None, :, :]}
        self.words = words

    def truth(self, formula: Any, known: dict[Any, int]) -> Any:
        """Return a Boolean array that broadcasts to all pairs."""
        if isinstance(formula, ForAll | Exists):
            return self._bound(formula, known)
        if isinstance(formula, sp.And | sp.Or):
            parts = [self.truth(argument, known) for argument in formula.args]
            folded = np.logical_and if isinstance(formula, sp.And) else np.logical_or
            result = parts[0]
            for part in parts[1:]:
                result = folded(result, part)
            return result
        if isinstance(formula, sp.Implies):
            left, right = (self.truth(argument, known) for argument in formula.args)
            return ~np.asarray(left) | right
        if isinstance(formula, sp.Not):
            return ~np.asarray(self.truth(formula.args[0], known))
        if isinstance(formula, Same):
            return np.eye(len(self.words), dtype=bool)
        if formula in (sp.true, sp.false):
            return np.asarray(bool(formula))
        left, right = (self.number(argument, known) for argument in formula.args)
        return _COMPARED[type(formula)](left, right)

    def _bound(self, formula: Any, known: dict[Any, int]) -> Any:
        every = isinstance(formula, ForAll)
        result: Any = np.asarray(every)
        domains = [
            range(self.top + 1) if isinstance(variable, Degree) else range(1, self.size + 1)
            for variable in formula.variables
        ]
        for values in product(*domains):
            case = self.truth(
                formula.body, {**known, **dict(zip(formula.variables, values, strict=True))}
            )
            result = result & case if every else result | case
        return result

    def number(self, term: Any, known: dict[Any, int]) -> Any:
        """Return an integer, or an array of them along r or s."""
        if term in known:
            return known[term]
        if isinstance(term, sp.Integer):
            return int(term)
        if isinstance(term, Grade):
            run, place = term.args
            assert isinstance(run, Run)
            at = int(self.number(place, known))
            if not 1 <= at <= self.size:
                raise BadInput(f"the order's formula reads place {at} of a run of {self.size}.")
            return self.columns[run == r][:, :, at - 1]
        if isinstance(term, Indicator):
            return np.asarray(self.truth(term.args[0], known)).astype(np.int8)
        if isinstance(term, sp.Sum):
            ((index, low, high),) = term.limits
            first, last = (int(self.number(bound, known)) for bound in (low, high))
            return sum(
                self.number(term.function, {**known, index: place})
                for place in range(first, last + 1)
            )
        if term == n:
            return self.size
        if term == c:
            return self.top
        raise BadInput(f"the order's formula has {term}, which cannot be read here.")


_COMPARED: dict[Any, Any] = {
    sp.Eq: np.equal,
    sp.Ne: np.not_equal,
    sp.Le: np.less_equal,
    sp.Lt: np.less,
    sp.Ge: np.greater_equal,
    sp.Gt: np.greater,
}


def _closure(order: Order, words: list[Word], top: int) -> list[int]:
    """Return the reflexive, transitive closure of the operations."""
    import networkx as nx

    place = {word: at for at, word in enumerate(words)}
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(words)))
    for word in words:
        for operation in order.operations:
            graph.add_edges_from((place[word], place[to]) for to in operation.results(word, top))
    inside = nx.condensation(graph)
    reached: dict[int, int] = {}
    above = [0] * len(words)
    for part in reversed(list(nx.topological_sort(inside))):
        members = inside.nodes[part]["members"]
        found = sum(1 << member for member in members)
        for following in inside.successors(part):
            found |= reached[following]
        reached[part] = found
        for member in members:
            above[member] = found
    return above
