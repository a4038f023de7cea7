"""How metrics order rankings, exactly: the place of each value, and comparisons of pairs.

Values are exact coordinates, and neighbours in the order are certified to differ
(`proofs.engines.exhaustive.scores.ranks`). What cannot be certified raises
:class:`~proofs.exact.whole.Undecidable`.

>>> from metrics import find_metric
>>> placed(find_metric("mae"), 3, {}, "items").tolist()
[0, 1, 1, 2, 2, 2]
"""

from __future__ import annotations

from typing import Any

import numpy as np

from metrics.metric import Metric
from proofs.engines.exhaustive.scores import Scorer, Scores, all_rankings
from proofs.exact.numbers import Exact, ranks, stack

UNDEFINED = -1
INCOMPARABLE = 2
FEW = 300


def score_all_pairs(metric: Metric, n: int, given: dict[str, Any], convention: str) -> Scores:
    """Return the scores m(σ, τ) of all pairs; the axes run over σ and τ."""
    columns = all_rankings(n)
    first, second = columns[:, :, None], columns[:, None, :]
    return _scorer(metric, n, given, convention)(*_inputs(metric, first, second))


def _scorer(metric: Metric, n: int, given: dict[str, Any], convention: str) -> Scorer:
    return Scorer(metric, n, metric.bound(n, given), convention)


def _inputs(metric: Metric, first: Any, second: Any) -> tuple[Any, ...]:
    return (first, second)[2 - len(metric.inputs) :]


def places_of(scores: Scores, shape: tuple[int, ...]) -> tuple[Any, Exact]:
    """Return the place of each score in increasing order (−1: undefined), and the values.

    The values are those of the places 0, 1, 2, ….
    """
    ids, table = scores.numbered()
    ids = np.broadcast_to(ids, shape)
    undefined = ids == UNDEFINED
    used, back = np.unique(np.where(undefined, UNDEFINED, ids), return_inverse=True)
    kept = used[used != UNDEFINED]
    if not len(kept):
        return np.full(shape, UNDEFINED), Exact({})
    values = stack([table.scalar(int(place)) for place in kept])
    order = np.asarray(ranks(values, len(kept)), dtype=np.int64)
    lookup = np.concatenate([[UNDEFINED] * (len(used) - len(kept)), order]).astype(np.int64)
    return lookup[back].reshape(shape), values.take(np.argsort(order))


def placed(
    metric: Metric,
    n: int,
    given: dict[str, Any],
    convention: str,
    sigma: tuple[int, ...] | None = None,
) -> Any:
    """Return the place of m(σ, τ) among its values, for all rankings τ in lexicographic order.

    σ is the identity if none is given.
    """
    columns = all_rankings(n)
    first = columns[:, :1] if sigma is None else np.array(sigma, dtype=columns.dtype)[:, None]
    inputs = _inputs(metric, first, columns)
    return places_of(_scorer(metric, n, given, convention)(*inputs), columns.shape[1:])[0]


def judged(metric: Metric, n: int, given: dict[str, Any], convention: str) -> Any:
    """Return the places of all rankings, turned so that higher is better."""
    places = placed(metric, n, given, convention)
    if metric.higher_is_better:
        return places
    return np.where(places == UNDEFINED, UNDEFINED, places.max() - places)


def signs_of(one: Any, two: Any) -> Any:
    """Return the signs of differences of places; 2 where one is undefined."""
    missing = (one == UNDEFINED) | (two == UNDEFINED)
    return np.where(missing, INCOMPARABLE, np.sign(one - two)).astype(np.int8)


def drawn(n: int, pairs: int, seed: int) -> tuple[Any, Any]:
    """Draw independent pairs of distinct random rankings; the first axis runs over places."""
    generator = np.random.default_rng(seed)
    rows = np.broadcast_to(np.arange(1, n + 1, dtype=np.int16), (pairs, n))
    one, two = (generator.permuted(rows, axis=1).T for _ in range(2))
    same = (one == two).all(axis=0)
    while same.any():
        two[:, same] = generator.permuted(rows[: int(same.sum())], axis=1).T
        same = (one == two).all(axis=0)
    return np.ascontiguousarray(one), np.ascontiguousarray(two)


def compared(metric: Metric, given: dict[str, Any], convention: str, one: Any, two: Any) -> Any:
    """Return the certified signs of m(id, μ) − m(id, ν); 2 where one is undefined."""
    n, count = one.shape
    scorer = _scorer(metric, n, given, convention)
    identity = np.arange(1, n + 1, dtype=one.dtype)[:, None]
    inputs = _inputs(metric, identity, np.concatenate([one, two], axis=1))
    scores = scorer(*inputs)
    if scores.exact is not None:
        first, second = np.arange(count), np.arange(count, 2 * count)
        gap = scores.exact.take(first) - scores.exact.take(second)
        signs = np.where(gap.undefined, INCOMPARABLE, gap.signs()).astype(np.int8)
        return np.broadcast_to(signs, (count,))
    assert scores.book is not None
    ids = np.broadcast_to(scores.coded, (2 * count,))
    return _by_book(scores.book.values, ids[:count], ids[count:])


def _by_book(values: list[Exact], first: Any, second: Any) -> Any:
    if len(values) <= FEW:
        order = np.append(np.asarray(ranks(stack(values), len(values)), dtype=np.int64), UNDEFINED)
        return signs_of(order[first], order[second])
    signs = np.full(len(first), INCOMPARABLE, dtype=np.int8)
    for place in np.flatnonzero((first != UNDEFINED) & (second != UNDEFINED)):
        a, b = int(first[place]), int(second[place])
        signs[place] = 0 if a == b else int((values[a] - values[b]).signs())
    return signs
