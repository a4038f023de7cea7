"""A metric's value at listings, for symbolic n."""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.formula import Score


class Opened:
    """A metric's value at listings, for symbolic n."""

    def __init__(self, question: Any) -> None:
        self.question = question

    def __call__(self, node: Score) -> Any:
        """Return the value of a score."""
        question = self.question
        metric = question.by_slot[node.slot.name]
        value = metric.open(node.listings, question.convention)
        numbers = dict(question.parameters)
        if "j" in metric.parameters and "j" not in numbers:
            j, k = (sp.Symbol(name, integer=True, positive=True) for name in "jk")
            value = value.subs(j, k)
        for name, number in numbers.items():
            symbol = {s.name: s for s in value.free_symbols}.get(name)
            if symbol is not None:
                value = value.subs(symbol, sp.Rational(str(number)))
        return value

    def term(self, e: Any) -> Any:
        """Open every score in a term."""
        return e.xreplace({node: self(node) for node in e.atoms(Score)})
