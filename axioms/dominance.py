"""Respecting dominance and reaching the upper bound (`toma`).

The words are few: labels l, l' and the best one l*, dominance ⊑, the distance that is filled
in later, and the worth M(r) of a list r of the documents of a collection D.

>>> from axioms.language.printing import statement_text
>>> print(statement_text(respects_partial_order.parts[0].statement, {"Dist": "manhattan"}, None))
∀ l, l' ∈ L: l ⊑ l' ⇒ manhattan(l, l*) ≥ manhattan(l', l*)
"""

from __future__ import annotations

from sympy import And, Eq, Ge, Gt, Implies, Integer, Le
from sympy.logic.boolalg import Boolean

from axioms.axiom import DISTANCE, MULTI_ASPECT, Axiom, Part, axiom
from axioms.language.formula import Exists, ForAll
from metrics.language.domains import COLLECTIONS, LABELS
from metrics.language.terms import Named, Value


class Label(Named):
    """A label: one entry for each aspect."""

    domain = LABELS


class Collection(Label):
    """A collection of labelled documents."""

    domain = COLLECTIONS


class DocumentList(Label):
    """A list of documents of the collection."""

    domain = COLLECTIONS


class Dominated(Boolean):
    """The first label is at most as good as the second in every aspect."""

    written = ("{0} ⊑ {1}", r"{0} \sqsubseteq {1}")


class Different(Boolean):
    """Two labels are not the same."""

    written = ("{0} ≠ {1}", r"{0} \neq {1}")


class Away(Value):
    """The distance of a label from the best one."""

    is_real = True


class Worth(Value):
    """What the multi-aspect measure gives to a list."""

    is_real = True


worse, better, best = Label("l"), Label("l'"), Label("l*")
D, r = Collection("D"), DocumentList("r")

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
