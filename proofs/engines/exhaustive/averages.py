"""Engine: exact averages, and the largest or smallest value, over all cases.

Sums are taken over integer coordinates. An average of |m(x) − m(y)| over values
that are only numbered (roots, quotients) is collected value by value: each value
counts once for every time it is the larger of the two and against for every time
it is the smaller.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from axioms.language.formula import Mean, Score, Smallest
from axioms.language.shapes import is_about_entries, scores_in
from metrics.language.terms import Indicator
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.core.verdict import Measurement, Undefined
from proofs.engines.exhaustive.cases import Cases
from proofs.engines.exhaustive.scores import distinct
from proofs.engines.exhaustive.search import LARGEST_N, Search
from proofs.exact.compiled import compile_expression
from proofs.exact.numbers import Exact

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
    """Return the exact number that the question asks for."""
    return measured(Search(question, limits), question, limits)


def measured(search: Search, question: Question, limits: Limits) -> Measurement:
    """Return the average, or the largest or smallest value, over all cases of a search."""
    asked = question.mean()
    total_cases = search.size(asked.variables)
    tally = Tally() if type(asked) is Mean else Extreme(isinstance(asked, Smallest))
    kept: tuple[Any, ...] = ({}, asked.variables[0]) if asked.variables else ()
    for start, grid in search.grids(asked.variables, sp.Tuple(asked.body, asked.where)):
        cases = search.cases(grid, *kept)

        def shown(flat: Any, cases: Any = cases, start: int = start) -> dict[str, Any]:
            at = search.at(asked.variables, flat, cases.shape, start)
            return {variable.name: value for variable, value in at.items()}

        missing = tally.add(cases, asked, shown)
        if missing.any() and tally.first_undefined is None:
            tally.first_undefined = shown(np.argmax(missing))
        limits.progress(tally.cases, total_cases)
        limits.check()
    missed = Undefined(tally.undefined, tally.first_undefined)
    found = Measurement(question, NAME, undefined=missed, cases=tally.cases)
    if not tally.counted:
        return replace(found, reason="undefined" if tally.undefined else "no case is counted")
    return replace(found, exact=tally.result, witness=tally.witness)


class Tally:
    """A running sum with the number of cases that it counts."""

    witness: dict[str, Any] | None = None

    def __init__(self) -> None:
        self.cases = self.counted = self.undefined = 0
        self.first_undefined: dict[str, Any] | None = None
        self.sum = Exact({})

    @property
    def result(self) -> Exact:
        """The average."""
        return self.sum * Exact.rational(Fraction(1, self.counted))

    def add(self, cases: Any, asked: Any, shown: Any) -> Any:
        """Add the cases of one block; return where one is undefined."""
        said = np.broadcast_to(cases.defined(asked.where), cases.shape)
        wanted = np.broadcast_to(cases.truth(asked.where), cases.shape) | ~said
        value = self.value(cases, asked.body)
        undefined = (
            ~cases.case_defined(asked.body) if value is None else np.asarray(value.undefined)
        )
        missing = wanted & (np.broadcast_to(undefined, cases.shape) | ~said)
        counted = wanted & ~missing
        self.cases += int(wanted.sum())
        self.counted += int(counted.sum())
        self.undefined += int(missing.sum())
        self.take(cases, asked.body, value, counted, shown)
        return missing

    def value(self, cases: Any, body: Any) -> Exact | None:
        """Return the value in every case; None where it is summed without being computed."""
        plain = isinstance(cases, Cases) and not is_about_entries(body)
        if plain and (isinstance(body, Indicator) or absolute_difference(body) is not None):
            return None
        found: Exact = cases.value(body)
        return found

    def take(self, cases: Any, body: Any, value: Exact | None, counted: Any, shown: Any) -> None:
        """Take the values of the cases that are counted."""
        if value is None:
            self._add_values(cases, body, counted)
        else:
            self.sum = self.sum + _summed(value, counted)

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
        assert pair is not None
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


class Extreme(Tally):
    """The largest or smallest value so far, and where it is first met."""

    def __init__(self, smallest: bool) -> None:
        super().__init__()
        self.sign = -1 if smallest else 1
        self.best: Exact | None = None

    @property
    def result(self) -> Exact:
        """The largest or smallest value."""
        assert self.best is not None
        return self.best

    def value(self, cases: Any, body: Any) -> Exact | None:
        found: Exact = cases.value(body)
        return found

    def take(self, cases: Any, body: Any, value: Exact | None, counted: Any, shown: Any) -> None:
        assert value is not None
        where = np.flatnonzero(counted)
        flat = value.rearranged(lambda data: np.broadcast_to(data, counted.shape)[counted])
        parts = list(flat.parts.values())
        first = distinct(parts, where.shape)[0] if parts and len(where) else np.zeros(1, int)
        for place in sorted(first.tolist())[: len(where)]:
            one = flat.scalar(place)
            if self.best is None or int((one - self.best).signs()) * self.sign > 0:
                self.best, self.witness = one, shown(where[place])


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
