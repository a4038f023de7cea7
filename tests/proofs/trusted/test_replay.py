"""Replay: only true refutations pass, and only replayed ones can be called REFUTED."""

import itertools
import re
import subprocess
import sys

import pytest
from asking import ONE_METRIC, parameters, question
from hypothesis import given
from hypothesis import strategies as st

import proofs
from axioms import AXIOMS, find_axiom
from metrics.language.terms import Compose, Inverse, Ranking
from metrics.language.written import listing
from proofs.core.limits import Limits
from proofs.core.posing import questions_about
from proofs.core.verdict import REFUTED, Scope, Verdict
from proofs.engines.exhaustive.cases import Cases
from proofs.engines.exhaustive.every_case import answer
from proofs.report.shown import show
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.finite.trying import true_at
from proofs.trusted.number import Inconclusive
from proofs.trusted.replay import replay
from proofs.trusted.replayed import ReplayFailed
from proofs.trusted.value import sign_of_term

RANKINGS = st.integers(1, 6).flatmap(lambda n: st.permutations(range(1, n + 1)))


def about(axiom, order, n, c):
    (asked,), _ = questions_about(find_axiom(axiom), [order], [n], {"c": c}, None)
    return asked


def test_refuted_needs_a_replayed_witness():
    asked = question("ioi", "dcg", n=3)
    with pytest.raises(ValueError, match="replayed"):
        Verdict(REFUTED, asked, Scope((3,), 3), "exhaustive")


@pytest.mark.parametrize("metric", ["mae", "dcg", "rmse", "recall", "gmr"])
def test_a_forged_witness_is_rejected(metric):
    given = parameters(metric, k=2)
    asked = question("ioi", metric, n=4, **given)
    (statement,) = asked.statements()
    names = [variable.name for variable in statement.formula.variables]
    forged = {name: [1, 2, 3, 4] for name in names}
    with pytest.raises(ReplayFailed):
        replay(asked, statement, forged)


def test_an_undefined_witness_is_rejected():
    asked = question("zero_iff_equal", "lr_plus", n=4, k=2)
    (statement,) = asked.statements()
    with pytest.raises(ReplayFailed, match="undefined"):
        replay(asked, statement, {"sigma": [1, 2, 3, 4], "tau": [1, 2, 3, 4]})


@given(
    st.sampled_from(ONE_METRIC),
    st.sampled_from(["mse", "mape", "kendall", "recall", "rmse", "ndcg", "gmr", "lr_minus", "err"]),
    st.integers(2, 4),
    st.sampled_from(["items", "ranks"]),
)
def test_every_refutation_replays(axiom, metric, n, convention):
    if AXIOMS[axiom].inputs == 1 and metric not in ("ndcg", "gmr"):
        return
    given = parameters(metric, k=1, axiom=axiom)
    verdict = answer(question(axiom, metric, n=n, convention=convention, **given), Limits(jobs=1))
    if verdict.status == REFUTED:
        again = {
            k: v
            for k, v in (verdict.replayed.witness or {}).items()
            if k not in dict(verdict.replayed.statement.fixed)
        }
        replay(verdict.question, verdict.replayed.statement, again or None)


@given(
    st.sampled_from(["mse", "mape", "recall", "lr_plus", "gmr"]),
    st.permutations(range(1, 5)),
    st.permutations(range(1, 5)),
)
def test_inner_cases_at_once_are_read_like_one_by_one(metric, sigma, tau):
    asked = question("max_iff_equal", metric, n=4, **parameters(metric, k=2))
    last = asked.statements()[-1]
    replayer = replayer_of(asked)
    point, body = replayer.placed(last.formula, {"sigma": sigma, "tau": tau})
    assert true_at(replayer, body, point) == replayer.truth(body, point)


@pytest.mark.parametrize("order", ["rank_swapping", "ops_swap", "ops_all"])
def test_bounds_at_once_are_read_like_one_by_one(order):
    asked = about("lattice", order, 2, 2)
    joins = next(one for one in asked.statements() if one.name == "joins")
    replayer = replayer_of(asked)
    for one, two in itertools.product(replayer.runs, repeat=2):
        point, body = replayer.placed(joins.formula, {"r": one, "s": two})
        assert true_at(replayer, body, point) == replayer.truth(body, point)


