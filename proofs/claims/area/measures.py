"""Computations for the claims of `area`: the Point and Area measures (extended abstract)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations

from proofs.claims.claim import Computed
from proofs.claims.exactly import Ranking, checked, word


def places(alpha: Ranking, beta: Ranking) -> list[int]:
    """Return F_{α,β}(k) for k = 1, …, n.

    >>> places((2, 1, 4, 3), (1, 4, 2, 3))
    [3, 1, 2, 4]
    """
    return [beta.index(document) + 1 for document in alpha]


def curve(alpha: Ranking, beta: Ranking) -> list[int]:
    """Return P_{α,β}(0), …, P_{α,β}(n)."""
    points = [0]
    for rank, place in enumerate(places(alpha, beta), start=1):
        points.append(points[-1] + place - rank)
    return points


def pairs(largest: int) -> list[tuple[Ranking, Ranking]]:
    """Return all pairs of rankings of up to `largest` documents."""
    found = []
    for n in range(1, largest + 1):
        every = list(permutations(range(1, n + 1)))
        found += [(a, b) for a in every for b in every]
    return found


def worked_example() -> Computed:
    """With r_a = [d2, d1, d4, d3] and r_b = [d1, d4, d2, d3], F(1) = 3."""
    found = places((2, 1, 4, 3), (1, 4, 2, 3))[0]
    return Computed(found == 3, f"F(1) = {found}", "the example")


def _on_pairs(largest: int, right: str, holds: Callable[[Ranking, Ranking], bool]) -> Computed:
    failures = (f"{word(a)}, {word(b)}" for a, b in pairs(largest) if not holds(a, b))
    return checked(failures, right, f"n ≤ {largest}")


def _at_depths(largest: int, holds: Callable[[int, set[int], set[int]], bool]) -> Computed:
    """Check a statement about P(i) and the documents of the two rankings up to depth i."""
    failures = (
        f"{word(a)}, {word(b)}, i = {i}"
        for a, b in pairs(largest)
        for i, value in enumerate(curve(a, b))
        if not holds(value, set(a[:i]), set(b[:i]))
    )
    return checked(failures, "in both directions", f"n ≤ {largest}, every depth")


def total_misplacement(largest: int) -> Computed:
    """S(n) is the sum over all documents of the distance between their two ranks."""

    def holds(a: Ranking, b: Ranking) -> bool:
        moved = sum(abs(place - k) for k, place in enumerate(places(a, b), start=1))
        return moved == sum(abs(a.index(document) - b.index(document)) for document in a)

    return _on_pairs(largest, "it is", holds)


def never_crosses(largest: int) -> Computed:
    """The point-wise curve does not cross the x-axis."""
    return _on_pairs(largest, "it never goes below 0", lambda a, b: min(curve(a, b)) >= 0)


def ends_at_zero(largest: int) -> Computed:
    """The point-wise measure is 0 at the last rank."""
    return _on_pairs(largest, "it is", lambda a, b: curve(a, b)[-1] == 0)


def zero_means_same_sets(largest: int) -> Computed:
    """P(i) = 0 just if the two rankings have the same documents in their top i."""
    return _at_depths(largest, lambda value, one, two: (value == 0) == (one == two))


def positive_is_unrecovered(largest: int) -> Computed:
    """P(i) > 0 just if a document of the top i of one ranking is missing from the other's."""
    return _at_depths(largest, lambda value, one, two: (value > 0) == bool(one - two))


def signs(largest: int) -> Computed:
    """F(k) > k adds a positive, F(k) < k a negative number to the point-wise measure."""

    def holds(a: Ranking, b: Ranking) -> bool:
        steps = [after - before for before, after in pairwise(curve(a, b))]
        errors = [place - k for k, place in enumerate(places(a, b), start=1)]
        return all((x > 0, x < 0) == (y > 0, y < 0) for x, y in zip(steps, errors, strict=True))

    return _on_pairs(largest, "it does", holds)


def kendall_at_each_rank(largest: int) -> Computed:
    """The point-wise measure is a reformulation of the Kendall distance computed at each rank."""
    for a, b in pairs(largest):
        places_of_a = places(a, b)
        for i, value in enumerate(curve(a, b)):
            inverted = sum(
                places_of_a[x] > places_of_a[y] for x in range(i) for y in range(x + 1, len(a))
            )
            if value != inverted:
                text = f"{word(a)}, {word(b)}, i = {i}: P = {value}, inversions so far {inverted}"
                return Computed(False, text, f"n ≤ {largest}")
    return Computed(True, "the same", f"n ≤ {largest}")


def trapezoids(largest: int) -> Computed:
    """With height 1 the trapezoids add up to the sum of P(1), …, P(n)."""

    def holds(a: Ranking, b: Ranking) -> bool:
        return sum(x + y for x, y in pairwise(curve(a, b))) == 2 * sum(curve(a, b))

    return _on_pairs(largest, "they do", holds)


def place_of_exchange(documents: int, depth: int) -> Computed:
    """The areas from some depth on tell where two adjacent documents are exchanged."""
    order = tuple(range(1, documents + 1))
    found = []
    for i in range(documents - 1):
        changed = (*order[:i], order[i + 1], order[i], *order[i + 2 :])
        points = curve(order, changed)
        halves = [x + y for x, y in pairwise(points)]
        found.append(tuple(sum(halves[:k]) for k in range(depth, documents + 1)))
    text = f"{len(set(found))} of {len(found)} exchanges told apart"
    return Computed(len(set(found)) == len(found), text, f"n = {documents}, depths from {depth}")
