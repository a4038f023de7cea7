"""Rules for orders of judged runs for every n: what nearly fits is not concluded."""

from __future__ import annotations

from dataclasses import replace

import lattice_reference as naive
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import And, Eq, Gt, Implies, Integer, Le, Lt, Max, Min, Not, Or, Rational, Sum, log

from axioms import OTHER_AXIOMS
from axioms.axiom import Axiom, axiom, m
from axioms.language.formula import Exists, ForAll, Same
from axioms.language.order_terms import Below, Join, Meet
from axioms.ordering import closed_form, isotone, poset, strictly_isotone, valuation
from lattice import ORDERS
from lattice.order import RANK, SET, Order
from lattice.orders import count, mass, rank_projection, rank_replacement, set_replacement
from lattice.relation import relation
from metrics import RUN_METRICS
from metrics.graded import gp
from metrics.language.domains import RUNS
from metrics.language.parameters import settings_for
from metrics.language.runs import Gain, a, a_other, c, r, s, spot, spot_other, t
from metrics.language.terms import Indicator, i, n, p
from metrics.metric import Metric
from proofs import ask
from proofs.core.question import Question
from proofs.engines.symbolic import order_shapes
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.number import Inconclusive
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

BY_QUOTIENTS = ("r", "f1", "ap", "err", "ndcg")  # of which nothing is proved for every n
ABOUT_ORDERS = [x.name for x in OTHER_AXIOMS.values() if isinstance(x, Axiom) and not x.slots
                and x.domain is RUNS]  # fmt: skip
ABOUT_METRICS = ("isotone", "strictly_isotone", "valuation")
TINY = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
SMALL = [(1, 1), (2, 2), (3, 2), (4, 1)]


def made(value):
    return Metric(
        name="made", title="made", inputs=(r,), value=sp.sympify(value, strict=True), family="made",
        higher_is_better=True, source="a test",
    )  # fmt: skip


def order_of(formula, listed=RANK, **more):
    return Order(name="made", title="made", listed=listed, source="a test", below=formula, **more)


def question(asked, order, metric=None, size=2, top=2, every_c=True, **given):
    """A question; without a size and a largest degree it is meant for all of them."""
    subject = order if metric is None else metric
    values = {"c": top, **settings_for(metric, top, given)}
    return Question(asked, (subject,), size, values, None, order, every_c=every_c)


def proved(asked, order, metric=None, **given):
    return order_shapes.proved(question(asked, order, metric, **given)) is not None


def is_true(asked, order, metric=None, size=2, top=2, **given):
    """Whether a statement is true, by reading its formula in every case."""
    small = question(asked, order, metric, size, top, every_c=False, **given)
    replayer = replayer_of(small)
    return all(replayer.truth(formula, replayer.scene.point) for formula in small.formulas())


# What is proved ----------------------------------------------------------------------------------


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", ORDERS)
def test_what_is_proved_for_every_n_holds_for_small_n(name):
    for asked in ABOUT_ORDERS:
        verdict = ask(asked, name, n="all")
        if verdict.status == "holds":
            for size, top in [*TINY, (3, 2), (2, 3)]:
                assert ask(asked, name, n=size, c=top).status == "holds"


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("metric", [name for name in RUN_METRICS if name not in BY_QUOTIENTS])
def test_what_is_proved_of_metrics_for_every_n_holds_for_small_n(name, metric):
    for asked in ("isotone", "strictly_isotone", "valuation"):
        verdict = ask(asked, metric, order=name, n="all")
        if verdict.status == "holds":
            for size, top in ((3, 2), (2, 3)):
                assert ask(asked, metric, order=name, n=size, c=top).status == "holds"


@pytest.mark.parametrize("name", ["rank_replacement", "set_replacement", "rank_projection"])
def test_steps_are_checked_again(name):
    for asked, metric in [("distributive", None), ("no_m3", None), ("valuation", "gp")]:
        verdict = ask(asked, metric or name, n="all", **({"order": name} if metric else {}))
        steps = verdict.evidence["steps"]
        assert len(steps) == len(verdict.derivation)
        kernel = Kernel(verdict.question, 1)
        kernel.check(steps)
        assert all(kernel.proves(formula) for formula in verdict.question.formulas())
        for change in ({"rule": "counts"}, {"conclusion": "∀ r: r ⊑ r"}, {"premises": []},
                       {"evidence": {"part": 7}}, {"evidence": {}}, {"rule": "other"}):  # fmt: skip
            with pytest.raises((Rejected, Inconclusive)):
                Kernel(verdict.question, 1).check([*steps[:-1], {**steps[-1], **change}])


