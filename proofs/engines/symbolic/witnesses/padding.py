"""Witnesses for every n: extended by fixed points, or made of the identity and its reversal.

Beyond its first n₀ places the extended ranking is the identity. A sum over 1, …, n
is then a concrete sum over the first n₀ places and a symbolic tail, in which every
entry is its own place; what remains is an expression in n alone.

>>> from metrics.error import mae
>>> padded_value(mae, [(1, 2), (2, 1)], {}, "items")
2/n
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import reduce
from math import comb, inf, prod
from typing import Any

import sympy as sp

from metrics.language.fold import Decided, Rewritten
from metrics.language.parameters import SYMBOLS
from metrics.language.terms import Indicator, Inverse, read, spelled
from metrics.language.terms import n as n_symbol
from metrics.metric import Metric
from proofs.engines.symbolic.rules.bilinear import NoForm, power_sum
from proofs.exact.real_terms import SIGNS, NoValue, sign, value_at
from proofs.exact.whole import Undecidable

REVERSED: tuple[int, ...] = (-1,)
MOST_TERMS = 3_000


class Declined(Exception):
    """The rule does not apply; the message says where it stopped."""


def padded_value(
    metric: Metric,
    rankings: list[tuple[int, ...]],
    parameters: Mapping[str, Any],
    convention: str,
    least: int = 1,
    deadline: float = inf,
) -> Any:
    """Return the metric's value at rankings extended by fixed points, as an expression in n.

    The expression is right for every n from the length of the rankings, and from `least`, on.
    After the deadline, by the monotonic clock, the value is declined.
    """
    start = 0 if REVERSED in rankings else max(1, *map(len, rankings))
    known = {SYMBOLS[name]: sp.sympify(value) for name, value in parameters.items()}
    inputs = dict(zip(metric.inputs, [entries or (1,) for entries in rankings], strict=True))
    opened = read(metric.value, convention).replace(Indicator, spelled)
    value = _Padded(inputs, start, max(start, least), deadline).read(opened, known)
    if value.has(sp.zoo, sp.nan, sp.oo):
        raise Declined("the extended witness has an undefined value")
    return value


class _Padded(Decided, Rewritten):
    """Reads a metric at extended rankings; `least` is the smallest n of which it speaks."""

    reader = "an extended witness"

    def __init__(
        self, inputs: Mapping[Any, tuple[int, ...]], start: int, least: int, deadline: float
    ) -> None:
        self.inputs, self.start, self.least, self.deadline = inputs, start, least, deadline
        self.tail: set[Any] = set()

    def sum(self, e: Any, known: Any) -> Any:
        return self._over(e.function, list(e.limits), sp.Add, known)

    def product(self, e: Any, known: Any) -> Any:
        return self._over(e.function, list(e.limits), sp.Mul, known)

    def indicator(self, e: Any, known: Any) -> Any:
        return sp.Integer(int(self.read(e.args[0], known)))

    def compared(self, relation: type, left: Any, right: Any) -> bool:
        return self.sign_of(left - right) in SIGNS[relation]

    def ratio(self, e: Any, known: Any) -> Any:
        top, bottom = self.arguments(e, known)
        self._insist_nonzero(bottom)
        return top / bottom

    def power(self, e: Any, known: Any) -> Any:
        base, exponent = self.arguments(e, known)
        if exponent.is_negative:
            self._insist_nonzero(base)
        return base**exponent

    def sign(self, e: Any, known: Any) -> Any:
        return sp.Integer(self.sign_of(self.read(e.args[0], known)))

    def absolute(self, e: Any, known: Any) -> Any:
        inner = self.read(e.args[0], known)
        return inner * self.sign_of(inner)

    def maximum(self, e: Any, known: Any) -> Any:
        return reduce(lambda a, b: b if self.sign_of(b - a) > 0 else a, self.arguments(e, known))

    def minimum(self, e: Any, known: Any) -> Any:
        return reduce(lambda a, b: a if self.sign_of(b - a) > 0 else b, self.arguments(e, known))

    def binomial(self, e: Any, known: Any) -> Any:
        return sp.expand_func(e.func(*self.arguments(e, known)))

    def _insist_nonzero(self, denominator: Any) -> None:
        """Decline where a denominator may be 0 for some n: a product with 0 would hide it."""
        if denominator.is_nonzero or _is_positive(denominator, self.least):
            return
        if sign_for_all(denominator, self.least) in (None, 0):
            raise Declined("a denominator that may be 0")

    def sign_of(self, difference: Any) -> int:
        """Return the sign of an expression in tail indices, or decline."""
        difference = sp.expand(difference)
        if difference.is_zero:
            return 0
        if difference.is_positive or difference.is_negative:
            return 1 if difference.is_positive else -1
        raise Declined(f"the sign of {difference} in the tail")

    def entry(self, e: Any, known: Any) -> Any:
        listing, place = e.args[0], sp.expand(self.read(e.args[1], known))
        entries = self.inputs[listing.args[0] if isinstance(listing, Inverse) else listing]
        if entries == REVERSED:
            return n_symbol + 1 - place
        if not self.start:
            return place
        if isinstance(listing, Inverse):
            entries = tuple(entries.index(item) + 1 for item in range(1, self.start + 1))
        if place.is_Integer and 1 <= place <= self.start:
            return sp.Integer(entries[int(place) - 1])
        if place in self.tail or sp.expand(place - self.start).is_positive:
            return place
        raise Declined(f"the place {place}")

    def _over(self, body: Any, limits: list[Any], joined: Any, known: dict[Any, Any]) -> Any:
        if time.monotonic() > self.deadline:
            raise Declined("the time limit was reached")
        if not limits:
            return self.read(body, known)
        index, low, high = limits[-1]
        first, last = (sp.expand(self.read(sp.sympify(bound), known)) for bound in (low, high))
        if not first.is_Integer:
            raise Declined(f"a sum from {first}")

        def term(place: Any) -> Any:
            return self._over(body, limits[:-1], joined, {**known, index: place})

        written = int(last if last.is_Integer else self.start)
        total = joined(*[term(sp.Integer(place)) for place in range(int(first), written + 1)])
        if last.is_Integer:
            return total
        if first > self.start + 1:
            raise Declined(f"a sum from {first}")
        if last != n_symbol and not sp.expand(last - self.start).is_nonnegative:
            raise Declined(f"a sum to {last}, which may be empty")
        return joined(total, self._tail(term, last, joined))

    def _tail(self, term: Any, last: Any, joined: Any) -> Any:
        """Sum or multiply over the places start + 1, …, last.

        Polynomials are summed by their powers and all else is left as it stands: SymPy's search
        for a closed form does not look at the clock.
        """
        length = sp.expand(last - self.start)
        try:
            step, first = sp.Dummy("t", integer=True, positive=True), 1
            inner = term(self.start + step)
        except Declined:
            step, first = sp.Dummy("r", integer=True, nonnegative=True), 0
            place = sp.expand(last - step)
            self.tail.add(place)
            inner = term(place)
        if joined is sp.Mul:
            if inner == 1:
                return sp.Integer(1)
            raise Declined("a product over the tail")
        if step not in inner.free_symbols:
            return inner * length
        if _terms(inner) > MOST_TERMS:
            raise Declined(f"a tail of more than {MOST_TERMS} terms")
        end = sp.expand(length - 1 + first)
        try:
            return power_sum(inner, step, end) + (0 if first else inner.subs(step, 0))
        except NoForm:
            return _canonical_sum(inner, (step, first, end))


def _terms(e: Any) -> int:
    """Return how many terms an expression has at most when it is expanded."""
    if isinstance(e, sp.Add):
        return sum(map(_terms, e.args))
    if isinstance(e, sp.Mul):
        return prod(map(_terms, e.args))
    if isinstance(e, sp.Pow) and e.exp.is_Integer and e.exp > 0:
        return comb(_terms(e.base) + int(e.exp) - 1, int(e.exp))
    return 1


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
    if not expression.free_symbols:
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
    return 1 if _is_positive(base, start) else None


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
