"""Many questions at once: known answers are read, the others found in several processes.

Every answer is kept as soon as it is found, so that an interrupted table goes on where it was.
A question is a plain dictionary, and an answer the JSON object that `proofs.check` prints.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from typing import Any

from metrics.naming import BadInput
from proofs.core import kept_cells as cache
from proofs.core.asking import ask
from proofs.core.limits import MOST_PROCESSES, Limits
from proofs.report.shown import as_json
from proofs.tables.request import Request

Asked = dict[str, Any]
Answer = dict[str, Any]
WORTH_PROCESSES = 40
REFUSED = "refused"


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
    return as_json(found)


def answers(asked: Sequence[Asked], request: Request) -> list[Answer]:
    """Answer many questions, in their order."""
    found: dict[int, Answer] = {}
    if not request.fresh:
        for place, one in enumerate(asked):
            kept = cache.recall(one)
            if kept is not None:
                found[place] = kept
    waiting = [(place, one) for place, one in enumerate(asked) if place not in found]
    for place, new in _in_turn(waiting, request.jobs):
        cache.keep(asked[place], new)
        found[place] = new
        request.progress(len(found), len(asked))
    return [found[place] for place in range(len(asked))]


def _in_turn(waiting: Sequence[tuple[int, Asked]], jobs: int) -> Iterable[tuple[int, Answer]]:
    if jobs > 1 and len(waiting) >= WORTH_PROCESSES:
        return _in_processes(waiting, jobs)
    return (_placed(one) for one in waiting)


def _in_processes(waiting: Sequence[tuple[int, Asked]], jobs: int) -> Iterator[tuple[int, Answer]]:
    """Answer in several processes; if one is ended from outside, go on in this one."""
    left = dict(waiting)
    pool = ProcessPoolExecutor(min(jobs, MOST_PROCESSES), get_context("spawn"), _quietly)
    try:
        for done in as_completed([pool.submit(_placed, one) for one in waiting]):
            place, found = done.result()
            del left[place]
            yield place, found
    except BrokenProcessPool:
        yield from (_placed(one) for one in left.items())
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in active_children() if left else ():
            child.terminate()


def _placed(one: tuple[int, Asked]) -> tuple[int, Answer]:
    return one[0], answer(one[1])


def _quietly() -> None:
    """End without a word when the user interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
