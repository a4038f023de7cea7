"""Metrics that users might write: verdicts are right or UNDECIDED, never wrong."""

import itertools

import pytest
from asking import value_of
from sympy import (
    Abs,
    And,
    Equivalent,
    Integer,
    Max,
    Min,
    Ne,
    Not,
    Or,
    Product,
    Rational,
    Sum,
    Symbol,
    Xor,
    log,
    pi,
    sign,
    sqrt,
    sympify,
)  # fmt: skip

import proofs
from metrics.language.terms import (
    Compose,
    Identity,
    Indicator,
    Inverse,
    Place,
    Ratio,
    i,
    j,
    k,
    n,
    nu,
    sigma,
    tau,
)  # fmt: skip
from metrics.metric import Metric
from metrics.overlap import FP, TP
from proofs.core.limits import Limits
from proofs.engines.exhaustive.scores import Scorer, all_rankings
from proofs.trusted.number import Inconclusive, Undefined

ONE, TWO = (sigma,), (sigma, tau)


def made(value, inputs=ONE, **more):
    return Metric(
        name="made",
        title="made",
        inputs=inputs,
        value=sympify(value),
        family="made",
        higher_is_better=True,
        source="a test",
        **more,
    )


VALUES = [
    Sum(sqrt(sigma(i)) * i, (i, 1, n)),
    Sum(sqrt(i) * sigma(i), (i, 1, n)),
    Sum(log(i) * sigma(i), (i, 1, n)),
    Sum(log(i + 1) * sigma(i), (i, 1, n)),
    sigma(1) ** sqrt(2),
    Sum(i * sigma(i) ** sqrt(2), (i, 1, n)),
    Sum(2 ** (sqrt(2) * sigma(i)) * i, (i, 1, n)),
    500 - 2 ** Ratio(sigma(1), 1) * 3 ** Ratio(sigma(2), 1),
    2 ** Ratio(sigma(1) - 1, 1),
    Sum(sigma(i) - 300, (i, 1, n)) + 300 * n,
    Sum(sigma(i) * i + 10**30, (i, 1, n)) - n * 10**30,
    Sum(10**400 * 4**i * sigma(i), (i, 1, n)),
    Ratio(1, sigma(1) - 1),
    Max(Ratio(sigma(1), sigma(2) - 1), 1),
    log(1 + Ratio(sigma(1), sigma(2) - 1)),
    Product(1 - 1 / sigma(i), (i, 1, 2)),
    Integer(3),
    -Sum(sigma(i) * i, (i, 1, n)),
    Abs(sigma(1) - sigma(2)) * sqrt(2) + sqrt(3) * sqrt(6) * sigma(1),
    pi * sigma(1),
    Sum(Abs(sigma(i) - sigma(i - 1)), (i, 1, n)),
    Sum(i * sigma(i / 2), (i, 1, n)),
    sqrt(Sum(sqrt(sigma(i)), (i, 1, 2))),
]
AXIOMS = [
    "ioi",
    "symmetry",
    "right_invariance",
    "nonnegativity",
    "triangle",
    "max_agreement",
    "wsd",
    "linear_distance",
]


def plain_truth(axiom, value, n_items):
    """Decide a property of a one-input metric from a dictionary of 60-digit values, by loops."""
    items = list(value)
    close = 10**-40
    defined = [x for x in items if value[x] is not None]
    pairs = itertools.product(defined, repeat=2)
    if axiom in ("ioi",):
        return all(x == y or abs(value[x] - value[y]) > close for x, y in pairs)
    if axiom in ("symmetry", "right_invariance"):
        return all(abs(value[x] - value[y]) < close for x, y in pairs)
    if axiom == "nonnegativity":
        return all(value[x] > -close for x in defined)
    if axiom == "triangle":
        return all(value[x] <= value[y] + value[x] + close for x, y in pairs)
    if axiom == "max_agreement":
        return all(value[x] <= value[y] + close for x, y in pairs)
    return None


