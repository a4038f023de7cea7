"""When an implication at n = 3 is one for every n: a counterexample needs no more rankings.

Axioms that only compare scores of rankings, without composing or reversing them, speak of the
rankings as of any set. A counterexample names some rankings (∃) and says the rest of all (∀): it
remains one if all other rankings are left out but as many as make six, the rankings of three
items. So if no ∃ stands behind a ∀, and at most six rankings are named, n = 3 decides all n ≥ 3.

>>> from axioms import AXIOMS
>>> decided_by_three([AXIOMS["ioi"], AXIOMS["max_agreement"]], AXIOMS["max_iff_equal"])
True
>>> decided_by_three([AXIOMS["right_invariance"]], AXIOMS["symmetry"])
False
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import And, Basic, Implies, Not, Or

from axioms.axiom import Asked
from axioms.language.formula import Exists, ForAll
from metrics.language.domains import RANKINGS
from metrics.language.terms import Listing

RANKINGS_OF_THREE = 6


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
    """Tell whether all listings and all bound variables are rankings with a name."""
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
