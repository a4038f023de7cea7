"""Triangle inequalities by ranks and pruned pairs, against the plain reading of every case."""

import random
import sys
from itertools import permutations

import numpy as np
import pytest
from asking import question
from sympy import Abs, Add, Max, Rational, Sum, sqrt

import proofs
from axioms import find_axiom
from metrics.language.terms import Indicator, Ratio, i, n, rank_of, sigma, tau
from metrics.metric import Metric
from proofs.core.limits import Limits, Refusal
from proofs.core.question import Question
from proofs.engines.exhaustive import plans, triangles
from proofs.engines.exhaustive.every_case import decide
from proofs.engines.exhaustive.scores import all_rankings
from proofs.engines.exhaustive.search import Search


def of(metric, size):
    asked = Question(find_axiom("triangle"), (metric,), size, {}, "items")
    return asked, asked.statements()[0]


def made(value):
    return Metric("made", "made", (sigma, tau), value, "error", False, "a test")


def random_value(chance):
    """Return a sum over places or items, whose terms any function of a difference may be."""
    one, two = chance.choice(
        [(sigma(i), tau(i)), (rank_of(sigma, i), rank_of(tau, i)), (sigma(i), sigma(i) + tau(i))]
    )
    terms = [
        Abs(one - two) ** chance.choice([1, 1, 2, 3]),
        Max(one - two, 0) * chance.choice([1, 2, -1]),
        Indicator(one > two) * chance.choice([1, 3, -2]),
        sqrt(Abs(one - two)),
        Rational(1, 3) * Abs(one - two),
    ]
    total = Sum(Add(*chance.sample(terms, chance.choice([1, 1, 2]))), (i, 1, n))
    root = total if total.has(sqrt(Abs(one - two))) else sqrt(Abs(total))
    return chance.choice([total, total, root, -total, total + 1])


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("proofs_from", [0, 10**9])
def test_made_metrics(seed, proofs_from, monkeypatch):
    if seed % 8 and not proofs_from:
        return
    monkeypatch.setattr(plans, "WLOG_FROM", 0)
    monkeypatch.setattr(plans, "PROOF_FROM", proofs_from)
    chance = random.Random(seed)
    asked, statement = of(made(random_value(chance)), chance.choice([2, 3, 4]))
    slow = decide(Search(asked, Limits(jobs=1)), statement, plans=())
    fast = decide(Search(asked, Limits(jobs=1)), statement, plans=(plans.first_is_identity,))
    assert (fast.true, fast.witness) == (slow.true, slow.witness)


