"""When what holds of all metrics of few items holds of those of every n.

Some axioms imply another, or, without a conclusion, no metric has them together.

*Parts.* A conclusion whose parts are all among those of the premises follows for every n.

*Three items.* Axioms that only compare scores of rankings, without composing or reversing them,
speak of the rankings as of any set. A counterexample names some rankings (∃) and says the rest of
all (∀): it remains one if all other rankings are left out but as many as make six, the rankings of
three items. So if no ∃ stands behind a ∀, and at most six rankings are named, n = 3 decides all
n ≥ 3.

*The first three items.* The rankings of n ≥ 3 items that leave all items but the first three where
they are compose as the rankings of three items do, the identity and swaps of the first three places
among them. A metric of n items, read at these alone, is a metric of three items. What it says of
all rankings and places (∀, no ∃) it still says, if it speaks of no other words. So what no metric
of three items has, no metric of n ≥ 3 items has.

*A ranking and its reverse.* The identity and the reversed one compose, and are reversed, as the two
rankings of two items are. So in the same way what no metric of two items has, no metric of n ≥ 2
items has, if no place is spoken of; reversing is allowed.

*Any number of items*, and what every metric has, need no small n (:mod:`proofs.script.any_size`).

>>> from axioms import AXIOMS
>>> reach([AXIOMS["ioi"], AXIOMS["max_agreement"]], AXIOMS["max_iff_equal"])
'three items'
>>> reach([AXIOMS["distance"]], AXIOMS["symmetry"])
'parts'
>>> reach([AXIOMS["right_invariance"]], AXIOMS["symmetry"])
''
>>> reach([AXIOMS["right_invariance"], AXIOMS["symmetry"], AXIOMS["ioi"]], None)
'the first three items'
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
from metrics.language.domains import PLACES, RANKINGS
from metrics.language.terms import (
    Compose,
    Identity,
    Inverse,
    Listing,
    Place,
    Ranking,
    Renamed,
    Reversed,
    Swap,
)

RANKINGS_OF_THREE = 6
PARTS, BY_THREE = "parts", "three items"
FIRST_THREE, REVERSED = "the first three items", "a ranking and its reverse"
ANY_SIZE, ALWAYS = "any number of items", "every metric"
WORDS = {
    PARTS: "the conclusion is a part of the premises",
    BY_THREE: "the axioms only compare rankings, and what fails for some n fails for three items",
    FIRST_THREE: "a metric of n items, read at rankings that move only the first three, is one of "
    "three items",
    REVERSED: "a metric of n items, read at the identity and the reversed ranking, is one of two "
    "items",
    ANY_SIZE: "it follows from facts that are true of the rankings of any number of items",
    ALWAYS: "every metric has the conclusion, by facts that are true of the rankings of any number "
    "of items",
}
SMALLEST = {BY_THREE: 3, FIRST_THREE: 3, REVERSED: 2}
"""The n from which on each of them argues, and that it rests on."""
SAID = (ForAll, Exists, Not, And, Or, Implies, sp.Equivalent, Relational, Same)
NUMBERS = (sp.Add, sp.Mul, sp.Abs, sp.Number)
TERMS = (Score, Slot, Str, sp.Tuple, *NUMBERS)
COMPOSED = (Ranking, Identity, Inverse, Compose, Renamed)
READ_AT = {FIRST_THREE: (*COMPOSED, Swap, Place), REVERSED: (*COMPOSED, Reversed)}


def reach(premises: Sequence[Asked], conclusion: Asked | None) -> str:
    """Return by what an implication that holds for n ≤ 3 holds for every n; nothing if by none.

    Where the conclusion is a part of the premises it holds for every n without being asked.
    """
    return next(iter(reaches(premises, conclusion)), "")


def reaches(premises: Sequence[Asked], conclusion: Asked | None) -> list[str]:
    """Return everything by which it does."""
    said = [statement for axiom in premises for statement in axiom.formulas]
    if conclusion is not None:
        if set(said).issuperset(conclusion.formulas):
            return [PARTS]
        return [BY_THREE] if decided_by_three(premises, conclusion) else []
    found = [BY_THREE] if decided_by_three(premises, None) else []
    return found + [name for name in READ_AT if all(_is_kept(one, name) for one in said)]


def decided_by_three(premises: Sequence[Asked], conclusion: Asked | None) -> bool:
    """Tell whether the premises imply the conclusion for every n ≥ 3 if they do for n = 3."""
    said = [statement for axiom in premises for statement in axiom.formulas]
    concluded = () if conclusion is None else conclusion.formulas
    asked = [statement for statement in concluded if statement not in said]
    if concluded and not asked:
        return True
    if not all(map(_only_compares, [*said, *asked])):
        return False
    given = [_named(statement, True) for statement in said]
    denied = [_named(statement, False) for statement in asked] or [0]
    return all(None not in (*given, one) and sum(given, one) <= RANKINGS_OF_THREE for one in denied)


def _is_kept(statement: Basic, by: str) -> bool:
    """Tell whether a metric that is read at some rankings alone still has what is stated.

    Of rankings and places all are spoken of, and none is named, not by a number either: a swap is
    of two places that vary. Other words, n among them, might mean something else for more items.
    """
    words = (*SAID, *TERMS, *READ_AT[by])
    return (
        _named(statement, True) == 0
        and all(isinstance(node, words) for node in sp.preorder_traversal(statement))
        and all(RANKINGS.ranges(v) or PLACES.ranges(v) for v in _variables(statement))
        and all(isinstance(place, Place) for swap in statement.atoms(Swap) for place in swap.args)
    )


def _variables(statement: Basic) -> set[Any]:
    return {v for bound in statement.atoms(ForAll, Exists) for v in bound.variables}


def _only_compares(statement: Basic) -> bool:
    """Tell whether a statement speaks of scores of rankings with a name, and of nothing else.

    Words that are not listed, n among them, might mean something else for more items.
    """
    words = (*SAID, *TERMS, Listing)
    if not all(isinstance(node, words) for node in sp.preorder_traversal(statement)):
        return False
    return all(map(RANKINGS.ranges, _variables(statement) | statement.atoms(Listing)))


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
