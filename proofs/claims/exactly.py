"""Exact values for computations: rankings as tuples, scores as SymPy numbers, their signs.

Scores are the definitions written out; signs are those of :mod:`proofs.trusted.sign`.

>>> score("mae", (1, 2), (2, 1))
1
>>> score("lr_plus", (1, 2), (1, 2), k=1) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cmp_to_key, wraps
from itertools import permutations
from typing import Any

from metrics import find_metric
from metrics.language.written import NoValue, value_of
from proofs.claims.claim import Computed
from proofs.trusted.value import sign_of_term

Ranking = tuple[int, ...]
Search = Callable[..., Iterator[str]]


def rankings(n: int) -> Iterator[Ranking]:
    """Return all rankings of n items, in lexicographic order."""
    return permutations(range(1, n + 1))


def pairs(largest: int) -> Iterator[tuple[Ranking, Ranking]]:
    """Return all pairs of rankings of 2, …, `largest` items, the small ones first."""
    for n in range(2, largest + 1):
        every = list(rankings(n))
        yield from ((s, t) for s in every for t in every)


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


def swaps(n: int) -> Iterator[tuple[int, int]]:
    """Return all pairs i < j."""
    return ((i, j) for i in range(1, n + 1) for j in range(i + 1, n + 1))


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


def same(left: Any, right: Any) -> bool | None:
    """Tell whether two values are equal, or None if one of them is undefined."""
    return None if left is None or right is None else compare(left, right) == 0


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


def checked(failures: Iterable[str], right: str, scope: str) -> Computed:
    """Return that something is right, or its first failure."""
    first = next(iter(failures), None)
    return Computed(first is None, right if first is None else first, scope)


def on_pairs(
    largest: int, holds: Callable[[Ranking, Ranking], bool], right: str = "so it is"
) -> Computed:
    """Return that a statement holds for all pairs of rankings, or the first that breaks it."""
    failures = (f"{word(s)}, {word(t)}" for s, t in pairs(largest) if not holds(s, t))
    return checked(failures, right, f"n = 2…{largest}")


def denied(found: Computed) -> Computed:
    """Return the contrary of what was found, with the same words."""
    return Computed(not found.agrees, found.found, found.scope)


def most(names: Sequence[str], true: Callable[[str], bool], scope: str) -> Computed:
    """Return whether something is true of more than half of some metrics."""
    count = sum(map(true, names))
    return Computed(2 * count > len(names), f"{count} of {len(names)}", scope)


def no_failure(right: str, scope: str) -> Callable[[Search], Callable[..., Computed]]:
    """Make a computation of a search that yields failures; its scope may name what is given.

    >>> @no_failure("all are even", "n ≤ {largest}")
    ... def even(largest: int) -> Iterator[str]:
    ...     yield from (str(n) for n in range(2, largest + 1) if n % 2)
    >>> even(largest=2).found, even(largest=4).found, even(largest=4).scope
    ('all are even', '3', 'n ≤ 4')
    """

    def made(search: Search) -> Callable[..., Computed]:
        @wraps(search)
        def computation(**given: Any) -> Computed:
            return checked(search(**given), right, scope.format(**given))

        computation.__annotations__["return"] = "Computed"
        return computation

    return made
