"""Top-k lists over a common universe: some of the items 1, …, n, in an order.

A list of length k is a tuple of k distinct items from the top. Lists have one length k, or all
lengths from 1 to k where metrics compare uneven ones.

>>> list(tops(3, 1)), list(tops(2, 2, uneven=True))
([(1,), (2,), (3,)], [(1,), (2,), (1, 2), (2, 1)])
>>> rank((3, 1), 1, 4), rank((3, 1), 2, 4)
(2, 5)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import perm
from typing import Any

Top = tuple[int, ...]


def lengths(k: int, uneven: bool) -> range:
    """Return the lengths that lists have."""
    return range(1 if uneven else k, k + 1)


def tops(n: int, k: int, uneven: bool = False) -> Iterator[Top]:
    """Go through all lists: short ones first, then in lexicographic order."""
    for length in lengths(k, uneven):
        yield from permutations(range(1, n + 1), length)


def count(n: int, k: int, uneven: bool = False) -> int:
    """Return how many lists there are: n(n − 1)…(n − k + 1) of each length k.

    >>> count(4, 2), count(4, 2, uneven=True) == len(list(tops(4, 2, uneven=True)))
    (12, True)
    """
    return sum(perm(n, length) for length in lengths(k, uneven))


def is_top(listed: Any, n: int, k: int, uneven: bool = False) -> bool:
    """Tell whether something is such a list."""
    if not isinstance(listed, tuple) or len(listed) not in lengths(k, uneven):
        return False
    whole = all(isinstance(item, int) and not isinstance(item, bool) for item in listed)
    return whole and all(1 <= item <= n for item in listed) and len(set(listed)) == len(listed)


def rank(listed: Sequence[int], item: int, n: int) -> int:
    """Return the rank of an item; n + 1, behind every rank, where it is not in the list."""
    return listed.index(item) + 1 if item in listed else n + 1
