"""False statements that must not be shown for every n, and inputs that must not crash the room.

Each test builds a metric and a statement that is false at a small n, by the replay, and insists
that the rules for every n do not claim it.
"""

import json

import pytest
from deriving import never_by, shown_by
from sympy import Abs, And, Eq, Equivalent, Ge, Implies, Le, Lt, Max, Ne, Not, Or, Sum, Xor, sqrt

import proofs
from axioms.axiom import axiom, m
from axioms.language.formula import Exists, ForAll, Same
from metrics.language.parameters import SYMBOLS
from metrics.language.terms import (
    Backwards,
    Compose,
    Identity,
    Indicator,
    Place,
    Ranking,
    Ratio,
    Swap,
    i,
    k,
    n,
    sigma,
    tau,
)
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.every_n.growth import BACKWARDS, Growth
from proofs.core.question import Question
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.every_n.witnesses.grown import exemplifies
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

a, b, low = Place("a"), Place("b"), Place("l")
pi, rho = Ranking("pi"), Ranking("rho")


def made(value):
    return Metric("made", "made", (sigma, tau), value, "error", False, "a test")


def question(metric, formula, size=2, every_n=True, **given):
    return Question(
        axiom("made", "made", formula, "a test"), (metric,), size, given, every_n=every_n
    )


def is_true(metric, formula, size, **given):
    asked = question(metric, formula, size, every_n=False, **given)
    replayer = replayer_of(asked)
    return replayer.truth(asked.formulas()[0], replayer.scene.point)


def is_false_at(metric, formula, one, two):
    asked = question(metric, formula, len(one), every_n=False)
    replayer = replayer_of(asked)
    point = {**replayer.scene.point, sigma: one, tau: two}
    return not replayer.truth(asked.formulas()[0].body, point)


def shown(metric, formula, before=(), least=2):
    asked = question(metric, formula)
    return shown_by(asked, least=least, before=before)


FOOTRULE = Sum(Abs(sigma(i) - tau(i)), (i, 1, n))
DISTANCE, AGREEMENT = made(FOOTRULE), made(-FOOTRULE)

# Never: only a conjunction may be split ----------------------------------------------------------

DIFFERENT = Ne(m(sigma, tau), m(tau, sigma))
NOT_CONJUNCTIONS = [
    Or(Eq(m(sigma, tau), 0), DIFFERENT),
    Not(DIFFERENT, evaluate=False),
    Implies(Same(sigma, tau), DIFFERENT, evaluate=False),
    Xor(Eq(m(sigma, tau), 0), DIFFERENT, evaluate=False),
    Equivalent(Eq(m(sigma, tau), 5), DIFFERENT),
]


@pytest.mark.parametrize("body", NOT_CONJUNCTIONS, ids=lambda body: type(body).__name__)
def test_what_is_true_for_some_rankings_is_not_said_to_be_true_for_none(body):
    formula = Exists(sigma, tau, body)
    assert is_true(DISTANCE, formula, 2)
    asked = question(DISTANCE, formula)
    assert never_by(asked, 2) is None


def test_that_nothing_is_found_at_small_n_is_not_extended_to_every_n():
    formula = Exists(sigma, tau, Or(Eq(m(sigma, tau), 12), DIFFERENT))
    assert is_true(DISTANCE, formula, 5)
    found = proofs.ask(axiom("made", "made", formula, "a test"), DISTANCE, n="all")
    assert found.scope.every_from is None


def test_an_example_with_an_inner_quantifier_does_not_crash():
    formula = Exists(sigma, ForAll(tau, DIFFERENT))
    asked = question(DISTANCE, formula)
    never_by(asked, 2)


# Follows: from what the largest score is ---------------------------------------------------------

MOST = ForAll(sigma, pi, rho, Le(m(pi, rho), m(sigma, sigma)))
ONLY_ITSELF = ForAll(sigma, tau, Implies(Eq(m(sigma, tau), m(sigma, sigma)), Same(sigma, tau)))
MOST_IS_ITSELF = ForAll(
    sigma, tau, Implies(ForAll(pi, rho, Le(m(pi, rho), m(sigma, tau))), Same(sigma, tau))
)
LEAST_IS_ITSELF = ForAll(
    sigma, tau, Implies(ForAll(pi, rho, Le(m(sigma, tau), m(pi, rho))), Same(sigma, tau))
)
ABOVE_REVERSALS = ForAll(
    sigma,
    tau,
    Implies(
        ForAll(pi, Le(m(Compose(pi, Backwards()), pi), m(sigma, tau))),
        Same(sigma, tau),
    ),
)
NO_MORE_THAN_ITSELF = ForAll(sigma, pi, Le(m(pi, pi), m(sigma, sigma)))
UNDEFINED_AT_ITSELF = made(-Ratio(FOOTRULE, Abs(sigma(1) + tau(2) - 3)))

