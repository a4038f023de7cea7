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

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any

import sympy as sp
from mpmath.ctx_iv import MPIntervalContext
from mpmath.libmp import to_rational

from metrics.language.fold import RELATIONS
from metrics.language.runs import Gain
from metrics.language.term_printing import TermText
from metrics.language.terms import Listing, Place, Ratio
from metrics.language.weight_symbols import KINDS
from proofs.exact.decimals import Interval, agreed, between, rounded
from proofs.trusted.finite.lists import ListReading
from proofs.trusted.number import (
    Inconclusive,
    Irrational,
    Number,
    Undefined,
    added,
    has_unknowns,
)
from proofs.trusted.sign import enclosed
from proofs.trusted.value import Point, Reading, product, whole

PRECISIONS = (64, 128, 256, 1024)
LONGEST = 200
MOST_TERMS = 5_000_000
TABLES = (Listing, Gain, *KINDS, sp.IndexedBase)


class NotANumber(Exception):
    """A definition has no value at a point; the message names the quotient."""


def evaluated(e: Any, point: Point, reading: type[Evaluation] | None = None) -> Number:
    """Return the exact value of a term at a point."""
    reader = (reading or Evaluation)()
    try:
        return reader.value(e, point)
    except Undefined:
        raise NotANumber(reader.trouble()) from None


class Evaluation(ListReading):
    """Reads terms at one point, keeps what is read again, and remembers what was undefined."""

    def __init__(self) -> None:
        self._undefined: tuple[Any, Point] | None = None
        self._totals: dict[Any, list[Number]] = {}
        self._listings: dict[Any, tuple[int, ...]] = {}
        self._lengths: dict[Any, Number] = {}
        self._within = self._spelled = 0

    def value(self, e: Any, point: Point) -> Number:
        """Return the value of a term."""
        try:
            if isinstance(e, sp.Symbol) and e in point:
                return point[e]
            places = _places_of(e)
            if places is not None:
                return _at(e, *[point[place] for place in places])
            case = CASES.get(type(e))
            return super().value(e, point) if case is None else case(self, e, point)
        except Undefined:
            self._remember(e, point)
            raise

    def listing(self, term: Any, point: Point) -> tuple[int, ...]:
        """Return the entries of a listing; those of an ideal list are sorted once."""
        if term not in self._listings:
            self._listings[term] = super().listing(term, point)
        return self._listings[term]

    def value_Length(self, e: Any, point: Point) -> Number:
        if e not in self._lengths:
            self._lengths[e] = super().value_Length(e, point)
        return self._lengths[e]

    def _multiplied(self, e: Any, point: Point) -> Number:
        """Return a product; all factors are read, so that no 0 hides a 0/0."""
        values = [self.value(argument, point) for argument in e.args]
        if any(not isinstance(value, Irrational) and value == 0 for value in values):
            return 0
        return product(values)

    def value_Indicator(self, e: Any, point: Point) -> Number:
        compare = RELATIONS.get(type(e.args[0]))
        if compare is not None:
            left, right = (self.value(argument, point) for argument in e.args[0].args)
            if not isinstance(left, Irrational) and not isinstance(right, Irrational):
                return int(compare(left, right))
        return super().value_Indicator(e, point)

    # Sums ----------------------------------------------------------------------------------------

    def _folded(self, e: Any, point: Point) -> Number:
        if len(e.limits) > 1:
            self._spell(self._count(e.limits, point))
            return super().value(e, point)
        ((index, low, high),) = e.limits
        first, last = whole(self.value(low, point)), whole(self.value(high, point))
        key = self._key(e, first, point) if self._within else None
        self._spell(max(0, last - first + 1) if key not in self._totals else 0)
        if key is None:
            return self._outermost(e, point, first, last)
        adds = isinstance(e, sp.Sum)
        totals = self._totals.setdefault(key, [0 if adds else 1])
        while len(totals) <= last - first + 1:
            term = self.value(e.function, {**point, index: first + len(totals) - 1})
            totals.append(totals[-1] + term if adds else totals[-1] * term)
        return totals[max(0, last - first + 1)]

    def _spell(self, count: int) -> None:
        self._spelled += count
        if self._spelled > MOST_TERMS:
            raise Inconclusive(f"sums of more than {MOST_TERMS:,} terms")

    def _count(self, limits: Any, point: Point) -> int:
        """Return how many terms nested limits have at most, if most are at the first or last."""
        if not limits:
            return 1
        index, low, high = limits[-1]
        ends = whole(self.value(low, point)), whole(self.value(high, point))
        most = max(self._count(limits[:-1], {**point, index: end}) for end in ends)
        return max(0, ends[1] - ends[0] + 1) * most

    def _outermost(self, e: Any, point: Point, first: int, last: int) -> Number:
        index = e.limits[0][0]
        self._within += 1
        try:
            terms = [self.value(e.function, {**point, index: at}) for at in range(first, last + 1)]
        finally:
            self._within -= 1
        return added_up(terms) if isinstance(e, sp.Sum) else product(terms)

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
            above, below = (Evaluation().value(part, point) for part in (top, bottom))
        except (Undefined, Inconclusive):
            return f"{text} has no value"
        is_quotient = not isinstance(below, Irrational) and below == 0
        shown = "x" if isinstance(above, Irrational) else str(above)
        return f"{text} is {shown}/0" if is_quotient else f"{text} has no value"


