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

from fractions import Fraction
from typing import Any

from axioms.language.formula import Exists, ForAll, Score
from metrics.language.domains import RANKINGS, Size
from metrics.language.parameters import PARAMETERS
from metrics.language.terms import n as n_symbol
from proofs.core.growth import BACKWARDS, FORWARDS, Growth
from proofs.trusted.every_n.shown import expression
from proofs.trusted.number import Inconclusive, Irrational, Number, Undefined, number
from proofs.trusted.replayer import Replayer
from proofs.trusted.scene import Scene, scene_of
from proofs.trusted.sign import signs_of
from proofs.trusted.unknowns import (
    faulhaber,
    only_base,
    possible_signs,
    ranged_product,
    split,
    tail,
    unknown,
    whole_power,
)
from proofs.trusted.value import Point, product, whole

Values = list[tuple[Any, Any]]


def refutes(question: Any, formula: Any, growth: Growth) -> Values | None:
    """Return the scores, where a witness makes a ∀ statement false for every n ≥ its least."""
    return _scores(question, formula, growth, False) if isinstance(formula, ForAll) else None


def exemplifies(question: Any, formula: Any, growth: Growth) -> Values | None:
    """Return the scores, where a witness makes an ∃ statement true for every n ≥ its least."""
    return _scores(question, formula, growth, True) if isinstance(formula, Exists) else None


def _scores(question: Any, formula: Any, growth: Growth, wanted: bool) -> Values | None:
    found = _read(question, formula, growth)
    if found is None:
        return None
    reader, point = found
    try:
        if reader.truth(formula.body, point) is not wanted:
            return None
        nodes = sorted(formula.body.atoms(Score), key=str)
        return [(node, expression(reader.value(node, point))) for node in nodes]
    except (Inconclusive, Undefined):
        return None


def _read(question: Any, formula: Any, growth: Growth) -> tuple[Growing, dict[Any, Any]] | None:
    """Return a reader, and the point that a witness means; None where it is no witness."""
    if question.free or any(PARAMETERS[name].fixes_n for name in question.reads):
        return None
    if any(s.slot.cutoff is not None and s.slot.cutoff.free_symbols for s in formula.atoms(Score)):
        return None
    if any(isinstance(value, str) for value in question.parameters.values()):
        return None
    names = {variable.name: variable for variable in formula.variables}
    if set(names) != set(growth.values) or question.n > growth.least:
        return None
    turned = growth.is_turned
    if turned and not all(map(RANKINGS.ranges, formula.variables)):
        return None
    reader = Growing(scene_of(question, {}), growth.least, 0 if turned else growth.least)
    point = dict(reader.scene.point)
    for name, value in growth.values.items():
        point[names[name]] = tuple(value) if isinstance(value, list) else value
        if turned and value not in (FORWARDS, BACKWARDS):
            return None
        if not turned and not reader.is_member(names[name], point[names[name]]):
            return None
    return reader, point


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

    # Sums ----------------------------------------------------------------------------------------

    def value(self, e: Any, point: Point) -> Number:
        """Return the value of a term, for every n."""
        kind = type(e).__name__
        if kind in ("Sum", "Product"):
            return self._folded(kind, e.args[0], e.args[1:], point)
        return super().value(e, point)

    def _folded(self, kind: str, body: Any, limits: Any, point: Point) -> Number:
        """Go through nested limits; the last is the outermost."""
        if not limits:
            return self.value(body, point)
        index, low, high = limits[-1]
        first, last = whole(self.value(low, point)), self.value(high, point)

        def term(place: Number) -> Number:
            return self._folded(kind, body, limits[:-1], {**point, index: place})

        endless = isinstance(last, Irrational)
        places = range(first, (self.start if endless else whole(last)) + 1)
        terms = [term(place) for place in places]
        found = sum(terms, 0) if kind == "Sum" else product(terms)
        if not endless:
            return found
        if first > self.start + 1:
            raise Inconclusive("a sum that starts after the first places")
        length = last - self.start
        self._insist(length)
        self.depth += 1
        step = unknown(("t", self.depth), 1, length)
        rest = self._term_of(term, step + self.start, length)
        self.depth -= 1
        if kind == "Sum":
            return found + self.summed(rest, only_base(step), length)
        return found * ranged_product(rest, only_base(step), length)

    def _term_of(self, term: Any, place: Number, length: Number) -> Number:
        """Return the term of a sum at a place; a reader that assumes something looks closer."""
        return term(place)

    def summed(self, value: Number, index: Any, last: Number) -> Number:
        """Return a sum over index = 1, …, last: polynomials summed, the rest a tail."""
        total: Number = 0
        others: Number = 0
        for factor, inside in split(value, index):
            exponent = whole_power(inside, index)
            if exponent is None:
                others = others + factor * number({inside: Fraction(1)})
            else:
                total = total + factor * faulhaber(exponent, last)
        return total + tails(others, index, last)


def tails(value: Number, index: Any, last: Number) -> Number:
    """Return a sum that stays one, term by term; whole, where terms of both signs have one sign."""
    parts = split(value, index)
    total: Number = 0
    for factor, inside in parts:
        if -1 in possible_signs(factor):
            break
        total = total + factor * tail(number({inside: Fraction(1)}), index, last)
    else:
        return total
    if signs_of(value)[-1] < 0:
        return -tails(-value, index, last)
    return tail(value, index, last)
