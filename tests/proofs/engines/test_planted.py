"""Errors planted in fast ways: a wrong refutation does not replay, a wrong HOLDS does not verify.

docs/speed.md lists the fast ways; those that are missing here have such a test beside their own.
"""

import json

import numpy as np
import pytest
from sympy import Abs, Sum

import proofs
from lattice import structure
from metrics import METRICS
from metrics.language.lists import RankIn, x, y
from metrics.language.terms import Indicator, Place, i, n, sigma, tau
from metrics.language.weight_symbols import ElementWeight
from metrics.lists import find_list_metric
from metrics.metric import Metric
from proofs.core.limits import Disagreement, silent
from proofs.core.spread import sweep
from proofs.core.valuing import tied
from proofs.core.valuing.evaluating import Evaluation, evaluated
from proofs.core.valuing.tied import Tied
from proofs.engines.exhaustive import one_to_one, scores
from proofs.engines.exhaustive.lists.every_top import TopSearch
from proofs.engines.exhaustive.lists.pool_table import PoolTable
from proofs.engines.linear.weight_decide import Decider
from proofs.engines.linear.weight_goals import Goals
from proofs.engines.symbolic import at_one_n
from proofs.report.certificate import certificate
from proofs.script import solvers
from proofs.trusted.finite import order as tabled
from proofs.trusted.finite.lists import ListReading
from proofs.trusted.replayed import ReplayFailed
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

SEARCH = {"engine": "exhaustive"}
item = Place("a")


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


def test_top_lists_whose_items_are_renamed_wrongly(monkeypatch):
    """Planted: a metric that looks at the items is taken for one that does not."""
    inside = [Indicator(RankIn(one, item) <= n) for one in (x, y)]
    apart = Sum((item - 2) * Abs(inside[0] - inside[1]), (item, 1, n))
    made = Metric("named", "named", (x, y), apart, "made", False, "here")
    asked = {"n": 3, "k": 2, "domain": "tops", **SEARCH}
    assert proofs.ask("nonnegativity", made, **asked).status == "refuted"
    monkeypatch.setattr(TopSearch, "_is_kept", lambda *_: True)
    assert is_rejected(proofs.ask("nonnegativity", made, **asked))


# Weights -----------------------------------------------------------------------------------------


def test_weights_with_a_ranking_that_may_not_be_fixed(monkeypatch):
    """Planted: the second ranking is the identity, where only this one is as far as it can be."""
    apart = Sum(ElementWeight(i) * (Abs(sigma(i) - i) - Abs(tau(i) - i)), (i, 1, n))
    made = Metric("made", "made", (sigma, tau), apart, "made", False, "here")
    assert proofs.ask("nonnegativity", made, n=3, **SEARCH).status == "refuted"
    monkeypatch.setattr(Goals, "_may_anchor", lambda *_: True)
    assert is_rejected(proofs.ask("nonnegativity", made, n=3, **SEARCH))


@pytest.mark.slow
def test_goals_that_are_taken_for_renamed_ones(monkeypatch):
    asked, given = ("kendall_le_footrule", "similarity"), {"assume": "no_triangle", "n": 4}
    refuted = proofs.ask(*asked, **given, engine="linear").status
    assert refuted == "refuted"
    monkeypatch.setattr(Decider, "is_renamed", lambda *_: True)
    assert is_rejected(proofs.ask(*asked, **given, engine="linear"))


# Values ------------------------------------------------------------------------------------------

AP = find_list_metric("ap")


def test_ties_that_are_counted_wrongly(monkeypatch):
    """Planted: everything may be drawn in one way; the orders, one by one, say something else."""

    def mean():
        return Tied(AP.value, AP.inputs[0], (0, 1, 1, 0, 1), [(1, 5)], {n: 5})

    values = [evaluated(AP.value, point) for point in mean()._orders()]
    assert mean().mean() == sum(values) / len(values)
    monkeypatch.setattr(tied, "ways", lambda *_: 1)
    assert mean().mean() != sum(values) / len(values)


def test_totals_that_are_kept_for_other_terms(monkeypatch):
    """Planted: the totals of one place are kept for the next; replay, which keeps none, differs."""
    nested = Sum(1 + Sum(Abs(sigma(item) - i), (item, 1, i)), (i, 1, n))
    point = {n: 3, sigma: (2, 3, 1)}
    plainly = ListReading().value(nested, point)
    assert evaluated(nested, point) == plainly == 3 + 1 + 1 + 3
    monkeypatch.setattr(Evaluation, "_key", lambda self, e, first, point: e.func)
    assert evaluated(nested, point) != plainly


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
