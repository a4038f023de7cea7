"""A term with everything put in, written out as a SymPy expression; numbers or symbols.

What stands for what comes in one mapping: symbols and input rankings or runs by themselves,
indexed names by their base, and under "gains", "w", "delta", "similarity" and "heights" the
numbers of degrees, items, places (from the second on), pairs of items and depths; "fixed" is the
reading of fixed points. This is for showing values and for engines; refutations are replayed by
other code.

>>> from metrics.gain import dcg
>>> print(value_of(dcg, [(2, 1)], {}, "items"))
log(2)/log(3) + 2
>>> from metrics.language.terms import Compose, Inverse, sigma
>>> listing(Compose(sigma, Inverse(sigma)), {"sigma": (2, 3, 1)}, 3)
(1, 2, 3)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from metrics.language import lists, pools, terms, tops
from metrics.language import weight_symbols as weights
from metrics.language.domains import RANKINGS, TOPS
from metrics.language.fold import Unread, WrittenOut
from metrics.language.parameters import SYMBOLS
from metrics.language.runs import Gain
from metrics.language.terms import n, read
from metrics.metric import Metric
from metrics.naming import BadInput

Known = Mapping[Any, Any]


class NoValue(Exception):
    """A value is 0/0 or x/0, or not real."""


def value_of(
    metric: Metric,
    rankings: Sequence[Sequence[int]],
    parameters: Mapping[str, Any],
    convention: str,
) -> Any:
    """Return the metric's value at rankings; parameters are numbers, symbols, or tables of them."""
    known: dict[Any, Any] = {n: len(rankings[0])}
    known.update({SYMBOLS.get(name, name): value for name, value in parameters.items()})
    known.update(zip(metric.inputs, rankings, strict=True))
    return written(read(metric.value, convention), known)


def written(e: Any, known: Known, defined: bool = False) -> Any:
    """Return an expression with its symbols, listings and tables put in.

    Whether it is a real number is not asked again of one that is known to be defined.
    """
    return (_Defined() if defined else _PutIn()).read(e, known)


def written_or_nan(e: Any, known: Known) -> Any:
    """Return an expression with everything put in; nan where it has no value."""
    try:
        return written(e, known)
    except NoValue:
        return sp.nan


class _PutIn(WrittenOut):
    reader = "putting values in"

    def given(self, e: Any, known: Known) -> Any:
        return _number(known[e])

    def entry(self, e: Any, known: Known) -> Any:
        listing, place = e.args
        turned = isinstance(listing, terms.Inverse)
        entries = _inverse(known[listing.args[0]]) if turned else known[listing]
        return sp.Integer(_entry(entries, self.whole(place, known)))

    def grade(self, e: Any, known: Known) -> Any:
        listed, place = e.args
        return sp.Integer(pools.grade(_entry(_listed(listed, known), self.whole(place, known))))

    def length(self, e: Any, known: Known) -> Any:
        listed = e.args[0]
        if TOPS.ranges(listed):
            return sp.Integer(len(tops.flat(known[listed])))
        return sp.Integer(pools.length(_listed(listed, known)))

    def rank_in(self, e: Any, known: Known) -> Any:
        listed, item = e.args
        return sp.Integer(tops.rank(known[listed], self.whole(item, known), int(known[n])))

    def tied_with(self, e: Any, known: Known) -> Any:
        listed, item = e.args
        return sp.Integer(tops.tied_with(known[listed], self.whole(item, known)))

    def indexed(self, e: Any, known: Known) -> Any:
        entry = known[e.base]
        for index in e.indices:
            entry = _entry(entry, self.whole(index, known))
        return _number(entry)

    def ratio(self, e: Any, known: Known) -> Any:
        top, bottom = self.arguments(e, known)
        return self.finite(sp.nan if bottom == 0 else top / bottom)

    def piecewise(self, e: Any, known: Known) -> Any:
        """Return the first branch whose condition is true; the others need not be defined."""
        for value, condition in e.args:
            true = self.read(condition, known)
            if true not in (sp.true, sp.false):
                raise Unread(self.reader, f"a branch where nothing says whether {true}")
            if true == sp.true:
                return self.read(value, known)
        raise NoValue

    def remainder(self, e: Any, known: Known) -> Any:
        value, by = self.arguments(e, known)
        if by == 0:
            raise NoValue
        return sp.Mod(value, by)

    def unread(self, e: Any, known: Known) -> Any:
        if type(e) in WEIGHT_AT:
            places = [self.whole(argument, known) for argument in e.args]
            return _number(WEIGHT_AT[type(e)](known, *places))
        return self.finite(super().unread(e, known)) if e.args else e

    def finite(self, value: Any) -> Any:
        """Return a value that is a real number, or may be one."""
        if value.has(sp.zoo, sp.nan, sp.oo) or getattr(value, "is_real", None) is False:
            raise NoValue
        return value