def test_a_rank_order_on_sets_is_one_place_by_place():
    order = order_of(ForAll(spot, Le(r(spot), s(spot))), SET)
    for size, top in TINY:
        words, pairs = naive_pairs(order, size, top)
        assert pairs == naive_pairs(set_replacement, size, top)[1]
        assert naive.not_distributive(words, pairs) is None
    assert ask("distributive", order, n="all").status == "holds"


def sealed(*asked, **given):
    return certificate(ask(*asked, **given), "1")


def test_a_proof_is_not_accepted_for_another_order_or_metric():
    def exchanged(ours, other):
        forged = {**ours, "definitions": other["definitions"]}
        names = ("axiom", "subject", "order", "statement", "parameters")
        said = {name: other["verdict"][name] for name in names}
        forged["verdict"] = {**ours["verdict"], **said}
        body = {name: value for name, value in forged.items() if name != "seal"}
        return {**body, "seal": seal(body)}

    chain, product = (
        sealed("chain", "rank_projection", n="all"),
        sealed("poset", "ops_swap", n=4, c=2),
    )
    proved = sealed("isotone", "gp", order="rank_replacement", n="all")
    other = sealed("isotone", "gp", order="rank_projection", n=4, c=1)
    assert check(chain)
    assert check(proved)
    for ours, theirs in ((chain, product), (proved, other), (chain, proved), (proved, chain)):
        with pytest.raises((Rejected, NotChecked)):
            check(exchanged(ours, theirs))
    for changed, accepted in (({"c": 2}, True), ({"c": "all", "gains": "0,1,3"}, False)):
        said = {**proved["verdict"], "parameters": {"n": 4, **changed}}
        body = {**{k: v for k, v in proved.items() if k != "seal"}, "verdict": said}
        if accepted:
            assert check({**body, "seal": seal(body)})
            continue
        with pytest.raises((Rejected, NotChecked)):
            check({**body, "seal": seal(body)})


# Orders that nearly fit --------------------------------------------------------------------------


def first_difference(lower, earlier=Lt, equal=Eq, binder=ForAll, one=spot, other=spot_other):
    return Exists(
        one, And(lower, binder(other, Implies(earlier(other, one), equal(r(other), s(other)))))
    )


def counted(lower, earlier):
    before = Implies(earlier(a_other, a), Eq(count(r, a_other), count(s, a_other)))
    return Or(Same(r, s), Exists(a, And(lower, ForAll(a_other, before))))