@pytest.mark.sweep(3)
@pytest.mark.parametrize("value", VALUES, ids=str)
@pytest.mark.parametrize("size", [3, 4])
def test_verdicts_are_right_or_undecided(value, size):
    import mpmath

    mpmath.mp.dps = 60
    metric = made(value)
    values = {}
    try:
        for ranking in itertools.permutations(range(1, size + 1)):
            try:
                number = value_of(metric, [ranking], {}, "items")
                values[ranking] = mpmath.mpf(str(number.evalf(60)))
            except Undefined:
                values[ranking] = None
    except Inconclusive:
        values = None
    for axiom in AXIOMS:
        verdict = proofs.ask(axiom, metric, n=size, limits=Limits(jobs=1))
        if values is None:
            assert verdict.status == "undecided"
            continue
        expected = plain_truth(axiom, values, size)
        if expected is not None and verdict.status != "undecided":
            assert (verdict.status == "holds") == expected, (axiom, value)


H = Max(n - 4, 0)
F = Sum(Abs(sigma(i) - tau(i)), (i, 1, n))
l = Place("l")  # noqa: E741
DISCORDANT = Indicator((sigma(l) - sigma(i)) * (tau(l) - tau(i)) < 0)
TRICKY = [
    ("zero_iff_equal", Sum(DISCORDANT, (l, 1, i - 1), (i, 1, Min(n, 4))), TWO),
    ("distance", Sum(DISCORDANT, (l, 1, i - 1), (i, 1, Min(n, 4))), TWO),
    ("triangle", H * sqrt(Sum((sigma(i) - tau(n + 1 - i)) ** 2, (i, 1, n))), TWO),
    ("triangle", H * sqrt(Sum((Inverse(sigma)(i) - tau(i)) ** 2, (i, 1, n))), TWO),
    (
        "right_invariance",
        H * Sum(sign(sigma(l + 1) - sigma(i)) ** 2 * sigma(l) * sigma(i), (l, 1, i - 1), (i, 1, n)),
        ONE,
    ),
    ("symmetry", F / (n - 5), TWO),
    ("symmetry", Ratio(F, n - 5), TWO),
    ("sensitivity_some", Ratio(F, n - 5), TWO),
    ("min_agreement", sigma(1) * log(Max(5 - n, 0)), ONE),
    ("nonnegativity", n - Rational(5, 2) - Sum(1, (i, 4, n)) + 0 * sigma(1), ONE),
    (
        "ioi",
        (n - 5 + Sum(1, (i, 1, 5 - n))) * Sum(sigma(i) * 10**i, (i, 1, n)),
        ONE,
    ),
    ("symmetry", Sum(sigma(i) * tau(i), (i, 1, n)), TWO),
    ("triangle", Sum(Indicator(Ne(sigma(i), tau(i))), (i, 1, n)), TWO),
    ("zero_iff_equal", F - F / n, TWO),
    ("nonnegativity", Sum(sigma(i) * i, (i, 1, n)) - n**2, ONE),
]


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("axiom", "value", "inputs"), TRICKY, ids=str)
def test_what_is_said_of_every_n_is_true_of_each(axiom, value, inputs):
    metric = made(value, inputs)
    everywhere = proofs.ask(axiom, metric, n="all", limits=Limits(seconds=10))
    start = everywhere.scope.every_from
    for size in range(start or 8, 7 if len(inputs) == 1 else 6):
        found = proofs.ask(axiom, metric, n=size, engine="exhaustive")
        assert found.status == everywhere.status, size


@pytest.mark.parametrize("cutoff", [1, 2, 3])
def test_a_cutoff_that_may_be_n_is_not_less_than_n(cutoff):
    metric = made((n - k) * F, TWO)
    assert proofs.ask("zero_iff_equal", metric, n="all").status == "refuted"
    assert proofs.ask("zero_iff_equal", metric, n=cutoff + 1, k=cutoff).status == "holds"


JOINED = [
    And(sigma(i) <= 3, tau(i) <= 3),
    Or(sigma(i) <= 2, Ne(tau(i), 3)),
    Not(And(sigma(i) < tau(i), tau(i) < 3)),
    Xor(sigma(i) <= 2, tau(i) <= 2),
    Equivalent(sigma(i) <= 2, tau(i) <= 2),
]


def truth_of(condition, one, two, place):
    return bool(condition.subs({sigma(i): one[place], tau(i): two[place]}))


@pytest.mark.parametrize("condition", JOINED, ids=str)
def test_joined_conditions_are_counted_by_every_reader(condition):
    metric = made(Sum(Indicator(condition), (i, 1, n)), TWO)
    rankings = list(itertools.permutations((1, 2, 3)))
    for one, two in itertools.product(rankings, repeat=2):
        count = sum(truth_of(condition, one, two, place) for place in range(3))
        assert value_of(metric, [one, two], {}, "items") == count
    for axiom in ("symmetry", "nonnegativity", "right_invariance"):
        ours = proofs.ask(axiom, metric, n=3, engine="exhaustive").status
        assert ours == proofs.ask(axiom, metric, n=3, engine="smt").status
        everywhere = proofs.ask(axiom, metric, n="all", limits=Limits(seconds=10))
        if (everywhere.scope.every_from or 4) <= 3:
            assert everywhere.status == ours


