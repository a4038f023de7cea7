"""A value, and how it is filled in: the number decides, and what is shown is evaluated to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import sympy as sp

from metrics.language.domains import SUBSCRIPTS
from metrics.language.parameters import PARAMETERS, SYMBOLS
from metrics.language.terms import ITEMS, read
from metrics.language.weight_symbols import Assumptions
from metrics.language.written import written
from metrics.metric import Metric
from proofs.core.valuing.evaluating import NotANumber, approximate, evaluated
from proofs.trusted.every_n.shown import expression
from proofs.trusted.number import Irrational, Number
from proofs.trusted.replayed import ReplayFailed
from proofs.trusted.scene import numbers, unknown_values
from proofs.trusted.sign import sign_of
from proofs.trusted.value import Reading
from rankproof.presented import Presented


@dataclass(frozen=True, repr=False)
class Value(Presented):
    """The value of a metric at a point, exact; or why there is none, in `undefined`.

    `exact` is a SymPy expression; it has symbols where something was left free, and then there is
    no `approx`, which is a decimal that is correctly rounded.
    """

    metric: str
    title: str
    point: dict[str, Any]
    parameters: dict[str, Any] = field(default_factory=dict)
    convention: str | None = None
    readings: tuple[str, ...] = ()
    exact: Any = None
    approx: str | None = None
    undefined: str = ""

    def told(self, form: str) -> str:
        """Return the value as text, in one line, as HTML, Markdown or LaTeX."""
        from proofs.report.notebook import value_told

        return value_told(self, form)

    @property
    def value(self) -> Any:
        """The exact value; None where it is undefined."""
        return self.exact

    def __bool__(self) -> bool:
        raise TypeError("a value is not true or false: compare its .exact, or see .undefined.")


def completed(
    made: Value, metric: Metric, point: dict[Any, Any], settings: Mapping[str, Any], asked: Any
) -> Value:
    """Evaluate a metric; what is free has a symbol where it is shown, and is unknown elsewhere."""
    e = read(metric.value, made.convention or ITEMS)
    shown, unknown = dict(point), dict(point)
    symbols: dict[Any, Any] = {}
    for name in metric.parameters:
        key = SYMBOLS.get(name, name)
        if name in settings:
            shown[key] = unknown[key] = numbers(settings[name])
            continue
        unknown[key] = unknown_values(name, asked)
        shown[key] = _named(name, unknown[key], symbols)
    return filled_in(
        made, lambda: evaluated(e, unknown), lambda: written(e, shown, defined=True), symbols
    )


def _named(name: str, unknown: Any, symbols: dict[Any, Any], index: str = "") -> Any:
    """Return symbols for the numbers of a free parameter; `symbols` gets what each stands for."""
    if isinstance(unknown, list):
        first = {"gains": 0, "delta": 2}.get(name, 1) if not index else 1
        inner = [f"{index},{at}".lstrip(",") for at in range(first, first + len(unknown))]
        return [_named(name, e, symbols, at) for e, at in zip(unknown, inner, strict=True)]
    if not isinstance(unknown, Irrational):
        return unknown
    x_y = index.split(",")
    if name == "similarity" and int(x_y[0]) > int(x_y[1]):
        index = ",".join(reversed(x_y))
    mark = MARKS.get(name, name).format(index, index.translate(SUBSCRIPTS))
    symbol = sp.Symbol(mark, positive=True)
    symbols[symbol] = unknown
    return symbol


MARKS = {
    "gains": "g(a{1})",
    "w": "w({0})",
    "delta": "δ({0})",
    "similarity": "D({0})",
    "heights": "h({0})",
    "rb": "RB",
}
"""How the numbers of a free parameter are written."""


def filled_in(
    made: Value,
    evaluate: Callable[[], Number],
    text: Callable[[], Any] | None = None,
    symbols: Mapping[Any, Any] | None = None,
) -> Value:
    """Fill in the value: the number decides, and what is shown is evaluated to the same one."""
    try:
        value = evaluate()
    except NotANumber as problem:
        return replace(made, undefined=str(problem))
    exact = text() if text is not None and isinstance(value, Irrational) else expression(value)
    if sign_of(_Again().value(exact, symbols or {}) - value) != 0:
        raise ReplayFailed(f"{exact} is not the value of {made.metric}.")
    return replace(made, exact=exact, approx=approximate(value))


class _Again(Reading):
    """Reads what is shown; quotients of logarithms, which come again and again, are read once."""

    def value(self, e: Any, point: Any) -> Number:
        is_term = isinstance(e, sp.Mul) and not any(argument.is_Add for argument in e.args)
        return _term(e) if is_term and not e.free_symbols else super().value(e, point)


@lru_cache(maxsize=20_000)
def _term(e: Any) -> Number:
    return Reading().value(e, {})


def own_reading(metric: Any) -> list[str]:
    """Return how a metric is read, where it says so."""
    return [f"{metric.name}: {metric.reading}"] if metric.reading else []


def free_readings(metric: Metric, settings: Mapping[str, Any], assume: Assumptions) -> list[str]:
    """Say for which values of what is free the value is meant."""
    free = [PARAMETERS[name] for name in metric.parameters if name not in settings]
    weights = [one.quantified(assume) for one in free if one.quantified is not None]
    return [*[one.free for one in free if one.free], *[f"for every {text}" for text in weights]]
