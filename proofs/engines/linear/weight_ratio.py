"""The smallest and largest footrule over Kendall, exactly, with rankings and weights that give it.

The largest: no ratio exceeds 2 where the rule F ≤ 2 K applies, so a witness with 2 settles it. The
smallest: for similarities a linear program for each ranking; elsewhere K ≤ F proves that no
ratio is below 1, and a witness settles it; otherwise the value stays open.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from axioms import find_axiom
from axioms.inequalities import Weighting
from metrics.language.weight_symbols import SIMILARITIES
from metrics.naming import BadInput
from proofs.core.limits import Limits, OutOfTime
from proofs.core.verdict import Measurement, Undefined
from proofs.core.weight_question import WeightQuestion
from proofs.engines.linear.programs import Form, minimise
from proofs.engines.linear.weight_cases import weights_shown
from proofs.engines.linear.weight_decide import Decider, value_at
from proofs.engines.linear.weight_goals import Goals
from proofs.engines.symbolic import weight_rules
from proofs.trusted.weight_replay import score

MOST_RANKINGS = 50_000


@dataclass(frozen=True)
class RationalValue:
    """An exact rational number, as reports want it."""

    number: Fraction

    def expression(self) -> Any:
        """Return the number for SymPy."""
        return sp.Rational(self.number.numerator, self.number.denominator)


def measure(question: WeightQuestion, limits: Limits) -> Measurement:
    """Return the smallest or largest F/K over rankings and weights."""
    started = time.monotonic()
    try:
        return _measured(question, limits, started)
    except OutOfTime as problem:
        seconds = time.monotonic() - started
        return Measurement(question, "linear", reason=str(problem), seconds=seconds)


def _measured(question: WeightQuestion, limits: Limits, started: float) -> Measurement:
    smallest = question.asked.name.endswith("_min")
    inequality = find_axiom("kendall_le_footrule" if smallest else "footrule_le_2kendall")
    related = replace(question, asked=inequality)
    goals = Goals(related, related.statements()[0])
    if goals.count() > MOST_RANKINGS:
        raise BadInput(f"n = {question.n} has {goals.count():,} cases: too many for this quantity.")
    if smallest and set(question.kinds) == {SIMILARITIES} and not question.weights:
        found, engine = _by_programs(related, goals, limits), "linear"
    else:
        found, engine = _by_samples(related, goals, limits, smallest), "cases"
    cases = goals.count()
    seconds = time.monotonic() - started
    undefined = Undefined(_without_value(related, goals))
    if found is None:
        return Measurement(question, engine, reason="undefined", cases=cases, seconds=seconds)
    value, witness = found
    settled = engine == "linear" or _settled(related, smallest, value)
    _insist(question, value, witness)
    if settled:
        return Measurement(
            question,
            engine,
            RationalValue(value),
            undefined=undefined,
            cases=cases,
            seconds=seconds,
            witness=witness,
        )
    word = "at most" if smallest else "at least"
    return Measurement(
        question,
        engine,
        undefined=undefined,
        cases=cases,
        seconds=seconds,
        witness=witness,
        reason=f"{word} {value}, by the witness; nothing proves that it is not "
        + ("smaller" if smallest else "larger"),
    )


def _without_value(question: WeightQuestion, goals: Goals) -> int:
    """Return how many cases have K = 0 whatever the free weights are."""
    kendalls = (_both(question, goals, assignment)[0] for assignment, _ in goals)
    return sum(not kendall.plain for kendall in kendalls)


def _settled(question: WeightQuestion, smallest: bool, value: Fraction) -> bool:
    """Tell whether a rule shows that no ratio is beyond the value."""
    if not question.variables():
        return True
    return weight_rules.inequality(question) is not None and value == (1 if smallest else 2)


def _insist(question: WeightQuestion, value: Fraction, witness: dict[str, Any]) -> None:
    """Evaluate the witness again, from the definitions."""
    from axioms.inequalities import F, K
    from metrics.language.terms import sigma, tau
    from proofs.trusted.replay import ReplayFailed

    above, below = (score(question, slot(sigma, tau), witness) for slot in (F, K))
    if above / below != sp.Rational(value.numerator, value.denominator):
        raise ReplayFailed(f"F/K at {witness} is {above / below}, not {value}.")


def _by_programs(question: WeightQuestion, goals: Goals, limits: Limits) -> Any:
    decider: Any = Decider(question, (), 1)
    best: Any = None
    total = goals.count()
    for done, (assignment, _) in enumerate(goals):
        limits.check()
        limits.progress(done, total)
        kendall, footrule = _both(question, goals, assignment)
        unit = decider.row(kendall.plain)
        if not unit:
            continue
        convex = tuple((c[()], decider.row(f)) for c, f in footrule.absolute)
        form = Form(decider.row(footrule.plain), convex)
        least = minimise(form, decider.rows, unit, len(decider.variables))
        if best is None or least.value < best[0]:
            point = dict(zip(decider.variables, least.point, strict=True))
            best = (least.value, _shown(question, assignment, point))
    return best


def _both(question: WeightQuestion, goals: Goals, assignment: Any) -> Any:
    from axioms.inequalities import F, K
    from metrics.language.terms import sigma, tau

    assert isinstance(question.subject, Weighting)
    return tuple(goals.value(slot(sigma, tau), assignment) for slot in (K, F))


def _by_samples(
    question: WeightQuestion, goals: Goals, limits: Limits, smallest: bool
) -> tuple[Fraction, dict[str, Any]] | None:
    samples = Decider(question, (), 1).samples or [{}]
    best: Any = None
    for done, (assignment, _) in enumerate(goals):
        limits.check()
        limits.progress(done, goals.count())
        kendall, footrule = _both(question, goals, assignment)
        for point in samples:
            below = value_at(kendall, point)
            if not below:
                continue
            ratio = value_at(footrule, point) / below
            if best is None or (ratio < best[0] if smallest else ratio > best[0]):
                best = (ratio, _shown(question, assignment, point))
    return best


def _shown(question: WeightQuestion, assignment: Any, point: Any) -> dict[str, Any]:
    shown = {name: list(ranking) for name, ranking in assignment.items()}
    return {**shown, **weights_shown(question, point)}
