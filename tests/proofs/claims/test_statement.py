"""Statements of claims: a closed language, exact, and what it refuses."""

import contextlib

import pytest
import sympy as sp

from metrics.language.written import NoValue
from metrics.naming import BadInput
from proofs.claims.general import for_all, some
from proofs.claims.statement import WORDS, Statement
from proofs.claims.words import words

KNOWN = {"σ": (2, 3, 1), "n": 3, "places": range(1, 4)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("σ(1)", 2),
        ("σ @ σ", (3, 1, 2)),
        ("σ[:2]", (2, 3)),
        ("1/3 + 1/6 == 1/2", True),
        ("sqrt(2)*sqrt(3) == sqrt(6)", True),
        ("log2(3) > 1 and not log2(3) >= 2", True),
        ("max(sqrt(2), 7/5)", sp.sqrt(2)),
        ("{i for i in places if σ(i) > i}", {1, 2}),
        ("sum(1 for i in places for j in places if i < j and σ(i) > σ(j))", 2),
        ("1 if 3 in places else 0", 1),
        ("C(n, 2) - -n", 6),
        ("n % 2", 1),
        ("has_value(1/n) and not has_value(1/(n - 3))", True),
        ("listed(', ', (σ, 1/n))", "(2 3 1), 1/3"),
    ],
)
def test_values_are_exact(text, value):
    assert Statement(text).value(KNOWN) == value


@pytest.mark.parametrize("text", ["1/0", "1/(n - 3)"])
def test_a_quotient_by_zero_has_no_value(text):
    with pytest.raises(NoValue):
        Statement(text).value(KNOWN)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n +", "is no statement"),
        ("σ.__class__", "have no Attribute"),
        ("(lambda: 1)()", "have no Lambda"),
        ("[x for x in places]", "have no ListComp"),
        ("f'{n}'", "have no JoinedStr"),
        ("__import__('os')", "nothing says what '__import__' is"),
        ("open('x')", "nothing says what 'open' is"),
        ("0.5 == 1/2", "no whole number"),
        ("σ[1]", "written σ(i)"),
    ],
)
def test_what_is_not_of_the_language_is_refused(text, message):
    with pytest.raises(BadInput, match=message.replace("(", r"\(").replace(")", r"\)")):
        Statement(text).value(KNOWN)


def test_a_failure_is_told_with_the_case_and_both_sides():
    found = for_all("mse(σ, τ) == mae(σ, τ)", over="σ, τ", largest=3)
    assert not found.agrees
    assert found.found == "n = 3, σ = (1 2 3), τ = (2 3 1): mse(σ, τ) = 2, mae(σ, τ) = 4/3"
    assert found.scope == "n = 2…3"


def test_a_case_without_a_value_leaves_the_statement_open():
    found = for_all("m(σ, σ, k) == 1", over="σ, k", n=2, m="lr_plus")
    assert found.agrees is None
    assert found.exceptions == ("LR+: n = 2, σ = (1 2), k = 1: no value",)


@pytest.mark.parametrize("text", ["'1' / 2", "2 / '1'", "sqrt('2')", "log2('n')"])
def test_a_text_is_never_read_as_a_number(text):
    with pytest.raises(sp.SympifyError):
        Statement(text).value(KNOWN)


def test_a_variable_may_say_what_it_ranges_over():
    assert for_all("x(1) == i", over=["i", "x in ((i, 1), (i, 2))"], n=3).agrees


def test_what_is_told_has_the_values_of_the_case():
    told = {"right": "all of {n}", "wrong": "{σ} is {double}", "undefined": "none at {σ}"}
    given = {"over": "σ", "let": ["double = 2*σ(1)"], "told": told}
    assert for_all("σ(1) > 0", largest=3, **given).found == "all of 3"
    assert for_all("double < 4", n=2, **given).found == "(2 1) is 4"
    assert for_all("1/(σ(1) - 2) < 0", n=2, **given).found == "none at (2 1)"


def test_some_case_or_none():
    assert some("σ @ τ != τ @ σ", over="σ, τ", n=3).agrees
    assert not some("σ @ τ != τ @ σ", over="σ, τ", n=2).agrees


def test_runs_of_an_order():
    assert for_all("below(meet(r, s), r)", over="r, s", order="rank_replacement", n=2, c=2).agrees


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", sorted({*WORDS, *words()}))
@pytest.mark.parametrize("others", ["", ", 2", ", symbol('x')", ", 2, 3"])
def test_no_word_evaluates_a_text(name, others, tmp_path):
    canary = tmp_path / "canary"
    text = f"__import__('pathlib').Path({str(canary)!r}).touch()"
    for called in (f"{name}({text!r}{others})", f"{name}({others[2:] or 1}, {text!r})"):
        with contextlib.suppress(Exception):
            Statement(called).value(words())
        assert not canary.exists()
