"""Ask z3 and cvc5 about an SMT-LIB script, with a time limit for each.

z3 decides; cvc5 checks, beside it where z3 takes a while. A contradiction between the two is an
error of ours (:class:`Disagreement`); cvc5's silence is reported. A process that asks the same
again is told what both have said.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proofs.core.limits import Disagreement, Limits

SOLVERS = ("z3", "cvc5")
SECONDS, PATIENCE = 20.0, 2.0
HEAD_START = 0.3  # seconds; most models are found by then, and a model needs no second opinion
SAT, UNSAT, UNKNOWN = "sat", "unsat", "unknown"


@dataclass(frozen=True)
class Reply:
    """What one solver said."""

    solver: str
    answer: str
    reason: str = ""
    version: str = ""
    model: dict[str, Any] = field(default_factory=dict)


def available() -> tuple[str, ...]:
    """Return the solvers that are installed; z3 always is."""
    return tuple(s for s in SOLVERS if importlib.util.find_spec(s) is not None)


def consult(
    script: str, seconds: float, solvers: tuple[str, ...] | None = None, patience: float = PATIENCE
) -> dict[str, Reply]:
    """Ask the solvers the same question; once z3 has answered, cvc5 gets a little longer.

    With patience, that may be beyond the time that z3 has.
    """
    chosen = available() if solvers is None else solvers
    if (script, chosen) not in _SAID:
        replies = _consulted(script, seconds, chosen, patience)
        if UNKNOWN in {reply.answer for reply in replies.values()}:
            return replies
        _SAID[script, chosen] = replies
    return dict(_SAID[script, chosen])


_SAID: dict[tuple[str, tuple[str, ...]], dict[str, Reply]] = {}


def _consulted(
    script: str, seconds: float, chosen: tuple[str, ...], patience: float
) -> dict[str, Reply]:
    running: dict[str, tuple[subprocess.Popen[str], Any]] = {}
    replies: dict[str, Reply] = {}
    deadline = time.monotonic() + seconds
    try:
        for solver in chosen:
            if replies and replies["z3"].answer == SAT:
                break  # a model is checked by replay, not by another solver
            running[solver] = _start(solver, script)
            if solver == "z3" and len(chosen) > 1:
                replies |= _early(solver, running[solver][0], seconds)
        for solver in [solver for solver in running if solver not in replies]:
            left = max(0.1, deadline - time.monotonic())
            if replies and replies["z3"].answer == SAT:
                break
            if solver != "z3" and replies and replies["z3"].answer != UNKNOWN:
                left = min(max(PATIENCE, patience, seconds / 4), left + patience)
            replies[solver] = _collect(solver, running[solver][0], left)
    finally:
        _end(running.values())
    _agree(replies)
    return replies


def _early(solver: str, process: subprocess.Popen[str], seconds: float) -> dict[str, Reply]:
    """Return what a solver says at once; nothing if it takes longer."""
    reply = _collect(solver, process, min(HEAD_START, seconds))
    return {} if process.poll() is None else {solver: reply}


def _end(running: Iterable[tuple[subprocess.Popen[str], Any]]) -> None:
    for process, pipe in running:
        if process.poll() is None:
            process.kill()
        process.communicate()
        with suppress(OSError):
            pipe.close()


def _agree(replies: dict[str, Reply]) -> None:
    definite = {reply.answer for reply in replies.values()} - {UNKNOWN}
    if len(definite) > 1:
        raise Disagreement(
            "z3 says {} and cvc5 says {} to the same script".format(
                *(replies[solver].answer for solver in SOLVERS)
            )
        )


@dataclass
class Consulted:
    """What the solvers said to one script or several, kept for a certificate.

    z3 decides and cvc5 checks; with `either`, the first solver that has an answer decides. Without
    a limit for all of it, each script has so many seconds.
    """

    limits: Limits
    seconds: float = SECONDS
    either: bool = False
    scripts: list[dict[str, Any]] = field(default_factory=list)
    replies: list[dict[str, Reply]] = field(default_factory=list)

    def ask(self, text: str) -> Reply:
        """Ask the solvers; return what was said by the one that decides."""
        self.limits.check()
        patience = PATIENCE if self.limits.seconds is None else 0.0
        replies = consult(text, self.limits.left(self.seconds), None, patience)
        definite = [reply for reply in replies.values() if reply.answer != UNKNOWN]
        said = definite[0] if self.either and definite else replies["z3"]
        versions = {name: reply.version for name, reply in replies.items()}
        self.scripts.append({"text": text, "answer": said.answer, "solvers": versions})
        self.replies.append(replies)
        return said

    def agreed(self) -> str:
        """Name those that found every script without a model unsatisfiable."""
        names = {name for replies in self.replies for name in replies}
        for replies in self.replies:
            if any(reply.answer == UNSAT for reply in replies.values()):
                names &= {name for name, reply in replies.items() if reply.answer == UNSAT}
        return " and ".join(sorted(names, reverse=True))

    def said(self) -> str:
        """Say who found no model."""
        return f"no model: {self.agreed() or 'one solver or the other, script by script'}"

    def caveats(self) -> tuple[str, ...]:
        """Say who did not answer; a model needs no second opinion, for it is replayed."""
        found = []
        for replies in self.replies:
            if replies["z3"].answer == SAT:
                continue
            if "cvc5" not in replies:
                found.append("z3 alone: cvc5 is not installed (pip install cvc5)")
            for name, other in (SOLVERS, SOLVERS[::-1]):
                if other in replies and replies[other].answer == UNKNOWN:
                    reason = replies[other].reason or "unknown"
                    found.append(f"{name} alone: {other} gave no answer ({reason})")
        return tuple(dict.fromkeys(found))


def _start(solver: str, script: str) -> tuple[subprocess.Popen[str], Any]:
    """Start a solver; it ends when the pipe to it is closed, or this process has ended."""
    home = str(Path(__file__).resolve().parents[2])
    environment = {**os.environ, "PYTHONPATH": home, "PYTHONUTF8": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "proofs.script.solver_process", solver],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=home,
    )
    pipe: Any = process.stdin
    process.stdin = None  # or it would be closed when an answer is waited for
    with suppress(OSError):  # it ended before reading: on Windows this is no BrokenPipeError
        pipe.write(f"{len(script)}\n{script}")
        pipe.flush()
    return process, pipe


def _collect(solver: str, process: subprocess.Popen[str], seconds: float) -> Reply:
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        return Reply(solver, UNKNOWN, f"no answer within {seconds:.0f} s")
    try:
        found = json.loads(out)
    except ValueError:
        lines = err.strip().splitlines()
        return Reply(solver, UNKNOWN, lines[-1] if lines else "the solver ended without an answer")
    return Reply(solver, **found)


def decided(solver: Any) -> Any:
    """Let z3 decide in this process; an interrupt, which it keeps to itself, is raised again."""
    import z3

    answer = solver.check()
    if answer == z3.unknown and solver.reason_unknown() == "interrupted from keyboard":
        raise KeyboardInterrupt
    return answer
