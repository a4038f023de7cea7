"""Every number of aspects at once: aspect by aspect, then by induction over the aspects.

The rules are those of the trusted room, reached through the core. A distance that is a sum or a
maximum of one term for each aspect, perhaps under a root, is judged by its term. A refutation is
one for few aspects, with further aspects in which all labels lie at 0.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from proofs.core.limits import Limits, Refusal
from proofs.core.outcome import Kernel
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Verdict
from proofs.engines.symbolic.witnesses import at_small_n, derived, lasting

NAME = "symbolic"
LOOKED_AT = 3


def proved(question: Question) -> Any:
    """Return a kernel that has proved the question for every number of aspects, or None."""
    kernel = Kernel(question, 1)
    steps = [kernel.conclude("terms")]
    if steps[0] is None:
        return None
    strictly = any(formula.has(sp.Gt) for formula in question.formulas())
    steps.append(kernel.conclude("one aspect", *steps, strictly=strictly))
    if isinstance(question.subjects[0].value, sp.Pow):
        steps.append(kernel.conclude("not negative", steps[0]))
    if None in steps or kernel.conclude("all aspects", *steps) is None:
        return None
    return kernel


def answer(question: Question, limits: Limits) -> Verdict:
    """Answer for every number of aspects; `question` is the one about a single aspect."""
    kernel = proved(question)
    if kernel is None:
        return _refute(question, limits)
    return derived(Verdict(HOLDS, question, Scope((), every_from=1), NAME), kernel)


def _refute(question: Question, limits: Limits) -> Verdict:
    reason = f"it holds for n ≤ {LOOKED_AT}"
    for size in range(1, LOOKED_AT + 1):
        found = _at(question.at_size(size), limits)
        if found.status == REFUTED:
            return _extended(question, found)
        if found.status == UNDECIDED:
            reason = f"n = {size}: {found.reason}"
            break
    reason = f"no rule proves it for every n; {reason}"
    return Verdict(UNDECIDED, question, Scope((), every_from=1), NAME, reason=reason)


def _at(question: Question, limits: Limits) -> Verdict:
    """Answer for few aspects: by a small case, or by solvers."""
    from proofs.core.asking import decide

    try:
        found: Verdict = decide(question, "exhaustive", replace(limits, followed=lambda: True))
    except Refusal:
        found = decide(question, "smt", limits)
    return found


def _extended(question: Question, found: Verdict) -> Verdict:
    """Return a refutation for few aspects as one for more, where that is shown."""
    assert found.replayed is not None
    size, kernel = found.question.n, Kernel(question, 1)
    if kernel.conclude("zeros", n=size, witness=dict(found.replayed.witness or {})) is None:
        return at_small_n(found, range(1, size), f"nothing is said about more than {size} aspects")
    return derived(lasting(found, range(1, size), size, *found.checked), kernel)
