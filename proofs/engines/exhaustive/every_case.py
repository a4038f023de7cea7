"""Engine: every case, vectorised, in bounded memory.

The plain reading of a statement tries all points of all variables, block by
block along the first one (`search`). Plans read certain shapes of
statements faster (`plans`); each is an optimisation of the plain reading and is tested
against it:

- *one-to-one*: m(x) = m(y) ⇒ x = y is decided by sorting the scores, or by groups of positions;
- *invariance* under composition is checked on two generators of Sₙ;
- *without loss of generality σ = id*, after invariance has been verified here;
- *classes*: variables that are seen only through their scores are replaced by
  one representative for each distinct combination of scores;
- *collinear*: points lie on one line if all lie on the line through two of them.

Every plan finds the same first witness in lexicographic order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from axioms.language.shapes import injective_shape, rankings_of
from metrics.language.fold import Unread
from proofs.core.limits import Limits
from proofs.core.outcome import Outcome, conclude
from proofs.core.question import Question, Statement
from proofs.core.verdict import Verdict
from proofs.engines.exhaustive.plans import PLANS
from proofs.engines.exhaustive.search import LARGEST_N, Search, too_many_rankings
from proofs.exact.whole import Undecidable

NAME = "exhaustive"


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    if question.n <= LARGEST_N:
        return None
    swept = [f for f in question.formulas() if rankings_of(f) and injective_shape(f) is None]
    return too_many_rankings(question.n) if swept else None


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for its n."""
    search = Search(question, limits)
    return conclude(question, NAME, lambda each: decide(search, each), (Undecidable, Unread))


def decide(search: Search, statement: Statement, plans: Any = PLANS) -> Outcome:
    """Decide one statement, by the first plan that fits, else by the plain reading."""
    formula = statement.formula
    if formula == sp.true:
        return Outcome(True, checked=("the score cancels: true for every metric of this form",))
    outcome = _read(search, formula, plans)
    if not outcome.undefined or outcome.witness is not None:
        return outcome
    return replace(outcome, undefined_for_equal=search.undefined_for_equal(formula))


def _read(search: Search, formula: Any, plans: Any) -> Outcome:
    for plan in plans:
        outcome = plan(search, formula)
        if outcome is not None:
            return outcome
    return search.plain(formula)
