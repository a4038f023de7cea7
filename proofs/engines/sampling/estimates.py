"""Engine: seeded estimates of averages, with an interval, where exact ones are out of reach.

Everything here is floating point: an estimate is shown as such and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import prod, sqrt
from typing import Any

import numpy as np
import sympy as sp

from metrics.language.domains import RANKINGS
from metrics.language.fold import Sums, names
from metrics.language.parameters import SYMBOLS
from metrics.language.terms import Ratio, read
from metrics.language.terms import n as n_symbol
from metrics.naming import BadInput
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.core.verdict import Measurement, Undefined
from proofs.engines.exhaustive.cases import Columns

NAME = "sampling"
SAMPLES = 10_000
SEED = 20_231
Z_99 = 2.5758293035489004
LARGEST_N = 5_000
PART = 1 << 18


def measure(
    question: Question, limits: Limits, samples: int = SAMPLES, seed: int = SEED
) -> Measurement:
    """Estimate an average from independent random cases."""
    mean = question.mean()
    points = drawn(question, mean.variables, limits, samples, seed)
    wanted, values = np.empty(samples, dtype=bool), np.empty(samples)
    for part in _parts(question, limits, samples):
        here = {variable: of[..., part] for variable, of in points.items()}
        draw = Sampled(question.n, here, len(values[part]), question)
        wanted[part] = draw.truth(mean.where)
        with np.errstate(all="ignore"):
            values[part] = draw.term(mean.body)
    defined = wanted & np.isfinite(values)
    kept = values[defined]
    count = len(kept)
    missing = Undefined(int((wanted & ~defined).sum()))
    found = Measurement(question, NAME, undefined=missing, seed=seed, samples=count, cases=count)
    if not count:
        return replace(found, reason="undefined")
    centre = float(kept.mean())
    spread = float(kept.std(ddof=1)) / sqrt(count) * Z_99 if count > 1 else float("inf")
    caveat = (
        f"an estimate from {count:,} random cases, seed {seed}; "
        "99 % interval by the normal approximation"
    )
    interval = (centre - spread, centre + spread)
    return replace(found, estimate=centre, interval=interval, caveats=(caveat,))


_OPERATIONS: dict[type, Any] = {
    sp.Pow: np.power,
    sp.Abs: np.abs,
    sp.sign: np.sign,
    sp.log: np.log,
    sp.Max: lambda *values: np.maximum.reduce(np.broadcast_arrays(*values)),
    sp.Min: lambda *values: np.minimum.reduce(np.broadcast_arrays(*values)),
    sp.floor: np.floor,
    sp.ceiling: np.ceil,
    sp.Mod: np.mod,
    Ratio: np.divide,
    sp.binomial: lambda top, bottom: float(sp.binomial(int(top), int(bottom))),
}


class Sampled(Columns, Sums):
    """Terms and conditions in floating point; all variables share one axis of samples."""

    reader = "the sampling engine"
    refuses = names("judged weights aspects symbol ordered for_all exists mean has_value")

    def __init__(
        self, n: int, points: Mapping[Any, Any], samples: int, question: Question | None = None
    ) -> None:
        self.n, self.points, self.samples, self.question = n, points, samples, question
        self.shape, self.own = (samples,), {}

    def term(self, e: Any) -> Any:
        """Return the approximate value of a term over scores."""
        return self.read(e, self.points)

    def truth(self, formula: Any) -> Any:
        """Return where a condition is true, by floating point."""
        return np.broadcast_to(self.read(formula, self.points), self.shape)

    def score(self, node: Any, known: Any) -> Any:
        """Return the approximate value of a score in every sample."""
        if node not in self.own:
            question = self.question
            assert question is not None
            metric = question.by_slot[node.slot.name]
            numbers = {n_symbol: float(self.n)}
            for name, value in question.bound(node.slot).items():
                numbers[SYMBOLS[name]] = float(value)
            wide = [
                np.broadcast_to(self.listing(listing), (self.n, self.samples)).astype(np.int64)
                for listing in node.listings
            ]
            inputs = dict(zip(metric.inputs, wide, strict=True))
            value = read(metric.value, question.reads_as)
            self.own[node] = Sampled(self.n, inputs, self.samples).read(value, numbers)
        return self.own[node]

    def entry(self, e: Any, known: Any) -> Any:
        entries = self.listing(e.args[0])
        place = self.read(e.args[1], known)
        if np.any(np.asarray(place) < 1) or np.any(np.asarray(place) > len(entries)):
            raise BadInput("the metric reads a place outside the ranking")
        if np.ndim(place) == 0:
            return entries[int(place) - 1]
        return np.take_along_axis(entries, np.asarray(place, dtype=int)[None] - 1, axis=0)[0]

    def index(self, value: int) -> float:
        return float(value)

    def number(self, e: Any, known: Any) -> float:
        return float(e)

    def total(self, values: Iterable[Any]) -> Any:
        return sum(values, 0.0)

    def times(self, values: Iterable[Any]) -> Any:
        return prod(values, start=1.0)

    def function(self, e: Any, known: Any) -> Any:
        return _OPERATIONS[type(e)](*self.arguments(e, known))

    power = ratio = absolute = sign = log = maximum = minimum = binomial = function
    floor = ceiling = remainder = function

    def indicator(self, e: Any, known: Any) -> Any:
        return np.asarray(self.read(e.args[0], known), dtype=float)

    def piecewise(self, e: Any, known: Any) -> Any:
        found: Any = np.nan
        for value, condition in reversed(e.args):
            found = np.where(self.read(condition, known), self.read(value, known), found)
        return found


def drawn(
    question: Question, variables: Any, limits: Limits, samples: int, seed: int
) -> dict[Any, Any]:
    """Return random values of some variables."""
    generator = np.random.default_rng(seed)
    places = np.arange(1, question.n + 1)
    points: dict[Any, Any] = {}
    for variable in variables:
        if not RANKINGS.ranges(variable):
            points[variable] = generator.integers(1, question.n + 1, samples)
            continue
        points[variable] = rankings = np.empty((question.n, samples), dtype=np.int64)
        for part in _parts(question, limits, samples):
            rows = np.broadcast_to(places, rankings[:, part].T.shape)
            rankings[:, part] = generator.permuted(rows, axis=1).T
    return points


def _parts(question: Question, limits: Limits, samples: int) -> Iterator[slice]:
    """Go through the samples in parts that take little time and memory."""
    step = max(1, PART // question.n)
    for start in range(0, samples, step):
        limits.check()
        yield slice(start, start + step)
