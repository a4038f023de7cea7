"""Lemmas about single terms of a sum, settled by z3 over all real numbers, never by examples."""

from __future__ import annotations

from typing import Any

import sympy as sp

from metrics.language.terms import Indicator
from proofs.script.solvers import decided


def lemma(claim: Any, variables: list[Any], distinct: list[tuple[Any, Any]]) -> bool:
    """Let z3 prove a claim about real numbers ≥ 1; `distinct` are pairs that differ."""
    import z3

    symbols = {variable: z3.Real(f"x{place}") for place, variable in enumerate(variables)}
    solver = z3.Solver()
    solver.set("timeout", 3000)
    for symbol in symbols.values():
        solver.add(symbol >= 1)
    for one, two in distinct:
        solver.add(symbols[one] != symbols[two])
    try:
        solver.add(z3.Not(_z3_formula(claim, symbols)))
    except KeyError:
        return False
    return bool(decided(solver) == z3.unsat)


def _z3_formula(e: Any, symbols: dict[Any, Any]) -> Any:
    import z3

    if isinstance(e, sp.And):
        return z3.And([_z3_formula(argument, symbols) for argument in e.args])
    if isinstance(e, sp.Equivalent):
        return _z3_formula(e.args[0], symbols) == _z3_formula(e.args[1], symbols)
    if isinstance(e, sp.Implies):
        return z3.Implies(*[_z3_formula(argument, symbols) for argument in e.args])
    left, right = (_z3_term(argument, symbols) for argument in e.args)
    return {
        sp.Eq: left == right,
        sp.Ne: left != right,
        sp.Le: left <= right,
        sp.Lt: left < right,
        sp.Ge: left >= right,
        sp.Gt: left > right,
    }[type(e)]


def _z3_term(e: Any, symbols: dict[Any, Any]) -> Any:
    import z3

    if e in symbols:
        return symbols[e]
    if e.is_Rational:
        return z3.RealVal(str(e))
    if isinstance(e, sp.Add):
        return z3.Sum([_z3_term(argument, symbols) for argument in e.args])
    if isinstance(e, sp.Mul):
        return z3.Product([_z3_term(argument, symbols) for argument in e.args])
    if isinstance(e, sp.Pow) and e.exp.is_Integer:
        base, power = _z3_term(e.base, symbols), abs(int(e.exp))
        product = z3.Product([base] * power)
        return product if e.exp > 0 else z3.RealVal(1) / product
    if isinstance(e, sp.Abs):
        inner = _z3_term(e.args[0], symbols)
        return z3.If(inner >= 0, inner, -inner)
    if isinstance(e, sp.sign):
        inner = _z3_term(e.args[0], symbols)
        return z3.If(inner > 0, z3.RealVal(1), z3.If(inner < 0, z3.RealVal(-1), z3.RealVal(0)))
    if isinstance(e, Indicator):
        return z3.If(_z3_formula(e.args[0], symbols), z3.RealVal(1), z3.RealVal(0))
    raise KeyError(e)
