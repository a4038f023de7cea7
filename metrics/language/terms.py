"""The words in which metrics are written.

A *listing* is a ranking-valued term: a variable such as σ, or one built from
others (an inverse, a composition, a swap). ``sigma(i)`` is the entry of σ at
place i, an ordinary SymPy expression. Two words depend on how a permutation is
read, and are resolved once by :func:`read`: ``rank_of(sigma, x)`` and
``item_at(sigma, i)``.

>>> from sympy import Sum
>>> swaps = Sum(abs(sigma(i) - tau(i)), (i, 1, n))
>>> sorted(v.name for v in swaps.atoms(Ranking))
['sigma', 'tau']
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Self

from sympy import And, Basic, Expr, Integer, Mul, Not, Or, Symbol, Tuple, sympify
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean, to_nnf

from metrics.language.domains import PLACES, RANKINGS

ITEMS = "items"
RANKS = "ranks"
CONVENTIONS = {
    ITEMS: "σ(i) is the item at rank i; the top k are σ(1), …, σ(k)",
    RANKS: "σ(i) is the rank of item i; the top k are the i with σ(i) ≤ k",
}


class Named(Basic):
    """A variable that is known by its name; two of one kind with the same name are the same."""

    def __new__(cls, name: str | Str, *more: Basic) -> Self:
        return Basic.__new__(cls, name if isinstance(name, Str) else Str(name), *more)

    @property
    def name(self) -> str:
        """The name in plain letters, as in JSON witnesses."""
        return str(self.args[0].name)


class Listing(Basic):
    """A term that stands for a ranking of 1, …, n.

    Here as in all our words, `written` says how a node is written as text and in LaTeX.
    """

    def __new__(cls, *parts: Any) -> Self:
        return Basic.__new__(cls, *[sympify(part, strict=True) for part in parts])

    def __call__(self, place: Any) -> At:
        """Return the entry at `place`."""
        return At(self, place)

    def _sympystr(self, printer: Any) -> str:
        """Keep SymPy's own printer from taking our Inverse for its own."""
        return f"{type(self).__name__}({', '.join(map(str, self.args))})"


class Ranking(Named, Listing):
    """A ranking variable."""

    domain = RANKINGS


class Identity(Listing):
    """The ranking 1, 2, …, n."""

    written = ("id", r"\mathrm{{id}}")


class FullCycle(Listing):
    """The cycle (1 2 … n): each place i goes to i + 1, the last to 1."""

    written = ("(1 2 … n)", r"(1\,2\,\dots\,n)")


class Swap(Listing):
    """The transposition (i j)."""

    written = ("({0} {1})", r"({0}\,{1})")


class Inverse(Listing):
    """The inverse of a listing."""

    written = ("{0}⁻¹", "{0}^{{-1}}")


class Compose(Listing):
    """σ∘ν, with (σ∘ν)(i) = σ(ν(i))."""

    written = ("{0}∘{1}", r"{0} \circ {1}")


class Reversed(Listing):
    """The same ranking read from its end; what that is depends on the convention."""

    written = ("reversed {0}", r"\overleftarrow{{{0}}}")


class Renamed(Listing):
    """The ranking in which the item ν(x) is called x: σ∘ν of ranks, ν⁻¹∘σ of items."""


class Backwards(Listing):
    """The ranking n, n − 1, …, 1."""

    written = ("(n … 2 1)", r"(n\,\dots\,2\,1)")


class Value(Expr):
    """A real number, by what it is made of."""

    is_commutative = True
    is_extended_real = True

    def __new__(cls, *parts: Any) -> Any:
        return Expr.__new__(cls, *[sympify(part, strict=True) for part in parts])


class _Entry(Value):
    """A place or item, by a listing and an item or place."""

    is_integer = True
    is_positive = True


class At(_Entry):
    """The entry of a listing at a place: an integer from 1 to n."""

    written = ("{0}({1})", "{0}({1})")


class RankOf(_Entry):
    """The rank that a listing gives to an item; the convention says which entry that is."""

    written = ("rank of {1} in {0}", r"\operatorname{{rank}}_{{{0}}}({1})")


class ItemAt(_Entry):
    """The item that a listing puts at a rank; the convention says which entry that is."""

    written = ("item at {1} of {0}", r"\operatorname{{item}}_{{{0}}}({1})")


rank_of = RankOf
item_at = ItemAt


class Indicator(Expr):
    """1 where a condition is true, else 0 (Iverson bracket)."""

    is_commutative = True
    is_integer = True
    is_nonnegative = True
    written = ("[{0}]", r"\left[{0}\right]")

    def __new__(cls, condition: Boolean) -> Expr:
        condition = sympify(condition, strict=True)
        if condition in (True, False):
            return Integer(1 if condition else 0)
        return Expr.__new__(cls, condition)


def spelled(condition: Boolean) -> Expr:
    """Return 1 where a condition is true, else 0, by indicators of single comparisons alone.

    >>> spelled(And(sigma(1) <= 3, Or(tau(1) <= 3, tau(2) <= 3))).atoms(And, Or)
    set()
    """
    if isinstance(condition, And):
        return Mul(*[spelled(argument) for argument in condition.args])
    if isinstance(condition, Or):
        return 1 - Mul(*[1 - spelled(argument) for argument in condition.args])
    if isinstance(condition, Not):
        return 1 - spelled(condition.args[0])
    plain = to_nnf(condition, simplify=False)
    return Indicator(condition) if plain == condition else spelled(plain)


class Ratio(Value):
    """A quotient that SymPy must not cancel: it is undefined where its denominator is 0."""


class Largest(Expr):
    """The largest value of a term as an index runs from 1 to n."""

    is_commutative = True
    is_real = True

    def __new__(cls, term: Any, limits: Any) -> Largest:
        return Expr.__new__(cls, sympify(term, strict=True), Tuple(*limits))

    @property
    def function(self) -> Any:
        """The term."""
        return self.args[0]

    @property
    def limits(self) -> tuple[Any, ...]:
        """The index with its bounds, as a sum has them."""
        return self.args[1:]


class Place(Symbol):
    """A variable over the places 1, …, n."""

    domain = PLACES

    def __new__(cls, name: str) -> Place:
        return Symbol.__new__(cls, name, integer=True, positive=True)


@lru_cache(maxsize=1024)
def read(expression: Basic, convention: str) -> Basic:
    """Resolve the words that depend on the convention.

    >>> read(rank_of(sigma, 2), RANKS) == sigma(2)
    True
    >>> read(rank_of(sigma, 2), ITEMS) == Inverse(sigma)(2)
    True
    >>> read(Renamed(sigma, nu), RANKS) == Compose(sigma, nu)
    True
    """
    direct, through_inverse = (ItemAt, RankOf) if convention == ITEMS else (RankOf, ItemAt)

    def reversal(inner: Listing) -> Listing:
        return Compose(inner, Backwards()) if convention == ITEMS else Compose(Backwards(), inner)

    def renaming(ranking: Listing, names: Listing) -> Listing:
        if convention == ITEMS:
            return Compose(Inverse(names), ranking)
        return Compose(ranking, names)

    return (
        expression.replace(direct, At)
        .replace(through_inverse, lambda listing, place: At(Inverse(listing), place))
        .replace(Reversed, reversal)
        .replace(Renamed, renaming)
    )


sigma, tau, nu, mu, rho = (Ranking(name) for name in ("sigma", "tau", "nu", "mu", "rho"))
i, x_item = Place("i"), Place("x")
n, k, j = (Symbol(name, integer=True, positive=True) for name in "nkj")
p = Symbol("p", positive=True)
