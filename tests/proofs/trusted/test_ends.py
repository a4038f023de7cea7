"""Witnesses with two ends, and statements with one case: what is said of every n is true at each.

Near misses are statements that hold, rankings that are none, and places that may not exist.
"""

import itertools
import json
import random

import pytest
from deriving import shown_by
from random_metrics import Maker
from sympy import And, Eq, Implies, Ne, Sum

import proofs
from axioms import find_axiom
from axioms.axiom import axiom, m
from axioms.language.formula import ForAll
from metrics import find_metric
from metrics.language.terms import Identity, Place, Swap, i, n, sigma, tau
from metrics.metric import Metric
from proofs.core.every_n.growth import IN_ORDER, TURNED, Growth, written_out
from proofs.core.question import Question
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.witnesses.ended import Ends
from proofs.trusted.every_n.witnesses.grown import refutes
from proofs.trusted.replay import replay
from proofs.trusted.replayed import NotDefined, ReplayFailed
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

ENDS = [1, 2, -2, -1]
REVERSALS = ("reverse_is_minimal", "reverse_is_maximal", "one_iff_reverse", "symmetry")


def sealed(content):
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


def ended(first, last, between=IN_ORDER):
    return {"first": [*first], "last": [*last], "between": between}


IDENTITY, REVERSAL = ended([1], [-1]), ended([-1], [1], TURNED)


def words():
    for items in itertools.permutations(ENDS):
        for between in (IN_ORDER, TURNED):
            yield ended(items[:2], items[2:], between)


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_two_ended_rankings_compose_as_rankings_do(size):
    chooser = random.Random(size)
    for _ in range(40):
        one, two = chooser.choice([*words()]), chooser.choice([*words()])
        left, right = (Ends(tuple(w["first"]), tuple(w["last"]), w["between"] == TURNED)
                       for w in (one, two))  # fmt: skip

        def out(word):
            way = TURNED if word.turned else IN_ORDER
            return written_out({"it": ended(word.first, word.last, way)}, size)["it"]

        plain = [out(left)[place - 1] for place in out(right)]
        assert out(left.after(right)) == plain
        assert out(left.after(left.inverse())) == [*range(1, size + 1)]


def is_refuted(asked, metric, growth, size):
    question = Question(find_axiom(asked), (metric,), size, parameters=metric_parameters(metric))
    statement = question.statements()[0]
    try:
        return replay(question, statement, written_out(growth.values, size)).witness is not None
    except (NotDefined, ReplayFailed):
        return False


def metric_parameters(metric):
    return {"k": 2} if "k" in metric.parameters else {}


def test_what_random_metrics_refute_for_every_n_is_refuted_at_each():
    chooser, choices, found = random.Random(5), [*words()], 0
    for seed in range(60):
        metric, asked = Maker(seed).metric(), chooser.choice(REVERSALS)
        given = metric_parameters(metric)
        question = Question(find_axiom(asked), (metric,), 4, parameters=given)
        formula = question.statements()[0].formula
        for _ in range(3):
            values = {variable.name: chooser.choice(choices) for variable in formula.variables}
            growth = Growth(4, values)
            if refutes(question, formula, growth) is not None:
                found += 1
                sizes = range(4, 8)
                assert all(is_refuted(asked, metric, growth, size) for size in sizes), metric.value
    assert found >= 10


@pytest.mark.parametrize(
    ("asked", "subject"),
    [
        ("reverse_is_minimal", "mae"),
        ("reverse_is_maximal", "mae"),
        ("one_iff_reverse", "rmae"),
        ("minus_one_for_reverse", "kendall"),
        ("reverse_is_maximal", "ndpm_printed"),
        ("one_iff_reverse", "recall"),
        ("tells_12_from_34", "dcg"),
    ],
)
def test_answers_for_every_n_are_accepted_and_at_one_n_too(asked, subject):
    verdict = proofs.ask(asked, subject, n="all")
    assert verdict.scope.every_from is not None
    assert check(certificate(verdict, "1"))
    given = {"k": 1} if subject == "recall" else {}
    assert proofs.ask(asked, subject, n=30, engine="symbolic", **given).status == verdict.status


@pytest.mark.parametrize(
    ("least", "values"),
    [
        (1, {"sigma": IDENTITY, "tau": IDENTITY, "nu": IDENTITY}),
        (2, {"sigma": ended([1], [1]), "tau": IDENTITY, "nu": IDENTITY}),
        (4, {"sigma": ended([1, 2], [-1]), "tau": IDENTITY, "nu": IDENTITY}),
        (2, {"sigma": ended([2], [-1]), "tau": IDENTITY, "nu": IDENTITY}),
        (2, {"sigma": IDENTITY, "tau": IDENTITY, "nu": 1}),
        (2, {"sigma": IDENTITY, "tau": IDENTITY, "nu": [1, 2]}),
        (2, {"sigma": IDENTITY, "tau": IDENTITY}),
        (2, {"sigma": IDENTITY, "tau": IDENTITY, "nu": REVERSAL}),
    ],
)
def test_what_is_no_witness_refutes_nothing(least, values):
    verdict = proofs.ask("reverse_is_minimal", "mae", n="all")
    content = json.loads(json.dumps(certificate(verdict, "1")))
    assert check(content)
    step = next(s for s in content["evidence"]["steps"] if s["rule"] == "grown witness")
    step["evidence"]["growth"] = {"from": least, "values": values}
    with pytest.raises((NotChecked, Rejected)):
        check(sealed(content))


def test_too_few_items_between_the_ends_are_not_told_apart():
    """Turning one item changes nothing: at n = 3 both rankings are the same."""
    differ = axiom("differ", "differ", ForAll(sigma, tau, Eq(m(sigma, tau), 0)), "here")
    squares = Sum((sigma(i) - tau(i)) ** 2, (i, 1, n))
    sees = Metric("sees", "sees", (sigma, tau), squares, "made", True, "here")
    question = Question(differ, (sees,), 2)
    formula = question.statements()[0].formula
    values = {"sigma": IDENTITY, "tau": ended([1], [-1], TURNED)}
    assert refutes(question, formula, Growth(2, values)) is None
    assert refutes(question, formula, Growth(4, values)) is not None


PLACES = [Place(name) for name in "ij"]


@pytest.mark.parametrize(
    ("condition", "claim"),
    [
        (And(Eq(PLACES[0], 1), Eq(PLACES[1], 2)), Eq),
        (And(Eq(PLACES[0], 2), Eq(PLACES[1], 2)), Ne),
        (Eq(PLACES[0], 1), Ne),
        (And(Eq(PLACES[0], 1), Eq(PLACES[1], PLACES[0] + 1)), Ne),
    ],
)
def test_one_case_is_not_another_one(condition, claim):
    """(1 2) differs from the identity, (2 2) does not, and a place that is left open may be any."""
    scores = m(Identity(), Swap(*PLACES)), m(Identity(), Identity())
    asked = axiom("made", "made", ForAll(*PLACES, Implies(condition, claim(*scores))), "here")
    rules = shown_by(Question(asked, (find_metric("mae"),), 2, every_n=True))
    assert "given places" not in (rules or ())