def test_a_condition_that_is_no_comparison_is_refused():
    with pytest.raises(ValueError, match="has no meaning here"):
        made(sigma(1) * Indicator(Symbol("yes")))


m_ = Place("m")
LEGAL = [
    ("nonnegativity", Sum(n * (i - 2) - sigma(i), (i, 1, n)), ONE),
    ("sensitivity_some", Sum(sigma(i) * sigma(l) * m_, (i, 1, n), (l, 1, n), (m_, 1, n)), ONE),
    ("zero_iff_equal", Sum(sigma(i) * tau(l) * m_, (i, 1, n), (l, 1, n), (m_, 1, n)), TWO),
]


@pytest.mark.parametrize(("axiom", "value", "inputs"), LEGAL, ids=str)
def test_legal_metrics_get_an_answer_for_every_n(axiom, value, inputs):
    everywhere = proofs.ask(axiom, made(value, inputs), n="all", limits=Limits(seconds=10))
    assert everywhere.status == "refuted"


def test_a_cutoff_j_that_may_be_n_is_not_less_than_n():
    metric = made((n - j) * F, TWO)
    assert proofs.ask("zero_iff_equal", metric, n="all").status == "refuted"
    for cutoff in (1, 2, 3):
        everywhere = proofs.ask("zero_iff_equal", metric, n="all", j=cutoff)
        there = proofs.ask("zero_iff_equal", metric, n=cutoff, j=cutoff)
        assert everywhere.status in (there.status, "undecided")


def test_n_minus_a_cutoff_is_at_least_zero_and_below_n_more():
    for cutoff in (k, j):
        loose, strict = (made((n - cutoff) * F, TWO, largest_k=top) for top in (n, n - 1))
        assert proofs.ask("nonnegativity", loose, n="all").status == "holds"
        assert proofs.ask("zero_iff_equal", strict, n="all").status == "holds"


def test_one_item_may_refute_what_the_rules_prove_for_more():
    verdict = proofs.ask("nonnegativity", made((n - 2) * sigma(1)), n="all")
    assert (verdict.status, verdict.scope.first_failing) == ("refuted", 1)
    assert "every n ≥ 2" in " ".join(verdict.checked)
    assert proofs.ask("nonnegativity", made((n - 2) * sigma(1)), n=[2, 3, 4]).status == "holds"


def test_every_admissible_cutoff_is_tried():
    verdict = proofs.ask("nonnegativity", made((4 - k) * F, TWO), n="all")
    assert (verdict.status, verdict.scope.first_failing) == ("refuted", 5)
    assert verdict.question.parameters == {"k": 5}


def test_what_is_undecided_says_for_which_cutoffs_it_holds():
    verdict = proofs.ask("nonnegativity", made((7 - k) * F, TWO), n="all")
    assert verdict.status == "undecided"
    assert "it holds for n = 1…5 and every k" in verdict.reason
    assert verdict.question.given() == ", every k"


def test_what_was_not_tried_for_lack_of_time_is_not_called_tried():
    verdict = proofs.ask("ioi", "mae", n="all", limits=Limits(seconds=1e-9))
    assert verdict.status == "undecided"
    assert verdict.reason.startswith("the time limit was reached at n = 1")


def test_a_large_cutoff_is_no_reason_to_stop():
    for axiom, status in (("symmetry", "holds"), ("ioi", "refuted")):
        verdict = proofs.ask(axiom, "recall", n="all", k=9)
        assert (verdict.status, verdict.question.n) == (status, 10)
    assert proofs.ask("symmetry", "recall", n="all", k=9).scope.every_from == 10


