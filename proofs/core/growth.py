"""A witness for every n: what a refutation that lasts, or an example that lasts, is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from metrics.language.term_printing import letter

FORWARDS, BACKWARDS, ENDS = "1, …, n", "n, …, 1", "n, 2, …, n − 1, 1"


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
        return any(value in (FORWARDS, BACKWARDS, ENDS) for value in self.values.values())

    def __str__(self) -> str:
        named = ", ".join(f"{letter(name)} = {_written(v)}" for name, v in self.values.items())
        return named if self.is_turned else f"{named} and every further place fixed"

    def shown(self) -> dict[str, Any]:
        """Return it as data, for certificates."""
        return {"from": self.least, "values": dict(self.values)}


def written_out(values: Mapping[str, Any], n: int) -> dict[str, Any]:
    """Return the values of a witness at one n that it has grown to.

    >>> written_out({"sigma": [2, 1], "tau": [1, 2], "i": 2}, 4)
    {'sigma': [2, 1, 3, 4], 'tau': [1, 2, 3, 4], 'i': 2}
    >>> written_out({"sigma": "n, …, 1"}, 3)
    {'sigma': [3, 2, 1]}
    """
    named = {
        FORWARDS: [*range(1, n + 1)],
        BACKWARDS: [*range(n, 0, -1)],
        ENDS: [n, *range(2, n), 1][: max(n, 1)],
    }

    def at(value: Any) -> Any:
        if isinstance(value, str):
            return named[value]
        return [*value, *range(len(value) + 1, n + 1)] if isinstance(value, list) else value

    return {name: at(value) for name, value in values.items()}


def _written(value: Any) -> str:
    """Return a ranking in one line, its name, or a place.

    >>> _written([2, 1, 3])
    '(2 1 3)'
    """
    if isinstance(value, int):
        return str(value)
    return f"({value if isinstance(value, str) else ' '.join(map(str, value))})"
