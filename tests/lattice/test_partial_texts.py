"""A text that has no value somewhere keeps that when SymPy cancels, or is refused."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.language.terms import At
from metrics.language.text.metric_table import metric_of
from metrics.language.text.reading import read_term
from metrics.naming import BadInput
from proofs import value_of
from proofs.trusted.number import Inconclusive, power

LOST = [
    "sqrt(sigma(1) - tau(1))^2",
    "root(sigma(1) - tau(1), 3)^3",
    "sqrt(sigma(1) - tau(1)) * sqrt(sigma(1) - tau(1))",
    "0 * sqrt(sigma(1) - tau(1)) + sigma(1)",
    "0 * log(sigma(1) - 1) + sigma(1)",
    "log(sigma(1) - 1) - log(sigma(1) - 1) + sigma(1)",
    "2^log(sigma(1) - tau(1), 2)",
    "log(sigma(1), sigma(1))",
    "abs(sqrt(-1 - sigma(1)))",
    "abs((-2)^(sigma(1)/2))",
    "[1/(sigma(1) - 1) = 1/(sigma(1) - 1)] + sigma(1)",
    "if(1/(sigma(1) - 1) > 0, sigma(1), sigma(1))",
    "(sigma(1) - 2)/(sigma(1) - 2) + if(sigma(2) = 1, 1/(sigma(1) - 2), 0)",
    "sum(i, 1, n, (sigma(i) - 2)/(sigma(i) - 2)) + sum(i, 2, n, 1/(sigma(i) - 2))",
    "(sigma(1) - 2)/(sigma(1) - 2) + sum(i, 3, n, i/(sigma(1) - 2))",
    "sum(i, 1, n, (sigma(1) - 2) * if(i = 2, 1/(sigma(1) - 2), 0))",
    "0 * sigma(5)",
    "sigma(5)^0 + sigma(1)",
    "[sigma(5) > 0]",
    "sigma(5) - sigma(5) + tau(1)",
    "0 * sigma(tau(5))",
    "0 * rank(sigma, 3)",
    "0 * r(k)",
    "0 * weight(3) + 0 * cost(1)",
    "0 * sum(i, 1, 7, sigma(i))",
    "sum(i, 1, n, 0 * sigma(i + 1))",
    "sum(i, 1, n + 1, 0 * sigma(i))",
    "if(sigma(5) = sigma(5), sigma(1), 0)",
]
KEPT = [
    "sqrt(sigma(1) - tau(1)) / (sigma(1) - tau(1))",
    "sqrt(4*sigma(1) - 4*tau(1)) * 3",
    "log(sqrt(sigma(1) - tau(1)))",
    "1/(sigma(1) - 2)^2 * (sigma(1) - 2)",
    "sqrt((sigma(1) - tau(1))^2) + sqrt(sigma(1))^2",
    "sigma(1)/sigma(1)*tau(1)",
    "if(sigma(1) = 2, 0, 1/(sigma(1) - 2))^2 * tau(1)",
    "0 * sigma(1) + tau(1)",
    "sum(i, 1, 2, sum(j, 1, i, sigma(j))) - sigma(1)",
]
THERE = [
    "sum(i, 1, n, 0 * sigma(n + 1 - i))",
    "sum(i, 1, n - 1, sum(j, 1, i - 1, 0 * sigma(tau(j))))",
    "sum(i, 1, k, sigma(i) - sigma(i))",
]


@pytest.mark.parametrize("text", LOST)
def test_what_may_have_no_value_does_not_cancel(text):
    with pytest.raises(BadInput, match="cancels"):
        read_term(text)


@pytest.mark.parametrize("text", KEPT)
def test_what_keeps_its_meaning_is_read(text):
    assert read_term(text).free_symbols == set()


@pytest.mark.parametrize("text", THERE)
def test_an_entry_that_every_ranking_has_may_cancel(text):
    assert not read_term(text).atoms(At)


def test_comparing_what_is_no_real_number_is_refused():
    with pytest.raises(BadInput, match="no real number"):
        read_term("[sqrt(-n - 1) > 0] * sigma(1)")


@pytest.mark.parametrize(
    "text", ["2^(10^(10^sigma(1)))", "(1/3)^(9^9^sigma(1))", "(sqrt(2) + sqrt(3))^(10^9*sigma(1))"]
)
def test_a_power_with_too_many_digits_is_refused_at_once(text):
    before = time.process_time()
    with pytest.raises(Inconclusive, match="too many digits"):
        value_of(f"= {text}", ranking=[2, 1])
    assert time.process_time() - before < 2


def test_a_binomial_coefficient_of_many_factors_is_refused():
    with pytest.raises(Inconclusive, match="binomial"):
        value_of("= binomial(10^(9*sigma(1)), 10^(8*sigma(1)))", ranking=[1, 2])


@given(st.fractions(-5, 5, max_denominator=9), st.integers(0, 30))
@settings(max_examples=50, deadline=None)
def test_a_whole_power_is_repeated_multiplication(base, exponent):
    product = 1
    for _ in range(exponent):
        product *= base
    assert power(base, exponent) == product


@pytest.mark.parametrize(
    ("field", "said", "message"),
    [
        ("largest_k", "1/(n - 3)", "largest_k must be"),
        ("largest_k", "2^(10^(10^n))", "largest_k must be"),
        ("largest_k", "k", "largest_k must be"),
        ("depth", "0", "depth must be"),
        ("depth", "n/2", "depth must be"),
        ("inputs", ["sigma", "sigma"], "twice"),
        ("fixed", {"n": 0}, "is no size"),
        ("fixed", {"c": 2}, "is no size"),
        ("fixed", {"k": 2}, "is no size"),
        ("fixed", {"n": "3"}, "must be a whole number"),
        ("fixed", {"n": True}, "must be a whole number"),
        ("value", "largest(i, 1, n, sigma(i))", "distances of labels"),
    ],
)
def test_a_field_that_no_question_could_be_asked_with_is_refused(field, said, message):
    with pytest.raises(BadInput, match=message):
        metric_of("mine", {"value": "sum(i, 1, k, sigma(i))", field: said})
