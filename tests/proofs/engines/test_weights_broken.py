"""Attempts to make the field of weights answer wrongly: metrics made by hand, forged certificates.

Where a verdict is expected, a plain loop over `weighted_values.value` finds the counterexample.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from weighted_values import value

import proofs
from axioms.inequalities import Weighting
from metrics.language.terms import Indicator, n, rank_of, sigma, tau
from metrics.language.weight_symbols import ElementWeight, MeanCost, Similarity
from metrics.metric import Metric
from metrics.naming import BadInput
from metrics.weighted.distances import footrule_w, kendall_pos, kendall_w
from proofs.report.certificate import certificate, seal
from proofs.verify import NotChecked, Rejected, check

Cost = Callable[[Any, Any], Any]
x, y = sp.symbols("x y", integer=True, positive=True)


def entry(ranking: Any, place: Any) -> Any:
    return ranking(place)


def pairs(cost: Cost, place: Cost) -> Metric:
    """Half the sum of a cost over the pairs that two rankings order differently."""
    apart = [place(ranking, y) - place(ranking, x) for ranking in (sigma, tau)]
    inverted = Indicator(apart[0] * apart[1] < 0)
    total = sp.Sum(cost(x, y) * inverted, (y, 1, n), (x, 1, n))
    return replace(kendall_w, name="made", value=sp.Rational(1, 2) * total)


def displacements(cost: Cost, place: Cost) -> Metric:
    """The same cost, added for what changes its side of x."""
    moved = Indicator(place(tau, y) < place(tau, x)) - Indicator(place(sigma, y) < place(sigma, x))
    inside = sp.Sum(cost(x, y) * moved, (y, 1, n))
    return replace(footrule_w, name="made", value=sp.Sum(sp.Abs(inside), (x, 1, n)))


def of_ranks(a: Any, b: Any) -> Any:
    """The mean costs of the ranks of two items; entries are another thing."""
    cost = [MeanCost(rank_of(sigma, item), rank_of(tau, item)) for item in (a, b)]
    return cost[0] * cost[1]


def rankings(size: int, count: int) -> Iterator[Any]:
    return itertools.product(itertools.permutations(range(1, size + 1)), repeat=count)


def composed(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(left[place - 1] for place in right)


@pytest.mark.parametrize("size", [3, "all"])
def test_places_of_two_kinds_are_not_right_invariant(size: Any) -> None:
    """Pairs compared by entries, costs by ranks: renaming items moves only one of them."""
    made = pairs(of_ranks, entry)

    def at(a: Any, b: Any) -> Any:
        return value(made, a, b, delta=[2, 2])

    assert any(at(a, b) != at(composed(a, c), composed(b, c)) for a, b, c in rankings(3, 3))
    assert proofs.ask("right_invariance", made, n=size).status == "refuted"


@pytest.mark.parametrize("shape", [pairs, displacements])
def test_a_moved_pair_may_cost_nothing(shape: Callable[[Cost, Cost], Metric]) -> None:
    """An item at rank 1 in both rankings costs δ₁ = 0, and its entries may still be inverted."""
    made = shape(of_ranks, entry)
    given: dict[str, Any] = {"delta": [1, 1], "fixed": "delta"}
    assert any(a != b and value(made, a, b, **given) == 0 for a, b in rankings(3, 2))
    found = proofs.ask("zero_iff_equal", made, n="all", fixed="delta", assume="positive")
    assert found.status == "refuted"


def test_similarities_of_other_items_may_be_zero() -> None:
    def cost(a: Any, b: Any) -> Any:
        return Similarity(sigma(a), tau(b)) * Similarity(sigma(b), tau(a))

    found = proofs.ask("zero_iff_equal", pairs(cost, rank_of), n="all", assume="positive")
    assert found.status == "refuted"


def test_a_symmetric_cost_need_not_be_a_product() -> None:
    """C(x, y) = p̄(σ(x), σ(y)) is no g(x)·g(y): K ≤ F fails for five items."""

    def cost(a: Any, b: Any) -> Any:
        return MeanCost(sigma(a), sigma(b))

    made = Weighting("made", "made", pairs(cost, entry), displacements(cost, entry), "test")
    reverse, first, delta = (5, 4, 3, 2, 1), (1, 2, 3, 4, 5), [21, 6, 6, 21]
    kendall, footrule = (
        value(metric, reverse, first, delta=delta) for metric in (made.kendall, made.footrule)
    )
    assert kendall > footrule
    assert proofs.ask("kendall_le_footrule", made, n="all").status == "refuted"
    assert proofs.ask("kendall_le_footrule", made, n=5).status == "refuted"


def test_metrics_that_rename_differently_are_not_anchored() -> None:
    """kendall_pos goes with σ∘ν and footrule_w with ν∘σ: no ranking may be taken to be 1, 2, …"""

    from proofs.core.question import Question
    from proofs.engines.linear.weight_goals import Goals

    made = Weighting("made", "made", kendall_pos, footrule_w, "test")
    axiom = proofs.ask("kendall_le_footrule", made, n=2).question.asked
    question = Question(axiom, (made,), 3)
    assert Goals(question, question.statements()[0]).count() == 36
    as_ranks = replace(question, convention="ranks")
    assert Goals(as_ranks, as_ranks.statements()[0]).count() == 6


@pytest.mark.parametrize(
    "changed",
    [
        kendall_w.value**2,
        sp.Abs(footrule_w.value - kendall_w.value),
        sp.Sum(ElementWeight(x + 1), (x, 1, n)),
        sp.Sum(MeanCost(sigma(x - 1), 1), (x, 1, n)),
    ],
)
def test_what_cannot_be_read_is_bad_input(changed: Any) -> None:
    with pytest.raises(BadInput, match="a weighted metric is made of"):
        proofs.ask("symmetry", replace(kendall_w, value=changed), n=3)


def test_a_witness_on_the_rim_is_moved_inside() -> None:
    """Large given weights: positive D refute only very near to a D with zeros."""
    found = proofs.ask(
        "kendall_le_footrule",
        "combined",
        n=4,
        w="1000000,1,1,1000000",
        delta="1,1,1000",
        assume="positive,no_triangle",
    )
    assert found.status == "refuted"


def test_zero_weights_are_counted_as_undefined() -> None:
    """w = (0, 0, 1): K = 0 for all 36 pairs; w = (0, 1, 1): where 2 and 3 keep their order."""
    none = proofs.ask("footrule_over_kendall_min", "element_weights", n=3, w="0,0,1")
    assert none.reason == "undefined"
    some = proofs.ask("footrule_over_kendall_min", "element_weights", n=3, w="0,1,1")
    assert (some.exact.as_fraction(), some.undefined.cases) == (2, 18)


@pytest.mark.parametrize("given", [{"n": 3.0}, {"n": 3, "w": 5}, {"n": 3, "w": [1, 0.5, 1]}])
def test_odd_values_are_bad_input(given: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        proofs.ask("triangle", "kendall_w", **given)


# Certificates -------------------------------------------------------------------------------------


def sealed(axiom: str, subject: str, **asked: Any) -> dict[str, Any]:
    return certificate(proofs.ask(axiom, subject, **asked), "1")


def verified(content: dict[str, Any]) -> Any:
    """Check a certificate whose seal was made again after the changes."""
    body = {name: value for name, value in content.items() if name != "seal"}
    return check({**body, "seal": seal(body)})


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "every n": lambda said: said["scope"].update({"all": True, "from": 3}),
    "a larger n": lambda said: said["scope"].update({"n": [3, 9]}),
    "other sizes": lambda said: said["scope"].update({"n": [7, 8]}),
    "a part": lambda said: said.update(part="nonsense"),
    "undefined": lambda said: said.update(undefined={"cases": 9, "first": None}),
    "more": lambda said: said["witness"].update(zz=[1]),
    "weights": lambda said: said["witness"].update(w=["1", "1", "1"]),
    "no ranking": lambda said: said["witness"].update(nu=[1, 1, 1]),
    "holds": lambda said: said.update(status="holds"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_refutation_is_rejected(name: str) -> None:
    content = sealed("triangle", "kendall_pos", n=3)
    assert verified(content)
    CHANGES[name](content["verdict"])
    with pytest.raises(NotChecked if name == "every n" else Rejected):
        verified(content)


@pytest.mark.parametrize(("field", "other"), [("t", "0"), ("t", "-2"), ("scaled", "w")])
def test_scaling_is_by_positive_numbers(field: str, other: str) -> None:
    content = sealed("scale_free", "kendall_pos", n=3)
    assert verified(content)
    content["verdict"]["witness"][field] = other
    with pytest.raises(Rejected):
        verified(content)


@pytest.mark.parametrize(
    "scope",
    [
        {"n": [], "all": True, "first_failing_n": None, "from": 0},
        {"n": [2, 3], "all": True, "first_failing_n": None, "from": 1},
        {"n": [3], "all": False, "first_failing_n": 3},
        {"n": [9], "all": False, "first_failing_n": None},
    ],
)
def test_a_changed_scope_is_rejected(scope: dict[str, Any]) -> None:
    content = sealed("symmetry", "kendall_w", n=3)
    content["verdict"]["scope"] = scope
    with pytest.raises(Rejected):
        verified(content)


def test_weights_that_were_given_speak_of_one_n() -> None:
    content = sealed("symmetry", "kendall_w", n=3, w="1,2,3")
    content["verdict"]["scope"]["n"] = [2, 3]
    with pytest.raises(Rejected):
        verified(content)


def test_what_holds_without_a_derivation_is_never_accepted() -> None:
    content = sealed("triangle", "kendall_pos", n=3)
    said = content["verdict"]
    statement = said["statement"]
    said.update(status="holds", witness=None, values=[], statement=statement)
    said["scope"]["first_failing_n"] = None
    with pytest.raises(NotChecked):
        verified(content)
