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
from metrics.language.runs import Gain, Grade, PlaceWeight, c
from metrics.language.terms import Indicator, Largest, n
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, insist
from proofs.trusted.every_n.witnesses.growing import Growing, insist_whole
from proofs.trusted.number import SUMMED, Inconclusive, Irrational, Number, written
from proofs.trusted.scene import Scene, rational, unknown_own, unknown_values
from proofs.trusted.sign import signs_of
from proofs.trusted.unknowns import possible_signs, unknown
from proofs.trusted.value import Point

DEFINED, OVER_PLACES, RISING = "defined", "sum over places", "rising sum over places"
NOT_WORST = "defined where some degree is above 0"
FALLING, STEEP = "places that count less and less", "places that count strictly less and less"
SUMS = (OVER_PLACES, RISING, FALLING, STEEP)


class AnyRun(Growing):
    """Reads the score of a run of which nothing is known, for every n ≥ `least`."""

    def __init__(self, question: Any, least: int) -> None:
        point: dict[Any, Any] = {c: unknown("c", 1) if question.every_c else question.c}
        for name, symbol in SYMBOLS.items():
            if name in question.free:
                point[symbol] = unknown_values(name, question)
            elif name in question.settings:
                point[symbol] = rational(question.settings[name])
        point |= {one.symbol: unknown_own(one) for one in question.own.values()}
        super().__init__(Scene(question.n, point), least, 0)
        self.gains = [rational(gain) for gain in question.settings.get("gains", ())]
        if self.gains and question.every_c:
            raise Inconclusive("gains of every c")

    def value_Grade(self, e: Any, point: Point) -> Number:
        return self._entry("degree", e, point, 0, point[c])

    def _entry(self, kind: str, e: Any, point: Point, low: Number, high: Number) -> Number:
        """Return an unknown number between bounds, which depends on a run and a place."""
        place = self.value(e.args[1], point)
        insist_whole(e.args[1], place)
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
            degree = self.value(degree, point)
        if isinstance(degree, Irrational) or degree not in (0, 1, c):
            raise Inconclusive("the gain of a degree that there may not be")
        if self.gains:
            return self.gains[-1 if degree == c else int(degree)]
        return 0 if degree == 0 else unknown(("gain", str(degree)), 0)

    def value_PlaceWeight(self, e: Any, point: Point) -> Number:
        place = self.value(e.args[0], point)
        self.insist_place(place)
        return unknown((SUMMED, ("weight",), written(place)), 0)

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
    reader.value(formula_of(kernel.question), {**reader.scene.point, metric.inputs[0]: "r"})
    return Fact(f"{metric.name}(r) is defined for every run r", about=DEFINED)


class NotWorst(AnyRun):
    """Reads the score of a run of which nothing is known but that some degree is above 0."""

    def value(self, e: Any, point: Point) -> Number:
        """Return a value; at least one degree is at least 1, at most n are."""
        if isinstance(e, sp.Sum) and self._counts_relevant(e, point):
            return unknown("relevant", 1, self.n)
        return super().value(e, point)

    def _counts_relevant(self, e: Any, point: Point) -> bool:
        """Tell whether a sum counts the degrees that are at least 1."""
        (index, low, high), *others = e.limits
        shown = e.function
        if others or (low, high) != (1, n) or not isinstance(shown, Indicator):
            return False
        condition = shown.args[0]
        if not isinstance(condition, sp.Ge) or not isinstance(condition.args[0], Grade):
            return False
        degree, least = condition.args
        bound = self.value(least, point) if not least.has(index, Grade) else 0
        return bool(degree.args[1] == index and not isinstance(bound, Irrational) and bound == 1)


