"""Engine: judged lists, case by case, as a script in which only gains and p are unknown.

Where a metric has a free parameter of its own, judged runs and top-k lists are written so too.

Values are written out from a metric's definition, list by list, as quotients of polynomials in
what is left free; z3 and cvc5 are asked whether any values of it make some case false. Values that
do are put into the question, and the counterexample is found and replayed as for any other.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from math import prod
from typing import Any

import sympy as sp

from axioms.language.fold import Binders
from axioms.language.formula import ForAll, Score, bound_variables
from axioms.language.order_terms import Join, Meet, condition
from axioms.language.shapes import named_outside, scores_of_cases
from lattice.poset import NotAnOrder
from metrics.language import lists, pools
from metrics.language.domains import LISTS, RUNS, TOPS
from metrics.language.fold import Unread, names
from metrics.language.parameters import SYMBOLS
from metrics.language.runs import c
from metrics.language.terms import Ratio, n, p
from metrics.language.written import NoValue, written
from proofs.core.limits import Limits
from proofs.core.outcome import GaveUp
from proofs.core.question import Question
from proofs.core.verdict import Verdict
from proofs.engines.exhaustive.runs.setting import Setting
from proofs.engines.smt.free_numbers import (
    FREE,
    by_models,
    polynomial,
    refuted_at,
    tried_values,
)
from proofs.script.smtlib import Reals, conjunction, disjunction, number
from proofs.script.smtlib import written as truth_text

NAME = "smt"
MOST_CASES = 6_000
WORDS: dict[type, Any] = {
    lists.Exchanged: pools.exchanged,
    lists.Regraded: pools.regraded,
    lists.Extended: pools.extended,
    lists.Ideal: pools.ideal,
    lists.Sorted: pools.sorted_list,
}


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why there are too many cases to write them all, or None."""
    for statement in question.statements():
        bound = bound_variables(statement.formula)
        count = prod(question.domain_of(variable).count(question.size) for variable in bound)
        if count > MOST_CASES:
            return f"{count:,} cases are too many to write them all: at most {MOST_CASES:,}"
    if set(question.free) - {"p", "gains", *question.own}:
        return f"{question.free[0]} is left free: give --{question.free[0]}"
    return None


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for all values of what is left free; some of one's own are tried first."""
    for values in tried_values(question) if question.own else ():
        found = refuted_at(question, values, limits)
        if found is not None:
            return found
    return replace(by_models(question, limits, partial(_claim, question, limits)), engine=NAME)


def _claim(question: Question, limits: Limits, formula: Any) -> tuple[str, dict[str, Any]]:
    writer = WRITERS[question.domain](question, limits)
    try:
        text = writer.statement(formula)
    except sp.PolynomialError:
        raise GaveUp("a score is no quotient of polynomials with rational coefficients") from None
    except (NotAnOrder, Unread) as problem:
        raise GaveUp(str(problem)) from None
    text = conjunction([*writer.divided_by, text])
    judged, undefined = writer.judged, writer.undefined
    counted = {"judged": judged, "undefined": undefined, "cases": judged + undefined}
    return text, {**counted, "counted": False}


