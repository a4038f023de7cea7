"""What is true at one case, for every n and cut-off: examples of ∃, and the only case of ∀.

What is true is said by loops over sets of places. Near misses are cases that a statement leaves
out, ranges with a gap of one cut-off, facts about something else, and certificates that were sealed
again.
"""

import contextlib
import copy
import itertools
from fractions import Fraction

import pytest
from deriving import shown_by
from sympy import Product

import proofs
from axioms import find_axiom
from metrics import find_metric
from metrics.language import terms
from metrics.language.terms import sigma
from metrics.metric import Metric
from proofs.core.every_n.blocks import Blocks, Line, Region
from proofs.core.question import Question
from proofs.engines.symbolic.search import absent
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.every_n.witnesses.cases import (
    CASE,
    NONE,
    TRUE_FOR_ALL,
)
from proofs.trusted.every_n.witnesses.held import within
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

ONE, FORMS = (1, 0, 0), ((0, 1, 0), (0, 0, 1))
FIRST = Region((0, 1), (1, 1), 1, 4)  # k ≥ 1 and n − k ≥ 3
LAST = Region((0, 1), (1, 1), 3, 4)  # k ≥ 3 and n − k ≥ 1


def line(x, y):
    return Line(Fraction(x), Fraction(y))


def opened(asked, metric):
    return Question(find_axiom(asked), (find_metric(metric),), 4, every_n=True)


def around(region, before):
    """Return blocks: a segment that grows, single places, and another segment."""
    return [FORMS[0], *[ONE] * before, *[ONE] * (4 - before), FORMS[1]]


def some_places(region):
    """Return the places k − 1, k, k + 1, k + 2 or so: single places next to the cut-off."""
    values = dict(zip("ijkl", (2, 3, 4, 5), strict=True))
    return Blocks(region, tuple(around(region, 1)), values).shown()


# What is true, by loops over sets ----------------------------------------------------------------


def common(swap, k):
    """Return how many of the first k places a swap of two places leaves among the first k."""
    one, two = swap
    moved = {one: two, two: one}
    return len({i for i in range(1, k + 1) if moved.get(i, i) <= k})


def some_pair_is_told_apart(n, k):
    return any(
        common((a, b), k) != common((c, d), k)
        for a, b, c, d in itertools.combinations(range(1, n + 1), 4)
        if b - a == d - c
    )


@pytest.mark.parametrize("metric", ["recall", "accuracy", "mcc", "jaccard"])
def test_what_fails_at_one_small_n_alone_holds_for_every_n_after_it(metric):
    sizes = [(n, k) for n in range(4, 9) for k in range(1, n)]
    assert [each for each in sizes if not some_pair_is_told_apart(*each)] == [(4, 2)]
    verdict = proofs.ask("sensitivity_some", metric, n="all")
    assert (verdict.status, verdict.scope.first_failing, verdict.scope.holds_from) == (
        "refuted",
        4,
        5,
    )
    assert verdict.question.parameters["k"] == 2
    check(certificate(verdict, "1"))


@pytest.mark.parametrize(("size", "k"), [(40, 7), (40, 39), (5, 2), (40, 2)])
def test_one_n_and_cutoff_is_decided(size, k):
    found = proofs.ask("sensitivity_some", "recall", n=size, k=k)
    assert found.status == "holds"
    if size > 6:
        assert found.engine == "symbolic"
    check(certificate(found, "1"))


def test_one_cutoff_holds_from_the_first_n_that_it_fits():
    found = proofs.ask("sensitivity_some", "recall", n="all", k=7)
    assert (found.status, found.scope.every_from) == ("holds", 8)
    check(certificate(found, "1"))


def test_the_only_case_is_read_for_every_cutoff():
    """Places 1 and 2 are both among the first k, or one of them is: the sum of |i − σ(i)| tells."""
    found = proofs.ask("tells_12_from_id", "footrule_at", n="all")
    assert found.status == "holds"
    check(certificate(found, "1"))
    assert proofs.ask("tells_12_from_id", "footrule_at", n=30, k=17).status == "holds"


# Near misses -------------------------------------------------------------------------------------


def with_both(kernel):
    """Conclude the two regions that cover all cut-offs from n = 5 on."""
    return [kernel.conclude(CASE, part=0, blocks=some_places(region)) for region in (FIRST, LAST)]


def concluded(kernel, premises, start, least, most, rule=TRUE_FOR_ALL, **more):
    ends = {"least": [str(x) for x in least], "most": [str(x) for x in most]}
    try:
        return kernel.conclude(rule, *premises, **{"from": start, **ends, "part": 0, **more})
    except Rejected:
        return None


def test_two_regions_cover_all_cutoffs():
    kernel = Kernel(opened("sensitivity_some", "recall"), 2)
    premises = with_both(kernel)
    assert concluded(kernel, premises, 5, (0, 1), (1, -1)) is not None
    assert kernel.facts[-1].least == 5


