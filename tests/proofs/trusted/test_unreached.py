"""No list of some pool reaches 1 within a cut-off: what nearly fits is not concluded."""

from __future__ import annotations

from itertools import product

import pytest
from test_lasting_runs import not_accepted, resealed

from proofs import ask
from proofs.core.question import Question
from proofs.report.certificate import certificate
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.verify import check

ASKED = {"domain": "lists", "n": "all"}


def recall(grades, pool):
    return sum(grades[:3]) / sum(pool)


def precision(grades, pool):
    return sum(grades[:3]) / 3


def within(relevant, zeros):
    """The grades of all lists of at most three documents of a pool, by hand."""
    for length in range(4):
        for grades in product((0, 1), repeat=length):
            if sum(grades) <= relevant and length - sum(grades) <= zeros:
                yield grades


@pytest.mark.parametrize(("name", "value", "relevant", "start"),
                         [("r@3", recall, 4, 4), ("p@3", precision, 1, 1)])  # fmt: skip
def test_pools_of_which_no_list_reaches_1(name, value, relevant, start):
    found = ask("realizability", name, c=1, **ASKED)
    assert (found.status, found.scope.every_from) == ("refuted", start)
    assert found.replayed.witness["r"]["unretrieved"] == [0, relevant]
    for zeros in range(8):
        pool = [1] * relevant + [0] * zeros
        assert all(value(grades, pool) != 1 for grades in within(relevant, zeros))
    assert check(certificate(found, "1"))


def test_one_n_is_answered_by_the_steps():
    good = certificate(ask("realizability", "r@3", domain="lists", n=40, c=1), "1")
    assert check(good)
    said = good["verdict"]["witness"]
    assert said["r"]["unretrieved"] == [36, 4]
    for counts in ([37, 3], [40, 0], [35, 5]):
        wrong = {"r": {**said["r"], "unretrieved": counts}}
        not_accepted(resealed(good, verdict={"witness": wrong}))


def test_a_pool_of_which_a_later_list_reaches_1_shows_nothing():
    """dcg: (0, 0, 2) has the value 2/log2(4) = 1, once there are two documents of grade 0."""
    small = ask("realizability", "dcg@3", domain="lists", n=1, c=2)
    assert small.status == "refuted"
    question: Question = small.question
    told = {"n": 1, "part": 0, "witness": small.replayed.witness}
    assert Kernel(question, 1).conclude("unreached", **told) is None
    found = ask("realizability", "dcg@3", c=2, **ASKED)
    assert found.scope.every_from is None
    for name in ("bpref@3", "r", "ndcg@3", "hit@3"):
        assert ask("realizability", name, c=1, **ASKED).scope.every_from in (None, 1)


def test_forged_steps_are_not_accepted():
    good = certificate(ask("realizability", "r@3", c=1, **ASKED), "1")
    (step,) = good["evidence"]["steps"]
    witness = step["evidence"]["witness"]
    for change in ({"n": 3}, {"n": 5}, {"n": 9}, {"part": 1},
                   {"witness": {"r": {**witness["r"], "unretrieved": [1, 3]}}},
                   {"witness": {"r": {"grades": [1], "unretrieved": [0, 3]}}},
                   {"witness": {"r": {"grades": [], "unretrieved": [-1, 5]}}},
                   {"witness": {}}, {"witness": []}):  # fmt: skip
        forged = {**step, "evidence": {**step["evidence"], **change}}
        not_accepted(resealed(good, evidence={"steps": [forged]}))
    not_accepted(resealed(good, evidence={"steps": [{**step, "rule": "padded"}]}))
    scope = {**good["verdict"]["scope"], "from": 3}
    not_accepted(resealed(good, verdict={"scope": scope}))
