"""The metrics of `group`, Table 1, in the order of Table 2, and by family."""

from __future__ import annotations

CONFUSION = (
    "recall", "fnr", "fallout", "tnr", "precision", "fdr", "npv", "for", "accuracy", "ba", "f1",
    "fm", "mcc", "jaccard", "markedness", "lr_minus", "informedness", "pt", "lr_plus",
)  # fmt: skip
ERROR = ("mse", "rmse", "mae", "mape", "smape", "r2")
CORRELATION = ("kendall", "spearman", "ndpm")
GAIN = ("dcg", "ndcg")
RANKS = ("mrr", "gmr", "mean_rank")
ALL = (*CONFUSION, *ERROR, *CORRELATION, *GAIN, *RANKS)


def but(*left_out: str) -> tuple[str, ...]:
    """Return all metrics of the paper but some.

    >>> len(but("dcg", "ndcg"))
    31
    """
    return tuple(name for name in ALL if name not in left_out)
