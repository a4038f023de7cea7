"""Rules for distances of labels for every number of aspects: what nearly fits is not concluded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sympy import Abs, Integer, Max, Symbol, sqrt
from sympy import Sum as Total

import proofs
from axioms import find_axiom
from axioms.dominance import respects_partial_order, respects_strictly
from axioms.language.formula import ForAll
from metrics.labels import Distance, Largest, find_distance, i, j, n, s, w, x
from proofs.core.question import Question
from proofs.engines.symbolic import aspect_induction
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.replayed import ReplayFailed
from proofs.trusted.untrusted import Rejected

OVER = (i, 1, n)
SHORT = s[i] - x[i]


def made(value: Any) -> Distance:
    return Distance("made", "made by hand", value, "a test")


def question(asked: Any, value: Any, size: int = 1, **given: Any) -> Question:
    reading = {"reading": "points"} if asked is respects_strictly else {}
    return Question(asked, (made(value),), size, {**reading, **given}, None)


def proved(asked: Any, value: Any, **given: Any) -> bool:
    return aspect_induction.proved(question(asked, value, **given)) is not None


def refuted(asked: Any, value: Any, *sizes: int) -> bool:
    return any(proofs.ask(asked.name, made(value), n=size).status == "refuted" for size in sizes)


# What holds --------------------------------------------------------------------------------------

HOLDING = {
    "sum": Total(Abs(x[i] - s[i]), OVER),
    "several powers": Total(SHORT + SHORT**2 + 2 * SHORT**3, OVER),
    "index": Total(i * SHORT, OVER),
    "root of a root": sqrt(Total(sqrt(SHORT), OVER)),
    "square of a sum": Total(SHORT, OVER) ** 2,
}


@pytest.mark.sweep(3)
@pytest.mark.parametrize("label", HOLDING)
def test_distances_that_grow_are_proved(label: str) -> None:
    for asked in (respects_partial_order, respects_strictly):
        assert proved(asked, HOLDING[label])
        assert not refuted(asked, HOLDING[label], 1, 2)


def test_signs_of_absolute_values_are_settled_by_two_solvers() -> None:
    """max(|x − s|, 1) grows with |x − s|, and not strictly."""
    value = Total(Max(Abs(x[i] - s[i]), 1), OVER)
    found = aspect_induction.proved(question(respects_partial_order, value))
    assert found is not None
    steps = found.derivation().evidence()["steps"]
    (digest,) = steps[1]["evidence"]["scripts"]
    kernel = Kernel(question(respects_partial_order, value), 1)
    kernel.check(steps)
    assert kernel.proves(respects_partial_order.parts[0].statement)
    steps[1]["evidence"]["scripts"] = [digest[::-1]]
    with pytest.raises(Rejected):
        Kernel(question(respects_partial_order, value), 1).check(steps)
    assert refuted(respects_strictly, value, 1)
    assert not proved(respects_strictly, value)


@pytest.mark.parametrize("name", ["euclidean", "weighted_chebyshev", "minkowski"])
def test_steps_are_checked_again(name: str) -> None:
    given = {"q": "3"} if name == "minkowski" else {}
    verdict = proofs.ask("respects_partial_order", name, n="all", **given)
    steps = verdict.evidence["steps"]
    kernel = Kernel(verdict.question, 1)
    kernel.check(steps)
    assert kernel.proves(verdict.question.formulas()[0])
    for change in ({"premises": [1]}, {"premises": []}, {"conclusion": "it holds"},
                   {"evidence": {"strictly": True}}, {"rule": "places"}):  # fmt: skip
        with pytest.raises((Rejected, Inconclusive)):
            Kernel(verdict.question, 1).check([*steps[:-1], {**steps[-1], **change}])
    other = replace(verdict.question, asked=respects_strictly)
    with pytest.raises((Rejected, Inconclusive)):
        Kernel(other, 1).check(steps)


# What nearly fits --------------------------------------------------------------------------------

FALLING = {
    "falls": Total(x[i] - s[i], OVER),
    "cubes": Total((x[i] - s[i]) ** 3, OVER),
    "from 0": Total(Abs(x[i]), OVER),
    "falls in later aspects": Total((5 - 2 * i) * SHORT, OVER),
    "the nearest": Largest(-SHORT, OVER),
    "square of what may be negative": Total(SHORT - 1, OVER) ** 2,
    "squares of what may be negative": Total((SHORT - 1) ** 2, OVER),
    "inverse": Total(1 + SHORT, OVER) ** (-1),
    "inverses": Total((1 + SHORT) ** (-1), OVER),
    "two weights": Total((1 - w[i]) * SHORT, OVER),
    "sums in sums": Total(SHORT * (2 - Total(SHORT, OVER)), OVER),
    "another aspect": Total(SHORT - 2 * Abs(x[1] - s[1]), OVER),
    "the number of aspects": Total((3 - 2 * n) * SHORT, OVER),
}
NOT_STRICT = {
    "maximum": Largest(SHORT, OVER),
    "weights": Total(w[i] * SHORT, OVER),
    "above 1": Total(Max(SHORT - 1, 0), OVER),
    "the first aspect": Total(SHORT, (i, 1, 1)),
    "constant": Total(x[i] - x[i] + 1, OVER),
    "root of a maximum": sqrt(Largest(SHORT**2, OVER)),
}


@pytest.mark.parametrize("label", FALLING)
def test_distances_that_fall_are_not_proved(label: str) -> None:
    assert refuted(respects_partial_order, FALLING[label], 1, 2, 3)
    for asked in (respects_partial_order, respects_strictly):
        assert not proved(asked, FALLING[label])


@pytest.mark.parametrize("label", NOT_STRICT)
def test_distances_that_do_not_grow_strictly_are_not_proved(label: str) -> None:
    assert refuted(respects_strictly, NOT_STRICT[label], 1, 2)
    assert not proved(respects_strictly, NOT_STRICT[label])


def test_labels_at_one_point_are_no_strict_dominance() -> None:
    value = HOLDING["sum"]
    found = proofs.ask("respects_strictly", made(value), n=1, reading="labels")
    assert found.status == "refuted"
    assert not proved(respects_strictly, value, reading="labels")


def test_a_distance_that_is_undefined_somewhere_is_not_proved() -> None:
    for term in (sqrt(x[i]), 1 / SHORT, sqrt(SHORT - 1)):
        assert not proved(respects_partial_order, Total(term, OVER))


def test_another_statement_is_not_proved() -> None:
    turned = ForAll(*[v for v in respects_partial_order.parts[0].statement.variables][::-1],
                    respects_partial_order.parts[0].statement.body)  # fmt: skip
    body = respects_partial_order.parts[0].statement.body
    wrong = body.func(body.args[0], body.args[1].func(*reversed(body.args[1].args)))
    for statement in (turned, ForAll(*turned.variables[::-1], wrong)):
        part = replace(respects_partial_order.parts[0], statement=statement)
        assert not proved(replace(respects_partial_order, parts=(part,)), HOLDING["sum"])


# Refutations that last ---------------------------------------------------------------------------

TURNING = {
    "knows n": Total((x[i] - s[i]) * (3 - n), OVER),
    "counts the aspects": Total(x[i] - s[i], OVER) * (3 - Total(Integer(1), OVER)),
    "one index for two sums": 3 * Total(x[i] - s[i], OVER) - Total(x[i] - s[i], OVER, OVER),
    "another index": 3 * Total(x[i] - s[i], OVER) - Total(x[i] - s[i], OVER, (j, 1, n)),
    "up to n − 1": Total(x[i] - s[i], OVER) * (3 - Total(Integer(1), (i, 2, n))),
    "the last aspect": x[n] - s[n],
    "a maximum below 0": Largest(x[i] - s[i], OVER),
    "more than 0 at 0": Total(x[i] - s[i], OVER) + 8 * Largest(1 - (x[i] - s[i]) ** 2, OVER),
}


def at_few(value: Any) -> Any:
    """The first refutation for few aspects."""
    found = [proofs.ask("respects_partial_order", made(value), n=size) for size in (1, 2)]
    return next(verdict for verdict in found if verdict.status == "refuted")


@pytest.mark.parametrize("label", TURNING)
def test_what_further_aspects_change_is_no_lasting_refutation(label: str) -> None:
    found = at_few(TURNING[label])
    kernel = Kernel(found.question, 1)
    witness = dict(found.replayed.witness)
    with pytest.raises((Inconclusive, Undefined)):
        kernel._add("zeros", (), {"n": found.question.n, "witness": witness})
    assert kernel.conclude("zeros", n=found.question.n, witness=witness) is None


@pytest.mark.parametrize("label", ["knows n", "counts the aspects", "one index for two sums",
                                   "another index"])  # fmt: skip
def test_what_turns_with_the_number_of_aspects_holds_for_more(label: str) -> None:
    assert proofs.ask("respects_partial_order", made(TURNING[label]), n=3).status == "holds"


@pytest.mark.parametrize("name", ["chebyshev", "cosine", "mahalanobis", "arbitrary"])
def test_lasting_refutations_are_refutations_for_more_aspects(name: str) -> None:
    verdict = proofs.ask("respects_strictly", name, n="all")
    kernel = Kernel(verdict.question, 1)
    kernel.check(verdict.evidence["steps"])
    least = kernel.fails_from()
    assert least == verdict.scope.every_from == verdict.question.n
    assert kernel.proves(verdict.question.formulas()[0]) is None
    more = proofs.ask("respects_strictly", name, n=least + 1)
    assert more.status == "refuted"


def test_a_witness_must_refute() -> None:
    asked = Question(find_axiom("respects_strictly"), (find_distance("chebyshev"),), 2,
                     {"reading": "points"}, None)  # fmt: skip
    right = {"l": [0, 0], "l'": [0, 1], "l*": [1, 1]}
    assert Kernel(asked, 1).conclude("zeros", n=2, witness=right)
    for wrong in ({**right, "l'": [1, 1]}, {**right, "l": [0]}, {"l": [0, 0]},
                  {**right, "l*": [0, 0]}, {**right, "l": ["x", 0]}):  # fmt: skip
        with pytest.raises(ReplayFailed):
            Kernel(asked, 1).conclude("zeros", n=2, witness=wrong)
    for evidence in ({"n": 2, "witness": []}, {"n": 0, "witness": right}, {"n": 2},
                     {"n": True, "witness": right}):  # fmt: skip
        with pytest.raises(Rejected):
            Kernel(asked, 1).conclude("zeros", **evidence)


def test_an_index_may_have_any_name() -> None:
    place = Symbol("place", integer=True)
    assert proved(respects_partial_order, Largest(Abs(x[place] - s[place]), (place, 1, n)))