FALSE_ENDS = [
    (AGREEMENT, MOST, LEAST_IS_ITSELF),
    (AGREEMENT, MOST, ABOVE_REVERSALS),
    (DISTANCE, NO_MORE_THAN_ITSELF, MOST_IS_ITSELF),
    (UNDEFINED_AT_ITSELF, MOST, MOST_IS_ITSELF),
]


@pytest.mark.parametrize(
    ("metric", "first", "last"), FALSE_ENDS, ids=["least", "not all", "only diagonal", "undefined"]
)
def test_what_does_not_follow_is_not_said_to_follow(metric, first, last):
    before = []
    for formula in (first, ONLY_ITSELF):
        plain = question(metric, formula).formulas()[0]
        if shown(metric, formula, before) is not None:
            before.append(plain)
    assert not is_true(metric, last, 2)
    assert shown(metric, last, before) is None


# Sums --------------------------------------------------------------------------------------------


def test_a_swap_of_places_that_an_index_names_changes_with_the_index():
    first = made(tau(1))
    score = m(Identity(), Swap(a, a + 1))
    body = Eq(2 * Sum(a * score, (a, 1, n - 1)), n * Sum(score, (a, 1, n - 1)))
    formula = ForAll(sigma, body)
    assert not is_true(first, formula, 3)
    assert shown(first, formula) is None


EMPTY = [
    (Sum(Ratio(1, Abs(sigma(1) - tau(1))), (i, 1, n - k)) - Indicator(Eq(sigma(1), tau(1))), 2),
    (Sum(Ratio(1, sigma(1) - 1), (i, 1, n - k)) - Indicator(Eq(sigma(1), 1)), 2),
    (Sum(Ratio(1, sigma(1) - 1), (i, 1, sigma(1) - 1)) - Indicator(Eq(sigma(1), 1)), None),
]


@pytest.mark.parametrize(("value", "cut"), EMPTY)
def test_a_sum_without_terms_is_defined_whatever_its_terms_divide_by(value, cut):
    formula = ForAll(sigma, tau, Ge(m(sigma, tau), 0))
    given = {} if cut is None else {"k": cut}
    assert not is_true(made(value), formula, 2, **given)
    assert shown(made(value), formula) is None


def test_a_sum_without_terms_makes_no_verdict_wrong():
    inside = Sum(Ratio(1, sigma(1) - 1), (i, 1, n - k))
    value = inside - Max(0, n - 4) * Indicator(Eq(sigma(1), 1))
    metric = Metric("made", "made", (sigma,), value, "error", False, "a test")
    formula = ForAll(sigma, Ge(m(sigma), 0))
    assert not is_true(metric, formula, 5, k=5)
    found = proofs.ask(axiom("made", "made", formula, "a test"), metric, n="all")
    assert found.status != "holds"


def test_an_inner_sum_without_terms_is_defined_whatever_its_terms_divide_by():
    gap = Abs(sigma(i) - tau(i))
    alike = Indicator(Eq(sigma(i), tau(i)))
    inner = Sum(Ratio(gap**2, gap), (low, 1, i - 1), (i, 1, n))
    metric = made(inner + Sum(gap - 5 * alike, (i, 1, n)))
    formula = ForAll(sigma, tau, Implies(Eq(m(sigma, tau), 0), Same(sigma, tau)))
    assert is_false_at(metric, formula, (1, 2, 3), (1, 3, 2))
    assert shown(metric, formula) is None


# Only at equality: an equivalence of three -------------------------------------------------------

ZERO, EQUAL = Eq(m(sigma, tau), 0), Same(sigma, tau)


@pytest.mark.parametrize("third", [Eq(m(sigma, tau), -1), Same(sigma, Identity())], ids=str)
def test_an_equivalence_of_three_is_not_read_as_one_of_two(third):
    formula = ForAll(sigma, tau, Equivalent(ZERO, EQUAL, third))
    assert not is_true(DISTANCE, formula, 2)
    assert shown(DISTANCE, formula) is None


# Parameters --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["b", "rb"])
def test_a_parameter_that_is_no_cutoff_is_not_taken_for_one(name):
    metric = made(SYMBOLS[name] * sigma(1) - k * sigma(1))
    formula = ForAll(sigma, tau, Eq(m(sigma, tau), 0))
    assert not is_true(metric, formula, 2, **{name: 2, "k": 1})
    assert shown(metric, formula) is None


def test_a_ranking_that_is_called_like_the_reversal_is_not_the_reversal():
    named = Ranking(BACKWARDS)
    formula = ForAll(named, Eq(m(named, Backwards()), 0))
    assert not is_true(DISTANCE, formula, 2)
    assert shown(DISTANCE, formula) is None