def test_undefined_values_are_left_to_the_plain_reading(monkeypatch):
    monkeypatch.setattr(plans, "WLOG_FROM", 0)
    asked, statement = of(made(Ratio(1, Sum(Abs(sigma(i) - tau(i)), (i, 1, n)))), 3)
    search = Search(asked, Limits(jobs=1))
    assert triangles.decide(search, statement.formula, "right") is None
    slow = decide(search, statement, plans=())
    fast = decide(search, statement)
    assert (fast.true, fast.witness, fast.undefined) == (slow.true, slow.witness, slow.undefined)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_places_of_composed_rankings(size):
    words = list(permutations(range(1, size + 1)))
    place = {word: at for at, word in enumerate(words)}
    composed = triangles.Composed(all_rankings(size))
    for outer in words[:: max(1, len(words) // 10)]:
        expected = [place[tuple(outer[item - 1] for item in word)] for word in words]
        assert composed.places(outer).tolist() == expected


def values(name="rmse", size=4):
    rankings = all_rankings(size)
    asked = question("triangle", name, n=size)
    slot = triangles.triangle_score(asked.statements()[0].formula).slot
    scores = Search(asked, Limits()).scorers[slot](rankings[:, :1], rankings)
    return triangles.values_of(scores, size)


def test_sums_of_roots_are_compared_exactly():
    found = values()
    squares = sorted({sum((p - v) ** 2 for p, v in enumerate(w)) for w in permutations(range(4))})

    def root_sum_at_least(x, y, z):
        """√x ≤ √y + √z, in integers."""
        return x <= y + z or (x - y - z) ** 2 <= 4 * y * z

    for a, x in enumerate(squares):
        for b, y in enumerate(squares):
            fits = [c for c, z in enumerate(squares) if root_sum_at_least(z, x, y)]
            assert found.within[a, b] == max(fits)
            same = [
                c for c, z in enumerate(squares) if (z - x - y) ** 2 == 4 * x * y and z >= x + y
            ]
            assert found.equals[a, b] == (same[0] if same else -1)


@pytest.mark.parametrize("planted", ["one wrong value", "one wrong bound", "one wrong sign"])
def test_planted_errors_change_the_answer(planted, monkeypatch):
    found = values("mae", 4)
    chosen = triangles.not_composed(found)
    assert not triangles.broken(found, chosen, lambda: None)
    rank, within, equals = found.rank.copy(), found.within.copy(), found.equals.copy()
    if planted == "one wrong value":
        rank[1] = found.top
    elif planted == "one wrong bound":
        within[1, 1] -= 1
    else:
        within, equals = found.top - within, -equals
    wrong = triangles.Values(4, rank, within, equals)
    every = np.arange(len(rank))
    tried = [triangles.not_composed(wrong), every]
    assert any(triangles.broken(wrong, some, lambda: None) for some in tried)


@pytest.mark.parametrize("metric", ["mae", "kendall_distance", "rmse"])
def test_eight_items(metric):
    verdict = proofs.ask("triangle", metric, n=8, engine="exhaustive")
    assert verdict.status == "holds"
    assert verdict.cases < 10**8


def test_nine_items_are_refuted_with_the_first_witness():
    verdict = proofs.ask("triangle", "mse", n=9, engine="exhaustive")
    assert verdict.status == "refuted"
    small = proofs.ask("triangle", "mse", n=5, engine="exhaustive")
    fixed = [1, 2, 3, 4]
    assert verdict.witness["tau"] == [*fixed, *(4 + item for item in small.witness["tau"])]
    assert verdict.witness["nu"] == [*fixed, *(4 + item for item in small.witness["nu"])]


def test_a_default_does_not_hide_that_a_metric_is_invariant():
    """Of fm only k is given, and j is k: what is proved with one number for both is used."""
    found = proofs.ask("triangle", "fm", n=8, k=7, engine="exhaustive")
    assert found.status == "holds"  # two tops of seven share six or seven: 1 <= 6/7 + 6/7
    assert "left invariance proved for every n" in found.checked[0]
    assert found.cases < 10**6


@pytest.mark.parametrize("installed", [True, False])
def test_a_refusal_names_the_kernel_only_where_it_is_missing(monkeypatch, installed):
    monkeypatch.setattr(triangles.kernel, "is_installed", lambda: installed)
    monkeypatch.setattr(triangles, "LOOKED_AT", 1)
    with pytest.raises(Refusal) as refusal:
        proofs.ask("triangle", "rmse", n=7, engine="exhaustive", limits=Limits(cases=5_040))
    assert ("pip install 'rankproof[fast]'" in str(refusal.value)) is not installed
    assert ("the limit is 25,200." in str(refusal.value)) is installed
    assert "n = 4 is in reach, or raise --limit" in str(refusal.value)
    assert "pip install 'rankproof[cluster]'" in str(refusal.value)


def test_numba_that_cannot_be_imported_is_none(monkeypatch, tmp_path):
    """As beside a version of NumPy that it does not know: NumPy does the work."""
    (tmp_path / "numba.py").write_text("raise ImportError('Numba needs another NumPy')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    installed = triangles.kernel.is_installed.__wrapped__
    monkeypatch.setattr(triangles.kernel, "is_installed", installed)
    monkeypatch.setattr(triangles, "COMPILED_FROM", 0)
    assert not installed()
    assert proofs.ask("triangle", "rmse", n=6, engine="exhaustive").status == "holds"
