"""The ledger: every checkable statement of five papers, judged. One folder a paper.

>>> from proofs.claims import papers
>>> papers()
['group', 'kumar', 'giner', 'toma', 'area']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankproof.line.lazy import exported

if TYPE_CHECKING:
    from proofs.claims.__main__ import main
    from proofs.claims.catalogue import PAPERS, claims_of, find_claims, papers

__getattr__ = exported(
    __name__,
    {
        "PAPERS": "proofs.claims.catalogue",
        "claims_of": "proofs.claims.catalogue",
        "find_claims": "proofs.claims.catalogue",
        "main": "proofs.claims.__main__",
        "papers": "proofs.claims.catalogue",
    },
)

__all__ = ["PAPERS", "claims_of", "find_claims", "main", "papers"]
