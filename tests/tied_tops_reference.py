"""Rank-biased overlap of lists with ties once more, by plain loops; nothing of the package is used.

A list is a tuple of groups from the top, each a tuple of items. The steps are those of Corsi and
Urbano's program, one depth after the other; and, apart from it, the mean over all orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from mpmath import mpf, sqrt

from tests import tops_reference as plain

Groups = tuple[tuple[int, ...], ...]
DEPTH = 150  # of a series in p ≤ 1/2: what is left out has no digit that is compared


def of_top(listed: Any) -> Groups:
    """Return a list of the package as groups."""
    return tuple(one if isinstance(one, tuple) else (one,) for one in listed)


def items(listed: Groups) -> list[int]:
    """Return all items from the top."""
    return [item for group in listed for item in group]


def share(listed: Groups, item: int, depth: int, ties: str) -> Fraction:
    """Return how much of an item a list has down to a depth."""
    place = 1
    for group in listed:
        if item in group:
            above = sum(1 for spot in range(place, place + len(group)) if spot <= depth)
            if ties == "w":
                return Fraction(above > 0)
            return Fraction(above, len(group))
        place += len(group)
    return Fraction(0)


def had(listed: Groups, depth: int, ties: str) -> Any:
    """Return what a list has in all, or its length as a vector; behind it there are no ties."""
    if depth > len(items(listed)):
        return Fraction(depth) if ties == "w" else sqrt(depth)
    shares = [share(listed, item, depth, ties) for item in items(listed)]
    if ties == "w":
        return sum(shares)
    return sqrt(sum(mpf(one.numerator) ** 2 / one.denominator**2 for one in shares))


def agreement(one: Groups, two: Groups, overlap: Any, depth: int, ties: str) -> Any:
    """Return the agreement of an overlap."""
    if ties == "a":
        return overlap / depth
    sides = had(one, depth, ties), had(two, depth, ties)
    if ties == "w":
        return 2 * overlap / (sides[0] + sides[1])
    return overlap / sides[0] / sides[1]


def agreements(one: Groups, two: Groups, kind: str, ties: str) -> Iterator[Any]:
    """Go through the agreements at the depths 1, 2, …"""
    short, long = sorted((one, two), key=lambda each: len(items(each)))
    s, l = len(items(short)), len(items(long))  # noqa: E741
    both = {*items(one)} & {*items(two)}
    lacked = [item for item in items(long) if item not in items(short)]
    at_short: Any = None
    for depth in range(1, DEPTH + 1):
        overlap = sum(
            (share(one, e, depth, ties) * share(two, e, depth, ties) for e in both), Fraction(0)
        )
        more: Any = Fraction(0)
        if s < depth <= l:
            begun = [share(long, e, depth, ties) for e in lacked if share(long, e, depth, ties)]
            if kind == "ext":
                more = at_short * (depth - s) * sum(begun, Fraction(0)) / len(begun)
            elif kind == "max":
                more = sum((share(long, e, depth, ties) for e in lacked[: depth - s]), Fraction(0))
        if depth <= l:
            found = agreement(one, two, mpf_of(overlap, ties) + mpf_of(more, ties), depth, ties)
        elif kind == "ext":
            found = (len(both) + (l - s) * at_short) / l
        elif kind == "max":
            found = Fraction(min(depth, len(both) + 2 * depth - l - s), depth)
        else:
            found = Fraction(len(both), depth)
        if depth == s:
            at_short = found
        yield found


def mpf_of(value: Any, ties: str) -> Any:
    """Return a number as the root needs it."""
    if ties == "b" and isinstance(value, Fraction):
        return mpf(value.numerator) / value.denominator
    return value


def rbo(one: Groups, two: Groups, p: Fraction, kind: str, ties: str) -> Any:
    """Return one of the measures; the tail of a series that goes on as it is is added exactly."""
    if kind == "res":
        return rbo(one, two, p, "max", ties) - rbo(one, two, p, "min", ties)
    q = mpf(p.numerator) / p.denominator
    total, weight = mpf(0), 1 - q
    for found in agreements(one, two, kind, ties):
        value = mpf(found.numerator) / found.denominator if isinstance(found, Fraction) else found
        total += value * weight
        weight *= q
    return total


def orders(listed: Groups) -> Iterator[plain.Top]:
    """Go through all orders of the ties."""
    for chosen in product(*[permutations(group) for group in listed]):
        yield tuple(item for group in chosen for item in group)


def mean_over_orders(one: Groups, two: Groups, p: Fraction, name: str) -> Any:
    """Return the mean of an overlap without ties over all orders of both lists."""
    measure: Any = getattr(plain, name)
    found = [measure(x, y, p) for x in orders(one) for y in orders(two)]
    return sum(found) / len(found)
