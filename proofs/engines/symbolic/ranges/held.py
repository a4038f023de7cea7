"""Cut-offs for which a property holds that fails for others: those that a refutation leaves out.

A derivation is looked for with k unknown between two bounds; what the kernel concludes there is
shown beside the refutation, and decides one n and k that lie within.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

from metrics.language.parameters import CUTOFFS
from metrics.language.terms import n as n_symbol
from proofs.core.every_n.blocks import Line
from proofs.core.outcome import Inconclusive, Kernel, held_by, within
from proofs.core.question import Question
from proofs.core.steps import Step, sentence
from proofs.core.verdict import HOLDS, Cutoffs, Scope, Undefined, Verdict
from proofs.engines.symbolic.ranges.one_case import true_at_one_case
from proofs.engines.symbolic.ranges.showing import with_kernel
from proofs.engines.symbolic.search import defined_somewhere, proved
from proofs.engines.symbolic.sizes import missing_cutoff

NAME = "symbolic"
ELSEWHERE = "every cut-off"
"""Where an answer about one cut-off keeps what is known of all of them."""
FIRST, LARGEST_START, MOST_FEW = 2, 9, 4


def with_held(verdict: Verdict, asked: Question, deadline: float) -> Verdict:
    """Return a refutation with the cut-offs for which it is proved that the property holds."""
    if verdict.scope.cutoffs is None:
        return verdict
    for kernel in _proved_outside(asked, verdict.scope.cutoffs, deadline):
        verdict = with_kernel(verdict, kernel)
    return verdict


def _proved_outside(asked: Question, failing: Cutoffs, deadline: float) -> Iterator[Any]:
    """Return kernels that have concluded the question for ranges outside those where it fails."""
    name, every = missing_cutoff(asked), asked.for_every_cutoff()
    if name is None or set(CUTOFFS) & set(every.parameters):
        return
    cut = [m.largest_k for m in every.metrics if set(CUTOFFS) & set(m.parameters)]
    short = max(int(n_symbol - largest) for largest in cut)
    for gap in _gaps(failing.ranges, short):
        whole = _proved_within(every, *gap, deadline)
        found = [whole] if whole else [_proved_within(every, k, k, deadline) for k in _few(*gap)]
        yield from filter(None, found)


def _proved_within(question: Question, least: Line, most: Line, deadline: float) -> Any:
    """Return a kernel that has concluded a question for a range of cut-offs, or None."""
    kernel = None if time.monotonic() > deadline else _kernel(question, least, most)
    parts = list(enumerate(question.formulas()))
    if kernel is None or not all(
        proved(kernel, part, formula) or true_at_one_case(kernel, part, (least, most))
        for part, formula in parts
    ):
        return None
    partly = [(part, formula) for part, formula in parts if kernel.proves(formula).partly]
    is_defined = all(defined_somewhere(kernel, part, formula) for part, formula in partly)
    return kernel if is_defined and held_by(kernel) is not None else None


def _few(least: Line, most: Line) -> list[Line]:
    """Return the cut-offs between two bounds that are a few apart at every n."""
    if least.x != most.x or not least.is_whole or not most.is_whole or least == most:
        return []
    width = int(most.y - least.y)
    return [Line(least.x, least.y + more) for more in range(width + 1)] if width < MOST_FEW else []


def _gaps(ranges: Sequence[tuple[Line, Line]], short: int) -> Iterator[tuple[Line, Line]]:
    """Return the first and the last cut-off between ranges, before the first and after the last."""
    least = Line(Fraction(0), Fraction(1))
    for low, high in ranges:
        yield least, _next(low, -1)
        least = _next(high, 1)
    yield least, Line(Fraction(1), Fraction(-short))


def _next(line: Line, sign: int) -> Line:
    """Return the bound of the whole numbers that are above, or below, another bound."""
    apart = lcm(line.x.denominator, line.y.denominator)
    return Line(line.x, line.y + Fraction(sign, apart))


def _kernel(question: Question, least: Line, most: Line) -> Any:
    """Return a kernel for a range, from the first n on at which it surely has a cut-off."""
    for start in range(FIRST, LARGEST_START + 1):
        try:
            return within(question, start, least, most)
        except Inconclusive:
            continue
    return None


def held_at(question: Question, known: Verdict) -> Verdict | None:
    """Return HOLDS at one n and cut-off, where they are within a range that is proved."""
    for steps, each in zip(known.evidence.get("held", ()), known.scope.held, strict=True):
        if each.takes(question.n, question.parameters.get(each.name)):
            left_out = "cases that are undefined at this n, if there are any, are left out"
            return Verdict(
                HOLDS,
                question,
                Scope((question.n,)),
                NAME,
                checked=(f"the proof is one for {each}",),
                caveats=(left_out,) if each.partly else (),
                undefined=Undefined(counted=not each.partly),
                evidence={"held": [steps]},
                derivation=tuple(sentences(question, steps["steps"])),
            )
    return None


def sentences(question: Question, steps: Sequence[Any]) -> Iterator[str]:
    """Return a sentence for each step of a certificate."""
    rules = Kernel(question, FIRST).rules
    for told in steps:
        step = Step(told["rule"], told["conclusion"], tuple(told["premises"]), told["evidence"])
        yield sentence(step, rules[step.rule].reason)


def kept(verdict: Verdict, known: Verdict, held: Any = None) -> Verdict:
    """Return an answer about one cut-off with what is known of ranges of them.

    Only the steps about ranges that it rests on are its own.
    """
    if known.scope.cutoffs is None:
        return verdict
    evidence = {name: value for name, value in verdict.evidence.items() if name != "held"}
    own = {} if held is None else {"held": held}
    return replace(verdict, evidence={**evidence, **own, ELSEWHERE: known})
