"""The compiled kernel against NumPy: the same answers, and planted errors noticed."""

import random

import numpy as np
import pytest

from metrics import METRICS
from proofs.engines.exhaustive import kernel, triangles
from proofs.engines.exhaustive.scores import Scorer, all_rankings

pytest.importorskip("numba")


def values_of(name, size):
    rankings = all_rankings(size)
    scores = Scorer(METRICS[name], size, {}, "items")(rankings[:, :1], rankings)
    return triangles.values_of(scores, size)


def both(values, chosen):
    """Return what NumPy and what the kernel finds."""
    return [triangles.broken(values, chosen, lambda: None, way) for way in (False, True)]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("name", ["mae", "rmse", "mse", "kendall_distance"])
def test_pairs_of_a_triangle(name, size):
    values = values_of(name, size)
    for chosen in (triangles.not_composed(values), np.arange(len(values.rank))):
        assert both(values, chosen) == [name == "mse" and size > 2] * 2


@pytest.mark.parametrize("seed", range(60))
def test_made_values(seed):
    """Any function of rankings, symmetric or not, with few values or many."""
    chance, size = random.Random(seed), random.Random(seed).choice([2, 3, 4])
    values = values_of("mae", size)
    count = chance.choice([2, 5, 30])
    numbers = sorted(chance.sample(range(-3, 60), count))
    rank = np.array([chance.randrange(count) for _ in values.rank], dtype=np.int16)
    within = np.array([[sum(x <= a + b for x in numbers) - 1 for b in numbers] for a in numbers])
    made = triangles.Values(size, rank, within, np.full_like(within, -1))
    numpy_says, kernel_says = both(made, np.arange(len(rank)))
    assert numpy_says == kernel_says
    words = [tuple(column) for column in all_rankings(size).T.tolist()]
    place = {word: at for at, word in enumerate(words)}
    breaks = any(
        rank[place[tuple(a[item - 1] for item in b)]] > within[rank[place[a]], rank[place[b]]]
        for a in words
        for b in words
    )
    assert numpy_says == breaks


def test_a_wrong_sign_is_noticed(monkeypatch):
    """Planted: the kernel looks for what is below the bound instead of what is above it."""
    values, loops = values_of("mae", 4), kernel.loops()

    class Wrong:
        def breaks(self, chosen, spans, rankings, rank, ordered, within, *halves):
            return loops.breaks(chosen, spans, rankings, -rank, ordered, -within, *halves)

    every = np.arange(len(values.rank))
    assert both(values, every) == [False, False]
    monkeypatch.setattr(kernel, "loops", Wrong)
    assert both(values, every) == [False, True]


def test_a_wrong_bound_is_noticed():
    values = values_of("mae", 4)
    within = values.within.copy()
    within[1, 1] -= 1
    planted = triangles.Values(4, values.rank, within, values.equals)
    assert both(planted, np.arange(len(values.rank))) == [True, True]
