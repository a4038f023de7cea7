"""How listings compare: orders of judged runs, posets and lattices. Imports `axioms`, `metrics`.

>>> from lattice import find_order
>>> find_order("rank_replacement").source
'giner, §6.2, Remark 2'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankproof.line.lazy import exported

if TYPE_CHECKING:
    from lattice.order import ORDERS, Operation, Order, find_order
    from lattice.poset import Poset

PART_OF = "rankproof"

__getattr__ = exported(
    __name__,
    {
        "ORDERS": "lattice.order",
        "Operation": "lattice.order",
        "Order": "lattice.order",
        "Poset": "lattice.poset",
        "find_order": "lattice.order",
    },
)

__all__ = ["ORDERS", "Operation", "Order", "Poset", "find_order"]
