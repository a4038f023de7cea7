"""Reading all cases at once: the same as reading each with the replayer, and fast enough.

`by_hand` is the plain loop: every case, one after another, read by the replayer alone.
"""

import itertools
import json
import random
import time
from fractions import Fraction

import pytest
from asking import ONE_METRIC, parameters, question
from hypothesis import given
from hypothesis import strategies as st
from sympy import Eq, Ge, Implies, Le

import proofs
from axioms import AXIOMS, find_axiom
from axioms.axiom import Axiom, Part, m
from axioms.language.formula import Exists, ForAll, Same, Scaled, Score
from axioms.language.order_terms import Join, Meet, condition, surely_defined
from lattice import ORDERS
from metrics import METRICS
from metrics.language.terms import nu, sigma, tau
from metrics.naming import BadInput
from proofs.core.posing import questions_about
from proofs.core.question import Question
from proofs.report.certificate import certificate, definitions, seal
from proofs.trusted.finite import trying
from proofs.trusted.finite.columns import column, distinct, joined, keyed, parted, ranks
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.finite.reader import CaseReader
from proofs.trusted.finite.trying import named_outside, tried
from proofs.trusted.number import Inconclusive, Undefined, inverse, logarithm, power
from proofs.trusted.replay import replay
from proofs.trusted.untrusted import Rejected
from proofs.trusted.verify import check


def by_hand(asked, statement):
    """Return how many cases are defined, those that are not, and those that are false."""
    replayer, formula = replayer_of(asked), statement.formula
    if not isinstance(formula, ForAll | Exists):
        return 1, [], [] if replayer.truth(formula, replayer.scene.point) else [{}]
    judged, undefined, false, some = 0, [], [], False
    for case in replayer.cases(formula.variables, replayer.scene.point):
        shown = {v.name: list(x) if isinstance(x, tuple) else x for v, x in case.items()}
        true = _one(replayer, formula, case)
        judged += true is not None
        undefined += [{**dict(statement.fixed), **shown}] if true is None else []
        false += [shown] if true is False else []
        some |= true is True
    if isinstance(formula, Exists):
        false = [] if some else [{}]
    return judged, undefined, false


def _one(replayer, formula, case):
    point = {**replayer.scene.point, **case}
    some = isinstance(formula, Exists)  # a case is one that the statement speaks of
    try:
        if not replayer.truth((surely_defined if some else condition)(formula.body), point):
            return not some
        for node in named_outside(formula.body, Score):
            replayer.value(node, point)
        for node in named_outside(formula.body, Join, Meet):
            replayer.listing(node, point)
        return replayer.truth(formula.body, point)
    except Undefined:
        return None


def agree(asked):
    """Insist that both readings of all statements of a question are the same."""
    for statement in asked.statements():
        if statement.formula.atoms(Scaled):
            continue
        try:
            judged, undefined, false = by_hand(asked, statement)
        except Inconclusive:
            with pytest.raises(Inconclusive):
                tried(asked, statement)
            continue
        found = tried(asked, statement)
        assert (found.judged, found.undefined) == (judged, len(undefined))
        assert found.first_undefined == (undefined[0] if undefined else None)
        assert found.first_false == (false[0] if false else None)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("metric", sorted(METRICS))
def test_every_axiom_of_one_metric_reads_as_by_hand(metric):
    draw = random.Random(metric)
    for axiom in draw.sample(ONE_METRIC, 6):
        if find_axiom(axiom).inputs not in (None, len(METRICS[metric].inputs)):
            continue
        convention = draw.choice(["items", "ranks"])
        try:
            given = parameters(metric, k=1, axiom=axiom)
            asked = question(axiom, metric, n=3, convention=convention, **given)
        except BadInput:
            continue
        agree(asked)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("order", sorted(ORDERS))
@pytest.mark.parametrize("axiom", ["chain", "lattice", "connected", "distributive"])
def test_axioms_of_orders_read_as_by_hand(order, axiom):
    (asked,), _ = questions_about(find_axiom(axiom), [order], [2], {"c": 1}, None)
    agree(asked)


