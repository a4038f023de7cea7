"""The words of formulas: what each takes, what it makes, and what letters usually stand for.

>>> usual_domain("sigma2"), usual_domain("r"), usual_domain("r", RUNS)
('rankings', 'lists', 'runs')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp
from sympy.logic.boolalg import Boolean

from metrics.language import lists, runs, terms
from metrics.language import weight_symbols as weights
from metrics.language.parameters import SYMBOLS

LARGEST_BITS = 2000
LARGEST_EXPONENT = 1_000
NUMBER, CONDITION, LISTING = "a number", "a condition", "a listing"
RANKING, JUDGED, POOLED, LISTED = "a ranking", "a judged run or list", "a judged list", "a list"
RANKED, TOP = "a ranking or top-k list", "a top-k list"
_RANKINGS = (
    *(terms.Ranking, terms.Identity, terms.Backwards, terms.FullCycle, terms.Swap, terms.Inverse),
    *(terms.Compose, terms.Reversed, terms.Renamed),
)
SORTS: dict[str, tuple[type, ...]] = {
    RANKING: _RANKINGS,
    RANKED: (*_RANKINGS, lists.TopList),
    JUDGED: (runs.Run, lists.OfDocuments),
    POOLED: (lists.OfDocuments,),
    LISTED: (lists.OfDocuments, lists.TopList),
    TOP: (lists.TopList,),
}
"""Kinds of listings, each by its classes."""
MANY = "many"
RANKINGS, RUNS, LISTS, TOPS, PLACES, DEGREES = (
    *("rankings", "runs", "lists", "tops", "places", "degrees"),
)
KINDS: dict[str, Callable[[str], Any]] = {
    RANKINGS: terms.Ranking,
    RUNS: runs.Run,
    LISTS: lists.PoolList,
    TOPS: lists.TopList,
    PLACES: terms.Place,
    DEGREES: runs.Degree,
}
"""What a variable of each domain is."""
USUAL = {
    **dict.fromkeys(("sigma", "tau", "nu", "mu", "rho", "kappa", "pi"), RANKINGS),
    **dict.fromkeys("rstuv", LISTS),
    **dict.fromkeys("xyz", TOPS),
    **dict.fromkeys("ijklhd", PLACES),
    **dict.fromkeys("ab", DEGREES),
}
"""The domain of a variable whose text names none, by its letters; runs where a text is of runs."""
CONSTANTS: dict[str, Any] = {
    "n": terms.n,
    "c": runs.c,
    **{str(symbol): symbol for symbol in SYMBOLS.values()},
    "id": terms.Identity(),
    "backwards": terms.Backwards(),
    "cycle": terms.FullCycle(),
    "true": sp.true,
    "false": sp.false,
}


def usual_domain(name: str, among: str = "") -> str:
    """Return the domain of a variable by its letters; `among` says where r and s are runs."""
    found = USUAL.get(name.rstrip("0123456789"), "")
    return RUNS if found == LISTS and among == RUNS else found


def _log(x: Any, base: Any = None) -> Any:
    return sp.log(x) if base is None else sp.log(x, base)


def _rank(listing: Any, item: Any) -> Any:
    kind = lists.RankIn if isinstance(listing, lists.TopList) else terms.RankOf
    return kind(listing, item)


_ONE, _TWO = (NUMBER,), (NUMBER, NUMBER)
WORDS: dict[str, tuple[tuple[str, ...], Callable[..., Any]]] = {
    "abs": (_ONE, sp.Abs),
    "sign": (_ONE, sp.sign),
    "sqrt": (_ONE, sp.sqrt),
    "root": (_TWO, lambda x, degree: power(x, sp.Pow(degree, -1))),
    "log": ((NUMBER, MANY), _log),
    "max": ((NUMBER, MANY), sp.Max),
    "min": ((NUMBER, MANY), sp.Min),
    "floor": (_ONE, sp.floor),
    "ceiling": (_ONE, sp.ceiling),
    "mod": (_TWO, sp.Mod),
    "binomial": (_TWO, sp.binomial),
    "ratio": (_TWO, terms.Ratio),
    "indicator": ((CONDITION,), terms.Indicator),
    "rank": ((RANKED, NUMBER), _rank),
    "item": ((RANKING, NUMBER), terms.ItemAt),
    "inverse": ((RANKING,), terms.Inverse),
    "compose": ((RANKING, RANKING), terms.Compose),
    "reversed": ((RANKING,), terms.Reversed),
    "renamed": ((RANKING, RANKING), terms.Renamed),
    "swap": (_TWO, terms.Swap),
    "gain": (_ONE, runs.Gain),
    "place_weight": (_ONE, runs.PlaceWeight),
    "weight": (_ONE, weights.ElementWeight),
    "cost": (_ONE, weights.PositionCost),
    "reach": (_ONE, weights.Reach),
    "mean_cost": (_TWO, weights.MeanCost),
    "similarity": (_TWO, weights.Similarity),
    "height": (_ONE, weights.Height),
    "length": ((LISTED,), lists.Length),
    "tied_with": ((TOP, NUMBER), lists.TiedWith),
    "ideal": ((JUDGED,), lists.Ideal),
    "sorted": ((POOLED,), lists.Sorted),
    "exchange": ((POOLED, NUMBER, NUMBER), lists.Exchanged),
    "regrade": ((POOLED, NUMBER, NUMBER), lists.Regraded),
    "append": ((POOLED, NUMBER), lists.Extended),
    "same_pool": ((POOLED, POOLED), lists.SamePool),
    "same_top": ((POOLED, POOLED, NUMBER), lists.SameTop),
}
"""What each word takes, and what it makes; MANY: any number of the kind before."""
LOOPS: dict[str, Any] = {"sum": sp.Sum, "product": sp.Product, "largest": terms.Largest}
"""Words that count with an index: sum(i, 1, n, term)."""
RELATIONS: dict[str, Any] = {
    **{"=": sp.Eq, "!=": sp.Ne, "<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge},
}
OWN_FORM = ("piecewise", "if")


def kind_of(found: Any) -> str:
    """Return what kind of thing a part of a text is."""
    if isinstance(found, sp.Expr):
        return NUMBER
    return CONDITION if isinstance(found, Boolean) else LISTING


def power(base: Any, exponent: Any) -> Any:
    """Return a power; a number with too many digits is refused before it is computed."""
    if base.is_Rational and exponent.is_Rational:
        bits = max(abs(base.p), base.q).bit_length()
        if exponent.q == 1:
            if bits > 1 and bits * abs(exponent.p) > LARGEST_BITS:
                raise OverflowError
        elif bits > 40 or max(abs(exponent.p), exponent.q) > 1000:
            raise OverflowError
    elif exponent.is_Rational and max(abs(exponent.p), exponent.q) > LARGEST_EXPONENT:
        raise OverflowError
    return sp.Pow(base, exponent)
