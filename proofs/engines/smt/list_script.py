"""Engine: judged lists, case by case, as a script in which only gains and p are unknown.

Values are written out from a metric's definition, list by list, as quotients of polynomials in
what is left free; z3 and cvc5 are asked whether any values of it make some case false. Values that
do are put into the question, and the counterexample is found and replayed as for any other.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import prod
from typing import Any

import sympy as sp

from axioms.language.fold import Binders
from axioms.language.formula import ForAll, Score, bound_variables
from axioms.language.order_terms import condition
from metrics.language import lists, pools
from metrics.language.fold import Unread, names
from metrics.language.parameters import SYMBOLS
from metrics.language.runs import c
from metrics.language.terms import n, p
from metrics.language.written import NoValue, written
from proofs.core.limits import Limits
from proofs.core.outcome import GaveUp
from proofs.core.question import Question
from proofs.core.verdict import Verdict
from proofs.engines.smt.free_numbers import (
    FREE,
    by_models,
    polynomial,
    refuted_at,
    tried_values,
)
from proofs.script.smtlib import Reals, conjunction, disjunction
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
        count = prod(variable.domain.count(question.size) for variable in bound)
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
    return replace(by_models(question, limits, partial(_claim, question)), engine=NAME)


def _claim(question: Question, formula: Any) -> tuple[str, dict[str, Any]]:
    writer = ListStatements(question)
    try:
        text = writer.statement(formula)
    except sp.PolynomialError:
        raise GaveUp("a score is no quotient of polynomials with rational coefficients") from None
    except Unread as problem:
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

    def __init__(self, question: Question) -> None:
        self.question = question
        self.judged = self.undefined = 0
        self._written: dict[Any, str | None] = {}
        self.own = [one.symbol for one in question.own.values()]
        self.divided_by: dict[str, None] = {}
        self.sizes = {n: question.n, c: question.c}

    def domain(self, variable: Any) -> Any:
        return variable.domain.values(self.question.size)

    def statement(self, formula: Any) -> str:
        """Write a statement; cases of an outermost ∀ that name an undefined value are left out."""
        if not isinstance(formula, ForAll):
            self.judged = 1
            return str(self.read(formula, {}))
        parts: dict[str, None] = {}
        for case in self.assigned(formula.variables, {}):
            try:
                parts[self.read(formula.body, case)] = None
                self.judged += 1
            except NoValue:
                self.undefined += 1
        return conjunction(parts)

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
        return truth_text(self._value(e.slot, self.word(e.listings[0], known)) is not None)

    def score(self, e: Any, known: Any) -> str:
        value = self._value(e.slot, self.word(e.listings[0], known))
        if value is None:
            raise NoValue
        return value

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

    def _value(self, slot: Any, listed: pools.Word) -> str | None:
        key = (slot, listed)
        if key not in self._written:
            try:
                self._written[key] = self._text(slot, listed)
            except NoValue:
                self._written[key] = None
        return self._written[key]

    def _text(self, slot: Any, listed: pools.Word) -> str:
        question = self.question
        metric = question.by_slot[slot.name]
        gains = FREE["gains"].symbols(question)
        known: dict[Any, Any] = {**self.sizes, p: p, "gains": [sp.Integer(0), *gains]}
        known |= {SYMBOLS.get(name, name): v for name, v in question.settings.items()}
        known |= {SYMBOLS["k"]: sp.Integer(slot.cutoff)} if slot.cutoff is not None else {}
        known |= {symbol: symbol for symbol in self.own}
        value = written(metric.value, {**known, metric.inputs[0]: listed})
        above, below = sp.fraction(sp.together(value))
        unknowns = (p, *gains, *self.own)
        top, bottom = (polynomial(sp.Poly(part, *unknowns)) for part in (above, below))
        if below.free_symbols & set(self.own):
            self.divided_by[f"(not (= {bottom} 0))"] = None
        return top if bottom == "1" else f"(/ {top} {bottom})"
