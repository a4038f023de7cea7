"""The scores of all lists of a question: distinct exact values, and the number of each list's.

Sums of logarithms are divided by one another pool by pool, where the divisor is one number. Where
nothing is free the values are brought into their order, certified, and compared by their places.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, cmp_to_key
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from metrics.language.fold import Unread
from metrics.language.lists import Ideal, Length, Sorted
from metrics.language.parameters import SYMBOLS
from metrics.language.runs import c
from metrics.language.terms import n
from metrics.metric import Metric
from proofs.core.question import Question
from proofs.engines.exhaustive.runs.run_scores import RunCompiler
from proofs.exact.compiled import BOUNDED, Node
from proofs.exact.numbers import Exact
from proofs.exact.whole import Undecidable, Whole

UNDEFINED = -1


class ListCompiler(RunCompiler):
    """Reads a metric of lists."""

    refuses = RunCompiler.refuses - {"length"}
    ratio = RunCompiler.function

    def length(self, e: Any, known: Any) -> Any:
        if e.args[0] not in self.metric.inputs:
            raise Unread(self.reader, f"the length of {e.args[0]}")
        top = self.question.n
        return Node(lambda columns: Exact({(): Whole(columns[e], 0, top)}))

    def grade(self, e: Any, known: Any) -> Any:
        listed, place = e.args
        at = self.whole(place, known)
        if not 1 <= at <= self.question.n:
            of = f"the place {at} of a list of {self.question.n} documents"
            raise Unread(self.reader, f"{of}. {BOUNDED}")

        def grades(columns: Any) -> Exact:
            data = columns[listed]
            entries = data[at - 1] if isinstance(data, list) else data[:, at - 1]
            return Exact({(): Whole(entries, 0, self.question.c)})

        return Node(grades)


class ListScores:
    """The scores of one metric at all lists, or at all pairs of lists."""

    compiler: ClassVar[type[RunCompiler]] = ListCompiler

    def __init__(
        self, question: Question, table: Any, metric: Metric, given: dict[str, Any]
    ) -> None:
        self.question, self.table, self.metric = question, table, metric
        self.given = given
        self.values: list[Exact] = []
        self.numbers = np.full((table.size,) * len(metric.inputs), UNDEFINED)
        self._score()

    @cached_property
    def places(self) -> Any:
        """The place of each value in increasing order; equal values have one place."""
        rough = [value.approximate() for value in self.values]
        order = sorted(range(len(self.values)), key=lambda at: rough[at])
        signs = self._steps(order)
        if -1 in signs:
            order = sorted(order, key=cmp_to_key(self._sign))
            signs = self._steps(order)
        places = np.zeros(len(self.values) + 1, dtype=np.int64)
        places[order] = np.cumsum([0, *signs])[: len(order)] if order else []
        return places

    def _steps(self, order: list[int]) -> list[int]:
        return [self._sign(b, a) for a, b in pairwise(order)]

    def _sign(self, one: int, two: int) -> int:
        return int((self.values[one] - self.values[two]).signs())

    # Values --------------------------------------------------------------------------------------

    def _score(self) -> None:
        bindings = {n: Fraction(self.question.n), c: Fraction(self.question.c)}
        for name, number in self.given.items():
            if name in SYMBOLS:
                bindings[SYMBOLS[name]] = Fraction(int(number.p), int(number.q))
        program = self.compiler(self.question, self.metric).read(self.metric.value, bindings)
        known: dict[Any, int] = {}
        for rows, found in self._groups(program):
            self._enter(rows, found, known)

    def _enter(self, rows: Any, found: Exact, known: dict[Any, int]) -> None:
        undefined = np.broadcast_to(found.undefined, rows.shape)
        atoms = list(found.parts)
        columns = [np.broadcast_to(found.parts[atom].data, rows.shape).tolist() for atom in atoms]
        cells = zip(*columns, strict=True) if atoms else iter([()] * len(rows))
        seen: dict[tuple[int, ...], int] = {}
        numbers = self.numbers.reshape(-1)
        for place, (row, cell) in enumerate(zip(rows, cells, strict=True)):
            if undefined[place]:
                continue
            if cell not in seen:
                value = Exact(
                    {
                        a: Whole(int(x), int(x), int(x))
                        for a, x in zip(atoms, cell, strict=True)
                        if x
                    },
                    found.denominator,
                )
                key = value.coordinates()
                if key not in known:
                    known[key] = len(self.values)
                    self.values.append(value)
                seen[cell] = known[key]
            numbers[row] = seen[cell]

    def _groups(self, program: Any) -> Iterator[tuple[Any, Exact]]:
        """Score all lists at once; where that cannot be, those that agree in what is divided by."""
        every = np.arange(self.table.size)
        try:
            yield every, program(self._columns(every))
            return
        except Undecidable:
            keys = self.table.pools * (self.table.size + 1) + self.table.sorted
        for key in np.unique(keys):
            rows = np.flatnonzero(keys == key)
            yield rows, program(self._columns(rows))

    def _columns(self, rows: Any) -> dict[Any, Any]:
        table, (listed,) = self.table, self.metric.inputs
        lengths = table.lengths[rows]
        return {
            listed: table.grades[rows],
            Ideal(listed): _alike(table.grades[table.pools[rows]]),
            Sorted(listed): _alike(table.grades[table.sorted[rows]]),
            Length(listed): int(lengths[0]) if (lengths == lengths[0]).all() else lengths,
        }


def _alike(rows: Any) -> Any:
    """Return rows, or the entries of the one row that they all are."""
    return rows[0].tolist() if (rows == rows[0]).all() else rows
