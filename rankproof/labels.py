"""The words about labels of several aspects, and about collections of labelled documents.

>>> from rankproof.labels import Dominated
>>> Dominated.__name__
'Dominated'
"""

from axioms.dominance import (
    Away,
    Collection,
    Different,
    DocumentList,
    Dominated,
    Label,
    Worth,
)
from metrics.labels import DISTANCES, Distance
from metrics.multi_aspect import APPROACHES, MEASURES, Approach, Measure

__all__ = [
    "APPROACHES",
    "DISTANCES",
    "MEASURES",
    "Approach",
    "Away",
    "Collection",
    "Different",
    "Distance",
    "DocumentList",
    "Dominated",
    "Label",
    "Measure",
    "Worth",
]
