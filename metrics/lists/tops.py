"""Distances and similarities of two top-k lists x and y over the items 1, …, n.

Fagin, Kumar and Sivakumar sum a penalty over all pairs of items that occur in the lists, in four
cases: both items are in both lists; both are in one list and one of them in the other; each is in
one list only, and not in the same; both are in one list, and neither is in the other. An item that
is not in a list counts as behind all of its items. With that the first three cases are one: the
penalty is 1 where the lists put the items in opposite orders, else 0. In the fourth it is p.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Abs, Eq, Expr, Lt, Max, Min, Sum, log

from metrics.language.lists import Length, RankIn, location, penalty, x, y
from metrics.language.terms import Indicator, Place, n, p
from metrics.metric import Metric

FAGIN = "Fagin, Kumar and Sivakumar, Comparing top k lists, 2003"
WEBBER = "Webber, Moffat and Zobel, A similarity measure for indefinite rankings, 2010"
a, b, d = Place("a"), Place("b"), Place("d")


def _has(listed: Any, item: Any) -> Any:
    """Return 1 where an item is in a list, else 0."""
    return Indicator(RankIn(listed, item) <= n)


def _only(one: Any, other: Any, item: Any) -> Any:
    """Return 1 where an item is in one list and not in the other, else 0."""
    return _has(one, item) * (1 - _has(other, item))


def _kendall() -> Expr:
    apart = [RankIn(listed, a) - RankIn(listed, b) for listed in (x, y)]
    opposite = Indicator(Lt(apart[0] * apart[1], 0))
    fourth = _only(x, y, a) * _only(x, y, b) + _only(y, x, a) * _only(y, x, b)
    return Sum(opposite + penalty * fourth, (a, 1, b - 1), (b, 1, n))


def _footrule() -> Expr:
    both = _has(x, a) * _has(y, a) * Abs(RankIn(x, a) - RankIn(y, a))
    one = [_only(s, t, a) * (location - RankIn(s, a)) for s, t in ((x, y), (y, x))]
    return Sum(both + one[0] + one[1], (a, 1, n))


# Rank-biased overlap -----------------------------------------------------------------------------

_short, _long = Min(Length(x), Length(y)), Max(Length(x), Length(y))
_common = Sum(_has(x, a) * _has(y, a), (a, 1, n))
_items = _short + _long - _common


def _overlap(depth: Any) -> Any:
    """Return how many items are in both lists down to a depth."""
    inside = [Indicator(RankIn(listed, a) <= depth) for listed in (x, y)]
    return Sum(inside[0] * inside[1], (a, 1, n))


def _at(depth: Any, term: Any) -> Any:
    """Return a term in the depth d at one depth."""
    return Sum(Indicator(Eq(d, depth)) * term, (d, 1, n))


def _between(above: Any, last: Any, term: Any) -> Any:
    """Add a term in the depth d up, from below a depth down to another."""
    within = Indicator(d <= last) * (1 if above == 0 else Indicator(d > above))
    return Sum(within * term, (d, 1, n))


def _rbo_ext() -> Expr:
    at_short, at_long = (_at(depth, _overlap(d) / d) for depth in (_short, _long))
    beyond = at_long - _overlap(_short) * _at(_long, 1 / d)
    known = _between(0, _long, _overlap(d) / d * p**d)
    assumed = at_short * _between(_short, _long, (d - _short) / d * p**d)
    return (1 - p) / p * (known + assumed) + (beyond + at_short) * _at(_long, p**d)


def _rbo_min() -> Expr:
    lost = _between(0, _long, (_overlap(d) - _common) / d * p**d)
    return (1 - p) / p * (lost - _common * log(1 - p))


def _rbo_res() -> Expr:
    series = p**d / d
    tails = _short * _between(_short, _items, series) + _long * _between(_long, _items, series)
    unseen = _common * (-log(1 - p) - _between(0, _items, series))
    ends = _at(_short, p**d) + _at(_long, p**d) - _at(_items, p**d)
    return ends - (1 - p) / p * (tails + unseen)


_metric = partial(Metric, inputs=(x, y), family="tops")

kendall_top = _metric(
    "kendall_top",
    "Kendall distance with penalty",
    value=_kendall(),
    higher_is_better=False,
    source=FAGIN,
    reading="K^(p): p is the penalty of two items that are both in one list and not in the other",
)
footrule_top = _metric(
    "footrule_top",
    "footrule distance with location",
    value=_footrule(),
    higher_is_better=False,
    source=FAGIN,
    reading="F^(l): items that are not in a list are put at the location l > k (default: k + 1)",
)
average_overlap = _metric(
    "average_overlap",
    "average overlap",
    value=_between(0, _short, _overlap(d) / d) * _at(_short, 1 / d),
    higher_is_better=True,
    source=f"Wu and Crestani 2003, as in {WEBBER}, eq. 4",
    reading="to the depth of the shorter list",
)
rbo_prefix = _metric(
    "rbo_prefix",
    "rank-biased overlap of a prefix",
    value=(1 - p) / p * _between(0, _short, _overlap(d) / d * p**d),
    higher_is_better=True,
    source=f"{WEBBER}, eq. 7, cut off",
    reading="the terms of the series that are seen, to the depth of the shorter list",
)
rbo_ext = _metric(
    "rbo_ext",
    "extrapolated rank-biased overlap",
    value=_rbo_ext(),
    higher_is_better=True,
    source=WEBBER,
    reading="of uneven lists, eq. 32: the agreement seen last goes on",
)
rbo_min = _metric(
    "rbo_min",
    "smallest rank-biased overlap",
    value=_rbo_min(),
    higher_is_better=True,
    source=WEBBER,
    reading="eq. 11, to the depth of the longer list: nothing behind the lists is common",
)
rbo_res = _metric(
    "rbo_res",
    "residual of rank-biased overlap",
    value=_rbo_res(),
    higher_is_better=False,
    source=WEBBER,
    reading="eq. 30: what the smallest overlap may gain if all goes on as well as it can",
)
