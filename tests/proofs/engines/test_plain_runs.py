"""The plain reading of statements about runs: against plain loops, and plans against it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import lattice_reference as naive
import pytest
from asking import thin
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sympy import (
    And,
    Eq,
    Equivalent,
    Ge,
    Gt,
    Implies,
    Integer,
    Le,
    Lt,
    Ne,
    Not,
    Or,
    Sum,
    false,
    sympify,
)

from axioms import OTHER_AXIOMS
from axioms.axiom import Axiom, Part, axiom, m
from axioms.language.formula import Exists, ForAll, Same, Score, Slot, bound_variables, mentions
from axioms.language.order_terms import Below, ClosedJoin, Join, Linked, Meet, condition, dual
from axioms.language.shapes import renamed
from axioms.ordering import BOTTOM, ISOTONE, NO_N5, REFLEXIVE, TOP, VALUATION, is_join
from lattice import ORDERS
from lattice.order import RANK, SET, Order
from lattice.poset import NotAnOrder
from metrics import RUN_METRICS
from metrics.language.domains import RUNS
from metrics.language.parameters import settings_for
from metrics.language.runs import Degree, Gain, Run, a, c, r, s, spot, t, u, v
from metrics.language.terms import Indicator, i, n
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs import ask
from proofs.core.limits import OPEN, Limits, Refusal
from proofs.core.outcome import GaveUp
from proofs.core.question import Question, Statement
from proofs.engines.exhaustive import search as blocks
from proofs.engines.exhaustive.runs.every_run import PLANS, answer, decide, refuses
from proofs.engines.exhaustive.runs.run_search import RunSearch
from proofs.engines.exhaustive.runs.setting import Setting
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.number import Undefined

ASKED = [x for x in OTHER_AXIOMS.values() if isinstance(x, Axiom) and x.domain is RUNS]
PARTS = {part.name: part.statement for x in ASKED if not x.slots for part in x.parts}
OF_METRICS = {part.name: part.statement for x in ASKED if x.slots for part in x.parts}
PLANNED = [name for name, formula in OF_METRICS.items() if renamed(formula) in PLANS]
UNCOUNTED = ("distributive law", "modular law", "no_n5", "no_m3")
TINY = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]


def asked_as(formula):
    return axiom("made", "made", formula, "a test")


def question(formula, order, size, top, metric=None, **settled):
    found = settings_for(metric, top, settled)
    subject = metric if metric is not None and formula.atoms(Slot) else order
    return Question(asked_as(formula), (subject,), size, {"c": top, **found}, None, order)


def both(formula, order, size, top, metric=None, **settled):
    """Decide by the plan and plainly; what cannot be decided is said by its reason."""
    search = RunSearch(Setting(question(formula, order, size, top, metric, **settled), Limits()))
    found = []
    for plans in (PLANS, {}):
        try:
            found.append(decide(search, Statement("made", formula), plans))
        except (NotAnOrder, GaveUp) as problem:
            found.append(str(problem))
    return found


def insist_equal(planned, plain, counted=True):
    if plain == OPEN and planned != OPEN:
        return  # a plan may solve equations for the gains, and then replay decides
    if isinstance(planned, str) or isinstance(plain, str):
        undefined = getattr(plain, "judged", 1) == 0 and plain.undefined > 0
        assert planned == plain or (planned == "undefined" and undefined)
        return
    for name in ("true", "witness", "cases", "chosen", "caveats"):
        assert getattr(planned, name) == getattr(plain, name), name
    if counted and planned.true:
        assert planned.undefined == plain.undefined
        assert planned.first_undefined == plain.first_undefined


# Plans against the plain reading -----------------------------------------------------------------


def test_every_declared_statement_has_a_plan_or_is_read_in_no_time():
    without = {name for name, formula in PARTS.items() if renamed(formula) not in PLANS}
    assert without == {
        "reflexive", "chain", "connected", "has_top", "has_bottom", "closed join", "closed meet",
        "no_shortcut", "one_step_covers", "single_irreducibles", "level_irreducibles",
        "all_irreducible", "irreducible_meets", "irreducible_or_least_meets",
    }  # fmt: skip
    assert set(OF_METRICS) - set(PLANNED) == {
        "nonnegative", "zero only for equal runs", "symmetric", "triangle",
    }  # fmt: skip


@pytest.mark.sweep(3)
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ORDERS)
def test_plans_agree_with_the_plain_reading(part, name):
    for size, top in [*TINY, (3, 2)]:
        insist_equal(*both(PARTS[part], ORDERS[name], size, top), part not in UNCOUNTED)


def made_metric(value):
    return Metric(
        name="made", title="made", inputs=(r,), value=value, family="made", higher_is_better=True,
        source="a test",
    )  # fmt: skip


TOTAL = Sum(r(i), (i, 1, n))
MADE = {
    "total": TOTAL,
    "square": TOTAL**2,
    "falling": -TOTAL,
    "undefined at zero": 1 / TOTAL,
    "undefined at many": Sum(1 / r(i), (i, 1, n)),
    "never defined": 1 / Sum(Indicator(r(i) > c), (i, 1, n)),
    "mixed gains": Gain(r(Integer(1))) - 2 * Gain(r(n)),
}


FREE = ("grbp", "by_rank")  # their many unknowns take most of the time


@pytest.mark.sweep(6)
@pytest.mark.parametrize("part", PLANNED)
@pytest.mark.parametrize("name", ORDERS)
def test_plans_for_metrics_agree_with_the_plain_reading(part, name):
    plans_agree(part, name, [x for x in RUN_METRICS.values() if x.name not in FREE])


@pytest.mark.sweep(3)
@pytest.mark.parametrize("case", thin([(x, y) for y in PLANNED for x in ORDERS], 11), ids=str)
def test_plans_for_metrics_with_many_unknowns_agree_with_the_plain_reading(case):
    name, part = case
    plans_agree(part, name, [RUN_METRICS[x] for x in FREE])


def plans_agree(part, name, metrics):
    for metric in metrics:
        few = {"gains": "0,1,3"} if metric.name == "ndcg" else {}  # for all gains it is slow
        insist_equal(*both(OF_METRICS[part], ORDERS[name], 2, 2, metric, **few))
        given = {"gains": "0,2"} if "gains" in metric.parameters else {}
        insist_equal(*both(OF_METRICS[part], ORDERS[name], 3, 1, metric, **given))


@pytest.mark.parametrize("part", PLANNED)
@pytest.mark.parametrize("label", MADE)
@pytest.mark.parametrize("name", ["set_replacement", "rank_swapping", "ops_swap"])
def test_plans_for_made_metrics_agree_with_the_plain_reading(part, label, name):
    for size, top in ((2, 2), (3, 1)):
        insist_equal(*both(OF_METRICS[part], ORDERS[name], size, top, made_metric(MADE[label])))


WORDS = list(product(range(2), repeat=2))
relations = st.frozensets(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)))


def related(pairs, **more):
    """The order on runs of two documents and two degrees whose pairs are these."""
    cases = [
        And(*[Eq(run(Integer(k + 1)), x) for run, word in zip((r, s), pair, strict=True)
              for k, x in enumerate(word)])
        for pair in sorted(pairs)
    ]  # fmt: skip
    below = Or(*cases) if cases else Lt(r(Integer(1)), 0)
    below = false if below == false else below
    return Order(name="made", title="made", listed=RANK, source="a test", below=below, **more)


@settings(max_examples=20)
@given(relations, st.booleans())
def test_plans_agree_with_the_plain_reading_on_random_relations(pairs, closed):
    pairs = naive.closure(WORDS, pairs) if closed else pairs
    for part, formula in PARTS.items():
        insist_equal(*both(formula, related(pairs), 2, 1), part not in UNCOUNTED)
    for formula in map(OF_METRICS.get, PLANNED):
        for value in (TOTAL, -TOTAL, 1 / TOTAL):
            insist_equal(*both(formula, related(pairs), 2, 1, made_metric(value)))


# The plain reading against plain loops -----------------------------------------------------------


def named_by_cases(body):
    """What a case names: scores, joins and meets, also inside where they are the same for all."""
    inner = bound_variables(body)
    return [
        node for node in body.atoms(Score, Join, Meet) if not any(mentions(node, v) for v in inner)
    ]


def by_loops(asked_of, formula):
    """The first failing case of ∀, and how many are undefined; or whether a formula is true."""
    replayer = replayer_of(asked_of)
    point = replayer.scene.point
    if not isinstance(formula, ForAll | Exists):
        return replayer.truth(formula, point), None, 0
    failing, undefined, some, body = None, 0, False, renamed(formula.body)
    for case in replayer.cases(formula.variables, point):
        there = {**point, **case}
        try:
            for node in named_by_cases(body) if replayer.truth(condition(body), there) else ():
                read = replayer.value if isinstance(node, Score) else replayer.listing
                read(node, there)
            true = replayer.truth(body, there)
        except Undefined:
            undefined += 1
            continue
        some = some or true
        if not true and failing is None:
            failing = {x: list(y) if isinstance(x, Run) else y for x, y in case.items()}
    if isinstance(formula, Exists):
        return some, None, 0
    return failing is None, failing, undefined


def insist_read(formula, order, size, top, metric=None, **settled):
    asked_of = question(formula, order, size, top, metric, **settled)
    found = RunSearch(Setting(asked_of, Limits())).plain(formula)
    true, failing, undefined = by_loops(asked_of, formula)
    assert (found.true, found.witness) == (true, failing)
    if true and isinstance(formula, ForAll):
        assert found.undefined == undefined


runs = st.sampled_from([r, s])
terms = st.recursive(
    runs, lambda inner: st.one_of(st.builds(Join, inner, inner), st.builds(Meet, inner, inner)),
    max_leaves=3,
)  # fmt: skip
atoms = st.one_of(
    st.builds(Below, terms, terms),
    st.builds(Same, terms, terms),
    st.builds(Linked, runs, runs),
    st.builds(lambda x, y: Le(m(x), m(y)), terms, runs),
    st.builds(lambda x, y, z: Eq(m(x) + m(y), 2 * m(z)), runs, terms, runs),
    st.builds(lambda x, y: Lt(x(spot), y(Integer(1))), runs, runs),
    st.builds(lambda x: Gt(x(spot), a), runs),
)


def connected(inner):
    return st.one_of(
        st.builds(And, inner, inner),
        st.builds(Or, inner, inner),
        st.builds(Implies, inner, inner),
        st.builds(Not, inner),
        st.builds(Equivalent, inner, inner),
        st.builds(lambda x, f: ForAll(x, f), runs, inner),
        st.builds(lambda x, f: Exists(x, f), st.sampled_from([r, s, spot, a]), inner),
    )


bodies = st.recursive(atoms, connected, max_leaves=5)


@settings(max_examples=60)
@given(bodies, relations, st.sampled_from([ForAll, Exists]))
@example(And(Below(r, s), Implies(Gt(r(spot), a), Le(m(s), m(r)))), frozenset(), ForAll)
@example(Exists(t, Le(m(t), m(s))), frozenset(), ForAll)
@example(And(Below(r, r), Implies(Gt(r(spot), a), Le(m(s), m(r)))), frozenset(), ForAll)
def test_random_formulas_are_read_as_plain_loops_read_them(body, pairs, binder):
    order = related(naive.closure(WORDS, pairs))
    setting = Setting(question(REFLEXIVE, order, 2, 1), Limits())
    order = order if setting.is_poset else ORDERS["rank_swapping"]
    insist_read(binder(spot, a, r, s, sympify(body)), order, 2, 1, made_metric(1 / TOTAL))


NESTED = {
    "top": TOP,
    "joins below": ForAll(r, s, And(Below(r, s), Below(Join(r, s), s))),
    "a join above": Exists(r, s, And(Below(s, r), Not(Same(r, s)), Below(r, Join(r, s)))),
    "bottom": BOTTOM,
    "neither": And(Not(TOP), Not(BOTTOM)),
    "join of every two": ForAll(r, s, Exists(t, is_join(r, s, t, u))),
    "a cover above all but the top": ForAll(
        r, Or(ForAll(s, Below(s, r)), Exists(s, And(Below(r, s), Not(Same(r, s)))))
    ),
    "between": ForAll(r, t, Implies(And(Below(r, t), Not(Same(r, t))),
                                    Exists(s, And(Below(r, s), Below(s, t), Not(Same(s, r)))))),
    "complements": ForAll(r, Exists(s, ForAll(t, And(Below(Meet(r, s), t),
                                                     Below(t, Join(r, s)))))),
    "absorption": ForAll(r, s, Same(Join(r, Meet(r, s)), r)),
    "associative": ForAll(r, s, t, Same(Join(r, Join(s, t)), Join(Join(r, s), t))),
    "a degree in every run": ForAll(r, Exists(a, spot, Eq(r(spot), a))),
    "rising": ForAll(r, spot, Implies(Lt(spot, n), Le(r(spot), r(spot + 1)))),
    "next place": ForAll(r, spot, Le(r(spot), r(spot + 1))),
    "first place decides": ForAll(r, s, Implies(Lt(r(Integer(1)), s(Integer(1))), Below(r, s))),
    "sums": ForAll(r, s, Implies(Below(r, s), Le(Sum(r(i), (i, 1, n)), Sum(s(i), (i, 1, n))))),
    "some place": ForAll(r, s, Or(Same(r, s), Exists(spot, Ne(r(spot), s(spot))))),
    "a degree apart": Exists(a, ForAll(r, Exists(spot, Ge(r(spot), a)))),
}  # fmt: skip


@pytest.mark.parametrize("label", NESTED)
@pytest.mark.parametrize(
    "name", ["rank_replacement", "rank_swapping", "set_projection", "ops_swap"]
)
def test_nested_statements_are_read_as_plain_loops_read_them(label, name):
    insist_read(NESTED[label], ORDERS[name], 2, 2)


WITH_SCORES = {
    "some run scores most": Exists(r, ForAll(s, Le(m(s), m(r)))),
    "best is above": ForAll(r, Implies(ForAll(s, Le(m(s), m(r))), ForAll(s, Below(s, r)))),
    "a better one above": ForAll(r, Or(Exists(s, And(Below(r, s), Lt(m(r), m(s)))), Eq(m(r), 1))),
    "supermodular": ForAll(r, s, Le(m(r) + m(s), m(Join(r, s)) + m(Meet(r, s)))),
    "product": ForAll(r, s, Implies(Below(r, s), Le(m(r) * m(r), m(r) * m(s)))),
    "one-to-one": ForAll(r, s, Implies(Eq(m(r), m(s)), Same(r, s))),
}


@pytest.mark.parametrize("label", WITH_SCORES)
@pytest.mark.parametrize("name", ["rank_replacement", "rank_swapping", "ops_swap"])
def test_statements_about_scores_are_read_as_plain_loops_read_them(label, name):
    insist_read(WITH_SCORES[label], ORDERS[name], 2, 2, RUN_METRICS["gp"], gains="0,1,3")
    insist_read(WITH_SCORES[label], ORDERS[name], 2, 2, made_metric(1 / TOTAL))
    insist_read(WITH_SCORES[label], ORDERS[name], 2, 2, RUN_METRICS["dcg_b"], gains="0,1,2")


@pytest.mark.sweep(3)
@pytest.mark.parametrize("label", WITH_SCORES)
def test_what_is_true_for_all_gains_is_true_for_some(label):
    formula = WITH_SCORES[label]
    for name in ("rank_replacement", "ops_swap"):
        verdict = ask(asked_as(formula), "grbp", order=name, n=2, c=2)
        for gains, p in (("0,1,2", "1/2"), ("0,1,9", "1/10"), ("0,7,8", "9/10")):
            fixed = ask(asked_as(formula), "grbp", order=name, n=2, c=2, gains=gains, p=p)
            assert verdict.status != "holds" or fixed.status == "holds"


def test_small_blocks_find_the_same(monkeypatch):
    for block in (1, 7, 100):
        monkeypatch.setattr(blocks, "BLOCK", block)
        for formula in (NO_N5, TOP, NESTED["between"], NESTED["rising"], NESTED["absorption"]):
            insist_read(formula, ORDERS["rank_swapping"], 2, 2)


# One declaration ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ORDERS)
def test_tops_and_bottoms_are_those_of_the_reference(name):
    for size, top in TINY:
        words, pairs = naive.order(name, size, top)
        above = any(all((x, y) in pairs for x in words) for y in words)
        below = any(all((y, x) in pairs for x in words) for y in words)
        assert (ask("has_top", name, n=size, c=top).status == "holds") == above
        assert (ask("has_bottom", name, n=size, c=top).status == "holds") == below


@pytest.mark.parametrize("name", ORDERS)
def test_tops_and_bottoms_for_every_n(name):
    for asked, ends in (("has_top", lambda x, y: (x, y)), ("has_bottom", lambda x, y: (y, x))):
        found = ask(asked, name, n="all")
        for size, top in TINY:
            words, pairs = naive.order(name, size, top)
            there = any(all(ends(x, y) in pairs for x in words) for y in words)
            assert found.status == ("holds" if there else "refuted"), (asked, size, top)


def test_tops_of_an_order_of_no_known_kind_are_open_for_every_n():
    upside_down = Order(
        name="made", title="made", listed=RANK, source="a test",
        below=ForAll(spot, Ge(r(spot), s(spot))),
    )  # fmt: skip
    assert ask("has_top", upside_down, n=3, c=2).status == "holds"
    assert ask("has_top", upside_down, n="all").status == "undecided"


def test_a_new_axiom_of_orders_is_one_declaration():
    """Every two runs have a common upper bound: no plan, no catalogue, no other file."""
    x, y, z = (Run(name) for name in "xyz")
    directed = axiom(
        "directed", "upwards directed", ForAll(x, y, Exists(z, And(Below(x, z), Below(y, z)))),
        "a test",
    )  # fmt: skip
    assert ask(directed, "rank_swapping", n=2, c=2).status == "holds"
    refuted = ask(directed, "ops_swap", n=2, c=1)
    assert refuted.replayed.witness == {"x": [0, 0], "y": [0, 1]}
    crown = related({((0, 0), (0, 1)), ((1, 0), (1, 1))} | {(word, word) for word in WORDS})
    found = ask(directed, crown, n=2, c=1)
    assert found.replayed.witness == {"x": [0, 0], "y": [1, 0]}
    assert ask(directed, "rank_swapping", n="all").scope.every_from == 1
    assert ask(directed, "ops_swap_replace_last", n="all").status == "undecided"
    with pytest.raises(Refusal, match="quantifier"):
        ask(directed, "rank_swapping", n=2, c=1, engine="smt")


def test_a_new_axiom_of_metrics_on_orders_is_one_declaration():
    supermodular = asked_as(WITH_SCORES["supermodular"])
    assert ask(supermodular, "gp", order="rank_replacement", n=3, c=2).status == "holds"
    found = ask(supermodular, made_metric(-(TOTAL**2)), order="rank_replacement", n=2, c=1)
    assert found.replayed.witness == {"r": [0, 1], "s": [1, 0]}


def test_free_gains_are_chosen_where_a_relation_depends_on_them():
    # g2 ≤ 2·g1 is neither always true nor always false
    first = made_metric(Gain(r(Integer(1))) * (Gain(Integer(2)) - 2 * Gain(Integer(1))))
    formula = ForAll(r, Le(m(r), 0))
    found = ask(asked_as(formula), first, order="rank_replacement", n=1, c=2)
    assert found.status == "refuted"
    assert found.replayed.witness["r"] == [1]
    low, middle, high = map(Fraction, found.replayed.witness["gains"])
    assert low == 0 < 2 * middle < high
    held = ask(asked_as(formula), first, order="rank_replacement", n=1, c=2, gains="0,1,2")
    assert held.status == "holds"


def test_a_plan_fits_whatever_the_variables_are_called():
    x, y = Run("x"), Run("y")
    formula = ForAll(x, y, Implies(Below(x, y), Le(m(x), m(y))))
    assert renamed(formula) == renamed(ISOTONE)
    falling = made_metric(-TOTAL)
    planned, plain = both(formula, ORDERS["rank_replacement"], 2, 1, falling)
    assert planned.witness == plain.witness == {x: [0, 0], y: [0, 1]}
    crossed = ForAll(y, x, Implies(Below(x, y), Le(m(x), m(y))))
    assert renamed(crossed) not in PLANS
    inner = ForAll(u, v, Exists(r, is_join(u, v, r, s)))
    assert (
        both(inner, ORDERS["rank_swapping"], 2, 2)[0]
        .checked[0]
        .startswith("minimal upper bounds of u and v")
    )


def test_bound_variables_are_renamed_in_their_own_scope():
    assert renamed(ForAll(r, And(Below(r, r), Exists(r, Below(r, s))))) == renamed(
        ForAll(t, And(Below(t, t), Exists(u, Below(u, s))))
    )
    assert renamed(ForAll(r, Exists(s, Below(r, s)))) != renamed(ForAll(r, Exists(s, Below(s, r))))
    assert renamed(ForAll(r, Below(r, s))) != renamed(ForAll(r, Below(r, t)))


def test_the_dual_of_the_dual_is_the_formula():
    for formula in (*PARTS.values(), *OF_METRICS.values()):
        assert dual(dual(formula)) == formula


def test_the_condition_of_a_statement_names_nothing_undefined():
    assert condition(ISOTONE.body) == Below(r, s)
    assert condition(NO_N5.body) == Below(r, s)
    assert condition(VALUATION.body) == And()
    assert condition(Implies(Lt(spot, n), Le(r(spot), r(spot + 1)))) == Lt(spot, n)
    assert condition(Implies(Le(r(spot + 1), a), Below(r, s))) == And()


# Undefined values and limits ---------------------------------------------------------------------


def test_missing_joins_are_counted():
    formula = ForAll(r, s, Below(r, Join(r, s)))
    found = ask(asked_as(formula), "rank_swapping", n=2, c=2)
    words, pairs = naive.order("rank_swapping", 2, 2)
    joins = naive.joins(words, pairs)
    missing = [pair for pair, join in joins.items() if join is None]
    assert found.status == "holds"
    assert found.undefined.cases == len(missing)
    assert found.undefined.first == dict(zip("rs", map(list, missing[0]), strict=True))


def test_where_nothing_is_defined_nothing_is_decided():
    never = made_metric(MADE["never defined"])
    found = ask(asked_as(ForAll(r, Le(m(r), 0))), never, order="rank_swapping", n=2, c=1)
    assert (found.status, found.reason) == ("undecided", "undefined")


def test_a_condition_that_is_never_true_is_called_vacuous():
    formula = ForAll(r, s, spot, Implies(Gt(r(spot), c), Below(r, s)))
    found = ask(asked_as(formula), "rank_swapping", n=2, c=1)
    assert found.status == "holds"
    assert any("vacuous" in caveat for caveat in found.caveats)


def test_joins_need_a_partial_order():
    formula = asked_as(ForAll(r, s, Same(Join(r, s), Join(s, r))))
    found = ask(formula, "rank_replacement_literal", n=2, c=1)
    assert found.status == "undecided"
    assert "no partial order" in found.reason


def test_a_closed_form_that_leaves_the_runs_is_no_run():
    order = replace(ORDERS["set_replacement"], join=1 - r(spot), meet=s(spot))
    outside = ask(asked_as(ForAll(r, s, Same(ClosedJoin(r, s), r))), order, n=2, c=1)
    assert outside.replayed.witness == {"r": [0, 0], "s": [0, 0]}
    assert order.listed == SET


BOUNDED = ForAll(r, s, t, Exists(u, And(Below(r, u), Below(s, u), Below(t, u))))
UNPROVED = ORDERS["ops_swap_replace_last"]  # no rule says which bounds there are


def test_too_many_cases_are_refused_with_their_number():
    formula = asked_as(BOUNDED)
    with pytest.raises(BadInput, match="531,441 cases over 27 runs, the limit is 100,000"):
        ask(formula, UNPROVED, n=3, c=2, limits=Limits(cases=100_000))
    asked_of = Question(formula, (UNPROVED,), 3, {"c": 2}, None, UNPROVED)
    assert refuses(asked_of, Limits()) is None
    assert answer(asked_of, Limits()).status == "holds"


def test_time_is_limited():
    found = ask(asked_as(BOUNDED), UNPROVED, n=4, c=3, limits=Limits(10**10, seconds=0.05))
    assert (found.status, found.reason) == ("undecided", "the time limit of 0.05 s was reached")


def test_what_is_proved_needs_no_cases():
    for size in (1, 2):
        assert by_loops(question(BOUNDED, ORDERS["rank_swapping"], size, 1), BOUNDED)[0]
    few = Limits(cases=100, seconds=5)
    assert ask(asked_as(BOUNDED), "rank_swapping", n=3, c=2, limits=few).status == "holds"


def test_what_the_reading_does_not_know_is_named():
    formula = asked_as(ForAll(r, a, Le(Gain(a), 1)))
    found = ask(formula, "rank_swapping", n=1, c=1)
    assert found.status == "undecided"
    assert "cannot read Gain" in found.reason


def test_parts_are_decided_one_by_one():
    several = Axiom("made", "made", (Part("bottom", BOTTOM), Part("top", TOP)), "a test")
    found = ask(several, "ops_swap_replace_last", n=1, c=2)
    assert found.status == "holds"
    broken = ask(several, "ops_swap", n=1, c=2)
    assert (broken.status, broken.part, broken.replayed.witness) == ("refuted", "bottom", None)


def test_degrees_and_places_are_shown_as_numbers():
    higher = Degree("x")
    formula = asked_as(ForAll(r, spot, higher, Implies(Le(higher, 1), Ge(r(spot), higher))))
    found = ask(formula, "rank_swapping", n=2, c=2)
    assert found.replayed.witness == {"r": [0, 0], "k": 1, "x": 1}
