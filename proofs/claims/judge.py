"""From the answers to a verdict on the claim. Nothing here knows what a paper says.

- *ill-defined*: the claim declares what is missing; or nothing printed is false, and a value
  that it needs does not exist.
- *confirmed*: every printed question is answered as the paper says, for all that it speaks of.
- *supported*: every printed question is, the sentence speaks of every n, and not all are settled.
- *corrected*: some printed question is not, and every question of the corrected claim is.
- *refuted*: some printed question is not, and no correction is stated or it fails too.
- *undecided*: nothing printed is false, and something stayed open.

An exception to an "all", "none" or "the only" refutes it, and all exceptions are listed. Leaving a
few names out of a list, or adding them, may be a small change, which the claim then states. Fair
readings decide nothing: where one answers otherwise, it is named beside the verdict. A question is
settled by a proof for every n, by one case where one is enough (a counterexample, "there is"), or
by cases that are said to cover all.
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
    EVERY,
    FAIR,
    ILL_DEFINED,
    PRINTED,
    REFUTED,
    SUPPORTED,
    UNDECIDED,
    Ask,
    Claim,
)
from rankproof.presented import Presented

Answered = tuple[str, Answer]


@dataclass(frozen=True, repr=False)
class Finding(Presented):
    """A claim with its verdict, computed from the answers."""

    claim: Claim
    verdict: str
    answers: tuple[Answered, ...]

    def told(self, form: str) -> str:
        """Return it as text, in one line, as HTML, Markdown or LaTeX."""
        from proofs.claims.report.show import told

        return told(self, form)

    @property
    def as_pinned(self) -> bool:
        """Whether the verdict is the pinned one, or none is pinned."""
        return self.claim.verdict in ("", self.verdict)

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
    def unsettled(self) -> list[Answer]:
        """The answers that the verdict needs for every n, and that only cases speak for."""
        role = {SUPPORTED: PRINTED, CORRECTED: AMENDED}.get(self.verdict, "")
        return _unsettled(self.claim, self.by_role(role))

    def readings(self, stands: bool) -> list[str]:
        """Return the other fair readings under which the claim stands, or falls."""
        noted: dict[str, list[bool | None]] = {}
        for evidence, (role, answer) in zip(self.claim.evidence, self.answers, strict=True):
            if role == FAIR:
                noted.setdefault(evidence.note, []).append(answer.agrees)
        if stands:
            return [note for note, agreed in noted.items() if all(agreed)]
        return [note for note, agreed in noted.items() if False in agreed]

    @property
    def shortcomings(self) -> list[str]:
        """What the rules of the ledger ask for and the claim does not show."""
        found = {
            "the paper's words are missing": not (self.claim.says or self.claim.own),
            "the reading in which it is false is not named": bool(self.claim.verdict)
            and self.verdict == REFUTED
            and not self.claim.reading,
            "the correction is not settled for what the sentence speaks of": bool(self.unsettled)
            and self.verdict == CORRECTED,
            "a fair reading is not named": "" in self.readings(True) + self.readings(False),
        }
        return [text for text, so in found.items() if so]

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
        return SUPPORTED if _unsettled(claim, printed) else CONFIRMED
    return ILL_DEFINED if any(answer.undefined for answer in printed) else UNDECIDED


def _unsettled(claim: Claim, answers: Sequence[Answer]) -> list[Answer]:
    return [answer for answer in answers if claim.speaks_of == EVERY and not answer.settled]


def summary(findings: Sequence[Finding]) -> dict[str, Counter[str]]:
    """Count the verdicts on the claims of each paper; findings of ours are not among them."""
    counted: dict[str, Counter[str]] = {}
    for finding in findings:
        counts = counted.setdefault(finding.claim.paper, Counter())
        counts[finding.verdict] += not finding.claim.own
    return counted
