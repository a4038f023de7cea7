"""Respecting dominance and reaching the upper bound (`toma`).

The words are few: labels l, l' and the best one l*, dominance ⊑, the distance that is filled
in later, and the worth M(r) of a list r of the documents of a collection D.

>>> from axioms.language.printing import statement_text
>>> print(statement_text(respects_partial_order.parts[0].statement, {"Dist": "manhattan"}, None))
∀ l, l' ∈ L: l ⊑ l' ⇒ manhattan(l, l*) ≥ manhattan(l', l*)
"""

from __future__ import annotations

from sympy import And, Eq, Ge, Gt, Implies, Integer, Le

from axioms.axiom import DISTANCE, MULTI_ASPECT, Axiom, Part, axiom
from axioms.language.formula import Exists, ForAll
from axioms.language.labels import (
    Away,
    Collection,
    D,
    Different,
    DocumentList,
    Dominated,
    Label,
    Worth,
    best,
    better,
    r,
    worse,
)

_dominated, _different = Dominated(worse, better), Different(worse, better)
_far, _near = Away(worse, best), Away(better, best)

respects_partial_order = axiom(
    name="respects_partial_order",
    title="the distance order respects the partial order",
    statement=ForAll(worse, better, Implies(_dominated, Ge(_far, _near))),
    source="toma, Thm. A.1, eq. 4",
    reading="for every label set and every non-decreasing embedding into the reals",
    of=DISTANCE,
)

respects_strictly = axiom(
    name="respects_strictly",
    title="the distance order respects strict dominance",
    statement=ForAll(worse, better, Implies(And(_dominated, _different), Gt(_far, _near))),
    source="toma, Thm. A.1, with strict dominance",
    of=DISTANCE,
)

upper_bound_reached = Axiom(
    name="upper_bound_reached",
    title="the upper bound 1 is kept and reached",
    parts=(
        Part("never above 1", ForAll(D, ForAll(r, Le(Worth(r), Integer(1))))),
        Part("reaches 1", ForAll(D, Exists(r, Eq(Worth(r), Integer(1))))),
    ),
    source="toma, Thm. A.2, eq. 12",
    of=MULTI_ASPECT,
)

__all__ = ["Away", "Collection", "D", "Different", "DocumentList", "Dominated", "Label", "Worth"]
