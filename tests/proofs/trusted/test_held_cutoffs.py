"""What holds for a range of cut-offs: at each n and k of the range it is true, by counting.

Near misses are ranges with one cut-off more, which must not be concluded, ranges of cut-offs that
are not admissible, and certificates that were sealed again. What is true is said by loops over
sets.
"""

import copy
import itertools
from fractions import Fraction

import pytest

import proofs
from axioms import find_axiom
from metrics import METRICS, find_metric, overlap
from metrics.language import terms
from metrics.language.terms import sigma, tau
from metrics.metric import Metric
from proofs.core.every_n.blocks import Line
from proofs.core.question import Question
from proofs.engines.symbolic.search import proved
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.witnesses.held import held_by, within
from proofs.trusted.number import Inconclusive
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

MOST = Line(Fraction(1), Fraction(-1))
"""The largest cut-off of a confusion matrix: n − 1."""


def line(x, y):
    return Line(Fraction(x), Fraction(y))


def opened(asked, metric):
    return Question(find_axiom(asked), (find_metric(metric),), 3, every_n=True)


def concluded(asked, metric, start, least, most):
    """Return for which cut-offs the rules conclude a property, or None."""
    question = opened(asked, metric)
    kernel = within(question, start, least, most)
    for part, formula in enumerate(question.formulas()):
        if not proved(kernel, part, formula):
            return None
    return held_by(kernel)


def resealed(content):
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


# By hand: what two sets of k of n items have in common --------------------------------------------

SCORES = {
    "f1": lambda both, n, k: Fraction(both, k),
    "precision": lambda both, n, k: Fraction(both, k),
    "jaccard": lambda both, n, k: Fraction(both, 2 * k - both),
    "tnr": lambda both, n, k: Fraction(n - 2 * k + both, n - k),
    "accuracy": lambda both, n, k: Fraction(n - 2 * k + 2 * both, n),
}


def triangle_holds(metric, n, k):
    """Tell whether score(A, B) ≤ score(A, C) + score(C, B) for all sets of k of n items."""
    sets = [frozenset(each) for each in itertools.combinations(range(n), k)]
    first = sets[0]  # renaming the items changes nothing

    def score(one, two):
        return SCORES[metric](len(one & two), n, k)

    return all(
        score(first, two) <= score(first, three) + score(three, two)
        for two in sets
        for three in sets
    )


def by_hand(metric):
    """Return the cut-offs for which the triangle inequality holds at n ≤ 7."""
    return {(n, k) for n in range(2, 8) for k in range(1, n) if triangle_holds(metric, n, k)}


# What is concluded --------------------------------------------------------------------------------


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("metric", "least", "most"),
    [
        ("f1", line("2/3", 0), MOST),
        ("precision", line("2/3", 0), MOST),
        ("tnr", line(0, 1), line("1/3", 0)),
    ],
)
def test_the_triangle_inequality_of_a_score_holds_for_the_cutoffs_that_are_said(
    metric, least, most
):
    verdict = proofs.ask("triangle", metric, n="all")
    (found,) = verdict.scope.held
    assert (found.least, found.most, found.start) == (least, most, 3)
    true = by_hand(metric)
    for n, k in itertools.product(range(2, 8), range(1, 7)):
        if k < n:
            assert verdict.scope.cutoffs.take(n, k) is not ((n, k) in true), (n, k)
            assert found.takes(n, k) is ((n, k) in true and n >= 3), (n, k)
    assert f"holds for every n ≥ 3 and {str(found).split(' and ', 1)[1]}" in str(verdict.scope)


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    ("metric", "start", "least", "most"),
    [
        ("f1", 3, line("2/3", "-1/3"), MOST),
        ("precision", 4, line("2/3", "-2/3"), MOST),
        ("tnr", 3, line(0, 1), line("1/3", "1/3")),
        ("jaccard", 4, line("2/3", "-2/3"), MOST),
        ("f1", 3, line(0, 1), MOST),
    ],
)
def test_one_cutoff_more_is_not_concluded(metric, start, least, most):
    true = by_hand(metric)
    inside = [
        (n, k) for n in range(start, 8) for k in range(1, n) if least.at(n) <= k <= most.at(n)
    ]
    assert not true.issuperset(inside)  # so it is false for some cut-off of the range
    assert concluded("triangle", metric, start, least, most) is None


