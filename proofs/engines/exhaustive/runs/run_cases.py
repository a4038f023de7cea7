"""Where a statement about runs is true: a grid with one array axis for each variable.

Where gains or parameters are free, a relation between scores may be true for all of them, false
for all of them, or neither. So there are two readers of one grid: what one reads is true for all
of them, what the other reads is true for some; a negation goes from one to the other.

A statement is judged over the cases in which every value that it names is defined. Where the
condition of an implication is false, nothing is named (`axioms.language.order_terms.condition`).
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from axioms.language.fold import GROUPS
from axioms.language.formula import Exists, ForAll, Same, Score, Variable
from axioms.language.order_terms import (
    Below,
    FewestSteps,
    Join,
    Linked,
    Meet,
    MostSteps,
    condition,
)
from axioms.language.shapes import named_outside, scores_of_cases
from metrics.language.fold import RELATIONS, Unread, names, written_for_places
from metrics.language.runs import Degree, Grade, c
from metrics.language.terms import Indicator, Place, n
from proofs.engines.exhaustive.cases import Grid
from proofs.engines.exhaustive.runs.free_signs import UNKNOWN
from proofs.exact.compiled import compile_expression
from proofs.exact.numbers import Exact, either
from proofs.exact.whole import Undecidable, Whole

if TYPE_CHECKING:
    from proofs.engines.exhaustive.runs.run_search import RunSearch

LENGTHS = (MostSteps, FewestSteps)
LEAVES = (Score, Grade, Indicator, Degree, Place, *LENGTHS)


class RunCases(Grid):
    """Statements about runs; the points of a run are its numbers in lexicographic order."""

    reader = "the exhaustive engine"
    refuses = names(
        "simple functions rounded loops choices listings ranked judged weights aspects score mean "
        "has_value most_steps fewest_steps"
    ) - {"run"}
    surely = True
    leaves: tuple[type, ...] = LEAVES

    def __init__(self, search: RunSearch, points: Mapping[Variable, Any]) -> None:
        super().__init__(points)
        self.search, self.setting, self.question = search, search.setting, search.question
        self.known = {n: sp.Integer(self.question.n), c: sp.Integer(self.question.c)}

    @cached_property
    def turned(self) -> Any:
        """The reader of what is true for some gains, where this reads what is for all; and back."""
        if not self.question.free:
            return self
        other = copy(self)
        other.surely, other.turned = not self.surely, self
        return other

    def defined(self, formula: Any) -> Any:
        """Return where every value that the formula names is defined; inner binders name none."""
        if isinstance(formula, ForAll | Exists):
            return np.True_
        if isinstance(formula, Relational):
            return ~np.asarray(self._difference(formula)[1])
        if isinstance(formula, Same | Below | Linked):
            first, second = self.arguments(formula, {})
            if isinstance(formula, Same):
                return (first >= 0) & (second >= 0)
            return self._is_run(first) & self._is_run(second)
        named = np.asarray(self.every(map(self.defined, formula.args)))
        if isinstance(formula, sp.Implies):
            return named | ~self.truth(condition(formula))
        return named

    def case_defined(self, body: Any) -> Any:
        """Return where a case is defined: scores behind a false inner condition are named too."""
        found = np.asarray(self.defined(body))
        if not body.atoms(ForAll, Exists) | body.atoms(sp.Implies) - {body}:
            return found
        for listing in named_outside(body, Join, Meet):
            found = found & (self.read(listing, {}) >= 0)
        for node in scores_of_cases(body):
            found = found & ~np.asarray(self._leaf(node).undefined)
        if isinstance(body, sp.Implies):
            return found | ~self.truth(condition(body))
        return found

    # Formulas ------------------------------------------------------------------------------------

    def same(self, e: Any, known: Any) -> Any:
        first, second = self.arguments(e, known)
        return first == second

    def below(self, e: Any, known: Any) -> Any:
        first, second, _ = self._two_runs(e)
        return self.setting.matrix[first, second]

    def linked(self, e: Any, known: Any) -> Any:
        first, second, _ = self._two_runs(e)
        return self.setting.components[first] == self.setting.components[second]

    def relation(self, e: Any, known: Any) -> Any:
        signs, _ = self._difference(e)
        related = RELATIONS[type(e)](signs, 0)
        if self.turned is self:
            return related
        return related & (signs != UNKNOWN) if self.surely else related | (signs == UNKNOWN)

    def _difference(self, e: Any) -> tuple[Any, Any]:
        """Return the signs of the difference of two sides, and where it is undefined."""
        if e not in self.own:
            left, right = (self.number(side) for side in e.args)
            difference = left - right
            self.own[e] = np.asarray(self.search.signs(difference)), difference.undefined
        found: tuple[Any, Any] = self.own[e]
        return found

    # Terms ---------------------------------------------------------------------------------------

    def run(self, e: Any, known: Any) -> Any:
        return self.points[e]

    def join(self, e: Any, known: Any) -> Any:
        """Return the numbers of the runs that a term stands for, −1 where there is none.

        What a closed form makes of two runs may be no run: its number is beyond those of the runs.
        """
        first, second, there = self._two_runs(e)
        table = self.setting.table(GROUPS["ordered"][type(e)])
        return np.where(there, table[first, second], -1)

    meet = closed_join = closed_meet = join

    def _two_runs(self, e: Any) -> tuple[Any, Any, Any]:
        """Return the numbers of two runs, 0 where one is none, and where both are runs."""
        first, second = self.arguments(e, {})
        one, two = self._is_run(first), self._is_run(second)
        return first * one, second * two, one & two

    def _is_run(self, number: Any) -> Any:
        return (number >= 0) & (number < self.setting.size)

    def value(self, e: Any) -> Exact:
        """Return a term in every case."""
        return self.number(e)

    def number(self, e: Any) -> Exact:
        """Return a term over scores, grades, degrees and places."""
        written, nodes = self.written(sp.sympify(e, strict=True))
        leaves = {node: self._leaf(node) for node in nodes}
        return compile_expression(written, {}, frozenset(leaves))(leaves)

    def written(self, e: Any) -> tuple[Any, list[Any]]:
        """Return a term with its sums written out, and what is looked up in it."""
        try:
            written = written_for_places(e, self.known, self.question.n)
        except (TypeError, Unread):
            raise Unread(self.reader, f"a sum whose limits are not fixed: {e}") from None
        every = dict.fromkeys(sp.preorder_traversal(written))
        return written, [node for node in every if isinstance(node, self.leaves)]

    def _leaf(self, node: Any) -> Exact:
        if isinstance(node, Score):
            run = self.read(node.listings[0], {})
            there = self._is_run(run)
            return self.search.scores(node.slot.name).take(run * there, ~there)
        if isinstance(node, Grade):
            return self._grade(self.read(node.args[0], {}), self.number(node.args[1]))
        if isinstance(node, Indicator):
            return self._indicator(node)
        if isinstance(node, LENGTHS):
            return self._length(node)
        values = self.points[node]
        return Exact.integers(values, int(values.min()), int(values.max()))

    def _length(self, node: Any) -> Exact:
        """Return the number of steps from runs to others; without a path it is undefined."""
        first, second, there = self._two_runs(node)
        steps = self.setting.lengths[LENGTHS.index(type(node))][first, second]
        there = there & (steps >= 0)
        return Exact({(): Whole(steps * there, 0, self.setting.size)}, 1, ~there)

    def _grade(self, run: Any, place: Exact) -> Exact:
        """Return the degrees of runs at places; those outside a run are undefined."""
        if not place.is_rational or place.denominator != 1:
            raise Unread(self.reader, "a place that is not a whole number")
        at = np.asarray(place.numerator().data)
        there = self._is_run(run) & (at >= 1) & (at <= self.question.n)
        degrees = self.setting.degrees[run * there, (at - 1) * there]
        return Exact({(): Whole(degrees, 0, self.question.c)}, 1, either(place.undefined, ~there))

    def _indicator(self, node: Any) -> Exact:
        truth = self.truth(node.args[0])
        if not np.array_equal(truth, self.turned.truth(node.args[0])):
            raise Undecidable(f"whether {node.args[0]} for all gains and parameters")
        counted = Exact.integers(truth.astype(np.int8), 0, 1)
        return replace(counted, undefined=~np.asarray(self.defined(node.args[0])))
