"""Claims of `group`, §6.2 to §6.5: symmetry, robustness, sensitivity, stability."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs.claims.claim import (
    Computed,
)
from proofs.claims.exactly import (
    Ranking,
    checked,
    compose,
    identity,
    most,
    no_failure,
    rankings,
    same,
    score,
    swap,
    swaps,
    title,
)
from proofs.claims.group.considered import ALL, CONFUSION, status

INVARIANT = ("mse", "rmse", "mae", "mape", "r2", "kendall", "spearman")


# Computations ------------------------------------------------------------------------------------


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