class ListStatements(Binders, Reals):
    """Writes statements about lists; only scores become terms, all else is true or false."""

    reader = "lists for solvers"
    refuses = names(
        "functions rounded loops choices listings ranked judged weights aspects ordered mean symbol"
    ) - {"same_pool", "same_top"}

    def __init__(self, question: Question, limits: Limits) -> None:
        self.question, self.limits = question, limits
        self.judged = self.undefined = 0
        self._written: dict[Any, str | None] = {}
        self.own = [one.symbol for one in question.own.values()]
        self.divided_by: dict[str, None] = {}
        self.sizes = {n: question.n, c: question.c}

    def domain(self, variable: Any) -> Any:
        values = self.question.domain_of(variable).values
        assert values is not None
        return values(self.question.size)

    def statement(self, formula: Any) -> str:
        """Write a statement; cases of an outermost ∀ that name an undefined value are left out."""
        if not isinstance(formula, ForAll):
            self.judged = 1
            return str(self.read(formula, {}))
        parts: dict[str, None] = {}
        for case in self.assigned(formula.variables, {}):
            try:
                parts[self._case(formula.body, case)] = None
                self.judged += 1
            except NoValue:
                self.undefined += 1
        return conjunction(parts)

    def _case(self, body: Any, known: Any) -> str:
        """Write a case; where its condition holds, all that it names outside must have a value."""
        if self.read(condition(body), known) != "false":
            for node in scores_of_cases(body):
                self.score(node, known)
            for listing in named_outside(body, Join, Meet):
                self.word(listing, known)
        return str(self.read(body, known))

    def for_all(self, e: Any, known: Any) -> str:
        return conjunction(self._defined(e, known))

    def exists(self, e: Any, known: Any) -> str:
        return disjunction(self._defined(e, known))

    def _defined(self, e: Any, known: Any) -> dict[str, None]:
        found: dict[str, None] = {}
        for case in self.assigned(e.variables, known):
            try:
                found[self.read(e.body, case)] = None
            except NoValue:
                continue
        return found

    def implication(self, e: Any, known: Any) -> str:
        if self.read(condition(e), known) == "false":
            return "true"
        return str(super().implication(e, known))

    # Conditions and scores ------------------------------------------------------------------------

    def relation(self, e: Any, known: Any) -> str:
        if e.has(Score):
            return str(super().relation(e, known))
        return truth_text(bool(written(e, {**known, **self.sizes})))

    def same(self, e: Any, known: Any) -> str:
        one, two = (self.word(term, known) for term in e.args)
        return truth_text(one == two)

    def same_pool(self, e: Any, known: Any) -> str:
        one, two = (self.word(term, known) for term in e.args)
        return truth_text(pools.same_pool(one, two))

    def same_top(self, e: Any, known: Any) -> str:
        one, two = (self.word(term, known) for term in e.args[:2])
        depth = int(written(e.args[2], {**known, **self.sizes}))
        return truth_text(pools.same_top(one, two, depth))

    def has_value(self, e: Any, known: Any) -> str:
        return truth_text(self._value(e, known) is not None)

    def score(self, e: Any, known: Any) -> str:
        value = self._value(e, known)
        if value is None:
            raise NoValue
        return value

    def settled(self, e: Any, known: Any) -> str:
        """Write a number that the case settles: a size, a place, a grade, a length, a rank."""
        found = written(e, {**known, **self.sizes})
        if not found.is_Rational:
            raise Unread(self.reader, f"the number {e}")
        return number(found)

    def read(self, e: Any, known: Any) -> Any:
        if isinstance(e, sp.Expr) and not e.has(Score):
            return self.settled(e, known)
        return super().read(e, known)

    def word(self, term: Any, known: Any) -> pools.Word:
        """Return the list that a term stands for."""
        if type(term) not in WORDS:
            found: pools.Word = known[term]
            return found
        listed, *others = term.args
        numbers = [int(written(other, {**known, **self.sizes})) for other in others]
        made = WORDS[type(term)](self.word(listed, known), *numbers)
        if made is None:
            raise NoValue
        return made

    def _value(self, e: Any, known: Any) -> str | None:
        key = (e.slot, tuple(self.word(listing, known) for listing in e.listings))
        if key not in self._written:
            try:
                self._written[key] = self._text(*key)
            except NoValue:
                self._written[key] = None
        return self._written[key]

    def _text(self, slot: Any, listed: tuple[Any, ...]) -> str:
        question = self.question
        metric = question.by_slot[slot.name]
        gains = FREE["gains"].symbols(question)
        known: dict[Any, Any] = {**self.sizes, p: p, "gains": [sp.Integer(0), *gains]}
        known |= {SYMBOLS.get(name, name): v for name, v in question.settings.items()}
        known |= {SYMBOLS["k"]: sp.Integer(slot.cutoff)} if slot.cutoff is not None else {}
        known |= {symbol: symbol for symbol in self.own}
        known |= dict(zip(metric.inputs, listed, strict=True))
        value = written(metric.value, known)
        self._insist_divisible(metric.value, known, gains)
        above, below = sp.fraction(sp.together(without_choices(value, gains)))
        unknowns = (p, *gains, *self.own)
        top, bottom = (polynomial(sp.Poly(part, *unknowns)) for part in (above, below))
        if below.free_symbols & set(self.own):
            self.divided_by[f"(not (= {bottom} 0))"] = None
        return top if bottom == "1" else f"(/ {top} {bottom})"

    def _insist_divisible(self, value: Any, known: Any, gains: list[Any]) -> None:
        """Insist that what a ratio divides by is not 0, also where it would cancel."""
        for node in value.atoms(Ratio):
            if not node.args[1].free_symbols & set(self.own):
                continue
            if node.args[1].free_symbols - set(known):  # indices
                raise GaveUp("a ratio divides by a free parameter in a sum")
            above, _ = sp.fraction(sp.together(written(node.args[1], known)))
            bottom = polynomial(sp.Poly(above, p, *gains, *self.own))
            self.divided_by[f"(not (= {bottom} 0))"] = None


def without_choices(value: Any, gains: list[Any]) -> Any:
    """Return a value in which the larger and the smaller of two gains are named.

    >>> one, two = sp.symbols("g1 g2", positive=True)
    >>> without_choices(3 * sp.Max(one, two) + sp.Min(0, one), [one, two])
    3*g2
    """
    if not value.has(sp.Max, sp.Min):
        return value
    steps = [sp.Symbol(f"step {gain}", positive=True) for gain in gains]
    risen = {gain: sp.Add(*steps[: at + 1]) for at, gain in enumerate(gains)}
    back = {
        step: gain - before
        for step, gain, before in zip(steps, gains, [0, *gains[:-1]], strict=True)
    }
    return sp.expand(value.xreplace(risen)).xreplace(back)


class TopStatements(ListStatements):
    """Writes statements about top-k lists."""

    reader = "top-k lists for solvers"


class RunStatements(ListStatements):
    """Writes statements about judged runs; which are below which, and their bounds, are known."""

    reader = "runs for solvers"
    refuses = ListStatements.refuses - {"below", "linked"}

    @cached_property
    def setting(self) -> Setting:
        return Setting(self.question, self.limits)

    def below(self, e: Any, known: Any) -> str:
        one, two = (self._number(term, known) for term in e.args)
        return truth_text(bool(self.setting.matrix[one, two]))

    def linked(self, e: Any, known: Any) -> str:
        parts = self.setting.components
        one, two = (self._number(term, known) for term in e.args)
        return truth_text(bool(parts[one] == parts[two]))

    def word(self, term: Any, known: Any) -> Any:
        """Return the run that a term stands for, where there is one."""
        if not isinstance(term, Join | Meet):
            return super().word(term, known)
        one, two = (self._number(part, known) for part in term.args)
        found = int(self.setting.table(type(term).__name__.lower())[one, two])
        if found < 0:
            raise NoValue
        return self.setting.words[found]

    def _number(self, term: Any, known: Any) -> int:
        return self.setting.words.index(self.word(term, known))


WRITERS = {LISTS: ListStatements, TOPS: TopStatements, RUNS: RunStatements}
