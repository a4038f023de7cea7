"""What is printed in `group`, Tables 2 and 3; most of it is read from the file of its claims.

Table 2: mean changes by swaps (a) and slides (b). The paper draws 1000 pairs of rankings for each
and prints two decimals (§6.3).

Table 3: rankings that metrics cannot distinguish. It compares m(id, σ) with m(id, τ) at n = 10 with
5 relevant items. Its rows have more marks than its heading has columns; they are read from the
left, in the order of the heading.

The cut-off where none is given is three tenths of the items: the paper says 30 of 100 for Figure 1.
For Table 2 it is not printed; at n = 10, k = 3 is the only cut-off at which the exact changes of
recall and fallout round to the printed ones.
"""

from __future__ import annotations

from proofs.claims.catalogue import groups_of, rows_of
from proofs.claims.exactly import identity, swap

METRICS: tuple[str, ...] = groups_of("group")["all"]
TABLE_2, TABLE_3 = "group, Table 2", "group, Table 3"
CHANGES = rows_of("group")
PAIRS = 1000
N, K = 10, 5
COLUMNS = ("CMB", *groups_of("group")["table_3"])
EXAMPLES = (((1, 2), None), ((1, 2), (3, 4)), ((1, 2), (2, 4)))
SAME, DIFFERENT = "○", "●"
MARKS = (
    "○●●●●●●●●●●●●●●",
    "○○○○●●○○○●●○○○○",
    "○●●●○○●●●●●○○○●",
)
SURPLUS = 2


def cutoff(n: int) -> int:
    """Return three tenths of n, to the nearest whole number, at least 1.

    >>> [cutoff(n) for n in (3, 4, 5, 10, 50, 100)]
    [1, 1, 2, 3, 15, 30]
    """
    return max(1, (3 * n + 5) // 10)


def printed_change(change: str, n: int, metric: str) -> str | None:
    """Return the number that Table 2 prints for a metric, or None where there is none.

    >>> printed_change("robustness_swap", 10, "mse")
    '2.70'
    """
    return CHANGES.get(f"{change.removeprefix('robustness_')}_{n}", {}).get(metric)


def ranking(swapped: tuple[int, int] | None) -> tuple[int, ...]:
    """Return the identity, or the ranking that swaps two items of it."""
    return identity(N) if swapped is None else swap(N, *swapped)


def printed_mark(example: int, metric: str, family: str) -> str | None:
    """Return the mark that Table 3 prints for a metric, or None where it has no column for it.

    >>> printed_mark(1, "mape", "error")
    '●'
    """
    column = "CMB" if family == "confusion matrix" else metric
    return MARKS[example][COLUMNS.index(column)] if column in COLUMNS else None
