"""What the rules say about whole statements, for every n.

Each derivation takes the opened metrics and the parts of a statement, and returns its steps, or
None where it does not apply; RULES says of which shape a statement must be.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Same, Score
from metrics.language.terms import At, Ranking, Ratio
from proofs.engines.symbolic.opened import Opened
from proofs.engines.symbolic.rules import affine, rearrangement, swaps
from proofs.engines.symbolic.rules.lemmas import lemma
from proofs.engines.symbolic.rules.rule import (
    OPEN,
    OPEN_BOTH,
    Rule,
    Steps,
    bound,
    coincidence,
    equation,
)
from proofs.engines.symbolic.rules.words import (
    by_signs,
    equal_for_every_n,
    is_sum,
    merged,
    nonnegative,
    normal,
    of_one_sign,
    over_all_places,
    over_pairs,
    parted,
    positive,
    sees_rankings,
)

HALF = sp.Rational(1, 2)


def equality(opened: Opened, left: Any, right: Any) -> Steps | None:
    """∀: left = right, by equal normal forms."""
    if not equal_for_every_n(opened.term(left), opened.term(right)):
        return None
    return [
        OPEN_BOTH,
        "normal form: cancel inverse neighbours (word), reindex full sums (reindex, pairs)",
        "both sides have the same normal form",
    ]


def inequality(opened: Opened, low: Any, high: Any) -> Steps | None:
    """∀: low ≤ high, because high − low is a sum of terms that are at least 0."""
    difference = merged(normal(opened.term(high)) - normal(opened.term(low)))
    if nonnegative(difference):
        return [OPEN_BOTH, by_signs(difference)]
    if not _termwise(difference):
        return None
    return [
        OPEN_BOTH,
        "join the sums over the same places (termwise)",
        "each term of the joined sum is at least 0, a lemma about real numbers ≥ 1 settled by z3",
    ]


def _termwise(difference: Any) -> bool:
    """Tell whether a combination of sums has nonnegative terms, each by a lemma."""
    parts = sp.Add.make_args(sp.factor_terms(difference))
    if len(parts) == 1 and not is_sum(difference):
        inner, outside = parted(parts[0], sees_rankings)
        if len(inner) != 1 or not nonnegative(outside):
            return False
        parts = sp.Add.make_args(inner[0])
    return all(nonnegative(part) or _multiple_of_nonnegative_terms(part) for part in parts)


def _multiple_of_nonnegative_terms(part: Any) -> bool:
    sums, outside = parted(part, is_sum)
    return len(sums) == 1 and nonnegative(outside) and _terms_nonnegative(sums[0])


def _terms_nonnegative(total: Any) -> bool:
    """Let z3 prove that no term of a sum is negative, entries being any numbers ≥ 1."""
    body = total.function
    entries = sorted(body.atoms(At), key=str)
    indices = {limit[0] for limit in total.limits}
    if any(node.args[1] not in indices for node in entries):
        return False
    stand_ins = {node: sp.Symbol(f"x{place}", positive=True) for place, node in enumerate(entries)}
    for index in indices & body.xreplace(stand_ins).free_symbols:
        stand_ins[index] = sp.Symbol(str(index), positive=True)
    ordered = len(indices) == 2 and (total.limits[0][2] - total.limits[1][0]) == -1
    distinct = [
        (stand_ins[one], stand_ins[two])
        for one in entries
        for two in entries
        if ordered and one.args[0] == two.args[0] and str(one.args[1]) < str(two.args[1])
    ]
    free = body.xreplace(stand_ins)
    if free.free_symbols - set(stand_ins.values()):
        return False
    return lemma(sp.Ge(free, 0, evaluate=False), list(stand_ins.values()), distinct)


def zero_only_for_equal(opened: Opened, left: Any, right: Any, same: Same) -> Steps | None:
    """∀ σ, τ: m(σ, τ) = c ⇔ σ = τ, where |m − c| is a positive multiple of Σ f(σ(i), τ(i))."""
    total = _distance_sum(merged(normal(opened.term(left)) - normal(opened.term(right))))
    if total is None or not all(isinstance(term, Ranking) for term in same.args):
        return None
    if not any(_vanishes_exactly_at_equality(form, same) for form in _both_signs(total)):
        return None
    return [
        OPEN,
        "the difference is a positive multiple, or a root, of one sum of nonnegative terms",
        "a term is 0 exactly where the two entries agree, a lemma settled by z3",
        "a sum of nonnegative terms is 0 exactly if every term is: the rankings are equal",
    ]


def _both_signs(total: Any) -> tuple[Any, Any]:
    return total, sp.Sum(sp.expand(-total.function), *total.limits)


def _distance_sum(difference: Any) -> Any:
    """Return the one sum of which the difference is a multiple or a root, or None."""
    found = None
    for factor in sp.Mul.make_args(sp.factor_terms(difference)):
        base, exponent = factor.as_base_exp()
        if is_sum(base) and base.has(At) and exponent.is_positive and found is None:
            found = base
        elif factor.has(At) or not of_one_sign(factor):
            return None
    return found


def _vanishes_exactly_at_equality(total: Any, same: Same) -> bool:
    """Tell whether a term is ≥ 0, and 0 exactly if both rankings agree at the place or the pair.

    If both order every pair of places alike, they are equal.
    """
    places: Any = over_pairs(total.limits)
    if places is None and len(total.limits) == 1 and over_all_places(total.limits):
        places = (total.limits[0][0],)
    if places is None:
        return False
    nodes = [At(ranking, place) for ranking in same.args for place in places]
    numbers = [sp.Symbol(f"x{place}", positive=True) for place, _ in enumerate(nodes)]
    body = total.function.xreplace(dict(zip(nodes, numbers, strict=True)))
    if body.has(At) or body.free_symbols - set(numbers):
        return False
    distinct: list[tuple[Any, Any]] = []
    if len(places) == 1:
        alike = sp.Eq(*numbers)
    else:
        a, b, c, d = numbers
        alike, distinct = sp.Gt((a - b) * (c - d), 0, evaluate=False), [(a, b), (c, d)]
    zero = sp.Equivalent(sp.Eq(body, 0, evaluate=False), alike)
    claim = sp.And(sp.Ge(body, 0, evaluate=False), zero, evaluate=False)
    return lemma(claim, numbers, distinct)


def way_through(formula: Any) -> tuple[Any, ...] | None:
    """Recognise ∀: m(σ, τ) ≤ m(…) + m(…)."""
    match formula:
        case ForAll(body=sp.Le(args=(Score() as left, sp.Add(args=(Score(), Score()) as legs)))):
            return (left, legs) if {leg.slot for leg in legs} == {left.slot} else None
    return None


def triangle(opened: Opened, left: Score, legs: Any) -> Steps | None:
    """m(σ, τ) ≤ m(σ, ν) + m(ν, τ): terms, a root of such a sum, or a Euclidean norm."""
    inner, outside = parted(opened(left), sees_rankings)
    if len(inner) != 1 or not nonnegative(outside):
        return None
    base, exponent = inner[0].as_base_exp()
    if not is_sum(base) or exponent not in (1, HALF):
        return None
    if exponent == HALF and _is_euclidean(base) and _through_a_third(left, legs):
        return [
            "the metric is a positive multiple of √Σ (σ(i) − τ(i))², a Euclidean norm of a "
            "difference, and norms satisfy the triangle inequality (norm)"
        ]
    whole, *parts = (normal(_core(opened(score))) for score in (left, *legs))
    difference = merged(sp.Add(*parts) - whole)
    if not is_sum(difference) or not _terms_nonnegative(difference):
        return None
    steps = [
        "the metric is a positive multiple of a sum, or of its root",
        "each term satisfies the triangle inequality, a lemma about real numbers ≥ 1 settled "
        "by z3 (termwise)",
    ]
    return steps if exponent == 1 else [*steps, "√x ≤ √y + √z whenever 0 ≤ x ≤ y + z (root)"]


def _through_a_third(left: Score, legs: Any) -> bool:
    """Tell whether the two scores on the right go from one end of the left one to the other."""
    ends, one, two = (set(score.listings) for score in (left, *legs))
    return len(ends) == len(one) == len(two) == 2 and len(one & two) == 1 and one ^ two == ends


def _core(value: Any) -> Any:
    return parted(value, sees_rankings)[0][0].as_base_exp()[0]


def _is_euclidean(total: Any) -> bool:
    """Recognise Σ (σ(i) − τ(i))² over all places, for two rankings."""
    if len(total.limits) != 1 or not over_all_places(total.limits):
        return False
    base, exponent = total.function.as_base_exp()
    entries = sorted(base.atoms(At), key=str)
    if exponent != 2 or len(entries) != 2:
        return False
    of_rankings = all(isinstance(node.args[0], Ranking) for node in entries)
    at_index = all(node.args[1] == total.limits[0][0] for node in entries)
    return of_rankings and at_index and base in (entries[0] - entries[1], entries[1] - entries[0])


def smallest(formula: Any) -> tuple[Any, ...] | None:
    """Recognise ∃ x ∀ y: m(x) ≤ m(y)."""
    match formula:
        case Exists(body=ForAll(body=sp.Le(args=(Score() as low, Score() as high))) as inner):
            own = set(low.listings) == set(formula.variables)
            others = set(high.listings) == set(inner.variables)
            return (low,) if own and others and low.slot == high.slot else None
    return None


def smallest_exists(opened: Opened, low: Score) -> Steps | None:
    """∃ x ∀ y: m(x) ≤ m(y): a finite set of numbers that is not empty has a smallest."""
    value = opened(low)
    if value.atoms(Ratio) or not defined_for_every_n(value, at_rankings=True):
        return None
    return [
        "the metric is defined for every pair of rankings",
        "Sₙ is finite and not empty, so the scores have a smallest (finite)",
    ]


def defined_for_every_n(value: Any, at_rankings: bool = False) -> bool:
    """Tell whether no part of an expression that depends on n and k alone is ever undefined.

    Whether some branch is always taken, and a divisor never 0, is not looked into, unless asked
    for all rankings as well.
    """
    if value.has(sp.nan, sp.Piecewise, sp.Mod):
        return False
    for power in value.atoms(sp.Pow):
        never_zero = positive if power.base.has(At) else of_one_sign
        if power.base.has(At) and not at_rankings:
            continue
        if not power.exp.is_positive and not never_zero(power.base):
            return False
        if not power.exp.is_Integer and not nonnegative(power.base):
            return False
    bottoms = [
        factor
        for ratio in value.atoms(Ratio)
        for factor in sp.Mul.make_args(sp.factor_terms(ratio.args[1]))
    ]
    if any(not e.has(At) and not of_one_sign(e) for e in bottoms):
        return False
    logs = value.atoms(sp.log)
    return all(not at_rankings if e.has(At) else positive(e.args[0]) for e in logs)


def can_be_undefined(value: Any) -> bool:
    """Tell whether a denominator that depends on the rankings was not shown to be positive."""
    bottoms = [ratio.args[1] for ratio in value.atoms(Ratio)]
    bottoms += [power.base for power in value.atoms(sp.Pow) if not power.exp.is_positive]
    return any(e.has(At) and not positive(e) for e in bottoms)


def not_both(formula: Any) -> tuple[Any, ...] | None:
    """Recognise ∀: not (one condition and another)."""
    match formula:
        case ForAll(body=sp.Not(args=(sp.And() as both,))):
            return tuple(both.args)
    return None


def one_side(opened: Opened, *conditions: Any) -> Steps | None:
    """∀: not (m(x) > c and m(y) < c), because one of the two never happens."""
    for condition in conditions:
        match condition:
            case sp.Gt(args=(low, high)) | sp.Lt(args=(high, low)):
                found = inequality(opened, low, high)
                if found is not None:
                    return [*found, "so one of the two conditions never holds"]
    return None


def way_through_differences(formula: Any) -> tuple[Any, ...] | None:
    """Recognise ∀: |a| ≤ |b| + |c|, and return a, b and c."""
    match formula:
        case ForAll(body=sp.Le(args=(sp.Abs() as left, sp.Add(args=(sp.Abs(), sp.Abs()) as legs)))):
            return tuple(size.args[0] for size in (left, *legs))
    return None


def triangle_of_differences(opened: Opened, *terms: Any) -> Steps | None:
    """|m(σ, τ) − c| ≤ |m(σ, ν) − c| + |m(ν, τ) − c| with c = m(σ, σ), term by term."""
    differences = [merged(normal(opened.term(term))) for term in terms]
    totals = [_distance_sum(difference) for difference in differences]
    forms: list[Any] = [None if total is None else _nonnegative_form(total) for total in totals]
    if None in forms or len({_multiple(difference) for difference in differences}) != 1:
        return None
    whole, one, two = forms
    rest = merged(one + two - whole)
    if rest != 0 and not (is_sum(rest) and _terms_nonnegative(rest)):
        return None
    return [
        "each difference to c is one multiple of a sum of terms of one sign",
        "each term satisfies the triangle inequality, a lemma settled by z3 (termwise)",
    ]


def _nonnegative_form(total: Any) -> Any:
    forms = _both_signs(total)
    return next((form for form in forms if nonnegative(form) or _terms_nonnegative(form)), None)


def _multiple(difference: Any) -> Any:
    """Return the factor by which |difference| exceeds its sum; a root of the sum is part of it."""
    return sp.Abs(parted(sp.factor_terms(difference), is_sum)[1])


RULES = (
    Rule("equality", equation, equality),
    Rule("inequality", bound, inequality),
    Rule("triangle", way_through, triangle),
    Rule("zero only for equal", coincidence, zero_only_for_equal),
    Rule("one side", not_both, one_side),
    Rule("triangle of differences", way_through_differences, triangle_of_differences),
    *swaps.RULES,
    Rule("smallest exists", smallest, smallest_exists),
    *rearrangement.RULES,
    *affine.RULES,
)
