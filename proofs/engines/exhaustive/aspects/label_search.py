"""Does a distance respect dominance? Small cases in order, or all labels of a given space.

>>> from axioms.dominance import respects_strictly
>>> from metrics.labels import chebyshev
>>> from proofs.core.limits import Limits
>>> verdict = answer(Question(respects_strictly, (chebyshev,), 2, {}, None), Limits())
>>> verdict.status, verdict.replayed.witness["l'"]
('refuted', [0, 1])
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from math import prod
from typing import Any

import sympy as sp

from axioms.language.labels import Away, Dominated, best, better, worse
from metrics.labels import LabelSpace
from proofs.core import outcome
from proofs.core.limits import Limits, Refusal
from proofs.core.question import Question, Statement
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Undefined, Verdict
from proofs.engines.exhaustive.aspects.label_grid import Budget, Witness, smallest
from proofs.exact.numbers import Exact
from proofs.exact.real_terms import NoValue, away_from_best, true_at
from proofs.exact.whole import Undecidable
from proofs.script.coordinates import given_numbers

FIRST_LOOK, LONG_LOOK = 3_000, 30_000
MOST_PAIRS = 4_000_000
MOST_ASPECTS = 6
MANY = f"{{}} aspects are too many for this engine: at most {MOST_ASPECTS}"


def refuses(question: Question, limits: Limits) -> str | None:
    """Three labels of few aspects are looked at, or all labels of a space if there are few."""
    space = question.parameters.get("embedding")
    if space is None:
        most = min(limits.cases, 27**MOST_ASPECTS)
        return MANY.format(question.n) if 27**question.n > most else None
    count = prod(len(aspect.labels) for aspect in space.aspects)
    most = min(limits.cases, MOST_PAIRS)
    return f"{count:,} labels make {count**2:,} pairs" if count**2 > most else None


def answer(question: Question, limits: Limits) -> Verdict:
    """Refute by a smallest case, or try all labels of a given space."""
    if "embedding" in question.parameters:
        return in_space(question, limits)
    brief = limits.followed()
    verdict = by_small_cases(question, FIRST_LOOK if brief else LONG_LOOK)
    if brief and verdict.status != REFUTED:
        raise Refusal(verdict.reason)
    return verdict


def by_small_cases(question: Question, cases: int) -> Verdict:
    """Refute by a smallest case, or stay undecided."""
    budget = Budget(cases)
    verdict = Verdict(UNDECIDED, question, Scope((question.n,)), "exhaustive")
    witness, needed = smallest(question, budget)
    if witness is None:
        reason = f"no counterexample among {budget.tried:,} small whole embeddings"
        return replace(verdict, reason=reason, cases=budget.tried)
    found = refuted(replace(verdict, cases=budget.tried), witness)
    if needed == question.n:
        return found
    note = f"an earlier witness may exist: only the first {needed} of the aspects play a part here"
    return replace(found, caveats=(*found.caveats, note))


def refuted(verdict: Verdict, witness: Witness) -> Verdict:
    """Replay a counterexample and return the verdict."""
    question = verdict.question
    if question.parameters.get("reading") == "labels" and "embedding" not in question.parameters:
        witness = as_labels(question, witness)
    (part,) = question.axiom.parts
    return outcome.refuted(verdict, Statement(part.name, part.statement), witness)


def as_labels(question: Question, witness: Witness) -> dict[str, Any]:
    """Return a witness of points as labels 0 < 1 < 2 embedded at these points."""
    points = zip(witness["l"], witness["l'"], witness["l*"], strict=True)
    space = LabelSpace.of(list(points))
    labels = {name: [place] * question.n for place, name in enumerate(("l", "l'", "l*"))}
    return {**witness, **labels, "embedding": space.text()}


def in_space(question: Question, limits: Limits) -> Verdict:
    """Try all pairs of labels of a given space."""
    labels = list(question.parameters["embedding"].labels())
    cases = len(labels) ** 2
    verdict = Verdict(UNDECIDED, question, Scope((question.n,)), "exhaustive", cases=cases)
    try:
        return _all_pairs(verdict, question, labels, limits)
    except Undecidable as problem:
        return replace(verdict, reason=str(problem))


def _all_pairs(verdict: Verdict, question: Question, labels: list[Any], limits: Limits) -> Verdict:
    space = question.parameters["embedding"]
    away = {label: _distance(question, label) for label in labels}
    (part,) = question.axiom.parts
    body = part.statement.body
    premise, claim = body.args if isinstance(body, sp.Implies) else (sp.true, body)
    missing, judged, first = 0, 0, None
    for lower, upper in itertools.product(labels, repeat=2):
        limits.check()
        chosen = {worse: lower, better: upper, best: tuple(space.best)}
        if not all(_is_so(question, part, chosen) for part in sp.And.make_args(premise)):
            continue
        here: dict[str, Any] = {label.name: list(value) for label, value in chosen.items()}
        values = {node: away[chosen[node.args[0]]] for node in claim.atoms(Away)}
        if None in values.values():
            missing, first = missing + 1, first or here
        elif not true_at(claim, values):
            found = replace(verdict, undefined=Undefined(missing, first))
            return refuted(found, here)
        else:
            judged += 1
    verdict = replace(verdict, undefined=Undefined(missing, first))
    if missing and not judged:
        return replace(verdict, reason="undefined")
    vacuous = () if judged else (outcome.VACUOUS,)
    return replace(verdict, status=HOLDS, caveats=vacuous)


def _is_so(question: Question, condition: Any, chosen: dict[Any, Any]) -> bool:
    """Decide a condition on two labels."""
    if condition == sp.true:
        return True
    space = question.parameters["embedding"]
    lower, upper = (chosen[label] for label in condition.args)
    if isinstance(condition, Dominated):
        return bool(space.dominated(lower, upper))
    if question.parameters["reading"] == "points":
        return bool(space.embed(lower) != space.embed(upper))
    return bool(lower != upper)


def _distance(question: Question, label: Any) -> Exact | None:
    """Return the distance of a label from the best one, None where it is undefined."""
    space = question.parameters["embedding"]
    try:
        return away_from_best(question.subjects[0], given_numbers(question), space, label)
    except NoValue:
        return None
