"""Metrics of judged runs (`giner`, §4).

The gain g of the relevance degrees is left free (strictly increasing, g(a₀) = 0) unless given.

>>> gp.domain
Domain(judged runs)
"""

from __future__ import annotations

from sympy import Max, Sum, log

from metrics.language.runs import Gain, base, c, r, recall_base
from metrics.language.terms import i, n, p
from metrics.metric import Metric

gp = Metric(
    name="gp",
    title="generalized precision",
    inputs=(r,),
    value=Sum(Gain(r(i)) / Gain(c), (i, 1, n)) / n,
    family="graded",
    higher_is_better=True,
    source="giner, §4",
)
gr = Metric(
    name="gr",
    title="generalized recall",
    inputs=(r,),
    value=Sum(Gain(r(i)) / Gain(c), (i, 1, n)) / recall_base,
    family="graded",
    higher_is_better=True,
    source="giner, §4",
    reading="RB, the recall base, is one positive number for all runs",
)
grbp = Metric(
    name="grbp",
    title="graded rank-biased precision",
    inputs=(r,),
    value=(1 - p) / Gain(c) * Sum(p ** (i - 1) * Gain(r(i)), (i, 1, n)),
    family="graded",
    higher_is_better=True,
    source="giner, §4",
)
dcg_b = Metric(
    name="dcg_b",
    title="DCG with base b",
    inputs=(r,),
    value=Sum(Gain(r(i)) / Max(1, log(i) / log(base)), (i, 1, n)),
    family="graded",
    higher_is_better=True,
    source="giner, §4",
    reading="discount max(1, log_b i)",
)
