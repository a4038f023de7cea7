"""Judged lists and top-k lists: what is done to them, and what is said of them.

Why it is right. A list is the word of its documents' grades, retrieved ones first, and each node
here does to that word what its declaration says (`metrics.language.pools`, the meaning of these
words); a document that is appended must be one that was not retrieved. The rank of an item in a
top-k list is its place there, the first place of its group where it ties, and n + 1 where it has
none; the length counts the items, which are at least 1, those of a tie group one by one
(`metrics.language.tops`).
"""

from __future__ import annotations

from typing import Any

from metrics.language import pools, tops
from metrics.language.terms import n
from proofs.trusted.number import Number, Undefined
from proofs.trusted.value import Point, Reading, entry, whole

Word = tuple[int, ...]


class ListReading(Reading):
    """Reads the words of judged lists; the grades of runs are what they are."""

    def value_Grade(self, e: Any, point: Point) -> Number:
        listed = self.listing(e.args[0], point)
        return pools.grade(entry(listed, whole(self.value(e.args[1], point))))

    def value_Length(self, e: Any, point: Point) -> Number:
        return pools.length(tops.flat(self.listing(e.args[0], point)))

    def value_RankIn(self, e: Any, point: Point) -> Number:
        item = whole(self.value(e.args[1], point))
        return tops.rank(self.listing(e.args[0], point), item, whole(point[n]))

    def value_TiedWith(self, e: Any, point: Point) -> Number:
        item = whole(self.value(e.args[1], point))
        return tops.tied_with(self.listing(e.args[0], point), item)

    def listing_Ideal(self, term: Any, point: Point) -> Word:
        return pools.ideal(self.listing(term.args[0], point))

    def listing_Sorted(self, term: Any, point: Point) -> Word:
        return pools.sorted_list(self.listing(term.args[0], point))

    def _placed(self, term: Any, point: Point) -> tuple[Word, list[int]]:
        """Return a list, and the places and grades that a term names after it; places lie in it."""
        listed = self.listing(term.args[0], point)
        return listed, [whole(self.value(argument, point)) for argument in term.args[1:]]

    def listing_Exchanged(self, term: Any, point: Point) -> Word:
        listed, (one, two) = self._placed(term, point)
        entry(listed, one), entry(listed, two)
        return pools.exchanged(listed, one, two)

    def listing_Regraded(self, term: Any, point: Point) -> Word:
        listed, (place, grade) = self._placed(term, point)
        entry(listed, place)
        return pools.regraded(listed, place, grade)

    def listing_Extended(self, term: Any, point: Point) -> Word:
        listed, (place,) = self._placed(term, point)
        entry(listed, place)
        found = pools.extended(listed, place)
        if found is None:
            raise Undefined
        return found

    def truth_SamePool(self, formula: Any, point: Point) -> bool:
        one, two = (self.listing(term, point) for term in formula.args)
        return pools.same_pool(one, two)

    def truth_SameTop(self, formula: Any, point: Point) -> bool:
        one, two = (self.listing(term, point) for term in formula.args[:2])
        return pools.same_top(one, two, whole(self.value(formula.args[2], point)))
