"""Verdicts about top-k lists against plain loops, their witnesses, and their certificates."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
import sympy as sp
from mpmath import mpf

import proofs
from axioms import TOP_AXIOMS
from axioms.axiom import Axiom
from metrics.language.lists import RankIn, x, y
from metrics.language.terms import Indicator, Place
from metrics.language.terms import n as n_symbol
from metrics.language.text.metric_table import metric_of_text
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.verdict import Measurement, Verdict
from proofs.engines.exhaustive.lists.every_list import distinct_rows
from proofs.engines.exhaustive.lists.every_top import TopSearch
from proofs.report.certificate import certificate, seal
from proofs.trusted.untrusted import Rejected
from proofs.trusted.verify import check
from tests import tops_reference as plain

item = Place("a")
ONE_METRIC = [one for one in TOP_AXIOMS.values() if isinstance(one, Axiom) and len(one.slots) == 1]
NAMES = [one.name for one in ONE_METRIC if not one.slope_in]
SLOPES = [one.name for one in ONE_METRIC if one.slope_in]
SCORED: dict[tuple[str, str], Any] = {
    **{("kendall_top", p): plain.kendall_top for p in ("0", "1/3", "1/2", "1")},
    **{("footrule_top", location): plain.footrule_top for location in ("4", "9/2", "7")},
    **{("rbo_ext", p): plain.rbo_ext for p in ("1/2", "4/5")},
    ("rbo_min", "1/2"): plain.rbo_min,
    ("rbo_res", "1/2"): plain.rbo_res,
}
SIZES = [(2, 1), (3, 2), (4, 2), (3, 3)]


def ask(axiom: str, *subjects: Any, **given: Any) -> Verdict:
    found = proofs.ask(axiom, *subjects, **given)
    assert isinstance(found, Verdict)
    return found


def value(quantity: str, *subjects: str, **given: Any) -> Any:
    found = proofs.ask(quantity, *subjects, **given)
    assert isinstance(found, Measurement)
    return found.exact.expression()


def score(name: str, number: str) -> plain.Score:
    chosen = Fraction(number)
    return lru_cache(None)(lambda x, y: SCORED[name, number](x, y, chosen))


@pytest.mark.sweep(6)
@pytest.mark.parametrize(("name", "number"), SCORED)
def test_verdicts_against_plain_loops(name: str, number: str) -> None:
    option, metric = "location" if name == "footrule_top" else "p", score(name, number)
    for n, k in SIZES:
        lists = list(plain.all_tops(n, k, uneven=name.startswith("rbo")))
        for axiom in NAMES:
            found = ask(axiom, name, n=n, k=k, domain="tops", **{option: number})
            expected = "holds" if plain.AXIOMS[axiom](metric, lists) else "refuted"
            assert found.status == expected, (axiom, n, k)


@pytest.mark.parametrize("lengths", ["equal", "any"])
def test_lengths_can_be_chosen(lengths: str) -> None:
    lists = list(plain.all_tops(3, 2, uneven=lengths == "any"))
    for axiom, name, number in (
        ("one_iff_equal", "rbo_ext", "1/2"),
        ("zero_iff_equal", "kendall_top", "0"),
        ("zero_iff_equal", "kendall_top", "1"),
    ):
        found = ask(axiom, name, n=3, k=2, p=number, lengths=lengths)
        holds = plain.AXIOMS[axiom](score(name, number), lists)
        assert found.status == ("holds" if holds else "refuted")


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", ["kendall_top", "footrule_top", "rbo_ext"])
@pytest.mark.parametrize("axiom", NAMES)
def test_certificates_are_accepted(axiom: str, name: str) -> None:
    option = {"kendall_top": "p", "footrule_top": "location", "rbo_ext": "p"}[name]
    for chosen in ("free", "4" if option == "location" else "1/2"):
        verdict = ask(axiom, name, n=3, k=2, **{option: chosen})
        assert verdict.status in ("holds", "refuted"), verdict.reason
        assert check(certificate(verdict, "1"))


def test_what_is_free_holds_for_every_value() -> None:
    """A distance for every location; no penalty makes Kendall's a distance at n = 4, k = 2."""
    assert ask("distance", "footrule_top", n=4, k=2, location="free").status == "holds"
    verdict = ask("triangle", "kendall_top", n=4, k=2)
    assert verdict.status == "refuted"
    assert verdict.replayed is not None
    witness = verdict.replayed.witness
    assert witness is not None
    x, y, z = (tuple(witness[name]) for name in "xyz")
    for p in map(Fraction, (0, "1/2", 1)):
        direct = plain.kendall_top(x, y, p)
        assert direct > plain.kendall_top(x, z, p) + plain.kendall_top(z, y, p)


