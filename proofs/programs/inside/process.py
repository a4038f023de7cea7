"""The process of a program under judgement: it imports the program, calls it, and reports.

It reads JSON lines from standard input and writes JSON lines to what was its standard output; the
program itself gets an empty input, and what it prints goes to a file. Where the system can fork, a
child makes the calls: if it dies the next one goes on, and nothing has to be imported again. This
is no sandbox: the program has all rights of the user who judges it.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Protocol

from proofs.programs.inside.finding import Found, NotFound, described, found
from proofs.programs.inside.forms import arguments, plain
from proofs.programs.inside.supervising import supervised
from rankproof.line.orphans import end_after

MOST_WRITTEN = 1 << 26
MOST_PRINTED = 400
OUTGROWN = 1 << 20
AT_ONCE = 256
MOST_DIGITS = 8192
MOST_NESTED = 8


class Channel:
    """Lines to and from whoever judges, apart from what the program reads and prints."""

    def __init__(self) -> None:
        self._from, self._to = os.dup(0), os.dup(1)
        self._rest = b""
        self.printed = tempfile.TemporaryFile()  # noqa: SIM115
        for stream in (1, 2):
            os.dup2(self.printed.fileno(), stream)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)

    def read(self) -> Any:
        """Return the next message, or None at the end."""
        parts = [self._rest]
        while b"\n" not in parts[-1]:
            piece = os.read(self._from, 1 << 16)
            if not piece:
                return None
            parts.append(piece)
        line, _, self._rest = b"".join(parts).partition(b"\n")
        return json.loads(line)

    def write(self, message: Any) -> None:
        """Send a message."""
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(self._to, data) :]

    def heard(self, start: int) -> str:
        """Return what was printed since the file had a size, shortened."""
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        size = os.fstat(self.printed.fileno()).st_size
        if size == start:
            return ""
        with contextlib.suppress(OSError):
            text = os.pread(self.printed.fileno(), MOST_PRINTED, start)
            return text.decode("utf-8", "replace")
        return "something"

    def size(self) -> int:
        """Return how much was printed; a long file is emptied first."""
        size = os.fstat(self.printed.fileno()).st_size
        if size > OUTGROWN:
            os.ftruncate(self.printed.fileno(), 0)
            os.lseek(self.printed.fileno(), 0, os.SEEK_SET)
            return 0
        return size


def limit(megabytes: int) -> bool:
    """Limit memory to so much more than there is, and the size of files; tell whether it can be."""
    try:
        import resource
    except ImportError:
        return False
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            used = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        most = used + (megabytes << 20)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (OSError, ValueError):
        return False
    return True


# Calls -------------------------------------------------------------------------------------------


class Heard(Protocol):
    """Where it is heard what a program prints."""

    def size(self) -> int:
        """Return how much was printed."""

    def heard(self, start: int) -> str:
        """Return what was printed since then."""


def valued(value: Any) -> tuple[str, str]:
    """Return what kind of value a program returned, and the value as text.

    >>> valued(0.5), valued([1.0]), valued({"q1": 2}), valued(None)
    (('number', '0.5'), ('number', '1.0'), ('number', '2'), ('other', 'None'))
    """
    from fractions import Fraction

    for _ in range(MOST_NESTED):
        if isinstance(value, dict) and len(value) == 1:
            value = next(iter(value.values()))
        elif isinstance(value, list | tuple) and len(value) == 1:
            value = value[0]
        elif getattr(value, "size", None) == 1 and hasattr(value, "item") and not _masked(value):
            value = value.item()
        else:
            break
    if isinstance(value, int | Fraction):
        above, below = int(value.numerator), int(value.denominator)
        large = max(above.bit_length(), below.bit_length())
        if large > MOST_DIGITS:
            return "other", f"a number of {large:,} binary digits"
        return "number", str(above) if below == 1 else f"{above}/{below}"
    if isinstance(value, float | Decimal) or type(value).__module__ == "numpy":
        with contextlib.suppress(TypeError, ValueError):
            value = float(value)
            finite = value - value == 0
            return ("number" if finite else "not finite"), repr(value)
    return "other", _ADDRESS.sub("", " ".join(repr(value).split()))[:80]


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""Where an object lies in memory, which differs from call to call."""


def _masked(value: Any) -> bool:
    """Tell whether a value of NumPy stands for one that is missing."""
    return type(value).__name__ == "MaskedConstant"


