"""A ratio is undefined where it is divided by 0, also where a free parameter would cancel."""

import pytest
from sympy import Rational, Sum

from metrics.language.runs import r
from metrics.language.terms import Ratio, i, n
from metrics.metric import Metric
from rankproof import OwnParameter, ask

TOTAL = Sum(r(i), (i, 1, n))
GIVEN = {"n": 2, "c": 1, "order": "rank_replacement"}


def answered(least, most, above, below):
    a = OwnParameter("a", least=least, most=most, advice="a number")
    value = Ratio(above(a.symbol), below(a.symbol))
    metric = Metric("made", "made", (r,), value, "made", True, "a test", own=(a,))
    return ask("isotone", metric, **GIVEN).status


@pytest.mark.parametrize("least", [Rational(0), Rational(1, 2)])
def test_what_cancels_is_not_forgotten(least):
    """(a − 1/2)·Σ r(i)/(a − 1/2) has no value at a = 1/2, which the bounds admit."""

    def off(a):
        return a - Rational(1, 2)

    most = Rational(1) if least == 0 else least
    assert answered(least, most, lambda a: off(a) * TOTAL, off) == "undecided"


def test_what_is_never_0_does_no_harm():
    assert answered(0, 1, lambda a: TOTAL, lambda a: a + 1) == "holds"
    assert answered(1, 2, lambda a: a * TOTAL, lambda a: a) == "holds"
