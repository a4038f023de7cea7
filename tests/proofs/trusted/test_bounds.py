"""Signs of sums with logarithms and powers of n: what is said of every n is so at each one."""

import random

import pytest
from sympy import Rational

from metrics.language.terms import n as n_symbol
from proofs.trusted.every_n.shown import expression
from proofs.trusted.number import Inconclusive, logarithm, power, unknown_power
from proofs.trusted.sign import signs_of
from proofs.trusted.unknowns import unknown

small = Rational(1, 10**40)


def part(chooser, n):
    """Return a logarithm, a power, a power of n, or a number."""
    base = Rational(*chooser.choice([(2, 1), (3, 1), (1, 2), (3, 2)]))
    shift = chooser.randint(-3, 3)
    return chooser.choice(
        [
            lambda: logarithm(n + chooser.randint(0, 3)),
            lambda: logarithm(chooser.randint(2, 9)),
            lambda: unknown_power(base.p * power(base.q, -1), n + shift),
            lambda: power(n, chooser.randint(1, 2)),
            lambda: chooser.randint(1, 9),
        ]
    )()


def test_signs_of_random_sums_are_those_at_each_n():
    decided = 0
    for seed in range(400):
        chooser = random.Random(seed)
        least = chooser.randint(2, 5)
        n = unknown("n", least)
        value = 0
        for _ in range(chooser.randint(2, 3)):
            value = value + chooser.randint(-6, 6) * part(chooser, n) * part(chooser, n)
        try:
            signs = signs_of(value)
        except Inconclusive:
            continue
        decided += 1
        written = expression(value)
        for size in (*range(least, least + 5), 30):
            found = written.subs(n_symbol, size).evalf(60)
            sign = int(bool(found > small)) - int(bool(found < -small))
            assert sign in signs, (value, size)
    assert decided > 150


@pytest.mark.parametrize(
    ("least", "signs"), [(2, None), (3, (0, 1)), (4, (1,))], ids=["below", "there", "above"]
)
def test_a_bound_is_reached_where_it_is(least, signs):
    """2^n − 8 and log(n) − log(3) are negative at 2, 0 at 3, and positive from 4 on."""
    n = unknown("n", least)
    for value in (unknown_power(2, n) - 8, logarithm(n) - logarithm(3)):
        if signs is None:
            with pytest.raises(Inconclusive):
                signs_of(value)
        else:
            assert signs_of(value) == signs
    falling = power(2, -3) - unknown_power(power(2, -1), n)
    assert least == 2 or signs_of(falling) == signs
