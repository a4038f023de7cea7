"""Metrics of two top-k lists against plain loops, and their domain against closed forms."""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

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
