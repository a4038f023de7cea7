"""Rules by which metrics of judged lists have a property, or fail to, for every n.

Why they are right. A list r has grades r(1), …, r(n), those of retrieved documents at the places
up to |r|, the others best first behind. A value is factor · Σ seen(i)·body(i) / divisor, as
`proofs.trusted.every_n.judged.shape` reads it; factors are positive, and divisors belong to the
pool, so what is said of the sum is said of the value where the pool stays the same (both are
undefined, or 0, where the divisor is 0; a smaller one of the sum and 1 grows where the sum does).

- *One more place* that is seen adds one term that is at least 0, and changes no other, as terms
  look up: a document that is appended, or a cut-off that is one larger.
- A document of *grade 0* that is appended adds a term with a gain of grade 0, which is 0.
- Where *no relevant document* is retrieved, each term has a gain of 0 as a factor.
- Two lists that *agree down to k* have the same terms.
- *Additive*: body(i) = weight(i)·gain(r(i)). Exchanging i < j ≤ |r| changes the sum by
  (gain(r(j)) − gain(r(i)))·(w(i)·[i ≤ k] − w(j)·[j ≤ k]); replacing the document at i ≤ |r| by
  one that is not retrieved by (gain − gain)·w(i)·[i ≤ k]; raising its grade likewise, where the
  divisor is fixed. Weights are positive and do not grow, gains do not fall. Neighbours at i, i +
  1 gain (gain(b) − gain(a))·(w(i) − w(i + 1)), which does not grow with i where weights are
  convex.
- *Better above*: values whose terms look up, and that do not fall as documents come in or move up:
  see `moved`.
- *Rearranged*: for weights that do not grow and gains that do not fall, the best of all lists of
  a pool has the largest gains first (the rearrangement inequality: exchanging two terms that are
  out of order loses nothing), and all documents, as no term is negative.
- The *ideal list* is its own ideal list and has all documents; if then the sum is written as the
  divisor is, the value is 1, where the divisor is positive: its first term is, for the largest
  grade is relevant.
- *Between 0 and 1*: see `bounded`.
- *Defined*: nothing is divided by what may be 0.
- *Defined somewhere*: a case of few documents in which all values are defined, padded as follows;
  values may change, as long as nothing that they divide by becomes 0.
  Where every c is meant its grades are 0 and 1, and no divisor depends on c. For fewer documents no
  case is undefined, which is tried; the statement may have none there.
- *Padded*: one more document of grade 0 that is not retrieved stands at the end of the word and
  changes no grade, no length, and nothing of what is done to lists at other places. Where sums
  and products run over all places, their new term is 0 or 1; where nothing else knows n, no value
  changes. So what refutes at n refutes at n + 1. The ideal list has the new document, as its
  last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from axioms.language.formula import Defined, Exists, ForAll, Score, plain
from axioms.language.order_terms import condition
from axioms.language.shapes import renamed
from metrics.language.lists import Ideal
from metrics.language.runs import c
from metrics.language.terms import Indicator, Ratio, k, n
from proofs.core.question import Statement
from proofs.trusted.every_n.case import DEFINED
from proofs.trusted.every_n.judged import unreached
from proofs.trusted.every_n.judged.bounded import is_bounded
from proofs.trusted.every_n.judged.moved import Moved, moved_of
from proofs.trusted.every_n.judged.padded import (
    insist_still_defined,
    insist_still_said,
    insist_unchanged,
)
from proofs.trusted.every_n.judged.readable import insist_readable
from proofs.trusted.every_n.judged.shape import (
    Shape,
    belongs_to_pool,
    is_fixed,
    looks_up,
    sees_only_above,
    shape_of,
)
from proofs.trusted.every_n.judged.statements import statements_of
from proofs.trusted.every_n.judged.terms import (
    Trend,
    is_defined,
    is_nonnegative,
    rises_strictly,
    trend,
)
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.finite.trying import named_outside, tried
from proofs.trusted.number import Inconclusive
from proofs.trusted.replay import replay
from proofs.trusted.untrusted import Rejected, whole

MOST_DOCUMENTS = 100
Check = Callable[[Kernel, Facts, Evidence], Fact]


@dataclass(frozen=True)
class Additive:
    """A shape whose terms are a weight of the place times a gain of the grade there."""

    shape: Shape
    trend: Trend
    strict: bool

    up, raises = True, True

    @property
    def strict_up(self) -> bool:
        """Tell whether moving a better document up makes a sum larger."""
        return self.strict and self.trend.strict


Known = Additive | Moved


def _needs(said: bool, what: str) -> None:
    if not said:
        raise Inconclusive(what)


# What is said ------------------------------------------------------------------------------------


def _stated(kernel: Kernel, evidence: Evidence, rule: str) -> tuple[Any, int]:
    """Return a part of the question, and which of the statements of a rule it is."""
    formula = kernel.part(evidence).formula
    metric = kernel.question.metric
    _needs(metric is not None, "two metrics")
    for place, known in enumerate(statements_of(metric)[rule]):
        if renamed(plain(known, kernel.question.by_slot, "items")) == renamed(formula):
            return formula, place
    raise Inconclusive("a statement of another kind")


def _concluded(kernel: Kernel, formula: Any) -> Fact:
    """Return a statement as shown, where its values are defined."""
    partly = not is_defined(kernel.question.metric.value)
    return Fact(kernel.question.text(every_n=True), formula, partly=partly)


# Shapes ------------------------------------------------------------------------------------------


def _insist_gains(question: Any) -> None:
    given = question.parameters.get("gains")
    _needs(given is None or given[0] == 0, "a gain of the grade 0")


def _shape(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    insist(not facts and not evidence)
    _insist_gains(kernel.question)
    insist_readable(kernel.question.metric)
    shape = shape_of(kernel.question.metric)
    _needs(is_nonnegative(shape.body), "a term that may be negative")
    _needs(looks_up(shape.body, shape), "a term that depends on what stands below it")
    _needs(belongs_to_pool(shape.divisor, shape.listed), "a divisor that depends on the list")
    _needs(is_nonnegative(shape.divisor), "a divisor that may be negative")
    name = kernel.question.metric.name
    text = f"{name} adds up, over the places that are seen, terms ≥ 0 that depend on nothing below"
    by = "" if shape.divisor == 1 else ", and divides by a number of the pool"
    return Fact(text + by, about=shape)


def _additive(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    insist(len(facts) == 1 and isinstance(facts[0].about, Shape) and not evidence)
    shape: Shape = facts[0].about
    gains = shape.gains()
    _needs(len(gains) == 1 and not shape.capped, "terms that are no product of weight and gain")
    weight = sp.Mul(*[one for one in shape.factors if one != gains[0]])
    _needs(is_fixed(weight), "a weight that depends on the list")
    way = trend(weight, shape.index)
    _needs(way is not None and way.way <= 0, "a weight that may grow")
    assert way is not None
    strict = rises_strictly(gains[0])
    words = "fall" if way.strict else "do not grow"
    rising = "larger for a larger grade" if strict else "not smaller for a larger grade"
    text = f"each term is a weight times a gain; weights are positive and {words}, gains {rising}"
    return Fact(text, about=Additive(shape, way, strict))


def _better_above(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    insist(len(facts) == 1 and isinstance(facts[0].about, Shape) and not evidence)
    moved = moved_of(facts[0].about)
    if moved is None:
        raise Inconclusive("terms of which it is not known what a better document does")
    grows = "grows" if moved.strict else "does not fall"
    how = "comes in or moves up" if moved.up else "comes in"
    return Fact(f"the value {grows} where a better document {how}", about=moved)


def _of(kind: Any, rule: str, check: Callable[[Kernel, Any, bool], None]) -> Check:
    """Return the checker of a rule that rests on one fact; its second statement is strict."""

    def checked(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
        insist(len(facts) == 1 and isinstance(facts[0].about, kind) and set(evidence) == {"part"})
        formula, which = _stated(kernel, evidence, rule)
        check(kernel, facts[0].about, which == 1)
        return _concluded(kernel, formula)

    return checked


def _one_more(kernel: Kernel, shape: Shape, larger_cut: bool) -> None:
    if not larger_cut:
        return
    _needs(shape.cut == k, "a cut-off that is a number")
    others = (shape.factor, shape.divisor, shape.body)
    _needs(not any(part.has(shape.cut) for part in others), "a cut-off that is used elsewhere")


def _junk(kernel: Kernel, shape: Shape, second: bool) -> None:
    _needs(bool(shape.gains()), "a term without a gain")


def _nothing_found(kernel: Kernel, shape: Shape, second: bool) -> None:
    rel = kernel.question.metric.rel
    zero = Indicator(shape.listed(shape.index) >= rel)
    _needs(rel == 1 or zero in shape.factors, "a gain of grades that are not relevant")
    _needs(bool(shape.gains()), "a term without a gain")


def _seen_alone(kernel: Kernel, shape: Shape, second: bool) -> None:
    _needs(sees_only_above(shape.body, shape), "a term that depends on the pool")
    _needs(is_fixed(shape.divisor), "a divisor that depends on the pool")
    _needs(not (shape.divisor.has(n) or shape.factor.has(n)), "a factor that depends on n")


def _insist_strict(known: Known, strict: bool) -> None:
    """Insist that a gain that is larger makes a value larger, where that is said."""
    _needs(not (strict and known.shape.zero_if_empty), "a value that may be 0 for both")
    _needs(not strict or known.strict, "nothing strict")


def _promoted(kernel: Kernel, known: Known, strict: bool) -> None:
    _needs(known.up, "nothing about documents that move")
    _insist_strict(known, strict)
    _needs(not strict or known.strict_up, "nothing strict")


def _exchanged(kernel: Kernel, known: Known, strict: bool) -> None:
    _insist_strict(known, strict)


def _raised(kernel: Kernel, known: Known, strict: bool) -> None:
    _needs(known.raises, "nothing about a grade that is raised")
    _insist_strict(known, strict)
    _needs(is_fixed(known.shape.divisor), "a divisor that changes with the pool")


def _deeper(kernel: Kernel, additive: Additive, strict: bool) -> None:
    _needs(additive.shape.cut == n, "a cut-off, at which weights fall to 0")
    _insist_strict(additive, strict)
    bent = additive.trend.bend == 1 or (additive.trend.bend == 0 and not strict)
    _needs(bent and (not strict or additive.trend.sharp), "no convexity")


def _rearranged(kernel: Kernel, known: Known, strict: bool) -> None:
    """Nothing more is needed: no term is negative, and moving documents up loses nothing."""
    _needs(known.up, "nothing about documents that move")


def _is_ideal(shape: Shape) -> bool:
    """Tell whether the sum at the ideal list is written as the divisor is."""
    seen = sp.Integer(1) if shape.cut == n else Indicator(shape.index <= shape.cut)
    best = {shape.listed: Ideal(shape.listed)}
    here = sp.Sum(seen * shape.body.xreplace(best), (shape.index, 1, n))
    return bool(shape.factor * here == shape.divisor)


def _ideal(kernel: Kernel, additive: Additive, strict: bool) -> None:
    _needs(_is_ideal(additive.shape), "another divisor than the value of the ideal list")
    _needs(additive.strict, "a gain that may be 0 for a relevant document")


def _bounded(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    insist(len(facts) == 1 and set(evidence) == {"part"})
    formula, _ = _stated(kernel, evidence, "bounded")
    about = facts[0].about
    if isinstance(about, Additive):
        _needs(_is_ideal(about.shape), "another divisor than the value of the ideal list")
    else:
        insist(isinstance(about, Shape))
        _needs(is_bounded(about), "no bound that is known")
    return _concluded(kernel, formula)


def _defined(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    insist(not facts and set(evidence) == {"part"})
    formula, _ = _stated(kernel, evidence, "defined")
    insist_readable(kernel.question.metric)
    value = kernel.question.metric.value
    if isinstance(value, sp.Piecewise):
        shape = shape_of(kernel.question.metric)
        parts = (shape.divisor, shape.factor, shape.body)
        _needs(all(map(is_defined, parts)), "a quotient that may be undefined")
    else:
        _needs(is_defined(value), "a quotient that may be undefined")
    return Fact(kernel.question.text(every_n=True), formula)


# Refutations -------------------------------------------------------------------------------------


def _padded(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    insist(not facts and set(evidence) == {"n", "part", "fixed", "witness"})
    question, witness = kernel.question, evidence["witness"]
    size = whole(1, MOST_DOCUMENTS)("n", evidence["n"])
    insist(isinstance(witness, dict) and not question.every_c)
    _insist_gains(question)
    small = replace(question, n=size, every_n=False)
    statement = _statement(small, evidence)
    _needs(isinstance(statement.formula, ForAll), "something that exists")
    _needs(not statement.formula.body.atoms(ForAll, Exists), "more lists to choose from")
    _insist_lasting(question, statement)
    replay(small, statement, dict(witness))
    text = (
        f"it fails for n = {size}, and a further document of grade 0 that is not retrieved "
        "changes nothing"
    )
    return Fact(text, fails=True, least=size)


# Somewhere defined -------------------------------------------------------------------------------


def _somewhere(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    insist(not facts and set(evidence) == {"n", "part", "fixed", "case"})
    question, case = kernel.question, evidence["case"]
    _insist_gains(question)
    size = whole(1, kernel.least + 2)("n", evidence["n"])
    insist(isinstance(case, dict))
    small = replace(question, n=size, every_n=False, every_c=False)
    small = small.with_values(c=1) if question.every_c else small
    statement = _statement(small, evidence)
    _needs(isinstance(statement.formula, ForAll), "something that exists")
    _insist_lasting(question, statement, insist_still_defined)
    for metric in question.by_slot.values():
        fixed = not any(one.args[1].has(c) for one in metric.value.atoms(Ratio))
        _needs(fixed, "a divisor that depends on c")
    for fewer in range(kernel.least, size):
        less = replace(small, n=fewer)
        _needs(not any(tried(less, one).undefined for one in less.statements()), "undefined cases")
    replayer = replayer_of(small)
    try:
        point, body = replayer.placed(statement.formula, case)
    except (TypeError, ValueError, LookupError, AttributeError):
        raise Rejected("a case that does not say what each variable is") from None
    _needs(replayer.truth(condition(body), point), "a case that the statement does not speak of")
    scores = sorted(named_outside(body, Score), key=str)
    for node in scores:
        replayer.value(node, point)
    text = (
        f"some case is defined for n = {size}, and a further document of grade 0 that is not "
        "retrieved changes nothing"
    )
    return Fact(text, least=size, about=(DEFINED, kernel.part(evidence).formula, 0))


def _insist_lasting(
    question: Any, statement: Statement, insist_kept: Callable[[Any, bool], None] = insist_unchanged
) -> None:
    """Insist that a further document of grade 0 changes no value, and nothing that is said."""
    ideal = any(node.has(Ideal) for node in statement.formula.atoms(Score, Defined))
    for metric in question.by_slot.values():
        insist_readable(metric)
        insist_kept(metric.value, ideal)
    insist_still_said(statement.formula.body)


def _statement(question: Any, evidence: Evidence) -> Statement:
    """Return the statement of a part, with the cut-off that was spelled out, if one was."""
    known = [(one.name, dict(one.fixed)) for one in question.statements()]
    parts = [part.name for part in question.axiom.parts]
    _needs(len(set(parts)) == len(parts), "two parts of one name")
    part = parts[whole(0, len(parts) - 1)("part", evidence["part"])]
    for place, (name, fixed) in enumerate(known):
        if name == part and fixed == evidence["fixed"]:
            found: Statement = question.statements()[place]
            return found
    raise Inconclusive("a statement that is none of the question's")


RULES = {
    "sum over what is seen": Rule(_shape, "so it is written"),
    "weights and gains": Rule(_additive, "so its terms are written"),
    "better above": Rule(_better_above, "so its terms are written"),
    "one more place": Rule(
        _of(Shape, "one more place", _one_more), "one more term, and no other changes"
    ),
    "junk": Rule(_of(Shape, "junk", _junk), "its term has the gain of grade 0, which is 0"),
    "nothing found": Rule(_of(Shape, "nothing found", _nothing_found), "every term is 0"),
    "seen alone": Rule(_of(Shape, "seen alone", _seen_alone), "the terms are the same"),
    "promoted": Rule(
        _of(Known, "promoted", _promoted), "the better document gets the larger of two weights"
    ),
    "exchanged": Rule(_of(Known, "exchanged", _exchanged), "one gain becomes a larger one"),
    "raised": Rule(_of(Known, "raised", _raised), "one gain becomes a larger one"),
    "deeper": Rule(_of(Additive, "deeper", _deeper), "the weights are convex"),
    "rearranged": Rule(
        _of(Known, "rearranged", _rearranged), "by rearrangement, as no term is negative"
    ),
    "ideal": Rule(_of(Additive, "ideal", _ideal), "the sum and the divisor are the same"),
    "bounded": Rule(_bounded, "by the bounds of its terms"),
    "defined": Rule(_defined, "nothing is divided by what may be 0"),
    DEFINED: Rule(_somewhere, "new terms are 0, and nothing else knows n"),
    "padded": Rule(_padded, "new terms are 0, and nothing else knows n"),
    **unreached.RULES,
}
