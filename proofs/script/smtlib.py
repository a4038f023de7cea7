"""SMT-LIB text: a script under construction, its integers, and how a fold writes text.

Whole numbers are bounded linear terms. A product of two is written as a case split on the one
with fewer values, a function of one as a table; so everything is linear integer arithmetic with
if-then-else. They are coordinates of :class:`~proofs.exact.numbers.Exact` values as any integers
are. Values over several atoms are compared through their coordinates and through integer
enclosures: each relation has a reading that is surely true and one that is possibly true.

Real numbers are written as they stand (:class:`Reals`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import sympy as sp

from metrics.language.fold import RELATIONS, Sums, Truths
from proofs.exact.atoms import fixed_point, is_free
from proofs.exact.numbers import Exact
from proofs.exact.whole import Undecidable, Unknown, Whole

BITS = (32, 64, 128)
TABLE_LIMIT = 4096
LARGEST = 20_000_000
MARKS: dict[type, str] = {sp.Eq: "=", sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">"}
TURNED: dict[type, type] = {sp.Ge: sp.Le, sp.Gt: sp.Lt}


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
    if not kept or "false" in kept:
        return written(not kept)
    return kept[0] if len(kept) == 1 else f"(and {' '.join(kept)})"


def disjunction(parts: Iterable[str]) -> str:
    """Write a disjunction."""
    kept = [part for part in parts if part != "false"]
    if not kept or "true" in kept:
        return written(bool(kept))
    return kept[0] if len(kept) == 1 else f"(or {' '.join(kept)})"


def negation(part: str) -> str:
    """Write a negation."""
    return {"true": "false", "false": "true"}.get(part, f"(not {part})")


def written(truth: bool) -> str:
    """Write what is settled."""
    return "true" if truth else "false"


def turned(relation: type, left: Any, right: Any) -> tuple[type, Any, Any]:
    """Write ≥ and > as ≤ and <, with the sides exchanged."""
    return (TURNED[relation], right, left) if relation in TURNED else (relation, left, right)


class Missing(str):
    """Where a value is undefined, as text; joined by ``|`` as masks of arrays are."""

    def __or__(self, other: Any) -> Any:
        if other is True or self == other:
            return other
        return Missing(disjunction([self, other]))

    __ror__ = __or__


def undefined(value: Any) -> str:
    """Write where a value is undefined."""
    return written(value.undefined) if isinstance(value.undefined, bool) else value.undefined


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


class Reals(Text):
    """Real numbers as they stand; `point` makes literals decimals."""

    point = ""

    def named(self, text: str) -> str:
        """Return a shorter text for a term that is to be repeated."""
        return text

    def number(self, e: Any, known: Any) -> str:
        return number(e, self.point)

    def absolute(self, e: Any, known: Any) -> str:
        inner = self.named(self.read(e.args[0], known))
        return f"(ite (>= {inner} 0{self.point}) {inner} (- {inner}))"

    def sign(self, e: Any, known: Any) -> str:
        inner, one, zero = self.named(self.read(e.args[0], known)), *map(self._literal, (1, 0))
        return f"(ite (> {inner} {zero}) {one} (ite (< {inner} {zero}) (- {one}) {zero}))"

    def indicator(self, e: Any, known: Any) -> str:
        return f"(ite {self.read(e.args[0], known)} {self._literal(1)} {self._literal(0)})"

    def maximum(self, e: Any, known: Any) -> str:
        mark = ">=" if isinstance(e, sp.Max) else "<="
        first, *rest = [self.named(argument) for argument in self.arguments(e, known)]
        for other in rest:
            first = self.named(f"(ite ({mark} {first} {other}) {first} {other})")
        return first

    minimum = maximum

    def _literal(self, value: int) -> str:
        return f"{value}{self.point}"


@dataclass(frozen=True)
class Term(Unknown):
    """A linear integer term of a script, with bounds; one whose bounds are equal is an integer."""

    script: Script = field(compare=False, repr=False)
    weights: tuple[tuple[str, int], ...]
    constant: int
    low: int
    high: int

    def __add__(self, other: Term | int) -> Term | int:
        if isinstance(other, int):
            low, high = self.low + other, self.high + other
            return self._with(self.weights, self.constant + other, low, high)
        weights = dict(self.weights)
        for name, weight in other.weights:
            weights[name] = weights.get(name, 0) + weight
        kept = tuple(sorted((name, weight) for name, weight in weights.items() if weight))
        constant = self.constant + other.constant
        if not kept:
            return constant
        return self._with(kept, constant, self.low + other.low, self.high + other.high)

    def __mul__(self, other: Term | int) -> Term | int:
        if not isinstance(other, int):
            return self.script.times(self, other)
        if other == 0:
            return 0
        weights = tuple((name, weight * other) for name, weight in self.weights)
        ends = sorted((self.low * other, self.high * other))
        return self._with(weights, self.constant * other, *ends)

    __radd__ = __add__
    __rmul__ = __mul__

    def _with(
        self, weights: tuple[tuple[str, int], ...], constant: int, low: int, high: int
    ) -> Term | int:
        return low if low == high else Term(self.script, weights, constant, low, high)

    def __abs__(self) -> Term | int:
        part = self.turned()[1]
        negative = f"(< {self.script.named(part)} 0)"
        size = self.script.choice(negative, part * -1, part)
        if isinstance(size, int):
            return size
        return self._with(size.weights, size.constant, 0, max(abs(self.low), abs(self.high)))

    def turned(self) -> tuple[int, Term]:
        """Write the term as ±1 times one whose first weight, by name, is positive."""
        if self.weights and min(self.weights)[1] < 0:
            turned = self * -1
            assert isinstance(turned, Term)
            return -1, turned
        return 1, self

    def sign(self) -> Term | int:
        """Return −1, 0 or 1."""
        direction, part = self.turned()
        name = self.script.named(part)
        below = self.script.choice(f"(< {name} 0)", -1, 0)
        return self.script.choice(f"(> {name} 0)", 1, below) * direction

    def text(self) -> str:
        """Write the term."""
        parts = [
            name if weight == 1 else f"(* {number(weight)} {name})" for name, weight in self.weights
        ]
        if self.constant:
            parts.append(number(self.constant))
        return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"

    def possible(self) -> range:
        if self.high - self.low >= TABLE_LIMIT:
            raise TooLarge(f"an integer with {self.high - self.low + 1:,} possible values")
        return range(self.low, self.high + 1)

    def image(self, values: dict[int, int]) -> Term | int:
        return self.script.table(self, values.__getitem__)

    def is_value(self, value: int) -> Missing | bool:
        test = self.script.is_value(self, value)
        return False if test == "false" else Missing(test)


def text_of(value: Term | int) -> str:
    """Write an integer, known or not."""
    return number(value) if isinstance(value, int) else value.text()


def bounds(value: Term | int) -> tuple[int, int]:
    """Return the least and the largest that an integer can be."""
    return (value, value) if isinstance(value, int) else (value.low, value.high)


class Script:
    """An SMT-LIB script under construction."""

    def __init__(self, bits: int = BITS[0]) -> None:
        self.lines: list[str] = []
        self.names: dict[str, str] = {}
        self.tests: dict[str, dict[int, str]] = {}
        self.bits, self.size = bits, 0

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
        self._insist_small(self.size)

    def _insist_small(self, size: int) -> None:
        if size > LARGEST:
            raise TooLarge("the SMT-LIB script would be larger than 20 MB")

    def named(self, term: Term | int) -> str:
        """Return a symbol for an integer term."""
        text = text_of(term)
        return text if " " not in text else self.define(text)

    def _one(self, name: str, low: int, high: int) -> Term | int:
        """Return an integer that has a name, by its bounds."""
        return low if low == high else Term(self, ((name, 1),), 0, low, high)

    def one_of(self, name: str, values: range) -> Term | int:
        """Declare an integer by one Boolean for each value, exactly one of which is true."""
        if len(values) == 1:
            return values[0]
        self.tests[name] = {value: self.declare(f"{name}_{value}", "Bool") for value in values}
        self.exactly_one(list(self.tests[name].values()))
        terms = " ".join(f"(ite {test} {number(v)} 0)" for v, test in self.tests[name].items())
        self._grow(f"(define-fun {name} () Int (+ {terms} 0))")
        return self._one(name, values[0], values[-1])

    def exactly_one(self, tests: list[str]) -> None:
        """Assert that one condition, and no other, is true."""
        self.insist(disjunction(tests))
        for one, two in combinations(tests, 2):
            self.insist(f"(or (not {one}) (not {two}))")

    def chosen(self, name: str, model: dict[str, Any]) -> int | None:
        """Return which value an integer has in a model; None where that is left open."""
        tests = self.tests.get(name, {})
        return next((value for value, test in tests.items() if model.get(test) is True), None)

    def is_value(self, term: Term | int, value: int) -> str:
        """Write that an integer has a value."""
        low, high = bounds(term)
        if not low <= value <= high or low == high:
            return written(low == value == high)
        name = self.named(term)
        if name in self.tests:
            return self.tests[name][value]
        return f"(= {name} {number(value)})"

    def table(self, term: Term | int, function: Callable[[int], int]) -> Term | int:
        """Apply a function to a bounded integer by cases."""
        if isinstance(term, int):
            return function(term)
        images = [(value, function(value)) for value in term.possible()]
        text = number(images[-1][1])
        for value, image in reversed(images[:-1]):
            text = f"(ite {self.is_value(term, value)} {number(image)} {text})"
        results = [image for _, image in images]
        if min(results) == max(results):
            return results[0]
        return self._one(self.define(text), min(results), max(results))

    def times(self, one: Term, two: Term) -> Term | int:
        """Multiply two bounded integers by cases on the one with fewer values."""
        (turn, one), (again, two) = one.turned(), two.turned()
        if one == two:
            return self.table(one, lambda value: value * value) * (turn * again)
        few, many = sorted((one, two), key=lambda term: (term.high - term.low, term.text()))
        if few.high - few.low >= TABLE_LIMIT:
            raise TooLarge("a product of two integers with many values")
        factor = self.named(many)
        text = f"(* {number(few.high)} {factor})"
        for value in range(few.high - 1, few.low - 1, -1):
            text = f"(ite {self.is_value(few, value)} (* {number(value)} {factor}) {text})"
        corners = [x * y for x in (one.low, one.high) for y in (two.low, two.high)]
        return self._one(self.define(text), min(corners), max(corners)) * (turn * again)

    def choice(self, condition: str, yes: Term | int, no: Term | int) -> Term | int:
        """Choose between two integers."""
        if condition in ("true", "false"):
            return yes if condition == "true" else no
        name = self.define(f"(ite {condition} {text_of(yes)} {text_of(no)})")
        ends = (*bounds(yes), *bounds(no))
        return self._one(name, min(ends), max(ends))

    def text(self, condition: str = "true") -> str:
        """Return the whole script, with one condition more."""
        self._insist_small(self.size + len(condition))
        head = ["(set-option :produce-models true)", "(set-logic ALL)"]
        asked = [f"(assert {condition})"] if condition != "true" else []
        return "\n".join([*head, *self.lines, *asked, "(check-sat)", ""])

    def compared(self, relation: type, left: Exact, right: Exact, surely: bool = True) -> str:
        """Write that two values stand in a relation: surely, or possibly."""
        if relation is sp.Ne:
            return negation(self.compared(sp.Eq, left, right, not surely))
        relation, left, right = turned(relation, left, right)
        mark, parts = MARKS[relation], (left - right).parts
        if len(parts) > 1:
            return self._by_enclosures(parts, mark, surely)
        data = next((part.data for part in parts.values()), 0)
        if isinstance(data, int):
            return written(RELATIONS[relation](data, 0))
        return f"({mark} {data.text()} 0)"

    def _by_enclosures(self, parts: dict[Any, Whole], mark: str, surely: bool) -> str:
        if any(is_free(atom) for atom in parts):
            raise Undecidable("a parameter without a value")
        zeros = conjunction(f"(= {text_of(part.data)} 0)" for part in parts.values())
        zero = self.define(zeros, "Bool")
        near: Term | int = 0
        error = 0
        for atom, part in parts.items():
            near = near + part.data * fixed_point(atom, self.bits)
            error += max(map(abs, bounds(part.data)))
        middle = self.named(near)
        if mark == "=":
            close = f"(and (<= {middle} {error}) (<= {number(-error)} {middle}))"
            return zero if surely else self.define(close, "Bool")
        below = f"(< {middle} {number(-error)})" if surely else f"(<= {middle} {error})"
        return f"(or {zero} {below})" if mark == "<=" else f"(and (not {zero}) {below})"
