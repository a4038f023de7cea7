"""Many answers, of which some were found before: each is kept as it is found.

What people declare is a part of the question: a name may stand for something else another time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from lattice.declared import texts
from rankproof.executors import executor
from rankproof.kept import cells
from rankproof.line.deadline import insist_in_time

Key = TypeVar("Key")
Work = TypeVar("Work")
Result = TypeVar("Result")


def key(question: Any, everything: bool = False) -> str:
    """Return the name under which the answer to a question is kept.

    >>> key({"asked": "ioi"}) == key({"asked": "ioi"}) != key({"asked": "wsd"})
    True
    """
    return cells.key([question, *texts()], everything)


def recall(question: Any, everything: bool = False) -> dict[str, Any] | None:
    """Return the answer that was kept, or None."""
    return cells.recall([question, *texts()], everything)


def keep(question: Any, answer: dict[str, Any], everything: bool = False) -> None:
    """Keep an answer, unless the time was over before it came."""
    insist_in_time()
    cells.keep([question, *texts()], answer, everything)


def all_found(
    work: Mapping[Key, Work],
    find: Callable[[Work], Result],
    recalled: Callable[[Work], Result | None],
    kept: Callable[[Work, Result], None],
    progress: Callable[[int, int], None],
    jobs: int,
    worth_processes: int,
    cluster: str | None = None,
) -> dict[Key, Result]:
    """Recall what is known, find the rest in processes or on a cluster, keep each as it is found.

    So an interrupted walk goes on where it was. A time limit around the walk ends it: an answer
    that is undecided for want of that time is not kept.
    """
    found: dict[Key, Result] = {}
    for name, item in work.items():
        known = recalled(item)
        if known is not None:
            found[name] = known
    waiting = {name: item for name, item in work.items() if name not in found}
    progress(len(found), len(work))
    workers = executor(jobs, len(waiting), worth_processes, cluster)
    for name, new in workers.results(find, waiting) if waiting else ():
        insist_in_time()
        kept(work[name], new)
        found[name] = new
        progress(len(found), len(work))
    return found
