"""Exact numbers against high-precision evaluation."""

from fractions import Fraction
from itertools import permutations

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from metrics.language.terms import At, Inverse, i, n, sigma, tau
from proofs.exact import compiled
from proofs.exact.atoms import fixed_point
from proofs.exact.numbers import Exact, log_of, stack
from proofs.exact.whole import Undecidable

FRACTIONS = st.fractions(min_value=-50, max_value=50, max_denominator=30)
POSITIVE = st.fractions(min_value=Fraction(1, 30), max_value=50, max_denominator=30)


def precise(value: Fraction) -> mpmath.mpf:
    return mpmath.mpf(value.numerator) / value.denominator


@st.composite
def numbers(draw: st.DrawFn) -> tuple[Exact, mpmath.mpf]:
    """A sum of rationals, roots and quotients of logarithms, with its value to 80 digits."""
    mpmath.mp.dps = 80
    total, value = Exact({}), mpmath.mpf(0)
    for _ in range(draw(st.integers(1, 4))):
        factor = draw(FRACTIONS)
        kind = draw(st.sampled_from(["rational", "root", "log"]))
        if kind == "rational":
            term, size = Exact.rational(1), mpmath.mpf(1)
        elif kind == "root":
            radicand, degree = draw(POSITIVE), draw(st.integers(2, 4))
            term = Exact.rational(radicand) ** Fraction(1, degree)
            size = mpmath.root(precise(radicand), degree)
        else:
            top, bottom = draw(st.integers(2, 40)), draw(st.integers(2, 40))
            term = log_of(top) / log_of(bottom)
            size = mpmath.log(top) / mpmath.log(bottom)
        total = total + term * Exact.rational(factor)
        value += precise(factor) * size
    return total, value


@given(numbers())
def test_sign_agrees_with_eighty_digits(pair):
    exact, value = pair
    expected = 0 if abs(value) < mpmath.mpf(10) ** -60 else (1 if value > 0 else -1)
    assert int(exact.signs()) == expected


@given(numbers(), numbers())
def test_order_and_arithmetic_agree_with_eighty_digits(one, two):
    (a, x), (b, y) = one, two
    for exact, value in ((a + b, x + y), (a - b, x - y), (a * b, x * y)):
        shown = mpmath.mpf(str(exact.expression().evalf(70)))
        assert abs(shown - value) <= mpmath.mpf(10) ** -50 * max(1, abs(value))
    expected = mpmath.sign(x - y) if abs(x - y) > mpmath.mpf(10) ** -60 else 0
    assert int((a - b).signs()) == expected


@given(st.lists(numbers(), min_size=2, max_size=6))
def test_arrays_have_the_signs_of_their_entries(pairs):
    exacts = [exact for exact, _ in pairs]
    assert np.broadcast_to(stack(exacts).signs(), (len(exacts),)).tolist() == [
        int(exact.signs()) for exact in exacts
    ]


def test_dependent_logarithms_share_an_atom():
    assert not (log_of(2) / log_of(8) - Exact.rational(Fraction(1, 3))).parts
    assert not (log_of(9) / log_of(4) - log_of(3) / log_of(2)).parts


def test_dependent_roots_share_an_atom():
    half = Fraction(1, 2)
    assert not (Exact.rational(8) ** half - Exact.rational(2) ** half * 2).parts
    assert not (Exact.rational(4) ** Fraction(1, 4) - Exact.rational(2) ** half).parts
    assert not (Exact.rational(Fraction(1, 2)) ** half * 2 - Exact.rational(2) ** half).parts


def test_values_that_differ_in_the_fiftieth_digit_are_separated():
    root = Exact.rational(2) ** Fraction(1, 2)
    mpmath.mp.dps = 60
    below = Fraction(int(mpmath.sqrt(2) * 10**50), 10**50)
    assert int((root - Exact.rational(below)).signs()) == 1


def test_equal_values_that_coordinates_do_not_merge_are_undecidable_not_guessed():
    # log 6 = log 2 + log 3 has three different atoms here: no precision separates them.
    difference = log_of(6) - log_of(2) - log_of(3)
    with pytest.raises(Undecidable):
        difference.signs()


