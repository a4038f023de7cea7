"""A supervisor: on Linux, whatever a program has started ends with it, sessions of its own as well.

Processes whose parent has ended become children of the supervisor, which runs nothing of the
program and ends all its children when the program or whoever judges it has ended, or when it is
told to. Where the system cannot do that, a process that left the program's session may live on.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from typing import Any

from rankproof.line.orphans import SIGNAL_AT_PARENTS_DEATH

ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER of <sys/prctl.h>
MOST_SECONDS = 5.0


def supervised() -> None:
    """Go on in a child of this process, which stays behind as its supervisor."""
    if sys.platform != "linux":
        return
    import ctypes

    control, parent = ctypes.CDLL(None).prctl, os.getppid()
    control(ADOPT_ORPHANS, 1)
    signal.signal(signal.SIGTERM, _told_to_end)
    control(SIGNAL_AT_PARENTS_DEATH, signal.SIGTERM)
    if os.getppid() != parent:
        os._exit(1)
    program = os.fork()
    if program:
        _supervise(program)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.setpgid(0, 0)


def _told_to_end(*_: Any) -> None:
    end_children()
    os._exit(1)


def _supervise(program: int) -> None:
    """Wait for the program, end what it left behind, and end as it did."""
    for stream in (0, 1, 2):
        os.close(stream)
    ended = -1
    while ended != program:
        ended, status = os.waitpid(-1, 0)
    end_children()
    if os.WIFSIGNALED(status):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(OSError, ValueError):
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status) & 255)


def end_children() -> None:
    """Kill all children of this process, and theirs as they become its own."""
    end = time.monotonic() + MOST_SECONDS
    while time.monotonic() < end:
        for child in children():
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            time.sleep(0.001)
        except ChildProcessError:
            return


def children() -> list[int]:
    """Return the children of this process that have not ended."""
    found = []
    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            with open(f"/proc/{int(name)}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
            if int(parent) == os.getpid() and state != b"Z":
                found.append(int(name))
    return found
