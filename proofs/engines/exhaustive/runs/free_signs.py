"""The sign of an expression for all gains 0 < g1 < … < gc, all 0 < p < 1 and all RB > 0.

Gains are written as sums of positive increments, p (a persistence or a penalty) as 1/(1 + q), and
what is above some number as that number and more, so that all that is free is positive. A
fraction of polynomials whose coefficients all have one sign has that sign; where they do not,
points are tried, and a point is only a proposal: replay decides.

>>> import sympy as sp
>>> g1, g2 = sp.symbols("g1 g2", positive=True)
>>> always(g2 - g1, 2)
1
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import sympy as sp

from proofs.core.question import Question
from proofs.exact.atoms import is_free
from proofs.exact.compiled import compile_expression
from proofs.exact.numbers import Exact, from_coordinates
from proofs.exact.whole import Undecidable

UNKNOWN = 2
MOST_WITH_WEIGHTS = 40
UNIT = ("p", "penalty")


class FreeSigns:
    """The signs that differences have for all that is free, each found once."""

    def __init__(
        self,
        c: int,
        insist: bool = False,
        pause: Callable[[], None] = lambda: None,
        above: Mapping[str, int] | None = None,
    ) -> None:
        self.c, self.insist, self.pause, self.above = c, insist, pause, above or {}
        self._known: dict[Any, int] = {}

    def __call__(self, difference: Exact) -> Any:
        """Return signs; where one depends on what is free it is UNKNOWN, or raise if insisting."""
        if len(difference.parts) <= 1 or not any(map(is_free, difference.parts)):
            return difference.signs()
        found = difference.on_rows(self._sign)
        return found.astype(np.int8) if isinstance(found, np.ndarray) else found

    def _sign(self, row: Mapping[Any, int]) -> int:
        key = tuple(row.items())
        if key not in self._known:
            self.pause()
            value = from_coordinates(row).expression()
            sign = always(value, self.c, self.above)
            if sign is None and self.insist:
                raise Undecidable(f"the sign of {value} depends on gains and parameters")
            self._known[key] = UNKNOWN if sign is None else sign
        return self._known[key]


def always(expression: Any, c: int, above: Mapping[str, int] | None = None) -> int | None:
    """Return 1, 0 or −1 if the expression is always ≥ 0 and once > 0, is 0, or is ≤ 0; else None.

    The sign is strict where every free symbol is inside its range, because then each monomial
    is positive.
    """
    by_name = {symbol.name: symbol for symbol in expression.free_symbols}
    positive: list[Any] = []
    images: dict[Any, Any] = {}
    increments = sp.symbols(f"d1:{c + 1}", positive=True)
    for name, old in by_name.items():
        if name[0] == "g":
            images[old] = sp.Add(*increments[: int(name[1:])])
        elif name in UNIT:
            q = sp.Symbol(f"q of {name}", positive=True)
            images[old] = 1 / (1 + q)
            positive.append(q)
        else:
            images[old] = old + (above or {}).get(name, 0)
            positive.append(old)
    top, bottom = sp.fraction(sp.together(expression.xreplace(images)))
    variables = [*increments, *positive]
    over, under = _sign(top, variables), _sign(bottom, variables)
    return None if over is None or not under else over * under


def _sign(polynomial: Any, variables: list[Any]) -> int | None:
    """Return the sign that all coefficients share, or None."""
    try:
        terms = sp.Poly(sp.expand(polynomial), *variables).coeffs()
        signs = {constant_sign(coefficient) for coefficient in terms} - {0}
    except (Undecidable, sp.PolynomialError):
        return None
    if len(signs) > 1:
        return None
    return signs.pop() if signs else 0


def constant_sign(number: Any) -> int:
    """Return the certified sign of a number, or raise Undecidable."""
    if number.is_Rational:
        return int(sp.sign(number))
    return int(compile_expression(number, {})({}).signs())


def _simple(c: int) -> Iterator[dict[str, Any]]:
    """Go through gains and parameters to try, simple ones first."""
    steps = [sp.Rational(*step) for step in ((1, 1), (1, 10), (10, 1), (1, 1000), (1000, 1))]
    places = itertools.islice(itertools.product(range(len(steps)), repeat=c), 3_000)
    choices = sorted(places, key=sum)[:400]
    for p in (sp.Rational(1, 2), sp.Rational(9, 10), sp.Rational(1, 10), sp.Rational(99, 100)):
        for chosen in choices:
            rises = [steps[place] for place in chosen]
            gains = tuple(itertools.accumulate(rises, initial=sp.Integer(0)))
            yield {"gains": gains, "p": p, "rb": sp.Integer(1)}


def points(question: Question) -> Iterator[dict[str, Any]]:
    """Go through gains and parameters to try; weights of places fall, are equal, or rise."""
    simple = _simple(question.c)
    if "place_weights" not in question.free:
        yield from simple
        return
    places = range(question.n)
    falling = [tuple(sp.Integer(base) ** -i for i in places) for base in (2, 1, 5)]
    rows = [*falling, *[row[::-1] for row in falling[::2]]]
    for one in itertools.islice(simple, MOST_WITH_WEIGHTS):
        yield from ({**one, "place_weights": row} for row in rows)


def free_only(question: Question, chosen: dict[str, Any]) -> dict[str, Any]:
    """Keep what the question had left free."""
    return {name: value for name, value in chosen.items() if name in question.free}
