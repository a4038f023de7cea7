"""Attempts to make the field of aspects answer wrongly: distances made by hand, forged files."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from sympy import Abs, Integer, Sum, Symbol, sqrt

import proofs
from metrics.labels import Distance, Largest, i, n, s, x
from metrics.naming import BadInput
from proofs.report.certificate import certificate, seal
from proofs.verify import NotChecked, Rejected, check

OVER = (i, 1, n)
WEIGHED = {"embedding": "0,1;0,2", "weights": "1,0"}


def made(value: Any) -> Distance:
    return Distance("made", "made by hand", value, "test")


# Distances ----------------------------------------------------------------------------------------


def test_a_distance_that_knows_n_is_not_extended_to_every_n() -> None:
    """(9 − n)·Σ(x − s) falls short of 0 for n < 9 and respects dominance from n = 9 on."""
    turning = made(Sum((x[i] - s[i]) * (9 - n), OVER))
    below, above = (turning.at([0] * size, [1] * size) for size in (1, 10))
    assert (below, above) == (-8, 10)
    found = proofs.ask("respects_partial_order", turning, n="all")
    assert found.status == "refuted"
    assert found.scope.every_from is None


def test_n_is_the_number_of_aspects_everywhere() -> None:
    mean = made(Sum(Abs(x[i] - s[i]), OVER) / n)
    assert mean.at([0, 0], [1, 2]) == Integer(3) / 2
    for size in (1, 2):
        assert proofs.ask("respects_strictly", mean, n=size).status == "holds"
    last = made(Abs(x[n] - s[n]))
    assert proofs.ask("respects_partial_order", last, n=2).status == "holds"
    assert proofs.ask("respects_strictly", last, n=2).status == "refuted"


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_witness_for_fewer_aspects_is_tried_again(size: int) -> None:
    """max(−|x − s|) is 0 as soon as an aspect at 0 is added: the witness of n = 1 fails."""
    nearest = made(Largest(-Abs(x[i] - s[i]), OVER))
    assert proofs.ask("respects_partial_order", nearest, n=size).status == "refuted"


def test_undefined_padding_does_not_hide_a_refutation() -> None:
    """Σ 1/|x − s| at (0, 0) and (0, 1) with l* = (1, 2): 3/2 < 2."""
    found = proofs.ask("respects_partial_order", made(Sum(1 / Abs(x[i] - s[i]), OVER)), n=2)
    assert found.status == "refuted"


@pytest.mark.parametrize("name", ["t", "l1", "u1"])
def test_a_distance_has_no_symbols_of_its_own(name: str) -> None:
    with pytest.raises(ValueError, match=f"nothing says what {name} is"):
        made(Symbol(name, real=True) * Sum(Abs(x[i] - s[i]), OVER))


def test_an_index_may_have_any_name() -> None:
    place = Symbol("place", integer=True)
    farthest = made(Largest(Abs(x[place] - s[place]), (place, 1, n)))
    assert proofs.ask("respects_partial_order", farthest, n="all").status == "holds"


@pytest.mark.parametrize(
    ("value", "said"),
    [(Sum(sqrt(s[i]) - sqrt(x[i]), OVER), True), (sqrt(Sum((x[i] - s[i]) ** 2, OVER)), False)],
)
def test_roots_of_negative_numbers_are_said_to_be_left_out(value: Any, said: bool) -> None:
    found = proofs.ask("respects_strictly", made(value), n=2)
    assert found.status == "holds"
    assert any("undefined" in caveat for caveat in found.caveats) == said


def test_a_cut_off_is_a_whole_number() -> None:
    with pytest.raises(BadInput, match="whole number"):
        proofs.ask("upper_bound_reached", "precision_at_k", n=2, k="3/2")


# Certificates -------------------------------------------------------------------------------------


def sealed(axiom: str, subject: str, **asked: Any) -> dict[str, Any]:
    return certificate(proofs.ask(axiom, subject, **asked), "1")


def verified(content: dict[str, Any]) -> Any:
    """Check a certificate whose seal was made again after the changes."""
    body = {name: value for name, value in content.items() if name != "seal"}
    return check({**body, "seal": seal(body)})


def rejected(content: dict[str, Any], *more: type[Exception]) -> bool:
    try:
        verified(content)
    except (Rejected, *more):
        return True
    return False


def test_a_proof_for_every_n_is_not_accepted_for_another() -> None:
    proved = sealed("respects_partial_order", "manhattan", n="all")
    assert verified(proved)
    for axiom, subject in (("respects_partial_order", "cosine"), ("respects_strictly", "chebyshev"),
                           ("respects_strictly", "weighted_manhattan")):  # fmt: skip
        swapped, refuted = copy.deepcopy(proved), sealed(axiom, subject, n=2)
        swapped["definitions"] = refuted["definitions"]
        said = {name: refuted["verdict"][name] for name in ("axiom", "subject", "parameters")}
        shown = {name: refuted["verdict"].get(name) for name in ("statement", "reading")}
        swapped["verdict"].update(**said, **{k: v for k, v in shown.items() if v})
        assert rejected(swapped, NotChecked)
    silent = copy.deepcopy(proved)
    silent["verdict"]["derivation"] = ["obviously"]
    assert rejected(silent)
    without = copy.deepcopy(proved)
    without["evidence"]["steps"] = []
    assert rejected(without, NotChecked)


def test_a_refutation_does_not_last_longer_than_its_steps_say() -> None:
    lasting = sealed("respects_strictly", "chebyshev", n="all")
    assert verified(lasting)
    assert lasting["verdict"]["scope"] == {
        "n": [1, 2], "all": True, "first_failing_n": 2, "from": 2
    }  # fmt: skip
    changes: list[Callable[[dict[str, Any]], Any]] = [
        lambda step: step["evidence"].update(n=1),
        lambda step: step["evidence"]["witness"].update({"l'": [0, 0]}),
        lambda step: step["evidence"]["witness"].update({"l*": [[[1]], 1]}),
        lambda step: step["evidence"].pop("witness"),
        lambda step: step.update(rule="all aspects"),
    ]
    for change in changes:
        forged = copy.deepcopy(lasting)
        change(forged["evidence"]["steps"][0])
        assert rejected(forged, NotChecked)
    earlier = sealed("respects_partial_order", "mahalanobis", n=2)
    earlier["verdict"]["scope"].update({"all": True, "from": 2})
    assert rejected(earlier, NotChecked)


def test_a_witness_cannot_change_what_was_given() -> None:
    """With weights 0, or one point for all labels, strictness fails; with those given it holds."""
    for free, given in (({}, {"weights": "1,1"}), ({}, {"embedding": "0,1;0,1"})):
        subject = "weighted_manhattan" if "weights" in given else "manhattan"
        reading = {"reading": "labels"} if "embedding" in given else {}
        forged = sealed("respects_strictly", subject, n=2, **free, **reading)
        honest = sealed("respects_strictly", subject, n=2, **given, **reading)
        assert (forged["verdict"]["status"], honest["verdict"]["status"]) == ("refuted", "holds")
        forged["verdict"]["parameters"] = honest["verdict"]["parameters"]
        assert rejected(forged)


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "every n": lambda said: said["scope"].update({"all": True, "from": 1}),
    "more sizes": lambda said: said["scope"].update({"n": [2, 3]}),
    "fails": lambda said: said["scope"].update(first_failing_n=2),
    "a part": lambda said: said.update(part="reaches 1"),
    "undefined": lambda said: said.update(undefined={"cases": 9, "first": None}),
    "parameters": lambda said: said["parameters"].update(foo="1"),
    "convention": lambda said: said.update(convention="ranks"),
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize(
    ("axiom", "subject", "given"),
    [
        ("respects_partial_order", "weighted_manhattan", WEIGHED),
        ("upper_bound_reached", "ap", {"labels": 2}),
    ],
)
def test_a_changed_verdict_is_rejected(
    name: str, axiom: str, subject: str, given: dict[str, Any]
) -> None:
    content = sealed(axiom, subject, n=2, **given)
    assert content["verdict"]["status"] == "holds"
    if name == "more sizes" and axiom == "upper_bound_reached":
        content["verdict"]["scope"]["n"] = [3]
    else:
        CHANGES[name](content["verdict"])
    assert rejected(content, NotChecked)


def test_an_undefined_witness_is_rejected() -> None:
    """With both documents at the worst label AP is 0/0."""
    content = sealed("upper_bound_reached", "cam", measure="ap", n=2)
    for name in ("d1", "d2"):
        content["verdict"]["witness"][name] = [0, 0]
    assert rejected(content)


def test_holding_where_nothing_is_defined_is_rejected() -> None:
    """The cosine at 0 is undefined, so no pair with the label 0 is judged."""
    content = sealed("respects_strictly", "cosine", n=1, embedding="0,1")
    assert content["verdict"]["status"] == "undecided"
    content["verdict"].update(status="holds")
    assert rejected(content, NotChecked)
