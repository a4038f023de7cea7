"""Who answers: engines that read questions, and the commands. Imports all of ours.

>>> import proofs
>>> proofs.ask("ioi", "dcg", n=6).status
'holds'
>>> verdict = proofs.ask("ioi", "mape", n=range(2, 7))
>>> verdict.status, verdict.scope.first_failing
('refuted', 4)
>>> proofs.value_of("kendall", ranking=[2, 1, 3], reference=[1, 2, 3]).exact
1/3

`ask` is `rankproof.ask`, and `value_of` is `rankproof.value`: `proofs.value` is the command.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if "rankproof" not in sys.modules:  # a folder of that name, as a clone has it, is not to hide ours
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    try:
        import rankproof as _rankproof  # noqa: F401
    finally:
        del sys.path[0]

from rankproof.line.lazy import exported
from rankproof.line.version import VERSION

if TYPE_CHECKING:
    from rankproof.calls import ask
    from rankproof.calls import value as value_of

PART_OF = "rankproof"

__getattr__ = exported(__name__, {"ask": "rankproof.calls", "value_of": "rankproof.calls:value"})

__all__ = ["VERSION", "ask", "value_of"]
