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

from sympy import Basic, Expr, Symbol, sympify
from sympy.core.symbol import Str

from metrics.language.domains import DEGREES, RUNS
from metrics.language.terms import Listing, Place


class Run(Listing):
    """A variable over judged runs; two with the same name are the same."""

    domain = RUNS

    def __new__(cls, name: str | Str) -> Run:
        return Basic.__new__(cls, name if isinstance(name, Str) else Str(name))

    @property
    def name(self) -> str:
        """The name, as in JSON witnesses."""
        return str(self.args[0].name)

    def __call__(self, place: Any) -> Grade:
        """Return the degree at `place`."""
        return Grade(self, sympify(place))


class Grade(Expr):
    """The relevance degree of a run at a place: an integer from 0 to c."""

    is_commutative = True
    is_integer = True
    is_nonnegative = True

    def __new__(cls, run: Run, place: Any) -> Grade:
        return Expr.__new__(cls, run, sympify(place))


class Gain(Expr):
    """g(aₓ), the gain of a degree x."""

    is_commutative = True
    is_real = True
    is_nonnegative = True

    def __new__(cls, degree: Any) -> Gain:
        return Expr.__new__(cls, sympify(degree))


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
