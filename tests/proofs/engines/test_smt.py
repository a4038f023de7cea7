"""The SMT engine against the exhaustive one, and what it says when it cannot answer."""

import pytest
from asking import ONE_METRIC, TWO_METRICS, parameters, question

from axioms import AXIOMS
from metrics import METRICS
from proofs.core.limits import Limits
from proofs.engines.exhaustive import every_case as exhaustive
from proofs.engines.smt import rankings as smt
from proofs.script import solvers
from proofs.script.solver_process import run_cvc5, run_z3
from proofs.script.solvers import Disagreement, Reply, consult


@pytest.fixture
def in_process(monkeypatch):
    """Ask z3 in this process: a thousand questions need no thousand processes."""

    def ask(script, seconds, solvers=None, patience=0):
        script = script.replace("(check-sat)", "")
        found = run_z3(f"(set-option :timeout {int(seconds * 1000)})\n" + script)
        return {
            "z3": Reply(
                "z3",
                found["answer"],
                found.get("reason", ""),
                found["version"],
                found.get("model", {}),
            )
        }

    monkeypatch.setattr(solvers, "consult", ask)


def agree(axiom, names, n, convention="items", k=1):
    given = parameters(*names, k=k, axiom=axiom)
    asked = question(axiom, *names, n=n, convention=convention, **given)
    ours = exhaustive.answer(asked, Limits(jobs=1))
    theirs = smt.answer(asked, Limits(seconds=10))
    if theirs.status != "undecided":
        assert theirs.status == ours.status, (axiom, names, convention)
    return theirs.status


@pytest.mark.sweep(4)
@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(("number", "metric"), list(enumerate(METRICS)))
def test_three_items_agree_with_exhaustive_search_on_some_axioms(number, metric):
    insist_agreement(metric, ONE_METRIC[number % 4 :: 4])


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("metric", METRICS)
def test_three_items_agree_with_exhaustive_search(metric):
    insist_agreement(metric, ONE_METRIC)


def insist_agreement(metric, axioms):
    open_ends = []
    for axiom in axioms:
        if AXIOMS[axiom].inputs == 1 and len(METRICS[metric].inputs) == 2:
            continue
        if agree(axiom, [metric], 3) == "undecided":
            open_ends.append(axiom)
    assert len(open_ends) <= 9, open_ends


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("metric", ["recall", "lr_plus", "ap", "rbo", "dcg_rel", "err", "mrr"])
def test_the_other_convention(metric):
    for axiom in ("ioi", "symmetry", "right_invariance", "left_invariance", "nonnegativity"):
        agree(axiom, [metric], 3, "ranks", k=2)


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("names", [("mse", "mae"), ("kendall", "ndpm"), ("dcg", "mean_rank")])
@pytest.mark.parametrize("axiom", TWO_METRICS)
def test_two_metrics(axiom, names):
    agree(axiom, names, 3)


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    "metric", ["mse", "rmse", "mae", "smape", "mape", "r2", "kendall", "spearman", "ndpm"]
)
@pytest.mark.parametrize("axiom", ["symmetry", "right_invariance"])
def test_five_items_are_within_reach(axiom, metric):
    verdict = smt.answer(question(axiom, metric, n=5), Limits())
    assert verdict.status == exhaustive.answer(question(axiom, metric, n=5), Limits()).status


@pytest.mark.parametrize("n", [12, 20])
def test_dcg_beyond_exhaustive_reach(n):
    verdict = smt.answer(question("ioi", "dcg", n=n), Limits(seconds=30))
    assert verdict.status == "refuted"
    assert verdict.seconds < 30


def test_both_solvers_are_asked():
    verdict = smt.answer(question("symmetry", "recall", n=3, k=1), Limits())
    assert verdict.checked == ("no model: z3 and cvc5",)
    assert verdict.caveats == ()


def test_a_time_limit_is_undecided_and_says_why():
    verdict = smt.answer(question("triangle", "mape", n=6), Limits(seconds=1))
    assert verdict.status == "undecided"
    assert "no answer within" in verdict.reason


def test_contradicting_solvers_are_an_error_of_ours(monkeypatch):
    said = {"z3": "unsat", "cvc5": "sat"}
    monkeypatch.setattr(solvers, "_collect", lambda solver, *_: Reply(solver, said[solver]))
    with pytest.raises(Disagreement, match="z3 says unsat and cvc5 says sat"):
        consult("(check-sat)", 5)


def test_only_what_is_definite_is_said_again(monkeypatch):
    monkeypatch.setattr(solvers, "_SAID", {})
    script = "(set-logic ALL)(declare-const a Int)(assert (and (< 4 a) (< a 5)))(check-sat)"
    first = consult(script, 5)
    assert {name: reply.answer for name, reply in first.items()} == {"z3": "unsat", "cvc5": "unsat"}
    monkeypatch.setattr(solvers, "_collect", lambda solver, *_: Reply(solver, "unknown"))
    assert consult(script, 5) == first
    for _ in range(2):
        assert consult(script + "\n", 5)["z3"].answer == "unknown"
    assert len(solvers._SAID) == 1


def test_a_model_is_not_asked_for_twice():
    found = consult("(set-logic ALL)(declare-const a Int)(assert (= a 7))(check-sat)", 30)
    assert found["z3"].model == {"a": "7"}
    assert "cvc5" not in found


def test_a_missing_cvc5_is_a_caveat(monkeypatch):
    monkeypatch.setattr(solvers, "available", lambda: ("z3",))
    verdict = smt.answer(question("symmetry", "recall", n=3, k=1), Limits())
    assert verdict.status == "holds"
    assert "pip install cvc5" in verdict.caveats[0]


def test_an_algebraic_model_is_not_rounded():
    found = run_z3("(declare-const x Real)(assert (= (* x x) 2))")
    assert found["model"]["x"] is None


def test_both_solvers_read_the_same_text():
    text = "(set-logic ALL)(declare-const a Int)(assert (and (< 0 a) (< a 1)))(check-sat)"
    assert run_cvc5(text)["answer"] == "unsat"
    assert run_z3(text)["answer"] == "unsat"


def test_engines_that_disagree_are_an_error_of_ours(monkeypatch, capsys):
    from dataclasses import replace

    from proofs.check import main

    real = smt.answer
    monkeypatch.setattr(
        smt, "answer", lambda q, limits: replace(real(q, limits), status="holds", replayed=None)
    )
    assert main(["ioi", "mae", "--n", "3", "--cross"]) == 4
    assert "error of ours" in capsys.readouterr().err


def test_cross_shows_who_agrees(capsys):
    import json

    from proofs.check import main

    assert main(["ioi", "mae", "--n", "3", "--cross", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["agreed_by"] == ["smt", "symbolic"]
