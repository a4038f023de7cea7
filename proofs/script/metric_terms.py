"""A metric's expression as SMT-LIB terms: sums spelled out, everything linear by cases."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

import sympy as sp

from axioms.formula import Score
from metrics.language.terms import (
    At,
    Indicator,
    Inverse,
    Place,
    Ratio,
)
from proofs.exact.numbers import Exact, log_of
from proofs.exact.whole import Undecidable, whole
from proofs.script.smtlib import (
    TABLE_LIMIT,
    Value,
    Whole,
    compared,
    disjunction,
    multiply,
    negation,
)

MARKS: dict[type, tuple[str, bool]] = {
    sp.Eq: ("=", False),
    sp.Le: ("<=", False),
    sp.Lt: ("<", False),
    sp.Ge: ("<=", True),
    sp.Gt: ("<", True),
}


class MetricReader:
    """Writes a metric's expression for given listings; sums are spelled out."""

    def __init__(self, translator: Any, inputs: dict[Any, list[Whole]]) -> None:
        self.translator, self.script, self.inputs = translator, translator.script, inputs

    def value(self, e: Any, known: dict[Any, Fraction]) -> Value:
        """Return the value of an expression."""
        if isinstance(e, Score | Place) and e not in known:
            return self.translator.term(e)
        if e in known:
            return Value.rational(known[e])
        if e.is_Rational:
            return Value.rational(Fraction(int(e.p), int(e.q)))
        if isinstance(e, At):
            found = self.value(e.args[1], known)
            if not found.is_rational or found.denominator != 1:
                raise Undecidable("a place that is not a whole number")
            place = found.numerator()
            return Value.whole(self.translator.entry(self._entries(e.args[0]), place))
        if isinstance(e, sp.Sum | sp.Product):
            return self._unrolled(e, known)
        if isinstance(e, Indicator):
            return self._indicator(e.args[0], known)
        if isinstance(e, sp.Add):
            total = Value({})
            for argument in e.args:
                total = total + self.value(argument, known)
            return total
        if isinstance(e, sp.Mul):
            return self._product([self.value(argument, known) for argument in e.args])
        if isinstance(e, sp.Pow):
            return self._power(e, known)
        return self._function(e, [self.value(argument, known) for argument in e.args])

    def _entries(self, listing: Any) -> list[Whole]:
        if isinstance(listing, Inverse):
            key = ("inverse", tuple(self.inputs[listing.args[0]]))
            if key not in self.translator.listings:
                entries = self.inputs[listing.args[0]]
                number = len(self.translator.listings)
                self.translator.listings[key] = self.translator.inverse(entries, number)
            return self.translator.listings[key]
        return self.inputs[listing]

    def _product(self, values: list[Value]) -> Value:
        result = values[0]
        for value in values[1:]:
            result = multiply(self.script, result, value)
        return result

    def _unrolled(self, e: Any, known: dict[Any, Fraction]) -> Value:
        constant = self._over_a_permutation(e, known)
        if constant is not None:
            return constant
        cases = [known]
        for index, low, high in reversed(e.limits):
            cases = [
                {**case, index: Fraction(value)}
                for case in cases
                for value in range(self._integer(low, case), self._integer(high, case) + 1)
            ]
        values = [self.value(e.function, case) for case in cases]
        if isinstance(e, sp.Product):
            return self._product([Value.rational(1), *values])
        total = Value({})
        for value in values:
            total = total + value
        return total

    def _over_a_permutation(self, e: Any, known: dict[Any, Fraction]) -> Value | None:
        """Σ f(σ(i)) over all places is Σ f(v) over all items: it does not depend on σ."""
        if len(e.limits) != 1 or isinstance(e, sp.Product):
            return None
        index, low, high = e.limits[0]
        bounds = self._integer(low, known), self._integer(high, known)
        entries = {node for node in e.function.atoms(At) if index in node.free_symbols}
        if len(entries) != 1 or bounds != (1, self.translator.n):
            return None
        (entry,) = entries
        stand_in = sp.Dummy("item", integer=True, positive=True)
        body = e.function.xreplace({entry: stand_in})
        others = any(index in node.free_symbols for node in body.atoms(At))
        if entry.args[1] != index or index in body.free_symbols or others:
            return None
        total = Value({})
        for item in range(1, self.translator.n + 1):
            total = total + self.value(body, {**known, stand_in: Fraction(item)})
        return total

    def _integer(self, e: Any, known: dict[Any, Fraction]) -> int:
        value = self.value(sp.sympify(e), known)
        part = value.numerator()
        if not part.is_fixed or not value.is_rational or value.denominator != 1:
            raise Undecidable(f"the limit {e} is not a fixed whole number")
        return part.low

    def _indicator(self, condition: Any, known: dict[Any, Fraction]) -> Value:
        left, right = (self.value(argument, known) for argument in condition.args)
        mark, turned = MARKS[sp.Eq if isinstance(condition, sp.Ne) else type(condition)]
        difference = right - left if turned else left - right
        if not difference.is_rational:
            raise Undecidable("a condition on irrational values inside a metric")
        truth = compared(self.script, difference, mark, True)
        if isinstance(condition, sp.Ne):
            truth = negation(truth)
        chosen = self.script.choice(truth, Whole.fixed(1), Whole.fixed(0))
        return Value({(): chosen}, 1, disjunction([left.undefined, right.undefined]))

    def _power(self, e: Any, known: dict[Any, Fraction]) -> Value:
        base, exponent = self.value(e.base, known), self.value(e.exp, known)
        if not exponent.is_rational:
            raise Undecidable("an irrational exponent")
        if exponent.is_fixed:
            power = Fraction(exponent.numerator().low, exponent.denominator)
            if base.is_fixed:
                return _constant(_exact(base) ** power)
            if power.denominator == 1 and power > 0:
                return self._product([base] * int(power))
            if power == -1:
                return self._inverse(base)
            raise Undecidable(f"the power {e}")
        return self._table_of_powers(_exact(base).as_fraction(), base, exponent)

    def _table_of_powers(self, number: Fraction, base: Value, exponent: Value) -> Value:
        """Tabulate number**v for whole v; 0 to a negative power is undefined."""
        if exponent.denominator != 1:
            raise Undecidable("a fractional exponent that varies")
        part = exponent.numerator()
        if part.high - part.low >= TABLE_LIMIT or (number == 0 and part.low < 0):
            raise Undecidable("an exponent with too wide a range")
        powers = {value: number**value for value in range(part.low, part.high + 1)}
        common = lcm(*[power.denominator for power in powers.values()])
        table = self.script.table(part, lambda value: int(powers[value] * common))
        return Value({(): table}, common, disjunction([base.undefined, exponent.undefined]))

    def _inverse(self, base: Value) -> Value:
        if not base.is_rational:
            raise Undecidable("a quotient by an irrational value")
        part = base.numerator()
        common = lcm(*[value for value in range(part.low, part.high + 1) if value] or [1])
        table = self.script.table(
            part, lambda value: common // value * base.denominator if value else 0
        )
        zero = self.translator.equal(part, Whole.fixed(0))
        return Value({(): table}, common, disjunction([base.undefined, zero]))

    def _function(self, e: Any, values: list[Value]) -> Value:
        if all(value.is_fixed for value in values):
            return _constant(_fixed_function(e, [_exact(value) for value in values]))
        if isinstance(e, Ratio):
            return multiply(self.script, values[0], self._inverse(values[1]))
        if not all(value.is_rational for value in values):
            raise Undecidable(f"{type(e).__name__} of an irrational value")
        if isinstance(e, sp.Abs | sp.sign):
            return self._sign_or_size(e, values[0])
        if isinstance(e, sp.Max | sp.Min):
            best = values[0]
            for value in values[1:]:
                difference = best - value if isinstance(e, sp.Max) else value - best
                keep = compared(self.script, difference.scaled(-1, 1), "<=", True)
                best = self._chosen(keep, best, value)
            return best
        raise Undecidable(f"{type(e).__name__} in a metric")

    def _sign_or_size(self, e: Any, value: Value) -> Value:
        direction, part = value.numerator().turned()
        positive, negative = (f"({mark} {self.script.named(part)} 0)" for mark in (">", "<"))
        if isinstance(e, sp.sign):
            below = self.script.choice(negative, Whole.fixed(-1), Whole.fixed(0))
            above = self.script.choice(positive, Whole.fixed(1), below)
            return Value({(): above.scaled(direction)}, 1, value.undefined)
        size = self.script.choice(negative, part.scaled(-1), part)
        high = max(abs(part.low), abs(part.high))
        bounded = Whole(size.weights, size.constant, 0, high) if not size.is_fixed else size
        return Value({(): bounded}, value.denominator, value.undefined)

    def _chosen(self, condition: str, yes: Value, no: Value) -> Value:
        common = lcm(yes.denominator, no.denominator)
        one = yes.scaled(common // yes.denominator, common).numerator()
        two = no.scaled(common // no.denominator, common).numerator()
        undefined = disjunction([yes.undefined, no.undefined])
        return Value({(): self.script.choice(condition, one, two)}, common, undefined)


def _exact(value: Value) -> Exact:
    total = Exact({})
    for atom, part in value.parts.items():
        total = total + Exact({atom: whole(part.low)}, value.denominator)
    return total


def _constant(value: Exact) -> Value:
    if value.undefined:
        return Value({}, 1, "true")
    parts = {atom: Whole.fixed(part.data) for atom, part in value.parts.items()}
    return Value(parts, value.denominator)


def _fixed_function(e: Any, values: list[Exact]) -> Exact:
    if isinstance(e, sp.log):
        return log_of(values[0].as_fraction())
    if isinstance(e, sp.Abs):
        return values[0].absolute()
    if isinstance(e, sp.sign):
        return values[0].sign()
    if isinstance(e, Ratio):
        return values[0] / values[1]
    numbers = [value.as_fraction() for value in values]
    if isinstance(e, sp.binomial):
        return Exact.rational(int(sp.binomial(int(numbers[0]), int(numbers[1]))))
    if isinstance(e, sp.Max):
        return Exact.rational(max(numbers))
    if isinstance(e, sp.Min):
        return Exact.rational(min(numbers))
    raise Undecidable(f"{type(e).__name__} in a metric")
