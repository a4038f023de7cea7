"""Proposals of cases that are given for many n and k, at which a statement is true.

That is so of ∃ where an example at small n and k can be pulled apart, and of ∀ where a condition
says of each place which one it is: there is one case. The kernel reads each proposal with n and k
unknown; nothing here needs trust.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Score
from metrics.language.domains import PLACES
from metrics.language.parameters import CUTOFFS
from metrics.language.terms import n as n_symbol
from metrics.naming import BadInput
from proofs.core.every_n.blocks import Line
from proofs.core.outcome import is_refuted
from proofs.core.question import Question
from proofs.engines.symbolic.witnesses.cutoffs import WHOLE, Found, Known

CASE, TRUE_FOR_ALL = "case for cut-offs", "true for every cut-off"
LARGEST_EXAMPLE, LARGEST_START = 6, 9
MOST_SECONDS = 3.0


def for_places(question: Question, name: str, part: int, deadline: float) -> Cases | None:
    """Return where a part of a question with an open cut-off is known to be true, by one case."""
    formula = question.formulas()[part]
    is_open = not set(CUTOFFS) & set(question.parameters)
    quantifiers = formula.atoms(ForAll, Exists) == {formula}
    if not is_open or not quantifiers or not all(map(PLACES.ranges, formula.variables)):
        return None
    if any(score.slot.cutoff is not None for score in formula.atoms(Score)):
        return None
    fixed = _fixed(formula) if isinstance(formula, ForAll) else {}
    if isinstance(formula, ForAll) and set(fixed) != {v.name for v in formula.variables}:
        return None
    known = Cases(question, name, part, fixed, deadline)
    known.search(max([LARGEST_EXAMPLE, *[place + 2 for place in fixed.values()]]))
    return known


def admissible(question: Question) -> tuple[Line, Line]:
    """Return the first and the last cut-off that all metrics of a question take."""
    cut = [m.largest_k for m in question.metrics if set(CUTOFFS) & set(m.parameters)]
    short = max(int(n_symbol - largest) for largest in cut)
    return Line(Fraction(0), Fraction(1)), Line(Fraction(1), Fraction(-short))


class Cases(Known):
    """The regions of which it is known that a part of a question is true there, with the cases."""

    rule, shares = CASE, (WHOLE,)

    def __init__(
        self, question: Question, name: str, part: int, fixed: dict[str, int], deadline: float
    ) -> None:
        super().__init__(question, name, self._examples, deadline)
        self.until = time.process_time() + MOST_SECONDS
        self.part, self.fixed, self.formula = part, fixed, question.formulas()[part]

    def fits(self, question: Question, part: int, witness: dict[str, Any]) -> bool:
        """Tell whether the statement is true at a case: whether its opposite is refuted there."""
        statement = question.statements()[part]
        opposite = sp.Not(self.formula.body, evaluate=False)
        turned = replace(statement, formula=ForAll(*self.formula.variables, opposite))
        given = not self.fixed or witness == self.fixed
        return given and is_refuted(question, turned, witness)

    def _examples(self, n: int, k: int) -> list[Found]:
        """Return cases at one n and k at which the statement is true."""
        try:
            given = {**self.question.parameters, self.name: k}
            question = replace(self.question, n=n, parameters=given, every_n=False)
        except BadInput:
            return []
        proposed = [self.fixed] if self.fixed else [*self._places(n)]
        there = [each for each in proposed if max(each.values()) <= n]
        return [(self.part, case) for case in there if self.fits(question, self.part, case)]

    def _places(self, n: int) -> Iterator[dict[str, int]]:
        """Propose places that satisfy the conditions of ∃ places: … that name no score."""
        variables, body = self.formula.variables, self.formula.body
        conditions = [part for part in sp.And.make_args(body) if not part.atoms(Score)]
        for places in itertools.product(range(1, n + 1), repeat=len(variables)):
            chosen = dict(zip(variables, map(sp.Integer, places), strict=True))
            if not any(part.xreplace(chosen) == sp.false for part in conditions):
                yield {place.name: int(at) for place, at in chosen.items()}

    def conclude_in(self, kernel: Any, least: Line, most: Line) -> int | None:
        """Conclude it for all cut-offs of a range; return the first n from which on it is known."""
        for start in range(max(2, 1 + self.short), LARGEST_START + 1):
            for low, high, order in self.ranges(start):
                if not (least.never_below(low, start) and high.never_below(most, start)):
                    continue
                before = len(kernel.steps)
                if self.joined(kernel, TRUE_FOR_ALL, start, low, high, order, part=self.part):
                    return start
                kernel.forget(before)
        return None


def _fixed(formula: Any) -> dict[str, int]:
    """Return the places that a condition says, where it says which one each is."""
    condition = formula.body.args[0] if isinstance(formula.body, sp.Implies) else sp.true
    parts = [part for part in sp.And.make_args(condition) if isinstance(part, sp.Eq)]
    said = {part.lhs: int(part.rhs) for part in parts if part.rhs.is_Integer}
    return {place.name: said[place] for place in formula.variables if place in said}
