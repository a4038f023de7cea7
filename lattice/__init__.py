"""How listings compare: orders of judged runs, posets and lattices. Imports `axioms`, `metrics`.

>>> from lattice import find_order
>>> find_order("rank_replacement").source
'giner, §6.2, Remark 2'
"""

from lattice.order import Operation, Order
from lattice.poset import Poset
from metrics.naming import Catalogue, find

PART_OF = "rankproof"
ORDERS: Catalogue[Order] = Catalogue(["lattice.orders"], Order)


def find_order(name: str) -> Order:
    """Return the order of that name, or say which names are close."""
    return find(name, ORDERS, "order")


__all__ = ["ORDERS", "Operation", "Order", "Poset", "find_order"]
