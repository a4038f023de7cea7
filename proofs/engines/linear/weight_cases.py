"""Engine: ranking by ranking, each goal decided for all weights."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from axioms.formula import Scaled
from metrics.language.weight_symbols import ELEMENTS, POSITIONS, SIMILARITIES
from metrics.naming import BadInput
from proofs.core.limits import Limits, OutOfTime
from proofs.core.outcome import refuted
from proofs.core.question import Question, Statement
from proofs.core.verdict import HOLDS, UNDECIDED, Scope, Verdict
from proofs.engines.linear.unknowns import numbers
from proofs.engines.linear.weight_decide import Decider, Decision, degrees, value_at
from proofs.engines.linear.weight_goals import Goals

NAME = "linear"
MOST_GOALS = 400_000
WAYS = {
    "auto": ("terms", "linear", "smt"),
    "linear": ("terms", "linear"),
    "smt": ("smt",),
}
SMT_SECONDS = 10.0


def answer(question: Question, limits: Limits, ways: str = "auto") -> Verdict:
    """Decide a question at one n; without time left it is undecided."""
    started = time.monotonic()
    try:
        verdict = by_cases(question, WAYS[ways], limits)
    except OutOfTime:
        scope = Scope((question.n,))
        verdict = Verdict(UNDECIDED, question, scope, NAME, reason="the time limit")
    return replace(verdict, seconds=time.monotonic() - started)


def by_cases(question: Question, ways: Sequence[str], limits: Limits) -> Verdict:
    """Decide a question at one n by going through all rankings."""
    verdict = Verdict(UNDECIDED, question, Scope((question.n,)), "")
    count: Counter[str] = Counter()
    undecided: list[str] = []
    decider = Decider(question, ways, SMT_SECONDS)
    for statement in question.statements():
        if statement.formula.atoms(Scaled):
            witness, trouble = _scaling(question, statement, decider)
        else:
            witness, trouble = _through(question, statement, decider, limits, count)
        if witness is not None:
            cases = sum(count.values())
            return refuted(replace(verdict, engine=_engine(count), cases=cases), statement, witness)
        undecided += [trouble] if trouble else []
    verdict = replace(
        verdict,
        engine=_engine(count),
        cases=sum(count.values()),
        caveats=tuple(sorted(decider.caveats)),
        checked=_tally(count),
    )
    if undecided:
        return replace(verdict, status=UNDECIDED, reason="; ".join(undecided))
    return replace(verdict, status=HOLDS)


def _engine(count: Counter[str]) -> str:
    for name in ("smt", "linear"):
        if count[name]:
            return name
    return NAME


def _tally(count: Counter[str]) -> tuple[str, ...]:
    shown = {
        "terms": "{} rankings by bounding their terms",
        "linear": "{} by exact linear programs, primal and dual checked in rationals",
        "smt": "{} by z3",
    }
    parts = [text.format(count[name]) for name, text in shown.items() if count[name]]
    return (", ".join(parts),) if parts else ()


def _through(
    question: Question,
    statement: Statement,
    decider: Decider,
    limits: Limits,
    count: Counter[str],
) -> tuple[dict[str, Any] | None, str]:
    """Return a witness, or what stayed open."""
    goals = Goals(question, statement)
    total = goals.count()
    if total > min(MOST_GOALS, limits.cases):
        raise BadInput(
            f"{statement.name} at n = {question.n} has {total:,} cases: too many. "
            "Ask a smaller n, or --n all."
        )
    nothing = ""
    kinds = question.quantified
    if len(kinds) > 1 and SIMILARITIES in kinds and not question.weights:
        found = _tried(goals, decider, limits)
        if found is not None:
            count["linear"] += 1
            return found, nothing
    open_cases: list[str] = []
    for done, (assignment, goal) in enumerate(goals):
        limits.check()
        limits.progress(done, total)
        decision = decider.decide(goal)
        if decision.met is False:
            count[decision.by] += 1
            return _witness(question, assignment, decision), nothing
        if decision.met is None:
            open_cases.append(str(assignment.get("sigma")))
        count[decision.by] += 1
    if open_cases:
        return (
            None,
            f"{len(open_cases)} of {total} cases stay open, the first at σ = {open_cases[0]}",
        )
    return None, nothing


def _tried(goals: Goals, decider: Decider, limits: Limits) -> dict[str, Any] | None:
    """Try small whole weights for all but D; for each, a linear program in D is exact."""
    others = [v for v in decider.variables if v[0] != SIMILARITIES]
    items = [v for v in others if v[0] == ELEMENTS]
    costs = {v: Fraction(1) for v in others if v[0] == POSITIONS}
    every = list(goals) if goals.count() <= 720 else []
    if any(decider.refute(goal) for _, goal in every):
        return None  # the samples refute: they will be tried in order
    grids = itertools.product((1, 2), repeat=len(items) if goals.question.n <= 5 else 0)
    for grid in grids:
        chosen = dict(zip(items, map(Fraction, grid or (1,) * len(items)), strict=True))
        for assignment, goal in reversed(every):
            limits.check()
            if goal.wanted != "≥ 0":
                return None
            found = decider.by_linear(goal, {**costs, **chosen})
            if found is not None and found.met is False:
                return _witness(goals.question, assignment, found)
        if set(grid) <= {1}:
            every = [case for case in every if not decider.proves(case[1])]
    return None


def _witness(question: Question, assignment: dict[str, Any], decision: Decision) -> dict[str, Any]:
    """Return rankings and weights as they are shown."""
    shown: dict[str, Any] = {name: list(ranking) for name, ranking in assignment.items()}
    return {**shown, **weights_shown(question, decision.point or {})}


def weights_shown(question: Question, point: dict[Any, Fraction]) -> dict[str, Any]:
    """Return weights as exact text: lists, and D as a matrix."""
    values, n = {**numbers(question), **point}, question.n
    shown: dict[str, Any] = {}
    if ELEMENTS in question.quantified:
        shown[ELEMENTS] = [str(values[ELEMENTS, x]) for x in range(1, n + 1)]
    if POSITIONS in question.quantified:
        shown[POSITIONS] = [str(values[POSITIONS, j]) for j in range(2, n + 1)]
    if SIMILARITIES in question.quantified:
        shown[SIMILARITIES] = [
            [
                str(values[SIMILARITIES, min(x, y), max(x, y)]) if x != y else "0"
                for y in range(1, n + 1)
            ]
            for x in range(1, n + 1)
        ]
    return shown


def _scaling(
    question: Question, statement: Statement, decider: Decider
) -> tuple[dict[str, Any] | None, str]:
    """Decide whether all values have one degree in each kind of weights."""
    n = question.n
    opener = Goals(question, Statement("symmetry", _pairs_formula())).openers["m"]
    rankings = list(itertools.permutations(range(1, n + 1)))
    if len(rankings) ** 2 > 20_000:
        raise BadInput(f"scale_free at n = {n} has too many cases: ask n ≤ 5, or --n all.")
    values = {(a, b): opener.at((a, b)) for a in rankings for b in rankings}
    for kind in question.quantified:
        found = set().union(*(degrees(value, kind) for value in values.values()))
        if len(found) <= 1:
            continue
        for sample in decider.samples or [{}]:
            witness = _uneven(question, values, kind, {**numbers(question), **sample})
            if witness is not None:
                return witness, ""
        return None, f"the values have several degrees in {kind}, and no witness was found"
    return None, ""


def _uneven(
    question: Question, values: dict[Any, Any], kind: str, point: dict[Any, Fraction]
) -> dict[str, Any] | None:
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
    shown = {"sigma": list(a), "tau": list(b), "mu": list(c), "nu": list(d)}
    return {**shown, **weights_shown(question, point), "scaled": kind, "t": "2"}


def _pairs_formula() -> Any:
    from axioms import find_axiom

    return find_axiom("symmetry").parts[0].statement  # type: ignore[union-attr]