NEAR_MISSES = {
    "strict": order_of(ForAll(spot, Lt(r(spot), s(spot)))),
    "upside down": order_of(ForAll(spot, Le(s(spot), r(spot)))),
    "some place": order_of(Exists(spot, Le(r(spot), s(spot)))),
    "one place": order_of(ForAll(spot, Le(r(Integer(1)), s(Integer(1))))),
    "crossed": order_of(ForAll(spot, spot_other, Le(r(spot), s(spot_other)))),
    "equal": order_of(ForAll(spot, Eq(r(spot), s(spot)))),
    "set order on ranks": order_of(ForAll(a, Le(mass(r, a), mass(s, a)))),
    "strict masses": order_of(ForAll(a, Lt(mass(r, a), mass(s, a))), SET),
    "masses upside down": order_of(ForAll(a, Le(mass(s, a), mass(r, a))), SET),
    "counts, not masses": order_of(ForAll(a, Le(count(r, a), count(s, a))), SET),
    "masses of the first": order_of(
        ForAll(a, Le(mass(r, a, Integer(1)), mass(s, a, Integer(1)))), SET
    ),
    "masses from the second": order_of(
        ForAll(a, Le(Sum(Indicator(r(i) >= a), (i, 2, n)), Sum(Indicator(s(i) >= a), (i, 2, n)))),
        SET,
    ),
    "strict degree in masses": order_of(
        ForAll(a, Le(Sum(Indicator(r(i) > a), (i, 1, n)), Sum(Indicator(s(i) > a), (i, 1, n)))),
        SET,
    ),
    "some mass": order_of(Exists(a, Le(mass(r, a), mass(s, a))), SET),
    "not reflexive": order_of(first_difference(Lt(r(spot), s(spot)))),
    "last difference": order_of(Or(Same(r, s), first_difference(Lt(r(spot), s(spot)), Gt))),
    "not smaller": order_of(Or(Same(r, s), first_difference(Le(r(spot), s(spot))))),
    "larger": order_of(Or(Same(r, s), first_difference(Lt(s(spot), r(spot))))),
    "before and here": order_of(Or(Same(r, s), first_difference(Lt(r(spot), s(spot)), Le))),
    "below before": order_of(Or(Same(r, s), first_difference(Lt(r(spot), s(spot)), Lt, Le))),
    "some before": order_of(Or(Same(r, s), first_difference(Lt(r(spot), s(spot)), binder=Exists))),
    "ranks read as sets": order_of(Or(Same(r, s), first_difference(Lt(r(spot), s(spot)))), SET),
    "smallest degree": order_of(counted(Lt(count(r, a), count(s, a)), Lt), SET),
    "counts on ranks": order_of(counted(Lt(count(r, a), count(s, a)), Gt)),
    "masses for counts": order_of(counted(Lt(mass(r, a), mass(s, a)), Gt), SET),
}


def naive_pairs(order, size, top):
    words, above = relation(order, size, top)
    return words, {(x, words[j]) for x, up in zip(words, above, strict=True)
                   for j in range(len(words)) if up >> j & 1}  # fmt: skip


@pytest.mark.parametrize("label", NEAR_MISSES)
def test_near_misses_are_not_taken_for_what_they_resemble(label):
    order = NEAR_MISSES[label]
    for rule in ("places", "masses", "degrees", "counts"):
        assert Kernel(question(poset, order), 1).conclude(rule) is None
    for asked in ("poset", "lattice", "distributive", "chain"):
        verdict = ask(asked, order, n="all")
        assert verdict.status != "holds"
        if verdict.status == "undecided":
            assert ask(asked, order, n=2, c=2).status == "holds"


@pytest.mark.parametrize("label", NEAR_MISSES)
def test_made_orders_get_the_reference_s_answers(label):
    order = NEAR_MISSES[label]
    for size, top in ((2, 1), (2, 2), (3, 1)):
        words, pairs = naive_pairs(order, size, top)
        is_poset = naive.is_partial_order(words, pairs)
        is_lattice = is_poset and naive.is_lattice(words, pairs)
        distributive = is_lattice and naive.not_distributive(words, pairs) is None
        modular = is_lattice and naive.not_modular(words, pairs) is None
        for asked, wanted in (("poset", is_poset), ("lattice", is_lattice),
                              ("distributive", distributive), ("modular", modular)):  # fmt: skip
            verdict = ask(asked, order, n=size, c=top)
            assert verdict.status == ("holds" if wanted else "refuted")


# Metrics that nearly fit -------------------------------------------------------------------------

TOTAL = Sum(Gain(r(i)), (i, 1, n))
NOT_ISOTONE = {
    "falling": -TOTAL,
    "falling from n = 4 on": (3 - n) * TOTAL,
    "falling in some places": Sum((3 - i) * Gain(r(i)), (i, 1, n)),
    "falling for some p": (1 - 2 * p) * TOTAL,
    "gains of other degrees": (2 * Gain(Integer(1)) - Gain(c)) * TOTAL,
    "differences": TOTAL - 2 * Sum(Gain(r(i)) / i, (i, 1, n)),
    "another place": Sum(Gain(r(i)) * (2 - Gain(r(n + 1 - i))), (i, 1, n)),
    "the places after it": Sum(Gain(r(i)), (i, 1, n)) - n * Gain(r(Integer(1))),
}
NOT_STRICT = {
    "no gain": Gain(Integer(0)) * TOTAL,
    "the first place does not count": Sum(log(i) * Gain(r(i)), (i, 1, n)),
    "constant": sp.Integer(1) + n,
    "the first place alone": Gain(r(Integer(1))),
    "from the second place on": Sum(Gain(r(i)), (i, 2, n)),
}
NO_VALUATION = {
    "square": TOTAL**2,
    "larger of two": Max(TOTAL, 2),
    "two places": Sum(Gain(r(i)) * Gain(r(n + 1 - i)), (i, 1, n)),
    "product of sums": TOTAL * Sum(r(i), (i, 1, n)),
    "one index twice": Sum(Gain(r(i)) * Sum(Gain(r(i)), (i, 1, n)), (i, 1, n)),
    "sums in sums": Sum(Sum(Gain(r(i)), (i, 1, n)) ** 2, (i, 1, n)),
}