@pytest.mark.parametrize(
    ("axiom", "names", "n", "given"),
    [
        ("consistency", ("kendall", "mae"), 3, {}),
        ("linear_equivalence", ("dcg", "rbp"), 2, {"p": "1/2"}),
        ("symmetry", ("kendall_sim",), 3, {}),
        ("kendall_le_footrule", ("unweighted",), 4, {}),
        ("isotone", ("gp",), 2, {"order": "set_projection", "c": 2}),
        ("valuation", ("gr",), 2, {"order": "ops_swap", "c": 2, "gains": "0,1,3"}),
    ],
    ids=str,
)
def test_questions_of_other_kinds_read_as_by_hand(axiom, names, n, given):
    (asked,), _ = questions_about(find_axiom(axiom), list(names), [n], given, None)
    agree(asked)


def test_a_first_ranking_that_is_fixed_counts_all_cases(monkeypatch):
    """With 20,000 cases or more the first ranking is fixed, where that is verified."""
    monkeypatch.setattr("proofs.trusted.finite.trying.FEW_CASES", 0)
    for axiom, metric in [
        ("triangle", "mae"),
        ("triangle", "mse"),
        ("symmetry", "recall"),
        ("zero_iff_equal", "lr_plus"),
        ("max_iff_equal", "kendall"),
        ("ioi", "mape"),
        ("ioi", "dcg"),
    ]:
        for convention in ("items", "ranks"):
            agree(question(axiom, metric, n=3, convention=convention, **parameters(metric, k=2)))


def asked_for(statement, *metrics, n):
    return Question(Axiom("made", "made", (Part("made", statement),), "a test"), metrics, n)


def test_without_loss_of_generality_is_never_assumed(monkeypatch):
    """A statement that is true where the first ranking is 1 2 3, and false elsewhere."""
    monkeypatch.setattr("proofs.trusted.finite.trying.FEW_CASES", 0)
    mape = METRICS["mape"]
    for statement in (
        ForAll(sigma, tau, Le(m(sigma, tau), Fraction(200, 3))),
        ForAll(sigma, tau, Eq(m(sigma, tau), m(tau, sigma))),
        ForAll(sigma, tau, nu, Implies(Eq(m(sigma, tau), m(sigma, nu)), Same(tau, nu))),
        ForAll(sigma, tau, Exists(nu, Ge(m(nu, tau), m(sigma, tau)))),
    ):
        for n in (2, 3):
            agree(asked_for(statement, mape, n=n))


FALSE = [
    ("ioi", "dcg", 7),
    ("triangle", "mse", 5),
    ("symmetry", "mape", 5),
    ("zero_iff_equal", "recall", 5),
    ("left_invariance", "kendall", 4),
]


@pytest.mark.parametrize(("axiom", "metric", "n"), FALSE)
def test_a_false_statement_is_found_to_be_false(axiom, metric, n):
    for convention in ("items", "ranks"):
        given = parameters(metric, k=2)
        asked = question(axiom, metric, n=n, convention=convention, **given)
        if proofs.ask(axiom, metric, n=n, convention=convention, **given).status != "refuted":
            continue
        found = [tried(asked, statement).first_false for statement in asked.statements()]
        assert any(case is not None for case in found)


def test_a_false_statement_about_an_order_is_found_to_be_false():
    (asked,), _ = questions_about(
        find_axiom("distributive"), ["rank_swapping"], [3], {"c": 2}, None
    )
    found = [tried(asked, statement).first_false for statement in asked.statements()]
    assert any(case is not None for case in found)


SLOW_BEFORE = [
    ("ioi", "dcg", {"n": 6}),
    ("ioi", "dcg", {"n": range(2, 7)}),
    ("symmetry", "mae", {"n": 6}),
    ("triangle", "mae", {"n": 5}),
    ("distributive", "rank_replacement", {"n": 4, "c": 2}),
    ("right_invariance", "kendall", {"n": 5}),
]


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("axiom", "subject", "options"), SLOW_BEFORE, ids=str)
def test_what_holds_at_some_n_is_checked_in_seconds(axiom, subject, options):
    content = certificate(proofs.ask(axiom, subject, **options), "1")
    started = time.monotonic()
    assert check(json.loads(json.dumps(content)))
    assert time.monotonic() - started < 30


FORGED = [
    (("ioi", "dcg", 6), {"n": 7}),
    (("triangle", "mae", 5), {"axiom": "ioi"}),
    (("triangle", "mae", 5), {"subject": ["mse"]}),
    (("symmetry", "mae", 5), {"subject": ["mape"]}),
]


