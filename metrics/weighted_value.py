"""The value of a weighted metric at two rankings, for numbers or symbols as weights.

>>> value("kendall_pos", (3, 2, 1), (1, 2, 3), delta=[1, 2])
21/4
>>> value("footrule_sim", ["b", "a"], ["a", "b"], similarity={("a", "b"): 3})
6
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from metrics.language.terms import ITEMS, At, Indicator, Inverse, read
from metrics.language.terms import n as n_symbol
from metrics.language.weight_symbols import (
    FIXED_POINTS,
    KINDS,
    ElementWeight,
    MeanCost,
    PositionCost,
    Reach,
)
from metrics.metric import Metric
from metrics.naming import BadInput, find


def value(
    metric: str | Metric,
    first: Sequence[Any],
    second: Sequence[Any] | None = None,
    *,
    w: Any = None,
    delta: Any = None,
    similarity: Any = None,
    fixed: str = "one",
    convention: str = ITEMS,
) -> Any:
    """Return d(first, second), or d(first, id); rankings are numbers 1, …, n or item names.

    w is a sequence, or a mapping from items; delta the sequence δ_2, …, δ_n; similarity a matrix,
    or a mapping from pairs of items.
    """
    if isinstance(metric, str):
        from metrics import find_metric

        metric = find_metric(metric)
    find(fixed, FIXED_POINTS, "reading of fixed points")
    items, rankings = _numbered(first, second, convention)
    weights = _Weights(items, w, delta, similarity, fixed)
    return sp.expand(
        _evaluate(
            read(metric.value, convention),
            {n_symbol: sp.Integer(len(items))},
            dict(zip(metric.inputs, rankings, strict=True)),
            weights,
        )
    )


def _numbered(
    first: Sequence[Any], second: Sequence[Any] | None, convention: str
) -> tuple[list[Any], list[tuple[int, ...]]]:
    """Return the items in their order, and the rankings in their numbers."""
    numbers = set(range(1, len(first) + 1))
    if set(first) == numbers:
        items: list[Any] = sorted(first)
    elif second is None:
        raise BadInput("one ranking alone is compared with 1, …, n: give numbers, or two rankings.")
    elif convention != ITEMS:
        raise BadInput("lists of item names are read as items: leave the convention out.")
    else:
        items = list(second)
    given = [list(first), items if second is None else list(second)]
    for ranking in given:
        if (
            len(ranking) != len(items)
            or set(ranking) != set(items)
            or len(set(items)) != len(items)
        ):
            raise BadInput(f"{ranking} is no ranking of {items}: each item must occur once.")
    return items, [tuple(items.index(item) + 1 for item in ranking) for ranking in given]


class _Weights:
    """The weights of one call, by item and place numbers."""

    def __init__(self, items: list[Any], w: Any, delta: Any, similarity: Any, fixed: str) -> None:
        self.items, self.fixed = items, fixed
        self.w, self.delta, self.similarity = w, delta, similarity
        if isinstance(w, Sequence) and len(w) != len(items):
            raise BadInput(f"w has {len(w)} entries, and there are {len(items)} items.")
        if delta is not None and len(delta) != len(items) - 1:
            raise BadInput(
                f"delta has {len(delta)} entries: it needs δ_2, …, δ_{len(items)}, "
                f"so {len(items) - 1}."
            )

    def of(self, node: Any, arguments: list[int]) -> Any:
        """Return the value of a weight node."""
        if isinstance(node, ElementWeight):
            key = self.items[arguments[0] - 1] if isinstance(self.w, Mapping) else arguments[0] - 1
            return _entry("w", self.w, key)
        if isinstance(node, PositionCost):
            return self._cost(arguments[0])
        if isinstance(node, Reach):
            return self._reach(arguments[0])
        if isinstance(node, MeanCost):
            return self._mean_cost(*arguments)
        return self._distance(*arguments)

    def _cost(self, place: int) -> Any:
        return sp.Integer(0) if place == 1 else _entry("delta", self.delta, place - 2)

    def _reach(self, place: int) -> Any:
        return sum((self._cost(j) for j in range(2, place + 1)), sp.Integer(0))

    def _mean_cost(self, i: int, j: int) -> Any:
        if i == j:
            return self._cost(i) if self.fixed == "delta" else sp.Integer(self.fixed == "one")
        return (self._reach(i) - self._reach(j)) / (i - j)

    def _distance(self, x: int, y: int) -> Any:
        if x == y:
            return sp.Integer(0)
        if isinstance(self.similarity, Mapping):
            a, b = self.items[x - 1], self.items[y - 1]
            key = (a, b) if (a, b) in self.similarity else (b, a)
            return _entry("similarity", self.similarity, key)
        row = _entry("similarity", self.similarity, x - 1, whole_row=True)
        return _entry("similarity", row, y - 1)


def _entry(name: str, given: Any, key: Any, whole_row: bool = False) -> Any:
    if given is None:
        raise BadInput(f"this metric needs {name}: give {name}=….")
    try:
        found = given[key]
    except (KeyError, IndexError):
        raise BadInput(f"{name} has no entry for {key!r}.") from None
    if whole_row:
        return found
    if isinstance(found, float):
        near = Fraction(found).limit_denominator(1000)
        raise BadInput(f"{name}: {found} is a float. Write it exactly, for example {near}.")
    return sp.sympify(found)


def _evaluate(e: Any, known: dict[Any, Any], inputs: dict[Any, Any], weights: _Weights) -> Any:
    if e in known:
        return known[e]
    if isinstance(e, sp.Sum):
        return _summed(e.function, list(e.limits), known, inputs, weights)
    if isinstance(e, At):
        place = int(_evaluate(e.args[1], known, inputs, weights))
        if isinstance(e.args[0], Inverse):
            return sp.Integer(inputs[e.args[0].args[0]].index(place) + 1)
        return sp.Integer(inputs[e.args[0]][place - 1])
    if not e.args:
        return e
    arguments = [_evaluate(argument, known, inputs, weights) for argument in e.args]
    if isinstance(e, tuple(KINDS)):
        return weights.of(e, [int(argument) for argument in arguments])
    return Indicator(arguments[0]) if isinstance(e, Indicator) else e.func(*arguments)


def _summed(
    body: Any, limits: list[Any], known: dict[Any, Any], inputs: dict[Any, Any], weights: _Weights
) -> Any:
    if not limits:
        return _evaluate(body, known, inputs, weights)
    index, low, high = limits[-1]
    low, high = (int(_evaluate(bound, known, inputs, weights)) for bound in (low, high))
    return sum(
        (
            _summed(body, limits[:-1], {**known, index: sp.Integer(at)}, inputs, weights)
            for at in range(low, high + 1)
        ),
        sp.Integer(0),
    )
