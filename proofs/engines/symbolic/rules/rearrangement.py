"""Statements for every n about metrics that are combinations of Σ v(i)·w(i).

These are the metrics that are affine in Spearman's ρ, and the area measure is one of them. Each
function takes a statement with the metric opened, and returns the steps of a derivation, or None
where it does not apply; the rules are those of `proofs.engines.symbolic.rules.bilinear`.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.formula import ForAll, Same
from metrics.language.terms import Backwards
from proofs.engines.symbolic.opened import Opened
from proofs.engines.symbolic.rules.bilinear import (
    LARGEST,
    NUMBER,
    SMALLEST,
    Form,
    NoForm,
    conjugate,
    form,
    relative,
)
from proofs.engines.symbolic.rules.bilinear import inverse as inverse_word
from proofs.engines.symbolic.rules.words import NotAWord, Word, reduced, word
from proofs.engines.symbolic.witnesses.padding import Declined, sign_for_all

Steps = list[str]
FIRST = 2
OPEN = "open the metric, with fresh indices"
NORMAL = (
    "normal form: split the sums (linearity), exchange their order (exchange), sum the powers of "
    "places (powers), reindex (bijection)"
)
BOUNDS = (
    "n(n + 1)(n + 2)/6 ≤ Σ v(i)·w(i) ≤ n(n + 1)(2n + 1)/6, with equality exactly if v and w are "
    "the reversals of each other, or equal (rearrangement)"
)


def sign(e: Any) -> int | None:
    """Return the sign of an expression in n for every n ≥ 2, or None where it is not one sign."""
    value = sp.factor(e)
    if value.is_Rational:
        return int(sp.sign(value))
    try:
        return sign_for_all(value, FIRST)
    except Declined:
        return None


def form_of(e: Any) -> Form | None:
    """Return the normal form of an expression, or None where it has none."""
    try:
        return form(e)
    except (NoForm, NotAWord):
        return None


def equal_sums(formula: Any, opened: Opened) -> Steps | None:
    """∀: left = right, because their difference has the normal form 0."""
    if not isinstance(formula, ForAll) or not isinstance(formula.body, sp.Eq):
        return None
    left, right = (opened.term(sp.sympify(side)) for side in formula.body.args)
    same = form_of(left - right) == {}
    return [OPEN, NORMAL, "the difference of both sides is 0"] if same else None


def bounded_sums(formula: Any, opened: Opened) -> Steps | None:
    """∀: left ≤ right, because the least value of the difference is at least 0."""
    if not isinstance(formula, ForAll) or not isinstance(formula.body, sp.Le | sp.Ge):
        return None
    left, right = formula.body.args
    if isinstance(formula.body, sp.Ge):
        left, right = right, left
    found = form_of(opened.term(sp.sympify(right)) - opened.term(sp.sympify(left)))
    least = None if found is None else _least(found)
    if least is None or sign(least) not in (0, 1):
        return None
    amount = "0" if least == 0 else f"{shown(least)}, which is at least 0"
    return [OPEN, NORMAL, BOUNDS, f"so the least value of the difference is {amount}"]


def _least(found: Form) -> Any:
    """Return a lower bound of a form, each sum taken by itself, or None."""
    total = sp.Integer(0)
    for key, coefficient in found.items():
        if key == NUMBER:
            total += coefficient
            continue
        direction = sign(coefficient)
        if direction is None or relative(key) is None:
            return None
        total += coefficient * (SMALLEST if direction > 0 else LARGEST)
    return sp.factor(total)


def attained_sums(formula: Any, opened: Opened) -> Steps | None:
    """∀: m = c ⇔ two listings are equal, because c is the extreme value of one sum."""
    if not isinstance(formula, ForAll) or not isinstance(formula.body, sp.Equivalent | sp.Implies):
        return None
    body = formula.body
    relation = next((a for a in body.args if isinstance(a, sp.Eq)), None)
    same = next((a for a in body.args if isinstance(a, Same)), None)
    if relation is None or same is None:
        return None
    if isinstance(body, sp.Implies) and body.args != (relation, same):
        return None
    left, right = (opened.term(sp.sympify(side)) for side in relation.args)
    found = form_of(left - right)
    extreme = None if found is None else _extreme(found)
    if extreme is None:
        return None
    name, letters = extreme
    try:
        wanted = reduced((*word(same.args[0]), *inverse_word(word(same.args[1]))))
    except NotAWord:
        return None
    if not conjugate(letters, wanted):
        return None
    return [
        OPEN,
        NORMAL,
        BOUNDS,
        f"both sides are equal exactly where the sum is {name}, which is where the listings agree",
    ]


def _extreme(found: Form) -> tuple[str, Word] | None:
    """Return where a form with one sum vanishes: a word that is then the identity, or None."""
    sums = [key for key in found if key != NUMBER]
    if len(sums) != 1:
        return None
    letters, coefficient = relative(sums[0]), found[sums[0]]
    if letters is None or sign(coefficient) in (0, None):
        return None
    rest = found.get(NUMBER, sp.Integer(0))
    if sp.expand(sp.together(rest + coefficient * LARGEST)) == 0:
        return "largest", letters
    if sp.expand(sp.together(rest + coefficient * SMALLEST)) == 0:
        return "smallest", reduced(((Backwards(), 1), *letters))
    return None


def shown(value: Any) -> str:
    """Return an expression in n as text."""
    return (
        str(value if value.has(sp.Sum) else sp.factor(value)).replace("**", "^").replace("*", "·")
    )


RULES = (equal_sums, bounded_sums, attained_sums)
