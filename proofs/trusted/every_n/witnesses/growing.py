"""Witnesses that grow: is a statement false, or true, at rankings that are given for every n?

A witness grows in one of two ways. *Fixed places*: rankings of n₀ items, and every further place
is fixed. *Turned*: each ranking is 1, …, n or n, …, 1. The statement is read as the replay reads
it, with n an unknown whole number.

Why it is right. A sum over 1, …, n is the sum over its first n₀ places and a tail over the places
n₀ + t with 1 ≤ t ≤ n − n₀, in which t is an unknown between these bounds and every entry is the
place itself. Terms that are polynomials in t are summed by Faulhaber's formula; all others stay a
tail, which is equal to another if it looks the same. Signs and comparisons are those of
`proofs.trusted.sign`, one for all values of the unknowns. A place that may lie outside 1, …, n, a
sum that may be empty, and a sign that is not shown are Inconclusive.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

import sympy as sp

from metrics.language.domains import Size
from metrics.language.fold import MOST_TERMS, SPELLED
from metrics.language.terms import n as n_symbol
from proofs.core.every_n.growth import BACKWARDS, FORWARDS
from proofs.trusted.every_n.overlaps import counted
from proofs.trusted.number import (
    RADICAL,
    Inconclusive,
    Irrational,
    Number,
    number,
    terms_of,
    written,
)
from proofs.trusted.replayer import Replayer
from proofs.trusted.scene import Scene
from proofs.trusted.sign import cleared_of, signs_of
from proofs.trusted.unknowns import (
    faulhaber,
    only_base,
    possible_signs,
    radical,
    ranged_product,
    split,
    tail,
    unknown,
    whole_power,
)
from proofs.trusted.value import OPERATIONS, RELATIONS, Point, decided, product, whole

MOST_SQUARED = 20
"""Differences of more terms than these are not taken apart."""


class Growing(Replayer):
    """Reads statements at a witness that grows, for every n ≥ `least` at once."""

    def __init__(self, scene: Scene, least: int, start: int) -> None:
        super().__init__(scene)
        self.start, self.depth = start, 0
        self.n = unknown("n", max(1, least))
        scene.point[n_symbol] = self.n

    def is_member(self, variable: Any, value: Any) -> bool:
        """Tell whether a value is one of a variable at the first n."""
        return bool(variable.domain.holds(value, Size(self.start)))

    # Listings: the entries of the first places, or the name of a ranking -------------------------

    def listing(self, term: Any, point: Point) -> Any:
        """Return the entries of the first places of a ranking, or its name."""
        return point[term] if term in point else self._case("listing", term)(term, point)

    def listing_Identity(self, term: Any, point: Point) -> Any:
        return tuple(range(1, self.start + 1)) if self.start else FORWARDS

    def listing_Backwards(self, term: Any, point: Point) -> Any:
        if self.start:
            raise Inconclusive("a reversal has no fixed places")
        return BACKWARDS

    def listing_FullCycle(self, term: Any, point: Point) -> Any:
        raise Inconclusive("a full cycle has no fixed places")

    def listing_Swap(self, term: Any, point: Point) -> Any:
        one, two = self.places(term, point)
        if not 1 <= one <= self.start or not 1 <= two <= self.start:
            raise Inconclusive("a swap of places that may not exist")
        return tuple({one: two, two: one}.get(i, i) for i in range(1, self.start + 1))

    def listing_Inverse(self, term: Any, point: Point) -> Any:
        if self.start:
            return super().listing_Inverse(term, point)
        return self.listing(term.args[0], point)

    def listing_Compose(self, term: Any, point: Point) -> Any:
        if self.start:
            return super().listing_Compose(term, point)
        outer, inner = (self.listing(argument, point) for argument in term.args)
        return FORWARDS if outer == inner else BACKWARDS

    def value_Score(self, node: Any, point: Point) -> Number:
        return self.value(*self.opened(node, point))

    def value_At(self, e: Any, point: Point) -> Number:
        entries, place = self.listing(e.args[0], point), self.value(e.args[1], point)
        insist_whole(e.args[1], place)
        if self.start and not isinstance(place, Irrational):
            if not 1 <= whole(place) <= self.start:
                raise Inconclusive("a place that may not exist")
            return entries[whole(place) - 1]
        self.insist_place(place, self.start + 1)
        return self.n + 1 - place if entries == BACKWARDS else place

    def insist_place(self, place: Number, first: int = 1) -> None:
        """Insist that a place lies between the first one and n."""
        self._insist(place - first)
        self._insist(self.n - place)

    def _insist(self, value: Number) -> None:
        if -1 in possible_signs(value):
            raise Inconclusive("a place or a range that may not exist")

    def _truths(self, formula: Any, point: Point) -> Any:
        raise Inconclusive("a quantifier inside a statement")

    def truth(self, formula: Any, point: Point) -> bool:
        """Decide a formula; roots are compared by squares as well, with what has none."""
        kind = type(formula).__name__
        if kind not in RELATIONS:
            return super().truth(formula, point)
        left, right = (self.value(argument, point) for argument in formula.args)
        try:
            signs = signs_of(left - right)
        except Inconclusive:
            powers = [e for value in (left, right) for m in terms_of(value) for _, e in m]
            if all(e.denominator == 1 for e in powers):
                raise
            signs = signs_by_squares(left, right)
        return decided(signs, RELATIONS[kind])

    # Sums ----------------------------------------------------------------------------------------

    def value(self, e: Any, point: Point) -> Number:
        """Return the value of a term, for every n."""
        kind = type(e).__name__
        if kind in ("Sum", "Product"):
            return self._folded(kind, e.args[0], e.args[1:], point)
        if kind == "Pow":
            return self._rooted(e, point)
        return super().value(e, point)

    def _rooted(self, e: Any, point: Point) -> Number:
        """Return a power; a root of factors that are at least 0 is one of each, alike ones as one.

        So √(x·x·y) is x·√y.
        """
        base, exponent = e.args[0], self.value(e.args[1], point)
        whole = isinstance(exponent, Irrational) or Fraction(exponent).denominator == 1
        factors = [self.value(factor, point) for factor in sp.Mul.make_args(base)]
        if whole or len(factors) == 1 or any(-1 in possible_signs(x) for x in factors):
            return self.power_of(product(factors), exponent)
        alike: dict[Any, list[Number]] = {}
        for factor in factors:
            alike.setdefault(written(factor), []).append(factor)
        return product([self.power_of(same[0], exponent * len(same)) for same in alike.values()])

    def power_of(self, base: Number, exponent: Number) -> Number:
        """Return a power, or a root of what may be 0; a reader that knows less looks closer."""
        if isinstance(base, Irrational) and not isinstance(exponent, Irrational):
            rooted = exponent > 0 and Fraction(exponent).denominator > 1
            if rooted and set(possible_signs(base)) == {0, 1}:
                return radical(base, Fraction(exponent))
        return OPERATIONS["Pow"](base, exponent)

    def _folded(self, kind: str, body: Any, limits: Any, point: Point) -> Number:
        """Go through nested limits; the last is the outermost."""
        if not limits:
            return self.value(body, point)
        index, low, high = limits[-1]
        first, last = whole(self.value(low, point)), self.value(high, point)

        endless = isinstance(last, Irrational)
        span = range(first, (self.start if endless else whole(last)) + 1)
        spelled = max(1, len(span)) * point.get(SPELLED, 1)
        if spelled > MOST_TERMS:
            raise Inconclusive(f"sums of more than {MOST_TERMS:,} terms")

        def term(place: Number) -> Number:
            return self._folded(kind, body, limits[:-1], {**point, index: place, SPELLED: spelled})

        places: list[Number] = [*span]
        length, after = self.beyond(last) if endless else (0, [])
        terms = [term(place) for place in (*places, *after)]
        found = sum(terms, 0) if kind == "Sum" else product(terms)
        if not endless:
            return found
        if first > self.start + 1:
            raise Inconclusive("a sum that starts after the first places")
        self._insist(length)
        self.depth += 1
        step = unknown(("t", self.depth), 1, length)
        rest = self._term_of(term, step + self.start, length)
        self.depth -= 1
        if kind == "Sum":
            return found + self.summed(rest, only_base(step), length)
        return found * self.multiplied(rest, only_base(step), length)

    def beyond(self, last: Number) -> tuple[Number, list[Number]]:
        """Return how many places follow the first ones up to a last one, and others after them."""
        return last - self.start, []

    def _term_of(self, term: Any, place: Number, length: Number) -> Number:
        """Return the term of a sum at a place; a reader that assumes something looks closer."""
        return term(place)

    def multiplied(self, value: Number, index: Any, last: Number) -> Number:
        """Return a product over index = 1, …, last."""
        return ranged_product(value, index, last)

    def summed(self, value: Number, index: Any, last: Number) -> Number:
        """Return a sum over index = 1, …, last: polynomials summed, the rest a tail."""
        total: Number = 0
        others: Number = 0
        for factor, inside in split(value, index):
            exponent, few = whole_power(inside, index), counted(inside, index, last)
            if exponent is not None:
                total = total + factor * faulhaber(exponent, last)
            elif few is not None:
                total = total + factor * few
            else:
                others = others + factor * number({inside: Fraction(1)})
        return total + tails(others, index, last)


def signs_by_squares(left: Number, right: Number) -> tuple[int, ...]:
    """Return the signs of a difference by those of squares.

    Where x and y are at least 0, x − y has the sign of x² − y²; where both are at most 0, the
    opposite one. So it is for both sides, for the terms that have roots and the others, and for
    those with coefficients above 0 and below it.
    """
    terms = terms_of(cleared_of(left - right))
    rooted = {m for m in terms if any(b[0] == RADICAL or e.denominator > 1 for b, e in m)}
    above = {monomial for monomial, factor in terms.items() if factor > 0}
    apart = [
        [number({m: sign * f for m, f in terms.items() if (m in some) is (sign > 0)})
         for sign in (1, -1)]
        for some in (rooted, above)
    ]  # fmt: skip
    for x, y in ((left, right), *(apart if len(terms) <= MOST_SQUARED else ())):
        signs = {*possible_signs(x), *possible_signs(y)}
        if not {-1, 1} <= signs:
            squares = x * x - y * y
            with suppress(Inconclusive):
                return signs_of(-squares if -1 in signs else squares)
    raise Inconclusive("the sign of a sum of roots")


def insist_whole(written_as: Any, place: Number) -> None:
    """Insist that a place is a whole number: for every n and k, as it is written, or this one."""
    if not isinstance(place, Irrational):
        whole(place)
    elif not written_as.is_integer:
        raise Inconclusive("a place that may be no whole number")


def tails(value: Number, index: Any, last: Number) -> Number:
    """Return a sum that stays one, term by term; whole, where terms of both signs have one sign."""
    parts = split(value, index)
    one_kind = len({inside for _, inside in parts}) == 1
    total: Number = 0
    for factor, inside in parts:
        if not one_kind and -1 in possible_signs(factor):
            break
        total = total + factor * tail(number({inside: Fraction(1)}), index, last)
    else:
        return total
    if signs_of(value)[-1] < 0:
        return -tails(-value, index, last)
    return tail(value, index, last)
