"""Answer every question of some claims, each once, by several processes; then judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from proofs.claims import kept_answers as cache
from proofs.claims.answer import Answer, answered
from proofs.claims.claim import Claim, Evidence
from proofs.claims.judge import Finding, judged
from rankproof.line.deadline import within
from rankproof.line.failures import Undecided
from rankproof.line.version import VERSION
from rankproof.line.workers import in_processes


class Trouble(Exception):
    """A question of the ledger could not be asked: an error of ours."""


def ledger(
    claims: Sequence[Claim],
    jobs: int = 1,
    fresh: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
    seconds: float | None = None,
) -> list[Finding]:
    """Return the findings about some claims, in their order; a limit is for each question."""
    questions = {
        cache.question_text(evidence): evidence for claim in claims for evidence in claim.evidence
    }
    known: dict[str, Answer] = {}
    if not fresh:
        for text, evidence in questions.items():
            answer = cache.kept(evidence)
            if answer is not None:
                known[text] = answer
    progress(len(known), len(questions))
    waiting = {text: evidence for text, evidence in questions.items() if text not in known}
    for text, answer in _answers(waiting, jobs, seconds):
        known[text] = answer
        if not answer.cut_short:
            cache.keep(questions[text], answer)
        progress(len(known), len(questions))
    return [
        judged(claim, [known[cache.question_text(evidence)] for evidence in claim.evidence])
        for claim in claims
    ]


def _answers(
    waiting: dict[str, Evidence], jobs: int, seconds: float | None
) -> Iterator[tuple[str, Answer]]:
    attempt = partial(_attempt, seconds=seconds)
    if jobs > 1 and len(waiting) > 1:
        yield from in_processes(attempt, waiting, jobs)
        return
    for text, evidence in waiting.items():
        yield text, attempt(evidence)


def _attempt(evidence: Evidence, seconds: float | None = None) -> Answer:
    try:
        with within(seconds):
            return answered(evidence)
    except Undecided as problem:
        what = cache.question_text(evidence)
        fields = {"schema": 1, "version": VERSION, "status": "undecided", "reason": str(problem)}
        said = f"undecided: {problem}"
        return Answer(what, what, None, said, "", objects=(fields,), cut_short=True)
    except Exception as problem:
        what = cache.question_text(evidence)
        raise Trouble(f"{what}: {type(problem).__name__}: {problem}") from problem


def changed(findings: Iterable[Finding]) -> list[str]:
    """Return what is to be said about verdicts that are not the pinned ones."""
    return [
        f"{finding.claim.key} was pinned as {finding.claim.verdict} and is now {finding.verdict}"
        for finding in findings
        if not finding.as_pinned and not finding.cut_short
    ]
