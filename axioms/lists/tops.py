"""Axioms and quantities of metrics of two top-k lists over the items 1, …, n.

What is asked of distances of rankings is asked of them in the same words, with lists in the place
of rankings.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import And, Eq, Equivalent, Ge, Le, Not

from axioms import distance as rankings
from axioms.axiom import Axiom, Part, Quantity, axiom, m, m1, m2
from axioms.language.formula import ForAll, Greatest, Same, Smallest
from metrics.language.lists import x, y, z
from metrics.language.terms import Ratio, nu, sigma, tau

FAGIN = "Fagin, Kumar and Sivakumar, Comparing top k lists, 2003"
WEBBER = "Webber, Moffat and Zobel, A similarity measure for indefinite rankings, 2010"
_LISTS = {sigma: x, tau: y, nu: z}


def _of_lists(known: Axiom) -> Axiom:
    """Return an axiom of rankings with lists in their place."""
    parts = tuple(Part(part.name, part.statement.xreplace(_LISTS)) for part in known.parts)
    return replace(known, title=known.title.replace("rankings", "lists"), parts=parts)


symmetry = _of_lists(rankings.symmetry)
nonnegativity = _of_lists(rankings.nonnegativity)
zero_iff_equal = _of_lists(rankings.zero_iff_equal)
triangle = _of_lists(rankings.triangle)
distance = _of_lists(rankings.distance)
unit_range = axiom(
    "unit_range",
    "values between 0 and 1",
    ForAll(x, y, And(Ge(m(x, y), 0), Le(m(x, y), 1))),
    WEBBER,
)
one_iff_equal = axiom(
    "one_iff_equal",
    "1 exactly for equal lists",
    ForAll(x, y, Equivalent(Eq(m(x, y), 1), Same(x, y))),
    WEBBER,
)
increasing_in_p = axiom(
    "increasing_in_p",
    "no fall with the persistence",
    ForAll(x, y, Ge(m(x, y), 0)),
    WEBBER,
    reading="m' is the slope of the metric in p, at the p that is given or at every p",
    slope_in="p",
)
decreasing_in_p = axiom(
    "decreasing_in_p",
    "no rise with the persistence",
    ForAll(x, y, Le(m(x, y), 0)),
    WEBBER,
    reading=increasing_in_p.reading,
    slope_in="p",
)
never_above = axiom(
    "never_above",
    "the first metric is never above the second",
    ForAll(x, y, Le(m1(x, y), m2(x, y))),
    WEBBER,
    reading="of one metric with two persistences it says how the metric changes between them",
)
near_metric = Quantity(
    "near_metric",
    "smallest c with d(x, z) ≤ c·(d(x, y) + d(y, z))",
    Greatest(x, y, z, Ratio(m(x, z), m(x, y) + m(y, z))),
    FAGIN,
    reading="d is a near metric if some c serves for all k, n and chains of lists; this is the c "
    "of one k and n, and of chains of three",
)
largest_ratio = Quantity(
    "largest_ratio",
    "largest ratio of two distances",
    Greatest(x, y, Ratio(m1(x, y), m2(x, y)), where=Not(Same(x, y))),
    FAGIN,
    reading="of different lists; two distances are equivalent if their ratios are bounded for "
    "all k and n, and this is the bound of one k and n",
)
smallest_ratio = replace(
    largest_ratio,
    name="smallest_ratio",
    title="smallest ratio of two distances",
    value=Smallest(x, y, Ratio(m1(x, y), m2(x, y)), where=Not(Same(x, y))),
)
