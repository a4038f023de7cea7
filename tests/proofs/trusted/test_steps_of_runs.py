"""Steps of different and of equal size for every n: what is said to stay a step does so."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest
from sympy import Max, Rational, Sum
from test_lasting_runs import agrees_at_small_n, kind_of, made, not_accepted, resealed, runs_of

from axioms.scales import interval_scale, unequal_steps
from lattice import ORDERS
from lattice.order import RANK, Order
from lattice.orders import replace_last, swap
from metrics.language.runs import Gain, PlaceWeight, r
from metrics.language.terms import Indicator, i, n
from proofs import ask
from proofs.core.question import Question
from proofs.engines.symbolic.order_shapes import SHAPES
from proofs.report.certificate import certificate
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.every_n.runs.kinds import CHAIN, PLACES, PREFIXES, SEQUENCES
from proofs.trusted.every_n.runs.padded import PADS
from proofs.trusted.every_n.runs.two_steps import _stays
from proofs.trusted.verify import check

TOTAL = Sum(Gain(r(i)), (i, 1, n))


@cache
def steps(order, size, top):
    runs = runs_of(order, size, top)
    return [(x, y) for x, y in product(runs.words, repeat=2) if runs.covers(x, y)]


def put(word, pad, more):
    at = {"best first": 0, "worst first": 0, "worst last": len(word)}.get(pad, len(word) - 1)
    return (*word[:at], *more, *word[at:])


def kernels(order, top, every_c):
    question = Question(
        unequal_steps, (made(TOTAL),), 2, {"c": top}, None, order, every_c=every_c, every_n=True
    )
    for shape in SHAPES:
        kernel = Kernel(question, 1)
        if kernel.conclude(shape) is not None:
            yield kernel


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("every_c", [False, True])
def test_what_is_said_to_stay_a_step_does(name, every_c):
    """For one more place, and where every c is meant for one more degree as well."""
    order, stayed = ORDERS[name], 0
    for size, top in [(1, 1), (2, 1), (3, 1)] + [(2, 2)] * (not every_c):
        for kernel, (low, high) in product(kernels(order, top, every_c), steps(order, size, top)):
            for pad in PADS if not every_c else PADS[1:]:
                if not _stays(kernel, kernel.facts[0], pad, list(low), list(high)):
                    continue
                stayed += 1
                for more, c in product((0, 1), (top, 2) if every_c else (top,)):
                    added = [c if pad == "best first" else 0] * more
                    x, y = put(low, pad, added), put(high, pad, added)
                    assert runs_of(order, size + more, c).covers(x, y), (pad, low, high, c)
    assert stayed


def test_a_step_that_does_not_stay_one_is_not_said_to():
    """(0, 1) to (1, 0) is a step in the chain of two degrees, and not of three."""
    order = ORDERS["rank_projection"]
    (every,), (two,) = list(kernels(order, 1, True)), list(kernels(order, 1, False))
    assert ((0, 1), (1, 0)) in steps(order, 2, 1)
    assert ((0, 1), (1, 0)) not in steps(order, 2, 2)
    assert _stays(two, two.facts[0], "worst first", [0, 1], [1, 0])
    assert not _stays(every, every.facts[0], "worst first", [0, 1], [1, 0])
    order = ORDERS["rank_swapping"]
    (kernel,) = kernels(order, 1, False)
    assert ((0, 0, 0), (0, 1, 0)) not in steps(order, 3, 1)
    assert not _stays(kernel, kernel.facts[0], "worst last", [0, 0], [0, 1])


def test_two_degrees():
    """Replacements at the last place do what replacements do; sets are compared by places."""
    order = Order("made", "made", RANK, "a test", operations=(swap, replace_last))
    for size in (1, 2, 3, 4):
        assert runs_of(order, size, 1).below == runs_of(ORDERS["rank_swapping"], size, 1).below
        one, two = (runs_of(ORDERS[f"set_{name}"], size, 1) for name in
                    ("projection", "replacement"))  # fmt: skip
        assert one.below == two.below
    assert runs_of(order, 2, 2).below != runs_of(ORDERS["rank_swapping"], 2, 2).below
    assert kind_of(order, 1) == SEQUENCES
    assert kind_of(order, 2) not in (PREFIXES, SEQUENCES)
    chains = ORDERS["set_projection"]
    kinds = {
        top: [kernel.facts[0].about for kernel in kernels(chains, top, every)]
        for top, every in ((1, False), (2, False), (2, True))
    }
    assert kinds == {1: [CHAIN, PLACES], 2: [CHAIN]}


# Sizes -------------------------------------------------------------------------------------------

HALVES = Sum(Gain(r(i)) / 2**i, (i, 1, n))
COUNTED = Sum((n + 1 - i) * r(i), (i, 1, n))
NEARLY = {
    "halves but for the first": HALVES + Gain(r(i)).xreplace({i: i - i + 1}) / 4,
    "thirds": Sum(Gain(r(i)) / 3**i, (i, 1, n)),
    "halves from the second on": Sum(Gain(r(i)) / 2 ** Max(1, i - 1), (i, 1, n)),
    "counted from the end, by one more": Sum((n + 2 - i) * r(i), (i, 1, n)),
    "rising": Sum(i * r(i), (i, 1, n)),
    "one place more": TOTAL + Sum(Indicator(i >= 3) * Gain(r(i)), (i, 1, n)),
}
ON = [name for name in ORDERS if name != "rank_replacement_literal"]


EQUAL = [
    (HALVES, "rank_projection"),
    (HALVES, "ops_all"),
    (COUNTED, "rank_swapping"),
    (COUNTED, "ops_swap_replace_last"),
    (TOTAL, "rank_replacement"),
    (TOTAL, "set_projection"),
    (TOTAL, "rank_replacement_literal"),
]


@pytest.mark.sweep(4)
@pytest.mark.parametrize(("value", "order"), EQUAL)
def test_steps_of_one_size_by_hand(value, order):
    """A binary number, and the sum of the numbers of 1 up to each place, grow by one."""
    equal = ask("interval_scale", made(value), order=order, n="all", c=1)
    assert (equal.status, equal.scope.every_from) == ("holds", 1)
    assert check(certificate(equal, "1"))
    unequal = ask("unequal_steps", made(value), order=order, n="all", c=1)
    assert (unequal.status, unequal.scope.every_from) == ("refuted", 1)
    assert check(certificate(unequal, "1"))
    assert ask("interval_scale", made(value), order=order, n="all", c=2).status == "refuted"


@pytest.mark.sweep(1)
def test_scores_that_weigh_all_places_alike():
    kept = ask("interval_scale", made(TOTAL), order="ops_swap", n="all")
    assert (kept.status, kept.scope.every_from) == ("holds", 1)
    literal = {"order": "rank_replacement_literal", "n": "all"}
    assert ask("isotone", made(TOTAL), **literal).status == "holds"
    assert ask("isotone", made(COUNTED), **literal, c=1).status == "refuted"


@pytest.mark.sweep(6)
@pytest.mark.parametrize("label", NEARLY)
@pytest.mark.parametrize("order", ON)
def test_scores_that_nearly_have_equal_steps(label, order):
    for asked in ("interval_scale", "unequal_steps"):
        assert agrees_at_small_n(asked, made(NEARLY[label]), {"order": order, "c": 1}, range(1, 6))


@pytest.mark.slow
def test_weights_are_chosen_so_that_steps_are_equal():
    weighed = made(Sum(PlaceWeight(i) * Gain(r(i)), (i, 1, n)))
    wanted = {"rank_projection": [8, 4, 2, 1], "rank_swapping": [4, 3, 2, 1],
              "rank_replacement": [1, 1, 1, 1], "ops_swap": [1, 1, 1, 1]}  # fmt: skip
    for order, weights in wanted.items():
        found = ask("unequal_steps", weighed, order=order, n="all")
        assert (found.status, found.scope.every_from) == ("refuted", 1)
        good = certificate(ask("unequal_steps", weighed, order=order, n=40, c=1), "1")
        assert check(good)
        said = good["verdict"]["witness"]
        assert said["place_weights"][-4:] == [str(weight) for weight in weights]
        assert len(said["place_weights"]) == 40
        wrong = {**said, "place_weights": ["3", *said["place_weights"][1:]]}
        not_accepted(resealed(good, verdict={"witness": wrong}))
        given = {"order": order, "n": 4, "c": 1, "gains": "0,1"}
        chosen = ",".join(map(str, weights))
        equal = ask("interval_scale", weighed, place_weights=chosen, **given)
        assert equal.status == "holds"


@pytest.mark.sweep(1)
def test_forged_steps_are_not_accepted():
    good = certificate(ask("unequal_steps", "err", order="rank_replacement", n="all", k=2), "1")
    assert check(good)
    told = good["evidence"]["steps"]
    runs = told[-1]["evidence"]["runs"]
    for change in ({"runs": {**runs, "s": [1, 1]}}, {"runs": {**runs, "t": [0, 0], "u": [0, 1]}},
                   {"runs": {**runs, "t": runs["r"], "u": runs["s"]}}, {"pad": "worst first"},
                   {"pad": "best first"}, {"from": 1}, {"from": 3}, {"part": 1},
                   {"runs": {"r": [0, 0], "s": [1, 0]}}):  # fmt: skip
        forged = {**told[-1], "evidence": {**told[-1]["evidence"], **change}}
        not_accepted(resealed(good, evidence={"steps": [*told[:-1], forged]}))
    equal = certificate(ask("interval_scale", made(HALVES), order="rank_projection", n="all", c=1),
                        "1")  # fmt: skip
    assert check(equal)
    parameters = {**equal["verdict"]["parameters"], "c": 2}
    not_accepted(resealed(equal, verdict={"parameters": parameters}))


class Maker:
    """Makes scores of runs; the same seed makes the same ones."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def score(self):
        weight = self.random.choice([1, i, n + 1 - i, Rational(1, 2) ** i, 1 / i, 3**i, (i - 2)])
        read = self.random.choice([r(i), Gain(r(i)), Indicator(r(i) >= 1), r(i) ** 2])
        found = Sum(weight * read, (i, 1, n))
        kind = self.random.randrange(5)
        if kind == 0:
            return found * self.random.choice([n - 3, -1, 2])
        if kind == 1:
            return found + self.random.choice([TOTAL, Sum(r(i) / i, (i, 1, n)), n])
        return Max(found, 1) if kind == 2 else found


@pytest.mark.sweep(30)
@pytest.mark.parametrize("seed", range(120))
def test_random_scores_get_the_answers_of_an_exhaustive_search(seed):
    maker = Maker(seed)
    metric, order = made(maker.score()), maker.random.choice([*ORDERS])
    gains = {"gains": "0,1"} if "gains" in metric.parameters and seed % 2 else {}
    for asked in ("isotone", interval_scale.name, unequal_steps.name, "valuation"):
        agrees_at_small_n(asked, metric, {"order": order, "c": 1, **gains}, range(1, 5))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_pairs_of_steps_that_are_undefined_are_counted_and_counted_again(size):
    # one degree more at a place: n · 2ⁿ⁻¹ steps, n of them from the run without a relevant
    # document, where average precision is 0/0
    steps, from_bottom = size * 2 ** (size - 1), size
    given = {"order": "rank_replacement", "c": 1, "k": size}
    found = ask("unequal_steps", "ap", n=size, **given)
    assert found.status == "holds"
    assert found.undefined.cases == steps**2 - (steps - from_bottom) ** 2
    assert found.undefined.of == steps**2
    check(certificate(found, "1"))
