"""Exact values of expressions in coordinates, weights and gains: what the aspect engines compare.

>>> from sympy import Symbol, sqrt
>>> a = Symbol("a")
>>> print(value_at(1 - sqrt(a) / 2, {a: Fraction(8)}))
1 - sqrt(2)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp

from metrics.labels import Distance, LabelSpace, assigned, s, unrolled, x
from metrics.language.terms import Ratio
from proofs.exact.numbers import Exact, log_of
from proofs.exact.whole import Undecidable

Numbers = Mapping[Any, Any]
SIGNS = {
    sp.Eq: (0,),
    sp.Ne: (-1, 1),
    sp.Le: (-1, 0),
    sp.Lt: (-1,),
    sp.Ge: (0, 1),
    sp.Gt: (1,),
}


class NoValue(Exception):
    """A value is 0/0, x/0 or a root of a negative number."""


def fraction(value: Any) -> Fraction:
    """Return a SymPy rational as a fraction."""
    return Fraction(int(value.p), int(value.q))


def sign(number: Exact) -> int:
    """Return the certified sign of one number."""
    return int(number.signs())


def larger(a: Exact, b: Exact) -> Exact:
    """Return the larger of two numbers."""
    return a if sign(a - b) >= 0 else b


def value_at(e: Any, numbers: Numbers) -> Exact:
    """Return the exact value of an expression whose symbols have rational or exact values."""
    found = _value(e, numbers)
    if found.undefined:
        raise NoValue
    return found


def _value(e: Any, numbers: Numbers) -> Exact:
    if e in numbers:
        given = numbers[e]
        return given if isinstance(given, Exact) else Exact.rational(given)
    if e.is_Rational:
        return Exact.rational(fraction(e))
    arguments = [_value(argument, numbers) for argument in e.args]
    if isinstance(e, sp.Add):
        return reduce(lambda a, b: a + b, arguments)
    if isinstance(e, sp.Mul):
        return reduce(lambda a, b: a * b, arguments)
    if isinstance(e, sp.Pow) and arguments[1].is_rational:
        return arguments[0] ** arguments[1].as_fraction()
    if isinstance(e, sp.Abs):
        return arguments[0].absolute()
    if isinstance(e, sp.Max):
        return reduce(larger, arguments)
    if isinstance(e, sp.Min):
        return -reduce(larger, [-argument for argument in arguments])
    if isinstance(e, Ratio):
        return arguments[0] / arguments[1]
    if isinstance(e, sp.log):
        return log_of(arguments[0].as_fraction())
    raise Undecidable(f"an exact value of {e}")


def away_from_best(
    distance: Distance, checked: Mapping[str, Any], space: LabelSpace, label: Any
) -> Exact:
    """Return how far a label is from the best one: to be compared, so without an outer root."""
    value = unrolled(distance.value, len(space.aspects)).xreplace(assigned(checked))
    rooted = isinstance(value, sp.Pow) and value.exp.is_Rational and 0 < value.exp < 1
    points = zip(space.embed(label), space.embed(space.best), strict=True)
    entries: dict[Any, Any] = {}
    for place, (here, top) in enumerate(points, 1):
        entries[x[place]], entries[s[place]] = here, top
    found = value_at((value.base if rooted else value).xreplace(entries), {})
    if rooted and sign(found) < 0:
        raise NoValue
    return found


def true_at(formula: Any, numbers: Numbers) -> bool:
    """Decide a formula without quantifiers; raise :class:`NoValue` where a value is undefined."""
    if formula in (sp.true, sp.false):
        return bool(formula)
    if isinstance(formula, sp.And):
        return all(true_at(argument, numbers) for argument in formula.args)
    if isinstance(formula, sp.Or):
        return any(true_at(argument, numbers) for argument in formula.args)
    if isinstance(formula, sp.Not):
        return not true_at(formula.args[0], numbers)
    if isinstance(formula, sp.Implies):
        return not true_at(formula.args[0], numbers) or true_at(formula.args[1], numbers)
    left, right = (_at_hand(side, numbers) for side in formula.args)
    if left is not None and right is not None:
        return (left > right) - (left < right) in SIGNS[type(formula)]
    difference = value_at(formula.lhs, numbers) - value_at(formula.rhs, numbers)
    return sign(difference) in SIGNS[type(formula)]


def _at_hand(e: Any, numbers: Numbers) -> Fraction | None:
    """Return a rational number that needs no computing."""
    if e.is_Rational:
        return fraction(e)
    found = numbers.get(e)
    return found if isinstance(found, Fraction) else None
