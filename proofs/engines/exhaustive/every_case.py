"""Engine: every case, vectorised, in bounded memory.

The plain reading of a statement tries all points of all variables, block by
block along the first one (`search`). Plans read certain shapes of
statements faster (`plans`); each is an optimisation of the plain reading and is tested
against it:

- *one-to-one*: m(x) = m(y) ⇒ x = y is decided by sorting the scores;
- *invariance* under composition is checked on two generators of Sₙ;
- *without loss of generality σ = id*, after invariance has been verified here;
- *classes*: variables that are seen only through their scores are replaced by
  one representative for each distinct combination of scores;
- *collinear*: points lie on one line if all lie on the line through two of them.

Every plan finds the same first witness in lexicographic order.
"""

from __future__ import annotations

from dataclasses import replace
from math import factorial
from typing import Any

import sympy as sp

from axioms.language.shapes import rankings_of
from metrics.language.fold import Unread
from proofs.core.limits import Limits
from proofs.core.outcome import Outcome, conclude
from proofs.core.question import Question, Statement
from proofs.core.verdict import Verdict
from proofs.engines.exhaustive.plans import PLANS
from proofs.engines.exhaustive.search import Search
from proofs.exact.whole import Undecidable

NAME = "exhaustive"
LARGEST_N = 11


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    if question.n > LARGEST_N and any(rankings_of(f) for f in question.formulas()):
        count = f"{factorial(question.n):,}" if question.n <= 30 else f"more than 10^{question.n}"
        return f"{question.n} items have {count} rankings, and it goes up to n = {LARGEST_N}"
    return None


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
