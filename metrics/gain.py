"""Gain metrics of one ranking: DCG and its relatives, MRR, mean rank, GMR.

`group` App. C.3 takes σ(i) itself as the relevance at place i.
"""

from sympy import Product, Rational, Sum, log

from metrics.language.terms import i, k, n, sigma
from metrics.metric import Metric

FAMILY = "gain"
SOURCE = "group, App. C.3"
ONE = (sigma,)
LARGEST_DCG = Sum((n + 1 - i) / log(i + 1, 2), (i, 1, n))

_dcg = Sum(sigma(i) / log(i + 1, 2), (i, 1, n))

dcg = Metric(
    name="dcg",
    title="DCG",
    inputs=ONE,
    value=_dcg,
    family=FAMILY,
    higher_is_better=True,
    source=SOURCE,
    bounds=(Sum(i / log(i + 1, 2), (i, 1, n)), LARGEST_DCG),
)
ndcg = Metric(
    name="ndcg",
    title="nDCG",
    inputs=ONE,
    value=_dcg / LARGEST_DCG,
    family=FAMILY,
    higher_is_better=True,
    source=SOURCE,
    bounds=(0, 1),
    reading="divided by the largest DCG on Sₙ, that of n, n − 1, …, 1",
)
mrr = Metric(
    name="mrr",
    title="MRR",
    inputs=ONE,
    value=Sum(1 / sigma(i), (i, 1, k)) / k,
    family=FAMILY,
    higher_is_better=True,
    source=SOURCE,
    bounds=(0, 1),
)
gmr = Metric(
    name="gmr",
    title="GMR",
    inputs=ONE,
    value=Product(sigma(i), (i, 1, k)) ** (Rational(1) / k),
    family=FAMILY,
    higher_is_better=False,
    source=SOURCE,
    bounds=(1, n),
)
mean_rank = Metric(
    name="mean_rank",
    title="mean rank",
    inputs=ONE,
    value=Sum(sigma(i), (i, 1, k)) / k,
    family=FAMILY,
    higher_is_better=False,
    source=SOURCE,
    bounds=(1, n),
    aliases=("meanrank",),
)
