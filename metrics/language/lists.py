"""The words of judged lists and of top-k lists: grades, ranks, and what is done to a list.

``r(i)`` is the grade of the document at place i; the documents of the pool that were not retrieved
stand behind the list, best first, so i runs from 1 to n and ``Length(r)`` says where the list ends
(`metrics.language.pools`). A top-k list has some of the items 1, …, n: ``RankIn(x, a)`` is the rank
of the item a in it, n + 1 where it is not in it, and ``TiedWith(x, a)`` says how many items have
its tie group (`metrics.language.tops`).

>>> from metrics.language.terms import i
>>> r(i).is_nonnegative
True
"""

from __future__ import annotations

from typing import Any

from sympy import Symbol, sympify
from sympy.logic.boolalg import Boolean

from metrics.language.domains import LISTS, TOPS
from metrics.language.runs import Grade
from metrics.language.terms import Listing, Named, Value


class OfDocuments(Listing):
    """A term that stands for a judged list."""

    domain = LISTS

    def __call__(self, place: Any) -> Grade:
        """Return the grade at `place`."""
        return Grade(self, place)


class PoolList(Named, OfDocuments):
    """A variable over the judged lists of a pool."""

    written = ("{0}", "{0}")


class Exchanged(OfDocuments):
    """The list with the documents at two places exchanged."""

    written = ("{0}[{1} ↔ {2}]", r"{0}[{1} \leftrightarrow {2}]")


class Regraded(OfDocuments):
    """The list with another grade of the document at a place; its pool changes with it."""

    written = ("{0}[{1} ↦ {2}]", r"{0}[{1} \mapsto {2}]")


class Extended(OfDocuments):
    """The list with a document appended that was not retrieved, by its place behind the list."""

    written = ("{0} + {1}", "{0} + {1}")


class Ideal(OfDocuments):
    """All documents of the pool, best first."""

    written = ("ideal({0})", r"\operatorname{{ideal}}({0})")


class Sorted(OfDocuments):
    """The retrieved documents, best first."""

    written = ("sorted({0})", r"\operatorname{{sorted}}({0})")


class TopList(Named, Listing):
    """A variable over top-k lists."""

    domain = TOPS
    written = ("{0}", "{0}")


class RankIn(Value):
    """The rank of an item in a top-k list; n + 1, behind every rank, where it is not in it."""

    is_integer = True
    is_positive = True
    written = ("rank of {1} in {0}", r"\operatorname{{rank}}_{{{0}}}({1})")


class TiedWith(Value):
    """The number of items in the tie group of an item of a top-k list; 1 where it ties with none.

    An item that is not in the list ties with none.
    """

    is_integer = True
    is_positive = True
    written = ("ties of {1} in {0}", r"\operatorname{{ties}}_{{{0}}}({1})")


class Length(Value):
    """The number of retrieved documents, or of items of a top-k list."""

    is_integer = True
    is_nonnegative = True
    written = ("|{0}|", r"|{0}|")


class SamePool(Boolean):
    """Two lists are of one pool: it has as many documents of each grade."""

    written = ("{0} and {1} are of one pool", r"{0} \sim {1}")


class SameTop(Boolean):
    """Two lists have the same grades down to a place, or end at the same place before it."""

    written = ("{0} and {1} agree in the first {2}", r"{0} =_{{{2}}} {1}")

    def __new__(cls, *parts: Any) -> SameTop:
        made: SameTop = Boolean.__new__(cls, *[sympify(part, strict=True) for part in parts])
        return made


r, s = PoolList("r"), PoolList("s")
x, y, z = TopList("x"), TopList("y"), TopList("z")
penalty, location = Symbol("penalty", nonnegative=True), Symbol("location", positive=True)
