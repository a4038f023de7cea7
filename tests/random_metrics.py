"""Metrics made at random from a seed: sums over places of what the language has."""

import random

from sympy import Abs, Expr, Ge, Gt, Integer, Le, Lt, Max, Min, Product, Sum, sign, sqrt

from metrics.language.terms import Indicator, Place, Ratio, i, k, n, rank_of, sigma, tau
from metrics.metric import Metric

low = Place("l")


class Maker:
    """Makes terms, sums and metrics; the same seed makes the same ones."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def one_of(self, *choices):
        return self.random.choice(choices)()

    def metric(self):
        while True:
            value = self.value()
            if value.is_finite is not False and not value.is_number:
                return Metric("made", "made", (sigma, tau), value, "error", False, "a test")

    def value(self):
        one, two = self.total(), self.total()
        return self.one_of(
            lambda: one,
            lambda: one,
            lambda: one - two,
            lambda: one * two,
            lambda: Ratio(one, two),
            lambda: sqrt(Abs(one)),
            lambda: Max(one, two),
            lambda: one - self.random.choice([1, 2, 5]),
        )

    def total(self):
        depth = self.random.choice([1, 2, 2, 3])
        one, two = self.term([i], depth), self.term([i, low], depth)
        return self.one_of(
            lambda: Sum(one, (i, 1, n)),
            lambda: Sum(one, (i, 1, n)),
            lambda: Sum(one, (i, 1, k)),
            lambda: Sum(two, (low, 1, i - 1), (i, 1, n)),
            lambda: Sum(two, (low, 1, i), (i, 1, n)),
            lambda: Sum(two, (low, 1, n), (i, 1, n)),
            lambda: Sum(i * Sum(two, (low, 1, i)), (i, 1, n)),
            lambda: Sum(one * Sum(self.term([low], 1), (low, 1, i - 1)), (i, 1, n)),
            lambda: Product(Abs(one) + 1, (i, 1, k)),
        )

    def term(self, places, depth) -> Expr:
        if depth == 0 or self.random.random() < 0.2:
            return self.atom(places)
        one, two = self.term(places, depth - 1), self.term(places, depth - 1)
        return self.one_of(
            lambda: one - two,
            lambda: one - two,
            lambda: one + two,
            lambda: one * two,
            lambda: Abs(one - two),
            lambda: (one - two) ** 2,
            lambda: Max(one, two),
            lambda: Min(one, two),
            lambda: sign(one - two),
            lambda: one / places[0],
            lambda: self.compared(one - two),
            lambda: self.compared((one - two) * self.atom(places)),
        )

    def compared(self, difference):
        relation = self.random.choice([Lt, Le, Gt, Ge])(difference, 0)
        return (
            Integer(int(bool(relation)))
            if relation.is_Boolean and relation.is_Atom
            else (Indicator(relation))
        )

    def atom(self, places) -> Expr:
        place = self.random.choice(places)
        return self.one_of(
            lambda: sigma(place),
            lambda: sigma(place),
            lambda: tau(place),
            lambda: tau(place),
            lambda: place,
            lambda: rank_of(sigma, place),
            lambda: rank_of(tau, sigma(place)),
            lambda: n,
            lambda: Integer(self.random.choice([1, 2, 3])),
        )
