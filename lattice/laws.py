"""Where a law of lattices fails: the first elements, as listed, that break it.

Joins and meets may be missing; a triple counts only if every join and meet that the law names
exists. N₅ and M₃ are searched as sublattices: their joins and meets are those of the poset.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lattice.bounds import Bounds
from lattice.poset import bit_table

Triple = tuple[Any, Any, Any]
Pause = Callable[[], None]


def _silent() -> None:
    """Never stop."""


def not_distributive(bounds: Bounds, pause: Pause = _silent) -> Triple | None:
    """Return r, s, t with r ∧ (s ∨ t) ≠ (r ∧ s) ∨ (r ∧ t), all of them defined."""
    join, meet = bounds.join_table, bounds.meet_table

    def broken(r: int, s: int, above: Any) -> Any:
        return _differ(_at(meet[r], join[s]), _pairwise(join, meet[r, s], meet[r]))

    return _first(bounds, pause, broken)


def not_modular(bounds: Bounds, pause: Pause = _silent) -> Triple | None:
    """Return r, s, t with r ⊑ t and r ∨ (s ∧ t) ≠ (r ∨ s) ∧ t, all of them defined."""
    join, meet = bounds.join_table, bounds.meet_table
    everything = np.arange(len(bounds.poset))

    def broken(r: int, s: int, above: Any) -> Any:
        right = _pairwise(meet, join[r, s], everything)
        return above & _differ(_at(join[r], meet[s]), right)

    return _first(bounds, pause, broken)


def pentagon(bounds: Bounds, pause: Pause = _silent) -> Triple | None:
    """Return r ⊏ s and t with r ∨ t = s ∨ t and r ∧ t = s ∧ t: with these, an N₅."""
    join, meet, listed = bounds.join_table, bounds.meet_table, bounds.poset.listed

    def broken(r: int, s: int, above: Any) -> Any:
        return (join[r] == join[s]) & (meet[r] == meet[s]) & (join[r] >= 0) & (meet[r] >= 0)

    def partners(place: int, above: Any) -> list[int]:
        return [s for s in listed if above[s] and s != listed[place]]

    return _first(bounds, pause, broken, partners)


def diamond(bounds: Bounds, pause: Pause = _silent) -> Triple | None:
    """Return three elements with one join and one meet for every two of them: with these, an M₃."""
    join, meet, listed = bounds.join_table, bounds.meet_table, bounds.poset.listed

    def broken(r: int, s: int, above: Any) -> Any:
        top, bottom = join[r, s], meet[r, s]
        if top < 0 or bottom < 0 or bottom in (r, s):
            return None
        return (join[r] == top) & (join[s] == top) & (meet[r] == bottom) & (meet[s] == bottom)

    return _first(bounds, pause, broken, lambda place, above: listed[place + 1 :])


def _first(
    bounds: Bounds,
    pause: Pause,
    broken: Callable[[int, int, Any], Any],
    partners: Callable[[int, Any], Sequence[int]] | None = None,
) -> Triple | None:
    """Return the first r, s, t, as listed, that break a law.

    `broken` takes r, s and the elements above r, and returns for which t the law is broken;
    `partners` gives the s to go through with the r at a place, by default all.
    """
    poset = bounds.poset
    for place, r in enumerate(poset.listed):
        pause()
        above = bit_table([poset.up[r]], len(poset))[0].astype(bool)
        for s in partners(place, above) if partners else poset.listed:
            found = broken(r, s, above)
            if found is not None and found.any():
                t = next(i for i in poset.listed if found[i])
                return poset.elements[r], poset.elements[s], poset.elements[t]
    return None


def _differ(left: Any, right: Any) -> Any:
    return (left >= 0) & (right >= 0) & (left != right)


def _at(row: Any, places: Any) -> Any:
    """Return row[places], and −1 where the place is −1."""
    return np.where(places >= 0, row[places], -1)


def _pairwise(table: Any, first: int, second: Any) -> Any:
    """Return table[first, second], and −1 where either is −1."""
    if first < 0:
        return np.full(len(second), -1, dtype=np.int32)
    return _at(table[first], second)
