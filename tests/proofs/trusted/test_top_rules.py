"""Rules for metrics of two top-k lists: what they show, what nearly fits, and forged steps."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import proofs
from metrics.language.lists import Length, RankIn, location, penalty, x, y
from metrics.language.terms import Indicator, Place, Ratio, n
from metrics.metric import Metric
from proofs.report.certificate import certificate, seal
from proofs.trusted.untrusted import Rejected
from proofs.trusted.verify import check

a, b = Place("a"), Place("b")
AXIOMS = ("symmetry", "nonnegativity", "zero_iff_equal")


def has(listed: Any, item: Any) -> Any:
    return Indicator(RankIn(listed, item) <= n)


def alone(one: Any, two: Any, item: Any) -> Any:
    return has(one, item) * (1 - has(two, item))


DX, DY = (RankIn(listed, a) - RankIn(listed, b) for listed in (x, y))
OPPOSITE = Indicator(sp.Lt(DX * DY, 0))
BOTH = has(x, a) * has(y, a) * sp.Abs(RankIn(x, a) - RankIn(y, a))
ONLY = [alone(s, t, a) * (location - RankIn(s, a)) for s, t in ((x, y), (y, x))]


def made(value: Any) -> Metric:
    return Metric("made", "made", (x, y), value, "tops", False, "here")


def pairs(term: Any) -> Any:
    return sp.Sum(term, (a, 1, b - 1), (b, 1, n))


def over(term: Any) -> Any:
    return sp.Sum(term, (a, 1, n))


NEARLY: list[tuple[str, Any]] = [
    ("symmetry", over(has(x, a) * RankIn(y, a))),
    ("symmetry", over(alone(x, y, a) + 2 * alone(y, x, a))),
    ("symmetry", Ratio(1, over(has(x, a) * has(y, a)))),  # undefined where nothing is common
    ("symmetry", RankIn(x, 7) * RankIn(y, 7)),  # an item that need not be there
    ("symmetry", sp.Sum(RankIn(x, a) * RankIn(y, a), (a, 1, n + 1))),
    ("symmetry", sp.factorial(Length(x) * Length(y) - 5)),  # a word that is not read
    ("zero_iff_equal", pairs(OPPOSITE - penalty * alone(x, y, a) * has(x, b))),  # negative
    ("zero_iff_equal", pairs(OPPOSITE + penalty * has(x, a) * has(y, b))),  # not 0 for equal ones
    ("zero_iff_equal", pairs(Indicator(sp.Lt(DX * DY, 1)))),
    ("zero_iff_equal", pairs(Indicator(sp.Gt(DX * DY, 0)))),
    ("nonnegativity", pairs(OPPOSITE * -1)),
    ("zero_iff_equal", sp.Sum(OPPOSITE, (a, 1, b - 1), (b, 1, 2))),  # not all pairs
    ("zero_iff_equal", over(BOTH)),  # items of one list alone do not count
    ("zero_iff_equal", over(BOTH + ONLY[0])),
    ("nonnegativity", over(BOTH + ONLY[0] - ONLY[1])),
    ("zero_iff_equal", over(BOTH + ONLY[0] + ONLY[1]) - Length(x)),
]


def shown(axiom: str, value: Any, **more: Any) -> bool:
    metric = made(value)
    given = {"penalty": "1/2"} if "penalty" in metric.parameters else {}
    verdict: Any = proofs.ask(axiom, metric, n="all", k=2, **given, **more)
    return verdict.status == "holds"


@pytest.mark.parametrize(("axiom", "value"), NEARLY)
def test_what_nearly_fits_is_not_proved(axiom: str, value: Any) -> None:
    assert not shown(axiom, value)


def test_opposite_pairs_say_nothing_of_uneven_lists() -> None:
    """(1) and (1 2) put no pair in opposite orders."""
    assert shown("zero_iff_equal", pairs(OPPOSITE))
    assert not shown("zero_iff_equal", pairs(OPPOSITE), lengths="any")
    assert shown("zero_iff_equal", over(BOTH + ONLY[0] + ONLY[1]), lengths="any")


TERMS = [OPPOSITE, penalty * alone(x, y, a) * alone(x, y, b), penalty * alone(y, x, a), has(x, a)]
ITEMS = [BOTH, *ONLY, has(x, a), has(y, a), alone(x, y, a), RankIn(x, a) * RankIn(y, a)]
VALUES = st.one_of(
    st.lists(st.sampled_from(TERMS), min_size=1, max_size=3).map(lambda t: pairs(sp.Add(*t))),
    st.lists(st.sampled_from(ITEMS), min_size=1, max_size=4).map(lambda t: over(sp.Add(*t))),
)


@settings(max_examples=12, deadline=None)
@given(VALUES, st.sampled_from(AXIOMS), st.sampled_from(["equal", "any"]))
def test_what_is_proved_is_true_at_more_items(value: Any, axiom: str, lengths: str) -> None:
    if shown(axiom, value, lengths=lengths):
        metric = made(value)
        given = {"penalty": "1/3"} if "penalty" in metric.parameters else {}
        found: Any = proofs.ask(axiom, metric, n=5, k=2, lengths=lengths, **given)
        assert found.status == "holds"


PROVED = [
    *[("symmetry", name) for name in ("kendall_top", "footrule_top", "rbo_ext", "rbo_ext(ties=a)")],
    ("nonnegativity", "kendall_top"),
    ("zero_iff_equal", "kendall_top"),
    ("zero_iff_equal", "footrule_top"),
]


FORGED: list[dict[str, Any]] = [
    {"axiom": "triangle"},
    {"scope": {"n": [], "all": True, "first_failing_n": None, "from": 1}},
    {"status": "refuted"},
]


@pytest.mark.parametrize(("axiom", "name"), PROVED)
def test_steps_are_checked_again_and_a_forged_statement_is_not(axiom: str, name: str) -> None:
    verdict: Any = proofs.ask(axiom, name, n="all", k=2)
    assert verdict.scope.every_from == 2
    content = certificate(verdict, "1")
    assert check(content)
    for change in FORGED:
        forged = deepcopy(content)
        forged.pop("seal")
        for field, value in change.items():
            forged["verdict"][field] = {**value} if field == "scope" else value
        with pytest.raises(Rejected):
            check({**forged, "seal": seal(forged)})
