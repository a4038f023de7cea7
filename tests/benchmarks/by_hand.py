"""Metrics of all rankings in loops written by hand, in floats: what sweeps are measured beside.

The reference is the identity, as it is for a sweep of one ranking, and the cut-off is 4.
"""

import math

import numba
import numpy as np

K = 4


def mae(ranking):
    total = 0
    for place, item in enumerate(ranking, 1):
        total += abs(place - item)
    return total / len(ranking)


def rmse(ranking):
    total = 0
    for place, item in enumerate(ranking, 1):
        total += (place - item) ** 2
    return math.sqrt(total / len(ranking))


def spearman(ranking):
    total, n = 0, len(ranking)
    for place, item in enumerate(ranking, 1):
        total += (place - item) ** 2
    return 1 - 6 * total / (n * (n * n - 1))


def kendall_distance(ranking):
    total = 0
    for place in range(len(ranking)):
        for later in range(place + 1, len(ranking)):
            total += ranking[place] > ranking[later]
    return total


def dcg(ranking):
    total = 0.0
    for place, item in enumerate(ranking, 1):
        total += item / math.log2(place + 1)
    return total


def ndcg(ranking):
    total, ideal, n = 0.0, 0.0, len(ranking)
    for place, item in enumerate(ranking, 1):
        total += item / math.log2(place + 1)
        ideal += (n + 1 - place) / math.log2(place + 1)
    return total / ideal


def mrr(ranking):
    total = 0.0
    for place in range(K):
        total += 1 / ranking[place]
    return total / K


def fm(ranking):
    common = 0
    for place in range(K):
        common += ranking[place] <= K
    return math.sqrt((common / K) * (common / K))


def ap(ranking):
    total, found = 0.0, 0
    for place, item in enumerate(ranking, 1):
        if item <= K:
            found += 1
            total += found / place
    return total / K


def rbo(ranking):
    p, total, n = 0.8, 0.0, len(ranking)
    for depth in range(1, n + 1):
        common = 0
        for place in range(depth):
            common += ranking[place] <= depth
        total += p ** (depth - 1) * common / depth
    return (1 - p) * total


HAND = [mae, rmse, spearman, kendall_distance, dcg, ndcg, mrr, fm, ap, rbo]
PARAMETERS = {"mrr": {"k": K}, "fm": {"k": K, "j": K}, "ap": {"k": K}, "rbo": {"p": "4/5"}}


def loop(score):
    """Return the loop over all columns, compiled."""
    of_one = numba.njit(score)

    @numba.njit
    def over(rankings, found):
        for place in range(rankings.shape[1]):
            found[place] = of_one(rankings[:, place])

    def run(rankings):
        found = np.empty(rankings.shape[1])
        over(rankings, found)
        return found

    return run