def test_a_changed_witness_is_rejected() -> None:
    verdict = ask("triangle", "kendall_top", n=4, k=2, p=0)
    for wrong in ([1, 1], [1, 2, 3], [1, 5], [1, 2]):
        content = certificate(verdict, "1")
        content["verdict"]["witness"]["y"] = wrong
        content["seal"] = seal({k: v for k, v in content.items() if k != "seal"})
        with pytest.raises(Rejected):
            check(content)


def test_a_free_penalty_lies_between_0_and_1() -> None:
    verdict = ask("triangle", "kendall_top", n=4, k=2)
    content = certificate(verdict, "1")
    content["verdict"]["witness"]["penalty"] = "0"
    content["seal"] = seal({k: v for k, v in content.items() if k != "seal"})
    with pytest.raises(Rejected, match="0 < p < 1"):
        check(content)


@pytest.mark.parametrize(("name", "number"), [one for one in SCORED if "rbo" not in one[0]])
def test_near_metric_against_plain_loops(name: str, number: str) -> None:
    option = "location" if name == "footrule_top" else "p"
    for n, k in SIZES:
        expected = plain.near_metric(score(name, number), list(plain.all_tops(n, k)))
        assert value("near_metric", name, n=n, k=k, **{option: number}) == expected


def test_ratios_against_plain_loops() -> None:
    for n, k in SIZES:
        footrule, kendall = score("footrule_top", "4"), score("kendall_top", "1/3")
        expected = plain.ratios(footrule, kendall, list(plain.all_tops(n, k)))
        given = {"n": n, "k": k, "p": "1/3", "location": 4}
        two = ("footrule_top", "kendall_top")
        found = [value(f"{which}_ratio", *two, **given) for which in ("smallest", "largest")]
        assert found == [sp.Rational(one) for one in map(str, expected)]


@pytest.mark.parametrize(
    ("one", "two"), [("1", "1/2"), ("1/2", "0"), ("1/3", "1/2"), ("1/2", "1/2")]
)
def test_numbers_written_with_the_name(one: str, two: str) -> None:
    named = [f"kendall_top(p={p})" for p in (one, two)]
    first, second = (score("kendall_top", p) for p in (one, two))
    lists = list(plain.all_tops(4, 2))
    given = {"n": 4, "k": 2}
    found = [value(f"{which}_ratio", *named, **given) for which in ("smallest", "largest")]
    assert found == [sp.Rational(str(ratio)) for ratio in plain.ratios(first, second, lists)]
    verdict = ask("never_above", *named, **given)
    holds = all(first(x, y) <= second(x, y) for x in lists for y in lists)
    assert verdict.status == ("holds" if holds else "refuted")
    assert check(certificate(verdict, "1"))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("rbo_min", "1/2"), ("rbo_ext", "1/2")),
        (("rbo_ext", "1/2"), ("rbo_min", "1/2")),
        (("rbo_ext", "1/2"), ("rbo_ext", "4/5")),
        (("rbo_ext", "4/5"), ("rbo_ext", "1/2")),
        (("rbo_min", "1/2"), ("rbo_res", "1/2")),
    ],
)
def test_overlaps_are_compared(one: tuple[str, str], two: tuple[str, str]) -> None:
    """Extrapolated overlap neither rises nor falls with the persistence for all lists."""
    first, second = (score(*each) for each in (one, two))
    lists = list(plain.all_tops(3, 2, uneven=True))
    holds = all(
        plain.at_most(mpf_of(first(x, y)), mpf_of(second(x, y))) for x in lists for y in lists
    )
    named = [f"{name}(p={p})" for name, p in (one, two)]
    verdict = ask("never_above", *named, n=3, k=2)
    assert verdict.status == ("holds" if holds else "refuted")
    assert check(certificate(verdict, "1"))


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", sorted(plain.AGREEMENTS))
@pytest.mark.parametrize("axiom", SLOPES)
def test_slopes_in_p_against_plain_series(axiom: str, name: str) -> None:
    sign = {"increasing_in_p": 1, "decreasing_in_p": -1}[axiom]
    for n, k, lengths in ((2, 1, "any"), (3, 2, "any"), (3, 2, "equal")):
        lists = list(plain.all_tops(n, k, uneven=lengths == "any"))
        slopes = [
            sign * plain.slope(plain.AGREEMENTS[name](x, y), Fraction(1, 2))
            for x in lists
            for y in lists
        ]
        verdict = ask(axiom, name, n=n, k=k, p="1/2", lengths=lengths)
        holds = all(plain.at_most(0, slope) for slope in slopes)
        assert verdict.status == ("holds" if holds else "refuted"), (n, k, lengths)
        assert check(certificate(verdict, "1"))


