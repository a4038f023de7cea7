"""Equal steps and distances: metrics on an order as measurement scales.

A metric whose covering steps all have one size is an interval scale, in the sense of Ferrante,
Ferro and Pontarollo. The statements are written from what is known of their papers.

>>> [part.name for part in valuation_metric.parts]
['nonnegative', 'zero only for equal runs', 'symmetric', 'triangle']
"""

from __future__ import annotations

from typing import Any

from sympy import And, Eq, Ge, Implies, Le, Ne

from axioms.axiom import Axiom, Part, Quantity, axiom, m
from axioms.irreducible import covered_by
from axioms.language.formula import Exists, ForAll, Same
from axioms.language.order_terms import Join, Meet
from axioms.ordering import MISSING
from metrics.language.runs import Run, r, s, t, u, v

FERRANTE = "Ferrante, Ferro & Pontarollo, A General Theory of IR Evaluation Measures, TKDE 2019"


def apart(x: Run, y: Run) -> Any:
    """Return m(x ⊔ y) − m(x ⊓ y)."""
    return m(Join(x, y)) - m(Meet(x, y))


_TWO_COVERS = And(covered_by(r, s, v), covered_by(t, u, v))
_ONE_STEP, _OTHER_STEP = m(s) - m(r), m(u) - m(t)
EQUAL_STEPS = ForAll(r, s, t, u, Implies(_TWO_COVERS, Eq(_ONE_STEP, _OTHER_STEP)))
UNEQUAL_STEPS = Exists(r, s, t, u, And(_TWO_COVERS, Ne(_ONE_STEP, _OTHER_STEP)))
NONNEGATIVE = ForAll(r, s, Ge(apart(r, s), 0))
ZERO_IF_EQUAL = ForAll(r, s, Implies(Le(m(Join(r, s)), m(Meet(r, s))), Same(r, s)))
SYMMETRIC = ForAll(r, s, Eq(apart(r, s), apart(s, r)))
TRIANGLE = ForAll(r, s, t, Le(apart(r, t), apart(r, s) + apart(s, t)))

interval_scale = axiom(
    "interval_scale",
    "interval scale",
    EQUAL_STEPS,
    FERRANTE,
    reading="all steps between neighbours of the order have one size, which may be 0; read from "
    "what is known of the paper, whose wording was not at hand",
)
unequal_steps = axiom(
    "unequal_steps",
    "two steps of different size",
    UNEQUAL_STEPS,
    FERRANTE,
    reading="the opposite of interval_scale: where gains are free, a refutation names gains that "
    "make all steps equal",
)
valuation_metric = Axiom(
    "valuation_metric",
    "distance m(r ⊔ s) − m(r ⊓ s)",
    (
        Part("nonnegative", NONNEGATIVE),
        Part("zero only for equal runs", ZERO_IF_EQUAL),
        Part("symmetric", SYMMETRIC),
        Part("triangle", TRIANGLE),
    ),
    "lattice theory: Birkhoff; Monjardet, Metrics on partially ordered sets, 1981",
    reading=f"a metric on the runs; {MISSING}",
)


steps = Quantity(
    "steps",
    "the different sizes of steps",
    None,
    FERRANTE,
    "a step leads from a run to one that covers it",
    counted="steps",
)
