"""Questions that nearly fit a rule: what is false at some n is not concluded, nor accepted."""

import json
from dataclasses import replace

import pytest
from sympy import Abs, Eq, Le, Sum

import proofs
from axioms import LIST_AXIOMS
from axioms.axiom import axiom, m, m1, m2
from axioms.language.formula import ForAll
from axioms.language.order_terms import ClosedMeet, Linked
from axioms.ordering import BOTTOM, JOINS, LINKED, TOP, isotone
from lattice.order import SET, Order
from lattice.orders import rank_projection, rank_replacement, replace_last, swap
from lattice.relation import relation
from metrics import RUN_METRICS
from metrics.language.lists import RankIn, penalty, x, y
from metrics.language.lists import r as listed
from metrics.language.runs import Gain, r, s
from metrics.language.terms import Indicator, Place, Ratio, i, n, p, sigma, tau
from metrics.metric import Metric
from metrics.overlap import precision
from proofs.core.question import Question
from proofs.engines.symbolic.order_shapes import SHAPES
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.case import DEFINED
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.finite.trying import tried
from proofs.trusted.number import Inconclusive
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

d = Place("d")


def made(value, *inputs):
    return Metric("made", "made", inputs, value, "made", True, "a test")


def opened(verdict):
    return json.loads(json.dumps(certificate(verdict, "1")))


def resealed(content):
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


# Operations on sets ------------------------------------------------------------------------------


@pytest.mark.parametrize("formula", [LINKED, TOP, BOTTOM, JOINS], ids=str)
def test_operations_on_sets_do_less_than_on_ranked_runs(formula):
    order = Order("made", "made", SET, "a test", operations=(swap, replace_last))
    words, above = relation(order, 2, 1)
    steps = {(x, words[j]) for x, up in zip(words, above, strict=True)
             for j in range(len(words)) if up >> j & 1 and words[j] != x}  # fmt: skip
    assert steps == {((1, 0), (1, 1))}  # the set of two 0 is linked with none
    asked = axiom("made", "made", formula, "a test")
    kernel = Kernel(Question(asked, (order,), 2, {"c": 1}, None, order), 1)
    assert kernel.conclude("closure", part=0) is None
    for shape in SHAPES:
        start = kernel.conclude(shape)
        assert start is None or kernel.conclude("at every prefix", start, part=0) is None


def test_runs_are_linked_only_where_there_are_such_runs():
    linked = ForAll(r, s, Linked(ClosedMeet(r, s), s))  # of this chain no closed form is known
    question = Question(axiom("made", "made", linked, "a test"), (rank_projection,), 2, {"c": 1},
                        None, rank_projection)  # fmt: skip
    kernel = Kernel(question, 1)
    start = kernel.conclude("degrees")
    assert start is not None
    assert kernel.conclude("in a chain", start, part=0) is None
    assert "no closed form" in proofs.ask(question.asked, rank_projection, n=2, c=1).reason


def test_each_score_is_one_of_its_own_metric():
    first, more = made(r(1), r), made(n - 1 + 0 * r(1), r)
    asked = axiom("made", "made", ForAll(r, s, Le(m1(r), m2(s))), "a test")
    answers = [proofs.ask(asked, first, more, n=size, c=1).status for size in (1, 2, 3)]
    assert answers == ["refuted", "holds", "holds"]  # r(1) ≤ 1 ≤ n − 1
    given = {"c": 1}
    question = Question(asked, (first, more), 2, given, None, rank_replacement, every_n=True)
    kernel = Kernel(question, 1)
    assert kernel.conclude("places") == 1
    runs = {"r": [1], "s": [0]}
    assert kernel.conclude("worst last", 1, part=0, **{"from": 1, "runs": runs}) is None


def test_a_statement_that_adds_up_is_no_error_of_ours():
    relevant = Sum(Indicator(r(i) >= 1), (i, 1, n))  # of (1) that is 1, and 2·g(1)/g(1) is 2
    asked = axiom("made", "made", ForAll(r, Le(2 * m(r), relevant)), "a test")
    found = proofs.ask(asked, "gp", n="all", order="rank_replacement")
    assert (found.status, found.scope.first_failing) == ("refuted", 1)


