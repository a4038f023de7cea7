"""Computations for the claims of `giner` about lattices in general, and about representations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, product
from operator import and_
from typing import Any

from lattice import completion, find_order, structure
from lattice.bounds import Bounds
from lattice.laws import pentagon
from lattice.poset import Poset
from lattice.relation import poset_of
from lattice.valuations import determines, equations, rank
from proofs.claims.claim import Computed
from proofs.claims.exactly import checked, denied, word


def posets(largest: int) -> Iterator[Poset]:
    """Go through all posets on 0, …, k − 1 that are listed smaller elements first."""
    for size in range(1, largest + 1):
        pairs = list(combinations(range(size), 2))
        for chosen in product((False, True), repeat=len(pairs)):
            kept = {pair for pair, take in zip(pairs, chosen, strict=True) if take}
            if all((i, k) in kept for i, j in kept for h, k in kept if j == h):
                yield Poset.from_pairs(range(size), kept)


def footnote_1() -> Computed:
    """The relation a ⪯ b ⇔ a ≤ b + 1 on numbers is an order."""
    numbers = range(4)
    below = {(a, b) for a in numbers for b in numbers if a <= b + 1}
    both = (f"{a} ⪯ {b} and {b} ⪯ {a}" for a, b in sorted(below) if a != b and (b, a) in below)
    return checked(both, "antisymmetric", "whole numbers")


def single_steps(size: int, top: int) -> Computed:
    """Pairs that one replacement or one swap relates hold no x ≺ y, y ≺ z and x ≺ z."""
    words = list(product(range(top + 1), repeat=size))
    steps = {(r, s) for r, s in product(words, repeat=2) if _is_one_step(r, s)}
    failures = (
        f"{word(x)}, {word(y)}, {word(z)}"
        for x, y in sorted(steps)
        for z in words
        if (y, z) in steps and (x, z) in steps
    )
    return checked(failures, "there are none", f"n = {size}, c = {top}")


def _is_one_step(r: tuple[int, ...], s: tuple[int, ...]) -> bool:
    places = [k for k in range(len(r)) if r[k] != s[k]]
    raised = bool(places) and r[places[0]] < s[places[0]]
    swapped = len(places) == 2 and [r[k] for k in places] == [s[k] for k in reversed(places)]
    return raised and (len(places) == 1 or swapped)


def covers_are_reduced(largest: int) -> Computed:
    """No three covering pairs x ≺ y, y ≺ z, x ≺ z."""
    failures = (
        f"{x}, {y}, {z}"
        for poset in posets(largest)
        for x, y in poset.covers
        for z in poset.upper_covers[y]
        if z in poset.upper_covers[x]
    )
    return checked(failures, "there are none", f"all posets with up to {largest} elements")


def chains_are_distributive(largest: int) -> Computed:
    """Any chain is a distributive lattice."""
    chains = [Poset.from_pairs(range(k), [(i, i + 1) for i in range(k - 1)]) for k in range(1, 9)]
    failures = (f"{len(p)} elements" for p in chains[:largest] if not structure.is_distributive(p))
    return checked(failures, "they are", f"up to {largest} elements")


N5 = (("0", "a"), ("a", "b"), ("b", "1"), ("0", "c"), ("c", "1"))
M3 = (("0", "a"), ("0", "b"), ("0", "c"), ("a", "1"), ("b", "1"), ("c", "1"))
HEXAGON = (("0", "a"), ("a", "b"), ("b", "1"), ("0", "c"), ("c", "d"), ("d", "1"))


def figure_1() -> Computed:
    """N₅ and M₃ are lattices and not distributive."""
    found = [Poset.from_pairs({x for pair in pairs for x in pair}, pairs) for pairs in (N5, M3)]
    right = all(structure.is_lattice(p) and not structure.is_distributive(p) for p in found)
    return Computed(right, "both are lattices, neither is distributive", "Figure 1")


def theorem_1(largest: int, closed: bool) -> Computed:
    """A lattice is distributive just if it has no sublattice N₅ or M₃."""

    def failures() -> Iterator[str]:
        for poset in posets(largest):
            if not structure.is_lattice(poset):
                continue
            bounds = Bounds(poset)
            if closed:
                from lattice.laws import diamond

                inside = pentagon(bounds) is not None or diamond(bounds) is not None
            else:
                inside = ordered_like_n5(poset)
            if inside == structure.is_distributive(poset):
                yield f"a lattice of {len(poset)} elements with covers {poset.covers}"

    kind = "closed under join and meet" if closed else "any subset, as printed"
    return checked(failures(), "true", f"all lattices with up to {largest} elements, {kind}")


def ordered_like_n5(poset: Poset) -> bool:
    """Tell whether five elements are ordered like N₅, closed or not."""
    for five in combinations(range(len(poset)), 5):
        strict = [(i, j) for i in five for j in five if i != j and poset.up[i] >> j & 1]
        degrees = sorted(
            (sum(i == x for i, _ in strict), sum(j == x for _, j in strict)) for x in five
        )
        if degrees == [(0, 4), (1, 1), (1, 2), (2, 1), (4, 0)]:
            return True
    return False


def cube_has_n5_inside() -> Computed:
    """With sublattices as printed, the distributive lattice 2³ contains an N₅."""
    poset = poset_of(find_order("rank_replacement"), 3, 1)
    inside = ordered_like_n5(poset)
    distributive = structure.is_distributive(poset)
    return Computed(
        not (inside and distributive),
        "2³ is distributive, and five of its runs are ordered like N₅" if inside else "it does not",
        "the runs of rank_replacement with n = 3, c = 1",
    )


def irreducibles_agree(largest: int) -> Computed:
    """In a lattice the join-irreducibles are the elements with one lower cover."""
    failures = (
        f"a lattice of {len(poset)} elements"
        for poset in posets(largest)
        if structure.is_lattice(poset)
        and structure.join_irreducibles(poset) != structure.single_lower_cover(poset)
    )
    return checked(failures, "they are", f"all lattices with up to {largest} elements")


def unique_representations(order: str, size: int, top: int) -> Computed:
    """Every run but the least is one irredundant join of join-irreducibles, in one way only."""
    poset = poset_of(find_order(order), size, top)
    for element in sorted(poset.elements):
        found = completion.representations(poset, element)
        wanted = 1
        if len(found) != wanted:
            shown = "; ".join(" ⊔ ".join(word(run) for run in sorted(parts)) for parts in found[:2])
            text = f"{word(element)} has {len(found)} representations: {shown}"
            return Computed(False, text, f"{order}, n = {size}, c = {top}")
    return Computed(True, "one each", f"{order}, n = {size}, c = {top}")


def determined(order: str, size: int, top: int, with_least: bool) -> Computed:
    """Values on the join-irreducibles determine a valuation."""
    poset = poset_of(find_order(order), size, top)
    known = {poset.elements[j] for j in structure.join_irreducibles(poset)}
    if with_least:
        known.add(poset.elements[0])
    found = determines(poset, known)
    least = " and at the least run" if with_least else ""
    text = "they do" if found else "two valuations agree on them and differ elsewhere"
    return Computed(
        found, f"{text} (values on the irreducibles{least})", f"{order}, n = {size}, c = {top}"
    )


def all_but_least(order: str, size: int, top: int) -> Computed:
    """Values on the join-irreducibles determine the values at all runs but the least."""
    poset = poset_of(find_order(order), size, top)
    known = {poset.elements[j] for j in structure.join_irreducibles(poset)}
    left = [x for x in poset.elements[1:] if not _fixes(poset, known, x)]
    text = "all but the least" if not left else f"not at {word(min(left))}"
    return Computed(not left, text, f"{order}, n = {size}, c = {top}")


def _fixes(poset: Poset, known: set[Any], element: Any) -> bool:
    """Tell whether all valuations that vanish on `known` vanish at `element`."""
    rows = [*equations(poset), *([int(x == one) for x in poset.elements] for one in known)]
    extra = [int(x == element) for x in poset.elements]
    return rank(rows) == rank([*rows, extra])


def n5_needs_no_covers() -> Computed:
    """An N₅ inside a lattice may be taken with its edges as covers of the lattice."""
    poset = Poset.from_pairs("0abcd1", HEXAGON)
    found = pentagon(Bounds(poset)) is not None
    tight = [
        five
        for five in combinations(range(len(poset)), 5)
        if sum(1 for i, j in poset.covers if i in five and j in five) == 5
        and ordered_like_n5(
            Poset.from_pairs(five, [(i, j) for i, j in poset.covers if i in five and j in five])
        )
    ]
    text = "the hexagon has N₅ as a sublattice, but none whose edges are covers"
    return Computed(not (found and not tight), text, "the hexagon 0 < a < b < 1, 0 < c < d < 1")


def not_unique(order: str, size: int, top: int) -> Computed:
    """Some run is an irredundant join of join-irreducibles in two ways."""
    return denied(unique_representations(order, size, top))


def joins_of_single(order: str, size: int, top: int) -> Computed:
    """Every run is the join of the runs below it that have one lower cover."""
    poset = poset_of(find_order(order), size, top)
    chosen = structure.single_lower_cover(poset)

    def is_join(x: int) -> bool:
        below = [poset.up[j] for j in chosen if poset.up[j] >> x & 1]
        return poset.join_of(reduce(and_, below, (1 << len(poset)) - 1)) == x

    failures = (
        f"{word(poset.elements[x])} is no join of them"
        for x in sorted(range(len(poset)), key=lambda x: poset.elements[x])
        if not is_join(x)
    )
    return checked(failures, "all are", f"{order}, n = {size}, c = {top}")


def extends(order: str, size: int, top: int) -> Computed:
    """Any values on the join-irreducibles and at the least run are those of a valuation."""
    poset = poset_of(find_order(order), size, top)
    chosen = len(structure.join_irreducibles(poset)) + 1
    freedom = len(poset) - rank(equations(poset))
    text = f"valuations have {freedom} free values, as many as irreducibles and least run"
    same = freedom == chosen and bool(determined(order, size, top, with_least=True).agrees)
    return Computed(same, text, f"{order}, n = {size}, c = {top}")


def not_determined(order: str, size: int, top: int) -> Computed:
    """Two valuations agree on the join-irreducibles and at the least run, and differ elsewhere."""
    return denied(determined(order, size, top, with_least=True))
