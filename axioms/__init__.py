"""What is asked: properties and quantities of metrics, as formulas. Imports `metrics`.

>>> from axioms import find_axiom
>>> find_axiom("type_ii").name
'right_invariance'
"""

from axioms import distance, invariance, pairs, sensitivity
from axioms.axiom import Axiom, Quantity
from metrics.naming import collect, find, with_aliases

PART_OF = "rankproof"
_MODULES = (distance, invariance, sensitivity, pairs)
AXIOMS: dict[str, Axiom] = collect(_MODULES, Axiom)
QUANTITIES: dict[str, Quantity] = collect(_MODULES, Quantity)
_NAMES = with_aliases({**AXIOMS, **QUANTITIES})


def find_axiom(name: str) -> Axiom | Quantity:
    """Return the axiom or quantity of that name, or say which names are close."""
    return find(name, _NAMES, "axiom")


__all__ = ["AXIOMS", "QUANTITIES", "Axiom", "Quantity", "find_axiom"]
