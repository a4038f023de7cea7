"""What people import. The mathematics is in `metrics`, `axioms`, `lattice` and `proofs`.

>>> import rankproof
>>> rankproof.ask("ioi", "dcg", n=6).status
'holds'
>>> rankproof.value("kendall", ranking=[2, 1, 3], reference=[1, 2, 3]).exact
1/3

`rankproof.line` is what every command line shares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankproof.line.lazy import exported
from rankproof.line.version import VERSION

if TYPE_CHECKING:
    from axioms.axiom import Axiom
    from lattice.order import Order
    from metrics.metric import Metric
    from proofs import ask
    from proofs import value_of as value
    from proofs.core.verdict import Verdict

PART_OF = "rankproof"
__version__ = VERSION

__getattr__ = exported(
    __name__,
    {
        "ask": "proofs",
        "value": "proofs:value_of",
        "Axiom": "axioms.axiom",
        "Metric": "metrics.metric",
        "Order": "lattice.order",
        "Verdict": "proofs.core.verdict",
    },
)

__all__ = ["VERSION", "Axiom", "Metric", "Order", "Verdict", "ask", "value"]
