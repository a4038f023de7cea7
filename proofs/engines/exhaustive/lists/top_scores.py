"""All top-k lists of a question as rows of arrays, and the scores of all pairs of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from metrics.language.domains import TOPS, Size
from metrics.language.fold import Unread
from metrics.language.lists import Length
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
        self.lengths = np.array([len(word) for word in self.words])
        self.ranks = np.full((len(self.words), self.n), self.n + 1)
        for row, word in zip(self.ranks, self.words, strict=True):
            row[np.array(word) - 1] = np.arange(1, len(word) + 1)

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

    refuses = ListCompiler.refuses - {"rank_in"}

    def rank_in(self, e: Any, known: Any) -> Any:
        listed, item = e.args
        at, top = self.whole(item, known), self.question.n
        if not 1 <= at <= top:
            raise Unread(self.reader, f"the rank of item {at} of {top}")
        return Node(lambda columns: Exact({(): Whole(columns[listed][:, at - 1], 1, top + 1)}))


class TopScores(ListScores):
    """The scores of one metric at all pairs of lists."""

    compiler = TopCompiler

    def _groups(self, program: Any) -> Iterator[tuple[Any, Exact]]:
        every = np.arange(self.numbers.size)
        table, columns = self.table, {}
        chosen = np.unravel_index(every, self.numbers.shape)
        for listed, numbers in zip(self.metric.inputs, chosen, strict=True):
            columns[listed] = table.ranks[numbers]
            columns[Length(listed)] = table.lengths[numbers]
        yield every, program(columns)
