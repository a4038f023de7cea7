"""From text to a statement: quantifiers, scores of metrics, and the words of orders and labels.

>>> read_statement("forall sigma, tau: m(sigma, tau) = m(tau, sigma)").variables
(Ranking(sigma), Ranking(tau))
>>> read_statement("forall sigma: m(sigma, tau) = 0")
Traceback (most recent call last):
...
metrics.language.text.lexer.BadText: neither forall nor exists binds tau.
  forall sigma: m(sigma, tau) = 0
                         ^
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from axioms.language import formula, order_terms
from axioms.language.labels import (
    Away,
    Collection,
    Different,
    DocumentList,
    Dominated,
    Label,
    Worth,
    best,
)
from metrics.language.runs import Run
from metrics.language.terms import Listing, Place
from metrics.language.text import words as of_terms
from metrics.language.text.lexer import tokens
from metrics.language.text.reading import Reading
from metrics.language.text.syntax import Node, Variable
from metrics.language.text.words import CONDITION, LISTING, NUMBER

LABELS, COLLECTIONS, DOCUMENTS = "labels", "collections", "documents"
SLOTS = ("m", "m1", "m2", "K", "F")
BINDERS: dict[str, Any] = {
    "forall": formula.ForAll,
    "exists": formula.Exists,
    "mean": formula.Mean,
    "greatest": formula.Greatest,
    "least": formula.Smallest,
}
RUN, LABEL, DOCUMENT = "a run", "a label", "a list of documents"
SORTS = {
    RUN: (Run, *(made for made in order_terms.WORDS if issubclass(made, Listing))),
    LABEL: (Label,),
    DOCUMENT: (DocumentList,),
}
_TWO, _LABELS = (RUN, RUN), (LABEL, LABEL)
WORDS: dict[str, Any] = {
    **of_terms.WORDS,
    "below": (_TWO, order_terms.Below),
    "linked": (_TWO, order_terms.Linked),
    "join": (_TWO, order_terms.Join),
    "meet": (_TWO, order_terms.Meet),
    "closed_join": (_TWO, order_terms.ClosedJoin),
    "closed_meet": (_TWO, order_terms.ClosedMeet),
    "most_steps": (_TWO, order_terms.MostSteps),
    "fewest_steps": (_TWO, order_terms.FewestSteps),
    "dominated": (_LABELS, Dominated),
    "different": (_LABELS, Different),
    "away": (_LABELS, Away),
    "worth": ((DOCUMENT,), Worth),
}
OF_SLOTS: dict[str, Any] = {
    "benefit": formula.Benefit,
    "defined": formula.Defined,
    "depth": formula.Depth,
    "threshold": formula.Threshold,
}
"""Words whose first argument is a metric: benefit(m, sigma), depth(m)."""
OF_ORDERS = frozenset(word for word in WORDS if WORDS[word][0] == _TWO)
"""Words that are said of runs alone: below(r, s)."""
FACTOR = sp.Symbol("t", positive=True)
"""What all weights of one kind are multiplied by, in m[t]."""


class StatementReading(Reading):
    """One statement, read; listings that nothing binds are refused unless they are given."""

    words = WORDS
    declaring = ""
    sorts: Mapping[str, tuple[type, ...]] = {**of_terms.SORTS, **SORTS}
    constants: Mapping[str, Any] = {**of_terms.CONSTANTS, "best_label": best}
    kinds: Mapping[str, Any] = {
        **of_terms.KINDS,
        LABELS: Label,
        COLLECTIONS: Collection,
        DOCUMENTS: DocumentList,
    }

    def _name(self, node: Node) -> Any:
        name = node.word
        if name in self.bound or name in self.constants:
            return super()._name(node)
        if of_terms.usual_domain(name) in self._of_listings():
            self.wrong(node, f"neither forall nor exists binds {name}.")
        if name in SLOTS:
            self.wrong(node, f"{name} is a metric: write {name}(sigma, tau).")
        return super()._name(node)

    def related(self, node: Node, left: Any, right: Any) -> Any:
        """Return the comparison of two numbers, or the equality of two listings."""
        if not isinstance(left, Listing) or node.word not in ("=", "!="):
            return super().related(node, left, right)
        if not isinstance(right, Listing):
            self.wrong(node.parts[1], "a listing is compared with another listing.")
        same = formula.Same(left, right)
        return same if node.word == "=" else sp.Not(same)

    # Scores --------------------------------------------------------------------------------------

    def _call(self, node: Node) -> Any:
        head, *arguments = node.parts
        if head.kind in ("cutoff", "change") or (head.kind == "name" and self._is_slot(head)):
            return self._score(formula.Score, self._slot(head), node, arguments)
        word = head.word if head.kind == "name" and head.word not in self.bound else ""
        if word in OF_SLOTS:
            if not arguments or not self._is_slot(arguments[0]):
                self.wrong(node, f"{word} is said of a metric: write {word}(m, …).")
            return self._score(OF_SLOTS[word], self._slot(arguments[0]), node, arguments[1:])
        return super()._call(node)

    def _is_slot(self, node: Node) -> bool:
        if node.kind in ("cutoff", "change"):
            return True
        return node.kind == "name" and node.word in SLOTS and node.word not in self.bound

    def _slot(self, node: Node) -> Any:
        name = node.parts[0] if node.parts else node
        if name.word not in SLOTS or name.word in self.bound:
            self.wrong(name, f"{name.word[:40]} is no metric of a statement: m is, or m1 and m2.")
        slot = formula.Slot(name.word)
        if node.kind == "cutoff":
            return slot.at(self.number(node.parts[1]))
        if node.kind == "change":
            inner = node.parts[1]
            if inner.kind == "name" and inner.word == "t" and "t" not in self.bound:
                return slot.scaled(FACTOR)
            return slot.moved(self.of_kind(inner, of_terms.RANKING))
        return slot

    def _score(self, made: Any, slot: Any, node: Node, arguments: list[Node]) -> Any:
        declared = issubclass(made, formula.Declared)
        if declared != (not arguments) or len(arguments) > 2:
            self.wrong(node, "a metric scores one listing, or two: write m(sigma, tau).")
        return made(slot, *[self.of_kind(one, LISTING) for one in arguments])

    # Binders -------------------------------------------------------------------------------------

    def _binder(self, node: Node) -> Any:
        outside, around, variables = self.bound, self.there, []
        for variable in node.variables:
            self.insist_new(variable)
            variables.append(self._variable(variable))
            self.bound = {**self.bound, variable.name: variables[-1]}
            self.there |= {variables[-1]} if isinstance(variables[-1], Place) else set()
        body, *where = node.parts
        if node.word in ("forall", "exists"):
            if where:
                self.wrong(where[0], "where belongs to mean, greatest and least: write … => ….")
            found = BINDERS[node.word](*variables, self.condition(body))
        else:
            condition = self.condition(where[0]) if where else sp.true
            found = BINDERS[node.word](*variables, self.number(body), where=condition)
        self.bound, self.there = outside, around
        return found

    def insist_new(self, node: Node | Variable) -> None:
        """Refuse what is bound already, what words are called, and metrics."""
        super().insist_new(node)
        name = node.word if isinstance(node, Node) else node.name
        if name in OF_SLOTS or name in SLOTS[1:]:
            self.wrong(node, f"{name} has a meaning of its own: take another letter.")

    def _variable(self, variable: Variable) -> Any:
        domain = variable.domain or of_terms.usual_domain(variable.name, self.among)
        if not domain:
            name, known = variable.name[:40], ", ".join([*self.kinds][:6])
            self.wrong(variable, f"what does {name} range over? Write {name} in …: {known}.")
        if domain not in self.kinds:
            self.wrong(variable, f"no domain is called {domain[:40]!r}: {', '.join(self.kinds)}.")
        return self.kinds[domain](variable.name)

    def _change(self, node: Node) -> Any:
        if node.word in SLOTS and node.word not in self.bound:
            self.wrong(node, f"{node.word} is a metric: write {node.word}[t](sigma, tau).")
        return super()._change(node)


def is_about_runs(text: str) -> bool:
    """Tell whether a text has a word of orders, so that r and s are runs in it.

    >>> is_about_runs("forall r, s: below(r, s) => m(r) <= m(s)"), is_about_runs("r(1) = 0")
    (True, False)
    """
    return any(token.text in OF_ORDERS for token in tokens(text))


def read_statement(text: str, among: str = "", bound: Mapping[str, Any] | None = None) -> Any:
    """Return the statement that a text says; `bound` are variables that are free in it."""
    return StatementReading(text, among, bound).read(CONDITION)


def read_quantity(text: str, among: str = "") -> Any:
    """Return the number that a text says."""
    return StatementReading(text, among).read(NUMBER)
