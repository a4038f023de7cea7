"""SMT-LIB terms: bounded integers that stay linear, and exact values over atoms.

A product of two bounded integers is written as a case split on the one with fewer
values, a function of one as a table; so everything is linear integer arithmetic with
if-then-else. Values over several atoms are compared through their coordinates and
through integer enclosures: each relation has a reading that is surely true and one
that is possibly true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any

import sympy as sp

from metrics.language.fold import Sums, Truths
from proofs.exact.atoms import ONE, Monomial, fixed_point, is_free, product
from proofs.exact.whole import Undecidable

BITS = (32, 64, 128)
TABLE_LIMIT = 4096
MARKS: dict[type, str] = {sp.Eq: "=", sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">"}


class TooLarge(Exception):
    """The script would be too large."""


def number(value: Any, point: str = "") -> str:
    """Write a whole or rational number; `point` makes its parts decimals.

    >>> number(-3), number(sp.Rational(1, 2), ".0")
    ('(- 3)', '(/ 1.0 2.0)')
    """
    size = f"{abs(value.numerator)}{point}"
    text = size if value.denominator == 1 else f"(/ {size} {value.denominator}{point})"
    return text if value >= 0 else f"(- {text})"


def conjunction(parts: Iterable[str]) -> str:
    """Write a conjunction."""
    kept = [part for part in parts if part != "true"]
    if not kept:
        return "true"
    return kept[0] if len(kept) == 1 else f"(and {' '.join(kept)})"


def disjunction(parts: Iterable[str]) -> str:
    """Write a disjunction."""
    kept = [part for part in parts if part != "false"]
    if not kept:
        return "false"
    return kept[0] if len(kept) == 1 else f"(or {' '.join(kept)})"


def negation(part: str) -> str:
    """Write a negation."""
    return {"true": "false", "false": "true"}.get(part, f"(not {part})")


class Text(Sums, Truths):
    """Terms and conditions as SMT-LIB text; conditions that are settled vanish."""

    def total(self, values: Iterable[str]) -> str:
        return f"(+ {' '.join(values)})"

    def times(self, values: Iterable[str]) -> str:
        return f"(* {' '.join(values)})"

    def every(self, truths: Iterable[str]) -> str:
        return conjunction(truths)

    def some(self, truths: Iterable[str]) -> str:
        return disjunction(truths)

    def opposite(self, truth: str) -> str:
        return negation(truth)

    def compared(self, relation: type, left: str, right: str) -> str:
        if relation is sp.Ne:
            return f"(not (= {left} {right}))"
        return f"({MARKS[relation]} {left} {right})"


class LiteralText(Text):
    """Conditions word for word."""

    def constant(self, e: Any, known: Any) -> str:
        return "true" if e else "false"

    def every(self, truths: Iterable[str]) -> str:
        return f"(and {' '.join(truths)})"

    def some(self, truths: Iterable[str]) -> str:
        return f"(or {' '.join(truths)})"

    def opposite(self, truth: str) -> str:
        return f"(not {truth})"

    def implication(self, e: Any, known: Any) -> str:
        return f"(=> {' '.join(self.arguments(e, known))})"


@dataclass(frozen=True)
class Whole:
    """A linear integer term with bounds."""

    weights: tuple[tuple[str, int], ...]
    constant: int
    low: int
    high: int

    @staticmethod
    def fixed(value: int) -> Whole:
        """Return a constant."""
        return Whole((), value, value, value)

    @property
    def is_fixed(self) -> bool:
        """Tell whether this is a constant."""
        return self.low == self.high

    def __add__(self, other: Whole) -> Whole:
        weights = dict(self.weights)
        for name, weight in other.weights:
            weights[name] = weights.get(name, 0) + weight
        kept = tuple(sorted((name, weight) for name, weight in weights.items() if weight))
        constant = self.constant + other.constant
        if not kept:
            return Whole.fixed(constant)
        return Whole(kept, constant, self.low + other.low, self.high + other.high)

    def scaled(self, factor: int) -> Whole:
        """Multiply by a constant."""
        if factor == 0:
            return Whole.fixed(0)
        ends = sorted((self.low * factor, self.high * factor))
        weights = tuple((name, weight * factor) for name, weight in self.weights)
        return Whole(weights, self.constant * factor, *ends)

    def turned(self) -> tuple[int, Whole]:
        """Write the term as ±1 times one whose first weight, by name, is positive."""
        if self.weights and min(self.weights)[1] < 0:
            return -1, self.scaled(-1)
        return 1, self

    def text(self) -> str:
        """Write the term."""
        if self.is_fixed:
            return number(self.low)
        parts = [
            name if weight == 1 else f"(* {number(weight)} {name})" for name, weight in self.weights
        ]
        if self.constant:
            parts.append(number(self.constant))
        return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"


class Script:
    """An SMT-LIB script under construction."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: dict[str, str] = {}
        self.tests: dict[str, dict[int, str]] = {}
        self.bits = BITS[0]
        self.size = 0

    def declare(self, name: str, sort: str = "Int") -> str:
        """Declare a constant."""
        self.lines.append(f"(declare-const {name} {sort})")
        return name

    def insist(self, condition: str) -> None:
        """Assert a condition."""
        if condition != "true":
            self._grow(f"(assert {condition})")

    def define(self, text: str, sort: str = "Int") -> str:
        """Give a term a name, once."""
        if text not in self.names:
            name = f"t{len(self.names)}"
            self._grow(f"(define-fun {name} () {sort} {text})")
            self.names[text] = name
        return self.names[text]

    def _grow(self, line: str) -> None:
        self.lines.append(line)
        self.size += len(line)
        if self.size > 20_000_000:
            raise TooLarge("the SMT-LIB script would be larger than 20 MB")

    def named(self, term: Whole) -> str:
        """Return a symbol for an integer term."""
        text = term.text()
        return text if " " not in text else self.define(text)

    def one_of(self, name: str, values: range) -> Whole:
        """Declare an integer by one Boolean for each value, exactly one of which is true."""
        tests = {value: self.declare(f"{name}_{value}", "Bool") for value in values}
        self.insist(disjunction(tests.values()))
        for one, two in combinations(tests.values(), 2):
            self.insist(f"(or (not {one}) (not {two}))")
        terms = " ".join(f"(ite {test} {number(value)} 0)" for value, test in tests.items())
        self._grow(f"(define-fun {name} () Int (+ {terms} 0))")
        self.tests[name] = tests
        return Whole(((name, 1),), 0, values[0], values[-1])

    def is_value(self, term: Whole, value: int) -> str:
        """Write that an integer has a value."""
        if not term.low <= value <= term.high:
            return "false"
        name = self.named(term)
        if name in self.tests:
            return self.tests[name][value]
        return f"(= {name} {number(value)})"

    def table(self, term: Whole, function: Callable[[int], int]) -> Whole:
        """Apply a function to a bounded integer by cases."""
        if term.high - term.low >= TABLE_LIMIT:
            raise TooLarge(f"an integer with {term.high - term.low + 1:,} possible values")
        images = [(value, function(value)) for value in range(term.low, term.high + 1)]
        text = number(images[-1][1])
        for value, image in reversed(images[:-1]):
            text = f"(ite {self.is_value(term, value)} {number(image)} {text})"
        results = [image for _, image in images]
        if min(results) == max(results):
            return Whole.fixed(results[0])
        return Whole(((self.define(text), 1),), 0, min(results), max(results))

    def times(self, one: Whole, two: Whole) -> Whole:
        """Multiply two bounded integers by cases on the one with fewer values."""
        if one.is_fixed:
            return two.scaled(one.low)
        if two.is_fixed:
            return one.scaled(two.low)
        (turn, one), (again, two) = one.turned(), two.turned()
        if one == two:
            return self.table(one, lambda value: value * value).scaled(turn * again)
        few, many = sorted((one, two), key=lambda term: (term.high - term.low, term.text()))
        if few.high - few.low >= TABLE_LIMIT:
            raise TooLarge("a product of two integers with many values")
        factor = self.named(many)
        text = f"(* {number(few.high)} {factor})"
        for value in range(few.high - 1, few.low - 1, -1):
            text = f"(ite {self.is_value(few, value)} (* {number(value)} {factor}) {text})"
        corners = [x * y for x in (one.low, one.high) for y in (two.low, two.high)]
        product_term = Whole(((self.define(text), 1),), 0, min(corners), max(corners))
        return product_term.scaled(turn * again)

    def choice(self, condition: str, yes: Whole, no: Whole) -> Whole:
        """Choose between two integers."""
        if condition == "true":
            return yes
        if condition == "false":
            return no
        text = f"(ite {condition} {yes.text()} {no.text()})"
        return Whole(((self.define(text), 1),), 0, min(yes.low, no.low), max(yes.high, no.high))

    def text(self) -> str:
        """Return the whole script."""
        head = ["(set-option :produce-models true)", "(set-logic ALL)"]
        return "\n".join([*head, *self.lines, "(check-sat)", ""])


