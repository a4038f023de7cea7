"""Engine: every case, vectorised, in bounded memory.

The plain reading of a statement tries all points of all variables, block by
block along the first one (`proofs.search`). Plans read certain shapes of
statements faster (`proofs.plans`); each is an optimisation of the plain reading and is tested
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

import time
from dataclasses import replace
from math import factorial
from typing import Any

import sympy as sp

from axioms.axiom import Axiom
from proofs.evaluate import Unsupported
from proofs.limits import Limits, OutOfTime, Refusal
from proofs.plans import PLANS
from proofs.question import Question, Statement
from proofs.replay import Inconclusive, replay
from proofs.search import Outcome, Search
from proofs.shapes import rankings_of
from proofs.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Undefined, Verdict
from proofs.wholes import Undecidable

NAME = "exhaustive"
LARGEST_N = 11


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    if question.n > LARGEST_N and any(rankings_of(s.formula) for s in question.statements()):
        count = f"{factorial(question.n):,}" if question.n <= 30 else f"more than 10^{question.n}"
        return f"{question.n} items have {count} rankings, and it goes up to n = {LARGEST_N}"
    return None


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for its n."""
    reason = refuses(question, limits)
    if reason:
        raise Refusal(f"exhaustive refuses: {reason}. Ask for a smaller n.")
    started = time.perf_counter()
    search = Search(question, limits)
    verdict = _combine(question, search)
    return replace(verdict, seconds=time.perf_counter() - started)


def _combine(question: Question, search: Search) -> Verdict:
    assert isinstance(question.asked, Axiom)
    scope = Scope((question.n,))
    statements = question.statements()
    undecided: list[str] = []
    cases = judged = undefined = 0
    first_undefined = None
    checked: list[str] = []
    for statement in statements:
        try:
            outcome = decide(search, statement)
        except (Undecidable, Unsupported, OutOfTime) as problem:
            undecided.append(_why(problem, search.limits))
            continue
        cases += outcome.cases
        judged += outcome.judged
        undefined += outcome.undefined
        if first_undefined is None and outcome.first_undefined is not None:
            first_undefined = search.shown(statement, outcome.first_undefined)
        checked += [note for note in outcome.checked if note not in checked]
        if outcome.undefined and not outcome.judged:
            undecided.append(
                "undefined" if len(statements) == 1 else f"undefined: {statement.name}"
            )
            continue
        if outcome.true:
            continue
        found = None if outcome.witness is None else search.shown(statement, outcome.witness)
        try:
            replayed = replay(question, statement, _without(found, statement))
        except Inconclusive as problem:
            undecided.append(f"a counterexample could not be replayed exactly: {problem}")
            continue
        return Verdict(
            REFUTED,
            question,
            Scope((question.n,), question.n),
            NAME,
            replayed=replayed,
            part=statement.name if len(question.asked.parts) > 1 else None,
            undefined=Undefined(undefined, first_undefined),
            cases=cases,
            checked=tuple(checked),
        )
    common: dict[str, Any] = {
        "undefined": Undefined(undefined, first_undefined),
        "cases": cases,
        "checked": tuple(checked),
    }
    if undecided:
        return Verdict(UNDECIDED, question, scope, NAME, reason="; ".join(undecided), **common)
    caveats = () if judged or not statements else ("vacuous: no case satisfies the condition",)
    if not statements:
        caveats = ("vacuous: the metric admits no two neighbouring cut-offs at this n",)
    return Verdict(HOLDS, question, scope, NAME, caveats=caveats, **common)


def _why(problem: Exception, limits: Limits) -> str:
    if isinstance(problem, OutOfTime):
        return f"the time limit of {limits.seconds:g} s was reached"
    if isinstance(problem, Unsupported):
        return f"the exhaustive engine cannot read {problem}"
    return str(problem)


def _without(found: dict[str, Any] | None, statement: Statement) -> dict[str, Any] | None:
    fixed = dict(statement.fixed)
    return None if found is None else {k: v for k, v in found.items() if k not in fixed}


def decide(search: Search, statement: Statement, plans: Any = PLANS) -> Outcome:
    """Decide one statement, by the first plan that fits, else by the plain reading."""
    formula = statement.formula
    if formula == sp.true:
        return Outcome(True, checked=("the score cancels: true for every metric of this form",))
    for plan in plans:
        outcome = plan(search, formula)
        if outcome is not None:
            return outcome
    return search.plain(formula)
