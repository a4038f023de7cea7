"""Claims of `group`, §6.6: distances, and what can be turned into one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from proofs.claims.claim import (
    Computed,
)
from proofs.claims.exactly import (
    Ranking,
    checked,
    compare,
    identity,
    most,
    no_failure,
    on_pairs,
    rankings,
    score,
    title,
    word,
)
from proofs.claims.group.considered import ALL, status


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
