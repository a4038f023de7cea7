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

from metrics.labels import LabelSpace
from proofs.core import outcome
from proofs.core.limits import Limits, Refusal
from proofs.core.question import Question, Statement
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Undefined, Verdict
from proofs.engines.exhaustive.aspects.label_grid import Budget, Witness, smallest
from proofs.exact.numbers import Exact
from proofs.exact.real_terms import SIGNS, NoValue, away_from_best, sign
from proofs.exact.whole import Undecidable
from proofs.script.coordinates import given_numbers

FIRST_LOOK, LONG_LOOK = 3_000, 30_000
MOST_PAIRS = 4_000_000


def refuses(question: Question, limits: Limits) -> str | None:
    """Small cases can always be looked at; all labels of a space only if there are few."""
    space = question.parameters.get("embedding")
    if space is None:
        return None
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
    relation = question.axiom.parts[0].statement.body.args[1]
    missing, judged, first = 0, 0, None
    for lower, upper in itertools.product(labels, repeat=2):
        limits.check()
        if not space.dominated(lower, upper) or not _counts(question, lower, upper):
            continue
        here: dict[str, Any] = {"l": list(lower), "l'": list(upper), "l*": list(space.best)}
        left, right = away[lower], away[upper]
        if left is None or right is None:
            missing, first = missing + 1, first or here
        elif sign(left - right) not in SIGNS[type(relation)]:
            found = replace(verdict, undefined=Undefined(missing, first))
            return refuted(found, here)
        else:
            judged += 1
    verdict = replace(verdict, undefined=Undefined(missing, first))
    if missing and not judged:
        return replace(verdict, reason="undefined")
    vacuous = () if judged else ("vacuous: no case satisfies the condition",)
    return replace(verdict, status=HOLDS, caveats=vacuous)


def _counts(question: Question, lower: Any, upper: Any) -> bool:
    """Tell whether a dominated pair is one that the statement speaks of."""
    if "reading" not in question.parameters:
        return True
    if question.parameters["reading"] == "points":
        space = question.parameters["embedding"]
        return bool(space.embed(lower) != space.embed(upper))
    return bool(lower != upper)


def _distance(question: Question, label: Any) -> Exact | None:
    """Return the distance of a label from the best one, None where it is undefined."""
    space = question.parameters["embedding"]
    try:
        return away_from_best(question.subjects[0], given_numbers(question), space, label)
    except NoValue:
        return None
