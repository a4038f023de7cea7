"""A further document of grade 0 that is not retrieved, and the values that it leaves as they are.

Why it is right. The new document stands at the place n + 1, with grade 0, beyond the length; in
the ideal list it is the last document, with grade 0 and retrieved. A sum over all places gets one
term more, at that place: it is 0 where a factor of it is a gain of a grade there, or says that
the place is not beyond the length. A product gets one factor more, which is 1 for the same
reason. All other terms are at places that were there before. Beside the upper ends of such sums
and products nothing may know n; only that a place is at most n, which it is before and after.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.language.formula import Defined, Score
from metrics.language.lists import Ideal, Length, SameTop
from metrics.language.runs import Grade
from metrics.language.terms import Indicator, Place, Ratio, n
from proofs.trusted.every_n.judged.terms import gain_grade, is_defined, is_positive
from proofs.trusted.number import Inconclusive


def insist_unchanged(e: Any, also_ideal: bool) -> None:
    """Insist that a value does not change with the new document.

    `also_ideal` asks the same of the ideal list, in which the new document is retrieved: then its
    length changes.
    """
    if e == n:
        raise Inconclusive("a value that knows how many documents there are")
    if isinstance(e, sp.Sum | sp.Product):
        _insist_last(e, also_ideal)
        return
    if isinstance(e, Length) and (also_ideal or e.has(Ideal)):
        raise Inconclusive("a value that knows the length of the list")
    for part in e.args:
        insist_unchanged(part, also_ideal)


def insist_still_defined(e: Any, also_ideal: bool) -> None:
    """Insist that a value that is defined stays so with the new document; it may change.

    What is divided by is either positive, whatever it is, or stays as it is.
    """
    if is_defined(e):
        return
    if isinstance(e, Ratio):
        top, bottom = e.args
        insist_still_defined(top, also_ideal)
        if not is_positive(bottom):
            insist_unchanged(bottom, also_ideal)
    elif isinstance(e, sp.Add | sp.Mul):
        for part in e.args:
            insist_still_defined(part, also_ideal)
    else:
        insist_unchanged(e, also_ideal)


def insist_still_said(e: Any) -> None:
    """Insist that what a statement says beside its scores does not change with the new document."""
    if isinstance(e, sp.Le) and isinstance(e.args[0], Place) and e.args[1] == n:
        return
    if isinstance(e, SameTop) and e.args[2] == n:
        insist_still_said(sp.Tuple(*e.args[:2]))
        return
    if e == n:
        raise Inconclusive("a statement that knows how many documents there are")
    if isinstance(e, sp.Sum | sp.Product):
        _insist_last(e, False)
        return
    if isinstance(e, Ideal):
        raise Inconclusive("a statement about the length of the ideal list")
    for part in e.args:
        inside = isinstance(e, Score | Defined | Grade) and isinstance(part, Ideal)
        insist_still_said(part.args[0] if inside else part)


def _insist_last(e: Any, also_ideal: bool) -> None:
    if len(e.limits) != 1:
        raise Inconclusive("a sum with several indices")
    index, low, high = e.limits[0]
    inside = e.function
    if high == n:
        term = inside if isinstance(e, sp.Sum) else sp.expand(1 - inside)
        if low != 1 or not is_defined(term) or not _is_zero(term, index, also_ideal):
            raise Inconclusive("a new term that need not be 0")
        if also_ideal:
            inside = _without_seen(inside, index)
    elif low != 1 or high.has(n, Length):
        raise Inconclusive("a sum over places that move")
    insist_unchanged(inside, also_ideal)


def _is_zero(term: Any, index: Any, also_ideal: bool) -> bool:
    """Tell whether a term at a place is 0 where the grade there is 0, and it is not retrieved."""
    for factor in sp.Mul.make_args(term):
        grade = gain_grade(factor)
        if grade is not None and grade.args[1] == index:
            return True
        if not also_ideal and _is_seen(factor, index):
            return True
    return False


def _is_seen(factor: Any, index: Any) -> bool:
    if not isinstance(factor, Indicator) or not isinstance(factor.args[0], sp.Le):
        return False
    place, end = factor.args[0].args
    return isinstance(end, Length) and not end.has(Ideal) and place == index


def _without_seen(term: Any, index: Any) -> Any:
    """Drop that a place is retrieved: in the ideal list every place is, before and after."""
    return sp.Mul(*[one for one in sp.Mul.make_args(term) if not _is_seen(one, index)])
