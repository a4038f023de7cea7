"""Errors planted in fast ways: a wrong refutation does not replay, a wrong HOLDS does not verify.

docs/speed.md lists the fast ways; those that are missing here have such a test beside their own.
"""

import json

import numpy as np
import pytest

import proofs
from lattice import structure
from metrics import METRICS
from proofs.core.limits import Disagreement, silent
from proofs.core.spread import sweep
from proofs.engines.exhaustive import one_to_one, scores
from proofs.engines.exhaustive.lists.pool_table import PoolTable
from proofs.engines.linear.weight_decide import Decider
from proofs.engines.symbolic import at_one_n
from proofs.report.certificate import certificate
from proofs.script import solvers
from proofs.trusted.finite import order as tabled
from proofs.trusted.replayed import ReplayFailed
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

SEARCH = {"engine": "exhaustive"}


def is_rejected(verdict):
    """Tell whether the certificate of what is said to hold is rejected."""
    assert verdict.status == "holds"
    with pytest.raises((Rejected, NotChecked)):
        check(json.loads(json.dumps(certificate(verdict, "1"))))
    return True


@pytest.fixture
def wrong_scores(monkeypatch):
    """Give every scorer another metric than the one that is asked about."""

    def plant(name):
        real = scores.Scorer.__init__

        def planted(self, metric, *more):
            real(self, METRICS[name], *more)

        monkeypatch.setattr(scores.Scorer, "__init__", planted)

    return plant


def test_a_sweep_with_wrong_scores(wrong_scores):
    wrong_scores("mse")
    with pytest.raises(ReplayFailed):
        proofs.ask("triangle", "mae", n=3, **SEARCH)


def test_a_sweep_with_wrong_scores_that_hold(wrong_scores):
    assert proofs.ask("triangle", "mse", n=3, **SEARCH).status == "refuted"
    wrong_scores("mae")
    assert is_rejected(proofs.ask("triangle", "mse", n=3, **SEARCH))


@pytest.mark.parametrize("place", [1, 4])
def test_a_sweep_with_one_wrong_value(place, monkeypatch):
    """Planted: one score of all rankings of three items is another one's."""
    real = scores.Scorer.__call__

    def planted(self, *rankings):
        def wrong(array):
            moved = np.array(array)
            if moved.shape and moved.shape[-1] > place:
                moved[..., place] = moved[..., 0]
            return moved

        return real(self, *rankings).rearranged(wrong)

    assert proofs.ask("ioi", "dcg", n=3, **SEARCH).status == "holds"
    monkeypatch.setattr(scores.Scorer, "__call__", planted)
    monkeypatch.setattr(one_to_one, "by_groups", lambda *_: None)
    with pytest.raises(ReplayFailed):
        proofs.ask("ioi", "dcg", n=3, **SEARCH)


# Orders, runs and lists --------------------------------------------------------------------------


def test_a_plan_for_orders_that_misses_a_gap(monkeypatch):
    asked = ("lattice", "rank_swapping")
    assert proofs.ask(*asked, n=3, c=2, **SEARCH).status == "refuted"
    monkeypatch.setattr(structure, "missing", lambda poset, kind: None)
    assert is_rejected(proofs.ask(*asked, n=3, c=2, **SEARCH))


def test_a_plan_for_orders_that_sees_a_gap(monkeypatch):
    class Gap:
        pair, bounds = ((0, 0), (0, 1)), ()

    asked = ("lattice", "rank_replacement")
    monkeypatch.setattr(structure, "missing", lambda poset, kind: Gap)
    monkeypatch.setattr("proofs.engines.exhaustive.runs.setting.Setting.lattice", False)
    with pytest.raises(ReplayFailed):
        proofs.ask(*asked, n=2, c=1, **SEARCH)


def test_rows_with_one_bound_alone(monkeypatch):
    """Planted in the replayer: of all upper bounds of two runs it sees one, which is then least."""
    monkeypatch.setattr(tabled.TabledReplayer, "_related_to", lambda *given: given[-1][:1])
    with pytest.raises(ReplayFailed):
        proofs.ask("lattice", "rank_swapping", n=3, c=2, **SEARCH)


def test_lists_that_are_exchanged_wrongly(monkeypatch):
    asked = ("promotion_strict", "dcg")
    assert proofs.ask(*asked, n=2, c=1, domain="lists", **SEARCH).status == "holds"
    monkeypatch.setattr(PoolTable, "exchanged", lambda self, lists, one, two: lists)
    with pytest.raises(ReplayFailed):
        proofs.ask(*asked, n=2, c=1, domain="lists", **SEARCH)


# Weights -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_goals_that_are_taken_for_renamed_ones(monkeypatch):
    asked, given = ("kendall_le_footrule", "similarity"), {"assume": "no_triangle", "n": 4}
    refuted = proofs.ask(*asked, **given, engine="linear").status
    assert refuted == "refuted"
    monkeypatch.setattr(Decider, "is_renamed", lambda *_: True)
    assert is_rejected(proofs.ask(*asked, **given, engine="linear"))


# Blocks, solvers, what is known for every n ------------------------------------------------------


class Lying:
    """An executor that changes one field of what each block found."""

    def __init__(self, **wrong):
        self.wrong = wrong

    def results(self, function, work):
        return ((key, {**function(item), **self.wrong}) for key, item in work.items())


def test_a_block_with_a_wrong_witness():
    asked = sweep.asked_about("symmetry", ["mae"], 3, {})
    told = {"true": False, "witness": {"sigma": (1, 2, 3), "tau": (2, 1, 3)}}
    with pytest.raises(ReplayFailed):
        sweep.swept(asked, Lying(**told), silent, fresh=True)


def test_a_block_that_says_nothing_fails():
    asked = sweep.asked_about("symmetry", ["mape"], 3, {})
    found = sweep.swept(asked, Lying(true=True, witness=None), silent, fresh=True)
    assert is_rejected(found)


def test_a_solver_that_says_the_opposite(monkeypatch):
    real = solvers._collect

    def planted(solver, asked, seconds):
        reply = real(solver, asked, seconds)
        return reply if solver == "z3" else solvers.Reply(solver, "sat")

    monkeypatch.setattr(solvers, "_collect", planted)
    script = "(declare-const a Bool) (assert (and a (not a))) (check-sat) ; planted"
    with pytest.raises(Disagreement):
        solvers.consult(script, 10)


def test_a_solver_with_a_wrong_model(monkeypatch):
    """Planted: z3 finds a metric where there is none, and every score is one."""
    from axioms import AXIOMS
    from proofs.core.implying import asked

    reply = solvers.Reply("z3", "sat", model={})
    monkeypatch.setattr(solvers, "consult", lambda *_: {"z3": reply})
    with pytest.raises(ReplayFailed):
        asked((AXIOMS["symmetry"],), AXIOMS["nonnegativity"], 2, 5)


def test_a_witness_that_is_written_wrongly_for_a_larger_n(monkeypatch):
    """Planted: the witness that is known for every n is the identity throughout, at n = 40."""
    assert proofs.ask("ioi", "mse", n=40).status == "refuted"
    real = at_one_n._witness

    def planted(question, told):
        found = real(question, told)
        return found and {name: sorted(value) for name, value in found.items()}

    monkeypatch.setattr(at_one_n, "_witness", planted)
    try:
        found = proofs.ask("ioi", "mse", n=40)
    except ReplayFailed:
        return
    assert found.status == "undecided" or found.witness["tau"] != found.witness["nu"]
