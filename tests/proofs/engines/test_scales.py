"""Equal steps and distances of metrics on orders: against plain loops, and for all gains."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import lattice_reference as naive
import numpy as np
import pytest
from asking import thin
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Integer, Rational, Sum, sympify
from test_plain_runs import WORDS, made_metric, related, relations

from axioms import find_axiom
from axioms.axiom import m
from lattice import ORDERS
from metrics import BadInput, find_metric
from metrics.language.domains import RANKINGS, RUNS
from metrics.language.runs import Gain, r
from metrics.language.terms import i, n
from proofs import ask
from proofs.core.question import Question
from proofs.engines.exhaustive.runs.run_scores import scores_of_runs
from proofs.report.certificate import certificate, seal
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

SMALL = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
GAINS = {1: ["0,1", "0,3"], 2: ["0,1,2", "0,1,3", "0,5,6"]}
POSETS = [name for name in ORDERS if name != "rank_replacement_literal"]


def score_of(name, gains):
    numbers = [int(gain) for gain in gains.split(",")]
    return lambda word: naive.METRICS[name](word, numbers)


def insist_same(ours, theirs):
    assert all(same(one, two) for one, two in zip(ours, theirs, strict=True))


def same(one, two):
    return one == two or abs(sympify(one - two).evalf(60, maxn=400)) < Rational(1, 10**50)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("case", thin(list(product(("gp", "grbp", "dcg_b"), ORDERS)), 4), ids=str)
def test_equal_steps_are_those_of_the_reference(case):
    metric, name = case
    for size, top in SMALL:
        words, pairs = naive.order(name, size, top)
        for gains in GAINS[top]:
            given = {"p": "1/2"} if metric == "grbp" else {}
            asked = {"order": name, "n": size, "c": top, "gains": gains, **given}
            expected = naive.unequal_steps(words, pairs, score_of(metric, gains))
            found = ask("interval_scale", metric, **asked)
            assert found.status == ("holds" if expected is None else "refuted")
            if expected is not None:
                assert list(found.replayed.witness.values()) == [list(word) for word in expected]
            opposite = ask("unequal_steps", metric, **asked)
            assert opposite.status == ("refuted" if expected is None else "holds")
            sizes = ask("steps", metric, **asked)
            theirs = naive.steps(words, pairs, score_of(metric, gains))
            insist_same([step for step, _ in sizes.several], list(theirs))
            assert [more["steps"] for _, more in sizes.several] == list(map(len, theirs.values()))
            first = [(tuple(more["from"]), tuple(more["to"])) for _, more in sizes.several]
            assert first == [min(some) for some in theirs.values()]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", POSETS)
@pytest.mark.parametrize("metric", ["gp", "grbp"])
def test_the_distance_of_a_valuation_is_that_of_the_reference(name, metric):
    for size, top in SMALL:
        words, pairs = naive.order(name, size, top)
        for gains in GAINS[top]:
            given = {"p": "1/2"} if metric == "grbp" else {}
            asked = {"order": name, "n": size, "c": top, "gains": gains, **given}
            found = ask("valuation_metric", metric, **asked)
            expected = naive.no_valuation_metric(words, pairs, score_of(metric, gains))
            assert found.status == ("holds" if expected is None else "refuted")
            if expected is not None:
                runs = tuple(map(tuple, found.replayed.witness.values()))
                assert (found.part, runs) == expected


WEIGHTS = st.lists(st.integers(-3, 3), min_size=4, max_size=4)


@settings(max_examples=60, deadline=None)
@given(relations, WEIGHTS)
def test_any_scores_on_any_order_are_judged_as_by_the_reference(pairs, weights):
    """Four runs with any four scores, on any relation of them that is an order."""
    closed = naive.closure(WORDS, pairs)
    if not naive.is_partial_order(WORDS, closed):
        return
    one, two = r(Integer(1)), r(Integer(2))
    w00, w01, w10, w11 = weights
    metric = made_metric(
        w00 * (1 - one) * (1 - two)
        + w01 * (1 - one) * two
        + w10 * one * (1 - two)
        + w11 * one * two
    )
    scores = dict(zip([(0, 0), (0, 1), (1, 0), (1, 1)], map(Fraction, weights), strict=True))
    order = related(closed)
    asked = {"order": order, "n": 2, "c": 1}
    expected = naive.unequal_steps(WORDS, closed, scores.get)
    found = ask("interval_scale", metric, **asked)
    assert found.status == ("holds" if expected is None else "refuted")
    if expected is not None:
        assert list(found.replayed.witness.values()) == [list(word) for word in expected]
    sizes = [step for step, _ in ask("steps", metric, **asked).several]
    assert sizes == list(naive.steps(WORDS, closed, scores.get))
    far = ask("valuation_metric", metric, **asked)
    broken = naive.no_valuation_metric(WORDS, closed, scores.get)
    assert far.status == ("holds" if broken is None else "refuted")
    if broken is not None:
        assert (far.part, tuple(map(tuple, far.replayed.witness.values()))) == broken


# For all gains, and for some -------------------------------------------------------------------


def test_gains_that_make_all_steps_equal_are_found_by_hand():
    # place by place the steps of c = 3 are g1, g2 - g1, g3 - g2
    found = ask("unequal_steps", "gp", order="rank_replacement", n=2, c=3)
    assert (found.status, found.replayed.witness) == ("refuted", {"gains": ["0", "1", "2", "3"]})
    # a chain of six sets: g1, g1, g2 - 2 g1, g1, g2 - g1; the third is less than the last
    assert ask("unequal_steps", "gp", order="set_projection", n=2, c=2).status == "holds"
    # all runs of two places as binary numbers: equal steps just at p = 1/2
    halves = ask("unequal_steps", "grbp", order="rank_projection", n=2, c=1)
    assert halves.replayed.witness == {"gains": ["0", "1"], "p": "1/2"}
    assert ask("interval_scale", "grbp", order="rank_projection", n=2, c=1).status == "refuted"
    thirds = ask("unequal_steps", "grbp", order="rank_projection", n=2, c=1, p="1/3")
    assert thirds.status == "holds"


def test_gains_are_solved_for_where_simple_ones_do_not_do():
    """Steps 5·g1 and g2 − g1 are equal just if g2 = 6·g1."""
    first = Sum(Gain(r(i)), (i, 1, n))
    bent = made_metric(first + 4 * Gain(Integer(1)) * r(Integer(1)) * (3 - r(Integer(1))) / 2)
    # the degrees 0, 1, 2 score 0, 5·g1, g2 + 4·g1
    found = ask("unequal_steps", bent, order="rank_replacement", n=1, c=2)
    assert (found.status, found.replayed.witness) == ("refuted", {"gains": ["0", "1", "6"]})
    crooked = made_metric(first + 4 * Gain(Integer(2)) * r(Integer(1)) * (3 - r(Integer(1))) / 2)
    # 0, g1 + 4·g2, 5·g2: steps g1 + 4·g2 and g2 - g1 are never equal
    assert ask("unequal_steps", crooked, order="rank_replacement", n=1, c=2).status == "holds"


def test_what_holds_for_every_n():
    for name in ("rank_replacement", "set_replacement"):
        assert ask("interval_scale", "gp", order=name, n="all", c=1).status == "holds"
        even = ask("interval_scale", "gr", order=name, n="all", c=2, gains="0,2,4")
        assert even.scope.every_from == 1
    assert ask("valuation_metric", "grbp", order="set_replacement", n="all").status == "holds"
    uneven = ask("interval_scale", "gp", order="rank_replacement", n="all", c=2, gains="0,1,3")
    assert uneven.status == "refuted"
    late = ask("interval_scale", "dcg_b", order="rank_replacement", n="all", c=1)
    assert (late.status, late.scope.first_failing) == ("refuted", 3)
    degrees = made_metric(3 * Sum(r(i), (i, 1, n)) + n)
    assert ask("interval_scale", degrees, order="set_replacement", n="all").scope.every_from == 1


@pytest.mark.slow
def test_a_metric_of_a_valuation_with_many_unknowns_for_every_n():
    assert ask("valuation_metric", "grbp", order="rank_replacement", n="all").status == "holds"


def test_undefined_scores_are_left_out_of_steps():
    total = Sum(r(i), (i, 1, n))
    found = ask("steps", made_metric(1 / total), order="rank_replacement", n=2, c=1)
    assert [step for step, _ in found.several] == [Fraction(-1, 2)]
    assert (found.undefined.cases, found.undefined.first) == (2, {"r": [0, 0], "s": [0, 1]})
    held = ask("interval_scale", made_metric(1 / total), order="rank_replacement", n=2, c=1)
    assert (held.status, held.undefined.cases) == ("holds", 4 * 4 - 2 * 2)


# The chain condition -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSETS)
def test_graded_orders_are_those_of_the_reference(name):
    for size, top in SMALL:
        words, pairs = naive.order(name, size, top)
        expected = naive.not_graded(words, pairs)
        found = ask("graded", name, n=size, c=top)
        assert found.status == ("holds" if expected is None else "refuted")
        if expected is not None:
            assert tuple(map(tuple, found.replayed.witness.values())) == expected
            fewest, most = (int(value) for _, value in found.replayed.values)
            lengths = naive.path_lengths(words, pairs, *expected)
            assert (fewest, most) == (min(lengths), max(lengths))


@settings(max_examples=60, deadline=None)
@given(relations)
def test_any_order_is_graded_as_the_reference_says(pairs):
    closed = naive.closure(WORDS, pairs)
    if naive.is_partial_order(WORDS, closed):
        found = ask("graded", related(closed), n=2, c=1)
        assert (found.status == "holds") == (naive.not_graded(WORDS, closed) is None)


def test_the_pentagon_is_not_graded():
    """One path of two steps and one of three, by hand."""
    above = {
        ((0, 0), (0, 1)),
        ((0, 1), (1, 2)),
        ((0, 0), (0, 2)),
        ((0, 2), (1, 0)),
        ((1, 0), (1, 2)),
    }
    words = [(x, y) for x in range(3) for y in range(3)]
    order = related(naive.closure(words, above))
    found = ask("graded", order, n=2, c=2)
    assert found.replayed.witness == {"r": [0, 0], "s": [1, 2]}
    assert [int(value) for _, value in found.replayed.values] == [2, 3]
    assert found.checked == ("(0 0) ⊏ (0 2) ⊏ (1 0) ⊏ (1 2)", "(0 0) ⊏ (0 1) ⊏ (1 2)")


@pytest.mark.parametrize("name", ["rank_swapping", "ops_swap_replace", "ops_swap_replace_last"])
def test_with_three_degrees_swapping_is_graded_for_no_larger_n(name):
    for top in (2, 3):
        lasting = ask("graded", name, n="all", c=top)
        assert str(lasting.scope) == "every n ≥ 2 (holds for n = 1)"
        for size in (2, 3, 4):
            at = ask("graded", name, n=size, c=top)
            assert at.status == "refuted"


@pytest.mark.parametrize("name", [name for name in POSETS if name != "ops_swap"])
def test_a_best_first_degree_changes_nothing_among_the_runs_above(name):
    """What the rule for every larger n rests on, for small n."""
    for size, top in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1)):
        words, pairs = naive.order(name, size, top)
        longer, others = naive.order(name, size + 1, top)
        assert {(r[1:], s[1:]) for r, s in others if r[0] == top} == pairs
        assert all(s[0] == top for r, s in others if r[0] == top)
        assert sorted(word[1:] for word in longer if word[0] == top) == words


def test_graded_for_every_n():
    for name in ("rank_replacement", "set_replacement", "rank_projection", "set_projection"):
        assert ask("graded", name, n="all").scope.every_from == 1
    assert ask("graded", "rank_swapping", n="all", c=1).scope.every_from == 1
    assert ask("graded", "rank_swapping", n=6, c=1).status == "holds"
    assert ask("graded", "ops_swap", n="all").status == "undecided"


# Metrics of practitioners on runs ----------------------------------------------------------------

BY_NAME = ["p", "r", "f1", "rr", "ap", "err", "ndcg"]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", BY_NAME)
def test_values_of_runs_are_those_of_the_reference(name):
    metric = find_metric(name, RUNS)
    for size, top in [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2)]:
        for depth in (None, *range(1, size + 1)):
            given = {} if depth is None else {"k": depth}
            gains = list(range(top + 1))
            if "gains" in metric.parameters:
                given["gains"] = tuple(map(Integer, gains))
            asked_of = Question(find_axiom("isotone"), (metric,), size, {"c": top, **given}, None,
                                ORDERS["rank_replacement"])  # fmt: skip
            words = naive.runs("rank", size, top)
            found = scores_of_runs(asked_of, asked_of.metric, words)
            replayer = replayer_of(asked_of)
            for place, word in enumerate(words):
                expected = naive.METRICS[name](word, gains, k=depth, c=top)
                missing = np.broadcast_to(found.undefined, len(words))[place]
                assert missing == (expected is None)
                if expected is not None:
                    assert same(found.scalar(place).expression(), expected)
                    ours = replayer.shown(m(r), {**replayer.scene.point, r: word})
                    assert same(ours, expected)


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("order", ORDERS)
def test_metrics_by_name_are_isotone_as_the_reference_says(name, order):
    gains = {"gains": "0,1,2"} if name == "ndcg" else {}
    for size, top in [(2, 1), (3, 1), (2, 2)]:
        words, pairs = naive.order(order, size, top)
        scores = {word: naive.METRICS[name](word, [0, 1, 2], c=top) for word in words}
        if top == 1 and gains:
            gains = {"gains": "0,1"}
        elif gains:
            gains = {"gains": "0,1,2"}
        falls = [
            (x, y)
            for x, y in sorted(pairs)
            if scores[x] is not None and scores[y] is not None and scores[x] > scores[y]
        ]
        found = ask("isotone", name, order=order, n=size, c=top, **gains)
        assert found.status == ("refuted" if falls else "holds")
        if falls:
            assert tuple(map(tuple, found.replayed.witness.values())) == falls[0]


def test_two_metrics_of_runs_contradict_each_other_as_the_reference_says():
    for one, two in [("ap", "rr"), ("p", "rr"), ("err", "ndcg"), ("gp", "dcg_b"), ("ap", "ndcg")]:
        for size, top in [(2, 1), (3, 1), (2, 2)]:
            gains = ",".join(map(str, range(top + 1)))
            read = {*find_metric(one, RUNS).parameters, *find_metric(two, RUNS).parameters}
            given = {"gains": gains} if "gains" in read else {}
            found = ask("never_opposite", one, two, n=size, c=top, **given)
            words = naive.runs("rank", size, top)
            first, second = (
                {word: naive.METRICS[name](word, range(top + 1), c=top) for word in words}
                for name in (one, two)
            )
            defined = [w for w in words if first[w] is not None and second[w] is not None]
            apart = [
                (x, y)
                for x in defined
                for y in defined
                if first[x] > first[y] and second[x] < second[y]
            ]
            assert found.status == ("refuted" if apart else "holds")
            if apart:
                assert tuple(map(tuple, found.replayed.witness.values())) == apart[0]


def test_the_domain_decides_which_metric_a_name_means():
    assert ask("never_opposite", "ap", "err", n=2, k=1).question.domain is RANKINGS
    assert ask("never_opposite", "ap", "err", n=2, c=1).question.domain is RUNS
    assert ask("isotone", "ap", order="ops_swap", n=2, c=1).question.domain is RUNS
    assert ask("symmetry", "ap", n=3, k=1).question.domain is RANKINGS
    with pytest.raises(BadInput, match="gp scores judged runs: never_opposite compares metrics of"):
        ask("never_opposite", "kendall", "gp", n=2)
    with pytest.raises(BadInput, match="ap scores judged runs, and ioi"):
        ask("ioi", find_metric("ap", RUNS), n=2)
    with pytest.raises(BadInput, match=r"k = 4 does not fit a run of 3: it needs 1 ≤ k ≤ n"):
        ask("isotone", "ap", order="ops_swap", n=3, c=1, k=4)


# Free weights of places --------------------------------------------------------------------------


@pytest.mark.sweep(4)
@pytest.mark.parametrize("order", ["rank_replacement", "rank_swapping", "rank_projection"])
@pytest.mark.parametrize("weights", ["4,2,1", "1,1,1", "1,2,4", "9,3,1"])
def test_given_weights_of_places_are_judged_as_the_reference_says(order, weights):
    numbers = [int(weight) for weight in weights.split(",")]
    for top, gains in ((1, "0,1"), (2, "0,1,2")):
        words, pairs = naive.order(order, 3, top)
        score = {word: naive.by_rank(word, range(top + 1), numbers) for word in words}
        asked = {"order": order, "n": 3, "c": top, "gains": gains, "place_weights": weights}
        falls = sorted((x, y) for x, y in pairs if score[x] > score[y])
        assert (ask("isotone", "by_rank", **asked).status == "refuted") == bool(falls)
        uneven = naive.unequal_steps(words, pairs, score.get)
        assert (ask("interval_scale", "by_rank", **asked).status == "refuted") == bool(uneven)


def test_free_weights_of_places_by_hand():
    on = {"order": "rank_swapping", "n": 2, "c": 1}
    found = ask("isotone", "by_rank", **on)  # a later place may weigh more
    first, second = (Fraction(weight) for weight in found.replayed.witness["place_weights"])
    assert first < second
    for engine in ("exhaustive", "smt"):
        held = ask("isotone", "by_rank", order="rank_replacement", n=3, c=2, engine=engine)
        assert held.status == "holds"
    assert ask("valuation", "by_rank", order="rank_replacement", n=3, c=2).status == "holds"
    # binary numbers: equal steps just if each place weighs twice the next
    equal = ask("unequal_steps", "by_rank", order="rank_projection", n=3, c=1)
    one, two, three = (Fraction(weight) for weight in equal.replayed.witness["place_weights"])
    assert one == 2 * two == 4 * three
    ternary = ask("unequal_steps", "by_rank", order="rank_projection", n=2, c=2)
    one, two = (Fraction(weight) for weight in ternary.replayed.witness["place_weights"])
    assert one == 3 * two
    assert ternary.replayed.witness["gains"] == ["0", "1", "2"]
    with pytest.raises(BadInput, match="place_weights has 2 numbers; for n = 3 it must have 3"):
        ask("isotone", "by_rank", order="rank_replacement", n=3, c=1, place_weights="1,2")
    with pytest.raises(BadInput, match="the weight 0 of place 2 must be more than 0"):
        ask("isotone", "by_rank", order="rank_replacement", n=2, c=1, place_weights="1,0")
    with pytest.raises(BadInput, match="belongs to one n"):
        ask("isotone", "by_rank", order="rank_replacement", n=[2, 3], c=1, place_weights="1,1")


def test_certificates_of_scales_are_accepted_and_forged_ones_are_not():
    asked = [
        ("graded", ("rank_swapping",), {"n": "all", "c": 2}),
        ("interval_scale", ("gp",), {"order": "rank_replacement", "n": "all", "c": 1}),
        ("unequal_steps", ("gp",), {"order": "rank_replacement", "n": 2, "c": 2}),
        ("never_opposite", ("gp", "dcg_b"), {"n": 3, "c": 1, "gains": "0,1"}),
        ("isotone", ("by_rank",), {"order": "rank_swapping", "n": 2, "c": 1}),
    ]
    for name, subjects, settled in asked:
        content = certificate(ask(name, *subjects, **settled), "1")
        assert check(content)
    for name in ("set_projection", "rank_swapping"):  # for all gains two steps differ
        assert check(certificate(ask("unequal_steps", "gp", order=name, n=2, c=2), "1"))
    content = certificate(ask("unequal_steps", "gp", order="rank_replacement", n=2, c=2), "1")
    for gains in (["0", "1", "3"], ["0", "2", "1"], ["0", "1"], "3", ["0", "1", "x"]):
        forged = {**content, "verdict": {**content["verdict"], "witness": {"gains": gains}}}
        forged.pop("seal")
        with pytest.raises((Rejected, NotChecked)):
            check({**forged, "seal": seal(forged)})
    lasting = certificate(ask("graded", "rank_swapping", n="all", c=2), "1")
    for change in ({"runs": {"r": [0, 0], "s": [0, 1]}}, {"from": 1}, {"part": 3}, {"runs": {}}):
        steps = [dict(step) for step in lasting["evidence"]["steps"]]
        steps[-1] = {**steps[-1], "evidence": {**steps[-1]["evidence"], **change}}
        forged = {**lasting, "evidence": {**lasting["evidence"], "steps": steps}}
        forged.pop("seal")
        with pytest.raises((Rejected, NotChecked)):
            check({**forged, "seal": seal(forged)})
