"""Every axiom against brute force in plain loops, for every metric at n ≤ 4."""

import itertools

import pytest
import reference
from asking import ONE_METRIC, TWO_METRICS, parameters, question

import proofs
from axioms import AXIOMS, QUANTITIES
from axioms.language.axiom_table import axiom_of
from metrics import METRICS
from proofs.core.limits import Limits
from proofs.core.verdict import REFUTED
from proofs.engines.exhaustive import averages
from proofs.engines.exhaustive.every_case import answer
from proofs.engines.sampling import estimates as sampling

WITNESSED = {
    "ioi", "zero_iff_equal", "symmetry", "right_invariance", "left_invariance", "nonnegativity",
    "triangle", "wsd", "sensitivity",
}  # fmt: skip
COUNTED = WITNESSED - {"wsd", "sensitivity"}


def applicable(axiom, metric, n, k):
    if AXIOMS[axiom].inputs == 1 and len(METRICS[metric].inputs) != 1:
        return False
    needs = METRICS[metric].depends_on_k() and axiom != "stability"
    return not needs or k in METRICS[metric].cutoffs(n)


def compare(axiom, names, n, k, convention):
    from fractions import Fraction

    given = parameters(*names, k=k, axiom=axiom)
    verdict = answer(question(axiom, *names, n=n, convention=convention, **given), Limits(jobs=1))
    numbers = {key: Fraction(value) if key == "p" else value for key, value in given.items()}
    if axiom == "stability" and METRICS[names[0]].depends_on_k():
        numbers["k"] = 1
    expected = reference.judge(axiom, list(names), n, convention=convention, **numbers)
    shown = f"{axiom} {names} n={n} k={k} {convention}"
    if axiom == "linear_distance" and verdict.reason.startswith("undefined"):
        return  # no m(σ, σ) is defined: the reference lets b be free, we do not judge
    assert verdict.status == expected["status"], shown
    if axiom in WITNESSED and verdict.status == REFUTED:
        ours = {
            key: tuple(v) if isinstance(v, list) else v
            for key, v in verdict.replayed.witness.items()
        }
        theirs = {
            key: tuple(v) if isinstance(v, list | tuple) else v
            for key, v in expected["witness"].items()
        }
        assert ours == theirs, shown
    if axiom in COUNTED:
        assert verdict.undefined.cases == expected["undefined"], shown


@pytest.mark.parametrize("axiom", [*ONE_METRIC, *TWO_METRICS])
def test_every_axiom_has_a_naive_reference(axiom):
    names = ["dcg" if AXIOMS[axiom].inputs == 1 else "mae"] * len(AXIOMS[axiom].slots)
    assert reference.judge(axiom, names, 2, k=1)["status"]  # what is missing is said, with the file


@pytest.mark.sweep(8)
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    ("n", "k", "convention"),
    [  # up to two items a ranking is its own inverse: the conventions agree
        *((1, 1, "items"), (2, 1, "items"), (3, 1, "items")),
        *((3, 2, "items"), (3, 1, "ranks"), (3, 2, "ranks")),
    ],
)
def test_small_sizes_agree_with_brute_force(metric, n, k, convention):
    if k > 1 and not METRICS[metric].depends_on_k():
        return  # asked with k = 1
    for axiom in ONE_METRIC:
        if applicable(axiom, metric, n, k):
            compare(axiom, [metric], n, k, convention)


@pytest.mark.sweep(6)
@pytest.mark.parametrize(("number", "metric"), list(enumerate(METRICS)))
def test_four_items_agree_with_brute_force_on_some_axioms(number, metric):
    four_items(metric, ONE_METRIC[number % 3 :: 3])


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_four_items_agree_with_brute_force(metric):
    four_items(metric, ONE_METRIC)


def four_items(metric, axioms):
    for axiom in axioms:
        if applicable(axiom, metric, 4, 2):
            compare(axiom, [metric], 4, 2, "items")


PAIRS = [
    ("mse", "mae"), ("mse", "spearman"), ("mae", "mse"), ("dcg", "ndcg"), ("recall", "precision"),
    ("kendall", "ndpm"), ("kendall", "spearman"), ("lr_plus", "pt"), ("rmse", "rmae"),
    ("dcg", "mean_rank"), ("recall", "fnr"), ("f1_printed", "recall"), ("gmr", "mrr"),
    ("rbo", "kendall"), ("ap", "err"), ("point", "fdr"), ("point", "footrule_at"),
    ("a_corr", "spearman"), ("area", "area_h"),
]  # fmt: skip


