"""Random metrics of lists with ties: against reading every order by the trusted room alone."""

from fractions import Fraction
from itertools import pairwise, permutations, product

import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.language import pools
from metrics.language.lists import Ideal, Length, Sorted, r
from metrics.language.runs import c
from metrics.language.terms import Indicator, Place, Ratio, i, n
from proofs.core.valuing.evaluating import NotANumber
from proofs.core.valuing.tied import Tied
from proofs.trusted.finite.lists import ListReading
from proofs.trusted.number import Undefined
from proofs.trusted.sign import sign_of

j, d = Place("j"), Place("d")
POOL = sp.Sum(Indicator(r(d) >= 1), (d, 1, n))
FACTORS = [
    r(i), r(i) - 1, 2 ** r(i) - 1, 1 / i, i, 1 / (3 - i), sp.log(2) / sp.log(i + 1), n, POOL,
    Indicator(r(i) >= 1), Indicator(i <= 2), Indicator(i <= Length(r)), Indicator(i <= POOL),
    Ideal(r)(i), Sorted(r)(i), sp.Sum(r(j), (j, 1, i)), sp.Sum(r(j), (j, 1, i - 1)) - 1,
    sp.Sum(r(j) * j, (j, 1, i)), sp.Sum(r(j), (j, i, n)), sp.Sum(r(j) * r(i), (j, 1, i)),
    sp.Product(1 - r(j) / 4, (j, 1, i - 1)), sp.Sum(Ideal(r)(j), (j, 1, i)), r(1), Ratio(1, r(i)),
    sp.Min(1, sp.Sum(Indicator(r(j) >= 1), (j, 1, i - 1))), sp.Product(r(j), (j, 1, i)),
]  # fmt: skip
SHAPES = [
    lambda t, u: sp.Sum(t, (i, 1, n)),
    lambda t, u: Ratio(sp.Sum(t, (i, 1, n)), POOL),
    lambda t, u: 2 - sp.Sum(t, (i, 1, Length(r))) * Length(r) / 3,
    lambda t, u: sp.Min(1, sp.Sum(t, (i, 1, n))),
    lambda t, u: 1 - sp.Product(1 - t, (i, 1, n)),
    lambda t, u: sp.Sum(t, (i, 1, n)) + 3 * sp.Sum(u, (i, 1, 2)),
    lambda t, u: Ratio(sp.Sum(t, (i, 1, n)), sp.Sum(u, (i, 1, n))),
    lambda t, u: sp.Sum(t, (i, 1, n)) ** 2,
    lambda t, u: sp.Piecewise((0, sp.Eq(POOL, 0)), (sp.Sum(t, (i, 1, n)), True)),
]
terms = st.lists(st.sampled_from(FACTORS), min_size=1, max_size=3).map(lambda some: sp.Mul(*some))


@st.composite
def tied_lists(draw):
    grades = draw(st.lists(st.integers(0, 2), min_size=1, max_size=4))
    rest = draw(st.lists(st.integers(0, 1), min_size=3, max_size=3))
    first = draw(st.integers(1, len(grades)))
    cuts = sorted({0, first, len(grades)})
    return pools.word(grades, rest), [(a + 1, b) for a, b in pairwise(cuts)]


def every_value(e, word, groups, point):
    """The value of each order, or None where one of them is undefined."""
    found = []
    for chosen in product(*[permutations(word[a - 1 : b]) for a, b in groups]):
        listed = [entry for group in chosen for entry in group]
        there = {**point, r: (*listed, *word[len(listed) :])}
        try:
            found.append(ListReading().value(e, there))
        except Undefined:
            return None
    return found


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SHAPES), terms, terms, tied_lists())
def test_means_and_extremes_are_those_of_all_orders(shape, one, two, tied):
    (word, groups), e = tied, shape(one, two)
    point = {n: len(word), c: 2}
    values = every_value(e, word, groups, point)
    asked = Tied(e, r, word, groups, point)
    if values is None:
        for ask in (asked.mean, lambda: asked.extreme(True), lambda: asked.extreme(False)):
            try:
                ask()
            except NotANumber:
                continue
            raise AssertionError(f"{e} has a value, and is undefined in some order of {tied}")
        return
    total = sum(values, 0)
    assert sign_of(asked.mean() - total * Fraction(1, len(values))) == 0
    for sign in (1, -1):
        extreme = asked.extreme(sign == 1)
        assert {sign_of(extreme - value) * sign for value in values} in ({0}, {0, 1})
