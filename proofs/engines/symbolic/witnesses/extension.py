"""Witnesses for every n: extended by fixed places, or made of 1, …, n and n, …, 1.

Candidates are proposed here; the trusted room reads the statement at them with n unknown.
"""

from __future__ import annotations

import itertools
from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Score
from metrics.language.domains import PLACES, RANKINGS
from metrics.language.term_printing import letter
from proofs.core.growth import BACKWARDS, FORWARDS, Growth
from proofs.core.outcome import exemplifies, refutes
from proofs.core.question import Question
from proofs.core.verdict import Verdict

Found = tuple[Growth, list[str]]


def by_fixed_places(refuted: Verdict) -> Found | None:
    """Return the witness of a refutation with all further places fixed, if it refutes there."""
    replayed, question = refuted.replayed, refuted.question
    assert replayed is not None
    fixed = dict(replayed.statement.fixed)
    values = {k: v for k, v in (replayed.witness or {}).items() if k not in fixed}
    growth = Growth(question.n, values)
    return _refuting(
        refuted,
        growth,
        f"take the witness at n = {question.n} and let every further place be fixed",
    )


def by_turning(refuted: Verdict) -> Found | None:
    """Return rankings 1, …, n or n, …, 1 that refute for every n from some n on."""
    assert refuted.replayed is not None
    formula = refuted.replayed.statement.formula
    if not isinstance(formula, ForAll) or not all(map(RANKINGS.ranges, formula.variables)):
        return None
    names = [variable.name for variable in formula.variables]
    first = max(2, refuted.question.n)
    choices = list(itertools.product((FORWARDS, BACKWARDS), repeat=len(names)))
    for least, values in itertools.product((first, first + 1), choices):
        growth = Growth(least, dict(zip(names, values, strict=True)))
        named = ", ".join(f"{letter(name)} = ({value})" for name, value in growth.values.items())
        found = _refuting(refuted, growth, f"take {named}")
        if found is not None:
            return found
    return None


def _refuting(refuted: Verdict, growth: Growth, start: str) -> Found | None:
    assert refuted.replayed is not None
    question, formula = refuted.question, refuted.replayed.statement.formula
    values = refutes(question, formula, growth)
    if values is None:
        return None
    so = f"so the statement is false there for every n ≥ {growth.least} (n unknown)"
    return growth, [start, *_shown(question, values), so]


def example(question: Question, formula: Any) -> Found | None:
    """∃ places: return an example that, with all further places fixed, is one for every n."""
    if not isinstance(formula, Exists) or not all(map(PLACES.ranges, formula.variables)):
        return None
    conditions = [part for part in sp.And.make_args(formula.body) if not part.atoms(Score)]
    for places in itertools.product(range(1, question.n + 1), repeat=len(formula.variables)):
        chosen = dict(zip(formula.variables, map(sp.Integer, places), strict=True))
        if any(part.xreplace(chosen) == sp.false for part in conditions):
            continue
        growth = Growth(question.n, {place.name: int(at) for place, at in chosen.items()})
        values = exemplifies(question, formula, growth)
        if values is not None:
            named = ", ".join(f"{name} = {value}" for name, value in growth.values.items())
            so = f"so the statement is true there for every n ≥ {question.n} (n unknown)"
            return growth, [f"take {named}", *_shown(question, values), so]
    return None


def _shown(question: Question, values: list[tuple[Any, Any]]) -> list[str]:
    return [
        f"{question.text_of(node)} = {value if value.has(sp.Sum) else sp.simplify(value)}"
        for node, value in values
    ]
