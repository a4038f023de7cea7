"""What is scored: rankings and the metrics on them. Imports nothing else of ours.

>>> from metrics import METRICS, find_metric
>>> find_metric("dcg").title
'DCG'
>>> "kendall" in METRICS
True
"""

from metrics.metric import Metric
from metrics.naming import BadInput, Catalogue, find

PART_OF = "rankproof"
FAMILIES = ("gain", "error", "correlation", "overlap", "practice", "pointwise")
METRICS: Catalogue[Metric] = Catalogue([f"metrics.{family}" for family in FAMILIES], Metric)
RUN_METRICS: Catalogue[Metric] = Catalogue(["metrics.graded"], Metric)
HEIGHT_METRICS: Catalogue[Metric] = Catalogue(["metrics.weighted.heights"], Metric)
WEIGHTED_METRICS: Catalogue[Metric] = Catalogue(["metrics.weighted.distances"], Metric)
_EVERY: Catalogue[Metric] = Catalogue(
    [f"metrics.{name}" for name in (*FAMILIES, "graded", "weighted.distances", "weighted.heights")],
    Metric,
)


def find_metric(name: str) -> Metric:
    """Return the metric of that name, or say which names are close."""
    return find(name, _EVERY, "metric")


__all__ = [
    "HEIGHT_METRICS",
    "METRICS",
    "RUN_METRICS",
    "WEIGHTED_METRICS",
    "BadInput",
    "Metric",
    "find_metric",
]
