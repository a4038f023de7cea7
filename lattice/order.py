"""What an order of judged runs is: a formula for r ⊑ s, or operations whose closure is taken.

>>> from lattice.orders import rank_replacement
>>> rank_replacement.listed
'rank'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from axioms.language.formula import Same
from metrics.language.domains import RUNS, SET_RUNS, Domain
from metrics.language.runs import Grade, r, s
from metrics.naming import Catalogue

RANK, SET = "rank", "set"
Word = tuple[int, ...]


@dataclass(frozen=True)
class Operation:
    """A step from a run to a preferred one: its formula in r and s, perhaps a fast listing.

    The formula defines the step; `results` is tested against it, and need not be there.
    """

    name: str
    title: str
    step: Any
    results: Callable[[Word, int], Iterable[Word]] | None = field(default=None, compare=False)
    source: str = ""


@dataclass(frozen=True, repr=False)
class Order:
    """An order on the runs of N degrees a₀ < … < a_c, ranked or as sets.

    `below` is a formula in r and s; without it the order is the reflexive, transitive closure of
    its operations. `join` and `meet` are closed forms for one place, in r(k) and s(k).
    """

    name: str
    title: str
    listed: str
    source: str
    below: Any = None
    operations: tuple[Operation, ...] = ()
    join: Grade | Any = None
    meet: Grade | Any = None
    reading: str = ""
    aliases: tuple[str, ...] = ()
    origin: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if (self.below is None) == (not self.operations):
            raise ValueError(f"order {self.name!r}: give either a formula or operations.")
        if self.listed not in (RANK, SET):
            raise ValueError(f"order {self.name!r}: runs are listed by 'rank' or as a 'set'.")

    @property
    def domain(self) -> Domain:
        """The runs that it compares, ranked or as sets."""
        return RUNS if self.listed == RANK else SET_RUNS

    def definitions(self) -> dict[str, str]:
        """Return what the order is defined by, as text."""
        steps = "; ".join(str(operation.step) for operation in self.operations)
        return {self.name: steps if self.below is None else str(self.below)}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.title}>"

    def __str__(self) -> str:
        return self.name


UNORDERED = Order("", "runs that are not compared", RANK, "", below=Same(r, s))
"""What questions about runs use that speak of no order."""
ORDERS: Catalogue[Order] = Catalogue("order", ["lattice.orders"], Order)


def find_order(name: str) -> Order:
    """Return the order of that name, or that a formula after = is."""
    if name.lstrip().startswith("="):
        from lattice.order_table import order_of_text

        return order_of_text(name)
    return ORDERS.find(name)
