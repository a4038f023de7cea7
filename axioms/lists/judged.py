"""Axioms of metrics of judged lists: what it may do to a score to change a list.

They are asked of all lists of all pools of n documents with grades 0, …, c. A document is relevant
from the grade on from which the metric calls it so; k is the metric's cut-off, n where it has none.
The axioms of Moffat, of Amigó, Gonzalo and Verdejo and of Ferrante, Ferro and Pontarollo are taken
from the literature; `reading` says how each was understood.
"""

from __future__ import annotations

from sympy import And, Eq, Equivalent, Ge, Gt, Implies, Le, Lt, Not, Sum

from axioms.axiom import axiom, m, m1, m2
from axioms.language.formula import Defined, Depth, Exists, ForAll, Threshold
from metrics.language.lists import (
    Exchanged,
    Extended,
    Ideal,
    Length,
    Regraded,
    SamePool,
    SameTop,
    r,
    s,
)
from metrics.language.runs import a
from metrics.language.terms import Indicator, Place, n

MOFFAT = "Moffat, Seven numeric properties of effectiveness metrics, 2013"
AMIGO = "Amigó, Gonzalo and Verdejo, A general evaluation measure for document organization, 2013"
CLASSIC = "textbook"
i, j, h, d = (Place(name) for name in "ijhd")
OWN_WORDS = "in our words: the exact wording of the paper was not at hand"

some_relevant = Gt(Sum(Indicator(r(d) >= Threshold(m)), (d, 1, n)), 0)
none_found = Eq(Sum(Indicator(d <= Length(r)) * Indicator(r(d) >= Threshold(m)), (d, 1, n)), 0)
better_below = And(Lt(i, j), Le(j, Length(r)), Lt(r(i), r(j)))
better_outside = And(Le(i, Length(r)), Le(i, Depth(m)), Gt(j, Length(r)), Lt(r(i), r(j)))
raised = And(Le(i, Length(r)), Lt(r(i), a))
outside = Gt(j, Length(r))
swapped = Exchanged(r, i, j)

