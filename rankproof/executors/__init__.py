"""Who does many pieces of work: this process, several of them, or a cluster of machines.

An executor is given a function and pieces of work, and yields each result as it is found. For a
cluster the function must be one of ours that is named there, and work and results are plain data.

>>> dict(Serial().results(abs, {"a": -1, "b": 2}))
{'a': 1, 'b': 2}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from rankproof.line.workers import in_processes

Key = TypeVar("Key")
Work = TypeVar("Work")
Result = TypeVar("Result")


class Executor(Protocol):
    """Does pieces of work, in any order."""

    def results(
        self, function: Callable[[Work], Result], work: Mapping[Key, Work]
    ) -> Iterator[tuple[Key, Result]]:
        """Yield the key and the result of each piece of work."""


@dataclass(frozen=True)
class Serial:
    """One piece after another, in this process."""

    def results(
        self, function: Callable[[Work], Result], work: Mapping[Key, Work]
    ) -> Iterator[tuple[Key, Result]]:
        """Yield the key and the result of each piece of work, in their order."""
        return ((key, function(item)) for key, item in work.items())


@dataclass(frozen=True)
class Processes:
    """Several processes of this machine."""

    jobs: int

    def results(
        self, function: Callable[[Work], Result], work: Mapping[Key, Work]
    ) -> Iterator[tuple[Key, Result]]:
        """Yield the key and the result of each piece of work, as they are found."""
        return in_processes(function, work, self.jobs)


def executor(jobs: int, pieces: int, worth: int, cluster: str | None = None) -> Executor:
    """Return who does so many pieces of work; processes only where they are worth starting."""
    if cluster is not None:
        from rankproof.executors.cluster import Cluster

        return Cluster(cluster)
    return Processes(jobs) if jobs > 1 and pieces >= worth else Serial()
