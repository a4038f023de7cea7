"""Engine: ranking by ranking, each goal decided for all weights."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import factorial
from typing import Any

from axioms.language.formula import Scaled
from metrics.language.weight_symbols import ELEMENTS, POSITIONS, SIMILARITIES
from metrics.naming import BadInput
from proofs.core.limits import Limits
from proofs.core.outcome import VACUOUS, refuted
from proofs.core.question import Question, Statement
from proofs.core.verdict import HOLDS, UNDECIDED, Scope, Verdict
from proofs.engines.linear.weight_decide import Decider, degrees, value_at
from proofs.engines.linear.weight_goals import NONNEGATIVE, Goals
from proofs.engines.linear.weight_terms import Number, Witness, numbers, shown

NAME = "linear"
MOST_GOALS = 400_000
WAYS = {
    "auto": ("terms", "linear", "smt"),
    "linear": ("terms", "linear"),
    "smt": ("smt",),
}
TALLY = {
    "terms": "{} rankings by bounding their terms",
    "linear": "{} by exact linear programs, primal and dual checked in rationals",
    "smt": "{} by z3",
}


def answer(question: Question, limits: Limits, ways: str = "auto") -> Verdict:
    """Decide a question at one n by going through all rankings."""
    cases = Cases(question, WAYS[ways], limits)
    for statement in question.statements():
        scales = bool(statement.formula.atoms(Scaled))
        witness = cases.scaling(statement) if scales else cases.through(statement)
        if witness is not None:
            return cases.refuted(statement, witness)
    return cases.held()


def beyond(question: Question, statement: Statement) -> int:
    """Return how many cases a statement has, where they are too many to go through; else 0."""
    total = Goals(question, statement).count()
    return total if total > MOST_GOALS else 0


class Cases:
    """The cases of one question: how many were decided in which way, and what stayed open."""

    def __init__(self, question: Question, ways: Sequence[str], limits: Limits) -> None:
        self.question, self.limits = question, limits
        self.decider = Decider(question, ways, limits)
        self.count: Counter[str] = Counter()
        self.open: list[str] = []

    def refuted(self, statement: Statement, witness: Witness) -> Verdict:
        """Replay a witness, and return the verdict."""
        return refuted(self._verdict(), statement, witness)

    def held(self) -> Verdict:
        """Return the verdict where nothing was refuted."""
        return replace(
            self._verdict(),
            status=UNDECIDED if self.open else HOLDS,
            caveats=tuple(sorted(self.decider.caveats)),
            checked=self.tally(),
            reason="; ".join(self.open),
        )

    def _verdict(self) -> Verdict:
        n = self.question.n
        found = Verdict(UNDECIDED, self.question, Scope((n,)), self.engine())
        return replace(found, cases=self.count.total())

    def engine(self) -> str:
        """Return the dearest way that was needed."""
        return next((name for name in ("smt", "linear") if self.count[name]), NAME)

    def tally(self) -> tuple[str, ...]:
        """Say how many rankings were decided in which way."""
        parts = [text.format(self.count[name]) for name, text in TALLY.items() if self.count[name]]
        return (", ".join(parts),) if parts else ()

    def through(self, statement: Statement) -> Witness | None:
        """Return a witness against a statement, or None; what stays open is noted."""
        question, goals = self.question, Goals(self.question, statement)
        total, most = goals.count(), min(MOST_GOALS, self.limits.cases)
        if total > most:
            raise BadInput(
                f"{statement.name} at n = {question.n} has {total:,} cases, and up to "
                f"{most:,} are decided: n = {self._reached(most)} is in reach, or ask --n all."
            )
        found = self._tried(goals) if several_kinds(question) else None
        if found is not None:
            self.count["linear"] += 1
            return found
        before = self.count.total()
        witness, left = self.among(goals, 0, total)
        if witness is None:
            self.note(left, self.count.total() - before, total)
        return witness

    def _reached(self, most: int) -> int:
        """Return the largest n with so few cases."""
        smaller = (replace(self.question, n=size) for size in range(self.question.n - 1, 1, -1))
        every = ((one.n, [Goals(one, each) for each in one.statements()]) for one in smaller)
        return next((n for n, goals in every if all(g.count() <= most for g in goals)), 1)

    def among(self, goals: Goals, start: int, stop: int) -> tuple[Witness | None, list[str]]:
        """Go through a range of the cases; return the first witness, and what was left open."""
        left: list[str] = []
        for done, (assignment, goal) in enumerate(goals.among(start, stop)):
            self.limits.check()
            self.limits.progress(done, stop - start)
            decision = self.decider.decide(goal, renamings(assignment))
            self.count[decision.by] += 1
            if decision.met is False:
                return shown(self.question, assignment, decision.point), left
            if decision.met is None:
                left.append(str(assignment.get("sigma")))
        return None, left

    def note(self, left: Sequence[str], goals: int, total: int) -> None:
        """Note which cases of a statement stay open, and that it has no goal where it has none."""
        if not goals:
            self.decider.caveats.add(VACUOUS)
        if left:
            first = f"the first at σ = {left[0]}"
            self.open.append(f"{len(left)} of {total} cases stay open, {first}")

    def _tried(self, goals: Goals) -> Witness | None:
        """Try small whole weights for all but D; for each, a linear program in D is exact."""
        decider = self.decider
        items = [v for v in decider.variables if v[0] == ELEMENTS]
        costs = {v: Fraction(1) for v in decider.variables if v[0] == POSITIONS}
        every = list(goals) if goals.count() <= 720 else []
        if any(decider.refute(goal) for _, goal in every):
            return None  # the samples refute: they will be tried in order
        grids = itertools.product((1, 2), repeat=len(items) if self.question.n <= 5 else 0)
        for grid in grids:
            chosen = dict(zip(items, map(Fraction, grid or (1,) * len(items)), strict=True))
            for assignment, goal in reversed(every):
                self.limits.check()
                if goal.wanted != NONNEGATIVE:
                    return None
                found = decider.by_programs(goal, {**costs, **chosen})
                if found is not None and found.met is False:
                    return shown(self.question, assignment, found.point)
            if set(grid) <= {1}:
                every = [case for case in every if not decider.proves(case[1])]
        return None

    def scaling(self, statement: Statement) -> Witness | None:
        """Decide whether all values have one degree in each kind of weights."""
        question, n = self.question, self.question.n
        free = {name: x for name, x in question.parameters.items() if name not in question.weights}
        goals = Goals(replace(question, parameters=free), statement)
        if factorial(n) ** 2 > 20_000:
            raise BadInput(f"scale_free at n = {n} has too many cases: ask n ≤ 5, or --n all.")
        rankings = list(itertools.permutations(range(1, n + 1)))
        values = {(a, b): goals.at("m", (a, b)) for a in rankings for b in rankings}
        for kind in question.quantified:
            found = set().union(*(degrees(value, kind) for value in values.values()))
            if len(found) <= 1:
                continue
            for sample in self.decider.samples or [{}]:
                witness = _uneven(question, values, kind, {**numbers(question), **sample})
                if witness is not None:
                    return witness
            several = f"the values have several degrees in {kind}, and no witness was found"
            self.open.append(several)
            return None
        return None


def several_kinds(question: Question) -> bool:
    """Tell whether similarities come with other weights, so that small whole ones are tried."""
    kinds = question.quantified
    return len(kinds) > 1 and SIMILARITIES in kinds and not question.weights


def renamings(assignment: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Return renamings of items that may make one case of another: by a ranking, and backwards."""
    every = []
    for ranking in assignment.values():
        if isinstance(ranking, int):
            continue  # a place
        inverse = tuple(ranking.index(item) + 1 for item in range(1, len(ranking) + 1))
        for names in (ranking, inverse):
            every += [names, tuple(len(names) + 1 - name for name in names)]
    return list(dict.fromkeys(every))


def _uneven(
    question: Question, values: dict[Any, Any], kind: str, point: dict[Any, Number]
) -> Witness | None:
    """Return two pairs of rankings whose distances grow by different factors."""
    twice = {v: 2 * x if v[0] == kind else x for v, x in point.items()}
    seen: dict[Fraction, Any] = {}
    for pair, value in values.items():
        before = value_at(value, point)
        if before:
            seen.setdefault(value_at(value, twice) / before, pair)
    if len(seen) < 2:
        return None
    (a, b), (c, d) = list(seen.values())[:2]
    rankings = {"sigma": a, "tau": b, "mu": c, "nu": d}
    return {**shown(question, rankings, point), "scaled": kind, "t": "2"}
