"""A metric's value at listings, for symbolic n."""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.formula import Score
from metrics.language.terms import j as j_symbol
from metrics.language.terms import k as k_symbol
from metrics.language.terms import n as n_symbol
from metrics.metric import FULL_DEPTH, PARAMETERS

UP_TO_N = sp.Symbol("k_up_to_n", integer=True, positive=True)


class Opened:
    """Opens the scores of a question.

    Cut-offs stay symbols, so that what is proved holds for all of them. The rules take n − k to
    be positive; a cut-off that may be n itself gets another name.
    """

    def __init__(self, question: Any) -> None:
        self.question = question

    def __call__(self, node: Score) -> Any:
        """Return the value of a score."""
        question = self.question
        metric = question.by_slot[node.slot.name]
        value = metric.open(node.listings, question.convention)
        if "j" not in question.parameters:
            value = value.subs(j_symbol, k_symbol)
        for name in ("k", "j"):
            if question.parameters.get(name) == FULL_DEPTH:
                value = value.subs(PARAMETERS[name], n_symbol)
        if "p" in question.parameters:
            value = value.subs(PARAMETERS["p"], sp.Rational(str(question.parameters["p"])))
        return value if metric.largest_k == n_symbol - 1 else value.subs(k_symbol, UP_TO_N)

    def term(self, e: Any) -> Any:
        """Open every score in a term."""
        return e.xreplace({node: self(node) for node in e.atoms(Score)})
