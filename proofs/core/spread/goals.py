"""A question about all weights in blocks of rankings, each plain data: other machines decide them.

What a block finds is how many of its cases were decided in which way, what stays open, and the
first witness. Blocks are kept like those of a sweep.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from axioms.axiom import Axiom
from axioms.language.formula import Scaled
from metrics.naming import BadInput
from proofs.core.limits import Limits
from proofs.core.spread.sweep import Asked, completed, posed
from proofs.core.verdict import Verdict
from proofs.engines.linear.weight_cases import WAYS, Cases, several_kinds
from proofs.engines.linear.weight_goals import Goals
from rankproof.executors import Executor

CASES = 500
"""So many cases are a block: seconds of work."""
NOT_HERE = "a cluster goes through all rankings for one kind of weights: leave --cluster out."


def block(work: Asked) -> dict[str, Any]:
    """Decide the cases of one block; plain data in, plain data out."""
    question, _ = posed(json.dumps(work["question"]))
    cases = Cases(question, WAYS["auto"], Limits(jobs=1))
    goals = Goals(question, question.statements()[work["statement"]])
    witness, left = cases.among(goals, *work["among"])
    return {
        "true": witness is None,
        "count": dict(cases.count),
        "left": left,
        "witness": witness,
        "caveats": sorted(cases.decider.caveats),
    }


def decided(
    asked: Asked, executor: Executor, progress: Callable[[int, int], None], fresh: bool = False
) -> Verdict:
    """Decide a question for all weights, block by block."""
    question, notes = posed(json.dumps(asked))
    scaled = any(formula.atoms(Scaled) for formula in question.formulas())
    if not isinstance(question.asked, Axiom) or several_kinds(question) or scaled:
        raise BadInput(NOT_HERE)
    cases = Cases(question, WAYS["auto"], Limits(jobs=1))
    for place, statement in enumerate(question.statements()):
        total, before, left = Goals(question, statement).count(), cases.count.total(), []
        work = {
            start: {
                "question": asked,
                "statement": place,
                "among": [start, min(total, start + CASES)],
            }
            for start in range(0, total, CASES)
        }

        def told(count: int, total: int = total, blocks: int = len(work)) -> None:
            progress(count * total // blocks, total)

        done = completed(block, work, executor, told, fresh)
        for start in sorted(done):
            found = done[start]
            cases.count.update(found["count"])
            cases.decider.caveats.update(found["caveats"])
            left += found["left"]
            if found["witness"] is not None:
                return cases.refuted(statement, found["witness"])
        cases.note(left, cases.count.total() - before, total)
    verdict = cases.held()
    return replace(verdict, caveats=(*verdict.caveats, *notes))
