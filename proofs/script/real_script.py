"""A formula over the reals as SMT-LIB text: polynomials, roots, quotients, absolute values, maxima.

Roots and quotients become fresh constants with their defining equation, so that the cases in
which they are undefined are left out.

>>> import sympy as sp
>>> a = sp.Symbol("a", real=True)
>>> print(script([sp.Lt(a**2, 0, evaluate=False)]), end="")
(set-option :produce-models true)
(set-logic ALL)
(declare-const a Real)
(assert (< (* a a) 0.0))
(check-sat)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from metrics.language.fold import names
from proofs.script.smtlib import Reals, Script

AUXILIARY = "aux"


class NotWritable(Exception):
    """The expression has no translation; the message says which."""


def script(conditions: Sequence[Any]) -> str:
    """Return a script that is satisfiable if and only if all conditions can be true together."""
    writer = _Writer()
    for symbol in sorted({a for c in conditions for a in c.free_symbols}, key=str):
        writer.script.declare(symbol.name, "Real")
    asserted = [writer.read(condition, writer.known) for condition in conditions]
    for condition in asserted:
        writer.script.insist(condition)
    return writer.script.text()


class _Writer(Reals):
    """Writes terms and conditions, each once."""

    reader = "smt"
    refuses = names("rounded loops piecewise listings ranked judged weights aspects log binomial")
    point = ".0"

    def __init__(self) -> None:
        self.script = Script()
        self.known: dict[Any, str] = {}

    def read(self, e: Any, known: Any) -> Any:
        if e not in known:
            known[e] = super().read(e, known)
        return known[e]

    def unread(self, e: Any, known: Any) -> Any:
        raise NotWritable(str(e))

    def symbol(self, e: Any, known: Any) -> str:
        return str(e.name)

    def power(self, e: Any, known: Any) -> str:
        if not e.exp.is_Rational:
            return str(self.unread(e, known))
        return self._power(self.named(self.read(e.base, known)), e.exp)

    def ratio(self, e: Any, known: Any) -> str:
        return self._quotient(*self.arguments(e, known))

    def _power(self, text: str, exponent: Any) -> str:
        if exponent.q != 1:
            root = self._fresh()
            self.script.insist(f"(>= {root} 0.0)")
            self.script.insist(f"(= {_product(root, int(exponent.q))} {text})")
            text = root
        if exponent < 0:
            text = self._quotient("1.0", text)
        return _product(text, abs(int(exponent.p)))

    def _quotient(self, top: str, bottom: str) -> str:
        result = self._fresh()
        self.script.insist(f"(not (= {bottom} 0.0))")
        self.script.insist(f"(= (* {result} {bottom}) {top})")
        return result

    def _fresh(self) -> str:
        return self.script.declare(f"{AUXILIARY}_{len(self.script.lines)}", "Real")

    def named(self, text: str) -> str:
        return self.script.define(text, "Real") if text.startswith("(") else text


def _product(text: str, times: int) -> str:
    return text if times == 1 else f"(* {' '.join([text] * times)})"
