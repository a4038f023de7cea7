"""The words about judged runs, and about orders of them.

>>> from rankproof import ForAll, Le, Order, ask
>>> from rankproof.runs import r, s, spot
>>> mine = Order("mine", "place by place", "rank", "here", below=ForAll(spot, Le(r(spot), s(spot))))
>>> mine.domain
Domain(judged runs)
"""

from axioms.language.order_terms import (
    Below,
    ClosedJoin,
    ClosedMeet,
    FewestSteps,
    Join,
    Linked,
    Meet,
    MostSteps,
)
from metrics.language.runs import (
    Degree,
    Gain,
    Grade,
    PlaceWeight,
    Run,
    a,
    a_other,
    base,
    c,
    r,
    recall_base,
    s,
    spot,
    spot_other,
    t,
    u,
    v,
)

__all__ = [
    "Below",
    "ClosedJoin",
    "ClosedMeet",
    "Degree",
    "FewestSteps",
    "Gain",
    "Grade",
    "Join",
    "Linked",
    "Meet",
    "MostSteps",
    "PlaceWeight",
    "Run",
    "a",
    "a_other",
    "base",
    "c",
    "r",
    "recall_base",
    "s",
    "spot",
    "spot_other",
    "t",
    "u",
    "v",
]
