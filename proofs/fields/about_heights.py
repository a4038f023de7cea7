"""Questions about the area with heights h₁, …, hₙ > 0, given or left free.

With given heights the metric is an ordinary one. Left free, each score is a linear form in the
heights: the statement is spelled out over all rankings, and z3 is asked for heights that refute
it, checked by cvc5. Heights that refute are put into the metric, and the counterexample is then
found and replayed as for any other metric.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import factorial
from typing import Any

import sympy as sp

from axioms.axiom import Axiom, Quantity
from axioms.formula import ForAll, Score
from axioms.shapes import all_variables
from metrics import find_metric
from metrics.free_heights import FREE, HeightMetric
from metrics.language.terms import ITEMS, Ranking
from metrics.metric import Metric
from metrics.naming import BadInput
from metrics.point_curve import curve
from proofs.core.limits import Limits, Refusal
from proofs.core.outcome import GaveUp, Outcome, conclude
from proofs.core.question import Question, Statement, check_subjects
from proofs.core.verdict import REFUTED, Measurement, Verdict
from proofs.engines.exhaustive import every_case as exhaustive
from proofs.script.free_metric import Spelled, cases
from proofs.script.smtlib import conjunction, negation, number
from proofs.script.solvers import SAT, UNSAT, Disagreement, Reply, consult
from proofs.trusted.replay import listing

NAME = "smt"
EXPANSION_LIMIT = 20_000
SECONDS = 60.0


def ask(
    declared: Axiom | Quantity,
    subjects: Sequence[str | Metric],
    *,
    n: int | str | Iterable[int],
    engine: str,
    limits: Limits,
    cross: bool,
    convention: str,
    **given: Any,
) -> Verdict | Measurement:
    """Answer a question about a metric with heights."""
    from proofs.core.asking import decide, measure, walk

    templates = [s if isinstance(s, Metric) else find_metric(s) for s in subjects]
    if not any(isinstance(metric, HeightMetric) for metric in templates):
        raise BadInput(f"{declared.name} is about a metric with heights: ask it of area_free.")
    check_subjects(declared, tuple(templates))
    given.setdefault("heights", FREE)
    free = given["heights"] == FREE
    if not free and not isinstance(given["heights"], str):
        given["heights"] = ",".join(map(_plain, given["heights"]))
    if isinstance(n, str):
        raise BadInput("heights belong to one n: give --n 3; for every n ask area or area_h.")
    sizes = [n] if isinstance(n, int) else list(n)

    def question(size: int) -> Question:
        metrics = tuple(metric.filled(size, given) for metric in templates)
        return Question(declared, metrics, size, dict(given), convention)

    if isinstance(declared, Quantity):
        if free or len(sizes) != 1:
            raise BadInput(f"{declared.name} needs one n and heights: add --heights 1,1/2,1/3.")
        return measure(question(sizes[0]), engine, limits, None, None)
    if engine in ("symbolic", "sampling") or (free and engine == "exhaustive"):
        raise BadInput(f"the engine {engine!r} reads no free heights: add --heights, or use smt.")
    if free and len(templates) > 1:
        raise BadInput("free heights are asked of one metric: add --heights, for example 1,1/2.")
    questions = [question(size) for size in sizes]
    if free:
        return walk(questions, lambda one: answer(one, limits))
    return walk(questions, lambda one: decide(one, engine, limits, cross))


def _plain(value: Any) -> str:
    """Return a height as text; a float keeps its point, to be refused where heights are read."""
    if isinstance(value, float):
        raise BadInput(
            f"the height {value} is a float. Write it exactly, for example "
            f"{Fraction(value).limit_denominator(1000)}."
        )
    return str(value)


def with_heights(question: Question, heights: Sequence[Fraction]) -> Question:
    """Return the question with given heights in the place of free ones."""
    given = {**question.parameters, "heights": ",".join(map(str, heights))}
    metrics = tuple(metric.filled(question.n, given) for metric in question.metrics)
    return replace(question, metrics=metrics, parameters=given)


def samples(n: int) -> list[list[Fraction]]:
    """Return the heights that the paper names: 1 for every depth, and 1/i."""
    return [[Fraction(1)] * n, [Fraction(1, depth) for depth in range(1, n + 1)]]


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for all positive heights."""
    started = time.perf_counter()
    for statement in question.statements():
        _insist_small(question, statement)
    for heights in samples(question.n):
        found = _refuted(question, heights, limits)
        if found is not None:
            return replace(found, seconds=time.perf_counter() - started)
    seconds = SECONDS if limits.seconds is None else limits.seconds
    models: list[list[Fraction]] = []
    verdict = conclude(question, NAME, lambda s: _every_height(question, s, seconds, models))
    for heights in models:
        found = _refuted(question, heights, limits)
        if found is None:
            raise Disagreement(f"{question.text()}: z3 says that {heights} refute it, and not so")
        verdict = found
        break
    return replace(verdict, seconds=time.perf_counter() - started)


