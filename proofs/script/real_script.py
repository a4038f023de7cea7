"""A formula over the reals as SMT-LIB text: polynomials, roots, quotients, absolute values, maxima.

Roots and quotients become fresh constants with their defining equation, so that the cases in
which they are undefined are left out.

>>> import sympy as sp
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

from metrics.language.fold import names
from proofs.script.smtlib import LiteralText, number


class NotWritable(Exception):
    """The expression has no translation; the message says which."""


def script(conditions: Sequence[Any]) -> str:
    """Return a script that is satisfiable if and only if all conditions can be true together."""
    writer = _Writer()
    asserted = [writer.read(condition, writer.known) for condition in conditions]
    symbols = sorted({a for c in conditions for a in c.free_symbols}, key=str)
    lines = ["(set-logic ALL)", *[f"(declare-fun {name} () Real)" for name in symbols]]
    lines += [*writer.lines, *[f"(assert {text})" for text in asserted], "(check-sat)"]
    return "\n".join(lines) + "\n"


class _Writer(LiteralText):
    """Writes terms and conditions, each once."""

    reader = "smt"
    refuses = names("rounded loops piecewise listings ranked judged weights aspects log binomial")

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.known: dict[Any, str] = {}

    def read(self, e: Any, known: Any) -> Any:
        if e not in known:
            known[e] = super().read(e, known)
        return known[e]

    def unread(self, e: Any, known: Any) -> Any:
        raise NotWritable(str(e))

    def symbol(self, e: Any, known: Any) -> str:
        return str(e.name)

    def number(self, e: Any, known: Any) -> str:
        return number(e, ".0")

    def power(self, e: Any, known: Any) -> str:
        if not e.exp.is_Rational:
            return str(self.unread(e, known))
        return self._power(self._named(self.read(e.base, known)), e.exp)

    def absolute(self, e: Any, known: Any) -> str:
        inner = self._named(self.read(e.args[0], known))
        return f"(ite (>= {inner} 0.0) {inner} (- {inner}))"

    def sign(self, e: Any, known: Any) -> str:
        inner = self._named(self.read(e.args[0], known))
        return f"(ite (> {inner} 0.0) 1.0 (ite (< {inner} 0.0) (- 1.0) 0.0))"

    def indicator(self, e: Any, known: Any) -> str:
        return f"(ite {self.read(e.args[0], known)} 1.0 0.0)"

    def maximum(self, e: Any, known: Any) -> str:
        return self._extreme(e, known, ">=")

    def minimum(self, e: Any, known: Any) -> str:
        return self._extreme(e, known, "<=")

    def _extreme(self, e: Any, known: Any, mark: str) -> str:
        first, *rest = [self._named(self.read(argument, known)) for argument in e.args]
        for other in rest:
            first = self._named(f"(ite ({mark} {first} {other}) {first} {other})")
        return first

    def ratio(self, e: Any, known: Any) -> str:
        return self._quotient(*self.arguments(e, known))

    def _power(self, text: str, exponent: Any) -> str:
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