def test_a_slope_is_not_the_score():
    slopes = replace(isotone, name="slopes", slope_in="p")  # (1 − p)·p has the slope 1 − 2·p
    question = Question(slopes, (RUN_METRICS["grbp"],), 2, {"c": 1}, None, rank_replacement)
    kernel = Kernel(question, 1)
    rules = (("places",), ("defined",), ("sum over places", 2), ("rising", 3))
    assert [kernel.conclude(*rule) for rule in rules] == [1, 2, 3, None]
    assert kernel.conclude("at every place", 1, 3, part=0) is None
    assert proofs.ask(slopes, "grbp", n="all", order="rank_replacement").status == "refuted"


# Cut-offs ----------------------------------------------------------------------------------------


def test_a_cut_off_that_a_statement_names_is_not_one_that_is_given():
    # |R ∩ S|/k for the first j = 1 of σ and its first i is 1/i, and 1 only where j is i as well
    same = Eq(m1.at(i)(sigma, sigma), m2(sigma, sigma))
    asked = axiom("made", "made", ForAll(i, sigma, same), "a test")
    for given, false in (({"k": 1, "j": 1}, True), ({"k": 1}, False)):
        question = Question(asked, (precision, precision), 3, given, every_n=True)
        kernel = Kernel(question, 2)
        found = [kernel.conclude("terms", part=0, way=way, of="body")
                 for way in ("joined", "expanded", "outer sums apart")]  # fmt: skip
        found.append(kernel.conclude("counts", part=0))
        assert (set(found) == {None}) is false
        there = proofs.ask(asked, precision, precision, n=3, **given)
        assert there.status == ("refuted" if false else "holds")


# Undefined values --------------------------------------------------------------------------------


def test_a_gain_of_the_grade_0_changes_what_is_divided_by():
    few = Indicator(Sum(Gain(listed(d)), (d, 1, n)) <= 3)  # with gains 1, 2 only for n ≤ 3
    metric = made(Ratio(Sum(Gain(listed(i)), (i, 1, n)), few), listed)
    case = {"n": 1, "part": 0, "fixed": {}, "case": {"r": {"grades": [0], "unretrieved": [0, 0]}}}
    for gains, known in (((0, 1), True), ((1, 2), False)):
        given = {"c": 1, "gains": gains}
        question = Question(LIST_AXIOMS["unit_range"], (metric,), 1, given, every_n=True)
        assert (Kernel(question, 1).conclude(DEFINED, **case) is not None) is known
        found = proofs.ask("unit_range", metric, n=4, domain="lists", **given)
        assert (found.reason == "undefined") is not known


@pytest.mark.parametrize("change", [lambda case: case.pop("j"), lambda case: case.update(r=3)])
def test_a_case_that_names_no_list_is_refused(change):
    content = opened(proofs.ask("promotion", "ndcg@2", n="all", domain="lists"))
    for step in content["evidence"]["steps"]:
        if step["rule"] == DEFINED:
            change(step["evidence"]["case"])
    with pytest.raises((Rejected, NotChecked)):
        check(resealed(content))


@pytest.mark.parametrize("cutoff", [None, {"name": "k", "ranges": [{"from": "1", "to": "n"}]}])
@pytest.mark.parametrize(
    ("asked", "metric", "given"),
    [
        ("symmetry", "dcg", {}),
        ("interval_scale", "dcg_b", {"order": "rank_swapping", "c": 1}),
        ("realizability", "p@3", {"c": 1, "domain": "lists"}),
    ],
)
def test_a_refutation_that_names_cut_offs_which_no_step_is_about_is_refused(
    asked, metric, given, cutoff
):
    content = opened(proofs.ask(asked, metric, n="all", **given))
    check(resealed(content))
    content["verdict"]["scope"]["cutoff"] = cutoff
    with pytest.raises((Rejected, NotChecked)):
        check(resealed(content))


