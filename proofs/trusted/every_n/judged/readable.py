"""Which formulas of metrics of lists the rules for every n read at all.

Why it is right. The rules know what each word below means, and that a place that a grade is read at
lies in the list for every n: it is an index that runs from 1 to n, to another such index, or to the
place before it. A word that is not listed, a place that is anything else, a cut-off that is no
number, and a name that is used for two indices are not read, so nothing is concluded from them.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from metrics.language.lists import Ideal, Length, Sorted
from metrics.language.premises import Within
from metrics.language.runs import Gain, Grade, base, c
from metrics.language.terms import Indicator, Place, Ratio, k, n, p
from proofs.trusted.number import Inconclusive

MADE_OF_PARTS = (
    *(sp.Add, sp.Mul, sp.Pow, sp.log, sp.Max, sp.Min, Ratio, Indicator, sp.Piecewise),
    *(sp.functions.elementary.piecewise.ExprCondPair, Relational, sp.And, sp.Or, sp.Not),
)


def insist_readable(metric: Any) -> None:
    """Insist that a metric is written in words that the rules know, about places that exist."""
    depth, value = metric.depth, metric.value
    whole = isinstance(depth, sp.Integer) and depth >= 1
    if depth not in (n, k) and not whole:
        raise Inconclusive("a cut-off that is no number")
    if isinstance(metric.rel, bool) or not isinstance(metric.rel, int) or metric.rel < 1:
        raise Inconclusive("a grade from which on documents are relevant that is less than 1")
    if value.has(k) and depth != k:
        raise Inconclusive("a cut-off that the metric does not declare")
    _walk(value, metric.inputs[0], ())


def _walk(e: Any, listed: Any, places: tuple[Any, ...]) -> None:
    if isinstance(e, sp.Rational | BooleanAtom | Within) or e in (n, k, c, p, base, *places):
        return
    if isinstance(e, sp.Sum | sp.Product):
        _walk(e.function, listed, (*places, _index(e, places)))
    elif isinstance(e, Grade):
        if e.args[0] not in (listed, Ideal(listed), Sorted(listed)) or e.args[1] not in places:
            raise Inconclusive("a grade at a place that need not be there")
    elif isinstance(e, Length):
        if e.args[0] != listed:
            raise Inconclusive("the length of another list")
    elif isinstance(e, Gain):
        if e.args[0] != c:
            _insist(isinstance(e.args[0], Grade))
            _walk(e.args[0], listed, places)
    else:
        _insist(isinstance(e, MADE_OF_PARTS))
        for part in e.args:
            _walk(part, listed, places)


def _index(e: Any, places: tuple[Any, ...]) -> Any:
    """Return the index of a sum or product over places that are there for every n."""
    _insist(len(e.limits) == 1)
    index, low, high = e.limits[0]
    ends = {n, *places, *[place - 1 for place in places]}
    _insist(isinstance(index, Place) and index not in places and low == 1 and high in ends)
    return index


def _insist(known: bool) -> None:
    if not known:
        raise Inconclusive("a word that the rules for lists do not read")
