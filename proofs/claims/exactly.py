"""Exact values for computations: rankings as tuples, scores as SymPy numbers, their signs.

Scores are the definitions written out; signs are those of :mod:`proofs.trusted.sign`.

>>> score("mae", (1, 2), (2, 1))
1
>>> score("lr_plus", (1, 2), (1, 2), k=1) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, cmp_to_key
from itertools import combinations, permutations
from typing import Any

import sympy as sp

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


# Printed numbers ---------------------------------------------------------------------------------


def rounds_to(value: Any, printed: str) -> bool:
    """Tell whether an exact value rounds to the printed decimal, or is the printed fraction.

    >>> from sympy import Rational
    >>> rounds_to(Rational(1, 3), "0.33"), rounds_to(Rational(1, 3), "1/3")
    (True, True)
    >>> rounds_to(Rational(1, 3), "0.34")
    False
    """
    said, slack = Fraction(printed), rounding(printed)  # text that is no number stops here
    gap = sp.Abs(sp.sympify(value, strict=True) - sp.Rational(said.numerator, said.denominator))
    return bool(gap <= sp.Rational(slack.numerator, slack.denominator))


def rounding(printed: str) -> Fraction:
    """Return how far a value may be from a printed decimal: half a unit of its last place.

    A printed zero may stand for anything less than one unit: "0.00" for a small positive number.

    >>> rounding("0.25"), rounding("0.00")
    (Fraction(1, 200), Fraction(1, 100))
    """
    decimals = printed.partition(".")[2]
    half = Fraction(1, 2 * 10 ** len(decimals)) if decimals else Fraction(0)
    return half if Fraction(printed) else 2 * half