@dataclass(frozen=True)
class Value:
    """A number with integer coordinates over atoms, one denominator, and where it is undefined."""

    parts: dict[Monomial, Whole]
    denominator: int = 1
    undefined: str = "false"

    @staticmethod
    def rational(value: Fraction | int) -> Value:
        """Return a rational constant."""
        fraction = Fraction(value)
        return Value({ONE: Whole.fixed(fraction.numerator)}, fraction.denominator)

    @staticmethod
    def whole(term: Whole) -> Value:
        """Return an integer."""
        return Value({ONE: term})

    @property
    def is_rational(self) -> bool:
        """Tell whether the only atom is 1."""
        return all(atom == ONE for atom in self.parts)

    @property
    def is_fixed(self) -> bool:
        """Tell whether this is a constant."""
        return all(part.is_fixed for part in self.parts.values())

    def numerator(self) -> Whole:
        """Return the coordinate over the atom 1."""
        return self.parts.get(ONE, Whole.fixed(0))

    def scaled(self, factor: int, denominator: int) -> Value:
        """Multiply the coordinates and set the denominator."""
        parts = {atom: part.scaled(factor) for atom, part in self.parts.items()}
        return Value(parts, denominator, self.undefined)

    def __add__(self, other: Value) -> Value:
        common = lcm(self.denominator, other.denominator)
        left = self.scaled(common // self.denominator, common)
        right = other.scaled(common // other.denominator, common)
        parts = dict(left.parts)
        for atom, part in right.parts.items():
            parts[atom] = parts[atom] + part if atom in parts else part
        kept = {atom: part for atom, part in parts.items() if not (part.is_fixed and part.low == 0)}
        return Value(kept, common, disjunction([self.undefined, other.undefined]))

    def __sub__(self, other: Value) -> Value:
        return self + other.scaled(-1, other.denominator)


def multiply(script: Script, one: Value, two: Value) -> Value:
    """Return the product of two values."""
    total = Value({}, 1, disjunction([one.undefined, two.undefined]))
    for left_atom, left in one.parts.items():
        for right_atom, right in two.parts.items():
            factor, atom = product(left_atom, right_atom)
            part = script.times(left, right).scaled(factor.numerator)
            denominator = factor.denominator * one.denominator * two.denominator
            total = total + Value({atom: part}, denominator)
    return Value(total.parts, total.denominator, disjunction([one.undefined, two.undefined]))


def compared(script: Script, difference: Value, mark: str, surely: bool) -> str:
    """Write that a difference is =, <= or < 0: surely, or possibly."""
    parts = {a: p for a, p in difference.parts.items() if not (p.is_fixed and p.low == 0)}
    if not parts:
        return "false" if mark == "<" else "true"
    if len(parts) == 1:
        ((_, part),) = parts.items()
        if part.is_fixed:
            true = {"=": part.low == 0, "<=": part.low <= 0, "<": part.low < 0}[mark]
            return "true" if true else "false"
        return f"({mark} {part.text()} 0)"
    return _by_enclosures(script, parts, mark, surely)


def _by_enclosures(script: Script, parts: dict[Monomial, Whole], mark: str, surely: bool) -> str:
    if any(is_free(atom) for atom in parts):
        raise Undecidable("a parameter without a value")
    zero = script.define(conjunction(f"(= {part.text()} 0)" for part in parts.values()), "Bool")
    near, error = Whole.fixed(0), 0
    for atom, part in parts.items():
        near = near + part.scaled(fixed_point(atom, script.bits))
        error += max(abs(part.low), abs(part.high))
    middle = script.named(near)
    if mark == "=":
        close = f"(and (<= {middle} {error}) (<= {number(-error)} {middle}))"
        return zero if surely else script.define(close, "Bool")
    below = f"(< {middle} {number(-error)})" if surely else f"(<= {middle} {error})"
    if mark == "<=":
        return f"(or {zero} {below})"
    return f"(and (not {zero}) {below})"
