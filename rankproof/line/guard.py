"""One guard for all commands: whatever goes wrong is one line and an exit code.

- Wrong usage, a file that cannot be read or written, a full disk: `error: …`, exit code 2.
- A time limit: `UNDECIDED …` with the reason, exit code 3.
- Anything else that is raised: `error of ours: …`, exit code 4. The traceback is shown only
  where the environment variable RANKPROOF_TRACEBACK is set.
- Ctrl-C: `interrupted`, exit code 130. A second one does not wait for anything.
- A reader that goes away (`… | head`): nothing is said, and the exit code is the answer's.

Nothing heavy is imported here, so that even the imports of a command are guarded.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any, Protocol, TextIO

from rankproof.line import shadowed
from rankproof.line.failures import Mistake, Undecided

WRONG_USAGE, UNDECIDED, OURS, INTERRUPTED = 2, 3, 4, 130
EXIT = {"holds": 0, "refuted": 1, "undecided": UNDECIDED}
EXIT_CODES = """exit codes:
  0  {good}    {bad}2  wrong usage    3  {open_ended}
  4  an error of ours: a witness that does not replay    130  interrupted"""
TRACEBACK = "RANKPROOF_TRACEBACK"
RARELY = 500_000
REPORT = "This is a defect of rankproof: please report the command and this line to its developers."


class Command(Protocol):
    """What a command is from outside: arguments, or those of the program, to an exit code."""

    def __call__(self, argv: Sequence[str] | None = None) -> int: ...


def exit_codes(good: str, bad: str = "", open_ended: str = "undecided") -> str:
    """Return the help text about exit codes.

    >>> exit_codes("accepted", "rejected").splitlines()[1]
    '  0  accepted    1  rejected    2  wrong usage    3  undecided'
    """
    said = {"good": good, "bad": f"1  {bad}    " if bad else "", "open_ended": open_ended}
    return EXIT_CODES.format(**said)


def begin(name: str) -> None:
    """Stand at the top of a command's file, before it imports anything else."""
    if name != "__main__":
        shadowed.insist()
        return
    sys.excepthook = _hook
    _start_light()
    _open_streams()
    found = shadowed.problem()
    if found:
        complain(f"error: {found}")
        raise SystemExit(WRONG_USAGE)


def _start_light() -> None:
    """Spend little on starting: imports make no garbage, and no linear algebra needs threads.

    A program of seconds would else use a fifth of a second to search SymPy's modules for garbage
    and to start threads that NumPy's library for matrices never gets to use.
    """
    gc.set_threshold(RARELY)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def guarded(command: Callable[[Sequence[str] | None], int]) -> Command:
    """Let a command end with an exit code, whatever happens in it.

    Without arguments the command is the whole program, and stays guarded until its end.
    """

    @wraps(command)
    def run(argv: Sequence[str] | None = None) -> int:
        _open_streams()
        if argv is None:
            atexit.register(_last)
        with _interrupts(to_the_end=argv is None):
            try:
                _insist()
                code = command(argv)
                insist_heard()
                _flush()
            except BaseException as problem:
                code = _report(KeyboardInterrupt() if _INTERRUPTS.seen else problem)
            if argv is None:
                gc.freeze()  # the end of the program need not look for garbage once more
                _INTERRUPTS.ended_it = code == INTERRUPTED
            return code

    return run


def _insist() -> None:
    found = shadowed.problem()
    if found:
        raise Mistake(found)


# What is said -------------------------------------------------------------------------------------


def say(text: str, end: str = "\n", interrupted: bool = False) -> None:
    """Print an answer; a reader that went away is no trouble, a full disk is a mistake.

    What was found before an interrupt is printed where `interrupted` says that it is known of.
    """
    if not interrupted:
        insist_heard()
    try:
        print(text, end=end)
    except OSError as problem:
        _unwritten(problem)
    _flush()


def _flush() -> None:
    try:
        sys.stdout.flush()
    except OSError as problem:
        _unwritten(problem)


def _unwritten(problem: OSError) -> None:
    """Forget what could not be printed, or Python would try again at its end."""
    _silence(sys.stdout)
    if not isinstance(problem, BrokenPipeError):
        raise Mistake(f"the answer could not be written: {problem.strerror}.") from None


