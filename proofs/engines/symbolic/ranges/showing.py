"""A range of cut-offs for which something is proved, shown beside a refutation for others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from proofs.core.outcome import held_by
from proofs.core.steps import sentence
from proofs.core.verdict import Verdict


def with_kernel(verdict: Verdict, kernel: Any) -> Verdict:
    """Return a refutation with the cut-offs for which a kernel has concluded the question."""
    before = len(verdict.derivation)
    steps = [
        replace(step, premises=tuple(before + number for number in step.premises))
        for step in kernel.steps
    ]
    reasons = [kernel.rules[step.rule].reason for step in steps]
    told = {
        "from": kernel.least,
        "least": [str(kernel.cutoffs[0].x), str(kernel.cutoffs[0].y)],
        "most": [str(kernel.cutoffs[1].x), str(kernel.cutoffs[1].y)],
        "steps": [step.shown() for step in kernel.steps],
    }
    return replace(
        verdict,
        scope=replace(verdict.scope, held=(*verdict.scope.held, held_by(kernel))),
        evidence={**verdict.evidence, "held": [*verdict.evidence.get("held", ()), told]},
        derivation=(*verdict.derivation, *map(sentence, steps, reasons)),
    )