@pytest.mark.parametrize("axiom", SLOPES)
def test_slopes_for_every_p(axiom: str) -> None:
    for n, k in ((2, 1), (3, 2)):
        verdict = ask(axiom, "rbo_ext", n=n, k=k)
        assert verdict.status in ("holds", "refuted")
        assert check(certificate(verdict, "1"))


@pytest.mark.parametrize(
    "word",
    ["if(p < 1/2, p + 1, p)", "abs(p - 1/2)", "[p > 1/2] + p", "max(p, 1/2)", "p - floor(2 * p)"],
)
@pytest.mark.parametrize("n", [2, "all"])
def test_what_has_no_slope_everywhere_is_not_asked_for_it(word: str, n: int | str) -> None:
    """A metric that falls where p passes 1/2 was said not to fall: each branch rises."""
    text = f"{word} * sum(i, 1, n, [rank(x, i) <= n] * [rank(y, i) <= n])"
    metric = metric_of_text(text, "tops")
    with pytest.raises(BadInput, match="need not have a slope in p everywhere"):
        proofs.ask("increasing_in_p", metric, n=n, k=1)


def mpf_of(number: Any) -> Any:
    """Return a fraction with 50 digits."""
    return mpf(number.numerator) / number.denominator if isinstance(number, Fraction) else number


def test_no_constant_where_different_lists_have_distance_0() -> None:
    """With uneven lists K^(0) of (1) and (1 2) is 0, as is that of (1 2) and of (1 3) to (1)."""
    found = proofs.ask("near_metric", "kendall_top", n=3, k=2, p=0, lengths="any")
    assert isinstance(found, Measurement)
    assert found.exact is None
    assert "no number serves" in found.reason
    assert plain.near_metric(score("kendall_top", "0"), list(plain.all_tops(3, 2, True))) is None


def test_claims_of_fagin_kumar_and_sivakumar() -> None:
    """K^(p) is no metric, whatever p is, and F^(k+1) is one; seen at small n and k only."""
    for p in ("0", "1/2", "1"):
        assert ask("symmetry", "kendall_top", n=4, k=2, p=p).status == "holds"
        assert ask("zero_iff_equal", "kendall_top", n=4, k=2, p=p).status == "holds"
        assert ask("triangle", "kendall_top", n=4, k=2, p=p).status == "refuted"
    assert ask("distance", "footrule_top", n=range(2, 5), k=2).status == "holds"
    assert value("near_metric", "kendall_top", n=4, k=2, p=0) == sp.Rational(4, 3)
    assert value("near_metric", "footrule_top", n=4, k=2) == 1


@pytest.mark.parametrize("name", ["kendall_top", "footrule_top"])
def test_renaming_changes_no_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    option = {"kendall_top": {"p": "1/3"}, "footrule_top": {"location": "free"}}[name]

    def answers() -> list[Any]:
        found = [ask(axiom, name, n=4, k=2, **option) for axiom in NAMES]
        return [(v.status, v.cases, v.replayed and v.replayed.witness) for v in found]

    renamed = answers()
    monkeypatch.setattr(TopSearch, "renames", lambda self, body: False)
    assert answers() == renamed


