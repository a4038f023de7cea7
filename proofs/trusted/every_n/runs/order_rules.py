"""Rules by which orders of judged runs have a property for every n and every c.

Why they are right. Which kinds of order are known, and why, `shapes` says, and `closures` for those
that operations generate.

A statement is then read with numbers in place of runs: ⊑ is ≤, ⊔ is max, ⊓ is min. In a chain any
k runs, the smallest and the largest are ordered like some of the numbers 0, …, k + 1, the last two
being 0 and k + 1, as there are at least two runs. So a statement about any k runs is true if it is
true of these numbers. Place by place the numbers are the degrees at one place, and it is enough
that the statement is true there, where it is built of: comparisons, which are true of runs just if
they are at every place; and, ∀, and implications from comparisons. Of "A or B" both are shown. What
exists is r ⊔ s, r ⊓ s, or the smallest or largest run. Any two runs are linked, by r ⊔ s.

A score is an unknown number for each run of a chain, if it has one: a statement about any numbers
is true of those that there are, and of a run that is not 0, …, 0 there is one. Place by place it
must be a constant and a sum over the places i of terms f(i, r(i)); f(i, ·) is unknown at each
degree, and increases where each term is a positive multiple of the degree or of its gain. Scores
compare as their terms do at every place. Where a premise says m(r) ≤ m(s), and the other premises
give f(i, r(i)) ≥ f(i, s(i)) at every place, then these are equal at every place. That scores are so
is shown by `scores`. Prefix by prefix such a sum is one over all numbers of prefixes as well: f(i,
r(i)) is f(i, 0) and, for each degree a with r(i) ≥ a, f(i, a) − f(i, a − 1); and r(i) ≥ a just if
the number of a grows at i. In that sum the number of a at the place i has the factor [f(i, a) −
f(i, a − 1)] − [f(i + 1, a) − f(i + 1, a − 1)], the last one only the first half. Where places count
less and less these are at least 0, or above 0, and the sum increases with each number.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

import sympy as sp

from axioms.axiom import m
from axioms.language.formula import Exists, ForAll, Same, Score, bound_variables
from axioms.language.order_terms import Below, ClosedJoin, ClosedMeet, Join, Linked, Meet
from metrics.language.runs import Run, r, s, spot
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.runs import (
    closures,
    equal_steps,
    kinds,
    lasting,
    lists,
    moving,
    shapes,
    two_steps,
    uneven,
)
from proofs.trusted.every_n.runs.scores import (
    DEFINED,
    FALLING,
    NOT_WORST,
    OVER_PLACES,
    RISING,
    STEEP,
    SUMS,
    is_defined,
    is_defined_but_worst,
    is_falling,
    is_rising,
    is_steep,
    is_summed,
)
from proofs.trusted.number import STEP, Inconclusive, Number
from proofs.trusted.unknowns import any_number, base_of, unknown
from proofs.trusted.value import Point, Reading

LEAST, GREATEST, JOINED, MET = "least", "greatest", "joined", "met"
MOST_RUNS = 5

# Statements --------------------------------------------------------------------------------------


class Numbers(Reading):
    """Reads a statement with the numbers 0, …, `last` in place of runs."""

    def __init__(self, order: Any, about: tuple[Any, ...], last: int, exists: str) -> None:
        self.order, self.last, self.exists = order, last, exists
        self.placewise, self.rising = kinds.PLACES in about, bool({RISING, STEEP} & set(about))
        self.falling = FALLING in about

    def listing(self, term: Any, point: Point) -> Any:
        """Return the number of a run."""
        return point[term] if term in point else self._case("listing", term)(term, point)

    def _numbers(self, term: Any, point: Point) -> list[int]:
        return [self.listing(argument, point) for argument in term.args]

    def listing_Join(self, term: Any, point: Point) -> int:
        return max(self._numbers(term, point))

    def listing_Meet(self, term: Any, point: Point) -> int:
        return min(self._numbers(term, point))

    def listing_ClosedJoin(self, term: Any, point: Point) -> int:
        return self._closed(self.order.join, *self._numbers(term, point))

    def listing_ClosedMeet(self, term: Any, point: Point) -> int:
        return self._closed(self.order.meet, *self._numbers(term, point))

    def _closed(self, form: Any, one: int, two: int) -> int:
        """Return the value of a closed form that is made of max and min alone."""
        if self.placewise and form in (r(spot), s(spot)):
            return one if form == r(spot) else two
        if not self.placewise or not isinstance(form, sp.Max | sp.Min):
            raise Inconclusive("a closed form that is not made of max and min")
        choose = max if isinstance(form, sp.Max) else min
        return choose(self._closed(part, one, two) for part in form.args)

    def truth_Below(self, formula: Any, point: Point) -> bool:
        lower, upper = self._numbers(formula, point)
        return lower <= upper

    def truth_Same(self, formula: Any, point: Point) -> bool:
        one, two = self._numbers(formula, point)
        return one == two

    def truth_Linked(self, formula: Any, point: Point) -> bool:
        return bool(self._numbers(formula, point))  # what it names must have a number

    def truth_ForAll(self, formula: Any, point: Point) -> bool:
        variables = formula.variables
        every = product(range(self.last + 1), repeat=len(variables))
        cases = (dict(zip(variables, numbers, strict=True)) for numbers in every)
        return all(self.truth(formula.body, {**point, **case}) for case in cases)

    def truth_Exists(self, formula: Any, point: Point) -> bool:
        known = list(point.values()) or [0]
        runs = {LEAST: 0, GREATEST: self.last, JOINED: max(known), MET: min(known)}
        there = dict.fromkeys(formula.variables, runs[self.exists])
        return self.truth(formula.body, {**point, **there})

    def value_Grade(self, e: Any, point: Point) -> Number:
        raise Inconclusive("an entry of a run")

    def value_Score(self, node: Any, point: Point) -> Number:
        (listing,) = node.listings
        number = self.listing(listing, point)
        if not self.rising and not self.falling:
            return any_number(number)
        places = range(1, number + 1)
        steps = [
            unknown(("step", place), 0) if self.rising else base_of((STEP, ("step", place)))
            for place in places
        ]
        return sum(steps, any_number("first"))


def _stated(kind: str, kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Read a part of the question with numbers in place of runs."""
    question, about = kernel.question, tuple(fact.about for fact in facts)
    insist(1 <= len(about) < 3 and about[0] in _READS[kind] and set(evidence) == {"part"})
    insist(set(about[1:]) <= {DEFINED, NOT_WORST, *SUMS})
    part = kernel.part(evidence)
    formula = part.formula
    insist(not formula.atoms(Score) or len(about) == 2)
    if formula.atoms(Score) and about[1] not in _SCORES[about[0]]:
        raise Inconclusive("a score of which too little is known")
    if kind == kinds.PREFIXES:
        _insist_known(about[0], formula)
    read = kinds.PLACES if kind == kinds.PREFIXES else kind
    statement, count = _readable(formula, read), len(bound_variables(formula))
    if count > MOST_RUNS or any(node.slot != m for node in formula.atoms(Score)):
        raise Inconclusive("many runs, or another metric")
    exists = (JOINED, MET, LEAST, GREATEST) if about[0] in _BOUNDED else (LEAST, GREATEST)
    for chosen in exists if formula.atoms(Exists) else (LEAST,):
        numbers = Numbers(question.on, about if kind != kinds.CHAIN else (), count + 1, chosen)
        if numbers.truth(statement, {}):
            return kernel.stated(part)
    raise Inconclusive("a statement that is not true of all numbers")