@pytest.mark.parametrize(
    ("start", "least", "most", "chosen"),
    [
        (4, (0, 1), (1, -1), (0, 1)),  # k = 2 is not covered at n = 4
        (5, (0, 1), (1, -1), (0,)),
        (5, (0, 1), (1, -1), (1,)),
        (5, (0, 1), (1, -1), (1, 0)),
        (5, (0, 1), (1, -3), (0,)),  # not all cut-offs
        (5, (0, 3), (1, -1), (1,)),
        (5, (0, 2), (1, -1), (0, 1)),
        (5, (0, 1), (1, 0), (0, 1)),  # k = n, which recall does not admit
        (5, (0, 0), (1, -1), (0, 1)),
        (5, (0, 1), (1, -1), ()),
    ],
)
def test_a_range_with_a_gap_is_not_concluded(start, least, most, chosen):
    kernel = Kernel(opened("sensitivity_some", "recall"), 2)
    both = with_both(kernel)
    assert concluded(kernel, [both[each] for each in chosen], start, least, most) is None


def test_a_kernel_for_a_range_needs_all_of_it():
    kernel = within(opened("sensitivity_some", "recall"), 6, line(0, 2), line(1, -2))
    both = with_both(kernel)
    assert concluded(kernel, both, 5, (0, 2), (1, -3)) is None
    assert concluded(kernel, both, 5, (0, 3), (1, -2)) is None
    assert concluded(kernel, both, 5, (0, 2), (1, -2)) is not None


PLACES_THAT_DO_NOT = [
    {"i": 2, "j": 3, "k": 4, "l": 4},  # l is k
    {"i": 3, "j": 2, "k": 4, "l": 5},
    {"i": 2, "j": 3, "k": 4},
    {"i": 1, "j": 2, "k": 4, "l": 5},  # a segment that may have many places
    {"i": 2, "j": 3, "k": 4, "l": [5]},
    {"i": 2, "j": 3, "k": 4, "l": 5, "m": 5},
]


@pytest.mark.parametrize("values", PLACES_THAT_DO_NOT, ids=str)
def test_an_example_that_is_none_is_not_concluded(values):
    kernel = Kernel(opened("sensitivity_some", "recall"), 2)
    told = {**some_places(FIRST), "values": values}
    with contextlib.suppress(Rejected):
        assert kernel.conclude(CASE, part=0, blocks=told) is None


def test_an_example_at_the_neighbouring_cutoff_is_none():
    """With k ≥ 2 before the cut-off both pairs of k − 1, k and k + 1, k + 2 stay where they are."""
    kernel = Kernel(opened("sensitivity_some", "recall"), 2)
    told = some_places(Region((0, 1), (1, 1), 2, 4))
    assert not some_pair_is_told_apart(4, 2)
    assert kernel.conclude(CASE, part=0, blocks=told) is None


def test_a_case_that_the_condition_leaves_out_is_none():
    question = opened("tells_12_from_id", "footrule_at")
    region = Region((0, 1), (1, 1), 3, 3)  # k ≥ 3
    lengths = (ONE, ONE, ONE, *FORMS)
    kernel = Kernel(question, 2)
    for i, j, is_it in ((1, 2, True), (1, 3, False), (2, 1, False), (2, 3, False)):
        told = Blocks(region, lengths, {"i": i, "j": j}).shown()
        assert (kernel.conclude(CASE, part=0, blocks=told) is not None) is is_it


def test_a_statement_about_all_cases_is_not_shown_by_one():
    kernel = Kernel(opened("wsd", "recall"), 2)
    assert kernel.conclude(CASE, part=0, blocks=some_places(LAST)) is None


def test_a_case_is_no_witness():
    question = opened("sensitivity_some", "recall")
    kernel = Kernel(question, 2)
    both = with_both(kernel)
    ends = {"from": 5, "least": ["0", "1"], "most": ["1", "-1"]}
    with pytest.raises(Rejected):
        kernel.conclude("every cut-off", *both, **ends)


# Certificates ------------------------------------------------------------------------------------

FORGED = [
    ("verdict scope holds_from", 4),
    ("verdict scope holds_from", 3),
    ("verdict scope first_failing_n", 5),
    ("verdict parameters k", 3),
    ("verdict status", "holds"),
    ("evidence steps -1 evidence from", 4),
    ("evidence steps -1 evidence least", ["0", "2"]),
    ("evidence steps -1 premises", [1]),
    ("evidence steps 0 evidence blocks region k", 2),
    ("evidence steps 0 rule", "witness for cut-offs"),
    ("evidence steps", []),
]


