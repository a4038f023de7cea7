"""Statements for every n about metrics that are combinations of Σ v(i)·w(i).

These are the metrics that are affine in Spearman's ρ, and the area measure is one of them. The
rules are those of `proofs.engines.symbolic.rules.bilinear`.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.language.formula import Same
from metrics.language.terms import Backwards
from proofs.core.outcome import sign_for_every_n
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
from proofs.engines.symbolic.rules.rule import OPEN, Rule, Steps, bound, coincidence, equation
from proofs.engines.symbolic.rules.words import NotAWord, Word, inverse, reduced, word

FIRST = 2
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
    return int(sp.sign(value)) if value.is_Rational else sign_for_every_n(value, FIRST)


def form_of(e: Any) -> Form | None:
    """Return the normal form of an expression, or None where it has none."""
    try:
        return form(e)
    except (NoForm, NotAWord):
        return None


def equal_sums(opened: Opened, left: Any, right: Any) -> Steps | None:
    """∀: left = right, because their difference has the normal form 0."""
    same = form_of(opened.term(left) - opened.term(right)) == {}
    return [OPEN, NORMAL, "the difference of both sides is 0"] if same else None


def bounded_sums(opened: Opened, low: Any, high: Any) -> Steps | None:
    """∀: low ≤ high, because the least value of the difference is at least 0."""
    found = form_of(opened.term(high) - opened.term(low))
    least = None if found is None else _least(found)
    if least is None or sign(least) not in (0, 1):
        return None
    amount = "0" if least == 0 else f"{shown(least)}, which is at least 0"
    return [OPEN, NORMAL, BOUNDS, f"so the least value of the difference is {amount}"]


def _least(found: Form) -> Any:
    """Return a lower bound of a form, each sum taken by itself, or None."""
    total = found.get(NUMBER, sp.Integer(0))
    for key, coefficient in found.items():
        if key == NUMBER:
            continue
        direction = sign(coefficient)
        if direction is None or relative(key) is None:
            return None
        total += coefficient * (SMALLEST if direction > 0 else LARGEST)
    return sp.factor(total)


def attained_sums(opened: Opened, left: Any, right: Any, same: Same) -> Steps | None:
    """∀: left = right ⇔ two listings are equal, because it is the extreme value of one sum."""
    found = form_of(opened.term(left) - opened.term(right))
    extreme = None if found is None else _extreme(found)
    if extreme is None:
        return None
    name, letters = extreme
    wanted = reduced((*word(same.args[0]), *inverse(word(same.args[1]))))
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
    written = str(value if value.has(sp.Sum) else sp.factor(value))
    return written.replace("**", "^").replace("*", "·")


RULES = (
    Rule("equal sums", equation, equal_sums),
    Rule("bounded sums", bound, bounded_sums),
    Rule("attained sums", coincidence, attained_sums),
)
