"""Metrics of judged runs (`giner`, §4).

The gain g of the relevance degrees is left free (strictly increasing, g(a₀) = 0) unless given.

>>> gp.domain
Domain(judged runs)
"""

from __future__ import annotations

from functools import partial

from sympy import Max, Sum, log

from metrics.language.runs import Gain, base, c, r, recall_base
from metrics.language.terms import i, n, p
from metrics.metric import Metric

_metric = partial(Metric, inputs=(r,), family="graded", higher_is_better=True, source="giner, §4")

gp = _metric("gp", "generalized precision", value=Sum(Gain(r(i)) / Gain(c), (i, 1, n)) / n)
gr = _metric(
    "gr",
    "generalized recall",
    value=Sum(Gain(r(i)) / Gain(c), (i, 1, n)) / recall_base,
    reading="RB, the recall base, is one positive number for all runs",
)
grbp = _metric(
    "grbp",
    "graded rank-biased precision",
    value=(1 - p) / Gain(c) * Sum(p ** (i - 1) * Gain(r(i)), (i, 1, n)),
)
dcg_b = _metric(
    "dcg_b",
    "DCG with base b",
    value=Sum(Gain(r(i)) / Max(1, log(i) / log(base)), (i, 1, n)),
    reading="discount max(1, log_b i)",
)
