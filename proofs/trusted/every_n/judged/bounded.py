"""When a value lies between 0 and 1.

Why it is right. No term is negative, which the shape says. The sum over the seen places of terms
is at most the divisor

- where every term is at most one that the divisor has as well: [relevant(i)]·q(i) with 0 ≤ q ≤ 1,
  against the sum of [relevant] over all documents, or over those that are seen;
- where it has at most k terms, each at most [relevant(i)], and the divisor is k, the smaller of k
  and the number of relevant documents, or half of their sum (as twice the smaller of two numbers
  is at most their sum);
- where terms are t(i)·Π_{j<i} (1 − t(j))·q(i) with t and q between 0 and 1: a user who stops at i
  with probability t(i) stops at most once;
- where terms are p^(i−1)·q(i), 0 < p < 1, and the factor is 1 − p: a geometric series.

A value that is the smaller of 1 and something that is not negative lies there as well.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from metrics.language.lists import Length
from metrics.language.terms import Indicator, n
from proofs.trusted.every_n.judged.shape import Shape
from proofs.trusted.every_n.judged.terms import is_share, is_within_1


def is_bounded(shape: Shape) -> bool:
    """Tell whether a value lies between 0 and 1, where it is defined."""
    if shape.capped:
        return shape.divisor == 1
    return any(
        known(shape) for known in (_by_relevant, _by_cutoff, _by_both, _by_stopping, _by_series)
    )


def _relevant(shape: Shape) -> Any:
    """Return the factor that says whether a document is relevant, where the rest is within 1."""
    here = shape.listed(shape.index)
    for factor in shape.factors:
        if isinstance(factor, Indicator) and factor.args[0].has(here):
            rest = sp.Mul(*[one for one in shape.factors if one != factor])
            relation = factor.args[0]
            plain = isinstance(relation, sp.Ge) and relation.args[0] == here
            if plain and is_within_1(rest) and not relation.args[1].has(shape.index):
                return factor
    return None


def _counted(shape: Shape, divisor: Any) -> str | None:
    """Tell whether a divisor counts the relevant documents of the pool, or those that are seen."""
    relevant = _relevant(shape)
    if relevant is None or not isinstance(divisor, sp.Sum) or len(divisor.limits) != 1:
        return None
    index, low, high = divisor.limits[0]
    if (low, high) != (1, n):
        return None
    term = divisor.function.xreplace({index: shape.index})
    seen = Indicator(shape.index <= Length(shape.listed))
    seen *= 1 if shape.cut == n else Indicator(shape.index <= shape.cut)
    return "pool" if term == relevant else "seen" if term == seen * relevant else None


def _by_relevant(shape: Shape) -> bool:
    return shape.factor == 1 and _counted(shape, shape.divisor) is not None


def _by_cutoff(shape: Shape) -> bool:
    """The divisor is k, as a factor 1/k or as the smaller of k and R."""
    k = shape.cut
    if k == n or not is_within_1(shape.body):
        return False
    if shape.divisor == 1:
        return bool(shape.factor == 1 / k)
    both = isinstance(shape.divisor, sp.Min) and set(shape.divisor.args) - {k}
    if not both or k not in shape.divisor.args or len(both) != 1 or shape.factor != 1:
        return False
    return _counted(shape, both.pop()) == "pool"


def _by_both(shape: Shape) -> bool:
    """Twice the relevant documents that are seen, divided by k + R."""
    rest = shape.divisor - shape.cut
    return bool(shape.cut != n and shape.factor == 2 and _counted(shape, rest) == "pool")


def _by_stopping(shape: Shape) -> bool:
    products = [one for one in shape.factors if isinstance(one, sp.Product)]
    if shape.divisor != 1 or shape.factor != 1 or len(products) != 1:
        return False
    (limits,) = products[0].limits if len(products[0].limits) == 1 else ((None, None, None),)
    index, low, high = limits
    if low != 1 or high != shape.index - 1 or products[0].function.has(shape.index):
        return False
    passes = products[0].function.xreplace({index: shape.index})
    stops = 1 - passes
    if not is_within_1(stops):
        return False
    rest = sp.Mul(*[one for one in shape.factors if one != products[0]]) / stops
    return is_within_1(rest) and not rest.has(shape.listed)


def _by_series(shape: Shape) -> bool:
    ratio = 1 - shape.factor
    falling = ratio ** (shape.index - 1)
    if shape.divisor != 1 or not is_share(ratio) or falling not in shape.factors:
        return False
    return is_within_1(sp.Mul(*[one for one in shape.factors if one != falling]))
