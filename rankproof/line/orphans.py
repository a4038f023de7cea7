"""A process ends when the one that started it has ended, however that was.

A thread waits for the parent. It is not enough where a library keeps Python's lock for minutes, as
cvc5 does: on Linux, the system itself ends the process as well.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from threading import Thread

SIGNAL_AT_PARENTS_DEATH = 1  # PR_SET_PDEATHSIG of <sys/prctl.h>


def end_after(wait: Callable[[], object]) -> None:
    """End this process once `wait`, which ends with the parent, has returned."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(SIGNAL_AT_PARENTS_DEATH, signal.SIGKILL)

    def follow() -> None:
        wait()
        os._exit(1)

    Thread(target=follow, daemon=True).start()
