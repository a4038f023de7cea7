"""The exact scores of all runs at once: integer coordinates over gains, powers of p and logarithms.

Gains that were not given are atoms g1, …, gc, so that equal coordinates prove equality for every
gain. A comparison of gains that were not given is decided where it is the same for all of them:
Max(g(a₁), g(a₂)) is g(a₂).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from lattice.order import Word
from metrics.language.fold import names
from metrics.language.parameters import SYMBOLS
from metrics.language.runs import c
from metrics.language.terms import n
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.question import Question
from proofs.engines.exhaustive.runs.free_signs import FreeSigns
from proofs.exact.compiled import Compiler, Node
from proofs.exact.numbers import Exact, from_coordinates, stack, symbol
from proofs.exact.whole import Whole


class RunCompiler(Compiler):
    """Reads a metric of runs; signs are those for all gains 0 < g1 < … < gc and all parameters."""

    refuses = (Compiler.refuses | names("ranked")) - {"grade", "gain"}

    def __init__(self, question: Question, metric: Metric) -> None:
        self.question, self.metric = question, metric
        self.free_signs = FreeSigns(question.c, insist=True)

    def signs(self, difference: Exact) -> Any:
        return self.free_signs(difference)

    def ratio(self, e: Any, known: Any) -> Any:
        """Divide by numbers of several atoms too: each of them is inverted once."""
        return self.mapped(self._quotient, self.arguments(e, known))

    def _quotient(self, above: Exact, below: Exact) -> Exact:
        if below.is_scalar or len(below.parts) <= 1:
            return above / below
        columns = np.stack(np.broadcast_arrays(*[part.data for part in below.parts.values()]))
        rows, places = np.unique(columns, axis=1, return_inverse=True)
        atoms = list(below.parts)
        distinct = [
            from_coordinates(dict(zip(atoms, map(int, row), strict=True)), below.denominator)
            for row in rows.T
        ]
        inverses = stack([one.scalar_inverse(self.free_signs) for one in distinct])
        return above * inverses.take(places.ravel())

    def grade(self, e: Any, known: Any) -> Any:
        run, place = e.args
        at = self.read(place, known).constant
        if at is None or at.denominator != 1 or not 1 <= at.as_fraction() <= self.question.n:
            raise BadInput(
                f"{self.metric} reads place {place if at is None else at} of a run of "
                f"{self.question.n}."
            )
        column = int(at.as_fraction()) - 1
        top = self.question.c
        return Node(lambda columns: Exact({(): Whole(columns[run][:, column], 0, top)}))

    def gain(self, e: Any, known: Any) -> Any:
        """Return the gain of a degree, which may be computed from grades."""
        degree = self.read(e.args[0], known)

        def gains(columns: Any) -> Exact:
            value = degree(columns)
            grades = np.asarray(value.numerator().data)
            outside = (grades < 0) | (grades > self.question.c)
            if not value.is_rational or value.denominator != 1 or outside.any():
                raise BadInput(
                    f"{self.metric} takes the gain of {e.args[0]}, which is not always a "
                    f"degree from 0 to {self.question.c}."
                )
            total = Exact({})
            for at in range(self.question.c + 1):
                chosen = (grades == at).astype(np.int8)
                data = chosen if chosen.ndim else int(chosen)
                total = total + self._gain_of(at) * Exact({(): Whole(data, 0, 1)})
            return total

        return Node(gains)

    def _gain_of(self, degree: int) -> Exact:
        given = self.question.settings.get("gains")
        if given is not None:
            number = given[degree]
            return Exact.rational(Fraction(int(number.p), int(number.q)))
        return symbol(f"g{degree}") if degree else Exact({})


def scores_of_runs(question: Question, metric: Metric, words: list[Word]) -> Exact:
    """Return the scores of a question's metric at some runs."""
    bindings = {n: Fraction(question.n), c: Fraction(question.c)}
    for name, number in question.settings.items():
        if name in SYMBOLS:
            bindings[SYMBOLS[name]] = Fraction(str(number))
    program = RunCompiler(question, metric).read(metric.value, bindings)
    found: Exact = program({metric.inputs[0]: np.array(words, dtype=np.int64)})
    return found
