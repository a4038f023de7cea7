"""Rules about weighted distances: each declines what nearly fits, and no forged step is accepted.

A distance that nearly fits is made by hand, and a plain loop over `weighted_values.value` finds
rankings and weights at which the statement is false; so no rule may conclude it.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from weighted_values import value

import proofs
from axioms import find_axiom
from axioms.axiom import Axiom, Part, Weighting, m
from axioms.language.formula import Exists, ForAll, Same
from metrics import find_metric
from metrics.language.terms import (
    Backwards,
    Compose,
    Identity,
    Indicator,
    Inverse,
    n,
    nu,
    rank_of,
    sigma,
    tau,
)
from metrics.language.weight_symbols import ElementWeight, MeanCost, PositionCost, Similarity
from metrics.metric import Metric
from metrics.weighted.distances import footrule_w, kendall_pos, kendall_sim, kendall_w
from proofs.core.question import Question
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.every_n.weight_rules import RULES
from proofs.trusted.every_n.weight_shapes import shape_of
from proofs.trusted.finite.trying import tried
from proofs.trusted.replayed import ReplayFailed
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

x, y = sp.symbols("x y", integer=True, positive=True)
Cost = Callable[[Any, Any], Any]
HALF = sp.Rational(1, 2)


def entry(ranking: Any, place: Any) -> Any:
    return ranking(place)


def pairs(cost: Cost, place: Cost = rank_of, factor: Any = HALF) -> Metric:
    apart = [place(ranking, y) - place(ranking, x) for ranking in (sigma, tau)]
    total = sp.Sum(cost(x, y) * Indicator(apart[0] * apart[1] < 0), (y, 1, n), (x, 1, n))
    return replace(kendall_w, name="made", value=factor * total)


def displacements(cost: Cost, place: Cost = rank_of, outer: Cost = lambda *_: 1) -> Metric:
    moved = Indicator(place(tau, y) < place(tau, x)) - Indicator(place(sigma, y) < place(sigma, x))
    inside = sp.Sum(cost(x, y) * moved, (y, 1, n))
    total = sp.Sum(outer(x, y) * sp.Abs(inside), (x, 1, n))
    return replace(footrule_w, name="made", value=total)


def mean(place: Cost) -> Cost:
    def cost(a: Any, b: Any) -> Any:
        return sp.Mul(*[MeanCost(place(sigma, item), place(tau, item)) for item in (a, b)])

    return cost


def one(a: Any, b: Any) -> Any:
    return sp.Integer(1)


def item(a: Any, b: Any) -> Any:
    return ElementWeight(a) * ElementWeight(b)


def concluded(question: Question) -> bool:
    """Try every rule on every order of the facts, and tell whether the question is proved."""
    kernel = Kernel(question, 1)
    for slot in question.by_slot:
        kernel.conclude("shape", slot=slot)
    kernel.conclude("exchange")
    for rule in sorted(set(RULES) - {"shape", "last", "exchange"}) * 2:
        for size in range(4):
            for premises in itertools.permutations(range(1, len(kernel.facts) + 1), size):
                if len(kernel.facts) < 12:
                    kernel.conclude(rule, *premises)
    return all(map(kernel.proves, question.formulas()))


def asked(axiom: str, *subjects: Any, convention: str = "items", **given: Any) -> Question:
    return Question(find_axiom(axiom), subjects, 3, given, convention)


def rankings(size: int, count: int) -> Iterator[Any]:
    return itertools.product(itertools.permutations(range(1, size + 1)), repeat=count)


def composed(left: Any, right: Any) -> tuple[int, ...]:
    return tuple(left[place - 1] for place in right)


def inverse(ranking: Any) -> tuple[int, ...]:
    return tuple(ranking.index(at) + 1 for at in range(1, len(ranking) + 1))


# What the rules prove, so that it is known that declining is no accident --------------------------

PROVED = [
    asked("nonnegativity", pairs(item)),
    asked("symmetry", pairs(mean(rank_of))),
    asked("symmetry", displacements(mean(entry), entry)),
    asked("triangle", displacements(item)),
    asked("zero_iff_equal", pairs(item), assume="positive"),
    asked("zero_iff_equal", displacements(mean(rank_of)), assume="positive", fixed="delta"),
    asked("right_invariance", pairs(mean(entry), entry)),
    asked("left_invariance", pairs(mean(rank_of))),
    asked("relabelling", pairs(item)),
    asked("scale_free", pairs(mean(rank_of)), fixed="zero"),
    asked("footrule_le_2kendall", Weighting("w", "w", pairs(item), displacements(item), "test")),
    asked("kendall_le_3footrule", Weighting("w", "w", pairs(item), displacements(item), "test")),
    asked("kendall_le_footrule", Weighting("w", "w", pairs(one), displacements(one), "test")),
]


@pytest.mark.parametrize("question", PROVED, ids=lambda question: question.text())
def test_what_fits_is_concluded(question: Question) -> None:
    assert concluded(question)


# What nearly fits, and the weights at which it is false -------------------------------------------


def minus(a: Any, b: Any) -> Any:
    return -item(a, b)


def first_alone(a: Any, b: Any) -> Any:
    return ElementWeight(a)


def by_sigma(a: Any, b: Any) -> Any:
    return MeanCost(rank_of(sigma, a), rank_of(sigma, b))


def similar(a: Any, b: Any) -> Any:
    return Similarity(a, b)


def of_entries(a: Any, b: Any) -> Any:
    return ElementWeight(sigma(a)) * ElementWeight(sigma(b))


def square(a: Any, b: Any) -> Any:
    return item(a, b) ** 2


def made(kendall: Metric, footrule: Metric) -> Weighting:
    return Weighting("made", "made", kendall, footrule, "test")


W = {"w": [1, 2, 5]}
AT_PLACE_1 = {"assume": "positive", "fixed": "delta"}
COSTS = {"delta": [1, 4]}
FAR = [[0 if a == b else 5 if (a + b) % 2 else 1 for b in range(6)] for a in range(6)]
NEARLY: list[tuple[str, Any, dict[str, Any], dict[str, Any]]] = [
    ("nonnegativity", pairs(minus), {}, W),
    ("nonnegativity", displacements(one, outer=lambda a, b: -ElementWeight(a)), {}, W),
    ("symmetry", pairs(by_sigma), {}, COSTS),
    ("symmetry", displacements(of_entries), {}, W),
    ("triangle", pairs(mean(rank_of)), {}, {"delta": [0, 1]}),
    ("triangle", displacements(mean(entry), entry), {}, COSTS),
    ("zero_iff_equal", pairs(item), {}, {"w": [0, 0, 1]}),
    ("zero_iff_equal", displacements(similar), {}, {"similarity": [[0] * 3] * 3}),
    (
        "zero_iff_equal",
        pairs(mean(rank_of), entry),
        {"assume": "positive", "fixed": "delta"},
        COSTS,
    ),
    ("right_invariance", pairs(item), {}, W),
    ("right_invariance", pairs(item, entry), {}, W),
    ("right_invariance", pairs(mean(rank_of), entry), {}, COSTS),
    ("right_invariance", displacements(mean(rank_of)), {}, COSTS),
    ("left_invariance", pairs(mean(entry), entry), {}, COSTS),
    ("relabelling", pairs(item, entry), {}, W),
    ("relabelling", pairs(mean(entry), entry), {}, COSTS),
    ("relabelling", pairs(of_entries), {}, W),
]


def distances(metric: Metric, given: dict[str, Any], weights: dict[str, Any]) -> Callable[..., Any]:
    def at(a: Any, b: Any, **other: Any) -> Any:
        fixed = given.get("fixed", "one")
        return value(metric, a, b, fixed=fixed, **{**weights, **other})

    return at


def is_false(axiom: str, at: Callable[..., Any], weights: dict[str, Any]) -> bool:
    """Tell whether a plain loop over three items finds a counterexample."""

    def moved(c: Any) -> Any:
        return {"w": [weights["w"][i - 1] for i in c]} if "w" in weights else {}

    found = {
        "nonnegativity": lambda a, b, c: at(a, b) < 0,
        "symmetry": lambda a, b, c: at(a, b) != at(b, a),
        "triangle": lambda a, b, c: at(a, b) > at(a, c) + at(c, b),
        "zero_iff_equal": lambda a, b, c: (at(a, b) == 0) != (a == b),
        "right_invariance": lambda a, b, c: at(a, b) != at(composed(a, c), composed(b, c)),
        "left_invariance": lambda a, b, c: at(a, b) != at(composed(c, a), composed(c, b)),
        "relabelling": lambda a, b, c: (
            at(a, b) != at(composed(inverse(c), a), composed(inverse(c), b), **moved(c))
        ),
    }[axiom]
    return any(found(a, b, c) for a, b, c in rankings(3, 3))


@pytest.mark.parametrize("place", range(len(NEARLY)), ids=lambda p: f"{NEARLY[p][0]} {p}")
def test_a_distance_that_nearly_fits_is_declined(place: int) -> None:
    axiom, metric, given, weights = NEARLY[place]
    assert is_false(axiom, distances(metric, given, weights), weights)
    assert not concluded(asked(axiom, metric, **given))


def test_a_distance_is_scale_free_only_where_each_mean_cost_has_a_weight() -> None:
    """(2 1 3) and (3 2 1) against (1 2 3): the item 2 is fixed in the second, and p̄ = 1 there."""
    metric, first = pairs(mean(rank_of)), (1, 2, 3)

    def ratio(ranking: Any) -> Any:
        once, twice = (value(metric, ranking, first, delta=[t, t]) for t in (1, 2))
        return twice / once

    assert ratio((2, 1, 3)) != ratio((3, 2, 1))
    assert not concluded(asked("scale_free", metric))
    mixed = pairs(lambda a, b: ElementWeight(a) + ElementWeight(b) ** 2)
    assert not concluded(asked("scale_free", mixed))


FALSE_INEQUALITIES: list[tuple[str, Weighting, int, dict[str, Any]]] = [
    ("footrule_le_2kendall", made(pairs(one, entry), displacements(one)), 4, {}),
    ("footrule_le_2kendall", made(pairs(one), displacements(square)), 3, {"w": [2, 2, 2]}),
    ("footrule_le_2kendall", made(pairs(one, factor=sp.Rational(1, 4)), displacements(one)), 3, {}),
    ("footrule_le_2kendall", made(displacements(one), pairs(one, factor=3)), 3, {}),
    ("kendall_le_footrule", made(pairs(one), displacements(one, entry)), 4, {}),
    ("kendall_le_footrule", made(pairs(one, factor=1), displacements(one)), 3, {}),
    ("kendall_le_footrule", made(pairs(square), displacements(item)), 3, {"w": [2, 2, 2]}),
    ("kendall_le_footrule", made(pairs(first_alone), displacements(one)), 3, {"w": [9, 9, 9]}),
    ("kendall_le_footrule", made(pairs(similar), displacements(similar)), 6, {"similarity": FAR}),
]


@pytest.mark.parametrize("place", range(len(FALSE_INEQUALITIES)))
def test_a_weighting_that_nearly_fits_is_declined(place: int) -> None:
    axiom, weighting, size, weights = FALSE_INEQUALITIES[place]

    def ratio(pair: Any) -> tuple[Any, Any]:
        return tuple(
            value(each, *pair, **{k: v for k, v in weights.items() if k in each.tables})
            for each in (weighting.kendall, weighting.footrule)
        )

    tried = rankings(size, 2) if size < 6 else [((6, 3, 2, 5, 4, 1), (1, 2, 3, 4, 5, 6))]
    found = (ratio(pair) for pair in tried)
    assert any(f > 2 * k if axiom == "footrule_le_2kendall" else k > f for k, f in found)
    assert not concluded(asked(axiom, weighting))


def test_a_smaller_factor_is_not_weaker() -> None:
    """F ≤ K/2 and K ≤ F/2 are false for one exchange of neighbours, K = 1 and F = 2 or less."""
    subject = made(pairs(one), displacements(one))
    for name, wrong in (("footrule_le_2kendall", 1), ("kendall_le_footrule", sp.Rational(1, 3))):
        axiom = find_axiom(name)
        body = axiom.parts[0].statement.body
        _, upper = body.rhs.as_coeff_Mul()
        statement = ForAll(sigma, tau, sp.Le(body.lhs, wrong * upper))
        changed = replace(axiom, parts=(Part(name, statement),))
        assert not concluded(Question(changed, (subject,), 3))


OTHER_STATEMENTS = [
    ForAll(sigma, tau, sp.Ge(m(sigma, tau), 1)),
    ForAll(sigma, tau, sp.Eq(m(sigma, tau), m(sigma, sigma))),
    ForAll(sigma, tau, nu, sp.Le(m(sigma, tau), m(sigma, nu))),
    ForAll(sigma, tau, sp.Equivalent(sp.Eq(m(sigma, tau), 1), Same(sigma, tau))),
    ForAll(sigma, tau, nu, sp.Eq(m(sigma, tau), m(Compose(sigma, nu), tau))),
    ForAll(sigma, tau, nu, sp.Eq(m(sigma, tau), m(Compose(sigma, nu), Compose(nu, tau)))),
    ForAll(sigma, tau, nu, sp.Eq(m(sigma, tau), m.moved(nu)(sigma, tau))),
    ForAll(sigma, tau, sp.Eq(m(sigma, tau), m(Inverse(sigma), Inverse(tau)))),
]


@pytest.mark.parametrize("name", ["symmetry", "triangle", "relabelling", "nonnegativity"])
@pytest.mark.parametrize("place", range(len(OTHER_STATEMENTS)))
def test_a_rule_belongs_to_a_formula_and_not_to_a_name(name: str, place: int) -> None:
    """All are false for element weights 1, 2, 4 and three items, under whatever name."""
    axiom = replace(find_axiom(name), parts=(Part(name, OTHER_STATEMENTS[place]),))
    question = Question(axiom, (kendall_w,), 3, {"w": (1, 2, 4)})
    assert tried(question, *question.statements()).first_false is not None
    assert not concluded(question)
    assert not concluded(Question(axiom, (kendall_w,), 3))


# Shapes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        -kendall_w.value,
        n * kendall_w.value,
        kendall_w.value + 1,
        kendall_w.value.subs(n, n + 1),
        sp.Sum(ElementWeight(x), (x, 1, n)),
        pairs(lambda a, b: PositionCost(a) * PositionCost(b)).value,
        pairs(lambda a, b: item(a, b) * MeanCost(1, 2)).value,
        pairs(lambda a, b: MeanCost(rank_of(sigma, a), rank_of(tau, b))).value,
        sp.Sum(sp.Abs(sigma(x) - tau(x)), (x, 2, n)),
        sp.Sum(sp.Abs(sigma(x) + tau(x)), (x, 1, n)),
        sp.Sum(sp.Abs(sigma(x) - rank_of(tau, x)), (x, 1, n)),
    ],
)
def test_other_definitions_have_no_shape(changed: Any) -> None:
    assert shape_of("m", replace(kendall_w, value=changed), "items") is None


def test_a_distance_whose_inputs_are_exchanged_has_no_shape() -> None:
    assert shape_of("m", kendall_w, "items") is not None
    assert shape_of("m", replace(kendall_w, inputs=(tau, sigma)), "items") is None


# Witnesses that last -----------------------------------------------------------------------------


def last(question: Question, **witness: Any) -> int | None:
    kernel = Kernel(question, question.n)
    shapes = [kernel.conclude("shape", slot=slot) for slot in question.by_slot]
    return kernel.conclude("last", *shapes, part=1, witness=witness)


BENT = {"sigma": [1, 3, 2], "tau": [1, 2, 3], "nu": [2, 1, 3], "delta": ["0", "1"]}


def test_a_witness_lasts() -> None:
    assert last(asked("triangle", kendall_pos), **BENT)


@pytest.mark.parametrize(
    "change",
    [
        {"nu": [1, 2, 3]},
        {"delta": ["1", "1"]},
        {"delta": ["1", "-1"]},
        {"delta": ["1"]},
        {"nu": [2, 1, 1]},
        {"nu": [2, 1]},
        {"w": ["1", "1", "1"]},
        {"nu": None},
    ],
)
def test_a_witness_that_refutes_nothing_does_not_last(change: dict[str, Any]) -> None:
    with pytest.raises((ReplayFailed, Rejected)):
        last(asked("triangle", kendall_pos), **{**BENT, **change})


def test_weights_that_are_given_belong_to_one_n() -> None:
    assert last(asked("triangle", kendall_pos, delta=(0, 1)), **BENT) is None


NOT_LASTING = [
    ForAll(sigma, tau, sp.Le(m(sigma, Compose(tau, Backwards())), 2)),
    ForAll(sigma, tau, sp.Eq(m(sigma, tau), n)),
    ForAll(sigma, Exists(tau, sp.Ge(m(sigma, tau), 4))),
    ForAll(sigma, tau, sp.Le(m(sigma, Identity()), m(tau, Backwards()))),
]


@pytest.mark.parametrize("statement", NOT_LASTING, ids=str)
def test_a_statement_that_may_become_true_is_declined(statement: Any) -> None:
    """Values at reversed rankings grow with n, and so do n itself and the largest distance."""
    axiom = Axiom("made", "made", (Part("made", statement),), "test")
    question = Question(axiom, (kendall_w,), 3)
    given = {"sigma": [3, 1, 2], "tau": [2, 1, 3], "w": ["1", "1", "1"]}
    names = {variable.name for variable in statement.variables} | {"w"}
    kernel = Kernel(question, 3)
    shape = kernel.conclude("shape", slot="m")
    assert shape is not None
    witness = {name: entries for name, entries in given.items() if name in names}
    assert kernel.conclude("last", shape, part=1, witness=witness) is None


# Forged steps ------------------------------------------------------------------------------------


def resealed(content: dict[str, Any], change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    changed = copy.deepcopy(content)
    change(changed)
    body = {name: value for name, value in changed.items() if name != "seal"}
    return {**body, "seal": seal(body)}


def step(place: int, **fields: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda content: content["evidence"]["steps"][place].update(fields)


FORGED = [
    step(-1, rule="nonnegativity"),
    step(-1, rule="no such rule"),
    step(-1, premises=[]),
    step(-1, premises=[1]),
    step(-1, premises=[2, 1, 3]),
    step(-1, premises=[4, 1, 2]),
    step(-1, conclusion="∀ σ, τ ∈ Sₙ: kendall_w(σ, τ) ≤ 0"),
    step(-1, evidence={"so": 1}),
    step(0, evidence={"slot": "F"}),
    step(0, evidence={"slot": "Z"}),
    step(0, evidence={}),
    lambda content: content["evidence"]["steps"].pop(),
    lambda content: content["evidence"]["steps"].clear(),
    lambda content: content["evidence"].pop("steps"),
]


@pytest.fixture(scope="module")
def proof() -> dict[str, Any]:
    """Return the certificate of K ≤ F for element weights and every n: four steps."""
    return certificate(proofs.ask("kendall_le_footrule", "element_weights", n="all"), "1")


def test_a_proof_is_accepted(proof: dict[str, Any]) -> None:
    assert check(proof)


@pytest.mark.parametrize("place", range(len(FORGED)))
def test_a_forged_step_is_not_accepted(proof: dict[str, Any], place: int) -> None:
    with pytest.raises((Rejected, NotChecked)):
        check(resealed(proof, FORGED[place]))


@pytest.mark.parametrize("subject", ["similarity", "combined"])
def test_the_proof_for_one_weighting_does_not_serve_another(
    proof: dict[str, Any], subject: str
) -> None:
    """K ≤ F is false for similarities from n = 6 on, and for all weights together from n = 5."""
    small = certificate(proofs.ask("kendall_le_footrule", subject, n=2), "1")
    question = proofs.ask("kendall_le_footrule", subject, n=2).question

    def forge(content: dict[str, Any]) -> None:
        content["definitions"] = small["definitions"]
        content["verdict"]["subject"] = [subject]
        content["verdict"]["parameters"] = small["verdict"]["parameters"]
        content["verdict"]["statement"] = question.text(every_n=True)

    with pytest.raises((Rejected, NotChecked)):
        check(resealed(proof, forge))


def test_a_witness_does_not_last_from_before_it_refutes() -> None:
    content = certificate(proofs.ask("triangle", "kendall_pos", n="all"), "1")
    assert check(content)
    for start in (1, 2):
        with pytest.raises(Rejected):
            check(resealed(content, lambda c, s=start: c["verdict"]["scope"].update({"from": s})))


def test_the_catalogue_has_shapes() -> None:
    for name in ("kendall_distance", "footrule"):
        assert shape_of("m", find_metric(name), "items") is not None
    assert shape_of("m", kendall_sim, "ranks") is not None
