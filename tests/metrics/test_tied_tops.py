"""Rank-biased overlap of lists with ties: what its authors print, plain loops, properties."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import proofs
from metrics.language import tops
from metrics.language.domains import TOPS, Size
from metrics.lists import TOP_METRICS
from metrics.naming import BadInput
from tests import tied_tops_reference as plain
from tests import tops_reference as untied
from tests.metrics.test_top_metrics import value_of

KINDS, WAYS = ("ext", "min", "res"), ("w", "a", "b")
# The example of the authors' README: red 1, blue 2, green 3, yellow 4, pink 5, white 6, black 7,
# purple 8, with p = 0.95; ext, min and res as printed there.
ONE, TWO = (1, (2, 3), 4, 5), ((1, 2), 6, (4, 7, 8), 3)
PRINTED = {
    "a": ("0.6922853", "0.3310519", "0.5620173"),
    "w": ("0.7068257", "0.3429684", "0.5620173"),
    "b": ("0.7207131", "0.3509163", "0.5620173"),
}


@pytest.mark.parametrize("ties", WAYS)
def test_the_numbers_that_the_authors_print(ties: str) -> None:
    for kind, printed in zip(KINDS, PRINTED[ties], strict=True):
        found = value_of(f"rbo_{kind}(ties={ties})", ONE, TWO, 8, p=Fraction(19, 20))
        assert abs(sp.N(found, 30) - sp.Float(printed, 30)) <= sp.Float("0.5e-7")


@st.composite
def tied_lists(draw: Any, n: int) -> Any:
    """Return a list of some of n items with ties."""
    items = draw(st.permutations(range(1, n + 1)))[: draw(st.integers(1, n))]
    groups: list[list[int]] = [[items[0]]]
    for item in items[1:]:
        groups[-1].append(item) if draw(st.booleans()) else groups.append([item])
    return tuple(tuple(sorted(group)) if len(group) > 1 else group[0] for group in groups)


PAIRS = st.integers(1, 5).flatmap(lambda n: st.tuples(st.just(n), tied_lists(n), tied_lists(n)))


def close(found: sp.Expr, expected: Any) -> bool:
    """Tell whether an exact value is a computed one, as far as its series was added up."""
    return bool(abs(sp.N(found, 45) - sp.Float(str(expected), 50)) < sp.Float("1e-38"))


@settings(max_examples=25)
@given(PAIRS, st.sampled_from(["1/2", "1/5"]), st.sampled_from(KINDS), st.sampled_from(WAYS))
def test_values_against_plain_loops(listed: Any, p: str, kind: str, ties: str) -> None:
    n, one, two = listed
    found = value_of(f"rbo_{kind}(ties={ties})", one, two, n, p=Fraction(p))
    groups = plain.of_top(one), plain.of_top(two)
    assert close(found, plain.rbo(*groups, Fraction(p), kind, ties))


@settings(max_examples=25)
@given(PAIRS, st.sampled_from(["1/2", "1/5"]))
def test_rbo_a_is_the_mean_over_all_orders(listed: Any, persistence: str) -> None:
    """Of the smallest overlap always, of the extrapolated one where the lists have one length."""
    (n, one, two), p = listed, Fraction(persistence)
    groups = plain.of_top(one), plain.of_top(two)
    least = value_of("rbo_min(ties=a)", one, two, n, p=p)
    assert close(least, plain.mean_over_orders(*groups, p, "rbo_min"))
    if len(tops.flat(one)) == len(tops.flat(two)):
        found = value_of("rbo_ext(ties=a)", one, two, n, p=p)
        assert found == plain.mean_over_orders(*groups, p, "rbo_ext")


def test_of_uneven_lists_rbo_a_extrapolated_is_not_the_mean() -> None:
    """By hand: (1) and (1 (2 3)) at p = 1/2.

    In both orders of 2 and 3 the overlap is 1, and the agreement 1 goes on: the mean is 1. With the
    ties the lists agree fully at depth 1, and at depth 2 in 1 + 1·(1/2) items of 2, which is 3/4.
    """
    one, two, half = (1,), (1, (2, 3)), Fraction(1, 2)
    assert plain.mean_over_orders(plain.of_top(one), plain.of_top(two), half, "rbo_ext") == 1
    found = value_of("rbo_ext(ties=a)", one, two, 3, p=half)
    assert found == half + Fraction(1, 4) * Fraction(3, 4) + Fraction(1, 4)


@pytest.mark.sweep(9)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ties", WAYS)
def test_without_ties_all_are_the_measure_of_untied_lists(kind: str, ties: str) -> None:
    """Both ways, for every pair of untied lists of any lengths."""
    both = [f"rbo_{kind}(ties={ties})", f"rbo_{kind}"]
    for names in (both, both[::-1]):
        asked = {"n": 3, "k": 3, "p": "1/3", "groups": "none"}
        assert proofs.ask("never_above", *names, **asked).status == "holds"


def test_lists_with_ties_are_enumerated_once_and_counted() -> None:
    """The ordered set partitions of 1, 2, 3, 4 items are 1, 3, 13, 75."""
    for n, k in ((1, 1), (3, 2), (4, 3), (4, 4)):
        size = Size(n, k=k, uneven=True, tied=True)
        assert TOPS.values is not None
        assert TOPS.holds is not None
        found = list(TOPS.values(size))
        orders = (1, 3, 13, 75)
        closed = sum(sp.binomial(n, one) * orders[one - 1] for one in range(1, k + 1))
        assert len(set(found)) == len(found) == TOPS.count(size) == closed
        assert all(TOPS.holds(one, size) for one in found)
        assert all(TOPS.read(TOPS.show(one, size), size) == one for one in found)


@pytest.mark.parametrize(
    "wrong", [((1,), 2), ((2, 1),), ((1, 1),), ((1, 2), 1), ((),), ((1, (2, 3)),), ((True, 2),)]
)
def test_what_is_no_list_with_ties(wrong: Any) -> None:
    assert not tops.is_top(wrong, 4, 4, uneven=True, tied=True)
    assert not tops.is_top(((1, 2),), 4, 2)


ASKED = [
    ("symmetry", "rbo_ext(ties=a)", True),
    ("symmetry", "rbo_ext(ties=w)", True),
    ("unit_range", "rbo_ext(ties=a)", True),
    ("unit_range", "rbo_ext(ties=w)", True),
    ("unit_range", "rbo_ext(ties=b, p=1/2)", True),
    ("one_iff_equal", "rbo_ext(ties=a)", False),
    ("one_iff_equal", "rbo_ext(ties=b, p=1/2)", False),
]


@pytest.mark.sweep(9)
@pytest.mark.parametrize(("axiom", "name", "expected"), ASKED)
def test_properties_as_asked_and_by_plain_loops(axiom: str, name: str, expected: bool) -> None:
    verdict = proofs.ask(axiom, name, n=3, k=2)
    assert (verdict.status == "holds") is expected
    lists: Any = [plain.of_top(one) for one in tops.tops(3, 2, uneven=True, tied=True)]
    ties, half = name[13], Fraction(1, 2)
    found = untied.AXIOMS[axiom](lambda x, y: plain.rbo(x, y, half, "ext", ties), lists)
    assert found is expected


def test_a_list_overlaps_itself_fully_with_b_and_w_only() -> None:
    """Of a tied pair RBO^a is less than 1: at depth 1 half of it is expected to agree."""
    tied = ((1, 2),)
    for ties, expected in (("w", 1), ("b", 1), ("a", sp.Rational(3, 4))):
        assert value_of(f"rbo_ext(ties={ties})", tied, tied, 2, p=Fraction(1, 2)) == expected


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("kendall_top(ties=a)", "kendall_top has no ties"),
        ("rbo_ext(ties=c)", "no treatment of ties is called 'c'"),
        ("rbo_ext(ties=a, ties=b)", "each once"),
        ("rbo_ext(ties=a, q=2)", "has no q"),
    ],
)
def test_names_that_cannot_be(name: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        proofs.ask("symmetry", name, n=3, k=2)


def test_a_metric_that_reads_no_ties_is_asked_about_lists_without() -> None:
    with pytest.raises(BadInput, match="kendall_top reads no ties"):
        proofs.ask("symmetry", "kendall_top", n=3, k=2, groups="any")
    assert len([name for name in TOP_METRICS if "ties=" in name]) == 9
