"""Decide one goal for all weights: by its terms, by samples, by a linear program, or by z3.

The order is from cheap to dear. A *no* comes with weights, to be replayed; a *yes* with the name
of the way it was found.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from metrics.language.weight_symbols import POSITIONS, SIMILARITIES
from proofs.core.question import Question
from proofs.engines.linear.programs import Form, NoExactOptimum, Row, minimise, number
from proofs.engines.linear.unknowns import Variable, unknowns
from proofs.engines.linear.weight_goals import NONNEGATIVE, NONZERO, ZERO, Goal
from proofs.engines.linear.weight_terms import ONE, Monomial, Opened, Poly, plus, substituted, times
from proofs.script.solvers import decided

Point = dict[Variable, Fraction]
MOST_SIGNS = 10


@dataclass(frozen=True)
class Decision:
    """Whether a goal is met; None where nobody could tell."""

    met: bool | None
    by: str = ""
    point: Point | None = None


def value_at(value: Opened, point: Mapping[Variable, Fraction]) -> Fraction:
    """Return a value at given weights."""

    def poly(p: Poly) -> Fraction:
        total = Fraction(0)
        for monomial, coefficient in p.items():
            for v in monomial:
                coefficient *= point[v]
            total += coefficient
        return total

    return poly(value.plain) + sum((poly(c) * abs(poly(f)) for c, f in value.absolute), Fraction(0))


def violates(goal: Goal, point: Mapping[Variable, Fraction]) -> bool:
    """Tell whether the goal fails at given weights."""
    found = value_at(goal.value, point)
    return {NONNEGATIVE: found < 0, ZERO: found != 0, NONZERO: found == 0}[goal.wanted]


class Decider:
    """Decides the goals of one question."""

    def __init__(self, question: Question, ways: Sequence[str], seconds: float) -> None:
        self.question, self.ways, self.seconds = question, ways, seconds
        self.variables = unknowns(question)
        self.column = {v: k for k, v in enumerate(self.variables)}
        self.rows = self._rows()
        self.samples = self._samples()
        self.caveats: set[str] = set()

    # The cone of admissible weights --------------------------------------------------------------

    def _rows(self) -> list[Row]:
        """Return the linear inequalities, besides x ≥ 0, that weights satisfy."""
        one, rows = Fraction(1), []
        assume, n = self.question.assume, self.question.n
        if assume.triangle and (SIMILARITIES, 1, 2) in self.column:
            for x, z in itertools.combinations(range(1, n + 1), 2):
                for y in set(range(1, n + 1)) - {x, z}:
                    row = {self._pair(x, y): one, self._pair(y, z): one, self._pair(x, z): -one}
                    rows.append(row)
        if assume.decreasing and (POSITIONS, 2) in self.column:
            for j in range(2, n):
                rows.append({self.column[POSITIONS, j]: one, self.column[POSITIONS, j + 1]: -one})
        return rows

    def _pair(self, x: int, y: int) -> int:
        return self.column[SIMILARITIES, min(x, y), max(x, y)]

    def admissible(self, point: Mapping[Variable, Fraction]) -> bool:
        """Tell whether weights satisfy the assumptions."""
        values = [point[v] for v in self.variables]
        if any(v < 0 or (v == 0 and self.question.assume.positive) for v in values):
            return False
        return all(sum(c * values[k] for k, c in row.items()) >= 0 for row in self.rows)

    def _samples(self) -> list[Point]:
        """Return a few admissible weights: all one, all zero, and seeded small ones."""
        chance, found = random.Random(1), []
        for low, high in ((1, 1), (0, 0), (1, 2), (2, 4), (5, 10), (1, 9), (0, 1), (0, 3)):
            for _ in range(1 if low == high else 6):
                point = {v: Fraction(chance.randint(low, high)) for v in self.variables}
                if self.question.assume.decreasing:
                    costs = sorted((v for v in point if v[0] == POSITIONS), key=lambda v: v[1])
                    falling = sorted((point[v] for v in costs), reverse=True)
                    point.update(zip(costs, falling, strict=True))
                if self.admissible(point):
                    found.append(point)
        return found

    # The ways -------------------------------------------------------------------------------------

    def decide(self, goal: Goal) -> Decision:
        """Return whether a goal is met."""
        if not goal.value.variables():
            met = not violates(goal, {})
            point = {v: Fraction(1) for v in self.variables}
            return Decision(met, "terms", None if met else point)
        if goal.wanted == ZERO and not goal.value.plain and not goal.value.absolute:
            return Decision(True, "terms")
        refuted = self.refute(goal)
        if refuted is not None:
            return refuted
        if "terms" in self.ways and self._by_terms(goal):
            return Decision(True, "terms")
        if "linear" in self.ways and goal.wanted == NONNEGATIVE:
            found = self.by_linear(goal)
            if found is not None:
                return found
            if self._by_monomials(goal):
                return Decision(True, "linear")
        if "smt" in self.ways:
            return self._by_smt(goal)
        return Decision(None)

    def refute(self, goal: Goal) -> Decision | None:
        """Try the samples."""
        for point in self.samples:
            if violates(goal, point):
                return Decision(False, "samples", point)
        return None

    def proves(self, goal: Goal) -> bool:
        """Tell whether a goal is met for all weights by its terms or monomials alone."""
        return self._by_terms(goal) or (goal.wanted == NONNEGATIVE and self._by_monomials(goal))

    def _by_terms(self, goal: Goal) -> bool:
        """Replace each absolute value by a bound, so that no coefficient is negative."""
        if goal.wanted == ZERO:
            return False
        bound = dict(goal.value.plain)
        open_terms = []
        for c, f in goal.value.absolute:
            if all(value <= 0 for value in c.values()):
                bound = plus(bound, times(c, {key: abs(value) for key, value in f.items()}))
            elif all(value >= 0 for value in c.values()):
                open_terms.append(times(c, f))
            else:
                return False
        for term in open_terms:
            choices = [bound, plus(bound, term), plus(bound, term, Fraction(-1))]
            bound = min(choices, key=lambda p: sum(-v for v in p.values() if v < 0))
        if any(value < 0 for value in bound.values()):
            return False
        strict = self.question.assume.positive or ONE in bound
        return goal.wanted == NONNEGATIVE or (bool(bound) and strict)

    def by_linear(self, goal: Goal, given: Mapping[Variable, Fraction] | None = None) -> Any:
        """Decide a linear goal exactly; `given` are weights that are tried, not quantified."""
        value = substituted(goal.value, given) if given else goal.value
        form = self._form(value)
        if form is None:
            return None
        plain, convex, concave = form
        if len(concave) > MOST_SIGNS:
            return None
        unit = {k: Fraction(1) for v, k in self.column.items() if not given or v not in given}
        rows = [row for row in self.rows if set(row) <= set(unit)]
        for signs in itertools.product((1, -1), repeat=len(concave)):
            shifted = dict(plain)
            for sign, (c, f) in zip(signs, concave, strict=True):
                for k, coefficient in f.items():
                    shifted[k] = shifted.get(k, Fraction(0)) + sign * c * coefficient
            try:
                least = minimise(Form(shifted, tuple(convex)), rows, unit, len(self.variables))
            except NoExactOptimum:
                return None
            if least.value < 0:
                point = dict(zip(self.variables, least.point, strict=True))
                point.update(given or {})
                polished = self.polished(goal, point, given)
                return Decision(False, "linear", polished) if self.admissible(polished) else None
        return Decision(True, "linear")

    def _by_monomials(self, goal: Goal) -> bool:
        """Tell whether a goal is met even if all monomials were independent numbers ≥ 0.

        They are ≥ 0 for all weights, so a linear program over them that is never negative proves
        the goal; one that is negative says nothing.
        """
        plain, inner = goal.value.plain, []
        for c, f in goal.value.absolute:
            if any(value < 0 for value in c.values()):
                return False
            inner.append(times(c, f))
        monomials = sorted({key for poly in (plain, *inner) for key in poly})
        column = {key: k for k, key in enumerate(monomials)}

        def row(poly: Poly) -> Row:
            return {column[key]: value for key, value in poly.items()}

        form = Form(row(plain), tuple((Fraction(1), row(poly)) for poly in inner))
        unit = {k: Fraction(1) for k in column.values()}
        try:
            return minimise(form, [], unit, len(column)).value >= 0
        except NoExactOptimum:
            return False

    def row(self, poly: Poly) -> Row | None:
        """Return a linear polynomial over the columns, or None where it is not linear."""
        if any(len(key) != 1 for key in poly):
            return None
        return {self.column[key[0]]: coefficient for key, coefficient in poly.items()}

    def _form(self, value: Opened) -> Any:
        """Return a linear value as plain, convex and concave parts over columns, or None."""
        plain = self.row(value.plain)
        convex: list[Any] = []
        concave: list[Any] = []
        for c, f in value.absolute:
            inner = self.row(f)
            if set(c) != {ONE} or inner is None:
                return None
            (convex if c[ONE] > 0 else concave).append((c[ONE], inner))
        return None if plain is None else (plain, convex, concave)

    def polished(
        self, goal: Goal, point: Point, kept: Mapping[Variable, Fraction] | None = None
    ) -> Point:
        """Return whole, strictly positive weights that still refute, the smallest that do."""
        free = [v for v in point if not kept or v not in kept]
        scale = lcm(*(point[v].denominator for v in free)) if free else 1
        whole = {**point, **{v: point[v] * scale for v in free}}
        for factor in (*range(1, 60), *(2**power for power in range(6, 240))):
            raised = {**point, **{v: factor * whole[v] + 1 for v in free}}
            if self.admissible(raised) and violates(goal, raised):
                return raised
        return whole if self.admissible(whole) and violates(goal, whole) else point

    def _by_smt(self, goal: Goal) -> Decision:
        met, point = self._asked_of_z3(goal)
        if met:
            self.caveats.add("z3 alone: its nonlinear arithmetic was not confirmed by cvc5")
            return Decision(True, "smt")
        if point is not None and self.admissible(point) and violates(goal, point):
            return Decision(False, "smt", self.polished(goal, point))
        return Decision(None)

    def _asked_of_z3(self, goal: Goal) -> tuple[bool, Point | None]:
        """Return whether no weights break a goal, and rational ones where z3 has some that do.

        Products of weights make this nonlinear arithmetic.
        """
        import z3

        reals = {v: z3.Real("_".join(map(str, v))) for v in self.variables}

        def poly(p: Poly) -> Any:
            terms = []
            for monomial, coefficient in p.items():
                term = z3.RealVal(str(coefficient))
                for v in monomial:
                    term = term * reals[v]
                terms.append(term)
            return z3.Sum(terms) if terms else z3.RealVal(0)

        solver = z3.SolverFor("QF_NRA")
        solver.set("timeout", max(1, int(self.seconds * 1000)))
        columns = list(reals.values())
        solver.add(*[x > 0 if self.question.assume.positive else x >= 0 for x in columns])
        for row in self.rows:
            solver.add(z3.Sum([z3.RealVal(str(c)) * columns[k] for k, c in row.items()]) >= 0)
        total = poly(goal.value.plain)
        for k, (c, f) in enumerate(goal.value.absolute):
            size, inner = z3.Real(f"size_{k}"), poly(f)
            solver.add(z3.Or(size == inner, size == -inner), size >= 0)
            total = total + poly(c) * size
        broken = {NONNEGATIVE: total < 0, ZERO: total != 0, NONZERO: total == 0}
        solver.add(broken[goal.wanted])
        answer = decided(solver)
        if answer != z3.sat:
            return answer == z3.unsat, None
        model = solver.model()
        return False, {v: number(model.eval(x, model_completion=True)) for v, x in reals.items()}


def degrees(value: Opened, kind: str) -> set[int]:
    """Return the degrees in one kind of weights that occur in a value."""

    def degree(monomial: Monomial) -> int:
        return sum(v[0] == kind for v in monomial)

    found = {degree(key) for key in value.plain}
    for c, f in value.absolute:
        inner = {degree(key) for key in f}
        if len(inner) > 1:
            return found | {-1, -2}
        found |= {degree(key) + min(inner) for key in c}
    return found
