"""A question for every n, and how it reads at one n.

A cut-off that was not given may be any that is admissible: the question is about all of them.

>>> from axioms import find_axiom
>>> from metrics import find_metric
>>> asked = Question(find_axiom("symmetry"), (find_metric("recall"),), 2, every_n=True)
>>> [question.parameters for question in at(asked, 3)]
[{'k': 1}, {'k': 2}]
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from metrics.language.parameters import CUTOFFS
from metrics.language.premises import FULL_DEPTH
from metrics.naming import BadInput
from proofs.core.fitting import unrolled_slots
from proofs.core.question import EVERY, Question


def named_formulas(asked: Question) -> list[tuple[str, Any]]:
    """Return the parts of the axiom as plain formulas, by name."""
    names = [part.name for part in asked.axiom.parts]
    return list(zip(names, asked.formulas(), strict=True))


def at(asked: Question, n: int) -> list[Question]:
    """Return the question at one n, once for every admissible value of a missing cut-off."""
    missing = missing_cutoff(asked)
    if missing is None:
        return _questions(asked, n, {})
    return [q for value in range(1, n + 1) for q in _questions(asked, n, {missing: value})]


def _questions(asked: Question, n: int, more: dict[str, Any]) -> list[Question]:
    given = {**asked.parameters, **more}
    try:
        return [replace(asked, n=n, parameters=given, every_n=False)]
    except BadInput:
        return []


def missing_cutoff(asked: Question) -> str | None:
    """Return the cut-off that was not given; where both k and j are missing, j is k."""
    wanted = {name for metric in asked.metrics for name in metric.parameters}
    name = next((name for name in CUTOFFS if name in wanted), None)
    return None if name in asked.parameters or unrolled_slots(asked.asked) else name


def least(asked: Question) -> Question:
    """Return the question at the smallest n that its parameters fit, or say that none does."""
    given = [v for n, v in asked.parameters.items() if n in CUTOFFS and v != FULL_DEPTH]
    largest = max([3, *[int(value) + 3 for value in given]])
    for n in range(1, largest + 1):
        for question in at(asked, n):
            return question
    return replace(asked, n=largest, every_n=False)


def shown(asked: Question, example: Question) -> Question:
    """Return a question at one n as the answer shows it: for every value of what is missing."""
    missing = missing_cutoff(asked)
    if missing is None:
        return example
    given = {**example.parameters, missing: EVERY}
    return replace(example, parameters=given, every_n=True)
