"""Scores of runs that grow: some degrees are given, and one more degree fills all other places.

Why it is right. Runs are words of `size` degrees with c or 0 before them, or 0 after them, n −
`size` times, n being an unknown whole number ≥ `size`; or with 0 before their last degree. A sum
over 1, …, n is that over the places of the word and a tail over the others, where every degree is
the same; see `growing`. A place that may belong to either is Inconclusive. What compares runs is
read at n = `size`, by the plain replay: the rules that use this say why it stays so. A weight that
is chosen for the places of the word is 1 elsewhere.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Score
from metrics.language.runs import Gain, Grade, PlaceWeight, c
from proofs.trusted.every_n.runs.scores import formula_of
from proofs.trusted.every_n.witnesses.growing import Growing
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.number import STEP, SUMMED, Inconclusive, Irrational, Number, written
from proofs.trusted.scene import scene_of
from proofs.trusted.unknowns import base_of, unknown
from proofs.trusted.value import Point, whole

BEST_FIRST, WORST_FIRST, WORST_LAST = "best first", "worst first", "worst last"
WORST_INSIDE = "worst before the last"
PADS = (BEST_FIRST, WORST_FIRST, WORST_LAST, WORST_INSIDE)
_OF_ORDERS = ("Below", "Same", "Linked", "ForAll", "Exists")


class Padded(Growing):
    """Reads statements at runs that grow, for every n ≥ that of the question at once."""

    def __init__(self, question: Any, witness: dict[str, Any], pad: str) -> None:
        self.size, self.pad = question.n, pad
        self.degree = question.c if pad == BEST_FIRST else 0
        self.head = {WORST_LAST: question.n, WORST_INSIDE: question.n - 1}.get(pad, 0)
        self.witness, self.free = witness, set(question.free) - set(witness)
        super().__init__(scene_of(question, witness), question.n, self.head)
        self.small = replayer_of(question, witness)
        self.every_c = question.every_c
        if self.every_c:
            if pad == BEST_FIRST or question.c != 1:
                raise Inconclusive("a largest degree that is not known")
            self.scene.point[c] = unknown("c", 1)
        self.named = {
            slot: (formula_of(question, place), question.subjects[place].inputs[0])
            for place, slot in enumerate(question.by_slot)
        }

    def truth_at(self, formula: Any) -> bool:
        """Decide the body of a statement at the witness, all its scores being defined.

        Of several parts one that is false is enough; those that go through all runs come last.
        """
        point, body = self.small.placed(formula, self.witness)
        for node in body.atoms(Score):
            self.value(node, point)
        parts = sorted(sp.And.make_args(body), key=lambda part: part.has(ForAll, Exists))
        return all(self.truth(part, point) for part in parts)

    # What compares runs ---------------------------------------------------------------------------

    def truth(self, formula: Any, point: Point) -> bool:
        """Decide a formula; what compares runs is read at the first n."""
        if type(formula).__name__ in _OF_ORDERS:
            return self.small.truth(formula, point)
        return super().truth(formula, point)

    def listing_Join(self, term: Any, point: Point) -> Any:
        return self.small.listing_Join(term, point)

    def listing_Meet(self, term: Any, point: Point) -> Any:
        return self.small.listing_Meet(term, point)

    # Scores ---------------------------------------------------------------------------------------

    def opened(self, node: Any, point: Point) -> tuple[Any, dict[Any, Any]]:
        """Return the formula of the metric in a slot, and the point at which it is read."""
        (listing,) = node.listings
        formula, run = self.named[node.slot.name]
        return formula, {**self.scene.point, run: self.listing(listing, point)}

    def _at(self, e: Any, point: Point) -> int | None:
        """Return which degree of the word stands at a place, or None for one that was added."""
        place = self.value(e.args[-1], point)
        if not isinstance(place, Irrational):
            if not 1 <= whole(place) <= self.head:
                raise Inconclusive("a place that may not exist, or may be a further one")
            return whole(place) - 1
        back = self.n - place
        if not isinstance(back, Irrational):
            if not 0 <= whole(back) < self.size - self.head:
                raise Inconclusive("a place that may not exist, or may be a further one")
            return self.size - 1 - whole(back)
        self.insist_place(place, self.head + 1)
        self.insist_place(place + self.size - self.head)
        return None

    def value_Grade(self, e: Grade, point: Point) -> Number:
        at = self._at(e, point)
        return self.degree if at is None else self.listing(e.args[0], point)[at]

    def value_Gain(self, e: Gain, point: Point) -> Number:
        if not self.every_c:
            return super().value_Gain(e, point)
        (degree,) = e.args
        first = self.scene.point["gains"][1]
        if degree == c:
            return first + base_of((STEP, "the gain of c beyond that of 1"))
        found = whole(self.value(degree, point))
        if found not in (0, 1):
            raise Inconclusive("the gain of a degree that there may not be")
        return first if found else 0

    def value_PlaceWeight(self, e: PlaceWeight, point: Point) -> Number:
        at = self._at(e, point)
        if at is not None:
            return self.scene.point["place_weights"][at]
        if "place_weights" not in self.free:
            return 1
        return unknown((SUMMED, ("weight",), written(self.value(e.args[0], point))), 0)

    def beyond(self, last: Number) -> tuple[Number, list[Number]]:
        """Return how many places were added up to a last one, and the places after them."""
        back = self.n - last
        if isinstance(back, Irrational) or whole(back) != 0:
            raise Inconclusive("a sum that ends before the last place")
        return self.n - self.size, [self.n - at for at in range(self.size - self.head - 1, -1, -1)]