def is_defined_but_worst(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Read the score of any run with a degree above 0."""
    insist(not facts and not evidence)
    metric = kernel.question.metric
    if metric is None or len(metric.inputs) != 1:
        raise Inconclusive("a question without a metric of one run")
    reader = NotWorst(kernel.question, kernel.least)
    reader.value(formula_of(kernel.question), {**reader.scene.point, metric.inputs[0]: "r"})
    said = f"{metric.name}(r) is defined for every run r with a degree above a₀"
    return Fact(said, about=NOT_WORST)


def is_summed(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Read a score as a sum over places."""
    insist([fact.about for fact in facts] == [DEFINED] and not evidence)
    metric = kernel.question.metric
    summands(formula_of(kernel.question), metric.inputs[0])
    return Fact(
        f"{metric.name}(r) is a sum over the places i of terms f(i, r(i))", about=OVER_PLACES
    )


def is_rising(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Find the signs of the factors of the degree, or of its gain, in each term."""
    insist([fact.about for fact in facts] == [OVER_PLACES] and not evidence)
    reader = AnyRun(kernel.question, kernel.least)
    for _, index, parts, high in _weighed(kernel):
        place = {index: unknown(("place", index.name), 1, reader.n)}
        for part in parts:
            if isinstance(part, PlaceWeight):  # which is declared to be positive
                continue
            if signs_of(reader.value(part, {**reader.scene.point, **place})) != (1,):
                raise Inconclusive("terms that may fall with the degree")
        if high != n:
            raise Inconclusive("places that do not count")
    return Fact("each f(i, a) increases with the degree a", about=RISING)


def is_falling(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Find out whether the factors of the degree, or its gain, fall from place to place."""
    insist([fact.about for fact in facts] == [OVER_PLACES] and not evidence)
    reader = AnyRun(kernel.question, kernel.least)
    for _, index, parts, _ in _weighed(kernel, also_steps=True):
        if falls(sp.Mul(*parts), index, reader) is None:
            raise Inconclusive("places that may count more than the ones before")
    return Fact("each f(i, a) − f(i + 1, a) and f(n, a) grow with the degree a", about=FALLING)


def is_steep(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Find out whether the factors of the degree, or its gain, fall strictly."""
    insist([fact.about for fact in facts] == [OVER_PLACES] and not evidence)
    reader = AnyRun(kernel.question, kernel.least)
    found = [
        falls(sp.Mul(*parts), index, reader) is STRICTLY and high == n
        for _, index, parts, high in _weighed(kernel)
    ]
    if not all(found):
        raise Inconclusive("places that may count as much as the ones before")
    return Fact("each f(i, a) − f(i + 1, a) and f(n, a) increase with the degree a", about=STEEP)


def _weighed(kernel: Kernel, also_steps: bool = False) -> list[tuple[Any, Any, list[Any], Any]]:
    """Return the sums of a score: what rises with the degree, the index, all factors, the end."""
    metric = kernel.question.metric
    run, found = metric.inputs[0], []
    sums = summands(formula_of(kernel.question), run)
    for factors, index, term, high in sums:
        parts = [*factors, *sp.Mul.make_args(term)]
        rising = [part for part in parts if part in (run(index), Gain(run(index)))]
        rising += [part for part in parts if also_steps and _is_step(part, run(index))]
        others = [part for part in parts if part not in rising]
        if len(rising) != 1 or any(part.has(Grade) for part in others):
            raise Inconclusive("terms that are no multiples of the degree or its gain")
        found.append((rising[0], index, others, high))
    if not found:
        raise Inconclusive("a score that is the same for all runs")
    return found


def _is_step(part: Any, degree: Any) -> bool:
    """Tell whether a factor is 1 from some degree on, and 0 below it."""
    if not isinstance(part, Indicator) or not isinstance(part.args[0], sp.Ge | sp.Gt):
        return False
    left, right = part.args[0].args
    return left == degree and isinstance(right, sp.Integer)


WEAKLY, STRICTLY, STILL = "weakly", "strictly", "still"


def falls(e: Any, index: Any, reader: AnyRun) -> str | None:
    """Tell whether a positive factor falls with the place: strictly, weakly, not at all, or None.

    A product of positive factors that fall does, and so does 1 divided by one that rises.
    """
    found = _slope(e, index, reader, -1)
    if found is None or not _is_positive(e, index, reader):
        return None
    return found


def _slope(e: Any, index: Any, reader: AnyRun, way: int) -> str | None:
    """Tell whether something rises (way = 1) or falls (−1) with the place, or does not change."""
    if not e.has(index):
        return STILL
    if e == index:
        return STRICTLY if way > 0 else None
    if isinstance(e, sp.Mul):
        if not all(_is_positive(part, index, reader, or_0=True) for part in e.args):
            return None
        found = _joined([_slope(part, index, reader, way) for part in e.args], any)
        positive = all(_is_positive(part, index, reader) for part in e.args)
        return found if positive or found in (None, STILL) else WEAKLY
    if isinstance(e, sp.Add):
        return _joined([_slope(part, index, reader, way) for part in e.args], any)
    if isinstance(e, sp.Max | sp.Min):
        return _joined([_slope(part, index, reader, way) for part in e.args], all)
    if isinstance(e, sp.log):
        return _slope(e.args[0], index, reader, way)
    if isinstance(e, sp.Pow):
        return _slope_of_power(e, index, reader, way)
    return None


def _slope_of_power(e: Any, index: Any, reader: AnyRun, way: int) -> str | None:
    base, exponent = e.args
    if not exponent.has(index) and isinstance(exponent, sp.Rational):
        if not _is_positive(base, index, reader):
            return None
        return _slope(base, index, reader, way if exponent > 0 else -way)
    if base.has(index):
        return None
    place = {index: unknown(("place", index.name), 1, reader.n)}
    value = reader.value(base, {**reader.scene.point, **place})
    if signs_of(value) != (1,):
        return None
    beside = signs_of(value - 1)
    if beside not in ((1,), (-1,)):
        return None
    return _slope(exponent, index, reader, way * beside[0])


def _joined(slopes: list[str | None], strict: Any) -> str | None:
    """Join what is known of parts; `strict` says whether any or all must be strict."""
    if None in slopes:
        return None
    if set(slopes) == {STILL}:
        return STILL
    return STRICTLY if strict(slope == STRICTLY for slope in slopes) else WEAKLY


def _is_positive(e: Any, index: Any, reader: AnyRun, or_0: bool = False) -> bool:
    """Tell whether a factor is positive (or 0) at every place."""
    if isinstance(e, sp.Mul):
        return all(_is_positive(part, index, reader, or_0) for part in e.args)
    place = {index: unknown(("place", index.name), 1, reader.n)}
    try:
        signs = signs_of(reader.value(e, {**reader.scene.point, **place}))
    except Inconclusive:
        return False
    return set(signs) <= ({0, 1} if or_0 else {1})


def formula_of(question: Any, subject: int = 0) -> Any:
    """Return the formula of a metric, with its cut-off put in and weights of places as words.

    An axiom about slopes is one of the derivative.
    """
    metric, cut = question.subjects[subject], question.parameters.get("k", n)
    found = metric.slope(question.asked.slope_in) if question.asked.slope_in else metric
    return found.value.xreplace({SYMBOLS["k"]: sp.sympify(cut, strict=True)})


def summands(value: Any, run: Any) -> list[tuple[list[Any], Any, Any, Any]]:
    """Return the sums over places of which a score is made: factors, index, term, end of each.

    >>> from metrics.graded import gp
    >>> summands(gp.value, gp.inputs[0])
    [([1/n], i, Gain(Grade(Run(r), i))/Gain(c), n)]
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
    if low != 1 or not (high == n or isinstance(high, sp.Integer)) or high == 0:
        raise Inconclusive("a score that is no sum over the first places")
    if any(part.has(Grade) for part in inner):
        raise Inconclusive("a score that is no sum over all places")
    if total.function.atoms(Grade) != {run(index)}:
        raise Inconclusive("terms that see more than one place")
    return [(factors, index, total.function, high)]
