"""Piecewise, floor, ceiling, Mod, and Max or Min of free gains: against plain Python.

Each made metric is written twice: in the language, and as a Python function that returns None
where it is undefined. Values, undefined cases and verdicts must agree, by the plain reading and
with the plans, and every refutation is replayed.
"""

from fractions import Fraction
from itertools import permutations, product
from math import floor as down

import numpy as np
import pytest
import sympy as sp
from asking import value_of

import proofs
from axioms import find_axiom
from metrics.language.runs import Gain, c, r
from metrics.language.terms import Indicator, Ratio, i, j, n, sigma, tau
from metrics.metric import Metric
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.engines.exhaustive import every_case
from proofs.engines.exhaustive.plans import PLANS
from proofs.engines.exhaustive.scores import Scorer, all_rankings
from proofs.engines.exhaustive.search import Search
from proofs.trusted.number import Undefined

a, b = sigma(i), tau(i)
first, other = sigma(1), tau(1)


def over(top, bottom):
    return None if bottom == 0 or top is None else Fraction(top) / bottom


def branch_in_sum(s, t):
    return sum(x if x < y else 0 if x == y else 2 * y for x, y in zip(s, t, strict=True))


def untaken_division(s, t):
    return sum(
        (Fraction(1, x - y) if x != y else Fraction(0) for x, y in zip(s, t, strict=True)),
        Fraction(0),
    )


def undefined_sum_untaken(s, t):
    total = Fraction(0)
    for x, y in zip(s, t, strict=True):
        if x == y:
            total = None
            break
        total += Fraction(1, x - y)
    return (
        (None if total is None else Fraction(1) / total if total else None)
        if s[0] > 1
        else Fraction(0)
    )


def no_branch(s, t):
    return s[0] if s[0] > t[0] else -t[0] if s[0] < t[0] else None


def undefined_condition(s, t):
    test = over(1, s[0] - t[0])
    if s[0] == 1:
        return Fraction(5)
    return None if test is None else Fraction(1) if test > 0 else Fraction(2)


def nested_floors(s, t):
    return sum((down(Fraction(down(Fraction(x, 2)) + y, 3)) for x, y in zip(s, t, strict=True)), 0)


def floor_of_root(s, t):
    total = sum(k * x for k, x in enumerate(s, 1))
    whole = 0
    while (whole + 1) ** 2 <= 2 * total:
        whole += 1
    return whole


def remainder_of_entries(s, t):
    return sum((Fraction(x + 1) % Fraction(y, 2) for x, y in zip(s, t, strict=True)), Fraction(0))


def remainder_by_difference(s, t):
    return None if s[0] == t[0] else Fraction(s[1] % (s[0] - t[0]))


def tie_of_ratio(s, t):
    left, right = over(s[0], t[0] - 1), over(s[1], t[1])
    return (
        None if left is None else Fraction(1) if left == right else left if left < right else right
    )


def settled_by_size(s, t):
    return 0 if len(s) <= 2 else t[0] - s[0] if len(s) >= 3 else 7


def settled_by_place(s, t):
    return sum(0 if k <= 1 else x * y for k, (x, y) in enumerate(zip(s, t, strict=True), 1))


def settled_nowhere(s, t):
    return s[0] if len(s) > 2 else None


