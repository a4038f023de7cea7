"""Measures, approaches and distances of one's own, made at random, against plain loops."""

import random
from fractions import Fraction
from itertools import permutations, product

import pytest

import proofs
from axioms.language.axiom_table import axiom_of
from metrics.language.text.aspect_table import approach_of, distance_of, measure_of

BLOCKS = [pytest.param(seed, marks=[pytest.mark.slow] * (seed >= 1)) for seed in range(20)]
MARKS = {
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
NUMBERS = ["0", "1", "1/2", "2", "3/4"]


def relevant(gains):
    return [int(gain > 0) for gain in gains]


def over(one, two):
    return None if two == 0 else Fraction(one) / two


MEASURES = {
    "sum(i, 1, n, r(i) / i)":
        lambda shown, pool: sum(Fraction(r, i) for i, r in enumerate(relevant(shown), 1)),
    "ratio(sum(i, 1, n, r(i) * i), R)":
        lambda shown, pool: over(sum(r * i for i, r in enumerate(relevant(shown), 1)),
                                 sum(relevant(pool))),
    "sum(i, 1, n, g(i) / 2^i)":
        lambda shown, pool: sum(Fraction(g, 2**i) for i, g in enumerate(shown, 1)),
    "ratio(sum(i, 1, n, g(i) / i), sum(i, 1, D, b(i) / i))":
        lambda shown, pool: over(
            sum(Fraction(g, i) for i, g in enumerate(shown, 1)),
            sum(Fraction(b, i) for i, b in enumerate(sorted(pool, reverse=True), 1))),
}  # fmt: skip
APPROACHES = {
    "product(i, 1, n, m(i))": lambda scores: scores[0] * scores[1],
    "sum(i, 1, n, c(i) * m(i))": lambda scores: Fraction(sum(scores), 2),
    "max(m(1), m(n))": max,
    "m(1) - m(2)": lambda scores: scores[0] - scores[1],
}
DISTANCES = {
    "sum(i, 1, n, abs(x(i) - s(i)))":
        lambda x, s: sum(abs(a - b) for a, b in zip(x, s, strict=True)),
    "sum(i, 1, n, (x(i) - s(i))^2 / i)":
        lambda x, s: sum(Fraction((a - b) ** 2, i)
                         for i, (a, b) in enumerate(zip(x, s, strict=True), 1)),
    "max(s(1) - x(1), s(n) - x(n))": lambda x, s: max(s[0] - x[0], s[-1] - x[-1]),
    "product(i, 1, n, 1 + s(i) - x(i)) - 1":
        lambda x, s: (1 + s[0] - x[0]) * (1 + s[1] - x[1]) - 1,
}  # fmt: skip
SPACES = ["0,1;0,1", "0,1,3;0,2", "0,2;0,1,2"]


def numbers(space):
    return [[Fraction(one) for one in aspect.split(",")] for aspect in space.split(";")]


def worth(measure, approach, documents, order):
    """What a list is worth: each aspect is measured by the ranks of its labels, worst 0."""
    scores = [
        measure([documents[place][aspect] for place in order], [one[aspect] for one in documents])
        for aspect in range(2)
    ]
    return None if None in scores else approach(scores)


@pytest.mark.parametrize("block", BLOCKS)
def test_collections_are_judged_as_loops_do(block):
    maker = random.Random(f"collections {block}")
    for _ in range(8):
        (text, measure), (said, approach) = (
            maker.choice(list(some.items())) for some in (MEASURES, APPROACHES)
        )
        mark, space = maker.choice([*MARKS]), maker.choice(SPACES)
        number, word = maker.choice(NUMBERS), maker.choice(["forall", "exists"])
        size = maker.choice([1, 2])
        statement = f"forall D in collections: {word} r in documents: worth(r) {mark} {number}"
        found = proofs.ask(
            axiom_of("own", {"statement": statement}),
            approach_of("mine", {"value": said}),
            measure=measure_of("measured", {"value": text}),
            embedding=space,
            n=size,
        )
        labels = list(product(*[range(len(aspect)) for aspect in numbers(space)]))
        true, judged = True, 0
        for documents in product(labels, repeat=size):
            orders = permutations(range(size))
            values = [worth(measure, approach, documents, order) for order in orders]
            known = [MARKS[mark](value, Fraction(number)) for value in values if value is not None]
            judged += bool(known)
            true = true and (not known or (all if word == "forall" else any)(known))
        expected = ("holds" if true else "refuted") if judged else "undecided"
        assert found.status == expected, (statement, said, text, space, size)


@pytest.mark.parametrize("block", BLOCKS)
def test_distances_of_labels_are_judged_as_loops_do(block):
    maker = random.Random(f"labels {block}")
    for _ in range(8):
        text, distance = maker.choice(list(DISTANCES.items()))
        mark, space = maker.choice([*MARKS]), maker.choice(SPACES)
        premise = maker.choice(["", "dominated(l, l') => ", "different(l, l') => "])
        statement = (
            f"forall l, l' in labels: {premise}away(l, best_label) {mark} away(l', best_label)"
        )
        found = proofs.ask(
            axiom_of("own", {"statement": statement}),
            distance_of("mine", {"value": text}),
            n=2,
            embedding=space,
        )
        points = list(product(*numbers(space)))
        best = tuple(max(aspect) for aspect in numbers(space))
        true = all(
            MARKS[mark](distance(one, best), distance(two, best))
            for one in points
            for two in points
            if (not premise.startswith("dominated")
                or all(a <= b for a, b in zip(one, two, strict=True)))
            and (not premise.startswith("different") or one != two)
        )  # fmt: skip
        assert found.status == ("holds" if true else "refuted"), (statement, text, space)
