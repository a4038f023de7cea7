"""Rules for terms that look up: what nearly fits is not proved, and what is proved is tried.

Metrics are made of the parts of rr, err, ap, the Q-measure, bpref, R-precision and the hit rate,
each as it is and with a part that breaks the argument.
"""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import proofs
from axioms import LIST_AXIOMS
from metrics.language.lists import Ideal, Length, r
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
SEEN = Indicator(i <= Length(r))
OF_TWO = ("never_opposite", "same_order")
AXIOMS = [name for name in LIST_AXIOMS if name not in (*OF_TWO, "monotone_in_k")]


def relevant(place: Any, least: int = 1) -> Any:
    """Return whether a document is relevant."""
    return Indicator(r(place) >= least)


def stops(place: Any) -> Any:
    """Return the chance that the user of ERR stops."""
    return (2 ** r(place) - 1) / 2**c


POOL = sp.Sum(relevant(d), (d, 1, n))
WRONG = sp.Sum(1 - relevant(j), (j, 1, i - 1))
LOST = Ratio(sp.Min(WRONG, POOL), sp.Max(1, sp.Min(n - POOL, POOL)))


def passed(chance: Any, last: Any = i - 1) -> Any:
    """Return the chance that a user comes to a place."""
    return sp.Product(1 - chance(j), (j, 1, last))


def found(gain: Any, last: Any = i) -> Any:
    """Return a gain of the places from the top."""
    return sp.Sum(gain(j), (j, 1, last))


def made(body: Any, divisor: Any = 1, cut: Any = n, capped: bool = False) -> Metric:
    """Return a metric that adds up terms over the places that are seen."""
    within = sp.Integer(1) if cut == n else Indicator(i <= cut)
    total: Any = sp.Sum(SEEN * within * body, (i, 1, n))
    value = sp.Min(1, total) if capped else total
    value = value if divisor == 1 else Ratio(value, divisor)
    return Metric("made", "made", (r,), value, "made", True, "here", depth=cut)


def shows(axiom: str, metric: Metric, **given: Any) -> bool:
    """Tell whether the rules prove an axiom."""
    asked = asked_of(axiom, [], "lists")
    (question,), _ = questions_about(asked, [metric], None, given, None)
    return proved(question) is not None


NEARLY: list[tuple[str, Metric]] = [
    ("promotion", made(stops(i) * passed(stops) * i)),  # weights that grow
    ("promotion", made(stops(i) * passed(relevant) / i)),  # two chances to stop
    ("promotion", made(relevant(i) * passed(stops) / i)),
    ("promotion", made(passed(stops) * (1 - stops(i)) / i)),  # the user who goes on
    ("exchange", made(relevant(i, 2) * passed(relevant) / i)),
    ("raising", made(relevant(i, 2) * passed(relevant) / i)),
    ("promotion", made(relevant(i) * found(lambda place: r(place)) / i)),  # two gains
    ("promotion", made(r(i) * found(relevant) / i)),
    ("promotion", made(r(i) * found(lambda place: 2 - r(place)) / i)),  # a gain that falls
    ("exchange", made(relevant(i) * found(lambda place: 1 - relevant(place)) / i)),
    ("promotion", made(relevant(i) * found(relevant) * i)),
    ("raising", made(relevant(i) * found(relevant) / i, POOL)),  # the pool changes
    ("promotion_strict", made(relevant(i) * found(relevant) / i)),
    ("exchange_strict", made(relevant(i) * passed(relevant) / i)),
    ("promotion_strict", made(stops(i) * passed(stops))),
    ("promotion", made(relevant(i) * (1 - Ratio(sp.Min(found(relevant, i - 1), POOL), POOL + 1)))),
    ("unit_range", made(relevant(i) * (1 - Ratio(WRONG, POOL + 1)), POOL)),  # may be negative
    ("extension", made(relevant(i) * (1 - Ratio(WRONG, POOL + 1)), POOL)),
    ("unit_range", made(relevant(i) * (1 - LOST), 2)),
    ("raising", made(relevant(i) * (1 - LOST))),  # the pool changes inside
    ("exchange", made(r(i) * (1 - LOST) * LOST)),
    ("promotion", made(relevant(i) * LOST, POOL)),
    ("promotion", made(r(i) * Indicator(i >= POOL))),  # weights from a place on
    ("raising", made(relevant(i) * Indicator(i <= POOL))),
    ("promotion_strict", made(r(i) / i, capped=True)),
    ("exchange_strict", made(r(i) / i, capped=True)),
    ("unit_range", made(relevant(i) * Ratio(found(r), i), POOL)),
    ("unit_range", made(relevant(i) * Ratio(2 * found(relevant), i), POOL)),
    ("unit_range", made(relevant(i) * Ratio(found(relevant) + found(r), i), POOL)),
    ("unit_range", made(relevant(i) * Ratio(found(r), found(Ideal(r), i - 1) + 1), POOL)),
]


@pytest.mark.parametrize(("axiom", "metric"), NEARLY, ids=lambda one: str(one)[:20])
def test_what_nearly_fits_is_not_proved(axiom: str, metric: Metric) -> None:
    assert not shows(axiom, metric)


