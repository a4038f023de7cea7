"""Solvers that stay awake: a process for each, which answers one script after another.

Starting one costs a quarter of a second, a question a hundredth. Each script is read into a new
context, so what was asked before changes nothing. A process that is not done in its time is killed,
and so is one whose question is given up; the next question starts another. One that ended without
an answer though it had answered others is replaced once, so a script meets a new process before it
is blamed.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

HOME = str(Path(__file__).resolve().parents[2])
MOST_QUESTIONS = 2000
"""What a library never gives back is given back with its process."""
AT_LATEST = 5.0
"""Seconds after its time at which a process ends itself, should nobody be left to do it."""


class Process:
    """One solver, in a process of its own."""

    def __init__(self, solver: str) -> None:
        self.answered = 0
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "proofs.script.solver_process", solver],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": HOME, "PYTHONUTF8": "1"},
            cwd=HOME,
            start_new_session=True,  # Ctrl-C is for us: we end it where nobody waits for it
        )
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Pass on each line that the process writes; its end is an empty one."""
        lines: Any = self._process.stdout
        with suppress(OSError, ValueError):
            for line in lines:
                self._lines.put(line)
        self._lines.put("")

    def ask(self, script: str, seconds: float) -> None:
        """Hand a script over."""
        pipe: Any = self._process.stdin
        with suppress(OSError):  # it has ended, which is noticed when its answer is read
            pipe.write(f"{seconds + AT_LATEST:.3f} {len(script)}\n{script}")
            pipe.flush()

    def line(self, seconds: float) -> str:
        """Return the answer, nothing if the process has ended; raise Empty if it takes longer."""
        found = self._lines.get(timeout=max(0.0, seconds))
        self.answered += bool(found)
        if not found:
            self._lines.put(found)  # it stays ended, however often one asks
        return found

    def end(self) -> None:
        """Kill the process, whatever it does."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()


_IDLE: dict[str, list[Process]] = {}


def _process(solver: str) -> Process:
    with suppress(KeyError, IndexError):
        return _IDLE[solver].pop()
    return Process(solver)


class Asked:
    """A script that was handed to a solver; `release` must follow, whatever happens."""

    def __init__(self, solver: str, script: str, seconds: float) -> None:
        self.solver, self.script = solver, script
        self.latest = time.monotonic() + seconds
        self.waiting = True
        self._process = _process(solver)
        self._process.ask(script, seconds)

    def answer(self, seconds: float) -> dict[str, Any] | None:
        """Return what was said within so many seconds, or None; an ended process says nothing."""
        end = time.monotonic() + seconds
        try:
            line = self._process.line(seconds)
            if not line and self._process.answered:
                self._process.end()
                self._process = Process(self.solver)
                self._process.ask(self.script, max(0.0, self.latest - time.monotonic()))
                line = self._process.line(end - time.monotonic())
        except Empty:
            return None
        self.waiting = not line
        return dict(json.loads(line)) if line else {}

    def release(self) -> None:
        """Let the process wait for the next question; end it if this one was not answered."""
        if self.waiting or self._process.answered >= MOST_QUESTIONS:
            self._process.end()
        else:
            _IDLE.setdefault(self.solver, []).append(self._process)


@atexit.register
def end_all() -> None:
    """End the processes that wait for a question."""
    while _IDLE:
        for process in _IDLE.popitem()[1]:
            process.end()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_IDLE.clear)  # they are the parent's
