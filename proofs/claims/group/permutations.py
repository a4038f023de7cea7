"""Computations behind §3 to §5 of `group`: the group of permutations, and where scores exist."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import factorial

from proofs.claims.claim import Computed
from proofs.claims.exactly import (
    Ranking,
    checked,
    compose,
    identity,
    inverse,
    no_failure,
    rankings,
    score,
    swap,
    swaps,
    title,
    word,
)


def size_of_group(largest: int) -> Computed:
    """The bijections of {1, …, n} are n! permutations."""

    def bijections(n: int) -> int:
        maps = product(range(1, n + 1), repeat=n)
        return sum(sorted(map_) == list(range(1, n + 1)) for map_ in maps)

    failures = (f"n = {n}" for n in range(1, largest + 1) if bijections(n) != factorial(n))
    return checked(failures, "n! of all maps are bijections", f"n = 1…{largest}")


@no_failure("it is a group", "n = 1…{largest}")
def is_group(largest: int) -> Iterator[str]:
    """Composition is closed and associative, with the identity and inverses."""
    for n in range(1, largest + 1):
        every = list(rankings(n))
        for s, t in product(every, repeat=2):
            if compose(s, t) not in every or compose(s, inverse(s)) != identity(n):
                yield f"{word(s)}, {word(t)}"
        for s, t, v in product(every, repeat=3):
            if compose(compose(s, t), v) != compose(s, compose(t, v)):
                yield f"{word(s)}, {word(t)}, {word(v)}"


def commutes(n: int) -> Computed:
    """Composition is not commutative in general."""
    pairs = product(rankings(n), repeat=2)
    found = next(((s, v) for s, v in pairs if compose(s, v) != compose(v, s)), None)
    text = "it is commutative" if found is None else f"{word(found[0])} and {word(found[1])}"
    return Computed(found is not None, text, f"n = {n}")


def one_cycle_decomposition(largest: int) -> Computed:
    """Every permutation is the product of exactly one set of disjoint cycles."""

    def cycles(n: int) -> list[Ranking]:
        found = []
        for sigma in rankings(n):
            moved = [x for x in range(1, n + 1) if sigma[x - 1] != x]
            orbit, x = [], moved[0] if moved else 0
            while moved and x not in orbit:
                orbit.append(x)
                x = sigma[x - 1]
            if moved and len(orbit) == len(moved):
                found.append(sigma)
        return found

    def products(n: int, single: list[Ranking]) -> Iterator[Ranking]:
        for count in range(n // 2 + 1):
            for chosen in combinations(single, count):
                moved = [x for s in chosen for x in range(1, n + 1) if s[x - 1] != x]
                if len(moved) == len(set(moved)):
                    result = identity(n)
                    for s in chosen:
                        result = compose(result, s)
                    yield result

    failures = (
        f"n = {n}"
        for n in range(1, largest + 1)
        if sorted(products(n, cycles(n))) != sorted(rankings(n))
    )
    right = "one set each; the cycles of a set commute, so their order does not matter"
    return checked(failures, right, f"n = 1…{largest}")


def swaps_are_closed(n: int) -> Computed:
    """Composing two swaps need not give a swap."""
    all_swaps = [swap(n, i, j) for i, j in swaps(n)]
    outside = [(s, t) for s in all_swaps for t in all_swaps if compose(s, t) not in all_swaps]
    first, second = outside[0]
    text = f"{word(first)}∘{word(second)} = {word(compose(first, second))}"
    return Computed(bool(outside), text, f"n = {n}")


def top_of(sigma: Ranking, t: int) -> Computed:
    """{σ(1), …, σ(t)} is the set of the first t elements, with σ(i) the position of element i."""
    listed = set(sigma[:t])
    first = {x for x in range(1, len(sigma) + 1) if sigma[x - 1] <= t}
    text = f"σ = {word(sigma)}, t = {t}: {listed} as displayed, {first} if σ(i) is a position"
    return Computed(listed == first, text, f"n = {len(sigma)}")


def defined_everywhere(name: str, largest: int) -> Computed:
    """The metric has a value at every pair of rankings."""
    for n in range(2, largest + 1):
        for k in range(1, n):
            for tau in rankings(n):
                if score(name, identity(n), tau, k) is None:
                    text = f"{title(name)}: no value at n = {n}, k = {k}, {word(tau)} against id"
                    return Computed(None, text, f"n = {n}", (text,))
    return Computed(True, "defined", f"n = 2…{largest}, every k")


def fewest_adjacent_swaps(metric: str, by_value: bool, largest: int) -> Computed:
    """The score is the smallest number of swaps of neighbours between two rankings."""

    def steps(sigma: Ranking) -> Iterator[Ranking]:
        for i in range(1, len(sigma)):
            s = swap(len(sigma), i, i + 1)
            yield compose(s, sigma) if by_value else compose(sigma, s)

    def failures() -> Iterator[str]:
        for n in range(2, largest + 1):
            for start in rankings(n):
                count, reached = 0, {start: 0}
                frontier = [start]
                while frontier:
                    count += 1
                    frontier = [t for s in frontier for t in steps(s) if t not in reached]
                    reached.update(dict.fromkeys(frontier, count))
                    frontier = list(dict.fromkeys(frontier))
                for tau, fewest in reached.items():
                    value = score(metric, start, tau)
                    if value != fewest:
                        yield f"{word(start)}, {word(tau)}: {fewest} swaps, score {value}"

    neighbours = "neighbouring ranks" if by_value else "neighbouring places"
    return checked(failures(), f"so it is, swapping {neighbours}", f"n = 2…{largest}")
