"""What kind an order is that operations generate, and what is known of it for every n and c.

Why it is right. An order that is given by operations is their reflexive, transitive closure: r ⊑ s
just if some operations, one after another, make s of r. Of those known here each raises the degree
at the first place that it changes, so none leads back: the closure is antisymmetric. All else is
said of ranked runs: of sets a path leads over sets alone, and swaps never make one.

- *Projections* among them: a projection is any change that raises the degree at the first place
  where two runs differ, and so is every path of known operations. The closure is the chain that
  compares the first degrees that differ.
- *Swaps and replacements*: the closure is the order by prefixes. Let R(a, k) count the degrees of r
  up to the place k that are at least a. Both operations raise such numbers only. Conversely let
  R ≤ S everywhere and r ≠ s, let k be the first place where they differ, d = r(k): there all
  numbers before k agree, so d < s(k), and S − R is 1 at k for the degrees a with d < a ≤ s(k). If
  S > R from k on for the degree d + 1, then replacing r(k) by d + 1 keeps R ≤ S. Else let j be the
  first place after k where S = R for some degree a with d < a ≤ s(k). Then r(j) ≥ a. Some degree
  of r in the places k + 1, …, j is above d and at most s(k): were all that are above d above s(k),
  then for b = s(k) + 1 the number S − R, which is 0 at k, would be at most S − R for a, minus 1, at
  j, that is −1. Let e be the smallest degree above d there, at the place l. Swapping k and l raises
  R by one for d < a ≤ e at the places k, …, l − 1, where S > R, so R ≤ S is kept. Either way the
  sum of all numbers grows, so s is reached.
- *Swaps and replacements at the last place*, two degrees: they do what replacements do. To raise a
  0 at the place i, let j ≥ i be the last place with a 0. If it is not the last place of the run,
  swap it with that one, which has a 1; then replace the last 0 by 1. If i < j, swap both.
- *Swaps* alone keep how often each degree occurs. Where r and s have the same degrees, S = R at the
  last place, so that there always is such a j: r ⊑ s just if R ≤ S and the degrees are the same.

Swaps of two places and replacements, if only at the last place, make every run of 0, …, 0, and
c, …, c of every run: raise the last degree to the one that is wanted first and swap it there, then
go on with the second place. So these two are the least and the greatest run, and link all others.
Swaps leave 0, …, 0 and c, …, c as they are, so nothing is above or below both of them.
"""

from __future__ import annotations

from typing import Any

from axioms.language.shapes import renamed
from axioms.ordering import ANTISYMMETRIC, BOTTOM, LINKED, REFLEXIVE, TOP, TRANSITIVE
from lattice.order import RANK
from lattice.orders import project, replace, replace_last, swap
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.runs.kinds import CHAIN, OPERATIONS, PREFIXES, SEQUENCES, SWAPS
from proofs.trusted.number import Inconclusive

_KNOWN = {renamed(one.step): one.name for one in (swap, replace, replace_last, project)}
_CLOSURE = (REFLEXIVE, ANTISYMMETRIC, TRANSITIVE)
_ENDS = (LINKED, TOP, BOTTOM)
_TEXT = {
    CHAIN: "of any two runs one is below the other; r ⊔ s and r ⊓ s are the two of them",
    PREFIXES: "r ⊑ s just if r has at most as many documents of each degree and above as s, up to "
    "each place",
    SWAPS: "r ⊑ s just if they have the same degrees, and r has at most as many of each degree "
    "and above as s, up to each place",
    OPERATIONS: "no operation lowers or moves a best first degree",
}


def _names(kernel: Kernel) -> set[str]:
    """Return the names of the operations that generate an order, all of which must be known."""
    operations = kernel.question.on.operations
    steps = [renamed(one.step) for one in operations]
    if not operations or any(step not in _KNOWN for step in steps):
        raise Inconclusive("an order of another kind")
    return {_KNOWN[step] for step in steps}


def _insist_ranked(kernel: Kernel) -> None:
    if kernel.question.on.listed != RANK:
        raise Inconclusive("operations on sets")


def _kind(names: set[str], two_degrees: bool) -> str:
    if project.name in names:
        return CHAIN
    raising = {replace.name, replace_last.name} if two_degrees else {replace.name}
    if swap.name in names and names & raising:
        return SEQUENCES if two_degrees else PREFIXES
    return SWAPS if names == {swap.name} else OPERATIONS


def _generated(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Say what the closure of an order's operations is."""
    insist(not facts and not evidence)
    question = kernel.question
    _insist_ranked(kernel)
    kind = _kind(_names(kernel), not question.every_c and question.c == 1)
    return Fact(_TEXT[PREFIXES if kind == SEQUENCES else kind], about=kind)


def _keeps_first(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Compare the operations of an order with those that are known."""
    insist(not facts and not evidence)
    _insist_ranked(kernel)
    if project.name in _names(kernel):
        raise Inconclusive("projections, which lower degrees further down")
    return Fact(_TEXT[OPERATIONS], about=OPERATIONS)


def _of_closure(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Compare a part of the question with what is known of closures."""
    insist(not facts and set(evidence) == {"part"})
    names, part = _names(kernel), kernel.part(evidence)
    raised = swap.name in names and bool(names & {replace.name, replace_last.name})
    ranked = kernel.question.on.listed == RANK
    there = (*_CLOSURE, *(_ENDS if raised and ranked else ()))
    if renamed(part.formula) not in map(renamed, there):
        raise Inconclusive("a statement that is not known of closures")
    return kernel.stated(part)


def _no_end(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Conclude that swaps alone have no least and no greatest run."""
    insist(len(facts) == 1 and set(evidence) == {"part"})
    part: Any = kernel.part(evidence)
    if facts[0].about != SWAPS or renamed(part.formula) not in (renamed(TOP), renamed(BOTTOM)):
        raise Inconclusive("a statement that is not about a run above or below all others")
    text = kernel.question.text(part, every_n=True)
    said = f"{text} is false for every n ≥ 1: (0 … 0) and (c … c) are compared with no other run"
    return Fact(said, part.formula, fails=True, least=1)


RULES = {
    "generated": Rule(_generated, "so it is of the operations that generate the order"),
    "operations": Rule(_keeps_first, "each is one of those that are known"),
    "closure": Rule(_of_closure, "a path of operations raises the first degree that it changes"),
    "no end": Rule(_no_end, "swaps keep how often each degree occurs"),
}
