"""The rule by which a metric has equal steps along an order that compares place by place.

Why it is right. Place by place, a run covers another just if it raises one degree by one (see
`lists`). A score that is F times the sum over all places of the degrees, or of their gains, with F
the same at every place, then rises by F times the difference of two neighbouring degrees, which is
1, or of their gains. These differences are equal where there are only two degrees, or where the
gains that are given are equally far apart.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import sympy as sp

from axioms.language.shapes import renamed
from axioms.scales import EQUAL_STEPS, UNEQUAL_STEPS
from metrics.language.runs import Gain, Grade
from metrics.language.terms import n
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.runs.lists import PLACES
from proofs.trusted.every_n.runs.scores import OVER_PLACES, formula_of, summands
from proofs.trusted.number import Inconclusive
from proofs.trusted.scene import rational


def _equal_steps(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Look at the terms of a score, and at the gains."""
    insist([fact.about for fact in facts] == [PLACES, OVER_PLACES] and set(evidence) == {"part"})
    question = kernel.question
    part_asked = kernel.part(evidence)
    equal = renamed(part_asked.formula) == renamed(EQUAL_STEPS)
    if not equal and renamed(part_asked.formula) != renamed(UNEQUAL_STEPS):
        raise Inconclusive("a statement that is not about equal steps")
    run = question.metric.inputs[0]
    sums = summands(formula_of(question), run)
    for factors, index, term, high in sums:
        degree = run(index)
        rising = [part for part in sp.Mul.make_args(term) if part.has(Grade)]
        others = [part for part in (*factors, *sp.Mul.make_args(term)) if part not in rising]
        if high != n:
            raise Inconclusive("places that do not count")
        if len(sums) > 1 or len(rising) != 1 or any(part.has(index) for part in others):
            raise Inconclusive("a score that weighs places differently")
        if rising != [degree] and not (rising == [Gain(degree)] and _even_gains(question)):
            raise Inconclusive("degrees that are not equally far apart")
    if equal:
        return kernel.stated(part_asked)
    text = question.text(part_asked, every_n=True)
    said = f"{text} is false for every n ≥ {kernel.least}"
    return Fact(said, part_asked.formula, fails=True, least=kernel.least)


def _even_gains(question: Any) -> bool:
    """Tell whether the gains of neighbouring degrees are equally far apart."""
    gains = [rational(gain) for gain in question.settings.get("gains", ())]
    if not gains:
        return not question.every_c and question.c == 1
    return len({high - low for low, high in pairwise(gains)}) == 1


RULES = {
    "equal steps": Rule(
        _equal_steps, "a covering run raises one degree by one, and every place counts the same"
    )
}
