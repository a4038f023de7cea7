"""The rule by which two steps of an order have different sizes, for every n from some n on.

Why it is right. A step is a pair of runs with none strictly between. With further degrees, as
`lasting` adds them, it stays one in each kind of order that is said there to keep steps, and also

- *Prefix by prefix*, 0 last, for two runs that have the same degrees. What lies between (r, 0) and
  (s, 0) has numbers between theirs, which agree from the last place of r and s on. So it has as
  many degrees of each kind up to there, ends in 0, and lies between r and s without it.
- In a *chain of sets*, 0 last, where s is r with its first 0 replaced by 1. Degrees decrease, so
  what lies between begins as both do; where both differ it has a 0, and then it is r, or a 1, and
  then it is s.

With degrees 0 and 1 it stays a step for every c, but in a chain of ranked runs: what is between has
numbers of prefixes, degrees, or a largest degree between those of both runs, so it has no degree
above 1; operations raise numbers of prefixes only. In a chain of ranked runs a step stays one where
it raises the last degree alone by one. The sizes of both steps are read with n and c unknown.
"""

from __future__ import annotations

from axioms.language.order_terms import Below
from axioms.language.shapes import renamed
from axioms.scales import UNEQUAL_STEPS
from lattice.order import RANK
from metrics.language.runs import r, s, t, u
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.runs.kinds import CHAIN, PREFIXES, SEQUENCES
from proofs.trusted.every_n.runs.lasting import STEPS, kept_by, read_runs, shown_runs
from proofs.trusted.every_n.runs.padded import PADS, WORST_LAST, Padded
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.untrusted import LARGEST_TRIED, one_of, whole

_RUNS = (r, s, t, u)


def _two_steps(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Read both steps, and their sizes, for each larger n."""
    insist(len(facts) == 1 and set(evidence) == {"part", "from", "pad", "runs"})
    insist(isinstance(evidence["runs"], dict))
    least = whole(kernel.least, LARGEST_TRIED)("from", evidence["from"])
    pad = one_of(PADS)("the place of further degrees", evidence["pad"])
    part = kernel.part(evidence)
    if renamed(part.formula) != renamed(UNEQUAL_STEPS):
        raise Inconclusive("a statement that is not about two steps")
    question = kernel.question.at_size(least)
    question = question.with_values(c=1) if question.every_c else question
    names = [run.name for run in _RUNS]
    runs = read_runs(question, names, evidence["runs"])
    if set(runs) != set(names):
        raise Inconclusive("what is free has a value, and all its values are asked for")
    for low, high in (names[:2], names[2:]):
        if not _stays(kernel, facts[0], pad, runs[low], runs[high]):
            raise Inconclusive("a step that need not stay one")
    try:
        shown = Padded(question, runs, pad).truth_at(part.formula)
    except Undefined:
        raise Inconclusive("a score that is not defined") from None
    if not shown:
        raise Inconclusive("two steps of one size, or none")
    text = kernel.question.text(part, every_n=True)
    said = f"{text} is true for every n ≥ {least}: see {shown_runs(question, runs, pad, least)}"
    return Fact(said, part.formula, least=least)


def _stays(kernel: Kernel, fact: Fact, pad: str, low: list[int], high: list[int]) -> bool:
    """Tell whether a step stays one for every larger n, and for every c where that is asked."""
    kept, listed = kept_by(kernel, fact, pad), kernel.question.on.listed
    ranked_chain = fact.about == CHAIN and listed == RANK
    if kernel.question.every_c and ranked_chain:
        return STEPS | {Below} <= kept and [*low[:-1], low[-1] + 1] == high
    if STEPS | {Below} <= kept:
        return True
    if pad != WORST_LAST or Below not in kept:
        return False
    if fact.about in (PREFIXES, SEQUENCES):
        return sorted(low) == sorted(high)
    first = low.index(0) if 0 in low else -1
    raised = [1 if place == first else degree for place, degree in enumerate(low)]
    return bool(fact.about == CHAIN and listed != RANK and first >= 0 and raised == high)


RULES = {
    "two steps": Rule(_two_steps, "both stay steps, and their sizes differ"),
}
