"""Claims of `group`, §7, §8 and App. A: relations among the properties, interpretability."""

from __future__ import annotations

from itertools import product
from typing import Any

from proofs.claims.claim import (
    Computed,
)
from proofs.claims.exactly import (
    compare,
    denied,
    identity,
    inverse,
    most,
    rankings,
    score,
    title,
    word,
)
from proofs.claims.group.considered import ALL, ERROR, status

SEVEN = ("ioi", "symmetry", "right_invariance", "wsd", "sensitivity", "stability", "distance")


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
