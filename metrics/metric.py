"""What a metric is: a SymPy expression over one or two rankings.

The expression has symbolic n, and k, j or p where the metric needs them.

>>> from metrics.error import mae
>>> mae.parameters
()
>>> from metrics.overlap import recall
>>> recall.parameters
('j', 'k')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Dummy, Expr, Float, Product, Rational, Sum
from sympy.core.relational import Relational

from metrics.language.runs import Grade, Run, base, c, recall_base
from metrics.language.terms import (
    At,
    Indicator,
    Inverse,
    ItemAt,
    Listing,
    Ranking,
    RankOf,
    j,
    k,
    n,
    p,
    read,
    spelled,
)
from metrics.naming import BadInput

PARAMETERS = {"k": k, "j": j, "p": p}
FULL_DEPTH = "n"
RUN_PARAMETERS = {"p": p, "b": base, "rb": recall_base}
RANKINGS, RUNS = "rankings", "runs"


@dataclass(frozen=True)
class Metric:
    """A ranking evaluation metric, written once for every reader."""

    name: str
    title: str
    inputs: tuple[Ranking | Run, ...]
    value: Expr
    family: str
    higher_is_better: bool
    source: str
    bounds: tuple[Any, Any] | None = None
    largest_k: Expr = n
    reading: str = ""
    aliases: tuple[str, ...] = ()
    fixed: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        floats = self.value.atoms(Float)
        if floats:
            raise ValueError(
                f"metric {self.name!r}: the constant {min(floats, key=str)} is a float. "
                "Write it exactly, for example Rational(4, 5)."
            )
        self._spell_conditions()
        self._check_names()

    def _spell_conditions(self) -> None:
        """Let every indicator be one of a single comparison: readers know no others."""
        if not self._odd_conditions():
            return
        object.__setattr__(self, "value", self.value.replace(Indicator, spelled))
        for condition in self._odd_conditions():
            raise ValueError(
                f"metric {self.name!r}: the condition {condition} is not a comparison. "
                "Write it with <, <=, >, >=, Eq or Ne, joined by And, Or and Not."
            )

    def _odd_conditions(self) -> list[Any]:
        conditions = {indicator.args[0] for indicator in self.value.atoms(Indicator)}
        return sorted((e for e in conditions if not isinstance(e, Relational)), key=str)

    def _check_names(self) -> None:
        """Refuse symbols and listings that no reader could give a value."""
        known = {n, *self._symbols.values()} | ({c} if self.domain == RUNS else set())
        for symbol in sorted(self.value.free_symbols - known, key=str):
            raise ValueError(
                f"metric {self.name!r}: the symbol {symbol} has no meaning here. Import n, k, j "
                "and p from metrics.language.terms; a Symbol of your own of that name is another."
            )
        for total in self.value.atoms(Sum, Product):
            for index, low, _ in total.limits:
                if not low.is_positive:
                    raise ValueError(
                        f"metric {self.name!r}: {index} runs from {low}, and an index must "
                        "start at 1 or later."
                    )
        for entry in self.value.atoms(At, RankOf, ItemAt, Grade):
            listing = entry.args[0]
            inner = listing.args[0] if isinstance(listing, Inverse) else listing
            if inner not in self.inputs:
                raise ValueError(
                    f"metric {self.name!r}: the entries of {listing} cannot be read: only those of "
                    "its inputs and their inverses can."
                )

    @property
    def domain(self) -> str:
        """What the metric scores: rankings or judged runs."""
        return RUNS if any(isinstance(v, Run) for v in self.inputs) else RANKINGS

    @property
    def _symbols(self) -> dict[str, Any]:
        return RUN_PARAMETERS if self.domain == RUNS else PARAMETERS

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters that the value depends on, such as k or p."""
        free = self.value.free_symbols
        return tuple(sorted(name for name, symbol in self._symbols.items() if symbol in free))

    def open(self, listings: tuple[Listing, ...], convention: str) -> Expr:
        """Return the value at `listings`, with fresh indices so that none is captured.

        A metric with one input reads the last listing.
        """
        given = listings[len(listings) - len(self.inputs) :]
        body = fresh_indices(read(self.value, convention))
        return body.xreplace(dict(zip(self.inputs, given, strict=True)))

    def cutoffs(self, n_value: int) -> range:
        """Return the cut-offs that the metric takes at `n_value`.

        >>> from metrics.overlap import recall
        >>> list(recall.cutoffs(4))
        [1, 2, 3]
        """
        return range(1, int(self.largest_k.subs(n, n_value)) + 1)

    def depends_on_k(self) -> bool:
        """Tell whether the metric has a cut-off."""
        return "k" in self.parameters

    def filled(self, n_value: int, given: dict[str, Any]) -> Metric:
        """Return the metric for one n with what is given put in; cut-offs stay symbols."""
        return self

    def bound(self, n_value: int, given: dict[str, Any]) -> dict[str, Any]:
        """Check the parameters for this metric at `n_value`; return them as SymPy numbers."""
        wanted = self.parameters
        values = {
            name: exact(name, n_value if value == FULL_DEPTH and name in ("k", "j") else value)
            for name, value in given.items()
            if name in wanted or name in PARAMETERS
        }
        if "j" in wanted and "j" not in values and "k" in values:
            values["j"] = values["k"]
        for name in wanted:
            if name not in values:
                raise BadInput(f"{self.name} needs {_ADVICE[name]}.")
        top = self.cutoffs(n_value).stop - 1
        for name in ("k", "j"):
            if name in wanted and not 1 <= values[name] <= top:
                bound = "n" if self.largest_k == n else "n − 1"
                raise BadInput(
                    f"{name} = {values[name]} does not fit {self.name} at n = {n_value}: "
                    f"it needs 1 ≤ {name} ≤ {bound}"
                    + (f" = {top}." if top >= 1 else f", so n must be at least {2 - top}.")
                )
        if "p" in wanted and values["p"] != p and not 0 < values["p"] < 1:
            raise BadInput(f"p = {values['p']} does not fit {self.name}: it needs 0 < p < 1.")
        return {name: values[name] for name in wanted}

    def _repr_latex_(self) -> str:
        from metrics.language.term_printing import metric_latex

        return "$$" + metric_latex(self) + "$$"

    def __str__(self) -> str:
        return self.name


