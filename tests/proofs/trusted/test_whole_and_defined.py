"""What is proved of whole numbers and of values that are defined is true, by loops over sets.

TP, n and k are whole, and LR+ divides by k − TP: at k = 1 it is defined where TP = 0 alone. Near
misses are statements that are true for the neighbouring cut-off, or for no real number between two
whole ones, and roots that are not undone.
"""

import itertools
from fractions import Fraction

import pytest

import proofs
from axioms import find_axiom
from metrics import find_metric
from proofs.core.every_n.blocks import Line
from proofs.core.question import Question
from proofs.engines.symbolic.search import proved
from proofs.report.certificate import certificate
from proofs.trusted.every_n.lemma import Script
from proofs.trusted.every_n.overlaps import OVERLAP, is_whole, is_whole_between
from proofs.trusted.every_n.witnesses.growing import signs_by_squares
from proofs.trusted.every_n.witnesses.held import within
from proofs.trusted.number import LEAST, SUMMED, Inconclusive, power, written
from proofs.trusted.sign import sign_of
from proofs.trusted.unknowns import only_base, radical, unknown
from proofs.trusted.verify import check

HALF = Fraction(1, 2)


def over(above, below):
    return None if below == 0 else Fraction(above, below)


SCORES = {
    "lr_plus": lambda tp, n, k: over(tp * (n - k), k * (k - tp)),
    "lr_minus": lambda tp, n, k: over((k - tp) * (n - k), k * (n - 2 * k + tp)),
    "fm": lambda tp, n, k: Fraction(tp, k),
}


def table(metric, n, k):
    """Return all sets of k of n items, and the score of each two of them."""
    sets = [frozenset(each) for each in itertools.combinations(range(n), k)]
    score = SCORES[metric]
    return sets, {(a, b): score(len(a & b), n, k) for a in sets for b in sets}


def triangle(sets, scores, n, k):
    first = sets[0]  # renaming the items changes nothing
    triples = ((scores[first, b], scores[first, c], scores[c, b]) for b in sets for c in sets)
    return all(x <= y + z for x, y, z in triples if None not in (x, y, z))


def never_changes(sets, scores, n, k):
    return len({score for score in scores.values() if score is not None}) < 2


def at_most_1(sets, scores, n, k):
    return all(0 <= score <= 1 for score in scores.values() if score is not None)


TRUE = {
    "triangle": triangle,
    "right_invariance": never_changes,
    "unit_range": at_most_1,
}


def is_true(asked, metric, n, k):
    return TRUE[asked](*table(metric, n, k), n, k)


ENDS = {
    "k = 1": ((0, 1), (0, 1)),
    "k = 2": ((0, 2), (0, 2)),
    "k = n - 2": ((1, -2), (1, -2)),
    "k = n - 1": ((1, -1), (1, -1)),
    "2n/3 and more": (("2/3", 0), (1, -1)),
    "(2n - 1)/3 and more": (("2/3", "-1/3"), (1, -1)),
    "n/2 and more": (("1/2", 0), (1, -1)),
    "n/2 and less": ((0, 1), ("1/2", 0)),
}
CASES = list(itertools.product(TRUE, SCORES, ENDS))
SURELY = [
    ("triangle", "lr_plus", "k = 1"),
    ("triangle", "lr_plus", "k = n - 1"),
    ("triangle", "lr_minus", "k = 1"),
    ("triangle", "lr_minus", "k = n - 1"),
    ("triangle", "fm", "2n/3 and more"),
    ("right_invariance", "lr_minus", "k = n - 1"),
    ("unit_range", "lr_plus", "k = 1"),
    ("unit_range", "fm", "n/2 and more"),
]


def line(x, y):
    return Line(Fraction(x), Fraction(y))


def concluded(asked, metric, start, least, most):
    question = Question(find_axiom(asked), (find_metric(metric),), 3, every_n=True)
    kernel = within(question, start, line(*least), line(*most))
    return all(proved(kernel, part, formula) for part, formula in enumerate(question.formulas()))


@pytest.mark.sweep(6)
@pytest.mark.parametrize(("asked", "metric", "where"), CASES)
def test_what_is_concluded_is_true_for_all_sets(asked, metric, where):
    least, most = ENDS[where]
    if concluded(asked, metric, 4, least, most):
        for n in range(4, 8):
            low, high = line(*least).at(n), line(*most).at(n)
            for k in range(1, n):
                assert not low <= k <= high or is_true(asked, metric, n, k), (n, k)
    else:
        assert (asked, metric, where) not in SURELY


@pytest.mark.parametrize(("asked", "metric", "where"), SURELY[:2])
def test_what_is_asked_of_whole_numbers_is_concluded(asked, metric, where):
    assert concluded(asked, metric, 4, *ENDS[where])


# Scripts -----------------------------------------------------------------------------------------


def common(low, high, name="tau"):
    """Return what two sets have in common, between two bounds."""
    sets = tuple((word, (-1, 0), written(1)) for word in ((), ((name, 1),)))
    return unknown((SUMMED, (OVERLAP, sets), written(1)), low, high)


def shown(value, claim, divisors):
    from proofs.trusted.every_n.lemma import proved as said

    return said(Script(divisors).text(value, claim))


