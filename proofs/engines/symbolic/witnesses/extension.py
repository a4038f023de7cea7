"""Witnesses for every n: is a statement false at an extended witness, whatever n?

A witness is extended by fixed points; or every ranking is the identity or its reversal.
"""

from __future__ import annotations

import itertools
from typing import Any

import sympy as sp

from axioms.formula import Exists, ForAll, Same, Score
from metrics.language.premises import FULL_DEPTH
from metrics.language.term_printing import letter
from metrics.language.terms import Backwards, Compose, FullCycle, Identity, Inverse, Ranking
from metrics.language.written import listing
from proofs.core.question import Question
from proofs.core.verdict import Verdict
from proofs.engines.symbolic.witnesses.padding import REVERSED, Declined, padded_value, sign_for_all


def extension(refuted: Verdict) -> list[str]:
    """Show that a witness, extended by fixed points, remains one for every larger n."""
    replayed = refuted.replayed
    assert replayed is not None
    if replayed.witness is None:
        raise Declined("there is no witness to extend")
    formula = replayed.statement.formula
    if not isinstance(formula, ForAll):
        raise Declined("only universal statements are refuted by one witness")
    assert isinstance(refuted.question, Question)
    if FULL_DEPTH in refuted.question.parameters.values():
        raise Declined("a cut-off that grows with n")
    evaluation = Extended(refuted.question, replayed.witness)
    if evaluation.truth(formula.body):
        raise Declined("the extended witness satisfies the statement")
    return [
        f"take the witness at n = {refuted.question.n} and let every further place be fixed",
        *[
            f"{term} = {sp.simplify(value) if not value.has(sp.Sum) else value}"
            for term, value in evaluation.shown()
        ],
        f"so the statement is false there for every n ≥ {refuted.question.n} (extension)",
    ]


def _insist_fixed(term: Any) -> None:
    """Decline a listing that does not fix the further places: it has no extension."""
    if any(isinstance(part, Backwards | FullCycle) for part in sp.preorder_traversal(term)):
        raise Declined("a listing that does not fix the further places")


class Extended:
    """The truth of a formula at an extended witness, for every n from its own on."""

    def __init__(self, question: Question, witness: dict[str, Any]) -> None:
        self.question, self.witness, self.start = question, witness, question.n
        self.values: dict[Score, Any] = {}

    def shown(self) -> list[tuple[str, Any]]:
        """Return the scores that were named, with their values in n."""
        return [(self.question.text_of(node), value) for node, value in self.values.items()]

    def score(self, node: Score) -> Any:
        if node not in self.values:
            rankings = []
            for term in node.listings:
                _insist_fixed(term)
                rankings.append(listing(term, self.witness, self.start))
            metric = self.question.by_slot[node.slot.name]
            self.values[node] = padded_value(
                metric, rankings, self.question.bound(node.slot), self.question.reads_as
            )
        return self.values[node]

    def term(self, e: Any) -> Any:
        if isinstance(e, Score):
            return self.score(e)
        if isinstance(e, sp.Abs | sp.sign):
            inner = self.term(e.args[0])
            sign = sign_for_all(inner, self.start)
            if sign is None:
                raise Declined("the sign of a difference")
            return sp.Integer(sign) if isinstance(e, sp.sign) else inner * sign
        if isinstance(e, sp.Symbol):
            return sp.Integer(self.witness[e.name])
        return e.func(*[self.term(argument) for argument in e.args]) if e.args else e

    def truth(self, formula: Any) -> bool:
        if formula in (sp.true, sp.false):
            return bool(formula)
        if isinstance(formula, sp.And):
            plain_first = sorted(formula.args, key=lambda a: bool(a.atoms(Score)))
            return all(self.truth(argument) for argument in plain_first)
        if isinstance(formula, sp.Or):
            return any([self.truth(argument) for argument in formula.args])
        if isinstance(formula, sp.Not):
            return not self.truth(formula.args[0])
        if isinstance(formula, sp.Implies):
            return not self.truth(formula.args[0]) or self.truth(formula.args[1])
        if isinstance(formula, sp.Equivalent):
            return len({self.truth(argument) for argument in formula.args}) == 1
        if isinstance(formula, Same):
            for term in formula.args:
                _insist_fixed(term)
            one, two = (listing(term, self.witness, self.start) for term in formula.args)
            return one == two
        if isinstance(formula, ForAll | Exists):
            raise Declined("an inner quantifier")
        left, right = (self.term(sp.sympify(argument)) for argument in formula.args)
        sign = sign_for_all(left - right, self.start)
        if sign is None:
            raise Declined("the sign of a difference for every n")
        return {
            sp.Eq: sign == 0,
            sp.Ne: sign != 0,
            sp.Le: sign <= 0,
            sp.Lt: sign < 0,
            sp.Ge: sign >= 0,
            sp.Gt: sign > 0,
        }[type(formula)]


class Reversals(Extended):
    """The truth of a formula where every ranking is the identity or its reversal."""

    def __init__(self, question: Question, chosen: dict[Any, str], start: int) -> None:
        super().__init__(question, {})
        self.chosen, self.start = chosen, start

    def _is_reversed(self, term: Any) -> bool:
        if isinstance(term, Ranking):
            return self.chosen[term] == "reversal"
        if isinstance(term, Identity):
            return False
        if isinstance(term, Backwards):
            return True
        if isinstance(term, Compose):
            return self._is_reversed(term.args[0]) != self._is_reversed(term.args[1])
        if isinstance(term, Inverse):
            return self._is_reversed(term.args[0])
        raise Declined("a listing that is neither the identity nor its reversal")

    def score(self, node: Score) -> Any:
        if node not in self.values:
            metric = self.question.by_slot[node.slot.name]
            if metric.depends_on_k():
                raise Declined("a cut-off")
            rankings = [REVERSED if self._is_reversed(t) else () for t in node.listings]
            if REVERSED not in rankings:
                rankings = [(1,) for _ in rankings]
            bound = self.question.bound(node.slot)
            self.values[node] = padded_value(
                metric, rankings, bound, self.question.reads_as, self.start
            )
        return self.values[node]

    def truth(self, formula: Any) -> bool:
        if isinstance(formula, Same):
            left, right = (self._is_reversed(argument) for argument in formula.args)
            return left == right
        return super().truth(formula)


def by_reversal(refuted: Verdict) -> tuple[int, list[str]] | None:
    """Show that the identity and its reversal refute the statement for every n from some n on."""
    first = max(2, refuted.question.n)
    for start in (first, first + 1):
        found = _by_reversal_from(refuted, start)
        if found is not None:
            return start, found
    return None


def _by_reversal_from(refuted: Verdict, start: int) -> list[str] | None:
    replayed = refuted.replayed
    assert replayed is not None
    formula = replayed.statement.formula
    if not isinstance(formula, ForAll) or not all(
        isinstance(variable, Ranking) for variable in formula.variables
    ):
        return None
    assert isinstance(refuted.question, Question)
    for values in itertools.product(("id", "reversal"), repeat=len(formula.variables)):
        chosen = dict(zip(formula.variables, values, strict=True))
        evaluation = Reversals(refuted.question, chosen, start)
        try:
            if evaluation.truth(formula.body):
                continue
        except Declined:
            continue
        named = ", ".join(f"{letter(v.name)} = {value}" for v, value in chosen.items())
        return [
            f"take {named}",
            *[f"{term} = {sp.simplify(value)}" for term, value in evaluation.shown()],
            f"so the statement is false there for every n ≥ {evaluation.start} (reversal)",
        ]
    return None
