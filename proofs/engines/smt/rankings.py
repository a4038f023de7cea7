"""Engine: a question as SMT-LIB text, decided by z3 and checked by cvc5.

Rankings are integer constants, scores linear terms over atoms. A counterexample is
looked for among the cases in which the statement is surely false; if there is none,
those in which it is possibly false must be empty too. Every model is replayed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import sympy as sp

from axioms.language import shapes
from axioms.language.formula import Exists, ForAll, Score
from axioms.language.order_terms import condition
from metrics.language.written import listing
from proofs.core.limits import Limits
from proofs.core.outcome import GaveUp, Outcome, conclude
from proofs.core.question import Question, Statement
from proofs.core.verdict import Verdict
from proofs.engines.exhaustive.cases import Cases
from proofs.engines.exhaustive.search import Search
from proofs.exact.whole import Undecidable
from proofs.script.smtlib import (
    BITS,
    Script,
    TooLarge,
    conjunction,
    disjunction,
    negation,
    undefined,
)
from proofs.script.solvers import SAT, UNKNOWN, UNSAT, Consulted, Reply
from proofs.script.translate import Translator

NAME = "smt"
LARGEST_N = 40


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    if question.n > LARGEST_N:
        return f"its scripts go up to n = {LARGEST_N}"
    return None


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for its n with two solvers."""

    def each(statement: Statement) -> Outcome:
        try:
            return decide(question, statement, Consulted(limits))
        except (Undecidable, TooLarge) as problem:
            raise GaveUp(f"no SMT script: {problem}") from None

    return conclude(question, NAME, each)


def decide(question: Question, statement: Statement, solvers: Consulted) -> Outcome:
    """Decide one statement."""
    formula = statement.formula
    if formula == sp.true:
        return Outcome(True, checked=("the score cancels: true for every metric of this form",))
    outcome = replace(_read(question, formula, solvers), evidence={"scripts": solvers.scripts})
    if not outcome.undefined or outcome.witness is not None:
        return outcome
    cases = shapes.equal_cases(formula)
    undefined = any(_never_defined(Query(question, equal, solvers), equal) for equal in cases)
    return replace(outcome, undefined_for_equal=undefined)


def _read(question: Question, formula: Any, solvers: Consulted) -> Outcome:
    if isinstance(formula, Exists):
        return _existential(Query(question, formula, solvers))
    moved = shapes.invariant_shape(formula)
    if moved is not None:
        outcome = _on_generators(question, moved, solvers)
        if outcome is not None:
            return outcome
    return _universal(question, formula, solvers)


def _universal(question: Question, formula: Any, solvers: Consulted) -> Outcome:
    for bits in BITS:
        query = Query(question, formula, solvers, bits)
        if not _some_case_is_defined(query):
            return Outcome(True, undefined=1, judged=0, counted=False)
        reply = query.ask(query.false(surely=True))
        if reply.answer == UNSAT and query.approximate:
            reply = query.ask(query.false(surely=False))
            if reply.answer == SAT and not _is_false(query, reply):
                continue
        if reply.answer == UNKNOWN:
            raise GaveUp(f"z3: {reply.reason or 'unknown'}")
        if reply.answer == SAT:
            return Outcome(False, query.case(reply))
        return _with_undefined(Outcome(True, checked=(solvers.said(),)), query)
    raise GaveUp("two values could not be separated")


def _on_generators(question: Question, moved: Any, solvers: Consulted) -> Outcome | None:
    """Decide invariance on two generators of Sₙ; None where scores may be undefined."""
    side, slot, inputs, variables = moved
    fixed = variables[:inputs]
    outcome = None
    for generator in shapes.generators(question.n):
        after = Score(slot, *shapes.moved_by(generator, side, fixed))
        formula = ForAll(*fixed, sp.Eq(Score(slot, *fixed), after))
        if Query(question, formula, solvers).can_be_undefined:
            return None
        outcome = _universal(question, formula, solvers)
        if not outcome.true:
            assert outcome.witness is not None
            places = listing(generator, {}, question.n)
            return replace(outcome, witness={**outcome.witness, variables[-1]: list(places)})
    assert outcome is not None
    note = f"invariance under two generators of S{question.n}, which suffices"
    return replace(outcome, checked=(*outcome.checked, note))


