"""Lemmas about single terms of a sum, settled by z3 over all real numbers, never by examples."""

from __future__ import annotations

from typing import Any

import sympy as sp

from proofs.script.real_script import NotWritable, script
from proofs.script.solvers import decided

MILLISECONDS = 3000


def lemma(claim: Any, variables: list[Any], distinct: list[tuple[Any, Any]]) -> bool:
    """Let z3 prove a claim about real numbers ≥ 1; `distinct` are pairs that differ."""
    import z3

    premises = [sp.Ge(variable, 1, evaluate=False) for variable in variables]
    premises += [sp.Ne(one, two, evaluate=False) for one, two in distinct]
    try:
        text = script([*premises, sp.Not(claim)])
    except NotWritable:
        return False
    solver = z3.Solver()
    solver.set("timeout", MILLISECONDS)
    solver.from_string(text)
    return bool(decided(solver) == z3.unsat)
