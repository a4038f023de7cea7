"""The value of a metric at one point: against naive references, and one message for bad input."""

import itertools
import json
from decimal import Decimal
from fractions import Fraction

import lattice_reference
import mpmath
import pytest
import reference
import sympy as sp
import weights_reference
from hypothesis import given
from hypothesis import strategies as st

import proofs
import rankproof
from metrics import METRICS, RUN_METRICS
from metrics.language.parameters import PARAMETERS
from metrics.language.terms import i, k, n, sigma, tau
from metrics.metric import Metric
from proofs.core.valuing.evaluating import Evaluation, approximate, interval
from proofs.core.valuing.value import value_of
from proofs.exact.decimals import agreed, between, rounded
from proofs.trusted.value import Reading
from proofs.value import main

PAIRS = [((1, 2, 3), (2, 3, 1)), ((3, 1, 2), (3, 1, 2)), ((2, 1, 4, 3), (4, 1, 3, 2))]


def run(capsys, *arguments):
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def close(value, expected):
    """Compare with a rational number, or with one of 50 digits."""
    if isinstance(expected, mpmath.mpf):
        with mpmath.workdps(40):
            return abs(mpmath.mpf(str(sp.N(value, 40))) - expected) < mpmath.mpf(10) ** -12
    return value == sp.Rational(Fraction(expected).numerator, Fraction(expected).denominator)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("convention", ["items", "ranks"])
@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.name)
def test_metrics_of_rankings_have_the_values_of_the_naive_reference(metric, convention):
    known = {"k": 2, "p": Fraction(4, 5)}
    used = {name: value for name, value in known.items() if name in metric.parameters}
    for first, second in PAIRS:
        given = {"reference": first} if len(metric.inputs) == 2 else {}
        found = value_of(metric.name, ranking=second, convention=convention, **given, **used)
        expected = reference.score(metric.name, first, second, convention=convention, **used)
        if expected is None:
            assert found.exact is None
            assert found.undefined
        else:
            assert close(found.exact, expected), (metric.name, first, second)


@pytest.mark.parametrize("metric", RUN_METRICS.values(), ids=lambda metric: metric.name)
def test_metrics_of_runs_have_the_values_of_the_naive_reference(metric):
    known = {"p": "1/3", "b": 3, "rb": 5, "gains": (0, 1, 3), "place_weights": (4, 2, 1)}
    used = {name: value for name, value in known.items() if name in metric.parameters}
    for word in itertools.product(range(3), repeat=3):
        found = value_of(metric.name, run=word, c=2, **used).exact
        naive = lattice_reference.METRICS[metric.name]
        expected = naive(word, (0, 1, 3), p=Fraction(1, 3), b=3, rb=5, c=2)
        if found is None:
            assert expected is None
            continue
        assert sp.simplify(found - sp.sympify(expected)) == 0


@pytest.mark.parametrize("fixed", ["one", "delta", "zero"])
def test_weighted_distances_have_the_values_of_the_slides(fixed):
    w, delta = [1, 2, Fraction(1, 2)], [1, Fraction(1, 3)]
    similarity = [[0, 1, 2], [1, 0, 2], [2, 2, 0]]
    for rank in itertools.permutations((1, 2, 3)):
        expected = weights_reference.naive(rank, w, delta, similarity, fixed)
        for name, value in zip(("kendall_star", "footrule_star"), expected, strict=True):
            found = value_of(
                name, ranking=rank, reference=(1, 2, 3), convention="ranks", w=w, delta=delta,
                similarity=similarity, fixed=fixed,
            )  # fmt: skip
            assert found.exact == sp.Rational(str(Fraction(value))), (name, rank)


def test_a_cut_off_in_the_name():
    found = value_of("dcg@2", ranking=(2, 1, 3)).exact
    assert found == value_of("dcg", ranking=(2, 1)).exact
    given = {"ranking": (2, 1, 3), "reference": (1, 2, 3)}
    assert value_of("recall@2", **given).exact == value_of("recall", **given, k=2).exact


def test_free_weights_and_gains_are_symbols_that_given_ones_replace():
    free = value_of("footrule_star", ranking=(3, 1, 2), reference=(1, 2, 3)).exact
    weights = {"w": [1, 2, 3], "delta": [2, 1], "similarity": [[0, 1, 2], [1, 0, 2], [2, 2, 0]]}
    named = {f"w({x})": v for x, v in enumerate(weights["w"], 1)}
    named |= {f"δ({x})": v for x, v in enumerate(weights["delta"], 2)}
    named |= {"D(1,2)": 1, "D(1,3)": 2, "D(2,3)": 2}
    put_in = free.xreplace({s: sp.Integer(named[s.name]) for s in free.free_symbols}).doit()
    given = value_of("footrule_star", ranking=(3, 1, 2), reference=(1, 2, 3), **weights)
    assert put_in == given.exact
    assert value_of("footrule_star", ranking=(3, 1, 2), reference=(1, 2, 3)).approx is None
    persistent = value_of("rbp", ranking=(1, 2)).exact
    (p,) = persistent.free_symbols
    given = value_of("rbp", ranking=(1, 2), p="0.8")
    assert persistent.xreplace({p: sp.Rational(4, 5)}) == given.exact


