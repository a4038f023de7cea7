"""Many pieces of work, in several processes.

An interrupt ends the processes without a word, also while they start. If one is ended from
outside, the rest of the work is done in this process. If this process is ended, however, they
end too.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from rankproof.line.orphans import end_after

CARRIED: dict[str, tuple[Callable[..., None], Any]] = {}
"""What each process is told before it works: a function, and what it is called with."""
MOST_PROCESSES = 61
"""Windows allows no more at once."""

Key = TypeVar("Key")
Work = TypeVar("Work")
Result = TypeVar("Result")


def in_processes(
    function: Callable[[Work], Result], work: Mapping[Key, Work], jobs: int
) -> Iterator[tuple[Key, Result]]:
    """Yield the key and the result of each piece of work, as they are found."""
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    left = dict(work)
    told = tuple(CARRIED.values())
    pool = ProcessPoolExecutor(min(jobs, MOST_PROCESSES), get_context("spawn"), _begin, (told,))
    try:
        with _deaf():
            asked = {pool.submit(function, item): key for key, item in work.items()}
        for done in as_completed(asked):
            found = done.result()
            del left[asked[done]]
            yield asked[done], found
    except BrokenProcessPool:
        yield from ((key, function(item)) for key, item in left.items())
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in active_children() if left else ():
            child.terminate()


@contextmanager
def _deaf() -> Iterator[None]:
    """Hold interrupts back; a process that starts meanwhile starts with them held back."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(told: Sequence[tuple[Callable[..., None], Any]]) -> None:
    """Let an interrupt, or the end of its parent, end this process without a word."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    end_after(parent.join)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for function, given in told:
        function(given)