_READS = {
    kinds.PLACES: (kinds.PLACES,),
    kinds.CHAIN: (kinds.CHAIN,),
    kinds.PREFIXES: (kinds.PREFIXES, kinds.SEQUENCES, kinds.SWAPS, kinds.TOTALS, kinds.OPERATIONS),
}
_BOUNDED = (kinds.PLACES, kinds.CHAIN, kinds.SEQUENCES)
_BY_PLACE = (OVER_PLACES, RISING, FALLING, STEEP)
_SCORES: dict[str, tuple[str, ...]] = {
    kinds.PLACES: _BY_PLACE,
    kinds.CHAIN: (DEFINED, NOT_WORST, *_BY_PLACE),
    kinds.PREFIXES: (OVER_PLACES, FALLING, STEEP),
    kinds.SEQUENCES: (OVER_PLACES, FALLING, STEEP),
    kinds.SWAPS: (OVER_PLACES, FALLING, STEEP),
    kinds.OPERATIONS: (FALLING, STEEP),
    kinds.TOTALS: (),
}
_UNKNOWN: dict[str, tuple[Any, ...]] = {
    kinds.SEQUENCES: (),
    kinds.PREFIXES: (),
    kinds.TOTALS: (Same, Join, Meet),
    kinds.SWAPS: (Exists, Linked),
    kinds.OPERATIONS: (Exists, Linked, Join, Meet),
}
"""What is not read off the numbers of prefixes, for each kind of order."""


