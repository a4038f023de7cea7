"""A program in a process of its own: started, asked, and ended whatever happens.

The process gets a line of JSON for each batch of inputs and answers a line for each call. A call
that takes too long ends the process, and another one goes on; a call that kills it is a result. The
program is executed, with all rights of the user: this guards against accidents, not against malice.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from secrets import token_hex
from typing import Any

from proofs.programs.computed import DIED, LATE, NUMBER, Computed, is_number
from rankproof.line.failures import Mistake, Undecided

HOME = str(Path(__file__).resolve().parents[2])
START = (
    "import sys; sys.path.append(sys.argv[1]); from proofs.programs.inside.process import main; "
    "main()"
)
ENDED = object()
WRITES = "ended: it wrote to where its values are read"
PARTS = 1 + len(fields(Computed))
MOMENT, PATIENCE, IDLE = 1.0, 6.0, 60.0


class NoProgram(Mistake):
    """There is no such program, or it cannot be called; the message says why and what to do."""


@dataclass(frozen=True)
class Limits:
    """What one call may take, what importing may take, and how often a process may be replaced."""

    call: float = 5.0
    start: float = 180.0
    megabytes: int = 2048
    late: int = 3
    died: int = 400


class Process:
    """The process of a target, and of others that share it; `facts` are what it says of each."""

    def __init__(self, target: str, limits: Limits | None = None) -> None:
        self.target, self.limits = target, limits or Limits()
        self.late = self.died = 0
        self.limited = False
        self.facts = {target: self._start()}

    # Starting and ending -------------------------------------------------------------------------

    def _start(self) -> dict[str, Any]:
        self.closed = False
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", START, HOME],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._lines: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(
            target=self._listen, args=(self._process, self._lines), daemon=True
        ).start()
        try:
            self._send({"target": self.target, "memory": self.limits.megabytes})
            said = self._next(self.limits.start)
        except BaseException:
            self.close()
            raise
        if said is None:
            self.close()
            raise NoProgram(f"{self.target} was not imported within {self.limits.start:g} seconds.")
        if said is ENDED:
            how = self._how_it_ended()
            raise NoProgram(f"{self.target} cannot be imported: its process was {how}.")
        if "refused" in said:
            self.close()
            raise NoProgram(said["refused"])
        self.limited = said["limited"]
        facts: dict[str, Any] = said["facts"]
        return facts

    def facts_of(self, target: str) -> dict[str, Any]:
        """Return what the process says of a target; another one is imported there as well."""
        if target not in self.facts:
            self._send({"target": target})
            said = self._next(self.limits.start)
            if not isinstance(said, dict) or "facts" not in said:
                refused = said.get("refused") if isinstance(said, dict) else None
                raise NoProgram(refused or f"{target} could not be imported.")
            self.facts[target] = said["facts"]
        return self.facts[target]

    def close(self) -> None:
        """End the process and whatever it has started."""
        self.closed = True
        process = self._process
        with suppress(OSError, subprocess.TimeoutExpired):
            if sys.platform == "linux":  # the supervisor ends the others, then itself
                process.terminate()
                process.wait(PATIENCE)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
        with suppress(OSError):
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Messages ------------------------------------------------------------------------------------

    @staticmethod
    def _listen(process: subprocess.Popen[bytes], lines: queue.SimpleQueue[Any]) -> None:
        assert process.stdout is not None
        with suppress(ValueError, OSError):
            for line in process.stdout:
                said = json.loads(line)
                if not _is_message(said):
                    break
                lines.put(said)
        lines.put(ENDED)

    def _send(self, message: Any) -> None:
        if self.closed:
            self.late = self.died = 0
            self._start()
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def _next(self, seconds: float) -> Any:
        """Return the next message, ENDED when there is none, None when it takes too long."""
        try:
            return self._lines.get(timeout=seconds)
        except queue.Empty:
            return None

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(MOMENT)
        except subprocess.TimeoutExpired:
            self.close()
            return WRITES
        self.close()
        if code < 0:
            with suppress(ValueError):
                return f"killed by {signal.Signals(-code).name}"
        return f"ended with exit code {code}"

    # Calls ---------------------------------------------------------------------------------------

    def ask(self, how: dict[str, Any], inputs: Sequence[Any]) -> Iterator[Computed]:
        """Call the program at each input in turn, and yield what it computed.

        `how` has the target, the kind of call, its form and `more` arguments. Who is asked at many
        inputs `together` and does not come back is asked alone: nobody knows which of them it was.
        """
        left = list(inputs)
        while left:
            turn = token_hex(8)
            self._send({"target": self.target, **how, "turn": turn, "inputs": left})
            for place in range(len(left)):
                said = self._next(self.limits.call)
                if isinstance(said, list) and said[0] == turn:
                    yield Computed(*said[1:])
                    continue
                found = self._failed(said)
                if not how.get("together"):
                    place += 1
                    yield found
                how, left = {**how, "together": False}, left[place:]
                break
            else:
                return

    def _failed(self, said: Any) -> Computed:
        """Return what a call came to that has no value, with a process that can go on."""
        if said is None:
            self.late += 1
            self.close()
            found = Computed(LATE, f"no answer within {self.limits.call:g} s")
        elif said is ENDED:
            self.died += 1
            found = Computed(DIED, self._how_it_ended())
        elif isinstance(said, list):  # an answer to nothing that was asked
            self.died += 1
            self.close()
            found = Computed(DIED, WRITES)
        else:
            self.died += 1
            found = Computed(DIED, str(said.get("died")))
        if self.late > self.limits.late or self.died > self.limits.died:
            self.close()
            raise Undecided(f"{self.target} was ended too often: the last time, {found}")
        if self.closed or said is ENDED:
            self._start()
        return found


# Elsewhere ---------------------------------------------------------------------------------------

_LOCK = threading.Lock()
_KEPT: dict[str, tuple[Process, threading.Timer]] = {}
"""The process of the last block, until it was idle for some time."""


def block(work: dict[str, Any]) -> dict[str, Any]:
    """Call a program at some inputs, on a worker: plain data in, plain data out.

    The program must be the same there: what is known of it before it is called is compared.
    """
    with _LOCK:
        values: list[Any] = []
        try:
            process = _kept(work["target"], Limits(**work["limits"]))
            if json.loads(json.dumps(process.facts_of(work["target"]))) != work["facts"]:
                return {"refused": f"{work['target']} is another version there.", "values": []}
            values.extend(list(astuple(one)) for one in process.ask(work["how"], work["inputs"]))
        except NoProgram as problem:
            return {"refused": str(problem), "values": values}
        except Undecided as problem:
            return {"undecided": str(problem), "values": values}
        return {"values": values}


def _kept(target: str, limits: Limits) -> Process:
    """Return the process of a target, that of the block before if it is the same."""
    key = json.dumps([target, astuple(limits)])
    process = _KEPT[key][0] if key in _KEPT else None
    for other, (old, timer) in list(_KEPT.items()):
        timer.cancel()
        if other != key:
            del _KEPT[other]
            old.close()
    process = process or Process(target, limits)
    timer = threading.Timer(IDLE, _close_idle, (key,))
    timer.daemon = True
    timer.start()
    _KEPT[key] = process, timer
    return process


def _close_idle(key: str) -> None:
    with _LOCK:
        if key in _KEPT:
            _KEPT.pop(key)[0].close()


def _is_message(said: Any) -> bool:
    """Tell whether a line is one of ours: a program may have written to where it is read."""
    if isinstance(said, list):
        ours = len(said) == PARTS and all(isinstance(text, str) for text in said[:3])
        return ours and (said[1] != NUMBER or is_number(said[2]))
    return isinstance(said, dict) and bool({"died", "facts", "refused"} & set(said))
