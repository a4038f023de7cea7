"""The words about weights: of elements, of places and of pairs of items.

>>> from rankproof.weights import ElementWeight
>>> ElementWeight(1)
w(1)
"""

from metrics.language.weight_symbols import (
    ElementWeight,
    Height,
    MeanCost,
    PositionCost,
    Reach,
    Similarity,
)

__all__ = ["ElementWeight", "Height", "MeanCost", "PositionCost", "Reach", "Similarity"]
