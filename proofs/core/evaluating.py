"""The value of a definition at one point, by the reading that replays refutations.

Two things are added to that reading. It remembers which quotient was undefined, so that it can be
named. And sums within sums, such as the precision at each rank of a list, are not added up anew at
every place: the totals up to each place are kept, so a list of a thousand places takes a thousand
steps and not a million. What is kept depends on everything that the terms read.

>>> from sympy import Sum
>>> from metrics.language.terms import i, n, sigma
>>> evaluated(Sum(i * sigma(i), (i, 1, n)), {n: 2, sigma: (2, 1)})
4
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import sympy as sp

from metrics.language.term_printing import TermText
from metrics.language.terms import Ratio
from proofs.exact.decimals import Interval, agreed
from proofs.trusted.number import (
    Inconclusive,
    Irrational,
    Number,
    Undefined,
    added,
    has_unknowns,
)
from proofs.trusted.sign import enclosed
from proofs.trusted.value import Point, Reading, whole

PRECISIONS = (64, 128, 256, 1024)
LONGEST = 200


class NotANumber(Exception):
    """A definition has no value at a point; the message names the quotient."""


def evaluated(e: Any, point: Point, reading: type[Evaluation] | None = None) -> Number:
    """Return the exact value of a term at a point."""
    reader = (reading or Evaluation)()
    try:
        return reader.value(e, point)
    except Undefined:
        raise NotANumber(reader.trouble()) from None


class Evaluation(Reading):
    """Reads terms, keeps the totals of inner sums, and remembers what was undefined."""

    def __init__(self) -> None:
        self._undefined: tuple[Any, Point] | None = None
        self._totals: dict[Any, list[Number]] = {}
        self._within = 0

    def value(self, e: Any, point: Point) -> Number:
        """Return the value of a term."""
        try:
            if isinstance(e, sp.Sum | sp.Product) and len(e.limits) == 1:
                return self._folded(e, point)
            return super().value(e, point)
        except Undefined:
            self._remember(e, point)
            raise

    # Sums ----------------------------------------------------------------------------------------

    def _folded(self, e: Any, point: Point) -> Number:
        ((index, low, high),) = e.limits
        first, last = whole(self.value(low, point)), whole(self.value(high, point))
        key = self._key(e, first, point) if self._within else None
        if key is None:
            return self._outermost(e, point, first, last)
        adds = isinstance(e, sp.Sum)
        totals = self._totals.setdefault(key, [0 if adds else 1])
        while len(totals) <= last - first + 1:
            term = self.value(e.function, {**point, index: first + len(totals) - 1})
            totals.append(totals[-1] + term if adds else totals[-1] * term)
        return totals[max(0, last - first + 1)]

    def _outermost(self, e: Any, point: Point, first: int, last: int) -> Number:
        index = e.limits[0][0]
        self._within += 1
        try:
            terms = [self.value(e.function, {**point, index: at}) for at in range(first, last + 1)]
        finally:
            self._within -= 1
        if isinstance(e, sp.Sum):
            rational = [term for term in terms if not isinstance(term, Irrational)]
            others = [term for term in terms if isinstance(term, Irrational)]
            return added([sum(rational, 0), *others]) if others else sum(rational, 0)
        total: Number = 1
        for term in terms:
            total = total * term
        return total

    def _key(self, e: Any, first: int, point: Point) -> Any:
        """Return what the totals of a sum depend on, or None where that cannot be compared."""
        read = [point[symbol] for symbol in _read_by(e) if symbol in point]
        if any(isinstance(value, Irrational) for value in read):
            return None
        return (e.func, e.function, first, *read)

    # What is undefined ---------------------------------------------------------------------------

    def _remember(self, e: Any, point: Point) -> None:
        """Keep the innermost undefined term; of a quotient that SymPy has as a product, all."""
        if self._undefined is None or (isinstance(e, sp.Mul) and self._undefined[0] in e.args):
            self._undefined = e, point

    def trouble(self) -> str:
        """Return what was undefined, and how."""
        assert self._undefined is not None
        e, point = self._undefined
        text = TermText().doprint(e)
        text = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
        top, bottom = e.args if isinstance(e, Ratio) else sp.fraction(e)
        try:
            above, below = (Reading().value(part, point) for part in (top, bottom))
        except (Undefined, Inconclusive):
            return f"{text} has no value"
        is_quotient = not isinstance(below, Irrational) and below == 0
        shown = "x" if isinstance(above, Irrational) else str(above)
        return f"{text} is {shown}/0" if is_quotient else f"{text} has no value"


@cache
def _read_by(e: Any) -> tuple[Any, ...]:
    """Return the symbols that the terms of a sum read, other than its index."""
    return tuple(sorted(e.function.free_symbols - {e.limits[0][0]}, key=str))


# Decimals ----------------------------------------------------------------------------------------


def interval(value: Number, bits: int = PRECISIONS[0]) -> Interval:
    """Return rational numbers between which a number certainly lies."""
    if not isinstance(value, Irrational):
        return Fraction(value), Fraction(value)
    from mpmath.libmp import to_rational

    low, high = enclosed(value, bits)._mpi_
    return Fraction(*map(int, to_rational(low))), Fraction(*map(int, to_rational(high)))


def approximate(value: Number) -> str | None:
    """Return a number as a correctly rounded decimal; None where it has unknowns."""
    if isinstance(value, Irrational) and has_unknowns(value):
        return None
    for bits in PRECISIONS:
        found = agreed(interval(value, bits))
        if found is not None:
            return found
    raise Inconclusive("a decimal that 300 digits do not settle")
