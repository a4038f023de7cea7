"""The exact scores of all runs at once: integer coordinates over gains, powers of p and logarithms.

Gains that were not given are atoms g1, …, gc, so that equal coordinates prove equality for every
gain. The metric's sums are unrolled and read by `proofs.exact.compiled`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from lattice.order import Word
from metrics.language.runs import Gain, Grade, c
from metrics.language.terms import n
from metrics.naming import BadInput
from proofs.core.order_question import SYMBOLS, OrderQuestion
from proofs.exact.compiled import compile_expression
from proofs.exact.numbers import Exact, symbol
from proofs.exact.whole import Whole


class RunScores:
    """The scores of a question's metric at some runs."""

    def __init__(self, question: OrderQuestion, words: list[Word]) -> None:
        assert question.metric is not None
        self.question = question
        table = np.array(words, dtype=np.int8)
        value = unrolled(question.metric.value.xreplace(_fixed(question)))
        leaves: dict[Any, Exact] = {node: self._grade(node, table) for node in value.atoms(Grade)}
        leaves.update({node: self._gain(node, leaves) for node in value.atoms(Gain)})
        bindings = {
            SYMBOLS[name]: Fraction(int(number.p), int(number.q))
            for name, number in question.settings.items()
            if name in SYMBOLS
        }
        self.scores = compile_expression(value, bindings, frozenset(leaves))(leaves)
        self.atoms = list(self.scores.parts)
        columns = [np.broadcast_to(self.scores.parts[a].data, len(words)) for a in self.atoms]
        wide = all(
            max(abs(part.low), abs(part.high)) < 2**60 for part in self.scores.parts.values()
        )
        kind: Any = np.int64 if wide else object
        self.table = np.array([column.astype(kind) for column in columns], dtype=kind).T
        self.table = self.table.reshape(len(words), len(self.atoms))
        undefined = self.scores.undefined
        self.undefined = None if undefined is False else np.broadcast_to(undefined, len(words))

    def _grade(self, node: Grade, table: Any) -> Exact:
        """Return the degrees at one place."""
        place = node.args[1]
        if not place.is_Integer or not 1 <= place <= self.question.n:
            raise BadInput(
                f"{self.question.metric} reads place {place} of a run of {self.question.n}."
            )
        column = table[:, int(place) - 1]
        return Exact({(): Whole(column, 0, int(column.max()))})

    def _gain(self, node: Gain, grades_of: dict[Any, Exact]) -> Exact:
        """Return the gain of a degree, which may be computed from grades."""
        degree = compile_expression(node.args[0], {}, frozenset(grades_of))(grades_of)
        grades = np.asarray(degree.numerator().data)
        outside = (grades < 0) | (grades > self.question.c)
        if not degree.is_rational or degree.denominator != 1 or outside.any():
            raise BadInput(
                f"{self.question.metric} takes the gain of {node.args[0]}, which is not always a "
                f"degree from 0 to {self.question.c}."
            )
        total = Exact({})
        for value in range(self.question.c + 1):
            chosen = (grades == value).astype(np.int8)
            data = chosen if chosen.ndim else int(chosen)
            total = total + self._gain_of(value) * Exact({(): Whole(data, 0, 1)})
        return total

    def _gain_of(self, degree: int) -> Exact:
        given = self.question.settings.get("gains")
        if given is not None:
            number = given[degree]
            return Exact.rational(Fraction(int(number.p), int(number.q)))
        return symbol(f"g{degree}") if degree else Exact({})

    def expression(self, coordinates: Any) -> Any:
        """Return the number with these coordinates as a SymPy expression."""
        parts = {
            atom: Whole(int(value), int(value), int(value))
            for atom, value in zip(self.atoms, coordinates, strict=True)
            if value
        }
        return Exact(parts, self.scores.denominator).expression()


def _fixed(question: OrderQuestion) -> dict[Any, Any]:
    return {n: sp.Integer(question.n), c: sp.Integer(question.c)}


def unrolled(e: Any) -> Any:
    """Write out sums and products over fixed limits."""
    if not e.args:
        return e
    e = e.func(*[unrolled(argument) for argument in e.args]) if not _binds(e) else e
    if not _binds(e):
        return e
    body, limits = e.function, list(e.limits)
    terms = [body]
    for index, low, high in limits:
        terms = [
            term.xreplace({index: sp.Integer(value)})
            for term in terms
            for value in range(int(low), int(high) + 1)
        ]
    parts = [unrolled(term) for term in terms]
    return sp.Add(*parts) if isinstance(e, sp.Sum) else sp.Mul(*parts)


def _binds(e: Any) -> bool:
    return isinstance(e, sp.Sum | sp.Product)
