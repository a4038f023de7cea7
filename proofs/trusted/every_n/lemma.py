"""Lemmas about the terms of a sum: their SMT-LIB script is written here and asked of two solvers.

Why it is right. A number in unknowns becomes a term over real variables, one for each unknown and
each base that the script does not spell out, under facts that hold for them: unknowns lie between
their bounds, all other bases are at least 0. Absolute values and comparisons are spelled out. If no
real numbers that satisfy the facts make the claim false, no values of the unknowns do. Both z3 and
cvc5 must say so.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from proofs.script.solvers import SOLVERS, UNSAT, consult
from proofs.trusted.number import (
    ABSOLUTE,
    MAY_BE_0,
    TRUE,
    UNKNOWN,
    Inconclusive,
    Number,
    number,
    terms_of,
)
from proofs.trusted.sign import signs_of

SECONDS = 4.0
TESTS = {-1: "(< {} 0)", 0: "(= {} 0)", 1: "(> {} 0)"}


class Script:
    """A script in the making: the variables that stand for bases, and what is known of them."""

    def __init__(self) -> None:
        self.names: dict[Any, str] = {}
        self.facts: list[str] = []

    def term(self, value: Number) -> str:
        """Return a number as a term."""
        parts = [
            _applied("*", [_rational(factor), *[self._power(b, e) for b, e in monomial]])
            for monomial, factor in terms_of(value).items()
        ]
        return _applied("+", parts or ["0.0"])

    def _power(self, base: Any, exponent: Fraction) -> str:
        if exponent.denominator != 1 or exponent < 0:
            return self._name((base, exponent), positive=base[0] not in MAY_BE_0)
        return _applied("*", [self._base(base)] * int(exponent))

    def _base(self, base: Any) -> str:
        kind, content = base
        if kind == ABSOLUTE:
            inner = self.term(_number(content))
            return f"(ite (>= {inner} 0) {inner} (- {inner}))"
        if kind == TRUE:
            signs, terms = content
            inner = self.term(_number(terms))
            tests = [TESTS[sign].format(inner) for sign in signs]
            return f"(ite {tests[0] if len(tests) == 1 else _applied('or', tests)} 1.0 0.0)"
        if kind != UNKNOWN:
            return self._name(base, positive=kind not in MAY_BE_0)
        known = base in self.names
        name = self._name(base, positive=True)
        if not known:
            _, low, high = content
            self.facts.append(f"(>= {name} {self.term(_number(low))})")
            if high is not None:
                self.facts.append(f"(<= {name} {self.term(_number(high))})")
        return name

    def _name(self, key: Any, positive: bool) -> str:
        if key not in self.names:
            self.names[key] = f"x{len(self.names)}"
            self.facts.append(f"({'>' if positive else '>='} {self.names[key]} 0)")
        return self.names[key]

    def text(self, claim: str) -> str:
        """Return the script that asks whether a claim can be false."""
        lines = ["(set-logic QF_NRA)"]
        lines += [f"(declare-const {name} Real)" for name in self.names.values()]
        lines += [f"(assert {fact})" for fact in [*self.facts, *self._different_entries()]]
        return "\n".join([*lines, f"(assert (not {claim}))", "(check-sat)", ""])

    def _different_entries(self) -> list[str]:
        """Say that a ranking has different entries at different places."""
        entries = [(base[1][0], name) for base, name in self.names.items() if _is_entry(base)]
        return [
            f"(distinct {left} {right})"
            for ((_, word, one), left), ((_, other, two), right) in combinations(entries, 2)
            if word == other and _differ(_number(one), _number(two))
        ]


def _is_entry(base: Any) -> bool:
    return base[0] == UNKNOWN and base[1][0][0] == "entry"


def _differ(one: Number, two: Number) -> bool:
    try:
        return 0 not in signs_of(one - two)
    except Inconclusive:
        return False


def is_nonnegative(value: Number) -> bool:
    """Tell whether both solvers say that a number is at least 0 for all values of its unknowns."""
    script = Script()
    return proved(script.text(f"(>= {script.term(value)} 0)"))


def vanishes_exactly_at(value: Number, one: Number, two: Number) -> bool:
    """Tell whether a number is at least 0, and 0 exactly where two others are equal."""
    script = Script()
    term, left, right = (script.term(each) for each in (value, one, two))
    return proved(script.text(f"(and (>= {term} 0) (= (= {term} 0) (= {left} {right})))"))


def proved(text: str) -> bool:
    """Tell whether both solvers find that a claim is never false."""
    replies = consult(text, SECONDS, patience=SECONDS)
    return all(solver in replies and replies[solver].answer == UNSAT for solver in SOLVERS)


def _number(terms: Any) -> Number:
    return number(dict(terms))


def _applied(sign: str, parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"({sign} {' '.join(parts)})"


def _rational(value: Fraction | int) -> str:
    value = Fraction(value)
    text = f"{abs(value.numerator)}.0"
    if value.denominator != 1:
        text = f"(/ {text} {value.denominator}.0)"
    return f"(- {text})" if value < 0 else text
