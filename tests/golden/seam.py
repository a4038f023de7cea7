"""All that the golden set uses of the program: ask, its JSON report, and the commands.

Where a file of the program moves, this is the only place here that may have to follow.
"""

from __future__ import annotations

import io
import os
import shlex
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
NUMBERS = ("n", "k", "j", "c", "samples", "seed")
SWITCHES = ("cross",)
DEPENDENCIES = ("sympy", "z3-solver", "cvc5")


class TooLong(BaseException):
    """A question took longer than it may; no engine may catch this."""


def read(line: str) -> tuple[list[str], dict[str, Any]]:
    """Return what is asked with its subjects, and the options, of a command line.

    >>> read("ioi recall --n 3 --k 2 --p 1/2 --cross")
    (['ioi', 'recall'], {'n': 3, 'k': 2, 'p': '1/2', 'cross': True})
    """
    words = iter(shlex.split(line))
    names: list[str] = []
    options: dict[str, Any] = {}
    for word in words:
        name = word.removeprefix("--")
        if name == word:
            names.append(word)
        else:
            options[name] = True if name in SWITCHES else _value(name, next(words))
    return names, options


def _value(name: str, text: str) -> Any:
    if name == "n" and ".." in text:
        low, _, high = text.partition("..")
        return range(int(low), int(high) + 1)
    return int(text) if name in NUMBERS and text.lstrip("-").isdigit() else text


def asked(line: str, seconds: float) -> dict[str, Any]:
    """Return the JSON fields of an answer, or of an error its kind and its text."""
    import proofs
    from proofs.core.limits import Limits
    from proofs.report.shown import as_json

    names, options = read(line)
    try:
        with Alarm(2 * seconds):
            limits = Limits(seconds=seconds, jobs=1)
            return as_json(proofs.ask(*names, limits=limits, **options))
    except Exception as problem:
        return {"error": kind(problem), "text": str(problem)}


def kind(problem: Exception) -> str:
    """Return the kind of an error, coarsely: Refusal or BadInput, where it derives from one."""
    names = [one.__name__ for one in type(problem).__mro__]
    return next((name for name in ("Refusal", "BadInput") if name in names), names[0])


def command(line: str) -> tuple[int, str]:
    """Run a command such as proofs.verify FILE; return its exit code and what it said."""
    module, *arguments = shlex.split(line)
    printed, said = io.StringIO(), io.StringIO()
    with redirect_stdout(printed), redirect_stderr(said):
        code = import_module(module).main(arguments)
    return int(code), printed.getvalue() or said.getvalue()


def started(line: str, cache: Path, place: Path = ROOT) -> tuple[int, str]:
    """Run a command in a process of its own, with its own cache."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "RANKPROOF_CACHE": str(cache)}
    found = subprocess.run(
        [sys.executable, "-m", *shlex.split(line)],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.returncode, found.stdout


def versions() -> dict[str, str]:
    """Return the versions of what answers depend on besides the program."""
    return {name: metadata.version(name) for name in DEPENDENCIES}


class Alarm:
    """Raise TooLong when the time is over; for the main thread of a process."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        self.before = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, self.seconds)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)

    @staticmethod
    def _ring(*_: object) -> None:
        raise TooLong
