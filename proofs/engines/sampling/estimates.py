"""Engine: seeded estimates of averages, with an interval, where exact ones are out of reach.

Everything here is floating point: an estimate is shown as such and decides nothing.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np
import sympy as sp

from axioms.formula import Same, Score
from metrics.language.terms import (
    At,
    Backwards,
    Compose,
    FullCycle,
    Identity,
    Indicator,
    Inverse,
    Ranking,
    Ratio,
    Swap,
    read,
)
from metrics.language.terms import n as n_symbol
from metrics.metric import PARAMETERS
from metrics.naming import BadInput
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.core.verdict import Measurement, Undefined

NAME = "sampling"
SAMPLES = 10_000
SEED = 20_231
Z_99 = 2.5758293035489004
LARGEST_N = 5_000
RELATIONS = {
    sp.Eq: operator.eq,
    sp.Ne: operator.ne,
    sp.Le: operator.le,
    sp.Lt: operator.lt,
    sp.Ge: operator.ge,
    sp.Gt: operator.gt,
}


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


class Draw:
    """Random values of some variables, all on one axis of samples."""

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
        column = np.arange(1, self.n + 1)[:, None]
        if isinstance(term, Ranking):
            return self.points[term]
        if isinstance(term, Identity):
            return column
        if isinstance(term, Backwards):
            return column[::-1]
        if isinstance(term, FullCycle):
            return np.roll(column, -1, axis=0)
        if isinstance(term, Swap):
            one, two = (self.points[argument] for argument in term.args)
            return np.where(column == one, two, np.where(column == two, one, column))
        if isinstance(term, Inverse):
            return np.argsort(self.listing(term.args[0]), axis=0) + 1
        if isinstance(term, Compose):
            shape = (self.n, self.samples)
            outer, inner = (np.broadcast_to(self.listing(a), shape) for a in term.args)
            return np.take_along_axis(outer, inner - 1, axis=0)
        raise TypeError(f"unknown listing {term}")

    def score(self, node: Score) -> Any:
        """Return the approximate value of a score in every sample."""
        if node not in self.known:
            metric = self.question.by_slot[node.slot.name]
            numbers = {n_symbol: float(self.n)}
            for name, value in self.question.bound(node.slot).items():
                numbers[PARAMETERS[name]] = float(value)
            inputs = {
                variable: np.broadcast_to(self.listing(listing), (self.n, self.samples))
                for variable, listing in zip(metric.inputs, node.listings, strict=True)
            }
            self.known[node] = Floats(inputs)(read(metric.value, self.question.convention), numbers)
        return self.known[node]

    def term(self, e: Any) -> Any:
        """Return the approximate value of a term over scores."""
        if isinstance(e, Score):
            return self.score(e)
        if isinstance(e, Indicator):
            return self.truth(e.args[0]).astype(float)
        if e in self.points:
            return self.points[e]
        if not e.args:
            return float(e)
        return _OPERATIONS[type(e)](*[self.term(argument) for argument in e.args])

    def truth(self, formula: Any) -> Any:
        """Return where a condition is true, by floating point."""
        if formula == sp.true:
            return np.ones(self.samples, dtype=bool)
        if isinstance(formula, sp.Or):
            return np.logical_or.reduce([self.truth(argument) for argument in formula.args])
        if isinstance(formula, sp.And):
            return np.logical_and.reduce([self.truth(argument) for argument in formula.args])
        if isinstance(formula, sp.Not):
            return ~self.truth(formula.args[0])
        if isinstance(formula, Same):
            left, right = (self.listing(argument) for argument in formula.args)
            return (left == right).all(axis=0)
        left, right = (self.term(argument) for argument in formula.args)
        return RELATIONS[type(formula)](left, right)


def _add(*values: Any) -> Any:
    return sum(values)


def _multiply(*values: Any) -> Any:
    result = values[0]
    for value in values[1:]:
        result = result * value
    return result


_OPERATIONS: dict[type, Any] = {
    sp.Add: _add,
    sp.Mul: _multiply,
    sp.Pow: np.power,
    sp.Abs: np.abs,
    sp.sign: np.sign,
    sp.log: np.log,
    sp.Max: lambda *values: np.maximum.reduce(np.broadcast_arrays(*values)),
    sp.Min: lambda *values: np.minimum.reduce(np.broadcast_arrays(*values)),
    Ratio: lambda top, bottom: np.divide(top, bottom),
    sp.binomial: lambda top, bottom: float(sp.binomial(int(top), int(bottom))),
}


class Floats:
    """A metric's expression in floating point, on many rankings at once."""

    def __init__(self, inputs: Mapping[Any, Any]) -> None:
        self.inputs = dict(inputs)

    def entries(self, listing: Any) -> Any:
        """Return the entries of an input or of its inverse."""
        if listing not in self.inputs:
            self.inputs[listing] = np.argsort(self.inputs[listing.args[0]], axis=0) + 1
        return self.inputs[listing]

    def __call__(self, e: Any, known: Mapping[Any, float]) -> Any:
        """Evaluate an expression with the given numbers."""
        if e in known:
            return known[e]
        if isinstance(e, At):
            entries = self.entries(e.args[0])
            place = self(e.args[1], known)
            if np.any(np.asarray(place) < 1) or np.any(np.asarray(place) > len(entries)):
                raise BadInput("the metric reads a place outside the ranking")
            if np.ndim(place) == 0:
                return entries[int(place) - 1]
            return np.take_along_axis(entries, np.asarray(place, dtype=int)[None] - 1, axis=0)[0]
        if isinstance(e, sp.Sum | sp.Product):
            return self._unrolled(e.function, list(e.limits), isinstance(e, sp.Sum), known)
        if isinstance(e, Indicator):
            left, right = (self(argument, known) for argument in e.args[0].args)
            return np.asarray(RELATIONS[type(e.args[0])](left, right), dtype=float)
        if not e.args:
            return float(e)
        return _OPERATIONS[type(e)](*[self(argument, known) for argument in e.args])

    def _unrolled(
        self, body: Any, limits: list[Any], adds: bool, known: Mapping[Any, float]
    ) -> Any:
        if not limits:
            return self(body, known)
        index, low, high = limits[-1]
        total: Any = 0.0 if adds else 1.0
        for value in range(int(self(low, known)), int(self(high, known)) + 1):
            term = self._unrolled(body, limits[:-1], adds, {**known, index: float(value)})
            total = total + term if adds else total * term
        return total
