"""Who answers: engines that read questions, and the commands. Imports all of ours.

>>> import proofs
>>> proofs.ask("ioi", "dcg", n=6).status
'holds'
>>> verdict = proofs.ask("ioi", "mape", n=range(2, 7))
>>> verdict.status, verdict.scope.first_failing
('refuted', 4)
>>> proofs.value_of("kendall", ranking=[2, 1, 3], reference=[1, 2, 3]).exact
1/3

`value_of` is called `rankproof.value` too; `proofs.value` is the command of that name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rankproof.line.version import VERSION

PART_OF = "rankproof"

if TYPE_CHECKING:
    from proofs.core.valuing.value import Value
    from proofs.core.verdict import Measurement, Verdict
    from proofs.trec.scored import Scored


def ask(asked: str, *subjects: str, n: Any, **options: Any) -> Verdict | Measurement:
    """Answer one question: an axiom or quantity, one or two metrics, a size or several.

    Options: ``k``, ``j``, ``p``, ``convention``, ``engine``, ``limits``, ``samples``, ``seed``.
    """
    from proofs.core.asking import ask as answer

    return answer(asked, *subjects, n=n, **options)


def value_of(metric: Any, **given: Any) -> Value | Scored:
    """Return the exact value of a metric at a point: `ranking`, `run`, `grades` or `label`.

    With `qrels` and `run`, two TREC files, return its value at each topic and the mean.
    """
    if given.get("qrels") is not None:
        from proofs.trec.scored import scored

        return scored(metric, **given)
    from proofs.core.valuing.value import value_of as evaluate

    return evaluate(metric, **given)


__all__ = ["VERSION", "ask", "value_of"]
