"""Plans and engines for orders against the formulas, read naively, on every small domain."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import lattice_reference as naive
import pytest
import sympy as sp
from asking import thin
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Ge, Implies, Integer, Le, Max, Min, Product, Sum

from axioms import OTHER_AXIOMS
from axioms.axiom import Axiom, Part, m
from axioms.language.formula import ForAll
from axioms.language.order_terms import Below
from axioms.language.shapes import renamed
from axioms.ordering import isotone
from lattice import ORDERS
from lattice.order import RANK, Order
from lattice.orders import mass, rank_replacement
from metrics import RUN_METRICS
from metrics.graded import gp
from metrics.language.domains import RUNS
from metrics.language.parameters import settings_for
from metrics.language.runs import Gain, a, c, r, s, spot
from metrics.language.terms import Indicator, i, n
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs import ask
from proofs.core.limits import Limits, Refusal
from proofs.core.question import Question
from proofs.engines.exhaustive.runs.every_run import PLANS, answer, refuses
from proofs.engines.exhaustive.runs.run_search import RunSearch
from proofs.engines.exhaustive.runs.setting import Setting
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.number import Undefined

ABOUT_ORDERS = {x.name: x for x in OTHER_AXIOMS.values() if isinstance(x, Axiom) and not x.slots
                and x.domain is RUNS}  # fmt: skip
ABOUT_METRICS = [OTHER_AXIOMS[name] for name in ("isotone", "strictly_isotone", "valuation")]
SOME_ORDERS = ["set_replacement", "rank_swapping", "ops_swap", "rank_projection"]
TINY = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]


def made(value, name="made"):
    return Metric(
        name=name, title=name, inputs=(r,), value=sp.sympify(value), family="made",
        higher_is_better=True, source="a test",
    )  # fmt: skip


def order_of(formula, listed=RANK, **more):
    return Order(name="made", title="made", listed=listed, source="a test", below=formula, **more)


def question(asked, order, n, c, metric=None, **given):
    subject = order if metric is None else metric
    return Question(asked, (subject,), n, {"c": c, **settings_for(metric, c, given)}, None, order)


def first_failure(asked_of, formula):
    """The first assignment, in lexicographic order, at which the body of ∀ is false."""
    replayer = replayer_of(asked_of)
    failing, undefined = None, 0
    for case in replayer.cases(formula.variables, {}):
        try:
            point = {**replayer.scene.point, **case}
            if not replayer.truth(formula.body, point) and failing is None:
                failing = {variable.name: word for variable, word in case.items()}
        except Undefined:
            undefined += 1
    return failing, undefined


ANY_RELATION = ("reflexive", "antisymmetric", "transitive", "chain", "connected")


def decidable(setting, part):
    """Whether a plan has to decide: bounds need a partial order, closed forms a closed form."""
    if part in ANY_RELATION:
        return True
    closed = setting.question.on.join is not None or "closed" not in part
    return setting.is_poset and closed


def planned(setting, formula):
    """What the plan for a formula finds; a witness by the names of its variables."""
    found = PLANS[renamed(formula)](RunSearch(setting), formula)
    words = None if found.witness is None else found.witness.items()
    return found, None if words is None else {v.name: tuple(word) for v, word in words}


PARTS = {
    part.name: (asked, part)
    for asked in ABOUT_ORDERS.values()
    for part in asked.parts
    if renamed(part.statement) in PLANS
}


@pytest.mark.sweep(3)
@pytest.mark.parametrize("case", thin([(x, y) for y in ORDERS for x in PARTS], 2), ids=str)
def test_plans_for_orders_find_the_first_witness(case):
    (asked, part), name = PARTS[case[0]], case[1]
    for size, top in TINY:
        if len(naive.runs(name, size, top)) > 8 and len(part.statement.variables) > 2:
            continue
        asked_of = question(asked, ORDERS[name], size, top)
        setting = Setting(asked_of, Limits())
        if not decidable(setting, part.name):
            continue
        wanted, _ = first_failure(asked_of, part.statement)
        assert planned(setting, part.statement)[1] == wanted, (size, top)


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "part"), list(PARTS.values()), ids=list(PARTS))
@pytest.mark.parametrize("name", ORDERS)
def test_plans_for_orders_on_larger_domains(asked, part, name):
    size, top = (3, 2) if len(part.statement.variables) < 3 else (2, 2)
    asked_of = question(asked, ORDERS[name], size, top)
    setting = Setting(asked_of, Limits())
    if decidable(setting, part.name):
        wanted, _ = first_failure(asked_of, part.statement)
        assert planned(setting, part.statement)[1] == wanted


MADE = {
    "sum of grades": Sum(r(i), (i, 1, n)),
    "product": Product(1 + r(i), (i, 1, n)),
    "square": Sum(r(i), (i, 1, n)) ** 2,
    "falling": -Sum(r(i), (i, 1, n)),
    "falling gains": Sum(Gain(c - r(i)), (i, 1, n)),
    "neighbours": Sum(r(i) * r(n + 1 - i), (i, 1, n)),
    "best place": Max(r(Integer(1)), r(n)),
    "worst place": Min(r(Integer(1)), r(n)),
    "truncated gain": Sum(Gain(Min(1, r(i))), (i, 1, n)),
    "undefined at zero": 1 / Sum(r(i), (i, 1, n)),
    "undefined at many": Sum(1 / r(i), (i, 1, n)),
    "alternating": Sum((-1) ** i * r(i), (i, 1, n)),
    "relevant ones": Sum(Indicator(r(i) >= 1), (i, 1, n)),
    "exponential": Sum((2 ** r(i) - 1) / i, (i, 1, n)),
    "a constant": Integer(3),
}


@pytest.mark.sweep(8)
@pytest.mark.parametrize("asked", ABOUT_METRICS, ids=lambda x: x.name)
@pytest.mark.parametrize("label", MADE)
@pytest.mark.parametrize("name", ORDERS)
def test_plans_for_metrics_find_the_first_witness(asked, label, name):
    metric = made(MADE[label])
    gains = {"gains": "0,1,3"} if metric.value.has(Gain) else {}
    for size, top in ((2, 2), (3, 1)):
        if top == 1 and gains:
            gains = {"gains": "0,1"}
        asked_of = question(asked, ORDERS[name], size, top, metric, **gains)
        setting = Setting(asked_of, Limits())
        if not setting.is_poset and asked.name == "valuation":
            continue
        statement = asked.parts[0].statement
        wanted, undefined = first_failure(asked_of, statement)
        found, witness = planned(setting, statement)
        assert witness == wanted
        if wanted is None:
            assert found.undefined == undefined


# Gains left free ---------------------------------------------------------------------------------

rationals = st.fractions(min_value=Fraction(1, 50), max_value=50, max_denominator=50)
gain_lists = st.integers(1, 2).flatmap(lambda top: st.lists(rationals, min_size=top, max_size=top))


def cumulated(steps):
    return [sum(steps[:k], Fraction(0)) for k in range(len(steps) + 1)]


@pytest.mark.sweep(3)
@settings(max_examples=4)
@given(gain_lists, st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20))
@pytest.mark.parametrize("metric", ["gp", "gr", "grbp"])
@pytest.mark.parametrize("name", [x for x in ORDERS if x != "rank_replacement_literal"])
def test_what_holds_for_all_gains_holds_for_some(metric, name, steps, p):
    top, g = len(steps), cumulated(steps)
    words, pairs = naive.order(name, 2, top)

    def score(word):
        return naive.METRICS[metric](word, g, p=p)

    free = {x.name: ask(x.name, metric, order=name, n=2, c=top).status for x in ABOUT_METRICS}
    assert "undecided" not in free.values()
    if free["valuation"] == "holds":
        assert naive.is_valuation(words, pairs, score) is None
    if free["isotone"] == "holds":
        assert all(score(x) <= score(y) for x, y in pairs)
    if free["strictly_isotone"] == "holds":
        assert all(score(x) < score(y) for x, y in pairs if x != y)


@settings(max_examples=4)
@given(gain_lists, st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20))
@pytest.mark.parametrize("metric", ["gp", "gr", "grbp", "dcg_b"])
@pytest.mark.parametrize("name", SOME_ORDERS)
def test_given_gains_give_the_reference_s_answer(metric, name, steps, p):
    top, g = len(steps), cumulated(steps)
    words, pairs = naive.order(name, 3 if metric == "dcg_b" else 2, top)
    given_here = {"gains": ",".join(map(str, g))} | ({"p": str(p)} if metric == "grbp" else {})
    given_here |= {"rb": "7"} if metric == "gr" else {}

    def score(word):
        return naive.METRICS[metric](word, g, p=p, rb=7)

    size = len(words[0])
    isotone = ask("isotone", metric, order=name, n=size, c=top, **given_here).status
    assert (isotone == "holds") == all(score(x) <= score(y) for x, y in pairs)
    valuation = ask("valuation", metric, order=name, n=size, c=top, **given_here)
    wanted = naive.is_valuation(words, pairs, score)
    assert (valuation.status == "holds") == (wanted is None)
    if wanted is not None:
        assert tuple(map(tuple, (valuation.replayed.witness[x] for x in "rs"))) == wanted


@pytest.mark.parametrize("name", [name for name in RUN_METRICS if name != "r"])  # r is always 1
def test_replayed_values_are_the_reference_s(name):
    # swapping is no refutation of rank_projection's reverse: ask something that fails for all four
    metric = made(-RUN_METRICS[name].value, f"minus_{name}")
    read = {"p": "2/3", "rb": "5", "gains": "0,1,3", "place_weights": "4,2,1"}
    parameters = {word: value for word, value in read.items() if word in metric.parameters}
    order = "ops_swap" if name == "ndcg" else "rank_replacement"
    found = ask("isotone", metric, order=order, n=3, c=2, **parameters)
    words = [tuple(found.replayed.witness[x]) for x in "rs"]
    for word, (_, value) in zip(words, found.replayed.values, strict=True):
        wanted = naive.METRICS[name](word, [0, 1, 3], p=Fraction(2, 3), rb=5)
        assert sp.simplify(value + sp.sympify(str(wanted))) == 0


# SMT ---------------------------------------------------------------------------------------------

SMT_CASES = [
    (asked, metric, given)
    for asked in ("isotone", "strictly_isotone", "valuation")
    for metric, given in (
        ("gp", {}), ("gr", {}), ("grbp", {}), ("gp", {"gains": "0,1,3"}),
        ("gr", {"gains": "1/2,1,2", "rb": "3"}), ("grbp", {"gains": "0,1,3", "p": "1/3"}),
    )
]  # fmt: skip


def agrees(asked, subject, **given):
    """Compare the solvers with the search, unless they refuse."""
    try:
        second = ask(asked, subject, engine="smt", **given)
    except Refusal:
        return None
    first = ask(asked, subject, **given)
    assert second.status == first.status
    return first.status


@pytest.mark.parametrize("name", ["rank_replacement", "set_replacement", "rank_projection"])
def test_solvers_agree_with_the_search(name):
    for asked, metric, given_here in SMT_CASES[:1] + SMT_CASES[3:5] + SMT_CASES[9:10]:
        agrees(asked, metric, order=name, n=2, c=2, **given_here)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ORDERS if ORDERS[name].below is not None])
@pytest.mark.parametrize(("asked", "metric", "given_here"), SMT_CASES)
def test_solvers_agree_with_the_search_everywhere(name, asked, metric, given_here):
    agrees(asked, metric, order=name, n=2, c=2, **given_here)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("asked", ["poset", "chain", "no_n5", "no_m3"])
@pytest.mark.parametrize("name", ["rank_replacement", "rank_swapping", "rank_replacement_literal"])
def test_solvers_agree_about_orders(asked, name):
    agrees(asked, name, n=2, c=1)


def test_a_closed_form_that_gives_no_joins_is_refused():
    # by total mass (0 1) and (1 0) are below each other, so nothing has a join
    wrong = order_of(
        ForAll(a, Le(mass(r, a), mass(s, a))),
        join=Max(r(spot), s(spot)), meet=Min(r(spot), s(spot)),
    )  # fmt: skip
    with pytest.raises(Refusal, match="closed form"):
        ask("valuation", "gp", order=wrong, n=2, c=1, engine="smt")
    with pytest.raises(Refusal, match="no closed form"):
        ask("no_n5", "rank_replacement_literal", n=2, c=1, engine="smt")


def test_solvers_refuse_a_denominator_that_may_vanish():
    with pytest.raises(Refusal, match="may be zero"):
        ask("isotone", made(1 / Sum(r(i), (i, 1, n))), order="rank_replacement", n=2, c=2,
            engine="smt")  # fmt: skip


def test_an_undecided_search_does_not_hide_what_the_solvers_found():
    metric = made(Sum(Indicator(2 * Gain(r(i)) >= Gain(Integer(2))), (i, 1, n)))
    found = ask("strictly_isotone", metric, order="rank_replacement", n=2, c=2, cross=True)
    assert found.status == "refuted"
    assert found.agreed_by == ()


# What cannot be read -----------------------------------------------------------------------------


@pytest.mark.parametrize("value", [Sum(r(i) * r(i - 1), (i, 1, n)), Sum(r(i + 1), (i, 1, n)),
                                   Sum(Gain(r(i) + 1), (i, 1, n))], ids=str)  # fmt: skip
@pytest.mark.parametrize("asked", ["isotone", "valuation"])
def test_what_lies_outside_a_run_is_refused(value, asked):
    for more in ({}, {"engine": "smt"}):
        with pytest.raises(BadInput):
            ask(asked, made(value), order="rank_replacement", n=2, c=2, **more)


def test_what_cannot_be_read_is_undecided():
    verdict = ask("isotone", made(Sum(sp.exp(r(i)), (i, 1, n))), order="rank_replacement", n=2, c=1)
    assert verdict.status == "undecided"
    assert "cannot read exp" in verdict.reason


def test_places_outside_runs_in_orders_are_refused():
    with pytest.raises(BadInput, match="place 3"):
        ask("poset", order_of(Ge(s(Integer(3)), r(Integer(1)))), n=2, c=1)


def test_a_plan_belongs_to_a_formula_not_to_a_name():
    """r ⊑ s ⇒ m(s) ≤ m(r), under the name of isotone, is false and must not inherit anything."""
    turned = ForAll(r, s, Implies(Below(r, s), Le(m(s), m(r))))
    made = replace(isotone, parts=(Part("isotone", turned),))
    verdict = answer(Question(made, (gp,), 2, {"c": 1}, None, rank_replacement), Limits())
    assert verdict.status == "refuted"
    assert verdict.replayed.witness["r"] == [0, 0]
    assert verdict.replayed.witness["s"] == [0, 1]


@pytest.mark.parametrize("name", [x for x in ORDERS if x != "rank_replacement_literal"])
def test_sublattices_and_parts_are_those_of_the_reference(name):
    for size, top in ((2, 2), (3, 1)):
        words, pairs = naive.order(name, size, top)
        for asked, kind in (("no_n5", naive.N5), ("no_m3", naive.M3)):
            found = ask(asked, name, n=size, c=top).status
            assert (found == "refuted") == naive.has_sublattice(words, pairs, kind)
        linked = ask("connected", name, n=size, c=top).status == "holds"
        assert linked == (len(naive.components(words, pairs)) == 1)


# What a first look may cost ----------------------------------------------------------------------


def test_signs_pairs_of_runs_and_cases_are_counted_as_cases():
    free = question(isotone, ORDERS["set_projection"], 5, 3, gp)
    assert answer(free, Limits()).status == "refuted"
    few = answer(free, Limits(cases=5_000))
    assert (few.status, few.reason) == (
        "undecided",
        "more than 5 signs for all gains and parameters",
    )
    crossing = question(OTHER_AXIOMS["no_n5"], ORDERS["rank_swapping"], 4, 2)
    assert answer(crossing, Limits()).status == "holds"
    stopped = answer(crossing, Limits(cases=50))
    assert stopped.status == "undecided"
    assert stopped.reason == "more than 50 of 531,441 cases"  # 81³
    assert refuses(crossing, Limits(cases=81**2 // 16 + 1)) is None
    assert "81 runs" in refuses(crossing, Limits(cases=81**2 // 16))


@pytest.mark.parametrize(
    ("asked", "subject", "given"),
    [
        ("isotone", "gp", {"order": "set_projection", "n": 40, "c": 3}),  # 12,341 runs
        ("isotone", "dcg_b", {"order": "set_projection", "n": 12, "c": 3, "b": 2}),
        ("no_n5", "rank_swapping", {"n": 7, "c": 2}),  # 10^10 cases
        ("no_m3", "rank_swapping", {"n": 8, "c": 2}),  # tables of 3 GB
    ],
)
def test_what_is_known_for_every_n_comes_before_a_long_search(asked, subject, given):
    found, small = ask(asked, subject, **given), ask(asked, subject, **{**given, "n": 3})
    assert (found.engine, small.engine) == ("symbolic", "exhaustive")
    assert found.status == small.status != "undecided"