@pytest.mark.parametrize(("honest", "change"), FORGED, ids=str)
def test_a_false_statement_in_the_place_of_a_true_one_is_rejected(honest, change):
    """The forger poses the question again, prints it as it should be, and seals it."""
    axiom, metric, n = honest
    content = json.loads(json.dumps(certificate(proofs.ask(axiom, metric, n=n), "1")))
    axiom, metric = change.get("axiom", axiom), change.get("subject", [metric])[0]
    asked = question(axiom, metric, n=change.get("n", n))
    said = content["verdict"]
    said.update(axiom=axiom, subject=[metric], statement=asked.text())
    said["parameters"]["n"] = asked.n
    said["scope"]["n"] = [asked.n]
    content["definitions"] = definitions(asked)
    content["seal"] = seal({name: value for name, value in content.items() if name != "seal"})
    with pytest.raises(Rejected, match="finds it false"):
        check(content)


# Columns -----------------------------------------------------------------------------------------


def some_numbers():
    fractions = st.fractions(-3, 3, max_denominator=4)
    roots = st.integers(2, 12).map(lambda k: power(k, Fraction(1, 2)))
    logs = st.integers(2, 12).map(logarithm)
    return st.one_of(fractions, roots, logs, st.none())


@given(st.lists(some_numbers(), min_size=1, max_size=12))
def test_ranks_have_the_order_of_the_numbers(values):
    from proofs.trusted.sign import sign_of

    found = ranks(values)
    for (a, rank_a), (b, rank_b) in itertools.product(zip(values, found, strict=True), repeat=2):
        if a is None or b is None:
            assert (rank_a == -1) == (a is None)
        else:
            assert (rank_a > rank_b) - (rank_a < rank_b) == sign_of(a - b)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=1))
def test_a_function_is_applied_in_every_case(pairs):
    def divided(a, b):
        if b == 0:
            raise Undefined
        return Fraction(a, b)

    one, two = (column([pair[side] for pair in pairs]) for side in (0, 1))
    assert joined(divided, [one, two]).listed() == [Fraction(a, b) if b else None for a, b in pairs]


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 50_000)), min_size=1, max_size=20))
def test_keys_and_codes_are_each_others_reverse(rows):
    import numpy as np

    sizes = [3, 50_001]
    codes = [np.array(side) for side in zip(*rows, strict=True)]
    keys = keyed(codes, sizes)
    present, places = distinct(keys, sizes)
    assert present[places].tolist() == keys.tolist()
    assert sorted(set(keys.tolist())) == present.tolist()
    assert [one.tolist() for one in parted(keys, sizes)] == [one.tolist() for one in codes]


def test_what_is_written_differently_may_have_one_rank():
    two = power(8, Fraction(1, 2)) * power(2, Fraction(-1, 2))
    assert ranks([2, two, None, 1]) == [1, 1, -1, 0]
    one = logarithm(2) + logarithm(3)
    assert ranks([one * inverse(one + 1), 1 - inverse(one + 1)]) == [0, 0]


# Labels and collections --------------------------------------------------------------------------

ASPECTS = [
    ("respects_partial_order", "chebyshev", {"n": range(1, 3)}),
    ("respects_partial_order", "manhattan", {"n": 2, "embedding": "0,1,2;0,1"}),
    ("respects_strictly", "weighted_manhattan", {"n": 2, "weights": "1,1/2"}),
    ("upper_bound_reached", "ap", {"n": 2}),
    ("upper_bound_reached", "ndcg", {"n": range(1, 3), "lists": "repeats"}),
    ("upper_bound_reached", "cam", {"n": range(1, 3), "measure": "ndcg"}),
]


def sealed(content):
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


def made(axiom, subject, options):
    content = certificate(proofs.ask(axiom, subject, **options), "1")
    return json.loads(json.dumps(content))


@pytest.mark.parametrize(("axiom", "subject", "options"), ASPECTS, ids=str)
def test_labels_and_collections_are_checked(axiom, subject, options):
    content = made(axiom, subject, options)
    assert check(content)
    said = content["verdict"]
    counted = said.get("undefined", {"cases": 0})["cases"]
    said["undefined"] = {"cases": counted + 1, "first": {"l": [0, 0]}}
    with pytest.raises(Rejected):
        check(sealed(content))


def holding(content):
    """Return a refutation with the status of a verdict that holds, sealed."""
    said = content["verdict"]
    said.update(status="holds", witness=None, values=[])
    said["scope"] = {"n": [said["parameters"]["n"]], "all": False, "first_failing_n": None}
    said.pop("part", None)
    said["undefined"] = {"cases": 0, "first": None}
    (asked,), _ = questions_about(
        find_axiom(said["axiom"]),
        said["subject"],
        said["scope"]["n"],
        {name: value for name, value in said["parameters"].items() if name != "n"},
        said["convention"],
    )
    said["statement"] = asked.text()
    return sealed(content)


