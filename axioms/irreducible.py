"""Covers and join-irreducible runs of an order, as `giner` lists them.

x is join-irreducible if it is not the least upper bound of the runs strictly below it: some upper
bound of these is not above x. In a lattice that is the definition of `giner`, §3.

>>> single_irreducibles.source
'giner, Proposition 7'
"""

from __future__ import annotations

from typing import Any

from sympy import And, Eq, Equivalent, Gt, Implies, Not, Or

from axioms.axiom import axiom
from axioms.language.formula import Exists, ForAll
from axioms.language.order_terms import Below
from metrics.language.runs import Run, r, s, spot, spot_other, t, u, v


def strictly_below(x: Run, y: Run) -> Any:
    """State that x ⊑ y, and not the other way."""
    return And(Below(x, y), Not(Below(y, x)))


def covered_by(x: Run, y: Run, between: Run) -> Any:
    """State that y covers x: it is strictly above x, and nothing lies between."""
    inside = And(strictly_below(x, between), strictly_below(between, y))
    return And(strictly_below(x, y), ForAll(between, Not(inside)))


def irreducible(x: Run, bound: Run, lower: Run) -> Any:
    """State that x is not the least upper bound of the runs strictly below it."""
    above_all = ForAll(lower, Implies(strictly_below(lower, x), Below(lower, bound)))
    return Exists(bound, And(Not(Below(x, bound)), above_all))


def least(x: Run, other: Run) -> Any:
    """State that x is below all runs."""
    return ForAll(other, Below(x, other))


def _is_meet(x: Run, y: Run, z: Run, other: Run) -> Any:
    greatest = Implies(And(Below(other, x), Below(other, y)), Below(other, z))
    return And(Below(z, x), Below(z, y), ForAll(other, greatest))


def _at_one_place(there: Any, elsewhere: Any) -> Any:
    others = ForAll(spot_other, Or(Eq(spot_other, spot), elsewhere))
    return Exists(spot, And(there, others))


_IRREDUCIBLE = irreducible(r, s, t)
_TWO_MEET = And(irreducible(r, u, v), irreducible(s, u, v), _is_meet(r, s, t, u))
_ONE_STEP = _at_one_place(Eq(s(spot), r(spot) + 1), Eq(r(spot_other), s(spot_other)))
_ONE_PLACE = _at_one_place(Gt(r(spot), 0), Eq(r(spot_other), 0))
_ONE_DEGREE = _at_one_place(Gt(r(spot), 0), Or(Eq(r(spot_other), r(spot)), Eq(r(spot_other), 0)))

NO_SHORTCUT = ForAll(
    r, s, t, Implies(And(covered_by(r, s, u), covered_by(s, t, u)), Not(covered_by(r, t, u)))
)
ONE_STEP = ForAll(r, s, Equivalent(covered_by(r, s, t), _ONE_STEP))
ONE_PLACE = ForAll(r, Equivalent(_IRREDUCIBLE, _ONE_PLACE))
ONE_DEGREE = ForAll(r, Equivalent(_IRREDUCIBLE, _ONE_DEGREE))
ALL_BUT_LEAST = ForAll(r, Equivalent(_IRREDUCIBLE, Not(least(r, s))))
MEETS = ForAll(r, s, t, Implies(_TWO_MEET, irreducible(t, u, v)))
MEETS_OR_LEAST = ForAll(r, s, t, Implies(_TWO_MEET, Or(irreducible(t, u, v), least(t, u))))

no_shortcut = axiom(
    "no_shortcut", "no covers x ≺ y, y ≺ z and x ≺ z at once", NO_SHORTCUT, "giner, §3"
)
one_step_covers = axiom(
    "one_step_covers",
    "covers raise one document by one degree",
    ONE_STEP,
    "giner, proofs of Propositions 2 and 7",
)
single_irreducibles = axiom(
    "single_irreducibles",
    "join-irreducible: one document above a₀",
    ONE_PLACE,
    "giner, Proposition 7",
)
level_irreducibles = axiom(
    "level_irreducibles",
    "join-irreducible: documents of one degree above a₀, all others a₀",
    ONE_DEGREE,
    "giner, Proposition 3",
)
all_irreducible = axiom(
    "all_irreducible", "join-irreducible: all runs but the least", ALL_BUT_LEAST, "giner, §5.1"
)
irreducible_meets = axiom(
    "irreducible_meets", "meets of join-irreducibles are join-irreducible", MEETS, "giner, §5.2"
)
irreducible_or_least_meets = axiom(
    "irreducible_or_least_meets",
    "meets of join-irreducibles are join-irreducible or the least run",
    MEETS_OR_LEAST,
    "giner, §6.2",
)
