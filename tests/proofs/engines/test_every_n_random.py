"""Random legal metrics: what is said of every n is true at each n and every admissible cut-off."""

import random

import pytest
from sympy import Abs, And, Integer, Le, Lt, Max, Min, Ne, Or, Sum, sympify

import proofs
from axioms import AXIOMS
from metrics.language.terms import Indicator, Inverse, Place, Ratio, i, j, k, n, sigma, tau
from metrics.metric import Metric
from proofs.core.limits import Limits

l = Place("l")  # noqa: E741
AXIOM_NAMES = [
    "symmetry", "nonnegativity", "zero_iff_equal", "triangle", "right_invariance",
    "max_agreement", "sensitivity_some", "wsd", "min_agreement", "linear_distance",
]  # fmt: skip


def limits():
    """Return what one question may spend: its time begins now."""
    return Limits(seconds=4, jobs=1, cases=100_000)


class Maker:
    """Writes a metric by a small grammar: sums, indicators, factors in n, k and j, quotients."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.inputs = self.random.choice([(sigma,), (sigma, tau)])
        self.cutoffs = self.random.choice([(), (k,), (j,), (k, j)])
        self.largest = self.random.choice([n, n - 1])

    def scalar(self):
        numbers = [Integer(self.random.randint(-2, 4)), n, n - 1, n - 2]
        for cutoff in self.cutoffs:
            numbers += [cutoff, n - cutoff, 4 - cutoff, Min(cutoff, 2)]
        return self.random.choice(numbers)

    def entry(self, places):
        listing = self.random.choice(self.inputs)
        place = self.random.choice(places)
        return self.random.choice([listing(place), Inverse(listing)(place), listing(n + 1 - place)])

    def condition(self, places):
        bound = [Integer(3), self.entry(places), *self.cutoffs]
        relation = self.random.choice([Le, Lt, Ne])
        return relation(self.entry(places), self.random.choice(bound))

    def term(self, places, depth):
        if not depth:
            return self.random.choice([self.entry(places), self.random.choice(places), Integer(2)])
        one, two = (self.term(places, depth - 1) for _ in range(2))
        join = self.random.choice([And, Or])
        joined = join(self.condition(places), self.condition(places))
        choices = [one + two, one - two, one * two, Abs(one - two), (one - two) ** 2]
        choices += [Indicator(joined), one * self.scalar(), one / self.random.choice(places)]
        return self.random.choice(choices)

    def total(self, depth):
        last = self.random.choice([n, n, *self.cutoffs])
        single = Sum(self.term([i], depth), (i, 1, last))
        pairs = Sum(self.term([l, i], depth), (l, 1, i - 1), (i, 1, n))
        return self.random.choice([single, single, pairs])

    def metric(self):
        total = self.total(2)
        value = self.random.choice(
            [
                total,
                total * self.scalar(),
                total + self.total(1),
                Ratio(total, self.scalar()),
                Ratio(total, self.total(1)),
                Max(total, self.scalar()),
            ]
        )
        return Metric(
            name="made",
            title="made",
            inputs=self.inputs,
            value=sympify(value),
            family="made",
            higher_is_better=True,
            source="a test",
            largest_k=self.largest,
        )


def at_each_cutoff(axiom, metric, size):
    """Return the exhaustive answers at one n, for every admissible cut-off."""
    name = next((name for name in ("k", "j") if name in metric.parameters), None)
    choices = [{name: value} for value in metric.cutoffs(size)] if name else [{}]
    answers = [
        proofs.ask(axiom, metric, n=size, engine="exhaustive", limits=limits(), **given)
        for given in choices
    ]
    return [a for a in answers if not any(c.startswith("vacuous") for c in a.caveats)]


def sizes_of(verdict):
    """Return the n up to 4 of which a verdict says that it holds."""
    if verdict.status == "holds":
        return range(verdict.scope.every_from, 5)
    held = [size for size in verdict.scope.sizes if size != verdict.scope.first_failing]
    return [size for size in held if size < 5] if "holds for" in verdict.reason else []


@pytest.mark.parametrize("seed", range(24))
def test_verdicts_for_every_n_are_true_at_each_n_and_cutoff(seed):
    maker = Maker(seed)
    metric = maker.metric()
    axiom = maker.random.choice(AXIOM_NAMES)
    if AXIOMS[axiom].inputs == 1 and len(metric.inputs) == 2:
        return
    verdict = proofs.ask(axiom, metric, n="all", limits=limits())
    for size in sizes_of(verdict):
        statuses = {found.status for found in at_each_cutoff(axiom, metric, size)}
        assert "refuted" not in statuses, (axiom, metric.value, size)
    if verdict.status == "refuted" and verdict.scope.every_from is not None:
        for size in range(verdict.scope.every_from, 5):
            for given in refuted_with(verdict, size):
                found = proofs.ask(axiom, metric, n=size, limits=limits(), **given)
                assert found.status == "refuted", (axiom, metric.value, size, given)


def refuted_with(verdict, size):
    """Return the parameters with which a refutation for every n is one at one n."""
    given, cutoffs = verdict.question.parameters, verdict.scope.cutoffs
    if cutoffs is None:
        return [given]
    every = [k for k in range(1, size + 1) if cutoffs.take(size, k)]
    assert every, (str(cutoffs), size)
    return [{**given, cutoffs.name: k} for k in every]
