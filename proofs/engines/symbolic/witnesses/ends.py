"""Proposals of witnesses with two ends: a counterexample at one n, pulled apart in the middle.

The first half of each ranking stays at the front and the last half at the back; further items
come between, in order or turned. What is proposed here needs no trust.

>>> [str(growth) for growth in pulled_apart({"sigma": [2, 1]}, 2)]
['σ = (n 2 … n−1 1)', 'σ = (n n−1 … 2 1)']
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from proofs.core.every_n.growth import IN_ORDER, TURNED, Growth

MOST_RANKINGS = 4


def pulled_apart(witness: Mapping[str, Any], n: int) -> Iterator[Growth]:
    """Propose what a witness at one n may be at every larger n."""
    a = n // 2
    rankings = {name: value for name, value in witness.items() if not isinstance(value, int)}
    places = {name: _end(value, n) for name, value in witness.items() if isinstance(value, int)}
    fixed = all(len(value) == 2 * a or value[a] == a + 1 for value in rankings.values())
    if not a or not fixed or len(rankings) > MOST_RANKINGS or not all(places.values()):
        return
    for between in itertools.product((IN_ORDER, TURNED), repeat=len(rankings)):
        ended = zip(rankings.items(), between, strict=True)
        values = {name: _pulled(value, way, n) for (name, value), way in ended}
        yield Growth(n, {name: values.get(name, places.get(name)) for name in witness})


def _pulled(ranking: Any, between: str, n: int) -> dict[str, Any]:
    a, ends = n // 2, [_end(item, n) for item in ranking]
    return {"first": ends[:a], "last": ends[n - a :], "between": between}


def _end(item: int, n: int) -> int:
    """Return an item or place counted from the nearer end, or 0 for the one in the middle."""
    a = n // 2
    return item if item <= a else 0 if item <= n - a else item - n - 1
