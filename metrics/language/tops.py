"""Top-k lists over a common universe: some of the items 1, …, n, in an order.

A list of length k is a tuple of k distinct items from the top. Lists have one length k, or all
lengths from 1 to k where metrics compare uneven ones. Where lists may have ties, an entry may be a
tie group, an increasing tuple of items; each of its items has the rank of the first of its places.

>>> list(tops(3, 1)), list(tops(2, 2, uneven=True))
([(1,), (2,), (3,)], [(1,), (2,), (1, 2), (2, 1)])
>>> list(tops(2, 2, tied=True))
[(1, 2), (2, 1), ((1, 2),)]
>>> rank((3, 1), 1, 4), rank((3, 1), 2, 4), rank(((2, 3), 1), 1, 4)
(2, 5, 3)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from math import comb, perm
from typing import Any

Top = tuple[int | tuple[int, ...], ...]


def lengths(k: int, uneven: bool) -> range:
    """Return the lengths that lists have."""
    return range(1 if uneven else k, k + 1)


def tops(n: int, k: int, uneven: bool = False, tied: bool = False) -> Iterator[Top]:
    """Go through all lists: short ones first, then those with fewer ties, then by their items."""
    for length in lengths(k, uneven):
        yield from permutations(range(1, n + 1), length)
        for groups in range(length - 1, 0, -1) if tied else ():
            for items in permutations(range(1, n + 1), length):
                yield from _grouped(items, groups)


def _grouped(items: tuple[int, ...], groups: int) -> Iterator[Top]:
    """Part a list into so many groups with increasing items."""
    for joins in product((True, False), repeat=len(items) - 1):
        rises = all(a < b for (a, b), join in zip(pairwise(items), joins, strict=True) if join)
        if joins.count(False) == groups - 1 and rises:
            parts = [[items[0]]]
            for item, join in zip(items[1:], joins, strict=True):
                parts[-1].append(item) if join else parts.append([item])
            yield tuple(tuple(part) if len(part) > 1 else part[0] for part in parts)


def count(n: int, k: int, uneven: bool = False, tied: bool = False) -> int:
    """Return how many lists there are: n(n − 1)…(n − k + 1) of each length k; more with ties.

    >>> count(4, 2), count(4, 2, uneven=True) == len(list(tops(4, 2, uneven=True)))
    (12, True)
    >>> count(4, 3, tied=True) == len(list(tops(4, 3, tied=True))) == 4 * 13
    True
    """
    if not tied:
        return sum(perm(n, length) for length in lengths(k, uneven))
    orders = [1]  # of 0, 1, … items with ties, by the size of the first group
    for size in range(1, k + 1):
        orders.append(sum(comb(size, first) * orders[size - first] for first in range(1, size + 1)))
    return sum(comb(n, length) * orders[length] for length in lengths(k, uneven))


def is_top(listed: Any, n: int, k: int, uneven: bool = False, tied: bool = False) -> bool:
    """Tell whether something is such a list."""
    if not isinstance(listed, tuple):
        return False
    groups = [one for one in listed if isinstance(one, tuple)]
    if any(len(group) < 2 for group in groups) or (groups and not tied):
        return False
    items = flat(listed)
    if len(items) not in lengths(k, uneven):
        return False
    whole = all(isinstance(item, int) and not isinstance(item, bool) for item in items)
    proper = whole and all(1 <= item <= n for item in items) and len(set(items)) == len(items)
    return proper and all(list(group) == sorted(group) for group in groups)


def flat(listed: Sequence[Any]) -> list[Any]:
    """Return the items from the top, those of a tie group one by one."""
    return [item for one in listed for item in (one if isinstance(one, tuple) else (one,))]


def rank(listed: Sequence[Any], item: int, n: int) -> int:
    """Return the rank of an item; n + 1, behind every rank, where it is not in the list."""
    above = 0
    for one in listed:
        group = one if isinstance(one, tuple) else (one,)
        if item in group:
            return above + 1
        above += len(group)
    return n + 1


def tied_with(listed: Sequence[Any], item: int) -> int:
    """Return how many items the tie group of an item has; 1 where it has none.

    >>> tied_with((1, (2, 3)), 3), tied_with((1, (2, 3)), 1), tied_with((1, (2, 3)), 4)
    (2, 1, 1)
    """
    return next((len(one) for one in listed if isinstance(one, tuple) and item in one), 1)


def shown(listed: Top) -> list[Any]:
    """Return a list as a witness has it, tie groups as lists in it."""
    return [list(one) if isinstance(one, tuple) else one for one in listed]


def read(given: Any) -> Any:
    """Return a list that came from outside, a tuple with tuples for tie groups."""
    if not isinstance(given, list | tuple):
        return given
    return tuple(tuple(one) if isinstance(one, list) else one for one in given)
