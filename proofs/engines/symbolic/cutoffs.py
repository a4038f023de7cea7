"""Refutations of metrics with a cut-off: for which k, and at one k that was given.

Where no cut-off is given, a refutation is one for every n from some n on and a range of cut-offs,
as wide as it could be shown. Where one is given, this range may have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

from axioms.language.formula import Exists, ForAll
from metrics.language.parameters import CUTOFFS
from metrics.naming import BadInput
from proofs.core.every_n.blocks import Blocks, Line
from proofs.core.limits import Limits, Refusal
from proofs.core.outcome import is_refuted, refuted
from proofs.core.question import Question
from proofs.core.verdict import REFUTED, UNDECIDED, Scope, Verdict
from proofs.engines.exhaustive import every_case as exhaustive
from proofs.engines.symbolic.ranges.held import with_held
from proofs.engines.symbolic.sizes import missing_cutoff
from proofs.engines.symbolic.witnesses import derived, fixed_places, lasting, part_of
from proofs.engines.symbolic.witnesses.cutoffs import Found, for_cutoffs

NAME = "symbolic"
LARGEST_SEARCHED, LARGEST = 4, 200
"""Up to this n a certificate is checked, so no witness is written out beyond it."""


def for_many_cutoffs(
    asked: Question, smallest: Verdict, held: list[int], limits: Limits, deadline: float
) -> Verdict | None:
    """Return a refutation for every n from some n on and all cut-offs of a range, or None."""
    name = missing_cutoff(asked)
    if name is None:
        return None

    def examples(n: int, k: int) -> list[Found]:
        given = {**asked.parameters, name: k}
        try:
            question = replace(asked, n=n, parameters=given, every_n=False)
            verdict = exhaustive.answer(question, limits)
        except (BadInput, Refusal):
            return []
        if verdict.status != REFUTED or verdict.witness is None or verdict.replayed is None:
            return []
        if verdict.replayed.statement.formula.body.atoms(ForAll, Exists):
            return []  # no witness is read inside a quantifier, and to replay it takes long
        return [(part_of(verdict), fixed_places(verdict).values)]

    largest = max(LARGEST_SEARCHED, smallest.question.n + 1)
    found = for_cutoffs(asked, name, largest, examples, inf if limits.seconds is None else deadline)
    if found is None:
        return None
    kernel, start, cutoffs = found
    k = smallest.question.parameters[name]
    note = f"fails for every n ≥ {start} and {cutoffs}; the witness above is one for {name} = {k}"
    verdict = lasting(replace(smallest, engine=NAME), held, start, note)
    verdict = derived(replace(verdict, scope=replace(verdict.scope, cutoffs=cutoffs)), kernel)
    return with_held(verdict, asked, inf if limits.seconds is None else deadline)


def at_cutoff(asked: Question, known: Verdict) -> Verdict | None:
    """Return a refutation for every n from some n on at one k, from that for a range, or None."""
    cutoffs, start = known.scope.cutoffs, known.scope.every_from
    if known.status != REFUTED or cutoffs is None or start is None:
        return None
    (k,) = (value for name, value in asked.parameters.items() if name in CUTOFFS)
    one = Line(Fraction(0), Fraction(k))
    for n in range(max(start, k), LARGEST + 1):
        if any(one.never_below(a, n) and b.never_below(one, n) for a, b in cutoffs.ranges):
            found = (_written_out(asked, size, n, known) for size in range(k, n + 1))
            return next((each for each in found if each is not None), None)
    return None


def _written_out(asked: Question, size: int, start: int, known: Verdict) -> Verdict | None:
    """Return a refutation at one n and k that lasts for every n from the start on, or None."""
    try:
        question = asked.at_size(size)
    except BadInput:
        return None
    for step in known.evidence["steps"]:
        told = step["evidence"]
        witness = witness_at(question, told)
        if witness is None or not is_refuted(
            question, question.statements()[told["part"]], witness
        ):
            continue
        here = Verdict(UNDECIDED, question, Scope((size,)), NAME)
        found = refuted(here, question.statements()[told["part"]], witness)
        lasts = lasting(found, (), start, f"fails for every n ≥ {start}")
        untried = f"n < {size} were not searched: it may fail there too"
        shown = replace(lasts, evidence=known.evidence, derivation=known.derivation)
        return replace(shown, caveats=(*lasts.caveats, untried))
    return None


def witness_at(question: Question, told: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the witness of a step at the n and k of a question, or None where it has none."""
    given = [value for name, value in question.parameters.items() if name in CUTOFFS]
    if "blocks" not in told or len(given) != 1 or not isinstance(given[0], int):
        return None
    return Blocks.of(told["blocks"]).written_out(question.n, given[0])
