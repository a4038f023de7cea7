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

__all__ = ["Away", "Collection", "Different", "DocumentList", "Dominated", "Label", "Worth"]
