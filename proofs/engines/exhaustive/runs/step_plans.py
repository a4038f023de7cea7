"""Steps of a metric along an order: from each run to those that cover it.

All steps are equal just if they all are what the first one is. Where gains are free, steps may be
equal for some of them: these satisfy equations that are linear in the gains, and what solves them
is only a proposal: replay decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, islice, pairwise
from typing import Any

import numpy as np
import sympy as sp

from axioms import scales
from proofs.core.limits import OPEN, Limits
from proofs.core.outcome import GaveUp, Outcome
from proofs.core.question import Question
from proofs.core.verdict import Measurement, Undefined
from proofs.engines.exhaustive.runs.free_signs import always, free_only, points
from proofs.engines.exhaustive.runs.order_plans import by_shape, refuted
from proofs.engines.exhaustive.runs.run_plans import Scored, at_point, point_where
from proofs.engines.exhaustive.runs.run_search import EARLIER, RunSearch
from proofs.engines.exhaustive.runs.setting import Setting

Step = tuple[int, ...]
MOST_SIZES, MOST_SOLVED = 60, 10


class Steps:
    """The covering pairs of an order in lexicographic order, and the steps of a metric there."""

    def __init__(self, search: RunSearch) -> None:
        self.setting, self.scored = search.setting, Scored(search)
        self.question = search.question

    @property
    def covers(self) -> list[tuple[int, int]]:
        """The pairs of runs, by their places, of which the second covers the first."""
        return self.setting.covers

    @cached_property
    def defined(self) -> list[tuple[int, int]]:
        """The covering pairs at which both runs have scores."""
        there = self.scored.defined
        return [(i, j) for i, j in self.covers if there[i] and there[j]]

    @cached_property
    def sizes(self) -> dict[Step, list[tuple[int, int]]]:
        """The different steps, as coordinates, and the pairs that have each."""
        found: dict[Step, list[tuple[int, int]]] = {}
        table = self.scored.table
        for i, j in self.defined:
            found.setdefault(tuple(map(int, table[j] - table[i])), []).append((i, j))
        return found if self.scored.unique else self._merged(found)

    def _merged(self, found: dict[Step, list[tuple[int, int]]]) -> dict[Step, Any]:
        """Put steps together that differ in their coordinates, but not in size."""
        merged: dict[Step, list[tuple[int, int]]] = {}
        for step, pairs in found.items():
            same = next((known for known in merged if self._is_zero(gap_of(step, known))), step)
            merged[same] = sorted([*merged.get(same, []), *pairs])
        return merged

    def _is_zero(self, gap: list[int]) -> bool:
        return self.sign(self.scored.expression(gap)) == 0

    def sign(self, difference: Any) -> int | None:
        """Return the sign that a difference has for all gains and parameters, or None."""
        self.setting.pause()
        return always(difference, self.question.c)

    def words(self, *pairs: tuple[int, int]) -> list[Any]:
        """Return the runs of some pairs, one after the other."""
        return [self.setting.words[place] for pair in pairs for place in pair]

    def outcome(self, formula: Any, true: bool = True, **more: Any) -> Outcome:
        """Return what is to be said of two steps: how many pairs of them are undefined."""
        all_of, known = len(self.covers), len(self.defined)
        first = None
        if known < all_of:
            lost = next(pair for pair in self.covers if pair not in set(self.defined))
            words = self.words(self.covers[0], lost)
            first = {v: list(word) for v, word in zip(formula.variables, words, strict=True)}
        cases, undefined = self.setting.size**4, all_of**2 - known**2
        return Outcome(true, None, cases, undefined, first, known**2, **more)


def gap_of(one: Step, two: Step) -> list[int]:
    """Return the coordinates of the difference of two steps."""
    return [a - b for a, b in zip(one, two, strict=True)]


def equal_steps(search: RunSearch, formula: Any) -> Outcome:
    """All steps are equal, for all gains and parameters."""
    steps = Steps(search)
    counted = steps.outcome(formula)
    if len(steps.sizes) <= 1:
        return counted
    (first, pairs), *others = steps.sizes.items()
    caveats: tuple[str, ...] = ()
    for step, ((i, j), *_) in sorted(others, key=lambda other: other[1]):
        chosen = point_where(steps.scored, gap_of(step, first), unequal=True)
        if chosen is not None:
            words = steps.words(pairs[0], (i, j))
            more = {"chosen": chosen, "caveats": caveats, "undefined": counted.undefined}
            more["first_undefined"] = counted.first_undefined
            return refuted(formula.variables, words, counted.cases, **more)
        caveats = (EARLIER,)
    raise GaveUp(OPEN)


# For which gains ---------------------------------------------------------------------------------


def unequal_steps(search: RunSearch, formula: Any) -> Outcome:
    """Two steps differ, whatever the gains and parameters are."""
    steps, question = Steps(search), search.question
    sizes = [steps.scored.expression(step) for step in steps.sizes]
    gaps = [size - sizes[0] for size in sizes[1:]]
    pairs = combinations(sizes, 2) if len(sizes) <= MOST_SIZES else ((g, 0) for g in gaps)
    if any(steps.sign(one - two) for one, two in pairs):
        return steps.outcome(formula)
    solutions = increasing_solutions(gaps, question.c)
    for chosen in _proposed(question, solutions, gaps):
        search.setting.pause()
        if all(at_point(gap, chosen) == 0 for gap in gaps):
            return steps.outcome(formula, False, chosen=free_only(question, chosen))
    if solutions is None:
        raise GaveUp(OPEN)
    note = "equal steps are linear equations in the gains, which no increasing gains solve"
    return steps.outcome(formula, checked=(note,))


def _proposed(
    question: Question, solutions: list[Any] | None, gaps: list[Any]
) -> Iterator[dict[str, Any]]:
    """Propose gains, or weights of places, that solve the equations, else simple ones."""
    if "place_weights" in question.free:
        for simple in islice(points(question), MOST_SOLVED):
            known = {sp.Symbol(f"g{a}", positive=True): g for a, g in enumerate(simple["gains"])}
            weights = [sp.Symbol(f"w{place}", positive=True) for place in range(1, question.n + 1)]
            for ray in _ray([gap.xreplace(known) for gap in gaps], weights) or []:
                if all(weight > 0 for weight in ray):
                    yield {**simple, "place_weights": tuple(ray)}
    for simple in points(question):
        if solutions is None:
            yield simple
            continue
        yield from ({**simple, "gains": gains} for gains in solutions)
        return


def increasing_solutions(equations: list[Any], c: int) -> list[tuple[Any, ...]] | None:
    """Return gains 0 < 1 = g1 < … < gc at which linear terms vanish: one, or none if there is none.

    None is returned where the terms are not linear with rational factors, or leave much free.

    >>> g1, g2 = sp.symbols("g1 g2", positive=True)
    >>> increasing_solutions([(2 * g1 - g2) / g2], 2)
    [(0, 1, 2)]
    >>> increasing_solutions([g1 - g2], 2)
    []
    """
    rays = _ray(equations, [sp.Symbol(f"g{degree}", positive=True) for degree in range(1, c + 1)])
    if rays is None:
        return None
    solved = [(sp.Integer(0), *ray) for ray in rays]
    return [each for each in solved if all(low < high for low, high in pairwise(each))]


def _ray(equations: list[Any], symbols: list[Any]) -> list[list[Any]] | None:
    """Return the solution of linear equations that begins with 1, if all are its multiples."""
    rows = []
    for equation in equations:
        top = sp.fraction(sp.together(equation))[0]
        try:
            terms = sp.Poly(sp.expand(top), *symbols).terms()
        except sp.PolynomialError:
            return None
        if any(factor and (sum(e) != 1 or not factor.is_Rational) for e, factor in terms):
            return None
        unit = np.eye(len(symbols), dtype=int).tolist()
        rows.append([dict(terms).get(tuple(row), 0) for row in unit])
    basis = sp.Matrix(rows).nullspace() if rows else []
    if len(basis) > 1 or not rows:
        return None
    return [[entry / vector[0] for entry in vector] for vector in basis if vector[0] != 0]


# The sizes ---------------------------------------------------------------------------------------


def measure(question: Question, limits: Limits) -> Measurement:
    """Return the different sizes of steps, the first pair of runs of each, and how many have it."""
    steps = Steps(RunSearch(Setting(question, limits)))
    several = []
    for step, pairs in steps.sizes.items():
        low, high = steps.words(pairs[0])
        more = {"from": list(low), "to": list(high), "steps": len(pairs)}
        several.append((steps.scored.expression(step), more))
    lost = [pair for pair in steps.covers if pair not in set(steps.defined)]
    first = dict(zip("rs", map(list, steps.words(lost[0])), strict=True)) if lost else None
    return Measurement(
        question,
        "exhaustive",
        undefined=Undefined(len(lost), first),
        cases=len(steps.covers),
        several=tuple(several),
    )


PLANS = by_shape({scales.EQUAL_STEPS: equal_steps, scales.UNEQUAL_STEPS: unequal_steps})
