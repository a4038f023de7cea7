"""Metrics of two top-k lists against plain loops, and their domain against closed forms."""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import rankproof
from metrics.language import tops
from metrics.language.domains import TOPS, Size
from metrics.language.parameters import SYMBOLS
from metrics.language.terms import n as n_symbol
from metrics.language.written import written
from metrics.lists import TOP_METRICS
from proofs.trusted.finite.lists import ListReading
from proofs.trusted.sign import enclosed
from tests import tops_reference as plain

SIZES = [(1, 1), (3, 1), (3, 2), (3, 3), (4, 2), (5, 3)]
RBO: dict[str, Any] = {
    "rbo_ext": plain.rbo_ext,
    "rbo_min": plain.rbo_min,
    "rbo_res": plain.rbo_res,
}


@pytest.mark.parametrize(("n", "k"), SIZES)
def test_lists_are_enumerated_once_and_counted(n: int, k: int) -> None:
    for uneven in (False, True):
        size = Size(n, k=k, uneven=uneven)
        assert TOPS.values is not None
        found = list(TOPS.values(size))
        assert sorted(found) == sorted(plain.all_tops(n, k, uneven))
        lengths = range(1, k + 1) if uneven else [k]
        closed = sum(factorial(n) // factorial(n - length) for length in lengths)
        assert len(set(found)) == len(found) == TOPS.count(size) == closed
        assert all(TOPS.holds(one, size) for one in found if TOPS.holds)


@pytest.mark.parametrize("wrong", [(1, 1), (0, 1), (1, 5), (1,), (True, 2), [1, 2], (1, 2, 3)])
def test_what_is_no_list(wrong: Any) -> None:
    assert not tops.is_top(wrong, 4, 2)


def value_of(name: str, one: plain.Top, two: plain.Top, n: int, **given: Fraction) -> sp.Expr:
    """Return a metric's value, written out; the trusted reading gives the same."""
    metric = TOP_METRICS[name]
    known = {n_symbol: n, **dict(zip(metric.inputs, (one, two), strict=True))}
    known.update({SYMBOLS[symbol]: number for symbol, number in given.items()})
    found = written(metric.value, known)
    reading = ListReading()
    trusted = reading.value(metric.value, known)
    difference = trusted - reading.value(found, {})
    assert difference == 0 or abs(float(enclosed(difference, 200).mid())) < 1e-40
    return found


TWO = st.integers(1, 5).flatmap(
    lambda n: st.tuples(
        st.just(n), *[st.permutations(range(1, n + 1)).map(tuple) for _ in range(2)]
    )
)


@given(TWO, st.integers(1, 5), st.fractions(0, 1, max_denominator=5))
def test_kendall_and_footrule_against_plain_loops(
    listed: tuple[int, plain.Top, plain.Top], k: int, p: Fraction
) -> None:
    n, one, two = listed
    one, two = one[:k], two[:k]
    location = k + 1 + p
    assert value_of("kendall_top", one, two, n, penalty=p) == plain.kendall_top(one, two, p)
    found = value_of("footrule_top", one, two, n, location=location)
    assert found == plain.footrule_top(one, two, location)


@settings(max_examples=30)
@given(TWO, st.integers(1, 5), st.integers(1, 5), st.sampled_from(["1/2", "9/10", "1/5"]))
def test_overlaps_against_plain_loops(
    listed: tuple[int, plain.Top, plain.Top], k: int, other: int, persistence: str
) -> None:
    n, one, two = listed
    one, two, p = one[:k], two[:other], Fraction(persistence)
    assert value_of("average_overlap", one, two, n) == plain.average_overlap(one, two)
    assert value_of("rbo_prefix", one, two, n, p=p) == plain.rbo_prefix(one, two, p)
    for name, reference in RBO.items():
        found = value_of(name, one, two, n, p=p)
        expected = reference(one, two, p)
        if name == "rbo_ext":
            assert found == expected
        elif p <= Fraction(1, 2):  # the series is added up to the last digit
            assert abs(sp.N(found, 45) - sp.Float(str(expected), 50)) < sp.Float("1e-38")


def test_values_by_hand() -> None:
    """Of (1 2) and (3 4): four pairs of the third case, two of the fourth."""
    assert value_of("kendall_top", (1, 2), (3, 4), 4, penalty=Fraction(1, 3)) == 4 + sp.Rational(
        2, 3
    )
    assert value_of("footrule_top", (1, 2), (3, 4), 4, location=Fraction(3)) == 6
    half = Fraction(1, 2)
    assert value_of("rbo_ext", (1,), (1, 2), 2, p=half) == 1
    assert value_of("rbo_ext", (1, 2), (2, 1), 2, p=half) == sp.Rational(1, 2)


# The value at one point --------------------------------------------------------------------------


@given(TWO, st.integers(1, 5), st.fractions(0, 1, max_denominator=5))
def test_the_value_at_two_lists_is_that_of_plain_loops(
    listed: tuple[int, plain.Top, plain.Top], k: int, p: Fraction
) -> None:
    n, one, two = listed
    one, two = one[:k], two[:k]
    at: dict[str, Any] = {"reference": list(one), "ranking": ",".join(map(str, two)), "n": n}
    assert rankproof.value("kendall_top", **at, p=p).exact == plain.kendall_top(one, two, p)
    expected = plain.footrule_top(one, two, Fraction(len(one) + 1))
    assert rankproof.value("footrule_top", **at).exact == expected


def test_lists_at_a_point_have_lengths_ties_and_free_numbers() -> None:
    p = Fraction(4, 5)
    found = rankproof.value("rbo_ext", reference="1,3", ranking="2,1,3", p=p)
    assert found.exact == plain.rbo_ext((1, 3), (2, 1, 3), p)
    free = rankproof.value("rbo_ext", reference="1,3", ranking="2,1,3")
    assert (free.approx, [str(one) for one in free.exact.free_symbols]) == (None, ["p"])
    ties = "rbo_ext(ties=a)"
    tied = rankproof.value(ties, reference="1,3", ranking="1, (3,2)", p="1/2")
    assert tied.point == {"x": [1, 3], "y": [1, [2, 3]]}
    again = rankproof.value(ties, reference=[1, 3], ranking=[1, [2, 3]], p="1/2")
    assert tied.exact == again.exact


def test_metrics_of_ones_own_have_values_at_lists() -> None:
    both = "= sum(i, 1, n, [rank(x, i) <= n] * [rank(y, i) <= n]) / n"
    at = {"reference": "1,2", "ranking": "2,3"}
    assert [rankproof.value(both, **at, n=n).exact for n in (None, 4)] == [
        sp.Rational(1, 3),
        sp.Rational(1, 4),
    ]
    tied = rankproof.value("= sum(i, 1, n, tied_with(x, i))", ranking="1,(2,3)")
    assert tied.exact == 5


@pytest.mark.parametrize(
    ("metric", "given", "said"),
    [
        ("kendall_top", {"ranking": "2,1"}, "scores two top-k lists: add --reference"),
        ("kendall_top", {}, "scores top-k lists: give --ranking and --reference"),
        ("kendall_top", {"grades": "1"}, "scores top-k lists: give --ranking and --reference"),
        ("kendall_top", {"ranking": "2,1", "reference": "1,2,3"}, "no list of 3 different items"),
        ("kendall_top", {"ranking": "2,2", "reference": "1,2"}, "no list of 2 different items"),
        ("kendall_top", {"ranking": "2,(1", "reference": "1,2"}, "is no list: write 3,1"),
        ("kendall_top", {"ranking": "2,1", "reference": "1,3", "n": 2}, "must be at least 3"),
        ("kendall_top", {"ranking": "(2,1)", "reference": "1,3"}, "reads no ties"),
        ("kendall_top", {"ranking": "2,1", "reference": "1,3", "c": 2}, "has no c"),
        ("rbo_ext", {"ranking": "2,1", "reference": "1", "lengths": "any"}, "leave --lengths out"),
        ("kendall", {"ranking": "2,1", "reference": "1,2", "n": 2}, "leave it out"),
    ],
)
def test_a_point_of_lists_that_cannot_be_is_refused(
    metric: str, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(rankproof.BadInput, match=said):
        rankproof.value(metric, **given)
