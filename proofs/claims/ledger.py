"""Answer every question of some claims, each once, by several processes; then judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from proofs.claims import kept_answers as cache
from proofs.claims.answer import Answer, answered
from proofs.claims.claim import Claim, Evidence
from proofs.claims.judge import Finding, judged
from proofs.core.limits import MOST_PROCESSES


class Trouble(Exception):
    """A question of the ledger could not be asked: an error of ours."""


def ledger(
    claims: Sequence[Claim],
    jobs: int = 1,
    fresh: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Finding]:
    """Return the findings about some claims, in their order."""
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
    for text, answer in _answers(waiting, jobs):
        known[text] = answer
        cache.keep(questions[text], answer)
        progress(len(known), len(questions))
    return [
        judged(claim, [known[cache.question_text(evidence)] for evidence in claim.evidence])
        for claim in claims
    ]


def _answers(waiting: dict[str, Evidence], jobs: int) -> Iterator[tuple[str, Answer]]:
    if jobs == 1 or len(waiting) < 2:
        for text, evidence in waiting.items():
            yield text, _attempt(evidence)
        return
    workers = min(jobs, MOST_PROCESSES)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            asked = {pool.submit(_attempt, evidence): text for text, evidence in waiting.items()}
            for done in as_completed(asked):
                yield asked[done], done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _attempt(evidence: Evidence) -> Answer:
    try:
        return answered(evidence)
    except Exception as problem:
        what = cache.question_text(evidence)
        raise Trouble(f"{what}: {type(problem).__name__}: {problem}") from problem


def changed(findings: Iterable[Finding]) -> list[str]:
    """Return what is to be said about verdicts that are not the pinned ones."""
    return [
        f"{finding.claim.key} was pinned as {finding.claim.verdict} and is now {finding.verdict}"
        for finding in findings
        if not finding.as_pinned
    ]
