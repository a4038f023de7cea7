"""Statements for every n and all rankings: values where nothing is known of the rankings.

Why it is right. A ranking σ is read as a letter, a composition as a word in which neighbours that
cancel are dropped, and σ(i) as an unknown whole number between 1 and n, the same wherever word and
place are the same. A comparison that is not the same for all of them is a number that is 0 or 1; an
absolute value stays one. So each value is a sum of products of numbers that are at least 0, two
values with the same terms are equal, and a value without a negative coefficient is at least 0. Sums
are brought to one form: Σ c·x = c·Σ x, Σ (x + y) = Σ x + Σ y, and the rules of `reindex`. Where the
terms of sums over one range must be compared, they are joined, and a lemma about real numbers is
settled by two solvers (`lemma`).

What is divided by is not 0 where a value is defined: this is remembered in `assumed`, and a
statement is then one about the cases in which all values are defined.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Score
from metrics.language.given import FREE
from metrics.language.parameters import SYMBOLS
from metrics.language.premises import FULL_DEPTH
from metrics.language.terms import Ranking, Ratio
from proofs.core.question import EVERY
from proofs.trusted.every_n.growing import BACKWARDS, Growing
from proofs.trusted.every_n.lemma import is_nonnegative, vanishes_exactly_at
from proofs.trusted.every_n.reindex import alone, pair_reindexed, reindexed
from proofs.trusted.number import (
    MAY_BE_0,
    RADICAL,
    TAIL,
    UNKNOWN,
    Inconclusive,
    Irrational,
    Number,
    Undefined,
    number,
    power,
    terms_of,
    written,
)
from proofs.trusted.scene import rational, scene_of
from proofs.trusted.sign import cleared_of, joined_tails
from proofs.trusted.unknowns import (
    ENTRY,
    absolute,
    base_of,
    certified,
    faulhaber,
    only_base,
    possible_signs,
    radical,
    split,
    tail,
    unknown,
    whole_power,
)
from proofs.trusted.value import OPERATIONS, RELATIONS, Point

Word = tuple[tuple[str, int], ...]
MOST_LEMMAS = 4
EQUAL, SIGNS, LEMMAS, SMALLEST = "equal", "signs", "lemmas", "smallest"


def shown_by(question: Any, formula: Any, least: int) -> str | None:
    """Return the rule by which a statement holds for every n ≥ least, or None."""
    reader = Every(question, least)
    try:
        if isinstance(formula, Exists):
            return SMALLEST if reader.has_a_smallest(formula) else None
        point, body = reader.scene.point, formula
        if isinstance(formula, ForAll):
            point, body = {**point, **reader.any_of(formula.variables)}, formula.body
        return reader.way if reader.truth(body, point) else None
    except (Inconclusive, Undefined):
        return None


class Every(Growing):
    """Reads statements for every n ≥ `least` and all rankings."""

    def __init__(self, question: Any, least: int) -> None:
        super().__init__(scene_of(question, {}), least, 0)
        self.question, self.assumed, self.termwise, self.way = question, False, False, EQUAL
        self.lemmas = 0

    def any_of(self, variables: Any) -> dict[Any, Any]:
        """Return what stands for any value of some variables."""
        return {
            v: ((v.name, 1),) if isinstance(v, Ranking) else unknown(("place", v.name), 1, self.n)
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
            if name in ("k", "j") and slot.cutoff is not None:
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
        return unknown("k", 1, self.value(metric.largest_k, self.scene.point))

    # Words ---------------------------------------------------------------------------------------

    def listing_Identity(self, term: Any, point: Point) -> Any:
        return ()

    def listing_Backwards(self, term: Any, point: Point) -> Any:
        return ((BACKWARDS, 1),)

    def listing_Swap(self, term: Any, point: Point) -> Any:
        raise Inconclusive("a swap is no word")

    def listing_Inverse(self, term: Any, point: Point) -> Any:
        return tuple(map(_turned, reversed(self.listing(term.args[0], point))))

    def listing_Compose(self, term: Any, point: Point) -> Any:
        outer, inner = (self.listing(argument, point) for argument in term.args)
        return _reduced((*outer, *inner))

    def value_At(self, e: Any, point: Point) -> Number:
        word, place = self.listing(e.args[0], point), self.value(e.args[1], point)
        self.insist_place(place)
        return self.entry(word, place)

    def entry(self, word: Word, place: Number) -> Number:
        """Return the entry of a word at a place; at an entry of another word it is a longer one."""
        inner = only_base(place)
        if inner is not None and inner[0] == UNKNOWN and inner[1][0][0] == ENTRY:
            _, before, there = inner[1][0]
            word, place = _reduced((*word, *before)), number(dict(there))
        if not word:
            return place
        if word[0][0] == BACKWARDS:
            return self.n + 1 - self.entry(word[1:], place)
        return unknown((ENTRY, word, written(place)), 1, self.n)

    # What is not known ---------------------------------------------------------------------------

    def value(self, e: Any, point: Point) -> Number:
        """Return the value of a term, for every n and all rankings."""
        if isinstance(e, sp.Pow):
            return self._power(*[self.value(argument, point) for argument in e.args])
        if isinstance(e, Ratio):
            above, below = (self.value(argument, point) for argument in e.args)
            return above * self._power(below, -1)
        return super().value(e, point)

    def _power(self, base: Number, exponent: Number) -> Number:
        if isinstance(exponent, Irrational) or not isinstance(base, Irrational):
            return OPERATIONS["Pow"](base, exponent)
        signs, exponent = possible_signs(base), Fraction(exponent)
        mixed, even = {-1, 1} <= set(signs), exponent % 2 == 0
        if exponent > 0 and even and mixed:
            return power(absolute(base), exponent)
        if len(signs) == 1 or (exponent > 0 and exponent.denominator == 1):
            return power(base, exponent)
        if exponent > 0:
            if -1 in signs:
                raise Inconclusive("a root of what may be negative")
            return radical(base, exponent)
        self.assumed = True
        if mixed:
            squared = certified(base * base, (exponent if even else exponent - 1) / 2)
            return squared if even else base * squared
        sign = 1 if 1 in signs or even else -1
        return sign * certified(base if 1 in signs else -base, exponent)

    # Sums ----------------------------------------------------------------------------------------

    def summed(self, value: Number, index: Any, last: Number) -> Number:
        """Return a sum over index = 1, …, last in one form; left as it is for comparing terms."""
        if self.termwise:
            parts = split(value, index)
            return sum((f * tail(number({part: Fraction(1)}), index, last) for f, part in parts), 0)
        over_all = written(last) == written(self.n)
        if over_all:
            value = self._with_pairs_renamed(value, index)
        total: Number = 0
        for factor, inside in split(value, index):
            exponent = whole_power(inside, index)
            if exponent is not None:
                total = total + factor * faulhaber(exponent, last)
                continue
            body = number({inside: Fraction(1)})
            total = total + factor * tail(reindexed(body, index) if over_all else body, index, last)
        return total

    def _with_pairs_renamed(self, value: Number, index: Any) -> Number:
        """Rename the places of all pairs l < i, where i is an index from 1 to n."""
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
        for inner, body in pairs.items():
            rest = rest + self.summed(pair_reindexed(body, index, inner), inner, below)
        return rest

    # Rules ---------------------------------------------------------------------------------------

    def has_a_smallest(self, formula: Any) -> bool:
        """Tell whether ∃ x ∀ y: m(x) ≤ m(y) holds because m has a value everywhere."""
        inner = formula.body
        if not isinstance(inner, ForAll) or type(inner.body).__name__ != "LessThan":
            return False
        low, high = inner.body.args
        if not (isinstance(low, Score) and isinstance(high, Score) and low.slot == high.slot):
            return False
        if low.listings != formula.variables or high.listings != inner.variables:
            return False
        self.value(low, {**self.scene.point, **self.any_of(formula.variables)})
        return not self.assumed

    def truth(self, formula: Any, point: Point) -> bool:
        """Decide a formula by terms and signs, or by one of the rules below."""
        rule = {
            "LessThan": self._by_terms,
            "GreaterThan": self._by_terms,
            "Equivalent": self._only_at_equality,
            "Implies": self._only_at_equality,
            "Not": self._one_never_happens,
        }.get(type(formula).__name__)
        try:
            found = super().truth(formula, point)
        except Inconclusive:
            if rule is None or not rule(formula, point):
                raise
            self.way = LEMMAS
            return True
        if self.way == EQUAL and type(formula).__name__ in RELATIONS:
            self.way = EQUAL if type(formula).__name__ == "Equality" else SIGNS
        return found

    def truth_Same(self, formula: Any, point: Point) -> bool:
        one, two = (self.listing(argument, point) for argument in formula.args)
        if one != two:
            raise Inconclusive("whether two rankings are equal")
        return True

    def _by_terms(self, formula: Any, point: Point) -> bool:
        """Tell whether right − left is a sum whose terms are at least 0, each by a lemma."""
        self._count_lemma()
        left, right = self._left_as_they_are(formula.args, point)
        turned = type(formula).__name__ == "GreaterThan"
        return _has_nonnegative_terms(cleared_of(left - right if turned else right - left))

    def _count_lemma(self) -> None:
        self.lemmas += 1
        if self.lemmas > MOST_LEMMAS:
            raise Inconclusive("too many lemmas")

    def _left_as_they_are(self, terms: Any, point: Point) -> list[Number]:
        """Return values in which sums are not brought to one form."""
        self.termwise = True
        try:
            return [self.value(term, point) for term in terms]
        finally:
            self.termwise = False

    def _one_never_happens(self, formula: Any, point: Point) -> bool:
        """Tell whether one of several conditions is false for every n."""
        inner = formula.args[0]
        parts = inner.args if type(inner).__name__ == "And" else ()
        opposite = {"StrictGreaterThan": sp.Le, "StrictLessThan": sp.Ge}
        for part in parts:
            kind = type(part).__name__
            try:
                if kind in opposite and self.truth(opposite[kind](*part.args), point):
                    return True
            except Inconclusive:
                continue
        return False

    def _only_at_equality(self, formula: Any, point: Point) -> bool:
        """Tell whether m(σ, τ) = c exactly where σ = τ: a sum of terms ≥ 0, each 0 only there."""
        kinds = {type(part).__name__: part for part in formula.args}
        if set(kinds) != {"Equality", "Same"}:
            return False
        if type(formula).__name__ == "Implies" and type(formula.args[1]).__name__ != "Same":
            return False
        words = [self.listing(term, point) for term in kinds["Same"].args]
        if any(len(word) != 1 or word[0][1] != 1 for word in words) or words[0] == words[1]:
            return False
        self._count_lemma()
        left, right = self._left_as_they_are(kinds["Equality"].args, point)
        return any(self._vanishes(value, words) for value in (left - right, right - left))

    def _vanishes(self, value: Number, words: list[Word]) -> bool:
        """Tell whether a value is one sum over all places, whose terms are 0 at equal entries."""
        joined = joined_tails(_with_the_same_zeros(cleared_of(value)))
        joined = {key: part for key, part in joined.items() if isinstance(part, Irrational) or part}
        if len(joined) != 1 or None in joined:
            return False
        (((index, last), body),) = joined.items()
        entries = [self.entry(word, number(dict(alone(index)))) for word in words]
        return bool(last == written(self.n) and vanishes_exactly_at(body, *entries))


def _has_nonnegative_terms(value: Number) -> bool:
    """Tell whether a number is at least 0 because the joined terms of its sums are, by lemmas."""
    joined = joined_tails(value)
    if set(joined) <= {None}:
        return is_nonnegative(value)
    return all(map(_has_nonnegative_terms, joined.values()))


def _with_the_same_zeros(value: Number) -> Number:
    """Return what is under a root, where a value is a positive multiple of one."""
    if len(terms_of(value)) == 1:
        ((monomial, _),) = terms_of(value).items()
        zeros = [base for base, _ in monomial if base[0] in MAY_BE_0]
        if len(zeros) == 1 and zeros[0][0] == RADICAL:
            return number(dict(zeros[0][1][1]))
    return value


def _turned(letter: tuple[str, int]) -> tuple[str, int]:
    return letter if letter[0] == BACKWARDS else (letter[0], -letter[1])


def _reduced(letters: Word) -> Word:
    kept: list[tuple[str, int]] = []
    for letter in letters:
        if kept and kept[-1] == _turned(letter):
            kept.pop()
        else:
            kept.append(letter)
    return tuple(kept)
