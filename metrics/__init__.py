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
FAMILIES = ("gain", "error", "correlation", "overlap", "practice")
METRICS: Catalogue[Metric] = Catalogue([f"metrics.{family}" for family in FAMILIES], Metric)


def find_metric(name: str) -> Metric:
    """Return the metric of that name, or say which names are close."""
    return find(name, METRICS, "metric")


__all__ = ["METRICS", "BadInput", "Metric", "find_metric"]
