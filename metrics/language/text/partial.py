"""Where a text has no value: divisions, roots, logarithms and places that SymPy may cancel.

A quotient has no value where its divisor is 0, a root where what is below it is negative, a
logarithm where its argument is not above 0, an entry where a listing has no such place. SymPy
forgets that when it cancels: √x·√x becomes x, and 0·σ(5) becomes 0.
So each part of a text is compared with what SymPy made of it, and must still ask for all that its
own parts ask for. A sum, a product or a choice is one thing here: what stands inside it is asked
for elsewhere, or not at all.

>>> from sympy import sqrt, symbols
>>> x = symbols("x", real=True)
>>> asked_for(sqrt(x) / x) == {(NOT_NEGATIVE, x), (NOT_ZERO, x)}
True
>>> asked_for(sqrt(x) ** 2)
set()
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from metrics.language import lists, runs, terms, weight_symbols

NOT_ZERO, NOT_NEGATIVE, POSITIVE, INSIDE = "not 0", "not negative", "positive", "inside"
THERE = "there"
LOOPS = (sp.Sum, sp.Product, terms.Largest)
SCOPES = (*LOOPS, sp.Piecewise)
ENTRIES = (terms.At, terms.RankOf, terms.ItemAt, runs.Grade, lists.RankIn, sp.Indexed)
COSTS = (weight_symbols.PositionCost, weight_symbols.Reach, weight_symbols.MeanCost)
WEIGHTS = (weight_symbols.ElementWeight, weight_symbols.Similarity, weight_symbols.Height)
LOOKED_UP = (*ENTRIES, *COSTS, *WEIGHTS, runs.PlaceWeight)
"""What is looked up at a place or item."""
ALWAYS = (sp.Integer(1), terms.n, terms.k, terms.j)
"""Places that every ranking has; a list may end before k."""
Asked = set[tuple[str, Any]]
Places = frozenset[Any]


def asked_for(e: Any, deep: bool = False, there: Places = frozenset()) -> Asked:
    """Return what a term or condition needs to have a value; `deep` looks into sums and choices.

    `there` are indices that run over places of all listings.
    """
    if isinstance(e, SCOPES) and not deep:
        return {(INSIDE, e)} if asked_for(e, True, there) else set()
    if isinstance(e, LOOPS):
        there = with_indices(e.limits, there)
    found = set().union(*(asked_for(part, deep, there) for part in getattr(e, "args", ())))
    if isinstance(e, LOOKED_UP):
        found |= set() if _is_there(e, there) else {(THERE, e)}
    elif isinstance(e, sp.Pow):
        found |= asked_of_power(e.base, e.exp)
    elif isinstance(e, sp.log):
        found |= _unless(e.args[0].is_positive, POSITIVE, e.args[0])
    elif isinstance(e, terms.Ratio | sp.Mod):
        found |= not_zero(e.args[1])
    return found


def asked_of_power(base: Any, exponent: Any) -> Asked:
    """Return what a power needs beside what its parts do."""
    found = not_zero(base) if exponent.is_nonnegative is not True else set()
    if exponent.is_integer is not True:
        found |= _unless(base.is_nonnegative, NOT_NEGATIVE, _without_positive(base))
    return found


def not_zero(e: Any) -> Asked:
    """Return that no factor of a term may be 0."""
    if isinstance(e, sp.Mul):
        return set().union(*map(not_zero, e.args))
    if isinstance(e, sp.Pow):
        return not_zero(e.base)
    return _unless(e.is_nonzero or e.is_zero is False, NOT_ZERO, e)


def with_indices(limits: Iterable[Any], there: Places) -> Places:
    """Return the places that are there, with the indices that only run over such."""
    for index, low, high in limits:
        above = [part for part in sp.Add.make_args(high) if not part.is_Integer]
        constant = sum(part for part in sp.Add.make_args(high) if part.is_Integer)
        ends = len(above) == 1 and constant <= 0 and _is_place(above[0], there)
        if low.is_positive and (ends or _is_place(high, there)):
            there |= {index}
    return there


def _is_there(e: Any, there: Places) -> bool:
    """Tell whether something is looked up at a place that is there for every n."""
    if isinstance(e, COSTS):  # there is none of the first place
        return False
    listed = isinstance(e, ENTRIES)
    places = e.args[1:] if listed else e.args
    short = listed and not isinstance(e, terms.At | terms.RankOf | terms.ItemAt)
    return all(_is_place(place, there) and not (short and place == terms.k) for place in places)


def _is_place(e: Any, there: Places) -> bool:
    """Tell whether a term is one of 1, …, n, whatever n is."""
    if e in ALWAYS or e in there:
        return True
    turned = terms.n + 1 - e
    if turned in there or turned == 1:
        return True
    return isinstance(e, terms.At | terms.RankOf | terms.ItemAt) and _is_there(e, there)


def lost(parts: Iterable[Any], made: Any, deep: bool = False, there: Places = frozenset()) -> Asked:
    """Return what the parts of a text need, and what was made of them does not."""
    needed: Asked = set().union(*(asked_for(part, deep, there) for part in parts))
    if not needed:
        return needed
    kept = asked_for(made, deep, there)
    missing = {(need, e) for need, e in needed - kept if (POSITIVE, e) not in kept}
    if any(need == INSIDE for need, _ in missing):
        within = [e for need, e in missing if need == INSIDE]
        missing = {one for one in missing if one[0] != INSIDE} | lost(within, made, True, there)
    return missing


def _without_positive(e: Any) -> Any:
    """Return a term without its positive factors: its sign is the same."""
    return sp.Mul(*(factor for factor in sp.Mul.make_args(e) if factor.is_positive is not True))


def _unless(known: Any, need: str, e: Any) -> Asked:
    return set() if known is True else {(need, e)}