def complain(text: str) -> None:
    """Print a message on standard error, where there is one, as one line."""
    with suppress(OSError, ValueError):
        print(" ".join(text.split("\n")), file=sys.stderr, flush=True)


def _silence(stream: TextIO) -> None:
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _open_streams() -> None:
    """Make printing safe: a closed stream leads nowhere, a letter it lacks is written as \\u…."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass  # the numbers 0, 1 and 2 are not for files that are opened later
        os.close(number)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


# How it ends --------------------------------------------------------------------------------------


def _report(problem: BaseException) -> int:
    """Say what happened; return the exit code."""
    if isinstance(problem, SystemExit):
        return _ended(problem)
    if isinstance(problem, KeyboardInterrupt):
        complain("interrupted")
        return INTERRUPTED
    if os.environ.get(TRACEBACK):
        sys.__excepthook__(type(problem), problem, problem.__traceback__)
    if isinstance(problem, Mistake):
        complain(f"error: {problem.message}{_where_to_look(problem.message)}")
        for line in problem.picture.splitlines():
            complain(line)
        return WRONG_USAGE
    if isinstance(problem, Undecided):
        return _undecided(problem)
    complain(f"error of ours: {_described(problem)} {REPORT}")
    return OURS


def _ended(problem: SystemExit) -> int:
    """Return the exit code of `--help`, `--version` and the like, once their text is out."""
    try:
        _flush()
    except Mistake as trouble:
        return _report(trouble)
    return problem.code if isinstance(problem.code, int) else 0


def _undecided(problem: Undecided) -> int:
    try:
        say(f"UNDECIDED {problem}")
    except Mistake as trouble:
        return _report(trouble)
    return UNDECIDED


def _described(problem: BaseException) -> str:
    if isinstance(problem, MemoryError):
        return "MemoryError: not enough memory; a smaller n needs less."
    text = " ".join(str(problem).split())
    return f"{type(problem).__name__}: {text}".rstrip(".: ") + "."


def _where_to_look(message: str) -> str:
    for kind in ("metric", "axiom", "order"):
        if message.startswith(f"no {kind} is called"):
            return f" List them all: python -m proofs.check --list {kind}s"
    return ""


def _hook(kind: type[BaseException], problem: BaseException, trace: Any) -> None:
    """Report what is raised while a program still imports, and end it."""
    code = _report(problem.with_traceback(trace))
    os._exit(code)


# Ctrl-C -------------------------------------------------------------------------------------------


class _Interrupts:
    """The first Ctrl-C is an exception, so that everything is cleaned up; the second is the end."""

    def __init__(self) -> None:
        self.seen, self.ended_it = 0, False

    def __call__(self, *_: Any) -> None:
        self.seen += 1
        if self.seen > 1:
            _end_at_once()
        raise KeyboardInterrupt


_INTERRUPTS = _Interrupts()


def insist_heard() -> None:
    """Raise an interrupt that a library kept to itself: what it found since is not to be shown."""
    if _INTERRUPTS.seen:
        raise KeyboardInterrupt


@contextmanager
def _interrupts(to_the_end: bool) -> Iterator[None]:
    """Take over Ctrl-C, unless whoever started this ignores it or it is not the main thread."""
    before, ignored = signal.getsignal(signal.SIGINT), sys.unraisablehook
    try:
        if before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, _INTERRUPTS)
    except ValueError:
        yield
        return
    sys.unraisablehook = _unraisable
    try:
        yield
    finally:
        _INTERRUPTS.seen = 0
        if not to_the_end:
            sys.unraisablehook = ignored
        if before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, _end_at_once if to_the_end else before)


def _last() -> None:
    """End with our exit code: Python remembers some interrupts, and would end as if killed."""
    if _INTERRUPTS.ended_it:
        os._exit(INTERRUPTED)


def _unraisable(lost: Any) -> None:
    """End the program where Python would only print that an interrupt was lost."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        _end_at_once()
    if os.environ.get(TRACEBACK):
        sys.__unraisablehook__(lost)


def _end_at_once(*_: Any) -> None:
    complain("interrupted")
    processes = sys.modules.get("multiprocessing")
    for child in processes.active_children() if processes else ():
        child.terminate()
    os._exit(INTERRUPTED)
