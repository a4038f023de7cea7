"""Every metric against an independent naive implementation and against other libraries."""

import itertools
from fractions import Fraction

import lattice_reference
import mpmath
import numpy as np
import pytest
import reference
import sympy as sp
from asking import GROUP_TABLE_2, parameters, value_of
from scipy import stats
from sklearn import metrics as sklearn_metrics

from metrics import METRICS, RUN_METRICS
from metrics.language.terms import CONVENTIONS
from proofs.engines.exhaustive.scores import Scorer, all_rankings
from proofs.trusted.number import Undefined

SIZES = (1, 2, 3, 4)


def cases(names=METRICS):
    for name in names:
        for n in SIZES:
            metric = METRICS[name]
            cutoffs = metric.cutoffs(n) if metric.depends_on_k() else [None]
            for k in cutoffs:
                yield name, n, k


def agrees(ours, theirs):
    """Compare our SymPy number with a Fraction or a 60-digit float."""
    if isinstance(theirs, Fraction):
        theirs = sp.Rational(theirs.numerator, theirs.denominator)
        return ours == theirs or sp.simplify(ours - theirs) == 0
    return abs(mpmath.mpf(str(ours.evalf(55))) - theirs) < mpmath.mpf(10) ** -45


def naive(metric, rankings, convention, given):
    sigma, tau = rankings if len(rankings) == 2 else (rankings[0], rankings[0])
    numbers = {
        name: Fraction(str(value)) if name == "p" else value for name, value in given.items()
    }
    return reference.score(metric.name, sigma, tau, convention=convention, **numbers)


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_of_rankings_has_a_naive_reference(name):
    given = {"k": 1, "p": Fraction(1, 2)}
    reference.score(name, (1, 2), (2, 1), **given)  # what is missing is said, with the file


@pytest.mark.parametrize("name", RUN_METRICS)
def test_every_metric_of_runs_has_a_naive_reference(name):
    assert name in lattice_reference.METRICS, (
        f"no naive reference for the metric {name!r} of runs: write its formula as a function in "
        "tests/lattice_reference.py and add it to METRICS there."
    )


def test_a_missing_reference_is_asked_for_with_its_file():
    with pytest.raises(LookupError, match=r"metric 'brand_new': .* in tests/reference\.py"):
        reference.score("brand_new", (1, 2), (2, 1))
    with pytest.raises(LookupError, match=r"axiom 'brand_new': .* in tests/reference\.py"):
        reference.judge("brand_new", ["mae"], 2)


@pytest.mark.sweep(8)
@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize(("name", "n", "k"), list(cases()))
def test_scorer_and_replay_agree_with_the_naive_reference(name, n, k, convention):
    mpmath.mp.dps = 60
    metric = METRICS[name]
    given = {} if k is None else {"k": k}
    if "p" in metric.parameters:
        given["p"] = "2/3"
    bound = metric.bound(n, given)
    points = list(itertools.permutations(range(1, n + 1)))
    scorer = Scorer(metric, n, bound, convention)
    columns = all_rankings(n)
    rankings = [columns[:, :, None], columns[:, None, :]][: len(metric.inputs)]
    scores = scorer(*rankings) if len(rankings) == 2 else scorer(columns)
    shape = (len(points),) * len(metric.inputs)
    ids, table = scores.numbered()
    ids = np.broadcast_to(ids, shape)
    step = 1 if n < 4 else 5 if len(shape) == 1 else 17  # prime to the 24 rankings
    for index in list(np.ndindex(shape))[::step]:
        chosen = [points[place] for place in index]
        expected = naive(metric, chosen, convention, given)
        try:
            replayed = value_of(metric, chosen, bound, convention)
        except Undefined:
            replayed = None
        if expected is None:
            assert replayed is None
            assert ids[index] == -1
            continue
        assert replayed is not None
        assert agrees(replayed, expected)
        assert ids[index] >= 0
        assert agrees(table.scalar(int(ids[index])).expression(), expected)


@pytest.mark.parametrize("name", METRICS)
def test_values_lie_in_the_declared_range(name):
    metric = METRICS[name]
    if metric.bounds is None:
        return
    for n in (2, 3, 4):
        given = parameters(name, k=1)
        bound = metric.bound(n, given)
        known = {"n": n, **{key: value for key, value in bound.items()}}
        low, high = (None if end is None else _number(end, known) for end in metric.bounds)
        rankings = itertools.permutations(range(1, n + 1))
        cases = itertools.product(rankings, repeat=len(metric.inputs))
        step = 1 if n < 4 else 7 if len(metric.inputs) == 1 else 23  # which is prime to 24
        for chosen in itertools.islice(cases, 0, None, step):
            try:
                value = float(value_of(metric, list(chosen), bound, "items"))
            except Undefined:
                continue
            assert low is None or value >= low - 1e-12
            assert high is None or value <= high + 1e-12


