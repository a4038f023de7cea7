"""Rules for metrics of two top-k lists, for every n.

Why they are right. Each compares the formula with a form, as it is written, and nothing is
computed. x and y are lists of k of the items 1, …, n, or of 1, …, k of them; R(a) is the rank of an
item, n + 1 where it is not in the list.

- *Alike*: where exchanging x and y leaves the formula as it is written, the value is the same. It
  must be one for every n: words that are not known, and items that need not be there, are not read.
- *Opposite pairs*: Σ_{a<b} [(Rx(a) − Rx(b))·(Ry(a) − Ry(b)) < 0] + rest, where the rest is made of
  conditions and of a penalty by adding and multiplying, so not negative, and each of its terms
  says that an item is in x and not in y, or the other way, so that it is 0 where x = y. No pair is
  in opposite orders in one list, so the value is 0 where x = y. If x ≠ y have one length without
  ties, then either an item a is in x alone and an item b in y alone, which are opposite; or both
  have the same items, and some pair of them in opposite orders. So the value is more than 0.
- *Apart*: Σ_a [a in x]·[a in y]·|Rx(a) − Ry(a)| + [a in x alone]·(l − Rx(a)) + [a in y alone]·(l −
  Ry(a)), where l lies behind all places of lists: it is more than k. Each term is at least 0, and 0
  only if the item has the same place in both lists or is in none. So the value is 0 where all items
  have the same places, which is where x = y, and more elsewhere. Lists have no ties.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from axioms.axiom import m
from axioms.language.formula import ForAll, Same, plain
from axioms.language.shapes import renamed
from metrics.language.lists import Length, RankIn, TiedWith, TopList, location, penalty
from metrics.language.premises import Within
from metrics.language.terms import Indicator, Ratio, k, n, p
from proofs.trusted.every_n.judged.terms import is_above, is_from
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.number import Inconclusive
from proofs.trusted.untrusted import whole

WORDS = (sp.Add, sp.Mul, sp.Max, sp.Min, sp.Abs, Indicator, Relational, sp.And, sp.Or, sp.Not)
X, Y = TopList("x"), TopList("y")
SYMMETRY = ForAll(X, Y, sp.Eq(m(X, Y), m(Y, X)))
NOT_NEGATIVE = ForAll(X, Y, sp.Ge(m(X, Y), 0))
ZERO_IF_EQUAL = ForAll(X, Y, sp.Equivalent(sp.Eq(m(X, Y), 0), Same(X, Y)))


def _needs(said: bool, what: str) -> None:
    if not said:
        raise Inconclusive(what)


def _stated(kernel: Kernel, evidence: Evidence, *known: Any) -> Any:
    """Return a part of the question, which must be one of some statements."""
    question = kernel.question
    formulas = question.formulas()
    formula = formulas[whole(0, len(formulas) - 1)("part", evidence["part"])]
    _needs(question.metric is not None and len(question.metric.inputs) == 2, "another metric")
    same = (renamed(plain(one, question.by_slot, "items")) == renamed(formula) for one in known)
    _needs(any(same), "a statement of another kind")
    return formula


def _alike(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    insist(not facts and set(evidence) == {"part"})
    formula = _stated(kernel, evidence, SYMMETRY)
    metric = kernel.question.metric
    one, two = metric.inputs
    turned = metric.value.xreplace({one: two, two: one})
    _needs(turned == metric.value, "a formula that changes as x and y are exchanged")
    _needs(_is_defined(metric.value), "a value that may be undefined")
    return Fact(kernel.question.text(every_n=True), formula)


def _is_defined(e: Any, items: tuple[Any, ...] = ()) -> bool:
    """Tell whether a value is defined for all lists.

    It is written in words that are known, about items that are there for every n, and divides by
    what is positive, or takes a power of it.
    """
    if isinstance(e, sp.Rational | Within) or e in (n, k, p, penalty, location) or e in items:
        return True
    if isinstance(e, sp.Sum | sp.Product):
        inside = _indices(e, items)
        return bool(inside) and _is_defined(e.function, inside)
    if isinstance(e, RankIn | TiedWith):
        return isinstance(e.args[0], TopList) and e.args[1] in items
    if isinstance(e, Length):
        return isinstance(e.args[0], TopList)
    if isinstance(e, sp.log):
        return is_above(e.args[0], 0)
    if isinstance(e, Ratio):
        known = isinstance(e.args[1], sp.Max) and sp.Integer(1) in e.args[1].args
    elif isinstance(e, sp.Pow):
        whole_power = isinstance(e.exp, sp.Integer) and e.exp >= 0
        known = whole_power or isinstance(e.base, TiedWith) or is_above(e.base, 0)
    else:
        known = isinstance(e, WORDS)
    return known and all(_is_defined(part, items) for part in e.args)


def _indices(e: Any, items: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the items, or places, with those that a sum runs over; none where one need not be."""
    for index, low, high in reversed(e.limits):
        ends = (n, *items, *[item - 1 for item in items])
        if low != 1 or high not in ends:
            return ()
        items = (*items, index)
    return items


