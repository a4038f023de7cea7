"""How much may be spent on an answer, and what happens when it is not enough."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from metrics.naming import BadInput
from rankproof.line.failures import Undecided


class OutOfTime(Undecided):
    """The time limit was reached."""


def silent(done: int, total: int) -> None:
    """Show nothing."""


@dataclass(frozen=True)
class Limits:
    """How much may be spent on an answer.

    `brief` tells an engine that another one comes after it: a first look is enough.
    """

    cases: int = 2_000_000_000
    seconds: float | None = None
    jobs: int = 2
    progress: Callable[[int, int], None] = silent
    started: float = field(default_factory=time.monotonic)
    samples: int | None = None
    seed: int | None = None
    brief: bool = False

    def check(self) -> None:
        """Raise when the time is over."""
        if self.seconds is not None and time.monotonic() - self.started > self.seconds:
            raise OutOfTime(f"the time limit of {self.seconds:g} s was reached")


class NotRead(str):
    """Why an engine does not read a question at all, whatever the size."""


class Disagreement(Exception):
    """Two engines or solvers give different answers to one question: an error of ours."""


class Refusal(BadInput):
    """The engine cannot answer this question; the message says why and what to do."""
