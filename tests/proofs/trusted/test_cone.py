"""Signs of numbers with free weights: what is shown is true at every admissible point tried.

And duals: a certificate has them, and none that was changed is accepted.
"""

import copy
import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import proofs
from axioms import find_axiom
from proofs.core.posing import questions_about
from proofs.engines.linear import multipliers
from proofs.report.certificate import certificate, seal
from proofs.trusted import cone
from proofs.trusted.cone import multipliers_from, with_items_renamed
from proofs.trusted.duals import Dual, Form, never_negative
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
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

small = st.fractions(-2, 2, max_denominator=2)
weights = st.fractions(0, 3, max_denominator=3)


def similarity(x, y):
    return base_of((STEP, ("similarity", (min(x, y), max(x, y)))))


PAIRS = [(1, 2), (1, 3), (2, 3)]
P = unknown("p", 0, 1)
GAIN = unknown(("gains", 1), 0)
WEIGHTS = [base_of((STEP, ("w", i))) for i in (1, 2)]


def signs_by_multipliers(value):
    """Return the signs that are shown with the multipliers that the engine finds."""
    with multipliers_from(lambda name, form: multipliers.found(form)):
        return cone.signs_by_multipliers(value)


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


def test_without_multipliers_only_what_is_seen_or_known_as_it_stands_is_shown():
    d12, d13, d23 = (similarity(*pair) for pair in PAIRS)
    for source in (lambda name, form: None, None):
        with multipliers_from(source):
            assert cone.signs_by_multipliers(d12 + d23) == (0, 1)
            assert cone.signs_by_multipliers(d12 + d23 - d13) == (0, 1)
            assert cone.signs_by_multipliers(2 * d12 + 2 * d23 - 2 * d13) is None
            assert cone.signs_by_multipliers(d12 - d13) is None


ONE = Fraction(1)
NARROW = Form({"a": ONE}, [(-ONE, {"a": ONE, "b": -ONE})], {"a-b": {"a": ONE, "b": -ONE}})
WIDE = Form({"a": -ONE}, [(ONE, {"a": 2 * ONE, "b": -ONE})], {"a-b": {"a": ONE, "b": -ONE}})


def test_duals_are_checked_in_every_region_and_by_every_coefficient():
    """a − |a − b| is b or 2a − b there; |2a − b| − a ≥ a − b, where a ≥ b is known."""
    assert never_negative(NARROW, [Dual(), Dual([], {"side 2": ONE})]) is None
    both = [Dual([], {}), Dual([], {"a-b": ONE})]
    assert never_negative(NARROW, both) is False
    assert never_negative(NARROW, both[:1]) is None
    assert never_negative(NARROW, [both[1], both[0]]) is None
    assert never_negative(WIDE, [Dual([ONE], {"a-b": ONE})]) is False
    assert never_negative(WIDE, [Dual([ONE])]) is None
    assert never_negative(WIDE, [Dual([2 * ONE], {"a-b": 2 * ONE})]) is None
    assert never_negative(WIDE, [Dual([ONE], {"a-b": ONE, "b-a": ONE})]) is None
    assert never_negative(WIDE, [Dual([], {"a-b": ONE})]) is None
    assert never_negative(Form({"a": -ONE}, (), {"b": {"a": ONE}}), [Dual([], {"b": -ONE})]) is None


def test_what_is_positive_is_told_from_what_may_be_zero():
    positive = Form({"a": ONE, "b": ONE}, (), {"b": {"b": ONE}}, {"a"}, ())
    assert never_negative(positive, [Dual()]) is True
    assert never_negative(Form({"b": ONE}, (), {}, {"a"}), [Dual()]) is False
    taken = Form({"b": ONE}, (), {"b": {"b": ONE}}, (), {"b"})
    assert never_negative(taken, [Dual([], {"b": ONE})]) is True
    assert never_negative(taken, [Dual([], {"b": Fraction(0)})]) is False