def test_what_has_no_value_from_some_n_on_does_not_hold_from_there_on():
    # Σ |σ(i) − i| is even: (n − 1) times it is 2 at n = 2 alone
    apart = Sum(Abs(sigma(i) - i), (i, 1, n))
    metric = made(Ratio(2 * n - 5, Indicator(Eq((n - 1) * apart, 2))), sigma)
    found = [proofs.ask("nonnegativity", metric, n=size) for size in (2, 3, 4)]
    assert [each.status for each in found] == ["refuted", "undecided", "undecided"]
    kernel = Kernel(found[0].question, 3)
    assert kernel.conclude("terms", part=0, way="expanded", of="body") is not None
    content = opened(found[0])
    content["verdict"]["scope"]["holds_from"] = 3
    content["evidence"]["steps"] = [step.shown() for step in kernel.steps]
    with pytest.raises(NotChecked, match="some case is defined"):
        check(resealed(json.loads(json.dumps(content))))


def test_a_witness_that_leaves_a_value_open_is_refused():
    content = opened(proofs.ask("isotone", "grbp", n="all", order="rank_replacement_literal"))
    for step in content["evidence"]["steps"]:
        step["evidence"].get("runs", {}).pop("p", None)
    with pytest.raises((NotChecked, Rejected)):
        check(resealed(content))


# Free parameters ---------------------------------------------------------------------------------


def test_a_persistence_and_a_penalty_that_are_free_are_two_numbers():
    metric = made((p - penalty) * Sum(RankIn(x, d), (d, 1, n)), x, y)
    asked = axiom("made", "made", ForAll(x, y, Eq(m(x, y), 0)), "a test")
    found = proofs.ask(asked, metric, n=2, k=1)
    assert found.status == "refuted"
    (statement,) = found.question.statements()
    with pytest.raises(Inconclusive):
        tried(found.question, statement)
    assert tried(found.question.with_values(p="1/2", penalty="1/2"), statement).first_false is None


# One n -------------------------------------------------------------------------------------------


def said_of_every_n(verdict, steps):
    content = opened(verdict)
    content["verdict"]["scope"] |= {"all": True, "from": 2}
    content["evidence"]["steps"] = [step.shown() for step in steps]
    return resealed(json.loads(json.dumps(content)))


def test_weights_of_two_places_are_none_of_every_n():
    given = {"order": "rank_replacement_literal", "c": 1, "place_weights": "1,1/2"}
    found = proofs.ask("isotone", "by_rank", n=2, **given)
    kernel, runs = Kernel(found.question, 2), {"from": 2, "runs": dict(found.witness)}
    assert kernel.conclude("totals") == 1
    assert kernel.conclude("worst last", 1, part=0, **runs) == 2
    with pytest.raises(Rejected, match="place_weights belongs to one n"):
        check(said_of_every_n(found, kernel.steps))


def test_a_metric_that_was_made_for_one_n_is_none_of_every_n():
    metric = replace(made(sigma(1) - tau(1), sigma, tau), fixed=(("n", 2),))
    found = proofs.ask("symmetry", metric, n=2)
    kernel, values = Kernel(found.question, 2), {"sigma": [1, 2], "tau": [2, 1]}
    assert kernel.conclude("grown witness", part=0, growth={"from": 2, "values": values}) == 1
    with pytest.raises(Rejected, match="made for one n"):
        check(said_of_every_n(found, kernel.steps))


@pytest.mark.parametrize("size", [2, "all"])
def test_every_cut_off_is_said_of_rankings_alone(size):
    content = opened(proofs.ask("isotone", "rr", n=size, k=1, c=1, order="rank_replacement"))
    content["verdict"]["parameters"]["k"] = "every"
    with pytest.raises(Rejected, match="every cut-off is none about judged runs"):
        check(resealed(content))


def test_before_the_n_of_a_witness_all_heights_are_meant():
    content = opened(proofs.ask("unit_range", "area_free", n=3, heights="1/4,1/4,1"))
    content["verdict"]["scope"]["n"] = [2, 3]
    with pytest.raises(
        (Rejected, NotChecked), match="n = 2"
    ):  # with heights 1/4 and 1/4 it holds there
        check(resealed(content))