def test_labels_by_hand():
    assert value_of("manhattan", label=(0, 1), labels=3).exact == 3
    assert value_of("euclidean", label="0,1", embedding="0,1,2;0,1,2").exact == sp.sqrt(5)
    assert value_of("chebyshev", label="0,1", embedding="0,3;0,1").exact == 3
    # aspect 1 has relevance 0, 1: AP 1/2; aspect 2 has 1, 1: AP 1
    assert value_of("cam", measure="ap", label="0,1;1,1").exact == sp.Rational(3, 4)
    assert value_of("mm", measure="ap", label="0,1;1,1").exact == sp.Rational(2, 3)
    # distances 1, 2, 0 from (1, 1): weights 1, 0, 2; P@2 counts weights above 0
    assert value_of("precision_at_k", label="0,1;0,0;1,1", k=2).exact == sp.Rational(1, 2)


def test_undefined_values_name_the_quotient(capsys):
    command = ["lr_plus", "--ranking", "1,2", "--reference", "1,2", "--k", "1"]
    code, out, err = run(capsys, *command)
    assert (code, err) == (3, "")
    assert out.startswith("UNDEFINED lr_plus")
    assert "is 1/0" in out
    code, out, _ = run(capsys, *command, "--format", "json")
    found = json.loads(out)
    assert (code, found["value"]) == (3, {"exact": None, "approx": None})
    assert found["undefined"].endswith("is 1/0")
    code, out, _ = run(capsys, "ap", "--label", "0,0;0,0")
    assert code == 3
    assert "is 0/0" in out


def test_json_and_text(capsys):
    command = ["kendall", "--ranking", "2,1,3", "--reference", "1,2,3"]
    code, out, err = run(capsys, *command)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "kendall = 1/3 ≈ 0.3333333333"
    found = json.loads(run(capsys, *command, "--format", "json")[1])
    assert found["schema"] == 1
    assert found["command"] == "value"
    assert found["version"] == rankproof.__version__
    assert found["point"] == {"sigma": [1, 2, 3], "tau": [2, 1, 3]}
    assert found["value"] == {"exact": "1/3", "approx": "0.3333333333"}


def test_the_functions_are_one():
    found = rankproof.value("kendall", ranking=[2, 1], reference=[1, 2])
    assert found == proofs.value_of("kendall", ranking=[2, 1], reference=[1, 2])
    assert found.exact == -1


def test_help_has_the_parameters_of_the_metric(capsys):
    code, out, err = run(capsys, "recall", "--help")
    assert (code, err) == (0, "")
    assert "--k K" in out
    assert "--gains GAINS" not in out
    for name, option in (("ndcg@3", "--discount"), ("cam", "--measure"), ("gp", "--gains")):
        assert option in run(capsys, name, "--help")[1]
    everything = run(capsys, "--help", "all")[1]
    assert all(f"--{name} " in everything for name in PARAMETERS)
    assert run(capsys, "nothing", "--help")[0] == 2


BAD = {
    "kendal --ranking 1,2 --reference 1,2": "Did you mean 'kendall'",
    "kendall": "give --ranking",
    "kendall --ranking 1,2": "add --reference",
    "kendall --ranking 1,2 --reference 1,2,3": "another number",
    "kendall --ranking 1,1 --reference 1,2": "no ranking of 1, …, 2",
    "kendall --ranking 1,x --reference 1,2": "not a number",
    "kendall --ranking , --reference 1,2": "not a number",
    "kendall --run 1,2": "give --ranking",
    "kendall --ranking 1,2 --reference 1,2 --k 1": "leave --k out",
    "kendall --ranking 1,2 --reference 1,2 --run 1,2": "points of two domains",
    "dcg --ranking 1,2 --reference 1,2": "leave --reference out",
    "recall --ranking 1,2,3 --reference 1,2,3": "needs a cut-off",
    "recall --ranking 1,2,3 --reference 1,2,3 --k 3": "1 ≤ k ≤ n − 1 = 2",
    "rbp --ranking 1,2 --p 2": "0 < p < 1",
    "rbp --ranking 1,2 --p 1e-3": "not a number",
    "dcg --ranking 1,2 --convention rank": "Did you mean 'ranks'",
    "gp --run 1,2 --c 1": "degrees from 0 to 1",
    "gp --run 1,2": "Add --c",
    "gp --run 1,2 --c 2 --gains 0,1": "2 gains were given",
    "gp --run 1,2 --c 2 --convention items": "leave it out",
    "gp --ranking 1,2": "give --run",
    "kendall_w --ranking 1,2 --reference 1,2 --w 1": "must have 2",
    "kendall_w --ranking 1,2 --reference 1,2 --delta 1": "leave --delta out",
    "manhattan --ranking 1,2": "give --label",
    "manhattan --label 0,7": "has no label 7",
    "manhattan --label 0,1;1,1": "one label",
    "arbitrary --label 0,1": "no values of its own",
    "minkowski --label 0,1": "needs an exponent",
    "cam --label 0,1": "needs a measure",
    "cam --measure ap --label 0,1 --lists partial": "leave --lists out",
    "cam --measure ap --label 0,1 --order rank_replacement": "leave --order out",
    "kendall --ranking 1,2 --reference 1,2 --format csv": "not one of text, json",
}  # fmt: skip


