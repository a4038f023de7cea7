"""Decide one goal for all weights: by its terms, by samples, by a linear program, or by z3.

The order is from cheap to dear. A *no* comes with weights, to be replayed; a *yes* with the name
of the way it was found.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

from metrics.language.weight_symbols import ELEMENTS, POSITIONS, SIMILARITIES
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.engines.linear.programs import Form, NoExactOptimum, Row, minimise
from proofs.engines.linear.weight_goals import NONNEGATIVE, NONZERO, ZERO, Goal
from proofs.engines.linear.weight_terms import ONE, Number, Poly, Variable, unknowns, weight
from proofs.script.solvers import decided

Point = dict[Variable, Number]
MOST_SIGNS = 10
SMT_SECONDS = 10.0


@dataclass(frozen=True)
class Decision:
    """Whether a goal is met; None where nobody could tell."""

    met: bool | None
    by: str = ""
    point: Point = field(default_factory=dict)


def value_at(value: Poly, point: Mapping[Variable, Number]) -> Fraction:
    """Return a value at given weights."""
    return Fraction(value.put_in(point.__getitem__))


def violates(goal: Goal, point: Mapping[Variable, Number]) -> bool:
    """Tell whether the goal fails at given weights."""
    found = value_at(goal.value, point)
    return {NONNEGATIVE: found < 0, ZERO: found != 0, NONZERO: found == 0}[goal.wanted]


class Decider:
    """Decides the goals of one question."""

    def __init__(self, question: Question, ways: Sequence[str], limits: Limits) -> None:
        self.question, self.ways, self.limits = question, ways, limits
        self.variables = unknowns(question)
        self.rows = self._rows()
        self.samples = self._samples()
        self.caveats: set[str] = set()
        self._shown: set[Any] = set()

    # The cone of admissible weights --------------------------------------------------------------

    def _rows(self) -> list[Poly]:
        """Return what is ≥ 0 for admissible weights, besides the weights themselves."""
        rows = []
        assume, items = self.question.assume, range(1, self.question.n + 1)
        if assume.triangle and (SIMILARITIES, 1, 2) in self.variables:
            for x, z in itertools.combinations(items, 2):
                for y in set(items) - {x, z}:
                    pairs = [sorted(pair) for pair in ((x, y), (y, z), (x, z))]
                    near, next_to, far = (weight(SIMILARITIES, *pair) for pair in pairs)
                    rows.append(near + next_to - far)
        costs = [weight(*v) for v in self.variables if v[0] == POSITIONS]
        if assume.decreasing:
            rows += [high - low for high, low in itertools.pairwise(costs)]
        return rows

    def admissible(self, point: Mapping[Variable, Number]) -> bool:
        """Tell whether weights satisfy the assumptions."""
        values = [point[v] for v in self.variables]
        if any(v < 0 or (v == 0 and self.question.assume.positive) for v in values):
            return False
        return all(value_at(row, point) >= 0 for row in self.rows)

    def _samples(self) -> list[Point]:
        """Return a few admissible weights: all one, all zero, and seeded small ones."""
        chance, found = random.Random(1), []
        for low, high in ((1, 1), (0, 0), (1, 2), (2, 4), (5, 10), (1, 9), (0, 1), (0, 3)):
            for _ in range(1 if low == high else 6):
                point: Point = {v: chance.randint(low, high) for v in self.variables}
                if self.question.assume.decreasing:
                    costs = sorted((v for v in point if v[0] == POSITIONS), key=lambda v: v[1])
                    falling = sorted((point[v] for v in costs), reverse=True)
                    point.update(zip(costs, falling, strict=True))
                if self.admissible(point):
                    found.append(point)
        return found

    # The ways -------------------------------------------------------------------------------------

    def decide(self, goal: Goal, renamings: Sequence[Sequence[int]] = ()) -> Decision:
        """Return whether a goal is met; one that a renaming of items makes of another is as it."""
        if set(goal.value.terms) <= {ONE}:
            return Decision(not violates(goal, {}), "terms", dict.fromkeys(self.variables, 1))
        if "terms" in self.ways and self.by_terms(goal):
            return Decision(True, "terms")
        if "linear" in self.ways and self.is_renamed(goal, renamings):
            return Decision(True, "linear")
        refuted = self.refute(goal)
        if refuted is not None:
            return refuted
        if "linear" in self.ways:
            found = self.by_programs(goal)
            if found is not None:
                if found.met:
                    self.note(goal)
                return found
        if "smt" in self.ways:
            return self._by_smt(goal)
        return Decision(None)

    def note(self, goal: Goal) -> None:
        """Note that a goal was shown by programs."""
        self._shown.add(_key(goal.value, goal.wanted))

    def is_known(self, goal: Goal, renamings: Iterable[Sequence[int]]) -> bool:
        """Tell whether a goal is met by its terms, or as another one was."""
        return self.by_terms(goal) or self.is_renamed(goal, renamings)

    def is_renamed(self, goal: Goal, renamings: Iterable[Sequence[int]]) -> bool:
        """Tell whether the goal, with its items renamed, is one that programs have shown.

        Weights of items are admissible whatever their items are called, unless they are given.
        """
        if {ELEMENTS, SIMILARITIES} & set(self.question.weights) or not self._shown:
            return False
        renamed = (Poly.of(goal.value.put_in(partial(_called, names))) for names in renamings)
        known = any(_key(value, goal.wanted) in self._shown for value in renamed)
        if known:
            self.note(goal)
        return known

    def refute(self, goal: Goal) -> Decision | None:
        """Try the samples."""
        for point in self.samples:
            if violates(goal, point):
                return Decision(False, "samples", point)
        return None

    def proves(self, goal: Goal) -> bool:
        """Tell whether a goal is met for all weights by its terms or by linear programs."""
        found = Decision(True) if self.by_terms(goal) else self.by_programs(goal)
        return found is not None and found.met is True

    def by_terms(self, goal: Goal) -> bool:
        """Replace each absolute value by a bound, so that no coefficient is negative."""
        if goal.wanted == ZERO:
            return False
        bound, absolute = goal.value.parted()
        open_terms = []
        for c, f in absolute:
            if len(c.signs()) > 1:
                return False
            if c.signs() == {1}:
                open_terms.append(c * f)
            else:
                bound += c * f.with_sizes()
        for term in open_terms:
            choices = [bound, bound + term, bound - term]
            bound = min(choices, key=lambda p: sum(-v for v in p.terms.values() if v < 0))
        if -1 in bound.signs():
            return False
        strict = self.question.assume.positive or ONE in bound.terms
        return goal.wanted == NONNEGATIVE or (bool(bound) and strict)

    def by_programs(self, goal: Goal, given: Point | None = None) -> Decision | None:
        """Decide a goal by linear programs over its monomials, which are ≥ 0 for all weights.

        A linear goal is decided exactly. Of another one the monomials are taken to be independent:
        if it is met even so it is met, otherwise nothing is known. `given` are weights that are
        tried, not quantified.
        """
        value = goal.value.at(given) if given else goal.value
        plain, absolute = value.parted()
        if goal.wanted != NONNEGATIVE or any(len(c.signs()) > 1 for c, _ in absolute):
            return None
        sizes = [_size(c, f) for c, f in absolute]
        monomials = {key for poly in (plain, *[f for _, f in sizes]) for key in poly.terms}
        linear = all(len(key) == 1 for key in monomials)
        concave = [size for size in sizes if size[0] < 0]
        if len(concave) > (MOST_SIGNS if linear else 0):
            return None
        free = {(v,): Fraction(1) for v in self.variables if not given or v not in given}
        unit = free if linear else dict.fromkeys(sorted(monomials), Fraction(1))
        if not unit:  # nothing is free, and the value is 0
            return None if monomials else Decision(True, "linear")
        rows = [row.terms for row in self.rows if linear and set(row.terms) <= set(free)]
        convex = tuple((c, f.terms) for c, f in sizes if c > 0)
        for signs in itertools.product((1, -1), repeat=len(concave)):
            turned = [f * (sign * c) for sign, (c, f) in zip(signs, concave, strict=True)]
            shifted = Poly.of(Poly.sum([plain, *turned]))
            try:
                least = minimise(Form(shifted.terms, convex), rows, unit, list(unit))
            except NoExactOptimum:
                return None
            if least.value < 0:
                return self._refuted_at(goal, least.point, given or {}) if linear else None
        return Decision(True, "linear")

    def _refuted_at(self, goal: Goal, found: Row, given: Point) -> Decision | None:
        point = {**{v: value for (v,), value in found.items()}, **given}
        polished = self.polished(goal, point, given)
        return Decision(False, "linear", polished) if self.admissible(polished) else None

    def polished(self, goal: Goal, point: Point, kept: Point) -> Point:
        """Return whole, strictly positive weights that still refute, the smallest that do."""
        free = [v for v in point if v not in kept]
        scale = lcm(*(point[v].denominator for v in free))
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
            return Decision(False, "smt", self.polished(goal, point, {}))
        return Decision(None)

    def _asked_of_z3(self, goal: Goal) -> tuple[bool, Point | None]:
        """Return whether no weights break a goal, and rational ones where z3 has some that do.

        Products of weights make this nonlinear arithmetic.
        """
        import z3

        reals = {v: z3.Real("_".join(map(str, v))) for v in self.variables}
        solver = z3.SolverFor("QF_NRA")
        solver.set("timeout", max(1, int(self.limits.left(SMT_SECONDS) * 1000)))
        solver.add(*[x > 0 if self.question.assume.positive else x >= 0 for x in reals.values()])
        for row in self.rows:
            solver.add(row.put_in(reals.__getitem__) >= 0)
        total = goal.value.put_in(reals.__getitem__)
        broken = {NONNEGATIVE: total < 0, ZERO: total != 0, NONZERO: total == 0}
        solver.add(broken[goal.wanted])
        answer = decided(solver)
        if answer != z3.sat:
            return answer == z3.unsat, None
        model = solver.model()
        return False, {v: number(model.eval(x, model_completion=True)) for v, x in reals.items()}


def _key(value: Poly, wanted: str) -> Any:
    return wanted, frozenset(value.terms.items())


def _called(names: Sequence[int], variable: Variable) -> Poly:
    """Return a weight after the item x got the name names[x − 1]; places have no names."""
    kind, *items = variable
    if kind == POSITIONS:
        return weight(*variable)
    return weight(kind, *sorted(names[item - 1] for item in items))


def _size(c: Poly, f: Poly) -> tuple[Number, Poly]:
    """Write c·|f|, where c has one sign, as a number times the absolute value of a polynomial."""
    if set(c.terms) == {ONE}:
        return c.terms[ONE], f
    return Fraction(min(c.signs())), c * f


def degrees(value: Poly, kind: str) -> set[int]:
    """Return the degrees in one kind of weights that occur in a value."""

    def found(poly: Poly) -> set[int]:
        return {sum(v[0] == kind for v in key) for key in poly.terms}

    plain, absolute = value.parted()
    degrees = found(plain)
    for c, f in absolute:
        inner = found(f)
        if len(inner) > 1:
            return degrees | {-1, -2}
        degrees |= {degree + min(inner) for degree in found(c)}
    return degrees


def number(value: Any) -> Fraction:
    """Return z3's number, or one close to it where it is algebraic: the caller checks it."""
    import z3

    if z3.is_algebraic_value(value):
        value = value.approx(20)
    return Fraction(value.numerator_as_long(), value.denominator_as_long())
