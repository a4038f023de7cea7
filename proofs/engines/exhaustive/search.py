"""The plain reading of a statement: every case, block by block, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import factorial, prod
from threading import RLock
from typing import Any

import numpy as np

from axioms.language.formula import Exists, ForAll, Slot, Variable
from axioms.language.shapes import EqualCases, all_variables, equal_cases, extreme_shape
from metrics.language.terms import Ranking
from proofs.core.limits import Limits, Refusal
from proofs.core.outcome import Outcome
from proofs.core.question import Question
from proofs.engines.exhaustive.cases import Cases
from proofs.engines.exhaustive.scores import Scorer, all_rankings

BLOCK = 1 << 20


class Search:
    """Decides the statements of one question."""

    def __init__(self, question: Question, limits: Limits) -> None:
        self.question, self.limits = question, limits
        self.n = question.n
        self.scorers = Scorers(question)
        self.verified: dict[Any, Outcome] = {}

    # The plain reading ---------------------------------------------------------------------------

    def points(self, variable: Variable) -> Any:
        """Return all points of a variable."""
        if isinstance(variable, Ranking):
            return all_rankings(self.n)
        return np.arange(1, self.n + 1)

    def size(self, variables: Any) -> int:
        """Return the number of combinations of values of some variables."""
        return prod(factorial(self.n) if isinstance(v, Ranking) else self.n for v in variables)

    def afford(self, variables: Any) -> int:
        """Return the number of combinations, or refuse."""
        cases = self.size(variables)
        if cases > self.limits.cases:
            names = sum(isinstance(v, Ranking) for v in variables)
            rankings = f"{names} ranking{'s' if names > 1 else ''}"
            what = rankings if names else f"{len(variables)} places"
            raise Refusal(
                f"exhaustive refuses: {what} of {self.n} items "
                f"make {cases:,} cases, the limit is {self.limits.cases:,}. "
                "Ask for a smaller n, or raise --limit."
            )
        return cases

    def value(self, variable: Variable, index: int) -> Any:
        """Return a point of a variable as it is shown."""
        if isinstance(variable, Ranking):
            return [int(entry) for entry in all_rankings(self.n)[:, index]]
        return index + 1

    def plain(self, formula: Any) -> Outcome:
        """Try every case, block by block along the first variable."""
        inner = all_variables(formula.body)
        costly = [b for b in formula.body.atoms(ForAll, Exists) if extreme_shape(b) is None]
        inner += [v for binder in costly for v in binder.variables if v not in inner]
        variables = [*formula.variables, *inner]
        self.afford(variables)
        if isinstance(formula, Exists) and inner:
            return self._exists(formula, variables)
        if isinstance(formula, Exists):
            found = self.scan(formula.body, list(formula.variables), sought=True)
            return replace(found, true=not found.true, witness=None)
        return self.scan(formula.body, list(formula.variables))

    def undefined_for_equal(self, formula: Any) -> bool:
        """Tell whether a statement speaks of equal rankings, and no such case is defined."""
        return any(self._never_defined(equal) for equal in equal_cases(formula))

    def _never_defined(self, equal: EqualCases) -> bool:
        """Tell whether there are cases of equal rankings, none of them defined."""
        self.afford(equal.variables)
        named = False
        for _, points in self.grids(equal.variables):
            cases = Cases(self.n, self.scorers, points)
            allowed = np.asarray(np.True_)
            for condition in equal.conditions:
                allowed = allowed & cases.truth(condition)
            named = named or bool(allowed.any())
            if (allowed & cases.defined(equal.body)).any():
                return False
        return named

    def grids(
        self, variables: Sequence[Variable], inner: Sequence[Variable] = ()
    ) -> Iterator[tuple[int, dict[Variable, Any]]]:
        """Go through all points of some variables, block by block along the first one.

        The first block is a single point: a witness is often there.
        """
        if not variables:
            yield 0, {}
            return
        first, *rest = variables
        others = {variable: self.points(variable) for variable in (*rest, *inner)}
        points = self.points(first)
        count = points.shape[-1]
        step = max(1, BLOCK // max(1, self.size(rest)))
        start, stop = 0, 1 if step < count else step
        while start < count:
            yield start, {first: points[..., start:stop], **others}
            start, stop = stop, stop + step

    def _exists(self, formula: Any, variables: list[Variable]) -> Outcome:
        cases = Cases(self.n, self.scorers, {v: self.points(v) for v in variables})
        body, outer = formula.body, list(formula.variables)
        shape = cases.shape[: len(outer)]
        masks = (cases.relevant(body), cases.defined(body), cases.truth(body))
        named, defined, true = (
            np.broadcast_to(_outer(mask, len(cases.shape), shape), shape) for mask in masks
        )
        missing = named & ~defined
        return Outcome(
            bool((true & defined).any()),
            cases=cases.size,
            undefined=int(missing.sum()),
            first_undefined=self.at(outer, np.argmax(missing), shape) if missing.any() else None,
            judged=int((named & defined).sum()),
        )

    def at(self, variables: Any, flat: Any, shape: Any, offset: int = 0) -> dict[Variable, Any]:
        indices = [int(index) for index in np.unravel_index(int(flat), shape)]
        indices[0] += offset
        return {v: self.value(v, index) for v, index in zip(variables, indices, strict=True)}

    def scan(self, body: Any, variables: list[Variable], sought: bool = False) -> Outcome:
        """Find the first case in which the body is false (or true, if sought), or that none is."""
        shared: dict[Any, Any] = {}
        inner = [v for binder in body.atoms(ForAll, Exists) for v in binder.variables]

        def block(part: tuple[int, Any]) -> Outcome:
            start, points = part
            cases = Cases(self.n, self.scorers, points, shared, variables[0])
            return self.judge(cases, body, variables, start, sought)

        return self.gather(block, self.grids(variables, inner), self.size(variables))

    def gather(self, block: Callable[[Any], Outcome], blocks: Iterator[Any], total: int) -> Outcome:
        """Run blocks in their order, on several threads, until one finds a witness."""
        cases = undefined = judged = 0
        first_undefined = None
        for outcome in in_order(block, blocks, self.limits.jobs):
            cases += outcome.cases
            undefined += outcome.undefined
            judged += outcome.judged
            first_undefined = first_undefined or outcome.first_undefined
            self.limits.progress(cases, total)
            if not outcome.true:
                note = f"undefined cases are counted among the first {cases:,} of {total:,}"
                return replace(
                    outcome,
                    cases=cases,
                    undefined=undefined,
                    judged=judged,
                    first_undefined=first_undefined,
                    checked=(note,) if undefined and cases < total else (),
                )
            self.limits.check()
        return Outcome(True, None, cases, undefined, first_undefined, judged)

    def judge(
        self, cases: Cases, body: Any, variables: list[Variable], start: int, sought: bool = False
    ) -> Outcome:
        """Look for a case of the sought truth among those that are defined."""
        named = cases.relevant(body)
        missing = np.logical_not(cases.defined(body))
        bad = cases.truth(body) if sought else np.logical_not(cases.truth(body))
        shape = cases.shape[: len(variables)]
        size = prod(shape)
        if missing.any():
            bad = bad & ~missing
        witness = first_missing = None
        undefined = 0
        masks = (bad, missing, named)
        bad, missing, named = (_outer(mask, len(cases.shape), shape) for mask in masks)
        if bad.any():
            witness = self.at(variables, np.argmax(np.broadcast_to(bad, shape)), shape, start)
        if missing.any():
            unnamed = np.broadcast_to(missing & named, shape)
            undefined = int(unnamed.sum())
            if undefined:
                first_missing = self.at(variables, np.argmax(unnamed), shape, start)
        counted = size if named.ndim == 0 and named else int(np.broadcast_to(named, shape).sum())
        judged = counted - undefined
        return Outcome(witness is None, witness, size, undefined, first_missing, judged)


def _outer(mask: Any, axes: int, shape: tuple[int, ...]) -> Any:
    """Drop the axes of inner variables, along which a mask no longer varies."""
    mask = np.asarray(mask)
    if mask.ndim == 0 or axes == len(shape):
        return mask
    return mask.reshape(mask.shape[: len(shape)])


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
