"""Rules by which a statement holds for every n from some n on and every cut-off of a range: it is
true at one case that is given for all of them.

Why they are right. A case made of blocks is read for all n and k of a region at once (`blocked`).

- *case for cut-offs*: a part of the question is true there. That is so of ∃ where what is said to
  exist is read to be so at this case, and of ∀ where the condition says of each place which one it
  is: the case with these places is the only one that satisfies it, and there is none at smaller n.
- *true for every cut-off*: such regions cover all cut-offs of a range, for every n ≥ n₀, one after
  another, as they do for *every cut-off* (`cutoffs`). The range has all cut-offs of which the facts
  of the kernel speak: all that are admissible, or all of its own range.
- *none for a range*: steps of their own, concluded again with k between two bounds (`held`), show
  that what a part says to exist does not exist for any such n and k. So the question fails there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from axioms.language.formula import Exists, ForAll, Score
from axioms.language.printing import statement_text
from metrics.language.parameters import CUTOFFS
from proofs.core.every_n.blocks import Line, between
from proofs.trusted.every_n.case import Told, entry_of, fact, only_case, read_told
from proofs.trusted.every_n.kernel import Fact, Kernel, Rule
from proofs.trusted.every_n.witnesses.cutoffs import (
    BLOCKS,
    CUTOFF_RULES,
    RANGE,
    bounds_said,
    covers,
    read_at,
    read_blocks,
    read_range,
    told_at,
)
from proofs.trusted.every_n.witnesses.held import largest_cutoffs, within
from proofs.trusted.number import Inconclusive, Irrational
from proofs.trusted.replayed import Replayed
from proofs.trusted.untrusted import STEP, Rejected, listed, whole

CASE, TRUE_FOR_ALL = "case for cut-offs", "true for every cut-off"
NONE = "none for a range"
_INDEX = whole(0, 20)


def _formula(kernel: Kernel, read: Told) -> Any:
    formula = entry_of(kernel.question.formulas(), read["part"])
    if formula.atoms(ForAll, Exists) != {formula}:
        raise Inconclusive("a statement in which quantifiers are nested, or without any")
    return formula


def _case(kernel: Kernel, facts: Any, told: Told) -> Fact:
    read = read_told(told, blocks=BLOCKS)
    if set(read) != {"part", "blocks"}:
        raise Rejected("a case for cut-offs is one of a part of the question")
    formula, blocks = _formula(kernel, read), read_blocks(read["blocks"])
    reader, point = read_at(kernel, blocks, formula.variables)
    if isinstance(formula, ForAll):
        _insist_only(formula, point)
    if not reader.truth(formula.body, point):
        raise Inconclusive("the statement is false there")
    there = told_at(kernel, reader, formula.body.atoms(Score), point)
    said = statement_text(formula, kernel.question.names, None)
    text = f"{said} is true for {blocks.region} at {blocks}, where {there}"
    return Fact(text, about=(CASE, read["part"], blocks.region))


def _insist_only(formula: Any, point: Any) -> None:
    """Insist that a case is the only one that satisfies the condition of a statement."""
    places = only_case(formula)
    for variable in formula.variables:
        place = point[variable]
        if isinstance(place, Irrational | tuple) or place != places[variable.name]:
            raise Inconclusive("a case that the condition of the statement leaves out")


def _true(kernel: Kernel, facts: Any, told: Told) -> Fact:
    start, least, most = read_range(kernel, told, part=_INDEX)
    formula = entry_of(kernel.question.formulas(), told["part"])
    _insist_all(kernel, facts, (start, least, most), CASE, told["part"])
    if isinstance(formula, ForAll) and start <= max(only_case(formula).values()):
        return fact(kernel, formula)
    found = fact(kernel, formula, least=start)
    return replace(found, text=f"for every n ≥ {start}: {found.text}")


def _none(kernel: Kernel, facts: Any, told: Told) -> Fact:
    start, least, most = read_range(kernel, told, part=_INDEX, steps=listed(STEP))
    formula = entry_of(kernel.question.formulas(), told["part"])
    inner = within(kernel.question, start, least, most)
    inner.check(listed(STEP)("the steps", told["steps"]))
    if inner.trusted():
        raise Inconclusive("what fails for a range of cut-offs by a theorem that is trusted")
    failing = [each for each in inner.facts if each.fails and each.formula == formula]
    if not isinstance(formula, Exists) or not any(each.least <= start for each in failing):
        raise Inconclusive("steps that do not show that none exists")
    text = f"it fails for every n ≥ {start} and {between('k', least, most)}: there is none"
    return Fact(text, fails=True, least=start, about=(RANGE, least, most))


def none_at(kernel: Kernel, question: Any) -> Replayed | None:
    """Return that a question about one thing that exists fails at its n and cut-off, or None."""
    (statement, *others), n = question.statements(), question.n
    k = next((question.parameters.get(name) for name in CUTOFFS if name in question.reads), None)
    facts = [each for each in kernel.facts if each.fails and each.least <= n and each.about]
    ranges = [each.about[1:] for each in facts if each.about[0] == RANGE]
    if others or not isinstance(statement.formula, Exists) or not isinstance(k, int):
        return None
    there = any(low.at(n) <= k <= high.at(n) for low, high in ranges)
    return Replayed(statement, None, ()) if there else None


def _insist_all(kernel: Kernel, facts: Any, said: tuple[int, Line, Line], *what: Any) -> None:
    """Insist that regions cover a range that has all cut-offs of which a kernel speaks."""
    start, least, most = said
    low, high = kernel.cutoffs or largest_cutoffs(kernel.question)
    if not (low.never_below(least, start) and most.never_below(high, start)):
        raise Inconclusive("a range without some cut-offs of which it must be said")
    if not covers([bounds_said(each, start, *what) for each in facts], start, least, most):
        raise Inconclusive("regions that do not cover the range")


RANGE_RULES = {
    **CUTOFF_RULES,
    CASE: Rule(_case, "read there with n and k unknown"),
    TRUE_FOR_ALL: Rule(_true, "these n and k are covered, one region after another"),
    NONE: Rule(_none, "its own steps show that there is none"),
}
