"""A weighted metric at given rankings, as a polynomial with absolute values in the weights.

The weights are variables: ("w", x), ("delta", j), ("similarity", x, y) with x < y. A value is
a polynomial plus terms c·|f| with polynomials c and f; all coefficients are rational.

>>> from metrics.weighted.distances import footrule_w
>>> Opener(footrule_w, "items", "one").at(((2, 1), (1, 2))).plain
{(('w', 1), ('w', 2)): Fraction(2, 1)}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from metrics.language.fold import RELATIONS, Decided, Sums, names
from metrics.language.terms import Indicator, Inverse, read
from metrics.language.terms import n as n_symbol
from metrics.language.weight_symbols import ElementWeight, PositionCost, Reach, Similarity
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

    def mapped(self, change: Callable[[Poly], Poly]) -> Opened:
        """Return the value with every polynomial changed, and equal absolute values merged."""
        parts = [Opened(change(self.plain))]
        parts += [
            multiplied(Opened(change(c)), absolute(Opened(change(f)))) for c, f in self.absolute
        ]
        return added([(Fraction(1), part) for part in parts])


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


class _Indices(Sums, Decided):
    """Reads places and items as integers, and conditions on them."""

    reader = "an index of a weighted metric"
    refuses = names("functions rounded loops choices listings judged weights aspects symbol")

    def __init__(self) -> None:
        self.entries: dict[Any, tuple[int, ...]] = {}

    def unread(self, e: Any, known: Any) -> Any:
        raise BadInput(_NOT_READ.format(e))

    def number(self, e: Any, known: Any) -> int:
        return int(e) if e.is_Integer else int(self.unread(e, known))

    def total(self, values: Iterable[int]) -> int:
        return sum(values)

    def times(self, values: Iterable[int]) -> int:
        return prod(values)

    def compared(self, relation: type, left: int, right: int) -> bool:
        return bool(RELATIONS[relation](left, right))

    def entry(self, e: Any, known: Any) -> int:
        place = self.read(e.args[1], known)
        self.insist_within(e, place)
        return self.entries[e.args[0]][place - 1]

    def insist_within(self, e: Any, *places: int) -> None:
        """Refuse places and items that there are not."""
        size = len(next(iter(self.entries.values())))
        if not all(1 <= place <= size for place in places):
            raise BadInput(_NOT_READ.format(f"{e} outside 1, …, {size}"))


class Opener(Sums):
    """Reads a metric's expression at rankings; made once for a metric and convention."""

    reader = "a weighted metric"
    refuses = names("rounded conditions listings judged aspects functions") - {"absolute"} | {
        "product", "piecewise", "symbol",
    }  # fmt: skip

    def __init__(self, metric: Metric, convention: str, fixed: str) -> None:
        self.value = read(metric.value, convention)
        self.inputs, self.fixed = metric.inputs, fixed
        self.indices = _Indices()
        self._costs: dict[tuple[int, int], Poly] = {}

    def at(self, rankings: Sequence[tuple[int, ...]]) -> Opened:
        """Return the value at rankings."""
        for name, ranking in zip(self.inputs, rankings, strict=True):
            inverse = [0] * len(ranking)
            for place, item in enumerate(ranking, 1):
                inverse[item - 1] = place
            self.indices.entries[name] = ranking
            self.indices.entries[Inverse(name)] = tuple(inverse)
        opened: Opened = self.read(self.value, {n_symbol: len(rankings[0])})
        return opened

    def unread(self, e: Any, known: Any) -> Any:
        raise BadInput(_NOT_READ.format(e))

    def whole(self, e: Any, known: Any) -> int:
        return int(self.indices.read(e, known))

    def given(self, e: Any, known: Any) -> Opened:
        return Opened(constant(known[e]))

    def number(self, e: Any, known: Any) -> Opened:
        return Opened(constant(e))

    def entry(self, e: Any, known: Any) -> Opened:
        return Opened(constant(self.indices.read(e, known)))

    def indicator(self, e: Any, known: Any) -> Opened:
        return Opened(constant(int(self.indices.read(e.args[0], known))))

    def absolute(self, e: Any, known: Any) -> Opened:
        return absolute(self.read(e.args[0], known))

    def weight(self, e: Any, known: Any) -> Opened:
        return Opened(self._weight(e, [self.indices.read(a, known) for a in e.args]))

    def total(self, values: Iterable[Opened]) -> Opened:
        return added([(Fraction(1), value) for value in values])

    def times(self, values: Iterable[Opened]) -> Opened:
        result = Opened(constant(1))
        for value in values:
            result = multiplied(result, value)
            if not result.plain and not result.absolute:
                break
        return result

    def multiply(self, e: Any, known: Any) -> Opened:
        """Multiply, the factors that are 0 or 1 first."""
        factors = sorted(e.args, key=lambda a: not isinstance(a, Indicator))
        return self.times(self.read(factor, known) for factor in factors)

    def _weight(self, node: Any, at: list[int]) -> Poly:
        self.indices.insist_within(node, *at)
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
        return {(("delta", j),): Fraction(1) for j in range(low + 1, high + 1)}

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


def substituted(opened: Opened, given: Mapping[Variable, Fraction]) -> Opened:
    """Replace some weights by numbers."""

    def put_in(poly: Poly) -> Poly:
        total: Poly = {}
        for monomial, coefficient in poly.items():
            rest = tuple(v for v in monomial if v not in given)
            for v in monomial:
                coefficient *= given.get(v, Fraction(1))
            total = plus(total, {rest: coefficient})
        return total

    return opened.mapped(put_in)
