"""Metrics of judged lists: families with variants, by name; and those of two top-k lists.

>>> find_list_metric("ap@3").depth
3
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sympy import Integer, Symbol

from metrics.language.lists import r
from metrics.language.terms import k
from metrics.lists.family import Family, lookup, parsed
from metrics.metric import Metric
from metrics.naming import BadInput, Catalogue

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
    base, _, own_cut = parsed(name)
    if isinstance(found := LIST_METRICS.find(base), Metric):
        return cut_at(found, cut if own_cut is None else own_cut)
    return lookup(name, LIST_METRICS, options or {}, cut, listed)


def cut_at(metric: Metric, cut: Any) -> Metric:
    """Return a metric of lists that is declared elsewhere with its cut-off k put in.

    >>> from metrics import metric_of_text
    >>> cut_at(metric_of_text("= sum(i, 1, k, r(i))"), 3).depth
    3
    """
    if cut is None and metric.depends_on_k():
        raise BadInput(f"{metric.name} needs a cut-off: write {metric.name}@3, or add --k 3.")
    if cut is None or isinstance(cut, Symbol):
        return metric if cut is None else replace(metric, depth=cut)
    if not metric.depends_on_k():
        raise BadInput(f"{metric.name} has no cut-off: its formula does not name k.")
    name, title = (f"{text}@{cut}" for text in (metric.name, metric.title))
    put_in = {k: Integer(cut)}
    return metric.rewritten(
        lambda value: value.xreplace(put_in), name=name, title=title, depth=Integer(cut)
    )


__all__ = ["LIST_METRICS", "TOP_METRICS", "Family", "cut_at", "find_list_metric"]
