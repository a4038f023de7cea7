"""One cut-off that was given, by what is proved for ranges of them: for which n it holds.

Where a range has the cut-off at every n from some n on, the property holds there. At smaller n it
is searched, or refuted by a witness that was given for a range.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from metrics.language.parameters import CUTOFFS
from metrics.naming import BadInput
from proofs.core.every_n.blocks import Held, Line
from proofs.core.limits import Limits
from proofs.core.outcome import refuted
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Undefined, Verdict
from proofs.engines.symbolic.cutoffs import witness_at
from proofs.engines.symbolic.ranges.held import sentences
from proofs.engines.symbolic.sizes import shown

NAME = "symbolic"
LARGEST_START = 40
AtSize = Callable[[Question, int, Limits, float], list[Verdict] | None]


def within_a_range(
    asked: Question, known: Verdict, at_size: AtSize, limits: Limits, deadline: float
) -> Verdict | None:
    """Return for which n a question holds at its cut-off, where a range has it from some n on."""
    (k,) = (value for name, value in asked.parameters.items() if name in CUTOFFS)
    for told, each in zip(known.evidence.get("held", ()), known.scope.held, strict=True):
        start = first_n(each, k)
        if start is None:
            continue
        before = [_at(asked, known, n, at_size, limits, deadline) for n in range(1, start)]
        if None in before or time.monotonic() > deadline:
            return None
        return _joined(asked, [v for found in before for v in found or ()], each, told, start)
    return None


def first_n(held: Held, k: int) -> int | None:
    """Return the n from which on a cut-off lies within a range at every n, or None."""
    one = Line(Fraction(0), Fraction(k))
    sizes = range(max(held.start, k), LARGEST_START + 1)
    ends = (held.least, held.most)
    return next(
        (n for n in sizes if one.never_below(ends[0], n) and ends[1].never_below(one, n)), None
    )


def _at(
    asked: Question, known: Verdict, n: int, at_size: AtSize, limits: Limits, deadline: float
) -> list[Verdict] | None:
    """Return the answer at one n before, by a witness for a range if there is one; none if none."""
    try:
        question = asked.at_size(n)
    except BadInput:
        return []
    for step in known.evidence.get("steps", ()):
        witness = witness_at(question, step["evidence"])
        if witness is None or "blocks" not in step["evidence"]:
            continue
        here = Verdict(UNDECIDED, question, Scope((n,)), NAME)
        found = refuted(here, question.statements()[step["evidence"]["part"]], witness)
        if found.status == REFUTED:
            return [found]
    return at_size(asked, n, limits, deadline)


def _joined(
    asked: Question, before: list[Verdict], held: Held, told: Any, start: int
) -> Verdict | None:
    """Return one verdict for what small n say and what is proved for all others."""
    failing = [verdict for verdict in before if verdict.status == REFUTED]
    if any(verdict.status == UNDECIDED for verdict in before):
        return None
    note = f"it holds for every n ≥ {start}: the proof is one for {held}"
    left_out = "cases that are undefined, if there are any, are left out"
    caveats = (left_out,) if held.partly else ()
    proof = {"held": [told]}
    derivation = tuple(sentences(asked, told["steps"]))
    if not failing:
        example = asked.at_size(start)
        return Verdict(
            HOLDS,
            shown(asked, example),
            Scope((), None, every_from=start),
            NAME,
            checked=(note,),
            caveats=caveats,
            undefined=Undefined(counted=not held.partly),
            evidence=proof,
            derivation=derivation,
        )
    first, *others = failing
    held_before = [v.question.n for v in before if v.question.n < first.question.n]
    also = tuple((one.question.n, one.witness) for one in others)
    scope = Scope(
        (*held_before, first.question.n), first.question.n, holds_from=start, also_failing=also
    )
    return replace(
        first,
        engine=NAME,
        scope=scope,
        checked=(note,),
        caveats=(*first.caveats, *caveats),
        evidence={**first.evidence, **proof},
        derivation=derivation,
    )
