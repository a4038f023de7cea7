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


def nobody() -> bool:
    """Say that no other engine comes after this one."""
    return False


@dataclass(frozen=True)
class Limits:
    """How much may be spent on an answer.

    `followed` tells an engine whether another one comes after it, so that a first look is enough.
    """

    cases: int = 2_000_000_000
    seconds: float | None = None
    jobs: int = 2
    progress: Callable[[int, int], None] = silent
    started: float = field(default_factory=time.monotonic)
    samples: int | None = None
    seed: int | None = None
    followed: Callable[[], bool] = nobody

    def spent(self) -> float:
        """Return the seconds since the start."""
        return time.monotonic() - self.started

    def left(self, otherwise: float) -> float:
        """Return the seconds that are left, or others where there is no limit."""
        return otherwise if self.seconds is None else max(0.0, self.seconds - self.spent())

    def check(self) -> None:
        """Raise when the time is over."""
        if self.seconds is not None and self.spent() > self.seconds:
            raise OutOfTime(f"the time limit of {self.seconds:g} s was reached")


class NotRead(str):
    """Why an engine does not read a question at all, whatever the size."""


class Disagreement(Exception):
    """Two engines or solvers give different answers to one question: an error of ours."""


OPEN = "the sign of a difference could not be decided for all gains and parameters"


class Refusal(BadInput):
    """The engine cannot answer this question; the message says why and what to do."""


class NothingKnown(Refusal):
    """Nothing is known for every n that decides this one; other engines say more about it."""
