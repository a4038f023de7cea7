"""Who finds answers: one folder for each engine.

An engine is a module with a name, `refuses` (why it cannot answer a question, or None) and
`answer`. To add one: a folder with these three, and its name here.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

from proofs.core.limits import Limits
from proofs.core.question import Question

ENGINES = ("symbolic", "exhaustive", "linear", "smt", "sampling")
"""The engines, in the order in which they are asked when none is named."""


class Engine(Protocol):
    """What every engine offers."""

    NAME: str

    def refuses(self, question: Question, limits: Limits) -> str | None:
        """Return why the engine cannot answer the question, or None."""

    def answer(self, question: Question, limits: Limits) -> Any:
        """Return a verdict, or a measurement for a quantity."""


def engine_named(name: str) -> Engine:
    """Return an engine; its rooms are imported when they are needed."""
    return cast(Engine, import_module(f"proofs.engines.{name}"))
