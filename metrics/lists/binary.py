"""Metrics of judged lists that only ask which documents are relevant.

A document is relevant from grade 1 on, or from the grade that `rel` says. R is the number of
relevant documents of the pool; a quotient by R is undefined for a pool without any, where trec_eval
returns 0 (`empty=0`), and scikit-learn's label ranking average precision 1 (`empty=1`).
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Expr, Max, Min, Product, Sum

from metrics.language.terms import Indicator, Ratio, i, n
from metrics.lists.family import BINARY, Family, Words, above
from metrics.naming import BadInput

TREC = "trec_eval"
_family = partial(Family, options=BINARY)


def _precision(w: Words) -> Expr:
    if w.options["over"] == "retrieved":
        if w.cut == n:
            return Ratio(w.found, w.retrieved)
        return Ratio(w.found, Min(w.cut, w.retrieved))
    if w.cut == n:
        raise BadInput(
            "p counts the relevant documents among the first k: name k, as in p@3, or ask "
            "p(over=retrieved), which divides by the length of the list."
        )
    return w.found / w.cut


def _recall(w: Words) -> Expr:
    """Return recall; over=cut divides by what can be found, as trec_eval's relative precision."""
    capped = w.options["over"] == "cut" and w.cut != n
    return Ratio(w.found, Min(w.pool, w.cut) if capped else w.pool)


def _f1(w: Words) -> Expr:
    return Ratio(2 * w.found, (w.retrieved if w.cut == n else w.cut) + w.pool)


def _first_relevant(w: Words) -> Expr:
    none_above = Product(1 - w.relevant(above), (above, 1, i - 1))
    return w.over_seen(w.relevant(i) * none_above / i)


def _average_precision(w: Words) -> Expr:
    total = w.over_seen(w.relevant(i) * w.so_far(w.relevant(above)) / i)
    by = {"pool": w.pool, "cut": Min(w.pool, w.cut), "found": w.found}[w.options["over"]]
    return Ratio(total, by)


def _preferences(w: Words) -> Expr:
    """Return bpref; where no document is irrelevant, nothing stands above a relevant one."""
    wrong_above = Sum(1 - w.relevant(above), (above, 1, i - 1))
    wrong = n - w.pool
    lost = Ratio(Min(wrong_above, w.pool), Max(1, Min(wrong, w.pool)))
    return Ratio(w.over_seen(w.relevant(i) * (1 - lost)), w.pool)


def _at_rank_r(w: Words) -> Any:
    return Ratio(w.over_seen(Indicator(i <= w.pool) * w.relevant(i)), w.pool)


p = _family(
    "p",
    "precision",
    _precision,
    "van Rijsbergen, Information Retrieval, 1979",
    options={"over": ("k", "retrieved"), **BINARY},
    is_quotient=True,
)
r = _family(
    "r",
    "recall",
    _recall,
    f"{p.source}; Thakur et al. 2021 (over=cut)",
    options={"over": ("pool", "cut"), **BINARY},
    is_quotient=True,
)
f1 = _family(
    "f1",
    "F1",
    _f1,
    p.source,
    reading="2·relevant/(k + R); without a cut-off k is the length of the list",
    is_quotient=True,
)
hit = _family(
    "hit",
    "hit rate (success)",
    lambda w: Min(1, w.found),
    TREC,
)
rr = _family("rr", "reciprocal rank", _first_relevant, TREC)
ap = _family(
    "ap",
    "average precision",
    _average_precision,
    TREC,
    options={"over": ("pool", "cut", "found"), **BINARY},
    is_quotient=True,
)
rprec = _family("rprec", "R-precision", _at_rank_r, TREC, is_quotient=True)
bpref = _family(
    "bpref",
    "bpref",
    _preferences,
    "Buckley and Voorhees 2004, as trec_eval computes it",
    reading="of the judged documents: those that are not judged are passed over",
    unjudged="drop",
    is_quotient=True,
)
