"""The numbers printed in `group`, Table 2: mean changes by swaps (a) and slides (b).

They are copied as printed, as decimals in strings, in the order of the table's columns. The paper
draws 1000 pairs of rankings for each and prints two decimals (§6.3).
"""

from __future__ import annotations

SOURCE = "group, Table 2"
PAIRS = 1000
METRICS = (
    "recall", "fnr", "fallout", "tnr", "precision", "fdr", "npv", "for", "accuracy", "ba", "f1",
    "fm", "mcc", "jaccard", "markedness", "lr_minus", "informedness", "pt", "lr_plus", "mse",
    "rmse", "mae", "mape", "smape", "r2", "kendall", "spearman", "ndpm", "dcg", "ndcg", "mrr",
    "gmr", "mean_rank",
)  # fmt: skip
PRINTED = {
    ("robustness_swap", 10): (
        "0.07", "0.07", "0.03", "0.03", "0.07", "0.03", "0.03", "0.03", "0.04", "0.04", "0.07",
        "0.07", "0.10", "0.06", "0.10", "0.18", "0.10", "0.06", "0.40", "2.70", "0.35", "0.33",
        "13.46", "6.01", "0.33", "0.12", "0.16", "0.06", "0.63", "0.02", "0.01", "0.64", "0.61",
    ),  # fmt: skip
    ("robustness_swap", 50): (
        "0.01", "0.01", "0.00", "0.00", "0.01", "0.01", "0.00", "0.00", "0.04", "0.04", "0.01",
        "0.01", "0.10", "0.06", "0.10", "0.02", "0.01", "0.06", "0.08", "11.61", "0.29", "0.28",
        "4.17", "1.05", "0.06", "0.03", "0.16", "0.00", "1.66", "0.00", "0.00", "0.56", "0.53",
    ),  # fmt: skip
    ("robustness_swap", 100): (
        "0.00", "0.00", "0.00", "0.00", "0.00", "0.00", "0.00", "0.00", "0.04", "0.04", "0.00",
        "0.00", "0.10", "0.06", "0.10", "0.02", "0.01", "0.06", "0.03", "23.19", "0.31", "0.29",
        "2.54", "0.56", "0.03", "0.00", "0.03", "0.00", "2.19", "0.00", "0.00", "0.50", "0.50",
    ),  # fmt: skip
    ("robustness_slide", 10): (
        "0.16", "0.16", "0.07", "0.07", "0.16", "0.16", "0.07", "0.07", "0.08", "0.08", "0.16",
        "0.16", "0.22", "0.13", "0.22", "0.38", "0.22", "0.06", "0.83", "6.85", "0.88", "0.87",
        "39.52", "15.46", "0.83", "0.31", "0.42", "1.11", "1.68", "0.03", "0.03", "1.75", "1.68",
    ),  # fmt: skip
    ("robustness_slide", 50): (
        "0.03", "0.03", "0.01", "0.01", "0.03", "0.03", "0.01", "0.01", "0.01", "0.01", "0.03",
        "0.03", "0.04", "0.02", "0.04", "0.06", "0.04", "0.06", "0.18", "68.52", "1.69", "1.72",
        "38.92", "6.29", "0.33", "0.11", "0.16", "0.02", "3.44", "0.00", "0.00", "2.77", "2.61",
    ),  # fmt: skip
    ("robustness_slide", 100): (
        "0.01", "0.01", "0.00", "0.00", "0.01", "0.01", "0.00", "0.00", "0.01", "0.01", "0.01",
        "0.01", "0.02", "0.01", "0.02", "0.04", "0.04", "0.06", "0.18", "190.59", "2.35", "2.42",
        "40.46", "4.47", "0.23", "0.08", "0.01", "0.01", "5.28", "0.00", "0.00", "3.23", "3.05",
    ),  # fmt: skip
}


def printed(change: str, n: int, metric: str) -> str | None:
    """Return the number printed for a metric, or None where there is none.

    >>> printed("robustness_swap", 10, "mse")
    '2.70'
    """
    row = PRINTED.get((change, n))
    return row[METRICS.index(metric)] if row and metric in METRICS else None
