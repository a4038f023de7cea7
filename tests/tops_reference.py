"""Top-k lists once more, by plain loops: metrics by the words of the papers, axioms by trying all.

Nothing here is shared with the package. A list is a tuple of items from the top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from mpmath import mp, mpf

mp.dps = 50
CLOSE = mpf(10) ** -40
Top = tuple[int, ...]
Score = Callable[[Top, Top], Any]


def all_tops(n: int, k: int, uneven: bool = False) -> Iterator[Top]:
    """Go through all lists of k different items, or of 1, …, k of them."""
    for length in range(1 if uneven else k, k + 1):
        for word in product(range(1, n + 1), repeat=length):
            if len(set(word)) == length:
                yield word


# Metrics -----------------------------------------------------------------------------------------


def pair_penalty(one: Top, two: Top, i: int, j: int, p: Fraction) -> Fraction:
    """Return the penalty of two items, by the four cases of the paper."""
    inside = [(i in top) + (j in top) for top in (one, two)]
    if inside == [2, 2]:
        return Fraction((one.index(i) < one.index(j)) != (two.index(i) < two.index(j)))
    if sorted(inside) == [1, 2]:
        whole, part = (one, two) if inside[0] == 2 else (two, one)
        first, second = (i, j) if i in part else (j, i)
        return Fraction(whole.index(first) > whole.index(second))
    if inside == [1, 1]:
        return Fraction((i in one) != (i in two))
    return p if sorted(inside) == [0, 2] else Fraction(0)


def kendall_top(one: Top, two: Top, p: Fraction) -> Fraction:
    """Return K^(p): the penalties of all pairs of items that occur."""
    items = sorted({*one, *two})
    return sum((pair_penalty(one, two, i, j, p) for i, j in combinations(items, 2)), Fraction(0))


def footrule_top(one: Top, two: Top, location: Fraction) -> Fraction:
    """Return F^(l): the sum of the distances of places, items that are missing being at l."""
    total = Fraction(0)
    for item in {*one, *two}:
        places = [top.index(item) + 1 if item in top else location for top in (one, two)]
        total += abs(places[0] - places[1])
    return total


def overlap(one: Top, two: Top, depth: int) -> int:
    """Count the items that both lists have down to a depth."""
    return len({*one[:depth]} & {*two[:depth]})


def rbo_ext(one: Top, two: Top, p: Fraction) -> Fraction:
    """Return the agreement at every depth, weighted; the agreement at the end goes on."""
    short, long = sorted((one, two), key=len)
    s, l = len(short), len(long)  # noqa: E741
    total = Fraction(0)
    for depth in range(1, l + 1):
        shared: Fraction = Fraction(overlap(one, two, depth))
        if depth > s:  # the places that the short list lacks agree as often as those it has
            shared += Fraction(overlap(one, two, s), s) * (depth - s)
        total += shared / depth * p ** (depth - 1) * (1 - p)
        last = shared / depth
    return total + last * p**l


DEPTH = 400


def series(agreement: Callable[[int], Any], p: Fraction) -> Any:
    """Add up a series of agreements, so far that nothing is missing."""
    q = mpf(p.numerator) / p.denominator
    return (1 - q) * sum(agreement(d) * q ** (d - 1) for d in range(1, DEPTH + 1))


def slope(agreement: Callable[[int], Any], p: Fraction) -> Any:
    """Add up the slopes in p of the terms of the series."""
    q = mpf(p.numerator) / p.denominator
    terms = ((1 - q) * (d - 1) * q ** (d - 2) - q ** (d - 1) for d in range(1, DEPTH + 1))
    return sum(agreement(d) * term for d, term in enumerate(terms, 1))


def least(one: Top, two: Top) -> Callable[[int], Any]:
    """Return the agreement at each depth where nothing more is common."""
    return lambda d: mpf(overlap(one, two, d)) / d


def most(one: Top, two: Top) -> Callable[[int], Any]:
    """Return the agreement where each new item of a list is common as soon as it can be."""

    def shared(d: int) -> Any:
        new = sum(max(0, d - len(top)) for top in (one, two))
        return mpf(min(d, overlap(one, two, d) + new)) / d

    return shared


def extrapolated(one: Top, two: Top) -> Callable[[int], Any]:
    """Return the agreement where the one seen last goes on, in the short list and then in both."""
    s, l = sorted((len(one), len(two)))  # noqa: E741

    def shared(d: int) -> Any:
        depth = min(d, l)
        assumed = mpf(overlap(one, two, s)) / s * max(0, depth - s)
        return (overlap(one, two, depth) + assumed) / depth

    return shared


def residual(one: Top, two: Top) -> Callable[[int], Any]:
    """Return what the agreement may gain at each depth."""
    return lambda d: most(one, two)(d) - least(one, two)(d)


AGREEMENTS = {"rbo_ext": extrapolated, "rbo_min": least, "rbo_res": residual}


def average_overlap(one: Top, two: Top) -> Fraction:
    """Return the mean agreement of the depths that both lists reach."""
    depths = range(1, min(len(one), len(two)) + 1)
    return sum((Fraction(overlap(one, two, d), d) for d in depths), Fraction(0)) / len(depths)


def rbo_prefix(one: Top, two: Top, p: Fraction) -> Fraction:
    """Return the terms of the series at the depths that both lists reach."""
    depths = range(1, min(len(one), len(two)) + 1)
    terms = ((1 - p) * p ** (d - 1) * Fraction(overlap(one, two, d), d) for d in depths)
    return sum(terms, Fraction(0))


def rbo_min(one: Top, two: Top, p: Fraction) -> Any:
    """Return the overlap where nothing more is common, term by term."""
    return series(least(one, two), p)


def rbo_res(one: Top, two: Top, p: Fraction) -> Any:
    """Return what the smallest overlap may gain."""
    return series(residual(one, two), p)


# Axioms ------------------------------------------------------------------------------------------


def same(one: Any, two: Any) -> bool:
    """Tell whether two values are equal."""
    apart = one - two
    return apart == 0 if isinstance(apart, Fraction | int) else bool(abs(apart) < CLOSE)


def at_most(one: Any, two: Any) -> bool:
    """Tell whether one value is not above another."""
    return bool(one < two) or same(one, two)


AXIOMS: dict[str, Callable[[Score, list[Top]], bool]] = {
    "symmetry": lambda m, lists: all(same(m(x, y), m(y, x)) for x in lists for y in lists),
    "nonnegativity": lambda m, lists: all(at_most(0, m(x, y)) for x in lists for y in lists),
    "zero_iff_equal": lambda m, lists: all(
        same(m(x, y), 0) == (x == y) for x in lists for y in lists
    ),
    "triangle": lambda m, lists: all(
        at_most(m(x, y), m(x, z) + m(z, y)) for x in lists for y in lists for z in lists
    ),
    "unit_range": lambda m, lists: all(
        at_most(0, m(x, y)) and at_most(m(x, y), 1) for x in lists for y in lists
    ),
    "one_iff_equal": lambda m, lists: all(
        same(m(x, y), 1) == (x == y) for x in lists for y in lists
    ),
}
AXIOMS["distance"] = lambda m, lists: all(
    AXIOMS[part](m, lists) for part in ("nonnegativity", "zero_iff_equal", "symmetry", "triangle")
)


def near_metric(m: Score, lists: list[Top]) -> Fraction | None:
    """Return the smallest c of the relaxed triangle inequality, None where there is none."""
    best = Fraction(0)
    for x, y, z in product(lists, repeat=3):
        around = m(x, y) + m(y, z)
        if around == 0 and m(x, z) != 0:
            return None
        if around:
            best = max(best, m(x, z) / around)
    return best


def ratios(m: Score, other: Score, lists: list[Top]) -> tuple[Fraction, Fraction]:
    """Return the smallest and the largest ratio of two distances at different lists."""
    found = [m(x, y) / other(x, y) for x in lists for y in lists if x != y]
    return min(found), max(found)
