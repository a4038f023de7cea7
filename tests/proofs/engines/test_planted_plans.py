"""Errors planted in what searches of rankings share: a wrong HOLDS does not verify."""

import pytest
from sympy import Abs, Sum
from test_planted import is_rejected

import proofs
from axioms.language import shapes
from metrics.language.terms import FullCycle, Indicator, i, n, sigma, tau
from metrics.metric import Metric
from proofs.engines.exhaustive import plans
from proofs.engines.exhaustive.cases import Quotient
from proofs.exact import compiled
from proofs.trusted.replayed import ReplayFailed

SEARCH = {"engine": "exhaustive"}


def error(name, value):
    return Metric(name, name, (sigma, tau), value, "error", False, "here")


@pytest.fixture
def eager(monkeypatch):
    """Let every plan run whatever the size."""
    for name in ("CLASSES_FROM", "WLOG_FROM", "PROOF_FROM"):
        monkeypatch.setattr(plans, name, 0)


def apart(place):
    return Abs(sigma(place) - tau(place))


@pytest.mark.usefixtures("eager")
def test_one_generator_of_two(monkeypatch):
    """Neighbours on a circle stay neighbours when all move on, and do not when two are swapped."""
    around = error("around", Sum(apart(i) * apart(i + 1), (i, 1, n - 1)) + apart(n) * apart(1))
    asked = ("right_invariance", around)
    assert proofs.ask(*asked, n=4, **SEARCH).status == "refuted"
    monkeypatch.setattr(shapes, "generators", lambda size: (FullCycle(),))
    assert is_rejected(proofs.ask(*asked, n=4, **SEARCH))


@pytest.mark.usefixtures("eager")
def test_an_invariance_that_is_none(monkeypatch):
    """All scores with the identity are 0; with another first ranking the inequality fails."""
    squares = Sum((sigma(i) - tau(i)) ** 2, (i, 1, n))
    asked = ("triangle", error("mostly", Indicator(sigma(1) > 1) * squares))
    assert proofs.ask(*asked, n=3, **SEARCH).status == "refuted"
    monkeypatch.setattr(plans, "proved_invariant", lambda search, slot, side: True)
    monkeypatch.setattr(plans.triangles, "decide", lambda search, formula, side: None)
    assert is_rejected(proofs.ask(*asked, n=3, **SEARCH))


@pytest.mark.usefixtures("eager")
def test_a_class_that_is_missed(monkeypatch):
    asked = ("max_agreement", "mse")
    assert proofs.ask(*asked, n=3, **SEARCH).status == "refuted"
    real = Quotient.truth

    def planted(self, formula):
        return real(self, formula) | True

    monkeypatch.setattr(Quotient, "truth", planted)
    assert is_rejected(proofs.ask(*asked, n=3, **SEARCH))


def test_an_inverse_that_is_none(monkeypatch):
    """Without inverses recall compares ranks with ranks: left and right change places."""
    right, left = (("right_invariance", "recall"), ("left_invariance", "recall"))
    assert proofs.ask(*right, n=3, k=1, **SEARCH).status == "refuted"
    monkeypatch.setattr(compiled, "inverse_columns", lambda entries: entries)
    assert is_rejected(proofs.ask(*right, n=3, k=1, **SEARCH))
    with pytest.raises(ReplayFailed):
        proofs.ask(*left, n=3, k=1, **SEARCH)
