"""A weighted metric at given rankings, as a polynomial with absolute values in the weights.

The weights are variables: ("w", x), ("delta", j), ("similarity", x, y) with x < y. A value is
a polynomial plus terms c·|f| with polynomials c and f; all coefficients are rational.

>>> from metrics.weighted import footrule_w
>>> opened = at_rankings(footrule_w, ((2, 1), (1, 2)), "items", "one")
>>> print(opened)
2·w₁w₂
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import sympy as sp

from metrics.language.term_printing import SUBSCRIPTS
from metrics.language.terms import At, Indicator, Inverse, read
from metrics.language.terms import n as n_symbol
from metrics.language.weight_symbols import ElementWeight, MeanCost, PositionCost, Reach, Similarity
from metrics.metric import Metric
from metrics.naming import BadInput

Variable = tuple[Any, ...]
Monomial = tuple[Variable, ...]
Poly = dict[Monomial, Fraction]
ONE: Monomial = ()
_NOT_READ = (
    "the value of a weighted metric is made of sums, products, indicators of < and >, and "
    "absolute values of weights; this one has {}."
)
LETTERS = {"w": "w", "delta": "δ", "similarity": "D"}


def constant(number: Any) -> Poly:
    """Return a constant polynomial."""
    value = Fraction(int(number.p), int(number.q)) if hasattr(number, "p") else Fraction(number)
    return {ONE: value} if value else {}


def variable(*key: Any) -> Poly:
    """Return one weight as a polynomial."""
    return {(key,): Fraction(1)}


def plus(first: Poly, second: Poly, factor: Fraction = Fraction(1)) -> Poly:
    """Return first + factor·second."""
    total = dict(first)
    for monomial, coefficient in second.items():
        new = total.get(monomial, Fraction(0)) + factor * coefficient
        if new:
            total[monomial] = new
        else:
            total.pop(monomial, None)
    return total


def times(first: Poly, second: Poly) -> Poly:
    """Return the product."""
    total: Poly = {}
    for one, a in first.items():
        for other, b in second.items():
            total = plus(total, {tuple(sorted(one + other)): a * b})
    return total


@dataclass(frozen=True)
class Opened:
    """A polynomial plus terms c·|f|; f's first coefficient is positive and f has mixed signs."""

    plain: Poly
    absolute: tuple[tuple[Poly, Poly], ...] = ()

    def variables(self) -> list[Variable]:
        """Return the weights that occur, in order."""
        polys = [self.plain, *(poly for term in self.absolute for poly in term)]
        return sorted({v for poly in polys for monomial in poly for v in monomial})

    def __str__(self) -> str:
        terms = [text(self.plain)] if self.plain else []
        terms += [f"({text(c)})·|{text(f)}|" for c, f in self.absolute]
        return " + ".join(terms) or "0"


def text(poly: Poly) -> str:
    """Return a polynomial in plain characters."""
    terms = []
    for monomial, coefficient in sorted(poly.items()):
        name = "".join(
            LETTERS[key[0]] + ",".join(map(str, key[1:])).translate(SUBSCRIPTS) for key in monomial
        )
        terms.append(name if coefficient == 1 and name else f"{coefficient}·{name}".rstrip("·"))
    return " + ".join(terms) or "0"


def added(parts: Sequence[tuple[Fraction, Opened]]) -> Opened:
    """Return a combination of values, equal absolute values merged."""
    plain: Poly = {}
    terms: dict[tuple[Any, ...], tuple[Poly, Poly]] = {}
    for factor, part in parts:
        plain = plus(plain, part.plain, factor)
        for c, f in part.absolute:
            key = tuple(sorted(f.items()))
            before = terms.get(key, ({}, f))[0]
            terms[key] = (plus(before, c, factor), f)
    return Opened(plain, tuple((c, f) for c, f in terms.values() if c))


def absolute(inner: Opened) -> Opened:
    """Return |f|: f or −f itself where all coefficients have one sign, since weights are ≥ 0."""
    if inner.absolute:
        raise BadInput(_NOT_READ.format("an absolute value within an absolute value"))
    poly = inner.plain
    signs = {coefficient > 0 for coefficient in poly.values()}
    if len(signs) == 2:
        leading = poly[min(poly)]
        turned = poly if leading > 0 else {key: -value for key, value in poly.items()}
        return Opened({}, (({ONE: Fraction(1)}, turned),))
    return Opened({key: abs(value) for key, value in poly.items()})


def multiplied(first: Opened, second: Opened) -> Opened:
    """Return a product of which at most one factor has absolute values."""
    if first.absolute and second.absolute:
        raise BadInput(_NOT_READ.format("a product of absolute values"))
    if first.absolute:
        first, second = second, first
    terms = tuple((times(first.plain, c), f) for c, f in second.absolute)
    return Opened(times(first.plain, second.plain), tuple(t for t in terms if t[0]))


