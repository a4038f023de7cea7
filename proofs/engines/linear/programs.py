"""Engine: the least value of a convex piecewise linear form on a cone of weights, exactly.

The form is plain·x + Σ cₖ·|fₖ·x| with cₖ ≥ 0, on the cone of x ≥ 0 with rows·x ≥ 0 (for a metric
the triangle inequalities), cut by unit·x = 1. HiGHS proposes an optimal x and its dual in
floating point; both are rounded to rationals and checked exactly by `proofs.trusted`. Where
rounding is not good enough, SymPy's exact simplex solves the same two programs.

>>> form = Form({"a": Fraction(1)}, ((Fraction(1), {"a": Fraction(1), "b": Fraction(-1)}),))
>>> least = minimise(form, [], {"a": Fraction(1), "b": Fraction(1)}, "ab")
>>> least.value, least.point
(Fraction(1, 2), {'a': Fraction(1, 2), 'b': Fraction(1, 2)})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from proofs.core.outcome import Dual, Form, never_negative

Number = int | Fraction
Row = Mapping[Any, Number]
ROUNDINGS = (60, 1_000, 100_000)


@dataclass(frozen=True)
class Least:
    """The least value of a form: a point that attains it, and the proof that none is lower.

    The proof is plain + Σ cₖ·signsₖ·fₖ − value·unit = Σ multipliers·rows + (terms ≥ 0)·x, with
    −1 ≤ signs ≤ 1 and multipliers ≥ 0.
    """

    value: Fraction
    point: dict[Any, Fraction]
    signs: tuple[Fraction, ...]
    multipliers: tuple[Fraction, ...]


class NoExactOptimum(Exception):
    """Neither rounding nor the exact simplex gave an optimum."""


def minimise(form: Form, rows: Sequence[Row], unit: Row, columns: Sequence[Any]) -> Least:
    """Return the least value of a form on the cone, with both certificates checked."""
    proposal = _by_highs(*_matrices(form, rows, unit, columns))
    for largest in ROUNDINGS if proposal else ():
        rounded = [
            [Fraction(float(value)).limit_denominator(largest) for value in values]
            for values in proposal or ()
        ]
        found = _checked(form, rows, unit, columns, *rounded)
        if found is not None:
            return found
    return by_simplex(form, rows, unit, columns)


def _checked(
    form: Form,
    rows: Sequence[Row],
    unit: Row,
    columns: Sequence[Any],
    solution: Sequence[Fraction],
    dual: Sequence[Fraction],
) -> Least | None:
    """Return the optimum if the point is admissible and the dual proves its value least."""
    point = dict(zip(columns, solution, strict=False))
    length = sum((c * point[k] for k, c in unit.items()), Fraction(0))
    if length <= 0:
        return None
    scaled = {column: value / length for column, value in point.items()}
    pairs = zip(dual[::2], dual[1::2], form.absolute, strict=False)
    signs = tuple((above - below) / c for above, below, (c, _) in pairs)
    multipliers = tuple(dual[2 * len(signs) :])
    scale = lcm(*(x.denominator for x in point.values()))
    whole = {column: int(x * scale) for column, x in point.items()}
    if any(x < 0 for x in whole.values()) or any(_dot(row, whole) < 0 for row in rows):
        return None
    value = _dot(form.plain, scaled) + sum(c * abs(_dot(f, scaled)) for c, f in form.absolute)
    above = {k: form.plain.get(k, 0) - value * unit.get(k, 0) for k in {*form.plain, *unit}}
    known = {str(place): row for place, row in enumerate(rows)}
    named = Dual(signs, {k: m for k, m in zip(known, multipliers, strict=True) if m})
    if never_negative(Form(above, form.absolute, known), [named]) is None:
        return None
    return Least(value, scaled, signs, multipliers)


def _dot(row: Row, point: Mapping[Any, Number]) -> Number:
    return sum(value * point[column] for column, value in row.items())


def _matrices(form: Form, rows: Sequence[Row], unit: Row, columns: Sequence[Any]) -> Any:
    """Return the program: the least cost·y with table·y ≤ 0, equal·y = 1 and y ≥ 0.

    y is x, and then a number for each |f·x| that is at least f·x and −f·x.
    """
    count = len(form.absolute)

    def dense(row: Row, factor: int, *sizes: int | Fraction) -> list[Any]:
        return [factor * row.get(column, 0) for column in columns] + list(sizes)

    none = [0] * count
    table = []
    for k, (_, inner) in enumerate(form.absolute):
        own = [-int(k == other) for other in range(count)]
        table += [dense(inner, 1, *own), dense(inner, -1, *own)]
    table += [dense(row, -1, *none) for row in rows]
    cost = dense(form.plain, 1, *(c for c, _ in form.absolute))
    return cost, table, dense(unit, 1, *none)


def _by_highs(cost: Any, table: Any, equal: Any) -> tuple[Any, Any] | None:
    """Return a floating point optimum and its dual."""
    import numpy as np
    from scipy.optimize import linprog

    limits = {"A_ub": np.array(table, float), "b_ub": np.zeros(len(table))} if table else {}
    equations = {"A_eq": np.array([equal], float), "b_eq": [1]}
    found = linprog(np.array(cost, float), **limits, **equations, method="highs")
    if found.status != 0:
        return None
    return found.x, -found.ineqlin.marginals if table else []


def by_simplex(form: Form, rows: Sequence[Row], unit: Row, columns: Sequence[Any]) -> Least:
    """Return the same optimum by exact arithmetic alone: a second, slower way."""
    import sympy as sp
    from sympy.solvers.simplex import InfeasibleLPError, UnboundedLPError, linprog

    cost, table, equal = map(sp.Matrix, _matrices(form, rows, unit, columns))
    upper = table if table else sp.zeros(1, cost.rows)
    none = sp.zeros(upper.rows, 1)
    try:
        value, solution = linprog(cost.T, upper, none, equal.T, sp.Matrix([1]))
        _, dual = linprog(none.T, -upper.T, cost - value * equal)
    except (InfeasibleLPError, UnboundedLPError) as problem:
        raise NoExactOptimum(str(problem)) from None
    exact = [
        [Fraction(int(v.numerator), int(v.denominator)) for v in values]
        for values in (solution, dual[: table.rows])
    ]
    least = _checked(form, rows, unit, columns, *exact)
    if least is None:
        raise NoExactOptimum("the certificate of the simplex does not check")
    return least
