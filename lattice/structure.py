"""What a finite poset is: lattice, distributive, modular; every "no" with a witness.

The tests are arranged around covers and irreducibles, not around all triples:

- a finite poset with a least and a greatest element is a lattice if any two upper covers of one
  element have a join (Björner, Edelman, Ziegler 1990, Lemma 2.1);
- a finite lattice is distributive just if each of its join-irreducibles is prime;
- a finite lattice is modular just if it is upper and lower semimodular, which is about covers.

Witnesses are the first in the order in which the elements were listed. Meets are joins of the dual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from lattice.poset import Poset


@dataclass(frozen=True)
class Gap:
    """Two elements without a join (or meet), and the minimal upper (maximal lower) bounds."""

    kind: str
    pair: tuple[Any, Any]
    bounds: tuple[Any, ...]


# Irreducibles ------------------------------------------------------------------------------------


def join_irreducibles(poset: Poset) -> list[int]:
    """Return the elements that are not the least upper bound of elements strictly below them."""
    found = []
    for i, lower in enumerate(poset.lower_covers):
        upper = poset.everything
        for j in lower:
            upper &= poset.up[j]
        if upper & ~poset.up[i]:
            found.append(i)
    return found


def meet_irreducibles(poset: Poset) -> list[int]:
    """Return the elements that are not the greatest lower bound of elements strictly above them."""
    turned = poset.dual
    return sorted(poset.index[turned.elements[i]] for i in join_irreducibles(turned))


def single_lower_cover(poset: Poset) -> list[int]:
    """Return the elements with exactly one lower cover (`giner`, footnote 2)."""
    return [i for i, lower in enumerate(poset.lower_covers) if len(lower) == 1]


def signatures(poset: Poset) -> tuple[list[int], list[int]]:
    """Return the join-irreducibles, and for each element the set of those below it."""
    irreducible = join_irreducibles(poset)
    place = {j: at for at, j in enumerate(irreducible)}
    found: list[int] = []
    for i, lower in enumerate(poset.lower_covers):
        own = 1 << place[i] if i in place else 0
        for j in lower:
            own |= found[j]
        found.append(own)
    return irreducible, found


def poset_of_irreducibles(poset: Poset) -> Poset:
    """Return the join-irreducibles, by their numbers, in their own order."""
    irreducible = join_irreducibles(poset)
    place = {j: at for at, j in enumerate(irreducible)}
    above = [sum(1 << place[k] for k in irreducible if poset.up[j] >> k & 1) for j in irreducible]
    return Poset(irreducible, above)


# Lattice, distributive, modular ------------------------------------------------------------------


@lru_cache(maxsize=4)
def is_lattice(poset: Poset) -> bool:
    """Tell whether any two elements have a join and a meet."""
    full = poset.everything
    if not len(poset) or poset.up[0] != full or poset.down[-1] != full:
        return False
    pairs = _covers_of_one(poset)
    return all(poset.join_of(poset.up[i] & poset.up[j]) is not None for i, j in pairs)


def _covers_of_one(poset: Poset) -> Iterator[tuple[int, int]]:
    """Go through the pairs of elements that cover the same element."""
    for upper in poset.upper_covers:
        yield from combinations(upper, 2)


def gap(poset: Poset) -> Gap | None:
    """Return the first two elements without a join, else without a meet, or None."""
    if is_lattice(poset):
        return None
    return missing(poset, "join") or missing(poset.dual, "meet")


def missing(poset: Poset, kind: str) -> Gap | None:
    """Return the first two elements, as listed, without a least upper bound, or None."""
    for place, i in enumerate(poset.listed):
        for j in poset.listed[place + 1 :]:
            upper = poset.up[i] & poset.up[j]
            if poset.join_of(upper) is None:
                named = poset.elements
                bounds = sorted((named[b] for b in poset.minimal(upper)), key=str)
                return Gap(kind, (named[i], named[j]), tuple(bounds))
    return None


def is_distributive(poset: Poset) -> bool:
    """Tell whether the poset is a distributive lattice: its join-irreducibles are prime.

    j is prime just if the elements that are not above j have a greatest one.
    """
    if not is_lattice(poset):
        return False
    others = (poset.everything & ~poset.up[j] for j in join_irreducibles(poset))
    return all(poset.meet_of(rest) is not None for rest in others)


def is_modular(poset: Poset) -> bool:
    """Tell whether the poset is a modular lattice: semimodular upwards and downwards."""
    return is_lattice(poset) and _semimodular(poset) and _semimodular(poset.dual)


def _semimodular(poset: Poset) -> bool:
    """Tell whether two covers of one element are covered by their join."""
    for i, j in _covers_of_one(poset):
        join = poset.join_of(poset.up[i] & poset.up[j])
        if join not in poset.upper_covers[i] or join not in poset.upper_covers[j]:
            return False
    return True


# Size --------------------------------------------------------------------------------------------


def height(poset: Poset) -> int:
    """Return the number of elements of a longest chain."""
    return 1 + max(levels(poset), default=-1)


def levels(poset: Poset) -> list[int]:
    """Return the length of a longest chain below each element."""
    found = [0] * len(poset)
    for i, lower in enumerate(poset.lower_covers):
        found[i] = max((found[j] + 1 for j in lower), default=0)
    return found


def linear_extensions(
    poset: Poset, limit: int = 2_000_000, pause: Callable[[], None] = lambda: None
) -> int | None:
    """Return the number of linear extensions, or None beyond `limit` down-sets."""
    below = [down & ~(1 << i) for i, down in enumerate(poset.down)]
    counts = {0: 1}
    for _ in range(len(poset)):
        following: dict[int, int] = {}
        for chosen, ways in counts.items():
            pause()
            for i in range(len(poset)):
                if not chosen >> i & 1 and below[i] & ~chosen == 0:
                    following[chosen | 1 << i] = following.get(chosen | 1 << i, 0) + ways
            if len(following) > limit:
                return None
        counts = following
    return counts[poset.everything]