def _no_less_than_0(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Conclude that a distance is not negative, or that it is 0 for equal lists alone."""
    insist(not facts and set(evidence) == {"part"})
    formula = _stated(kernel, evidence, NOT_NEGATIVE, ZERO_IF_EQUAL)
    question, size = kernel.question, kernel.question.size
    _needs(not size.tied, "lists with ties")
    value = question.metric.value
    _needs(isinstance(value, sp.Sum), "a value that is not one sum")
    if len(value.limits) == 1:
        _insist_apart(value, size.k, *question.metric.inputs)
    else:
        _needs(not size.uneven, "lists of several lengths")
        _insist_opposite(value, *question.metric.inputs)
    return Fact(question.text(every_n=True), formula)


def _has(listed: Any, item: Any) -> Any:
    return Indicator(RankIn(listed, item) <= n)


def _insist_opposite(value: Any, x: Any, y: Any) -> None:
    (a, *first), (b, *second) = value.limits
    _needs(first == [1, b - 1] and second == [1, n], "a sum that is not over all pairs")
    terms = list(sp.Add.make_args(value.function))
    opposite = [one for one in (_opposite(x, y, a, b), _opposite(x, y, b, a)) if one in terms]
    _needs(len(opposite) == 1, "no term for opposite orders")
    terms.remove(opposite[0])
    for one in terms:
        for term in [one] if _is_one_sided(one, x, y, (a, b)) else _multiplied_out(one):
            _needs(_is_one_sided(term, x, y, (a, b)), "a term that need not be 0 for equal lists")


def _multiplied_out(term: Any) -> Any:
    return sp.Add.make_args(sp.expand_mul(term, deep=False))


def _opposite(x: Any, y: Any, a: Any, b: Any) -> Any:
    one, two = (RankIn(listed, a) - RankIn(listed, b) for listed in (x, y))
    return Indicator(sp.Lt(one * two, 0))


def _is_one_sided(term: Any, x: Any, y: Any, items: tuple[Any, ...]) -> bool:
    """Tell whether a term is not negative, and 0 where no item is in one list alone."""
    inside = {_has(listed, item) for listed in (x, y) for item in items}
    known = inside | {1 - one for one in inside} | {penalty}
    factors = sp.Mul.make_args(term)
    alone = (
        _has(one, item) in factors and 1 - _has(two, item) in factors
        for one, two in ((x, y), (y, x))
        for item in items
    )
    return all(f in known or is_from(f, 0) for f in factors) and any(alone)


def _insist_apart(value: Any, depth: int, x: Any, y: Any) -> None:
    ((a, *ends),) = value.limits
    _needs(ends == [1, n], "a sum that is not over all items")
    ranks = RankIn(x, a), RankIn(y, a)
    terms = set(sp.Add.make_args(value.function))

    def wanted(behind: Any) -> set[Any]:
        return {
            _has(x, a) * _has(y, a) * sp.Abs(ranks[0] - ranks[1]),
            _has(x, a) * (1 - _has(y, a)) * (behind - ranks[0]),
            _has(y, a) * (1 - _has(x, a)) * (behind - ranks[1]),
        }

    numbers = [*value.free_symbols, *value.atoms(sp.Rational)]
    places = [location, *[one for one in numbers if is_above(one, depth)]]
    _needs(any(terms == wanted(one) for one in places), "other terms")


RULES = {
    "alike": Rule(_alike, "exchanging x and y leaves the formula as it is"),
    "no less than 0": Rule(_no_less_than_0, "each term is at least 0, and 0 for equal lists alone"),
}