def _insist_small(question: Question, statement: Statement) -> None:
    count = 1
    for variable in all_variables(statement.formula):
        count *= factorial(question.n) if isinstance(variable, Ranking) else question.n
    if count > EXPANSION_LIMIT:
        raise Refusal(
            f"with free heights, n = {question.n} makes {count:,} cases and the limit is "
            f"{EXPANSION_LIMIT:,}. Ask for a smaller n, or give --heights."
        )


def _refuted(question: Question, heights: list[Fraction], limits: Limits) -> Verdict | None:
    found = exhaustive.answer(with_heights(question, heights), limits)
    if found.status != REFUTED:
        return None
    shown = ", ".join(map(str, heights))
    note = f"the heights were left free, and h = ({shown}) refute"
    return replace(found, checked=(*found.checked, note))


def _every_height(
    question: Question, statement: Statement, seconds: float, models: list[list[Fraction]]
) -> Outcome:
    names = [f"h{depth}" for depth in range(1, question.n + 1)]
    claim = LinearForms(question.n, question.convention).truth(statement.formula, {})
    text = "\n".join(
        [
            "(set-logic ALL)",
            *[f"(declare-const {name} Real)\n(assert (> {name} 0))" for name in names],
            f"(assert {negation(claim)})",
            "(check-sat)",
            "",
        ]
    )
    replies = consult(text, seconds)
    found = replies["z3"].answer
    versions = {name: reply.version for name, reply in replies.items()}
    evidence = {"scripts": [{"text": text, "answer": found, "solvers": versions}]}
    if found == UNSAT:
        agreed = [name for name, reply in replies.items() if reply.answer == UNSAT]
        caveats = () if len(agreed) > 1 else ("z3 alone: cvc5 gave no answer",)
        note = f"no heights h > 0 refute: {' and '.join(agreed)}"
        return Outcome(True, checked=(note,), caveats=caveats, evidence=evidence)
    if found == SAT:
        models.append(_heights(replies["z3"], names))
        raise GaveUp("some heights refute")
    raise GaveUp(f"z3: {replies['z3'].reason}")


def _heights(reply: Reply, names: list[str]) -> list[Fraction]:
    """Decode a model: exact rationals; a height that does not matter is 1."""
    values = [reply.model.get(name, "1") for name in names]
    if None in values:
        raise GaveUp("some heights refute, but they are irrational")
    return [Fraction(value) for value in values]


class LinearForms(Spelled):
    """Writes statements whose scores are linear forms in the heights."""

    def __init__(self, n: int, convention: str) -> None:
        super().__init__(n)
        object.__setattr__(self, "convention", convention)

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
        """Write a term; a score is a linear form."""
        if isinstance(e, Score):
            one, two = (listing(term, known, self.n) for term in e.listings)
            return linear_form(one, two, self.convention)  # type: ignore[attr-defined]
        if isinstance(e, sp.Rational) and not e.is_Integer:
            return f"(/ {number(int(e.p))} {int(e.q)})"
        return super().term(e, known)


@cache
def linear_form(sigma: tuple[int, ...], tau: tuple[int, ...], convention: str) -> str:
    """Write the area of two rankings as a linear form in h1, h2, ….

    >>> linear_form((1, 2), (2, 1), "items")
    '(/ (+ (* 1 h1) (* 1 h2)) 2)'
    """
    if convention != ITEMS:
        sigma, tau = _by_rank(sigma), _by_rank(tau)
    point = curve(sigma, tau).point
    parts = [
        f"(* {number(before + after)} h{depth})"
        for depth, (before, after) in enumerate(pairwise((0, *point)), start=1)
        if before + after
    ]
    if not parts:
        return "0.0"
    return f"(/ {parts[0] if len(parts) == 1 else '(+ ' + ' '.join(parts) + ')'} 2)"


def _by_rank(ranks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(ranks.index(rank) + 1 for rank in range(1, len(ranks) + 1))