class Opener:
    """Reads a metric's expression at rankings; made once for a metric and convention."""

    def __init__(self, metric: Metric, convention: str, fixed: str) -> None:
        self.value = read(metric.value, convention)
        self.inputs, self.fixed = metric.inputs, fixed
        self._costs: dict[tuple[int, int], Poly] = {}

    def at(self, rankings: Sequence[tuple[int, ...]]) -> Opened:
        """Return the value at rankings."""
        self.entries: dict[Any, tuple[int, ...]] = {}
        for name, ranking in zip(self.inputs, rankings, strict=True):
            inverse = [0] * len(ranking)
            for place, item in enumerate(ranking, 1):
                inverse[item - 1] = place
            self.entries[name] = ranking
            self.entries[Inverse(name)] = tuple(inverse)
        return self._value(self.value, {n_symbol: len(rankings[0])})

    def _number(self, e: Any, known: dict[Any, int]) -> int:
        if e in known:
            return known[e]
        if isinstance(e, sp.Integer):
            return int(e)
        if isinstance(e, At):
            place = self._number(e.args[1], known)
            self._insist_within(e, place)
            return self.entries[e.args[0]][place - 1]
        if not isinstance(e, sp.Add | sp.Mul):
            raise BadInput(_NOT_READ.format(e))
        numbers = [self._number(argument, known) for argument in e.args]
        if isinstance(e, sp.Add):
            return sum(numbers)
        return prod(numbers)

    def _insist_within(self, e: Any, *places: int) -> None:
        size = len(next(iter(self.entries.values())))
        if not all(1 <= place <= size for place in places):
            raise BadInput(_NOT_READ.format(f"{e} outside 1, …, {size}"))

    def _truth(self, relation: Any, known: dict[Any, int]) -> bool:
        left, right = (self._number(argument, known) for argument in relation.args)
        if isinstance(relation, sp.StrictLessThan):
            return left < right
        if isinstance(relation, sp.StrictGreaterThan):
            return left > right
        raise BadInput(_NOT_READ.format(relation))

    def _value(self, e: Any, known: dict[Any, int]) -> Opened:
        if isinstance(e, sp.Sum):
            return added([(Fraction(1), v) for v in self._unrolled(e, list(e.limits), known)])
        if isinstance(e, sp.Mul):
            return self._product(e, known)
        if isinstance(e, sp.Add):
            return added([(Fraction(1), self._value(a, known)) for a in e.args])
        if isinstance(e, sp.Abs):
            return absolute(self._value(e.args[0], known))
        if isinstance(e, Indicator):
            return Opened(constant(int(self._truth(e.args[0], known))))
        if isinstance(e, sp.Rational):
            return Opened(constant(e))
        if isinstance(e, ElementWeight | PositionCost | Reach | MeanCost | Similarity):
            return Opened(self._weight(e, [self._number(a, known) for a in e.args]))
        return Opened(constant(self._number(e, known)))

    def _product(self, e: Any, known: dict[Any, int]) -> Opened:
        """Multiply, the factors that are 0 or 1 first."""
        result = Opened(constant(1))
        for factor in sorted(e.args, key=lambda a: not isinstance(a, Indicator)):
            result = multiplied(result, self._value(factor, known))
            if not result.plain and not result.absolute:
                break
        return result

    def _unrolled(self, e: Any, limits: list[Any], known: dict[Any, int]) -> list[Opened]:
        if not limits:
            return [self._value(e.function, known)]
        index, low, high = limits[-1]
        span = range(self._number(low, known), self._number(high, known) + 1)
        return [v for at in span for v in self._unrolled(e, limits[:-1], {**known, index: at})]

    def _weight(self, node: Any, at: list[int]) -> Poly:
        self._insist_within(node, *at)
        if isinstance(node, ElementWeight):
            return variable("w", at[0])
        if isinstance(node, Similarity):
            return variable("similarity", *sorted(at)) if at[0] != at[1] else {}
        if isinstance(node, PositionCost):
            return variable("delta", at[0]) if at[0] > 1 else {}
        if isinstance(node, Reach):
            return self._reach(1, at[0])
        return self._mean_cost(*sorted(at))

    def _reach(self, low: int, high: int) -> Poly:
        total: Poly = {}
        for j in range(low + 1, high + 1):
            total = plus(total, variable("delta", j))
        return total

    def _mean_cost(self, low: int, high: int) -> Poly:
        if (low, high) not in self._costs:
            if low < high:
                cost = times(self._reach(low, high), constant(Fraction(1, high - low)))
            elif self.fixed == "delta":
                cost = self._reach(low - 1, low) if low > 1 else {}
            else:
                cost = constant(1 if self.fixed == "one" else 0)
            self._costs[low, high] = cost
        return self._costs[low, high]


def at_rankings(
    metric: Metric, rankings: Sequence[tuple[int, ...]], convention: str, fixed: str
) -> Opened:
    """Return a metric's value at rankings, the weights left as variables."""
    return Opener(metric, convention, fixed).at(rankings)


def substituted(opened: Opened, given: Mapping[Variable, Fraction]) -> Opened:
    """Replace some weights by numbers."""

    def in_poly(poly: Poly) -> Poly:
        total: Poly = {}
        for monomial, coefficient in poly.items():
            rest = tuple(v for v in monomial if v not in given)
            for v in monomial:
                coefficient *= given.get(v, Fraction(1))
            total = plus(total, {rest: coefficient})
        return total

    parts = [Opened(in_poly(opened.plain))]
    parts += [
        multiplied(Opened(in_poly(c)), absolute(Opened(in_poly(f)))) for c, f in opened.absolute
    ]
    return added([(Fraction(1), part) for part in parts])
