"""What two cuts have in common, counted: what is proved for every n and k is true at each.

The made metrics are functions of TP, n and k; their values are computed here from plain sets.
"""

import itertools
import random
from fractions import Fraction

import pytest
from deriving import shown_by
from sympy import Eq, Ge, Le, Rational, Sum, Symbol, sqrt

import proofs
from axioms import find_axiom
from axioms.axiom import axiom, m
from axioms.language.formula import ForAll
from metrics.language.terms import Indicator, Ratio, Reversed, k, n, nu, rank_of, sigma, tau
from metrics.language.terms import x_item as x
from metrics.metric import Metric
from metrics.overlap import TP
from proofs.core.question import Question
from proofs.report.certificate import certificate
from proofs.trusted.every_n.forms import with_the_same_zeros
from proofs.trusted.every_n.overlaps import OVERLAP
from proofs.trusted.number import SUMMED, written
from proofs.trusted.unknowns import radical, unknown
from proofs.trusted.verify import check

tp = Symbol("TP")
PARTS = {"tp": tp, "fp": k - tp, "tn": n - 2 * k + tp, "k": k, "n": n, "n − k": n - k}
SIZES = [(size, cut) for size in range(2, 6) for cut in range(1, size)]
AXIOMS = [
    "nonnegativity", "unit_range", "max_agreement", "triangle", "reverse_is_minimal",
    "reverse_is_maximal", "one_for_equal", "minus_one_for_reverse",
]  # fmt: skip


def made(formula):
    """Return the metric that a formula in TP is, for cut-offs below n."""
    value = formula.xreplace({tp: TP})
    return Metric("made", "made", (sigma, tau), value, "made", True, "here", largest_k=n - 1)


def worth(formula, size, cut, common):
    """Return the value of a formula, or None where it is undefined."""
    above, below = formula if isinstance(formula, tuple) else (formula, Rational(1))
    at = {tp: common, n: size, k: cut}
    top, bottom = (Fraction(str(part.subs(at))) for part in (above, below))
    return None if bottom == 0 else top / bottom


def is_true(asked, formula, size, cut):
    """Say whether a statement is true at one n and k: over all sets of k items."""
    tops = [frozenset(top) for top in itertools.combinations(range(size), cut)]
    reverse = worth(formula, size, cut, max(0, 2 * cut - size))
    equal = worth(formula, size, cut, cut)
    scores = [worth(formula, size, cut, len(tops[0] & top)) for top in tops]
    scores = [score for score in scores if score is not None]
    if asked == "triangle":
        between = {(a, b): worth(formula, size, cut, len(a & b)) for a in tops for b in tops}
        ways = itertools.product(tops, tops)
        triples = [[between[p] for p in ((tops[0], a), (tops[0], b), (b, a))] for a, b in ways]
        return all(
            one <= two + three for one, two, three in triples if None not in (one, two, three)
        )
    checks = {
        "nonnegativity": lambda: all(score >= 0 for score in scores),
        "unit_range": lambda: all(0 <= score <= 1 for score in scores),
        "max_agreement": lambda: equal is None or all(score <= equal for score in scores),
        "reverse_is_minimal": lambda: reverse is None or all(reverse <= s for s in scores),
        "reverse_is_maximal": lambda: reverse is None or all(reverse >= s for s in scores),
        "one_for_equal": lambda: equal in (1, None),
        "minus_one_for_reverse": lambda: reverse in (-1, None),
    }
    return checks[asked]()


def formulas(seed):
    chooser = random.Random(seed)
    parts = [*PARTS.values()]

    def one():
        a, b, c = (chooser.choice(parts) for _ in range(3))
        return chooser.choice([a, a * b, a - b, a * b - c, a + b - 1, a - 1, a * b - b * c])

    above, below = one(), chooser.choice([Rational(1), k, n - k, n, 2 * k - tp, k * (n - k), one()])
    return above, below


def test_what_is_proved_of_random_functions_of_tp_is_true():
    proved = 0
    for seed in range(25):
        above, below = formulas(seed)
        if not below.free_symbols and below == 0:
            continue
        value = above / below if below in (1, k, n, n - k) else Ratio(above, below)
        asked = random.Random(seed).choice(AXIOMS)
        question = Question(find_axiom(asked), (made(value),), 2, every_n=True)
        parts = range(len(question.formulas()))
        if any(shown_by(question.for_every_cutoff(), part) is None for part in parts):
            continue
        proved += 1
        for size, cut in SIZES:
            assert is_true(asked, (above, below), size, cut), (asked, above, below, size, cut)
    assert proved >= 4


