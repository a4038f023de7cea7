"""Exact values for computations: rankings as tuples, scores as SymPy numbers, their signs.

Scores are the definitions written out; signs are those of :mod:`proofs.trusted.sign`.

>>> score("mae", (1, 2), (2, 1))
1
>>> score("lr_plus", (1, 2), (1, 2), k=1) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cmp_to_key
from itertools import combinations, permutations
from typing import Any

from metrics import find_metric
from metrics.language.written import NoValue, value_of
from proofs.trusted.value import sign_of_term

Ranking = tuple[int, ...]


def rankings(n: int) -> Iterator[Ranking]:
    """Return all rankings of n items, in lexicographic order."""
    return permutations(range(1, n + 1))


def identity(n: int) -> Ranking:
    """Return the identity."""
    return tuple(range(1, n + 1))


def compose(sigma: Ranking, nu: Ranking) -> Ranking:
    """Return σ∘ν: (σ∘ν)(i) = σ(ν(i)).

    >>> compose((2, 3, 1), (2, 1, 3))
    (3, 2, 1)
    """
    return tuple(sigma[x - 1] for x in nu)


def inverse(sigma: Ranking) -> Ranking:
    """Return the inverse in the group."""
    return tuple(sigma.index(x) + 1 for x in range(1, len(sigma) + 1))


def swap(n: int, i: int, j: int) -> Ranking:
    """Return the permutation that exchanges i and j."""
    return tuple(j if x == i else i if x == j else x for x in range(1, n + 1))


def inversions(sigma: Ranking) -> int:
    """Return K(σ) = Σ_{i<j} [σ(i) > σ(j)]."""
    return sum(one > two for one, two in combinations(sigma, 2))


def displacement(sigma: Ranking) -> int:
    """Return F(σ) = Σ_i |i − σ(i)|."""
    return sum(abs(i - rank) for i, rank in enumerate(sigma, 1))


@cache
def score(name: str, sigma: Ranking, tau: Ranking, k: int | None = None) -> Any:
    """Return a metric's exact value with cut-offs j = k, or None where it is undefined."""
    metric = find_metric(name)
    given = {} if k is None or not metric.depends_on_k() else {"k": k}
    bound = metric.bound(len(tau), given)
    listings = [sigma, tau][2 - len(metric.inputs) :]
    try:
        return value_of(metric, listings, bound, "items")
    except NoValue:
        return None


def compare(left: Any, right: Any) -> int:
    """Return −1, 0 or 1: how two exact values compare."""
    return sign_of_term(left - right)


def grouped(values: Iterable[Any]) -> list[list[Any]]:
    """Return values from small to large, equal ones together.

    >>> from sympy import Integer
    >>> grouped([Integer(2), Integer(1), Integer(2)])
    [[1], [2, 2]]
    """
    found: list[list[Any]] = []
    for value in sorted(values, key=cmp_to_key(compare)):
        if found and compare(found[-1][-1], value) == 0:
            found[-1].append(value)
        else:
            found.append([value])
    return found


def word(ranking: Ranking) -> str:
    """Return a ranking as text.

    >>> word((2, 1))
    '(2 1)'
    """
    return f"({' '.join(map(str, ranking))})"


def title(name: str) -> str:
    """Return a metric's title."""
    return find_metric(name).title
