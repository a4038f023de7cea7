"""The examples and marks of `group`, Table 3: rankings that metrics cannot distinguish.

The table compares m(id, σ) with m(id, τ) at n = 10 with 5 relevant items. Its rows have more marks
than its heading has columns; they are read from the left, in the order of the heading.
"""

from __future__ import annotations

SOURCE = "group, Table 3"
N, K = 10, 5
COLUMNS = (
    "CMB", "mse", "rmse", "mae", "mape", "smape", "r2", "kendall", "spearman", "dcg", "ndcg",
    "mrr", "gmr", "ndpm", "mean_rank",
)  # fmt: skip
EXAMPLES = (((1, 2), None), ((1, 2), (3, 4)), ((1, 2), (2, 4)))
SAME, DIFFERENT = "○", "●"
PRINTED = (
    "○●●●●●●●●●●●●●●",
    "○○○○●●○○○●●○○○○",
    "○●●●○○●●●●●○○○●",
)
SURPLUS = 2


def ranking(swapped: tuple[int, int] | None, n: int = N) -> tuple[int, ...]:
    """Return the identity, or the ranking that swaps two items of it.

    >>> ranking((1, 2), 4)
    (2, 1, 3, 4)
    """
    entries = list(range(1, n + 1))
    if swapped is not None:
        i, j = swapped
        entries[i - 1], entries[j - 1] = j, i
    return tuple(entries)


def printed(example: int, metric: str, family: str) -> str | None:
    """Return the mark printed for a metric, or None where the table has no column for it.

    >>> printed(1, "mape", "error")
    '●'
    """
    column = "CMB" if family == "confusion matrix" else metric
    return PRINTED[example][COLUMNS.index(column)] if column in COLUMNS else None
