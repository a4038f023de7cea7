"""The fast plans against the plain reading that they stand for."""

import pytest
from asking import ONE_METRIC, TWO_METRICS, parameters, question

from axioms import AXIOMS
from metrics import METRICS
from proofs.core.limits import Limits
from proofs.engines.exhaustive import one_to_one, plans
from proofs.engines.exhaustive.every_case import decide
from proofs.engines.exhaustive.search import Search

SAMPLE = [
    "recall", "lr_plus", "lr_minus", "pt", "f1_printed", "rmse", "mse", "mape", "r2", "kendall",
    "ndpm_printed", "kendall_distance", "dcg", "gmr", "mean_rank", "ap", "rbo",
]  # fmt: skip


@pytest.fixture
def eager(monkeypatch):
    """Let every plan run whatever the size."""
    monkeypatch.setattr(plans, "CLASSES_FROM", 0)
    monkeypatch.setattr(plans, "WLOG_FROM", 0)


def both(asked, statement):
    limits = Limits(jobs=1)
    fast = decide(Search(asked, limits), statement)
    slow = decide(Search(asked, limits), statement, plans=())
    return fast, slow


def same(axiom, names, n):
    given = parameters(*names, k=2 if n > 2 else 1, axiom=axiom)
    asked = question(axiom, *names, n=n, **given)
    for statement in asked.statements():
        if asked.asked.name == "linear_equivalence" and statement.name == "collinear":
            first = decide(Search(asked, Limits()), asked.statements()[0])
            if not first.true or first.undefined:
                continue
        fast, slow = both(asked, statement)
        if slow.judged or not slow.undefined:
            assert (fast.true, fast.witness) == (slow.true, slow.witness), (axiom, statement)
        if statement.name != "collinear":
            assert fast.undefined == slow.undefined, (axiom, names, statement)
            assert fast.first_undefined == slow.first_undefined, (axiom, names, statement)
            assert bool(fast.judged) == bool(slow.judged)


@pytest.mark.sweep(4)
@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize(("number", "metric"), list(enumerate(SAMPLE)))
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_plans_read_some_axioms_as_the_plain_reading(number, metric, n):
    insist_same(metric, n, ONE_METRIC if n < 3 else ONE_METRIC[number % 3 :: 3])


@pytest.mark.slow
@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("metric", SAMPLE)
@pytest.mark.parametrize("n", [3, 4])
def test_plans_read_as_the_plain_reading(metric, n):
    insist_same(metric, n, ONE_METRIC)


def insist_same(metric, n, axioms):
    for axiom in axioms:
        if AXIOMS[axiom].inputs == 1 and len(METRICS[metric].inputs) == 2:
            continue
        k = 2 if n > 2 else 1
        if METRICS[metric].depends_on_k() and k not in METRICS[metric].cutoffs(n):
            continue
        if len(asked_variables(axiom)) > 3 and n == 4:
            continue
        same(axiom, [metric], n)


def asked_variables(axiom):
    from axioms.language.shapes import all_variables

    return max((all_variables(part.statement) for part in AXIOMS[axiom].parts), key=len)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize(
    "names", [("mse", "mae"), ("dcg", "ndcg"), ("lr_plus", "recall"), ("kendall", "rmse")]
)
@pytest.mark.parametrize("axiom", TWO_METRICS)
def test_plans_for_two_metrics(names, axiom):
    same(axiom, names, 3)
    if axiom == "consistency":
        same(axiom, names, 4)


@pytest.mark.parametrize("metric", ["mse", "kendall", "rmse"])
def test_triangle_at_five_items_with_and_without_the_identity_plan(metric, monkeypatch):
    monkeypatch.setattr(plans, "WLOG_FROM", 0)
    asked = question("triangle", metric, n=5)
    (statement,) = asked.statements()
    fast, slow = both(asked, statement)
    assert "loses nothing" in fast.checked[0]
    assert (fast.true, fast.witness) == (slow.true, slow.witness)


def test_blocks_do_not_change_the_answer(monkeypatch):
    from proofs.engines.exhaustive import search

    asked = question("triangle", "mse", n=4)
    (statement,) = asked.statements()
    whole = Search(asked, Limits()).plain(statement.formula)
    monkeypatch.setattr(search, "BLOCK", 600)
    parts = Search(asked, Limits(jobs=2)).plain(statement.formula)
    assert whole.witness == parts.witness


def test_the_large_path_of_one_to_one_equals_the_small_one(monkeypatch):
    for metric, n in (("dcg", 6), ("dcg", 7), ("mean_rank", 5), ("gmr", 5), ("dcg_exp", 6)):
        asked = question("ioi", metric, n=n, **parameters(metric))
        (statement,) = asked.statements()
        small = decide(Search(asked, Limits()), statement)
        monkeypatch.setattr(one_to_one, "ROW_BLOCK", 500)
        large = decide(Search(asked, Limits()), statement)
        monkeypatch.undo()
        assert (small.true, small.witness) == (large.true, large.witness)


@pytest.mark.parametrize(("metric", "limit"), [("r2", 0), ("lr_plus", 0), ("rmse", 2_000)])
def test_values_are_compared_alike_with_a_large_grid_and_without(metric, limit, monkeypatch):
    from proofs.engines.exhaustive import cases

    for axiom in ("linear_distance", "triangle"):
        asked = question(axiom, metric, n=4, **parameters(metric))
        for statement in asked.statements():
            monkeypatch.setattr(cases, "GRID_LIMIT", 1 << 24)
            whole = decide(Search(asked, Limits(jobs=1)), statement)
            monkeypatch.setattr(cases, "GRID_LIMIT", limit)
            assert decide(Search(asked, Limits(jobs=1)), statement) == whole


def test_many_values_are_no_reason_to_give_up():
    from proofs.engines.exhaustive.every_case import answer

    asked = question("linear_distance", "r2", n=6)
    assert answer(asked, Limits()).status == "refuted"
    assert answer(question("linear_distance", "rmse", n=6), Limits()).status == "holds"
