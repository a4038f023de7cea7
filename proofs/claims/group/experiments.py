"""Computations behind Table 2 of `group`: columns that must agree, and the stability experiment.

The experiment is repeated with random rankings and floating point: an estimate, with a fixed seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import sympy as sp

from metrics import find_metric
from metrics.language.terms import j, k, n
from metrics.overlap import TP
from proofs.claims.answer import rounding
from proofs.claims.claim import Computed
from proofs.claims.exactly import compare, no_failure, rankings, score, title
from proofs.claims.group.considered import CONFUSION
from proofs.engines.sampling.estimates import SEED

SHARE = Fraction(975, 1000)

# One metric is a·(another) + b, with as many relevant as retrieved items: the change is |a| times.
FACTORS: dict[tuple[str, str], Any] = {
    ("fnr", "recall"): 1,
    ("precision", "recall"): 1,
    ("fdr", "precision"): 1,
    ("f1", "recall"): 1,
    ("fm", "recall"): 1,
    ("tnr", "fallout"): 1,
    ("npv", "tnr"): 1,
    ("for", "npv"): 1,
    ("markedness", "informedness"): 1,
    ("mcc", "informedness"): 1,
    ("ba", "informedness"): sp.Rational(1, 2),
    ("ndpm", "kendall"): sp.Rational(1, 2),
    ("spearman", "r2"): sp.Rational(1, 2),
    ("r2", "mse"): 12 / (n**2 - 1),
}


@no_failure("so it is", "n = 2…{largest}, every k")
def factors_hold(largest: int) -> Iterator[str]:
    """The columns listed are exact multiples of each other, up to a constant."""
    for (one, two), factor in FACTORS.items():
        for size in range(2, largest + 1):
            for cut in range(1, size):
                points = [
                    (score(one, s, t, cut), score(two, s, t, cut))
                    for s, t in product(rankings(size), repeat=2)
                ]
                a = abs(sp.sympify(factor).subs(n, size))
                x0, y0 = points[0]
                if any(compare(abs(x - x0), a * abs(y - y0)) for x, y in points):
                    yield f"{title(one)} and {title(two)}, n = {size}, k = {cut}"


def columns_agree(row: str, size: int, printed: dict[str, str]) -> Computed:
    """The printed averages of one row respect the exact relations between the columns."""
    failing = []
    for (one, two), factor in FACTORS.items():
        a = Fraction(str(sp.sympify(factor).subs(n, size)))
        gap = abs(Fraction(printed[one]) - a * Fraction(printed[two]))
        if gap > rounding(printed[one]) + a * rounding(printed[two]):
            times = "" if a == 1 else f"{a} times "
            failing.append(
                f"{row}: {title(one)} {printed[one]} must be {times}{title(two)} {printed[two]}"
            )
    found = "; ".join(failing) or "all relations hold up to rounding"
    return Computed(not failing, found, f"n = {size}", tuple(failing))


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
