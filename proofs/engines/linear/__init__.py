"""All real weights: goals at fixed rankings, bounds by terms, exact linear programs."""

from __future__ import annotations

from typing import Any

from axioms.axiom import Quantity, Weighting
from proofs.core.limits import Limits, NotRead
from proofs.core.question import Question

NAME = "linear"


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    if not question.quantified and not isinstance(question.subjects[0], Weighting):
        return NotRead("it decides questions about weights, and there are none here")
    if question.own:
        return NotRead(f"{next(iter(question.own))} is left free, and programs are linear")
    if question.every_n:
        return NotRead("it takes one n, and --n all needs the symbolic engine")
    return None


def answer(question: Question, limits: Limits) -> Any:
    """Decide a question for all weights at one n, or measure it."""
    if isinstance(question.asked, Quantity):
        from proofs.engines.linear import weight_ratio

        return weight_ratio.measure(question, limits)
    from proofs.engines.linear import weight_cases

    return weight_cases.answer(question, limits, NAME)
