"""Witnesses with two ends: the first and the last places are given, those between keep their order.

Why it is right. For n ≥ 2a the rankings that permute the first a and the last a items among the
first a and the last a places, and leave all others in order or turn them, are closed under
composition and inversion, and the identity and the reversal are among them. An item or place is
e for e ≤ a from the front and −e for n + 1 − e from the back. A sum over 1, …, n is that over the a
first places, a tail over the n − 2a places between, where an entry is the place itself or n + 1
minus it, and that over the a last places. Two such rankings that differ at an end differ for every
n; where they differ in nothing but the order between, for n ≥ 2a + 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from metrics.language.domains import PLACES, RANKINGS
from proofs.core.every_n.growth import TURNED, Growth
from proofs.trusted.every_n.witnesses.growing import Growing, insist_whole
from proofs.trusted.number import Inconclusive, Irrational, Number
from proofs.trusted.scene import Scene
from proofs.trusted.value import Point, whole


@dataclass(frozen=True)
class Ends:
    """A ranking: the items at its first and at its last places, and whether others are turned."""

    first: tuple[int, ...]
    last: tuple[int, ...]
    turned: bool

    def at(self, end: int) -> int:
        """Return the item at a place of an end."""
        return self.first[end - 1] if end > 0 else self.last[end]

    def after(self, inner: Ends) -> Ends:
        """Return the composition self∘inner."""
        first, last = ([self.at(end) for end in ends] for ends in (inner.first, inner.last))
        return Ends(tuple(first), tuple(last), self.turned is not inner.turned)

    def inverse(self) -> Ends:
        """Return the inverse ranking."""
        a = len(self.first)
        places = [*range(1, a + 1), *range(-a, 0)]
        where = {self.at(place): place for place in places}
        found = [where[item] for item in places]
        return Ends(tuple(found[:a]), tuple(found[a:]), self.turned)


class Ended(Growing):
    """Reads statements at a witness with two ends, for every n ≥ `least` at once."""

    def __init__(self, scene: Scene, growth: Growth) -> None:
        super().__init__(scene, growth.least, growth.ends)
        self.least = growth.least

    def meant(self, variable: Any, given: Any) -> Any:
        """Return the place or ranking that is given, or None where it is none."""
        a = self.start
        if PLACES.ranges(variable) and isinstance(given, int):
            return self._worth(given) if 1 <= abs(given) <= a else None
        if not RANKINGS.ranges(variable) or not isinstance(given, dict):
            return None
        first, last = (tuple(given[end]) for end in ("first", "last"))
        ends = {*range(1, a + 1), *range(-a, 0)}
        if not len(first) == len(last) == a or {*first, *last} != ends:
            return None
        return Ends(first, last, given["between"] == TURNED)

    def _worth(self, end: int) -> Number:
        """Return an item or place, counted from the front or from the back."""
        return end if end > 0 else self.n + 1 + end

    def _end(self, place: Number) -> int | None:
        """Return how a place of an end is counted, or None for one that is between them."""
        if not isinstance(place, Irrational):
            return whole(place) if 1 <= whole(place) <= self.start else None
        back = self.n + 1 - place
        if not isinstance(back, Irrational) and 1 <= whole(back) <= self.start:
            return -whole(back)
        return None

    # Listings ------------------------------------------------------------------------------------

    def listing_Identity(self, term: Any, point: Point) -> Any:
        a = self.start
        return Ends(tuple(range(1, a + 1)), tuple(range(-a, 0)), False)

    def listing_Backwards(self, term: Any, point: Point) -> Any:
        a = self.start
        return Ends(tuple(range(-1, -a - 1, -1)), tuple(range(a, 0, -1)), True)

    def listing_Swap(self, term: Any, point: Point) -> Any:
        places = [self._end(self.value(argument, point)) for argument in term.args]
        if None in places:
            raise Inconclusive("a swap of places that are at no end")
        one, two = places
        moved = {one: two, two: one}
        still = self.listing_Identity(term, point)
        first, last = ([moved.get(end, end) for end in ends] for ends in (still.first, still.last))
        return Ends(tuple(first), tuple(last), False)

    def listing_Inverse(self, term: Any, point: Point) -> Any:
        return self.listing(term.args[0], point).inverse()

    def listing_Compose(self, term: Any, point: Point) -> Any:
        outer, inner = (self.listing(argument, point) for argument in term.args)
        return outer.after(inner)

    def truth_Same(self, formula: Any, point: Point) -> bool:
        one, two = (self.listing(argument, point) for argument in formula.args)
        ends_differ = (one.first, one.last) != (two.first, two.last)
        if one != two and not ends_differ and self.least < 2 * self.start + 2:
            raise Inconclusive("whether too few items between the ends are turned")
        return bool(one == two)

    def value_At(self, e: Any, point: Point) -> Number:
        word, place = self.listing(e.args[0], point), self.value(e.args[1], point)
        insist_whole(e.args[1], place)
        end = self._end(place)
        if end is not None:
            return self._worth(word.at(end))
        self.insist_place(place, self.start + 1)
        self.insist_place(place + self.start)
        return self.n + 1 - place if word.turned else place

    def beyond(self, last: Number) -> tuple[Number, list[Number]]:
        """Return how many places follow the first ones up to a last one, and others after them."""
        back = self.n - last
        if isinstance(back, Irrational) or whole(back) >= self.start:
            self.insist_place(last + self.start)
            return last - self.start, []
        after = [self.n - end for end in range(self.start - 1, whole(back) - 1, -1)]
        return self.n - 2 * self.start, after
