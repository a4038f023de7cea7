"""Computations behind §6.2 to §8 and App. A of `group`: properties, and relations among them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from proofs.claims.claim import Computed
from proofs.claims.exactly import (
    Ranking,
    checked,
    compare,
    compose,
    denied,
    identity,
    inverse,
    most,
    no_failure,
    on_pairs,
    rankings,
    same,
    score,
    swap,
    swaps,
    title,
    word,
)
from proofs.claims.group.considered import ALL, CONFUSION, ERROR, status

SEVEN = ("ioi", "symmetry", "right_invariance", "wsd", "sensitivity", "stability", "distance")


# Symmetry, robustness, sensitivity, stability -----------------------------------------------------


def more_than_half_asymmetric() -> Computed:
    """More than half of the metrics are not symmetric, relevant and retrieved items differing."""

    def fails(name: str) -> bool:
        relevant = {"j": 2} if name in CONFUSION else {}
        return status("symmetry", name, 5, 3, **relevant) == "refuted"

    return most(ALL, fails, "n = 5, j = 2, k = 3")


def swaps_suffice(name: str, n: int) -> Computed:
    """If every swap in both rankings leaves the score as it is, so does every permutation."""

    def invariant(moves: list[Ranking]) -> bool:
        return all(
            same(score(name, s, t, 1), score(name, compose(s, v), compose(t, v), 1)) is not False
            for s in rankings(n)
            for t in rankings(n)
            for v in moves
        )

    by_swaps = invariant([swap(n, i, j) for i, j in swaps(n)])
    return Computed(by_swaps == invariant(list(rankings(n))), title(name), f"n = {n}, k = 1")


@no_failure("so it is for all swaps", "n = 2…{largest}")
def kendall_of_swap(largest: int) -> Iterator[str]:
    """τ(id, (i j)) = (C(n, 2) − 4|i − j| + 2)/C(n, 2)."""
    for n in range(2, largest + 1):
        pairs = n * (n - 1) // 2
        for i, j in swaps(n):
            value = score("kendall", identity(n), swap(n, i, j))
            if value * pairs != pairs - 4 * (j - i) + 2:
                yield f"n = {n}: ({i} {j}) has {value}"


def displayed_step(width: int, sign: int, largest: int) -> Computed:
    """(C − d + s·(C − (C − d)))/C = (C − 4·width + 2)/C, with d = 2·width − 1 discordant pairs."""
    discordant = 2 * width - 1

    def failures() -> Iterator[str]:
        for n in range(width + 1, largest + 1):
            pairs = n * (n - 1) // 2
            left = pairs - discordant + sign * (pairs - (pairs - discordant))
            if left != pairs - 4 * width + 2:
                yield f"n = {n}: {left} on the left, {pairs - 4 * width + 2} on the right"

    return checked(failures(), "so it is", f"n = {width + 1}…{largest}, width {width}")


def limit_of_epsilon(n: int) -> Computed:
    """ε_k = 1/k tends to 0 as k tends to n."""
    return Computed(Fraction(1, n) == 0, f"at k = n it is {Fraction(1, n)}", f"n = {n}")


@no_failure("so it is", "n = 3…{largest}")
def farther_is_worse(name: str, largest: int) -> Iterator[str]:
    """The farther apart two swapped items are, the lower the score."""
    for n in range(3, largest + 1):
        found = [(j - i, score(name, identity(n), swap(n, i, j))) for i, j in swaps(n)]
        for near, high in found:
            for far, low in found:
                if near < far and not low < high:
                    yield f"n = {n}: widths {near} and {far}"


# Claims ------------------------------------------------------------------------------------------


# Distances, and what can be turned into one -------------------------------------------------------


def most_are_no_distance(n: int, k: int) -> Computed:
    """More than half of the metrics are no distance."""
    scope = f"n = {n}, k = {k}"
    return most(ALL, lambda name: status("distance", name, n, k) == "refuted", scope)


def turned_is_nonnegative(name: str, n: int) -> Computed:
    """Where m has maximal agreement, m_max − m is nowhere negative."""
    top = score(name, identity(n), identity(n), 1)
    failures = (
        f"{title(name)}: {word(s)}, {word(t)}"
        for s, t in product(rankings(n), repeat=2)
        if compare(top, score(name, s, t, 1)) < 0
    )
    return checked(failures, title(name), f"n = {n}, k = 1")


def bounded_is_nonnegative(name: str, n: int, shifted: bool) -> Computed:
    """A bounded metric is nowhere negative, as it is or after subtracting its minimum."""
    values = [score(name, s, t, 1) for s, t in product(rankings(n), repeat=2)]
    low = min(values)
    high = max(values)
    least = low - low if shifted else low
    text = f"{title(name)} lies between {low} and {high}"
    return Computed(bool(least >= 0), text, f"n = {n}, k = 1")


def antisymmetric(largest: int) -> Computed:
    """f(ν, σ) = −f(σ, ν), where f(σ, ν) = DCG(σ) − DCG(ν)."""

    def f(s: Ranking, v: Ranking) -> Any:
        return score("dcg", s, s) - score("dcg", v, v)

    return on_pairs(largest, lambda s, v: compare(f(s, v), -f(v, s)) == 0)


def some_pair_equal(largest: int) -> Computed:
    """Some two different rankings have f(ν, σ) = f(σ, ν), where f(σ, ν) = DCG(σ) − DCG(ν)."""
    found = [
        (s, v)
        for n in range(2, largest + 1)
        for s, v in product(rankings(n), repeat=2)
        if s != v and compare(score("dcg", s, s), score("dcg", v, v)) == 0
    ]
    text = f"{word(found[0][0])} and {word(found[0][1])}" if found else "there is none"
    return Computed(bool(found), text, f"n = 2…{largest}")


def some_pair_differs(n: int) -> Computed:
    """Some pair has f(ν, σ) ≠ f(σ, ν), where f(σ, ν) = DCG(σ) − DCG(ν)."""
    one, two = identity(n), tuple(reversed(identity(n)))
    f = score("dcg", one, one) - score("dcg", two, two)
    text = f"{word(one)} and {word(two)}: f has sign {compare(f, 0)} and {compare(-f, 0)}"
    return Computed(compare(f, -f) != 0, text, f"n = {n}")


@no_failure("so it is", "n = {n}")
def triangle_of_differences(absolute: bool, n: int) -> Iterator[str]:
    """DCG(μ) − DCG(σ) is the sum by way of ν; in absolute values, at most the sum."""
    value = {s: score("dcg", s, s) for s in rankings(n)}
    for s, m, v in product(value, repeat=3):
        direct, first, second = value[m] - value[s], value[m] - value[v], value[v] - value[s]
        if absolute and compare(abs(first) + abs(second), abs(direct)) < 0:
            yield f"{word(s)}, {word(m)}, {word(v)}"
        if not absolute and compare(direct, first + second):
            yield f"{word(s)}, {word(m)}, {word(v)}"


# Relations among the properties, and the largest and smallest score -------------------------------


def share_of_properties() -> Computed:
    """Error based metrics have more than half of seven properties, on average."""
    held = sum(status(axiom, name, range(4, 6)) == "holds" for axiom in SEVEN for name in ERROR)
    asked = len(SEVEN) * len(ERROR)
    return Computed(2 * held > asked, f"{held} of {asked}", "n = 4…5")


def same_maximum_for_every_n(name: str, largest: int) -> Computed:
    """m(σ, σ) is maximal and the same for all σ and all n."""
    seen: Any = None
    for n in range(2, largest + 1):
        every = list(rankings(n))
        itself = [score(name, s, s, 1) for s in every]
        if None in itself:
            return Computed(False, f"{title(name)}: no value", f"n = {n}, k = 1")
        scores = [score(name, identity(n), t, 1) for t in every]
        seen = itself[0] if seen is None else seen
        unequal = any(compare(value, seen) for value in itself)
        if unequal or any(x is not None and compare(x, seen) > 0 for x in scores):
            return Computed(False, title(name), f"n = {n}, k = 1")
    return Computed(True, title(name), f"n = 2…{largest}, k = 1")


def lacks_it(name: str, largest: int) -> Computed:
    """m(σ, σ) is not maximal, or not the same for all σ and all n."""
    return denied(same_maximum_for_every_n(name, largest))


def maximum_depends_on_n(name: str) -> Computed:
    """If m(σ, σ) is one number for each n, it is the same number for every n."""
    values = [score(name, identity(n), identity(n), 1) for n in (3, 4)]
    text = f"{title(name)}, k = 1: {values[0]} for n = 3, {values[1]} for n = 4"
    return Computed(bool(values[0] == values[1]), text, "n = 3…4")


def lowest_at_group_inverse(name: str, n: int) -> Computed:
    """m(ρ⁻¹, ρ) is minimal, with the inverse of the group."""
    low = min(score(name, s, t) for s, t in product(rankings(n), repeat=2))
    for rho in rankings(n):
        value = score(name, inverse(rho), rho)
        if compare(value, low):
            text = f"{word(rho)}: {value}, and the minimum is {low}"
            return Computed(False, text, f"n = {n}")
    return Computed(True, "so it is", f"n = {n}")


def most_lack_it(n: int, k: int) -> Computed:
    """For more than half of the metrics the reversed ranking does not score lowest."""

    def lacks(name: str) -> bool:
        return status("reverse_is_minimal", name, n, k, convention="ranks") != "holds"

    return most(ALL, lacks, f"n = {n}, k = {k}")