@pytest.mark.parametrize(("path", "value"), FORGED, ids=str)
def test_forged_certificates_are_not_accepted(path, value):
    content = copy.deepcopy(certificate(proofs.ask("sensitivity_some", "recall", n="all"), "1"))
    *way, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split()]
    inner = content
    for step in way:
        inner = inner[step]
    inner[last] = value
    body = {name: value for name, value in content.items() if name != "seal"}
    with pytest.raises((Rejected, NotChecked)):
        check({**body, "seal": seal(body)})


# None for a range --------------------------------------------------------------------------------


def first_places(swap, n, k, worth):
    """Return the sum of what the items at the first k places are worth, after one swap."""
    one, two = swap
    moved = {one: two, two: one}
    return sum(worth(i, moved.get(i, i)) for i in range(1, k + 1))


WORTH = {
    "mrr": lambda place, item: Fraction(1, item),
    "mean_rank": lambda place, item: item,
    "footrule_at": lambda place, item: abs(item - place),
}


@pytest.mark.parametrize("metric", WORTH)
def test_what_exists_for_no_last_cutoff_exists_for_the_others(metric):
    verdict = proofs.ask("sensitivity_some", metric, n="all")
    scope, (found,) = verdict.scope, verdict.scope.held
    for n, k in itertools.product(range(scope.every_from, 8), range(1, 8)):
        pairs = itertools.combinations(range(1, n + 1), 4)
        there = any(
            first_places((a, b), n, k, WORTH[metric]) != first_places((c, d), n, k, WORTH[metric])
            for a, b, c, d in pairs
            if b - a == d - c
        )
        if k <= n:
            assert there is not scope.cutoffs.take(n, k) or n < found.start, (n, k)
            assert there or not found.takes(n, k), (n, k)
    check(certificate(verdict, "1"))


def none_at_the_end(start, least, most, steps=None):
    """Return the fact that none exists, by steps about k = n, or None."""
    question = opened("sensitivity_some", "mrr")
    inner = within(question, 4, line(1, 0), line(1, 0))
    assert absent(inner, 0)
    told = [step.shown() for step in inner.steps] if steps is None else steps
    ends = {"least": [str(x) for x in least], "most": [str(x) for x in most]}
    try:
        return Kernel(question, 2).conclude(NONE, part=0, steps=told, **{"from": start, **ends})
    except Rejected:
        return None


def test_that_none_exists_is_said_of_the_range_that_the_steps_speak_of():
    assert none_at_the_end(4, (1, 0), (1, 0))
    assert not none_at_the_end(4, (1, 0), (1, 0), [])
    for least, most in (((1, -1), (1, -1)), ((1, -1), (1, 0)), ((0, 1), (1, 0)), ((1, 1), (1, 1))):
        assert not none_at_the_end(4, least, most)


def test_another_cutoff_is_not_refuted_by_a_range():
    content = certificate(proofs.ask("sensitivity_some", "mrr", n=12, k=12), "1")
    check(content)
    for k in (1, 5, 11):
        forged = copy.deepcopy(content)
        forged["verdict"]["parameters"]["k"] = k
        body = {name: value for name, value in forged.items() if name != "seal"}
        with pytest.raises((Rejected, NotChecked)):
            check({**body, "seal": seal(body)})


# Products over all places ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "invariant"),
    [
        (Product(sigma(terms.i), (terms.i, 1, terms.n)), True),
        (Product(sigma(terms.i) + 1, (terms.i, 1, terms.n)), True),
        (Product(sigma(terms.i) + terms.i, (terms.i, 1, terms.n)), False),
        (Product(sigma(terms.i), (terms.i, 1, terms.n - 1)), False),
    ],
)
def test_places_are_renamed_in_products_over_all_of_them(value, invariant):
    """At n = 3 the product of σ(i) + i is 2·4·6 for 1 2 3, and 3·3·6 for 2 1 3."""
    metric = Metric("made", "made", (sigma,), value, "made", True, "here")
    for asked in ("right_invariance", "reverse_is_minimal"):
        question = Question(find_axiom(asked), (metric,), 2, every_n=True)
        assert (shown_by(question) is not None) is invariant


def test_a_range_of_few_cutoffs_is_one_and_all_others_hold():
    """(1 2) moves places 1 and 2 by 1, (2 4) moves 2 and 4 by 2: they are summed up to k."""
    verdict = proofs.ask("tells_12_from_24", "footrule_at", n="all")
    one, two = [1, 1, 0, 0, 0], [0, 2, 0, 2, 0]
    failing = {k for k in range(1, 6) if sum(one[:k]) == sum(two[:k])}
    assert failing == {2, 3}
    for n, k in itertools.product(range(4, 30), range(1, 30)):
        if k <= n:
            assert verdict.scope.cutoffs.take(n, k) is (k in failing)
            assert any(each.takes(n, k) for each in verdict.scope.held) is not (k in failing)
    check(certificate(verdict, "1"))