def test_items_with_names_of_their_own_are_not_renamed() -> None:
    """The sum of the items in which two lists differ is another after a renaming."""
    inside = [Indicator(RankIn(one, item) <= n_symbol) for one in (x, y)]
    apart = sp.Sum((item - 2) * sp.Abs(inside[0] - inside[1]), (item, 1, n_symbol))
    made = Metric("named", "named", (x, y), apart, "made", False, "here")

    def score(one: plain.Top, two: plain.Top) -> Fraction:
        return Fraction(sum(item - 2 for item in {*one} ^ {*two}))

    for axiom in NAMES:
        verdict = ask(axiom, made, n=3, k=2)
        assert "renaming" not in "".join(verdict.checked)
        holds = plain.AXIOMS[axiom](score, list(plain.all_tops(3, 2)))
        assert verdict.status == ("holds" if holds else "refuted"), axiom


def test_distinct_rows() -> None:
    columns = [np.array([2, 1, 2, 1]), np.array([5, 7, 5, 5])]
    rows, back = distinct_rows(columns)
    assert sorted(map(tuple, rows.tolist())) == [(1, 5), (1, 7), (2, 5)]
    assert rows[back].tolist() == np.stack(columns, axis=1).tolist()


@pytest.mark.parametrize(
    ("asked", "subjects", "given", "says"),
    [
        ("triangle", ["kendall_top"], {}, "needs a cut-off: add --k"),
        ("triangle", ["kendall_top"], {"k": 4}, "k is at most n"),
        ("triangle", ["kendall_top"], {"k": 0}, "k = 0 is no length"),
        ("triangle", ["kendall_top"], {"k": 2, "p": 2}, "0 ≤ p ≤ 1"),
        ("triangle", ["kendall_top"], {"k": 2, "p": 0, "penalty": 0}, "are the same"),
        ("triangle", ["kendall_top"], {"k": 2, "location": 3}, "has no location"),
        ("triangle", ["footrule_top"], {"k": 2, "location": 2}, "it must be above k"),
        ("symmetry", ["rbo_ext"], {"k": 2, "p": 1}, "0 < p < 1"),
        ("triangle", ["kendall_top"], {"k": 2, "lengths": "odd"}, "equal or any"),
        ("near_metric", ["kendall_top"], {"k": 2}, "needs a penalty"),
        ("triangle", ["kendall_top(p=2)"], {"k": 2}, "0 ≤ p ≤ 1"),
        ("triangle", ["kendall_top(p=free)"], {"k": 2}, "left out of the name"),
        ("triangle", ["kendall_top(l=3)"], {"k": 2}, "kendall_top has no l"),
        ("triangle", ["kendall_top(p=0)"], {"k": 2, "p": 1}, "has no p"),
        ("triangle", ["kendall_top(p=0)@2"], {"k": 2}, "give --k 2"),
        ("unit_range", ["rbo_min"], {"k": 2}, "needs a persistence"),
        ("triangle", ["kendall_top"], {"n": 200, "k": 90}, "lists make more than 10^"),
        ("triangle", ["kendall_top"], {"n": 201, "k": 2}, "at most 200"),
        ("increasing_in_p", ["footrule_top"], {"k": 2}, "has no p to rise or fall with"),
        ("near_metric", ["footrule"], {"k": 2}, "no metric of top-k lists is called"),
        ("near_metric", ["kendall_top"], {"k": 2, "p": 0, "n": "all"}, "is a number for one n"),
        ("triangle", ["kendall_top"], {"k": 2, "domain": "lists"}, "triangle is about"),
        ("largest_ratio", ["kendall_top"], {"k": 2}, "is about two metrics"),
    ],
)
def test_bad_input_gets_one_message(
    asked: str, subjects: list[str], given: dict[str, Any], says: str
) -> None:
    with pytest.raises(BadInput) as problem:
        proofs.ask(asked, *subjects, **{"n": 3, **given})
    assert says in str(problem.value)