def fails_somewhere(asked, order, metric, **given):
    return any(ask(asked, metric, order=order, n=n, c=c, **given).status == "refuted"
               for n, c in SMALL)  # fmt: skip


@pytest.mark.parametrize("label", NOT_ISOTONE)
def test_what_is_not_isotone_is_not_proved(label):
    metric = made(NOT_ISOTONE[label])
    chosen = {"gains": "0,1,3", "p": "4/5"} if "p" in metric.parameters else {}
    assert ask("isotone", metric, order="rank_replacement", n=4, c=2, **chosen).status == "refuted"
    for asked in (isotone, strictly_isotone):
        assert not proved(asked, rank_replacement, metric)
        assert not proved(asked, set_replacement, metric)


@pytest.mark.parametrize("label", NOT_STRICT)
def test_what_is_not_strictly_isotone_is_not_proved(label):
    metric = made(NOT_STRICT[label])
    assert fails_somewhere("strictly_isotone", "rank_replacement", metric)
    assert not proved(strictly_isotone, rank_replacement, metric)


@pytest.mark.parametrize("label", NO_VALUATION)
def test_what_is_no_valuation_is_not_proved(label):
    metric = made(NO_VALUATION[label])
    assert any(
        not is_true(valuation, rank_replacement, metric, n, 2, gains="0,1,3") for n in (2, 3)
    )
    assert not proved(valuation, rank_replacement, metric)
    assert proved(valuation, rank_projection, metric)  # any function on a chain is one


def test_gains_of_other_degrees_are_not_taken_for_the_highest():
    # g = (0, 1/10, 10, 101/10): the factor is g3 + g1 − 3/2·g2 < 0, though not for c ≤ 2
    factor = Gain(c) + Gain(Integer(1)) - Rational(3, 2) * Gain(c - 1)
    metric = made(factor * TOTAL)
    assert ask("isotone", metric, order="rank_replacement", n=1, c=3).status == "refuted"
    assert ask("isotone", metric, order="rank_replacement", n="all").status == "undecided"


def test_an_undefined_metric_is_not_proved_for_every_n():
    total = Sum(r(i), (i, 1, n))
    logarithms = Sum(log(r(i)), (i, 1, n))
    for value in (1 / total, Sum(1 / r(i), (i, 1, n)), total / (n - 9), logarithms,
                  Sum(1 / (n - i), (i, 1, n)) + total, Sum(r(i + 1), (i, 1, n))):  # fmt: skip
        for order in (rank_projection, rank_replacement):
            assert not proved(valuation, order, made(value))


def test_gains_that_are_given_belong_to_one_c():
    assert proved(isotone, rank_replacement, gp, gains="0,1,3", every_c=False)
    assert not proved(isotone, rank_replacement, gp, gains="0,1,3")
    assert proved(isotone, rank_replacement, made(Gain(Integer(0)) * TOTAL), gains="1,2,3",
                  every_c=False)  # fmt: skip


# Statements that are false -----------------------------------------------------------------------

FALSE = {
    "chain": ForAll(r, s, Or(Below(r, s), Below(s, r))),
    "chain, by not": ForAll(r, s, Implies(Not(Below(r, s)), Below(s, r))),
    "a join is one of the two": ForAll(r, s, Or(Same(Join(r, s), r), Same(Join(r, s), s))),
    "join and meet": ForAll(r, s, Same(Join(r, s), Meet(r, s))),
    "a quantifier": ForAll(r, Implies(ForAll(s, Below(r, s)), ForAll(s, Below(s, r)))),
    "something is above the largest": ForAll(r, Exists(s, Not(Below(s, r)))),
    "only one run": ForAll(r, s, Same(r, s)),
}  # fmt: skip
FALSE_OF_CHAINS = ("join and meet", "a quantifier", "something is above the largest",
                   "only one run")  # fmt: skip
