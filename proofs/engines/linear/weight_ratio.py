"""The smallest and largest footrule over Kendall, exactly, with rankings and weights that give it.

The largest: no ratio exceeds 2 where the rule F ≤ 2 K applies, so a witness with 2 settles it. The
smallest: for similarities a linear program for each ranking; elsewhere K ≤ F proves that no
ratio is below 1, and a witness settles it; otherwise the value stays open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy as sp

from axioms.axiom import Quantity
from axioms.inequalities import (
    F,
    K,
    footrule_le_2kendall,
    footrule_over_kendall_max,
    footrule_over_kendall_min,
    kendall_le_footrule,
)
from axioms.language.formula import ForAll
from metrics.language.terms import sigma, tau
from metrics.language.weight_symbols import ASSUMED, SIMILARITIES
from metrics.naming import BadInput
from proofs.core.limits import Limits
from proofs.core.outcome import replay
from proofs.core.question import Question, Statement
from proofs.core.verdict import Measurement, Undefined
from proofs.engines.linear.programs import Form, minimise
from proofs.engines.linear.weight_cases import renamings
from proofs.engines.linear.weight_decide import Decider, Point, value_at
from proofs.engines.linear.weight_goals import NONNEGATIVE, Goal, Goals
from proofs.engines.linear.weight_terms import ONE, Poly, numbers, shown, unknowns
from proofs.engines.symbolic import weight_proofs
from proofs.exact.numbers import Exact

NAME = "linear"
MOST_RANKINGS = 50_000
LIMIT = "some weight shown is 0: positive weights come as near to this as one likes"


def measure(question: Question, limits: Limits) -> Measurement:
    """Return the smallest or largest F/K over rankings and weights."""
    assert isinstance(question.asked, Quantity)
    smallest = question.asked.value == footrule_over_kendall_min.value
    if not smallest and question.asked.value != footrule_over_kendall_max.value:
        raise BadInput(f"{question.asked.name}: of a weighting only the extremes of F/K are found.")
    bounded_by = kendall_le_footrule if smallest else footrule_le_2kendall
    related = replace(question, asked=bounded_by)
    upper, factor = weight_proofs.bound(related)
    goals = Goals(related, related.statements()[0])
    cases = goals.count()
    if cases > MOST_RANKINGS:
        raise BadInput(f"n = {question.n} has {cases:,} cases: too many for this quantity.")
    linear = smallest and set(question.quantified) == {SIMILARITIES} and not question.weights
    ratios = _least_ratio if linear else _sampled_ratios
    decider = Decider(related, (), limits)
    best: tuple[Fraction, dict[str, Any], Point] | None = None
    undefined = 0
    for done, (assignment, _) in enumerate(goals):
        limits.check()
        limits.progress(done, cases)
        kendall, footrule = (goals.value(slot(sigma, tau), assignment) for slot in (K, F))
        undefined += not kendall
        none_less = Goal(NONNEGATIVE, footrule - kendall * (best[0] if best else 0))
        if linear and best and decider.is_known(none_less, renamings(assignment)):
            continue
        for ratio, point in ratios(decider, kendall, footrule):
            if best is None or (ratio < best[0] if smallest else ratio > best[0]):
                best = (ratio, assignment, point)
            elif linear:
                decider.note(none_less)
    measured = Measurement(question, NAME, cases=cases)
    if best is None:
        return replace(measured, reason="undefined")
    value, assignment, point = best
    witness = shown(related, assignment, point)
    _insist(_closed(question), value, witness)
    approached = question.assume.positive and 0 in {**numbers(question), **point}.values()
    measured = replace(
        measured,
        undefined=Undefined(undefined),
        witness=witness,
        caveats=(LIMIT,) if approached else (),
        approached=approached,
    )
    if linear or _settled(related, factor if upper else 1 / factor, value):
        return replace(measured, exact=Exact.rational(value))
    word, beyond = ("at most", "smaller") if smallest else ("at least", "larger")
    reason = f"{word} {value}, by the witness; nothing proves that it is not {beyond}"
    return replace(measured, reason=reason)


def _settled(question: Question, bound: Any, value: Fraction) -> bool:
    """Tell whether a rule shows that no ratio is beyond the value."""
    if not unknowns(question):
        return True
    return value == bound and weight_proofs.proved(question) is not None


def _closed(question: Question) -> Question:
    """Return the question with weights that may be 0: a bound may be reached there only."""
    words = [word for word in ASSUMED if word in question.parameters.get("assume", "")]
    return question.with_values(assume=",".join(word for word in words if word != "positive"))


def _insist(question: Question, value: Fraction, witness: dict[str, Any]) -> None:
    """Evaluate the witness again, from the definitions."""
    above, below = F(sigma, tau), K(sigma, tau)
    ratio = sp.Rational(value.numerator, value.denominator)
    another = sp.Or(sp.Eq(below, 0), sp.Ne(above, ratio * below))
    replay(question, Statement("another ratio", ForAll(sigma, tau, another)), witness)


def _least_ratio(
    decider: Decider, kendall: Poly, footrule: Poly
) -> Iterator[tuple[Fraction, Point]]:
    """Return the least F/K at two rankings, by a linear program with K = 1."""
    if kendall:
        plain, absolute = footrule.parted()
        form = Form(plain.terms, tuple((c.terms[ONE], f.terms) for c, f in absolute))
        columns = [(v,) for v in decider.variables]
        least = minimise(form, [row.terms for row in decider.rows], kendall.terms, columns)
        yield least.value, {v: x for (v,), x in least.point.items()}


def _sampled_ratios(
    decider: Decider, kendall: Poly, footrule: Poly
) -> Iterator[tuple[Fraction, Point]]:
    """Return F/K at two rankings for a few weights."""
    for point in decider.samples or [{}]:
        below = value_at(kendall, point)
        if below:
            yield value_at(footrule, point) / below, point
