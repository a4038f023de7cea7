"""Computations for the claims of `kumar` on similarities and on all weights together.

>>> no_constant_below_three_halves().agrees
False
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from metrics.weighted.value import value
from proofs.claims.claim import Computed
from proofs.claims.exactly import Ranking, checked, rankings, swaps, word
from proofs.claims.kumar.computed import displacement, expanded, inversions, rotation


def example_with_similarities(footrule: bool) -> Computed:
    """For the rotation of three, K adds two distances and F′ each of them twice."""
    d = sp.symbols("D12 D13 D23", nonnegative=True)
    matrix = [[0, d[0], d[1]], [d[0], 0, d[2]], [d[1], d[2], 0]]
    kendall = value("kendall_sim", rotation(3), similarity=matrix, convention="ranks")
    moved = value("footrule_sim", rotation(3), similarity=matrix, convention="ranks")
    if footrule:
        terms = "D(1, 3) + D(2, 3) + (D(1, 3) + D(2, 3))"
        return Computed(sp.expand(moved - 2 * (d[1] + d[2])) == 0, terms, "n = 3, all D")
    return Computed(sp.expand(kendall - d[1] - d[2]) == 0, "D(1, 3) + D(2, 3)", "n = 3, all D")


def unit_weights(fixed: str) -> Computed:
    """With all weights 1, K* and F* are the classical K and F."""
    failures = (
        f"σ = {word(sigma)}: K* = {kendall}, F* = {footrule}, "
        f"K = {inversions(sigma)}, F = {displacement(sigma)}"
        for n in (2, 3, 4)
        for sigma in rankings(n)
        for kendall, footrule in [_with_unit_weights(sigma, fixed)]
        if (kendall, footrule) != (inversions(sigma), displacement(sigma))
    )
    return checked(failures, "they are", "n = 2…4")


def _with_unit_weights(sigma: Ranking, fixed: str) -> tuple[Any, Any]:
    n = len(sigma)
    ones: dict[str, Any] = {
        "w": [1] * n,
        "delta": [1] * (n - 1),
        "similarity": [[int(x != y) for y in range(n)] for x in range(n)],
    }
    kendall, footrule = (
        value(f"{kind}_star", sigma, **ones, fixed=fixed, convention="ranks")
        for kind in ("kendall", "footrule")
    )
    return kendall, footrule


def parity_family(m: int) -> tuple[int, int]:
    """Return K_D and F′_D of the m-th ranking of a family whose ratio falls to 2/3.

    Of n = 2m + 2 items the first and the last exchange their places, and between them the
    neighbours (2 3), (4 5), …, (2m 2m+1) swap. D is 0 between items of one parity and 1 between
    others: a cut metric. Then K = 3m + 1: the exchange inverts (1, n), which differ in parity (1),
    and each of the 2m items between with 1 and with n, of which exactly one differs from it (2m);
    each swap inverts a pair of different parity (m). F = 2m + 2: item 1 is passed by the m
    even items between and by n (m + 1), item n likewise (m + 1), and an item between is passed
    by 1 and n on different sides and by its neighbour: of an even item, 1 is at distance 1 on
    one side and the neighbour at distance 1 on the other, n at distance 0, so it stays put, and
    so does an odd one by symmetry (0).

    >>> parity_family(2)
    (7, 6)
    """
    n = 2 * m + 2
    middle = [rank for low in range(2, n - 1, 2) for rank in (low + 1, low)]
    sigma = (n, *middle, 1)
    kendall = sum((i + j) % 2 for i, j in swaps(n) if sigma[i - 1] > sigma[j - 1])
    footrule = sum(
        abs(
            sum((i + j) % 2 for j in range(1, i))
            - sum((i + j) % 2 for j in range(1, n + 1) if sigma[j - 1] < sigma[i - 1])
        )
        for i in range(1, n + 1)
    )
    return kendall, footrule


def no_constant_below_three_halves() -> Computed:
    """K_D ≤ c·F′_D with some c < 3/2, for every n.

    The family has K/F = (3m + 1)/(2m + 2), which exceeds every c < 3/2 for a large m. A distance
    of 0 between different items can be avoided: add a small number to all distances.
    """
    counted = [(j, *parity_family(j)) for j in range(1, 13)]
    if any((k, f) != (3 * j + 1, 2 * j + 2) for j, k, f in counted):
        raise AssertionError("the count of the family is wrong")
    shown = ", ".join(
        f"{Fraction(k, f)} at n = {2 * j + 2}" for j, k, f in counted if j in (2, 3, 12)
    )
    m = sp.Symbol("m", positive=True)
    limit = sp.limit((3 * m + 1) / (2 * m + 2), m, sp.oo)
    text = f"K/F = (3m + 1)/(2m + 2) → {limit} for n = 2m + 2: {shown}"
    return Computed(bool(limit < sp.Rational(3, 2)), text, "every c < 3/2")


def chain_without_triangle(n: int) -> Computed:
    """K ≤ 3F holds for the reversal and a D that need not satisfy the triangle inequality.

    D is 1 between neighbours and 0 elsewhere. Each item but the first and the last is passed by
    one neighbour on either side and stays put: F = 2, and K = n − 1.
    """
    matrix = [[int(abs(x - y) == 1) for y in range(n)] for x in range(n)]
    reversal = tuple(range(n, 0, -1))
    kendall, footrule = (
        value(f"{kind}_sim", reversal, similarity=matrix, convention="ranks")
        for kind in ("kendall", "footrule")
    )
    text = f"D = 1 between neighbours and 0 elsewhere: K = {kendall}, F = {footrule}"
    return Computed(bool(kendall <= 3 * footrule), text, f"n = {n}")


def copies_carry_weights() -> Computed:
    """K* and F* are K_D and F′_D of items in whole numbers of copies, with 0 between copies.

    Copies stay in a row and in order, so each copy of x is displaced by Σ w(y)·D(x, y)·(…), and
    p̄ is only one more factor of the weight. Both sides have degree 2 in the weights and are
    continuous: an inequality between multiples of K_D and F′_D that holds for every n holds for
    K* and F* and every n, and the other way round with weights 1.
    """
    distances = ([[0, 1, 2], [1, 0, 2], [2, 2, 0]], [[0, 3, 1], [3, 0, 2], [1, 2, 0]])
    failures = (
        f"{word(sigma)}, w = {weights}"
        for sigma in rankings(3)
        for weights in product((1, 2), repeat=3)
        for d in distances
        if _with_copies(sigma, weights, d)
        != tuple(
            value(f"{kind}_star", sigma, w=weights, delta=[1, 1], similarity=d, convention="ranks")
            for kind in ("kendall", "footrule")
        )
    )
    return checked(failures, "they are", "n = 3, weights 1 and 2, δ = 1")


def _with_copies(
    sigma: Ranking, weights: Sequence[int], d: Sequence[Sequence[int]]
) -> tuple[Any, ...]:
    origin = [x for x, count in enumerate(weights) for _ in range(count)]
    matrix = [[d[x][y] for y in origin] for x in origin]
    ranks = expanded(sigma, weights)
    return tuple(
        value(f"{kind}_sim", ranks, similarity=matrix, convention="ranks")
        for kind in ("kendall", "footrule")
    )
