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
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rankproof.line.failures import Undecided

AGAIN = 1.0
SHORTEST, LONGEST = 1e-4, 1e8
_late: Undecided | None = None


@contextmanager
def within(seconds: float | None, grace: float = 0.0) -> Iterator[None]:
    """Raise :class:`Undecided` in the work when its time and the grace are over.

    Code that swallows the exception meets it again a second later. Whatever it does then, be it
    an answer or another error, cannot be relied on: after the alarm all ends as Undecided. Inside
    another limit, the one that comes first counts.
    """
    global _late
    outer = _left()
    if seconds is None or outer is None or outer < seconds + grace:
        yield
        return
    earlier, late = _late, Undecided(f"the time limit of {seconds:g} s was reached")
    rung = False

    def ring(*_: Any) -> None:
        global _late
        nonlocal rung
        rung, _late = True, late
        raise late

    try:
        before = signal.signal(signal.SIGALRM, ring)
    except ValueError:  # not the main thread
        yield
        return
    started = time.monotonic()
    try:
        try:
            _ring_in(seconds + grace)
            yield
        except Exception:
            if not rung:
                raise
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # also where it rings on the way to the line above
        signal.setitimer(signal.ITIMER_REAL, 0)
        _late = earlier
        signal.signal(signal.SIGALRM, before)
        if outer < LONGEST:
            _ring_in(outer - (time.monotonic() - started))
    if rung:
        raise late


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
