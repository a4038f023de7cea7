"""Ask z3 and cvc5 about an SMT-LIB script, with a time limit for each.

z3 decides; cvc5 checks, beside it where z3 takes a while. A contradiction between the two is an
error of ours (:class:`Disagreement`); cvc5's silence is reported. A process that asks the same
again is told what both have said.
"""

from __future__ import annotations

import importlib.util
import time
from dataclasses import dataclass, field
from typing import Any

from proofs.core.limits import Disagreement, Limits
from proofs.script.awake import Asked
from proofs.script.sealing import digest

SOLVERS = ("z3", "cvc5")
SECONDS, PATIENCE = 20.0, 2.0
HEAD_START = 0.3  # seconds; most models are found by then, and a model needs no second opinion
SAT, UNSAT, UNKNOWN = "sat", "unsat", "unknown"
NOTHING = {"answer": UNKNOWN, "reason": "the solver ended without an answer"}


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
    asked = (digest(script), chosen)
    if asked not in _SAID:
        replies = _consulted(script, seconds, chosen, patience)
        if UNKNOWN in {reply.answer for reply in replies.values()}:
            return replies
        _SAID[asked] = replies
    return dict(_SAID[asked])


_SAID: dict[tuple[str, tuple[str, ...]], dict[str, Reply]] = {}
"""What was said before, by the digest of the script: scripts are large."""


def _consulted(
    script: str, seconds: float, chosen: tuple[str, ...], patience: float
) -> dict[str, Reply]:
    asked: dict[str, Asked] = {}
    replies: dict[str, Reply] = {}
    deadline = time.monotonic() + seconds
    longest = seconds + max(PATIENCE, patience)
    try:
        for solver in chosen:
            if replies and replies["z3"].answer == SAT:
                break  # a model is checked by replay, not by another solver
            asked[solver] = Asked(solver, script, longest)
            if solver == "z3" and len(chosen) > 1:
                replies |= _early(asked[solver], seconds)
        for solver in [solver for solver in asked if solver not in replies]:
            left = max(0.1, deadline - time.monotonic())
            if replies and replies["z3"].answer == SAT:
                break
            if solver != "z3" and replies and replies["z3"].answer != UNKNOWN:
                left = min(max(PATIENCE, patience, seconds / 4), left + patience)
            replies[solver] = _collect(solver, asked[solver], left)
    finally:
        for one in asked.values():
            one.release()
    _agree(replies)
    return replies


def _early(asked: Asked, seconds: float) -> dict[str, Reply]:
    """Return what a solver says at once; nothing if it takes longer."""
    reply = _collect(asked.solver, asked, min(HEAD_START, seconds))
    return {} if asked.waiting else {asked.solver: reply}


def _collect(solver: str, asked: Asked, seconds: float) -> Reply:
    found = asked.answer(seconds)
    if found is None:
        return Reply(solver, UNKNOWN, f"no answer within {seconds:.0f} s")
    return Reply(solver, **found or NOTHING)


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


def decided(solver: Any) -> Any:
    """Let z3 decide in this process; an interrupt, which it keeps to itself, is raised again."""
    import z3

    answer = solver.check()
    if answer == z3.unknown and solver.reason_unknown() == "interrupted from keyboard":
        raise KeyboardInterrupt
    return answer
