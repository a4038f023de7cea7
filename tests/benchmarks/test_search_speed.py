"""Long searches beside their alternatives, in one run; the page docs/speed.md has the whole table.

Run: python -m pytest tests/benchmarks/test_search_speed.py -n 0 -s
"""

import numpy as np
import pytest
from speed import ROWS, SWEPT, measured

from metrics import METRICS
from proofs.engines.exhaustive.scores import Scorer, all_rankings


@pytest.mark.parametrize(
    ("row", "factor"),
    [
        ("groups", 20),
        ("mae7", 5),
        ("kendall_distance7", 5),
        ("rmse7", 5),
        ("6561", 4),
        ("kernel9", 2),
        ("kendall_le_3footrule", 2),
        ("footrule_over_kendall_min", 3),
    ],
)
def test_faster_than_the_alternative(row, factor):
    title, (ours, other) = ROWS[row]
    fast, slow = (measured(row, way)["seconds"] for way in (ours, other))
    print(f"\n  {title}: {ours} {fast:.2f} s, {other} {slow:.2f} s: {slow / fast:.1f} times")
    assert slow > factor * fast


@pytest.mark.parametrize("metric", SWEPT)
def test_ten_items_within_ten_times_of_a_loop_by_hand(metric):
    pytest.importorskip("numba")
    row = f"{metric}10"
    ours, hand = (measured(row, way)["seconds"] for way in ROWS[row][1])
    print(f"\n  {metric}: NumPy {ours:.3f} s, a loop by hand {hand:.3f} s: {ours / hand:.1f} times")
    assert ours < 10 * hand


@pytest.mark.parametrize("metric", SWEPT)
def test_the_loop_by_hand_computes_the_same(metric):
    pytest.importorskip("numba")
    from by_hand import HAND, PARAMETERS, loop

    rankings = all_rankings(6)
    scorer = Scorer(METRICS[metric], 6, PARAMETERS.get(metric, {}), "items")
    columns = [rankings[:, :1], rankings][2 - len(scorer.metric.inputs) :]
    ours = scorer(*columns).values().approximate()
    hand = loop(next(score for score in HAND if score.__name__ == metric))(rankings)
    assert np.allclose(np.broadcast_to(ours, hand.shape), hand)


@pytest.mark.parametrize(
    ("row", "seconds", "megabytes"),
    [("groups20", 2, 300), ("mae8", 5, 500), ("kendall_distance8", 5, 500), ("rmse8", 5, 500),
     ("mae9", 120, 500), ("kendall_distance9", 120, 500),
     ("59049", 30, 4096), ("lattice8", 5, 1024)],
)  # fmt: skip
def test_within_limits(row, seconds, megabytes):
    (way,) = ROWS[row][1]
    found = measured(row, way)
    print(f"\n  {ROWS[row][0]}: {found['seconds']:.2f} s, {found['MB']} MB")
    assert found["seconds"] < seconds
    assert found["MB"] is None or found["MB"] < megabytes