@pytest.mark.parametrize(
    ("high", "value", "true"),
    [
        (1, lambda t: t * (1 - t), True),
        (2, lambda t: t * (1 - t) * (2 - t), True),
        (2, lambda t: t * (1 - t), False),
        (1, lambda t: t * (2 - t) - 1, False),
        (3, lambda t: t * (3 - t), False),
    ],
)
def test_whole_numbers_lie_at_a_bound_or_1_away(high, value, true):
    """t(1 − t)(2 − t) is 0 at 0, 1 and 2, and positive between 0 and 1."""
    number = common(0, high)
    assert shown(value(number), "(= VALUE 0)", []) is true
    assert not shown(value(number), "(= VALUE 0)", None)


def test_what_is_divided_by_is_not_0_and_nothing_else_is_known_of_it():
    number = common(0, 2)
    assert shown(number, "(> VALUE 0)", [number])
    assert not shown(number, "(> VALUE 0)", [number - 1])
    assert not shown(number, "(> VALUE 1)", [number])
    assert shown(number, "(= VALUE 1)", [number, number - 2])


def test_only_whole_bounds_are_1_away():
    size, k = unknown("n", 2), unknown("k", 1, 3)
    rest = unknown((LEAST, (), written(2 * k - size)), 0, k)
    assert is_whole(rest)
    assert is_whole_between(only_base(common(rest, k)))
    for low, high in ((0, k * HALF), (HALF, k), (0, unknown("p", 0, 1)), (unknown("p", 0, 1), k)):
        assert not is_whole_between(only_base(common(low, high)))
    half = unknown((LEAST, (), written((2 * k - size) * HALF)), 0, k)
    assert not is_whole(half)
    assert not is_whole_between(only_base(common(half, k)))
    assert not is_whole_between(only_base(k))


# Roots -------------------------------------------------------------------------------------------


def test_a_root_is_undone_by_its_power_alone():
    one, two = common(0, 5), common(0, 5, "nu")
    value, third = one * 3 - two, Fraction(1, 3)
    root = radical(value, HALF)
    assert written(root * root) == written(value)
    assert written(root * root * root) == written(value * root)
    assert written(power(radical(value, third), 3)) == written(value)
    assert written(power(radical(value, third), 2)) != written(value)
    assert written(power(radical(value, Fraction(2, 3)), 3)) == written(value * value)
    assert written(radical(one, HALF) * radical(two, HALF)) != written(one * two)


def test_positive_factors_come_out_of_a_root():
    k, one = unknown("k", 1, 9), common(0, 5)
    root = radical(one * power(k, -1), HALF)
    assert written(root) == written(radical(one, HALF) * power(k, -HALF))
    assert written(radical(4 * k, HALF)) == written(2 * power(k, HALF))
    assert written(radical(4 * one, HALF)) == written(2 * radical(one, HALF))
    assert written(radical(9, HALF)) == written(3)


@pytest.mark.parametrize(
    ("left", "right", "signs"),
    [
        (lambda n: power(n * (n + 1), HALF), lambda n: n, {1}),
        (lambda n: power(n * (n - 1), HALF), lambda n: n, {-1}),
        (lambda n: power(n + 2, HALF), lambda n: 2, {0, 1}),
        (lambda n: 3 * power(n, HALF) - 2 * power(n - 1, HALF), lambda n: 0, {1}),
        (lambda n: n - power(n * n + 1, HALF), lambda n: 0, {-1}),
        (lambda n: power(n, HALF) - 1, lambda n: 0, {1}),
        (lambda n: power(n, HALF), lambda n: 3, None),
        (lambda n: power(n, HALF) - 3, lambda n: 0, None),
        (lambda n: power(n, HALF) - power(n - 1, HALF), lambda n: 1, {-1}),
        (lambda n: power(n, HALF) - power(n - 1, HALF), lambda n: HALF, None),
    ],
)
def test_roots_are_compared_by_squares(left, right, signs):
    """At n = 2, where √2 − 1 < 1, the signs that are said are those of the numbers themselves."""
    n = unknown("n", 2)
    if signs is None:
        with pytest.raises(Inconclusive):
            signs_by_squares(left(n), right(n))
        return
    assert set(signs_by_squares(left(n), right(n))) == signs
    for size in (2, 3, 4, 17):
        assert sign_of(left(size) - right(size)) in signs


def test_the_prevalence_threshold_is_not_0_for_sets_that_differ():
    """It is √FPR/(√TPR + √FPR) where TP·n is not k², and 0 for equal sets alone."""
    for asked in ("always_zero", "max_agreement"):
        verdict = proofs.ask(asked, "pt", n="all")
        assert [*map(str, verdict.scope.cutoffs.ranges[0])] == ["1", "n − 1"]
        check(certificate(verdict, "1"))
    for n, k in itertools.product(range(2, 9), range(1, 8)):
        least = max(0, 2 * k - n)
        differing = [tp for tp in range(least, k) if tp * n != k * k]
        assert k >= n or differing, (n, k)


# Verdicts ----------------------------------------------------------------------------------------


def test_fm_is_the_share_of_the_first_k_in_common():
    verdict = proofs.ask("triangle", "fm", n="all")
    (found,) = verdict.scope.held
    for n, k in itertools.product(range(3, 8), range(1, 7)):
        if k < n:
            true = is_true("triangle", "fm", n, k)
            assert verdict.scope.cutoffs.take(n, k) is not true, (n, k)
            assert found.takes(n, k) is true, (n, k)
    check(certificate(verdict, "1"))
    assert proofs.ask("unit_range", "fm", n="all").status == "holds"