@given(st.lists(st.lists(small, min_size=3, max_size=3), min_size=1, max_size=5), st.data())
def test_the_search_finds_multipliers_where_there_are_some(rows, data):
    x = [data.draw(weights) for _ in rows]
    plain = {
        c: sum((m * row[c] for m, row in zip(x, rows, strict=True)), ONE * 0) for c in range(3)
    }
    known = {str(place): dict(enumerate(row)) for place, row in enumerate(rows)}
    form = Form(plain, (), known)
    duals = multipliers.found(form)
    if duals is None:
        assert never_negative(form, form.nothing) is not None
    else:
        assert never_negative(form, duals) is not None


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
    assert check(json.loads(json.dumps(certificate(verdict, "1"))))


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


# Forged duals -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def similar():
    """Return the certificate of K ≤ F for all similarities of four items; one dual is needed."""
    return certificate(proofs.ask("kendall_le_footrule", "similarity", n=4), "1")


def resealed(content, change):
    changed = copy.deepcopy(content)
    change(changed["evidence"]["duals"])
    del changed["seal"]
    return {**changed, "seal": seal(changed)}


def perturb(value):
    return lambda duals: [
        regions[0]["multipliers"].update(dict.fromkeys(regions[0]["multipliers"], value))
        for regions in duals.values()
    ]


def turn_signs(duals):
    for (dual,) in duals.values():
        dual["signs"] = [str(-Fraction(sign)) for sign in dual["signs"]]


def rename(duals):
    for name in list(duals):
        duals[name.translate(str.maketrans("1234", "2143"))] = duals.pop(name)


def invent(duals):
    for (one,) in duals.values():
        one["multipliers"]["D1,2 -D1,3"] = "1"


FORGED_DUALS = [
    (perturb("1/2"), Rejected),
    (perturb("-1"), Rejected),
    (perturb("3"), Rejected),
    (turn_signs, Rejected),
    (lambda duals: duals.clear(), NotChecked),
    (lambda duals: [regions.clear() for regions in duals.values()], Rejected),
    (lambda duals: [regions.append(regions[0]) for regions in duals.values()], Rejected),
    (lambda duals: [one["multipliers"].clear() for (one,) in duals.values()], Rejected),
    (lambda duals: [one["signs"].clear() for (one,) in duals.values()], Rejected),
    (lambda duals: [one["signs"].append("0") for (one,) in duals.values()], Rejected),
    (lambda duals: [one["signs"].__setitem__(0, "5") for (one,) in duals.values()], Rejected),
    (
        lambda duals: [one["multipliers"].update({"D1,2 -D1,3": "1"}) for (one,) in duals.values()],
        Rejected,
    ),
    (rename, NotChecked),
    (lambda duals: duals.update({"-D1,2": [{"signs": [], "multipliers": {}}]}), Rejected),
]


def test_the_certificate_has_what_its_cases_need(similar):
    assert similar["evidence"]["duals"]
    assert check(similar)


@pytest.mark.parametrize("place", range(len(FORGED_DUALS)))
def test_forged_duals_are_not_accepted(similar, place):
    change, outcome = FORGED_DUALS[place]
    with pytest.raises(outcome):
        check(resealed(similar, change))


def test_multipliers_of_other_rankings_do_not_fit():
    """Each number's multipliers under the name of the next one."""
    content = certificate(proofs.ask("kendall_le_footrule", "similarity", n=4), "1")

    def swap(duals):
        names, values = list(duals), list(duals.values())
        duals.update(zip(names, values[1:] + values[:1], strict=True))

    with pytest.raises(Rejected):
        check(resealed(content, swap))


def test_no_dual_of_metrics_serves_other_similarities():
    """Of four items K ≤ F is true for metrics, and false where D need not be one."""
    given = {"n": 4, "assume": "no_triangle"}
    refuted = proofs.ask("kendall_le_footrule", "similarity", **given)
    assert refuted.status == "refuted"
    content = certificate(proofs.ask("kendall_le_footrule", "similarity", n=4), "1")
    content["verdict"]["parameters"] = given
    content["verdict"]["statement"] = refuted.question.text()
    with pytest.raises(Rejected, match="does not show its sign"):
        check(resealed(content, lambda duals: None))


def test_multipliers_alone_are_found_exactly():
    """x ≥ 1 and y ≥ 2, x + y as small as possible; no sign has bounds of its own."""
    found = list(multipliers._solutions([1, 1], [[-1, 0], [0, -1]], [-1, -2], [(0, None)] * 2))
    assert found[-1] == [1, 2]