@pytest.mark.sweep(6)
@pytest.mark.parametrize("names", PAIRS, ids="-".join)
@pytest.mark.parametrize("axiom", TWO_METRICS)
@pytest.mark.parametrize("n", [3, 4])
def test_two_metrics_agree_with_brute_force(axiom, names, n):
    compare(axiom, names, n, 2, "items")


@pytest.mark.parametrize("quantity", ["robustness_swap", "robustness_slide"])
@pytest.mark.parametrize("metric", METRICS)
def test_robustness_agrees_with_brute_force(quantity, metric):
    from fractions import Fraction

    given = parameters(metric, k=1)
    asked = question(quantity, metric, n=3, **given)
    found = averages.measure(asked, Limits())
    numbers = {key: Fraction(value) if key == "p" else value for key, value in given.items()}
    check_value(found, reference.quantity(quantity, [metric], 3, **numbers))
    if found.exact is not None:
        estimate = sampling.measure(asked, Limits(), samples=4000)
        low, high = estimate.interval
        slack = 3 * (high - low) + 1e-9
        assert low - slack <= float(found.exact.approximate()) <= high + slack


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
@pytest.mark.parametrize("quantity", [q for q in QUANTITIES if q.startswith("agreement")])
def test_agreement_agrees_with_brute_force(quantity, names):
    from fractions import Fraction

    given = parameters(*names, k=2)
    found = averages.measure(question(quantity, *names, n=4, **given), Limits())
    numbers = {key: Fraction(value) if key == "p" else value for key, value in given.items()}
    check_value(found, reference.quantity(quantity, list(names), 4, **numbers))


def check_value(found, expected):
    import mpmath

    if expected is None:
        assert found.exact is None
        return
    mpmath.mp.dps = 60
    ours = mpmath.mpf(str(found.exact.expression().evalf(50)))
    theirs = (
        expected
        if isinstance(expected, mpmath.mpf)
        else (mpmath.mpf(expected.numerator) / expected.denominator)
    )
    assert abs(ours - theirs) < mpmath.mpf(10) ** -40


def test_the_mean_change_of_mse_by_a_swap_by_hand():
    # n = 2: σ and τ agree or not; the swap changes Σ(σ−τ)² from 0 to 2 or back, divided by n = 2.
    assert str(averages.measure(question("robustness_swap", "mse", n=2), Limits()).exact) == "1"


@pytest.mark.parametrize("axiom", [a for a in ONE_METRIC if a != "min_agreement"])
def test_no_axiom_is_vacuous(axiom):
    """Some metric has the property and some metric lacks it."""
    statuses = set()
    for metric, n in itertools.product(METRICS, (2, 3, 4)):
        if applicable(axiom, metric, n, 2):
            given = parameters(metric, k=2, axiom=axiom)
            statuses.add(answer(question(axiom, metric, n=n, **given), Limits(jobs=1)).status)
        if {"holds", "refuted"} <= statuses:
            return
    raise AssertionError(
        f"{axiom}: the metrics at n = 2, 3, 4 give only {statuses}. Declare a metric that has the "
        "property and one that lacks it, or ask whether the formula says what it should."
    )


def test_never_opposite_finds_the_first_pair_on_which_two_metrics_contradict():
    import proofs

    found = proofs.ask("never_opposite", "kendall", "spearman", n=range(2, 6))
    assert (found.status, found.scope.first_failing) == ("refuted", 5)
    expected = reference.judge("never_opposite", ["kendall", "spearman"], 4)
    assert expected["status"] == "holds"
    gains = proofs.ask("never_opposite", "dcg_rel", "dcg_exp", n=range(2, 5))
    assert (gains.status, gains.scope.first_failing) == ("refuted", 4)
    expected = reference.judge("never_opposite", ["dcg_rel", "dcg_exp"], 4)["witness"]
    assert gains.replayed.witness == {name: list(expected[name]) for name in ("tau", "nu")}
    lasting = proofs.ask("never_opposite", "kendall", "spearman", n="all")
    assert str(lasting.scope) == "every n ≥ 5 (holds for n = 2…4)"


@pytest.mark.parametrize(
    ("statement", "metric", "status"),
    [
        ("forall sigma, tau: m(backwards, id) = 4", "footrule", "holds"),
        ("forall i, j: m(backwards, id) != 4", "footrule", "refuted"),
        ("exists i: m(id, id) < 0", "footrule", "refuted"),
        ("forall sigma: m(sigma, id) > 4", "dcg", "refuted"),  # dcg looks at id alone
    ],
)
def test_a_statement_may_use_none_of_its_variables(statement, metric, status):
    asked = axiom_of("own", {"statement": statement})
    for engine in ("exhaustive", "smt"):
        assert proofs.ask(asked, metric, n=3, engine=engine).status == status
