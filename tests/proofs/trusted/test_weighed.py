"""Weighed sums of entries and geometric sums: bounds that hold, and near misses that do not."""

import itertools
import random
from fractions import Fraction

import pytest
from deriving import shown_by
from sympy import Eq, Ge, Integer, Le, Rational, Sum, log

from axioms.axiom import axiom, m
from axioms.language.formula import ForAll
from metrics.language.terms import Inverse, Place, i, n, sigma
from metrics.metric import Metric
from proofs.core.question import Question

l = Place("l")  # noqa: E741
AT_MOST_0 = axiom("made", "made", ForAll(sigma, Le(m(sigma), 0)), "here", inputs=1)
ALWAYS_0 = axiom("made", "made", ForAll(sigma, Eq(m(sigma), 0)), "here", inputs=1)


def proved(value, asked=AT_MOST_0):
    metric = Metric("made", "made", (sigma,), value, "made", True, "here")
    return shown_by(Question(asked, (metric,), 2, every_n=True)) is not None


FALLING = [1 / log(i + 1, 2), Rational(1, 2) ** i, -(i**2)]
RISING = [Integer(2) ** i, -1 / i]


@pytest.mark.parametrize("weight", [*FALLING, *RISING], ids=str)
def test_a_weighed_sum_is_largest_where_large_items_have_large_weights(weight):
    scored = Sum(sigma(i) * weight, (i, 1, n))
    down, up = (Sum(item * weight, (i, 1, n)) for item in (n + 1 - i, i))
    most, least = (down, up) if weight in FALLING else (up, down)
    assert proved(scored - most)
    assert proved(least - scored)
    assert not proved(scored - least)
    assert not proved(most - scored)
    assert not proved(scored - most + 1)


def test_weights_that_rise_and_fall_bound_nothing():
    """(i − 2)² falls and rises, an entry is no weight, and another index must be seen."""
    down = n + 1 - i
    for weight in ((i - 2) ** 2, Inverse(sigma)(i), sigma(n + 1 - i)):
        assert not proved(Sum((sigma(i) - down) * weight, (i, 1, n)))
    pairs = Sum((sigma(i) - down) * (i - l) ** 2, (i, 1, n), (l, 1, n))
    assert not proved(pairs)
    first, second = (Sum(sigma(i) / (i + extra), (i, 1, n)) for extra in (1, 2))
    assert not proved(first - second)


@pytest.mark.parametrize("q", [Integer(2), Rational(3, 2)], ids=str)
def test_geometric_sums_are_what_they_are(q):
    plain, times = Sum(q**i, (i, 1, n)), Sum(i * q**i, (i, 1, n))
    closed = q * (1 - q**n) / (1 - q)
    assert proved(plain - closed, ALWAYS_0)
    assert proved(times - (closed - n * q ** (n + 1)) / (1 - q), ALWAYS_0)
    assert not proved(plain - closed + q**n / 100, ALWAYS_0)
    assert not proved(times - closed, ALWAYS_0)


def test_random_bounds_of_weighed_sums_are_true():
    weights = [*FALLING, *RISING, (i - 3) ** 2, 1 / (i**2 - 3 * i + 3)]
    found = 0
    for seed in range(14):
        chooser = random.Random(seed)
        weight, other = chooser.choice(weights), chooser.choice(weights)
        scored = Sum(sigma(i) * weight, (i, 1, n))
        bound = Sum(chooser.choice([i, n + 1 - i, n, Integer(1)]) * other, (i, 1, n))
        value = chooser.choice([1, -1]) * (chooser.choice([1, 1, 2]) * scored - bound)
        if not proved(value):
            continue
        found += 1
        for size, items in itertools.product((2, 3, 4), itertools.permutations(range(1, 5))):
            ranking = [item for item in items if item <= size]
            at = {sigma(Integer(p)): item for p, item in enumerate(ranking, 1)}
            worth = value.subs(n, size).doit().xreplace(at)
            assert worth.evalf(30) <= Fraction(1, 10**20), (value, ranking)
    assert found >= 1


def test_a_metric_of_one_ranking_may_be_at_least_what_it_is():
    """What is proved of ≤ is not proved of ≥."""
    asked = axiom("made", "made", ForAll(sigma, Ge(m(sigma), 0)), "here", inputs=1)
    value = Sum(sigma(i) / i, (i, 1, n)) - Sum((n + 1 - i) / i, (i, 1, n))
    assert proved(value)
    assert not proved(value, asked)
