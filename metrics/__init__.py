"""What is scored: rankings and the metrics on them. Imports nothing else of ours.

>>> from metrics import METRICS, find_metric
>>> find_metric("dcg").title
'DCG'
>>> "kendall" in METRICS
True
"""

from collections import ChainMap
from typing import Any

from metrics.language.domains import RUNS, Domain
from metrics.metric import Metric
from metrics.naming import BadInput, Catalogue, find

PART_OF = "rankproof"
FAMILIES = ("gain", "error", "correlation", "overlap", "practice", "pointwise")
OTHERS = ("graded", "weighted.distances", "weighted.heights", "textbook")


def _metrics(*names: str) -> Catalogue[Metric]:
    return Catalogue("metric", [f"metrics.{name}" for name in names], Metric)


METRICS = _metrics(*FAMILIES)
RUN_METRICS, WEIGHTED_METRICS, HEIGHT_METRICS, TEXTBOOK_METRICS = map(_metrics, OTHERS)
OTHER_METRICS = _metrics(*OTHERS[1:])
_ANYWHERE = _metrics(*FAMILIES, *OTHERS[1:])
_OF_DOMAIN = {RUNS: RUN_METRICS}
"""Where names of a domain are looked up first: one name may stand for a metric in each."""


def find_metric(name: str, domain: Domain | None = None) -> Metric:
    """Return the metric of that name, or that a formula after = is.

    It is looked for in the domain asked for, then in any, rankings first, then in what files and
    plug-ins declare.

    >>> from metrics.language.domains import RUNS
    >>> find_metric("ap").domain, find_metric("ap", RUNS).domain
    (Domain(rankings), Domain(judged runs))
    """
    if name.lstrip().startswith("="):
        return metric_of_text(name, "runs" if domain is RUNS else "")
    first = [_OF_DOMAIN[domain]] if domain in _OF_DOMAIN else []
    searched: Any = (*first, _ANYWHERE, *_OF_DOMAIN.values())
    return find(name, ChainMap(*searched), "metric")


def metric_of_text(text: str, domain: str = "", name: str = "f") -> Metric:
    """Return the metric that a formula is, after its sign =; it is parsed and never executed.

    >>> metric_of_text("= sum(i, 1, n, abs(sigma(i) - tau(i)))").parameters
    ()
    """
    from metrics.language.text.metric_table import metric_of_text as read

    return read(text, domain, name)


__all__ = [
    "HEIGHT_METRICS",
    "METRICS",
    "OTHER_METRICS",
    "RUN_METRICS",
    "TEXTBOOK_METRICS",
    "WEIGHTED_METRICS",
    "BadInput",
    "Metric",
    "find_metric",
    "metric_of_text",
]