RANGES = [
    (line(0, 1), line("1/3", 0)),
    (line(0, 1), line("1/2", 0)),
    (line("1/2", 0), MOST),
    (line("1/2", "1/2"), MOST),
    (line("2/3", 0), MOST),
    (line(0, 2), line(1, -2)),
    (MOST, MOST),
    (line(0, 1), line(0, 1)),
]
ASKED = (
    "nonnegativity",
    "unit_range",
    "symmetry",
    "reverse_is_minimal",
    "triangle",
)
CASES = list(itertools.product(ASKED, range(len(RANGES))))


@pytest.mark.sweep(24)
@pytest.mark.parametrize(("asked", "place"), CASES)
def test_what_is_concluded_for_a_range_is_true_at_small_n(asked, place):
    least, most = RANGES[place]
    cut = [m.name for m in METRICS.values() if m.family == "confusion matrix"]
    for metric in cut[place :: len(RANGES)]:
        held = concluded(asked, metric, 4, least, most)
        for n, k in itertools.product((4, 5) if asked != "triangle" else (4,), range(1, 5)):
            if held is not None and held.takes(n, k):
                found = proofs.ask(asked, metric, n=n, k=k, engine="exhaustive")
                assert found.status == "holds", (asked, metric, n, k)


@pytest.mark.parametrize(
    ("start", "least", "most"),
    [
        (3, line(0, 0), MOST),  # k = 0
        (3, line(0, 1), line(1, 0)),  # k = n
        (3, line("1/2", -2), MOST),  # below 1 at n = 3
        (3, line("2/3", 0), line("1/2", 0)),  # no k
        (1, line(0, 1), MOST),
    ],
)
def test_a_range_has_admissible_cutoffs_alone(start, least, most):
    with pytest.raises(Inconclusive):
        within(opened("triangle", "f1"), start, least, most)


def test_a_kernel_for_a_range_says_so_in_each_conclusion():
    question = opened("symmetry", "f1")
    kernel = within(question, 3, line("2/3", 0), MOST)
    assert proved(kernel, 0, question.formulas()[0])
    assert kernel.facts[0].text.startswith("every k with 2n/3 ≤ k ≤ n − 1: ")


def test_places_that_are_given_are_read_for_one_cutoff_alone():
    asked = ("tells_12_from_24", "precision")  # true for k = 1, 2, 3, false for others
    assert concluded(*asked, 5, line(0, 1), line(0, 3)) is None
    assert concluded(*asked, 5, line(0, 4), line(0, 4)) is None
    assert concluded(*asked, 5, line(0, 3), line(0, 3)) is not None


# One n and cut-off, and certificates --------------------------------------------------------------


def test_one_n_and_cutoff_is_decided_by_the_range():
    found = proofs.ask("triangle", "f1", n=40, k=27)
    assert found.status == "holds"
    content = certificate(found, "1")
    assert any("2n/3 ≤ k ≤ n − 1" in line for line in check(content))
    outside = copy.deepcopy(content)
    outside["verdict"]["parameters"]["k"] = 26
    wider = copy.deepcopy(content)
    wider["evidence"]["held"][0]["least"] = ["2/3", "-1/3"]
    sooner = copy.deepcopy(content)
    sooner["evidence"]["held"][0]["from"] = 2
    other = copy.deepcopy(content)
    other["verdict"]["scope"]["n"] = [40, 41]
    every = copy.deepcopy(content)
    every["verdict"]["scope"] = {"n": [], "all": True, "first_failing_n": None, "from": 3}
    none = copy.deepcopy(content)
    none["evidence"]["held"] = []
    said = copy.deepcopy(content)
    said["verdict"]["scope"]["cutoff"] = {"name": "k", "ranges": [], "holds": []}
    for forged in (outside, wider, sooner, other, every, none, said):
        with pytest.raises((Rejected, NotChecked)):
            check(resealed(forged))


