"""Refutations that last: a counterexample to a question about weights, extended by fixed points.

The trusted room knows the rule (`last`). Here its witness is extended in fact, and replayed at
larger n: every value must be the one it was.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from metrics.language.weight_symbols import ELEMENTS, POSITIONS, SIMILARITIES
from proofs.core.limits import Disagreement
from proofs.core.outcome import Kernel, replay
from proofs.core.question import Question, Statement

REPLAYED = (1, 2, 5)
Witness = dict[str, Any]


def carried(question: Question, statement: Statement, witness: Witness) -> Any:
    """Return a kernel that knows that a counterexample at n refutes at every larger n, or None.

    The extended witness is replayed at three larger n.
    """
    if not question.about_weights:  # a value of a parameter took them out of the formula
        return None
    kernel = Kernel(question, question.n)
    shapes = [kernel.conclude("shape", slot=slot) for slot in question.by_slot]
    part = question.statements().index(statement) + 1
    if None in shapes or kernel.conclude("last", *shapes, part=part, witness=witness) is None:
        return None
    _insist_kept(question, statement, witness)
    return kernel


def _insist_kept(question: Question, statement: Statement, witness: Witness) -> None:
    """Replay the extended witness; every value must be the one it was."""
    position = question.statements().index(statement)
    before = replay(question, statement, witness).values
    for more in REPLAYED:
        larger = question.at_size(question.n + more)
        longer = extended(witness, question.n, larger.n)
        after = replay(larger, larger.statements()[position], longer).values
        if after != before:
            raise Disagreement(f"the values change from n = {question.n} to n = {larger.n}.")


def extended(witness: Witness, n: int, larger: int) -> Witness:
    """Return a witness with the items n + 1, …, larger last in every ranking.

    >>> extended({"sigma": [2, 1], "w": ["1", "3"], "delta": ["4"]}, 2, 3)
    {'sigma': [2, 1, 3], 'w': ['1', '3', '1'], 'delta': ['4', '4']}
    >>> extended({"similarity": [["0", "2"], ["2", "0"]]}, 2, 3)
    {'similarity': [['0', '2', '2'], ['2', '0', '2'], ['2', '2', '0']]}
    """
    more = larger - n
    added = {
        ELEMENTS: lambda given: [*given, *["1"] * more],
        POSITIONS: lambda given: [*given, *(given[-1:] or ["1"]) * more],
        SIMILARITIES: lambda given: _far(given, more),
    }

    def longer(given: Any) -> Any:
        return [*given, *range(n + 1, larger + 1)] if isinstance(given, list) else given

    return {name: added.get(name, longer)(given) for name, given in witness.items()}


def _far(matrix: list[list[str]], more: int) -> list[list[str]]:
    """Add points at the largest distance from each other and from all: a metric stays one."""
    far = str(max((Fraction(entry) for row in matrix for entry in row), default=0) or 1)
    size = len(matrix) + more
    return [
        ["0" if x == y else matrix[x][y] if max(x, y) < len(matrix) else far for y in range(size)]
        for x in range(size)
    ]