class _Defined(_PutIn):
    def finite(self, value: Any) -> Any:
        return value


def _listed(term: Any, known: Known) -> tuple[int, ...]:
    """Return the grades of a run or list, or those of its ideal or sorted list."""
    if isinstance(term, lists.Ideal):
        return pools.ideal(_listed(term.args[0], known))
    if isinstance(term, lists.Sorted):
        return pools.sorted_list(_listed(term.args[0], known))
    return tuple(known[term])


def _entry(entries: Sequence[Any], place: int) -> Any:
    """Return the entry at a place from 1 on; there is none outside."""
    if not 1 <= place <= len(entries):
        raise NoValue
    return entries[place - 1]


def _number(value: Any) -> Any:
    if isinstance(value, Fraction):
        return sp.Rational(value.numerator, value.denominator)
    return sp.Integer(value) if isinstance(value, int) else value


# Weights -----------------------------------------------------------------------------------------


def _cost(known: Known, place: int) -> Any:
    return 0 if place == 1 else _entry(known["delta"], place - 1)


def _reach(known: Known, place: int, start: int = 1) -> Any:
    return sum(_cost(known, j) for j in range(start + 1, place + 1))


def _mean_cost(known: Known, i: int, j: int) -> Any:
    if i == j:
        return _cost(known, i) if known["fixed"] == "delta" else int(known["fixed"] == "one")
    return _reach(known, max(i, j), min(i, j)) * Fraction(1, abs(i - j))


WEIGHT_AT: dict[Any, Any] = {
    Gain: lambda known, degree: _entry(known["gains"], degree + 1),
    weights.ElementWeight: lambda known, item: _entry(known["w"], item),
    weights.Height: lambda known, depth: _entry(known["heights"], depth),
    weights.PositionCost: _cost,
    weights.Reach: _reach,
    weights.MeanCost: _mean_cost,
    weights.Similarity: lambda known, x, y: (
        0 if x == y else _entry(_entry(known["similarity"], x), y)
    ),
}


# Listings ----------------------------------------------------------------------------------------


def _inverse(entries: Sequence[int]) -> tuple[int, ...]:
    return tuple(entries.index(item) + 1 for item in range(1, len(entries) + 1))


def listing(term: Any, assignment: Mapping[str, Any], size: int) -> tuple[int, ...]:
    """Return the entries of a listing, its variables given by their names."""
    up = tuple(range(1, size + 1))
    if RANKINGS.ranges(term):
        return tuple(assignment[term.name])
    if isinstance(term, terms.Identity):
        return up
    if isinstance(term, terms.Backwards):
        return up[::-1]
    if isinstance(term, terms.FullCycle):
        return (*up[1:], 1)
    if isinstance(term, terms.Swap):
        variables = [v for v in term.atoms(sp.Symbol, terms.Listing) if hasattr(v, "name")]
        known = {n: size, **{v: assignment[v.name] for v in variables if v != n}}
        one, two = (written_or_nan(argument, known) for argument in term.args)
        if not {one, two} <= set(up):
            raise BadInput(f"{term} is read at n = {size}, where there are no such places.")
        return tuple(int({one: two, two: one}.get(place, place)) for place in up)
    parts = [listing(argument, assignment, size) for argument in term.args]
    if isinstance(term, terms.Inverse):
        return _inverse(parts[0])
    if isinstance(term, terms.Compose):
        outer, inner = parts
        return tuple(outer[place - 1] for place in inner)
    raise TypeError(f"unknown listing {term}")
