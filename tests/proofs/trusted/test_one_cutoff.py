"""One cut-off that is given, decided by a range that has it from some n on; a smallest score.

What is true is said by loops over sets. Near misses are certificates that say more than their range
has: a smaller n, another cut-off, another range.
"""

import copy
import itertools
from fractions import Fraction

import pytest
from deriving import shown_by

import proofs
from axioms import find_axiom
from metrics.language.terms import Ratio, k, n, sigma, tau
from metrics.metric import Metric
from metrics.overlap import TP
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.engines.symbolic.every_n import answer
from proofs.report.certificate import certificate, seal
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

SCORES = {
    "tnr": lambda both, n, k: Fraction(n - 2 * k + both, n - k),
    "npv": lambda both, n, k: Fraction(n - 2 * k + both, n - k),
    "accuracy": lambda both, n, k: Fraction(n - 2 * k + 2 * both, n),
    "lr_minus": lambda both, n, k: (
        None if n + both == 2 * k else Fraction((k - both) * (n - k), k * (n - 2 * k + both))
    ),
}


def triangle_holds(metric, n, k):
    """Tell whether score(A, B) ≤ score(A, C) + score(C, B) for all sets of k of n items."""
    sets = [frozenset(each) for each in itertools.combinations(range(n), k)]
    score = SCORES[metric]
    known = {(a, b): score(len(a & b), n, k) for a in sets for b in sets}
    first = sets[0]  # renaming the items changes nothing
    triples = ((known[first, b], known[first, c], known[c, b]) for b in sets for c in sets)
    return all(x <= y + z for x, y, z in triples if None not in (x, y, z))


@pytest.mark.sweep(5)
@pytest.mark.parametrize(
    ("metric", "cut", "start"),
    [("tnr", 1, 3), ("tnr", 2, 6), ("npv", 2, 6), ("accuracy", 1, 4), ("lr_minus", 1, 2)],
)
def test_what_holds_from_some_n_on_is_true_there_and_false_where_it_is_said_to_be(
    metric, cut, start
):
    verdict = proofs.ask("triangle", metric, n="all", k=cut)
    scope, sizes = verdict.scope, range(cut + 1, 8)
    assert start in (scope.holds_from, scope.every_from)
    failing = [size for size in sizes if not triangle_holds(metric, size, cut)]
    assert failing == [size for size in sizes if size < start]
    also = [size for size, _ in scope.also_failing]
    assert failing == ([] if scope.first_failing is None else [scope.first_failing, *also])
    check(certificate(verdict, "1"))
    found = proofs.ask("triangle", metric, n=30, k=cut)
    assert found.status == "holds"
    check(certificate(found, "1"))


FORGED = [
    ("verdict scope holds_from", 5),
    ("verdict scope holds_from", 2),
    ("verdict scope also_failing 0 n", 6),
    ("verdict scope also_failing", [{"n": 4, "witness": None}]),
    ("verdict parameters k", 3),
    ("verdict parameters k", 1),
    ("verdict status", "holds"),
    ("evidence held 0 most", ["1", "-1"]),
    ("evidence held 0 most", ["1/3", "1"]),
    ("evidence held 0 least", ["0", "2"]),
    ("evidence held 0 from", 2),
    ("evidence held 0 steps", []),
    ("evidence held", []),
]


@pytest.fixture(scope="module")
def content():
    return certificate(proofs.ask("triangle", "tnr", n="all", k=2), "1")


def test_it_is_accepted_as_it_is(content):
    assert (content["verdict"]["scope"]["holds_from"], content["evidence"]["held"][0]["from"]) == (
        6,
        3,
    )
    check(content)


@pytest.mark.parametrize(("path", "value"), FORGED, ids=str)
def test_forged_certificates_are_not_accepted(path, value, content):
    forged = copy.deepcopy(content)
    *way, last = [int(step) if step.isdigit() else step for step in path.split()]
    inner = forged
    for step in way:
        inner = inner[step]
    inner[last] = value
    body = {name: value for name, value in forged.items() if name != "seal"}
    with pytest.raises((Rejected, NotChecked)):
        check({**body, "seal": seal(body)})


def test_a_range_twice_is_not_accepted(content):
    forged = copy.deepcopy(content)
    forged["evidence"]["held"] *= 2
    body = {name: value for name, value in forged.items() if name != "seal"}
    with pytest.raises((Rejected, NotChecked)):
        check({**body, "seal": seal(body)})


# A smallest score --------------------------------------------------------------------------------


def made(value):
    return Metric("made", "made", (sigma, tau), value, "made", True, "here", largest_k=n - 1)


@pytest.mark.parametrize("metric", ["lr_plus", "lr_minus", "f1_printed"])
def test_there_is_a_smallest_score_where_some_score_is_defined(metric):
    verdict = proofs.ask("min_agreement", metric, n="all")
    assert verdict.status == "holds"
    check(certificate(verdict, "1"))


@pytest.mark.parametrize(
    ("value", "holds"),
    [
        (Ratio(TP, k - TP), True),
        (Ratio(TP, (k - TP) * (k - TP - 1)), False),  # at k = 1 TP is 0 or 1
        (Ratio(TP, n - k - 1), False),  # at k = n − 1 there is none
    ],
)
def test_no_score_is_smallest_where_none_is_defined(value, holds):
    question = Question(find_axiom("min_agreement"), (made(value),), 2, every_n=True)
    verdict = answer(question, Limits())
    assert (verdict.status == "holds") is holds
    if holds:
        assert shown_by(question.for_every_cutoff())
