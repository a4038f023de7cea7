"""Rules by which distances of labels respect dominance, or fail to, for every number of aspects.

Why they are right. Embeddings are any non-decreasing maps and l* is best, so l ⊑ l' says that the
coordinates satisfy x ≤ y ≤ s in every aspect; l and l' differ, as points, where x < y in some.

- *terms*: the distance is a sum or maximum of one term for each aspect, which sees the coordinates
  and the weight of this aspect alone; or a power e > 0 of one.
- *one aspect*: with x = s − (v + d) and y = s − v, where v, d ≥ 0 and s is any number, the term at
  x less that at y is at least 0; it is positive where d is, if that is claimed. The sign is
  that of its coefficients, or z3 and cvc5 find that it is never another. Of T^e with e > 0 and
  T ≥ 0 it is that of T. Weights are at least 0.
- *all aspects*: sums and maxima grow with each of their terms, a sum strictly. Where terms are at
  least 0, so is their sum and their maximum, and t ↦ t^e increases on [0, ∞[.
- *zeros*: further aspects in which all labels lie at 0 leave every distance as it is, where sums
  and maxima run over all aspects, their terms are 0 in such an aspect, no term of a maximum is
  negative, and nothing else knows how many aspects there are. Then l ⊑ l', l ≠ l' and l* remain
  what they are; a further weight is 1, and a matrix gets a further row and column of the unit
  matrix, so it stays positive definite. So what refutes for some n refutes for every larger n.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from axioms.dominance import Away, Different, Dominated, best, better, worse
from axioms.language.formula import ForAll
from metrics.labels import Largest, q, s, w, x
from metrics.language.parameters import PARAMETERS
from metrics.language.terms import n
from proofs.core.question import Statement
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.lemma import Script, proved, recorded
from proofs.trusted.number import STEP, Inconclusive, Irrational, Number, written
from proofs.trusted.replay import replay
from proofs.trusted.scene import rational
from proofs.trusted.unknowns import any_number, base_of, possible_signs, radical, unknown
from proofs.trusted.untrusted import truth, whole
from proofs.trusted.value import Point, Reading

TERMS, NOT_NEGATIVE, WEAKLY, STRICTLY = "terms", "not negative", "weakly", "strictly"
MOST_ASPECTS = 100
_DOMINATED, _FAR, _NEAR = Dominated(worse, better), Away(worse, best), Away(better, best)
WEAK = ForAll(worse, better, sp.Implies(_DOMINATED, sp.Ge(_FAR, _NEAR)))
STRICT = ForAll(
    worse,
    better,
    sp.Implies(sp.And(_DOMINATED, Different(worse, better)), sp.Gt(_FAR, _NEAR)),
)


def _about(facts: Facts) -> set[Any]:
    return {fact.about for fact in facts}


def _given(question: Any) -> dict[Any, Any]:
    """Return the exponent, where one is given; nothing else may be given for every n."""
    if any(PARAMETERS[name].fixes_n or name == "embedding" for name in question.parameters):
        raise Inconclusive("something is given for one number of aspects")
    return {q: rational(question.parameters["q"])} if "q" in question.parameters else {}


def _statement(question: Any) -> Statement:
    """Return the one statement of a question."""
    if len(question.axiom.parts) != 1:
        raise Inconclusive("a question with several parts")
    return Statement(question.axiom.parts[0].name, question.formulas()[0])


# One term for each aspect ------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    """A distance as a power of a fold of one term for each aspect."""

    term: Any
    index: Any
    is_sum: bool
    exponent: Fraction


def terms_of(question: Any) -> Terms:
    """Read a distance as a fold of terms, or raise Inconclusive."""
    value, exponent = question.subjects[0].value, Fraction(1)
    if isinstance(value, sp.Pow):
        exponent = Reading().value(value.exp, _given(question))
        value = value.base
    if isinstance(exponent, Irrational) or exponent <= 0:
        raise Inconclusive("a power that does not increase")
    if not isinstance(value, sp.Sum | Largest) or len(value.args) != 2:
        raise Inconclusive("a distance that is no sum or maximum of one term for each aspect")
    term, (index, low, high) = value.args
    if (low, high) != (1, n):
        raise Inconclusive("a sum or maximum that does not run over all aspects")
    return Terms(term, index, isinstance(value, sp.Sum), Fraction(exponent))


class OneAspect(Reading):
    """Reads a term of one aspect, where a label falls short of the best one by some number."""

    def __init__(self, question: Any, index: Any) -> None:
        self.index = index
        weight, place = base_of((STEP, ("weight",))), unknown("aspect", 1)
        self.point = {**_given(question), s: any_number("s"), w: weight, index: place}

    def at(self, term: Any, short: Number) -> Number:
        """Return a term at the coordinate s − short."""
        if term.has(sp.Sum, sp.Product, Largest):
            raise Inconclusive("sums within a term")
        return self.value(term, {**self.point, x: self.point[s] - short})

    def value(self, e: Any, point: Point) -> Number:
        """Return a value; a root of something that may be 0 stays one."""
        if isinstance(e, sp.Pow):
            base, exponent = (self.value(argument, point) for argument in e.args)
            if isinstance(base, Irrational) and not isinstance(exponent, Irrational):
                root = Fraction(exponent).denominator > 1 and exponent > 0
                if root and set(possible_signs(base)) == {0, 1}:
                    return radical(base, Fraction(exponent))
        return super().value(e, point)

    def value_Indexed(self, e: Any, point: Point) -> Number:
        if e.indices != (self.index,) or e.base not in point:
            raise Inconclusive("a term that sees other aspects")
        return point[e.base]


def _terms(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    insist(not facts and not evidence)
    found, name = terms_of(kernel.question), kernel.question.subjects[0].name
    fold = "sum" if found.is_sum else "maximum"
    power = "" if found.exponent == 1 else f", to the power {found.exponent}"
    return Fact(f"{name} is a {fold} of one term for each aspect{power}", about=TERMS)


def _not_negative(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    insist(_about(facts) == {TERMS} and not evidence)
    found = terms_of(kernel.question)
    _insist_not_negative(kernel.question, found.term, found.index)
    return Fact("no term is negative", about=NOT_NEGATIVE)


def _insist_not_negative(question: Any, term: Any, index: Any) -> None:
    value = OneAspect(question, index).at(term, base_of((STEP, ("short",))))
    if -1 in possible_signs(value):
        raise Inconclusive("a term that may be negative")


def _one_aspect(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    insist(_about(facts) == {TERMS} and set(evidence) == {"strictly"})
    strictly, found = truth("strictly", evidence["strictly"]), terms_of(kernel.question)
    with recorded() as scripts:
        _insist_growing(OneAspect(kernel.question, found.index), found.term, strictly)
    if strictly:
        text, about = "x < y ≤ s gives a term at x that is more than the one at y", STRICTLY
    else:
        text, about = "x ≤ y ≤ s gives a term at x that is at least the one at y", WEAKLY
    return Fact(text, about=about, scripts=tuple(scripts))


def _insist_growing(reader: OneAspect, term: Any, strictly: bool) -> None:
    """Insist that a term grows with the shortfall."""
    short = base_of((STEP, ("short",)))
    more = unknown("more", 0) if strictly else base_of((STEP, ("more",)))
    far, near = reader.at(term, short + more), reader.at(term, short)
    signs = set(possible_signs(far - near))
    if signs == {1} or (signs <= {0, 1} and not strictly):
        return
    if isinstance(term, sp.Pow) and -1 not in possible_signs(reader.at(term.base, short)):
        exponent = reader.value(term.exp, reader.point)
        if not isinstance(exponent, Irrational) and exponent > 0:
            _insist_growing(reader, term.base, strictly)
            return
    if not proved(Script().text(far - near, "(> VALUE 0)" if strictly else "(>= VALUE 0)")):
        raise Inconclusive("a term that may fall with the shortfall")


def _all_aspects(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    about, question = _about(facts), kernel.question
    insist(TERMS in about and not evidence and len(facts) == len(about))
    formula, found = _statement(question).formula, terms_of(question)
    insist(found.exponent == 1 or NOT_NEGATIVE in about)
    if formula == WEAK:
        insist(bool(about & {WEAKLY, STRICTLY}))
    elif formula == STRICT:
        insist(STRICTLY in about)
        if not found.is_sum or question.parameters.get("reading", "points") != "points":
            raise Inconclusive("a maximum, or labels that may lie at one point")
    else:
        raise Inconclusive("a statement that is none of the two")
    return Fact(question.text(every_n=True), formula)


# Further aspects ---------------------------------------------------------------------------------


class AtZero(Reading):
    """Reads a term with all labels at 0 in the aspects of one index, and anything elsewhere."""

    def __init__(self, index: Any, given: dict[Any, Any]) -> None:
        self.index, self.given = index, given

    def value(self, e: Any, point: Point) -> Number:
        """Return a value; a sum or maximum of what is 0 is 0."""
        if isinstance(e, sp.Sum | Largest):
            bound = [index for index, *_ in e.args[1:]]
            if self.index in bound or written(self.value(e.args[0], point)) != written(0):
                raise Inconclusive("a sum within a sum")
            return 0
        if isinstance(e, sp.Symbol) and e != n and e not in self.given:
            return unknown(("aspect", e.name), 1)
        return super().value(e, {**point, **self.given})

    def value_Indexed(self, e: Any, point: Point) -> Number:
        if e.base in (x, s) and self.index in e.indices:
            return 0
        return any_number(str(e))


def _insist_unchanged(question: Any, e: Any) -> None:
    """Insist that aspects in which all labels lie at 0 do not change a value."""
    if e == n:
        raise Inconclusive("a distance that knows how many aspects there are")
    if not isinstance(e, sp.Sum | Largest):
        for argument in e.args:
            _insist_unchanged(question, argument)
        return
    _insist_unchanged(question, e.args[0])
    if len({index for index, *_ in e.args[1:]}) != len(e.args[1:]):
        raise Inconclusive("one index for two")
    for index, low, high in e.args[1:]:
        term = AtZero(index, _given(question)).value(e.args[0], {})
        if (low, high) != (1, n) or written(term) != written(0):
            raise Inconclusive("an aspect in which all labels lie at 0 makes a difference")
        if isinstance(e, Largest):
            _insist_not_negative(question, e.args[0], index)


def _zeros(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Replay a refutation, and see that further aspects change nothing."""
    insist(not facts and set(evidence) == {"n", "witness"})
    size, witness = whole(1, MOST_ASPECTS)("n", evidence["n"]), evidence["witness"]
    insist(isinstance(witness, dict))
    _given(kernel.question)
    statement, value = _statement(kernel.question), kernel.question.subjects[0].value
    if statement.formula.has(n):
        raise Inconclusive("a statement that knows how many aspects there are")
    if value is not None:
        _insist_unchanged(kernel.question, value)
    replay(replace(kernel.question, n=size, every_n=False), statement, dict(witness))
    text = (
        f"it fails for n = {size}, and further aspects in which all labels lie at 0 change nothing"
    )
    return Fact(text, statement.formula, fails=True, least=size)


RULES = {
    "terms": Rule(_terms, "so it is written"),
    "not negative": Rule(_not_negative, "by its sign for every shortfall from the best label"),
    "one aspect": Rule(_one_aspect, "by the sign of the difference, for all shortfalls from s"),
    "all aspects": Rule(_all_aspects, "by induction over the aspects, as the fold grows with each"),
    "zeros": Rule(_zeros, "their terms are 0, and nothing else knows how many aspects there are"),
}
