"""Witnesses for every n: extended by fixed points, or made of the identity and its reversal.

Beyond its first n₀ places the extended ranking is the identity. A sum over 1, …, n
is then a concrete sum over the first n₀ places and a symbolic tail, in which every
entry is its own place; what remains is an expression in n alone.

>>> from metrics.error import mae
>>> padded_value(mae, [(1, 2), (2, 1)], {}, "items")
2/n
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from metrics.language.parameters import SYMBOLS
from metrics.language.terms import At, Indicator, Inverse, Ratio, read, spelled
from metrics.language.terms import n as n_symbol
from metrics.metric import Metric
from proofs.exact.real_terms import NoValue, sign, value_at
from proofs.exact.whole import Undecidable

REVERSED: tuple[int, ...] = (-1,)


class Declined(Exception):
    """The rule does not apply; the message says where it stopped."""


def padded_value(
    metric: Metric,
    rankings: list[tuple[int, ...]],
    parameters: Mapping[str, Any],
    convention: str,
    least: int = 1,
) -> Any:
    """Return the metric's value at rankings extended by fixed points, as an expression in n.

    The expression is right for every n from the length of the rankings, and from `least`, on.
    """
    start = 0 if REVERSED in rankings else max(map(len, rankings))
    known = {SYMBOLS[name]: sp.sympify(value) for name, value in parameters.items()}
    inputs = dict(zip(metric.inputs, rankings, strict=True))
    opened = read(metric.value, convention).replace(Indicator, spelled)
    value = _Padded(inputs, start, max(start, least)).value(opened, known)
    if value.has(sp.zoo, sp.nan, sp.oo):
        raise Declined("the extended witness has an undefined value")
    return value


class _Padded:
    def __init__(self, inputs: Mapping[Any, tuple[int, ...]], start: int, least: int) -> None:
        self.inputs, self.start, self.least = inputs, start, least
        self.tail: set[Any] = set()

    def value(self, e: Any, known: dict[Any, Any]) -> Any:
        if e in known:
            return known[e]
        if isinstance(e, At):
            return self._entry(e, known)
        if isinstance(e, sp.Sum | sp.Product):
            return self._unrolled(e.function, list(e.limits), isinstance(e, sp.Sum), known)
        if isinstance(e, Indicator):
            left, right = (self.value(argument, known) for argument in e.args[0].args)
            sign = self.sign(left - right)
            truths = {
                sp.Le: sign <= 0,
                sp.Lt: sign < 0,
                sp.Ge: sign >= 0,
                sp.Gt: sign > 0,
                sp.Eq: sign == 0,
                sp.Ne: sign != 0,
            }
            return sp.Integer(1 if truths[type(e.args[0])] else 0)
        if not e.args:
            return e
        arguments = [self.value(argument, known) for argument in e.args]
        if isinstance(e, Ratio):
            self._insist_nonzero(arguments[1])
            return arguments[0] / arguments[1]
        if isinstance(e, sp.Pow) and arguments[1].is_negative:
            self._insist_nonzero(arguments[0])
        if isinstance(e, sp.sign):
            return sp.Integer(self.sign(arguments[0]))
        if isinstance(e, sp.Abs):
            return arguments[0] * self.sign(arguments[0])
        if isinstance(e, sp.Max | sp.Min):
            return self._extreme(arguments, isinstance(e, sp.Max))
        if isinstance(e, sp.binomial):
            return sp.expand_func(sp.binomial(*arguments))
        return e.func(*arguments)

    def _insist_nonzero(self, denominator: Any) -> None:
        """Decline where a denominator may be 0 for some n: a product with 0 would hide it."""
        if denominator.is_nonzero or _is_positive(denominator, self.least):
            return
        if sign_for_all(denominator, self.least) in (None, 0):
            raise Declined("a denominator that may be 0")

    def sign(self, difference: Any) -> int:
        """Return the sign of an expression in tail indices, or decline."""
        difference = sp.expand(difference)
        if difference.is_Rational:
            return int(sp.sign(difference))
        if difference.is_positive:
            return 1
        if difference.is_negative:
            return -1
        if difference.is_zero:
            return 0
        raise Declined(f"the sign of {difference} in the tail")

    def _extreme(self, arguments: list[Any], largest: bool) -> Any:
        best = arguments[0]
        for argument in arguments[1:]:
            if (self.sign(argument - best) > 0) == largest:
                best = argument
        return best

    def _entry(self, e: Any, known: dict[Any, Any]) -> Any:
        listing, place = e.args[0], sp.expand(self.value(e.args[1], known))
        entries = self.inputs[listing.args[0] if isinstance(listing, Inverse) else listing]
        if entries == REVERSED:
            return n_symbol + 1 - place
        if not self.start:
            return place
        if isinstance(listing, Inverse):
            entries = tuple(entries.index(item) + 1 for item in range(1, self.start + 1))
        if place.is_Integer and place < 1:
            raise Declined(f"the place {place}")
        if place.is_Integer:
            return sp.Integer(entries[int(place) - 1]) if place <= self.start else place
        if place in self.tail or sp.expand(place - self.start).is_positive:
            return place
        raise Declined(f"the place {place}")

    def _unrolled(self, body: Any, limits: list[Any], adds: bool, known: dict[Any, Any]) -> Any:
        if not limits:
            return self.value(body, known)
        index, low, high = limits[-1]
        first, last = (sp.expand(self.value(sp.sympify(bound), known)) for bound in (low, high))
        if not first.is_Integer:
            raise Declined(f"a sum from {first}")

        def term(place: Any) -> Any:
            return self._unrolled(body, limits[:-1], adds, {**known, index: place})

        total = sp.Integer(0 if adds else 1)
        for value in range(int(first), int(last if last.is_Integer else self.start) + 1):
            total = total + term(sp.Integer(value)) if adds else total * term(sp.Integer(value))
        if last.is_Integer:
            return total
        if first > self.start + 1:
            raise Declined(f"a sum from {first}")
        if last != n_symbol and not sp.expand(last - self.start).is_nonnegative:
            raise Declined(f"a sum to {last}, which may be empty")
        rest = self._tail(term, last, adds)
        return total + rest if adds else total * rest

    def _tail(self, term: Any, last: Any, adds: bool) -> Any:
        """Sum or multiply over the places start + 1, …, last."""
        length = sp.expand(last - self.start)
        try:
            step = sp.Dummy("t", integer=True, positive=True)
            inner = term(self.start + step)
            limits = (step, 1, length)
        except Declined:
            step = sp.Dummy("r", integer=True, nonnegative=True)
            place = sp.expand(last - step)
            self.tail.add(place)
            inner = term(place)
            limits = (step, 0, sp.expand(length - 1))
        if not adds:
            if inner == 1:
                return sp.Integer(1)
            raise Declined("a product over the tail")
        if step not in inner.free_symbols:
            return inner * length
        if inner.is_polynomial(step):
            return sp.summation(inner, limits)
        return _canonical_sum(inner, limits)


def _canonical_sum(inner: Any, limits: Any) -> Any:
    """Keep a tail sum, under one name for its index, so that equal tails cancel."""
    name = sp.Symbol("tail", integer=True, positive=True)
    return sp.Sum(inner.xreplace({limits[0]: name}), (name, *limits[1:]))


def sign_for_all(expression: Any, start: int) -> int | None:
    """Return the sign that an expression in n has for every n ≥ start, or None if not shown."""
    expression = sp.expand(_with_opaque_divisors(sp.sympify(expression), start))
    if expression.has(sp.log):
        expression = sp.expand(sp.expand_log(expression, force=True))
    if expression == 0:
        return 0
    if n_symbol not in expression.free_symbols and not expression.free_symbols:
        return _sign_of_number(expression)
    for form in (sp.together(expression), sp.factor_terms(expression)):
        sign = _sign_of_product(form, start)
        if sign is not None:
            return sign
    return None


def _with_opaque_divisors(expression: Any, start: int) -> Any:
    """Replace sums that are divided by, and are positive, by positive symbols."""
    hidden: dict[Any, Any] = {}
    for power in expression.atoms(sp.Pow):
        base, exponent = power.as_base_exp()
        if exponent.is_negative and base.has(sp.Sum) and _is_positive(base, start):
            hidden[base] = hidden.get(base, sp.Dummy("divisor", positive=True))
    return expression.xreplace(hidden)


def _sign_of_number(value: Any) -> int | None:
    """Return the sign of an exact number, or None where it is not settled."""
    try:
        return sign(value_at(value, {}))
    except (Undecidable, NoValue):
        return None


def _sign_of_product(form: Any, start: int) -> int | None:
    sign = 1
    for factor in sp.Mul.make_args(form):
        base, exponent = factor.as_base_exp()
        found = _sign_of_factor(base, start)
        if found is None or not exponent.is_Rational or (found < 0 and not exponent.is_Integer):
            return None
        if found == 0:
            return 0 if exponent > 0 else None
        sign *= found if exponent.is_Integer and int(exponent) % 2 else 1
    return sign


def _sign_of_factor(base: Any, start: int) -> int | None:
    if not base.free_symbols:
        return _sign_of_number(base)
    if base.is_polynomial(n_symbol) and base.free_symbols == {n_symbol}:
        step = sp.Symbol("step", nonnegative=True)
        shifted = sp.Poly(sp.expand(base.subs(n_symbol, start + step)), step)
        signs = {_sign_of_number(c) for c in shifted.all_coeffs() if c != 0}
        if len(signs) == 1 and shifted.nth(0) != 0:
            return signs.pop()
        return 0 if not signs else None
    if _is_positive(base, start):
        return 1
    return None


def _is_positive(e: Any, start: int) -> bool:
    """Tell whether an expression is positive for every n ≥ start, whatever its indices are."""
    if isinstance(e, sp.Add) and not e.is_polynomial(n_symbol):
        sums = [part for part in e.args if isinstance(part, sp.Sum)]
        rest = [part for part in e.args if not isinstance(part, sp.Sum)]
        return (
            bool(rest)
            and all(_is_positive(part, start) for part in rest)
            and all(_has_positive_terms(part, start) for part in sums)
        )
    if isinstance(e, sp.Mul):
        return all(_is_positive(argument, start) for argument in e.args)
    if isinstance(e, sp.Pow):
        return _is_positive(e.base, start)
    if isinstance(e, sp.log):
        return bool((e.args[0] - 1).is_positive)
    if e.free_symbols == {n_symbol} and e.is_polynomial(n_symbol):
        return _sign_of_factor(e, start) == 1
    return bool(e.is_positive)


def _has_positive_terms(total: Any, start: int) -> bool:
    """Each factor of the summand is positive seen from the lower or from the upper limit."""
    index, _, upper = total.limits[0]
    back = sp.Dummy("back", integer=True, nonnegative=True)
    return all(
        _is_positive(factor, start)
        or _is_positive(sp.expand(factor.subs(index, upper - back)), start)
        for factor in sp.Mul.make_args(total.function)
    )
