"""The words of orders: r ⊑ s, joins and meets, linked runs, and steps from one to another.

The order is filled in when a question is asked. A join or meet that does not exist is undefined,
and a case that names one is left out and counted, like any undefined value. A step leads from a run
to one that is strictly above it, with none strictly between.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import And, Implies, Integer
from sympy.logic.boolalg import Boolean

from axioms.language.formula import Score
from metrics.language.runs import Grade
from metrics.language.terms import At, Listing, Place, Value, n


class Below(Boolean):
    """r ⊑ s."""

    written = ("{0} ⊑ {1}", r"{0} \sqsubseteq {1}")


class Linked(Boolean):
    """A path of comparable runs leads from r to s."""

    written = ("{0} and {1} are linked by comparable runs", r"{0} \sim {1}")


class Join(Listing):
    """The least upper bound, where there is one."""


class Meet(Listing):
    """The greatest lower bound, where there is one."""


class ClosedJoin(Listing):
    """The join as the order's closed form has it, place by place."""

    written = ("max({0}, {1})", r"\max({0}, {1})")


class ClosedMeet(Listing):
    """The meet as the order's closed form has it, place by place."""

    written = ("min({0}, {1})", r"\min({0}, {1})")


class MostSteps(Value):
    """How many steps the longest path from one run to another has, where there is one."""

    is_integer = True
    is_nonnegative = True
    written = ("most steps from {0} to {1}", r"\operatorname{{most}}({0}, {1})")


class FewestSteps(Value):
    """How many steps the shortest path from one run to another has, where there is one."""

    is_integer = True
    is_nonnegative = True
    written = ("fewest steps from {0} to {1}", r"\operatorname{{fewest}}({0}, {1})")


def dual(formula: Any) -> Any:
    """Return the formula about the order turned upside down.

    >>> from metrics.language.runs import r, s
    >>> dual(Below(r, Join(r, s))) == Below(Meet(r, s), r)
    True
    """
    if not formula.args:
        return formula
    arguments = [dual(argument) for argument in formula.args]
    if isinstance(formula, Below | MostSteps | FewestSteps):
        return formula.func(*reversed(arguments))
    return _TURNED.get(formula.func, formula.func)(*arguments)


_TURNED = {Join: Meet, Meet: Join, ClosedJoin: ClosedMeet, ClosedMeet: ClosedJoin}
_LENGTHS = (MostSteps, FewestSteps)
WORDS = (Below, Linked, *_TURNED, *_LENGTHS)


@lru_cache(maxsize=1024)
def condition(statement: Any) -> Any:
    """Return what must be true for the statement to speak of a case at all.

    It is the part of the premise that names nothing which may be undefined: where it is false,
    no value is named, and the case is not counted among those that are undefined.

    >>> from metrics.language.runs import r, s
    >>> condition(Implies(And(Below(r, s), Below(Join(r, s), s)), Below(s, r))) == Below(r, s)
    True
    """
    return surely_defined(statement.args[0]) if isinstance(statement, Implies) else And()


def surely_defined(formula: Any) -> Any:
    """Return the conjunction of what a formula says without naming anything undefined."""
    return And(*[part for part in And.make_args(formula) if not may_be_undefined(part)])


@lru_cache(maxsize=1024)
def may_be_undefined(formula: Any) -> bool:
    """Tell whether a formula names a score, a join, a meet, steps, or a computed place."""
    if formula.has(Score, *_TURNED, *_LENGTHS):
        return True
    places = {entry.args[1] for entry in formula.atoms(At, Grade)} - {Integer(1), n}
    return any(not isinstance(place, Place) for place in places)
