"""Metrics of judged lists that use the grades themselves.

The gain of a grade g is g, 2^g − 1, or left free: 0 = gain(0) < gain(1) < …
"""

from __future__ import annotations

from sympy import Expr, Product, Sum

from metrics.language.runs import c
from metrics.language.terms import Indicator, Ratio, i, n, p
from metrics.lists.family import BINARY, NUMBER, Family, Words, above

GAIN = {"gain": ("linear", "exp", "free")}
DISCOUNTED = {**GAIN, "discount": ("log2", "jarvelin")}


def _cumulated(w: Words) -> Expr:
    return w.over_seen(w.gain(w.listed(i)) / w.discount(i))


def _best_cumulated(w: Words) -> Expr:
    """Return the largest DCG: of the pool, or of the documents that were retrieved."""
    gain = w.gain(w.best(i)) / w.discount(i)
    if w.options["ideal"] == "retrieved":
        return w.over_seen(gain)
    return Sum(gain if w.cut == n else Indicator(i <= w.cut) * gain, (i, 1, n))


def _stopping(w: Words) -> Expr:
    def satisfied(place: object) -> Expr:
        return (2 ** w.listed(place) - 1) / 2**c

    passed = Product(1 - satisfied(above), (above, 1, i - 1))
    return w.over_seen(satisfied(i) * passed / i)


def _q(w: Words) -> Expr:
    beta = w.number("beta")
    hits = w.so_far(w.relevant(above))
    gained = w.so_far(w.gain(w.listed(above)))
    possible = w.so_far(w.gain(w.best(above)))
    blended = Ratio(hits + beta * gained, i + beta * possible)
    return Ratio(w.over_seen(w.relevant(i) * blended), w.pool)


dcg = Family(
    "dcg",
    "DCG",
    _cumulated,
    "Järvelin and Kekäläinen 2002 (discount=jarvelin); Burges et al. 2005 (gain=exp)",
    DISCOUNTED,
)
ndcg = Family(
    "ndcg",
    "nDCG",
    lambda w: Ratio(_cumulated(w), _best_cumulated(w)),
    "Järvelin and Kekäläinen 2002; trec_eval (ideal=pool), scikit-learn (ideal=retrieved)",
    {**DISCOUNTED, "ideal": ("pool", "retrieved")},
    is_quotient=True,
)
err = Family("err", "ERR", _stopping, "Chapelle et al. 2009", {})
rbp = Family(
    "rbp",
    "RBP",
    lambda w: (1 - p) * w.over_seen(p ** (i - 1) * w.gain(w.listed(i)) / w.gain(c)),
    "Moffat and Zobel 2008",
    GAIN,
)
q = Family(
    "q",
    "Q-measure",
    _q,
    "Sakai 2004",
    {**GAIN, "beta": ("1", NUMBER), **BINARY},
    is_quotient=True,
)
