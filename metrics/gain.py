"""Gain metrics of one ranking: DCG and its relatives, MRR, mean rank, GMR.

`group` App. C.3 takes σ(i) itself as the relevance at place i.
"""

from functools import partial

from sympy import Product, Rational, Sum, log

from metrics.language.terms import i, k, n, sigma
from metrics.metric import Metric

SOURCE = "group, App. C.3"
LARGEST_DCG = Sum((n + 1 - i) / log(i + 1, 2), (i, 1, n))

_dcg = Sum(sigma(i) / log(i + 1, 2), (i, 1, n))
_metric = partial(Metric, inputs=(sigma,), family="gain", higher_is_better=True, source=SOURCE)

dcg = _metric(
    "dcg",
    "DCG",
    value=_dcg,
    bounds=(Sum(i / log(i + 1, 2), (i, 1, n)), LARGEST_DCG),
    walks_down=True,
)
ndcg = _metric(
    "ndcg",
    "nDCG",
    value=_dcg / LARGEST_DCG,
    bounds=(0, 1),
    reading="divided by the largest DCG on Sₙ, that of n, n − 1, …, 1",
    walks_down=True,
)
mrr = _metric("mrr", "MRR", value=Sum(1 / sigma(i), (i, 1, k)) / k, bounds=(0, 1))
gmr = _metric(
    "gmr",
    "GMR",
    value=Product(sigma(i), (i, 1, k)) ** (Rational(1) / k),
    higher_is_better=False,
    bounds=(1, n),
)
mean_rank = _metric(
    "mean_rank",
    "mean rank",
    value=Sum(sigma(i), (i, 1, k)) / k,
    higher_is_better=False,
    bounds=(1, n),
    aliases=("meanrank",),
)
