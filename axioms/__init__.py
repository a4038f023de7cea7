"""What is asked: properties and quantities of metrics, as formulas. Imports `metrics`.

>>> from axioms import find_axiom
>>> find_axiom("type_ii").name
'right_invariance'
"""

from collections import ChainMap
from typing import Any

from axioms.axiom import Axiom, Quantity
from metrics.naming import Catalogue, find

PART_OF = "rankproof"
_NAMES = ("distance", "invariance", "sensitivity", "pairs", "curve_properties")
_MODULES = [f"axioms.{name}" for name in _NAMES]
AXIOMS: Catalogue[Axiom] = Catalogue("axiom", _MODULES, Axiom)
QUANTITIES: Catalogue[Quantity] = Catalogue("axiom", _MODULES, Quantity)
_OTHERS = [
    f"axioms.{name}"
    for name in ("ordering", "irreducible", "scales", "inequalities", "dominance", "heights")
]
OTHER_AXIOMS: Catalogue[Axiom | Quantity] = Catalogue("axiom", _OTHERS, Axiom, Quantity)
LIST_AXIOMS: Catalogue[Axiom | Quantity] = Catalogue("axiom", ["axioms.lists"], Axiom, Quantity)
_ASKED: Catalogue[Axiom | Quantity] = Catalogue("axiom", [*_MODULES, *_OTHERS], Axiom, Quantity)


def find_axiom(name: str, of_lists: bool = False) -> Axiom | Quantity:
    """Return what is asked; some names stand for an axiom of lists and for one of another domain.

    >>> find_axiom("unit_range", of_lists=True).domain
    Domain(judged lists)
    """
    both = (LIST_AXIOMS, _ASKED) if of_lists else (_ASKED, LIST_AXIOMS)
    known: Any = ChainMap(*both)  # type: ignore[arg-type]
    return find(name, known, "axiom")


__all__ = ["AXIOMS", "LIST_AXIOMS", "OTHER_AXIOMS", "QUANTITIES", "Axiom", "Quantity", "find_axiom"]
