"""One corpus of known answers through every engine and every printer."""

import json

import pytest
from asking import question
from corpus import CORPUS

import proofs
from axioms import find_axiom
from metrics import find_metric
from proofs.core.limits import Limits, Refusal
from proofs.core.question import Question
from proofs.engines.exhaustive import every_case as exhaustive
from proofs.engines.smt import rankings as smt
from proofs.engines.symbolic import every_n as symbolic
from proofs.report.shown import FORMATS, show


def asked(example):
    return question(example.axiom, *example.metrics, n=example.n, **example.given)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("example", CORPUS, ids=str)
@pytest.mark.parametrize("engine", [exhaustive, smt])
def test_every_engine_that_answers_gives_the_known_answer(example, engine):
    try:
        found = engine.answer(asked(example), Limits(seconds=10)).status
    except Refusal:
        return
    assert found in (example.status, "undecided"), example.why
    if engine is exhaustive:
        assert found == example.status, example.why


@pytest.mark.parametrize("example", CORPUS, ids=str)
def test_what_is_said_of_every_n_includes_the_known_answer(example):
    metrics = tuple(map(find_metric, example.metrics))
    everywhere = Question(find_axiom(example.axiom), metrics, 2, example.given, every_n=True)
    found = symbolic.answer(everywhere, Limits(seconds=10))
    start = found.scope.every_from
    if start is not None and example.n >= start and example.status != "undecided":
        assert found.status == example.status, example.why


@pytest.mark.parametrize("example", CORPUS, ids=str)
def test_every_printer_shows_it(example):
    verdict = exhaustive.answer(asked(example), Limits())
    for form in FORMATS:
        assert show(verdict, form).strip()
    assert json.loads(show(verdict, "json"))["status"] == example.status


@pytest.mark.parametrize(
    ("axiom", "metric", "size", "status"),
    [
        ("symmetry", "rbo", 3, "holds"),
        ("nonnegativity", "rbp", 3, "holds"),
        ("ioi", "rbp", 2, "holds"),
        ("ioi", "rbp", 4, "refuted"),
        ("max_agreement", "rbo", 3, "holds"),
        ("zero_iff_equal", "rbo", 2, "refuted"),
    ],
)
def test_a_free_persistence(axiom, metric, size, status):
    verdict = proofs.ask(axiom, metric, n=size)
    assert verdict.status == status
    for value in ("1/7", "2/3", "9/11"):
        fixed = proofs.ask(axiom, metric, n=size, p=value).status
        assert status == "refuted" or fixed == "holds"


def test_an_irrational_persistence_is_reported_but_not_called_a_refutation():
    """(p² + p − 1)²·(σ(1) − σ(2)) is 0 for both rankings of two items at the golden ratio only."""
    from dataclasses import replace

    from metrics.language.terms import p, sigma

    value = (p**2 + p - 1) ** 2 * (sigma(1) - sigma(2))
    verdict = proofs.ask("ioi", replace(find_metric("rbp"), name="golden", value=value), n=2)
    assert verdict.status == "undecided"
    assert "some real values refute" in verdict.reason
