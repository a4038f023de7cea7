"""Scores of judged runs for every n: whether they are defined, sums over places, and rising.

Why it is right. A score is read at a run of which nothing is known, with n and, where none is
given, c unknown too: the degree at a place is an unknown number from 0 to c, and its gain one from
g(0) to g(c), the same wherever the place is the same. What the reader returns without saying that
it is Inconclusive is defined for every run. A score that is written as a sum over all places of
terms in which the run occurs only as r(i) is such a sum. Where each term is the degree r(i), or its
gain, times factors that do not depend on the run and are positive for every n, place and parameter,
each term increases with the degree, as gains increase.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from metrics.language.parameters import SYMBOLS
from metrics.language.runs import Gain, Grade, c
from metrics.language.terms import Largest, n
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, insist
from proofs.trusted.every_n.witnesses.growing import Growing
from proofs.trusted.number import SUMMED, Inconclusive, Number, written
from proofs.trusted.scene import Scene, rational, unknown_values
from proofs.trusted.sign import signs_of
from proofs.trusted.unknowns import possible_signs, unknown
from proofs.trusted.value import Point

DEFINED, OVER_PLACES, RISING = "defined", "sum over places", "rising sum over places"


class AnyRun(Growing):
    """Reads the score of a run of which nothing is known, for every n ≥ `least`."""

    def __init__(self, question: Any, least: int) -> None:
        point: dict[Any, Any] = {c: unknown("c", 1) if question.every_c else question.c}
        for name, symbol in SYMBOLS.items():
            if name in question.free:
                point[symbol] = unknown_values(name, question)
            elif name in question.settings:
                point[symbol] = rational(question.settings[name])
        super().__init__(Scene(question.n, point), least, 0)
        self.gains = [rational(gain) for gain in question.settings.get("gains", ())]
        if self.gains and question.every_c:
            raise Inconclusive("gains of every c")

    def value_Grade(self, e: Any, point: Point) -> Number:
        return self._entry("degree", e, point, 0, point[c])

    def _entry(self, kind: str, e: Any, point: Point, low: Number, high: Number) -> Number:
        """Return an unknown number between bounds, which depends on a run and a place."""
        place = self.value(e.args[1], point)
        self.insist_place(place)
        return unknown((SUMMED, (kind, point[e.args[0]]), written(place)), low, high)

    def value_Gain(self, e: Any, point: Point) -> Number:
        (degree,) = e.args
        if isinstance(degree, Grade):
            return self._entry("gain", degree, point, self._gain(0, point), self._gain(c, point))
        return self._gain(degree, point)

    def _gain(self, degree: Any, point: Point) -> Number:
        """Return the gain of a degree that there is for every c."""
        if degree not in (0, 1, c):
            raise Inconclusive("the gain of a degree that there may not be")
        if self.gains:
            return self.gains[-1 if degree == c else int(degree)]
        return 0 if degree == 0 else unknown(("gain", str(degree)), 0)

    def value(self, e: Any, point: Point) -> Number:
        """Return a value; a logarithm that may be 0 is an unknown number that is at least 0."""
        if isinstance(e, sp.log):
            inner = self.value(e.args[0], point)
            if set(possible_signs(inner - 1)) == {0, 1}:
                return unknown((SUMMED, ("log",), written(inner)), 0)
        return super().value(e, point)


def is_defined(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Read the score of any run."""
    insist(not facts and not evidence)
    metric = kernel.question.metric
    if metric is None or len(metric.inputs) != 1:
        raise Inconclusive("a question without a metric of one run")
    reader = AnyRun(kernel.question, kernel.least)
    reader.value(metric.value, {**reader.scene.point, metric.inputs[0]: "r"})
    return Fact(f"{metric.name}(r) is defined for every run r", about=DEFINED)


def is_summed(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Read a score as a sum over places."""
    insist([fact.about for fact in facts] == [DEFINED] and not evidence)
    metric = kernel.question.metric
    summands(metric.value, metric.inputs[0])
    return Fact(
        f"{metric.name}(r) is a sum over the places i of terms f(i, r(i))", about=OVER_PLACES
    )


def is_rising(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Find the signs of the factors of the degree, or of its gain, in each term."""
    insist([fact.about for fact in facts] == [OVER_PLACES] and not evidence)
    metric = kernel.question.metric
    reader = AnyRun(kernel.question, kernel.least)
    found = summands(metric.value, metric.inputs[0])
    for factors, index, term in found:
        place = {index: unknown(("place", index.name), 1, reader.n)}
        rising = (metric.inputs[0](index), Gain(metric.inputs[0](index)))
        parts = [*factors, *sp.Mul.make_args(term)]
        others = [part for part in parts if part not in rising]
        if len(others) != len(parts) - 1 or any(part.has(Grade) for part in others):
            raise Inconclusive("terms that are no multiples of the degree or its gain")
        for part in others:
            if signs_of(reader.value(part, {**reader.scene.point, **place})) != (1,):
                raise Inconclusive("terms that may fall with the degree")
    if not found:
        raise Inconclusive("a score that is the same for all runs")
    return Fact("each f(i, a) increases with the degree a", about=RISING)


def summands(value: Any, run: Any) -> list[tuple[list[Any], Any, Any]]:
    """Return the sums over all places of which a score is made: factors, index and term of each.

    >>> from metrics.graded import gp
    >>> summands(gp.value, gp.inputs[0])
    [([1/n], i, Gain(Grade(Run(r), i))/Gain(c))]
    """
    if not value.has(Grade):
        return []
    if isinstance(value, sp.Add):
        return [found for part in value.args for found in summands(part, run)]
    factors = [factor for factor in sp.Mul.make_args(value) if not factor.has(Grade)]
    sums = [factor for factor in sp.Mul.make_args(value) if factor.has(Grade)]
    if len(sums) != 1 or not isinstance(sums[0], sp.Sum) or len(sums[0].limits) != 1:
        raise Inconclusive("a score that is no sum over places")
    (total,) = sums
    index, low, high = total.limits[0]
    inner = total.function.atoms(sp.Sum, sp.Product, Largest)
    if (low, high) != (1, n) or any(part.has(Grade) for part in inner):
        raise Inconclusive("a score that is no sum over all places")
    if total.function.atoms(Grade) != {run(index)}:
        raise Inconclusive("terms that see more than one place")
    return [(factors, index, total.function)]
