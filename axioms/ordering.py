"""Properties of orders and of metrics on them (`giner`, §3).

>>> [part.name for part in lattice.parts]
['reflexive', 'antisymmetric', 'transitive', 'joins', 'meets']
"""

from __future__ import annotations

from sympy import And, Eq, Implies, Le, Or

from axioms.axiom import ORDER, Axiom, Part, Quantity, axiom, m
from axioms.language.formula import Exists, ForAll, Same
from axioms.language.order_terms import (
    Below,
    ClosedJoin,
    FewestSteps,
    Join,
    Linked,
    Meet,
    MostSteps,
    dual,
)
from metrics.language.runs import Run, r, s, t, u

MISSING = "cases that name a join or meet that does not exist are left out and counted"


def is_join(x: Run, y: Run, z: Run, other: Run) -> And:
    """State that z is the least upper bound of x and y."""
    least = Implies(And(Below(x, other), Below(y, other)), Below(z, other))
    return And(Below(x, z), Below(y, z), ForAll(other, least))


REFLEXIVE = ForAll(r, Below(r, r))
ANTISYMMETRIC = ForAll(r, s, Implies(And(Below(r, s), Below(s, r)), Same(r, s)))
TRANSITIVE = ForAll(r, s, t, Implies(And(Below(r, s), Below(s, t)), Below(r, t)))
COMPARABLE = ForAll(r, s, Or(Below(r, s), Below(s, r)))
LINKED = ForAll(r, s, Linked(r, s))
JOINS = ForAll(r, s, Exists(t, is_join(r, s, t, u)))
MEETS = dual(JOINS)
TOP = Exists(t, ForAll(r, Below(r, t)))
BOTTOM = dual(TOP)
DISTRIBUTIVE_LAW = ForAll(r, s, t, Same(Meet(r, Join(s, t)), Join(Meet(r, s), Meet(r, t))))
MODULAR_LAW = ForAll(r, s, t, Implies(Below(r, t), Same(Join(r, Meet(s, t)), Meet(Join(r, s), t))))
_SAME_BOUNDS = And(Same(Join(r, t), Join(s, t)), Same(Meet(r, t), Meet(s, t)))
NO_N5 = ForAll(r, s, t, Implies(And(Below(r, s), _SAME_BOUNDS), Same(r, s)))
_ONE_JOIN = And(Same(Join(r, s), Join(r, t)), Same(Join(r, s), Join(s, t)))
_TWO_EQUAL = Or(Same(r, s), Same(r, t), Same(s, t))
NO_M3 = ForAll(r, s, t, Implies(And(_ONE_JOIN, dual(_ONE_JOIN)), _TWO_EQUAL))
GRADED = ForAll(r, s, Implies(Below(r, s), Eq(MostSteps(r, s), FewestSteps(r, s))))
CLOSED_JOINS = ForAll(r, s, Same(Join(r, s), ClosedJoin(r, s)))
CLOSED_MEETS = dual(CLOSED_JOINS)
ISOTONE = ForAll(r, s, Implies(Below(r, s), Le(m(r), m(s))))
STRICTLY_ISOTONE = ForAll(r, s, Implies(And(Below(r, s), Le(m(s), m(r))), Same(r, s)))
VALUATION = ForAll(r, s, Eq(m(r) + m(s), m(Join(r, s)) + m(Meet(r, s))))

_POSET = (
    Part("reflexive", REFLEXIVE),
    Part("antisymmetric", ANTISYMMETRIC),
    Part("transitive", TRANSITIVE),
)
_LATTICE = (*_POSET, Part("joins", JOINS), Part("meets", MEETS))
poset = Axiom("poset", "partial order", _POSET, "giner, §3")
chain = axiom("chain", "chain (every two runs are comparable)", COMPARABLE, "giner, §3")
connected = axiom("connected", "connected Hasse diagram", LINKED, "giner, §4")
has_top = axiom("has_top", "a run above all others", TOP, "lattice theory")
has_bottom = axiom("has_bottom", "a run below all others", BOTTOM, "lattice theory")
lattice = Axiom("lattice", "lattice", _LATTICE, "giner, §3")
distributive = Axiom(
    "distributive",
    "distributive lattice",
    (*_LATTICE, Part("distributive law", DISTRIBUTIVE_LAW)),
    "giner, §3",
)
modular = Axiom(
    "modular",
    "modular lattice",
    (*_LATTICE, Part("modular law", MODULAR_LAW)),
    "giner, §3; Birkhoff",
)
no_n5 = axiom(
    "no_n5",
    "no sublattice N₅",
    NO_N5,
    "giner, Theorem 1",
    reading=f"an N₅ is {{r ⊓ t, r, s, t, r ⊔ t}}; {MISSING}",
)
no_m3 = axiom(
    "no_m3",
    "no sublattice M₃",
    NO_M3,
    "giner, Theorem 1",
    reading=f"an M₃ is {{r ⊓ s, r, s, t, r ⊔ s}}; {MISSING}",
)
closed_form = Axiom(
    "closed_form",
    "joins and meets by the closed form",
    (Part("closed join", CLOSED_JOINS), Part("closed meet", CLOSED_MEETS)),
    "giner, Propositions 1 and 5",
    reading=f"max and min place by place; {MISSING}",
)
graded = axiom(
    "graded",
    "graded (chain condition)",
    GRADED,
    "the chain condition of Jordan and Dedekind; Birkhoff, Lattice Theory",
    reading="all maximal chains between the same two runs have one length; without this no metric "
    "has equal steps other than 0",
    aliases=("chain_condition",),
)
isotone = axiom("isotone", "isotone", ISOTONE, "giner, §1 (preserves the ordering)")
strictly_isotone = axiom(
    "strictly_isotone",
    "strictly isotone",
    STRICTLY_ISOTONE,
    "giner, §1 (preserves the ordering, strictly)",
)
valuation = axiom("valuation", "valuation", VALUATION, "giner, §3", reading=MISSING)


def _count(name: str, title: str, source: str = "giner, §3", reading: str = "") -> Quantity:
    """Return a number that belongs to an order."""
    return Quantity(name, title, None, source, reading, of=ORDER, counted=name)


elements = _count("elements", "number of runs")
covers = _count("covers", "number of covering pairs")
join_irreducibles = _count(
    "join_irreducibles",
    "number of join-irreducible runs",
    reading="not the least upper bound of runs strictly below it",
)
meet_irreducibles = _count(
    "meet_irreducibles",
    "number of meet-irreducible runs",
    reading="not the greatest lower bound of runs strictly above it",
)
single_lower_covers = _count(
    "single_lower_covers", "number of runs with exactly one lower cover", source="giner, footnote 2"
)
height = _count("height", "height", reading="the number of runs of a longest chain")
width = _count("width", "width", reading="the number of runs of a largest antichain")
linear_extensions = _count("linear_extensions", "number of linear extensions")
completion_size = _count(
    "completion_size", "number of elements of the MacNeille completion", source="lattice theory"
)
