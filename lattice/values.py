"""The exact value of a metric at one judged run, by plain substitution into its definition.

>>> from metrics.graded import gp
>>> value_at(gp, (2, 1, 0), 2, {"gains": (0, 1, 2)})
1/2
>>> value_at(gp, (2, 1, 0), 2, {})
(g1 + g2)/(3*g2)
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lattice.order import Word
from metrics.language.parameters import SYMBOLS
from metrics.language.runs import c
from metrics.language.terms import n
from metrics.language.written import written_or_nan
from metrics.metric import Metric

DIGITS = 3


def value_at(metric: Metric, word: Word, top: int, settings: dict[str, Any]) -> Any:
    """Return the value as a SymPy expression; gains that were not given are g1, …, gc."""
    metric = metric.filled(len(word), settings)
    free = [sp.Symbol(f"g{degree}", positive=True) for degree in range(1, top + 1)]
    known: dict[Any, Any] = {n: len(word), c: top, "gains": [0, *free], metric.inputs[0]: word}
    known |= {SYMBOLS.get(name, name): value for name, value in settings.items()}
    value = written_or_nan(metric.value, known)
    value = value.replace(sp.log, lambda number: sp.expand_log(sp.log(number), factor=True))
    return sp.factor(value) if value.free_symbols else value


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