def exact(name: str, value: Any) -> Any:
    """Return a parameter as an exact SymPy number, or say why it cannot be one.

    The symbol p itself, or the word "free", stands for a persistence that is left free.
    """
    if name == "p" and value in (p, "free"):
        return p
    if isinstance(value, str) and not re.fullmatch(r"[+-]?\d{1,30}([./]\d{1,30})?", value):
        raise BadInput(f"{name} = {value!r} is not a number like 2, 4/5 or 0.8.")
    if isinstance(value, float):
        near = Fraction(value).limit_denominator(1000)
        raise BadInput(f"{name} = {value} is a float. Write it exactly, for example {near}.")
    try:
        number = Rational(str(value))
        if not number.is_finite:
            raise ValueError
    except (TypeError, ValueError, ZeroDivisionError):
        raise BadInput(f"{name} = {value!r} is not a number like 2 or 4/5.") from None
    if name in ("k", "j") and not number.is_Integer:
        raise BadInput(f"{name} = {value} is not a whole number.")
    return number


_ADVICE = {
    "k": "a cut-off: add --k, for example --k 2",
    "j": "a cut-off: add --k, for example --k 2",
    "p": "a persistence 0 < p < 1: add --p, for example --p 4/5",
}


def fresh_indices(expression: Expr) -> Expr:
    """Rename every summation and product index to a fresh dummy, innermost first.

    >>> from metrics.language.terms import i, sigma
    >>> opened = fresh_indices(Sum(sigma(i), (i, 1, n)))
    >>> i in opened.atoms(type(i))
    False
    """
    if not expression.args or isinstance(expression, At):
        return expression
    rebuilt = expression.func(*[fresh_indices(argument) for argument in expression.args])
    if not isinstance(rebuilt, Sum | Product):
        return rebuilt
    renaming = {
        limit[0]: Dummy(limit[0].name, integer=True, positive=True)
        for limit in rebuilt.limits
        if not isinstance(limit[0], Dummy)
    }
    return rebuilt.xreplace(renaming)
