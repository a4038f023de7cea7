"""Computations for the claims of `kumar` on element and position weights, σ(i) the rank of item i.

>>> inversions((2, 3, 1)), displacement((2, 3, 1))
(2, 4)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import comb, factorial
from typing import Any

import sympy as sp

from metrics.weighted.value import value
from proofs.claims.claim import Computed
from proofs.claims.exactly import (
    Ranking,
    checked,
    compare,
    compose,
    identity,
    inverse,
    rankings,
    score,
    swap,
    swaps,
    word,
)

SMALL = range(2, 7)
_i, _x = sp.Symbol("i", positive=True), sp.Symbol("x", positive=True)


def inversions(sigma: Ranking) -> int:
    """Return K(σ) = Σ_{i<j} [σ(i) > σ(j)]."""
    return sum(sigma[i - 1] > sigma[j - 1] for i, j in swaps(len(sigma)))


def displacement(sigma: Ranking) -> int:
    """Return F(σ) = Σ_i |i − σ(i)|."""
    return sum(abs(i - rank) for i, rank in enumerate(sigma, 1))


def rotation(n: int) -> Ranking:
    """Return the rotation that moves the last item to the front.

    >>> rotation(3)
    (2, 3, 1)
    """
    return (*range(2, n + 1), 1)


def _span(sizes: Sequence[int]) -> str:
    return f"n = {sizes[0]}…{sizes[-1]}"


# Kendall and footrule -----------------------------------------------------------------------------


def two_ways_to_invert() -> Computed:
    """The pairs i > j with σ(i) < σ(j) are as many as K(σ) adds over i < j."""
    failures = (
        word(sigma)
        for n in SMALL
        for sigma in rankings(n)
        if inversions(sigma)
        != sum(i > j and sigma[i - 1] < sigma[j - 1] for i, j in product(range(1, n + 1), repeat=2))
    )
    return checked(failures, "the same pairs, named the other way round", _span(SMALL))


def ranking_of_the_example() -> Computed:
    """Some ranking of three items has two inverted pairs and the displacements 1, 1 and 2."""
    found = [
        sigma
        for sigma in rankings(3)
        if inversions(sigma) == 2
        and sorted(abs(i - rank) for i, rank in enumerate(sigma, 1)) == [1, 1, 2]
    ]
    turned = {rotation(3), inverse(rotation(3))}
    return Computed(set(found) == turned, " and ".join(map(word, found)), "n = 3")


def rotation_reaches_twice() -> Computed:
    """The rotation of n items has F = 2K, the largest that F ≤ 2K allows.

    The item that moves to the front passes the n − 1 others, each of which moves by one:
    K = n − 1 and F = (n − 1) + (n − 1), for every n.
    """
    failures = (
        f"{word(sigma)}: K = {inversions(sigma)}, F = {displacement(sigma)}"
        for n in range(2, 30)
        for sigma in (rotation(n), inverse(rotation(n)))
        if (inversions(sigma), displacement(sigma)) != (n - 1, 2 * (n - 1))
    )
    return checked(failures, "K = n − 1 and F = 2(n − 1)", "every n ≥ 2, tried for n < 30")


def reaching_twice_alone() -> Computed:
    """The rotation and its inverse are the only rankings with F = 2K, besides the identity."""
    counts, others = [], []
    for n in SMALL:
        reached = [s for s in rankings(n) if displacement(s) == 2 * inversions(s)]
        if len(reached) != comb(2 * n, n) // (n + 1):
            raise AssertionError("those that have no decreasing three are counted by Catalan")
        counts.append(len(reached))
        known = {identity(n), rotation(n), inverse(rotation(n))}
        others += [sigma for sigma in reached if sigma not in known]
    shown = ", ".join(map(str, counts))
    text = f"{shown} rankings have F = 2K, the first other one {word(others[0])}"
    return Computed(not others, text, _span(SMALL))


def rotation_is_least() -> Computed:
    """The rotation has the smallest F/K, so that it is the worst case of K ≤ F too."""
    least = [
        min((Fraction(displacement(s), inversions(s)), s) for s in _moved(n)) for n in range(3, 7)
    ]
    shown = ", ".join(f"{ratio} at {word(sigma)}" for ratio, sigma in least)
    agrees = all(
        sigma in (rotation(len(sigma)), inverse(rotation(len(sigma)))) for _, sigma in least
    )
    return Computed(agrees, f"the smallest F/K is {shown}", "n = 3…6")


def kendall_is_footrule() -> Computed:
    """Some ranking other than the identity has F = K, so that K ≤ F is reached."""
    found = [word(s) for n in SMALL for s in _moved(n) if displacement(s) == inversions(s)]
    text = found[0] if found else "F > K for every ranking but the identity"
    return Computed(bool(found), text, _span(SMALL))


def _moved(n: int) -> Iterator[Ranking]:
    return (sigma for sigma in rankings(n) if sigma != identity(n))


# Element weights ----------------------------------------------------------------------------------


def averages(mean: str) -> Computed:
    """The mean of two equal weights is that weight."""
    w, v = sp.symbols("w v", positive=True)
    formulas = {
        "average": (w + v) / 2,
        "geometric average": sp.sqrt(w * v),
        "harmonic average": 1 / (1 / w + 1 / v),
        "harmonic average with 2 above": 2 / (1 / w + 1 / v),
    }
    found = sp.simplify(formulas[mean].subs(v, w))
    return Computed(found == w, f"the {mean} of w and w is {found}", "all weights w > 0")


def expanded(sigma: Ranking, weights: Sequence[int]) -> Ranking:
    """Return the ranking of the subelements: w(i) of them for item i, in a row and in order.

    >>> expanded((2, 1), (1, 2))
    (3, 1, 2)
    """
    first = [
        1 + sum(weights[j] for j, rank in enumerate(sigma) if rank < sigma[i])
        for i in range(len(sigma))
    ]
    return tuple(first[i] + copy for i, count in enumerate(weights) for copy in range(count))


def _whole_weights() -> Iterator[tuple[Ranking, tuple[int, ...]]]:
    for n, most in ((2, 4), (3, 3), (4, 2)):
        for sigma in rankings(n):
            for weights in product(range(most + 1), repeat=n):
                yield sigma, weights


def subelements_invert() -> Computed:
    """The subelements of two inverted items i and j have w(i)·w(j) inversions: K of all is K_w."""
    failures = (
        f"{word(sigma)}, w = {weights}"
        for sigma, weights in _whole_weights()
        if inversions(expanded(sigma, weights))
        != sum(
            weights[i - 1] * weights[j - 1]
            for i, j in swaps(len(sigma))
            if sigma[i - 1] > sigma[j - 1]
        )
    )
    return checked(failures, "they have", "n = 2…4, small whole weights")


def subelements_move() -> Computed:
    """Each subelement of i is displaced by |Σ_{j<i} w_j − Σ_{σ(j)<σ(i)} w_j|: F of all is F_w."""
    failures = (
        f"{word(sigma)}, w = {weights}"
        for sigma, weights in _whole_weights()
        if list(_displacements(expanded(sigma, weights)))
        != [
            abs(
                sum(weights[:i])
                - sum(weights[j] for j, rank in enumerate(sigma) if rank < sigma[i])
            )
            for i, count in enumerate(weights)
            for _ in range(count)
        ]
    )
    return checked(failures, "each is", "n = 2…4, small whole weights")


def _displacements(sigma: Ranking) -> Iterator[int]:
    return (abs(i - rank) for i, rank in enumerate(sigma, 1))


def weighted_rotation() -> Computed:
    """The rotation has F_w = 2K_w, whatever the weights.

    The last item passes all others: K_w = w(n)·Σ w(j), it is displaced by Σ w(j), each
    other item by w(n), so F_w = w(n)·Σ w(j) + Σ w(j)·w(n), for every n.
    """
    failures = (
        word(sigma)
        for n in range(2, 6)
        for sigma in (rotation(n), inverse(rotation(n)))
        for w in [sp.symbols(f"w1:{n + 1}", nonnegative=True)]
        if sp.expand(
            value("footrule_w", sigma, w=w, convention="ranks")
            - 2 * value("kendall_w", sigma, w=w, convention="ranks")
        )
        != 0
    )
    return checked(failures, "F_w = 2K_w", "every n ≥ 2 and all weights, tried for n = 2…5")


# Position weights ---------------------------------------------------------------------------------


def discounts_fall(successor: str) -> Computed:
    """The costs δ_i of DCG are positive and decrease: δ_2 ≥ δ_3 ≥ ….

    1/log x is convex for x > 1, its second derivative being (log x + 2)/(x²·log³ x), so its
    falls from i to i + 1 get smaller; and 1/(a·(a + 1)) falls where a = log i > 0 grows.
    """
    after = {"log(i + 1)": sp.log(_i + 1), "log(i) + 1": sp.log(_i) + 1}[successor]
    delta = 1 / sp.log(_i) - 1 / after
    curve = sp.diff(1 / sp.log(_x), _x, 2) * _x**2 * sp.log(_x) ** 3
    if sp.simplify(curve - sp.log(_x) - 2) != 0:
        raise AssertionError("the second derivative of 1/log x")
    costs = [delta.subs(_i, place) for place in range(2, 40)]
    failures = (
        f"δ_{place}"
        for place, (cost, following) in enumerate(pairwise(costs), 2)
        if compare(following, 0) <= 0 or compare(cost, following) <= 0
    )
    return checked(failures, "they do", "every i ≥ 2, tried for i < 40")


def discounts_of_dcg(start: int) -> Computed:
    """Swapping the neighbours at i − 1 and i changes DCG by δ_i for each unit of gain."""
    n = 6
    for place in range(start, n + 1):
        logs = sp.log(place, 2), sp.log(place + 1, 2)
        if logs[0] == 0:
            return Computed(None, f"δ_{place} divides by log 1 = 0", f"i = {place}")
        changed = score("dcg", identity(n), swap(n, place - 1, place)) - score(
            "dcg", identity(n), identity(n)
        )
        if compare(changed, 1 / logs[0] - 1 / logs[1]) != 0:
            return Computed(False, f"δ_{place} is not it", f"n = {n}")
    return Computed(True, "it does, with logarithms to base 2", f"n = {n}, i from {start}")


def mean_costs_exist() -> Computed:
    """All p̄_i(σ) = (p_i − p_σ(i))/(i − σ(i)) are defined, for every σ."""
    counts = [
        sum(all(i != rank for i, rank in enumerate(sigma, 1)) for sigma in rankings(n))
        for n in SMALL
    ]
    shown = ", ".join(map(str, counts))
    text = f"0/0 at every fixed point: only {shown} rankings of 2, …, 6 items have none"
    defined = counts == [factorial(n) for n in SMALL]
    return Computed(defined or None, text, _span(SMALL))


def fixed_points_matter() -> Computed:
    """Some ranking has a fixed point whose p̄ changes K_δ and F_δ."""
    sigma, costs = (3, 2, 1), [sp.Integer(1), sp.Integer(1)]
    shown = {
        fixed: (
            value("kendall_pos", sigma, delta=costs, fixed=fixed),
            value("footrule_pos", sigma, delta=costs, fixed=fixed),
        )
        for fixed in ("one", "zero")
    }
    (k1, f1), (k0, f0) = shown["one"], shown["zero"]
    text = f"δ = (1 1), σ = (3 2 1): K = {k1} and F = {f1} with p̄_2 = 1, {k0} and {f0} with 0"
    return Computed(k1 != k0 and f1 != f0, text, "n = 3")


def neighbours_cost(power: int) -> Computed:
    """K_δ of the swap of the places i − 1 and i is δ_i to a power."""
    n = 5
    delta = sp.symbols(f"δ2:{n + 1}", nonnegative=True)
    failures = (
        f"the swap of {place - 1} and {place} costs {found}"
        for place in range(2, n + 1)
        for found in [value("kendall_pos", swap(n, place - 1, place), delta=delta)]
        if sp.expand(found - delta[place - 2] ** power) != 0
    )
    return checked(failures, f"δ_i to the power {power}", f"n = {n}")


def costs_as_weights() -> Computed:
    """K_δ(σ) and F_δ(σ) are K_w(σ) and F_w(σ) with w_i = p̄_i(σ), where these are defined."""
    failures = (
        f"{kind} at {word(sigma)}"
        for n in (2, 3, 4)
        for delta in [sp.symbols(f"δ2:{n + 1}", positive=True)]
        for sigma in rankings(n)
        if all(i != rank for i, rank in enumerate(sigma, 1))
        for kind in ("kendall", "footrule")
        if sp.expand(
            value(f"{kind}_pos", sigma, delta=delta, convention="ranks")
            - value(f"{kind}_w", sigma, w=_mean_costs(sigma, delta), convention="ranks")
        )
        != 0
    )
    return checked(failures, "they are", "n = 2…4, rankings without fixed points")


def _mean_costs(sigma: Ranking, delta: Sequence[Any]) -> list[Any]:
    reach = [sum(delta[:place], sp.Integer(0)) for place in range(len(sigma))]
    return [
        (reach[i - 1] - reach[rank - 1]) / sp.Integer(i - rank) for i, rank in enumerate(sigma, 1)
    ]


def triangle_where_defined(kind: str, decreasing: bool) -> Computed:
    """The triangle inequality holds for position costs wherever no p̄ that it needs is 0/0."""
    n = 4
    for costs in product(range(3), repeat=n - 1):
        if decreasing and sorted(costs, reverse=True) != list(costs):
            continue
        apart = {
            sigma: value(f"{kind}_w", sigma, w=_mean_costs(sigma, costs), convention="ranks")
            for sigma in _without_fixed_points(n)
        }
        for first, second in product(apart, repeat=2):
            both = compose(first, second)
            if both in apart and apart[both] > apart[first] + apart[second]:
                text = (
                    f"{kind}, δ = {word(costs)}: d({word(both)}, id) = {apart[both]} > "
                    f"{apart[first]} + {apart[second]}, by way of {word(second)}"
                )
                return Computed(False, text, f"n = {n}")
    return Computed(True, "it does", f"n = {n}, whole costs up to 2")


def _without_fixed_points(n: int) -> Iterator[Ranking]:
    return (s for s in rankings(n) if all(i != rank for i, rank in enumerate(s, 1)))
