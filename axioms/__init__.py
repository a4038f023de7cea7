"""What is asked: properties and quantities of metrics, as formulas. Imports `metrics`.

>>> from axioms import find_axiom
>>> find_axiom("type_ii").name
'right_invariance'
"""

from axioms.axiom import Axiom, Quantity
from metrics.naming import Catalogue

PART_OF = "rankproof"
_NAMES = ("distance", "invariance", "sensitivity", "pairs", "curve_properties")
_MODULES = [f"axioms.{name}" for name in _NAMES]
AXIOMS: Catalogue[Axiom] = Catalogue("axiom", _MODULES, Axiom)
QUANTITIES: Catalogue[Quantity] = Catalogue("axiom", _MODULES, Quantity)
_OTHERS = [
    f"axioms.{name}" for name in ("ordering", "irreducible", "inequalities", "dominance", "heights")
]
OTHER_AXIOMS: Catalogue[Axiom | Quantity] = Catalogue("axiom", _OTHERS, Axiom, Quantity)
_ASKED: Catalogue[Axiom | Quantity] = Catalogue("axiom", [*_MODULES, *_OTHERS], Axiom, Quantity)
find_axiom = _ASKED.find

__all__ = ["AXIOMS", "OTHER_AXIOMS", "QUANTITIES", "Axiom", "Quantity", "find_axiom"]