SMT_VALUES = [
    (Sum(Rational(1, 2) ** sigma(i) * i, (i, 1, n)), ONE),
    (Sum(Rational(1, 2) ** sigma(i) * tau(i), (i, 1, n)), TWO),
    (Sum(2 ** (sigma(i) - tau(i)), (i, 1, n)), TWO),
    (Integer(4) ** (sigma(1) / 2) - 2 * sigma(2), ONE),
    (Sum(Indicator(Ratio(1, sigma(1) - i) >= 0), (i, 1, n)), ONE),
    (sign(Ratio(1, sigma(1) - 1)), ONE),
    (Sum(Indicator(Ne(sigma(i), tau(i))), (i, 1, n)), TWO),
    (sign(sqrt(F) - 2), TWO),
    (Sum(sigma(i) * tau(i), (i, 1, n)), TWO),
]


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("value", "inputs"), SMT_VALUES, ids=str)
@pytest.mark.parametrize("size", [2, 3])
def test_solvers_agree_with_exhaustive_search(value, inputs, size):
    metric = made(value, inputs)
    for axiom in ("ioi", "nonnegativity", "symmetry", "triangle", "max_agreement", "wsd")[
        : 2 * size
    ]:
        ours = proofs.ask(axiom, metric, n=size, engine="exhaustive")
        theirs = proofs.ask(axiom, metric, n=size, engine="smt", limits=Limits(seconds=5))
        assert theirs.status in (ours.status, "undecided"), axiom


def test_an_index_that_starts_at_zero_is_refused():
    with pytest.raises(ValueError, match="start at 1"):
        made(Sum(i, (i, 4 - n, 2)) * sigma(1))


def test_undefined_values_survive_functions_of_them():
    for value in (Max(Ratio(TP, FP), 1), log(1 + Ratio(TP, FP)), Ratio(TP, FP)):
        metric = made(value, TWO, largest_k=n - 1)
        verdict = proofs.ask("nonnegativity", metric, n=4, k=2)
        assert verdict.undefined.cases == 96
        assert proofs.ask("max_agreement", metric, n=4, k=2).status == "undecided"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (Sum(sigma(i), (i, 1, Symbol("n"))), "Import n"),
        (Symbol("q") * sigma(1), "the symbol q"),
        (sigma(i), "the symbol i"),
        (tau(1), "entries of"),
        (Compose(sigma, Inverse(sigma))(1), "entries of"),
        (Identity()(1), "entries of"),
        (nu(1) * k, "entries of"),
    ],
)
def test_names_without_a_value_are_refused(value, message):
    with pytest.raises(ValueError, match=message):
        made(value)


@pytest.mark.parametrize("size", [4.0, "4.0", "x", "2..", None, True, 0, -1, 10**30])
def test_sizes_that_are_none_are_refused(size):
    with pytest.raises((ValueError, TypeError)):
        proofs.ask("ioi", "dcg", n=size)


def test_threads_give_the_same_answer():
    for axiom, metric, size in (
        ("triangle", "mse", 6),
        ("symmetry", "mape", 6),
        ("ioi", "rmse", 7),
    ):
        one, many = (proofs.ask(axiom, metric, n=size, limits=Limits(jobs=jobs)) for jobs in (1, 8))
        assert one.status == many.status
        assert (one.replayed and one.replayed.witness) == (many.replayed and many.replayed.witness)


def test_blocks_really_run_side_by_side():
    import threading

    from proofs.engines.exhaustive.search import in_order

    barrier = threading.Barrier(2, timeout=10)

    def meet(number):
        if number in (1, 2):
            barrier.wait()
        return number

    assert list(in_order(meet, iter(range(5)), 2)) == [0, 1, 2, 3, 4]


def test_linear_equivalence_counts_undefined_triples():
    first, second = made(Ratio(1, sigma(1) - 1)), made(Ratio(3, sigma(1) - 1) - 1)
    for size in (3, 4, 5):
        from math import factorial

        verdict = proofs.ask("linear_equivalence", first, second, n=size)
        total, missing = factorial(size), factorial(size - 1)
        left = total - missing
        assert verdict.status == "holds"
        assert verdict.undefined.cases == total**2 - left**2 + total**3 - left**3


def test_an_empty_limit_is_respected():
    from proofs.core.limits import Refusal

    with pytest.raises(Refusal):
        proofs.ask("ioi", "dcg", n=6, limits=Limits(cases=5), engine="exhaustive")


def test_a_score_beyond_64_bits_is_exact():
    metric = made(Sum(10**30 * 4**i * sigma(i), (i, 1, n)))
    ids, table = Scorer(metric, 4, {}, "items")(all_rankings(4)).numbered()
    first = table.scalar(int(ids[0])).as_fraction()
    assert first == 10**30 * sum(4**place * place for place in range(1, 5))
