"""A metric's expression as SMT-LIB terms: sums spelled out, everything linear by cases."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Any, NamedTuple

import sympy as sp

from axioms.language.fold import StatementFold
from metrics.language.fold import Sums, Truths, names
from metrics.language.terms import At, Inverse, Place, Ratio
from proofs.exact.compiled import compile_expression
from proofs.exact.numbers import Exact
from proofs.exact.whole import Undecidable, whole
from proofs.script.smtlib import (
    TABLE_LIMIT,
    Value,
    Whole,
    compared,
    conjunction,
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


class Truth(NamedTuple):
    """A condition inside a metric, and where a value in it is undefined."""

    text: str
    undefined: str


class MetricReader(StatementFold, Sums, Truths):
    """Writes a metric's expression for given listings; sums are spelled out."""

    reader = "smt"
    refuses = names(
        "rounded listings judged weights aspects ordered piecewise same for_all exists mean"
    )

    def __init__(self, translator: Any, inputs: dict[Any, list[Whole]]) -> None:
        self.translator, self.script, self.inputs = translator, translator.script, inputs

    def unread(self, e: Any, known: Any) -> Any:
        raise Undecidable(f"{type(e).__name__} in a metric")

    def given(self, e: Any, known: Any) -> Value:
        return Value.rational(known[e])

    def index(self, value: int) -> Fraction:
        return Fraction(value)

    def whole(self, e: Any, known: Any) -> int:
        value = self.read(e, known)
        part = value.numerator()
        if not part.is_fixed or not value.is_rational or value.denominator != 1:
            raise Undecidable(f"the limit {e} is not a fixed whole number")
        return int(part.low)

    def number(self, e: Any, known: Any) -> Value:
        return Value.rational(Fraction(int(e.p), int(e.q)))

    def symbol(self, e: Any, known: Any) -> Value:
        return self.unread(e, known) if not isinstance(e, Place) else self.translator.term(e)

    def score(self, e: Any, known: Any) -> Value:
        return self.translator.term(e)

    def entry(self, e: Any, known: Any) -> Value:
        found = self.read(e.args[1], known)
        if not found.is_rational or found.denominator != 1:
            raise Undecidable("a place that is not a whole number")
        return Value.whole(self.translator.entry(self._entries(e.args[0]), found.numerator()))

    def total(self, values: Iterable[Value]) -> Value:
        return reduce(operator.add, values, Value({}))

    def times(self, values: Iterable[Value]) -> Value:
        factors = list(values)
        if not factors:
            return Value.rational(1)
        return reduce(lambda one, two: multiply(self.script, one, two), factors)

    def sum(self, e: Any, known: Any) -> Value:
        constant = self._over_a_permutation(e, known)
        return self.total(self.unrolled(e, known)) if constant is None else constant

    def _entries(self, listing: Any) -> list[Whole]:
        if isinstance(listing, Inverse):
            key = ("inverse", tuple(self.inputs[listing.args[0]]))
            if key not in self.translator.listings:
                entries = self.inputs[listing.args[0]]
                number = len(self.translator.listings)
                self.translator.listings[key] = self.translator.inverse(entries, number)
            return self.translator.listings[key]
        return self.inputs[listing]

    def _over_a_permutation(self, e: Any, known: dict[Any, Fraction]) -> Value | None:
        """Σ f(σ(i)) over all places is Σ f(v) over all items: it does not depend on σ."""
        if len(e.limits) != 1:
            return None
        index, low, high = e.limits[0]
        bounds = self.whole(low, known), self.whole(high, known)
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
            total = total + self.read(body, {**known, stand_in: Fraction(item)})
        return total

    # Conditions -----------------------------------------------------------------------------------

    def every(self, truths: Iterable[Truth]) -> Truth:
        return self._joined(conjunction, list(truths))

    def some(self, truths: Iterable[Truth]) -> Truth:
        return self._joined(disjunction, list(truths))

    def _joined(self, join: Any, truths: list[Truth]) -> Truth:
        return Truth(join(t.text for t in truths), disjunction(t.undefined for t in truths))

    def opposite(self, truth: Truth) -> Truth:
        return Truth(negation(truth.text), truth.undefined)

    def compared(self, relation: type, left: Value, right: Value) -> Truth:
        if relation is sp.Ne:
            return self.opposite(self.compared(sp.Eq, left, right))
        mark, turned = MARKS[relation]
        difference = right - left if turned else left - right
        if not difference.is_rational:
            raise Undecidable("a condition on irrational values inside a metric")
        text = compared(self.script, difference, mark, True)
        return Truth(text, disjunction([left.undefined, right.undefined]))

    def indicator(self, e: Any, known: Any) -> Value:
        truth = self.read(e.args[0], known)
        chosen = self.script.choice(truth.text, Whole.fixed(1), Whole.fixed(0))
        return Value({(): chosen}, 1, truth.undefined)

    # Functions ------------------------------------------------------------------------------------

    def power(self, e: Any, known: Any) -> Value:
        base, exponent = self.arguments(e, known)
        if not exponent.is_rational:
            raise Undecidable("an irrational exponent")
        if exponent.is_fixed:
            power = Fraction(exponent.numerator().low, exponent.denominator)
            if base.is_fixed:
                return _constant(_exact(base) ** power)
            if power.denominator == 1 and power > 0:
                return self.times([base] * int(power))
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

    def binomial(self, e: Any, known: Any) -> Value:
        top, bottom = (self.whole(argument, known) for argument in e.args)
        return Value.rational(int(sp.binomial(top, bottom)))

    def function(self, e: Any, known: Any) -> Value:
        """Write a function of numbers: of fixed ones by their value, of others by cases."""
        values = self.arguments(e, known)
        if all(value.is_fixed for value in values):
            fixed = dict(zip(e.args, map(_exact, values), strict=True))
            return _constant(compile_expression(e, {}, fixed)(fixed))
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
        return self.unread(e, known)

    ratio = absolute = sign = maximum = minimum = log = function

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
