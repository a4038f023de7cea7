"""The plain reading of a statement about runs: every case, one array axis for each variable.

A formula is read on all combinations of values at once, block by block. Where gains or parameters
are free, a relation between scores may be true for all of them, false for all of them, or neither;
where a case stays open, points are tried, and a refuting point is only a proposal: replay decides.

A statement is judged over the cases in which every value that it names is defined. Where the
condition of an implication is false, nothing is named (`axioms.language.order_terms.condition`).
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from math import prod
from typing import Any, NamedTuple

import numpy as np
import sympy as sp

from axioms.language.fold import GROUPS
from axioms.language.formula import Exists, ForAll, Same, Score, Variable
from axioms.language.order_terms import Below, ClosedJoin, ClosedMeet, Join, Linked, Meet, condition
from metrics.language.fold import RELATIONS, Unread, written_out
from metrics.language.runs import Degree, Grade, Run, c
from metrics.language.terms import Indicator, Place, n
from proofs.engines.exhaustive.runs.free_signs import UNKNOWN, FreeSigns
from proofs.engines.exhaustive.runs.run_scores import RunScores
from proofs.engines.exhaustive.runs.setting import Setting
from proofs.exact.compiled import compile_expression
from proofs.exact.numbers import Exact, either
from proofs.exact.whole import Undecidable, Whole

NAME = "the exhaustive engine"
BLOCK = 1 << 20
LEAVES = (Score, Grade, Indicator, Degree, Place)


class Truth(NamedTuple):
    """Where a formula is true for all gains, false for all, and has every value it names."""

    yes: Any
    no: Any
    defined: Any


@dataclass(frozen=True)
class Frame:
    """The values of some variables, each along an axis of its own; the last variable leads."""

    values: Mapping[Variable, Any]
    shape: tuple[int, ...] = ()

    def with_axis(self, variable: Variable, values: Any) -> Frame:
        """Return the frame with one more variable, along a new leading axis."""
        column = np.asarray(values).reshape((-1,) + (1,) * len(self.shape))
        return Frame({**self.values, variable: column}, (len(column), *self.shape))

    def flat(self, mask: Any) -> Any:
        """Return a mask in the lexicographic order of the variables."""
        return np.broadcast_to(mask, self.shape).T.ravel()


class PlainRuns:
    """Reads formulas about the runs of one question, with gains and parameters chosen or free."""

    def __init__(self, setting: Setting, chosen: Mapping[str, Any] | None = None) -> None:
        self.setting, self.limits = setting, setting.limits
        self.question = setting.question.with_values(**(chosen or {}))
        self.signs = FreeSigns(self.question.c, pause=setting.limits.check)

    # What variables range over -------------------------------------------------------------------

    def points(self, variable: Variable) -> Any:
        """Return the values of a variable: the numbers of the runs, degrees or places."""
        if isinstance(variable, Run):
            return np.arange(self.setting.size)
        degrees = isinstance(variable, Degree)
        return np.arange(self.question.c + 1) if degrees else np.arange(1, self.question.n + 1)

    def frames(self, variables: Sequence[Variable], frame: Frame) -> Iterator[Frame]:
        """Go through all values of some variables in blocks, in lexicographic order."""
        if not variables:
            yield frame
            return
        first, *rest = variables
        values = self.points(first)
        others = prod([*frame.shape, *(len(self.points(variable)) for variable in rest)])
        step = max(1, BLOCK // others)
        for start in range(0, len(values), step):
            yield from self.frames(rest, frame.with_axis(first, values[start : start + step]))

    # Formulas ------------------------------------------------------------------------------------

    def truth(self, e: Any, frame: Frame) -> Truth:
        """Read a formula in every case of a frame."""
        if e in (sp.true, sp.false):
            return _certain(np.bool_(e == sp.true))
        if isinstance(e, sp.Not):
            inner = self.truth(e.args[0], frame)
            return Truth(inner.no, inner.yes, inner.defined)
        if isinstance(e, sp.And | sp.Or | sp.Implies | sp.Equivalent):
            return self._connected(e, frame)
        if isinstance(e, ForAll | Exists):
            return self._quantified(e, frame)
        if isinstance(e, Same | Below | Linked):
            return self._compared(e, *(self.run(argument, frame) for argument in e.args))
        if type(e) in RELATIONS:
            return self._relation(e, frame)
        raise Unread(NAME, f"{type(e).__name__} in a statement about runs")

    def _connected(self, e: Any, frame: Frame) -> Truth:
        parts = [self.truth(argument, frame) for argument in e.args]
        yes, no, defined = zip(*parts, strict=True)
        named = _all(defined)
        if isinstance(e, sp.And):
            return Truth(_all(yes), _any(no), named)
        if isinstance(e, sp.Or):
            return Truth(_any(yes), _all(no), named)
        if isinstance(e, sp.Equivalent):
            return Truth(_all(yes) | _all(no), _any(yes) & _any(no), named)
        spoken = self.truth(condition(e), frame).yes
        return Truth(no[0] | yes[1], yes[0] & no[1], named | ~spoken)

    def _quantified(self, e: Any, frame: Frame) -> Truth:
        """Read a binder inside a statement: cases that are undefined are passed over."""
        every = isinstance(e, ForAll)
        ended: Any = np.zeros(frame.shape, dtype=bool)
        stayed: Any = np.ones(frame.shape, dtype=bool)
        axes = tuple(range(len(e.variables)))
        for inner in self.frames(e.variables, frame):
            self.limits.check()
            found = self.truth(e.body, inner)
            ends, stays = (found.no, found.yes) if every else (found.yes, found.no)
            ended |= np.broadcast_to(ends & found.defined, inner.shape).any(axes)
            stayed &= np.broadcast_to(stays | ~found.defined, inner.shape).all(axes)
            if ended.all():
                break
        stayed &= ~ended
        return Truth(stayed, ended, np.True_) if every else Truth(ended, stayed, np.True_)

    def _compared(self, e: Any, first: Any, second: Any) -> Truth:
        if isinstance(e, Same):
            return _certain(first == second, (first >= 0) & (second >= 0))
        there = self._is_run(first) & self._is_run(second)
        first, second = first * there, second * there
        if isinstance(e, Below):
            return _certain(self.setting.matrix[first, second], there)
        parts = self.setting.components
        return _certain(parts[first] == parts[second], there)

    def _relation(self, e: Any, frame: Frame) -> Truth:
        left, right = (self.number(side, frame) for side in e.args)
        difference = left - right
        signs = np.asarray(self.signs(difference))
        known, related = signs != UNKNOWN, RELATIONS[type(e)](signs, 0)
        return Truth(related & known, ~related & known, ~np.asarray(difference.undefined))

    # Terms ---------------------------------------------------------------------------------------

    def run(self, term: Any, frame: Frame) -> Any:
        """Return the numbers of the runs that a term stands for, −1 where there is none.

        What a closed form makes of two runs may be no run: its number is beyond those of the runs.
        """
        if isinstance(term, Run):
            return frame.values[term]
        if not isinstance(term, Join | Meet | ClosedJoin | ClosedMeet):
            raise Unread(NAME, f"{type(term).__name__} in a statement about runs")
        table = self.setting.table(GROUPS["ordered"][type(term)])
        first, second = (self.run(argument, frame) for argument in term.args)
        there = self._is_run(first) & self._is_run(second)
        return np.where(there, table[first * there, second * there], -1)

    def _is_run(self, number: Any) -> Any:
        return (number >= 0) & (number < self.setting.size)

    def number(self, e: Any, frame: Frame) -> Exact:
        """Return a term over scores, grades, degrees and places."""
        fixed = {n: sp.Integer(self.question.n), c: sp.Integer(self.question.c)}
        try:
            written = written_out(sp.sympify(e), fixed)
        except (TypeError, Unread):
            raise Unread(NAME, f"a sum whose limits are not fixed: {e}") from None
        nodes = [node for node in sp.preorder_traversal(written) if isinstance(node, LEAVES)]
        leaves = {node: self._leaf(node, frame) for node in nodes}
        return compile_expression(written, {}, frozenset(leaves))(leaves)

    def _leaf(self, node: Any, frame: Frame) -> Exact:
        if isinstance(node, Score):
            run = self.run(node.listings[0], frame)
            there = self._is_run(run)
            return self._scores.take(run * there, ~there)
        if isinstance(node, Grade):
            return self._grade(self.run(node.args[0], frame), self.number(node.args[1], frame))
        if isinstance(node, Indicator):
            return self._indicator(node, frame)
        values = frame.values[node]
        return Exact.integers(values, int(values.min()), int(values.max()))

    @cached_property
    def _scores(self) -> Exact:
        return RunScores(self.question, self.setting.words).scores

    @cached_property
    def _degrees(self) -> Any:
        return np.array(self.setting.words)

    def _grade(self, run: Any, place: Exact) -> Exact:
        """Return the degrees of runs at places; those outside a run are undefined."""
        if not place.is_rational or place.denominator != 1:
            raise Unread(NAME, "a place that is not a whole number")
        at = np.asarray(place.numerator().data)
        there = self._is_run(run) & (at >= 1) & (at <= self.question.n)
        degrees = self._degrees[run * there, (at - 1) * there]
        return Exact({(): Whole(degrees, 0, self.question.c)}, 1, either(place.undefined, ~there))

    def _indicator(self, node: Any, frame: Frame) -> Exact:
        found = self.truth(node.args[0], frame)
        if not np.all(found.yes | found.no):
            raise Undecidable(f"whether {node.args[0]} for all gains and parameters")
        counted = Exact.integers(np.asarray(found.yes).astype(np.int8), 0, 1)
        return replace(counted, undefined=~np.asarray(found.defined))


def _certain(truth: Any, defined: Any = np.True_) -> Truth:
    return Truth(truth, ~truth, defined)


def _all(masks: Sequence[Any]) -> Any:
    return reduce(operator.and_, masks)


def _any(masks: Sequence[Any]) -> Any:
    return reduce(operator.or_, masks)