@pytest.mark.sweep(2)
def test_a_refutation_says_no_more_of_what_holds_than_its_steps_show():
    content = certificate(proofs.ask("triangle", "tnr", n="all"), "1")
    assert any("every k with 1 ≤ k ≤ n/3" in line for line in check(content))
    assert content["verdict"]["scope"]["cutoff"]["holds"] == [{"n": 3, "from": "1", "to": "n/3"}]
    for change in ({"to": "(n + 1)/3"}, {"from": "0"}, {"n": 2}):
        forged = copy.deepcopy(content)
        forged["verdict"]["scope"]["cutoff"]["holds"][0].update(change)
        with pytest.raises(Rejected):
            check(resealed(forged))
    unsaid = copy.deepcopy(content)
    del unsaid["verdict"]["scope"]["cutoff"]["holds"]
    unshown = copy.deepcopy(content)
    del unshown["evidence"]["held"]
    for forged in (unsaid, unshown):
        with pytest.raises(Rejected):
            check(resealed(forged))


# A cut-off that is whole at some n alone ----------------------------------------------------------


def mcc(common, n, k):
    """Return (TP·TN − FP·FN)/(k(n − k)), as |R| = |S| = k."""
    return Fraction(common * (n - 2 * k + common) - (k - common) ** 2, k * (n - k))


@pytest.mark.parametrize(
    ("least", "whole_at"),
    [
        (line("1/2", 0), (4, 6)),
        (line("1/2", "1/2"), (5, 7)),
        (line("1/2", "-1/2"), (5, 7)),
        (line("1/3", 0), (6, 9)),
        (line("2/3", "-1/3"), (5, 8)),
        (line(0, 2), (4, 5)),
        (line(1, -2), (4, 5)),
    ],
)
def test_what_is_concluded_of_one_line_is_true_where_it_is_whole(least, whole_at):
    """The first k and the last k of n places have max(0, 2k − n) in common."""
    found = concluded("minus_one_for_reverse", "mcc", 4, least, least)
    assert [n for n in range(4, 10) if least.at(n).denominator == 1][:2] == [*whole_at]
    at = [(n, int(least.at(n))) for n in range(4, 40) if least.at(n).denominator == 1]
    true = all(mcc(max(0, 2 * k - n), n, k) == -1 for n, k in at)
    assert (found is not None) is true
    if found is not None:
        assert all(found.takes(n, k) for n, k in at)
        assert not any(found.takes(n, k + more) for n, k in at for more in (-1, 1))


@pytest.mark.parametrize(
    ("least", "first", "later"),
    [(line("1/3", "1/3"), 2, 5), (line("2/3", "-1/3"), 2, 5), (line("1/2", "1/2"), 3, 5)],
)
def test_the_first_n_of_one_line_is_one_that_it_speaks_of(least, first, later):
    """Two sets of one place may have none in common: then what they have in common is below 1.

    TP + n − later is at least 0 for all rankings from n = later on, and not at the n before it.
    """
    value = overlap.TP + terms.n - later
    made = Metric("made", "made", (sigma, tau), value, "made", True, "here", largest_k=terms.n - 1)
    question = Question(find_axiom("nonnegativity"), (made,), 3, every_n=True)
    assert least.at(first) == least.at(first).numerator < first
    for start in (first, first + 1, later):
        kernel = within(question, start, least, least)
        proved(kernel, 0, question.formulas()[0])
        assert (held_by(kernel) is not None) is (start > first)


def test_a_line_that_is_whole_at_no_n_is_not_concluded():
    for least in (line("1/2", "1/4"), line(0, "3/2"), line("1/3", "1/2")):
        assert concluded("symmetry", "mcc", 4, least, least) is None


def test_half_of_all_items_is_decided_at_even_n():
    verdict = proofs.ask("correlation", "mcc", n="all")
    (found,) = verdict.scope.held
    assert str(found) == "every n ≥ 2 and k = n/2"
    content = certificate(verdict, "1")
    check(content)
    for least in (["1/2", "1/2"], ["1/2", "-1/2"], ["1/3", "0"]):
        forged = copy.deepcopy(content)
        forged["evidence"]["held"][0] |= {"least": least, "most": least}
        with pytest.raises((Rejected, NotChecked)):
            check(resealed(forged))
    here = proofs.ask("correlation", "mcc", n=12, k=6)
    assert here.status == "holds"
    check(certificate(here, "1"))
