"""Engine: the least value of a convex piecewise linear form on a cone of weights, exactly.

The form is plain·x + Σ cₖ·|fₖ·x| with cₖ ≥ 0, on the cone of x ≥ 0 with rows·x ≥ 0 (for a metric
the triangle inequalities), cut by unit·x = 1. HiGHS proposes an optimal x and its dual in
floating point; both are rounded to rationals and checked exactly by `proofs.trusted`. Where
rounding is not good enough, z3's exact linear arithmetic solves the same two systems.

>>> least = minimise(Form({0: Fraction(1)}, ((Fraction(1), {0: Fraction(1), 1: Fraction(-1)}),)),
...                  [], {0: Fraction(1), 1: Fraction(1)}, 2)
>>> least.value, least.point
(Fraction(1, 2), (Fraction(1, 2), Fraction(1, 2)))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.core.outcome import proved_least
from proofs.script.solvers import decided

Row = dict[int, Fraction]
ROUNDINGS = (60, 1_000, 100_000)


@dataclass(frozen=True)
class Form:
    """plain·x + Σ c·|f·x| with c ≥ 0."""

    plain: Row
    absolute: tuple[tuple[Fraction, Row], ...] = ()


@dataclass(frozen=True)
class Least:
    """The least value of a form: a point that attains it, and the proof that none is lower.

    The proof is plain + Σ cₖ·signsₖ·fₖ − value·unit = Σ multipliers·rows + (terms ≥ 0)·x, with
    −1 ≤ signs ≤ 1 and multipliers ≥ 0.
    """

    value: Fraction
    point: tuple[Fraction, ...]
    signs: tuple[Fraction, ...]
    multipliers: tuple[Fraction, ...]


class NoExactOptimum(Exception):
    """Neither rounding nor z3 gave an exact optimum."""


def minimise(form: Form, rows: Sequence[Row], unit: Row, size: int) -> Least:
    """Return the least value of a form on the cone, with both certificates checked."""
    proposal: Any = _by_highs(form, rows, unit, size)
    for largest in ROUNDINGS if proposal else ():
        rounded = (
            tuple(Fraction(float(value)).limit_denominator(largest) for value in values)
            for values in proposal
        )
        found = _checked(form, rows, unit, *rounded)
        if found is not None:
            return found
    return by_z3(form, rows, unit, size)


def _checked(
    form: Form,
    rows: Sequence[Row],
    unit: Row,
    point: tuple[Fraction, ...],
    signs: tuple[Fraction, ...],
    multipliers: tuple[Fraction, ...],
) -> Least | None:
    """Return the optimum if the point is admissible and the dual proves its value least."""
    length = sum((c * point[k] for k, c in unit.items()), Fraction(0))
    if length <= 0:
        return None
    scaled = tuple(value / length for value in point)
    value = proved_least(form, rows, unit, scaled, signs, multipliers)
    return None if value is None else Least(value, scaled, signs, multipliers)


def _by_highs(form: Form, rows: Sequence[Row], unit: Row, size: int) -> tuple[Any, Any, Any] | None:
    """Return a floating point optimum: the point, the signs and the multipliers."""
    import numpy as np
    from scipy.optimize import linprog

    count = len(form.absolute)
    factors = np.array([float(c) for c, _ in form.absolute])

    def dense(row: Row) -> Any:
        vector = np.zeros(size + count)
        for column, value in row.items():
            vector[column] = float(value)
        return vector

    table = []
    for k, (_, inner) in enumerate(form.absolute):
        for turned in (dense(inner), -dense(inner)):
            turned[size + k] = -1
            table.append(turned)
    table += [-dense(row) for row in rows]
    cost, equal = dense(form.plain), [dense(unit)]
    cost[size:] = factors
    limits = {"A_ub": table, "b_ub": np.zeros(len(table))} if table else {}
    found = linprog(cost, A_eq=equal, b_eq=[1], bounds=(0, None), method="highs", **limits)
    if found.status != 0:
        return None
    dual = -found.ineqlin.marginals if table else np.zeros(0)
    above, below = dual[0 : 2 * count : 2], dual[1 : 2 * count : 2]
    signs = (above - below) / factors if count else np.zeros(0)
    return found.x[:size], signs, dual[2 * count :]


def by_z3(form: Form, rows: Sequence[Row], unit: Row, size: int) -> Least:
    """Return the same optimum by z3's exact arithmetic alone: a second, slower way."""
    import z3

    xs = [z3.Real(f"x{k}") for k in range(size)]
    ts = [z3.Real(f"t{k}") for k in range(len(form.absolute))]

    def dot(row: Row) -> Any:
        return z3.Sum([_z3(value) * xs[column] for column, value in row.items()] or [z3.RealVal(0)])

    primal = z3.Optimize()
    primal.add(*[x >= 0 for x in xs], *[dot(row) >= 0 for row in rows], dot(unit) == 1)
    for t, (_, inner) in zip(ts, form.absolute, strict=True):
        primal.add(t >= dot(inner), t >= -dot(inner))
    objective = dot(form.plain) + z3.Sum(
        [_z3(c) * t for t, (c, _) in zip(ts, form.absolute, strict=True)] or [z3.RealVal(0)]
    )
    primal.minimize(objective)
    if decided(primal) != z3.sat:
        raise NoExactOptimum("z3 finds no optimum")
    point = tuple(number(primal.model().eval(x, model_completion=True)) for x in xs)
    value = number(primal.model().eval(objective, model_completion=True))
    signs, multipliers = _dual_by_z3(form, rows, unit, size, value)
    found = _checked(form, rows, unit, point, signs, multipliers)
    if found is None:
        raise NoExactOptimum("z3's certificate does not check")
    return found


def _dual_by_z3(
    form: Form, rows: Sequence[Row], unit: Row, size: int, value: Fraction
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    import z3

    us = [z3.Real(f"u{k}") for k in range(len(form.absolute))]
    ms = [z3.Real(f"m{k}") for k in range(len(rows))]
    dual = z3.Solver()
    dual.add(*[u <= 1 for u in us], *[u >= -1 for u in us], *[m >= 0 for m in ms])
    for column in range(size):
        left = [_z3(form.plain.get(column, 0) - value * unit.get(column, 0))]
        left += [
            _z3(c * inner[column]) * u
            for u, (c, inner) in zip(us, form.absolute, strict=True)
            if column in inner
        ]
        left += [-_z3(row[column]) * m for m, row in zip(ms, rows, strict=True) if column in row]
        dual.add(z3.Sum(left) >= 0)
    if decided(dual) != z3.sat:
        raise NoExactOptimum("z3 finds no certificate")
    model = dual.model()
    return (
        tuple(number(model.eval(u, model_completion=True)) for u in us),
        tuple(number(model.eval(m, model_completion=True)) for m in ms),
    )


def _z3(value: Any) -> Any:
    import z3

    return z3.RealVal(str(Fraction(value)))


def number(value: Any) -> Fraction:
    """Return z3's number, or one close to it where it is algebraic: the caller checks it."""
    import z3

    if z3.is_algebraic_value(value):
        value = value.approx(20)
    return Fraction(value.numerator_as_long(), value.denominator_as_long())
