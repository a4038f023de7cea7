"""Solvers that stay awake against new processes, and what rests on them: python -m pytest -s."""

import os
import time

import pytest
from test_core_speed import report, used_by

from axioms import AXIOMS
from proofs.script import awake
from proofs.script.free_metric import breaking_script
from proofs.script.solvers import SOLVERS, consult

QUESTION = breaking_script([AXIOMS["symmetry"]], AXIOMS["triangle"], 2)


def seconds_of(solver, questions, new):
    """Return the seconds a question takes, each of a new process or all of one."""
    started = time.perf_counter()
    for place in range(questions):
        if new:
            awake.end_all()
        consult(f"{QUESTION}; {place} {new}", 20, (solver,))
    return (time.perf_counter() - started) / questions


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_solver_that_is_awake(solver):
    new = seconds_of(solver, 5, True)
    kept = seconds_of(solver, 50, False)
    report(f"{solver}: {kept:.4f} s a question, a new process {new:.3f} s: {new / kept:.0f} times")
    assert new > 5 * kept


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="needs os.wait4")
@pytest.mark.parametrize(("words", "most"), [("--n 2", 15), ("--n 3", 180)])
def test_all_implications(root, words, most):
    seconds = used_by(root, "-m", "proofs.implies", "--all", *words.split())
    report(f"implies --all {words}: {seconds:.1f} s of CPU")
    assert seconds < most
