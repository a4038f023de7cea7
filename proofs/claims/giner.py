"""Claims of `giner`: one declaration for each checkable statement, in the order of the paper."""

from __future__ import annotations

from proofs.claims.claim import Claim

CLAIMS: tuple[Claim, ...] = ()
