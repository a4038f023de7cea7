"""Counting draws without replacement, by how many of each kind there are.

>>> list(drawn((2, 1), 2)), arrangements({0: 2, 1: 1})
([(1, 1), (2, 0)], [(0, 0, 1), (0, 1, 0), (1, 0, 0)])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb, factorial, prod

Counts = tuple[int, ...]


def plus(one: Counts, two: Counts) -> Counts:
    """Return how many there are of each kind in both together."""
    return tuple(a + b for a, b in zip(one, two, strict=True))


def single(at: int, kinds: int) -> Counts:
    """Return the counts of one thing of one kind."""
    return tuple(int(at == kind) for kind in range(kinds))


def drawn(counts: Counts, size: int) -> Iterator[Counts]:
    """Go through how many of each kind may be among `size` that are drawn."""
    if not counts:
        if size == 0:
            yield ()
        return
    first, rest = counts[0], counts[1:]
    for many in range(max(0, size - sum(rest)), min(first, size) + 1):
        for others in drawn(rest, size - many):
            yield (many, *others)


def ways(counts: Counts, taken: Counts) -> int:
    """Return in how many ways these may be drawn."""
    return prod(comb(many, some) for many, some in zip(counts, taken, strict=True))


def orders(counts: Mapping[int, int]) -> int:
    """Return in how many different orders some things may stand."""
    return factorial(sum(counts.values())) // prod(map(factorial, counts.values()))


def arrangements(counts: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Return all different orders of some things."""
    if not sum(counts.values()):
        return [()]
    return [
        (entry, *rest)
        for entry, many in counts.items()
        if many
        for rest in arrangements({**counts, entry: many - 1})
    ]
