"""The rule by which a score does not fall where documents become better or better ones move up.

Why it is right. A reader goes down the places, stops at i with probability t(i), a number between 0
and 1 that does not fall with the degree at i, and then the score is w(i); w(1) ≥ w(2) ≥ … ≥ 0, and
from some place on the score is 0. So it is Σ t(i)·Π_{j<i} (1 − t(j))·w(i). Let V(i) be what the
places from i on add, given that the reader comes there: V(i) = t(i)·w(i) + (1 − t(i))·V(i + 1), a
mean of weights from i on and 0, so it is at most w(i).

- A degree that is *raised* at i changes the score by the chance to come to i times the change of
  t(i) times w(i) − V(i + 1) ≥ 0.
- *Swapping* the degrees at i < j, the one at j being higher: the score is linear in t(i) and in
  t(j), so it changes by t(j) − t(i) ≥ 0 times the chance to come to i times what a reader gains who
  stops at i, not at j: w(i) less a mean of weights from i + 1 to j and 0 (what a reader adds who
  comes beyond j is the same for both orders of t(i) and t(j)).

Place by place r ⊑ s just if some degrees are raised, one after another (of a set the words in
between need be no sets: every word has a score). In orders by prefixes, of the same degrees, or of
operations without projections a path of replacements and swaps leads from r to s (see `closures`).

- *First relevant*: where t(i) is 1 for degrees from 1 on, and else 0, the score is w(i) at the
  first place i with such a degree, or 0. In a chain of ranked runs let i be the first place where r
  and s differ, so s(i) > r(i) ≥ 0. If r has a degree above 0 before it, so has s, at the same
  place. Else s has its first one at i, and r behind it, if at all. In a chain of sets a set other
  than 0, …, 0 has a degree above 0 at its first place, so it scores w(1), and there is no higher
  score; 0, …, 0 is below all others.
- Such a score is a *valuation* prefix by prefix, and for runs of the same degrees: where r ⊔ s and
  r ⊓ s exist, their numbers of prefixes are max and min of those of r and s (see `shapes`). The
  first place with a degree above 0 is the first one up to which there is one, so that of r ⊔ s is
  the smaller one of those of r and s, and that of r ⊓ s the larger one. Place by place on sets it
  is the first place, or there is none, and r ⊔ s has one if r or s has, r ⊓ s if both have.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.language.shapes import renamed
from axioms.ordering import ISOTONE, VALUATION
from lattice.order import SET
from metrics.language.runs import Grade, c
from metrics.language.terms import Indicator, n
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.runs.kinds import (
    CHAIN,
    OPERATIONS,
    PLACES,
    PREFIXES,
    SEQUENCES,
    SWAPS,
)
from proofs.trusted.every_n.runs.scores import AnyRun, falls, formula_of
from proofs.trusted.number import Inconclusive

STOPPING, FIRST = "a reader who stops", "the first relevant place"
_BY_NUMBERS = (PREFIXES, SEQUENCES, SWAPS)
_BY_MOVES = (PLACES, PREFIXES, SEQUENCES, SWAPS, OPERATIONS)


def _stopping(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Read a score as what a reader finds who goes down the places until one stops them."""
    insist(not facts and not evidence)
    metric = kernel.question.metric
    if metric is None or len(metric.inputs) != 1:
        raise Inconclusive("a question without a metric of one run")
    value = formula_of(kernel.question)
    if not isinstance(value, sp.Sum) or len(value.limits) != 1:
        raise Inconclusive("a score that is not one sum")
    (index, low, high), degree = value.limits[0], metric.inputs[0](value.limits[0][0])
    here = isinstance(high, sp.Integer) and 1 <= high <= kernel.least
    if low != 1 or not (high == n or here):
        raise Inconclusive("a score that is no sum over the first places")
    factors = list(sp.Mul.make_args(value.function))
    passing = [part for part in factors if isinstance(part, sp.Product)]
    if len(passing) != 1 or len(passing[0].limits) != 1:
        raise Inconclusive("terms without the chance to come so far")
    inner, first, last = passing[0].limits[0]
    if (first, last) != (1, index - 1) or passing[0].function.has(index):
        raise Inconclusive("a chance that is not about all places above")
    passes = passing[0].function.xreplace({inner: index})
    stops, about = _chance(passes, degree)
    weight = value.function / passing[0] / stops
    if weight.has(Grade, Indicator, sp.Sum, sp.Product):
        raise Inconclusive("a weight that depends on the run")
    if falls(weight, index, AnyRun(kernel.question, kernel.least)) is None:
        raise Inconclusive("places that may count more than the ones before")
    return Fact(f"{metric.name}(r) is what is found where a reader stops", about=about)


def _chance(passes: Any, degree: Any) -> tuple[Any, str]:
    """Return the chance to stop at a place, from that to pass it, as the score must be written."""
    share = (2**degree - 1) / 2**c
    if passes == 1 - share:
        return share, STOPPING
    if passes in (Indicator(degree < 1), 1 - Indicator(degree >= 1)):
        return Indicator(degree >= 1), FIRST
    raise Inconclusive("a chance to stop that is not known")


def _never_falls(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Conclude that such a score does not fall along an order, or that it is a valuation."""
    insist(len(facts) == 2 and facts[1].about in (STOPPING, FIRST) and set(evidence) == {"part"})
    part = kernel.part(evidence)
    if renamed(part.formula) == renamed(VALUATION):
        by_sets = facts[0].about == PLACES and kernel.question.on.listed == SET
        if facts[1].about != FIRST or not (facts[0].about in _BY_NUMBERS or by_sets):
            raise Inconclusive("a score that may be no valuation")
        return kernel.stated(part)
    if renamed(part.formula) != renamed(ISOTONE):
        raise Inconclusive("a statement that is not about scores that rise")
    chain = facts[0].about == CHAIN and facts[1].about == FIRST
    if facts[0].about not in _BY_MOVES and not chain:
        raise Inconclusive("an order of another kind")
    return kernel.stated(part)


RULES = {
    "stopping": Rule(_stopping, "so it is written, and no place counts less than the next one"),
    "moved up": Rule(_never_falls, "no better document, and none that moves up, lowers it"),
}