@pytest.mark.parametrize("order", ["rank_replacement", "set_replacement"])
def test_runs_are_the_words_that_are_listed_so(order):
    for n, c in itertools.product((1, 2, 3, 4), (1, 2, 3)):
        words = itertools.product(range(c + 1), repeat=n)
        falling = [
            w for w in words if order[0] == "r" or all(a >= b for a, b in itertools.pairwise(w))
        ]
        assert replayer_of(about("chain", order, n, c)).runs == falling


@pytest.mark.parametrize(
    "run", [[0, 2], [0, -1], [1], [0, 0, 1], [0, "1"], [0, True], [0, 1], 3, "01"]
)
def test_what_is_no_run_refutes_nothing(run):
    asked = about("chain", "set_projection", 2, 1)
    (statement,) = asked.statements()
    with pytest.raises(ReplayFailed):
        replay(asked, statement, {"r": run, "s": [1, 0]})


def test_signs_of_close_numbers():
    import sympy as sp

    assert sign_of_term(sp.log(9) / sp.log(8) - sp.Rational(2, 3) * sp.log(3) / sp.log(2)) == 0
    assert sign_of_term(sp.log(6) - sp.log(2) - sp.log(3)) == 0
    assert sign_of_term(1 / (1 + sp.sqrt(2)) + 1 - sp.sqrt(2)) == 0
    assert sign_of_term(sp.sqrt(2) - sp.Rational(665857, 470832)) == -1
    for unknown in (sp.zeta(3), sp.Symbol("x"), sp.sqrt(2) ** sp.sqrt(2), sp.log(sp.sqrt(2) + 1)):
        with pytest.raises(Inconclusive):
            sign_of_term(unknown)


def test_equal_numbers_that_do_not_look_alike_are_not_called_different():
    import sympy as sp

    with pytest.raises(Inconclusive):
        sign_of_term(sp.sqrt(2) + sp.sqrt(3) - sp.sqrt(5 + 2 * sp.sqrt(6)))


@given(RANKINGS, st.data())
def test_composition_and_inverse_are_the_mathematical_ones(first, data):
    n = len(first)
    second = data.draw(st.permutations(range(1, n + 1)))
    sigma, nu = Ranking("sigma"), Ranking("nu")
    given = {"sigma": first, "nu": second}
    composed = tuple(first[second[place] - 1] for place in range(n))
    inverse = tuple(first.index(item) + 1 for item in range(1, n + 1))
    assert listing(Compose(sigma, nu), given, n) == composed
    assert listing(Inverse(sigma), given, n) == inverse
    assert listing(Compose(sigma, Inverse(sigma)), given, n) == tuple(range(1, n + 1))
    import numpy as np

    cases = Cases(n, {}, {sigma: np.array([first]).T, nu: np.array([second]).T})
    assert tuple(cases.listing(Compose(sigma, nu)).ravel()) == composed
    assert tuple(cases.listing(Inverse(sigma)).ravel()) == inverse


def test_cases_agree_with_replay_on_every_listing():
    import numpy as np

    from metrics.language.terms import Backwards, FullCycle, Identity, Place, Swap

    n = 4
    points = list(itertools.permutations(range(1, n + 1)))
    sigma, i, j = Ranking("sigma"), Place("i"), Place("j")
    grid = {
        sigma: np.array(points, dtype=np.int8).T,
        i: np.arange(1, n + 1),
        j: np.arange(1, n + 1),
    }
    cases = Cases(n, {}, grid)
    terms = [
        Identity(),
        Backwards(),
        FullCycle(),
        Swap(i, j),
        Compose(sigma, Swap(i, j)),
        Inverse(Compose(FullCycle(), sigma)),
    ]
    for term in terms:
        found = np.broadcast_to(cases.listing(term), (n, *cases.shape))
        for a, b, c in np.ndindex(cases.shape):
            given = {"sigma": points[a], "i": b + 1, "j": c + 1}
            assert tuple(found[:, a, b, c]) == listing(term, given, n)


def test_a_refutation_says_how_much_code_its_replay_rests_on(root):
    """Compared with what Python loads for a replay, in a process of its own."""
    code = (
        "import sys, proofs.trusted.replay;"
        "names = [name for name in sys.modules if name.startswith('proofs.trusted')];"
        "files = [open(sys.modules[name].__file__, encoding='utf-8') for name in names];"
        "print(sum(len(file.readlines()) for file in files))"
    )
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    said = show(proofs.ask("symmetry", "mape", n=3), "text")
    (about,) = re.findall(r"by proofs/trusted: about ([\d,]+) lines, no engine", said)
    assert abs(int(about.replace(",", "")) - int(loaded.stdout)) <= 250
