"""Metrics of judged lists: families with variants, by name; and those of two top-k lists.

>>> find_list_metric("ap@3").depth
3
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from metrics.language.lists import r
from metrics.lists.family import Family, lookup
from metrics.metric import Metric
from metrics.naming import Catalogue

LIST_METRICS: Catalogue[Family] = Catalogue(
    "metric of lists", ["metrics.lists.binary", "metrics.lists.graded"], Family
)
TOP_METRICS: Catalogue[Metric] = Catalogue(
    "metric of top-k lists", ["metrics.lists.tops", "metrics.lists.tied_tops"], Metric
)


def find_list_metric(
    name: str, options: Mapping[str, Any] | None = None, cut: Any = None, listed: Any = r
) -> Metric:
    """Return the metric of lists of that name, as ndcg(gain=exp)@3; `cut` where it has no @."""
    return lookup(name, LIST_METRICS, options or {}, cut, listed)


__all__ = ["LIST_METRICS", "TOP_METRICS", "Family", "find_list_metric"]
