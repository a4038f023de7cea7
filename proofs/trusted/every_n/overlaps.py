"""How many places belong to two sets: those where two rankings have a place or item within a cut.

- *interval*: of the places 1, …, m, max(0, b − a + 1) lie between a and b, where both are places.
- *overlap*: where w(i) is compared with a cut that is there for every n, as many places i belong to
  the set as items do. Two sets of x and y of n places have at least max(0, x + y − n) and at most
  min(x, y) in common. max(0, z) is an unknown that is 0 or z, and not below either.
- *three overlaps*: U ∩ V and V ∩ W lie within V, and what they have in common lies within U ∩ W. So
  |U ∩ V| + |V ∩ W| − |U ∩ W| ≤ |V|. The set of places at which u⁻¹v and the place itself are within
  a cut is U ∩ V, where U is the set of items that u puts within the cut: they are v(i).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from proofs.trusted.every_n.reindex import Word, alone, inverse
from proofs.trusted.number import (
    COUNT,
    ENTRY,
    LEAST,
    SUMMED,
    TRUE,
    UNKNOWN,
    Number,
    number,
    terms_of,
    unknowns_of,
    written,
)
from proofs.trusted.unknowns import base_of, possible_signs, unknown

OVERLAP = "overlap"
WHOLE = ("n", "k", "t", "place", "width", ENTRY, COUNT)
GIVEN = ("n", "k")
WITHIN = (-1, 0)


def is_whole(place: Number) -> bool:
    """Tell whether a number is whole: a sum of products of whole unknowns, n, k or entries."""
    powers = [power for monomial in terms_of(place) for power in monomial]
    factors = terms_of(place).values()
    whole = all(x.denominator == 1 for x in (*factors, *(exponent for _, exponent in powers)))
    named = all(_is_whole_unknown(base) for base, _ in powers)
    return whole and named and all(exponent > 0 for _, exponent in powers)


def _is_whole_unknown(base: Any) -> bool:
    """Tell whether a base is a whole unknown, or the larger of 0 and a whole number."""
    inner = larger_of_0(base)
    if inner is not None:
        return is_whole(inner)
    return bool(base[0] == UNKNOWN and base[1][0][0] in WHOLE)


def counted(inside: Any, index: Any, last: Number) -> Number | None:
    """Return how many places are below, at or above a place between 1 and the last one."""
    if len(inside) == 2:
        return _between(inside, index, last)
    found = _compared(inside[0], index) if len(inside) == 1 else None
    if found is None or found[1]:
        return None
    true, _, place = found
    if -1 in (*possible_signs(place - 1), *possible_signs(last - place)):
        return None
    return _count(true, place, last)


def _count(true: tuple[int, ...], place: Number, last: Number) -> Number:
    """Return how many of 1, …, last are below, at or above one of them, whichever is true."""
    counts = {-1: place - 1, 0: 1, 1: last - place}
    return sum((counts[each] for each in true), 0)


def _compared(part: Any, index: Any) -> tuple[tuple[int, ...], Word, Number] | None:
    """Return signs, w and c where a comparison says which sign w(i) − c has, c being whole."""
    (kind, content), exponent = part
    if kind != TRUE or exponent != 1:
        return None
    true, terms = content
    compared = number(dict(terms))
    entries = [b for m, _ in terms for b, _ in m if b[0] == UNKNOWN and b[1][0][0] == ENTRY]
    seen = [(base, base[1][0][1]) for base in entries if base[1][0][2] == alone(index)]
    for base, word in [(index, ()), *seen]:
        for sign in (1, -1):
            cut = base_of(base) - sign * compared
            if index not in unknowns_of(written(cut)) and is_whole(cut):
                return tuple(sorted(sign * each for each in true)), word, cut
    return None


def _between(inside: Any, index: Any, last: Number) -> Number | None:
    """Return how many places are at least one place and at most another."""
    found = [_compared(part, index) for part in inside]
    ends: dict[tuple[int, ...], Number] = {}
    for each in found:
        if each is None or each[1]:
            return None
        true, _, place = each
        if -1 in (*possible_signs(place - 1), *possible_signs(last - place)):
            return None
        ends[true] = place
    if set(ends) != {(-1, 0), (0, 1)}:
        return None
    below, above = ends[-1, 0], last + 1 - ends[0, 1]
    return _or_0(below + above - last, _smaller(below, above))


def _smaller(one: Number, two: Number) -> Number:
    """Return the smaller of two numbers, or the first where it is not known which it is."""
    return two if -1 not in possible_signs(one - two) else one


def _or_0(value: Number, high: Number) -> Number:
    """Return the larger of 0 and a value that is not above another one."""
    signs = possible_signs(value)
    if not {-1, 1} <= set(signs):
        return value if 1 in signs else 0
    if -1 not in (*possible_signs(high - 1), *possible_signs(high - 1 - value)):
        high = high - 1
    return unknown((LEAST, (), written(value)), 0, high)


def overlap(inside: Any, index: Any, n: Number) -> Number | None:
    """Return how many places two rankings, or one and the identity, have within two cuts."""
    found = [_compared(part, index) for part in inside] if len(inside) == 2 else [None]
    sets, sizes = [], []
    for each in found:
        if each is None or not _is_given(each[2]):
            return None
        true, word, cut = each
        if -1 in (*possible_signs(cut), *possible_signs(n - cut)):
            return None
        if 0 in possible_signs(cut) and true != WITHIN:
            return None
        sets.append((word, true, written(cut)))
        sizes.append(_count(true, cut, n))
    if sets[0][0] == sets[1][0]:
        return None
    high = _smaller(*sizes)
    name = (SUMMED, (OVERLAP, tuple(sorted(sets, key=repr))), written(n))
    return unknown(name, _or_0(sizes[0] + sizes[1] - n, high), high)


def _is_given(cut: Number) -> bool:
    """Tell whether a cut is n, k, or made of them alone: the same at every place."""
    return all(base[1][0] in GIVEN for base in unknowns_of(written(cut)))


def larger_of_0(base: Any) -> Number | None:
    """Return z where a base is max(0, z), or None."""
    is_larger = base[0] == UNKNOWN and base[1][0][0] == LEAST
    return number(dict(base[1][0][2])) if is_larger else None


def is_overlap(base: Any) -> bool:
    return bool(base[0] == UNKNOWN and base[1][0][0] == SUMMED and base[1][0][1][0] == OVERLAP)


def is_whole_between(base: Any) -> bool:
    """Tell whether a base is what two sets have in common, between bounds that are whole.

    A bound is 0, n, k, or made of them, or the larger of 0 and such a number.
    """
    return is_overlap(base) and all(is_whole(number(dict(terms))) for terms in base[1][1:])


def three_overlaps(bases: Any) -> Iterator[Number]:
    """Return numbers that are at least 0 because of how three sets overlap."""
    known: dict[Any, Any] = {}
    for base in sorted(filter(is_overlap, bases), key=repr):
        sides = _two_sets(base)
        if sides is not None:
            known[sides] = base
    tops = sorted({top for sides in known for top in sides}, key=repr)
    for one, middle, two in permutations(tops, 3):
        pairs = [known.get(frozenset(pair)) for pair in ((one, middle), (middle, two), (one, two))]
        if None not in pairs and repr(one) < repr(two):
            left, right, across = map(base_of, pairs)
            yield number(dict(middle[1])) + across - left - right


def _two_sets(base: Any) -> Any:
    """Return the two sets of a cut whose overlap it is, each with what puts items within it."""
    (one, true, cut), (two, other, cut_too) = base[1][0][1][1]
    if true != WITHIN or other != WITHIN or cut != cut_too or (one and two):
        return None
    word = one or two
    if len(word) > 2:
        return None
    return frozenset(((inverse(word[:1]), cut), (word[1:], cut)))
