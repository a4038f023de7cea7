"""The words of multi-aspect labels: dominance, distance from the best label, worth of a list."""

from __future__ import annotations

from sympy.logic.boolalg import Boolean

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
