"""Computations about consistency and agreement (`group`, Defs. 1 and 2).

Every metric is reduced to levels: the exact order of its scores, as whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

from metrics import find_metric
from proofs.claims.claim import Computed
from proofs.claims.exactly import (
    Ranking,
    checked,
    grouped,
    identity,
    no_failure,
    rankings,
    score,
    title,
    word,
)
from proofs.claims.group.considered import ALL, CONFUSION, CORRELATION, ERROR, GAIN, RANKS

FAMILIES = (CONFUSION, ERROR, CORRELATION, GAIN, RANKS)
Levels = tuple[int | None, ...]


@cache
def levels(name: str, n: int, k: int, sigma: Ranking | None = None) -> Levels:
    """Return the order of m(σ, ·) over all rankings: equal scores share a number."""
    first = identity(n) if sigma is None else sigma
    scores = [score(name, first, tau, k) for tau in rankings(n)]
    distinct = grouped({value for value in scores if value is not None})
    level = {value: index for index, group in enumerate(distinct) for value in group}
    return tuple(None if value is None else level[value] for value in scores)


def turned(found: Levels) -> Levels:
    """Return the levels of −m."""
    return tuple(None if level is None else -level for level in found)


def _points(one: Levels, two: Levels) -> list[tuple[int, int]]:
    both = zip(one, two, strict=True)
    return sorted({(a, b) for a, b in both if a is not None and b is not None})


def non_consistent(one: Levels, two: Levels) -> bool:
    """Tell whether Def. 1, as printed, calls two metrics non-consistent (μ = σ fits line one)."""
    points = _points(one, two)
    return any(a <= c and b > d for a, b in points for c, d in points)


def contradict(one: Levels, two: Levels) -> bool:
    """Tell whether from some σ one comparison agrees and another disagrees, both strictly."""
    points = _points(one, two)
    return any(
        any(a < c and b < d for c, d in points) and any(a < c and b > d for c, d in points)
        for a, b in points
    )


@no_failure("so it is for all pairs", "n = {n}, k = 1, all pairs of metrics")
def still_non_consistent(n: int, strict: bool) -> Iterator[str]:
    """If m₁ and m₂ are non-consistent, so are m₁ and −m₂."""
    relation = contradict if strict else non_consistent
    for one, two in combinations(ALL, 2):
        first, second = levels(one, n, 1), levels(two, n, 1)
        if relation(first, second) != relation(first, turned(second)):
            plain = "" if relation(first, second) else "−"
            other = "−" if not plain else ""
            yield (
                f"{title(one)} and {plain}{title(two)} are non-consistent, "
                f"{title(one)} and {other}{title(two)} are consistent"
            )


def most_pairs_contradict(n: int, k: int) -> Computed:
    """More than half of the pairs of metrics are non-consistent, whichever way they are turned."""
    pairs = list(combinations(ALL, 2))
    count = 0
    for one, two in pairs:
        first, second = levels(one, n, k), levels(two, n, k)
        count += non_consistent(first, second) and non_consistent(first, turned(second))
    found = f"{count} of {len(pairs)} pairs"
    return Computed(2 * count > len(pairs), found, f"n = {n}, k = {k}")


# The agreement ratio -----------------------------------------------------------------------------


def _sign(one: int, two: int) -> int:
    return (one > two) - (one < two)


def ratio(
    one: str, two: str, n: int, k: int, sigma: Ranking | None = None, turn: bool = False
) -> Fraction | None:
    """Return the agreement ratio: pairs of distinct rankings compared the same way, ties alike."""
    first, second = levels(one, n, k, sigma), levels(two, n, k, sigma)
    if find_metric(one).higher_is_better != find_metric(two).higher_is_better:
        turn = not turn
    second = turned(second) if turn else second
    both = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    pairs = list(combinations(both, 2))
    if not pairs:
        return None
    alike = sum(_sign(a, c) == _sign(b, d) for (a, b), (c, d) in pairs)
    return Fraction(alike, len(pairs))


def one_when_consistent(diagonal: bool) -> Computed:
    """The ratio is 1 for a metric and itself; is the pair of a ranking with itself counted."""
    size = 2
    ordered = [(a, b) for a in range(size) for b in range(size) if diagonal or a != b]
    value = Fraction(len(ordered), size * (size - 1))
    return Computed(value == 1, f"on S₂ the sum divided by |T|(|T| − 1) is {value}", "n = 2")


@no_failure("it is", "n = {n}, k = 1, all pairs of metrics")
def does_not_depend_on_sigma(n: int) -> Iterator[str]:
    """The agreement ratio is the same for every σ."""
    for one, two in combinations(ALL, 2):
        found = {sigma: ratio(one, two, n, 1, sigma) for sigma in rankings(n)}
        at_identity = found[identity(n)]
        for sigma, value in found.items():
            if value != at_identity:
                yield (
                    f"{title(one)} and {title(two)}: {at_identity} at {word(identity(n))}, "
                    f"{value} at {word(sigma)}"
                )


def ratio_is_symmetric(n: int, k: int) -> Computed:
    """The agreement ratio of m₁, m₂ is that of m₂, m₁."""
    failures = (
        f"{title(one)} and {title(two)}"
        for one, two in combinations(ALL, 2)
        if ratio(one, two, n, k) != ratio(two, one, n, k)
    )
    return checked(failures, "so it is for all pairs", f"n = {n}, k = {k}, all pairs of metrics")


def reversed_by_minus(n: int, without_ties: bool) -> Computed:
    """The agreement ratio of m₁ and −m₂ is one minus that of m₁ and m₂."""

    def failures() -> Iterator[str]:
        for one, two in combinations(ALL, 2):
            tied = any(len(set(levels(m, n, 1))) < len(levels(m, n, 1)) for m in (one, two))
            if without_ties and tied:
                continue
            value, minus = ratio(one, two, n, 1), ratio(one, two, n, 1, turn=True)
            if value is not None and minus != 1 - value:
                yield f"{title(one)} and {title(two)}: {value}, and {minus} after turning one"

    which = "all pairs of metrics without ties" if without_ties else "all pairs of metrics"
    return checked(failures(), "so it is", f"n = {n}, k = 1, {which}")


# Estimates at n = 100 ----------------------------------------------------------------------------


@cache
def sampled_ratios(n: int, k: int, pairs: int) -> dict[tuple[str, str], float]:
    """Return estimated agreement ratios on random pairs of rankings, with a fixed seed."""
    import numpy as np

    from metrics.language.parameters import SYMBOLS
    from metrics.language.terms import n as n_symbol
    from metrics.language.terms import read
    from proofs.engines.sampling.estimates import SEED, Sampled

    places = np.arange(1, n + 1)
    random = np.random.default_rng(SEED)
    drawn = random.permuted(np.broadcast_to(places, (2 * pairs, n)), axis=1).T
    start = np.broadcast_to(places[:, None], drawn.shape)
    signs = {}
    for name in ALL:
        metric = find_metric(name)
        numbers = {n_symbol: float(n), **{SYMBOLS[p]: float(k) for p in metric.parameters}}
        inputs = dict(zip(metric.inputs, [start, drawn][2 - len(metric.inputs) :], strict=True))
        with np.errstate(all="ignore"):
            values = Sampled(n, inputs, 2 * pairs).read(read(metric.value, "items"), numbers)
        gap = values[:pairs] - values[pairs:]
        signs[name] = np.sign(gap if metric.higher_is_better else -gap)
    return {
        (one, two): float(np.mean(signs[one] == signs[two])) for one, two in combinations(ALL, 2)
    }


def evenly_distributed(n: int, k: int, pairs: int) -> Computed:
    """Count the pairs of metrics that agree on at least 3/4, and on at most 1/4, of all cases."""
    found = list(sampled_ratios(n, k, pairs).values())
    high, low = sum(value >= 0.75 for value in found), sum(value <= 0.25 for value in found)
    text = f"about {high} of {len(found)} pairs agree on at least 3/4, {low} on at most 1/4"
    return Computed(None, text, f"n = {n}, k = {k}, estimated from {pairs} pairs")


def higher_within_families(n: int, k: int, pairs: int) -> Computed:
    """Metrics of one family agree more often than metrics of two families, on average."""
    found = sampled_ratios(n, k, pairs)
    within = [v for p, v in found.items() if any(set(p) <= set(f) for f in FAMILIES)]
    across = [v for p, v in found.items() if not any(set(p) <= set(f) for f in FAMILIES)]
    inner, outer = (sum(values) / len(values) for values in (within, across))
    text = f"about {inner:.1f} within a family, {outer:.1f} across"
    return Computed(inner > outer, text, f"n = {n}, k = {k}, estimated from {pairs} pairs")
