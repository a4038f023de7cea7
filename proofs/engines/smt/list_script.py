"""Engine: judged lists, case by case, as a script in which only gains and p are unknown.

Values are written out from a metric's definition, list by list, as quotients of polynomials in
what is left free; z3 and cvc5 are asked whether any values of it make some case false. Values that
do are put into the question, and the counterexample is found and replayed as for any other.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any

import sympy as sp

from axioms.language.fold import Binders
from axioms.language.formula import ForAll, Score, bound_variables
from axioms.language.order_terms import condition
from metrics.language import lists, pools
from metrics.language.fold import names
from metrics.language.parameters import SYMBOLS
from metrics.language.runs import c
from metrics.language.terms import n, p
from metrics.language.written import NoValue, written
from proofs.core.limits import Disagreement, Limits
from proofs.core.outcome import GaveUp, Outcome, conclude
from proofs.core.question import Question, Statement
from proofs.core.verdict import REFUTED, Verdict
from proofs.engines import exhaustive
from proofs.engines.smt.free_numbers import polynomial
from proofs.script.smtlib import Reals, Script, conjunction, disjunction, negation
from proofs.script.smtlib import written as truth_text
from proofs.script.solvers import SAT, UNSAT, Consulted, Reply

NAME = "smt"
MOST_CASES = 6_000
SECONDS = 60.0
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
    if set(question.free) - {"p", "gains"}:
        return f"{question.free[0]} is left free: give --{question.free[0]}"
    return None


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for all values of what is left free."""
    chosen: list[dict[str, Any]] = []
    verdict = conclude(question, NAME, lambda each: _decided(question, each, limits, chosen))
    for values in chosen:
        found: Verdict = exhaustive.answer(question.with_values(**values), limits)
        if found.status != REFUTED:
            raise Disagreement(f"{question.text()}: z3 says that {values} refutes it, and not so")
        return replace(found, engine=NAME)
    return verdict


def _decided(
    question: Question, statement: Statement, limits: Limits, chosen: list[dict[str, Any]]
) -> Outcome:
    writer = ListStatements(question)
    solvers, script = Consulted(limits, SECONDS), Script()
    for name, low, high in _unknowns(question):
        script.declare(name, "Real")
        script.insist(f"(< {low} {name})")
        script.insist(f"(< {name} {high})" if high else "true")
    try:
        claim = negation(writer.statement(statement.formula))
    except sp.PolynomialError:
        raise GaveUp("a score is no quotient of polynomials with rational coefficients") from None
    reply = solvers.ask(script.text(claim))
    if reply.answer == SAT:
        chosen.append(_values(question, reply))
        raise GaveUp("some values refute")
    if reply.answer != UNSAT:
        raise GaveUp(f"z3: {reply.reason}")
    return Outcome(
        True,
        cases=writer.judged + writer.undefined,
        judged=writer.judged,
        undefined=writer.undefined,
        counted=False,
        checked=(f"no case is false: {solvers.agreed()}",),
        caveats=solvers.caveats(),
        evidence={"scripts": solvers.scripts},
    )


def _unknowns(question: Question) -> list[tuple[str, str, str]]:
    """Return what is unknown, with what it is above and below."""
    found = [("p", "0", "1")] if "p" in question.free else []
    if "gains" in question.free:
        steps = ["0", *[f"g{grade}" for grade in range(1, question.c + 1)]]
        found += [(name, low, "") for low, name in pairwise(steps)]
    return found


def _values(question: Question, reply: Reply) -> dict[str, Any]:
    """Decode a model: exact rationals."""

    def value(name: str) -> Any:
        text = reply.model.get(name, "1/2")
        if text is None:
            raise GaveUp("some real values refute, but no rational ones were found")
        exact = Fraction(text)
        return sp.Rational(exact.numerator, exact.denominator)

    found: dict[str, Any] = {"p": value("p")} if "p" in question.free else {}
    if "gains" in question.free:
        grades = range(1, question.c + 1)
        found["gains"] = (sp.Integer(0), *[value(f"g{grade}") for grade in grades])
    return found


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
        gains = [sp.Symbol(f"g{grade}", positive=True) for grade in range(1, question.c + 1)]
        known: dict[Any, Any] = {**self.sizes, p: p, "gains": [sp.Integer(0), *gains]}
        known |= {SYMBOLS.get(name, name): v for name, v in question.settings.items()}
        known |= {SYMBOLS["k"]: sp.Integer(slot.cutoff)} if slot.cutoff is not None else {}
        value = written(metric.value, {**known, metric.inputs[0]: listed})
        above, below = sp.fraction(sp.together(value))
        top, bottom = (polynomial(sp.Poly(part, p, *gains)) for part in (above, below))
        return top if bottom == "1" else f"(/ {top} {bottom})"