@pytest.mark.parametrize(
    ("axiom", "subject", "options"),
    [
        ("respects_strictly", "chebyshev", {"n": 2}),
        ("respects_strictly", "chebyshev", {"n": 2, "embedding": "0,1,2;0,1"}),
        ("respects_partial_order", "cosine", {"n": 2, "embedding": "1,2;1,2"}),
        ("upper_bound_reached", "cam", {"n": 2, "measure": "ap", "embedding": "0,1;0,1"}),
    ],
    ids=str,
)
def test_a_refutation_that_says_holds_is_rejected(axiom, subject, options):
    content = made(axiom, subject, options)
    assert content["verdict"]["status"] == "refuted"
    with pytest.raises(Rejected):
        check(holding(content))


def test_one_solver_alone_is_not_enough(monkeypatch):
    from proofs.script.solvers import Reply
    from proofs.trusted.finite import aspects
    from proofs.trusted.untrusted import NotChecked

    content = made("respects_partial_order", "chebyshev", {"n": 1, "engine": "smt"})
    replies = {"z3": Reply("z3", "unsat"), "cvc5": Reply("cvc5", "unknown")}
    monkeypatch.setattr(aspects, "consult", lambda text, seconds: replies)
    with pytest.raises(NotChecked, match="both must answer"):
        check(content)
    del replies["cvc5"]
    with pytest.raises(NotChecked, match="both must answer"):
        check(content)


def test_a_script_of_another_question_is_rejected():
    content = made("respects_partial_order", "chebyshev", {"n": 1, "engine": "smt"})
    other = made("respects_partial_order", "manhattan", {"n": 2, "engine": "smt"})
    content["evidence"]["scripts"] = other["evidence"]["scripts"]
    with pytest.raises(Rejected, match="none of those written anew"):
        check(sealed(content))


# Fewer cases that decide all ---------------------------------------------------------------------


@pytest.mark.parametrize("metric", ["dcg", "mape", "lr_plus", "kendall", "recall", "smape"])
@pytest.mark.parametrize("name", ["wsd", "sensitivity", "wider_swaps_score_lower"])
def test_places_are_read_one_by_one_as_all_at_once(monkeypatch, name, metric):
    """With few rankings both ways are open: the same cases, the same first ones."""
    k = {"k": 2} if METRICS[metric].depends_on_k() else {}
    question = Question(AXIOMS[name], (METRICS[metric],), 4, k)
    (statement,) = question.statements()
    at_once = tried(question, statement)
    monkeypatch.setattr(trying, "MOST_RANKINGS", 1)
    monkeypatch.setattr(CaseReader, "bound", None)
    assert tried(question, statement) == at_once


@pytest.mark.parametrize(
    ("name", "metrics"),
    [
        ("linear_equivalence", "kendall kendall_distance"),
        ("linear_equivalence", "kendall mae"),
        ("same_ties", "mse rmse"),
        ("same_ties", "mse mae"),
        ("triangle", "mse"),
        ("triangle", "mae"),
        ("symmetry", "mape"),
        ("max_agreement", "kendall"),
        ("nonnegativity", "kendall"),
    ],
)
def test_one_case_for_every_combination_of_scores_decides(name, metrics):
    question = Question(AXIOMS[name], tuple(METRICS[one] for one in metrics.split()), 3)
    for statement in question.statements():
        plain, few = tried(question, statement), tried(question, statement, 1)
        assert few.judged == plain.judged
        assert (few.first_false is None) == (plain.first_false is None)
        if few.first_false is not None:
            assert replay(question, statement, few.first_false).witness == few.first_false


@pytest.mark.parametrize(
    "name", ["ioi", "zero_iff_equal", "right_invariance", "reverse_is_minimal", "ioi_at_identity"]
)
def test_where_more_than_scores_is_named_every_case_is_read(name):
    question = Question(AXIOMS[name], (METRICS["mape"],), 3)
    first = next(iter(question.statements()))
    with pytest.raises(Inconclusive, match="too many"):
        tried(question, first, 1)


def test_undefined_scores_are_not_read_by_their_values():
    question = Question(AXIOMS["symmetry"], (METRICS["lr_plus"],), 3, {"k": 2})
    (statement,) = question.statements()
    with pytest.raises(Inconclusive, match="too many"):
        tried(question, statement, 1)
