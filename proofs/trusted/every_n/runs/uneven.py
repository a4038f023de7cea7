"""The rule by which not all steps along an order have one size, for every n from some n on.

Why it is right. Let r be strictly below s, in a finite order. Some steps lead from r to s, each to
a run that covers the one before, and their sizes add up to m(s) − m(r). If all steps of the order
had one size x, this sum would be x times their number, which is at least 1. So it would have the
sign of x, for any two such runs: where the scores of two pairs differ by numbers of different
signs, not all steps have one size. It takes a score at every run on the way: each run has one, or
each run that has a degree above 0, and then r has one; what is above r has one too, since 0, …, 0
is above no other.

Two pairs at some n are two for every larger n, as `lasting` and `padded` have it; operations never
lead back, so it is enough that r ⊑ s and r ≠ s stay. With two degrees they are two for every c: in
each kind of order named there runs are compared by their degrees and by how often these occur,
whatever the largest one is, and operations stay operations. The gain of the degree c is then that
of the degree 1, and at least 0 more.
"""

from __future__ import annotations

from typing import Any

from axioms.axiom import m
from axioms.irreducible import strictly_below
from axioms.language.order_terms import Below
from axioms.language.shapes import renamed
from axioms.scales import EQUAL_STEPS, UNEQUAL_STEPS
from metrics.language.runs import r, s, t, u
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.runs.lasting import UPWARDS, kept_by, read_runs, shown_runs
from proofs.trusted.every_n.runs.padded import PADS, Padded
from proofs.trusted.every_n.runs.scores import DEFINED, NOT_WORST
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.replayed import Replayed
from proofs.trusted.sign import signs_of
from proofs.trusted.untrusted import LARGEST_TRIED, one_of, whole

_RUNS = (r, s, t, u)


def _uneven(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Compare the signs of two differences of scores."""
    insist(len(facts) == 2 and set(evidence) == {"part", "from", "pad", "runs"})
    insist(facts[1].about in (DEFINED, NOT_WORST) and isinstance(evidence["runs"], dict))
    least = whole(kernel.least, LARGEST_TRIED)("from", evidence["from"])
    pad = one_of(PADS)("the place of further degrees", evidence["pad"])
    part = kernel.part(evidence)
    equal = renamed(part.formula) == renamed(EQUAL_STEPS)
    if not equal and renamed(part.formula) != renamed(UNEQUAL_STEPS):
        raise Inconclusive("a statement that is not about the sizes of steps")
    if not {Below, UPWARDS} & kept_by(kernel, facts[0], pad):
        raise Inconclusive("an order of another kind")
    question = kernel.question.at_size(least)
    if question.every_c:
        question = question.with_values(c=1)
    names = [run.name for run in _RUNS]
    runs = read_runs(question, names, evidence["runs"])
    if (question.every_c or not equal) and set(runs) != set(names):
        raise Inconclusive("what is free has a value, and all its values are asked for")
    _insist_uneven(Padded(question, runs, pad), part.formula, facts[1].about == NOT_WORST)
    text = kernel.question.text(part, every_n=True)
    what = "false" if equal else "true"
    said = f"{text} is {what} for every n ≥ {least}: see {shown_runs(question, runs, pad, least)}"
    return Fact(said, part.formula, fails=equal, least=least, about=Uneven() if equal else None)


class Uneven:
    """That some steps differ, of which nothing says where they are."""

    def at(self, question: Any, statement: Any) -> Replayed:
        """Return that a statement fails, without a witness."""
        return Replayed(statement, None, ())


def _insist_uneven(reader: Padded, formula: Any, not_worst: bool) -> None:
    point, _ = reader.small.placed(formula, reader.witness)
    signs = []
    for low, high in ((r, s), (t, u)):
        if not reader.small.truth(strictly_below(low, high), point):
            raise Inconclusive("runs that are not below each other")
        if not_worst and not any(point[low]):
            raise Inconclusive("a run that may have no score")
        try:
            signs.append(signs_of(reader.value(m(high), point) - reader.value(m(low), point)))
        except Undefined:
            raise Inconclusive("a score that is not defined") from None
    if any(len(sign) > 1 for sign in signs) or signs[0] == signs[1]:
        raise Inconclusive("differences that may have one sign")


RULES = {
    "uneven": Rule(_uneven, "steps of one size lead to differences of one sign, and these have two")
}
