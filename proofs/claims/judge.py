"""From the answers to a verdict on the claim. Nothing here knows what a paper says.

- *ill-defined*: the claim declares what is missing; or nothing printed is false, and a value
  that it needs does not exist.
- *confirmed*: every printed question is answered as the paper says.
- *corrected*: some printed question is not, and every question of the corrected claim is.
- *refuted*: some printed question is not, and no correction is stated or it fails too.
- *undecided*: nothing printed is false, and something stayed open.

An exception to an "all", "none" or "the only" refutes it: leaving the exceptions out is not a
correction, but all of them are listed. Other readings are shown and decide nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from proofs.claims.answer import Answer
from proofs.claims.claim import (
    AMENDED,
    CONFIRMED,
    CORRECTED,
    ILL_DEFINED,
    PRINTED,
    REFUTED,
    UNDECIDED,
    Ask,
    Claim,
)

Answered = tuple[str, Answer]


@dataclass(frozen=True)
class Finding:
    """A claim with its verdict, computed from the answers."""

    claim: Claim
    verdict: str
    answers: tuple[Answered, ...]

    @property
    def as_pinned(self) -> bool:
        """Whether the verdict is the pinned one."""
        return self.verdict == self.claim.verdict

    @property
    def cut_short(self) -> bool:
        """Whether a time limit left one of its questions open."""
        return any(answer.cut_short for _, answer in self.answers)

    def by_role(self, role: str) -> list[Answer]:
        """Return the answers of one role."""
        return [answer for played, answer in self.answers if played == role]

    @property
    def against(self) -> list[Answer]:
        """The answers that contradict what is printed."""
        return [answer for answer in self.by_role(PRINTED) if answer.agrees is False]

    @property
    def exceptions(self) -> list[str]:
        """What a claim about several things does not hold for, in the order of the claim."""
        printed = self.by_role(PRINTED)
        named: list[str] = []
        several = len(printed) > 1
        questions = [e for e in self.claim.evidence if e.role == PRINTED and isinstance(e, Ask)]
        axioms = {(e.axiom, e.n if isinstance(e.n, int) else 0) for e in questions}
        for answer in printed:
            if answer.agrees is not True:
                own = answer.about if len(axioms) <= 1 else answer.asked
                open_end = "" if answer.agrees is False else " (undefined or open)"
                named += answer.exceptions or ([own + open_end] if several else [])
        return list(dict.fromkeys(named))

    @property
    def witness(self) -> str:
        """The smallest counterexample to what is printed."""
        shown = [answer for answer in self.against if answer.witness]
        return min(shown, key=lambda answer: answer.size).witness if shown else ""

    @property
    def scope(self) -> str:
        """For which n the verdict speaks: of what contradicts, or of all that was asked."""
        decisive = self.against or self.by_role(PRINTED)
        if self.verdict == CORRECTED:
            decisive = self.by_role(AMENDED)
        counted = Counter(answer.scope for answer in decisive if answer.scope)
        if len(counted) <= 1:
            return next(iter(counted), "")
        return "; ".join(f"{scope} ({times}×)" for scope, times in counted.most_common())


def judged(claim: Claim, answers: Sequence[Answer]) -> Finding:
    """Return the verdict on a claim."""
    played = tuple(
        (evidence.role, answer) for evidence, answer in zip(claim.evidence, answers, strict=True)
    )
    return Finding(claim, _verdict(claim, played), played)


def _verdict(claim: Claim, answers: Sequence[Answered]) -> str:
    printed = [answer for role, answer in answers if role == PRINTED]
    amended = [answer for role, answer in answers if role == AMENDED]
    if claim.missing:
        return ILL_DEFINED
    if any(answer.agrees is False for answer in printed):
        right = bool(amended) and all(answer.agrees is True for answer in amended)
        return CORRECTED if right else REFUTED
    if all(answer.agrees is True for answer in printed):
        return CONFIRMED
    return ILL_DEFINED if any(answer.undefined for answer in printed) else UNDECIDED


def summary(findings: Sequence[Finding]) -> dict[str, Counter[str]]:
    """Count the verdicts of each paper."""
    counted: dict[str, Counter[str]] = {}
    for finding in findings:
        counted.setdefault(finding.claim.paper, Counter())[finding.verdict] += 1
    return counted
