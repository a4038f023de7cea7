"""Metrics of judged runs (`giner`, §4).

The gain g of the relevance degrees is left free (strictly increasing, g(a₀) = 0) unless given.

>>> gp.domain
Domain(judged runs)
"""

from __future__ import annotations

from functools import partial

from sympy import Max, Product, Sum, log

from metrics.language.runs import Gain, PlaceWeight, base, c, r, recall_base
from metrics.language.terms import Indicator, Place, Ratio, i, k, n, p
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
by_rank = _metric(
    "by_rank",
    "gains weighted by rank alone",
    value=Sum(PlaceWeight(i) * Gain(r(i)), (i, 1, n)),
    source="giner, §7",
    reading="w(i) is a positive number that depends on the rank alone",
)


# What practitioners use, by name: a run is a judged list of which every document was retrieved ----

h, a = Place("h"), Place("a")
_RELEVANT = Sum(Indicator(r(i) >= 1), (i, 1, n))
_FOUND = Sum(Indicator(r(i) >= 1), (i, 1, k))
_STOPS = (2 ** r(i) - 1) / 2**c
_BEFORE = Product(1 - (2 ** r(h) - 1) / 2**c, (h, 1, i - 1))
_NONE_BEFORE = Product(Indicator(r(h) < 1), (h, 1, i - 1))
_PRECISION = Sum(Indicator(r(h) >= 1), (h, 1, i)) / i
_LEVEL = Sum(Indicator(r(i) >= a), (i, 1, n))
_RISE = Gain(a) - Gain(a - 1)

_relevant = "relevant is degree a₁ and above; R counts the relevant documents of the run"
_judged = partial(_metric, reading=_relevant, source="trec_eval")
p_metric = _judged("p", "precision", value=_FOUND / k)
r_metric = _judged("r", "recall", value=Ratio(_FOUND, _RELEVANT))
f1 = _judged("f1", "F1", value=2 * _FOUND / (k + _RELEVANT))
rr = _judged("rr", "reciprocal rank", value=Sum(Indicator(r(i) >= 1) * _NONE_BEFORE / i, (i, 1, k)))
ap = _judged(
    "ap",
    "average precision",
    value=Ratio(Sum(Indicator(r(i) >= 1) * _PRECISION, (i, 1, k)), _RELEVANT),
)
err = _metric(
    "err",
    "expected reciprocal rank",
    value=Sum(_STOPS * _BEFORE / i, (i, 1, k)),
    source="Chapelle et al., Expected Reciprocal Rank for Graded Relevance, CIKM 2009",
    reading="a document of degree g stops the reader with probability (2^g − 1)/2^c",
)
ndcg = _metric(
    "ndcg",
    "nDCG",
    value=Ratio(
        Sum(Gain(r(i)) / log(i + 1, 2), (i, 1, k)),
        Sum(_RISE * Indicator(h <= _LEVEL) / log(h + 1, 2), (h, 1, k), (a, 1, c)),
    ),
    source="Järvelin & Kekäläinen, Cumulated gain-based evaluation of IR techniques, TOIS 2002",
    reading="discount log₂(i + 1); the ideal lists the documents of the run by degree",
)