NEARLY = {
    "one is always common": ("nonnegativity", tp - 1),
    "never all": ("max_agreement", -tp),
    "a true negative": ("nonnegativity", n - 2 * k + tp - 1),
    "not beyond half": ("nonnegativity", n - 2 * k),
    "two of three": ("triangle", (k - tp) - Rational(1, 10)),
    "squares": ("triangle", (k - tp) ** 2),
    "reversal has none": ("reverse_is_minimal", (tp - 1) ** 2),
    "reversal is undefined": ("one_for_equal", tp / (n - k)),
}


@pytest.mark.parametrize(("asked", "formula"), NEARLY.values(), ids=NEARLY)
def test_what_is_nearly_true_of_overlaps_is_not_proved(asked, formula):
    assert not all(is_true(asked, formula, *each) for each in SIZES)
    question = Question(find_axiom(asked), (made(formula),), 2, every_n=True)
    assert shown_by(question.for_every_cutoff()) is None


def test_three_overlaps_are_those_of_one_cut():
    """TP at k and at 2 need not obey the inequality of three sets of k."""
    two = Sum(Indicator(rank_of(sigma, x) <= 2) * Indicator(rank_of(tau, x) <= 2), (x, 1, n))
    metric = Metric("made", "made", (sigma, tau), k - two, "made", False, "here", largest_k=n - 1)
    triangle = find_axiom("triangle")
    assert (
        shown_by(Question(triangle, (metric,), 3, every_n=True).for_every_cutoff(), least=3) is None
    )
    statement = ForAll(sigma, tau, nu, Le(m(sigma, tau), m(sigma, nu) + m(nu, tau) - 1))
    asked = axiom("made", "made", statement, "here")
    question = Question(asked, (made(k - tp),), 2, every_n=True).for_every_cutoff()
    assert shown_by(question) is None


@pytest.mark.parametrize("convention", ["items", "ranks"])
def test_a_ranking_and_its_reversal_have_as_much_in_common_as_they_must(convention):
    least = axiom("made", "made", ForAll(sigma, Ge(m(sigma, Reversed(sigma)), 0)), "here")
    for value, proved in ((tp * (tp - (2 * k - n)), True), (-tp, False), (2 * k - n - tp, False)):
        metric = made(value)
        question = Question(least, (metric,), 2, every_n=True, convention=convention)
        assert (shown_by(question.for_every_cutoff()) is not None) is proved, value
    none = axiom("made", "made", ForAll(sigma, Eq(m(sigma, Reversed(sigma)), 0)), "here")
    question = Question(
        none, (made(tp * (tp - (2 * k - n))),), 2, every_n=True, convention=convention
    )
    assert shown_by(question.for_every_cutoff()) is not None


@pytest.mark.parametrize(
    ("asked", "subject"),
    [
        ("unit_range", "recall"),
        ("triangle", "fallout"),
        ("reverse_is_minimal", "jaccard"),
        ("max_agreement", "mcc"),
        ("reverse_is_minimal", "lr_plus"),
    ],
)
def test_proofs_about_overlaps_are_accepted(asked, subject):
    verdict = proofs.ask(asked, subject, n="all")
    assert verdict.status == "holds"
    assert check(certificate(verdict, "1"))


def test_a_root_of_alike_factors_is_one_of_them():
    value = sqrt(tp * tp / (k * k))
    question = Question(find_axiom("unit_range"), (made(value),), 2, every_n=True)
    assert shown_by(question.for_every_cutoff(), 1)
    turned = made(sqrt((tp - k) * (tp - k)))
    question = Question(find_axiom("max_agreement"), (turned,), 2, every_n=True)
    assert shown_by(question.for_every_cutoff()) is None


def test_a_root_times_what_may_be_0_has_other_zeros():
    size = unknown("n", 2)
    root = radical(size - 2, Fraction(1, 2))
    common = unknown((SUMMED, (OVERLAP, ()), written(size)), 0, size)
    assert written(with_the_same_zeros(size * root)) == written(size - 2)
    assert written(with_the_same_zeros(common * root)) == written(common * root)
