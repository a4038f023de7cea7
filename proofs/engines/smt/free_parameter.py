"""Engine: a persistence p that is left free, for every 0 < p < 1, at small n.

Scores are polynomials in p. Some rational p are tried first; if none refutes, z3 and cvc5 are
asked whether any real p does. A counterexample that exists only at an irrational p is reported,
but is not called REFUTED: a witness is rational.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import factorial
from typing import Any

import sympy as sp

from axioms.formula import ForAll, Score
from axioms.shapes import all_variables
from metrics.language.terms import Ranking, p
from proofs.core.limits import Limits, Refusal
from proofs.core.outcome import GaveUp, Outcome, conclude
from proofs.core.question import Question, Statement
from proofs.core.verdict import REFUTED, Verdict
from proofs.engines.exhaustive import every_case as exhaustive
from proofs.script.free_metric import Spelled, cases
from proofs.script.smtlib import conjunction, negation
from proofs.script.solvers import SAT, UNSAT, consult
from proofs.trusted.replay import Replayer, Undefined

NAME = "smt"
EXPANSION_LIMIT = 20_000
TRIED = sorted(
    {Fraction(a, b) for b in range(2, 11) for a in range(1, b)}, key=lambda f: f.denominator
)


def is_free(question: Question) -> bool:
    """Tell whether the persistence of a question is left free."""
    return question.parameters.get("p") == p


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for every 0 < p < 1."""
    started = time.perf_counter()
    for statement in question.statements():
        count = 1
        for variable in all_variables(statement.formula):
            count *= factorial(question.n) if isinstance(variable, Ranking) else question.n
        if count > EXPANSION_LIMIT:
            raise Refusal(
                f"with p left free, n = {question.n} makes {count:,} cases and the limit is "
                f"{EXPANSION_LIMIT:,}. Ask for a smaller n, or give --p, for example --p 4/5."
            )
    for value in TRIED:
        fixed = replace(question, parameters={**question.parameters, "p": str(value)})
        found = exhaustive.answer(fixed, limits)
        if found.status == REFUTED:
            note = f"p was left free, and p = {value} refutes"
            seconds = time.perf_counter() - started
            return replace(found, checked=(*found.checked, note), seconds=seconds)
    seconds = 20.0 if limits.seconds is None else limits.seconds
    verdict = conclude(question, NAME, lambda statement: _every_p(question, statement, seconds))
    return replace(verdict, seconds=time.perf_counter() - started)


def _every_p(question: Question, statement: Statement, seconds: float) -> Outcome:
    formula = statement.formula
    if formula == sp.true:
        return Outcome(True)
    try:
        condition = negation(Polynomials(question.n, question).truth(formula, {}))
    except (Undefined, sp.PolynomialError):
        raise GaveUp("a score is undefined somewhere, or no polynomial in p") from None
    text = "\n".join(
        [
            "(set-logic ALL)",
            "(declare-const p Real)",
            "(assert (and (< 0 p) (< p 1)))",
            f"(assert {condition})",
            "(check-sat)",
            "",
        ]
    )
    replies = consult(text, seconds)
    evidence = {
        "scripts": [
            {
                "text": text,
                "answer": replies["z3"].answer,
                "solvers": {name: reply.version for name, reply in replies.items()},
            }
        ]
    }
    agreed = [name for name, reply in replies.items() if reply.answer == UNSAT]
    if replies["z3"].answer == UNSAT:
        caveats = () if len(agreed) > 1 else ("z3 alone: cvc5 gave no answer",)
        note = f"no 0 < p < 1 refutes: {' and '.join(agreed)}"
        return Outcome(True, checked=(note,), caveats=caveats, evidence=evidence)
    if replies["z3"].answer == SAT:
        raise GaveUp(
            "some real p refutes, but none of the rational p tried does; p is irrational or has a "
            "large denominator"
        )
    raise GaveUp(f"z3: {replies['z3'].reason}")


class Polynomials(Spelled):
    """Writes statements whose scores are polynomials in p."""

    def __init__(self, n: int, question: Question) -> None:
        super().__init__(n)
        object.__setattr__(self, "replayer", Replayer(question))

    def truth(self, formula: Any, known: Mapping[str, Any]) -> str:
        """Write a formula; equal cases once."""
        if isinstance(formula, ForAll):
            parts = (
                self.truth(formula.body, {**known, **case})
                for case in cases(formula.variables, self.n)
            )
            return conjunction(dict.fromkeys(parts))
        return super().truth(formula, known)

    def term(self, e: Any, known: Mapping[str, Any]) -> str:
        """Write a term; a score is a polynomial."""
        if isinstance(e, Score):
            value = self.replayer.score(e, known)  # type: ignore[attr-defined]
            return polynomial(sp.Poly(sp.expand(value), p))
        return super().term(e, known)


def polynomial(poly: sp.Poly) -> str:
    """Write a polynomial in p with rational coefficients.

    >>> polynomial(sp.Poly(p**2 / 2 - 1, p))
    '(+ (* (/ 1 2) p p) (- 1))'
    """
    parts = []
    for (power,), coefficient in poly.terms():
        number = _rational(coefficient)
        parts.append(f"(* {number} {' '.join(['p'] * power)})" if power else number)
    return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"


def _rational(value: Any) -> str:
    size = str(abs(value.p)) if value.q == 1 else f"(/ {abs(value.p)} {value.q})"
    return size if value >= 0 else f"(- {size})"
