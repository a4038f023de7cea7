"""Answer every question of some claims, each once, by several processes; judge, or certify."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from metrics.naming import BadInput
from proofs.claims.answer import Answer, answered, implication_of, verdicts_of
from proofs.claims.catalogue import PAPERS, find_claims
from proofs.claims.claim import PRINTED, Ask, Claim, Compute, Evidence, Imply
from proofs.claims.judge import Finding, judged
from proofs.core import kept_cells as cache
from proofs.core.limits import silent
from rankproof.line.deadline import within
from rankproof.line.failures import Mistake, Undecided
from rankproof.line.files import write
from rankproof.line.version import VERSION

SLOW = 0.02
WORTH_PROCESSES = 2


class Trouble(Exception):
    """A question of the ledger could not be asked: an error of ours."""


def ledger(
    claims: Sequence[Claim],
    jobs: int = 1,
    fresh: bool = False,
    progress: Callable[[int, int], None] = silent,
    seconds: float | None = None,
    cluster: str | None = None,
) -> list[Finding]:
    """Return the findings about some claims, in their order; a limit is for each question."""
    if cluster is not None:
        return _on_cluster(claims, fresh, progress, cluster)
    known = cache.all_found(
        {question_text(evidence): evidence for claim in claims for evidence in claim.evidence},
        partial(_attempt, seconds=seconds, theirs=_theirs(claims)),
        (lambda _: None) if fresh else recalled,
        kept,
        progress,
        jobs,
        WORTH_PROCESSES,
    )
    return [
        judged(claim, [known[question_text(evidence)] for evidence in claim.evidence])
        for claim in claims
    ]


def _on_cluster(
    claims: Sequence[Claim], fresh: bool, progress: Callable[[int, int], None], cluster: str
) -> list[Finding]:
    """Judge claims of ours on a cluster: a question is named by its claim and place in it."""
    ours = {claim.key: claim for claim in find_claims()}
    if any(ours.get(claim.key) != claim for claim in claims):
        raise Mistake("a cluster judges the papers that rankproof has: leave --cluster out.")
    places = {
        question_text(evidence): (claim.key, place)
        for claim in claims
        for place, evidence in enumerate(claim.evidence)
    }
    by_place = {(c.key, place): e for c in claims for place, e in enumerate(c.evidence)}

    def evidence(asked: Sequence[Any]) -> Evidence:
        return by_place[asked[0], asked[1]]

    def known(asked: Sequence[Any]) -> dict[str, Any] | None:
        found = recalled(evidence(asked))
        return None if found is None else asdict(found)

    found = cache.all_found(
        {text: list(place) for text, place in places.items()},
        attempted,
        (lambda _: None) if fresh else known,
        lambda asked, fields: kept(evidence(asked), _answer(fields)),
        progress,
        1,
        1,
        cluster,
    )
    return [
        judged(claim, [_answer(found[question_text(one)]) for one in claim.evidence])
        for claim in claims
    ]


def attempted(asked: Sequence[Any]) -> dict[str, Any]:
    """Answer the question at a place of a claim of ours; plain data in, plain data out."""
    key, place = asked
    (claim,) = find_claims([key])
    return asdict(_attempt(claim.evidence[place]))


def _answer(fields: dict[str, Any]) -> Answer:
    listed = {name: tuple(fields[name]) for name in ("exceptions", "objects")}
    return Answer(**{**fields, **listed})


def _theirs(claims: Sequence[Claim]) -> dict[str, str]:
    """Return the questions of papers that are not ours, each with the first claim that asks it."""
    return {
        question_text(evidence): claim.key
        for claim in reversed(claims)
        if claim.paper not in PAPERS
        for evidence in claim.evidence
    }


def certify(
    claims: Sequence[Claim],
    folder: str,
    jobs: int = 1,
    progress: Callable[[int, int], None] = silent,
    seconds: float | None = None,
) -> int:
    """Write a certificate for every evidence that is a decided verdict; return their number.

    A file is named by the claim, the place of the question in it and, if they are several, that of
    the verdict. Each is written as soon as it is found.
    """
    places: dict[Ask | Imply, list[str]] = {}
    for claim in claims:
        for place, evidence in enumerate(claim.evidence, start=1):
            if isinstance(evidence, Ask | Imply):
                asked = replace(evidence, role=PRINTED)
                places.setdefault(asked, []).append(f"{claim.key}-{place}")

    def keep(asked: Ask | Imply, texts: list[str]) -> None:
        for name in places[asked]:
            for number, text in enumerate(texts, start=1):
                several = f".{number}" if len(texts) > 1 else ""
                write(str(Path(folder) / f"{name}{several}.json"), text)

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise Mistake(f"{folder!r} cannot be a folder: {problem.strerror}.") from None
    find = partial(_certificates, seconds=seconds, theirs=_theirs(claims))
    work = {asked: asked for asked in places}
    found = cache.all_found(work, find, lambda _: None, keep, progress, jobs, WORTH_PROCESSES)
    return sum(len(texts) * len(places[asked]) for asked, texts in found.items())


def _certificates(
    question: Ask | Imply, seconds: float | None = None, theirs: Mapping[str, str] | None = None
) -> list[str]:
    """Return the certificates of the decided verdicts on a question: none for a quantity."""
    from proofs.report.certificate import certificate, implication_certificate, text_of

    made: Callable[[Any, str], dict[str, Any]] = certificate
    try:
        with within(seconds):
            if isinstance(question, Imply):
                verdicts, made = [implication_of(question)], implication_certificate
            else:
                verdicts = verdicts_of(question)
    except Undecided:
        return []
    except BadInput as problem:
        raise _unaskable(question, problem, theirs) from problem
    decided = [v for v in verdicts if getattr(v, "status", "undecided") != "undecided"]
    return [text_of(made(verdict, VERSION)) for verdict in decided]


def question_text(evidence: Evidence) -> str:
    """Return the question as text, whatever its role: the same in every process."""
    if not isinstance(evidence, Compute):
        return repr(replace(evidence, role=PRINTED))
    function = evidence.function
    return f"{function.__module__}.{function.__qualname__}{evidence.given} {evidence.note}"


def recalled(evidence: Evidence) -> Answer | None:
    """Return a kept answer, or None; a file that cannot be read counts as none."""
    fields = cache.recall(question_text(evidence), isinstance(evidence, Compute))
    if fields is None:
        return None
    return replace(_answer(fields), cached=True)


def kept(evidence: Evidence, answer: Answer) -> None:
    """Keep an answer that took long, unless it was cut short."""
    if answer.seconds >= SLOW and not answer.cut_short:
        cache.keep(question_text(evidence), asdict(answer), isinstance(evidence, Compute))


def _attempt(
    evidence: Evidence,
    seconds: float | None = None,
    theirs: Mapping[str, str] | None = None,
) -> Answer:
    try:
        with within(seconds):
            return answered(evidence)
    except Undecided as problem:
        what = question_text(evidence)
        fields = {"schema": 1, "version": VERSION, "status": "undecided", "reason": str(problem)}
        said = f"undecided: {problem}"
        return Answer(what, what, None, said, "", objects=(fields,), cut_short=True)
    except Exception as problem:
        raise _unaskable(evidence, problem, theirs) from problem


def _unaskable(
    evidence: Evidence, problem: Exception, theirs: Mapping[str, str] | None
) -> Exception:
    """Return what is wrong: of a paper that is not ours it may be the question."""
    what = question_text(evidence)
    if isinstance(problem, BadInput) and theirs and what in theirs:
        about = ""
        if isinstance(evidence, Ask):
            about = f", {evidence.axiom} of {' and '.join(map(str, evidence.subjects))}"
        return BadInput(f"claim {theirs[what]!r}{about}: {problem}")
    return Trouble(f"{what}: {type(problem).__name__}: {problem}")


def changed(findings: Iterable[Finding]) -> list[str]:
    """Return what is to be said about verdicts that are not the pinned ones."""
    return [
        f"{finding.claim.key} was pinned as {finding.claim.verdict} and is now {finding.verdict}"
        for finding in findings
        if not finding.as_pinned and not finding.cut_short
    ]
