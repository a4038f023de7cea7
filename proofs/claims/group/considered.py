"""The metrics of `group`, Table 1, in the order of Table 2, and by family: groups of its file."""

from __future__ import annotations

from proofs.claims.catalogue import groups_of

_GROUPS = groups_of("group")
CONFUSION, ERROR, CORRELATION = (_GROUPS[name] for name in ("confusion", "error", "correlation"))
GAIN, RANKS, ALL = (_GROUPS[name] for name in ("gain", "ranks", "all"))
