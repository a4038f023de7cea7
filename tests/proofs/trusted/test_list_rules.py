"""Rules for metrics of lists: what they show at sizes that they never see; what nearly fits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
import sympy as sp

import proofs
from axioms import LIST_AXIOMS
from axioms.axiom import axiom as make_axiom
from axioms.axiom import m
from axioms.language.formula import Defined, ForAll
from metrics.language.lists import Ideal, Length, r
from metrics.language.runs import Gain, c
from metrics.language.terms import Indicator, Largest, Place, Ratio, i, k, n, p
from metrics.lists import LIST_METRICS
from metrics.metric import Metric
from proofs.core.asking import status_at
from proofs.engines.symbolic.list_proofs import SMALL, proved
from proofs.report.certificate import certificate
from proofs.trusted.every_n.judged import terms
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.verify import check

AXIOMS = [name for name in LIST_AXIOMS if name not in ("never_opposite", "same_order")]
LARGER = SMALL + 1
j, d = Place("j"), Place("d")
SEEN = Indicator(i <= Length(r))
RELEVANT = Indicator(r(i) >= 1)


@pytest.mark.sweep(6)
@pytest.mark.parametrize(("number", "name"), list(enumerate(sorted(LIST_METRICS))))
def test_some_verdicts_for_every_n_hold_at_a_larger_n(number: int, name: str) -> None:
    insist_true_of_larger_n(name, AXIOMS[number % 2 :: 2])


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LIST_METRICS))
def test_verdicts_for_every_n_hold_at_a_larger_n(name: str) -> None:
    insist_true_of_larger_n(name, AXIOMS)


def insist_true_of_larger_n(name: str, axioms: Sequence[str]) -> None:
    for axiom in axioms:
        subject = name if axiom == "monotone_in_k" else f"{name}@2"
        more = {"p": "4/5"} if name == "rbp" else {}
        everywhere: Any = proofs.ask(axiom, subject, n="all", c=1, domain="lists", **more)
        expected = status_at(everywhere, LARGER)
        if expected is not None:
            found: Any = proofs.ask(axiom, subject, n=LARGER, c=1, domain="lists", **more)
            assert found.status == expected, (axiom, subject)


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    ("axiom", "subject"),
    [
        ("promotion_strict", "ndcg(gain=free)@3"),
        ("ideal_is_best", "dcg"),
        ("ideal_is_one", "ndcg@2"),
        ("unit_range", "ap(over=cut)@2"),
        ("unit_range", "rbp(gain=exp)"),
        ("unit_range", "f1@3"),
        ("nothing_is_zero", "p(rel=2)@2"),
        ("deepness_strict", "rbp"),
        ("deepness", "dcg"),
        ("extension", "q"),
        ("monotone_in_k", "err"),
        ("localization", "rr@2"),
        ("completeness", "ap(empty=0)"),
        ("raising_strict", "dcg(gain=exp)"),
        ("exchange_strict", "ndcg"),
        ("raising", "ndcg@3"),
        ("completeness", "ap"),
    ],
)
def test_steps_are_checked_again(axiom: str, subject: str) -> None:
    verdict: Any = proofs.ask(axiom, subject, n="all", domain="lists")
    assert verdict.scope.every_from is not None, verdict.reason
    content = certificate(verdict, "1")
    assert content["evidence"]["steps"]
    assert check(content)


def made(value: Any, depth: Any = n) -> Metric:
    return Metric("made", "made", (r,), value, "made", True, "here", depth=depth)


def total(body: Any) -> Any:
    return sp.Sum(body, (i, 1, n))


POOL = sp.Sum(Indicator(r(d) >= 1), (d, 1, n))
NEARLY: list[tuple[str, Any]] = [
    ("promotion", total(SEEN * r(i) * i)),  # weights that grow
    ("promotion_strict", total(SEEN * r(i))),  # weights that stay
    ("promotion", total(SEEN * r(i) * 2**i)),
    ("promotion", total(SEEN * r(i) * p ** (1 - i))),
    ("promotion", total(SEEN * r(i) * 2 ** (4 * i - i**2))),  # up, and then down
    ("promotion", total(SEEN * r(i) * sp.Rational(-1, 2) ** i)),  # signs that change
    ("promotion", total(SEEN * r(i) * (i - 2) ** -2)),  # undefined at a place
    ("promotion", total(SEEN * r(i) * (4 - i) ** -2)),
    ("promotion", total(SEEN * r(i) * sp.sqrt(i))),
    ("raising", total(SEEN * r(i) * sp.Rational(-1, 2) ** i)),
    ("deepness", total(SEEN * r(i) * 2 ** (-(i**2) / 9))),  # concave at first
    ("promotion", total(SEEN * r(i) / sp.log(i))),  # undefined at the first place
    ("promotion", -total(SEEN * r(i) / i)),  # a negative factor
    ("promotion", Ratio(total(SEEN * r(i) / i), Length(r))),  # a divisor of the list
    ("promotion", total(SEEN * r(i) * r(1) / i)),  # the first grade in every term
    ("promotion_strict", total(SEEN * RELEVANT / i)),  # gains that stay
    ("exchange_strict", total(SEEN * RELEVANT / i)),
    ("raising", Ratio(total(SEEN * r(i)), POOL)),  # the pool changes
    ("deepness", total(SEEN * r(i) * Indicator(i <= 2) / i)),  # a cut-off
    ("deepness_strict", total(SEEN * r(i))),
    ("extension", total(SEEN * (1 - RELEVANT) * -1)),  # negative terms
    ("extension", total(SEEN * RELEVANT * Indicator(i >= Length(r)))),  # depends on the length
    ("junk_at_bottom", total(SEEN * (RELEVANT + 1))),  # no gain of grade 0
    ("junk_at_bottom", total(SEEN * Indicator(r(i) >= 0))),
    ("junk_at_bottom", total(SEEN / i)),
    ("nothing_is_zero", total(SEEN / i)),
    ("nothing_is_zero", total(SEEN * r(i)) + 1),
    ("localization", total(r(i) / i)),  # sees what was not retrieved
    ("localization", total(SEEN * r(i) * Ideal(r)(i))),
    ("localization", total(SEEN * r(i)) / n * POOL),
    ("ideal_is_best", total(SEEN * r(i) * i)),
    ("ideal_is_best", total(SEEN * (2 - r(i)))),
    ("ideal_is_one", Ratio(total(SEEN * r(i)), total(2 * Ideal(r)(i)))),
    ("ideal_is_one", Ratio(total(SEEN * r(i) / i), total(Ideal(r)(i)))),
    ("unit_range", total(SEEN * RELEVANT)),
    ("unit_range", total(SEEN * RELEVANT / 2)),
    ("unit_range", Ratio(2 * total(SEEN * RELEVANT), POOL)),
    ("unit_range", (1 - p) * total(SEEN * p ** (i - 1) * 2 * RELEVANT)),
    ("unit_range", (1 - p) * total(SEEN * p**i * Gain(r(i)))),
    ("unit_range", total(SEEN * r(i) / c / i)),
    ("completeness", Ratio(total(SEEN), Length(r))),
    ("completeness", total(SEEN / (i - 1))),
    # What an attack found: places that need not be there, words that divide or bind, hidden sizes.
    ("completeness", sp.Sum(RELEVANT, (i, 1, 3)) / 3),
    ("completeness", total(SEEN * r(3))),
    ("completeness", total(SEEN * Ideal(r)(i + 1))),
    ("completeness", total(SEEN * r(i) * (1 + sp.Mod(1, n - 5)))),
    ("completeness", Ratio(total(SEEN * r(i)), 1 + Ratio(1, Indicator(n <= 4)))),
    ("extension", total(SEEN * r(i) * Indicator(Largest(i * r(i), (i, 1, n)) <= 4))),
    ("monotone_in_k", total(SEEN * Indicator(i <= k) * RELEVANT) * (1 + Indicator(k <= 5))),
    ("monotone_in_k", total(SEEN * Indicator(i <= k) * RELEVANT) / k),
]
DEPTHS = [POOL + 4, sp.Max(1, 12 - 2 * Length(r)), sp.Rational(1, 2), sp.Integer(0)]


@pytest.mark.parametrize(("axiom", "value"), NEARLY)
def test_what_nearly_fits_is_not_proved(axiom: str, value: Any) -> None:
    from proofs.core.posed.lists import asked_of
    from proofs.core.posing import questions_about

    asked = asked_of(axiom, [], "lists")
    (question,), _ = questions_about(asked, [made(value)], None, {}, None)
    kernel = proved(question)
    assert kernel is None, kernel.derivation().sentences


@pytest.mark.parametrize("depth", DEPTHS, ids=str)
@pytest.mark.parametrize("axiom", ["localization", "extension", "promotion", "raising"])
def test_a_cut_off_is_a_number(axiom: str, depth: Any) -> None:
    from proofs.core.posed.lists import asked_of
    from proofs.core.posing import questions_about

    metric = made(total(SEEN * Indicator(i <= depth) * r(i)), depth)
    (question,), _ = questions_about(asked_of(axiom, [], "lists"), [metric], None, {}, None)
    assert proved(question) is None


LASTING: list[tuple[Any, Any, dict[str, Any]]] = [
    (
        ForAll(r, sp.Or(sp.Ge(sp.Sum(Indicator(d <= Length(Ideal(r))), (d, 1, n)), 2), m(r) < 0)),
        total(SEEN * r(i) / i),
        {"r": {"grades": [], "unretrieved": [1, 0]}},
    ),
    (
        ForAll(r, sp.Le(m(r), 1)),
        2 * Indicator(sp.Sum(Indicator(i <= Length(Ideal(r))), (i, 1, n)) <= 1) + 0 * POOL,
        {"r": {"grades": [], "unretrieved": [0, 1]}},
    ),
    (
        ForAll(r, Defined(m, r)),
        sp.Sum(RELEVANT, (i, 1, 3)) / 3,
        {"r": {"grades": [1], "unretrieved": [0, 0]}},
    ),
]


@pytest.mark.parametrize(("statement", "value", "witness"), LASTING)
def test_a_witness_need_not_last(statement: Any, value: Any, witness: dict[str, Any]) -> None:
    """Each statement is false of one document, and true of three."""
    from proofs.core.posing import questions_about

    asked = make_axiom("made", "made", statement, "here")
    (question,), _ = questions_about(asked, [made(value)], [1], {"c": 1}, None)
    kernel = Kernel(question, 1)
    assert kernel.conclude("padded", n=1, part=0, fixed={}, witness=witness) is None


def test_given_gains_belong_to_one_c() -> None:
    verdict: Any = proofs.ask("promotion", "dcg(gain=free)", n="all", gains="0,1,3")
    assert not verdict.question.every_c


def test_a_made_metric_is_proved_by_its_shape() -> None:
    value = Ratio(total(SEEN * RELEVANT * p**i), POOL)
    verdict: Any = proofs.ask(
        "promotion", made(total(SEEN * r(i) / (i + 3))), n="all", domain="lists"
    )
    assert verdict.status == "holds"
    assert verdict.scope.every_from == 1
    other: Any = proofs.ask("unit_range", made(value), n="all", domain="lists")
    assert other.status == "holds"


FALLING = [2 ** (-i), 3 ** (1 - i), p**i, p ** (2 * i - 1), sp.Rational(2, 3) ** (i / 2)]
FALLING += [i**-2, 1 / sp.sqrt(i), (i + 3) ** sp.Rational(-3, 2), 1 / sp.sqrt(sp.log(i + 1))]


@pytest.mark.parametrize("weight", FALLING, ids=str)
def test_how_weights_fall_against_numbers(weight: Any) -> None:
    """Its first ten values fall, and each step is smaller than the one before."""
    assert terms.trend(weight, i) == terms.Trend(-1, True, 1, True)
    plain = weight.subs(p, sp.Rational(3, 4))
    values = [plain.xreplace({i: sp.Integer(place)}).evalf(30) for place in range(1, 11)]
    steps = [above - below for above, below in pairwise(values)]
    assert all(step > 0 for step in steps)
    assert all(above > below for above, below in pairwise(steps))


def test_a_weight_that_halves_is_proved_for_every_n() -> None:
    for axiom in ("promotion_strict", "raising_strict", "deepness_strict", "exchange"):
        metric = made(total(SEEN * r(i) / 2**i))
        verdict: Any = proofs.ask(axiom, metric, n="all", domain="lists")
        assert verdict.status == "holds", axiom


def test_signs_and_bounds_of_terms_against_numbers() -> None:
    """Put numbers in the place of all that is free, and look at the values."""
    bodies = [
        SEEN * r(i) / (c * i),
        p ** (i - 1),
        (2 ** r(i) - 1) / 2**c,
        1 - RELEVANT,
        RELEVANT / i,
    ]
    bodies += [sp.log(i + 1), sp.log(i), i - 1, (2 ** r(i) - 1) / (2**c - 1), 1 - p, 2 - RELEVANT]
    for body in bodies:
        values = []
        for place in (1, 2, 5):
            for top, grade in ((1, 0), (1, 1), (3, 2), (3, 3)):
                for seen in (0, 1):
                    plain = body.xreplace(
                        {SEEN: sp.Integer(seen), RELEVANT: sp.Integer(grade >= 1)}
                    )
                    plain = plain.xreplace({r(i): sp.Integer(grade)}).xreplace(
                        {i: sp.Integer(place)}
                    )
                    values.append(plain.xreplace({c: sp.Integer(top), p: sp.Rational(1, 3)}))
        assert not terms.is_nonnegative(body) or all(value >= 0 for value in values), body
        assert not terms.is_positive(body) or all(value > 0 for value in values), body
        assert not terms.is_within_1(body) or all(0 <= value <= 1 for value in values), body
