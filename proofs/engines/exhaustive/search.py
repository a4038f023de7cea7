"""The plain reading of a statement: every case, block by block, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import factorial, prod
from threading import RLock
from typing import Any

import numpy as np
import sympy as sp

from axioms.language import shapes
from axioms.language.formula import Exists, ForAll, Slot, Variable
from metrics.language.domains import RANKINGS
from proofs.core.limits import Limits, Refusal
from proofs.core.outcome import GaveUp, Outcome
from proofs.core.question import Question
from proofs.engines.exhaustive.cases import Cases, Grid
from proofs.engines.exhaustive.scores import Scorer, all_rankings

BLOCK = 1 << 20
LARGEST_N = 11
MOST_ON_A_CLUSTER = 10**14
"""Some hundred hours of one core for each of the simplest metrics."""
CLUSTER = "pip install 'rankproof[cluster]'"


def too_many_rankings(n: int) -> str:
    """Say why the rankings of n items are not listed."""
    count = f"{factorial(n):,}" if n <= 30 else f"more than 10^{n}"
    return f"{n} items have {count} rankings, and it goes up to n = {LARGEST_N}"


class Search:
    """Decides the statements of one question: here about rankings and places."""

    def __init__(self, question: Question, limits: Limits) -> None:
        self.question, self.limits = question, limits
        self.n, self.jobs = question.n, limits.jobs
        self.scorers = Scorers(question)
        self.verified: dict[Any, Outcome] = {}

    # What variables range over -------------------------------------------------------------------

    def points(self, variable: Variable) -> Any:
        """Return all points of a variable, along the last axis."""
        if RANKINGS.ranges(variable):
            return all_rankings(self.n)
        values = variable.domain.values
        assert values is not None
        return np.array(list(values(self.question.size)))

    def count(self, variable: Variable) -> int:
        """Return the number of points of a variable, without listing them."""
        return int(self.question.domain_of(variable).count(self.question.size))

    def size(self, variables: Any) -> int:
        """Return the number of combinations of values of some variables."""
        return prod(map(self.count, variables))

    def afford(self, variables: Any) -> int:
        """Return the number of combinations, or refuse."""
        cases = self.size(variables)
        if cases > self.limits.cases:
            names = sum(map(RANKINGS.ranges, variables))
            rankings = f"{names} ranking{'s' if names > 1 else ''}"
            what = rankings if names else f"{len(variables)} places"
            raise Refusal(
                f"exhaustive refuses: {what} of {self.n} items "
                f"make {cases:,} cases, the limit is {self.limits.cases:,}. "
                f"{self.way_out(names, cases)}."
            )
        return cases

    def way_out(self, rankings: int, cases: int) -> str:
        """Say at which n so many rankings are tried, and how this n is, if it can be."""
        sizes = range(1, self.n) if rankings else ()
        reached = [n for n in sizes if factorial(n) ** rankings <= self.limits.cases]
        there = f"n = {reached[-1]} is in reach" if reached else "Ask for a smaller n"
        if cases > MOST_ON_A_CLUSTER:
            return there
        swept = rankings and all(isinstance(f, ForAll) for f in self.question.formulas())
        more = f"; n = {self.n} is with several machines: --cluster, {CLUSTER}" if swept else ""
        return f"{there}, or raise --limit{more}"

    def value(self, variable: Variable, index: int) -> Any:
        """Return a point of a variable as it is shown."""
        return self.points(variable)[..., index].tolist()

    def at(self, variables: Any, flat: Any, shape: Any, offset: int = 0) -> dict[Variable, Any]:
        """Return the point at a flat position; the first variable's points start at an offset."""
        found = {}
        for variable, index in zip(variables, np.unravel_index(int(flat), shape), strict=True):
            found[variable] = self.value(variable, int(index) + offset)
            offset = 0
        return found

    def grids(
        self, variables: Sequence[Variable], body: Any = sp.true, among: range | None = None
    ) -> Iterator[tuple[int, dict[Variable, Any]]]:
        """Go through all points of some variables, block by block along the first one.

        Of the first one only those are taken that are `among` some, where these are given.

        The first block is a single point: a witness is often there. The points of the body's inner
        binders are always there as a whole.
        """
        inner = [v for binder in body.atoms(ForAll, Exists) for v in binder.variables]
        others = {variable: self.points(variable) for variable in (*variables[1:], *inner)}
        if not variables:
            yield 0, others
            return
        points = self.points(variables[0])
        count = points.shape[-1]
        step = max(1, BLOCK // self.size({*variables[1:], *self.costly(body)}))
        start = 0 if among is None else among.start
        end = count if among is None else among.stop
        stop = start + (1 if step < end - start else step)
        while start < end:
            yield start, {variables[0]: points[..., start : min(stop, end)], **others}
            start, stop = stop, stop + step

    def costly(self, body: Any) -> list[Variable]:
        """Return the variables of inner binders that are tried with all combinations of others."""
        binders = [b for b in body.atoms(ForAll, Exists) if shapes.extreme_shape(b) is None]
        return [variable for binder in binders for variable in binder.variables]

    # The plain reading ---------------------------------------------------------------------------

    def cases(self, points: Mapping[Variable, Any], *kept: Any) -> Any:
        """Return the reader of formulas at some points."""
        return Cases(self.n, self.scorers, points, *kept)

    def plain(self, formula: Any) -> Outcome:
        """Try every case, block by block along the first variable."""
        inner = {*shapes.all_variables(formula.body), *self.costly(formula.body)}
        cases = self.afford([*formula.variables, *inner])
        if isinstance(formula, ForAll):
            return self.scan(formula.body, formula.variables)
        found = self.some(formula.body, formula.variables)
        return replace(found, cases=cases) if inner else found

    def some(self, body: Any, variables: Sequence[Variable]) -> Outcome:
        """Find out whether the body is true in a case."""
        found = self.scan(body, variables, sought=True)
        return replace(found, true=not found.true, witness=None)

    def scan(
        self,
        body: Any,
        variables: Sequence[Variable],
        sought: bool = False,
        among: range | None = None,
    ) -> Outcome:
        """Find the first case in which the body is false (or true, if sought), or that none is."""
        kept: tuple[Any, ...] = ({}, variables[0]) if variables else ()

        def block(part: tuple[int, Any]) -> Outcome:
            start, points = part
            return self.judge(self.cases(points, *kept), body, variables, start, sought)

        return self.gather(block, self.grids(variables, body, among), self.size(variables))

    def gather(self, block: Callable[[Any], Outcome], blocks: Iterator[Any], total: int) -> Outcome:
        """Run blocks in their order, on several threads, until one finds a witness."""
        done = Outcome(True, judged=0)
        for outcome in in_order(block, blocks, self.jobs):
            done = replace(
                outcome,
                cases=done.cases + outcome.cases,
                undefined=done.undefined + outcome.undefined,
                judged=done.judged + outcome.judged,
                first_undefined=done.first_undefined or outcome.first_undefined,
            )
            self.limits.progress(done.cases, total)
            if not outcome.true:
                note = f"undefined cases are counted among the first {done.cases:,} of {total:,}"
                partly = done.undefined and done.cases < total
                return replace(done, checked=(note,) if partly else ())
            self.limits.check()
            if done.cases > self.limits.cases:
                raise GaveUp(f"more than {self.limits.cases:,} of {total:,} cases")
        return done

    def judge(
        self,
        cases: Grid,
        body: Any,
        variables: Sequence[Variable],
        start: int,
        sought: bool = False,
    ) -> Outcome:
        """Look for a case of the sought truth among those that are defined."""
        shape = cases.shape[: len(variables)]
        size = prod(shape)
        bad, more = self.found(cases, body, shape, sought)
        witness = None
        if bad.any():
            witness = self.at(variables, np.argmax(np.broadcast_to(bad, shape)), shape, start)
        named = _outer(cases.every(map(cases.truth, self.spoken(body, variables, sought))), shape)
        missing = _outer(~cases.case_defined(body), shape)
        undefined, first_missing = 0, None
        if missing.any():
            unnamed = np.broadcast_to(missing & named, shape)
            undefined = int(unnamed.sum())
            if undefined:
                first_missing = self.at(variables, np.argmax(unnamed), shape, start)
        counted = size if named.ndim == 0 and named else int(np.broadcast_to(named, shape).sum())
        judged = counted - undefined
        return Outcome(witness is None, witness, size, undefined, first_missing, judged, **more)

    def spoken(self, body: Any, variables: Sequence[Variable], sought: bool) -> list[Any]:
        """Return the conditions under which a case names its values, and counts."""
        return shapes.conditions_of(body)

    def found(
        self, cases: Grid, body: Any, shape: tuple[int, ...], sought: bool
    ) -> tuple[Any, dict[str, Any]]:
        """Return where the body is false (or true, if sought), and what else there is to say."""
        truth, defined = cases.truth(body), cases.case_defined(body)
        bad = truth if sought else ~truth
        if not defined.all():
            bad = bad & defined
        return _outer(bad, shape), {}

    # Equal rankings ------------------------------------------------------------------------------

    def undefined_for_equal(self, formula: Any) -> bool:
        """Tell whether a statement speaks of equal rankings, and no such case is defined."""
        return any(self._never_defined(equal) for equal in shapes.equal_cases(formula))

    def _never_defined(self, equal: shapes.EqualCases) -> bool:
        """Tell whether there are cases of equal rankings, none of them defined."""
        self.afford(equal.variables)
        named = False
        for _, points in self.grids(equal.variables):
            cases = self.cases(points)
            allowed = np.asarray(cases.every(map(cases.truth, equal.conditions)))
            named = named or bool(allowed.any())
            if (allowed & cases.case_defined(equal.body)).any():
                return False
        return named


def _outer(mask: Any, shape: tuple[int, ...]) -> Any:
    """Drop the axes of inner variables, along which a mask no longer varies."""
    mask = np.asarray(mask)
    inner = mask.ndim - len(shape)
    if inner <= 0:
        return mask
    first = mask[(..., *[slice(1)] * inner)]
    assert mask.size == first.size or (mask == first).all(), "a mask varies inside a case"
    return first.reshape(mask.shape[: len(shape)])


class Scorers(dict[Any, Scorer]):
    """Scorers by slot, made when first asked for."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question
        self.lock = RLock()

    def __missing__(self, slot: Slot) -> Scorer:
        question = self.question
        with self.lock:
            if slot not in self:
                metric = question.by_slot[slot.name]
                self[slot] = Scorer(metric, question.n, question.bound(slot), question.reads_as)
            return self[slot]


def in_order(function: Callable[[Any], Any], items: Iterator[Any], jobs: int) -> Iterator[Any]:
    """Map over items on threads, yielding results in the order of the items."""
    if jobs <= 1:
        yield from map(function, items)
        return
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(jobs)
    try:
        waiting = []
        for number, item in enumerate(items):
            waiting.append(pool.submit(function, item))
            if len(waiting) > 2 * jobs or number == 0:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
