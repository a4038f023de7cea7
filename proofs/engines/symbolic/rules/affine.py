"""Two metrics, one an affine image of the other for every n: m₁ = a·m₂ + b.

Both are written over the same sums; a is the one ratio of their coefficients, and b what remains.
From m₁ = a·m₂ + b with a ≠ 0, statements about both become statements about m₂ alone: equalities
that are then identities, or equalities that differ by the factor a.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.language.formula import ForAll, Score
from metrics.language.terms import At
from proofs.engines.symbolic.opened import Opened
from proofs.engines.symbolic.rules.bilinear import NUMBER, NoForm, combination
from proofs.engines.symbolic.rules.rearrangement import NORMAL, form_of, shown, sign
from proofs.engines.symbolic.rules.rule import Rule, Steps
from proofs.engines.symbolic.rules.words import of_one_sign, parted, sees_rankings

Combination = dict[Any, Any]
MERGED = (
    "normal form: cancel inverse neighbours (word), reindex full sums (reindex, pairs), split them "
    "(linearity)"
)


def one_pair(formula: Any) -> tuple[Any, ...] | None:
    """Recognise ∀: something about two metrics, and return their scores at the same variables."""
    if not isinstance(formula, ForAll):
        return None
    scores = sorted(formula.atoms(Score), key=str)
    names = sorted({node.slot.name for node in scores})
    if len(names) != 2 or any(node.slot.cutoff is not None for node in scores):
        return None
    first = next(node for node in scores if node.slot.name == names[0])
    twins = [n for n in scores if n.slot.name == names[1] and n.listings == first.listings]
    general = set(first.listings) <= set(formula.variables)
    if not twins or not general or len(set(first.listings)) != len(first.listings):
        return None
    return formula, first, twins[0]


def affine_image(opened: Opened, formula: Any, one: Score, two: Score) -> Steps | None:
    """∀: what is said of two metrics follows from m₁ = a·m₂ + b with a ≠ 0."""
    found = affine(opened(one), opened(two))
    if found is None:
        return None
    a, b, how = found
    image = {
        node: a * Score(two.slot, *node.listings) + b
        for node in formula.atoms(Score)
        if node.slot == one.slot
    }
    if not _follows(formula.body, image, a):
        return None
    first, second = (opened.question.by_slot[node.slot.name].name for node in (one, two))
    return [
        "open both metrics at the same rankings, with fresh indices",
        how,
        f"so {first} = a·{second} + b with a = {shown(a)} ≠ 0 and b = {shown(b)} (affine)",
        f"put a·{second} + b for {first}: what remains is an identity, or the same equation twice",
    ]


def affine(one: Any, two: Any) -> tuple[Any, Any, str] | None:
    """Return a ≠ 0 and b, both free of rankings, with one = a·two + b, and how it was found."""
    for read, how in ((form_of, NORMAL), (sums_of, MERGED)):
        first, second = read(one), read(two)
        if first is None or second is None:
            continue
        keys = set(first) - {NUMBER}
        if not keys or keys != set(second) - {NUMBER}:
            continue
        ratios = {_ratio(first[key], second[key]) for key in keys}
        a = next(iter(ratios))
        if len(ratios) == 1 and _nonzero(a):
            b = sp.sympify(first.get(NUMBER, 0) - a * second.get(NUMBER, 0))
            return a, b, how
    return None


def _ratio(one: Any, two: Any) -> Any:
    """Return a quotient; sums in it are left as they are written."""
    return one / two if (one / two).has(sp.Sum) else sp.factor(one / two)


def sums_of(value: Any) -> Combination | None:
    """Return a value as a combination of sums in normal form, or None."""
    try:
        found = combination(value, sees_rankings, _contents)
    except NoForm:
        return None
    return {key: value for key, value in found.items() if sp.expand(value) != 0}


def _contents(total: Any) -> list[tuple[Any, Any]]:
    """Linearity: split a sum, and take the factors that do not depend on the places out of it."""
    indices = {limit[0] for limit in total.limits}
    found = []
    for term in sp.Add.make_args(sp.expand_mul(total.function, deep=False)):
        inside, outside = parted(term, lambda f: bool(f.free_symbols & indices or f.has(At)))
        part = sp.Sum(sp.Mul(*inside), *total.limits)
        found.append((part, outside) if part.has(At) else (NUMBER, outside * part))
    return found


def _nonzero(a: Any) -> bool:
    return not a.has(At) and (of_one_sign(a) or sign(a) in (1, -1))


def _follows(body: Any, image: dict[Any, Any], a: Any) -> bool:
    """Tell whether a statement is true once the first metric is replaced by its image."""
    if isinstance(body, sp.Eq):
        left, right = (side.xreplace(image) for side in body.args)
        return bool(sp.expand(left - right) == 0)
    if isinstance(body, sp.Equivalent) and all(isinstance(x, sp.Eq) for x in body.args):
        one, two = (sp.expand((x.lhs - x.rhs).xreplace(image)) for x in body.args)
        return any(
            sp.expand(x - turn * a * y) == 0
            for x, y in ((one, two), (two, one))
            for turn in (1, -1)
        )
    return False


RULES = (Rule("affine image", one_pair, affine_image),)
