"""For every N and c: orders that compare place by place or prefix by prefix, and chains.

The rules are those of the trusted room, reached through the core: an order's formula is recognised
by its shape, never by its name. What no rule proves is looked at for small N: a refutation there
refutes the statement for every N; otherwise it stays undecided.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from proofs.core.limits import Disagreement, Limits
from proofs.core.outcome import Kernel
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Verdict
from proofs.engines.symbolic.witnesses import derived, lasting

NAME = "symbolic"
SMALL = 4
SHAPES = {
    "places": "at every place",
    "masses": "at every place",
    "degrees": "in a chain",
    "counts": "in a chain",
    "prefixes": "at every prefix",
}
LISTED, STEPS, OPERATIONS, LASTS = "listed", "equal steps", "operations", "best first"
SCORES = ("defined", "sum over places", "rising")


def proved(question: Question) -> Any:
    """Return a kernel that has proved the question for every N and c, or None."""
    kernel = Kernel(question, 1)
    parts = range(len(question.formulas()))
    if not question.metrics and all(kernel.conclude(LISTED, part=part) for part in parts):
        return kernel
    shape = next((rule for rule in SHAPES if kernel.conclude(rule)), None)
    if shape is None or len(question.metrics) > 1:
        return None
    known: dict[str, int] = {}
    shown = all(_shown(kernel, SHAPES[shape], part, known) for part in parts)
    return kernel if shown else None


def _shown(kernel: Any, rule: str, part: int, known: dict[str, int]) -> bool:
    """Show a part from the shape of the order, and as much about scores as it takes."""
    if not kernel.question.metrics:
        rules = (rule, LISTED)
        return any(kernel.conclude(by, 1, part=part) is not None for by in rules)
    before: tuple[int, ...] = ()
    for about in SCORES if rule != SHAPES["prefixes"] else ():
        found = known.get(about) or kernel.conclude(about, *before)
        if found is None:
            return False
        known[about] = found
        before = (found,)
        summed = rule == SHAPES["places"] and about == SCORES[1]
        if any(kernel.conclude(by, 1, found, part=part) for by in (rule, *[STEPS] * summed)):
            return True
    return False


def refuses(question: Question, limits: Limits) -> str | None:
    """Gains belong to one c; everything else can be asked for every n."""
    if question.every_c and "gains" in question.parameters:
        return "gains belong to the degrees of one c: add --c, or leave --gains out"
    return None


def answer(question: Question, limits: Limits) -> Verdict:
    """Answer for every N, and for every c where none is given."""
    question = replace(question, n=SMALL)
    kernel = proved(question)
    small = _small(question, limits)
    if kernel is not None:
        return derived(_proved(question, small), kernel)
    if small is None:
        reason = "no rule proves it for every n, and there are too many degrees to try small n"
        return Verdict(UNDECIDED, question, Scope(()), NAME, reason=reason)
    if small.status == REFUTED:
        return _lasting(small)
    held = f"it holds for n ≤ {max(small.scope.sizes)}"
    reason = small.reason or f"no rule proves it for every n; {held}"
    return replace(small, status=UNDECIDED, question=question, engine=NAME, reason=reason)


def _proved(question: Question, small: Verdict | None) -> Verdict:
    """Return HOLDS for every n, after checking that small n do not contradict it."""
    checked: tuple[str, ...] = ()
    if small is not None and small.status == REFUTED:
        raise Disagreement(f"{question.text()}: proved for every n, refuted for small n")
    if small is not None and small.status == HOLDS:
        checked = (f"N ≤ {max(small.scope.sizes)} by exhaustive search as well",)
    return Verdict(HOLDS, question, Scope((), every_from=1), NAME, checked=checked)


def _lasting(small: Verdict) -> Verdict:
    """Return a refutation for every larger n, where the witness lasts with the best degree first.

    Only the order is spoken of there: a metric would give other scores.
    """
    question, replayed = small.question, small.replayed
    if question.metrics or replayed is None or replayed.witness is None:
        return small
    kernel = Kernel(question, question.n)
    names = [part.name for part in question.axiom.parts]
    told = {"part": names.index(replayed.statement.name), "from": question.n}
    if not any(kernel.conclude(rule) for rule in (*SHAPES, OPERATIONS)):
        return small
    if kernel.conclude(LASTS, 1, runs=replayed.witness, **told) is None:
        return small
    held = [size for size in small.scope.sizes if size < question.n]
    note = f"fails for every n ≥ {question.n}"
    return derived(lasting(replace(small, engine=NAME), held, question.n, note), kernel)


def _small(question: Question, limits: Limits) -> Verdict | None:
    """Walk through small N (and c ≤ 2 where none is given), until the answer is not HOLDS."""
    from proofs.core.asking import decide, walk
    from proofs.engines.exhaustive.runs import every_run

    for top in (1, 2) if question.every_c else (question.c,):
        sizes = [
            replace(question.with_values(c=top), n=size, every_n=False, every_c=False)
            for size in range(question.settings.get("k", 1), SMALL + 1)
            if (top + 1) ** size <= 300
        ]
        sizes = [small for small in sizes if every_run.refuses(small, limits) is None]
        if not sizes:
            return None
        verdict: Verdict = walk(sizes, lambda one: decide(one, "exhaustive", limits))
        if verdict.status != HOLDS:
            return verdict
    return verdict
