"""Rank-biased overlap of two lists with ties: RBO^w, RBO^a and RBO^b of Corsi and Urbano.

How much of an item a list has down to a depth d depends on the first and last place of its tie
group. *w*: all of it from the first place on, as tied items stand at one rank. *a* and *b*: the
share of the group's places that lie above, as the order is unknown; of an item that is not tied it
is 0 or 1. The overlap at a depth adds up, over all items, the product of what both lists have, and
the agreement is the overlap over d (*a*), over the mean of what the two lists have in all (*w*), or
over the root of the product of their sums of squares (*b*), so that a list agrees with itself.

Behind the end of the shorter list, down to the end of the longer one, the shorter list is taken to
have no ties. What it might have there is: nothing (min); the items of the longer list that it
lacks, the first ones first (max); so many of these, each with their mean share, that the agreement
at the shorter end goes on (ext).

Source: M. Corsi and J. Urbano, The treatment of ties in rank-biased overlap, SIGIR 2024; read in
the authors' program (github.com/julian-urbano/sigir2024-rbo), as the text of the paper was not at
hand. Without ties all three are the measures of `metrics.lists.tops`.
"""

from __future__ import annotations

from typing import Any

from sympy import Eq, Expr, Max, Min, Sum, log, sqrt

from metrics.language.lists import Length, RankIn, TiedWith, x, y
from metrics.language.terms import Indicator, Ratio, n, p
from metrics.lists.tops import _at as at
from metrics.lists.tops import _between as between
from metrics.lists.tops import _common as common
from metrics.lists.tops import _has as has
from metrics.lists.tops import _items as all_items
from metrics.lists.tops import _long as long
from metrics.lists.tops import _short as short
from metrics.lists.tops import a, d
from metrics.metric import Metric

CORSI = "Corsi and Urbano, The treatment of ties in rank-biased overlap, 2024 (from their program)"
FAMILY = "tops with ties"
READINGS = {
    "w": "RBO^w: tied items stand at one rank",
    "a": "RBO^a: tied items stand in an unknown order, and overlaps are expected ones",
    "b": "RBO^b: as RBO^a, corrected so that a list agrees with itself",
}


def _share(ties: str, listed: Any) -> Any:
    """Return how much of the item a a list has down to the depth d; nothing of what it lacks."""
    if ties == "w":
        return Indicator(RankIn(listed, a) <= d)
    first, tied = RankIn(listed, a), TiedWith(listed, a)
    return Indicator(first <= d) * Min(tied, d + 1 - first) / tied


def _overlap(ties: str) -> Any:
    return Sum(_share(ties, x) * _share(ties, y), (a, 1, n))


def _over(ties: str, overlap: Any) -> Any:
    """Return the agreement of an overlap at the depth d."""
    if ties == "a":
        return overlap / d
    if ties == "w":
        return Ratio(2 * overlap, _begun(x) + _begun(y))
    return overlap * _inverse_root(x) * _inverse_root(y)


def _begun(listed: Any) -> Any:
    """Return how many items begin down to the depth d; d behind the list, which has no ties."""
    behind = Indicator(d > Length(listed))
    return behind * d + (1 - behind) * Sum(Indicator(RankIn(listed, a) <= d), (a, 1, n))


def _inverse_root(listed: Any) -> Any:
    """Return 1 over the root of the sum of the squared shares; of d behind the list.

    Items of whole groups add 1 each. A group of g items of which d cuts off the first j adds g
    times (j/g)². So the sum is (whole + j²/g), and g²·(whole + j²/g) is a whole number.
    """
    first, tied = RankIn(listed, a), TiedWith(listed, a)
    whole = Sum(Indicator(first + tied <= d + 1), (a, 1, n))
    cut = Sum(Indicator(first <= d) * Indicator(first + tied > d + 1), (a, 1, n))
    size = cut + Indicator(Eq(cut, 0))
    squares = (whole * size + (d - whole) ** 2) * size
    behind = Indicator(d > Length(listed))
    within = size * Ratio(sqrt(squares), squares)
    return behind / sqrt(d) + (1 - behind) * within


def _lacked(term: Any) -> Any:
    """Add up a term in the longer list and the item a over the items that the shorter one lacks."""
    return sum(
        Indicator(Length(one) > Length(two)) * Sum((1 - has(two, a)) * term(one), (a, 1, n))
        for one, two in ((x, y), (y, x))
    )


def _assumed(ties: str) -> Any:
    """Return the mean share of the items that are lacked and begin down to the depth d."""
    begun = _lacked(lambda one: Indicator(RankIn(one, a) <= d))
    return Ratio(_lacked(lambda one: _share(ties, one)), Max(1, begun))


def _first_lacked(ties: str) -> Any:
    """Return what the longer list has of the first items that are lacked, d − s of them.

    Those that end down to d count 1, the others have the share of the group that d cuts.
    """
    if ties == "w":
        return d - short
    ended = _lacked(lambda one: Indicator(RankIn(one, a) + TiedWith(one, a) <= d + 1))
    more = Indicator(ended < d - short) * (d - short - ended)
    return d - short - more * (1 - _cut_share())


def _cut_share() -> Any:
    """Return the share of the tie group of the longer list that the depth d cuts; else 0."""
    total: Any = 0
    for one, two in ((x, y), (y, x)):
        first, tied = RankIn(one, a), TiedWith(one, a)
        cut = Indicator(first <= d) * Indicator(first + tied > d + 1)
        mean = Sum(cut * (d + 1 - first) / tied**2, (a, 1, n))  # the same for each of `tied` items
        total += Indicator(Length(one) > Length(two)) * mean
    return total


def _ext(ties: str) -> Expr:
    agreement = _over(ties, _overlap(ties))
    at_short = at(short, agreement)
    assumed = _over(ties, (d - short) * _assumed(ties))
    seen = between(0, long, agreement * p**d)
    unseen = at_short * between(short, long, assumed * p**d)
    last = (common + (long - short) * at_short) * at(long, p**d / d)
    return (1 - p) / p * (seen + unseen) + last


def _min(ties: str) -> Expr:
    seen = between(0, long, _over(ties, _overlap(ties)) * p**d)
    behind = common * (-log(1 - p) - between(0, long, p**d / d))
    return (1 - p) / p * (seen + behind)


def _res(ties: str) -> Expr:
    gained = between(short, long, _over(ties, _first_lacked(ties)) * p**d)
    rest = between(long, all_items, (2 * d - all_items) / d * p**d)
    lost = common * (-log(1 - p) - between(0, long, p**d / d))
    return (1 - p) / p * (gained + rest - lost) + at(all_items, p**d)


def _metrics(name: str, title: str, value: Any, higher: bool) -> list[Metric]:
    """Return a measure with each treatment of ties."""
    return [
        Metric(
            f"{name}(ties={ties})",
            f"{title} (ties={ties})",
            (x, y),
            value(ties),
            FAMILY,
            higher,
            CORSI,
            reading=READINGS[ties],
        )
        for ties in READINGS
    ]


ext_w, ext_a, ext_b = _metrics("rbo_ext", "extrapolated rank-biased overlap", _ext, True)
min_w, min_a, min_b = _metrics("rbo_min", "smallest rank-biased overlap", _min, True)
res_w, res_a, res_b = _metrics("rbo_res", "residual of rank-biased overlap", _res, False)
