"""The value of a weighted metric at two rankings, or at one and the identity, as it is written."""

from typing import Any

import sympy as sp

from metrics import find_metric
from metrics.language.written import value_of


def value(
    metric: Any, first: Any, second: Any = None, *, convention: str = "items", **given: Any
) -> Any:
    """Return d(first, second); weights are sequences of numbers or symbols."""
    metric = find_metric(metric) if isinstance(metric, str) else metric
    rankings = [tuple(first), tuple(second or sorted(first))]
    return sp.expand(value_of(metric, rankings, {"fixed": "one", **given}, convention))