FITS: list[tuple[str, Metric]] = [
    ("promotion", made(stops(i) * passed(stops))),  # weights that stay lose nothing
    ("promotion", made(relevant(i) * found(relevant))),
    ("promotion", made(relevant(i) * passed(relevant) / i)),
    ("promotion_strict", made(stops(i) * passed(stops) / i, cut=sp.Integer(3))),
    ("exchange_strict", made(stops(i) * passed(stops) / i)),
    ("raising_strict", made(stops(i) * passed(stops) / i)),
    ("promotion_strict", made(r(i) * found(r) / i)),
    ("raising_strict", made(r(i) * found(r) / i)),
    ("ideal_is_best", made(relevant(i) * found(relevant) / i, POOL)),
    ("promotion", made(relevant(i) * (1 - LOST), POOL)),
    ("exchange", made(relevant(i) * Ratio(found(relevant) + found(r), i + found(Ideal(r))), POOL)),
    (
        "unit_range",
        made(relevant(i) * Ratio(found(relevant) + found(r), i + found(Ideal(r))), POOL),
    ),
    ("promotion", made(relevant(i) * Indicator(i <= POOL), POOL)),
    ("raising", made(relevant(i), capped=True, cut=sp.Integer(2))),
]


@pytest.mark.parametrize(("axiom", "metric"), FITS, ids=lambda one: str(one)[:20])
def test_what_fits_is_proved(axiom: str, metric: Metric) -> None:
    assert shows(axiom, metric)


CHANCES: list[Any] = [relevant, stops, lambda place: relevant(place, 2), lambda place: r(place) / c]
GAINS: list[Any] = [relevant, lambda place: r(place), lambda place: 2 ** r(place) - 1]
WEIGHTS = [sp.Integer(1), 1 / i, i, 1 / (i + 1), sp.Rational(1, 2) / i, Indicator(i <= POOL)]
SHARES = [
    1 - LOST,
    LOST,
    Ratio(found(relevant) + found(r), i + found(Ideal(r))),
    Ratio(found(relevant), i),
    Ratio(found(r), found(Ideal(r)) + 1),
    1 - Ratio(sp.Min(WRONG, POOL), sp.Max(1, POOL)),
]


@st.composite
def bodies(draw: st.DrawFn) -> Any:
    """Return a term: of a user who stops, of pairs, of shares, or of weights."""
    kind, weight = draw(st.integers(0, 3)), draw(st.sampled_from(WEIGHTS))
    gain, other = (draw(st.sampled_from(GAINS)) for _ in range(2))
    if kind == 0:
        chance, again = (draw(st.sampled_from(CHANCES)) for _ in range(2))
        inner = chance if draw(st.booleans()) else again
        return chance(i) * passed(inner, draw(st.sampled_from([i - 1, i - 1, i]))) * weight
    if kind == 1:
        inner = gain if draw(st.booleans()) else other
        return gain(i) * found(inner, draw(st.sampled_from([i, i, i - 1]))) * weight
    if kind == 2:
        return gain(i) * draw(st.sampled_from(SHARES)) * weight
    return gain(i) * weight


METRICS = st.builds(
    made,
    bodies(),
    st.sampled_from([1, POOL, POOL + 2, sp.Integer(3), sp.Sum(Ideal(r)(d), (d, 1, n))]),
    st.sampled_from([n, sp.Integer(1), sp.Integer(2)]),
    st.sampled_from([False, False, False, True]),
)


def contradicted(metric: Metric, sizes: Any) -> list[Any]:
    """Return what is proved of a metric and false at a small size."""
    wrong = []
    for asked in (asked_of(name, [], "lists") for name in AXIOMS if shows(name, metric)):
        for size, top in sizes:
            (small,), _ = questions_about(asked, [metric], [size], {"c": top}, None)
            if answer(small, Limits()).status == REFUTED:
                wrong.append((asked.name, size, top))
    return wrong


@settings(max_examples=6, deadline=None)
@given(METRICS)
def test_what_is_proved_is_true_at_small_n(metric: Metric) -> None:
    assert not contradicted(metric, ((2, 2), (3, 1), (3, 2))), metric.value


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(METRICS)
def test_what_is_proved_is_true_at_more_sizes(metric: Metric) -> None:
    assert not contradicted(metric, ((1, 2), (2, 3), (3, 3), (4, 1), (4, 2))), metric.value


def test_the_q_measure_punishes_promotion_with_four_grades() -> None:
    """By hand, β = 1: (0 3 1) scores (4/6 + 6/7)/2, and (1 3 0) only (2/4 + 1)/2.

    The ideal list gains 3, 4, 4. Before: 1 + 3 of 2 + 4 at the second place, 2 + 4 of 3 + 4 at the
    third. After: 1 + 1 of 1 + 3 at the first, 2 + 4 of 2 + 4 at the second.
    """
    for grades, expected in (([0, 3, 1], "16/21"), ([1, 3, 0], "3/4")):
        value = proofs.value_of("q", grades=grades, c=3)
        assert str(value.exact) == expected
    verdict: Any = proofs.ask("promotion", "q", n="all")
    assert verdict.status == REFUTED
    assert verdict.scope.every_from is not None or verdict.derivation