MADE = {
    settled_by_size: sp.Piecewise((0, n <= 2), (other - first, n >= 3), (7, True)),
    settled_by_place: sp.Sum(sp.Piecewise((0, i <= 1), (a * b, True)), (i, 1, n)),
    settled_nowhere: sp.Piecewise((-first, n < 1), (first, n > 2)),
    branch_in_sum: sp.Sum(sp.Piecewise((a, a < b), (0, sp.Eq(a, b)), (2 * b, True)), (i, 1, n)),
    untaken_division: sp.Sum(sp.Piecewise((1 / (a - b), sp.Ne(a, b)), (0, True)), (i, 1, n)),
    undefined_sum_untaken: sp.Piecewise(
        (Ratio(1, sp.Sum(1 / (a - b), (i, 1, n))), first > 1), (0, True)
    ),
    no_branch: sp.Piecewise((first, first > other), (-other, first < other)),
    undefined_condition: sp.Piecewise(
        (5, sp.Eq(first, 1)), (1, Ratio(1, first - other) > 0), (2, True)
    ),
    nested_floors: sp.Sum(sp.floor((sp.floor(a / 2) + b) / 3), (i, 1, n)),
    floor_of_root: sp.floor(sp.sqrt(2 * sp.Sum(i * a, (i, 1, n)))),
    remainder_of_entries: sp.Sum(sp.Mod(a + 1, b / 2), (i, 1, n)),
    remainder_by_difference: sp.Mod(sigma(2), first - other),
    tie_of_ratio: sp.Piecewise(
        (1, sp.Eq(Ratio(first, other - 1), Ratio(sigma(2), tau(2)))),
        (sp.Min(Ratio(first, other - 1), Ratio(sigma(2), tau(2))), True),
    ),
}


def made(reference):
    value = sp.sympify(MADE[reference])
    return Metric(reference.__name__, "made", (sigma, tau), value, "error", False, "made")


def scored(metric, size):
    columns = all_rankings(size)
    scores = Scorer(metric, size, {}, "items")(columns[:, :, None], columns[:, None, :])
    ids, table = scores.numbered()
    count = columns.shape[1]
    ids = np.broadcast_to(ids, (count, count))
    return [
        [
            None if ids[x, y] < 0 else table.scalar(int(ids[x, y])).as_fraction()
            for y in range(count)
        ]
        for x in range(count)
    ]


@pytest.mark.parametrize("reference", MADE, ids=lambda f: f.__name__)
@pytest.mark.parametrize("size", [2, 3])
def test_values_agree_with_plain_python_and_with_replay(reference, size):
    metric = made(reference)
    rankings = list(permutations(range(1, size + 1)))
    found = scored(metric, size)
    for (x, s), (y, t) in product(enumerate(rankings), repeat=2):
        expected = reference(s, t)
        assert found[x][y] == expected, (s, t)
        try:
            replayed = value_of(metric, [s, t], {}, "items")
        except Undefined:
            replayed = None
        assert replayed == (None if expected is None else sp.Rational(str(expected))), (s, t)


@pytest.mark.parametrize("reference", MADE, ids=lambda f: f.__name__)
@pytest.mark.parametrize("axiom", ["symmetry", "nonnegativity", "zero_iff_equal", "triangle"])
def test_verdicts_agree_with_plain_python(reference, axiom):
    """The plain reading, the plans, and loops in Python find the same first witness."""
    size = 3
    asked = Question(find_axiom(axiom), (made(reference),), size, {}, "items")
    for statement in asked.statements():
        plain = every_case.decide(Search(asked, Limits()), statement, plans=())
        planned = every_case.decide(Search(asked, Limits()), statement, plans=PLANS)
        expected, missing = by_loops(axiom, reference, size)
        for outcome in (plain, planned):
            witness = outcome.witness and tuple(tuple(v) for v in outcome.witness.values())
            assert (outcome.true, witness) == (expected is None, expected)
        if expected is None:
            assert plain.undefined == planned.undefined == missing
    assert proofs.ask(axiom, made(reference), n=size).status in ("holds", "refuted", "undecided")


def by_loops(axiom, m, size):
    rankings = list(permutations(range(1, size + 1)))
    cases = {
        "symmetry": (2, lambda s, t: ((m(s, t), m(t, s)), lambda x, y: x == y)),
        "nonnegativity": (2, lambda s, t: ((m(s, t),), lambda x: x >= 0)),
        "zero_iff_equal": (2, lambda s, t: ((m(s, t),), lambda x: (x == 0) == (s == t))),
        "triangle": (3, lambda s, t, u: ((m(s, t), m(s, u), m(u, t)), lambda x, y, z: x <= y + z)),
    }
    places, case = cases[axiom]
    missing = 0
    for chosen in product(rankings, repeat=places):
        values, holds = case(*chosen)
        if any(value is None for value in values):
            missing += 1
        elif not holds(*values):
            return chosen, missing
    return None, missing


