"""Every case is tried, in exact arithmetic; each domain has a room of its own."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from axioms.axiom import Quantity
from metrics.language.domains import COLLECTIONS, LABELS, LISTS, RUNS, TOPS
from metrics.language.fold import Unread
from metrics.language.parameters import PARAMETERS
from proofs.core.limits import Limits, NotRead, OutOfTime
from proofs.core.question import Question
from proofs.core.verdict import Measurement

NAME = "exhaustive"
ROOMS = {
    RUNS: "runs.every_run",
    LISTS: "lists.every_list",
    TOPS: "lists.every_top",
    LABELS: "aspects.label_search",
    COLLECTIONS: "aspects.upper_bound",
}


def _room(question: Question) -> Any:
    """Return the module that tries the cases of such a question."""
    counted = isinstance(question.asked, Quantity)
    if question.about_weights:
        return import_module("proofs.engines.linear.weight_" + ("ratio" if counted else "cases"))
    name = ROOMS.get(question.domain, "averages" if counted else "every_case")
    return import_module(f"{__name__}.{name}")


def _is_number(question: Question) -> bool:
    """Tell whether a number is asked for that is no list of the sizes of steps."""
    return isinstance(question.asked, Quantity) and not question.asked.counted


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    if question.every_n:
        return NotRead("it tries the cases of one n, and --n all needs the symbolic engine")
    free_numbers = question.domain in (RUNS, LISTS, TOPS) and not _is_number(question)
    named = () if question.quantified or free_numbers else question.free
    for name in (*question.own, *named):
        if question.domain is LABELS:
            return None
        one = PARAMETERS.get(name)
        advice = one.advice or f"add --{name}" if one else question.own[name].needed()
        return NotRead(f"{name} is left free, and it tries numbers: it needs {advice}")
    room = _room(question)
    return room.refuses(question, limits) if hasattr(room, "refuses") else None


def answer(question: Question, limits: Limits) -> Any:
    """Try every case of a question, or take an exact average."""
    room = _room(question)
    if not isinstance(question.asked, Quantity):
        return room.answer(question, limits)
    from proofs.exact.whole import Undecidable

    try:
        return room.measure(question, limits)
    except (Undecidable, Unread, OutOfTime) as problem:
        return Measurement(question, NAME, reason=str(problem))
