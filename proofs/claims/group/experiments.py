"""The experiments behind Table 2 and Figure 1 of `group`, with random rankings and floating point.

They are estimates, with a fixed seed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import sympy as sp

from metrics import find_metric
from metrics.language.parameters import SYMBOLS
from metrics.language.terms import j, k, n, read
from metrics.overlap import TP
from proofs.claims.catalogue import groups_of
from proofs.claims.claim import Computed
from proofs.claims.exactly import title
from proofs.engines.sampling.estimates import SEED, Sampled

SHARE = Fraction(975, 1000)
GROUPS = groups_of("group")
CONFUSION, ALL = GROUPS["confusion"], GROUPS["all"]
FAMILIES = [GROUPS[name] for name in ("confusion", "error", "correlation", "gain", "ranks")]

# The stability experiment ------------------------------------------------------------------------


@cache
def _overlaps(size: int, trials: int) -> Any:
    """Return |R ∩ S| for random pairs of rankings (rows) and every cut-off (columns)."""
    random = np.random.default_rng(SEED)
    base = np.broadcast_to(np.arange(size), (trials, size))
    later = np.maximum(random.permuted(base, axis=1), random.permuted(base, axis=1))
    counts = np.zeros((trials, size))
    np.add.at(counts, (np.arange(trials)[:, None], later), 1)
    return counts.cumsum(axis=1)


def _scores(name: str, size: int, trials: int) -> Any:
    """Return the score of random pairs at every cut-off that the metric takes."""
    cuts = np.arange(1, size + 1)
    if name in CONFUSION:
        t = sp.Symbol("t")
        value = find_metric(name).value.xreplace({TP: t}).subs(n, size).subs(j, k)
        function = sp.lambdify([t, k], value, modules=[{"Ratio": np.divide}, "numpy"])
        with np.errstate(all="ignore"):
            return function(_overlaps(size, trials)[:, :-1], cuts[:-1])
    random = np.random.default_rng(SEED)
    entries = random.permuted(np.broadcast_to(cuts, (trials, size)), axis=1).astype(float)
    if name == "gmr":
        return np.exp(np.log(entries).cumsum(axis=1) / cuts)
    return (1 / entries if name == "mrr" else entries).cumsum(axis=1) / cuts


def stable(name: str, printed: bool) -> Computed:
    """In 97.5 % of the cases the score changes by less than 1/k from k to k + 1."""
    size, trials = 1000, 1000
    with np.errstate(all="ignore"):
        changes = np.abs(np.diff(_scores(name, size, trials), axis=1))
    changes[~np.isfinite(changes)] = np.nan
    bounds = 1 / np.arange(1, changes.shape[1] + 1)
    with np.errstate(all="ignore"):
        share = float((np.nanmean(changes, axis=0) < bounds).mean())
    found = share >= float(SHARE)
    text = f"{title(name)} (about {100 * share:.0f} %)"
    return Computed(found == printed, text, f"n = {size}, estimated from {trials} pairs")


# Agreement at n = 100 ----------------------------------------------------------------------------


@cache
def sampled_ratios(size: int, cut: int, pairs: int) -> dict[tuple[str, str], float]:
    """Return estimated agreement ratios on random pairs of rankings, with a fixed seed."""
    places = np.arange(1, size + 1)
    random = np.random.default_rng(SEED)
    drawn = random.permuted(np.broadcast_to(places, (2 * pairs, size)), axis=1).T
    start = np.broadcast_to(places[:, None], drawn.shape)
    signs = {}
    for name in ALL:
        metric = find_metric(name)
        numbers = {n: float(size), **{SYMBOLS[p]: float(cut) for p in metric.parameters}}
        inputs = dict(zip(metric.inputs, [start, drawn][2 - len(metric.inputs) :], strict=True))
        with np.errstate(all="ignore"):
            values = Sampled(size, inputs, 2 * pairs).read(read(metric.value, "items"), numbers)
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
