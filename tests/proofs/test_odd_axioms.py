"""Axioms that someone made: what cannot be read is refused in one sentence, never a traceback."""

import pytest
from sympy import And, Eq, Ge, Implies, Not, Or

import proofs
from axioms.axiom import axiom, m
from axioms.language.formula import Exists, ForAll
from metrics import find_metric
from metrics.language.terms import (
    Backwards,
    Identity,
    Place,
    Swap,
    sigma,
    tau,
)
from metrics.naming import BadInput

a = Place("a")
SOME = Exists(sigma, tau, Eq(m(sigma, tau), 0))
EACH = ForAll(sigma, tau, Ge(m(sigma, tau), 0))
UNREAD = {
    "a power": ForAll(sigma, tau, Ge(m(sigma, tau), sigma(1) ** tau(1) - 99)),
    "a computed place": ForAll(a, Ge(m(Identity(), Swap(a, a + 1)), 0)),
}


def asked(statement, size):
    return proofs.ask(axiom("made", "made", statement, "a test"), find_metric("mae"), n=size)


@pytest.mark.parametrize("size", [3, "all"])
@pytest.mark.parametrize("name", UNREAD)
def test_what_no_engine_reads_is_undecided_and_says_why(name, size):
    found = asked(UNREAD[name], size)
    assert found.status == "undecided"
    assert "cannot read" in found.reason or "has no value" in found.reason


@pytest.mark.parametrize(
    "statement",
    [
        And(SOME, Exists(sigma, Ge(m(sigma, sigma), 0))),
        And(EACH, SOME),
        Or(EACH, SOME),
        Implies(EACH, SOME),
        Not(EACH, evaluate=False),
        Eq(m(Identity(), Backwards()), 0),
    ],
    ids=lambda statement: type(statement).__name__,
)
def test_a_statement_begins_with_a_quantifier(statement):
    with pytest.raises(BadInput, match="begins with ∀ or ∃"):
        asked(statement, 3)


@pytest.mark.parametrize(
    "free", [ForAll(sigma, Ge(m(sigma, tau), 0)), ForAll(sigma, Ge(m(sigma), a))]
)
def test_a_variable_that_nothing_binds_is_named(free):
    with pytest.raises(BadInput, match=r"binds (tau|a)"):
        asked(free, 3)
