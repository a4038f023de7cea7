"""Witnesses for every n: is a statement false at an extended witness, whatever n?

A witness is extended by fixed points; or every ranking is the identity or its reversal.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import sympy as sp

from axioms.language.fold import StatementFold
from axioms.language.formula import Exists, ForAll, Score
from metrics.language.fold import Decided, Rewritten
from metrics.language.premises import FULL_DEPTH
from metrics.language.term_printing import letter
from metrics.language.terms import Backwards, FullCycle, Place, Ranking
from metrics.language.written import assignments, listing
from proofs.core.question import Question
from proofs.core.verdict import Verdict
from proofs.engines.symbolic.rules.words import NotAWord, word
from proofs.engines.symbolic.witnesses.padding import REVERSED, Declined, padded_value, sign_for_all
from proofs.exact.real_terms import SIGNS

Steps = list[str]
TURNED = "reversal"


class Extended(StatementFold, Decided, Rewritten):
    """The truth of a formula at an extended witness, for every n from its own on."""

    reader = "a statement at an extended witness"

    def __init__(
        self, question: Question, witness: dict[str, Any], start: int, deadline: float
    ) -> None:
        self.question, self.witness, self.start = question, witness, start
        self.deadline = deadline
        self.values: dict[Score, Any] = {}

    def truth(self, formula: Any) -> bool:
        """Tell whether a formula is true for every n, or decline."""
        return bool(self.read(formula, {}))

    def steps(self, taken: str, so: str, simplified: Callable[[Any], Any]) -> Steps:
        """Return what was taken, the scores that were named there, and what follows."""
        text = self.question.text_of
        values = [f"{text(node)} = {simplified(value)}" for node, value in self.values.items()]
        return [taken, *values, so]

    def listing(self, term: Any) -> tuple[int, ...]:
        """Return the first entries of a listing that fixes the further places."""
        if any(isinstance(part, Backwards | FullCycle) for part in sp.preorder_traversal(term)):
            raise Declined("a listing that does not fix the further places")
        return listing(term, self.witness, self.start)

    def score(self, e: Any, known: Any) -> Any:
        if e not in self.values:
            question, metric = self.question, self.question.by_slot[e.slot.name]
            rankings = [self.listing(term) for term in e.listings]
            given, limits = question.bound(e.slot), (self.start, self.deadline)
            self.values[e] = padded_value(metric, rankings, given, question.reads_as, *limits)
        return self.values[e]

    def same(self, e: Any, known: Any) -> bool:
        one, two = (self.listing(term) for term in e.args)
        return one == two

    def symbol(self, e: Any, known: Any) -> Any:
        return sp.Integer(self.witness[e.name])

    def sign(self, e: Any, known: Any) -> Any:
        return sp.Integer(self._sign_of(self.read(e.args[0], known)))

    def absolute(self, e: Any, known: Any) -> Any:
        inner = self.read(e.args[0], known)
        return inner * self._sign_of(inner)

    def compared(self, relation: type, left: Any, right: Any) -> bool:
        return self._sign_of(left - right) in SIGNS[relation]

    def _sign_of(self, difference: Any) -> int:
        sign = sign_for_all(difference, self.start)
        if sign is None:
            raise Declined("the sign of a difference for every n")
        return sign

    def conjunction(self, e: Any, known: Any) -> bool:
        plain_first = sorted(e.args, key=lambda part: bool(part.atoms(Score)))
        return all(self.read(part, known) for part in plain_first)

    def disjunction(self, e: Any, known: Any) -> bool:
        return any(self.arguments(e, known))

    def for_all(self, e: Any, known: Any) -> bool:
        raise Declined("an inner quantifier")

    exists = for_all


class Reversals(Extended):
    """The truth of a formula where every ranking is the identity or its reversal."""

    reader = "a statement at the identity and its reversal"

    def listing(self, term: Any) -> tuple[int, ...]:
        try:
            letters = word(term)
        except NotAWord as problem:
            raise Declined(str(problem)) from None
        turned = [
            r for r, _ in letters if isinstance(r, Backwards) or self.witness[r.name] == TURNED
        ]
        return REVERSED if len(turned) % 2 else ()

    def score(self, e: Any, known: Any) -> Any:
        if self.question.by_slot[e.slot.name].depends_on_k():
            raise Declined("a cut-off")
        return super().score(e, known)


def only_of(formula: Any, kind: type) -> bool:
    """Tell whether a statement binds variables of one kind alone."""
    return all(isinstance(variable, kind) for variable in formula.variables)


def extension(refuted: Verdict, deadline: float) -> Steps:
    """Show that a witness, extended by fixed points, remains one for every larger n."""
    replayed, question = refuted.replayed, refuted.question
    assert replayed is not None
    if replayed.witness is None:
        raise Declined("there is no witness to extend")
    formula = replayed.statement.formula
    if not isinstance(formula, ForAll):
        raise Declined("only universal statements are refuted by one witness")
    if FULL_DEPTH in question.parameters.values():
        raise Declined("a cut-off that grows with n")
    evaluation = Extended(question, replayed.witness, question.n, deadline)
    if evaluation.truth(formula.body):
        raise Declined("the extended witness satisfies the statement")
    return evaluation.steps(
        f"take the witness at n = {question.n} and let every further place be fixed",
        f"so the statement is false there for every n ≥ {question.n} (extension)",
        lambda value: value if value.has(sp.Sum) else sp.simplify(value),
    )


def by_reversal(refuted: Verdict, deadline: float) -> tuple[int, Steps] | None:
    """Show that the identity and its reversal refute the statement for every n from some n on."""
    assert refuted.replayed is not None
    formula = refuted.replayed.statement.formula
    if not isinstance(formula, ForAll) or not all(
        isinstance(v, Ranking) for v in formula.variables
    ):
        return None
    names = [variable.name for variable in formula.variables]
    first = max(2, refuted.question.n)
    choices = itertools.product(("id", TURNED), repeat=len(names))
    for start, values in itertools.product((first, first + 1), list(choices)):
        chosen = dict(zip(names, values, strict=True))
        evaluation = Reversals(refuted.question, chosen, start, deadline)
        try:
            if evaluation.truth(formula.body):
                continue
        except Declined:
            continue
        named = ", ".join(f"{letter(name)} = {value}" for name, value in chosen.items())
        so = f"so the statement is false there for every n ≥ {start} (reversal)"
        return start, evaluation.steps(f"take {named}", so, sp.simplify)
    return None


def example(question: Question, formula: Any, deadline: float) -> Steps | None:
    """∃ places: return an example that, extended by fixed points, remains one for every n."""
    if not isinstance(formula, Exists) or not only_of(formula, Place):
        return None
    for case in assignments(formula.variables, question.n):
        evaluation = Extended(question, case, question.n, deadline)
        try:
            if not evaluation.truth(formula.body):
                continue
        except Declined:
            continue
        named = ", ".join(f"{name} = {value}" for name, value in case.items())
        so = f"so the statement is true there for every n ≥ {question.n} (extension)"
        return evaluation.steps(f"take {named}", so, lambda value: value)
    return None
