"""The trusted room's reading of every n: its numbers have the values that plain loops find.

A number in unknowns is evaluated here by a reader of its own, at given n and rankings, and held
against the metric's value there. What is shown for every n is tried at small n.
"""

import itertools
import json
from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from asking import parameters, value_of
from deriving import never_by, shown_by
from hypothesis import given
from hypothesis import strategies as st
from random_metrics import Maker
from sympy import Abs, And, Eq, Ge, Gt, Implies, Le, Max, Ne, Or, Rational, Sum, sign, sqrt

import proofs
from axioms import AXIOMS
from axioms.axiom import axiom, m, m1, m2
from axioms.language.formula import Exists, ForAll, Same, Score
from metrics import METRICS
from metrics.language.terms import (
    Backwards,
    Compose,
    Indicator,
    Inverse,
    Place,
    Ranking,
    Swap,
    i,
    k,
    n,
    nu,
    sigma,
    tau,
)
from metrics.language.written import listing
from metrics.metric import Metric
from proofs.core.every_n.growth import BACKWARDS, FORWARDS, LARGEST_GROWN, Growth
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.core.steps import Theorem
from proofs.engines.exhaustive import every_case as exhaustive
from proofs.engines.symbolic.search import grown, turned
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.every_n.rankings import Every
from proofs.trusted.every_n.rules import RULES, Case
from proofs.trusted.every_n.sums import largest_pairing, smallest_pairing
from proofs.trusted.every_n.witnesses.grown import exemplifies, refutes
from proofs.trusted.number import Inconclusive, Undefined, terms_of
from proofs.trusted.sign import signs_of
from proofs.trusted.unknowns import absolute, truth, unknown
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.value import sign_of_term
from proofs.trusted.verify import check

mp = mpmath.MPContext()
mp.dps = 40
ONE_RANKING = (sigma,)
low = Place("l")


# Values -------------------------------------------------------------------------------------------


def evaluated(terms, at):
    """Return the value of a number's terms, where `at` has n, the cut-off, p and the rankings."""
    total = mp.mpf(0)
    for monomial, factor in dict(terms).items():
        term = exactly(factor)
        for base, exponent in monomial:
            term *= mp.power(of_base(base, at), mp.mpf(exponent.numerator) / exponent.denominator)
        total += term
    return total


def exactly(fraction):
    return mp.mpf(fraction.numerator) / fraction.denominator


def of_base(base, at):
    kind, content = base
    if kind == "unknown":
        return of_unknown(content[0], at)
    if kind in ("tail", "product", "product above 0", "product below 0"):
        index, body, last = content
        places = range(1, int(mp.nint(evaluated(last, at))) + 1)
        each = [evaluated(body, {**at, index[1][0]: place}) for place in places]
        if kind == "tail":
            return sum(each, mp.mpf(0))
        whole = mp.fprod(each)
        return abs(whole) if kind == "product" or (whole > 0) == ("above" in kind) else mp.mpf(0)
    if kind == "root":
        return mp.mpf(content)
    if kind == "log":
        return mp.log(content if isinstance(content, int) else evaluated(content, at))
    if kind == "sum":
        return evaluated(content, at)
    if kind == "absolute":
        return abs(evaluated(content, at))
    first, inner = content[0], evaluated(content[1], at)
    if kind == "true":
        return mp.mpf((0 if abs(inner) < 1e-25 else int(mp.sign(inner))) in first)
    if kind == "radical":
        return mp.power(abs(inner), exactly(first))
    assert kind == "power"
    return mp.power(evaluated(first, at) if isinstance(first, tuple) else exactly(first), inner)


def of_unknown(name, at):
    if name[0] not in ("entry", "summed", "least"):
        return mp.mpf(at[name])
    kind, word, place = name
    if kind == "least":
        return max(mp.mpf(0), evaluated(place, at))
    found = int(mp.nint(evaluated(place, at)))
    if kind == "entry":
        return mp.mpf(through(word, found, at))
    paired = word[0] == "pairing"
    places = range(1, found + 1)
    if word[0] == "overlap":
        return mp.mpf(sum(all(belongs(each, i, at) for each in word[1]) for i in places))
    return mp.mpf(
        sum(i * through(word[1], i, at) if paired else through(word, i, at) for i in places)
    )


