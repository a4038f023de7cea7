"""Signs of numbers with free weights: what is shown is true at every admissible point tried."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import proofs
from axioms import find_axiom
from proofs.core.posing import questions_about
from proofs.report.certificate import certificate
from proofs.trusted.cone import signs_by_multipliers, simplex, with_items_renamed
from proofs.trusted.finite.trying import tried
from proofs.trusted.number import (
    ABSOLUTE,
    STEP,
    UNKNOWN,
    Inconclusive,
    Irrational,
    number,
    terms_of,
)
from proofs.trusted.unknowns import absolute, base_of, unknown
from proofs.trusted.verify import check

small = st.fractions(-2, 2, max_denominator=2)
weights = st.fractions(0, 3, max_denominator=3)


def similarity(x, y):
    return base_of((STEP, ("similarity", (min(x, y), max(x, y)))))


PAIRS = [(1, 2), (1, 3), (2, 3)]
P = unknown("p", 0, 1)
GAIN = unknown(("gains", 1), 0)
WEIGHTS = [base_of((STEP, ("w", i))) for i in (1, 2)]


def at(value, point):
    """Return the value of a number where its bases have given values."""
    total = Fraction(0)
    for monomial, factor in terms_of(value).items():
        for (kind, content), exponent in monomial:
            base = abs(at(number(dict(content)), point)) if kind == ABSOLUTE else None
            if kind in (STEP, UNKNOWN):
                base = point[content[0] if kind == UNKNOWN else content]
            factor *= base ** int(exponent)
        total += factor
    return total


@st.composite
def forms(draw):
    bases = [*[similarity(*pair) for pair in PAIRS], *WEIGHTS]
    return sum((draw(small) * base for base in bases), 0)


def admissible(draw):
    """Return a metric on three points, two weights, a gain and a persistence."""
    one, two = draw(weights), draw(weights)
    share = draw(st.fractions(0, 1, max_denominator=4))
    third = abs(one - two) + share * (one + two - abs(one - two))
    point = {("similarity", pair): d for pair, d in zip(PAIRS, (one, two, third), strict=True)}
    point |= {("w", i): draw(weights) for i in (1, 2)}
    point |= {
        ("gains", 1): draw(st.fractions(Fraction(1, 5), 3)),
        "p": Fraction(draw(st.integers(1, 9)), 10),
    }
    return point


def insist_true(value, draw):
    if not isinstance(value, Irrational):
        return
    found = signs_by_multipliers(value)
    if found is None:
        return
    for _ in range(5):
        here = at(value, admissible(draw))
        assert (here > 0) - (here < 0) in found


@given(
    st.lists(forms(), min_size=2, max_size=3), st.lists(small, min_size=3, max_size=3), st.data()
)
def test_sums_of_absolute_values_have_the_signs_that_are_shown(parts, factors, data):
    value = parts[0]
    for factor, part in zip(factors, parts, strict=False):
        value = value + factor * absolute(part)
    insist_true(value, data.draw)


@given(st.lists(small, min_size=4, max_size=4), st.data())
def test_polynomials_in_p_have_the_signs_that_are_shown(factors, data):
    value, power = 0, 1
    for factor in factors:
        value, power = value + factor * power * GAIN, power * P
    insist_true(value, data.draw)


def test_what_is_known_is_shown():
    d12, d13, d23 = (similarity(*pair) for pair in PAIRS)
    assert signs_by_multipliers(d12 + d23 - d13) == (0, 1)
    assert signs_by_multipliers(d12 - d13) is None
    assert signs_by_multipliers(d12 - absolute(d13 - d23)) == (0, 1)
    assert signs_by_multipliers(P - P * P) == (1,)
    assert signs_by_multipliers(P * P * GAIN - P * GAIN) == (-1,)
    assert signs_by_multipliers(2 * P - 1) is None
    far = [base_of((STEP, ("dissimilarity", pair))) for pair in PAIRS]
    assert signs_by_multipliers(far[0] + far[2] - far[1]) is None


def test_renaming_items_moves_their_weights():
    value = similarity(1, 2) + 2 * absolute(similarity(1, 3) - similarity(2, 3))
    moved = similarity(2, 3) + 2 * absolute(similarity(1, 2) - similarity(1, 3))
    assert terms_of(with_items_renamed(value, (2, 3, 1))) == terms_of(moved)


@given(st.lists(st.lists(small, min_size=3, max_size=3), min_size=1, max_size=5), st.data())
def test_the_search_returns_solutions_and_finds_one_where_there_is_one(columns, data):
    x = [data.draw(weights) for _ in columns]
    wanted = [sum(v * c[row] for v, c in zip(x, columns, strict=True)) for row in range(3)]
    wanted = [Fraction(value) for value in wanted]
    found = simplex([list(map(Fraction, c)) for c in columns], wanted, [0] * len(columns))
    assert found is not None
    assert all(value >= 0 for value in found)
    for row in range(3):
        assert sum(v * c[row] for v, c in zip(found, columns, strict=True)) == wanted[row]


FREE = [
    ("kendall_le_footrule", "similarity", {"n": 4}),
    ("footrule_le_2kendall", "combined", {"n": 3}),
    ("triangle", "footrule_w", {"n": 3, "assume": "positive"}),
    ("isotone", "grbp", {"n": 3, "c": 1, "order": "ops_swap_replace_last"}),
    ("strictly_isotone", "grbp", {"n": 2, "c": 1, "order": "set_projection"}),
    ("triangle_fails", "area_free", {"n": 3}),
]


@pytest.mark.parametrize(("axiom", "subject", "options"), FREE, ids=str)
def test_statements_about_all_weights_are_checked(axiom, subject, options):
    verdict = proofs.ask(axiom, subject, **options)
    assert verdict.status == "holds"
    assert check(json.loads(json.dumps(certificate(verdict, "test"))))


@pytest.mark.parametrize(
    ("axiom", "subject", "n", "given"),
    [
        ("always_zero", "kendall_w", 3, {}),
        ("correlation", "kendall_sim", 3, {}),
        ("correlation", "footrule_w", 3, {"assume": "positive"}),
        ("distance", "kendall_pos", 3, {"assume": "positive"}),
        ("left_invariance", "footrule_pos", 3, {"assume": "positive"}),
        ("isotone", "grbp", 2, {"order": "ops_all", "c": 2}),
        ("isotone", "grbp", 2, {"order": "rank_projection", "c": 2, "gains": "0,1,3"}),
    ],
    ids=str,
)
def test_what_fails_for_some_weights_is_never_shown(axiom, subject, n, given):
    assert proofs.ask(axiom, subject, n=n, **given).status == "refuted"
    (asked,), _ = questions_about(find_axiom(axiom), [subject], [n], given, None)
    try:
        found = [tried(asked, statement).first_false for statement in asked.statements()]
    except Inconclusive:
        return
    assert any(case is not None for case in found)