@pytest.mark.parametrize("name", [*PARAMETERS, "unretrieved", "groups", "ties", "unjudged"])
def test_an_option_that_is_not_read_is_refused(capsys, name):
    command = f"kendall --ranking 2,1 --reference 1,2 --{name} 1"
    code, out, err = run(capsys, *command.split())
    assert (code, out) == (2, "")
    assert f"leave --{name} out" in err


@pytest.mark.parametrize(("command", "message"), BAD.items())
def test_bad_input_gets_one_message(capsys, command, message):
    code, out, err = run(capsys, *command.split())
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.strip().splitlines()) == 1


# Decimals ----------------------------------------------------------------------------------------


@given(st.fractions(max_denominator=10**6), st.integers(2, 12))
def test_decimals_are_nearest_and_bounds_enclose(value, digits):
    found = Fraction(Decimal(rounded(value, digits)))
    low, high = (Fraction(Decimal(text)) for text in between((value, value), digits))
    assert low <= value <= high
    assert abs(found - value) <= min(abs(low - value), abs(high - value))


@given(st.fractions(0, 1), st.fractions(0, Fraction(1, 10**9)))
def test_a_digit_is_given_only_where_the_interval_settles_it(value, width):
    found = agreed((value, value + width), 6)
    if found is not None:
        assert found == rounded(value, 6) == rounded(value + width, 6)


def test_irrational_values_lie_within_their_bounds():
    value = value_of("dcg", ranking=tuple(range(1, 31)))
    with mpmath.workdps(60):
        exact = sum(mpmath.mpf(i) / mpmath.log(i + 1, 2) for i in range(1, 31))
        assert abs(mpmath.mpf(value.approx) - exact) < mpmath.mpf(10) ** -7
    number = Reading().value(value.exact, {})
    low, high = interval(number)
    assert low < high
    assert low < Fraction(str(exact)) < high
    assert approximate(number) == value.approx


# Inner sums --------------------------------------------------------------------------------------

PREFIXES = {
    "inner sum": sp.Sum(tau(i) * sp.Sum(sigma(k) / k, (k, 1, i)) / i, (i, 1, n)),
    "inner product": sp.Sum(sp.Product(1 - 1 / (sigma(k) + 1), (k, 1, i - 1)) / i, (i, 1, n)),
    "inner sum that reads the outer index": sp.Sum(sp.Sum(sigma(k) * i, (k, 1, i)), (i, 1, n)),
    "inner sum from another start": sp.Sum(sp.Sum(sigma(k), (k, i, n)), (i, 1, n)),
    "product of sums": sp.Sum(sigma(i), (i, 1, n)) * sp.Product(tau(i), (i, 1, n)),
    "irrational": sp.Sum(sp.Sum(sigma(k) / sp.log(k + 1), (k, 1, i)), (i, 1, n)),
}


@pytest.mark.parametrize("e", PREFIXES.values(), ids=PREFIXES)
def test_kept_totals_change_no_value(e):
    for first, second in itertools.product(itertools.permutations((1, 2, 3)), repeat=2):
        point = {n: 3, sigma: first, tau: second}
        plain, kept = Reading().value(e, point), Evaluation().value(e, point)
        difference = plain - kept
        assert not isinstance(difference, Fraction | int) or difference == 0
        assert isinstance(difference, Fraction | int)


def test_a_metric_of_ones_own():
    mine = Metric(
        name="mine", title="mine", inputs=(sigma, tau), family="error", higher_is_better=False,
        value=sp.Sum(abs(sigma(i) - tau(i)) / i, (i, 1, n)), source="here",
    )  # fmt: skip
    found = value_of(mine, ranking=(3, 1, 2), reference=(1, 2, 3))
    assert found.exact == 2 + sp.Rational(1, 2) + sp.Rational(1, 3)
