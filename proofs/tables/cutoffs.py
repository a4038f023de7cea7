"""The cut-off that the tables use where none is given: three tenths of the items.

`group` says for Figure 1: 30 of 100. For Table 2 it does not say; at n = 10, k = 3 is the only
cut-off at which the exact changes of recall and fallout round to the printed ones.

>>> [cutoff(n) for n in (3, 4, 5, 10, 50, 100)]
[1, 1, 2, 3, 15, 30]
"""

from __future__ import annotations


def cutoff(n: int) -> int:
    """Return three tenths of n, to the nearest whole number, at least 1."""
    return max(1, (3 * n + 5) // 10)
