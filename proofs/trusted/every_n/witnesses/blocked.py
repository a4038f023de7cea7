"""Witnesses for many n and k: statements read at rankings that move whole blocks of places.

Why it is right. In a region k and n are sums of multiples, none negative, of two unknown whole
numbers, the forms, which are at least what they are at the smallest k and n, or of one where the
other is fixed: with r·q − p·s = 1, r(q·k − p·n) + p(r·n − s·k) is k and
s(q·k − p·n) + q(r·n − s·k) is n. The places 1, …, n are cut into blocks one after another, whose
lengths are at least 0 and add up to n. A ranking that
puts each block of items at a block of places of the same length, as it is or turned, and each block
once, is one for all these n and k; such rankings are closed under composition and inversion.

An entry is read where the place certainly lies in one block: it is as far from the start of the
block of items as the place is from that of its block, or, turned, as far from the end. A sum over
1, …, m is one over single places, and over segments up to the one in which m lies, each as a tail
in which the place is the start of the segment plus t − 1. Two rankings differ where they put two
different blocks at a block that has a place, or one block in two ways at one that has two. Of two
positive numbers the larger one has the larger power, with the same exponent above 0. What is not
certain for all values of the unknowns is Inconclusive.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from metrics.language.domains import PLACES, RANKINGS
from metrics.language.fold import MOST_TERMS, SPELLED
from metrics.language.parameters import CUTOFFS, SYMBOLS
from metrics.language.terms import n as n_symbol
from proofs.core.every_n.blocks import Blocks, Region
from proofs.trusted.every_n.witnesses.growing import Growing, insist_whole
from proofs.trusted.number import (
    COUNT,
    POWER,
    Inconclusive,
    Irrational,
    Number,
    number,
    written,
)
from proofs.trusted.scene import Scene, rational
from proofs.trusted.sign import signs_of
from proofs.trusted.unknowns import only_base, possible_signs, ranged_product, unknown
from proofs.trusted.value import RELATIONS, Point, decided, product, whole

Word = tuple[int, ...]
SINGLE = (1, 0, 0)


class Blocked(Growing):
    """Reads statements at a witness made of blocks, for every n and k of its region at once."""

    def __init__(self, scene: Scene, blocks: Blocks, given: Any) -> None:
        super().__init__(scene, 1, 0)
        self.blocks, self.given = blocks, given
        self.k, self.n, steps = _unknowns(blocks.region)
        scene.point[n_symbol] = self.n
        self.lengths = [c + x * steps[0] + y * steps[1] for c, x, y in blocks.lengths]
        self.starts: list[Number] = [1]
        for length in self.lengths:
            self._insist(length)
            self.starts.append(self.starts[-1] + length)
        if written(self.starts[-1]) != written(self.n + 1):
            raise Inconclusive("blocks that are not all the places")

    def at_slot(self, slot: Any, point: Point) -> dict[Any, Any]:
        """Return the point at which the metric in a slot is read: its cut-off is k."""
        metric, found = self.scene.metrics[slot.name], dict(self.scene.point)
        if slot.change is not None or slot.cutoff is not None or metric.tables:
            raise Inconclusive("weights, heights, or a cut-off that a statement names")
        for name in metric.parameters:
            if name in CUTOFFS:
                found[SYMBOLS[name]] = self.k
            elif name in SYMBOLS and name in self.given:
                found[SYMBOLS[name]] = rational(self.given[name])
            else:
                raise Inconclusive(f"nothing says what {name} is")
        return found

    def meant(self, variable: Any, given: Any) -> Any:
        """Return the place or ranking that is given, or None where it is none."""
        count = len(self.lengths)
        if PLACES.ranges(variable) and isinstance(given, int):
            single = 1 <= given <= count and self.blocks.lengths[given - 1] == SINGLE
            return self.starts[given - 1] if single else None
        if not RANKINGS.ranges(variable) or not isinstance(given, list):
            return None
        if sorted(map(abs, given)) != [*range(1, count + 1)]:
            return None
        lengths = self.blocks.lengths
        fits = all(lengths[abs(b) - 1] == lengths[p] for p, b in enumerate(given))
        return self._plain(given) if fits else None

    def _plain(self, word: Any) -> Word:
        """Return a word in which no single place is turned."""
        single = [length == SINGLE for length in self.blocks.lengths]
        return tuple(abs(block) if single[abs(block) - 1] else block for block in word)

    # Listings ------------------------------------------------------------------------------------

    def listing_Identity(self, term: Any, point: Point) -> Any:
        return tuple(range(1, len(self.lengths) + 1))

    def listing_Backwards(self, term: Any, point: Point) -> Any:
        lengths = self.blocks.lengths
        if lengths != lengths[::-1]:
            raise Inconclusive("blocks that the reversal does not keep")
        return self._plain(range(-len(lengths), 0))

    def listing_Swap(self, term: Any, point: Point) -> Any:
        found = []
        for argument in term.args:
            block = self._block(self.value(argument, point))
            if self.blocks.lengths[block] != SINGLE:
                raise Inconclusive("a swap of places that are not blocks")
            found.append(block + 1)
        one, two = found
        moved = {one: two, two: one}
        return tuple(moved.get(b, b) for b in self.listing_Identity(term, point))

    def listing_Inverse(self, term: Any, point: Point) -> Any:
        found = [0] * len(self.lengths)
        for place, block in enumerate(self.listing(term.args[0], point), 1):
            found[abs(block) - 1] = place if block > 0 else -place
        return tuple(found)

    def listing_Compose(self, term: Any, point: Point) -> Any:
        outer, inner = (self.listing(argument, point) for argument in term.args)
        return tuple(outer[b - 1] if b > 0 else -outer[-b - 1] for b in inner)

    def truth_Same(self, formula: Any, point: Point) -> bool:
        one, two = (self.listing(argument, point) for argument in formula.args)
        if one == two:
            return True
        for a, b, length in zip(one, two, self.lengths, strict=True):
            needed = 1 if abs(a) != abs(b) else 2
            if a != b and -1 not in possible_signs(length - needed):
                return False
        raise Inconclusive("whether blocks that may be empty are moved")

    def truth(self, formula: Any, point: Point) -> bool:
        """Decide a formula; x^e and y^e are compared as x and y are, for the same e above 0."""
        kind = type(formula).__name__
        try:
            return super().truth(formula, point)
        except Inconclusive:
            if kind not in RELATIONS:
                raise
            left, right = (_powered(self.value(side, point)) for side in formula.args)
            if left is None or right is None or left[1] != right[1]:
                raise
            return decided(signs_of(left[0] - right[0]), RELATIONS[kind])

    # Places --------------------------------------------------------------------------------------

    def _block(self, place: Number) -> int:
        """Return the block in which a place certainly lies."""
        for block, length in enumerate(self.lengths):
            after = place - self.starts[block]
            if self.blocks.lengths[block] == SINGLE:
                if possible_signs(after) == (0,):
                    return block
            elif -1 not in (*possible_signs(after), *possible_signs(length - 1 - after)):
                return block
        raise Inconclusive("a place that lies in no block for certain")

    def value_At(self, e: Any, point: Point) -> Number:
        word, place = self.listing(e.args[0], point), self.value(e.args[1], point)
        insist_whole(e.args[1], place)
        block = self._block(place)
        item, after = word[block], place - self.starts[block]
        if item > 0:
            return self.starts[item - 1] + after
        return self.starts[-item] - 1 - after

    # Sums ----------------------------------------------------------------------------------------

    def _folded(self, kind: str, body: Any, limits: Any, point: Point) -> Number:
        """Go through nested limits; the last is the outermost."""
        if not limits:
            return self.value(body, point)
        index, low, high = limits[-1]
        first, last = whole(self.value(low, point)), self.value(high, point)
        spans = self._spans(first, last)
        spelled = max(1, len(spans)) * point.get(SPELLED, 1)
        if spelled > MOST_TERMS:
            raise Inconclusive(f"sums of more than {MOST_TERMS:,} terms")

        def term(place: Number) -> Number:
            return self._folded(kind, body, limits[:-1], {**point, index: place, SPELLED: spelled})

        parts = [
            term(at) if length is None else self._tail(kind, term, at, length)
            for at, length in spans
        ]
        return sum(parts, 0) if kind == "Sum" else product(parts)

    def _tail(self, kind: str, term: Any, start: Number, length: Number) -> Number:
        """Return the sum or product over the places of a segment."""
        self.depth += 1
        step = unknown(("t", self.depth), 1, length)
        try:
            inside = term(start + step - 1)
        finally:
            self.depth -= 1
        if kind == "Sum":
            return self.summed(inside, only_base(step), length)
        return ranged_product(inside, only_base(step), length)

    def _spans(self, first: int, last: Number) -> list[tuple[Number, Number | None]]:
        """Return the places from first to last: single ones, and segments with their lengths."""
        if not isinstance(last, Irrational):
            if whole(last) - first >= MOST_TERMS:
                raise Inconclusive(f"sums of more than {MOST_TERMS:,} terms")
            return [(place, None) for place in range(first, whole(last) + 1)]
        self._insist(self.n - last)
        return [*self._up_to(first, last)]

    def _up_to(self, first: int, last: Number) -> Iterator[tuple[Number, Number | None]]:
        for block, length in enumerate(self.lengths):
            start, single = self.starts[block], self.blocks.lengths[block] == SINGLE
            before = possible_signs(start - first)
            if before == (-1,) and single:
                continue
            if -1 in before:
                raise Inconclusive("a sum that starts within a segment")
            there = possible_signs(last - start)
            if there == (-1,):
                return
            if single:
                if -1 in there:
                    raise Inconclusive("a sum that may end before a place or after it")
                yield start, None
            elif -1 not in possible_signs(last - start - length + 1):
                yield start, length
            else:
                self._insist(last - start + 1)
                self._insist(start + length - 1 - last)
                yield start, last - start + 1
                return


def _powered(value: Number) -> tuple[Number, Any] | None:
    """Return x and e where a number is x^e with x and e above 0, or None."""
    base = only_base(value)
    if base is None or base[0] != POWER:
        return None
    inner, exponent = base[1]
    if possible_signs(number(dict(exponent))) != (1,):
        return None
    return inner if isinstance(inner, Fraction) else number(dict(inner)), exponent


def _unknowns(region: Region) -> tuple[Number, Number, list[Number]]:
    """Return k, n, and by how much each form exceeds its smallest value.

    Unknowns are positive: a form that may be 0 is an unknown less 1.
    """
    (p, q), (r, s) = region.lower, region.upper
    if not (0 <= p <= q and 0 < r <= s and r * q - p * s == 1):
        raise Inconclusive("slopes that miss some n and k, or let k be more than n")
    values: list[Number] = []
    for form, (of_k, of_n) in enumerate(region.forms):
        least = region.least(form)
        if least < 0:
            raise Inconclusive("a form that may be negative")
        if region.grows[form]:
            shift = 0 if least else 1
            values.append(unknown((COUNT, of_k, of_n, shift), least + shift) - shift)
        else:
            values.append(least)
    k = r * values[0] + p * values[1]
    n = s * values[0] + q * values[1]
    return k, n, [value - region.least(form) for form, value in enumerate(values)]
