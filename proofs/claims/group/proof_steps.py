"""Computations behind §6.1 of `group`: renaming, the steps of the proof, and Table 3.

A sum of cᵢ / log₂(i + 1) is kept as its coefficients cᵢ; only its sign needs the logarithms.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import sympy as sp

from proofs.claims.claim import Computed
from proofs.claims.exactly import (
    Ranking,
    checked,
    compose,
    grouped,
    identity,
    no_failure,
    rankings,
    same,
    score,
    swap,
    title,
    word,
)
from proofs.claims.group.considered import ALL
from proofs.trusted.value import sign_of_term


def sign_of_sum(coefficients: list[int]) -> int:
    """Return the exact sign of Σ cᵢ / log₂(i + 1)."""
    terms = [c / sp.log(i + 2, 2) for i, c in enumerate(coefficients) if c]
    return sign_of_term(sp.Add(*terms))


def differences(sigma: Ranking) -> list[int]:
    """Return the numbers i − σ(i)."""
    return [i - s for i, s in enumerate(sigma, 1)]


# Renaming ----------------------------------------------------------------------------------------


def _tells_apart(values: dict[tuple[Ranking, Ranking], Any], n: int, sigma: Ranking) -> bool:
    row = [values[sigma, tau] for tau in rankings(n)]
    known = [value for value in row if value is not None]
    return len(grouped(known)) == len(known)


def renaming_every_metric() -> Computed:
    """For every metric, telling rankings apart at σ = id is telling them apart at every σ."""
    table = dict.fromkeys(product(rankings(2), repeat=2), sp.Integer(0))
    table[(1, 2), (2, 1)] = sp.Integer(1)
    at_identity = _tells_apart(table, 2, (1, 2))
    everywhere = all(_tells_apart(table, 2, sigma) for sigma in rankings(2))
    text = "the metric m(12, 21) = 1, otherwise 0, does so at 12 and not at 21"
    return Computed(at_identity == everywhere, text, "n = 2")


@no_failure("so it is", "n = 2…{largest}, k = n − 1")
def renaming(largest: int) -> Iterator[str]:
    """For each metric of the paper, telling apart at σ = id is telling apart at every σ."""
    for n, name in product(range(2, largest + 1), ALL):
        k = n - 1
        pairs = product(rankings(n), repeat=2)
        table = {(s, t): score(name, s, t, k) for s, t in pairs}
        found = {_tells_apart(table, n, sigma) for sigma in rankings(n)}
        if len(found) > 1:
            yield f"{title(name)}, n = {n}"


def unchanged_by_top_swap(name: str, n: int, k: int) -> Computed:
    """A swap (i j) with i, j < k leaves the score against the identity as it is."""
    outcomes = [
        same(score(name, identity(n), identity(n), k), score(name, identity(n), swap(n, i, j), k))
        for i in range(1, k)
        for j in range(i + 1, k)
    ]
    agrees = None if None in outcomes else all(outcomes)
    text = title(name) + (": no value at (id, id)" if agrees is None else "")
    return Computed(agrees, text, f"n = {n}, k = {k}", () if agrees else (text,))


def unchanged_within_blocks(name: str, n: int) -> Computed:
    """A permutation of the first k and of the others leaves the score as it is, for every k."""
    for k in range(1, n):
        for sigma in rankings(n):
            if set(sigma[:k]) == set(range(1, k + 1)):
                equal = same(
                    score(name, identity(n), identity(n), k), score(name, identity(n), sigma, k)
                )
                if not equal:
                    text = f"{title(name)}" + (": no value at (id, id)" if equal is None else "")
                    return Computed(equal, text, f"n = {n}, k = {k}", (text,))
    return Computed(True, title(name), f"n = {n}, every k")


# The proof of Proposition 6.1 --------------------------------------------------------------------


def smallest_at_identity(largest: int) -> Computed:
    """Equation 4: Σ (i − σ(i))/log₂(i + 1) < 0 exactly if σ ≠ id."""
    failures = (
        f"n = {n}: {word(sigma)}"
        for n in range(2, largest + 1)
        for sigma in rankings(n)
        if (sign_of_sum(differences(sigma)) < 0) != (sigma != identity(n))
    )
    return checked(failures, "so it is: DCG is smallest at the identity", f"n = 2…{largest}")


def without_loss_of_generality(n: int) -> Computed:
    """If DCG(id) = DCG(σ) only for σ = id, then DCG(σ₁) = DCG(σ₂) only for σ₁ = σ₂."""
    import proofs

    verdict: Any = proofs.ask("ioi", "dcg", n=n)
    if verdict.status == "holds":
        return Computed(True, "both are true", f"n = {n}")
    one, two = (tuple(verdict.replayed.witness[name]) for name in ("tau", "nu"))
    only_identity = all(
        score("dcg", identity(n), other) != score("dcg", identity(n), identity(n))
        for other in (one, two)
    )
    text = f"DCG{word(one)} = DCG{word(two)}, although equation 4 holds for both"
    below = all(sign_of_sum(differences(other)) < 0 for other in (one, two))
    return Computed(not (only_identity and below), text, f"n = {n}")


def base_case(of_difference: bool) -> Computed:
    """In S₂, DCG(id) = 0."""
    value = sp.Integer(0) if of_difference else score("dcg", (1, 2), (1, 2))
    if of_difference:
        value = sp.Add(*differences((1, 2)))
        negative = sign_of_sum(differences((2, 1))) < 0
        text = f"the sum of equation 4 is {value} at id and negative at (2 1)"
        return Computed(value == 0 and negative, text, "n = 2")
    return Computed(value == 0, f"DCG(id) = {sp.expand(value)}", "n = 2")


@no_failure("it does not", "n = {n}")
def fixed_element_renamed(n: int) -> Iterator[str]:
    """The sum of equation 4 does not change if the fixed element is renamed to n."""
    for sigma in rankings(n):
        for x in range(1, n):
            if sigma[x - 1] == x:
                rename = swap(n, x, n)
                renamed = compose(rename, compose(sigma, rename))
                gap = [a - b for a, b in zip(differences(sigma), differences(renamed), strict=True)]
                if sign_of_sum(gap):
                    yield f"{word(sigma)} becomes {word(renamed)}, another sum"


def last_element_fixed(largest: int) -> Computed:
    """If σ fixes n, the sum of equation 4 is that of σ restricted to the first n − 1 elements."""
    failures = (
        word(sigma)
        for n in range(2, largest + 1)
        for sigma in rankings(n)
        if sigma[-1] == n and differences(sigma) != [*differences(sigma[:-1]), 0]
    )
    return checked(failures, "so it is; the split must be: σ(n) = n or not", f"n = 2…{largest}")


def immersion_is_onto(n: int, k: int, above: str) -> Computed:
    """The immersion of S_n is onto A = {σ ∈ S_(n+k) : σ(i) = i for i > n + k}, or for i > n."""
    bound = n + k if above == "n + k" else n
    image = {sigma + tuple(range(n + 1, n + k + 1)) for sigma in rankings(n)}
    fixed = {
        sigma
        for sigma in rankings(n + k)
        if all(sigma[i - 1] == i for i in range(bound + 1, n + k + 1))
    }
    text = f"n = {n}, k = {k}: the image has {len(image)} elements, A has {len(fixed)}"
    return Computed(image == fixed, text, f"n = {n}, k = {k}")


def _split(sigma: Ranking) -> tuple[int, int, Ranking]:
    """Return j, k* and μ of the second case of the proof."""
    n = len(sigma)
    j, k_star = sigma[-1], sigma.index(n) + 1
    mu = tuple(j if s == k_star else n if s == n else sigma[s - 1] for s in range(1, n + 1))
    return j, k_star, mu


def moved_last(largest: int) -> list[Ranking]:
    """Return the permutations that move their last element."""
    return [s for n in range(2, largest + 1) for s in rankings(n) if s[-1] != n]


def factors(largest: int) -> Computed:
    """σ = (j n)∘μ with μ as defined, if σ moves n."""
    failures = (
        word(sigma)
        for sigma in moved_last(largest)
        for j, _, mu in [_split(sigma)]
        if compose(swap(len(sigma), j, len(sigma)), mu) != sigma
    )
    return checked(failures, "so it is", f"n = 2…{largest}")


def displayed_sum(largest: int) -> Computed:
    """The displayed chain of equations for the sum over σ = (j n)∘μ, term by term."""

    def right_side(sigma: Ranking) -> list[int]:
        n = len(sigma)
        j, k_star, mu = _split(sigma)
        terms = [*differences(mu)[:-1], 0]
        terms[k_star - 1] += k_star - swap(n, j, n)[j - 1] - (k_star - mu[k_star - 1])
        terms[n - 1] += n - sigma[-1]
        return terms

    failures = (word(s) for s in moved_last(largest) if right_side(s) != differences(s))
    return checked(failures, "equal coefficients", f"n = 2…{largest}")


def displayed_bound(largest: int) -> Computed:
    """The displayed bound: (μ(k*) − n)/log₂(k* + 1) + (n − σ(n))/log₂(n + 1) < 0."""

    def negative(sigma: Ranking) -> bool:
        n = len(sigma)
        _, k_star, mu = _split(sigma)
        terms = [0] * n
        terms[k_star - 1] += mu[k_star - 1] - n
        terms[n - 1] += n - sigma[-1]
        return sign_of_sum(terms) < 0

    failures = (word(s) for s in moved_last(largest) if not negative(s))
    return checked(failures, "so it is, also where μ = id", f"n = 2…{largest}")


# Table 3 -----------------------------------------------------------------------------------------

PAIRS = {
    "1": (swap(10, 1, 2), identity(10)),
    "2": (swap(10, 1, 2), swap(10, 3, 4)),
    "3": (swap(10, 1, 2), swap(10, 2, 4)),
}


def told_apart(name: str, row: str, printed: bool) -> Computed:
    """Table 3: does the metric distinguish the two rankings of the row, as printed."""
    sigma, tau = PAIRS[row]
    equal = same(score(name, identity(10), sigma, 5), score(name, identity(10), tau, 5))
    if equal is None:
        text = f"{title(name)} (no value)"
        return Computed(None, text, "n = 10, k = 5", (text,))
    text = f"{title(name)} ({'not distinguished' if equal else 'distinguished'})"
    return Computed(equal is not printed, text, "n = 10, k = 5")


def some_row_ties(name: str) -> Computed:
    """Some row of Table 3 holds two rankings that the metric does not distinguish."""
    ties = [
        same(score(name, identity(10), sigma, 5), score(name, identity(10), tau, 5))
        for sigma, tau in PAIRS.values()
    ]
    agrees = None if None in ties else any(ties)
    return Computed(agrees, title(name), "n = 10, k = 5")


def ties_by_overlap(name: str, largest: int) -> Computed:
    """The metric is a one-to-one function of the overlap |R ∩ S|, for every k."""
    for n in range(2, largest + 1):
        for k in range(1, n):
            values: dict[int, Any] = {}
            for sigma in rankings(n):
                overlap = len(set(sigma[:k]) & set(range(1, k + 1)))
                values.setdefault(overlap, score(name, identity(n), sigma, k))
            known = [value for value in values.values() if value is not None]
            if len(known) < len(values):
                text = f"{title(name)} (no value, n = {n}, k = {k})"
                return Computed(None, text, f"n = {n}, k = {k}", (text,))
            if len(grouped(known)) < len(known):
                text = f"{title(name)} (two overlaps, one value, n = {n}, k = {k})"
                return Computed(False, text, f"n = {n}, k = {k}", (text,))
    return Computed(True, title(name), f"n = 2…{largest}, every k")