def added_up(values: Iterable[Number]) -> Number:
    """Return the sum of many numbers; those that are not rational are joined once."""
    rational: Number = 0
    others = []
    for value in values:
        if isinstance(value, Irrational):
            others.append(value)
        else:
            rational = rational + value
    return added([rational, *others]) if others else rational


CASES: dict[Any, Callable[[Evaluation, Any, Point], Number]] = {
    sp.Mul: Evaluation._multiplied,
    sp.Sum: Evaluation._folded,
    sp.Product: Evaluation._folded,
}


@cache
def _places_of(e: Any) -> tuple[Any, ...] | None:
    """Return the one place on which a composed term depends, or none: it is evaluated once."""
    symbols = tuple(e.free_symbols)
    if not e.args or len(symbols) > 1 or e.has(*TABLES):
        return None
    return symbols if all(isinstance(symbol, Place) for symbol in symbols) else None


@cache
def _at(e: Any, *places: int) -> Number:
    return Reading().value(e, dict(zip(e.free_symbols, places, strict=True)))


@cache
def _read_by(e: Any) -> tuple[Any, ...]:
    """Return the symbols that the terms of a sum read, other than its index."""
    return tuple(sorted(e.function.free_symbols - {e.limits[0][0]}, key=str))


# Decimals ----------------------------------------------------------------------------------------


def interval(value: Number, bits: int = PRECISIONS[0]) -> Interval:
    """Return rational numbers between which a number certainly lies."""
    if not isinstance(value, Irrational):
        return Fraction(value), Fraction(value)
    return _ends(enclosed(value, bits))


def _ends(enclosure: Any) -> Interval:
    low, high = enclosure._mpi_
    return Fraction(*map(int, to_rational(low))), Fraction(*map(int, to_rational(high)))


def mean(values: Sequence[Number]) -> Number:
    """Return the arithmetic mean."""
    return added_up(values) * Fraction(1, len(values))


@dataclass(frozen=True)
class Decimals:
    """A number for reading: exact where it is rational, else certainly between two decimals."""

    exact: Fraction | None
    approx: str
    low: str
    high: str


def decimals(value: Number) -> Decimals:
    """Return a number without unknowns for reading."""
    if not isinstance(value, Irrational):
        return Decimals(Fraction(value), rounded(value), *between((value, value)))
    return _between(partial(interval, value))


def geometric(values: Sequence[Number], least: Fraction) -> Decimals:
    """Return the geometric mean of numbers, each raised to a least one; it must not be negative."""
    if len(values) == 1 and not isinstance(values[0], Irrational):
        return decimals(max(least, values[0]))
    return _between(partial(_root, values, least))


def _root(values: Sequence[Number], least: Fraction, bits: int) -> Interval:
    context = MPIntervalContext()
    context.prec = bits
    total = context.mpf(0)
    for value in values:
        low, high = (max(least, end) for end in interval(value, bits))
        if low < 0:
            raise Inconclusive("a geometric mean of numbers that may be negative")
        if high == 0:
            return Fraction(0), Fraction(0)
        if low == 0:
            raise Inconclusive("a geometric mean of numbers that are too close to 0")
        ends = [context.mpf(end.numerator) / context.mpf(end.denominator) for end in (low, high)]
        total += context.log(context.mpf([ends[0].a, ends[1].b]))
    return _ends(context.exp(total / len(values)))


def _between(enclose: Callable[[int], Interval]) -> Decimals:
    for bits in PRECISIONS:
        ends = enclose(bits)
        found = agreed(ends)
        if found is not None:
            return Decimals(None, found, *between(ends))
    raise Inconclusive("a decimal that 300 digits do not settle")


def approximate(value: Number) -> str | None:
    """Return a number as a correctly rounded decimal; None where it has unknowns."""
    unknown = isinstance(value, Irrational) and has_unknowns(value)
    return None if unknown else decimals(value).approx
