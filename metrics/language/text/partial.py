"""Where a text has no value: divisions, roots and logarithms that SymPy may cancel.

A quotient has no value where its divisor is 0, a root where what is below it is negative, a
logarithm where its argument is not above 0. SymPy forgets that when it cancels: √x·√x becomes x.
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

from metrics.language import terms

NOT_ZERO, NOT_NEGATIVE, POSITIVE, INSIDE = "not 0", "not negative", "positive", "inside"
SCOPES = (sp.Sum, sp.Product, terms.Largest, sp.Piecewise)
Asked = set[tuple[str, Any]]


def asked_for(e: Any, deep: bool = False) -> Asked:
    """Return what a term or condition needs to have a value; `deep` looks into sums and choices."""
    if isinstance(e, SCOPES) and not deep:
        return {(INSIDE, e)} if asked_for(e, deep=True) else set()
    found = set().union(*(asked_for(part, deep) for part in getattr(e, "args", ())))
    if isinstance(e, sp.Pow):
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


def lost(parts: Iterable[Any], made: Any, deep: bool = False) -> Asked:
    """Return what the parts of a text need, and what was made of them does not."""
    needed: Asked = set().union(*(asked_for(part, deep) for part in parts))
    if not needed:
        return needed
    kept = asked_for(made, deep)
    missing = {(need, e) for need, e in needed - kept if (POSITIVE, e) not in kept}
    if any(need == INSIDE for need, _ in missing):
        within = [e for need, e in missing if need == INSIDE]
        missing = {one for one in missing if one[0] != INSIDE} | lost(within, made, deep=True)
    return missing


def _without_positive(e: Any) -> Any:
    """Return a term without its positive factors: its sign is the same."""
    return sp.Mul(*(factor for factor in sp.Mul.make_args(e) if factor.is_positive is not True))


def _unless(known: Any, need: str, e: Any) -> Asked:
    return set() if known is True else {(need, e)}
