"""A witness for every n: what a refutation that lasts, or an example that lasts, is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from metrics.language.term_printing import letter

FORWARDS, BACKWARDS, ENDS = "1, …, n", "n, …, 1", "n, 2, …, n − 1, 1"
IN_ORDER, TURNED = "in order", "turned"
LARGEST_GROWN = 40  # the n from which on a witness may grow, at most


@dataclass(frozen=True)
class Growth:
    """Values for every n ≥ least: entries of the first places, all further ones being fixed.

    Or each ranking is named, 1, …, n or n, …, 1; or it has its first and its last places, with all
    items between in their order, or turned. There −1 is the last place or item, −2 the one before.
    """

    least: int
    values: Mapping[str, Any]

    @property
    def is_turned(self) -> bool:
        """Tell whether each ranking is 1, …, n or n, …, 1."""
        return any(value in (FORWARDS, BACKWARDS, ENDS) for value in self.values.values())

    @property
    def ends(self) -> int:
        """How many places at each end are given; 0 where rankings are given in another way."""
        given = [len(value["first"]) for value in self.values.values() if isinstance(value, dict)]
        places = [value for value in self.values.values() if isinstance(value, int)]
        ended = given or min(places, default=0) < 0
        return max([*given, *map(abs, places)]) if ended else 0

    def __str__(self) -> str:
        named = ", ".join(f"{letter(name)} = {_written(v)}" for name, v in self.values.items())
        whole = self.is_turned or self.ends
        return named if whole else f"{named} and every further place fixed"

    def shown(self) -> dict[str, Any]:
        """Return it as data, for certificates."""
        return {"from": self.least, "values": dict(self.values)}


def written_out(values: Mapping[str, Any], n: int) -> dict[str, Any]:
    """Return the values of a witness at one n that it has grown to.

    >>> written_out({"sigma": [2, 1], "tau": [1, 2], "i": 2}, 4)
    {'sigma': [2, 1, 3, 4], 'tau': [1, 2, 3, 4], 'i': 2}
    >>> written_out({"sigma": "n, …, 1"}, 3)
    {'sigma': [3, 2, 1]}
    >>> written_out({"tau": {"first": [-1], "last": [1], "between": IN_ORDER}, "i": -2}, 4)
    {'tau': [4, 2, 3, 1], 'i': 3}
    """
    named = {
        FORWARDS: [*range(1, n + 1)],
        BACKWARDS: [*range(n, 0, -1)],
        ENDS: [n, *range(2, n), 1][: max(n, 1)],
    }

    def at(value: Any) -> Any:
        if isinstance(value, str):
            return named[value]
        if isinstance(value, int):
            return value if value > 0 else n + 1 + value
        if isinstance(value, dict):
            first, last = ([*map(at, value[end])] for end in ("first", "last"))
            between = [*range(len(first) + 1, n - len(last) + 1)]
            return [*first, *(between[::-1] if value["between"] == TURNED else between), *last]
        return [*value, *range(len(value) + 1, n + 1)]

    return {name: at(value) for name, value in values.items()}


def _written(value: Any) -> str:
    """Return a ranking in one line, its name, or a place.

    >>> _written([2, 1, 3])
    '(2 1 3)'
    >>> _written({"first": [-1, 2], "last": [-2, 1], "between": TURNED})
    '(n 2 n−2 … 3 n−1 1)'
    """
    if isinstance(value, int):
        return str(value) if value > 0 else f"n−{-1 - value}" if value < -1 else "n"
    if isinstance(value, dict):
        first, last = (" ".join(map(_written, value[end])) for end in ("first", "last"))
        after = len(value["first"]) + 1
        between = [str(after), _written(-after)]
        if value["between"] == TURNED:
            between.reverse()
        return f"({first} {' … '.join(between)} {last})"
    return f"({value if isinstance(value, str) else ' '.join(map(str, value))})"
