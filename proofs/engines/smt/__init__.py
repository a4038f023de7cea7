"""A question as a script for z3 and cvc5; what is left free stays an unknown."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from axioms.axiom import Quantity
from metrics.language.domains import COLLECTIONS, LABELS, LISTS, RUNS, TOPS
from proofs.core.limits import Limits, NotRead
from proofs.core.question import Question

NAME = "smt"
ROOMS = {RUNS: "runs_script", LISTS: "list_script", LABELS: "label_script"}
CASE_BY_CASE = "list_script"
"""What writes every case of runs, lists and top-k lists, where a metric's own parameter is free."""


def _room(question: Question) -> Any:
    """Return the module that writes such a question."""
    name = ROOMS.get(question.domain, "free_numbers" if question.free else "rankings")
    if question.own and question.domain in (RUNS, TOPS):
        name = CASE_BY_CASE
    return import_module(f"{__name__}.{name}")


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    if isinstance(question.asked, Quantity):
        return NotRead("solvers decide properties, and this is a number")
    if question.every_n:
        return NotRead("it writes the cases of one n, and --n all needs the symbolic engine")
    if question.domain is COLLECTIONS or (question.domain is TOPS and not question.own):
        return NotRead(f"{question.domain.name} are tried one by one: use --engine exhaustive")
    if question.about_weights and not question.own:
        return None
    room = _room(question)
    return room.refuses(question, limits) if hasattr(room, "refuses") else None


def answer(question: Question, limits: Limits) -> Any:
    """Put a question to the solvers."""
    if question.about_weights and not question.own:
        from proofs.engines.linear import weight_cases

        return weight_cases.answer(question, limits, NAME)
    return _room(question).answer(question, limits)