OF_SCORES = {
    "turned": ForAll(r, s, Implies(Below(r, s), Le(m(s), m(r)))),
    "equal": ForAll(r, s, Implies(Below(r, s), Eq(m(r), m(s)))),
    "bounded": ForAll(r, Le(m(r), Rational(1, 2))),
    "determined": ForAll(r, s, Implies(Eq(m(r), m(s)), Same(r, s))),
    "determines": ForAll(r, s, Implies(Le(m(r), m(s)), Below(r, s))),
    "or": ForAll(r, s, Or(Le(m(r), m(s)), Below(r, s))),
    "squares": ForAll(r, s, Eq(m(r) * m(s), m(Join(r, s)) * m(Meet(r, s)))),
}


def said(statement):
    return axiom("made", "made", statement, "a test", of="order" if not statement.has(m) else "")


@pytest.mark.parametrize("label", FALSE)
def test_false_statements_are_not_proved(label):
    asked = said(FALSE[label])
    assert not is_true(asked, rank_replacement, top=1)
    assert not proved(asked, rank_replacement)
    if label in FALSE_OF_CHAINS:
        assert not is_true(asked, rank_projection, top=1)
        assert not proved(asked, rank_projection)


@pytest.mark.parametrize("label", OF_SCORES)
def test_false_statements_about_scores_are_not_proved(label):
    asked = said(OF_SCORES[label])
    assert not is_true(asked, rank_replacement, gp, gains="0,1,2")
    assert not proved(asked, rank_replacement, gp)


def test_a_closed_form_is_made_of_max_and_min():
    """min(r + s, 1) is the join of degrees up to 1, and not of others."""
    form = {"join": Min(r(spot) + s(spot), 1), "meet": Min(r(spot), s(spot))}
    order = replace(rank_replacement, name="made", **form)
    assert is_true(closed_form, order, top=1)
    assert not is_true(closed_form, order, top=2)
    assert not proved(closed_form, order)


RUNS_OF_THREE = st.sampled_from([r, s, t])
TERMS = st.recursive(
    RUNS_OF_THREE, lambda some: st.builds(Join, some, some) | st.builds(Meet, some, some),
    max_leaves=3,
)  # fmt: skip
COMPARED = st.builds(Below, TERMS, TERMS) | st.builds(Same, TERMS, TERMS)
BODIES = st.recursive(
    COMPARED,
    lambda some: st.builds(And, some, some) | st.builds(Or, some, some) | st.builds(Not, some)
    | st.builds(Implies, some, some),
    max_leaves=4,
)  # fmt: skip


@settings(max_examples=60)
@given(BODIES, st.booleans(), st.sampled_from([rank_replacement, set_replacement, rank_projection]))
def test_random_statements_are_proved_only_if_they_are_true(body, exists, order):
    statement = ForAll(r, s, Exists(t, body) if exists else ForAll(t, body))
    if proved(said(statement), order):
        assert is_true(said(statement), order, top=2)


def test_joins_that_do_not_exist_are_undefined_cases_of_a_proof_for_every_n():
    """The example is found again by the reference; with two degrees there is none."""
    found = ask("valuation", "gp", order="rank_swapping", n="all")
    assert found.status == "holds"
    assert (found.undefined.cases > 0, found.undefined.counted) == (True, False)
    words, pairs = naive.order("rank_swapping", 2, 2)
    one, two = (tuple(found.undefined.first[name]) for name in "rs")
    above = [w for w in words if (one, w) in pairs and (two, w) in pairs]
    below = [w for w in words if (w, one) in pairs and (w, two) in pairs]
    least = [w for w in above if all((w, other) in pairs for other in above)]
    greatest = [w for w in below if all((other, w) in pairs for other in below)]
    assert not least or not greatest
    assert not ask("valuation", "gp", order="rank_swapping", n="all", c=1).undefined.cases
