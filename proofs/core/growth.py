"""A witness for every n: what a refutation that lasts, or an example that lasts, is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

FORWARDS, BACKWARDS = "1, …, n", "n, …, 1"


@dataclass(frozen=True)
class Growth:
    """Values for every n ≥ least: entries of the first places, all further ones being fixed.

    Or each ranking is named: 1, …, n or n, …, 1.
    """

    least: int
    values: Mapping[str, Any]

    @property
    def is_turned(self) -> bool:
        """Tell whether each ranking is 1, …, n or n, …, 1."""
        return any(value in (FORWARDS, BACKWARDS) for value in self.values.values())

    def shown(self) -> dict[str, Any]:
        """Return it as data, for certificates."""
        return {"from": self.least, "values": dict(self.values)}
