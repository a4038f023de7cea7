"""Refutations that last: a counterexample to a question about weights, extended by fixed points.

An item that every ranking puts last is in no pair that two of them order differently. It adds
nothing to a pair sum, nothing to a displacement, and the places and weights of the others stay
what they were: every distance in the statement keeps its value, and a statement that is
false at n₀ is false at every n ≥ n₀. The weights of the new item only have to be admissible.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axioms.language.formula import ForAll, Score
from metrics.language.terms import Compose, Inverse, Listing, Ranking, rank_of, sigma, tau
from metrics.language.weight_symbols import (
    ELEMENTS,
    POSITIONS,
    SIMILARITIES,
    ElementWeight,
    MeanCost,
    Similarity,
)
from proofs.core.limits import Disagreement
from proofs.core.outcome import replay
from proofs.core.question import Question, Statement
from proofs.engines.symbolic.weight_rules import DISPLACEMENTS, PAIRS, Shape, shape, steps

REPLAYED = (1, 2, 5)
Witness = dict[str, Any]


def carried(question: Question, statement: Statement, witness: Witness) -> list[str] | None:
    """Return why a counterexample at n refutes at every larger n too, or None where no rule fits.

    The extended witness is replayed at three larger n.
    """
    if question.weights or not _keeps_last_items(statement.formula):
        return None
    shapes = [found for metric in question.by_slot.values() if (found := shape(metric))]
    if len(shapes) < len(question.by_slot) or not all(map(_reads_items, shapes)):
        return None
    _insist_kept(question, statement, witness)
    kinds = [kind for kind in (PAIRS, DISPLACEMENTS) if kind in {found.kind for found in shapes}]
    parts = ("start", *kinds, *question.quantified, "end")
    return list(steps("last", *parts, first=question.n + 1, size=question.n))


def _reads_items(found: Shape) -> bool:
    """Tell whether the cost of a pair reads only weights of its two items, or of their places."""
    places = {found.x, found.y}
    for item in (found.x, found.y):
        for ranking in (sigma, tau):
            places |= {ranking(item), rank_of(ranking, item)}
    weights = found.cost.atoms(ElementWeight, MeanCost, Similarity)
    return found.of_weights() and all(set(weight.args) <= places for weight in weights)


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


def _keeps_last_items(formula: Any) -> bool:
    """Tell whether rankings are only composed and inverted: they keep a common last item."""
    if not isinstance(formula, ForAll):
        return False
    terms = [term for node in formula.body.atoms(Score) for term in node.atoms(Listing)]
    return all(isinstance(term, Ranking | Compose | Inverse) for term in terms)


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
    far = str(max((Fraction(entry) for row in matrix for entry in row), default=Fraction(0)))
    size = len(matrix) + more
    return [
        ["0" if x == y else matrix[x][y] if max(x, y) < len(matrix) else far for y in range(size)]
        for x in range(size)
    ]
