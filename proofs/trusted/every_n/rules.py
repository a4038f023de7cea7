"""Rules by which a statement holds for every n and all rankings.

Why they are right. A statement is read with n and all entries unknown (`rankings`). A comparison
holds where the difference of both sides has terms that cancel, or that all have one sign. Where
that does not settle it, one of these rules may:

- *lemmas*: the terms of sums over one range are joined, and each joined term is at least 0 for all
  real numbers, which two solvers say (`lemma`).
- *roots*: x^e ≤ y^e + z^e for 0 < e ≤ 1, if 0 ≤ x ≤ y + z.
- *norm*: √Σ x² ≤ √Σ y² + √Σ z², if x = ±y ± z term by term (Minkowski's inequality, a theorem).
- *only at equality*: a sum of terms that are at least 0 is 0 exactly if each is; where a term is 0
  exactly if two rankings agree at its place, or order its pair of places alike, they are equal.
- *extreme*: Σ i·w(i) is largest exactly if w is the identity, smallest exactly if w reverses
  (rearrangement, a theorem).
- *proportional*: two differences are 0 together where each is the other times a number that is not.
- *never*: not (A and B), where one of the two is false for every n.
- *smallest*: ∃ x ∀ y: m(x) ≤ m(y), as finitely many numbers have a smallest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Same, Score
from axioms.language.shapes import extreme_shape
from metrics.language.terms import Place
from proofs.core.growth import BACKWARDS
from proofs.trusted.every_n.forms import (
    are_proportional,
    by_what_sees_rankings,
    conjugate,
    has_nonnegative_terms,
    is_norm,
    one_sum,
    root_and_two,
    with_the_same_zeros,
    without_absolute_values,
)
from proofs.trusted.every_n.lemma import vanishes_exactly_at, vanishes_when_alike
from proofs.trusted.every_n.rankings import Every
from proofs.trusted.every_n.reindex import Word, alone, inverse, reduced
from proofs.trusted.every_n.sums import pairing_in
from proofs.trusted.number import (
    Inconclusive,
    Number,
    Undefined,
    number,
    written,
)
from proofs.trusted.sign import cleared_of, put_in
from proofs.trusted.unknowns import base_of, possible_signs, unknown
from proofs.trusted.value import RELATIONS, Point

MOST_LEMMAS = 4
OUTER, ALL = 1, 99
EQUAL, SIGNS, LEMMAS, SMALLEST = "equal", "signs", "lemmas", "smallest"
ROOTS, NORM, ONLY_EQUAL, EXTREME = "roots", "norm", "only at equality", "extreme"
PROPORTIONAL, NEVER, TRIVIAL, FOLLOWS = "proportional", "never", "trivial", "follows"
SENTENCES = {
    EQUAL: "both sides have the same terms",
    SIGNS: "the difference of both sides has terms of one sign",
    LEMMAS: "terms are compared one by one, by lemmas that z3 and cvc5 settle",
    ROOTS: "√x ≤ √y + √z where x ≤ y + z, which is compared term by term (z3 and cvc5)",
    NORM: "each side is a Euclidean norm, and norms satisfy the triangle inequality",
    ONLY_EQUAL: "the difference is a sum of terms ≥ 0 that are all 0 only for equal rankings, by "
    "a lemma that z3 and cvc5 settle",
    EXTREME: "both sides are equal exactly where a sum Σ i·w(i) is extreme, which it is only for "
    "the identity, or the reversal",
    PROPORTIONAL: "the difference of the one is a multiple of that of the other, never 0 times it",
    NEVER: "so one of the two conditions never holds",
    SMALLEST: "the metric is defined for all rankings, which are finitely many, so that the scores "
    "have a smallest",
    TRIVIAL: "the metric does not depend on what changes: both sides are the same",
    FOLLOWS: "follows from the two statements before",
}
THEOREMS = {
    NORM: "Minkowski's inequality (Hardy, Littlewood & Pólya 1934, §2.11)",
    EXTREME: "the rearrangement inequality (Hardy, Littlewood & Pólya 1934, §10.2)",
}


@dataclass(frozen=True)
class Shown:
    """By which rules a statement holds for every n, and whether only where it is defined."""

    rules: tuple[str, ...]
    may_be_undefined: bool = False

    def sentences(self) -> list[str]:
        """Say by which rules, and which theorems of the textbooks they trust."""
        return [*[SENTENCES[rule] for rule in self.rules], *self.theorems()]

    def theorems(self) -> list[str]:
        """Return the theorems that are trusted."""
        return [f"theorem trusted: {THEOREMS[rule]}" for rule in self.rules if rule in THEOREMS]


def shown_by(
    question: Any, formula: Any, least: int, shown_before: Sequence[Any] = ()
) -> Shown | None:
    """Return how a statement holds for every n ≥ least, or None; others may be known to hold."""
    if formula == sp.true:
        return Shown((TRIVIAL,))
    prover = Prover(question, least)
    try:
        if _follows(formula, shown_before):
            prover.read_itself(formula)
            return None if prover.assumed else Shown((FOLLOWS,))
        if isinstance(formula, Exists):
            return Shown((SMALLEST,)) if prover.has_a_smallest(formula) else None
        point, body = prover.scene.point, formula
        if isinstance(formula, ForAll):
            point, body = prover.any_case(formula), formula.body
        if not prover.truth(body, point):
            return None
    except (Inconclusive, Undefined):
        return None
    return Shown(tuple(dict.fromkeys(prover.rules)), prover.assumed)


def never_by(question: Any, formula: Any, least: int) -> Shown | None:
    """Return how a statement that something exists fails for every n ≥ least, or None.

    ∃: A and x ≠ y fails, where A implies x = y.
    """
    parts = sp.And.make_args(formula.body) if isinstance(formula, Exists) else ()
    different = [part for part in parts if isinstance(part, sp.Ne) and part.atoms(Score)]
    if len(different) != 1:
        return None
    condition = sp.And(*[part for part in parts if part not in different])
    equal = sp.Eq(*different[0].args, evaluate=False)
    opposite = ForAll(*formula.variables, sp.Implies(condition, equal, evaluate=False))
    return shown_by(question, opposite, least)


def _follows(formula: Any, proved: Sequence[Any]) -> bool:
    """m(σ, τ) maximal ⇒ σ = τ, from: every m(σ, σ) is maximal, and no other score equals it."""
    match formula:
        case ForAll(body=sp.Implies(args=(ForAll(body=sp.Le()) as maximal, Same() as same))):
            shape = extreme_shape(maximal)
        case _:
            return False
    if shape is None or len(same.args) != 2 or tuple(same.args) != shape[1].listings:
        return False
    score, first = shape[1], same.args[0]
    if maximal.body.args[1] != score or shape[0].listings != maximal.variables:
        return False
    itself = Score(score.slot, first, first)
    distinct = ForAll(*formula.variables, sp.Implies(sp.Eq(score, itself), same))
    return distinct in proved and any(_is_most(known, itself) for known in proved)


def _is_most(known: Any, itself: Score) -> bool:
    """Tell whether a statement says that no score exceeds m(σ, σ), for any σ."""
    match known:
        case ForAll(body=sp.Le(args=(Score() as other, most))) if most == itself:
            free = set(known.variables) - {itself.listings[0]}
            distinct = len(set(other.listings)) == len(other.listings)
            return distinct and other.slot == itself.slot and set(other.listings) <= free
    return False


class Prover(Every):
    """Decides statements for every n ≥ `least` and all rankings, and says by which rules."""

    def __init__(self, question: Any, least: int) -> None:
        super().__init__(question, least)
        self.rules: list[str] = []
        self.lemmas = 0

    def any_case(self, formula: Any) -> dict[Any, Any]:
        """Return what stands for any case of a statement that satisfies its condition.

        Places i < j are i and i + d, with the same d > 0 where a condition says j − i = l − k.
        """
        point = {**self.scene.point, **self.any_of(formula.variables)}
        if not isinstance(formula.body, sp.Implies):
            return point
        parts = sorted(sp.And.make_args(formula.body.args[0]), key=str)
        pairs: list[tuple[Any, Any]] = []
        for part in parts:
            taken = {place for pair in pairs for place in pair}
            of_places = all(isinstance(place, Place) and place not in taken for place in part.args)
            if isinstance(part, sp.Lt) and of_places:
                pairs.append(part.args)
        same = len(pairs) == 2 and any(_says_same_width(part, *pairs) for part in parts)
        for number_of, (one, two) in enumerate(pairs):
            width = unknown(("width", 0 if same else number_of), 1, self.n - 1)
            point[one] = unknown(("place", one.name), 1, self.n - width)
            point[two] = point[one] + width
        return point

    def read_itself(self, formula: Any) -> None:
        """Read m(σ, σ), with which all scores are compared: it must be defined."""
        score = Score(formula.body.args[0].body.args[1].slot, *[formula.body.args[1].args[0]] * 2)
        self.value(score, {**self.scene.point, **self.any_of(formula.variables)})

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
        self._values([low], {**self.scene.point, **self.any_of(formula.variables)}, expanded=True)
        return not self.assumed

    def truth(self, formula: Any, point: Point) -> bool:
        """Decide a formula by terms and signs, or by one of the rules."""
        kind = type(formula).__name__
        try:
            found = super().truth(formula, point)
        except Inconclusive:
            if kind in RELATIONS:
                return self._compared(formula, point)
            rule = {
                "Equivalent": self._equivalent,
                "Implies": self._follows,
                "Not": self._one_never_happens,
            }.get(kind)
            if rule is None or not rule(formula, point):
                raise
            return True
        if kind in RELATIONS:
            self.rules.append(EQUAL if kind == "Equality" else SIGNS)
        return found

    def truth_Same(self, formula: Any, point: Point) -> bool:
        one, two = (self.listing(argument, point) for argument in formula.args)
        if one != two:
            raise Inconclusive("whether two rankings are equal")
        return True

    # Comparisons ---------------------------------------------------------------------------------

    def _compared(self, formula: Any, point: Point) -> bool:
        """Decide a comparison with squares multiplied out, or by the rules about terms."""
        kind = type(formula).__name__
        for way in ({"expanded": True}, {"as_they_are": OUTER}):
            left, right = self._values(formula.args, point, **way)
            signs = set(possible_signs(left - right))
            if len({sign in RELATIONS[kind] for sign in signs}) == 1:
                self.rules.append(EQUAL if kind == "Equality" else SIGNS)
                return signs <= set(RELATIONS[kind])
        if kind not in ("LessThan", "GreaterThan"):
            raise Inconclusive("a comparison that is not settled by signs")
        self._count_lemma()
        left, right = self._values(formula.args, point, as_they_are=ALL)
        rule = self._rule_for(left - right if kind == "GreaterThan" else right - left)
        if rule is None:
            raise Inconclusive("a comparison that no rule settles")
        self.rules.append(rule)
        return True

    def _rule_for(self, difference: Number) -> str | None:
        """Return the rule by which a number is at least 0, or None."""
        value = cleared_of(difference)
        roots = root_and_two(value)
        if roots is not None:
            one, *others = (number(dict(radicand)) for radicand in roots[1])
            if roots[0] == Fraction(1, 2) and is_norm(one, *others):
                return NORM
            return ROOTS if has_nonnegative_terms(cleared_of(sum(others, 0) - one)) else None
        return LEMMAS if has_nonnegative_terms(without_absolute_values(value)) else None

    def _count_lemma(self) -> None:
        self.lemmas += 1
        if self.lemmas > MOST_LEMMAS:
            raise Inconclusive("too many lemmas")

    def _values(
        self, terms: Any, point: Point, expanded: bool = False, as_they_are: int = 0
    ) -> list[Number]:
        """Return values with squares multiplied out, or with sums, down to a depth, left alone."""
        self.expanded, self.left_as_they_are = expanded, as_they_are
        try:
            return [self.value(term, point) for term in terms]
        finally:
            self.expanded, self.left_as_they_are = False, 0

    # Statements ----------------------------------------------------------------------------------

    def _one_never_happens(self, formula: Any, point: Point) -> bool:
        """Tell whether one of several conditions is false for every n."""
        inner = formula.args[0]
        parts = inner.args if type(inner).__name__ == "And" else ()
        opposite = {"StrictGreaterThan": sp.Le, "StrictLessThan": sp.Ge}
        for part in parts:
            kind = type(part).__name__
            try:
                if kind in opposite and self.truth(opposite[kind](*part.args), point):
                    self.rules.append(NEVER)
                    return True
            except Inconclusive:
                continue
        return False

    def _equivalent(self, formula: Any, point: Point) -> bool:
        if all(isinstance(part, sp.Eq) for part in formula.args) and len(formula.args) == 2:
            differences = []
            for part in formula.args:
                left, right = self._values(part.args, point, expanded=True)
                differences.append(by_what_sees_rankings(left - right))
            self.rules.append(PROPORTIONAL)
            return are_proportional(*differences)
        return self._only_at_equality(formula, point)

    def _follows(self, formula: Any, point: Point) -> bool:
        """Tell whether the conclusion of an implication always holds, or only at equality."""
        try:
            return self.truth(formula.args[1], point)
        except Inconclusive:
            return self._only_at_equality(formula, point)

    def _only_at_equality(self, formula: Any, point: Point) -> bool:
        """Tell whether m(σ, τ) = c exactly where σ = τ."""
        kinds = {type(part).__name__: part for part in formula.args}
        if len(formula.args) != 2 or set(kinds) != {"Equality", "Same"}:
            return False
        if type(formula).__name__ == "Implies" and type(formula.args[1]).__name__ != "Same":
            return False
        words = [self.listing(term, point) for term in kinds["Same"].args]
        terms = kinds["Equality"].args
        left, right = self._values(terms, point, expanded=True)
        if self._is_extreme(left - right, words):
            self.rules.append(EXTREME)
            return True
        if any(len(word) != 1 or word[0][1] != 1 for word in words) or words[0] == words[1]:
            return False
        self._count_lemma()
        left, right = self._values(terms, point, as_they_are=ALL)
        self.rules.append(ONLY_EQUAL)
        return any(self._vanishes(value, words) for value in (left - right, right - left))

    def _is_extreme(self, value: Number, words: list[Word]) -> bool:
        """Tell whether a number is 0 exactly where a sum Σ i·w(i) is largest, or smallest."""
        pairing = pairing_in(value)
        if pairing is None:
            return False
        (_, (_, word), _), low, high = pairing[1]
        slope = put_in(value, pairing, 1) - put_in(value, pairing, 0)
        if written(value) != written(slope * base_of(pairing) + put_in(value, pairing, 0)):
            return False
        if 0 in possible_signs(slope) or len(possible_signs(slope)) != 1:
            return False
        wanted = reduced((*words[0], *inverse(words[1])))
        for bound, letters in ((high, word), (low, reduced(((BACKWARDS, 1), *word)))):
            there = cleared_of(put_in(value, pairing, number(dict(bound))))
            if written(there) == written(0) and conjugate(letters, wanted):
                return True
        return False

    def _vanishes(self, value: Number, words: list[Word]) -> bool:
        """Tell whether a value is a sum of terms that are 0 exactly where two rankings agree."""
        joined = one_sum(with_the_same_zeros(cleared_of(value)))
        if joined is None or joined[1] != written(self.n):
            return False
        index, _, body = joined[0], joined[1], cleared_of(joined[2])
        place = number(dict(alone(index)))
        inner = one_sum(body)
        if inner is not None and inner[1] == written(place - 1):
            other = number(dict(alone(inner[0])))
            pairs = [[self.entry(word, at) for at in (place, other)] for word in words]
            return vanishes_when_alike(inner[2], *pairs)
        entries = [self.entry(word, place) for word in words]
        return vanishes_exactly_at(body, *entries)


def _says_same_width(part: Any, one: Any, two: Any) -> bool:
    """Tell whether a condition says that two pairs of places are equally far apart."""
    if not isinstance(part, sp.Eq):
        return False
    difference = {place: 0 for place in (*one, *two)}
    for sign, side in zip((1, -1), part.args, strict=True):
        for term in sp.Add.make_args(side):
            factor, place = term.as_coeff_Mul()
            if place not in difference:
                return False
            difference[place] += sign * factor
    found = [difference[place] for place in (*one, *two)]
    return found in ([-1, 1, 1, -1], [1, -1, -1, 1])
