"""Values of what a metric leaves free: one that is tried, and others that refute for small n.

An answer for every n tries one value of a free parameter of a metric's own. Where no rule proves
the statement for all of them, and that one does not refute, or for larger n only, solvers are asked
for others at small n. What they find is put into the question, which is then asked like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice, product
from typing import Any

from metrics.naming import BadInput
from proofs.core.limits import Limits, Refusal
from proofs.core.question import Question
from proofs.core.verdict import REFUTED, Verdict
from proofs.engines import engine_named

SIZES = (1, 2, 3)
MOST_SAMPLED = 20


def with_samples(question: Question) -> Question:
    """Return a question with one value for each free parameter of a metric's own."""
    return _sampled(question)[1]


def samples_text(question: Question) -> str:
    """Say with which values a question is tried, where parameters of a metric's own are free."""
    samples = (f"{name} = {value}" for name, value in _sampled(question)[0].items())
    return f" with {', '.join(samples)}" if question.own else ""


def _sampled(question: Question) -> tuple[dict[str, Any], Question]:
    """Return the first values that give the formula a value, and the question with them."""
    problem: BadInput | None = None
    tried = [dict.fromkeys([one.sample(), *one.tried()]) for one in question.own.values()]
    for values in islice(product(*tried), MOST_SAMPLED):
        samples = dict(zip(question.own, values, strict=True))
        try:
            return samples, question.with_values(**samples) if samples else question
        except BadInput as found:  # it divides by 0, say
            problem = problem or found
    assert problem is not None
    raise problem


def refuted_by_values(
    question: Question,
    found: Verdict,
    answer: Callable[[Question, Limits], Verdict],
    limits: Limits,
) -> Verdict:
    """Return a refutation at some values of what is free, the smallest, or what was found."""
    first = found.scope.first_failing if found.status == REFUTED else None
    for size in SIZES:
        if first is not None and size >= first:
            break
        small = _small(question, size, limits)
        if small is not None and small.status == REFUTED:
            there = answer(question.with_values(**_values(question, small)), limits)
            if there.status == REFUTED and _says_as_much(there, found):
                found = there
                break
    if found.status != REFUTED:
        return found
    shown = ", ".join(f"{name} = {value}" for name, value in _values(question, found).items())
    return replace(found, checked=(*found.checked, f"all values were asked for: {shown}"))


def _says_as_much(one: Verdict, other: Verdict) -> bool:
    """Tell whether a refutation is one for every larger n, if another one is."""
    lasts = one.scope.every_from is not None
    return lasts or other.status != REFUTED or other.scope.every_from is None


def _values(question: Question, refuted: Verdict) -> dict[str, Any]:
    """Return what a refutation puts in for what is free."""
    own = (one for metric in refuted.question.subjects for one in metric.own)
    return {one.name: one.value for one in own if one.name in question.own}


def _small(question: Question, size: int, limits: Limits) -> Verdict | None:
    """Return what solvers say of one n, with two degrees where every number of them is asked."""
    try:
        small = replace(question, n=size, every_n=False, every_c=False)
        small = small.with_values(c=1) if question.every_c else small
        engine = engine_named("smt")
        if engine.refuses(small, limits) is not None:
            return None
        found: Verdict = engine.answer(small, limits)
    except (BadInput, Refusal):
        return None
    return found
