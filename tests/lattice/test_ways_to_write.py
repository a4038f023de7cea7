"""What people type: other marks for the same, chains of comparisons, and near misses refused."""

import pytest

from axioms.language.axiom_table import axiom_of
from axioms.language.text_reading import read_statement
from metrics.language.domains import LISTS, RUNS
from metrics.language.text.lexer import BadText
from metrics.language.text.reading import read_term

FIRST = "forall sigma, tau: sigma(1) != tau(1) => m(sigma, tau) >= 1"
EQUAL = "forall sigma, tau: m(sigma, tau) = 0 <=> sigma = tau"
BETWEEN = "forall sigma, tau: 0 <= m(sigma, tau) and m(sigma, tau) <= 1"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("∀ σ, τ: σ(1) ≠ τ(1) → m(σ, τ) ≥ 1", FIRST),
        ("forall sigma, tau: sigma(1) <> tau(1) -> m(sigma, tau) >= 1", FIRST),
        ("forall sigma, tau: sigma(1) != tau(1) implies m(sigma, tau) >= 1", FIRST),
        ("forall sigma, tau: sigma(1) != tau(1) ⟹ m(sigma, tau) >= 1", FIRST),
        (r"\forall \sigma, \tau: \sigma(1) \neq \tau(1) \to m(\sigma, \tau) \geq 1", FIRST),
        ("forall sigma, tau: m(sigma, tau) = 0 <-> sigma = tau", EQUAL),
        ("forall sigma, tau: m(sigma, tau) == 0 iff sigma == tau", EQUAL),
        ("∀ σ, τ ∈ rankings: m(σ, τ) = 0 ↔ σ = τ", EQUAL),
        ("forall sigma, tau: 0 <= m(sigma, tau) <= 1", BETWEEN),
        ("forall sigma, tau: 0 <= m(sigma, tau) && m(sigma, tau) <= 1", BETWEEN),
        ("forall sigma, tau: sigma(1) = 1 = n || m(sigma, tau)<-1",
         "forall sigma, tau: (sigma(1) = 1 and 1 = n) or m(sigma, tau) < -1"),
        ("forall sigma, i: not 1 < i < n => m(sigma, sigma) = i",
         "forall sigma, i: not (1 < i and i < n) => m(sigma, sigma) = i"),
        ("forall sigma, i, j: 1 <= i = j < n => m(sigma, sigma) = i",
         "forall sigma, i, j: 1 <= i and i = j and j < n => m(sigma, sigma) = i"),
    ],
)  # fmt: skip
def test_other_ways_to_write_the_same(text, same):
    assert read_statement(text) == read_statement(same)


def test_words_of_orders_make_r_and_s_runs():
    table = {"statement": "forall r, s: below(r, s) => m(r) <= m(s)"}
    parts = [{"statement": "forall r: m(r) >= 0"}, {"statement": "forall r: below(r, r)"}]
    told = axiom_of("told", {**table, "domain": "runs"})
    assert axiom_of("mine", table).parts[0].statement == told.parts[0].statement
    assert axiom_of("both", {"parts": parts}).domain is RUNS
    assert axiom_of("lists", {"statement": parts[0]["statement"]}).domain is LISTS


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("forall sigma, tau: sigma[1] = tau[1] => m(sigma, tau) = 0", "round brackets"),
        ("forall sigma, tau: sigma@2 = tau@2 => m(sigma, tau) = 0", "@ gives the metric"),
        ("forall sigma, tau: m(sigma[1], tau) = 0", "round brackets"),
        ("forall sigma, i: i[2] = 1 => m(sigma, sigma) = 0", "round brackets"),
        ("forall sigma: m[sigma] = 0", "m is a metric"),
        ("forall sigma: n < 2 > 1 => m(sigma, sigma) = 0", "< and > are not chained"),
        ("forall sigma: 1 = n < 2 > 1 => m(sigma, sigma) = 0", "< and > are not chained"),
        ("forall sigma: n != 2 != 3 => m(sigma, sigma) = 0", "not chained"),
        ("forall sigma: true <-> n = 1 iff m(sigma, sigma) = 0", "not chained"),
    ],
)
def test_what_would_be_read_as_something_else_is_refused(text, says):
    with pytest.raises(BadText, match=says):
        read_statement(text)


@pytest.mark.parametrize("text", ["sigma[1]", "sigma(i[1])", "n@2", "sum(i, 1, n, sigma[i])"])
def test_no_part_of_a_term_is_dropped(text):
    with pytest.raises(BadText, match=r"round brackets|must be bound|@ gives"):
        read_term(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("|sigma(1) - 2|", "vertical line, is no part of a formula: write abs(x)."),
        ("sigma(1)²", "SUPERSCRIPT TWO is no part of a formula: write ^2."),
        (r"\frac{sigma(1)}{2}", "is no word of a formula: write a/b."),
        ("sum_{i=1}^n sigma(i)", "left curly bracket, is no part of a formula: write sum(i, 1, n"),
        ("exp(sigma(1))", "no word is called 'exp'.\n"),
    ],
)
def test_what_other_languages_write_is_answered_with_what_to_write(text, said):
    with pytest.raises(BadText) as problem:
        read_term(text)
    assert said in str(problem.value)
