"""Verdicts about judged lists against plain loops, their witnesses, and their certificates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

import proofs
from axioms import LIST_AXIOMS
from metrics.language import pools, terms
from metrics.language.domains import Size
from metrics.language.lists import Ideal, Length, r
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.verdict import Verdict
from proofs.engines.exhaustive.lists.pool_table import PoolTable
from proofs.report.certificate import certificate
from proofs.trusted.verify import check
from tests import lists_reference as plain

SUNK = sp.Sum(terms.i * r(terms.i), (terms.i, 1, terms.n))
ONE_METRIC = [n for n in LIST_AXIOMS if n not in ("never_opposite", "same_order", "monotone_in_k")]


def ask(axiom: str, *subjects: Any, **given: Any) -> Verdict:
    found = proofs.ask(axiom, *subjects, **given)
    assert isinstance(found, Verdict)
    return found


@pytest.mark.sweep(8)
@pytest.mark.parametrize(("number", "name"), list(enumerate(sorted(plain.METRICS))))
def test_verdicts_against_plain_loops(number: int, name: str) -> None:
    insist_true(name, ((2, 1, 1), (3, 1, 2), (2, 2, None)), ONE_METRIC)
    insist_true(name, ((3, 2, 2),), ONE_METRIC[number % 4 :: 4])


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(plain.METRICS))
def test_verdicts_on_three_documents_against_plain_loops(name: str) -> None:
    insist_true(name, ((3, 2, 2),), ONE_METRIC)


def insist_true(name: str, sizes: Any, axioms: Sequence[str]) -> None:
    for n, c, k in sizes:
        if k is None and name in ("p", "p(rel=2)"):
            continue
        subject = name if k is None else f"{name}@{k}"
        more = {"p": "4/5"} if name == "rbp" else {}
        rel = 2 if "rel=2" in name else 1
        known: dict[Any, Any] = {}

        def score(one: plain.List, k: int | None = k, c: int = c, known: Any = known) -> Any:
            if one not in known:
                known[one] = plain.METRICS[name](one, k, c)
            return known[one]

        for axiom in axioms:
            expected = plain.verdict(axiom, score, n, c, k, rel)
            found = ask(axiom, subject, n=n, c=c, domain="lists", **more)
            assert found.status == expected, (axiom, subject, n, c)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("axiom", [*ONE_METRIC, "monotone_in_k"])
@pytest.mark.parametrize("subject", ["ndcg", "ap(over=cut)", "p", "rbp(gain=free)", "err"])
def test_certificates_are_accepted(axiom: str, subject: str) -> None:
    name = subject if axiom == "monotone_in_k" else f"{subject}@2"
    verdict = ask(axiom, name, n=3, c=1, domain="lists")
    assert verdict.status in ("holds", "refuted"), verdict.reason
    assert check(certificate(verdict, "1"))


def test_every_axiom_is_had_and_lacked() -> None:
    """Metrics that nobody uses stand in where all that people use agree."""
    made = [
        Metric("size", "size", (r,), value, "made", True, "here")
        for value in (-Length(r), Length(r) + 1, SUNK)
    ]
    named = ("ndcg@2", "p@2", "ap@2", "dcg@2", "f1@2", "rr@2", "dcg")
    for axiom in ONE_METRIC:
        found = {ask(axiom, one, n=3, c=1, domain="lists").status for one in (*named, *made)}
        assert {"holds", "refuted"} <= found, axiom


def test_two_metrics_that_contradict_each_other() -> None:
    verdict = ask("never_opposite", "dcg", "dcg(gain=exp)", n=range(2, 5), c=2)
    assert verdict.status == "refuted"
    assert verdict.scope.first_failing == 2
    assert verdict.replayed is not None
    witness = verdict.replayed.witness
    assert witness is not None
    (first, second) = (pools.parted(pools.read(witness[name], 2) or ())[0] for name in ("r", "s"))
    for gain, prefers in (("linear", first), ("exp", second)):
        scores = [plain.dcg((tuple(one), ()), None, gain) for one in (first, second)]
        assert max(scores) == scores[[first, second].index(prefers)]
    assert ask("never_opposite", "dcg@2", "ndcg@2", n=3, c=2).status == "holds"


@pytest.mark.parametrize(
    ("axiom", "subject"),
    [
        pytest.param("raising", "rbp(gain=free)@2", marks=pytest.mark.slow),
        ("unit_range", "rbp(gain=free)@2"),
        pytest.param("promotion_strict", "rbp@2", marks=pytest.mark.slow),
        pytest.param("exchange", "q(gain=free)@2", marks=pytest.mark.slow),
        ("raising", "ap@2"),
        ("realizability", "ap@2"),
    ],
)
def test_solvers_agree(axiom: str, subject: str) -> None:
    verdict = ask(axiom, subject, n=2, c=2, domain="lists", cross=True)
    assert verdict.status in ("holds", "refuted")
    assert "smt" in verdict.agreed_by


def test_solvers_say_what_they_cannot_write() -> None:
    verdict = ask("promotion", "ndcg@2", n=2, engine="smt")
    assert verdict.status == "undecided"
    assert "rational coefficients" in verdict.reason


@given(st.integers(1, 4), st.integers(1, 3), st.data())
def test_arrays_do_what_words_do(n: int, c: int, data: st.DataObject) -> None:
    table = PoolTable(Size(n, c))
    number = data.draw(st.integers(0, table.size - 1))
    i, j, a = (data.draw(st.integers(*ends)) for ends in ((1, n), (1, n), (0, c)))
    one, at = table.words[number], np.array([number])

    def listed(found: Any) -> Any:
        return table.words[int(found[0])]

    assert listed(table.exchanged(at, np.array(i), np.array(j))) == pools.exchanged(one, i, j)
    assert listed(table.regraded(at, np.array(i), np.array(a))) == pools.regraded(one, i, a)
    longer, found = pools.extended(one, j), table.extended(at, np.array(j))
    assert (int(found[0]) == -1) if longer is None else (listed(found) == longer)
    assert table.words[int(table.pools[number])] == pools.ideal(one)
    assert table.words[int(table.sorted[number])] == pools.sorted_list(one)
    other = data.draw(st.integers(0, table.size - 1))
    top = pools.same_top(one, table.words[other], j)
    assert bool(table.same_top(at, np.array([other]), np.array(j))[0]) == top


@pytest.mark.parametrize(
    ("asked", "subjects", "given_values", "says"),
    [
        ("promotion", ["ndcg@3"], {"k": 2}, "has its cut-off in its name"),
        ("promotion", ["ndcg"], {"k": 0}, "k = 0 is no cut-off"),
        ("promotion", ["ndcg"], {"over": "cut"}, "has no over"),
        ("monotone_in_k", ["ndcg@3"], {}, "goes through every k itself"),
        (
            "promotion",
            ["kendall"],
            {},
            "kendall scores rankings, and promotion",
        ),
        ("promotion", ["ndcg", "ap"], {}, "is about one metric"),
        ("never_opposite", ["ndcg"], {"domain": "lists"}, "is about two metrics"),
        ("promotion", ["ndcg"], {"c": 0}, "c = 0"),
        ("promotion", ["ndcg"], {"c": 10**6}, "out of reach"),
        ("ioi", ["dcg"], {"domain": "lists"}, "ioi is about rankings"),
        ("ioi", ["dcg"], {"domain": "runs"}, "ioi is about rankings"),
        ("lattice", ["rank_swapping"], {"c": 1, "domain": "rankings"}, "is about judged runs"),
        ("promotion", ["ndcg"], {"domain": "list"}, "no domain is called"),
        ("promotion", ["rbp"], {"p": 2}, "0 < p < 1"),
        ("promotion", ["ndcg"], {"p": "1/2"}, "has no p"),
    ],
)
def test_bad_input_gets_one_message(
    asked: str, subjects: list[str], given_values: dict[str, Any], says: str
) -> None:
    with pytest.raises(BadInput) as problem:
        proofs.ask(asked, *subjects, n=3, **given_values)
    assert says in str(problem.value)


def test_a_divisor_that_is_0_for_all_lists_of_a_pool_is_undefined() -> None:
    """The three lists of two documents of grade 0 have no best grade above 0 to divide by."""
    i, n = terms.i, terms.n
    gained, best = (sp.Sum(x(i) / sp.log(i + 1), (i, 1, n)) for x in (r, Ideal(r)))
    value = terms.Ratio(gained, best) + terms.Ratio(sp.Sum(r(i), (i, 1, n)), Ideal(r)(1))
    made = Metric("made", "made", (r,), value, "made", True, "here")
    found = ask("ideal_is_best", made, n=2, c=1, domain="lists")
    assert (found.status, found.undefined.cases) == ("holds", 3)
    assert ask("completeness", made, n=2, c=1, domain="lists").status == "refuted"
