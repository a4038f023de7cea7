"""Engine: exact averages over all rankings.

Sums are taken over integer coordinates. An average of |m(x) − m(y)| over values
that are only numbered (roots, quotients) is collected value by value: each value
counts once for every time it is the larger of the two and against for every time
it is the smaller.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from axioms.language.formula import Score
from axioms.language.shapes import scores_in
from metrics.language.fold import Unread
from metrics.language.terms import Indicator
from proofs.core.limits import Limits, OutOfTime
from proofs.core.question import Question
from proofs.core.verdict import Measurement, Undefined
from proofs.engines.exhaustive.cases import Cases
from proofs.engines.exhaustive.search import LARGEST_N, Search
from proofs.exact.compiled import compile_expression
from proofs.exact.numbers import Exact
from proofs.exact.whole import Undecidable

NAME = "exhaustive"


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the average is out of reach, or None."""
    if question.n > LARGEST_N:
        return (
            f"an exact average over all rankings goes up to n = {LARGEST_N}. Use --engine sampling "
            "for an estimate"
        )
    cases = Search(question, limits).size(question.mean().variables)
    if cases > limits.cases:
        return f"{cases:,} cases are too many for an exact average"
    return None


def measure(question: Question, limits: Limits) -> Measurement:
    """Return the exact average that the question asks for."""
    try:
        return _measured(question, limits)
    except (Undecidable, Unread, OutOfTime) as problem:
        return Measurement(question, NAME, reason=str(problem))


def _measured(question: Question, limits: Limits) -> Measurement:
    search = Search(question, limits)
    mean = question.mean()
    total_cases = search.size(mean.variables)
    tally = Tally()
    shared: dict[Any, Any] = {}
    for start, grid in search.grids(mean.variables):
        cases = search.cases(grid, shared, mean.variables[0])
        missing = tally.add(cases, mean)
        if missing.any() and tally.first_undefined is None:
            at = search.at(mean.variables, np.argmax(missing), cases.shape, start)
            tally.first_undefined = {variable.name: value for variable, value in at.items()}
        limits.progress(tally.cases, total_cases)
        limits.check()
    missed = Undefined(tally.undefined, tally.first_undefined)
    if not tally.counted:
        return Measurement(question, NAME, undefined=missed, reason="undefined", cases=tally.cases)
    value = tally.sum * Exact.rational(Fraction(1, tally.counted))
    return Measurement(question, NAME, exact=value, undefined=missed, cases=tally.cases)


class Tally:
    """A running sum with the number of cases that it counts."""

    def __init__(self) -> None:
        self.cases = self.counted = self.undefined = 0
        self.first_undefined: dict[str, Any] | None = None
        self.sum = Exact({})

    def add(self, cases: Cases, mean: Any) -> Any:
        """Add the cases of one block; return where one is undefined."""
        wanted = np.broadcast_to(cases.truth(mean.where), cases.shape)
        defined = np.broadcast_to(cases.defined(mean.body), cases.shape)
        counted = wanted & defined
        missing = wanted & ~defined
        self.cases += int(wanted.sum())
        self.counted += int(counted.sum())
        self.undefined += int(missing.sum())
        self._add_values(cases, mean.body, counted)
        return missing

    def _add_values(self, cases: Cases, body: Any, counted: Any) -> None:
        if isinstance(body, Indicator):
            truth = np.broadcast_to(cases.truth(body.args[0]), cases.shape)
            self.sum = self.sum + int((truth & counted).sum())
            return
        nodes = scores_in(body)
        if all(cases.score(node).exact is not None for node in nodes):
            leaves = {node: cases.score(node).exact for node in nodes}
            value = compile_expression(body, {}, leaves)(leaves)
            self.sum = self.sum + _summed(value, counted)
            return
        pair = absolute_difference(body)
        if pair is None:
            raise Undecidable(f"the average of {body}")
        left, right = (cases.score(node) for node in pair)
        assert left.book is not None
        table, places = left.book.table(), left.book.ranks()
        one, two = (np.broadcast_to(s.coded, cases.shape)[counted] for s in (left, right))
        above = places[one] >= places[two]
        larger, smaller = np.where(above, one, two), np.where(above, two, one)
        size = len(places)
        times = np.bincount(larger, minlength=size) - np.bincount(smaller, minlength=size)
        weighed = table * Exact.integers(times, int(times.min()), int(times.max()))
        self.sum = self.sum + _summed(weighed, np.ones(size, dtype=bool))


def absolute_difference(body: Any) -> tuple[Score, Score] | None:
    """Recognise |m(x) − m(y)| of one metric."""
    if not isinstance(body, sp.Abs) or not isinstance(body.args[0], sp.Add):
        return None
    terms = body.args[0].args
    nodes = scores_in(body)
    if len(terms) != 2 or len(nodes) != 2 or nodes[0].slot != nodes[1].slot:
        return None
    one, two = nodes
    return (one, two) if body.args[0] in (one - two, two - one) else None


def _summed(value: Exact, counted: Any) -> Exact:
    parts = {}
    for atom, part in value.parts.items():
        data = np.broadcast_to(part.data, counted.shape)
        wide = max(abs(part.low), abs(part.high)) * max(1, counted.size) >= 1 << 62
        picked = data[counted]
        total = int(sum(map(int, picked)) if wide else picked.sum(dtype=np.int64))
        if total:
            parts[atom] = part._replace(data=total, low=total, high=total)
    return Exact(parts, value.denominator)