def test_a_sum_divided_by_itself_is_one():
    total = log_of(3) / log_of(2) + 2
    assert int((total / total - 1).signs()) == 0
    assert int(((total + 1) / total - 1).signs()) == 1


def test_division_by_zero_is_undefined():
    assert Exact.rational(1).__truediv__(Exact({})).undefined is True
    array = Exact.integers(np.array([0, 2], dtype=np.int8), 0, 2)
    assert (Exact.rational(1) / array).undefined.tolist() == [True, False]


def test_coordinates_never_overflow():
    big = Exact.integers(np.array([2**62], dtype=np.int64), 0, 2**62)
    assert int((big * big + big).numerator().data[0]) == 2**124 + 2**62


def test_fixed_points_lie_just_below():
    atom = next(iter((log_of(2) / log_of(3)).parts))
    mpmath.mp.dps = 60
    value = mpmath.log(2) / mpmath.log(3) * 2**100
    assert 0 <= value - fixed_point(atom, 100) < 1


@pytest.mark.parametrize("side", [-1, 1])
def test_what_is_as_close_to_0_as_the_error_is_looked_at_again(monkeypatch, side):
    """An approximation that is off by all of the error says nothing, on either side of 0."""
    exact = stack([log_of(2) - log_of(3), log_of(3) - log_of(2), log_of(5) - log_of(3)])
    off = np.array([side * 7, side * 7, side * 8])
    monkeypatch.setattr(Exact, "fixed_points", lambda self: (off, 7))
    assert exact.signs().tolist() == [-1, 1, side]


@given(numbers(), st.integers(0, 3))
def test_whole_powers_are_products(pair, exponent):
    exact, value = pair
    shown = mpmath.mpf(str((exact**exponent).expression().evalf(70)))
    assert abs(shown - value**exponent) <= mpmath.mpf(10) ** -50 * max(1, abs(value) ** exponent)


@given(FRACTIONS, st.sampled_from([Fraction(1, 2), Fraction(-1, 2), Fraction(2, 3)]))
def test_roots_of_zero_and_of_negative_numbers(radicand, exponent):
    found = Exact.rational(radicand) ** exponent
    assert bool(found.undefined) == (radicand < 0 or (radicand == 0 and exponent < 0))


@pytest.mark.parametrize("shape", [(24,), (4, 6), (24, 1), (1, 24)])
@pytest.mark.parametrize("at_once", [1, 5, 1 << 15])
def test_inverses_are_those_of_each_column(monkeypatch, shape, at_once):
    monkeypatch.setattr(compiled, "AT_ONCE", at_once)
    rankings = list(permutations(range(1, 5)))
    columns = np.array(rankings, dtype=np.int8).T.reshape(4, *shape)
    found = compiled.inverse_columns(columns).reshape(4, -1).T.tolist()
    assert found == [[ranking.index(item) + 1 for item in range(1, 5)] for ranking in rankings]


def test_inverses_of_many_items():
    ranking = np.arange(300, 0, -1, dtype=np.int16)[:, None]
    assert compiled.inverse_columns(ranking).tolist() == ranking.tolist()


@pytest.mark.parametrize("one", [slice(3, 4), slice(None)])
@pytest.mark.parametrize("other", [slice(5, 6), slice(None)])
def test_places_that_one_ranking_looks_up_in_another(one, other):
    """One ranking beside many, many beside one, and each beside its partner."""
    rankings = list(permutations(range(1, 4)))
    columns = np.array(rankings, dtype=np.int8).T
    weighted = sp.Sum(10**i * At(Inverse(tau), sigma(i)), (i, 1, n))
    program = compiled.compile_expression(weighted, {n: Fraction(3)})
    found = program({sigma: columns[:, one], tau: columns[:, other]}).numerator().data
    pairs = zip(
        np.broadcast_to(columns[:, one], (3, 6)).T,
        np.broadcast_to(columns[:, other], (3, 6)).T,
        strict=True,
    )
    wanted = [
        sum(10 ** (place + 1) * (list(b).index(item) + 1) for place, item in enumerate(a))
        for a, b in pairs
    ]
    assert np.broadcast_to(found, (6,)).tolist() == wanted
