"""Where a law of lattices fails: the first elements, as listed, that break it.

Joins and meets may be missing; a triple counts only if every join and meet that the law names
exists. N₅ and M₃ are searched as sublattices: their joins and meets are those of the poset.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lattice.bounds import Bounds

Triple = tuple[Any, Any, Any]


def _silent() -> None:
    """Never stop."""


def not_distributive(bounds: Bounds, pause: Callable[[], None] = _silent) -> Triple | None:
    """Return r, s, t with r ∧ (s ∨ t) ≠ (r ∧ s) ∨ (r ∧ t), all of them defined."""
    join, meet = bounds.join_table, bounds.meet_table
    for r in bounds.poset.listed:
        pause()
        for s in bounds.poset.listed:
            left = _at(meet[r], join[s])
            right = _pairwise(join, meet[r, s], meet[r])
            broken = (left >= 0) & (right >= 0) & (left != right)
            if broken.any():
                return _named(bounds, r, s, _first(bounds, broken))
    return None


def not_modular(bounds: Bounds, pause: Callable[[], None] = _silent) -> Triple | None:
    """Return r, s, t with r ⊑ t and r ∨ (s ∧ t) ≠ (r ∨ s) ∧ t, all of them defined."""
    join, meet = bounds.join_table, bounds.meet_table
    for r in bounds.poset.listed:
        pause()
        above = _members(bounds, bounds.poset.up[r])
        for s in bounds.poset.listed:
            left = _at(join[r], meet[s])
            right = _pairwise(meet, join[r, s], np.arange(len(above)))
            broken = above & (left >= 0) & (right >= 0) & (left != right)
            if broken.any():
                return _named(bounds, r, s, _first(bounds, broken))
    return None


def pentagon(bounds: Bounds, pause: Callable[[], None] = _silent) -> Triple | None:
    """Return r ⊏ s and t with r ∨ t = s ∨ t and r ∧ t = s ∧ t: with these, an N₅."""
    join, meet = bounds.join_table, bounds.meet_table
    for r in bounds.poset.listed:
        pause()
        above = _members(bounds, bounds.poset.up[r])
        for s in bounds.poset.listed:
            if s == r or not above[s]:
                continue
            equal = (join[r] == join[s]) & (meet[r] == meet[s]) & (join[r] >= 0) & (meet[r] >= 0)
            if equal.any():
                return _named(bounds, r, s, _first(bounds, equal))
    return None


def diamond(bounds: Bounds, pause: Callable[[], None] = _silent) -> Triple | None:
    """Return three elements with one join and one meet for every two of them: with these, an M₃."""
    join, meet = bounds.join_table, bounds.meet_table
    listed = bounds.poset.listed
    for place, r in enumerate(listed):
        pause()
        for s in listed[place + 1 :]:
            top, bottom = join[r, s], meet[r, s]
            if top < 0 or bottom < 0 or bottom in (r, s):
                continue
            same = (join[r] == top) & (join[s] == top) & (meet[r] == bottom) & (meet[s] == bottom)
            if same.any():
                return _named(bounds, r, s, _first(bounds, same))
    return None


def _at(row: Any, places: Any) -> Any:
    """Return row[places], and −1 where the place is −1."""
    return np.where(places >= 0, row[places], -1)


def _pairwise(table: Any, first: int, second: Any) -> Any:
    """Return table[first, second], and −1 where either is −1."""
    if first < 0:
        return np.full(len(second), -1, dtype=np.int32)
    return _at(table[first], second)


def _members(bounds: Bounds, subset: int) -> Any:
    size = len(bounds.poset)
    raw = np.frombuffer(subset.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(raw, bitorder="little")[:size].astype(bool)


def _first(bounds: Bounds, chosen: Any) -> int:
    """Return the first chosen element in the order in which they were listed."""
    return next(i for i in bounds.poset.listed if chosen[i])


def _named(bounds: Bounds, *numbers: int) -> Triple:
    named = [bounds.poset.elements[i] for i in numbers]
    return (named[0], named[1], named[2])