def test_conditions_may_be_joined():
    value = sp.Sum(Indicator(sp.And(a <= 2, b <= 2)), (i, 1, n))
    metric = Metric("both", "made", (sigma, tau), value, "error", False, "made")
    for s, t in product(permutations((1, 2, 3)), repeat=2):
        expected = sum(x <= 2 and y <= 2 for x, y in zip(s, t, strict=True))
        assert value_of(metric, [s, t], {}, "items") == expected
    assert proofs.ask("symmetry", metric, n=3).status == "holds"


def test_an_irrational_floor_that_cannot_be_separated_is_not_guessed():
    third = sp.log(sp.Sum(a, (i, 1, n)) + 2) / sp.log(2)
    metric = Metric("bits", "made", (sigma,), sp.floor(third), "error", False, "made")
    verdict = proofs.ask("nonnegativity", metric, n=3)
    assert verdict.status == "holds"


def test_kendall_by_branches_is_kendall():
    value = sp.Sum(
        sp.Piecewise((1, (sigma(i) - sigma(j)) * (tau(i) - tau(j)) < 0), (0, True)),
        (j, i + 1, n),
        (i, 1, n - 1),
    )
    metric = Metric("by_branches", "made", (sigma, tau), value, "error", False, "made")
    for axiom in ("distance", "right_invariance", "left_invariance", "wsd", "ioi"):
        ours, known = (proofs.ask(axiom, m, n=4) for m in (metric, "kendall_distance"))
        assert ours.status == known.status
        assert getattr(ours.replayed, "witness", None) == getattr(known.replayed, "witness", None)


def on_runs(value):
    return Metric("made_run", "made", (r,), sp.sympify(value), "graded", True, "made")


@pytest.mark.parametrize(
    ("value", "same"),
    [
        (
            sp.Max(Gain(r(1)), Gain(r(2))),
            sp.Piecewise((Gain(r(1)), r(1) > r(2)), (Gain(r(2)), True)),
        ),
        (sp.Min(Gain(r(1)), Gain(r(2))), Gain(sp.Min(r(1), r(2)))),
        (sp.Max(Gain(r(1)), Gain(c - 1)), Gain(sp.Max(r(1), c - 1))),
    ],
)
def test_extremes_of_free_gains_are_decided_by_degrees(value, same):
    for axiom in ("isotone", "strictly_isotone", "valuation"):
        found = [
            proofs.ask(axiom, on_runs(term), order="rank_replacement", n=2, c=2)
            for term in (value, same)
        ]
        assert found[0].status == found[1].status != "undecided"
        assert found[0].replayed is None or found[0].replayed.witness == found[1].replayed.witness


def test_extremes_that_depend_on_the_gains_are_not_decided():
    value = sp.Max(2 * Gain(r(1)), Gain(r(2)))
    verdict = proofs.ask("isotone", on_runs(value), order="rank_replacement", n=2, c=2)
    assert verdict.status == "undecided"
    assert "depends on gains" in verdict.reason
    given = proofs.ask("isotone", on_runs(value), order="rank_replacement", n=2, c=2, gains="0,1,3")
    assert given.status == "holds"


def test_a_node_that_no_reader_knows_is_named():
    metric = Metric("sine", "made", (sigma,), sp.sin(first), "error", False, "made")
    verdict = proofs.ask("ioi", metric, n=3, engine="exhaustive")
    assert verdict.status == "undecided"
    assert verdict.reason == "the exhaustive engine cannot read sin in sin(At(Ranking(sigma), 1))"
