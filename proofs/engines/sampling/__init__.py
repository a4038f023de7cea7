"""Seeded estimates of averages, with an interval, where exact ones are out of reach."""

from __future__ import annotations

from typing import Any

from axioms.axiom import Quantity
from axioms.language.formula import Greatest, Mean, Smallest
from proofs.core.limits import Limits, NotRead
from proofs.core.question import Question

NAME = "sampling"


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why nothing can be estimated, or None."""
    if not isinstance(question.asked, Quantity):
        return NotRead(f"it estimates quantities and cannot decide {question.asked.name}")
    if not isinstance(question.asked.value, Mean) or isinstance(
        question.asked.value, Greatest | Smallest
    ):
        return NotRead(f"it estimates averages, and {question.asked.name} is none")
    if question.free:
        return NotRead(f"{question.free[0]} is left free: give it a value")
    from proofs.engines.sampling.estimates import LARGEST_N

    if question.n > LARGEST_N:
        return f"n = {question.n} is too large even for sampling: at most {LARGEST_N}"
    return None


def answer(question: Question, limits: Limits) -> Any:
    """Return an estimate."""
    from proofs.engines.sampling import estimates

    samples = estimates.SAMPLES if limits.samples is None else limits.samples
    seed = estimates.SEED if limits.seed is None else limits.seed
    return estimates.measure(question, limits, samples, seed)
