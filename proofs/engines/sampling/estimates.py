"""Engine: seeded estimates of averages, with an interval, where exact ones are out of reach.

Everything here is floating point: an estimate is shown as such and decides nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from functools import reduce
from math import prod, sqrt
from typing import Any

import numpy as np
import sympy as sp

from axioms.fold import StatementFold
from metrics.language.fold import (
    RELATIONS,
    Sums,
    Truths,
    names,
)
from metrics.language.parameters import SYMBOLS
from metrics.language.terms import Ranking, Ratio, read
from metrics.language.terms import n as n_symbol
from metrics.naming import BadInput
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.core.verdict import Measurement, Undefined

NAME = "sampling"
SAMPLES = 10_000
SEED = 20_231
Z_99 = 2.5758293035489004
LARGEST_N = 5_000


def measure(
    question: Question, limits: Limits, samples: int = SAMPLES, seed: int = SEED
) -> Measurement:
    """Estimate an average from independent random cases."""
    started = time.perf_counter()
    mean = question.mean()
    generator = np.random.default_rng(seed)
    draw = Draw(question, mean.variables, samples, generator)
    wanted = np.broadcast_to(draw.truth(mean.where), (samples,))
    with np.errstate(all="ignore"):
        values = np.broadcast_to(draw.term(mean.body), (samples,)).astype(float)
    defined = wanted & np.isfinite(values)
    kept = values[defined]
    count = len(kept)
    undefined = Undefined(int((wanted & ~defined).sum()))
    if not count:
        return Measurement(
            question,
            NAME,
            reason="undefined",
            undefined=undefined,
            seed=seed,
            samples=0,
            seconds=time.perf_counter() - started,
        )
    centre = float(kept.mean())
    spread = float(kept.std(ddof=1)) / sqrt(count) * Z_99 if count > 1 else float("inf")
    return Measurement(
        question,
        NAME,
        estimate=centre,
        interval=(centre - spread, centre + spread),
        samples=count,
        seed=seed,
        undefined=undefined,
        cases=count,
        seconds=time.perf_counter() - started,
        caveats=(
            f"an estimate from {count:,} random cases, seed {seed}; "
            "99 % interval by the normal approximation",
        ),
    )


class Approximate(Sums, Truths):
    """Terms and conditions in floating point, on many cases at once."""

    reader = "the sampling engine"
    refuses = names("listings ranked judged weights aspects symbol")

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

    def every(self, truths: Iterable[Any]) -> Any:
        return reduce(np.logical_and, truths, np.True_)

    def some(self, truths: Iterable[Any]) -> Any:
        return reduce(np.logical_or, truths, np.False_)

    def opposite(self, truth: Any) -> Any:
        return np.logical_not(truth)

    def compared(self, relation: type, left: Any, right: Any) -> Any:
        return RELATIONS[relation](left, right)


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


class Draw(StatementFold, Approximate):
    """Random values of some variables, all on one axis of samples."""

    refuses = (Approximate.refuses - names("listings")) | names("ordered loops for_all exists mean")

    def __init__(
        self, question: Question, variables: Any, samples: int, generator: np.random.Generator
    ) -> None:
        self.question, self.n, self.samples = question, question.n, samples
        places = np.arange(1, self.n + 1)
        self.points: dict[Any, Any] = {}
        for variable in variables:
            if isinstance(variable, Ranking):
                rows = np.broadcast_to(places, (samples, self.n))
                self.points[variable] = np.ascontiguousarray(generator.permuted(rows, axis=1).T)
            else:
                self.points[variable] = generator.integers(1, self.n + 1, samples)
        self.known: dict[Any, Any] = {}

    def listing(self, term: Any) -> Any:
        """Return the entries of a listing; the first axis runs over places."""
        return self.read(term, self.points)

    @property
    def _column(self) -> Any:
        return np.arange(1, self.n + 1)[:, None]

    def ranking(self, e: Any, known: Any) -> Any:
        return self.points[e]

    def identity(self, e: Any, known: Any) -> Any:
        return self._column

    def backwards(self, e: Any, known: Any) -> Any:
        return self._column[::-1]

    def full_cycle(self, e: Any, known: Any) -> Any:
        return np.roll(self._column, -1, axis=0)

    def swap(self, e: Any, known: Any) -> Any:
        column, (one, two) = self._column, self.arguments(e, known)
        return np.where(column == one, two, np.where(column == two, one, column))

    def inverse(self, e: Any, known: Any) -> Any:
        return np.argsort(self.listing(e.args[0]), axis=0) + 1

    def compose(self, e: Any, known: Any) -> Any:
        shape = (self.n, self.samples)
        outer, inner = (np.broadcast_to(self.listing(a), shape) for a in e.args)
        return np.take_along_axis(outer, inner - 1, axis=0)

    def score(self, node: Any, known: Any) -> Any:
        """Return the approximate value of a score in every sample."""
        if node not in self.known:
            metric = self.question.by_slot[node.slot.name]
            numbers = {n_symbol: float(self.n)}
            for name, value in self.question.bound(node.slot).items():
                numbers[SYMBOLS[name]] = float(value)
            inputs = {
                variable: np.broadcast_to(self.listing(listing), (self.n, self.samples))
                for variable, listing in zip(metric.inputs, node.listings, strict=True)
            }
            value = read(metric.value, self.question.reads_as)
            self.known[node] = Floats(inputs).read(value, numbers)
        return self.known[node]

    def term(self, e: Any) -> Any:
        """Return the approximate value of a term over scores."""
        return self.read(e, self.points)

    def truth(self, formula: Any) -> Any:
        """Return where a condition is true, by floating point."""
        return np.broadcast_to(self.read(formula, self.points), (self.samples,))

    def same(self, e: Any, known: Any) -> Any:
        left, right = (self.listing(argument) for argument in e.args)
        return (left == right).all(axis=0)


class Floats(Approximate):
    """A metric's expression in floating point, on many rankings at once."""

    refuses = Approximate.refuses - names("ranked")

    def __init__(self, inputs: Mapping[Any, Any]) -> None:
        self.inputs = dict(inputs)

    def entries(self, listing: Any) -> Any:
        """Return the entries of an input or of its inverse."""
        if listing not in self.inputs:
            self.inputs[listing] = np.argsort(self.inputs[listing.args[0]], axis=0) + 1
        return self.inputs[listing]

    def entry(self, e: Any, known: Any) -> Any:
        entries = self.entries(e.args[0])
        place = self.read(e.args[1], known)
        if np.any(np.asarray(place) < 1) or np.any(np.asarray(place) > len(entries)):
            raise BadInput("the metric reads a place outside the ranking")
        if np.ndim(place) == 0:
            return entries[int(place) - 1]
        return np.take_along_axis(entries, np.asarray(place, dtype=int)[None] - 1, axis=0)[0]
