"""A metric's value at listings, for symbolic n."""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.formula import Score
from metrics.language.parameters import SYMBOLS
from metrics.language.premises import FULL_DEPTH
from metrics.language.terms import Indicator, spelled
from metrics.language.terms import j as j_symbol
from metrics.language.terms import k as k_symbol
from metrics.language.terms import n as n_symbol
from metrics.metric import Metric

CUTOFFS = ("k", "j")


class Cutoff(sp.Symbol):
    """A cut-off of which nothing is known but that it is at least 1."""

    def __new__(cls, name: str) -> Cutoff:
        return sp.Symbol.__new__(cls, name, integer=True, positive=True)


class UpToN(Cutoff):
    """A cut-off that is at most n."""


class BelowN(UpToN):
    """A cut-off that is at most n − 1."""


def cutoff(name: str, metric: Metric) -> Cutoff:
    """Return the symbol for a cut-off, as far as the metric bounds it.

    >>> from metrics.overlap import recall
    >>> type(cutoff("j", recall)).__name__
    'BelowN'
    """
    room = n_symbol - metric.largest_k
    if room.is_positive:
        return BelowN(name)
    return UpToN(name) if room.is_nonnegative else Cutoff(name)


class Opened:
    """Opens the scores of a question.

    Cut-offs stay symbols, so that what is proved holds for all of them; each is a symbol that
    says how it compares with n, and rules rely on nothing else.
    """

    def __init__(self, question: Any) -> None:
        self.question = question

    def __call__(self, node: Score) -> Any:
        """Return the value of a score."""
        question = self.question
        metric = question.by_slot[node.slot.name]
        given = question.parameters
        value = metric.open(node.listings, question.reads_as).replace(Indicator, spelled)
        if "j" not in given and any("k" in other.parameters for other in question.metrics):
            value = value.xreplace({j_symbol: k_symbol})
        known = {
            SYMBOLS[name]: n_symbol if given.get(name) == FULL_DEPTH else cutoff(name, metric)
            for name in CUTOFFS
        }
        if "p" in given:
            known[SYMBOLS["p"]] = sp.Rational(str(given["p"]))
        return value.xreplace(known)

    def term(self, e: Any) -> Any:
        """Open every score in a term."""
        return e.xreplace({node: self(node) for node in e.atoms(Score)})
