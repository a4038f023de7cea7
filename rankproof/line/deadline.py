"""A time limit for work that does not look at the clock itself.

It needs a system with alarm signals and the main thread; elsewhere there is no limit.

>>> with within(0.001):
...     while True:
...         pass
Traceback (most recent call last):
...
rankproof.line.failures.Undecided: the time limit of 0.001 s was reached
"""

from __future__ import annotations

import signal
import time
from types import CodeType, FrameType

from rankproof.line.failures import Undecided

AGAIN = 1.0
SHORTEST, LONGEST = 1e-4, 1e8
_late: Undecided | None = None


def within(seconds: float | None, grace: float = 0.0) -> Limit:
    """Raise :class:`Undecided` in the work when its time and the grace are over.

    Code that swallows the exception meets it again a second later. Whatever it does then, be it
    an answer or another error, cannot be relied on: after the alarm all ends as Undecided. Inside
    another limit, the one that comes first counts.
    """
    return Limit(seconds, grace)


class Limit:
    """The time that a block of work has.

    Neither entering nor leaving a limit is broken off by an alarm, which would go on ringing.
    """

    def __init__(self, seconds: float | None, grace: float) -> None:
        self.given, self.seconds = seconds, (seconds or 0) + grace
        self.is_set = self.rung = False

    def __enter__(self) -> None:
        outer = _left()
        if self.given is None or outer is None or outer < self.seconds:
            return
        self.late = Undecided(f"the time limit of {self.given:g} s was reached")
        self.earlier, self.outer, self.started = _late, outer, time.monotonic()
        try:
            self.before = signal.signal(signal.SIGALRM, self._ring)
        except ValueError:  # not the main thread
            return
        self.is_set = True
        _ring_in(self.seconds)

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        global _late
        if not self.is_set:
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        _late = self.earlier
        signal.signal(signal.SIGALRM, self.before)
        spent = time.monotonic() - self.started
        if self.outer < LONGEST:
            _ring_in(self.outer - spent)
        over = self.rung or spent > self.seconds  # an alarm may come late
        if over and problem is not self.late and isinstance(problem, Exception | None):
            raise self.late from problem

    def _ring(self, number: int, frame: FrameType | None) -> None:
        global _late
        self.rung, _late = True, self.late
        at_door = _at_door(frame)
        if at_door is None:
            raise self.late
        if at_door != (Limit.__exit__.__code__, self):
            _ring_in(SHORTEST)


def _at_door(frame: FrameType | None) -> tuple[CodeType, Limit] | None:
    """Return which limit is being entered or left, and which of both, or None."""
    while frame is not None:
        if frame.f_code in (Limit.__enter__.__code__, Limit.__exit__.__code__):
            return frame.f_code, frame.f_locals["self"]
        frame = frame.f_back
    return None


def insist_in_time() -> None:
    """Raise again what was swallowed: what comes after the alarm is no answer to be kept.

    >>> with within(0.001):
    ...     try:
    ...         while True:
    ...             pass
    ...     except Undecided:
    ...         insist_in_time()
    Traceback (most recent call last):
    ...
    rankproof.line.failures.Undecided: the time limit of 0.001 s was reached
    >>> insist_in_time()
    """
    if _late is not None:
        raise _late


def _left() -> float | None:
    """Return the seconds until an alarm that was set before; None where there are no alarms."""
    if not hasattr(signal, "setitimer"):
        return None
    return signal.getitimer(signal.ITIMER_REAL)[0] or LONGEST


def _ring_in(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, min(max(seconds, SHORTEST), LONGEST), AGAIN)
