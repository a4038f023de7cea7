"""The words of judged runs: grades, degrees and gains.

A judged run lists N relevance degrees a₀ < … < a_c; ``r(i)`` is the degree at place i, as an
integer from 0 to c. ``Gain(x)`` is g(aₓ): g(a₀) = 0, and strictly increasing, unless gains are
given. In a set-based run the degrees are listed in decreasing order (`giner`, §4).

>>> from metrics.language.terms import i
>>> r(i).is_nonnegative
True
"""

from __future__ import annotations

from typing import Any

from sympy import Symbol

from metrics.language.domains import DEGREES, RUNS
from metrics.language.terms import Listing, Named, Place, Value


class Run(Named, Listing):
    """A variable over judged runs."""

    domain = RUNS
    written = ("{0}", "{0}")

    def __call__(self, place: Any) -> Grade:
        """Return the degree at `place`."""
        return Grade(self, place)


class Grade(Value):
    """The relevance degree of a run at a place: an integer from 0 to c."""

    is_integer = True
    is_nonnegative = True
    written = ("{0}({1})", "{0}({1})")


class Gain(Value):
    """g(aₓ), the gain of a degree x."""

    is_real = True
    is_nonnegative = True
    written = ("g({0})", "g({0})")


class PlaceWeight(Value):
    """w(i), the weight of a place: a positive number that depends on the rank alone."""

    is_real = True
    is_positive = True
    written = ("w({0})", "w({0})")


class FreeWeight(Symbol):
    """The weight of a place, where it is left free."""

    def __new__(cls, place: int) -> FreeWeight:
        return Symbol.__new__(cls, f"w{place}", positive=True)


class Degree(Symbol):
    """A variable over the degrees 0, …, c."""

    domain = DEGREES

    def __new__(cls, name: str) -> Degree:
        return Symbol.__new__(cls, name, integer=True, nonnegative=True)


r, s, t, u, v = (Run(name) for name in "rstuv")
a, a_other = Degree("a"), Degree("b")
spot, spot_other = Place("k"), Place("l")
c = Symbol("c", integer=True, positive=True)
base = Symbol("b", positive=True)
recall_base = Symbol("RB", integer=True, positive=True)
