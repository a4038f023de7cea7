"""Exact values of expressions in coordinates, weights and gains: what the aspect engines compare.

>>> from sympy import Symbol, sqrt
>>> a = Symbol("a")
>>> print(value_at(1 - sqrt(a) / 2, {a: Fraction(8)}))
1 - sqrt(2)
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp

from metrics.labels import Distance, LabelSpace, assigned, s, unrolled, x
from metrics.language.fold import RELATIONS, Decided, names
from metrics.language.written import NoValue
from proofs.exact.compiled import Compiler, Node, fixed
from proofs.exact.numbers import Exact
from proofs.exact.whole import Undecidable

Numbers = Mapping[Any, Any]
SIGNS = {sp.Eq: (0,), sp.Ne: (-1, 1), sp.Le: (-1, 0), sp.Lt: (-1,), sp.Ge: (0, 1), sp.Gt: (1,)}


def fraction(value: Any) -> Fraction:
    """Return a SymPy rational as a fraction."""
    return Fraction(int(value.p), int(value.q))


def sign(number: Exact) -> int:
    """Return the certified sign of one number."""
    return int(number.signs())


def value_at(e: Any, numbers: Numbers) -> Exact:
    """Return the exact value of an expression whose symbols have rational or exact values."""
    found: Exact = _READER.read(e, numbers).value
    if found.undefined:
        raise NoValue
    return found


class _Reader(Decided, Compiler):
    """Exact values at given numbers, and conditions that are simply true or false."""

    reader = "an exact value"
    refuses = names(
        "rounded loops choices listings ranked judged weights aspects symbol sign binomial"
    )

    def unread(self, e: Any, known: Any) -> Any:
        raise Undecidable(f"an exact value of {e}")

    def given(self, e: Any, known: Any) -> Node:
        found = known[e]
        return fixed(found if isinstance(found, Exact) else Exact.rational(found))

    def total(self, values: Iterable[Node]) -> Node:
        return fixed(reduce(operator.add, [node.value for node in values]))

    def times(self, values: Iterable[Node]) -> Node:
        return fixed(reduce(operator.mul, [node.value for node in values]))

    def relation(self, e: Any, known: Any) -> bool:
        left, right = (_at_hand(side, known) for side in e.args)
        if left is not None and right is not None:
            return bool(RELATIONS[type(e)](left, right))
        return sign(value_at(e.lhs, known) - value_at(e.rhs, known)) in SIGNS[type(e)]


_READER = _Reader()


def away_from_best(
    distance: Distance, checked: Mapping[str, Any], space: LabelSpace, label: Any
) -> Exact:
    """Return how far a label is from the best one: to be compared, so without an outer root."""
    value = unrolled(distance.value, len(space.aspects))
    entries = {**assigned(checked)}
    for place, (here, top) in enumerate(
        zip(space.embed(label), space.embed(space.best), strict=True), 1
    ):
        entries[x[place]], entries[s[place]] = here, top
    numbers = {e: fraction(one) for e, one in entries.items() if one.is_Rational}
    numbers = {e: one for e, one in numbers.items() if not isinstance(e, sp.Symbol)}
    value = value.xreplace({e: one for e, one in entries.items() if e not in numbers})
    rooted = isinstance(value, sp.Pow) and value.exp.is_Rational and 0 < value.exp < 1
    found = value_at(value.base if rooted else value, numbers)
    if rooted and sign(found) < 0:
        raise NoValue
    return found


def true_at(formula: Any, numbers: Numbers) -> bool:
    """Decide a formula without quantifiers; raise :class:`NoValue` where a value is undefined."""
    return bool(_READER.read(formula, numbers))


def _at_hand(e: Any, numbers: Numbers) -> Fraction | None:
    """Return a rational number that needs no computing."""
    if e.is_Rational:
        return fraction(e)
    found = numbers.get(e)
    return found if isinstance(found, Fraction) else None
