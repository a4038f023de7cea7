"""From a statement to its text: what `text_reading` reads back as the same statement.

>>> from axioms import find_axiom
>>> write_statement(find_axiom("symmetry").parts[0].statement)
'forall sigma, tau: m(sigma, tau) = m(tau, sigma)'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import sympy as sp

from axioms.language import labels
from axioms.language.fold import StatementFold
from axioms.language.formula import Benefit, Declared, Defined, Moved, Same
from axioms.language.printing import grouped
from axioms.language.text_reading import BINDERS, OF_SLOTS, WORDS, StatementReading
from metrics.language.text.syntax import COMPARISON
from metrics.language.text.words import usual_domain
from metrics.language.text.writing import TermWriter, Written

_NAMES = {made: word for word, (_, made) in WORDS.items() if isinstance(made, type)}
_BINDERS = {made: word for word, made in BINDERS.items()}
_OF_SLOTS = {made: word for word, made in OF_SLOTS.items()}
_DOMAINS = {made: word for word, made in StatementReading.kinds.items()}
_ATOM = 99


class StatementWriter(TermWriter):
    """Writes statements; `among` says where r and s are runs."""

    kinds: ClassVar[Mapping[type, str]] = {
        **StatementFold.kinds,
        **{Benefit: "of_slot", Declared: "of_slot", Defined: "of_slot", labels.Label: "label"},
        **dict.fromkeys((labels.Dominated, labels.Different, labels.Away, labels.Worth), "worded"),
    }

    def __init__(self, among: str = "") -> None:
        self.among = among

    def worded(self, e: Any, known: Any) -> Written:
        return self.called(_NAMES[type(e)], *e.args)

    below = linked = join = meet = closed_join = closed_meet = worded
    most_steps = fewest_steps = worded

    def label(self, e: Any, known: Any) -> Written:
        return "best_label" if e == labels.best else str(e.name), _ATOM

    def same(self, e: Any, known: Any) -> Written:
        return " = ".join(map(self.text, e.args)), COMPARISON

    def negation(self, e: Any, known: Any) -> Written:
        inner = e.args[0]
        if isinstance(inner, Same):
            return " != ".join(map(self.text, inner.args)), COMPARISON
        return super().negation(e, known)

    # Scores --------------------------------------------------------------------------------------

    def _slot(self, slot: Any) -> str:
        if slot.change is not None:
            inner = slot.change.args[0]
            return f"{slot.name}[{inner.name if isinstance(slot.change, Moved) else 't'}]"
        if slot.cutoff is not None:
            return f"{slot.name}@{self.within(slot.cutoff, _ATOM)}"
        return str(slot.name)

    def score(self, e: Any, known: Any) -> Written:
        return f"{self._slot(e.slot)}({', '.join(map(self.text, e.listings))})", _ATOM

    def of_slot(self, e: Any, known: Any) -> Written:
        slot, *listings = e.args
        listed = ", ".join([self._slot(slot), *map(self.text, listings)])
        return f"{_OF_SLOTS[type(e)]}({listed})", _ATOM

    # Binders -------------------------------------------------------------------------------------

    def _bound(self, variables: Sequence[Any]) -> str:
        """Return variables with their domains, unless their letters tell all of them."""
        told = all(usual_domain(v.name, self.among) == _DOMAINS[type(v)] for v in variables)
        if told:
            return ", ".join(v.name for v in variables)
        groups = [(_DOMAINS[type(group[0])], group) for _, group in grouped(variables)]
        return ", ".join(f"{', '.join(v.name for v in group)} in {of}" for of, group in groups)

    def for_all(self, e: Any, known: Any) -> Written:
        word = _BINDERS[type(e)]
        return f"{word} {self._bound(e.variables)}: {self.text(e.body)}", 0

    exists = for_all

    def mean(self, e: Any, known: Any) -> Written:
        where = "" if e.where == sp.true else f" where {self.text(e.where)}"
        return f"{_BINDERS[type(e)]} {self._bound(e.variables)}{where}: {self.text(e.body)}", 0


def write_statement(statement: Any, among: str = "") -> str:
    """Return the text of a statement, or of a number in its words."""
    return StatementWriter(among).text(statement)
