"""What is known for every n is used at a given n, and nothing more is said than is known."""

from __future__ import annotations

from typing import Any

import pytest

from axioms import AXIOMS
from axioms.language.axiom_table import axiom_of_text
from metrics import METRICS
from metrics.naming import BadInput
from proofs import ask
from proofs.core.question import Question
from proofs.report.certificate import certificate
from proofs.script.sealing import seal
from proofs.trusted.every_n.kernel import Fact, Kernel
from proofs.trusted.every_n.rules import _absent, statement_of
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check
from tests.every_n import DOMAINS, Cell, decided, open_at

BEYOND_SEARCH = [
    ("triangle", "mae", 12, {}, "holds"),
    ("ioi", "dcg", 40, {}, "refuted"),
    ("ioi", "dcg", 80, {}, "refuted"),
    ("linear_distance", "r2", 6, {}, "refuted"),
    ("correlation", "dcg_rel", 12, {}, "refuted"),
    ("symmetry", "recall", 12, {"k": 3}, "holds"),
    ("reverse_is_minimal", "recall", 7, {"k": 2}, "holds"),  # a search has 7!³ cases to certify
    ("sensitivity_some", "mae", 50, {}, "refuted"),
    ("promotion", "ndcg@3", 30, {"c": 2}, "holds"),
    ("raising", "ndcg@3", 25, {"c": 2}, "refuted"),
    # too many runs for a certificate of all pairs
    ("strictly_isotone", "gp", 7, {"order": "rank_replacement", "c": 2}, "holds"),
    ("valuation", "p", 7, {"order": "ops_all", "c": 2, "k": 2}, "holds"),
    ("distributive", "rank_replacement", 30, {"c": 2}, "holds"),
    ("respects_partial_order", "manhattan", 40, {}, "holds"),
    ("respects_partial_order", "mahalanobis", 12, {}, "refuted"),
    ("respects_strictly", "chebyshev", 7, {"reading": "labels"}, "refuted"),
    ("kendall_le_footrule", "similarity", 12, {}, "refuted"),
    ("kendall_le_footrule", "similarity", 7, {}, "refuted"),  # before a search of 5,040 rankings
]
CELLS = [cell for domain in DOMAINS.values() for cell in domain()]


def certified(asked: str, subject: str, n: int, given: dict[str, Any]) -> dict[str, Any]:
    return certificate(ask(asked, subject, n=n, **given), "1")


def resealed(content: dict[str, Any]) -> dict[str, Any]:
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


@pytest.mark.parametrize(("asked", "subject", "n", "given", "status"), BEYOND_SEARCH)
def test_what_is_known_for_every_n_decides_one(
    asked: str, subject: str, n: int, given: dict[str, Any], status: str
) -> None:
    verdict = ask(asked, subject, n=n, **given)
    assert (verdict.status, verdict.scope.sizes, verdict.engine) == (status, (n,), "symbolic")
    if status == "refuted" and asked != "sensitivity_some":
        assert verdict.replayed.witness is not None
    assert check(certificate(verdict, "1"))


@pytest.mark.slow
@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_what_is_decided_for_every_n_is_decided_at_each(cell: Cell) -> None:
    known = decided(cell)
    assert known is None or open_at(cell, known, (1, 2, 3, 4, 5, 6, 12, 40)) == []


def test_few_cases_are_searched_and_not_proved() -> None:
    assert ask("ioi", "dcg", n=6).engine == "exhaustive"
    assert ask("triangle", "mae", n=4).engine == "exhaustive"


PAIRS = [
    (axiom, metric)
    for axiom in AXIOMS.values()
    for metric in METRICS.values()
    if len(axiom.slots) == 1
][::23]


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("axiom", "metric"), PAIRS, ids=lambda one: one.name)
def test_it_says_of_four_items_what_search_says(axiom: Any, metric: Any) -> None:
    given = {name: {"k": 2, "p": "1/2"}[name] for name in metric.parameters if name in ("k", "p")}
    try:
        known = ask(axiom.name, metric.name, n=4, engine="symbolic", **given)
        tried = ask(axiom.name, metric.name, n=4, engine="exhaustive", **given)
    except BadInput:
        return
    assert "undecided" in (known.status, tried.status) or known.status == tried.status


def test_a_proof_says_nothing_about_an_n_before_its_first() -> None:
    content = certified("symmetry", "recall", 12, {"k": 3})
    content["evidence"]["from"] = 13
    with pytest.raises(Rejected, match="names others"):
        check(resealed(content))


def test_a_proof_of_one_statement_does_not_cover_another() -> None:
    content = certified("triangle", "mae", 12, {})
    other = certified("symmetry", "mae", 12, {})
    content["evidence"]["steps"] = other["evidence"]["steps"]
    with pytest.raises((Rejected, NotChecked)):
        check(resealed(content))


def test_numbers_of_undefined_cases_are_not_taken_from_other_n() -> None:
    content = certified("symmetry", "lr_plus", 12, {"k": 3})
    assert check(content)
    content["verdict"]["undefined"] = {"cases": 0, "first": None}
    with pytest.raises((Rejected, NotChecked)):
        check(resealed(content))


def test_what_exists_is_not_refuted_by_steps_about_something_else() -> None:
    absent = certified("sensitivity_some", "mae", 50, {})
    for metric in ("dcg", "mape"):
        forged = certified("symmetry", "mae", 12, {})
        forged["verdict"] |= {
            "axiom": "sensitivity_some",
            "subject": [metric],
            "status": "refuted",
            "parameters": {"n": 50},
            "scope": {"n": [50], "all": False, "first_failing_n": 50},
            "statement": absent["verdict"]["statement"].replace("mae", metric),
            "reading": absent["verdict"]["reading"],
        }
        del forged["verdict"]["undefined"]
        forged["evidence"] = absent["evidence"]
        forged["definitions"] = {
            **certified("sensitivity_some", metric, 4, {})["definitions"],
        }
        with pytest.raises((Rejected, NotChecked)):
            check(resealed(forged))


def test_a_refutation_by_steps_begins_where_they_begin() -> None:
    content = certified("sensitivity_some", "mae", 50, {})
    content["evidence"]["from"] = 51
    with pytest.raises((Rejected, NotChecked)):
        check(resealed(content))


def test_that_nothing_exists_is_said_from_the_n_of_what_it_rests_on() -> None:
    some = axiom_of_text("= exists sigma, tau: m(sigma, tau) != 0")
    question = Question(some, (METRICS["mae"],), 3)
    kernel = Kernel(question, 2)
    opposite = statement_of(kernel, {"part": 0, "opposite": 1})
    for least in (0, 2, 7):
        fact = _absent(kernel, (Fact("said", opposite, least=least),), {"part": 0})
        assert fact.least == max(2, least)
        assert f"n ≥ {fact.least}" in fact.text


def test_where_nothing_is_said_at_one_n_nothing_is_counted() -> None:
    # Recall takes cut-offs below n: with two items one only, and stability compares two.
    verdict = ask("stability", "recall", n=2)
    assert verdict.status == "holds"
    assert any("vacuous" in caveat for caveat in verdict.caveats)
