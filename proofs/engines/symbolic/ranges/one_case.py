"""Statements that are true because of one case: what exists, and what is said of given places.

The case is given for every n and k. What is said to exist may not be there at a few small n: then
the question is refuted, and holds for every n after them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

from axioms.language.formula import Exists, ForAll
from proofs.core.every_n.blocks import Line
from proofs.core.limits import Limits
from proofs.core.outcome import Kernel, held_by, within
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, Cutoffs, Scope, Verdict
from proofs.engines.symbolic.ranges.showing import with_kernel
from proofs.engines.symbolic.search import absent
from proofs.engines.symbolic.sizes import least, missing_cutoff, named_formulas, shown
from proofs.engines.symbolic.witnesses import derived, lasting
from proofs.engines.symbolic.witnesses.cases import LARGEST_START, admissible, for_places

NAME, NONE = "symbolic", "none for a range"
AtSize = Callable[[Question, int, Limits, float], list[Verdict] | None]


def true_at_one_case(kernel: Any, part: int, ends: tuple[Line, Line] | None = None) -> bool:
    """Conclude a part of a question for all cut-offs that are meant, by its only case."""
    question = kernel.question
    name = missing_cutoff(question)
    if name is None or not isinstance(question.formulas()[part], ForAll):
        return False
    known, before = for_places(question, name, part, inf), len(kernel.steps)
    if known is None or known.conclude_in(kernel, *(ends or admissible(question))) is None:
        return False
    found = kernel.proves(question.formulas()[part])
    if found is None or found.least > kernel.least:
        kernel.forget(before)
        return False
    return True


def by_cases(asked: Question, at_size: AtSize, limits: Limits, deadline: float) -> Verdict | None:
    """∃ places: an example for every cut-off, from some n on; before it small n are searched."""
    every, formulas = asked.for_every_cutoff(), named_formulas(asked)
    name = missing_cutoff(every)
    if name is None or len(formulas) != 1 or not isinstance(formulas[0][1], Exists):
        return None
    known = for_places(every, name, 0, deadline if limits.seconds is not None else inf)
    kernel = Kernel(every, LARGEST_START)
    start = None if known is None else known.conclude_in(kernel, *admissible(every))
    if start is None:
        return _none_at_an_end(asked, every, known, at_size, limits, deadline)
    example = least(asked)
    failing, held = [], []
    for n in range(1, start):
        answers = at_size(asked, n, limits, deadline)
        if answers is None or time.monotonic() > deadline:
            return None
        refuted = [verdict for verdict in answers if verdict.status == REFUTED]
        failing += refuted[:1]
        held += [n] if answers and not refuted and not failing else []
    start = max(start, example.n)
    if not failing:
        at_start = shown(asked, replace(example, n=start))
        note = f"every n ≥ {start}" + _cutoffs(asked)
        verdict = Verdict(HOLDS, at_start, Scope((), None, every_from=start), NAME, checked=(note,))
        return derived(verdict, kernel)
    first, *others = failing
    also = tuple((one.question.n, one.witness) for one in others)
    sizes = (*held, first.question.n)
    scope = Scope(sizes, first.question.n, holds_from=start, also_failing=also)
    note = f"it holds for every n ≥ {start}{_cutoffs(asked)}"
    return derived(replace(first, engine=NAME, scope=scope, checked=(note,)), kernel)


def _none_at_an_end(
    asked: Question, every: Question, known: Any, at_size: AtSize, limits: Limits, deadline: float
) -> Verdict | None:
    """Return a refutation for the last or the first cut-off, where nothing such exists."""
    name = missing_cutoff(asked)
    if name is None or known is None:
        return None
    first, last = admissible(every)
    smallest, held = _smallest(asked, at_size, limits, deadline)
    if smallest is None:
        return None
    for end in (last, first):
        start = max(2, smallest.question.n, int(end.y))
        inner, kernel = within(every, start, end, end), Kernel(every, start)
        if not absent(inner, 0):
            continue
        ends = {"least": [str(end.x), str(end.y)], "most": [str(end.x), str(end.y)]}
        steps = [step.shown() for step in inner.steps]
        if kernel.conclude(NONE, part=0, steps=steps, **{"from": start, **ends}) is None:
            continue
        cutoffs = Cutoffs(name, ((end, end),))
        note = f"fails for every n ≥ {start} and {cutoffs}: there is none"
        verdict = lasting(replace(smallest, engine=NAME), held, start, note)
        verdict = derived(replace(verdict, scope=replace(verdict.scope, cutoffs=cutoffs)), kernel)
        rest = (first, _line(last, -1)) if end is last else (_line(first, 1), last)
        return _with_rest(verdict, every, known, *rest)
    return None


def _with_rest(verdict: Verdict, every: Question, known: Any, low: Line, high: Line) -> Verdict:
    """Return a refutation with the cut-offs for which there are examples."""
    for start in range(max(2, verdict.question.n), LARGEST_START + 1):
        kernel = within(every, start, low, high)
        found = known.conclude_in(kernel, low, high)
        if found is not None and found <= start and held_by(kernel) is not None:
            return with_kernel(verdict, kernel)
    return verdict


def _smallest(
    asked: Question, at_size: AtSize, limits: Limits, deadline: float
) -> tuple[Verdict | None, list[int]]:
    """Return the refutation at the smallest n, and the sizes before at which it holds."""
    held: list[int] = []
    for n in range(1, LARGEST_START):
        answers = at_size(asked, n, limits, deadline)
        if answers is None:
            break
        refuted = [verdict for verdict in answers if verdict.status == REFUTED]
        if refuted:
            return refuted[0], held
        held += [n] * bool(answers)
    return None, []


def _line(line: Line, more: int) -> Line:
    return Line(line.x, line.y + more)


def _cutoffs(asked: Question) -> str:
    missing = missing_cutoff(asked)
    return "" if missing is None else f" and every cut-off {missing}"
