"""Computations about linear equivalence between the metrics of `group`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import proofs
from axioms import find_axiom
from metrics import find_metric
from proofs.claims.claim import Computed
from proofs.claims.exactly import (
    Ranking,
    checked,
    compare,
    no_failure,
    rankings,
    score,
    title,
    word,
)
from proofs.claims.group.considered import ALL, status
from proofs.core.fitting import unrolled_slots


@cache
def equivalent(one: str, two: str, n: int) -> bool | None:
    """Tell whether m₂ = a·m₁ + b with a ≠ 0 on S_n, k = 1; None where values are missing."""
    pairs = list(product(rankings(n), repeat=2))
    points = [(score(one, s, t, 1), score(two, s, t, 1)) for s, t in pairs]
    if any(x is None or y is None for x, y in points):
        return None
    x0, y0 = points[0]
    other = next(((x, y) for x, y in points if compare(x, x0)), None)
    if other is None:
        return all(compare(y, y0) == 0 for _, y in points)
    run, rise = other[0] - x0, other[1] - y0
    return compare(rise, 0) != 0 and all(
        compare((y - y0) * run, (x - x0) * rise) == 0 for x, y in points
    )


@cache
def relation(n: int) -> dict[tuple[str, str], bool]:
    """Return the relation between the metrics that have all their values on S_n."""
    whole = [name for name in ALL if equivalent(name, name, n) is not None]
    return {(one, two): bool(equivalent(one, two, n)) for one in whole for two in whole}


def reflexive_and_symmetric(n: int) -> Computed:
    """Linear equivalence is reflexive and symmetric."""
    found = relation(n)
    failures = (
        f"{title(one)} and {title(two)}"
        for (one, two), related in found.items()
        if (one == two and not related) or related != found[two, one]
    )
    return checked(failures, "so it is", f"n = {n}, k = 1, all pairs of metrics")


@no_failure("so it is", "n = {n}, k = 1, all triples of metrics")
def transitive(n: int, both_ways: bool) -> Iterator[str]:
    """If m₁ ~ m₂ and m₂ ~ m₃ then m₁ ~ m₃, and conversely if asked both ways."""
    found = relation(n)
    names = list(dict.fromkeys(one for one, _ in found))
    for one, two, three in product(names, repeat=3):
        chain, direct = found[one, two] and found[two, three], found[one, three]
        if (chain and not direct) or (both_ways and direct and not chain):
            yield (
                f"m₁ = {title(one)}, m₂ = {title(two)}, m₃ = {title(three)}: "
                f"the left side is {chain}, the right side {direct}"
            )


def conserved(axiom: str, n: int) -> Computed:
    """Of two linearly equivalent metrics both have the property or neither."""

    @cache
    def told(name: str) -> str:
        return status(axiom, name, n, None if unrolled_slots(find_axiom(axiom)) else 1)

    def still(one: str, two: str) -> bool:
        cut = any(find_metric(name).depends_on_k() for name in (one, two))
        verdict = proofs.ask("linear_equivalence", one, two, n=n, **({"k": 1} if cut else {}))
        return bool(verdict.status == "holds")  # type: ignore[union-attr]

    failures = (
        f"{title(one)} ({told(one)}) and {title(two)} ({told(two)})"
        for one, two in combinations(ALL, 2)
        if told(one) != told(two) and relation(3).get((one, two)) and still(one, two)
    )
    return checked(failures, "so it is", f"n = {n}, k = 1, all equivalent pairs of metrics")


def turned_agreement(n: int) -> Computed:
    """If m has maximal agreement and m̃ is linearly equivalent, then m̃ or −m̃ has it."""

    def extreme(name: str) -> bool:
        every: list[Ranking] = list(rankings(n))
        itself = score(name, every[0], every[0], 1)
        signs = {compare(score(name, s, t, 1), itself) for s in every for t in every}
        alike = all(compare(score(name, s, s, 1), itself) == 0 for s in every)
        return alike and not {1, -1} <= signs

    failures = (
        f"{title(one)} and {title(two)}"
        for (one, two), related in relation(n).items()
        if related and extreme(one) and not extreme(two)
    )
    return checked(failures, "so it is", f"n = {n}, k = 1, all equivalent pairs of metrics")


def shifted(n: int) -> Computed:
    """If τ has maximal agreement, so has |τ − 3|, the same direction and all."""
    every = list(rankings(n))
    itself = abs(score("kendall", every[0], every[0]) - 3)
    larger = next((t for t in every if abs(score("kendall", every[0], t) - 3) > itself), None)
    text = "so it is" if larger is None else f"|τ − 3| is larger at {word(larger)} than at id"
    return Computed(larger is None, text, f"n = {n}")


def equivalent_never_contradict(n: int) -> Computed:
    """Linearly equivalent metrics do not contradict each other, with < in Def. 1."""
    from proofs.claims.group.max_agreement import contradict, levels

    failures = (
        f"{title(one)} and {title(two)}"
        for (one, two), related in relation(n).items()
        if related and contradict(levels(one, n, 1), levels(two, n, 1))
    )
    return checked(failures, "so it is", f"n = {n}, k = 1, all equivalent pairs of metrics")
