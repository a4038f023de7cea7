"""The words of orders: r ⊑ s, joins and meets, and being linked by comparable runs.

The order is filled in when a question is asked. A join or meet that does not exist is undefined,
and a case that names one is left out and counted, like any undefined value.
"""

from __future__ import annotations

from sympy import Basic
from sympy.logic.boolalg import Boolean

from metrics.language.runs import Run
from metrics.language.terms import Listing


class Below(Boolean):
    """r ⊑ s."""

    def __new__(cls, lower: Listing, higher: Listing) -> Below:
        return Basic.__new__(cls, lower, higher)


class Linked(Boolean):
    """A path of comparable runs leads from r to s."""

    def __new__(cls, start: Run, end: Run) -> Linked:
        return Basic.__new__(cls, start, end)


class Join(Listing):
    """The least upper bound, where there is one."""

    def __new__(cls, first: Listing, second: Listing) -> Join:
        return Basic.__new__(cls, first, second)


class Meet(Listing):
    """The greatest lower bound, where there is one."""

    def __new__(cls, first: Listing, second: Listing) -> Meet:
        return Basic.__new__(cls, first, second)


class ClosedJoin(Listing):
    """The join as the order's closed form has it, place by place."""

    def __new__(cls, first: Listing, second: Listing) -> ClosedJoin:
        return Basic.__new__(cls, first, second)


class ClosedMeet(Listing):
    """The meet as the order's closed form has it, place by place."""

    def __new__(cls, first: Listing, second: Listing) -> ClosedMeet:
        return Basic.__new__(cls, first, second)
