"""The weights of a question as unknowns of linear programs, and the numbers that were given."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from metrics.language.weight_symbols import ELEMENTS, POSITIONS, SIMILARITIES
from proofs.core.question import Question

Variable = tuple[Any, ...]
Witness = dict[str, Any]


def unknowns(question: Question) -> list[Variable]:
    """Return the weights that are quantified."""
    return sorted(
        variable
        for kind in question.quantified
        if kind not in question.weights
        for variable in _entries(kind, question.n)
    )


def numbers(question: Question) -> dict[Variable, Fraction]:
    """Return the weights that were given."""
    found: dict[Variable, Fraction] = {}
    for kind, values in question.weights.items():
        for variable in _entries(kind, question.n):
            if kind == SIMILARITIES:
                _, x, y = variable
                found[variable] = values[x - 1][y - 1]
            else:
                found[variable] = values[variable[1] - (1 if kind == ELEMENTS else 2)]
    return found


def _entries(kind: str, n: int) -> list[Variable]:
    if kind == SIMILARITIES:
        return [(kind, x, y) for x in range(1, n + 1) for y in range(x + 1, n + 1)]
    return [(kind, place) for place in range(2 if kind == POSITIONS else 1, n + 1)]


def shown(question: Question, assignment: Mapping[str, Any], point: Mapping[Any, Any]) -> Witness:
    """Return rankings and weights as witnesses show them: exact text, and D as a matrix."""
    values, n = {**numbers(question), **point}, question.n
    witness: Witness = {name: list(ranking) for name, ranking in assignment.items()}
    if ELEMENTS in question.quantified:
        witness[ELEMENTS] = [str(values[ELEMENTS, x]) for x in range(1, n + 1)]
    if POSITIONS in question.quantified:
        witness[POSITIONS] = [str(values[POSITIONS, j]) for j in range(2, n + 1)]
    if SIMILARITIES in question.quantified:
        witness[SIMILARITIES] = [
            [
                str(values[SIMILARITIES, min(x, y), max(x, y)]) if x != y else "0"
                for y in range(1, n + 1)
            ]
            for x in range(1, n + 1)
        ]
    return witness
