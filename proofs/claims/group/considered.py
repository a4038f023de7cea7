"""The metrics of `group`, Table 1, in the order of Table 2, and by family: groups of its file.

What several computations ask of each of them is here as well.
"""

from __future__ import annotations

from typing import Any

from metrics import find_metric
from proofs.claims.catalogue import groups_of

_GROUPS = groups_of("group")
CONFUSION, ERROR, CORRELATION = (_GROUPS[name] for name in ("confusion", "error", "correlation"))
GAIN, RANKS, ALL = (_GROUPS[name] for name in ("gain", "ranks", "all"))


def status(axiom: str, name: str, n: Any, k: int | None = None, **given: Any) -> str:
    """Return the verdict on one metric, at a cut-off if it has one."""
    import proofs

    cut = {"k": k} if k is not None and find_metric(name).depends_on_k() else {}
    verdict: Any = proofs.ask(axiom, name, n=n, **cut, **given)
    return str(verdict.status)
