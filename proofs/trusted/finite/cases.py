"""Some cases: columns of what varies, a point with everything else, and comparisons of columns.

Why it is right. Leaving out rows leaves every other row as it was. Two known numbers compare as
their ranks among all values of both columns do; unknown ones by the signs of their difference. What
a body takes from outside is found by its parts, so cases that agree in these agree in the body.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from axioms.language.formula import Score
from metrics.language.terms import Listing
from proofs.trusted.finite.columns import Column, Pool, joined, ranks
from proofs.trusted.sign import signs_of
from proofs.trusted.value import decided


@lru_cache(maxsize=4096)
def nodes_of(e: Any) -> frozenset[Any]:
    """Return the nodes of a term or formula."""
    return frozenset(sp.preorder_traversal(e))


@dataclass(frozen=True)
class Cases:
    """Some cases: the columns of what varies, and a point with everything else."""

    size: int
    point: Mapping[Any, Any]
    columns: dict[Any, Column]

    def vary(self, e: Any) -> bool:
        """Tell whether a node depends on the case."""
        return not nodes_of(e).isdisjoint(self.columns)

    def only(self, rows: Any) -> Cases:
        """Return the cases of some rows."""
        kept = {node: one.only(rows) for node, one in self.columns.items()}
        return replace(self, size=int(np.count_nonzero(rows)), columns=kept)

    def with_column(self, node: Any, one: Column) -> Cases:
        """Return the cases with one more node whose value is known."""
        return replace(self, columns={**self.columns, node: one})


def related(left: Column, right: Column, true: tuple[int, ...]) -> Column:
    """Compare two terms: known numbers by their ranks, others by the signs of the difference."""
    if not (left.pool.known and right.pool.known):
        return joined(lambda a, b: decided(signs_of(a - b), true), [left, right])
    if left.pool is right.pool:
        above = below = np.array(left.pool.ranks(), dtype=np.int64)
    else:
        both = np.array(ranks([*left.pool.values, *right.pool.values]), dtype=np.int64)
        above, below = both[: len(left.pool.values)], both[len(left.pool.values) :]
    one, two = np.broadcast_arrays(above[left.codes], below[right.codes])
    signs = np.sign(one - two)
    codes = np.isin(signs, true).astype(np.int64)
    codes[(one < 0) | (two < 0)] = 2
    return Column(Pool([False, True, None]), codes)


def inputs_of(body: Any, bound: frozenset[Any], cases: Cases) -> list[Any]:
    """Return the largest parts of a body that are fixed while its bound variables vary."""
    if not cases.vary(body):
        return []
    whole_part = body in cases.columns or isinstance(body, Score | Listing)
    if whole_part and nodes_of(body).isdisjoint(bound):
        return [body]
    found = [part for argument in body.args for part in inputs_of(argument, bound, cases)]
    return list(dict.fromkeys(found))
