"""All top-k lists of a question as rows of arrays, and the scores of all pairs of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from metrics.language import tops
from metrics.language.domains import TOPS, Size
from metrics.language.fold import Unread
from metrics.language.lists import Length, TiedWith
from proofs.engines.exhaustive.lists.list_scores import ListCompiler, ListScores
from proofs.exact.compiled import Node
from proofs.exact.numbers import Exact
from proofs.exact.whole import Whole


class TopTable:
    """The top-k lists: `ranks` has a row for each list, and in it the rank of each item."""

    def __init__(self, size: Size) -> None:
        assert TOPS.values is not None
        self.n = size.n
        self.words = list(TOPS.values(size))
        self.lengths = np.array([len(tops.flat(word)) for word in self.words])
        items = range(1, self.n + 1)
        self.ranks = np.array([[tops.rank(w, item, self.n) for item in items] for w in self.words])
        self.ties = np.array([[tops.tied_with(w, item) for item in items] for w in self.words])

    @property
    def generators(self) -> list[Any]:
        """Two renamings of the items that generate all others, as new numbers of the lists."""
        items = range(1, self.n + 1)
        swap, cycle = (2, 1, *items[2:])[: self.n], (*items[1:], 1)
        known = {word: number for number, word in enumerate(self.words)}
        return [
            np.array([known[tuple(by[item - 1] for item in word)] for word in self.words])
            for by in ((1,) if self.n == 1 else swap, cycle)
        ]

    @property
    def size(self) -> int:
        """The number of lists."""
        return len(self.words)


class TopCompiler(ListCompiler):
    """Reads a metric of top-k lists."""

    refuses = ListCompiler.refuses - {"rank_in", "tied_with"}

    def rank_in(self, e: Any, known: Any) -> Any:
        return self._of_item(e, known, lambda columns: columns[e.args[0]])

    def tied_with(self, e: Any, known: Any) -> Any:
        return self._of_item(e, known, lambda columns: columns[TiedWith, e.args[0]])

    def power(self, e: Any, known: Any) -> Node:
        """Read a power; of the roots of all that might be, those that are there are kept."""
        node = super().power(e, known)
        if node.constant is not None:
            return node

        def run(columns: Any) -> Exact:
            found = node(columns)
            kept = {atom: part for atom, part in found.parts.items() if np.any(part.data)}
            return Exact(kept, found.denominator, found.undefined)

        return Node(run)

    def _of_item(self, e: Any, known: Any, rows: Callable[[Any], Any]) -> Any:
        """Return what rows say of an item."""
        at, top = self.whole(e.args[1], known), self.question.n
        if not 1 <= at <= top:
            raise Unread(self.reader, f"the rank of item {at} of {top}")
        return Node(lambda columns: Exact({(): Whole(rows(columns)[:, at - 1], 1, top + 1)}))


class TopScores(ListScores):
    """The scores of one metric at all pairs of lists."""

    compiler = TopCompiler

    def _groups(self, program: Any) -> Iterator[tuple[Any, Exact]]:
        every = np.arange(self.numbers.size)
        table, columns = self.table, dict[Any, Any]()
        chosen = np.unravel_index(every, self.numbers.shape)
        for listed, numbers in zip(self.metric.inputs, chosen, strict=True):
            columns[listed] = table.ranks[numbers]
            columns[TiedWith, listed] = table.ties[numbers]
            columns[Length(listed)] = table.lengths[numbers]
        yield every, program(columns)