unit_range = axiom(
    "unit_range",
    "values between 0 and 1",
    ForAll(r, And(Ge(m(r), 0), Le(m(r), 1))),
    CLASSIC,
)
ideal_is_best = axiom(
    "ideal_is_best",
    "no list of a pool is better than the ideal one",
    ForAll(r, Le(m(r), m(Ideal(r)))),
    CLASSIC,
)
ideal_is_one = axiom(
    "ideal_is_one",
    "the ideal list scores 1",
    ForAll(r, Implies(some_relevant, Eq(m(Ideal(r)), 1))),
    CLASSIC,
    reading="for pools with a relevant document; the ideal list has all documents, best first",
)
nothing_is_zero = axiom(
    "nothing_is_zero",
    "a list without a relevant document scores 0",
    ForAll(r, Implies(none_found, Eq(m(r), 0))),
    MOFFAT,
    reading=OWN_WORDS,
)
promotion = axiom(
    "promotion",
    "moving the better of two documents up does not lower the score",
    ForAll(r, i, j, Implies(better_below, Ge(m(swapped), m(r)))),
    MOFFAT,
    reading=f"top-weightedness, {OWN_WORDS}",
)
promotion_strict = axiom(
    "promotion_strict",
    "moving the better of two documents up raises the score",
    ForAll(r, i, j, Implies(And(better_below, Le(i, Depth(m))), Gt(m(swapped), m(r)))),
    MOFFAT,
    reading=f"where the upper place is within k; top-weightedness, {OWN_WORDS}",
)
exchange = axiom(
    "exchange",
    "replacing a document by a better one does not lower the score",
    ForAll(r, i, j, Implies(better_outside, Ge(m(swapped), m(r)))),
    MOFFAT,
    reading=f"by one that was not retrieved; convergence, {OWN_WORDS}",
)
exchange_strict = axiom(
    "exchange_strict",
    "replacing a document by a better one raises the score",
    ForAll(r, i, j, Implies(better_outside, Gt(m(swapped), m(r)))),
    MOFFAT,
    reading=f"by one that was not retrieved; convergence, {OWN_WORDS}",
)
raising = axiom(
    "raising",
    "raising the grade of a retrieved document does not lower the score",
    ForAll(r, i, a, Implies(raised, Ge(m(Regraded(r, i, a)), m(r)))),
    CLASSIC,
    reading="the pool changes with the grade",
)
raising_strict = axiom(
    "raising_strict",
    "raising the grade of a retrieved document raises the score",
    ForAll(r, i, a, Implies(And(raised, Le(i, Depth(m))), Gt(m(Regraded(r, i, a)), m(r)))),
    CLASSIC,
    reading="where its place is within k; the pool changes with the grade",
)
extension = axiom(
    "extension",
    "appending a document does not lower the score",
    ForAll(r, j, Implies(outside, Ge(m(Extended(r, j)), m(r)))),
    MOFFAT,
    reading=f"one of the pool that was not retrieved; monotonicity, {OWN_WORDS}",
)
junk_at_bottom = axiom(
    "junk_at_bottom",
    "appending a document of grade 0 changes nothing",
    ForAll(r, j, Implies(And(outside, Eq(r(j), 0)), Eq(m(Extended(r, j)), m(r)))),
    AMIGO,
    reading=f"one of the pool that was not retrieved; {OWN_WORDS}",
)
junk_lowers = axiom(
    "junk_lowers",
    "appending a document of grade 0 lowers the score",
    ForAll(r, j, Implies(And(outside, Eq(r(j), 0)), Lt(m(Extended(r, j)), m(r)))),
    AMIGO,
    reading=f"one of the pool that was not retrieved; confidence, {OWN_WORDS}",
)
localization = axiom(
    "localization",
    "the score is a function of the first k grades alone",
    ForAll(r, s, Implies(SameTop(r, s, Depth(m)), Eq(m(r), m(s)))),
    MOFFAT,
    reading=f"of two lists of any pools of n documents; {OWN_WORDS}",
)
completeness = axiom(
    "completeness",
    "defined for every pool",
    ForAll(r, Defined(m, r)),
    MOFFAT,
    reading=f"also without a relevant document; {OWN_WORDS}",
)
realizability = axiom(
    "realizability",
    "some list of length at most k scores 1",
    ForAll(
        r,
        Implies(
            some_relevant,
            Exists(s, And(SamePool(r, s), Le(Length(s), Depth(m)), Eq(m(s), 1))),
        ),
    ),
    MOFFAT,
    reading=f"for pools with a relevant document; {OWN_WORDS}",
)
neighbours = And(Eq(j, i + 1), Eq(h, i + 2), Le(h, Length(r)), Lt(r(i), r(j)))
lower = Exchanged(Exchanged(r, j, h), i, j)
gained_above = m(Exchanged(r, i, j)) - m(r)
gained_below = m(Exchanged(lower, j, h)) - m(lower)
deepness = axiom(
    "deepness",
    "an exchange of neighbours gains at least as much one place higher",
    ForAll(r, i, j, h, Implies(neighbours, Ge(gained_above, gained_below))),
    AMIGO,
    reading=f"in lists that differ only there; {OWN_WORDS}",
)
deepness_strict = axiom(
    "deepness_strict",
    "an exchange of neighbours gains more one place higher",
    ForAll(r, i, j, h, Implies(neighbours, Gt(gained_above, gained_below))),
    AMIGO,
    reading=f"in lists that differ only there; {OWN_WORDS}",
)
monotone_in_k = axiom(
    "monotone_in_k",
    "looking one place further does not lower the score",
    ForAll(r, i, Ge(m.at(i + 1)(r), m.at(i)(r))),
    MOFFAT,
    reading=OWN_WORDS,
)
never_opposite = axiom(
    "never_opposite",
    "two metrics never prefer opposite lists",
    ForAll(
        r,
        s,
        Implies(
            SamePool(r, s),
            Not(And(Gt(m1.benefit(r), m1.benefit(s)), Lt(m2.benefit(r), m2.benefit(s)))),
        ),
    ),
    CLASSIC,
    reading="of two lists of one pool, of any lengths",
)
same_order = axiom(
    "same_order",
    "two metrics put lists in the same order, with the same ties",
    ForAll(
        r,
        s,
        Implies(
            SamePool(r, s),
            Equivalent(Gt(m1.benefit(r), m1.benefit(s)), Gt(m2.benefit(r), m2.benefit(s))),
        ),
    ),
    CLASSIC,
    reading="of two lists of one pool, of any lengths",
)