def belongs(each, place, at):
    """Tell whether a place is in the set where w(i) is below, at or above a cut."""
    word, true, cut = each
    return int(mp.sign(mp.nint(through(word, place, at) - evaluated(cut, at)))) in true


def through(word, found, at):
    for letter, power in reversed(word):
        if letter == BACKWARDS:
            found = at["n"] + 1 - found
        elif letter[0] == "swap":
            one, two = (int(mp.nint(evaluated(place, at))) for place in letter[1:])
            found = {one: two, two: one}.get(found, found)
        else:
            found = at[letter][found - 1] if power > 0 else at[letter].index(found) + 1
    return found


RANKS = [(name, "ranks") for name in ("recall", "ap", "dcg", "area", "kendall", "rbp")]
WAYS = [
    {},
    {"expanded": True},
    {"left_as_they_are": 1},
    {"left_as_they_are": 9},
    {"expanded": True, "left_as_they_are": 1},
]
FORMS = [
    (sigma, tau),
    (tau, sigma),
    (Compose(sigma, nu), Compose(tau, nu)),
    (Compose(nu, sigma), Inverse(tau)),
    (sigma, Compose(sigma, Backwards())),
    (Compose(Backwards(), tau), sigma),
]


def insist_on_values(metric, forms, convention="items", sizes=(2, 3), cases_each=8, **given_):
    """Hold the values in every form against the replay's, at some rankings of each size."""
    question = Question(AXIOMS["nonnegativity"], (metric,), 3, given_, convention, every_n=True)
    for form, way in itertools.product(forms, WAYS):
        reader = Every(question, 2)
        vars(reader).update(way)
        point = {**reader.scene.point, **reader.any_of((sigma, tau, nu))}
        form = form[-len(metric.inputs) :]
        try:
            found = terms_of(reader.value(m(*form), point))
        except (Inconclusive, Undefined):
            continue
        for size in sizes:
            rankings = list(itertools.permutations(range(1, size + 1)))
            cases = list(itertools.product(rankings, repeat=3))
            for case in cases[:: max(1, len(cases) // cases_each)]:
                chosen = dict(zip(("sigma", "tau", "nu"), case, strict=True))
                lists = [listing(term, chosen, size) for term in form]
                for cut in metric.cutoffs(size) if metric.depends_on_k() else [1]:
                    more = {"k": cut} if metric.depends_on_k() else {}
                    at = {"n": size, "k": cut, "p": mp.mpf(1) / 2, **chosen}
                    try:
                        bound = metric.bound(size, {**given_, **more})
                        expected = value_of(metric, lists, bound, convention)
                        ours = evaluated(found, at)
                    except (Undefined, Inconclusive, ZeroDivisionError):
                        continue
                    gap = abs(ours - mp.mpf(str(expected.evalf(40))))
                    assert gap < 1e-25, (metric.value, form, way, case, cut)


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("name", "convention"), [*[(name, "items") for name in METRICS], *RANKS])
def test_a_value_for_every_n_is_the_value_at_each_n(name, convention):
    metric = METRICS[name]
    given_ = {"p": "1/2"} if "p" in metric.parameters else {}
    insist_on_values(metric, FORMS[:1], convention, **given_)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", ["kendall", "ndpm_printed", "area", "r2", "recall", "err", "gmr"])
def test_words_and_reversals_keep_values(name):
    insist_on_values(METRICS[name], FORMS, cases_each=3)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("seed", range(6))
def test_values_of_metrics_made_at_random(seed):
    maker = Maker(seed)
    for _ in range(4):
        insist_on_values(maker.metric(), FORMS[:3], sizes=(3,), cases_each=4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_values_of_many_metrics_made_at_random(seed):
    maker = Maker(seed)
    for _ in range(4):
        insist_on_values(maker.metric(), FORMS, sizes=(2, 3, 4), cases_each=6)


SWAPPED = ("mae", "mse", "rmse", "spearman", "kendall", "ndpm", "dcg", "mape", "smape", "rbp", "r2")


@pytest.mark.parametrize("name", SWAPPED)
def test_one_swap_has_the_value_of_every_swap(name):
    metric = METRICS[name]
    given_ = {"p": "1/2"} if "p" in metric.parameters else {}
    question = Question(AXIOMS["wsd"], (metric,), 2, given_, every_n=True)
    case = Case(Kernel(question, 2), {"part": 0})
    formula, point = case.formula, case.point
    score = min(formula.atoms(Score), key=str)
    one, two = (next(iter(score.atoms(Swap))).args[place] for place in (0, 1))
    case.expanded = True
    found = case.value(score, point)
    for size in (2, 3, 4, 5):
        for first, last in itertools.combinations(range(1, size + 1), 2):
            swap = list(range(1, size + 1))
            swap[first - 1], swap[last - 1] = last, first
            both = [tuple(range(1, size + 1)), tuple(swap)][2 - len(metric.inputs) :]
            expected = value_of(metric, both, metric.bound(size, given_), "items")
            at = {"n": size, ("place", one.name): first, ("width", 0): last - first}
            ours = evaluated(terms_of(found), at)
            assert abs(ours - mp.mpf(str(expected.evalf(40)))) < 1e-25, (size, first, last)
    assert two in point


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_the_bounds_of_sums_of_entries(size):
    low_, high = (f(size) for f in (smallest_pairing, largest_pairing))
    identity = tuple(range(1, size + 1))
    for ranking in itertools.permutations(identity):
        total = sum(a * b for a, b in zip(identity, ranking, strict=True))
        assert low_ <= total <= high
        assert (total == high) == (ranking == identity)
        assert (total == low_) == (ranking == identity[::-1])
        for first in range(size + 1):
            part = sum(ranking[:first])
            assert sum(identity[:first]) <= part <= sum(identity[size - first :])


# Signs --------------------------------------------------------------------------------------------

NUMBERS = st.integers(-4, 4)


@given(st.lists(st.tuples(NUMBERS, st.integers(0, 2), st.integers(0, 2)), max_size=4), st.data())
def test_signs_of_polynomials_in_unknowns_are_those_at_each_value(parts, data):
    size = unknown("n", 2)
    place = unknown(("t", 1), 1, size - 1)
    value = sum((c * product([size] * a) * product([place] * b) for c, a, b in parts), 0)
    try:
        signs = signs_of(value)
    except Inconclusive:
        return
    for n_ in range(2, 8):
        for t in range(1, n_):
            exact = sum(c * n_**a * t**b for c, a, b in parts)
            assert (exact > 0) - (exact < 0) in signs


def product(values):
    total = 1
    for value in values:
        total = total * value
    return total


@given(NUMBERS, NUMBERS, NUMBERS)
def test_absolute_values_and_comparisons(a, b, c):
    x, y = unknown("x", 1), unknown("y", 1)
    value = a * x + b * y + c
    for one, two in itertools.product((1, 2, 5), repeat=2):
        at = {"x": one, "y": two}
        exact = a * one + b * two + c
        assert abs(evaluated(terms_of(absolute(value)), at) - abs(exact)) < 1e-25
        for signs in ((1,), (0,), (-1,), (0, 1), (-1, 0), (-1, 1)):
            expected = ((exact > 0) - (exact < 0)) in signs
            assert evaluated(terms_of(truth(value, signs)), at) == expected


@pytest.mark.parametrize("kind", [Abs, sign, Max])
def test_a_number_whose_sign_is_not_settled_is_not_called_positive(kind):
    zero = sqrt(2) + sqrt(3) - sqrt(5 + 2 * sqrt(6))
    term = kind(zero, 0, evaluate=False) if kind is Max else kind(zero, evaluate=False)
    with pytest.raises(Inconclusive):
        sign_of_term(term)


# Statements ---------------------------------------------------------------------------------------


QUICK = ("symmetry", "right_invariance", "nonnegativity")


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", METRICS)
def test_what_is_shown_for_every_n_holds_at_small_n(name):
    metric = METRICS[name]
    for asked in QUICK:
        if AXIOMS[asked].inputs == 1 and len(metric.inputs) == 2:
            continue
        given_ = parameters(name, k=1, axiom=asked)
        question = Question(AXIOMS[asked], (metric,), 2, given_, every_n=True)
        shown = [shown_by(question, part, 3) for part, _ in enumerate(question.formulas())]
        if None not in shown:
            small = Question(AXIOMS[asked], (metric,), 3, given_)
            assert exhaustive.answer(small, Limits(jobs=1)).status != "refuted", asked


def made(value, inputs=(sigma, tau)):
    return Metric("made", "made", inputs, value, "error", False, "a test")


def test_false_statements_are_not_shown():
    farther = made(Sum(Abs(sigma(i) - tau(i)) - Abs(sigma(i) - i), (i, 1, n)))
    asymmetric = made(Sum(i * sigma(i) - 2 * i * tau(i), (i, 1, n)))
    pairs = made(Sum(sigma(i) * tau(low), (low, 1, i - 1), (i, 1, n)))
    for metric in (farther, asymmetric, pairs):
        for asked in ("symmetry", "right_invariance", "left_invariance", "always_zero"):
            question = Question(AXIOMS[asked], (metric,), 2, {}, every_n=True)
            if proofs.ask(asked, metric, n=3).status == "refuted":
                assert shown_by(question) is None


def test_equality_of_rankings_is_not_guessed():
    statement = ForAll(sigma, tau, Le(m(sigma, tau), 0))
    assert shown_by(about(statement, METRICS["mae"])) is None
    equal = ForAll(sigma, Le(m(sigma, sigma), 0))
    assert shown_by(about(equal, METRICS["mae"])) == ["terms"]


def test_a_witness_that_grows_must_be_one_from_its_first_n_on():
    question = Question(AXIOMS["symmetry"], (METRICS["mape"],), 3)
    formula = question.formulas()[0]
    found = proofs.ask("symmetry", "mape", n=3).replayed.witness
    assert refutes(question, formula, Growth(3, found))
    assert not refutes(question, formula, Growth(2, found))
    assert not refutes(question, formula, Growth(3, {**found, "tau": found["sigma"]}))
    assert not refutes(question, formula, Growth(3, {"sigma": found["sigma"]}))
    assert not refutes(question, formula, Growth(3, {**found, "tau": [1, 1, 2]}))
    assert not refutes(question, formula, Growth(3, {"sigma": FORWARDS, "tau": found["tau"]}))
    assert not exemplifies(question, formula, Growth(3, found))


def test_a_place_that_may_not_exist_is_no_value():
    third = made(sigma(3), ONE_RANKING)
    question = about(ForAll(sigma, Le(0, m(sigma))), third)
    assert shown_by(question, least=2) is None
    assert shown_by(question, least=3) == ["terms"]


def test_indices_of_sums_side_by_side_and_inside_each_other_are_not_confused():
    x = Place("x")
    nested = Sum(Sum(sigma(x) * i, (x, 1, i)), (i, 1, n)) - Sum(
        Sum(tau(x) * i, (x, 1, i)), (i, 1, n)
    )
    question = Question(AXIOMS["always_zero"], (made(nested),), 2, every_n=True)
    assert shown_by(question) is None
    beside = Sum(sigma(i), (i, 1, n)) - Sum(tau(x), (x, 1, n))
    question = Question(AXIOMS["always_zero"], (made(beside),), 2, every_n=True)
    assert shown_by(question) == ["terms"]


# Certificates -------------------------------------------------------------------------------------


def sealed(content):
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


def written(axiom_name, *subjects, **asked):
    return json.loads(json.dumps(certificate(proofs.ask(axiom_name, *subjects, **asked), "1")))


ACCEPTED = [
    ("ioi", "mae", {"n": "all"}),
    ("ioi", "mean_rank", {"n": "all"}),
    ("symmetry", "kendall", {"n": "all"}),
    ("symmetry", "recall", {"n": "all"}),
    ("distance", "mae", {"n": "all"}),
    ("min_agreement", "spearman", {"n": "all"}),
    ("sensitivity_some", "dcg", {"n": "all"}),
    ("symmetry", "rbo", {"n": 2}),
    ("zero_iff_equal", "area_free", {"n": 2}),
    ("triangle", "kendall_w", {"n": 3}),
    ("scale_free", "kendall_w", {"n": 2}),
    ("isotone", "gp", {"n": 2, "c": 2, "order": "rank_replacement"}),
    ("symmetry", "rbo_ext(ties=a)", {"n": 2, "k": 2}),
    ("zero_iff_equal", "rbo_ext(ties=b)", {"n": 2, "k": 2}),
]


@pytest.mark.parametrize(("asked", "subject", "given_"), ACCEPTED)
def test_what_is_said_of_every_n_and_of_free_values_is_accepted(asked, subject, given_):
    assert check(written(asked, subject, **given_))


@pytest.mark.parametrize(
    ("start", "values"),
    [
        (3, {"sigma": [1, 2, 3], "tau": [1, 2, 3], "nu": [1, 2, 3]}),
        (4, {"sigma": [1, 2, 3, 4], "tau": [1, 3, 2, 4], "nu": [2, 1, 3, 4]}),
        (1, {"sigma": [1], "tau": [1], "nu": [1]}),
        (3, {"sigma": [1, 2, 3], "tau": [1, 3, 2]}),
        (3, {"sigma": FORWARDS, "tau": BACKWARDS, "nu": FORWARDS}),
        (3, {}),
        (3, {"sigma": "__import__('os')", "tau": [1, 3, 2], "nu": [2, 1, 3]}),
    ],
)
def test_a_refutation_for_every_n_needs_its_witness(start, values):
    content = written("ioi", "mae", n="all")
    assert check(content)
    content["evidence"]["steps"][0]["evidence"]["growth"] = {"from": start, "values": values}
    with pytest.raises((NotChecked, Rejected)):
        check(sealed(content))


def test_a_statement_that_holds_for_small_n_only_is_not_accepted():
    honest = written("symmetry", "recall", n="all")
    small = proofs.ask("ioi", "dcg", n=6)
    for subject, asked in (("dcg", "ioi"), ("ndcg", "ioi")):
        content = json.loads(json.dumps(honest))
        question = proofs.ask(asked, subject, n=3).question
        content["definitions"] = question.definitions()
        content["verdict"].update(
            axiom=asked,
            subject=[subject],
            statement=question.text(every_n=True),
            parameters={"n": 2},
        )
        with pytest.raises((NotChecked, Rejected)):
            check(sealed(content))
    assert small.status == "holds"


def test_cutoffs_that_differ_are_not_taken_for_one():
    content = written("symmetry", "recall", n="all")
    content["verdict"]["parameters"] = {"n": 3, "k": 2, "j": 1}
    with pytest.raises((NotChecked, Rejected)):
        check(sealed(content))


# False steps that were found by attack ------------------------------------------------------------


def about(statement, *metrics):
    asked = axiom("made", "made", statement, "a test")
    return Question(asked, metrics, 2, {}, every_n=True)


def over_all(body):
    return Sum(body, (i, 1, n))


SHIFTED = over_all(Abs(sigma(i) - tau(i))) - 10
PRODUCT = over_all(sigma(i) - 2) * over_all((sigma(i) - 2) / i**2)
STILL = over_all(sigma(i) - i)
UP_TO_K = Sum(1 / i, (i, 1, k)), Sum(1 / i**2, (i, 1, k))
INNER = Abs(sigma(sigma(i)) - low) * sqrt(low)
SHIFTED_INNER = (sigma(sigma(i)) - low + Rational(1, 100)) * sqrt(low)


def within_entry(body):
    return Sum(body, (low, 1, sigma(i) - 1), (i, 1, n))


FALSE = {
    "a constant is dropped": (
        ForAll(sigma, tau, Implies(Eq(m(sigma, tau), 0), Same(sigma, tau))),
        made(SHIFTED),
    ),
    "an index is captured": (ForAll(sigma, Ge(m(sigma), 0)), made(PRODUCT, ONE_RANKING)),
    "two indices are one": (
        ForAll(sigma, Eq(m1(sigma), m2(sigma))),
        made(over_all(1 / i) * UP_TO_K[1] + STILL, ONE_RANKING),
        made(over_all(1 / i**2) * UP_TO_K[0] + STILL, ONE_RANKING),
    ),
    "two cut-offs are one": (
        ForAll(sigma, Le(m1(sigma), m2(sigma))),
        made(k + over_all(sigma(i)), ONE_RANKING),
        replace(made(n + 1 - k + over_all(sigma(i)), ONE_RANKING), largest_k=n - 1),
    ),
    "a bound is stale": (
        ForAll(sigma, Le(m1(sigma), m2(sigma))),
        made(within_entry(INNER), ONE_RANKING),
        made(within_entry(SHIFTED_INNER), ONE_RANKING),
    ),
    "a place is the cut-off": (
        ForAll(sigma, Place("k"), Le(m(sigma), Place("k"))),
        made(k, ONE_RANKING),
    ),
}


RMSE, RMAE = METRICS["rmse"], METRICS["rmae"]
SQUARE = made(METRICS["mse"].value)
THIRD = Ranking("third")


@pytest.mark.parametrize(
    ("statement", "metric"),
    [
        (ForAll(sigma, tau, nu, Le(m(sigma, tau), m(sigma, nu) + m(nu, tau))), SQUARE),
        (ForAll(sigma, tau, nu, Le(m(sigma, tau), m(sigma, nu) + m(nu, THIRD))), RMSE),
        (ForAll(sigma, tau, nu, Le(m(sigma, tau), m(sigma, nu) + m(sigma, nu))), RMAE),
        (ForAll(sigma, tau, Implies(Eq(m(sigma, tau), 0), Same(sigma, tau))), METRICS["a_corr"]),
        (ForAll(sigma, tau, Implies(Eq(m(sigma, tau), 1), Same(sigma, tau))), METRICS["area_norm"]),
        (ForAll(sigma, tau, Ge(m(sigma, tau), Rational(1, 3))), METRICS["a_corr"]),
        (ForAll(sigma, tau, Le(m(sigma, tau), k * (n - k) - 1)), METRICS["point"]),
        (ForAll(sigma, tau, Ge(m(sigma, tau), 1)), METRICS["point"]),
    ],
)
def test_what_fails_somewhere_is_not_shown(statement, metric):
    variables = [v for v in (sigma, tau, nu, THIRD) if statement.has(v)]
    statement = ForAll(*variables, statement.body)
    assert shown_by(about(statement, metric)) is None


@pytest.mark.parametrize("name", ["mae", "kendall", "dcg", "mape"])
def test_that_nothing_exists_is_shown_only_where_it_is_so(name):
    metric = METRICS[name]
    question = Question(AXIOMS["sensitivity_some"], (metric,), 4, every_n=True)
    found = never_by(question, 4)
    assert (found is not None) == (proofs.ask("sensitivity_some", name, n=5).status == "refuted")


@pytest.mark.parametrize("name", FALSE)
def test_false_steps_stay_mended(name):
    statement, *metrics = FALSE[name]
    assert shown_by(about(statement, *metrics)) is None


def test_a_tail_that_may_be_0_is_not_called_positive():
    value = Indicator(n <= 2) + Sum(1 / i - 1 / i**2, (i, 1, n - 2)) + STILL
    statement = ForAll(sigma, Le(m(sigma), 0))
    question = replace(about(statement, made(value, ONE_RANKING)), n=3, every_n=False)
    assert not refutes(question, statement, Growth(3, {"sigma": FORWARDS}))


def test_inner_quantifiers_are_not_read_at_one_n():
    place = Place("place")
    question = replace(about(ForAll(sigma, Le(m(sigma), 0)), made(sigma(1), ONE_RANKING)), n=1)
    some = Exists(sigma, And(Eq(m(sigma), 1), ForAll(place, Eq(place, 1))))
    every = ForAll(sigma, Or(Ne(m(sigma), 1), Exists(place, Gt(place, 1))))
    assert not exemplifies(question, some, Growth(1, {"sigma": [1]}))
    assert not refutes(question, every, Growth(1, {"sigma": [1]}))


@pytest.mark.parametrize(
    ("subject", "parameters_", "start"),
    [
        ("recall", {"n": 2, "k": "every", "j": "every"}, 2),
        ("recall", {"n": 5, "j": "every"}, 2),
        ("lr_plus", {"n": 5, "k": "every"}, 5),
        ("recall", {"n": 5, "k": 3}, 2),
    ],
)
def test_forged_cutoffs_and_scopes_are_not_accepted(subject, parameters_, start):
    content = written("symmetry", subject, n="all")
    content["verdict"]["parameters"] = parameters_
    content["verdict"]["scope"]["from"] = start
    content["verdict"]["undefined"] = {"cases": 0, "first": None}
    with pytest.raises((NotChecked, Rejected)):
        check(sealed(content))


def test_where_a_proof_for_every_n_begins_is_said_once():
    content = written("symmetry", "mae", n="all")
    content["evidence"]["from"] = content["verdict"]["scope"]["from"]
    with pytest.raises(Rejected, match="in its scope alone"):
        check(sealed(content))


def test_a_witness_that_grows_from_a_large_n_is_not_proposed():
    asked = Question(AXIOMS["nonnegativity"], (METRICS["kendall"],), LARGEST_GROWN + 1)
    formula = asked.statements()[0].formula
    assert grown(asked, 0, turned(formula, LARGEST_GROWN + 1), "grown witness") is None
    assert grown(asked, 0, turned(formula, LARGEST_GROWN - 1), "grown witness") is not None


# Steps --------------------------------------------------------------------------------------------


def without_steps(content):
    del content["evidence"]["steps"]


def change_step(index, **fields):
    def change(content):
        content["evidence"]["steps"][index].update(fields)

    return change


def told(index, **fields):
    def change(content):
        content["evidence"]["steps"][index]["evidence"].update(fields)

    return change


def only(*kept):
    def change(content):
        steps = content["evidence"]["steps"]
        content["evidence"]["steps"] = [steps[index] for index in kept]

    return change


FORGED_STEPS = {
    "no steps": without_steps,
    "an empty derivation": only(),
    "a part is missing": only(0, 1),
    "in another order": only(2, 0, 1),
    "rests on nothing": change_step(2, premises=[]),
    "rests on itself": change_step(2, premises=[3]),
    "rests on what comes later": change_step(0, premises=[2]),
    "rests on half": change_step(2, premises=[1]),
    "another rule": change_step(0, rule="trivial"),
    "no rule": change_step(0, rule="trust me"),
    "another conclusion": change_step(0, conclusion="kendall(σ, τ) ≤ 0"),
    "another part": told(0, part=1),
    "no such part": told(0, part=7),
    "a part that is no number": told(0, part="0"),
    "a negative part": told(0, part=-1),
    "told more than it reads": told(0, way="joined"),
    "another script": told(0, scripts=["0" * 64]),
}


@pytest.mark.parametrize("name", FORGED_STEPS)
def test_forged_steps_are_not_accepted(name):
    content = written("max_iff_equal", "kendall", n="all")
    assert check(content)
    FORGED_STEPS[name](content)
    with pytest.raises((NotChecked, Rejected)):
        check(sealed(content))


@pytest.mark.parametrize("terms", [1, 2, 3, 4, 5])
def test_the_identity_that_the_rule_of_norms_rests_on(terms):
    """2 Σ y² Σ z² − 2 (Σ yz)² is the sum of all (yᵢzⱼ − yⱼzᵢ)², so it is not negative."""
    y, z = (sp.symbols(f"{letter}:{terms}") for letter in "yz")
    both = list(zip(y, z, strict=True))
    squares = sum((a * d - c * b) ** 2 for a, b in both for c, d in both)
    product = sum(a**2 for a in y) * sum(b**2 for b in z)
    assert sp.expand(2 * product - 2 * sum(a * b for a, b in both) ** 2 - squares) == 0


def test_a_norm_needs_no_theorem_of_the_textbooks():
    content = written("triangle", "rmse", n="all")
    assert "trusted" not in content["verdict"]
    assert check(content)


def test_a_theorem_is_listed_until_it_is_trusted(monkeypatch):
    theorem = Theorem("Minkowski", "the triangle inequality of norms")
    monkeypatch.setitem(RULES, "norm", replace(RULES["norm"], trusted=(theorem,)))
    content = written("triangle", "rmse", n="all")
    assert content["verdict"]["trusted"][0]["theorem"] == "Minkowski"
    with pytest.raises(NotChecked, match="Minkowski"):
        check(content)
    assert check(content, ["Minkowski"])
    del content["verdict"]["trusted"]
    with pytest.raises(Rejected, match="theorems"):
        check(sealed(content), ["Minkowski"])