def _number(end, known):
    expression = sp.sympify(end)
    values = {s: known[s.name] for s in expression.free_symbols if s.name in known}
    return float(expression.subs(values).doit())


def test_all_33_metrics_of_table_2_are_there():
    assert len(GROUP_TABLE_2) == 33
    assert set(GROUP_TABLE_2) <= set(METRICS)


PAIRS_4 = [
    (sigma, tau)
    for sigma in list(itertools.permutations(range(1, 5)))[::5]
    for tau in itertools.permutations(range(1, 5))
]


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("kendall", lambda s, t: stats.kendalltau(s, t).statistic),
        ("spearman", lambda s, t: stats.spearmanr(s, t).statistic),
        ("mse", sklearn_metrics.mean_squared_error),
        ("mae", sklearn_metrics.mean_absolute_error),
        ("mape", lambda s, t: 100 * sklearn_metrics.mean_absolute_percentage_error(s, t)),
        ("r2", sklearn_metrics.r2_score),
    ],
)
def test_scipy_and_scikit_learn_agree(name, theirs):
    for sigma, tau in PAIRS_4:
        ours = float(value_of(METRICS[name], [sigma, tau], {}, "items"))
        assert ours == pytest.approx(float(theirs(list(sigma), list(tau))))


@pytest.mark.sweep(6)
@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("precision", sklearn_metrics.precision_score),
        ("recall", sklearn_metrics.recall_score),
        ("accuracy", sklearn_metrics.accuracy_score),
        ("ba", sklearn_metrics.balanced_accuracy_score),
        ("f1", sklearn_metrics.f1_score),
        ("jaccard", sklearn_metrics.jaccard_score),
        ("mcc", sklearn_metrics.matthews_corrcoef),
        (
            "fm",
            lambda r, s: np.sqrt(
                sklearn_metrics.precision_score(r, s) * sklearn_metrics.recall_score(r, s)
            ),
        ),
    ],
)
@pytest.mark.parametrize(("j", "k"), [(2, 2), (1, 2), (3, 2)])
def test_scikit_learn_agrees_on_sets(name, theirs, j, k):
    for sigma, tau in PAIRS_4:
        relevant = [int(item in sigma[:j]) for item in range(1, 5)]
        retrieved = [int(item in tau[:k]) for item in range(1, 5)]
        bound = METRICS[name].bound(4, {"j": j, "k": k})
        ours = float(value_of(METRICS[name], [sigma, tau], bound, "items"))
        assert ours == pytest.approx(float(theirs(relevant, retrieved)))


def test_scikit_learn_agrees_on_dcg_by_relevance():
    for tau in itertools.permutations(range(1, 5)):
        gains = [[5 - item for item in tau]]
        order = [[4, 3, 2, 1]]
        for name, theirs in (
            ("dcg_rel", sklearn_metrics.dcg_score),
            ("ndcg_rel", sklearn_metrics.ndcg_score),
        ):
            ours = float(value_of(METRICS[name], [tau], {}, "items"))
            assert ours == pytest.approx(theirs(gains, order))


def test_scikit_learn_agrees_on_average_precision():
    for sigma, tau in PAIRS_4:
        relevant = [int(item in sigma[:2]) for item in tau]
        theirs = sklearn_metrics.average_precision_score(relevant, [4, 3, 2, 1])
        bound = METRICS["ap"].bound(4, {"k": 2})
        assert float(value_of(METRICS["ap"], [sigma, tau], bound, "items")) == pytest.approx(theirs)


def test_the_classical_identities():
    for sigma, tau in PAIRS_4:

        def value(name, pair=(sigma, tau)):
            return value_of(METRICS[name], list(pair), {}, "items")

        assert value("kendall") == 1 - 2 * value("kendall_distance") / 6
        assert value("ndpm") == value("kendall_distance") / 6
        assert value("mae_sum") == value("footrule") == 4 * value("mae")
        assert value("mse_sum") == 4 * value("mse")


@pytest.mark.parametrize("name", METRICS)
def test_latex_in_a_notebook(name):
    text = METRICS[name]._repr_latex_()
    assert text.startswith("$$")
    assert "Ranking" not in text
    assert text.count("{") == text.count("}")
