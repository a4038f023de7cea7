"""When an implication between axioms is one for every n.

A conclusion whose parts are all among those of the premises follows for every n. Otherwise: axioms
that only compare scores of rankings, without composing or reversing them, speak of the rankings as
of any set. A counterexample names some rankings (∃) and says the rest of all (∀): it remains one if
all other rankings are left out but as many as make six, the rankings of three items. So if no ∃
stands behind a ∀, and at most six rankings are named, n = 3 decides all n ≥ 3.

>>> from axioms import AXIOMS
>>> reach([AXIOMS["ioi"], AXIOMS["max_agreement"]], AXIOMS["max_iff_equal"])
'three items'
>>> reach([AXIOMS["distance"]], AXIOMS["symmetry"])
'parts'
>>> reach([AXIOMS["right_invariance"]], AXIOMS["symmetry"])
''
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp
from sympy import And, Basic, Implies, Not, Or
from sympy.core.relational import Relational
from sympy.core.symbol import Str

from axioms.axiom import Asked
from axioms.language.formula import Exists, ForAll, Same, Score, Slot
from metrics.language.domains import RANKINGS
from metrics.language.terms import Listing

RANKINGS_OF_THREE = 6
PARTS, BY_THREE = "parts", "three items"
WORDS = {
    PARTS: "the conclusion is a part of the premises",
    BY_THREE: "the axioms only compare rankings, and what fails for some n fails for three items",
}
SAID = (ForAll, Exists, Not, And, Or, Implies, sp.Equivalent, Relational, Same)
TERMS = (Score, Slot, Listing, Str, sp.Tuple, sp.Add, sp.Mul, sp.Abs, sp.Number)


def reach(premises: Sequence[Asked], conclusion: Asked) -> str:
    """Return by what an implication that holds for n ≤ 3 holds for every n; nothing if by neither.

    Where the conclusion is a part of the premises it holds for every n without being asked.
    """
    said = {statement for axiom in premises for statement in axiom.formulas}
    if said.issuperset(conclusion.formulas):
        return PARTS
    return BY_THREE if decided_by_three(premises, conclusion) else ""


def decided_by_three(premises: Sequence[Asked], conclusion: Asked) -> bool:
    """Tell whether the premises imply the conclusion for every n ≥ 3 if they do for n = 3."""
    said = [statement for axiom in premises for statement in axiom.formulas]
    asked = [statement for statement in conclusion.formulas if statement not in said]
    if not all(map(_only_compares, [*said, *asked] if asked else [])):
        return False
    given = [_named(statement, True) for statement in said] if asked else []
    denied = [_named(statement, False) for statement in asked]
    return all(None not in (*given, one) and sum(given, one) <= RANKINGS_OF_THREE for one in denied)


def _only_compares(statement: Basic) -> bool:
    """Tell whether a statement speaks of scores of rankings with a name, and of nothing else.

    Words that are not listed, n among them, might mean something else for more items.
    """
    if not all(isinstance(node, SAID + TERMS) for node in sp.preorder_traversal(statement)):
        return False
    variables = {v for bound in statement.atoms(ForAll, Exists) for v in bound.variables}
    listings = statement.atoms(Listing)
    return all(map(RANKINGS.ranges, variables | listings))


def _named(formula: Basic, so: bool, behind: bool = False) -> Any:
    """Return how many rankings a formula, or its negation, names; None if one behind a ∀."""
    if not formula.has(ForAll, Exists):
        return 0
    if isinstance(formula, ForAll | Exists):
        names = isinstance(formula, Exists) == so
        if names and behind:
            return None
        inner = _named(formula.body, so, behind or not names)
        return None if inner is None else inner + names * len(formula.variables)
    if isinstance(formula, Not):
        return _named(formula.args[0], not so, behind)
    if isinstance(formula, Implies):
        parts = [(formula.args[0], not so), (formula.args[1], so)]
    elif isinstance(formula, And | Or):
        parts = [(part, so) for part in formula.args]
    else:
        return None
    found = [_named(part, side, behind) for part, side in parts]
    return None if None in found else sum(found)
