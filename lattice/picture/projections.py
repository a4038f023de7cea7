"""Projections of an order: elements get coordinates, and x is a linear function of them.

The join-irreducibles are partitioned into chains, and an element's coordinates are how many of
each chain are below it: for a product of chains its factors. Covers that change the same
coordinate are then nearly parallel, and bundles of them can be followed.

>>> from lattice.orders import rank_replacement
>>> from lattice.relation import poset_of
>>> sorted(coordinates(poset_of(rank_replacement, 2, 1)))
[(0, 0), (0, 1), (1, 0), (1, 1)]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import gcd
from random import Random

from lattice.completion import antichain
from lattice.poset import Poset
from lattice.structure import poset_of_irreducibles

_TRIES = 150
_TIE = 1e-4


def coordinates(poset: Poset) -> list[tuple[int, ...]]:
    """Return for each element how many join-irreducibles of each chain are below it."""
    inner = poset_of_irreducibles(poset)
    chains = antichain(inner)[1] if len(inner) else []
    sets = [sum(1 << j for j in chain) for chain in chains]
    return [tuple((down & chain).bit_count() for chain in sets) for down in poset.down]


def bundles(poset: Poset) -> dict[tuple[int, int], int]:
    """Return for each cover the coordinate that it changes; none where one changes several.

    >>> from lattice.orders import rank_replacement
    >>> from lattice.relation import poset_of
    >>> sorted(bundles(poset_of(rank_replacement, 2, 1)).values())
    [0, 0, 1, 1]
    """
    places = coordinates(poset)
    changed = {
        (i, j): [at for at, (a, b) in enumerate(zip(places[i], places[j], strict=True)) if a != b]
        for i, j in poset.covers
    }
    if any(len(several) != 1 for several in changed.values()):
        return {}
    return {cover: one for cover, (one,) in changed.items()}


def projections(poset: Poset) -> Iterator[list[float]]:
    """Go through the x of all elements seen from several directions; none if some coincide."""
    places = coordinates(poset)
    if not places or len(set(places)) < len(places):
        return
    for weights in directions(len(places[0])):
        yield [sum(w * a for w, a in zip(weights, place, strict=True)) for place in places]


def directions(size: int) -> Iterator[tuple[float, ...]]:
    """Go through directions to look from, those that look the same from both sides first.

    What falls together is kept apart by a slight turn.
    """
    turn = [_TIE * (3**place % 17 - 8) for place in range(size)]
    for weights in _whole(size):
        yield tuple(w + t for w, t in zip(weights, turn, strict=True))


def _whole(size: int) -> Iterator[tuple[int, ...]]:
    if size < 3:
        yield ((), (0,), (-1, 1))[size]
        return
    if size == 3:
        every = product(range(-4, 5), repeat=3)
        yield from (w for w in every if w[0] < 0 and gcd(*w) == 1)
        return
    half, middle = size // 2, (0,) * (size % 2)
    for chosen in combinations(range(1, half + 6), half):
        yield (*(-w for w in reversed(chosen)), *middle, *chosen)
    chance = Random(size)
    for _ in range(_TRIES):
        yield tuple(chance.choices(range(-30, 31), k=size))
