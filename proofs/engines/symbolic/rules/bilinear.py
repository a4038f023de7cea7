"""A normal form for sums over all places that are polynomials in places and entries.

Each rule is a small function with its own statement, true for every n:

- *linearity*: Σ (a·f + b·g) = a·Σ f + b·Σ g, where a and b do not depend on the place;
- *exchange*: Σ_{l≤n} c(l)·Σ_{i≤l} f(i) = Σ_{i≤n} f(i)·Σ_{i≤l≤n} c(l), and the same for i < l;
- *powers*: Σ_{i≤m} c(i) is a polynomial in m if c is one;
- *bijection*: Σ f(v(i), w(i)) = Σ f(v(u(i)), w(u(i))) for every ranking u, since u(i) runs through
  all places; so Σ w(i)ᵃ = Σ iᵃ;
- *rearrangement*: n(n+1)(n+2)/6 ≤ Σ v(i)·w(i) ≤ n(n+1)(2n+1)/6, with equality on the right exactly
  if v = w, and on the left exactly if v(i) = n + 1 − w(i) for every i.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import sympy as sp

from metrics.language.terms import At
from metrics.language.terms import n as n_symbol
from proofs.engines.symbolic.rules.words import (
    Word,
    inverse,
    is_sum,
    normal,
    over_all_places,
    parted,
    reduced,
    word,
)

Key = tuple[tuple[Word, int], ...]
Form = dict[Key, Any]
NUMBER: Key = ()
END = sp.Symbol("m", integer=True, nonnegative=True)
LARGEST_POWER = 60
LARGEST = n_symbol * (n_symbol + 1) * (2 * n_symbol + 1) / 6
SMALLEST = n_symbol * (n_symbol + 1) * (n_symbol + 2) / 6


class NoForm(Exception):
    """The expression is no combination of sums of this kind."""


def form(e: Any) -> Form:
    """Return an expression as a combination of canonical sums, coefficients being free of places.

    >>> from metrics.language.terms import i, sigma, tau
    >>> squares = sp.Sum((sigma(i) - tau(i)) ** 2, (i, 1, n_symbol))
    >>> sorted(map(len, form(squares)))
    [0, 2]
    """
    total = combination(e, is_sum, lambda total: full_sum(total).items())
    simplified = {key: sp.factor(value) for key, value in total.items()}
    return {key: value for key, value in simplified.items() if value != 0}


def combination(e: Any, inside: Callable[[Any], bool], contents: Callable[[Any], Any]) -> Form:
    """Return an expression as a combination of what is in its sums, and of plain numbers.

    Of each term the one factor that is `inside` must be a sum, with these contents.
    """
    found: Form = {}
    for term in sp.Add.make_args(sp.expand_mul(normal(e), deep=False)):
        sums, outside = parted(term, inside)
        if outside.has(At) or len(sums) > 1 or not all(map(is_sum, sums)):
            raise NoForm
        for key, value in contents(sums[0]) if sums else [(NUMBER, sp.Integer(1))]:
            found[key] = found.get(key, 0) + outside * value
    return found


def full_sum(total: Any) -> Form:
    """Linearity: return Σ over all places of a polynomial, monomial by monomial."""
    if len(total.limits) != 1 or not over_all_places(total.limits):
        raise NoForm
    place = total.limits[0][0]
    found: Form = {}
    for term in sp.Add.make_args(sp.expand(total.function)):
        for key, value in _monomial(term, place).items():
            found[key] = found.get(key, 0) + value
    return found


def _monomial(term: Any, place: Any) -> Form:
    outside, inner = sp.Integer(1), None
    powers: dict[Word, int] = {}
    for factor in sp.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        if place not in factor.free_symbols and not factor.has(At):
            outside *= factor
        elif isinstance(factor, sp.Sum) and inner is None:
            inner = factor
        elif not exponent.is_Integer or exponent < 0:
            raise NoForm
        elif base == place:
            powers[()] = powers.get((), 0) + int(exponent)
        elif isinstance(base, At) and base.args[1] == place:
            letters = word(base.args[0])
            powers[letters] = powers.get(letters, 0) + int(exponent)
        else:
            raise NoForm
    if inner is not None:
        if set(powers) - {()}:
            raise NoForm
        moved = exchange(place ** powers.get((), 0), place, inner)
        return {key: outside * value for key, value in full_sum(moved).items()}
    key = canonical(powers)
    if len(key) < 2:
        power = key[0][1] if key else 0
        return {NUMBER: outside * power_sum(place**power, place, n_symbol)}
    return {key: outside}


def exchange(weight: Any, outer: Any, inner: Any) -> Any:
    """Exchange: Σ_{l≤n} c(l)·Σ_{i≤l+d} f(i) = Σ_{i≤n} f(i)·Σ_{l=i−d}^n c(l), for d = 0 or −1."""
    if len(inner.limits) != 1 or inner.function.has(outer):
        raise NoForm
    place, low, high = inner.limits[0]
    shift = sp.expand(high - outer)
    if low != 1 or shift not in (0, -1):
        raise NoForm
    tail = power_sum(weight, outer, n_symbol) - power_sum(weight, outer, place - shift - 1)
    return sp.Sum(sp.expand(inner.function * sp.expand(tail)), (place, 1, n_symbol))


def power_sum(weight: Any, place: Any, last: Any) -> Any:
    """Powers: Σ_{i=1}^{last} c(i) for a polynomial c, as a polynomial in last.

    >>> from metrics.language.terms import i
    >>> power_sum(i**2, i, sp.Integer(3))
    14
    """
    total = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(weight)):
        coefficient, power = term.as_coeff_exponent(place)
        if not power.is_Integer or not 0 <= power <= LARGEST_POWER or coefficient.has(place):
            raise NoForm
        total += coefficient * _powers(int(power)).subs(END, last)
    return sp.expand(total)


@cache
def _powers(k: int) -> Any:
    """Return 1ᵏ + … + mᵏ as a polynomial in m, by Bernoulli's formula."""
    return sp.expand((sp.bernoulli(k + 1, END + 1) - sp.bernoulli(k + 1, 1)) / (k + 1))


def canonical(powers: dict[Word, int]) -> Key:
    """Bijection: reindex so that one of the words is the identity, always the same one."""
    choices = [
        _sorted({reduced((*letters, *inverse(base))): power for letters, power in powers.items()})
        for base in powers
    ]
    return min(choices, key=_order) if choices else ()


def _sorted(powers: dict[Word, int]) -> Key:
    return tuple(sorted(powers.items(), key=lambda item: _order((item,))))


def _order(key: Key) -> Any:
    return [([(str(letter), sign) for letter, sign in letters], power) for letters, power in key]


def relative(key: Key) -> Word | None:
    """Return w for Σ i·w(i), the only sums to which rearrangement speaks; else None."""
    if len(key) == 2 and key[0] == ((), 1) and key[1][1] == 1:
        return key[1][0]
    return None


def conjugate(one: Word, two: Word) -> bool:
    """Tell whether two words are the identity together: each a rotation of the other, or turned."""
    first, second = _cyclic(one), _cyclic(two)
    rotations = [first[cut:] + first[:cut] for cut in range(max(1, len(first)))]
    return second in rotations or inverse(second) in rotations


def _cyclic(letters: Word) -> Word:
    """Cancel the last letter with the first one, as long as they do."""
    while len(letters) > 1 and not reduced((letters[-1], letters[0])):
        letters = letters[1:-1]
    return letters
