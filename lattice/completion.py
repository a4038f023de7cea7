"""What a poset generates: MacNeille's completion, joins of irreducibles, antichains.

>>> from lattice.poset import Poset
>>> two = Poset.from_pairs("ab", [])
>>> len(completion(two))
4
"""

from __future__ import annotations

from typing import Any

from lattice.poset import Poset, bit_table, bits
from lattice.structure import join_irreducibles
from metrics.naming import BadInput

LARGEST = 20_000


def completion(poset: Poset, largest: int = LARGEST) -> Poset:
    """Return MacNeille's completion: the cuts, ordered by inclusion, each a frozenset of elements.

    The cuts are the intersections of principal down-sets; a cut is the set of all lower bounds
    of its upper bounds. The poset is a lattice just if the completion adds nothing.
    """
    cuts = {poset.everything}
    for down in poset.down:
        cuts |= {cut & down for cut in cuts}
        if len(cuts) > largest:
            raise BadInput(f"the completion has more than {largest:,} elements.")
    found = sorted(cuts, key=lambda cut: (cut.bit_count(), cut))
    above = [sum(1 << j for j, other in enumerate(found) if one & ~other == 0) for one in found]
    return Poset([frozenset(poset.elements[i] for i in bits(one)) for one in found], above)


def representations(poset: Poset, element: Any) -> list[frozenset[Any]]:
    """Return every irredundant set of join-irreducibles whose join is `element`.

    In a distributive lattice there is just one for each element but the least (Theorem 2 of
    `giner`).
    """
    at = poset.index[element]
    below = [j for j in join_irreducibles(poset) if poset.down[at] >> j & 1]
    if len(below) > 22:
        raise BadInput(f"{len(below)} join-irreducibles below {element}: too many subsets.")
    found: list[int] = []
    full = poset.everything
    for subset in sorted(range(1 << len(below)), key=int.bit_count):
        upper = full
        for place in bits(subset):
            upper &= poset.up[below[place]]
        if poset.join_of(upper) == at and not any(smaller & ~subset == 0 for smaller in found):
            found.append(subset)
    return [frozenset(poset.elements[below[p]] for p in bits(subset)) for subset in found]


def antichain(poset: Poset) -> tuple[list[Any], list[list[Any]]]:
    """Return a largest antichain and a partition into as many chains (Dilworth).

    Both come from a maximum matching of the comparability relation; that they have the same size
    shows that neither can be improved.
    """
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import maximum_bipartite_matching

    table = bit_table([up & ~(1 << i) for i, up in enumerate(poset.up)], len(poset))
    matched = maximum_bipartite_matching(csr_matrix(table), perm_type="column")
    partner = [int(j) for j in matched]
    chains = _chains(partner)
    chosen = _uncovered(poset, partner)
    if len(chosen) != len(chains):
        raise AssertionError("an antichain and a partition into chains of different sizes")
    named = poset.elements
    return [named[i] for i in chosen], [[named[i] for i in chain] for chain in chains]


def _chains(partner: list[int]) -> list[list[int]]:
    """Follow each element to the one it was matched with."""
    starts = set(range(len(partner))) - {j for j in partner if j >= 0}
    chains = []
    for start in sorted(starts):
        chain = [start]
        while partner[chain[-1]] >= 0:
            chain.append(partner[chain[-1]])
        chains.append(chain)
    return chains


def _uncovered(poset: Poset, partner: list[int]) -> list[int]:
    """Return the elements that a minimum vertex cover leaves out on both sides (König)."""
    came_from = {j: i for i, j in enumerate(partner) if j >= 0}
    reached_left = sum(1 << i for i, j in enumerate(partner) if j < 0)
    reached_right, front = 0, list(bits(reached_left))
    while front:
        i = front.pop()
        new = poset.up[i] & ~(1 << i) & ~reached_right
        reached_right |= new
        for j in bits(new):
            back = came_from.get(j)
            if back is not None and not reached_left >> back & 1:
                reached_left |= 1 << back
                front.append(back)
    return [i for i in range(len(partner)) if reached_left >> i & 1 and not reached_right >> i & 1]
