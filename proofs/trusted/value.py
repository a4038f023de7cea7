"""The exact value of a term at a point, and the truth of a formula without quantifiers.

A point is one mapping: symbols, rankings and runs by themselves, tables of numbers by the base of
their indexed name, and under "gains", "w", "delta", "similarity" those of degrees, items, places
and pairs of items; "fixed" names the reading of fixed points.

Why it is right. Each kind of node has one case here that does what the node means, on the values
of its arguments; sums are loops. There is no case for a kind that is not listed: then, and
wherever a place lies outside a ranking, the answer is Inconclusive. SymPy's trees are walked, and
none of its simplifications, comparisons or evaluations is used: numbers are those of
`proofs.trusted.number`, comparisons those of `proofs.trusted.sign`. All arguments are evaluated,
so that no 0 hides a 0/0.

>>> from metrics.language.terms import i, n, sigma
>>> Reading().value(sp.Sum(i * sigma(i), (i, 1, n)), {n: 2, sigma: (2, 1)})
4
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

import sympy as sp

from axioms.language.order_terms import condition
from proofs.trusted.number import (
    Inconclusive,
    Irrational,
    Number,
    Undefined,
    has_unknowns,
    inverse,
    logarithm,
    power,
    unknown_power,
)
from proofs.trusted.sign import enclosed, sign_of, signs_of
from proofs.trusted.unknowns import absolute, truth

LARGEST_BINOMIAL = 10_000
Point = Mapping[Any, Any]


def product(values: Iterable[Number]) -> Number:
    """Return the product of some numbers."""
    result: Number = 1
    for value in values:
        result = result * value
    return result


def largest(values: Iterable[Number]) -> Number:
    """Return the largest of some numbers: (a + b + |a − b|)/2 is the larger of two."""
    found, *others = values
    for value in others:
        found = (found + value + absolute(found - value)) * Fraction(1, 2)
    return found


def whole(value: Number) -> int:
    """Return a value that must be an integer: a place, a limit, a degree."""
    if isinstance(value, Irrational) or value != int(value):
        raise Inconclusive("a place or limit that is no whole number")
    return int(value)


def rounded_down(value: Number) -> int:
    """Return the largest integer that is not above a number; intervals propose, signs decide."""
    if not isinstance(value, Irrational):
        return floor(value)
    if has_unknowns(value):
        raise Inconclusive("the floor of an unknown number")
    near = int(enclosed(value, 256).mid)
    for candidate in (near + 1, near, near - 1):
        if sign_of(value - candidate) >= 0:
            return candidate
    raise Inconclusive("the floor of an irrational number")


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(exponent, Irrational):
        if not has_unknowns(exponent):
            raise Inconclusive("an irrational exponent")
        return unknown_power(base, exponent)
    return power(base, exponent)


def _binomial(above: Number, below: Number) -> Number:
    if whole(below) < 0 or -1 in signs_of(above):
        raise Inconclusive("a binomial coefficient of a negative number")
    if whole(below) > LARGEST_BINOMIAL:
        raise Inconclusive(f"a binomial coefficient beyond {LARGEST_BINOMIAL:,}")
    factors = [(above - i) * Fraction(1, i + 1) for i in range(whole(below))]
    return product(factors)


# Values of nodes, from the values of their arguments.
OPERATIONS: dict[str, Callable[..., Number]] = {
    "Add": lambda *values: sum(values, 0),
    "Mul": lambda *values: product(values),
    "Pow": _power,
    "Ratio": lambda above, below: above * inverse(below),
    "log": logarithm,
    "Abs": absolute,
    "sign": lambda value: truth(value, (1,)) - truth(value, (-1,)),
    "Max": lambda *values: largest(values),
    "Min": lambda *values: -largest([-value for value in values]),
    "binomial": _binomial,
    "floor": lambda value: rounded_down(value),
    "ceiling": lambda value: -rounded_down(-value),
    "Mod": lambda value, by: value - by * rounded_down(value * inverse(by)),
}
FOLDS: dict[str, Callable[[Any], Number]] = {
    "Sum": lambda values: sum(values, 0),
    "Product": product,
    "Largest": largest,
}
# The signs of left − right for which a relation is true.
RELATIONS = {
    "Equality": (0,),
    "Unequality": (-1, 1),
    "LessThan": (-1, 0),
    "StrictLessThan": (-1,),
    "GreaterThan": (0, 1),
    "StrictGreaterThan": (1,),
}
CONNECTIVES: dict[str, Callable[[Iterator[bool]], bool]] = {
    "And": all,
    "Or": any,
    "Not": lambda truths: not next(truths),
    "Implies": lambda truths: not next(truths) or next(truths),
    "Equivalent": lambda truths: len(set(truths)) == 1,
    "Xor": lambda truths: sum(truths) % 2 == 1,
    "BooleanTrue": lambda truths: True,
    "BooleanFalse": lambda truths: False,
}


class Reading:
    """Reads terms and formulas; a subclass adds cases, such as `value_Score` for a Score."""

    def value(self, e: Any, point: Point) -> Number:
        """Return the value of a term."""
        if isinstance(e, sp.Rational):
            return int(e.p) if e.q == 1 else Fraction(int(e.p), int(e.q))
        if isinstance(e, sp.Symbol):
            if e not in point:
                raise Inconclusive(f"nothing says what {e} is")
            return point[e]
        kind = type(e).__name__
        if kind in OPERATIONS:
            return OPERATIONS[kind](*[self.value(argument, point) for argument in e.args])
        if kind in FOLDS:
            return FOLDS[kind](self._terms(e.args[0], e.args[1:], point))
        return self._case("value", e)(e, point)

    def truth(self, formula: Any, point: Point) -> bool:
        """Decide a formula."""
        kind = type(formula).__name__
        if kind in RELATIONS:
            left, right = (self.value(argument, point) for argument in formula.args)
            return decided(signs_of(left - right), RELATIONS[kind])
        if kind == "Implies" and not self.truth(condition(formula), point):
            return True
        if kind in CONNECTIVES:
            return CONNECTIVES[kind](iter([self.truth(part, point) for part in formula.args]))
        return bool(self._case("truth", formula)(formula, point))

    def listing(self, term: Any, point: Point) -> tuple[int, ...]:
        """Return the entries of a ranking or run."""
        found: tuple[int, ...] = (
            tuple(point[term]) if term in point else self._case("listing", term)(term, point)
        )
        return found

    def _case(self, what: str, e: Any) -> Callable[[Any, Point], Any]:
        found: Any = getattr(self, f"{what}_{type(e).__name__}", None)
        if found is None:
            raise Inconclusive(f"the replay has no case for {type(e).__name__}")
        return found

    def _terms(self, term: Any, limits: Sequence[Any], point: Point) -> Iterator[Number]:
        """Go through nested limits; the last limit is the outermost."""
        if not limits:
            yield self.value(term, point)
            return
        index, low, high = limits[-1]
        first, last = whole(self.value(low, point)), whole(self.value(high, point))
        for place in range(first, last + 1):
            yield from self._terms(term, limits[:-1], {**point, index: place})

    def value_Indicator(self, e: Any, point: Point) -> Number:
        return self._indicated(e.args[0], point)

    def _indicated(self, formula: Any, point: Point) -> Number:
        """Return 1 or 0 as a condition is true or not: a number, where that is not known."""
        kind = type(formula).__name__
        if kind in RELATIONS:
            left, right = (self.value(argument, point) for argument in formula.args)
            return truth(left - right, RELATIONS[kind])
        if kind not in ("And", "Or", "Not"):
            return 1 if self.truth(formula, point) else 0
        parts = [self._indicated(part, point) for part in formula.args]
        if kind == "Or":
            return 1 - product(1 - part for part in parts)
        return product(parts) if kind == "And" else 1 - parts[0]

    def value_Piecewise(self, e: Any, point: Point) -> Number:
        for value, condition_here in e.args:
            if self.truth(condition_here, point):
                return self.value(value, point)
        raise Undefined

    # Entries of rankings, runs and tables --------------------------------------------------------

    def places(self, e: Any, point: Point) -> list[int]:
        """Return the arguments of a node that are places, items or degrees."""
        return [whole(self.value(argument, point)) for argument in e.args]

    def value_At(self, e: Any, point: Point) -> Number:
        return entry(self.listing(e.args[0], point), whole(self.value(e.args[1], point)))

    def value_Grade(self, e: Any, point: Point) -> Number:
        return self.value_At(e, point)

    def value_Indexed(self, e: Any, point: Point) -> Number:
        found = point[e.base]
        for index in e.indices:
            found = entry(found, whole(self.value(index, point)))
        return found

    def value_Gain(self, e: Any, point: Point) -> Number:
        return entry(point.get("gains", ()), self.places(e, point)[0] + 1)

    def value_ElementWeight(self, e: Any, point: Point) -> Number:
        return entry(point["w"], *self.places(e, point))

    def value_Height(self, e: Any, point: Point) -> Number:
        return entry(point["heights"], *self.places(e, point))

    def value_PositionCost(self, e: Any, point: Point) -> Number:
        return _cost(point, *self.places(e, point))

    def value_Reach(self, e: Any, point: Point) -> Number:
        return _reach(point, *self.places(e, point))

    def value_MeanCost(self, e: Any, point: Point) -> Number:
        i, j = self.places(e, point)
        if i == j:
            return {"one": 1, "zero": 0, "delta": _cost(point, i)}[point["fixed"]]
        return (_reach(point, i) - _reach(point, j)) * Fraction(1, i - j)

    def value_Similarity(self, e: Any, point: Point) -> Number:
        x, y = self.places(e, point)
        return entry(entry(point["similarity"], x), y)

    def listing_Inverse(self, term: Any, point: Point) -> tuple[int, ...]:
        inner = self.listing(term.args[0], point)
        return tuple(inner.index(item) + 1 for item in range(1, len(inner) + 1))


def decided(signs: tuple[int, ...], true: tuple[int, ...]) -> bool:
    """Return whether all signs that a difference may have make a relation true, or none does."""
    found = {sign in true for sign in signs}
    if len(found) > 1:
        raise Inconclusive("a comparison that is true for some n and false for others")
    return found.pop()


def _cost(point: Point, place: int) -> Any:
    return 0 if place == 1 else entry(point["delta"], place - 1)


def _reach(point: Point, place: int) -> Any:
    return sum((_cost(point, j) for j in range(2, place + 1)), 0)


def entry(entries: Sequence[Any], place: int) -> Any:
    """Return the entry at a place from 1 on; there is none outside."""
    if not 1 <= place <= len(entries):
        raise Undefined
    return entries[place - 1]


def sign_of_term(e: Any) -> int:
    """Return the sign of a term without symbols."""
    return sign_of(Reading().value(e, {}))