def call(program: Found, message: dict[str, Any], data: Any, channel: Heard) -> list[Any]:
    """Call the program once.

    Return kind and text of its value, what it changed and printed, and whether the value has to be
    made a number first. A copy of this process that the program made and forgot to end, ends.
    """
    given = arguments(message["call"], message["form"], data)
    before, here = plain(given), os.getpid()
    start, inside = channel.size(), False
    try:
        value = program.function(*given, **message["more"])
        inside = isinstance(value, dict | list | tuple | Decimal)
        kind, text = valued(value)
    except MemoryError:
        kind, text = "exception", "MemoryError"
    except BaseException as problem:
        kind, text = "exception", described(problem)
    if os.getpid() != here:
        os._exit(0)
    try:
        after = plain(given)
        changed = None if after == before else repr(given)[:MOST_PRINTED]
    except BaseException as problem:
        changed = described(problem)
    return [kind, text, changed, channel.heard(start), inside]


def answer(targets: Targets, channel: Channel) -> None:
    """Make all calls that are asked for, until there is nothing more to read."""
    while (message := channel.read()) is not None:
        if "inputs" not in message:
            channel.write(targets.facts(message["target"]))
            continue
        program, inputs = targets.found(message["target"]), message["inputs"]
        step = AT_ONCE if message.get("together") else 1
        for start in range(0, len(inputs), step):
            some = inputs[start : start + step]
            values = at_once(program, some) if step > 1 else [None]
            for data, value in zip(some, values, strict=True):
                answered = value or call(program, message, data, channel)
                channel.write([message["turn"], *answered])


def at_once(program: Found, inputs: list[Any]) -> list[Any]:
    """Ask a program at many inputs together; None for those that have to be asked alone."""
    assert program.together is not None
    try:
        values = program.together(inputs)
        found = [None if value is None else [*valued(value), None, "", False] for value in values]
        return found if len(found) == len(inputs) else [None] * len(inputs)
    except Exception:
        return [None] * len(inputs)


class Targets:
    """The programs of one process: measures of one library share its import."""

    def __init__(self) -> None:
        self._found: dict[str, Found] = {}

    def found(self, target: str) -> Found:
        """Return what a target names, imported once."""
        if target not in self._found:
            self._found[target] = found(target)
        return self._found[target]

    def facts(self, target: str) -> dict[str, Any]:
        """Return what is known of a target, or why it cannot be called."""
        try:
            return {"facts": self.found(target).facts}
        except NotFound as problem:
            return {"refused": str(problem)}
        except BaseException as problem:
            return {"refused": f"{target} cannot be imported: {described(problem)}."}


# Processes ---------------------------------------------------------------------------------------


def _until_left_by(parent: int) -> Callable[[], None]:
    def wait() -> None:
        while os.getppid() == parent:
            time.sleep(0.2)

    return wait


def ending(status: int) -> str:
    """Say how a process ended."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(number).name}"
        return f"killed by signal {number}"
    return f"ended its process with exit code {os.WEXITSTATUS(status)}"


def in_children(targets: Targets, channel: Channel) -> None:
    """Let one child after the other make the calls, until one ends as it should."""
    finished = mmap.mmap(-1, 1)
    host = os.getpid()
    while True:
        child = os.fork()
        if child == 0:
            end_after(_until_left_by(host))
            with contextlib.suppress(BaseException):
                answer(targets, channel)
                finished[0] = 1
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if finished[0]:
            return
        channel.write({"died": ending(status)})


def leave_names_alone() -> None:
    """Let the program's own `metrics` or `proofs` be found: ours are imported already."""
    ours = [finder for finder in sys.meta_path if getattr(finder, "__name__", "") == "Ours"]
    for finder in ours:
        sys.meta_path.remove(finder)


def main() -> None:
    """Import the target that is named, say what it is, and make the calls."""
    supervised()
    channel = Channel()
    if hasattr(os, "getppid"):
        end_after(_until_left_by(os.getppid()))
    leave_names_alone()
    asked, targets = channel.read(), Targets()
    said = targets.facts(asked["target"])
    if "facts" in said:
        said["limited"] = limit(asked["memory"])
    channel.write(said)
    if "refused" not in said:
        in_children(targets, channel) if hasattr(os, "fork") else answer(targets, channel)


if __name__ == "__main__":
    main()
