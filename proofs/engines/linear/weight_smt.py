"""Ask z3 for weights that break a goal; products of weights make this nonlinear arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs.engines.linear.weight_goals import NONNEGATIVE, ZERO, Goal
from proofs.engines.linear.weight_terms import Poly
from proofs.script.solvers import decided


def counterexample(goal: Goal, decider: Any) -> tuple[bool, Any]:
    """Return whether none exists, and rational weights where z3 has some."""
    import z3

    reals = {v: z3.Real("_".join(map(str, v))) for v in decider.variables}

    def poly(p: Poly) -> Any:
        terms = []
        for monomial, coefficient in p.items():
            term = z3.RealVal(str(coefficient))
            for v in monomial:
                term = term * reals[v]
            terms.append(term)
        return z3.Sum(terms) if terms else z3.RealVal(0)

    solver = z3.SolverFor("QF_NRA")
    solver.set("timeout", max(1, int(decider.seconds * 1000)))
    columns = list(reals.values())
    positive = decider.question.assume.positive
    solver.add(*[x > 0 if positive else x >= 0 for x in columns])
    for row in decider.rows:
        solver.add(z3.Sum([z3.RealVal(str(c)) * columns[k] for k, c in row.items()]) >= 0)
    total = poly(goal.value.plain)
    for k, (c, f) in enumerate(goal.value.absolute):
        size = z3.Real(f"size_{k}")
        inner = poly(f)
        solver.add(z3.Or(size == inner, size == -inner), size >= 0)
        total = total + poly(c) * size
    wanted = goal.wanted
    solver.add(total < 0 if wanted == NONNEGATIVE else total != 0 if wanted == ZERO else total == 0)
    answer = decided(solver)
    if answer != z3.sat:
        return answer == z3.unsat, None
    model = solver.model()
    values = {v: _rational(model.eval(x, model_completion=True)) for v, x in reals.items()}
    return False, values


def _rational(value: Any) -> Fraction:
    """Return the number, or one close to it where it is algebraic; the caller checks it."""
    import z3

    if z3.is_algebraic_value(value):
        value = value.approx(20)
    return Fraction(value.numerator_as_long(), value.denominator_as_long())
