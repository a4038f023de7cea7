"""The value of a weighted metric at two rankings, for numbers or symbols as weights.

>>> value("kendall_pos", (3, 2, 1), (1, 2, 3), delta=[1, 2])
21/4
>>> value("footrule_sim", ["b", "a"], ["a", "b"], similarity={("a", "b"): 3})
6
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from metrics.language.given import exact
from metrics.language.terms import ITEMS, n, read
from metrics.language.weight_symbols import FIXED_POINTS
from metrics.language.written import written
from metrics.metric import Metric
from metrics.naming import BadInput, find


def value(
    metric: str | Metric,
    first: Sequence[Any],
    second: Sequence[Any] | None = None,
    *,
    w: Any = None,
    delta: Any = None,
    similarity: Any = None,
    fixed: str = "one",
    convention: str = ITEMS,
) -> Any:
    """Return d(first, second), or d(first, id); rankings are numbers 1, …, n or item names.

    w is a sequence, or a mapping from items; delta the sequence δ_2, …, δ_n; similarity a matrix,
    or a mapping from pairs of items.
    """
    if isinstance(metric, str):
        from metrics import find_metric

        metric = find_metric(metric)
    find(fixed, FIXED_POINTS, "reading of fixed points")
    items, rankings = _numbered(first, second, convention)
    known = {n: len(items), "fixed": fixed, **_tables(items, w, delta, similarity)}
    for kind in metric.tables:
        if kind not in known:
            raise BadInput(f"this metric needs {kind}: give {kind}=….")
    known.update(zip(metric.inputs, rankings, strict=True))
    return sp.expand(written(read(metric.value, convention), known))


def _numbered(
    first: Sequence[Any], second: Sequence[Any] | None, convention: str
) -> tuple[list[Any], list[tuple[int, ...]]]:
    """Return the items in their order, and the rankings in their numbers."""
    numbers = set(range(1, len(first) + 1))
    if set(first) == numbers:
        items: list[Any] = sorted(first)
    elif second is None:
        raise BadInput("one ranking alone is compared with 1, …, n: give numbers, or two rankings.")
    elif convention != ITEMS:
        raise BadInput("lists of item names are read as items: leave the convention out.")
    else:
        items = list(second)
    given = [list(first), items if second is None else list(second)]
    for ranking in given:
        if (
            len(ranking) != len(items)
            or set(ranking) != set(items)
            or len(set(items)) != len(items)
        ):
            raise BadInput(f"{ranking} is no ranking of {items}: each item must occur once.")
    return items, [tuple(items.index(item) + 1 for item in ranking) for ranking in given]


def _tables(items: list[Any], w: Any, delta: Any, similarity: Any) -> dict[str, Any]:
    """Return the weights that were given, by item and place numbers."""
    size = len(items)
    if isinstance(w, Mapping):
        w = [_entry("w", w, item) for item in items]
    if isinstance(similarity, Mapping):
        pairs = {frozenset(pair): value for pair, value in similarity.items()}
        similarity = [
            [0 if a == b else _entry("similarity", pairs, frozenset((a, b))) for b in items]
            for a in items
        ]
    if w is not None and len(w) != size:
        raise BadInput(f"w has {len(w)} entries, and there are {size} items.")
    if delta is not None and len(delta) != size - 1:
        raise BadInput(f"delta has {len(delta)} entries: it needs δ_2, …, δ_{size}, so {size - 1}.")
    if similarity is not None and any(len(row) != size for row in (similarity, *similarity)):
        raise BadInput(f"similarity needs {size} rows of {size} entries.")
    given = {"w": w, "delta": delta, "similarity": similarity}
    return {name: _exact(name, table) for name, table in given.items() if table is not None}


def _entry(name: str, given: Mapping[Any, Any], key: Any) -> Any:
    if key not in given:
        shown = " and ".join(map(str, key)) if isinstance(key, frozenset) else repr(key)
        raise BadInput(f"{name} has no entry for {shown}.")
    return given[key]


def _exact(name: str, given: Any) -> Any:
    """Return numbers or symbols as SymPy has them; a float is refused."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        return [_exact(name, entry) for entry in given]
    return exact(name, given)
