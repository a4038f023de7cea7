"""Scores of a reader who stops: they do not fall where documents become better or move up."""

from __future__ import annotations

from itertools import product

import lattice_reference as naive
import pytest
from sympy import Integer, Product, Rational, Sum
from test_lasting_runs import agrees_at_small_n, made, not_accepted, resealed

from axioms.ordering import isotone, strictly_isotone, valuation
from lattice import ORDERS
from metrics import RUN_METRICS
from metrics.language.runs import Gain, c, r
from metrics.language.terms import Indicator, Place, i, n
from proofs import ask
from proofs.core.question import Question
from proofs.engines.symbolic.order_shapes import proved
from proofs.report.certificate import certificate
from proofs.trusted.verify import check

h = Place("h")


def stops(place):
    return (2 ** r(place) - 1) / 2**c


def reader(stop, passed, weight, last=n):
    return made(Sum(stop * Product(passed, (h, 1, i - 1)) * weight, (i, 1, last)))


NEARLY = {
    "places that count more and more": reader(stops(i), 1 - stops(h), i),
    "weights below 0": reader(stops(i), 1 - stops(h), 2 - i),
    "weights that turn": reader(stops(i), 1 - stops(h), 1 / (1 + (i - 2) ** 2)),
    "all who pass": reader(stops(i), stops(h), 1 / i),
    "nobody who stops passes on": reader(stops(i), 1 - 2 * stops(h), 1 / i),
    "stops at the worst": reader(Indicator(r(i) < 1), Indicator(r(h) >= 1), 1 / i),
    "another degree": reader(Indicator(r(i) >= 1), Indicator(r(h) < 2), 1 / i),
    "falls with n": made((3 - n) * Sum(stops(i), (i, 1, n))),
    "two places that need not be there": reader(stops(i), 1 - stops(h), 1 / i, Integer(2)),
    "gains at the end": reader(stops(i) * Gain(r(n)), 1 - stops(h), 1 / i),
}
FITS = {
    "all places": reader(stops(i), 1 - stops(h), 1 / i),
    "thirds": reader(stops(i), 1 - stops(h), Rational(2, 3) ** i),
    "alike": reader(stops(i), 1 - stops(h), 1),
    "first relevant": reader(Indicator(r(i) >= 1), Indicator(r(h) < 1), 1 / i),
}
CHAINS = ("rank_projection", "set_projection", "ops_all")


def question(asked, metric, order):
    return Question(asked, (metric,), 2, {"c": 2}, None, ORDERS[order], every_c=True, every_n=True)


def falls(metric, order, size, top):
    """Whether a score falls along an order, read from the definitions of both, pair by pair."""
    found = ask("isotone", metric, order=order, n=size, c=top, engine="exhaustive")
    return found.status == "refuted"


@pytest.mark.sweep(5)
@pytest.mark.parametrize(("label", "order"), [*product(FITS, ORDERS)])
def test_what_is_proved_is_true_of_small_runs(label, order):
    metric = FITS[label]
    shown = proved(question(isotone, metric, order)) is not None
    expected = order != "rank_replacement_literal"
    expected &= order not in CHAINS or label == "first relevant"
    assert shown == expected
    if shown:
        for size, top in ((1, 2), (2, 1), (2, 3), (3, 2), (4, 1)):
            assert not falls(metric, order, size, top)
    valued = proved(question(valuation, metric, order)) is not None
    by_places = order in ("rank_replacement", "ops_swap_replace_last")
    if order != "rank_replacement_literal" and order not in CHAINS:
        assert valued == (label == "first relevant" and not by_places)
    for size, top in ((2, 2), (3, 2), (4, 1)) if valued else ():
        found = ask("valuation", metric, order=order, n=size, c=top, engine="exhaustive")
        assert found.status == "holds"
    for asked in (strictly_isotone, valuation):
        agrees_at_small_n(asked.name, metric, {"order": order, "c": 1}, range(1, 5))


@pytest.mark.sweep(5)
@pytest.mark.parametrize(("label", "order"), [*product(NEARLY, ORDERS)])
def test_what_nearly_fits_is_not_proved(label, order):
    gains = {"gains": "0,1"} if "gains" in NEARLY[label].parameters else {}
    if label == "two places that need not be there":
        assert proved(question(isotone, NEARLY[label], order)) is None
        return
    agrees_at_small_n("isotone", NEARLY[label], {"order": order, "c": 1, **gains}, range(1, 5))
    moves = order in ("rank_swapping", "ops_swap_replace", "rank_replacement")
    if moves and label not in ("gains at the end",):
        shown = proved(question(isotone, NEARLY[label], order)) is not None
        somewhere = any(falls(NEARLY[label], order, *size) for size in ((2, 1), (2, 2), (4, 1)))
        assert not (shown and somewhere)


@pytest.mark.parametrize("name", ["rr", "err"])
def test_metrics_of_practitioners_do_not_fall_as_the_reference_says(name):
    for order in ("rank_swapping", "set_replacement", "ops_swap"):
        found = ask("isotone", name, order=order, n="all", k=2)
        assert (found.status, found.scope.every_from) == ("holds", 2)
        assert check(certificate(found, "1"))
        for size, top in ((2, 2), (3, 2)):
            words, pairs = naive.order(order, size, top)
            score = {word: naive.METRICS[name](word, range(top + 1), k=2, c=top) for word in words}
            assert all(score[x] <= score[y] for x, y in pairs)


def test_forged_steps_are_not_accepted():
    good = certificate(ask("isotone", "err", order="rank_swapping", n="all", k=2), "1")
    assert check(good)
    for order in ("rank_projection", "rank_replacement_literal"):
        other = certificate(ask("isotone", "err", order=order, n=2, c=2, k=2), "1")
        assert other["verdict"]["status"] == "refuted"
        said = {name: other["verdict"][name] for name in ("order", "statement")}
        forged = resealed({**good, "definitions": other["definitions"]}, verdict=said)
        not_accepted(forged)
        steps = [
            {**good["evidence"]["steps"][0], "rule": "degrees"},
            *good["evidence"]["steps"][1:],
        ]
        not_accepted(resealed(forged, evidence={"steps": steps}))
    assert "err" in RUN_METRICS
