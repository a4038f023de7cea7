"""Rules by which a statement about rankings holds, or fails, for every n.

Why they are right. A step names a statement of its question (`Case`), which is read with n and all
entries unknown (`rankings`), in any case that satisfies its condition. Its evidence says how sums
are read; nothing is searched for here.

- *terms*: the difference of both sides has terms that cancel, or that all have one sign.
- *lemmas*: the terms of sums over one range are joined, and each joined term is at least 0 for all
  real numbers, which two solvers say (`lemma`).
- *counts*: the same of both sides whole, with sums in one form: counts of places, overlaps of sets
  and weighed sums lie between their bounds, geometric ones are summed (`overlaps`, `sums`).
- *roots*: x^e ≤ y^e + z^e for 0 < e ≤ 1, if 0 ≤ x ≤ y + z.
- *norm*: √Σ x² ≤ √Σ y² + √Σ z², if x = ±y ± z term by term. For Σ x² = Σ y² + Σ z² ± 2 Σ yz, and
  (Σ yz)² ≤ Σ y² Σ z², as 2 Σ y² Σ z² − 2 (Σ yz)² is the sum of all (yᵢzⱼ − yⱼzᵢ)² (Lagrange's
  identity): so Σ x² is at most (√Σ y² + √Σ z²)². A positive factor of each term belongs to its
  square: c·y² = (√c·y)².
- *only at equality*: a sum of terms that are at least 0 is 0 exactly if each is; where a term is 0
  exactly if two rankings agree at its place, or order its pair of places alike, they are equal.
- *extreme*: 2 Σ i·w(i) = 2 Σ i² − Σ (i − w(i))² is largest exactly if w is the identity;
  it is smallest exactly if n + 1 − w is, as Σ i·w(i) = (n + 1) Σ i − Σ i·(n + 1 − w(i)).
- *proportional*: two differences are 0 together where each is the other times a number that is not.
- *entries*: what follows as rankings with different entries are different (`apart`).
- *each part*: A and B, where both were concluded. *never*: not (A and B), where the opposite of one
  of them was concluded. *none exists*: ∃: A and x ≠ y fails, where A ⇒ x = y was concluded.
- *smallest*: ∃ x ∀ y: m(x) ≤ m(y), as finitely many numbers, if there are any, have a smallest.
- *defined somewhere*: for every n there is a case in which all values are defined (`case`).
- *given places*: where a condition says of each place which one it is, there is one case for every
  n from the largest of them on, and none before; it is read with all further places fixed.
- *grown witness*, *grown example*: the statement is read there with n unknown (`growing`).
- *witness for cut-offs*, *every cut-off*, *case for cut-offs*: with k unknown too (`cutoffs`).
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Same, Score
from axioms.language.printing import statement_text
from axioms.language.shapes import extreme_shape
from metrics.naming import BadInput
from proofs.core.every_n.growth import BACKWARDS, LARGEST_GROWN, Growth
from proofs.trusted.every_n.case import (
    DEFINED,
    Case,
    Told,
    at_one_cutoff,
    body_of,
    claim_of,
    defined,
    entry_of,
    fact,
    needed,
    only_case,
    parts_of,
    read_told,
    statement_of,
    with_claim,
)
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
from proofs.trusted.every_n.kernel import Fact, Kernel, Rule
from proofs.trusted.every_n.lemma import (
    CLAIMS,
    has_sign,
    recorded,
    vanishes_exactly_at,
    vanishes_when_alike,
)
from proofs.trusted.every_n.reindex import Word, alone, inverse, reduced
from proofs.trusted.every_n.sums import pairing_in
from proofs.trusted.every_n.witnesses.cases import RANGE_RULES
from proofs.trusted.every_n.witnesses.grown import exemplifies, is_true_there, refutes
from proofs.trusted.number import POWER, Inconclusive, Number, number, terms_of, written
from proofs.trusted.sign import cleared_of, is_summed, put_in
from proofs.trusted.unknowns import base_of, possible_signs
from proofs.trusted.untrusted import Rejected, entries_or_name, one_of, record, table, whole

Facts = tuple[Fact, ...]
JOINED, EXPANDED, OUTER = "joined", "expanded", "outer sums apart"
BODY, CONCLUSION = "body", "conclusion"
AS_THEY_ARE = {OUTER: 1}
# Comparisons -------------------------------------------------------------------------------------


def _terms(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    told = read_told(told, way=one_of((JOINED, EXPANDED, OUTER)), of=one_of((BODY, CONCLUSION)))
    case, way = Case(kernel, told), told["way"]
    case.by_signs, case.expanded = way != JOINED, way == EXPANDED
    case.left_as_they_are = AS_THEY_ARE.get(way, 0)
    read = case.claim if told["of"] == CONCLUSION else body_of(case.formula)
    if told["of"] == CONCLUSION and read is body_of(case.formula):
        raise Inconclusive("a statement without a condition")
    return case.concluded(case.truth(read, case.point))


def _lemmas(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    case = Case(kernel, read_told(told))
    difference = case.difference()
    with recorded() as scripts:
        return case.concluded(has_nonnegative_terms(without_absolute_values(difference)), scripts)


def _counts(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    case = Case(kernel, read_told(told))
    kind = type(case.claim).__name__
    if kind not in CLAIMS:
        raise Inconclusive("a claim that compares no two values")
    case.closed = True
    left, right = case.numbers(case.claim.args, expanded=True)
    difference = cleared_of(left - right)
    bases = [base for monomial in terms_of(difference) for base, _ in monomial]
    if bases and not any(is_summed(base) or base[0] == POWER for base in bases):
        raise Inconclusive("a difference in which nothing was counted, bounded or summed")
    with recorded() as scripts:
        return case.concluded(has_sign(difference, kind, case.given()), scripts)


def _roots(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    case = Case(kernel, read_told(told))
    _, one, *others = _radicands(case)
    with recorded() as scripts:
        return case.concluded(has_nonnegative_terms(cleared_of(sum(others, 0) - one)), scripts)


def _norm(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    case = Case(kernel, read_told(told))
    exponent, *radicands = _radicands(case)
    return case.concluded(exponent == Fraction(1, 2) and is_norm(*radicands))


def _radicands(case: Case) -> list[Any]:
    found = root_and_two(case.difference())
    if found is None:
        raise Inconclusive("no root and two others")
    return [found[0], *[number(dict(radicand)) for radicand in found[1]]]


# Equality ----------------------------------------------------------------------------------------


def _proportional(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    case = Case(kernel, read_told(told))
    parts = case.claim.args if isinstance(case.claim, sp.Equivalent) else ()
    if len(parts) != 2 or not all(isinstance(part, sp.Eq) for part in parts):
        raise Inconclusive("no two equations that hold together")
    differences = []
    for part in parts:
        left, right = case.numbers(part.args, expanded=True)
        differences.append(by_what_sees_rankings(left - right))
    return case.concluded(are_proportional(*differences))


def _equal_where_same(case: Case) -> tuple[Any, list[Word]]:
    """Return the two sides of an equation, and the words that must be the same with it."""
    body = body_of(case.formula)
    kinds = {type(part).__name__: part for part in body.args}
    together = isinstance(body, sp.Equivalent) or (
        isinstance(body, sp.Implies) and isinstance(body.args[1], Same)
    )
    if not together or len(body.args) != 2 or set(kinds) != {"Equality", "Same"}:
        raise Inconclusive("no equation that holds for equal rankings alone")
    words = [case.listing(term, case.point) for term in kinds["Same"].args]
    return kinds["Equality"].args, words


def _extreme(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    case = Case(kernel, read_told(told))
    terms, words = _equal_where_same(case)
    left, right = case.numbers(terms, expanded=True)
    return case.concluded(_is_extreme(left - right, words))


def _is_extreme(value: Number, words: list[Word]) -> bool:
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


def _only_at_equality(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    case = Case(kernel, read_told(told))
    terms, words = _equal_where_same(case)
    if any(len(word) != 1 or word[0][1] != 1 for word in words) or words[0] == words[1]:
        raise Inconclusive("rankings that are composed")
    left, right = case.numbers(terms)
    with recorded() as scripts:
        ways = (left - right, right - left)
        return case.concluded(any(_vanishes(case, value, words) for value in ways), scripts)


def _vanishes(case: Case, value: Number, words: list[Word]) -> bool:
    """Tell whether a value is a sum of terms that are 0 exactly where two rankings agree."""
    joined = one_sum(with_the_same_zeros(cleared_of(value)))
    if joined is None or joined[1] != written(case.n):
        return False
    index, _, body = joined[0], joined[1], cleared_of(joined[2])
    place = number(dict(alone(index)))
    inner = one_sum(body)
    if inner is not None and inner[1] == written(place - 1):
        other = number(dict(alone(inner[0])))
        pairs = [[case.entry(word, at) for at in (place, other)] for word in words]
        return vanishes_when_alike(inner[2], *pairs)
    entries = [case.entry(word, place) for word in words]
    return vanishes_exactly_at(body, *entries)


# From facts to facts -----------------------------------------------------------------------------


def _each_part(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    formula = statement_of(kernel, read_told(told))
    parts = parts_of(claim_of(formula))
    return _from(kernel, facts, formula, [with_claim(formula, part) for part in parts])


def _by_entries(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    formula = statement_of(kernel, read_told(told))
    return _from(kernel, facts, formula, needed(formula))


def _never(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    told = read_told(told)
    formula = statement_of(kernel, told)
    if "never" not in told:
        raise Rejected("a step does not say which condition never holds")
    whole_claim = statement_of(kernel, {k: v for k, v in told.items() if k != "never"})
    return _from(kernel, facts, whole_claim, [formula])


def _absent(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    told = read_told(told)
    if set(told) != {"part"}:
        raise Rejected("that something exists for no n is said of a part of the question")
    formula, opposite = statement_of(kernel, told), statement_of(kernel, {**told, "opposite": 1})
    found = _from(kernel, facts, formula, [opposite])
    if found.partly:
        raise Inconclusive("an n at which no case is defined")
    least = max(kernel.least, found.least)
    said = f"there is none for any n ≥ {least}: {found.text} is false"
    return Fact(said, formula, fails=True, least=least)


def _from(kernel: Kernel, facts: Facts, formula: Any, wanted: list[Any]) -> Fact:
    """Return a statement as a fact, where the facts it rests on are those that it needs."""
    known = [each for each in facts if not each.fails]
    if not all(any(each.formula == one for each in known) for one in wanted):
        raise Inconclusive("what it follows from was not concluded")
    least = max((each.least for each in known), default=0)
    return fact(kernel, formula, partly=any(each.partly for each in known), least=least)


def _trivial(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    formula = statement_of(kernel, read_told(told))
    if formula != sp.true:
        raise Inconclusive("a statement in which scores are left")
    declared = entry_of(kernel.question.axiom.parts, told["part"]).statement
    return Fact(statement_text(declared, kernel.question.names, None), formula)


def _smallest(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    case = Case(kernel, read_told(told))
    outer, inner = case.formula, getattr(case.formula, "body", None)
    if not isinstance(outer, Exists) or not isinstance(inner, ForAll):
        raise Inconclusive("no smallest score")
    low, high = inner.body.args if isinstance(inner.body, sp.Le) else (None, None)
    if not (isinstance(low, Score) and isinstance(high, Score) and low.slot == high.slot):
        raise Inconclusive("no smallest score")
    if low.listings != outer.variables or high.listings != inner.variables:
        raise Inconclusive("no smallest score")
    if len({*outer.variables, *inner.variables}) != len(outer.variables + inner.variables):
        raise Inconclusive("a variable that is bound twice")
    case.point |= case.any_of(outer.variables)
    case.numbers([low], expanded=True)
    return case.concluded(True)


def _follows(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    """m(σ, τ) maximal ⇒ σ = τ, from: every m(σ, σ) is maximal, and no other score equals it."""
    case = Case(kernel, read_told(told))
    match case.formula:
        case ForAll(body=sp.Implies(args=(ForAll(body=sp.Le()) as maximal, Same() as same))):
            shape = extreme_shape(maximal)
        case _:
            raise Inconclusive("no maximal score")
    if shape is None or len(same.args) != 2 or tuple(same.args) != shape[1].listings:
        raise Inconclusive("no maximal score of two rankings")
    score, first = shape[1], same.args[0]
    if maximal.body.args[1] != score or shape[0].listings != maximal.variables:
        raise Inconclusive("no maximal score of two rankings")
    itself = Score(score.slot, first, first)
    distinct = ForAll(*case.formula.variables, sp.Implies(sp.Eq(score, itself), same))
    most = [each.formula for each in facts if _is_most(each.formula, itself)]
    case.numbers([itself], expanded=True)
    if case.assumed or not most:
        raise Inconclusive("that every ranking has the largest score with itself")
    return _from(kernel, facts, case.formula, [distinct, most[0]])


def _is_most(known: Any, itself: Score) -> bool:
    """Tell whether a statement says that no score exceeds m(σ, σ), for any σ."""
    match known:
        case ForAll(body=sp.Le(args=(Score() as other, most))) if most == itself:
            free = set(known.variables) - {itself.listings[0]}
            distinct = len(set(other.listings)) == len(other.listings)
            return distinct and other.slot == itself.slot and set(other.listings) <= free
    return False


# Witnesses that grow -----------------------------------------------------------------------------


def _at_growth(kernel: Kernel, facts: Facts, told: Told, reads: Any, fails: bool) -> Fact:
    """Read a statement of the question at a witness, with n unknown from its first n on."""
    reader = {"from": whole(1, LARGEST_GROWN), "values": table(entries_or_name)}
    read = read_told(told, growth=record(reader))
    if set(read) != {"part", "growth"}:
        raise Rejected("a witness that grows is one of a part of the question")
    growth = Growth(read["growth"]["from"], read["growth"]["values"])
    try:
        question = kernel.question.at_size(growth.least)
    except BadInput as problem:
        raise Inconclusive(str(problem)) from None
    formula = entry_of(question.statements(), read["part"]).formula
    scores = reads(question, formula, growth)
    if scores is None:
        raise Inconclusive("the statement is not decided at a witness that grows")
    names = question.names
    there = "; ".join(f"{statement_text(node, names, None)} = {value}" for node, value in scores)
    said = statement_text(formula, names, None)
    verb = "false" if fails else "true"
    text = f"{said} is {verb} for every n ≥ {growth.least} at {growth}, where {there}"
    return Fact(text, formula, fails=fails, least=growth.least)


def _given_places(kernel: Kernel, facts: Facts, told: Told) -> Fact:
    formula = statement_of(kernel, read_told(told))
    places = only_case(formula)
    growth = Growth(max(kernel.least, *places.values()), places)
    try:
        question = at_one_cutoff(kernel).at_size(growth.least)
    except BadInput as problem:
        raise Inconclusive(str(problem)) from None
    if formula not in [each.formula for each in question.statements()]:
        raise Inconclusive("a statement that is another one at other n")
    if not is_true_there(question, formula, growth):
        raise Inconclusive("the statement is not decided at its only case")
    return fact(kernel, formula)


_WITNESS = partial(_at_growth, reads=refutes, fails=True)
_EXAMPLE = partial(_at_growth, reads=exemplifies, fails=False)
RULES = {
    "terms": Rule(_terms, "the terms of both sides cancel, or have one sign"),
    "lemmas": Rule(_lemmas, "term by term, by lemmas that z3 and cvc5 settle"),
    "counts": Rule(
        _counts, "sums are counted or bounded, and z3 and cvc5 settle what is left for all numbers"
    ),
    "roots": Rule(_roots, "√x ≤ √y + √z as x ≤ y + z, term by term (z3 and cvc5)"),
    "norm": Rule(
        _norm,
        "each side is a Euclidean norm, and x = ±y ± z term by term: (Σ yz)² ≤ Σ y² Σ z² by "
        "Lagrange's identity",
    ),
    "only at equality": Rule(
        _only_at_equality,
        "the difference is a sum of terms ≥ 0 that are all 0 only for equal rankings, by a lemma "
        "that z3 and cvc5 settle",
    ),
    "extreme": Rule(
        _extreme,
        "both sides are equal exactly where a sum Σ i·w(i) is extreme, so only for the identity, "
        "or the reversal",
    ),
    "proportional": Rule(
        _proportional, "the difference of the one is a multiple of that of the other, never 0 times"
    ),
    "each part": Rule(_each_part, "each part holds"),
    "entries": Rule(
        _by_entries, "where entries differ rankings do; where none does they are equal"
    ),
    "never": Rule(_never, "one of the conditions never holds"),
    "none exists": Rule(_absent, "the scores are always equal"),
    "trivial": Rule(_trivial, "the metric does not depend on what changes"),
    "smallest": Rule(
        _smallest,
        "there are finitely many scores, so one of them is the smallest where there is one",
    ),
    "follows": Rule(_follows, "only m(σ, σ) is as large"),
    "given places": Rule(_given_places, "there is one case, read there with n unknown"),
    DEFINED: Rule(defined, "nothing is divided by 0 there"),
    "grown witness": Rule(_WITNESS, "read there with n unknown"),
    "grown example": Rule(_EXAMPLE, "read there with n unknown"),
    **RANGE_RULES,
}
