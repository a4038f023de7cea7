"""Lemmas about the terms of a sum: their SMT-LIB script is written here and asked of two solvers.

Why it is right. A number in unknowns becomes a term over real variables, one for each unknown and
each base that the script does not spell out, under facts that hold for them: unknowns lie between
their bounds, all other bases are at least 0. Absolute values and comparisons are spelled out. If no
real numbers that satisfy the facts make the claim false, no values of the unknowns do. Both z3 and
cvc5 must say so. What is known of three sets that overlap (`overlaps`) is among the facts. Where
it is asked for, so is what is known of whole numbers and of values that are defined: what two sets
have in common is whole and lies between two whole bounds, so it is at a bound or at least 1 away
from it; and what is divided by is not 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from proofs.script.sealing import digest
from proofs.script.solvers import SOLVERS, UNSAT, consult
from proofs.trusted.every_n.overlaps import is_whole_between, larger_of_0, three_overlaps
from proofs.trusted.number import (
    ABSOLUTE,
    MAY_BE_0,
    POWER,
    TRUE,
    UNKNOWN,
    Monomial,
    Number,
    number,
    terms_of,
)
from proofs.trusted.sign import cleared_of, is_summed
from proofs.trusted.unknowns import possible_signs

SECONDS, PATIENCE = 4.0, 12.0
MOST_SPLIT = 4
MOST_CLOSER, LONGEST_CLOSER = 60, 3_000
"""How many terms and letters a script with more facts may have: others are hardly ever answered."""
_PROVED: set[str] = set()
_RECORDS: list[list[str]] = []
CLAIMS = {
    "Equality": "(= VALUE 0)",
    "Unequality": "(distinct VALUE 0)",
    "LessThan": "(<= VALUE 0)",
    "StrictLessThan": "(< VALUE 0)",
    "GreaterThan": "(>= VALUE 0)",
    "StrictGreaterThan": "(> VALUE 0)",
}
TESTS = {-1: "(< {} 0)", 0: "(= {} 0)", 1: "(> {} 0)"}


class Script:
    """A script in the making: the variables that stand for bases, and what is known of them."""

    def __init__(self, divisors: Sequence[Number] | None = None) -> None:
        self.divisors = divisors
        self.names: dict[Any, str] = {}
        self.facts: list[str] = []
        self.signs: dict[Any, int] = {}

    def term(self, value: Number) -> str:
        """Return a number as a term."""
        parts = [self._product(factor, monomial) for monomial, factor in terms_of(value).items()]
        return _applied("+", parts or ["0.0"])

    def _product(self, factor: Fraction, monomial: Monomial) -> str:
        """Return a product; comparisons in it are one condition."""
        tests = [self._test(base) for base, _ in monomial if base[0] == TRUE]
        powers = [self._power(base, e) for base, e in monomial if base[0] != TRUE]
        product = _applied("*", [_rational(factor), *powers])
        return f"(ite {_applied('and', tests)} {product} 0.0)" if tests else product

    def _test(self, base: Any) -> str:
        signs, terms = base[1]
        inner = self.term(_number(terms))
        return _applied("or", [TESTS[sign].format(inner) for sign in signs])

    def _power(self, base: Any, exponent: Fraction) -> str:
        if exponent.denominator != 1 or exponent < 0:
            return self._name((base, exponent), positive=_is_positive(base))
        return _applied("*", [self._base(base)] * int(exponent))

    def _base(self, base: Any) -> str:
        kind, content = base
        if kind == ABSOLUTE:
            inner = self.term(_number(content))
            if base in self.signs:
                return inner if self.signs[base] > 0 else f"(- {inner})"
            return f"(ite (>= {inner} 0) {inner} (- {inner}))"
        if kind == POWER and base not in self.names:
            self._bound_power(base)
        if kind != UNKNOWN:
            return self._name(base, positive=_is_positive(base))
        known = base in self.names
        name = self._name(base, positive=_is_positive(base))
        if not known:
            _, low, high = content
            self.facts.append(f"(>= {name} {self.term(_number(low))})")
            if high is not None:
                self.facts.append(f"(<= {name} {self.term(_number(high))})")
            other = larger_of_0(base)
            if other is not None:
                text = self.term(other)
                self.facts.append(f"(and (>= {name} {text}) (or (= {name} 0) (= {name} {text})))")
        return name

    def _bound_power(self, base: Any) -> None:
        """Say that b^x is at least 1, or at most 1 for b < 1, where x is at least 0."""
        powered, exponent = base[1]
        if isinstance(powered, Fraction) and -1 not in possible_signs(_number(exponent)):
            name = self._name(base, positive=True)
            self.facts.append(f"({'>=' if powered > 1 else '<='} {name} 1)")

    def _name(self, key: Any, positive: bool) -> str:
        if key not in self.names:
            self.names[key] = f"x{len(self.names)}"
            self.facts.append(f"({'>' if positive else '>='} {self.names[key]} 0)")
        return self.names[key]

    def text(self, value: Number, claim: str) -> str:
        """Return the script that asks whether a claim about a number can be false.

        It is asked for each way in which the signs of its absolute values can fall out.
        """
        bases = {base for monomial in terms_of(value) for base, _ in monomial}
        absolute = sorted((base for base in bases if base[0] == ABSOLUTE), key=repr)
        split = absolute if len(absolute) <= MOST_SPLIT else []
        cases = []
        for signs in product((1, -1), repeat=len(split)):
            self.signs = dict(zip(split, signs, strict=True))
            falls = [f"(>= {self._base(base)} 0)" for base in split]
            false = f"(not {claim.replace('VALUE', self.term(value))})"
            cases.append(_applied("and", [*falls, false]))
        more = [] if self.divisors is None else self._closer(self.divisors)
        more += [f"(>= {self.term(each)} 0)" for each in three_overlaps([*self.names])]
        lines = ["(set-logic QF_NRA)"]
        lines += [f"(declare-const {name} Real)" for name in self.names.values()]
        lines += [f"(assert {fact})" for fact in [*self.facts, *self._different_entries(), *more]]
        return "\n".join([*lines, f"(assert {_applied('or', cases)})", "(check-sat)", ""])

    def _closer(self, divisors: Sequence[Number]) -> list[str]:
        """Say what is known of whole numbers between bounds, and of what is divided by."""
        self.signs = {}
        found = [f"(distinct {self.term(cleared_of(divisor))} 0)" for divisor in divisors]
        for base in [base for base in self.names if is_whole_between(base)]:
            _, low, high = base[1]
            x, a, b = self.names[base], self.term(_number(low)), self.term(_number(high))
            found.append(f"(or (= {x} {a}) (>= {x} (+ {a} 1)))")
            found.append(f"(or (= {x} {b}) (<= {x} (- {b} 1)))")
        return found

    def _different_entries(self) -> list[str]:
        """Say that a ranking has different entries at different places."""
        entries = [(base[1][0], name) for base, name in self.names.items() if _is_entry(base)]
        return [
            f"(distinct {left} {right})"
            for ((_, word, one), left), ((_, other, two), right) in combinations(entries, 2)
            if word == other and 0 not in possible_signs(_number(one) - _number(two))
        ]


def _is_positive(base: Any) -> bool:
    return base[0] not in MAY_BE_0 and not is_summed(base)


def _is_entry(base: Any) -> bool:
    return base[0] == UNKNOWN and base[1][0][0] == "entry"


def is_nonnegative(value: Number) -> bool:
    """Tell whether both solvers say that a number is at least 0 for all values of its unknowns."""
    return proved(Script().text(value, "(>= VALUE 0)"))


def has_sign(value: Number, relation: str, divisors: Sequence[Number] | None = None) -> bool:
    """Tell whether both solvers say that a number is always in a relation to 0.

    Where divisors are given and it is not for all real numbers, it may be for what is whole, where
    nothing is divided by 0.
    """
    claim = CLAIMS[relation]
    if proved(Script().text(value, claim)):
        return True
    if divisors is None or len(terms_of(value)) > MOST_CLOSER:
        return False
    text = Script(divisors).text(value, claim)
    return len(text) <= LONGEST_CLOSER and proved(text)


def vanishes_exactly_at(value: Number, one: Number, two: Number) -> bool:
    """Tell whether a number is at least 0, and 0 exactly where two others are equal."""
    script = Script()
    return _vanishes(script, value, f"(= {script.term(one)} {script.term(two)})")


def vanishes_when_alike(value: Number, one: list[Number], two: list[Number]) -> bool:
    """Tell whether a number is at least 0, and 0 exactly where two pairs are ordered alike."""
    script = Script()
    left, right = (script.term(pair[0] - pair[1]) for pair in (one, two))
    return _vanishes(script, value, f"(= (> {left} 0) (> {right} 0))")


def _vanishes(script: Script, value: Number, where: str) -> bool:
    return proved(script.text(value, f"(and (>= VALUE 0) (= (= VALUE 0) {where}))"))


def proved(text: str) -> bool:
    """Tell whether both solvers find that a claim is never false; only a yes is kept."""
    if text not in _PROVED:
        replies = consult(text, SECONDS, patience=PATIENCE)
        if any(solver not in replies or replies[solver].answer != UNSAT for solver in SOLVERS):
            return False
        _PROVED.add(text)
    for scripts in _RECORDS:
        scripts.append(digest(text))
    return True


@contextmanager
def recorded() -> Iterator[list[str]]:
    """Collect the digests of the scripts that both solvers have answered meanwhile."""
    scripts: list[str] = []
    _RECORDS.append(scripts)
    try:
        yield scripts
    finally:
        _RECORDS.remove(scripts)


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
