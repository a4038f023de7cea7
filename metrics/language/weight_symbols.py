"""The words for real weights: of items, of positions, and between items (`kumar`).

Each word is a SymPy node; its value comes with the weights, or stays free and is quantified.
δ_2, …, δ_n are the costs of swapping neighbours, p_i = δ_2 + … + δ_i, and the mean cost of an
item that two rankings put at the places i and j is p̄ = (p_i − p_j)/(i − j). It is 0/0 for a fixed
point i = j: the slides leave that open, and FIXED_POINTS names the three ways to fill it.

>>> from metrics.language.terms import i, x_item
>>> MeanCost(i, x_item) == MeanCost(x_item, i)
True
>>> Similarity(i, i)
0
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from sympy import Integer, default_sort_key, sympify

from metrics.language.terms import Value
from metrics.naming import BadInput, find

FIXED_POINTS = {
    "one": "p̄ᵢ = 1 at a fixed point, as published implementations have it",
    "delta": "p̄ᵢ = δᵢ at a fixed point (δ₁ := 0; it never matters)",
    "zero": "p̄ᵢ = 0 at a fixed point",
}
ELEMENTS, POSITIONS, SIMILARITIES = "w", "delta", "similarity"


class _Weight(Value):
    """A real number that belongs to items or places."""

    mark = ""
    latex_mark = ""

    def _sympystr(self, printer: Any) -> str:
        return f"{self.mark}({', '.join(map(printer.doprint, self.args))})"

    _rankproof = _sympystr

    def _latex(self, printer: Any) -> str:
        return f"{self.latex_mark or self.mark}({', '.join(map(printer.doprint, self.args))})"


class ElementWeight(_Weight):
    """w(x), the weight of an item."""

    mark = "w"


class PositionCost(_Weight):
    """δ(j), the cost of swapping the items at the places j − 1 and j."""

    mark = "δ"
    latex_mark = r"\delta"


class Height(_Weight):
    """h(l), the height of the area measure at a depth."""

    mark = "h"


class Reach(_Weight):
    """p(i) = δ(2) + … + δ(i), the cost of moving from the first place to place i."""

    mark = "p"


class _Symmetric(_Weight):
    """A number that belongs to two things, in either order."""

    def __new__(cls, first: Any, second: Any) -> Any:
        pair = (sympify(first, strict=True), sympify(second, strict=True))
        return Value.__new__(cls, *sorted(pair, key=default_sort_key))


class MeanCost(_Symmetric):
    """p̄ = (p(i) − p(j))/(i − j), the mean cost of the swaps between two places."""

    mark = "p̄"
    latex_mark = r"\bar p"


class Similarity(_Symmetric):
    """D(x, y), the distance between two items; D(x, x) = 0."""

    mark = "D"

    def __new__(cls, first: Any, second: Any) -> Any:
        first, second = sympify(first, strict=True), sympify(second, strict=True)
        return Integer(0) if first == second else super().__new__(cls, first, second)


ASSUMED = {
    "positive": "all weights are > 0, and so is D between different items",
    "decreasing": "δ₂ ≥ δ₃ ≥ … ≥ δₙ",
    "no_triangle": "D need not satisfy the triangle inequality",
}


@dataclass(frozen=True)
class Assumptions:
    """What is assumed of all weights; they are never negative, and D is symmetric, D(x, x) = 0."""

    positive: bool = False
    decreasing: bool = False
    triangle: bool = True

    @property
    def mark(self) -> str:
        """How weights compare with 0."""
        return ">" if self.positive else "≥"


def assumptions(text: str) -> Assumptions:
    """Read a list of assumptions.

    >>> assumptions("positive,no_triangle")
    Assumptions(positive=True, decreasing=False, triangle=False)
    """
    if not isinstance(text, str):
        raise BadInput(f"assume = {text!r} is no list of assumptions: {', '.join(ASSUMED)}.")
    words = [word.strip() for word in text.split(",") if word.strip()]
    for word in words:
        find(word, ASSUMED, "assumption")
    return Assumptions("positive" in words, "decreasing" in words, "no_triangle" not in words)


def violated_triple(matrix: Sequence[Sequence[Any]]) -> tuple[int, int, int] | None:
    """Return items x, y, z with D(x, z) > D(x, y) + D(y, z), or None.

    >>> violated_triple([[0, 1, 3], [1, 0, 1], [3, 1, 0]])
    (1, 2, 3)
    """
    for x, y, z in permutations(range(len(matrix)), 3):
        if matrix[x][z] > matrix[x][y] + matrix[y][z]:
            return x + 1, y + 1, z + 1
    return None


KINDS = (ElementWeight, PositionCost, Reach, MeanCost, Similarity)
