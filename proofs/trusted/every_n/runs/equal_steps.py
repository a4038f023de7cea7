"""Rules by which all steps of a metric have one size, or scores do not fall, whatever n is.

Why it is right. Let the score be Σ F(i)·g(i), g(i) being the degree at the place i, or its gain.

- *Place by place*, and *by totals*, a run covers another just if one degree is raised by one (see
  `lists`; by totals the degrees are compared as sets). With F the same at every place the score
  then rises by F times the difference of two neighbouring degrees, or of their gains. These
  differences are equal where there are only two degrees, or the gains that are given are equally
  far apart. By totals such a score with F > 0 does not fall either, for any gains: it is the same
  for two runs with the same degrees, and on sets the order compares place by place.
- *Swaps* keep the degrees: with F the same at every place all steps are 0.
- In a *chain* of ranked runs of two degrees a run is a binary number, from the first place on, and
  a step adds 1 to it. With F(i) = 2·F(i + 1) the score is this number times F(n)·g.
- *Prefix by prefix* with two degrees a step adds 1 to the sum of the numbers of 1 up to each place
  (see `lists`), which is the sum of (n + 1 − i)·r(i). With F(i) in these proportions the score is
  this sum times F(n)·g.

Where weights of places are free, and it is asked whether steps differ for all of them, they are
chosen in these proportions.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import sympy as sp

from axioms.language.shapes import renamed
from axioms.ordering import ISOTONE
from axioms.scales import EQUAL_STEPS, UNEQUAL_STEPS
from lattice.order import RANK
from metrics.language.runs import Gain, Grade, PlaceWeight
from metrics.language.terms import n
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.runs.kinds import CHAIN, PLACES, SEQUENCES, SWAPS, TOTALS
from proofs.trusted.every_n.runs.scores import (
    OVER_PLACES,
    RISING,
    AnyRun,
    formula_of,
    summands,
)
from proofs.trusted.number import Inconclusive
from proofs.trusted.replayed import Replayed
from proofs.trusted.scene import rational
from proofs.trusted.sign import signs_of
from proofs.trusted.unknowns import unknown

BINARY, COUNTED = "binary", "counted"


def _equal_steps(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Look at the terms of a score, and at the gains."""
    insist(len(facts) == 2 and facts[1].about == OVER_PLACES and set(evidence) == {"part"})
    question, kind = kernel.question, facts[0].about
    part_asked = kernel.part(evidence)
    equal = renamed(part_asked.formula) == renamed(EQUAL_STEPS)
    if not equal and renamed(part_asked.formula) != renamed(UNEQUAL_STEPS):
        raise Inconclusive("a statement that is not about equal steps")
    weights = _wanted(kind, question)
    rising, index, others = _one_sum(question)
    is_gain = rising == Gain(question.metric.inputs[0](index))
    if kind != SWAPS and is_gain and not _even_gains(question):
        raise Inconclusive("degrees that are not equally far apart")
    free = "place_weights" in question.free and not equal and PlaceWeight(index) in others
    rest = [part for part in others if not (free and part == PlaceWeight(index))]
    if not _in_proportion(kernel, sp.Mul(*rest), index, None if free else weights):
        raise Inconclusive("a score that weighs places differently")
    if equal:
        return kernel.stated(part_asked)
    text = question.text(part_asked, every_n=True)
    said = f"{text} is false for every n ≥ {kernel.least}"
    if free and set(question.free) - {"gains", "place_weights"}:
        raise Inconclusive("something else is free")
    about = ChosenWeights(weights) if free else None
    return Fact(said, part_asked.formula, fails=True, least=kernel.least, about=about)


def _wanted(kind: str, question: Any) -> str | None:
    """Return in which proportions places must weigh; None where all must weigh the same."""
    two = not question.every_c and question.c == 1
    if kind in (PLACES, TOTALS, SWAPS):
        return None
    if kind == CHAIN and two and question.on.listed == RANK:
        return BINARY
    if kind == SEQUENCES and two:
        return COUNTED
    raise Inconclusive("an order of another kind")


def _one_sum(question: Any) -> tuple[Any, Any, list[Any]]:
    """Return what a score adds up: the degree or its gain, the index, and the other factors."""
    run = question.metric.inputs[0]
    sums = summands(formula_of(question), run)
    if len(sums) != 1:
        raise Inconclusive("a score that is not one sum")
    ((factors, index, term, high),) = sums
    degree = run(index)
    rising = [part for part in sp.Mul.make_args(term) if part.has(Grade)]
    others = [part for part in (*factors, *sp.Mul.make_args(term)) if part not in rising]
    if high != n:
        raise Inconclusive("places that do not count")
    if len(rising) != 1 or rising[0] not in (degree, Gain(degree)):
        raise Inconclusive("terms that are no multiples of the degree or its gain")
    return rising[0], index, others


def _in_proportion(kernel: Kernel, weight: Any, index: Any, weights: str | None) -> bool:
    """Tell whether a factor is the same at every place, or falls in some proportion."""
    if not weight.has(index):
        return weights is None
    if weights is None:
        return False
    reader = AnyRun(kernel.question, kernel.least)
    place = unknown(("place", index.name), 1, reader.n - 1)
    here, below = (
        reader.value(weight, {**reader.scene.point, index: at}) for at in (place, place + 1)
    )
    ratio = (2, 1) if weights == BINARY else (reader.n + 1 - place, reader.n - place)
    return signs_of(here * ratio[1] - below * ratio[0]) == (0,)


@dataclass(frozen=True)
class ChosenWeights:
    """Weights of places for every n that make all steps equal, with two degrees."""

    weights: str | None

    def at(self, question: Any, statement: Any) -> Replayed:
        """Return the weights at the n of a question."""
        places = range(question.n - 1, -1, -1)
        chosen = {
            None: [1 for _ in places],
            BINARY: [2**place for place in places],
            COUNTED: [place + 1 for place in places],
        }
        witness: dict[str, Any] = {"place_weights": [str(one) for one in chosen[self.weights]]}
        if "gains" in question.free:
            witness["gains"] = [str(gain) for gain in range(question.c + 1)]
        return Replayed(statement, witness, ())


def _even_gains(question: Any) -> bool:
    """Tell whether the gains of neighbouring degrees are equally far apart."""
    gains = [rational(gain) for gain in question.settings.get("gains", ())]
    if not gains:
        return not question.every_c and question.c == 1
    return len({high - low for low, high in pairwise(gains)}) == 1


def _totals(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Look at the factors of a score along an order that compares totals."""
    insist(len(facts) == 2 and facts[1].about == RISING and set(evidence) == {"part"})
    part = kernel.part(evidence)
    if facts[0].about != TOTALS or renamed(part.formula) != renamed(ISOTONE):
        raise Inconclusive("a statement that is not about scores that rise")
    _, index, others = _one_sum(kernel.question)
    if any(other.has(index) for other in others):
        raise Inconclusive("a score that weighs places differently")
    return kernel.stated(part)


RULES = {
    "equal steps": Rule(
        _equal_steps, "a covering run raises one number by one, and the score is a multiple of it"
    ),
    "totals rise": Rule(_totals, "the score is the same sum for all runs with the same degrees"),
}
