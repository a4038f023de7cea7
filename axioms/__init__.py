"""What is asked: properties and quantities of metrics, as formulas. Imports `metrics`.

>>> from axioms import find_axiom
>>> find_axiom("type_ii").name
'right_invariance'
"""

from collections import ChainMap
from typing import Any

from axioms.axiom import Axiom, Quantity
from metrics.naming import BadInput, Catalogue, find

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
LIST_AXIOMS: Catalogue[Axiom | Quantity] = Catalogue(
    "axiom", ["axioms.lists.judged"], Axiom, Quantity
)
TOP_AXIOMS: Catalogue[Axiom | Quantity] = Catalogue("axiom", ["axioms.lists.tops"], Axiom, Quantity)
_ASKED: Catalogue[Axiom | Quantity] = Catalogue("axiom", [*_MODULES, *_OTHERS], Axiom, Quantity)


def find_axiom(name: str, domain: str = "") -> Axiom | Quantity:
    """Return what is asked, by its name, or the axiom that a statement after = is.

    Some names stand for axioms of several domains: the one named is first.

    >>> find_axiom("unit_range", "lists").domain, find_axiom("symmetry", "tops").domain
    (Domain(judged lists), Domain(top-k lists))
    """
    if name.lstrip().startswith("="):
        from axioms.language.axiom_table import axiom_of_text

        return axiom_of_text(name)
    first = {"lists": LIST_AXIOMS, "tops": TOP_AXIOMS}.get(domain, _ASKED)
    known: Any = ChainMap(first, _ASKED, LIST_AXIOMS, TOP_AXIOMS)  # type: ignore[arg-type]
    try:
        return find(name, known, "axiom")
    except BadInput as problem:
        raise BadInput(f"{problem}{_is_a_metric(name)}") from None


def _is_a_metric(name: str) -> str:
    """Return a hint where the name of a metric stands in the place of an axiom."""
    from metrics import METRICS, RUN_METRICS, WEIGHTED_METRICS

    base = name.partition("@")[0].partition("(")[0].strip()
    if not any(base in known for known in (METRICS, RUN_METRICS, WEIGHTED_METRICS)):
        return ""
    return f" {base} is a metric: the axiom is named first, as in ioi {base}."


__all__ = [
    "AXIOMS",
    "LIST_AXIOMS",
    "OTHER_AXIOMS",
    "QUANTITIES",
    "TOP_AXIOMS",
    "Axiom",
    "Quantity",
    "find_axiom",
]
