"""What practitioners compute, on rankings: DCG by relevance, AP, ERR, RBP, RBO.

The relevance of item x is n + 1 − x where one ranking is scored against the
ideal 1, 2, …, n. AP and ERR take the top k of the first ranking as relevant.
"""

from functools import partial

from sympy import Expr, Integer, Max, Product, Sum, log

from metrics.gain import LARGEST_DCG
from metrics.language.terms import Indicator, Place, i, item_at, k, n, p, rank_of, sigma, tau
from metrics.metric import Metric

_l, _x = Place("l"), Place("x")

_relevance = n + 1 - item_at(sigma, i)
_dcg_rel = Sum(_relevance / log(i + 1, 2), (i, 1, n))


def _relevant(place: Place) -> Indicator:
    """1 where the item that τ puts at `place` is among the top k of σ."""
    return Indicator(rank_of(sigma, item_at(tau, place)) <= k)


def _stops(place: Place) -> Expr:
    """The chance that a reader of τ is satisfied at `place`, by the graded relevance in σ."""
    grade = Max(k + 1 - rank_of(sigma, item_at(tau, place)), 0)
    return (Integer(2) ** grade - 1) / Integer(2) ** k


_metric = partial(Metric, inputs=(sigma, tau), family="practice", higher_is_better=True)

dcg_rel = _metric(
    "dcg_rel",
    "DCG by relevance",
    inputs=(sigma,),
    value=_dcg_rel,
    source="Järvelin & Kekäläinen 2002, relevance n + 1 − σ(i)",
    bounds=(0, LARGEST_DCG),
    walks_down=True,
)
ndcg_rel = _metric(
    "ndcg_rel",
    "nDCG by relevance",
    inputs=(sigma,),
    value=_dcg_rel / LARGEST_DCG,
    source="Järvelin & Kekäläinen 2002, relevance n + 1 − σ(i)",
    bounds=(0, 1),
    walks_down=True,
)
dcg_exp = _metric(
    "dcg_exp",
    "DCG with exponential gain",
    inputs=(sigma,),
    value=Sum((Integer(2) ** _relevance - 1) / log(i + 1, 2), (i, 1, n)),
    source="Burges et al. 2005, gain 2^rel − 1 with rel = n + 1 − σ(i)",
    bounds=(0, None),
    walks_down=True,
)
ap = _metric(
    "ap",
    "average precision",
    value=Sum(_relevant(i) * Sum(_relevant(_l), (_l, 1, i)) / i, (i, 1, n)) / k,
    source="Buckley & Voorhees 2000",
    bounds=(0, 1),
    reading="the top k of the first ranking are relevant, all others are not",
)
err = _metric(
    "err",
    "expected reciprocal rank",
    value=Sum(_stops(i) * Product(1 - _stops(_l), (_l, 1, i - 1)) / i, (i, 1, n)),
    source="Chapelle et al. 2009",
    bounds=(0, 1),
    reading="the item at rank r ≤ k of the first ranking has grade k + 1 − r, all others 0; "
    "the largest grade is k",
)
rbp = _metric(
    "rbp",
    "rank-biased precision",
    inputs=(sigma,),
    value=(1 - p) * Sum(p ** (i - 1) * _relevance / n, (i, 1, n)),
    source="Moffat & Zobel 2008",
    bounds=(0, 1),
    reading="the gain of item x is its relevance n + 1 − x divided by the largest, n",
    walks_down=True,
)
_overlap = Sum(Indicator(rank_of(sigma, _x) <= i) * Indicator(rank_of(tau, _x) <= i), (_x, 1, n))
rbo = _metric(
    "rbo",
    "rank-biased overlap",
    value=(1 - p) * Sum(p ** (i - 1) * _overlap / i, (i, 1, n)),
    source="Webber, Moffat & Zobel 2010, eq. 4",
    bounds=(0, 1),
    reading="the series summed to depth n, without extrapolation: two equal rankings score 1 − pⁿ",
    walks_down=True,
)
