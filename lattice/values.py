"""The exact value of a metric at one judged run, by plain substitution into its definition.

>>> from metrics.graded import gp
>>> value_at(gp, (2, 1, 0), 2, {"gains": (0, 1, 2)})
1/2
>>> value_at(gp, (2, 1, 0), 2, {})
(g1 + g2)/(3*g2)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from lattice.order import Word
from metrics.language.runs import Gain, Grade, c
from metrics.language.terms import n
from metrics.metric import RUN_PARAMETERS, Metric

DIGITS = 3


def value_at(metric: Metric, word: Word, top: int, settings: dict[str, Any]) -> Any:
    """Return the value as a SymPy expression; gains that were not given are g1, …, gc."""
    given = settings.get("gains")
    known = {RUN_PARAMETERS[name]: v for name, v in settings.items() if name != "gains"}
    value = written_out(metric.value.xreplace({n: sp.Integer(len(word)), c: sp.Integer(top)}))
    value = value.xreplace(known)
    value = value.xreplace(
        {grade: sp.Integer(word[int(grade.args[1]) - 1]) for grade in value.atoms(Grade)}
    )
    value = value.xreplace({gain: gain_of(int(gain.args[0]), given) for gain in value.atoms(Gain)})
    value = value.replace(sp.log, lambda number: sp.expand_log(sp.log(number), factor=True))
    return sp.factor(value) if value.free_symbols else value


def gain_of(degree: int, given: Sequence[Any] | None) -> Any:
    """Return the gain of a degree: as given, or a symbol, and 0 for the least."""
    if given is not None:
        return sp.sympify(given[degree])
    return sp.Symbol(f"g{degree}", positive=True) if degree else sp.Integer(0)


def written_out(expression: Any) -> Any:
    """Write out the sums and products, whose limits are numbers."""
    if not expression.args:
        return expression
    if not isinstance(expression, sp.Sum | sp.Product):
        return expression.func(*[written_out(argument) for argument in expression.args])
    terms = [expression.function]
    for index, low, high in expression.limits:
        terms = [
            term.xreplace({index: sp.Integer(value)})
            for term in terms
            for value in range(int(low), int(high) + 1)
        ]
    folded = sp.Add if isinstance(expression, sp.Sum) else sp.Mul
    return folded(*[written_out(term) for term in terms])


def shown(value: Any, longest: int = 22) -> str:
    """Return a value, short: exactly, and with the first decimals, which are cut, not rounded.

    >>> shown(sp.Rational(3, 10)), shown(sp.Rational(1, 6)), shown(sp.Integer(1))
    ('3/10 = 0.3', '1/6 = 0.166…', '1')
    >>> shown(1 + 1 / sp.log(3, 2) + sp.log(5) / sp.log(7) + sp.sqrt(2))
    '3.872…'
    """
    if value.has(sp.nan, sp.zoo, sp.oo):
        return "undefined"
    exact = str(value).replace("**", "^").replace("*", "·")
    if value.is_Integer or value.free_symbols:
        return exact
    decimals = _decimals(value)
    return f"{exact} = {decimals}" if len(exact) + len(decimals) < longest else decimals


def _decimals(value: Any) -> str:
    """Return the first decimals; an ellipsis where there are more."""
    sign = "−" if value < 0 else ""
    scaled = abs(value) * 10**DIGITS
    whole = int(sp.floor(scaled))
    before, after = divmod(whole, 10**DIGITS)
    if scaled == whole:
        return f"{sign}{before}.{after:0{DIGITS}d}".rstrip("0").rstrip(".")
    return f"{sign}{before}.{after:0{DIGITS}d}…"
