"""A statement where all values are defined says something only if for every n there are some."""

import copy
import json

import pytest
from sympy import Abs, Eq, Ge, Sum

import proofs
from axioms.axiom import axiom, m
from axioms.language.formula import ForAll
from metrics.language.terms import Indicator, Ratio, i, n, sigma, tau
from metrics.metric import Metric
from proofs.core.every_n.growth import BACKWARDS, ENDS, FORWARDS
from proofs.core.question import Question
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

UP_TO_4 = Indicator(n <= 4)
NONNEGATIVE = ForAll(sigma, tau, Ge(m(sigma, tau), 0))
ITSELF = ForAll(sigma, Ge(m(sigma, sigma), 0))
AT = {"σ = τ": (FORWARDS, FORWARDS), "turned": (FORWARDS, BACKWARDS), "ends": (ENDS, FORWARDS)}


def made(value):
    return Metric("made", "made", (sigma, tau), value, "error", False, "a test")


def stated(formula):
    return axiom("made", "made", formula, "a test")


def concluded(metric, formula, at, least=2, kind=0):
    kernel = Kernel(Question(stated(formula), (metric,), 2, every_n=True), least)
    named = dict(zip([v.name for v in formula.variables], at, strict=True))
    return kernel.conclude("defined somewhere", part=0, kind=kind, at=named)


@pytest.mark.parametrize("divisor", [UP_TO_4 * sigma(1), UP_TO_4 + Sum(sigma(i) - i, (i, 1, n))])
def test_what_is_defined_for_small_n_alone_is_undecided(divisor):
    metric = made(Ratio(1, divisor))
    assert proofs.ask(stated(NONNEGATIVE), metric, n=4).status == "holds"
    assert proofs.ask(stated(NONNEGATIVE), metric, n=5).reason == "undefined"
    assert proofs.ask(stated(NONNEGATIVE), metric, n="all").status == "undecided"
    assert not any(concluded(metric, NONNEGATIVE, at) for at in AT.values())


DIFFERENCE = Sum(Abs(sigma(i) - tau(i)), (i, 1, n))


@pytest.mark.parametrize(
    ("divisor", "where"),
    [
        (DIFFERENCE, {"ends"}),
        (Indicator(Eq(sigma(1), 1)) * Indicator(Eq(tau(1), 1)), {"σ = τ"}),
        (Indicator(Eq(tau(1), n)), {"turned"}),
        (sigma(1) - tau(1) + n - 1, {"σ = τ", "ends"}),
        (sigma(1) + tau(1) - 2 * n, {"σ = τ", "turned", "ends"}),
    ],
)
@pytest.mark.parametrize("name", AT)
def test_a_case_is_defined_where_nothing_is_divided_by_0(divisor, where, name):
    """What is not concluded is undefined there, but for Σ |n + 1 − 2i| > 0, which no rule shows."""
    assert bool(concluded(made(Ratio(1, divisor)), NONNEGATIVE, AT[name])) is (name in where)


def test_a_case_that_is_defined_from_some_n_on_is_not_one_for_every_n():
    metric = made(Ratio(1, n - sigma(1) - 1))
    assert not concluded(metric, NONNEGATIVE, (FORWARDS, FORWARDS))
    assert concluded(metric, NONNEGATIVE, (FORWARDS, FORWARDS), least=3)


def test_equal_rankings_are_a_kind_of_their_own():
    metric = made(Ratio(1, DIFFERENCE))
    assert not concluded(metric, ITSELF, (FORWARDS,))
    assert not concluded(metric, ITSELF, (FORWARDS,), kind=1)
    with pytest.raises(Rejected, match="there are 1"):
        concluded(metric, NONNEGATIVE, (FORWARDS, ENDS), kind=1)
    assert proofs.ask(stated(ITSELF), metric, n="all").status == "undecided"


@pytest.mark.parametrize("at", [(FORWARDS, 1), (FORWARDS, [1, 2])])
def test_only_rankings_for_every_n_stand_for_rankings(at):
    assert not concluded(made(DIFFERENCE), NONNEGATIVE, at)


@pytest.fixture(scope="module")
def written():
    return json.loads(json.dumps(certificate(proofs.ask("symmetry", "lr_plus", n="all"), "1")))


def resealed(content):
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


def test_a_certificate_shows_that_some_case_is_defined(written):
    assert check(written)
    forged = copy.deepcopy(written)
    assert forged["evidence"]["steps"].pop()["rule"] == "defined somewhere"
    with pytest.raises(NotChecked, match="some case is defined"):
        check(resealed(forged))


@pytest.mark.parametrize(
    "change", [{"tau": FORWARDS}, {"sigma": ENDS}, {"tau": "somewhere"}, {"nu": FORWARDS}]
)
def test_where_it_is_defined_is_read_again(written, change):
    forged = copy.deepcopy(written)
    forged["evidence"]["steps"][-1]["evidence"]["at"] |= change
    with pytest.raises((Rejected, NotChecked)):
        check(resealed(forged))
