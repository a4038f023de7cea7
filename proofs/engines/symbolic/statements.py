"""What the rules say about whole statements, for every n.

Each function takes a question's statement with the metric opened, and returns the steps of a
derivation, or None where it does not apply.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.formula import Exists, ForAll, Same, Score
from metrics.language.terms import At, Ranking, Ratio
from metrics.language.terms import n as n_symbol
from proofs.engines.symbolic.opened import Opened
from proofs.engines.symbolic.rules import rearrangement
from proofs.engines.symbolic.rules.affine import affine_image
from proofs.engines.symbolic.rules.lemmas import lemma
from proofs.engines.symbolic.rules.swaps import swap_width
from proofs.engines.symbolic.rules.words import (
    by_signs,
    equal_for_every_n,
    merged,
    nonnegative,
    normal,
    positive,
)

Steps = list[str]


def equality(formula: Any, opened: Opened) -> Steps | None:
    """∀: left = right, by equal normal forms."""
    if not isinstance(formula, ForAll) or not isinstance(formula.body, sp.Eq):
        return None
    left, right = (opened.term(side) for side in formula.body.args)
    if not equal_for_every_n(left, right):
        return None
    return [
        "open the metric on both sides, with fresh indices",
        "normal form: cancel inverse neighbours (word), reindex full sums (reindex, pairs)",
        "both sides have the same normal form",
    ]


def inequality(formula: Any, opened: Opened) -> Steps | None:
    """∀: left ≤ right, because right − left is a sum of terms that are at least 0."""
    if not isinstance(formula, ForAll) or not isinstance(formula.body, sp.Le | sp.Ge):
        return None
    left, right = formula.body.args
    if isinstance(formula.body, sp.Ge):
        left, right = right, left
    difference = merged(normal(opened.term(right)) - normal(opened.term(left)))
    if nonnegative(difference):
        return [
            "open the metric on both sides, with fresh indices",
            by_signs(difference),
        ]
    if _termwise(difference):
        return [
            "open the metric on both sides, with fresh indices",
            "join the sums over the same places (termwise)",
            "each term of the joined sum is at least 0, a lemma about real numbers ≥ 1 "
            "settled by z3",
        ]
    return None


def _termwise(difference: Any) -> bool:
    """Tell whether a combination of sums has nonnegative terms, each by a lemma."""
    parts = sp.Add.make_args(sp.factor_terms(difference))
    if len(parts) == 1 and not isinstance(difference, sp.Sum):
        parts = sp.Mul.make_args(parts[0])
        inner = [part for part in parts if part.has(At)]
        if len(inner) != 1 or not all(nonnegative(p) for p in parts if p is not inner[0]):
            return False
        parts = sp.Add.make_args(inner[0])
    for part in parts:
        sums = [factor for factor in sp.Mul.make_args(part) if isinstance(factor, sp.Sum)]
        others = [factor for factor in sp.Mul.make_args(part) if not isinstance(factor, sp.Sum)]
        if nonnegative(part):
            continue
        if len(sums) != 1 or not all(nonnegative(other) for other in others):
            return False
        if not _summand(sums[0], lambda body: sp.Ge(body, 0, evaluate=False)):
            return False
    return True


def _summand(total: Any, claim: Any) -> bool:
    """Let z3 prove a claim about the summand of a sum, entries being any numbers ≥ 1."""
    body = total.function
    entries = sorted(body.atoms(At), key=str)
    indices = {limit[0] for limit in total.limits}
    if any(node.args[1] not in indices for node in entries):
        return False
    stand_ins = {node: sp.Dummy(f"x{place}", positive=True) for place, node in enumerate(entries)}
    for index in indices & body.xreplace(stand_ins).free_symbols:
        stand_ins[index] = sp.Dummy(str(index), positive=True)
    distinct = []
    if len(indices) == 2 and (total.limits[0][2] - total.limits[1][0]) == -1:
        for one in entries:
            for two in entries:
                if one.args[0] == two.args[0] and str(one.args[1]) < str(two.args[1]):
                    distinct.append((stand_ins[one], stand_ins[two]))
    free = body.xreplace(stand_ins)
    if free.free_symbols - set(stand_ins.values()):
        return False
    return lemma(claim(free), list(stand_ins.values()), distinct)


def zero_only_for_equal(formula: Any, opened: Opened) -> Steps | None:
    """∀ σ, τ: m(σ, τ) = c ⇔ σ = τ, where |m − c| is a positive multiple of Σ f(σ(i), τ(i))."""
    if not isinstance(formula, ForAll):
        return None
    body = formula.body
    if not isinstance(body, sp.Equivalent | sp.Implies):
        return None
    relation = next((a for a in body.args if isinstance(a, sp.Eq)), None)
    same = next((a for a in body.args if isinstance(a, Same)), None)
    if relation is None or same is None:
        return None
    if isinstance(body, sp.Implies) and body.args != (relation, same):
        return None
    left, right = (normal(opened.term(sp.sympify(side))) for side in relation.args)
    total = _distance_sum(merged(left - right))
    if total is None:
        return None
    if not all(isinstance(term, Ranking) for term in same.args):
        return None
    opposite = sp.Sum(sp.expand(-total.function), *total.limits)
    if not any(_vanishes_exactly_at_equality(form, same) for form in (total, opposite)):
        return None
    return [
        "open the metric, with fresh indices",
        "the difference is a positive multiple, or a root, of one sum of nonnegative terms",
        "a term is 0 exactly where the two entries agree, a lemma settled by z3",
        "a sum of nonnegative terms is 0 exactly if every term is: the rankings are equal",
    ]


def _distance_sum(difference: Any) -> Any:
    """Return the one sum of which the difference is a multiple or a root, or None."""
    factors = sp.Mul.make_args(sp.factor_terms(difference))
    found = None
    for factor in factors:
        base, exponent = factor.as_base_exp()
        if isinstance(base, sp.Sum) and base.has(At) and exponent.is_positive and found is None:
            found = base
        elif factor.has(At) or not (positive(factor) or positive(-factor)):
            return None
    return found


def _vanishes_exactly_at_equality(total: Any, same: Same) -> bool:
    one, two = same.args
    if len(total.limits) == 1:
        index = total.limits[0][0]
        if total.limits[0][1:] != (1, n_symbol):
            return False
        a, b = At(one, index), At(two, index)
        if not total.function.atoms(At) <= {a, b}:
            return False
        x, y = sp.Dummy("x", positive=True), sp.Dummy("y", positive=True)
        body = total.function.xreplace({a: x, b: y})
        if body.free_symbols - {x, y}:
            return False
        claim = sp.And(
            sp.Ge(body, 0, evaluate=False),
            sp.Equivalent(sp.Eq(body, 0, evaluate=False), sp.Eq(x, y)),
            evaluate=False,
        )
        return lemma(claim, [x, y], [])
    return len(total.limits) == 2 and _is_discordance(total, one, two)


def _is_discordance(total: Any, one: Any, two: Any) -> bool:
    """Pairs: the term is 0 exactly if both rankings order the pair alike, so all pairs agree."""
    (inner, low, high), (outer, first, last) = total.limits
    if (low, high, first, last) != (1, outer - 1, 1, n_symbol):
        return False
    nodes = [At(r, i) for r in (one, two) for i in (inner, outer)]
    if not total.function.atoms(At) <= set(nodes):
        return False
    a, b, c, d = (sp.Dummy(name, positive=True) for name in "abcd")
    body = total.function.xreplace(dict(zip(nodes, (a, b, c, d), strict=True)))
    alike = sp.Gt((a - b) * (c - d), 0, evaluate=False)
    claim = sp.And(
        sp.Ge(body, 0, evaluate=False),
        sp.Equivalent(sp.Eq(body, 0, evaluate=False), alike),
        evaluate=False,
    )
    return not body.free_symbols - {a, b, c, d} and lemma(claim, [a, b, c, d], [(a, b), (c, d)])


def triangle(formula: Any, opened: Opened) -> Steps | None:
    """m(σ, τ) ≤ m(σ, ν) + m(ν, τ): terms, a root of such a sum, or a Euclidean norm."""
    if not isinstance(formula, ForAll) or not isinstance(formula.body, sp.Le):
        return None
    left, right = formula.body.args
    scores = sp.Add.make_args(right)
    if not isinstance(left, Score) or len(scores) != 2:
        return None
    if not all(isinstance(score, Score) and score.slot == left.slot for score in scores):
        return None
    first = opened(left)
    factors = sp.Mul.make_args(first)
    inner = [factor for factor in factors if factor.has(At)]
    if len(inner) != 1 or not all(nonnegative(f) for f in factors if f is not inner[0]):
        return None
    base, exponent = inner[0].as_base_exp()
    if not isinstance(base, sp.Sum) or exponent not in (1, sp.Rational(1, 2)):
        return None
    if exponent == sp.Rational(1, 2) and _is_euclidean(base) and _through_a_third(left, scores):
        return [
            "the metric is a positive multiple of √Σ (σ(i) − τ(i))², a Euclidean norm of a "
            "difference, and norms satisfy the triangle inequality (norm)"
        ]
    three = [normal(_core(opened(score))) for score in (left, *scores)]
    difference = merged(three[1] + three[2] - three[0])
    if not (
        isinstance(difference, sp.Sum)
        and _summand(difference, lambda body: sp.Ge(body, 0, evaluate=False))
    ):
        return None
    steps = [
        "the metric is a positive multiple of a sum, or of its root",
        "each term satisfies the triangle inequality, a lemma about real numbers ≥ 1 settled "
        "by z3 (termwise)",
    ]
    if exponent != 1:
        steps.append("√x ≤ √y + √z whenever 0 ≤ x ≤ y + z (root)")
    return steps


def _through_a_third(left: Score, scores: Any) -> bool:
    """Tell whether the two scores on the right go from one end of the left one to the other."""
    ends = set(left.listings)
    legs = [set(score.listings) for score in scores]
    middle = legs[0] & legs[1]
    return (
        len(ends) == 2
        and all(len(leg) == 2 for leg in legs)
        and len(middle) == 1
        and legs[0] ^ legs[1] == ends
    )


def _core(value: Any) -> Any:
    inner = next(factor for factor in sp.Mul.make_args(value) if factor.has(At))
    return inner.as_base_exp()[0]


def _is_euclidean(total: Any) -> bool:
    """Recognise Σ (σ(i) − τ(i))² over all places, for two rankings."""
    if len(total.limits) != 1 or total.limits[0][1:] != (1, n_symbol):
        return False
    if not isinstance(total.function, sp.Pow) or total.function.exp != 2:
        return False
    base, index = total.function.base, total.limits[0][0]
    entries = sorted(base.atoms(At), key=str)
    if len(entries) != 2 or any(node.args[1] != index for node in entries):
        return False
    if any(not isinstance(node.args[0], Ranking) for node in entries):
        return False
    return base in (entries[0] - entries[1], entries[1] - entries[0])


def smallest_exists(formula: Any, opened: Opened) -> Steps | None:
    """∃ x ∀ y: m(x) ≤ m(y): a finite set of numbers that is not empty has a smallest."""
    if not isinstance(formula, Exists) or not isinstance(formula.body, ForAll):
        return None
    inner = formula.body.body
    if not isinstance(inner, sp.Le) or not all(isinstance(side, Score) for side in inner.args):
        return None
    low, high = inner.args
    if set(low.listings) != set(formula.variables) or low.slot != high.slot:
        return None
    if set(high.listings) != set(formula.body.variables):
        return None
    value = opened(low)
    if not _defined(value):
        return None
    return [
        "the metric is defined for every pair of rankings",
        "Sₙ is finite and not empty, so the scores have a smallest (finite)",
    ]


def defined_for_every_n(value: Any) -> bool:
    """Tell whether no part of an expression that depends on n and k alone is ever undefined.

    Whether some branch is always taken, and a divisor never 0, is not looked into.
    """
    if value.has(sp.nan, sp.Piecewise, sp.Mod):
        return False
    for power in value.atoms(sp.Pow):
        if power.base.has(At):
            continue
        if not power.exp.is_positive and not (positive(power.base) or positive(-power.base)):
            return False
        if not power.exp.is_Integer and not nonnegative(power.base):
            return False
    bottoms = [
        factor
        for ratio in value.atoms(Ratio)
        for factor in sp.Mul.make_args(sp.factor_terms(ratio.args[1]))
    ]
    if any(not e.has(At) and not (positive(e) or positive(-e)) for e in bottoms):
        return False
    return all(positive(e.args[0]) for e in value.atoms(sp.log) if not e.has(At))


def can_be_undefined(value: Any) -> bool:
    """Tell whether a denominator that depends on the rankings was not shown to be positive."""
    bottoms = [ratio.args[1] for ratio in value.atoms(Ratio)]
    bottoms += [power.base for power in value.atoms(sp.Pow) if not power.exp.is_positive]
    return any(e.has(At) and not positive(e) for e in bottoms)


def _defined(value: Any) -> bool:
    """Tell whether every denominator and radicand in an expression is positive for every n."""
    if (
        value.atoms(Ratio)
        or not defined_for_every_n(value)
        or any(e.has(At) for e in value.atoms(sp.log))
    ):
        return False
    for power in value.atoms(sp.Pow):
        if power.exp.is_Integer and power.exp > 0:
            continue
        if power.exp.is_negative and not positive(power.base):
            return False
        if not power.exp.is_Integer and not nonnegative(power.base):
            return False
    return True


def one_side(formula: Any, opened: Opened) -> Steps | None:
    """∀: not (m(x) > c and m(y) < c), because one of the two never happens."""
    if not isinstance(formula, ForAll) or not isinstance(formula.body, sp.Not):
        return None
    inner = formula.body.args[0]
    if not isinstance(inner, sp.And):
        return None
    for relation in inner.args:
        if isinstance(relation, sp.Gt | sp.Lt):
            opposite = sp.Le if isinstance(relation, sp.Gt) else sp.Ge
            claim = ForAll(*formula.variables, opposite(*relation.args))
            found = inequality(claim, opened)
            if found is not None:
                return [*found, "so one of the two conditions never holds"]
    return None


def triangle_of_differences(formula: Any, opened: Opened) -> Steps | None:
    """|m(σ, τ) − c| ≤ |m(σ, ν) − c| + |m(ν, τ) − c| with c = m(σ, σ), term by term."""
    if not isinstance(formula, ForAll) or not isinstance(formula.body, sp.Le):
        return None
    left, right = formula.body.args
    terms = (left, *sp.Add.make_args(right))
    if len(terms) != 3 or not all(isinstance(term, sp.Abs) for term in terms):
        return None
    sums = []
    for term in terms:
        total = _distance_sum(merged(normal(opened.term(term.args[0]))))
        if total is None or total.as_base_exp()[1] != 1:
            return None
        sums.append(_nonnegative_form(total))
    if None in sums or len({_multiple(opened, term) for term in terms}) != 1:
        return None
    difference = merged(sums[1] + sums[2] - sums[0])
    if difference != 0 and not (
        isinstance(difference, sp.Sum)
        and _summand(difference, lambda body: sp.Ge(body, 0, evaluate=False))
    ):
        return None
    return [
        "each difference to c is one multiple of a sum of terms of one sign",
        "each term satisfies the triangle inequality, a lemma settled by z3 (termwise)",
    ]


def _nonnegative_form(total: Any) -> Any:
    for body in (total.function, sp.expand(-total.function)):
        form = sp.Sum(body, *total.limits)
        if nonnegative(form) or _summand(form, lambda b: sp.Ge(b, 0, evaluate=False)):
            return form
    return None


def _multiple(opened: Opened, term: Any) -> Any:
    """Return the factor by which |difference| exceeds its sum, up to sign; None with a root."""
    difference = sp.factor_terms(merged(normal(opened.term(term.args[0]))))
    factors = [f for f in sp.Mul.make_args(difference) if not isinstance(f, sp.Sum)]
    return sp.Abs(sp.Mul(*factors))


def swap_widths_agree(formula: Any, opened: Opened) -> Steps | None:
    """∀ swaps of one width: equal scores."""
    return swap_width(formula, opened) if isinstance(formula, ForAll) else None


RULES = (
    equality,
    inequality,
    triangle,
    zero_only_for_equal,
    one_side,
    triangle_of_differences,
    swap_widths_agree,
    smallest_exists,
    *rearrangement.RULES,
    affine_image,
)
