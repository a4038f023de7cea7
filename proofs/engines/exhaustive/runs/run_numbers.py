"""The numbers that a statement about runs compares: scores, grades, degrees and places, exact.

Each is known in every case of a frame at once. The sign of a difference is certified where nothing
is free; where gains or parameters are free it is the sign that the difference has for all of them,
or is not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp

from axioms.formula import Score
from lattice.order import Word
from metrics.language.fold import Unread, written_out
from metrics.language.runs import Degree, Grade, c
from metrics.language.terms import Indicator, Place, n
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.engines.exhaustive.runs.free_signs import always, free_names
from proofs.engines.exhaustive.runs.run_scores import RunScores
from proofs.exact.compiled import Unsupported, compile_expression
from proofs.exact.numbers import Exact, either
from proofs.exact.whole import Whole

UNKNOWN = 2

NAME = "the exhaustive engine"


class RunNumbers:
    """The numbers of one question."""

    def __init__(self, question: Question, words: list[Word], limits: Limits) -> None:
        self.question, self.words, self.limits = question, words, limits
        self.free = bool(free_names(question))
        self._known: dict[Any, int] = {}

    @cached_property
    def _scores(self) -> Exact:
        return RunScores(self.question, self.words).scores

    @cached_property
    def _grades(self) -> Any:
        return np.array(self.words)

    def score(self, run: Any) -> Exact:
        """Return the scores of runs by their numbers; those that do not exist are undefined."""
        there = (run >= 0) & (run < len(self.words))
        return self._scores.take(run * there, ~there)

    def grade(self, run: Any, place: Exact) -> Exact:
        """Return the degrees of runs at places; those outside a run are undefined."""
        at = _integers(place)
        there = (run >= 0) & (run < len(self.words)) & (at >= 1) & (at <= self.question.n)
        degrees = self._grades[run * there, (at - 1) * there]
        return Exact({(): Whole(degrees, 0, self.question.c)}, 1, either(place.undefined, ~there))

    def expression(self, e: Any) -> Any:
        """Return a term with n and c filled in, and its sums written out."""
        fixed = {n: sp.Integer(self.question.n), c: sp.Integer(self.question.c)}
        try:
            return written_out(sp.sympify(e), fixed)
        except (TypeError, Unread):
            raise Unsupported(NAME, f"a sum whose limits are not fixed: {e}") from None

    def value(self, e: Any, leaves: Mapping[Any, Exact]) -> Exact:
        """Return a term over leaves."""
        return compile_expression(e, {}, frozenset(leaves))(leaves)

    def signs(self, difference: Exact) -> Any:
        """Return the signs of a difference, UNKNOWN where they depend on what is free."""
        if not self.free:
            return np.asarray(difference.signs())
        atoms = tuple(difference.parts)
        columns = [np.asarray(difference.parts[atom].data) for atom in atoms]
        shape = np.broadcast_shapes(*[column.shape for column in columns])
        rows = zip(*[np.broadcast_to(x, shape).ravel().tolist() for x in columns], strict=True)
        found = [self._sign(atoms, difference.denominator, row) for row in rows]
        return np.array(found or [0], dtype=np.int8).reshape(shape)

    def _sign(self, atoms: Any, denominator: int, row: tuple[int, ...]) -> int:
        key = (atoms, denominator, row)
        if key not in self._known:
            self.limits.check()
            parts = {a: Whole(x, x, x) for a, x in zip(atoms, row, strict=True) if x}
            sign = always(Exact(parts, denominator).expression(), self.question.c)
            self._known[key] = UNKNOWN if sign is None else sign
        return self._known[key]


LEAVES = (Score, Grade, Indicator, Degree, Place)


def _integers(number: Exact) -> Any:
    if not number.is_rational or number.denominator != 1:
        raise Unsupported(NAME, "a place that is not a whole number")
    return np.asarray(number.numerator().data)
