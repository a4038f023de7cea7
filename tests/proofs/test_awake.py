"""Solvers that stay awake answer as new ones do, whatever happened before."""

import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Thread

import pytest

from axioms import AXIOMS
from proofs.script import awake, solvers
from proofs.script.free_metric import breaking_script
from proofs.script.solvers import SOLVERS, consult

BETWEEN = "(set-logic ALL)(declare-const a Int)(assert (and (< {} a) (< a {})))(check-sat)"
BAD = {
    "no script": "(assert",
    "another language": "sat\nunsat\n",
    "unknown name": "(assert (< b 1))(check-sat)",
    "prints": '(echo "{\\"answer\\": \\"unsat\\"}")(check-sat)',
    "options": "(set-option :timeout 1)(set-option :smt.random_seed 7)(check-sat)",
    "no parameter": "(set-option :no-such-option 1)(check-sat)",
    "ends": "(exit)",
    "resets": "(declare-const a Int)(assert (< a 0))(check-sat)(reset)(check-sat)",
    "empty": "",
    "a letter": "(declare-const σ Int)(assert (= σ 1))(check-sat)",
}


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    monkeypatch.setattr(solvers, "_SAID", {})
    awake.end_all()
    yield
    awake.end_all()


def pigeons(holes):
    """There is no place for one more: the solvers need long for eleven holes."""
    names = [[f"p{i}_{j}" for j in range(holes)] for i in range(holes + 1)]
    lines = [f"(declare-const {name} Bool)" for row in names for name in row]
    lines += [f"(assert (or {' '.join(row)}))" for row in names]
    for place in range(holes):
        column = [row[place] for row in names]
        lines += [f"(assert (not (and {a} {b})))" for a in column for b in column if a < b]
    return "\n".join(["(set-logic QF_UF)", *lines, "(check-sat)", ""])


def said(script, solver, seconds=20.0):
    return consult(script, seconds, (solver,))[solver]


def waiting(solver):
    return [process._process.pid for process in awake._IDLE.get(solver, [])]


def corpus():
    names = ["ioi", "symmetry", "triangle", "max_agreement", "always_zero", "correlation"]
    texts = [breaking_script([AXIOMS[one]], AXIOMS[two], 2) for one in names for two in names[:3]]
    return [*texts, BETWEEN.format(1, 2), BETWEEN.format(1, 3), *BAD.values()]


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_same_answers_as_new_processes_give(solver):
    """In another order, and bad scripts among them."""
    texts = corpus()
    new = {}
    for text in texts[::3]:
        awake.end_all()
        new[text] = said(text, solver)
    solvers._SAID.clear()
    random.Random(1).shuffle(texts)
    kept = {text: said(text, solver) for text in texts}
    assert len(waiting(solver)) == 1
    for text, reply in new.items():
        assert (kept[text].answer, kept[text].reason) == (reply.answer, reply.reason)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", BAD)
def test_a_bad_script_changes_nothing_for_the_next(solver, name):
    first = said(BETWEEN.format(1, 3), solver)
    said(BAD[name], solver)
    solvers._SAID.clear()
    assert said(BETWEEN.format(1, 3), solver) == first
    assert said(BETWEEN.format(1, 2), solver).answer == "unsat"


@pytest.mark.parametrize("solver", SOLVERS)
def test_one_that_overruns_is_killed_and_replaced(solver):
    said(BETWEEN.format(1, 2), solver)
    (before,) = waiting(solver)
    started = time.monotonic()
    reply = said(pigeons(11), solver, 1.0)
    assert reply.answer == "unknown"
    assert time.monotonic() - started < 60  # also where the machine is busy
    assert waiting(solver) == []
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)
    assert said(BETWEEN.format(1, 3), solver).answer == "sat"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill")
@pytest.mark.parametrize("solver", SOLVERS)
def test_one_that_was_killed_is_replaced(solver):
    said(BETWEEN.format(1, 2), solver)
    os.kill(*waiting(solver), signal.SIGKILL)
    assert said(BETWEEN.format(1, 3), solver).answer == "sat"
    (pid,) = waiting(solver)
    killer = Thread(target=lambda: (time.sleep(0.5), os.kill(pid, signal.SIGKILL)))
    killer.start()
    assert said(pigeons(6), solver).answer == "unsat"
    killer.join()


def test_a_new_one_that_ends_is_not_replaced(monkeypatch):
    monkeypatch.setattr(
        awake.sys, "executable", "/bin/false" if os.path.exists("/bin/false") else "x"
    )
    if awake.sys.executable == "x":
        pytest.skip("needs /bin/false")
    assert said(BETWEEN.format(1, 3), "z3").reason == "the solver ended without an answer"


def test_several_threads_have_a_process_each():
    texts = [BETWEEN.format(low, low + 2) for low in range(12)]
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda text: said(text, "z3").model["a"], texts))
    assert found == [str(low + 1) for low in range(12)]
    assert 1 <= len(waiting("z3")) <= 3
    # the threads have ended, and on Linux their processes with them: nobody notices
    assert said(BETWEEN.format(50, 52), "z3").model == {"a": "51"}


def test_a_process_is_replaced_after_many_questions(monkeypatch):
    monkeypatch.setattr(awake, "MOST_QUESTIONS", 3)
    pids = []
    for low in range(7):
        said(BETWEEN.format(low, low + 2), "z3")
        pids += waiting("z3")
    assert len(pids) == 5
    assert len(set(pids)) == 3
