"""Engine: multipliers that show that a number with free weights is never negative.

The trusted room reads every case of a question and asks for the multipliers of each number whose
sign needs them; here they are searched, and what was found is saved in the certificate. HiGHS
proposes signs and multipliers in floating point, which are rounded to rationals; where rounding is
not good enough, SymPy's exact simplex solves the same program. Nothing of this is trusted.

>>> from proofs.core.outcome import Form
>>> half, one = Fraction(1, 2), Fraction(1)
>>> [dual] = found(Form({"a": one, "b": -one}, (), {"a-2b": {"a": half, "b": -one}}))
>>> dual.multipliers
{'a-2b': Fraction(1, 1)}
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from proofs.core.outcome import Dual, never_negative, read_with_multipliers
from proofs.core.verdict import HOLDS, REFUTED, Verdict
from proofs.engines.linear.programs import ROUNDINGS

MOST_REGIONS = 64
INFEASIBLE = 2
USUAL = (0, None)


def duals(verdict: Verdict) -> dict[str, Any]:
    """Return the multipliers that a check of a verdict will ask for, by the texts of numbers."""
    question = verdict.question
    by_steps = verdict.status == HOLDS and "steps" in verdict.evidence
    if not question.free or verdict.status not in (HOLDS, REFUTED) or by_steps:
        return {}
    saved: dict[str, Any] = {}

    def source(name: str, form: Any) -> Any:
        proposed = found(form)
        if proposed is not None:
            saved[name] = [_shown(dual) for dual in proposed]
        return proposed

    for size in verdict.scope.sizes:
        if verdict.status == HOLDS or size != question.n:
            read_with_multipliers(question.at_size(size), source)
    return saved


def _shown(dual: Any) -> dict[str, Any]:
    multipliers = {name: str(value) for name, value in dual.multipliers.items() if value}
    return {"signs": [str(sign) for sign in dual.signs], "multipliers": multipliers}


def found(form: Any) -> list[Any] | None:
    """Return multipliers for all regions of a form, or None where they show nothing more."""
    if 2 ** len(form.below) > MOST_REGIONS:
        return None
    every = []
    for region in form.regions():
        one = next((d for d in _proposed(region) if never_negative(region, [d]) is not None), None)
        if one is None:
            return None
        every.append(one)
    return (
        every if never_negative(form, form.nothing) is None or never_negative(form, every) else None
    )


def _proposed(form: Any) -> Iterator[Any]:
    """Propose signs and multipliers with table·(signs, multipliers) ≤ plain.

    Best are those that leave much of what is positive; where nothing is, small ones.
    """
    names, sizes = list(form.known), len(form.above)
    parts = [*form.above, *((Fraction(-1), form.known[name]) for name in names)]
    columns = list({column for row in (form.plain, *[row for _, row in parts]) for column in row})
    table = [[-c * row.get(column, 0) for c, row in parts] for column in columns]
    wanted = [form.plain.get(column, Fraction(0)) for column in columns]
    good = [row for row, column in zip(table, columns, strict=True) if column in form.positive]
    cost = [sum(values) for values in zip(*good, strict=True)]
    if not good:
        cost = [0] * sizes + [1] * len(names)
    for place, name in enumerate(names, sizes):
        cost[place] -= name in form.positive_rows
    bounds = [(-1, 1)] * sizes + [USUAL] * len(names)
    for solution in _solutions(cost, table, wanted, bounds) if parts else [[]]:
        yield Dual(solution[:sizes], dict(zip(names, solution[sizes:], strict=True)))


def _solutions(cost: Any, table: Any, wanted: Any, bounds: Any) -> Iterator[list[Fraction]]:
    """Return solutions of a program, from rounded to exact ones; none where there is none."""
    import numpy as np
    import sympy as sp
    from scipy.optimize import linprog
    from sympy.solvers.simplex import InfeasibleLPError, UnboundedLPError
    from sympy.solvers.simplex import linprog as exactly

    real = np.array(cost, float), np.array(table, float), np.array(wanted, float)
    near = linprog(*real, bounds=bounds, method="highs")
    if near.status == INFEASIBLE:
        return
    for largest in ROUNDINGS if near.status == 0 else ():
        yield [Fraction(float(value)).limit_denominator(largest) for value in near.x]
    limits = bounds if any(one != USUAL for one in bounds) else None  # SymPy fails on these alone
    try:
        _, exact = exactly(cost, sp.Matrix(table), sp.Matrix(wanted), bounds=limits)
    except (InfeasibleLPError, UnboundedLPError):
        return
    yield [Fraction(int(value.p), int(value.q)) for value in exact]
