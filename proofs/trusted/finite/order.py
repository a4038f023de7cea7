"""An order of runs as a table: which runs are below which, their bounds, and what is linked.

Why it is right. The table is r ⊑ s for all pairs, read from the order's formula in every case; or,
where the order is given by operations, the pairs that a path of operations links. Paths are found
by allowing one more run in between at a time: what k allows is what was allowed before, or a path
to k and one from k. The upper bounds of two runs are the runs above both; the least one is the one
of them that is below all of them, if there is exactly one, and nothing is assumed of the order for
that. Whether two given runs have a least upper bound is found by a few rows of the table: a bound
is not the least one if it is not below some bound u, nor is any other that is not below u, and only
those below u are left to be tried. Linked are runs that a path of comparable runs joins. A step
leads from a run to one that is strictly above it, with none between; what a path of k steps reaches
is found for each k.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import sympy as sp

from axioms.language.formula import ForAll
from axioms.language.order_terms import dual
from axioms.ordering import is_join
from lattice.order import Order, Word
from metrics.language.domains import Domain, Size
from metrics.language.runs import Run, r, s
from proofs.trusted.finite.cases import Cases
from proofs.trusted.finite.columns import Codes, Column
from proofs.trusted.finite.reader import MOST_ROWS, CaseReader
from proofs.trusted.number import Inconclusive, Number, Undefined
from proofs.trusted.replayer import Replayer
from proofs.trusted.scene import Scene, scene_of
from proofs.trusted.value import Point

MOST_RUNS = 1_000
MOST_BOUNDS = 1_000
Table = Any  # an array of truths: for each run, in its row, for each run


class TabledReplayer(Replayer):
    """A replayer that knows its order as a table."""

    @cached_property
    def _number(self) -> dict[Word, int]:
        return {word: place for place, word in enumerate(self.runs)}

    def related(self, kind: str) -> Table:
        """Return which runs are below which, or linked with which."""
        return self._above if kind == "Below" else self._linked

    @cached_property
    def _above(self) -> Table:
        if len(self.runs) > MOST_RUNS:
            raise Inconclusive(f"more than {MOST_RUNS:,} runs are too many to compare all pairs")
        at, scene = self.scene.point, self.scene
        exact = frozenset((name, at[name]) for name in at if isinstance(at[name], int | Fraction))
        return _table(scene.runs_in, scene.n, scene.lists_in, scene.size, exact)

    @cached_property
    def _linked(self) -> Table:
        return _closed(self._above | self._above.T)

    @cached_property
    def _lengths(self) -> dict[str, Table]:
        """For each two runs the fewest and the most steps from one to the other, or −1.

        What k steps reach is what one more step reaches from what k − 1 steps do. There is an end
        to it where no step leads back; that is not assumed, but waited for.
        """
        strict = self._above & ~self._above.T
        once = strict & ~_twice(strict, strict)
        here = np.eye(len(once), dtype=bool)
        found = {"FewestSteps": np.full(once.shape, -1), "MostSteps": np.full(once.shape, -1)}
        for count in range(len(once) + 1):
            if not here.any():
                return found
            found["MostSteps"][here] = count
            found["FewestSteps"][here & (found["FewestSteps"] < 0)] = count
            here = _twice(here, once)
        raise Inconclusive("steps that lead back to where they began")

    def value_MostSteps(self, e: Any, point: Point) -> Number:
        one, two = (self._number[word] for word in self._parts(e, point))
        steps = int(self._lengths[type(e).__name__][one, two])
        if steps < 0:
            raise Undefined
        return steps

    def value_FewestSteps(self, e: Any, point: Point) -> Number:
        return self.value_MostSteps(e, point)

    def truth_Below(self, formula: Any, point: Point) -> bool:
        one, two = self._parts(formula, point)
        order = self.scene.runs_in
        if order.below is not None:
            return self.truth(order.below, {**self.scene.point, r: one, s: two})
        return bool(self._above[self._number[one], self._number[two]])

    def _related_to(self, word: Word, upwards: bool, among: Codes) -> Codes:
        """Return which of some runs are above (or below) a run."""
        order = self.scene.runs_in
        if order.below is None:
            at = self._number[word]
            return among[self._above[at, among] if upwards else self._above[among, at]]
        fixed, varied = (r, s) if upwards else (s, r)
        columns = {varied: Column(self._reader.listings, among)}
        point = {**self.scene.point, fixed: word}
        return among[self._where(order.below, Cases(len(among), point, columns))]

    def _where(self, formula: Any, cases: Cases) -> Any:
        """Return in which cases a formula is true; of ∀ and ∧ one part after the other is read."""
        if isinstance(formula, ForAll):
            parts = [(formula.body, case) for case in self.cases(formula.variables, cases.point)]
        elif isinstance(formula, sp.And):
            parts = [(part, {}) for part in formula.args]
        else:
            decided = self._reader.truth(formula, cases)
            if decided.where(None, cases.size).any():
                raise Undefined
            return decided.where(True, cases.size)
        left = np.ones(cases.size, dtype=bool)
        for part, known in parts:
            if left.any():
                here = replace(cases.only(left), point={**cases.point, **known})
                left[left] = self._where(part, here)
        return left

    @cached_property
    def _reader(self) -> CaseReader:
        return CaseReader(Replayer(self.scene))

    def truth_Exists(self, formula: Any, point: Point) -> bool:
        pair = bound_of(formula)
        if pair is None:
            return super().truth_Exists(formula, point)
        *variables, upwards = pair
        return self._has_least([point[variable] for variable in variables], upwards)

    def _has_least(self, words: list[Word], upwards: bool) -> bool:
        """Tell whether two runs have a least upper (or a greatest lower) bound."""
        bounds = np.arange(len(self.runs))
        for word in words:
            bounds = self._related_to(word, upwards, bounds)
        left = bounds
        for _ in range(MOST_BOUNDS):
            if not len(left):
                return False
            beyond = self._related_to(self.runs[left[0]], upwards, bounds)
            others = np.setdiff1d(bounds, beyond)
            if not len(others):
                return True
            left = self._related_to(self.runs[others[0 if upwards else -1]], not upwards, left)
        raise Inconclusive(f"more than {MOST_BOUNDS:,} bounds were tried")

    def truth_Linked(self, formula: Any, point: Point) -> bool:
        one, two = (self._number[word] for word in self._parts(formula, point))
        return bool(self._linked[one, two])

    def listing_Join(self, term: Any, point: Point) -> Word:
        return self._bound(self._above, *self._parts(term, point))

    def listing_Meet(self, term: Any, point: Point) -> Word:
        return self._bound(self._above.T, *self._parts(term, point))

    def _bound(self, above: Table, one: Word, two: Word) -> Word:
        """Return the least bound of two runs, or raise Undefined."""
        bounds = np.flatnonzero(above[self._number[one]] & above[self._number[two]])
        best = bounds[above[np.ix_(bounds, bounds)].all(axis=1)]
        if len(best) != 1:
            raise Undefined
        return self.runs[best[0]]


def bound_of(formula: Any) -> tuple[Any, Any, bool] | None:
    """Recognise that two runs have a join, or a meet; return them, and whether it is a join."""
    inner = [part for part in formula.body.args if isinstance(part, ForAll)]
    if len(formula.variables) != 1 or len(inner) != 1 or len(inner[0].variables) != 1:
        return None
    (bound,), (other,) = formula.variables, inner[0].variables
    runs = sorted(formula.body.atoms(Run) - {bound, other}, key=str)
    for pair in (runs, runs[::-1]) if len(runs) == 2 else ():
        stated = is_join(pair[0], pair[1], bound, other)
        for upwards, expected in ((True, stated), (False, dual(stated))):
            if formula.body == expected:
                return pair[0], pair[1], upwards
    return None


@lru_cache(maxsize=16)
def _table(
    order: Order, n: int, lists_in: Domain | None, size: Size, point: frozenset[Any]
) -> Table:
    """Return which runs are below which, which no metric and nothing that is free has a part in."""
    scene = Scene(n, dict(point), runs_in=order, lists_in=lists_in, sizes=size)
    if order.below is not None:
        found = _pairs(scene, order.below)
    else:
        found = _closed(np.any([_pairs(scene, one.step) for one in order.operations], axis=0))
    found.setflags(write=False)
    return found


def _pairs(scene: Scene, formula: Any) -> Table:
    """Return for which runs r and s a formula about them is true."""
    replayer = Replayer(scene)
    reader, count = CaseReader(replayer), len(replayer.runs)
    found, step = [], max(1, MOST_ROWS // count)
    for start in range(0, count, step):
        first = np.arange(start, min(start + step, count))
        columns = {
            r: Column(reader.listings, np.repeat(first, count)),
            s: Column(reader.listings, np.tile(np.arange(count), len(first))),
        }
        cases = Cases(len(first) * count, scene.point, columns)
        decided = reader.truth(formula, cases)
        if decided.where(None, cases.size).any():
            raise Undefined
        found.append(decided.where(True, cases.size).reshape(len(first), count))
    return np.concatenate(found)


def _twice(one: Table, two: Table) -> Table:
    """Return what a step of one kind and then one of another reach."""
    counts: Table = one.astype(np.int32) @ two.astype(np.int32)
    return counts > 0


def _closed(once: Table) -> Table:
    """Return what any number of steps reaches, none included."""
    found = once | np.eye(len(once), dtype=bool)
    for k in range(len(found)):
        found |= found[:, [k]] & found[k]
    return found


def replayer_of(question: Any, witness: Mapping[str, Any] | None = None) -> TabledReplayer:
    """Return a reader of the statements of a question, with what a witness leaves to choose."""
    return TabledReplayer(scene_of(question, witness or {}))
