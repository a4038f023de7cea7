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
from axioms.axiom import Weighting
from axioms.formula import ForAll
from metrics.language.weight_symbols import ASSUMED, SIMILARITIES
from metrics.naming import BadInput
from proofs.core.limits import Limits, OutOfTime
from proofs.core.outcome import replayed_values
from proofs.core.question import Question, Statement
from proofs.core.verdict import Measurement, Undefined
from proofs.engines.linear.programs import Form, minimise
from proofs.engines.linear.unknowns import unknowns
from proofs.engines.linear.weight_cases import weights_shown
from proofs.engines.linear.weight_decide import Decider, value_at
from proofs.engines.linear.weight_goals import Goals
from proofs.engines.symbolic import weight_rules

NAME = "linear"
MOST_RANKINGS = 50_000
LIMIT = "some weight shown is 0: positive weights come as near to this as one likes"


@dataclass(frozen=True)
class RationalValue:
    """An exact rational number, as reports want it."""

    number: Fraction

    def expression(self) -> Any:
        """Return the number for SymPy."""
        return sp.Rational(self.number.numerator, self.number.denominator)


def measure(question: Question, limits: Limits) -> Measurement:
    """Return the smallest or largest F/K over rankings and weights."""
    started = time.monotonic()
    try:
        return _measured(question, limits, started)
    except OutOfTime as problem:
        seconds = time.monotonic() - started
        return Measurement(question, NAME, reason=str(problem), seconds=seconds)


def _measured(question: Question, limits: Limits, started: float) -> Measurement:
    smallest = question.asked.name.endswith("_min")
    inequality = find_axiom("kendall_le_footrule" if smallest else "footrule_le_2kendall")
    related = replace(question, asked=inequality)
    goals = Goals(related, related.statements()[0])
    if goals.count() > MOST_RANKINGS:
        raise BadInput(f"n = {question.n} has {goals.count():,} cases: too many for this quantity.")
    if smallest and set(question.quantified) == {SIMILARITIES} and not question.weights:
        found, proved = _by_programs(related, goals, limits), True
    else:
        found, proved = _by_samples(related, goals, limits, smallest), False
    cases = goals.count()
    seconds = time.monotonic() - started
    undefined = Undefined(_without_value(related, goals))
    if found is None:
        return Measurement(question, NAME, reason="undefined", cases=cases, seconds=seconds)
    value, witness = found
    settled = proved or _settled(related, smallest, value)
    _insist(_closed(question), value, witness)
    approached = question.assume.positive and _has_zero(witness)
    if settled:
        return Measurement(
            question,
            NAME,
            RationalValue(value),
            undefined=undefined,
            cases=cases,
            seconds=seconds,
            caveats=(LIMIT,) if approached else (),
            witness=witness,
            approached=approached,
        )
    word = "at most" if smallest else "at least"
    return Measurement(
        question,
        NAME,
        undefined=undefined,
        cases=cases,
        seconds=seconds,
        caveats=(LIMIT,) if approached else (),
        witness=witness,
        approached=approached,
        reason=f"{word} {value}, by the witness; nothing proves that it is not "
        + ("smaller" if smallest else "larger"),
    )


def _without_value(question: Question, goals: Goals) -> int:
    """Return how many cases have K = 0 whatever the free weights are."""
    kendalls = (_both(question, goals, assignment)[0] for assignment, _ in goals)
    return sum(not kendall.plain for kendall in kendalls)


def _settled(question: Question, smallest: bool, value: Fraction) -> bool:
    """Tell whether a rule shows that no ratio is beyond the value."""
    if not unknowns(question):
        return True
    return weight_rules.inequality(question) is not None and value == (1 if smallest else 2)


def _closed(question: Question) -> Question:
    """Return the question with weights that may be 0: a bound may be reached there only."""
    words = [word for word in ASSUMED if word in question.parameters.get("assume", "")]
    return question.with_values(assume=",".join(word for word in words if word != "positive"))


def _has_zero(witness: dict[str, Any]) -> bool:
    """Tell whether some weight of a witness is 0; the diagonal of D is always."""
    rows = witness.get("similarity", [])
    apart = [entry for x, row in enumerate(rows) for y, entry in enumerate(row) if x != y]
    weights = [*witness.get("w", []), *witness.get("delta", []), *apart]
    return any(Fraction(one) == 0 for one in weights)


def _insist(question: Question, value: Fraction, witness: dict[str, Any]) -> None:
    """Evaluate the witness again, from the definitions."""
    from axioms.inequalities import F, K
    from metrics.language.terms import sigma, tau

    above, below = F(sigma, tau), K(sigma, tau)
    ratio = sp.Rational(value.numerator, value.denominator)
    another = sp.Or(sp.Eq(below, 0), sp.Ne(above, ratio * below))
    replayed_values(question, Statement("another ratio", ForAll(sigma, tau, another)), witness)


def _by_programs(question: Question, goals: Goals, limits: Limits) -> Any:
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


def _both(question: Question, goals: Goals, assignment: Any) -> Any:
    from axioms.inequalities import F, K
    from metrics.language.terms import sigma, tau

    assert isinstance(question.subjects[0], Weighting)
    return tuple(goals.value(slot(sigma, tau), assignment) for slot in (K, F))


def _by_samples(
    question: Question, goals: Goals, limits: Limits, smallest: bool
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


def _shown(question: Question, assignment: Any, point: Any) -> dict[str, Any]:
    shown = {name: list(ranking) for name, ranking in assignment.items()}
    return {**shown, **weights_shown(question, point)}
