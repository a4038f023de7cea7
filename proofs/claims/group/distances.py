"""Claims of `group`, §6.6: distances, and what can be turned into one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from metrics import find_metric
from proofs.claims.claim import (
    Computed,
)
from proofs.claims.exactly import checked, compare, identity, rankings, score, title, word
from proofs.claims.group.considered import ALL


def most_are_no_distance(n: int, k: int) -> Computed:
    """More than half of the metrics are no distance."""
    import proofs

    found: list[Any] = [
        proofs.ask("distance", name, n=n, **({"k": k} if find_metric(name).depends_on_k() else {}))
        for name in ALL
    ]
    count = sum(verdict.status == "refuted" for verdict in found)
    return Computed(2 * count > len(ALL), f"{count} of {len(ALL)}", f"n = {n}, k = {k}")


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
    failures = (
        f"{word(s)}, {word(v)}"
        for n in range(2, largest + 1)
        for s, v in product(rankings(n), repeat=2)
        if compare(
            score("dcg", s, s) - score("dcg", v, v), -(score("dcg", v, v) - score("dcg", s, s))
        )
    )
    return checked(failures, "so it is", f"n = 2…{largest}")


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


def triangle_of_differences(absolute: bool, n: int) -> Computed:
    """DCG(μ) − DCG(σ) is the sum by way of ν; in absolute values, at most the sum."""

    def failures() -> Iterator[str]:
        value = {s: score("dcg", s, s) for s in rankings(n)}
        for s, m, v in product(value, repeat=3):
            direct, first, second = value[m] - value[s], value[m] - value[v], value[v] - value[s]
            if absolute and compare(abs(first) + abs(second), abs(direct)) < 0:
                yield f"{word(s)}, {word(m)}, {word(v)}"
            if not absolute and compare(direct, first + second):
                yield f"{word(s)}, {word(m)}, {word(v)}"

    return checked(failures(), "so it is", f"n = {n}")
