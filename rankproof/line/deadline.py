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
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rankproof.line.failures import Undecided

AGAIN = 1.0
LONGEST = 1e8


@contextmanager
def within(seconds: float | None, grace: float = 0.0) -> Iterator[None]:
    """Raise :class:`Undecided` in the work when its time and the grace are over.

    Code that swallows the exception meets it again a second later.
    """
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def over(*_: Any) -> None:
        raise Undecided(f"the time limit of {seconds:g} s was reached")

    try:
        before = signal.signal(signal.SIGALRM, over)
    except ValueError:
        yield
        return
    try:
        signal.setitimer(signal.ITIMER_REAL, min(seconds + grace, LONGEST), AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
