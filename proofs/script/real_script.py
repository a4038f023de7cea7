"""A formula over the reals as SMT-LIB text: polynomials, roots, quotients, absolute values, maxima.

Roots and quotients become fresh constants with their defining equation, so that the cases in
which they are undefined are left out.

>>> a = sp.Symbol("a", real=True)
>>> print(script([sp.Lt(a**2, 0, evaluate=False)]), end="")
(set-logic ALL)
(declare-fun a () Real)
(assert (< (* a a) 0.0))
(check-sat)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from metrics.language.terms import Ratio

RELATIONS = {sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">", sp.Eq: "="}


class NotWritable(Exception):
    """The expression has no translation; the message says which."""


def script(conditions: Sequence[Any]) -> str:
    """Return a script that is satisfiable if and only if all conditions can be true together."""
    writer = _Writer()
    asserted = [writer.formula(condition) for condition in conditions]
    symbols = sorted({a for c in conditions for a in c.free_symbols}, key=str)
    lines = ["(set-logic ALL)", *[f"(declare-fun {name} () Real)" for name in symbols]]
    lines += [*writer.lines, *[f"(assert {text})" for text in asserted], "(check-sat)"]
    return "\n".join(lines) + "\n"


class _Writer:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.known: dict[Any, str] = {}

    def formula(self, f: Any) -> str:
        if f in (sp.true, sp.false):
            return "true" if f else "false"
        words = {sp.And: "and", sp.Or: "or", sp.Not: "not", sp.Implies: "=>"}
        if type(f) in words:
            return f"({words[type(f)]} {' '.join(self.formula(a) for a in f.args)})"
        sides = f"{self.term(f.lhs)} {self.term(f.rhs)}"
        if isinstance(f, sp.Ne):
            return f"(not (= {sides}))"
        if type(f) not in RELATIONS:
            raise NotWritable(str(f))
        return f"({RELATIONS[type(f)]} {sides})"

    def term(self, e: Any) -> str:
        if e not in self.known:
            self.known[e] = self._term(e)
        return self.known[e]

    def _term(self, e: Any) -> str:
        if e.is_Symbol:
            return str(e.name)
        if e.is_Rational:
            return _number(e)
        if isinstance(e, sp.Add | sp.Mul):
            mark = "+" if isinstance(e, sp.Add) else "*"
            return f"({mark} {' '.join(self.term(argument) for argument in e.args)})"
        if isinstance(e, sp.Pow) and e.exp.is_Rational:
            return self._power(e.base, e.exp)
        if isinstance(e, sp.Abs):
            inner = self._named(self.term(e.args[0]))
            return f"(ite (>= {inner} 0.0) {inner} (- {inner}))"
        if isinstance(e, sp.Max | sp.Min):
            mark = ">=" if isinstance(e, sp.Max) else "<="
            first, *rest = [self._named(self.term(argument)) for argument in e.args]
            for other in rest:
                first = self._named(f"(ite ({mark} {first} {other}) {first} {other})")
            return first
        if isinstance(e, Ratio):
            return self._quotient(self.term(e.args[0]), self.term(e.args[1]))
        raise NotWritable(str(e))

    def _power(self, base: Any, exponent: Any) -> str:
        text = self._named(self.term(base))
        if exponent.q != 1:
            root = self._fresh()
            self.lines.append(f"(assert (>= {root} 0.0))")
            self.lines.append(f"(assert (= {_product(root, int(exponent.q))} {text}))")
            text = root
        if exponent < 0:
            text = self._quotient("1.0", text)
        return _product(text, abs(int(exponent.p)))

    def _quotient(self, top: str, bottom: str) -> str:
        result = self._fresh()
        self.lines.append(f"(assert (not (= {bottom} 0.0)))")
        self.lines.append(f"(assert (= (* {result} {bottom}) {top}))")
        return result

    def _fresh(self) -> str:
        name = f"aux_{len(self.lines)}"
        self.lines.append(f"(declare-fun {name} () Real)")
        return name

    def _named(self, text: str) -> str:
        if not text.startswith("("):
            return text
        name = f"def_{len(self.lines)}"
        self.lines.append(f"(define-fun {name} () Real {text})")
        return name


def _product(text: str, times: int) -> str:
    return text if times == 1 else f"(* {' '.join([text] * times)})"


def _number(value: Any) -> str:
    size = f"{abs(int(value.p))}.0"
    text = size if value.q == 1 else f"(/ {size} {int(value.q)}.0)"
    return text if value >= 0 else f"(- {text})"