def _insist_known(about: str, formula: Any) -> None:
    """Insist that a statement says no more than the numbers of prefixes tell."""
    unknown_there = (*_UNKNOWN[about], ClosedJoin, ClosedMeet)
    if unknown_there and formula.has(*unknown_there):
        raise Inconclusive("more than is known of numbers of prefixes")
    if about in (kinds.SWAPS, kinds.OPERATIONS) and any(
        claim.has(Below) for claim in _claims(formula)
    ):
        raise Inconclusive("a comparison of which the numbers of prefixes are only one part")


def _claims(formula: Any) -> list[Any]:
    """Return what a statement says of the cases that satisfy its premises."""
    if isinstance(formula, ForAll | Exists):
        return _claims(formula.body)
    if isinstance(formula, sp.Implies):
        return _claims(formula.args[1])
    if isinstance(formula, sp.And | sp.Or):
        return [claim for part in formula.args for claim in _claims(part)]
    return [formula]


def _readable(formula: Any, kind: str) -> Any:
    """Return a statement that is true of runs if it is true of numbers, or raise Inconclusive."""
    if isinstance(formula, ForAll | Exists):
        if not all(isinstance(variable, Run) for variable in formula.variables):
            raise Inconclusive("a statement that is not about runs alone")
        return formula.func(*formula.variables, _readable(formula.body, kind))
    either = kind == kinds.PLACES and isinstance(formula, sp.Or)
    if isinstance(formula, sp.And) or either:
        return _all([_readable(part, kind) for part in formula.args])
    if isinstance(formula, sp.Implies):
        premise, conclusion = formula.args
        _insist_plain(premise)
        return _implied(premise, _readable(conclusion, kind), kind)
    _insist_plain(formula)
    if kind == kinds.PLACES and not _is_comparison(formula):
        raise Inconclusive("a statement that is not one about every place")
    return formula


def _implied(premise: Any, conclusion: Any, kind: str) -> Any:
    """Return an implication; of scores that a premise compares, at every place the equality."""
    parts = sp.And.make_args(premise)
    scored = [part for part in parts if part.atoms(Score)] if kind == kinds.PLACES else []
    plain = [part for part in parts if part not in scored]
    if kind == kinds.PLACES and not all(map(_is_comparison, parts)):
        raise Inconclusive("a premise that is not one about every place")
    if any(not isinstance(part, sp.Le) for part in scored):
        raise Inconclusive("a premise about scores that is not ≤")
    falls = [_if(plain, sp.Ge(*part.args, evaluate=False)) for part in scored]
    equal = [sp.Eq(*part.args, evaluate=False) for part in scored]
    return _all([*falls, _if([*plain, *equal], conclusion)])


def _all(parts: list[Any]) -> Any:
    return sp.And(*parts, evaluate=False)


def _if(premises: list[Any], conclusion: Any) -> Any:
    return sp.Implies(_all(premises), conclusion, evaluate=False)


def _insist_plain(formula: Any) -> None:
    if formula.atoms(ForAll, Exists):
        raise Inconclusive("a quantifier in a premise or a case")


def _is_comparison(formula: Any) -> bool:
    """Tell whether something is true of runs just if, or of scores if, it is at every place."""
    if isinstance(formula, sp.Le | sp.Ge | sp.Eq):
        return all(map(_is_sum_of_scores, formula.args))
    return formula == sp.true or isinstance(formula, Below | Same | Linked)


def _is_sum_of_scores(term: Any) -> bool:
    if isinstance(term, sp.Add):
        return all(map(_is_sum_of_scores, term.args))
    others = [part for part in sp.Mul.make_args(term) if not isinstance(part, sp.Rational)]
    return term == 0 or (len(others) == 1 and isinstance(others[0], Score))


RULES = {
    **shapes.RULES,
    "defined": Rule(is_defined, "it was read at a run of which nothing is known"),
    "defined but for 0": Rule(
        is_defined_but_worst, "it was read at a run of which nothing else is known"
    ),
    "sum over places": Rule(is_summed, "so it is written"),
    "rising": Rule(is_rising, "each is a positive multiple of the degree or of its gain"),
    "falling": Rule(is_falling, "no place counts less than the next one"),
    "steep": Rule(is_steep, "every place counts more than the next one"),
    "at every place": Rule(
        partial(_stated, kinds.PLACES),
        "it is true of any degrees at one place, so it is at every place",
    ),
    "in a chain": Rule(
        partial(_stated, kinds.CHAIN),
        "it is true of any numbers, and a chain is ordered like numbers",
    ),
    "at every prefix": Rule(
        partial(_stated, kinds.PREFIXES),
        "it is true of any numbers, so it is of those of every prefix",
    ),
    **lists.RULES,
    **closures.RULES,
    **equal_steps.RULES,
    **lasting.RULES,
    **uneven.RULES,
    **two_steps.RULES,
    **moving.RULES,
}