# Crashes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "term",
    [sqrt(Abs(sigma(i) - tau(i))), 1 / (sigma(i) - tau(i)), Ratio(1, Abs(i - tau(i)))],
    ids=["root", "power", "ratio"],
)
def test_what_vanishes_where_a_swap_fixes_a_place_does_not_crash(term):
    metric = made(Sum(term, (i, 1, n)))
    shown(metric, ForAll(a, b, Implies(Lt(a, b), Ge(m(Identity(), Swap(a, b)), 0))))


@pytest.mark.parametrize("name", ["wsd", "sensitivity_some"])
def test_a_sum_of_roots_has_a_verdict(name):
    metric = made(Sum(sqrt(Abs(sigma(i) - tau(i))), (i, 1, n)))
    proofs.ask(name, metric, n="all")


def test_words_of_swaps_and_rankings_at_one_place_do_not_crash():
    metric = made(Sum(i * sigma(i) * tau(i), (i, 1, n)))
    moved = m(sigma, Compose(sigma, Swap(a, b)))
    shown(metric, ForAll(sigma, a, b, Eq(moved, m(Identity(), Swap(a, b)))))


def test_a_witness_that_grows_for_a_cutoff_that_is_a_variable_does_not_crash():
    metric = made(Sum(sigma(i), (i, 1, k)))
    formula = Exists(sigma, a, And(Ge(m.at(a)(sigma, sigma), 1), Ge(m.at(a)(sigma, sigma), 0)))
    asked = Question(axiom("made", "made", formula, "a test"), (metric,), 3, {})
    exemplifies(asked, asked.formulas()[0], Growth(3, {"sigma": [1, 2, 3], "a": 1}))


# Certificates ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "metric", "undefined"),
    [
        ("min_agreement", "spearman", {"cases": 0, "first": None}),
        ("symmetry", "spearman", {"cases": 1, "first": {"sigma": [1], "tau": [1]}}),
        ("symmetry", "kendall", {"cases": 1, "first": {"sigma": [1], "tau": [1]}}),
    ],
)
def test_nothing_holds_at_an_n_where_no_case_is_defined(name, metric, undefined):
    assert proofs.ask(name, metric, n=1).status == "undecided"
    found = json.loads(json.dumps(certificate(proofs.ask(name, metric, n="all"), "1")))
    found["verdict"]["scope"]["from"] = 1
    found["verdict"]["undefined"] = undefined
    body = {part: value for part, value in found.items() if part != "seal"}
    with pytest.raises((Rejected, NotChecked)):
        check({**body, "seal": seal(body)})


# What a second attack found ----------------------------------------------------------------------


def test_a_variable_that_is_bound_twice_has_no_smallest_score():
    formula = Exists(sigma, sigma, ForAll(pi, rho, Le(m(sigma, sigma), m(pi, rho))))
    assert Kernel(question(AGREEMENT, formula), 2).conclude("smallest", part=0) is None


def test_what_rests_on_an_example_starts_with_it():
    formula = Exists(sigma, tau, Ge(m(sigma, tau), 8))
    kernel = Kernel(question(DISTANCE, formula, size=4), 2)
    growth = {"from": 4, "values": {"sigma": [1, 2, 3, 4], "tau": [4, 3, 2, 1]}}
    assert kernel.conclude("grown example", part=0, growth=growth)
    assert kernel.conclude("each part", 1, part=0)
    assert [fact.least for fact in kernel.facts] == [4, 4]


def test_a_cut_off_that_something_exists_for_is_refused():
    metric = Metric("made", "made", (sigma,), Sum(sigma(i), (i, 1, k)), "error", False, "a test")
    formula = Exists(sigma, a, Eq(m.at(a)(sigma), 1))
    with pytest.raises(BadInput, match="only where ∀ binds it"):
        proofs.ask(axiom("made", "made", formula, "a test"), metric, n=3)


def test_theorems_and_parts_that_nothing_rests_on_are_rejected():
    content = certificate(proofs.ask("symmetry", "kendall", n=3), "1")
    content["verdict"]["trusted"] = [{"theorem": "it holds for every n", "source": "nobody"}]
    absent = certificate(proofs.ask("sensitivity_some", "footrule", n="all"), "1")
    absent["evidence"]["steps"][1]["evidence"]["opposite"] = 1
    assumed = certificate(proofs.ask("symmetry", "kendall_sim", n=3), "1")
    assumed["verdict"]["parameters"]["assume"] = 0
    for forged in (content, absent, assumed):
        body = {name: value for name, value in forged.items() if name != "seal"}
        with pytest.raises(Rejected):
            check({**body, "seal": seal(body)})
