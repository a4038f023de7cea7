"""The experiment behind the rows “rob. I” of Table 2, as the authors' published code runs it.

It differs from the paper's text. Scores with a cut-off are averaged over k = 1, …, n/2; a swap
never touches the last place; the balanced accuracy is the accuracy; PT, LR+ and LR− are −1 where
they are undefined; DCG sorts the places by their entries and is compared with that of the other
ranking; MRR and the mean ranks are those of the first k items of one ranking in the other, and MRR
is divided by n. Random rankings, a fixed seed, floating point: estimates.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from proofs.claims.answer import STANDARD_ERRORS
from proofs.claims.claim import Computed
from proofs.claims.exactly import rounding, title
from proofs.engines.sampling.estimates import SEED

THEIR_TRIALS, TRIALS, SWAPS = 1000, 200, 40
SLACK, SHARE = Fraction(15, 1000), Fraction(1, 20)
BLUR = Fraction(1, 10_000)
Scores = dict[str, Any]


def in_our_copy(name: str, printed: dict[str, str], published: dict[str, str]) -> Computed:
    """Compare a number of our copy with the authors' file: they differ by 0.015 and 5 % at most."""
    ours, theirs = printed[name], published[name]
    gap = abs(Fraction(ours) - Fraction(theirs))
    text = f"{title(name)} ({ours} in our copy, {theirs} in the file)"
    same = gap <= SLACK or gap <= SHARE * Fraction(theirs)
    return Computed(True if same else None, text, "the authors' file", () if same else (text,))


def as_they_ran_it(
    name: str, move: str, n: int, published: dict[str, str], trials: int = THEIR_TRIALS
) -> Computed:
    """The authors' published number is what their experiment gives, run again."""
    mean, deviation = _estimates(move, n)[name]
    error = deviation * (1 / TRIALS + 1 / trials) ** 0.5
    slack = STANDARD_ERRORS * error + float(rounding(published[name]))
    text = f"{title(name)} (about {mean:.3g}, published {published[name]})"
    scope = f"n = {n}, estimated from {TRIALS} pairs"
    return Computed(abs(mean - float(published[name])) <= slack, text, scope)


def trials_behind(move: str, n: int, mse: str, trials: int) -> Computed:
    """The digits of a published mean of MSE are those of a mean over so many trials, and no fewer.

    A move changes n·MSE by an even number, and a trial has all swaps of the first n − 1 places, or
    one slide. So half of n times the mean of a trial's moves, times their number, is a whole
    number; and so is that of the mean over T trials, times T. Sums of floats blur the last digits.
    """
    moves = (n - 1) * (n - 2) // 2 if move == "swap" else 1
    whole = Fraction(mse) * moves * n / 2
    fits = (t for t in range(1, THEIR_TRIALS + 1) if abs(whole * t - round(whole * t)) <= BLUR)
    fewest = next(fits, 0)
    text = f"{move}s, n = {n}: {fewest} trials, or a multiple"
    return Computed(fewest == trials, text, f"n = {n}", covers="the digits are all there is")


@cache
def _estimates(move: str, n: int) -> dict[str, tuple[float, float]]:
    """Return the mean change of every score, and its deviation from trial to trial."""
    random = np.random.default_rng(SEED)
    places = np.arange(n - 1)
    trials: dict[str, list[float]] = {}
    for _ in range(TRIALS):
        one, other = random.permutation(n) + 1, random.permutation(n) + 1
        before = _scores(one[None, :], other)
        if move == "slide":
            moved = np.roll(one, -1)[None, :]
        else:
            moved = np.repeat(one[None, :], SWAPS, axis=0)
            for row in moved:
                i, j = random.choice(places, 2, replace=False)
                row[i], row[j] = row[j], row[i]
        for name, after in _scores(moved, other).items():
            trials.setdefault(name, []).append(float(np.mean(np.abs(after - before[name]))))
    return {name: (float(np.mean(x)), float(np.std(x, ddof=1))) for name, x in trials.items()}


def _scores(rankings: Any, other: Any) -> Scores:
    """Return every score of some rankings (rows) against another, for each cut-off (columns)."""
    return {**_with_cutoff(rankings, other), **_without_cutoff(rankings, other)}


def _with_cutoff(rankings: Any, other: Any) -> Scores:
    n = len(other)
    k = np.arange(1, n // 2 + 1)
    where = np.argsort(other) + 1  # the rank of each item in the other ranking
    ranks = where[rankings - 1]
    later = np.maximum(ranks, np.arange(1, n + 1))
    tp = (later[:, :, None] <= k).sum(axis=1)
    rates = _rates(tp, k, n)
    first = ranks[:, : n // 2]
    means = {
        "mrr": np.cumsum(1 / first, axis=1) / n,
        "gmr": np.exp(np.cumsum(np.log(first), axis=1) / k),
        "mean_rank": np.cumsum(first, axis=1) / k,
    }
    return {**rates, **means}


def _rates(tp: Any, k: Any, n: int) -> Scores:
    fp, tn = k - tp, n - 2 * k + tp
    recall, fallout = tp / k, fp / (n - k)
    tnr = 1 - fallout
    accuracy, difference = (tp + tn) / n, recall - fallout
    with np.errstate(all="ignore"):
        threshold = (np.sqrt(recall * fallout) - fallout) / difference
        plus, minus = recall / fallout, (1 - recall) / tnr
    return {
        **dict.fromkeys(("recall", "fnr", "precision", "fdr", "f1", "fm"), recall),
        **dict.fromkeys(("fallout", "tnr", "npv", "for"), fallout),
        **dict.fromkeys(("accuracy", "ba"), accuracy),
        **dict.fromkeys(("mcc", "markedness", "informedness"), difference),
        "jaccard": tp / (k + fp),
        "pt": np.where(np.abs(difference) < 1e-12, -1, threshold),
        "lr_plus": np.where(fp == 0, -1, plus),
        "lr_minus": np.where(tn == 0, -1, minus),
    }


def _without_cutoff(rankings: Any, other: Any) -> Scores:
    n = len(other)
    gap = np.abs(rankings - other)
    squares = (gap**2).mean(axis=1)
    order = np.argsort(other)
    return {
        "mse": squares,
        "rmse": np.sqrt(squares),
        "mae": gap.mean(axis=1),
        "mape": 100 * (gap / rankings).mean(axis=1),
        "smape": 100 * (2 * gap / (rankings + other)).mean(axis=1),
        "r2": 1 - 12 * squares / (n**2 - 1),
        "spearman": 1 - 6 * squares / (n**2 - 1),
        "kendall": 1 - 2 * _discordant(rankings[:, order]),
        "ndpm": _discordant((np.argsort(other) + 1)[rankings - 1]),
        **_gains(rankings, other),
    }


def _gains(rankings: Any, other: Any) -> Scores:
    """Return how far DCG and nDCG are from those of the other ranking."""
    n = len(other)
    relevance = n - np.arange(n)
    best = (relevance / np.log2(np.arange(n) + 2)).sum()

    def dcg(entries: Any) -> Any:
        return (relevance / np.log2(n + 2 - entries)).sum(axis=-1)

    apart = np.abs(dcg(rankings) - dcg(other))
    return {"dcg": apart, "ndcg": apart / best}


def _discordant(rows: Any) -> Any:
    """Return the share of pairs of places whose entries fall."""
    n = rows.shape[1]
    upper = np.triu_indices(n, 1)
    return (rows[:, upper[0]] > rows[:, upper[1]]).mean(axis=1)
