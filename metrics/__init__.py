"""What is scored: rankings and the metrics on them. Imports nothing else of ours.

>>> from metrics import METRICS, find_metric
>>> find_metric("dcg").title
'DCG'
"""

from metrics import correlation, error, gain, overlap, practice
from metrics.metric import Metric
from metrics.naming import BadInput, collect, find, with_aliases

PART_OF = "rankproof"
METRICS: dict[str, Metric] = collect((overlap, error, correlation, gain, practice), Metric)
_NAMES = with_aliases(METRICS)


def find_metric(name: str) -> Metric:
    """Return the metric of that name, or say which names are close."""
    return find(name, _NAMES, "metric")


__all__ = ["METRICS", "BadInput", "Metric", "find_metric"]
