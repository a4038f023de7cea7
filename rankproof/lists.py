"""The words about judged lists (r, s) and about top-k lists (x, y, z).

>>> from rankproof.lists import Length, r
>>> Length(r).args == (r,)
True
"""

from axioms.language.formula import Depth, Threshold
from metrics.language.lists import (
    Exchanged,
    Extended,
    Ideal,
    Length,
    PoolList,
    RankIn,
    Regraded,
    SamePool,
    SameTop,
    Sorted,
    TiedWith,
    TopList,
    location,
    penalty,
    r,
    s,
    x,
    y,
    z,
)
from metrics.language.runs import Degree, Grade, c

__all__ = [
    "Degree",
    "Depth",
    "Exchanged",
    "Extended",
    "Grade",
    "Ideal",
    "Length",
    "PoolList",
    "RankIn",
    "Regraded",
    "SamePool",
    "SameTop",
    "Sorted",
    "Threshold",
    "TiedWith",
    "TopList",
    "c",
    "location",
    "penalty",
    "r",
    "s",
    "x",
    "y",
    "z",
]
