"""What is scored: rankings and the metrics on them. Imports nothing else of ours.

>>> from metrics import METRICS, find_metric
>>> find_metric("dcg").title
'DCG'
>>> "kendall" in METRICS
True
"""

from metrics.metric import Metric
from metrics.naming import BadInput, Catalogue

PART_OF = "rankproof"
FAMILIES = ("gain", "error", "correlation", "overlap", "practice", "pointwise")
OTHERS = ("graded", "weighted.distances", "weighted.heights", "textbook")


def _metrics(*names: str) -> Catalogue[Metric]:
    return Catalogue("metric", [f"metrics.{name}" for name in names], Metric)


METRICS = _metrics(*FAMILIES)
RUN_METRICS, WEIGHTED_METRICS, HEIGHT_METRICS, TEXTBOOK_METRICS = map(_metrics, OTHERS)
find_metric = _metrics(*FAMILIES, *OTHERS).find

__all__ = [
    "HEIGHT_METRICS",
    "METRICS",
    "RUN_METRICS",
    "TEXTBOOK_METRICS",
    "WEIGHTED_METRICS",
    "BadInput",
    "Metric",
    "find_metric",
]
