"""Every n at once: derivations, and witnesses that last; one n by what is known for every n."""

from __future__ import annotations

import time
from dataclasses import replace
from importlib import import_module
from typing import Any

from axioms.axiom import Quantity
from metrics.language.domains import COLLECTIONS, LABELS, LISTS, RUNS, TOPS
from metrics.language.parameters import PARAMETERS
from proofs.core.limits import Limits, NotRead
from proofs.core.question import Question
from proofs.core.verdict import HOLDS

NAME = "symbolic"


def _room(question: Question) -> Any:
    """Return the module that proves such statements."""
    if question.about_weights:
        name = "weight_proofs"
    elif not question.every_n:
        name = "at_one_n"
    elif question.domain is RUNS:
        name = "order_shapes"
    elif question.domain is LISTS:
        name = "list_proofs"
    elif question.domain is TOPS:
        name = "top_proofs"
    elif question.domain is LABELS:
        name = "aspect_induction"
    else:
        name = "every_n"
    return import_module(f"proofs.engines.symbolic.{name}")


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    if isinstance(question.asked, Quantity) or question.domain is COLLECTIONS:
        return NotRead("it proves properties of metrics, orders and distances")
    fixing = [name for name in question.parameters if PARAMETERS[name].fixes_n]
    if fixing and (question.every_n or not question.about_weights):
        return NotRead(f"{fixing[0]} belongs to one n, and it speaks of every n")
    room = _room(question if question.about_weights else replace(question, every_n=True))
    return room.refuses(question, limits) if hasattr(room, "refuses") else None


def answer(question: Question, limits: Limits) -> Any:
    """Decide a question for every n, or for one n by what is known for every n."""
    started = time.perf_counter()
    answer_by_rules = _room(question).answer
    verdict = answer_by_rules(question, limits)
    if question.own and question.every_n and verdict.status != HOLDS:
        from proofs.engines.symbolic.own_values import refuted_by_values

        verdict = refuted_by_values(question, verdict, answer_by_rules, limits)
    return replace(verdict, seconds=time.perf_counter() - started)