def _is_false(query: Query, reply: Reply) -> bool:
    """Tell whether the statement is exactly false at a model found by enclosures."""
    search, chosen = Search(query.question, Limits()), query.case(reply)
    points = {
        variable: np.array([chosen[variable]]).T if variable in chosen else search.points(variable)
        for variable in shapes.all_variables(query.formula)
    }
    try:
        truth = Cases(query.question.n, search.scorers, points).truth(query.formula.body)
    except Undecidable:
        return False
    return not bool(np.all(truth))


def _with_undefined(found: Outcome, query: Query) -> Outcome:
    """Look for an undefined case, and add what was not counted."""
    first = None
    caveats: tuple[str, ...] = ()
    if query.can_be_undefined:
        reply = query.ask(query.undefined())
        caveats = ("undefined cases are left out, and not counted by this engine",)
        if reply.answer == SAT:
            first = query.case(reply)
    return replace(
        found,
        undefined=0 if first is None else 1,
        first_undefined=first,
        counted=first is None,
        caveats=(*query.solvers.caveats(), *caveats),
    )


def _never_defined(query: Query, equal: shapes.EqualCases) -> bool:
    """Tell whether there are cases of equal rankings, none of them defined."""
    allowed = conjunction(query.truth(part, True) for part in equal.conditions)
    for sought, never in ((conjunction([allowed, query.defined]), True), (allowed, False)):
        reply = query.ask(sought)
        if reply.answer == UNKNOWN:
            raise GaveUp("z3 does not say whether any case of equal rankings is defined")
        if (reply.answer == SAT) == never:
            return False
    return True


def _some_case_is_defined(query: Query) -> bool:
    """Tell whether there is anything to judge; silence of the solver is not taken for a yes."""
    if not query.can_be_undefined:
        return True
    reply = query.ask(query.defined)
    if reply.answer == UNKNOWN:
        raise GaveUp(f"z3 does not say whether any case is defined: {reply.reason or 'unknown'}")
    return reply.answer == SAT


def _existential(query: Query) -> Outcome:
    if not _some_case_is_defined(query):
        return Outcome(True, undefined=1, judged=0, counted=False)
    reply = query.ask(query.true(surely=True))
    if reply.answer == UNSAT and query.approximate:
        reply = query.ask(query.true(surely=False))
        if reply.answer != UNSAT:
            raise GaveUp("two values could not be separated")
    if reply.answer == UNKNOWN:
        raise GaveUp(f"z3: {reply.reason or 'unknown'}")
    found = Outcome(reply.answer == SAT, checked=(query.solvers.said(),))
    return _with_undefined(found, query)


class Query(Translator):
    """One statement as a script; its condition is asserted when it is asked."""

    def __init__(
        self, question: Question, formula: Any, solvers: Consulted, bits: int = BITS[-1]
    ) -> None:
        super().__init__(question, Script(bits))
        self.formula, self.solvers = formula, solvers
        for variable in formula.variables:
            self.declare(variable)
        self.defined = self.is_defined(formula.body)

    @property
    def can_be_undefined(self) -> bool:
        """Tell whether some score may be undefined."""
        return self.defined != "true"

    def undefined(self) -> str:
        """Return the condition of a case that names an undefined score."""
        body = self.formula.body
        named = [self.truth(part, True) for part in shapes.conditions_of(body)]
        missing = [undefined(self.score(node)) for node in shapes.scores_of_cases(body)]
        return conjunction([*named, disjunction(missing)])

    def true(self, surely: bool) -> str:
        """Return the condition of a case in which the body is surely, or possibly, true.

        Where the condition of an implication is false, it is true and names nothing.
        """
        body = self.formula.body
        idle = negation(self.truth(condition(body), not surely))
        return disjunction([idle, conjunction([self.defined, self.truth(body, surely)])])

    def false(self, surely: bool) -> str:
        """Return the condition of a case that surely, or possibly, refutes."""
        return conjunction([self.defined, negation(self.truth(self.formula.body, not surely))])

    def ask(self, condition: str) -> Reply:
        """Ask the solvers for a case that satisfies the condition."""
        return self.solvers.ask(self.script.text(condition))

    def case(self, reply: Reply) -> dict[Any, Any]:
        """Read the variables' values from a model."""
        return self.assignment(self.formula.variables, reply.model)
