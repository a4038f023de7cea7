"""Top-k lists for every n: what a metric's formula shows, by the rules of the trusted room.

What no rule proves is looked at for small n; a refutation there is one for that n.
"""

from __future__ import annotations

from proofs.core.limits import Disagreement, Limits, Refusal
from proofs.core.outcome import Kernel
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Verdict
from proofs.engines.symbolic.own_values import samples_text, with_samples
from proofs.engines.symbolic.witnesses import at_small_n, derived

NAME = "symbolic"
RULES = ("alike", "no less than 0")
MORE = 2


def answer(question: Question, limits: Limits) -> Verdict:
    """Answer for every n ≥ k."""
    k = question.size.k
    kernel = Kernel(question, k)
    parts = range(len(question.formulas()))
    proved = all(any(kernel.conclude(rule, part=part) for rule in RULES) for part in parts)
    scope, numbers = Scope((), every_from=k), samples_text(question)
    try:
        small = _small(with_samples(question), limits)
    except Refusal:
        if not proved:
            raise
        return derived(Verdict(HOLDS, question, scope, NAME), kernel)
    if small.status == REFUTED and proved:
        raise Disagreement(f"{question.text()}: proved for every n, refuted for small n")
    if small.status == REFUTED:
        return at_small_n(small, [size for size in small.scope.sizes if size < small.question.n])
    if proved:
        tried = f"n ≤ {max(small.scope.sizes)}{numbers} by exhaustive search as well"
        checked = (tried,) if small.status == HOLDS else ()
        return derived(Verdict(HOLDS, question, scope, NAME, checked=checked), kernel)
    held = f"; it holds for n ≤ {max(small.scope.sizes)}{numbers}"
    reason = f"no rule proves it for every n{held if small.status == HOLDS else ''}"
    return Verdict(UNDECIDED, question, scope, NAME, reason=reason)


def _small(question: Question, limits: Limits) -> Verdict:
    """Return what few items say, up to the first n that does not hold."""
    from proofs.core.asking import decide, walk

    k = question.size.k
    sizes = [question.at_size(n) for n in range(k, k + MORE + 1)]
    found: Verdict = walk(sizes, lambda one: decide(one, "exhaustive", limits))
    return found
