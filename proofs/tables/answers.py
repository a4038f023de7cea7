"""Many questions at once: known answers are read, the others found in several processes.

A question is a plain dictionary, and an answer the JSON object that `proofs.check` prints; where
it is to be certified, with the certificate of a definite verdict beside the other fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core import kept_cells as cache
from proofs.core.asking import ask
from proofs.core.limits import Limits
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED
from proofs.report.certificate import certificate
from proofs.report.shown import as_json
from proofs.tables.request import Request
from rankproof.line.failures import Undecided
from rankproof.line.version import VERSION

Asked = dict[str, Any]
Answer = dict[str, Any]
WORTH_PROCESSES = 40
REFUSED = "refused"
UNASKED: Answer = {"status": UNDECIDED, "reason": "it was not asked yet"}
"""What is said of a question where only known answers are wanted."""


def question(asked: str, *subjects: str, n: Any, request: Request, **parameters: Any) -> Asked:
    """Return a question in the form in which it is kept."""
    return {
        "asked": asked,
        "subjects": list(subjects),
        "n": n if isinstance(n, int | str) else list(n),
        "parameters": parameters,
        "convention": request.convention,
        "engine": request.engine,
        "timeout": request.timeout,
    }


def answer(asked: Asked) -> Answer:
    """Answer one question; what an engine refuses is an answer too, with the reason.

    >>> found = answer(question("ioi", "mape", n=range(2, 5), request=Request()))
    >>> found["status"], found["scope"]["first_failing_n"]
    ('refuted', 4)
    """
    engine = asked["engine"]
    if asked["n"] == "all" and engine != "symbolic":
        engine = "auto"
    try:
        found = ask(
            asked["asked"],
            *asked["subjects"],
            n=asked["n"],
            convention=asked["convention"],
            engine=engine,
            limits=Limits(seconds=asked["timeout"], jobs=1),
            **asked["parameters"],
        )
    except BadInput as problem:
        return {"status": REFUSED, "reason": str(problem)}
    except Undecided as problem:
        return {"status": UNDECIDED, "reason": str(problem)}
    fields = as_json(found)
    if asked.get("certified") and fields.get("status") in (HOLDS, REFUTED):
        fields |= _certified(found, asked["timeout"])
    return fields


def _certified(found: Any, seconds: float | None) -> dict[str, Any]:
    """Return the certificate of a verdict; where making it fails, the verdict says so instead."""
    try:
        return {"certificate": certificate(found, VERSION, seconds)}
    except Exception as problem:
        return {"uncertified": f"an error of ours: {type(problem).__name__}: {problem}"}


def answers(asked: Sequence[Asked], request: Request) -> list[Answer]:
    """Answer many questions, in their order; where only known answers are wanted, none is asked."""
    if request.known:
        return [cache.recall(one) or UNASKED for one in asked]
    found = cache.all_found(
        dict(enumerate(asked)),
        answer,
        (lambda _: None) if request.fresh else cache.recall,
        cache.keep,
        request.progress,
        request.jobs,
        WORTH_PROCESSES,
        request.cluster,
    )
    return [found[place] for place in range(len(asked))]


# Parameters of one's own that are free -----------------------------------------------------------


def free_notes(metrics: Iterable[Metric]) -> list[str]:
    """Say of which values the answers about some metrics of one's own speak."""
    return [
        f"{name} of {metric.name} is free: for {one.every()}; a refutation is for one value"
        for metric in metrics
        for name, one in metric.free.items()
    ]


def put_in(found: Answer, *metrics: Metric) -> list[str]:
    """Return the values that a refutation puts in for what some metrics leave free."""
    free = {metric.name: metric.free for metric in metrics}
    return [
        f"{name} = {given['value']}"
        for one in found.get("declarations", [])
        for name, given in one["table"].get("parameters", {}).items()
        if name in free.get(one["name"], {}) and "value" in given
    ]
