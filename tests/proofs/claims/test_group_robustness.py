"""The authors' experiment run again: its scores against plain counting and other libraries."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import dcg_score, ndcg_score, r2_score

from proofs.claims.catalogue import groups_of, rows_of
from proofs.claims.group.robustness import (
    TRIALS,
    _estimates,
    _scores,
    in_our_copy,
    trials_behind,
)

N = 8
RANDOM = np.random.default_rng(3)
PAIRS = [(RANDOM.permutation(N) + 1, RANDOM.permutation(N) + 1) for _ in range(6)]
CUTOFFS = range(1, N // 2 + 1)


def scored(one, other):
    return {name: np.ravel(value) for name, value in _scores(one[None, :], other).items()}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_scores_with_a_cutoff(one, other):
    found = scored(one, other)
    for k in CUTOFFS:
        relevant, retrieved = set(one[:k].tolist()), set(other[:k].tolist())
        tp, fp = len(relevant & retrieved), len(retrieved - relevant)
        recall, fallout = tp / k, fp / (N - k)
        ranks = [other.tolist().index(item) + 1 for item in one[:k]]
        wanted = {
            "recall": recall,
            "fallout": fallout,
            "accuracy": (N - 2 * fp) / N,
            "ba": (N - 2 * fp) / N,
            "mcc": recall - fallout,
            "jaccard": tp / len(relevant | retrieved),
            "lr_plus": recall / fallout if fp else -1,
            "lr_minus": (1 - recall) / (1 - fallout),
            "pt": -1
            if tp * (N - k) == fp * k
            else (math.sqrt(recall * fallout) - fallout) / (recall - fallout),
            "mrr": sum(1 / rank for rank in ranks) / N,
            "gmr": stats.gmean(ranks),
            "mean_rank": sum(ranks) / k,
        }
        assert {name: found[name][k - 1] for name in wanted} == pytest.approx(wanted)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_scores_without_a_cutoff(one, other):
    relevance = [np.arange(N, 0, -1)]
    items = [[ranking.tolist().index(x) for x in range(1, N + 1)] for ranking in (one, other)]
    wanted = {
        "mse": np.mean((one - other) ** 2),
        "rmse": math.sqrt(np.mean((one - other) ** 2)),
        "mae": np.mean(abs(one - other)),
        "mape": 100 * np.mean(abs(one - other) / one),
        "smape": 100 * np.mean(2 * abs(one - other) / (one + other)),
        "r2": r2_score(one, other),
        "kendall": stats.kendalltau(one, other)[0],
        "spearman": stats.spearmanr(one, other)[0],
        "ndpm": (1 - stats.kendalltau(*items)[0]) / 2,
        "dcg": abs(dcg_score(relevance, [one]) - dcg_score(relevance, [other])),
        "ndcg": abs(ndcg_score(relevance, [one]) - ndcg_score(relevance, [other])),
    }
    found = scored(one, other)
    assert {name: found[name][0] for name in wanted} == pytest.approx(wanted)


def test_every_metric_of_the_table_is_run_again():
    assert set(_estimates("slide", 10)) == set(groups_of("group")["all"])


def test_swaps_leave_the_last_place_alone():
    """Of three places the first two are swapped: the mean over all pairs of rankings."""
    space = list(itertools.permutations((1, 2, 3)))
    gaps = [
        abs(abs(a - x) + abs(b - y) - abs(b - x) - abs(a - y)) / 3
        for (a, b, _), (x, y, _) in itertools.product(space, repeat=2)
    ]
    mean, deviation = _estimates("swap", 3)["mae"]
    assert abs(mean - sum(gaps) / len(gaps)) <= 4 * deviation / math.sqrt(TRIALS)


@pytest.mark.parametrize(
    ("move", "n", "trials"), [("swap", 6, 7), ("swap", 20, 3), ("slide", 9, 11)]
)
def test_the_digits_of_a_mean_tell_its_trials(move, n, trials):
    """Their loops in floating point, as they are told: every swap of a trial, then the mean."""
    random = np.random.default_rng(3)
    total, moves = 0.0, 0
    for _ in range(trials):
        one, other = random.permutation(n) + 1, random.permutation(n) + 1
        before = float(np.mean((one - other) ** 2))
        pairs = list(itertools.combinations(range(n - 1), 2)) if move == "swap" else [(0, 0)]
        for i, j in pairs:
            moved = one.copy() if move == "swap" else np.roll(one, -1)
            moved[i], moved[j] = moved[j], moved[i]
            total += abs(float(np.mean((moved - other) ** 2)) - before)
            moves += 1
    found = trials_behind(move, n, repr(total / moves), trials)
    fewest = int(found.found.split(": ")[1].split()[0])
    assert trials % fewest == 0
    assert found.agrees == (fewest == trials)


def test_numbers_that_are_not_the_authors_are_no_answer():
    rows = rows_of("group")
    given = {"printed": rows["swap_10"], "published": rows["published_swap_10"]}
    assert in_our_copy("recall", **given).agrees is True
    assert in_our_copy("fdr", **given).agrees is None


def test_our_copy_and_the_authors_files_differ_as_often_as_counted():
    moves = [f"{move}_{n}" for move in ("swap", "slide") for n in (10, 50, 100)]
    rows = rows_of("group")
    answers = [
        in_our_copy(name, rows[key], rows[f"published_{key}"]).agrees
        for key in moves
        for name in groups_of("group")["all"]
    ]
    assert (len(answers), answers.count(None)) == (198, 26)
