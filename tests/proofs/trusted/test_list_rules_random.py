"""Random metrics of lists: whatever the rules prove for every n is tried at small n, by search."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from axioms import LIST_AXIOMS
from metrics.language.lists import Ideal, Length, Sorted, r
from metrics.language.runs import c
from metrics.language.terms import Indicator, Place, Ratio, i, n
from metrics.metric import Metric
from proofs.core.limits import Limits
from proofs.core.posed.lists import asked_of
from proofs.core.posing import questions_about
from proofs.core.verdict import REFUTED
from proofs.engines.exhaustive import answer
from proofs.engines.symbolic.list_proofs import proved

j, d = Place("j"), Place("d")
AXIOMS = [
    name for name in LIST_AXIOMS if name not in ("never_opposite", "same_order", "monotone_in_k")
]
SEEN = Indicator(i <= Length(r))
POOL = sp.Sum(Indicator(r(d) >= 1), (d, 1, n))
FACTORS = [
    r(i),
    2 ** r(i) - 1,
    2 ** r(i) - 2,
    Indicator(r(i) >= 1),
    Indicator(r(i) >= 2),
    Indicator(r(i) <= 1),
    1 - Indicator(r(i) >= 1),
    r(i) / c,
    1 / i,
    i,
    i - 1,
    1 / (i + 1),
    1 / (4 - i),
    sp.Integer(1),
    sp.Integer(-1),
    sp.Integer(2),
    sp.Rational(1, 2),
    Ideal(r)(i),
    Sorted(r)(i),
    Length(r),
    n,
    POOL,
    sp.Sum(Indicator(r(j) >= 1), (j, 1, i)) / i,
    sp.Sum(r(j), (j, 1, i - 1)),
    sp.Sum(r(j), (j, i, n)),
    sp.Product(1 - Indicator(r(j) >= 1), (j, 1, i - 1)),
    sp.Product(1 - (2 ** r(j) - 1) / 2**c, (j, 1, i - 1)),
    (2 ** r(i) - 1) / 2**c,
    Indicator(i <= POOL),
    Indicator(i <= 2),
]
DIVISORS = [
    sp.Integer(1),
    sp.Integer(3),
    POOL,
    Length(r),
    n,
    POOL + 2,
    sp.Sum(Ideal(r)(d), (d, 1, n)),
    sp.Sum(Ideal(r)(i) / i, (i, 1, n)),
    sp.Sum(SEEN * Indicator(r(i) >= 1), (i, 1, n)),
    sp.Sum(Indicator(r(d) >= 1) / d, (d, 1, n)),
]


@st.composite
def metrics(draw: st.DrawFn) -> Metric:
    factors = draw(st.lists(st.sampled_from(FACTORS), min_size=1, max_size=3))
    seen = SEEN if draw(st.integers(0, 5)) else sp.Integer(1)
    cut = draw(st.sampled_from([n, sp.Integer(1), sp.Integer(2)]))
    within = sp.Integer(1) if cut == n else Indicator(i <= cut)
    total = sp.Sum(seen * within * sp.Mul(*factors), (i, 1, n))
    divisor = draw(st.sampled_from(DIVISORS))
    value: Any = total if divisor == 1 else Ratio(total, divisor)
    shape = draw(st.integers(0, 4))
    if shape == 1:
        value = sp.Min(1, total)
    elif shape == 2 and divisor != 1:
        value = sp.Piecewise((sp.Integer(0), sp.Eq(divisor, 0)), (value, True))
    return Metric("made", "made", (r,), value, "made", True, "here", depth=cut)


@settings(max_examples=8, deadline=None)
@given(metrics())
def test_what_is_proved_is_true_at_small_n(metric: Metric) -> None:
    insist_true(metric)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(metrics())
def test_what_is_proved_of_many_is_true_at_small_n(metric: Metric) -> None:
    insist_true(metric)


def insist_true(metric: Metric) -> None:
    shown = []
    for axiom in AXIOMS:
        asked = asked_of(axiom, [], "lists")
        (question,), _ = questions_about(asked, [metric], None, {}, None)
        if proved(question) is not None:
            shown.append(asked)
    for asked in shown:
        for size, top in ((1, 1), (2, 2), (3, 1)):
            (small,), _ = questions_about(asked, [metric], [size], {"c": top}, None)
            verdict = answer(small, Limits())
            assert verdict.status != REFUTED, (asked.name, metric.value, verdict.replayed)
