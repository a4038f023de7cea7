"""Statements for every n and all rankings: values where nothing is known of the rankings.

Why it is right. A ranking σ is read as a letter, a composition as a word in which neighbours that
cancel are dropped, and σ(i) as an unknown whole number between 1 and n, the same wherever word and
place are the same. A comparison that is not the same for all of them is a number that is 0 or 1; an
absolute value stays one. So each value is a sum of products of numbers that are at least 0, two
values with the same terms are equal, and a value without a negative coefficient is at least 0. Sums
are brought to one form: Σ c·x = c·Σ x, Σ (x + y) = Σ x + Σ y, and the rules of `reindex` and
`sums`; they are left as they are where their terms are to be compared one by one.

What is divided by is not 0 where a value is defined: this is remembered in `assumed`, and a
statement is then one about the cases in which all values are defined. Outside of sums, which may be
empty, what is divided by is in `divisors`.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import ceil, lcm, prod
from typing import Any

import sympy as sp

from metrics.language.domains import RANKINGS
from metrics.language.given import FREE
from metrics.language.parameters import CUTOFFS, SYMBOLS
from metrics.language.premises import FULL_DEPTH
from metrics.language.terms import Ratio
from metrics.language.terms import n as n_symbol
from proofs.core.every_n.growth import BACKWARDS, FORWARDS
from proofs.core.question import EVERY
from proofs.trusted.every_n.reindex import Word, inverse, pair_reindexed, reduced, reindexed
from proofs.trusted.every_n.sums import (
    SWAP,
    exchanged,
    summed_up,
    swap_in,
    swapped_pairs,
    swapped_terms,
)
from proofs.trusted.every_n.witnesses.growing import Growing, insist_whole
from proofs.trusted.number import (
    ENTRY,
    SUMMED,
    TAIL,
    UNKNOWN,
    Inconclusive,
    Irrational,
    Number,
    number,
    power,
    terms_of,
    unknowns_of,
    written,
)
from proofs.trusted.scene import rational, scene_of
from proofs.trusted.unknowns import (
    absolute,
    base_of,
    certified,
    only_base,
    possible_signs,
    radical,
    split,
    tail,
    truth,
    unknown,
)
from proofs.trusted.value import OPERATIONS, RELATIONS, Point, product


def sees_rankings(base: Any) -> bool:
    """Tell whether a base depends on a ranking."""
    return ENTRY in repr(base) or SUMMED in repr(base)


def _where_whole(line: Any, least: int) -> Number:
    """Return an unknown n ≥ least at which x·n + y is whole: n, or s·h + r for a whole h.

    With x·n + y = (p·n + q)/s that is so where s divides p·n + q, which depends on n modulo s. One
    n below s must satisfy it, and no other one. Unknowns are positive: an h that may be 0 is one
    less 1.
    """
    s = lcm(line.x.denominator, line.y.denominator)
    fitting = [r for r in range(s) if (line.x * r + line.y).denominator == 1]
    if len(fitting) != 1:
        raise Inconclusive("a cut-off that is whole at no n, or at several kinds of them")
    (r,) = fitting
    if s == 1:
        return unknown("n", max(1, least))
    h = ceil(Fraction(max(1, least) - r, s))
    shift = 0 if h else 1
    return s * (unknown("n", h + shift) - shift) + r


class Every(Growing):
    """Reads statements for every n ≥ `least` and all rankings."""

    def __init__(self, question: Any, least: int, cutoffs: Any = None) -> None:
        super().__init__(scene_of(question, {}), least, 0)
        if cutoffs is not None and cutoffs[0] == cutoffs[1]:
            self.n = self.scene.point[n_symbol] = _where_whole(cutoffs[0], least)
        self.question, self.assumed, self.cutoffs = question, False, cutoffs
        self.divisors: list[Number] = []
        self.expanded, self.closed, self.left_as_they_are = False, False, 0

    def any_of(self, variables: Any) -> dict[Any, Any]:
        """Return what stands for any value of some variables."""
        if any(v.name in (FORWARDS, BACKWARDS) for v in variables):
            raise Inconclusive("a ranking with the name of another")
        return {
            v: ((v.name, 1),) if RANKINGS.ranges(v) else unknown(("place", v.name), 1, self.n)
            for v in variables
        }

    def at_slot(self, slot: Any, point: Point) -> dict[Any, Any]:
        """Return the point at which the metric in a slot is read; what is not given is unknown."""
        if slot.change is not None:
            raise Inconclusive("weights that change")
        metric, given = self.scene.metrics[slot.name], self.question.parameters
        if metric.tables or any(name not in SYMBOLS for name in metric.parameters):
            raise Inconclusive("weights and heights of every n")
        found = dict(self.scene.point)
        for name in metric.parameters:
            value = given.get(name, given.get("k") if name == "j" else None)
            if slot.cutoff is not None and (name == "k" or (name == "j" and "j" not in given)):
                found[SYMBOLS[name]] = self.value(slot.cutoff, point)
            elif value == FULL_DEPTH:
                found[SYMBOLS[name]] = self.n
            elif value is None or value in (EVERY, FREE, SYMBOLS[name]):
                found[SYMBOLS[name]] = self._free(name, metric)
            else:
                found[SYMBOLS[name]] = rational(value)
        return found

    def _free(self, name: str, metric: Any) -> Number:
        """Return an unknown cut-off, the same for k and j, or an unknown persistence."""
        if name == "p":
            return unknown("p", 0, 1)
        if name not in CUTOFFS:
            raise Inconclusive(f"all values of {name}")
        if self.cutoffs is not None:
            low, high = (line.x * self.n + line.y for line in self.cutoffs)
            return low if written(low) == written(high) else unknown("k", low, high)
        return unknown("k", 1, self.value(metric.largest_k, self.scene.point))

    # Words ---------------------------------------------------------------------------------------

    def listing_Identity(self, term: Any, point: Point) -> Any:
        return ()

    def listing_Backwards(self, term: Any, point: Point) -> Any:
        return ((BACKWARDS, 1),)

    def listing_Swap(self, term: Any, point: Point) -> Any:
        places = [self.value(argument, point) for argument in term.args]
        for place in places:
            self.insist_place(place)
            if any(u[1][0][0] == "t" for u in unknowns_of(written(place))):
                raise Inconclusive("a swap of places that an index names")
        return (((SWAP, *map(written, places)), 1),)

    def listing_Inverse(self, term: Any, point: Point) -> Any:
        return inverse(self.listing(term.args[0], point))

    def listing_Compose(self, term: Any, point: Point) -> Any:
        outer, inner = (self.listing(argument, point) for argument in term.args)
        return reduced((*outer, *inner))

    def value_At(self, e: Any, point: Point) -> Number:
        word, place = self.listing(e.args[0], point), self.value(e.args[1], point)
        insist_whole(e.args[1], place)
        self.insist_place(place)
        return self.entry(word, place)

    def entry(self, word: Word, place: Number) -> Number:
        """Return the entry of a word at a place; at an entry of another word it is a longer one."""
        inner = only_base(place)
        if inner is not None and inner[0] == UNKNOWN and inner[1][0][0] == ENTRY:
            _, before, there = inner[1][0]
            word, place = reduced((*word, *before)), number(dict(there))
        if not word:
            return place
        if word[0][0] == BACKWARDS:
            return self.n + 1 - self.entry(word[1:], place)
        return unknown((ENTRY, word, written(place)), 1, self.n)

    # What is not known ---------------------------------------------------------------------------

    def value(self, e: Any, point: Point) -> Number:
        """Return the value of a term, for every n and all rankings."""
        if isinstance(e, Ratio):
            above, below = (self.value(argument, point) for argument in e.args)
            return above * self.power_of(below, -1)
        return super().value(e, point)

    def power_of(self, base: Number, exponent: Number) -> Number:
        if isinstance(exponent, Irrational) or not isinstance(base, Irrational):
            return OPERATIONS["Pow"](base, exponent)
        signs, exponent = possible_signs(base), Fraction(exponent)
        mixed, even = {-1, 1} <= set(signs), exponent % 2 == 0
        if exponent > 0 and even and mixed and not self.expanded:
            return power(absolute(base), exponent)
        if len(signs) == 1 or (exponent > 0 and exponent.denominator == 1):
            return power(base, exponent)
        if exponent > 0 and -1 not in signs:
            return radical(base, exponent)
        self._assume_defined(base)
        if exponent > 0:
            return radical(base, exponent)
        if not self.depth:
            self.divisors.append(base)
        if mixed:
            squared = certified(base * base, (exponent if even else exponent - 1) / 2)
            return squared if even else base * squared
        sign = 1 if 1 in signs or even else -1
        return sign * certified(base if 1 in signs else -base, exponent)

    def _assume_defined(self, base: Number) -> None:
        """Go on with the rankings for which a value is defined; n alone may not decide that."""
        if not any(sees_rankings(part) for monomial in terms_of(base) for part, _ in monomial):
            raise Inconclusive("a value that is not defined for some n")
        self.assumed = True

    def _term_of(self, term: Any, place: Number, length: Number) -> Number:
        """Terms of a sum that may be empty must be defined: nothing says so where it is."""
        before, self.assumed = self.assumed, False
        found = term(place)
        if self.assumed and 0 in possible_signs(length):
            raise Inconclusive("a sum that may be empty, of terms that may be undefined")
        self.assumed = self.assumed or before
        return found

    def _indicated(self, formula: Any, point: Point) -> Number:
        """Compare a product with 0 by the signs of its factors."""
        kind = type(formula).__name__
        if kind not in RELATIONS or formula.args[1] != 0 or not isinstance(formula.args[0], sp.Mul):
            return super()._indicated(formula, point)
        factors = [self.value(factor, point) for factor in formula.args[0].args]
        total: Number = 0
        for signs in itertools.product((-1, 0, 1), repeat=len(factors)):
            if prod(signs) in RELATIONS[kind]:
                each = [truth(value, (sign,)) for value, sign in zip(factors, signs, strict=True)]
                total = total + product(each)
        return total

    # Sums ----------------------------------------------------------------------------------------

    def summed(self, value: Number, index: Any, last: Number) -> Number:
        """Return a sum over index = 1, …, last in one form; left as it is for comparing terms."""
        if self.depth < self.left_as_they_are:
            parts = split(value, index)
            return sum((f * tail(number({part: Fraction(1)}), index, last) for f, part in parts), 0)
        over_all = written(last) == written(self.n)
        total: Number = 0
        if over_all:
            value, total = self._over_pairs(value, index)
            swap = swap_in(value, index)
            if swap is not None:
                value, more = swapped_terms(value, index, swap)
                total = total + more
            value = exchanged(value, index, self.n, self.entry)
        for factor, inside in split(value, index):
            body = number({inside: Fraction(1)})
            total = total + factor * summed_up(body, index, last, self.n, self.closed)
        return total

    def multiplied(self, value: Number, index: Any, last: Number) -> Number:
        """Return a product over index = 1, …, last; all places may be renamed in it."""
        over_all = written(last) == written(self.n)
        return super().multiplied(reindexed(value, index) if over_all else value, index, last)

    def _over_pairs(self, value: Number, index: Any) -> tuple[Number, Number]:
        """Rename the places of all pairs l < i, where i is an index from 1 to n.

        Sums that see a swap only by which pairs it turns are returned as they are summed up.
        """
        below = base_of(index) - 1
        rest: Number = 0
        pairs: dict[Any, Number] = {}
        for monomial, factor in terms_of(value).items():
            tails = [m for m in monomial if m[0][0] == TAIL and m[0][1][2] == written(below)]
            if len(tails) != 1 or tails[0][1] != 1:
                rest = rest + number({monomial: factor})
                continue
            inner, body, _ = tails[0][0][1]
            others = number({tuple(part for part in monomial if part not in tails): factor})
            pairs[inner] = pairs.get(inner, 0) + others * number(dict(body))
        done: Number = 0
        for inner, body in pairs.items():
            whole = swapped_pairs(body, index, inner, self.n)
            if whole is not None:
                done = done + whole
                continue
            rest = rest + self.summed(pair_reindexed(body, index, inner), inner, below)
        return rest, done
