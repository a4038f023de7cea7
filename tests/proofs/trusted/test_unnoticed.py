"""Changes of the trusted room that a run of `python -m tests.mutation` left unnoticed, by meaning.

Each test says what would be concluded, or lost, if the line were another one.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import sympy as sp
from sympy import Abs, And, Ge, Gt, Integer, Le, Not, Or, Piecewise, Product, Sum, sqrt
from test_aspect_rules import OVER, SHORT
from test_aspect_rules import proved as proved_of_aspects

import proofs
from axioms import find_axiom
from axioms.axiom import m
from axioms.dominance import respects_partial_order
from axioms.language.formula import Exists, ForAll
from lattice import ORDERS
from lattice.order import Order
from metrics.language.lists import Length
from metrics.language.lists import r as listed
from metrics.language.runs import Gain, base, r, s, spot
from metrics.language.terms import Indicator, Place, Ratio, i, k, n, sigma, tau
from metrics.metric import Metric
from proofs.core.question import Question
from proofs.engines.symbolic import every_n, order_shapes
from proofs.script.coordinates import without_root
from proofs.script.sealing import seal
from proofs.script.small_models import BY_THREE, _named
from proofs.script.solver_process import run_z3
from proofs.trusted.every_n.judged.moved import moved_of
from proofs.trusted.every_n.judged.padded import insist_unchanged
from proofs.trusted.every_n.judged.shape import shape_of
from proofs.trusted.every_n.judged.terms import Trend, trend
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.every_n.runs.scores import AnyRun
from proofs.trusted.every_n.witnesses.growing import Growing
from proofs.trusted.finite.cases import related
from proofs.trusted.finite.columns import Column, Pool
from proofs.trusted.finite.implication import LARGEST_N, _for_every_n, _insist_scope
from proofs.trusted.finite.order import TabledReplayer
from proofs.trusted.finite.trying import _tried
from proofs.trusted.finite.worth import is_list
from proofs.trusted.number import Inconclusive, written
from proofs.trusted.replayed import ReplayFailed
from proofs.trusted.scene import Scene, _weights, scene_of, unknown_values
from proofs.trusted.sign import sign_of, signs_of
from proofs.trusted.unknowns import any_number, possible_signs, truth
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.value import Reading


def of_rankings(value: Any) -> Metric:
    return Metric("made", "made", (sigma, tau), value, "error", False, "a test")


def of_runs(
    value: Any, order: Order = ORDERS["rank_replacement"], axiom: str = "isotone"
) -> Question:
    metric = Metric("made", "made", (r,), value, "made", True, "a test")
    return Question(find_axiom(axiom), (metric,), 2, {"c": 2}, None, order, every_n=True)


def test_a_root_with_an_irrational_factor_is_subadditive_too() -> None:
    value = sqrt(2) * sqrt(Sum(Abs(sigma(i) - tau(i)), (i, 1, n)))
    found = proofs.ask("triangle", of_rankings(value), n="all")
    assert (found.status, found.scope.every_from) == ("holds", 1)


def test_a_quotient_that_need_not_be_defined_is_none_by_cases() -> None:
    """Lists of one document have no value: 0 without a relevant one is only the first case."""
    pool = Sum(Indicator(listed(i) >= 1), (i, 1, n))
    seen = Sum(Indicator(i <= Length(listed)) * Indicator(listed(i) >= 1), (i, 1, n))
    metric = Metric("made", "made", (listed,), Ratio(seen, pool), "made", True, "a test")
    usual = Piecewise((0, sp.Eq(pool, 0)), (Ratio(seen, pool), True))
    assert shape_of(replace(metric, value=usual)).zero_if_empty
    for value in (
        Piecewise((0, sp.Eq(pool, 0)), (Ratio(seen, pool), Length(listed) >= 2)),
        Piecewise((1, sp.Eq(pool, 0)), (Ratio(seen, pool), True)),
        Piecewise((0, sp.Eq(pool, 1)), (Ratio(seen, pool), True)),
        Piecewise((0, sp.Eq(pool, 0)), (seen, True)),
    ):
        with pytest.raises(Inconclusive):
            shape_of(replace(metric, value=value))


def test_the_gain_of_degree_0_is_0_and_no_gain_is_negative() -> None:
    reader = AnyRun(of_runs(Sum(Gain(r(i)), (i, 1, n))), 1)
    point = {**reader.scene.point, r: "r"}
    assert signs_of(reader.value(Gain(Integer(0)), point)) == (0,)
    assert signs_of(reader.value(Gain(r(Integer(1))) + 1, point)) == (1,)
    assert set(possible_signs(reader.value(Gain(r(Integer(1))), point))) == {0, 1}


def test_a_power_that_is_no_fraction_is_not_read_as_a_root() -> None:
    assert not proved_of_aspects(respects_partial_order, Sum(SHORT ** sqrt(Integer(2)), OVER))


def test_a_part_of_a_question_has_one_number() -> None:
    """Counted from the end the last part has another one, which no writer of steps gives it."""
    found: Any = proofs.ask("no_shortcut", "rank_replacement", n="all")
    for part in (-1, 1, True, "0", 0.0):
        with pytest.raises(Rejected):
            Kernel(found.question, 1).conclude("listed", part=part)
    assert Kernel(found.question, 1).conclude("listed", part=0)


def test_a_product_gets_a_factor_1_by_a_document_that_nobody_sees() -> None:
    """That nobody stops at a document stays as likely, unless somebody may stop at any."""
    stops = Indicator(i <= Length(listed)) * Indicator(listed(i) >= 1) / 2
    insist_unchanged(Product(1 - stops, (i, 1, n)), also_ideal=False)
    for factor in (Integer(1) / 2, 2 - stops, 1 - Indicator(listed(i) >= 0) / 2, stops):
        with pytest.raises(Inconclusive):
            insist_unchanged(Product(factor, (i, 1, n)), also_ideal=False)


def test_only_known_operations_keep_a_best_first_degree() -> None:
    """An order without operations, or with one that lowers what stands first, is another kind."""
    known = ORDERS["ops_swap"]
    lowering = replace(known.operations[0], step=Exists(spot, Gt(r(spot), s(spot))))
    made = [
        replace(known, name="made", operations=operations)
        for operations in ((lowering,), (*known.operations, lowering))
    ]
    for order in (ORDERS["rank_replacement"], *made):
        assert Kernel(of_runs(Sum(r(i), (i, 1, n)), order), 1).conclude("operations") is None
    assert Kernel(of_runs(Sum(r(i), (i, 1, n)), known), 1).conclude("operations")


def test_what_is_undefined_on_both_sides_is_neither_equal_nor_unequal() -> None:
    pool = Pool([Fraction(1), None])
    left, right = (Column(pool, np.array(codes)) for codes in ([0, 0, 1, 1], [0, 1, 0, 1]))
    for true in ((0,), (1,), (-1, 0)):
        assert related(left, right, true).listed() == [0 in true, None, None, None]


def test_one_value_of_every_case_is_that_of_some_of_them() -> None:
    same = Column(Pool([Fraction(7)]), np.array([0]))
    assert same.only(np.array([True, False, True])).listed() == [7]


@pytest.mark.parametrize("entries", [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_a_negated_condition_counts_1_where_it_is_false(entries: tuple[int, int]) -> None:
    one, two = entries
    both = And(Le(sigma(1), 1), Le(tau(1), 1), evaluate=False)
    point = {sigma: (one, 3 - one), tau: (two, 3 - two), n: 2}
    assert Reading().value(Indicator(Not(both, evaluate=False)), point) == int(one + two > 2)


def test_a_seal_is_the_digest_of_the_text_with_its_own_letters() -> None:
    """Certificates that people have kept stay valid."""
    text = '{"statement": "∀ σ"}'.encode()
    assert seal({"statement": "∀ σ"}) == hashlib.sha256(text).hexdigest()


def test_a_list_names_documents_that_there_are_and_at_least_one() -> None:
    for kind in ("rankings", "repeats", "prefixes"):
        assert is_list(("a", "b"), ("a", "b"), kind)
        for listed_names in ((), ("c", "d"), ("a", "c"), ("a", "b", "a")):
            assert not is_list(listed_names, ("a", "b"), kind)
    assert is_list(("a", "a"), ("a", "b"), "repeats")
    assert not is_list(("a", "a"), ("a", "b"), "prefixes")


def test_what_was_replayed_stays_as_it_was() -> None:
    found: Any = proofs.ask("ioi", "mape", n=4)
    with pytest.raises(FrozenInstanceError):
        found.replayed.witness = {}


def test_a_condition_is_the_same_one_in_both_directions() -> None:
    """−x/2 > 0 says x < 0; read the wrong way round it would say the opposite."""
    x = any_number("x")
    for factor in (Fraction(-1, 2), Fraction(-3), Fraction(1, 3), Fraction(5)):
        for sign in (-1, 0, 1):
            turned = sign if factor > 0 else -sign
            assert written(truth(factor * x, (sign,))) == written(truth(x, (turned,)))


def test_what_is_false_of_the_first_cut_off_alone_is_not_shown_for_every_one() -> None:
    """At least −1 with k = 1, and at least 1 with each larger k."""
    both = Indicator(sigma(i) <= k) * Indicator(tau(i) <= k)
    metric = of_rankings(Sum(both, (i, 1, n)) + 2 * k - 3)
    asked = Question(find_axiom("nonnegativity"), (metric,), 2, {}, "items", every_n=True)
    soon = time.monotonic() + 60
    assert every_n._kernel(asked, asked.for_every_cutoff(), soon) is None
    more = replace(asked, subjects=(of_rankings(metric.value + 1),))
    assert every_n._kernel(more, more.for_every_cutoff(), soon) is not None


def test_roots_are_left_out_only_where_both_sides_have_the_same() -> None:
    a, b = sp.symbols("a b", nonnegative=True)
    assert without_root(sp.Ge(sqrt(a), sqrt(b), evaluate=False)) == sp.Ge(a, b, evaluate=False)
    for left, right in ((sqrt(a), b), (a, sqrt(b)), (sqrt(a), sp.cbrt(b)), (a**2, b**2)):
        claim = sp.Ge(left, right, evaluate=False)
        assert without_root(claim) == claim


def test_rankings_that_a_statement_names_are_counted_in_all_its_parts() -> None:
    """By how many rankings are named it is decided whether three items are enough."""
    every, some = (kind(tau, Ge(m(tau, tau), 0)) for kind in (ForAll, Exists))
    for joined in (And, Or):
        assert [_named(joined(every, some, evaluate=False), so) for so in (True, False)] == [1, 1]
        assert _named(joined(some, ForAll(sigma, some), evaluate=False), True) is None


def test_a_sum_of_negative_terms_is_negative_for_every_n() -> None:
    reader = Growing(Scene(2), 2, 0)
    for sign in (1, -1):
        found = reader.value(Sum(sign / i, (i, 1, n)), reader.scene.point)
        assert sign_of(found) == sign


def test_an_implication_is_not_checked_beyond_the_largest_n() -> None:
    scope = {"n": [LARGEST_N, LARGEST_N + 1], "all": False, "first_failing_n": None}
    with pytest.raises(NotChecked):
        _insist_scope({"scope": scope, "status": "holds"})


def test_a_witness_has_the_weights_of_its_question() -> None:
    asked = SimpleNamespace(quantified=["element_weights"], weights={"element_weights": [2, 3]})
    for other in (["1", "1"], ["2", "4"], ["5", "5"]):
        with pytest.raises(ReplayFailed, match="other weights"):
            _weights(asked, {"element_weights": other})


@pytest.mark.parametrize("triangle", [True, False])
def test_only_a_similarity_that_satisfies_the_triangle_inequality_is_called_so(triangle) -> None:
    """By its name the rules for cones know that they may use the inequality."""
    assume = SimpleNamespace(positive=True, triangle=triangle)
    found = unknown_values("similarity", SimpleNamespace(n=2, assume=assume))
    assert ("dissimilarity" in repr(written(found[0][1]))) is not triangle


def test_a_solver_that_knows_gives_no_reason_why_not() -> None:
    found = run_z3("(assert false)")
    assert (found["answer"], found.get("reason")) == ("unsat", None)


# Of the second run -------------------------------------------------------------------------------


def test_relevant_documents_lose_by_the_others_above_them_and_by_no_more() -> None:
    """bpref: a term that loses by relevant documents above it falls as these come in."""
    j, d = Place("j"), Place("d")
    here, there, pool = (Indicator(listed(place) >= 1) for place in (i, j, d))
    found, pooled = Sum(there, (j, 1, i - 1)), Sum(pool, (d, 1, n))
    passed, most = Sum(1 - there, (j, 1, i - 1)), sp.Max(1, sp.Min(n - pooled, pooled))
    seen = here * Indicator(i <= Length(listed))

    def moved(above: Any, divisor: Any) -> Any:
        lost = Ratio(sp.Min(above, pooled), divisor)
        value = Sum(seen * (1 - lost), (i, 1, n))
        return moved_of(shape_of(Metric("made", "made", (listed,), value, "made", True, "a test")))

    assert moved(passed, most).up
    assert moved(found, most) is None
    for divisor in (pooled, pooled - 1, Length(listed) + 1):
        assert moved(passed, divisor) is None


@pytest.mark.parametrize(
    ("term", "given", "even"),
    [
        (Gain(r(i)), {"c": 1}, True),
        (Gain(r(i)), {"c": 2, "gains": (0, 2, 4)}, True),
        (Gain(r(i)), {"c": 2}, False),  # g(1) and g(2) − g(1)
        (Gain(r(i)), {}, False),
        (Gain(r(i)), {"c": 2, "gains": (0, 1, 3)}, False),
        (Gain(r(i)) + Indicator(r(i) >= 1), {"c": 2, "gains": (0, 1, 2)}, False),  # 2 and 1
        (Gain(r(i)) + r(i) ** 2, {"c": 2, "gains": (0, 1, 2)}, False),  # 2 and 4
    ],
)
def test_steps_are_equal_only_where_the_gains_are_equally_far_apart(term, given, even) -> None:
    asked = of_runs(Sum(term, (i, 1, n)), axiom="interval_scale")
    asked = replace(asked, parameters=given, every_c="c" not in given)
    assert (order_shapes.proved(asked) is not None) is even


def test_a_case_stands_for_others_only_if_all_scores_are_those_of_its_variables() -> None:
    """Not every ranking is at most 0 away from 1 2 3, though the first one is."""
    found: Any = proofs.ask("symmetry", "footrule", n=3)
    scene = scene_of(found.question, {})
    replayer = TabledReplayer(replace(scene, point={**scene.point, tau: (1, 2, 3)}))
    claim = ForAll(sigma, Le(m(sigma, tau), 0))
    assert _tried(replayer, claim, most=6).first_false == {"sigma": [1, 3, 2]}
    with pytest.raises(Inconclusive, match="too many"):
        _tried(replayer, claim, most=5)


def test_what_three_items_decide_was_asked_of_three_items() -> None:
    *premises, conclusion = map(find_axiom, ("ioi", "max_agreement", "max_iff_equal"))
    for sizes, least in (([3], 3), ([2, 3], 2), ([1, 2, 3], 1)):
        scope = {"all": True, "n": sizes, "from": least}
        assert _for_every_n(scope, premises, conclusion, {"every_n": BY_THREE})
    for sizes, least in (([1, 2], 1), ([2], 2), ([2, 3], 1), ([2, 3], 3), ([], 1)):
        scope = {"all": True, "n": sizes, "from": least}
        with pytest.raises(Rejected):
            _for_every_n(scope, premises, conclusion, {"every_n": BY_THREE})


def test_the_larger_of_1_and_a_logarithm_does_not_fall() -> None:
    """So the discount of Järvelin and Kekäläinen is one; 1/log i alone is undefined at 1."""
    assert trend(sp.Max(1, sp.log(i) / sp.log(base)), i) == Trend(1)
    for other in (sp.Max(1, 3 - i), sp.Max(1, 9 / i), sp.Max(1, sp.log(i), 9 / i)):
        assert trend(other, i) is None


def test_a_step_that_needs_nothing_is_given_nothing() -> None:
    found: Any = proofs.ask("promotion", "dcg", n="all")
    kernel = Kernel(found.question, 1)
    assert kernel.conclude("sum over what is seen") == 1
    for premises, told in (((1,), {}), ((), {"part": 0}), ((1,), {"part": 0})):
        with pytest.raises(Rejected):
            kernel.conclude("sum over what is seen", *premises, **told)
