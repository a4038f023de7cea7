"""What the search proposes and the kernel concludes, for tests of the rules."""

from __future__ import annotations

from proofs.core.steps import Step
from proofs.engines.symbolic.search import absent, proved
from proofs.trusted.every_n.kernel import Fact, Kernel


def shown_by(question, part=0, least=2, before=()):
    """Return the rules by which a part holds for every n ≥ least, or None; others may be known."""
    kernel = Kernel(question, least)
    for formula in before:
        kernel.facts.append(Fact("known", formula))
        kernel.steps.append(Step("known", "known"))
    if not proved(kernel, part, question.formulas()[part]):
        return None
    return [step.rule for step in kernel.steps[len(before) :]]


def never_by(question, least, part=0):
    """Return the rules by which what a part says to exist exists for no n ≥ least, or None."""
    kernel = Kernel(question, least)
    return [step.rule for step in kernel.steps] if absent(kernel, part) else None
