"""A symmetry of an order with its dual: a bijection that turns it and is its own inverse.

>>> from lattice.orders import rank_replacement
>>> from lattice.relation import poset_of
>>> square = poset_of(rank_replacement, 2, 1)
>>> [square.elements[i] for i in duality(square)]
[(1, 1), (0, 1), (1, 0), (0, 0)]
"""

from __future__ import annotations

from lattice.poset import Poset

_TRIES = 20_000


def duality(poset: Poset) -> list[int] | None:
    """Return the image of each element, or none if none is found in a bounded search."""
    alike = _alike(poset)
    if alike is None:
        return None
    # Elements with few possible images first: they decide the others.
    return _Search(poset, alike, sorted(alike, key=lambda i: (len(alike[i]), i))).found()


def _alike(poset: Poset) -> dict[int, list[int]] | None:
    """Return for each element those which are in the dual what it is in the order."""
    size = range(len(poset))
    here: list[int] = [0 for _ in size]
    there = here
    for _ in size:
        kinds = [
            (here[i], *_seen(here, poset.upper_covers[i], poset.lower_covers[i])) for i in size
        ]
        turned = [
            (there[i], *_seen(there, poset.lower_covers[i], poset.upper_covers[i])) for i in size
        ]
        number = {kind: at for at, kind in enumerate(sorted(set(kinds)))}
        if sorted(kinds) != sorted(turned):
            return None
        before = len(set(here))
        here, there = [number[kind] for kind in kinds], [number[kind] for kind in turned]
        if len(number) == before:
            break
    return {i: [j for j in size if there[j] == here[i]] for i in size}


def _seen(
    kind: list[int], above: list[int], below: list[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(sorted(kind[j] for j in above)), tuple(sorted(kind[j] for j in below))


class _Search:
    """Pairs of an element and its image, chosen one after the other."""

    def __init__(self, poset: Poset, alike: dict[int, list[int]], order: list[int]) -> None:
        self.poset, self.alike, self.order = poset, alike, order
        self.image: dict[int, int] = {}
        self.tries = _TRIES

    def found(self) -> list[int] | None:
        """Return the first bijection, in the order of the elements."""
        if not self._goes_on(0):
            return None
        return [self.image[i] for i in range(len(self.order))]

    def _goes_on(self, at: int) -> bool:
        while at < len(self.order) and self.order[at] in self.image:
            at += 1
        if at == len(self.order):
            return True
        i = self.order[at]
        for j in self.alike[i]:
            self.tries -= 1
            if self.tries < 0:
                return False
            if j not in self.image and i in self.alike[j] and self._fits(i, j):
                self.image[i], self.image[j] = j, i
                if self._goes_on(at + 1):
                    return True
                self.image.pop(i)
                self.image.pop(j, None)
        return False

    def _fits(self, i: int, j: int) -> bool:
        """Tell whether what is above i has its image below j, and so on."""
        up, down = self.poset.up, self.poset.down
        return all(
            up[i] >> a & 1 == down[j] >> b & 1 and down[i] >> a & 1 == up[j] >> b & 1
            for a, b in self.image.items()
        )
