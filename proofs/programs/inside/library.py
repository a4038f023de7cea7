"""What a library declares: where it comes from, and how each of its measures is called."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any

Together = Callable[[list[dict[str, Any]]], Sequence[Any]]


class Absent(Exception):
    """A library is not installed; the message says how to install it."""


@dataclass(frozen=True)
class Measure:
    """A measure of a library as a function of one kind of call.

    `depth` is its cut-off; `c` the largest grade that it takes, where it does not take all; `range`
    what its values lie between, None where nothing bounds them; `tolerance` says how far it rounds.
    `setup` is Python that defines `program`, the same function, for a test that is pasted.
    `together` asks many inputs at once, and has None for one that has to be asked alone.
    """

    function: Callable[..., Any]
    call: str
    setup: str
    depth: int | None = None
    c: int | None = None
    range: tuple[float | None, float | None] = (0, 1)
    tolerance: float = 1e-9
    together: Together | None = None


@dataclass(frozen=True)
class Library:
    """A library: its distribution, how it makes a function of a measure, and which it has.

    Words before the name of a distribution are options for pip, where it wants others of old.
    """

    name: str
    distribution: str
    measure: Callable[[str], Measure]
    measures: tuple[str, ...]

    def version(self) -> str:
        """Return the installed version, or say how to install one."""
        try:
            return metadata.version(self.distribution.rpartition(" ")[2])
        except metadata.PackageNotFoundError:
            raise Absent(
                f"{self.name} is not installed: python -m pip install {self.distribution}"
            ) from None


CUT = re.compile(r"(.*?)(?:@(\d{1,6}))?")


def cut(name: str) -> tuple[str, int | None]:
    """Part a measure's name from its cut-off.

    >>> cut("ndcg@10"), cut("map")
    (('ndcg', 10), ('map', None))
    """
    found = CUT.fullmatch(name)
    base, depth = found.groups() if found else (name, None)
    return str(base), None if depth is None else int(depth)
