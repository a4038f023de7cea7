"""For every N and c: orders that are products of chains, sets of masses, or chains.

An order's formula is recognised by its shape, never by its name. What no rule proves is looked at
for small N: a refutation there refutes the statement for every N; otherwise it stays undecided.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from axioms import OTHER_AXIOMS
from axioms.axiom import Axiom
from axioms.language.formula import Exists, ForAll, Same
from axioms.language.shapes import renamed
from lattice.order import RANK, SET, Order
from lattice.orders import count, mass
from metrics.language.runs import (
    Gain,
    Grade,
    Run,
    a,
    a_other,
    base,
    c,
    r,
    s,
    spot,
    spot_other,
)
from metrics.language.terms import Indicator, n, p
from metrics.metric import Metric
from proofs.core.limits import Disagreement, Limits
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Verdict

NAME = "symbolic"
SMALL = 4
PRODUCT, MASSES, CHAIN = "product of chains", "masses of sets", "chain"
STRUCTURE = ("poset", "connected", "lattice", "distributive", "modular", "no_n5", "no_m3")
FACTS = {
    PRODUCT: (
        "componentwise: r ⊑ s compares the degrees place by place, so R(N) is the product of N "
        "chains of c + 1 degrees",
        "product: joins and meets of a product of chains are taken place by place (max, min)",
    ),
    MASSES: (
        "masses: a set of N degrees is given by its masses M₁ ≥ … ≥ M_c, all between 0 and N, and "
        "every such sequence is one of a set",
        "sublattice: the decreasing sequences are closed under place by place max and min, so "
        "R(N) is a sublattice of a product of chains; for degrees listed decreasingly, joins and "
        "meets are max and min place by place too",
    ),
    CHAIN: (
        "lexicographic: r ⊑ s compares the first entries that differ, and the entries determine "
        "the run, so R(N) is a chain",
    ),
}


def _first_difference(here: Any, before: Any, entry: Any, earlier: Any) -> Any:
    """r = s, or an entry of r is smaller and all entries before it are equal."""
    agree = sp.Implies(earlier(before, here), sp.Eq(entry(r, before), entry(s, before)))
    smaller = sp.Lt(entry(r, here), entry(s, here))
    return sp.Or(Same(r, s), Exists(here, sp.And(smaller, ForAll(before, agree))))


SHAPES = {
    (RANK, ForAll(spot, sp.Le(r(spot), s(spot)))): PRODUCT,
    (SET, ForAll(a, sp.Le(mass(r, a), mass(s, a)))): MASSES,
    (RANK, _first_difference(spot, spot_other, Grade, sp.Lt)): CHAIN,
    (SET, _first_difference(a, a_other, count, sp.Gt)): CHAIN,
}


def shape(order: Order) -> str | None:
    """Return what kind of order a formula describes, or None.

    >>> from lattice.orders import rank_replacement, rank_swapping, set_projection
    >>> shape(rank_replacement), shape(set_projection), shape(rank_swapping)
    ('product of chains', 'chain', None)
    """
    if order.below is None:
        return None
    found = _numbered(order.below)
    listed = {
        _numbered(formula): kind for (way, formula), kind in SHAPES.items() if way == order.listed
    }
    return listed.get(found)


def _numbered(formula: Any) -> Any:
    """Return a formula in which bound variables and indices of sums have fixed names."""
    index = sp.Symbol("index", integer=True, positive=True)
    sums = [total for total in formula.atoms(sp.Sum) if len(total.limits) == 1]
    fixed = {
        total: sp.Sum(total.function.xreplace({i: index}), (index, low, high))
        for total in sums
        for i, low, high in total.limits
    }
    return renamed(formula.xreplace(fixed))


# Metrics -----------------------------------------------------------------------------------------


def summand(metric: Metric) -> tuple[Any, Any] | None:
    """Return the index and summand of a metric that is a sum over places of f(i, r(i)).

    >>> from metrics.graded import gp
    >>> str(summand(gp)[1])
    'Gain(Grade(Run(r), i))/(n*Gain(c))'
    """
    sums = list(metric.value.atoms(sp.Sum))
    if len(sums) != 1 or len(sums[0].limits) != 1:
        return None
    (total,) = sums
    index, low, high = total.limits[0]
    mark = sp.Dummy("total")
    outer = metric.value.xreplace({total: mark})
    factor = sp.simplify(outer / mark)
    if low != 1 or high != n or factor.has(mark) or factor.has(Grade):
        return None
    if total.function.atoms(Grade) != {metric.inputs[0](index)}:
        return None
    return index, factor * total.function


def rises(metric: Metric) -> bool:
    """Tell whether f(i, ·) is a positive multiple of the gain, for all i and all parameters."""
    found = summand(metric)
    if found is None:
        return False
    index, term = found
    factor = sp.simplify(term / Gain(metric.inputs[0](index)))
    if factor.atoms(Gain) - {Gain(c)}:  # other degrees have gains that nothing here compares
        return False
    shown = _positive(factor)
    return bool(sp.simplify(shown).is_positive or shown.is_positive)


def _positive(e: Any) -> Any:
    """Return the expression with all that is free written by positive symbols.

    g(a_c) is one, p is 1/(1 + q), the base of a logarithm is 1 + t.
    """
    top, q, t = sp.symbols("top q t", positive=True)
    return e.xreplace({Gain(c): top, p: 1 / (1 + q), base: 1 + t})


KNOWN = (sp.Add, sp.Mul, sp.Pow, sp.Max, sp.Min, sp.Abs, sp.log, sp.Sum, sp.Product, sp.Tuple)


def defined(metric: Metric) -> bool:
    """Tell whether a metric surely has a value at every run, for every N and c.

    >>> from metrics.graded import dcg_b
    >>> defined(dcg_b)
    True
    """
    loops = metric.value.atoms(sp.Sum, sp.Product)
    limits = [limit for loop in loops for limit in loop.limits]
    indices = {limit[0] for limit in limits}
    if any(limit[1] != 1 or limit[2] not in {n, *indices} for limit in limits):
        return False
    places = {grade.args[1] for grade in metric.value.atoms(Grade)}
    degrees = {gain.args[0] for gain in metric.value.atoms(Gain)}
    fixed = {degree for degree in degrees if not isinstance(degree, Grade)}
    if places - indices or fixed - {c, sp.Integer(0), sp.Integer(1)}:
        return False
    return all(_is_defined(node) for node in sp.preorder_traversal(metric.value))


def _is_defined(node: Any) -> bool:
    if isinstance(node, sp.Pow):
        whole = node.exp.is_integer and node.exp.is_nonnegative
        return bool(whole or _positive(node.base).is_positive)
    if isinstance(node, sp.log):
        return bool(_positive(node.args[0]).is_positive)
    known = isinstance(node, KNOWN) or not node.args
    return known or isinstance(node, Grade | Gain | Indicator | Run | sp.core.relational.Relational)


# Answers -----------------------------------------------------------------------------------------


def derivation(asked: Axiom, order: Order, metric: Metric | None) -> tuple[str, ...] | None:
    """Return the steps of a proof for every N and c, or None."""
    kind = shape(order)
    if kind is None or asked != OTHER_AXIOMS.get(asked.name):
        return None
    more = _of_order(asked.name, kind, order) if metric is None else None
    if metric is not None and defined(metric):
        more = _of_metric(asked.name, kind, metric)
    return None if more is None else (*FACTS[kind], *more)


def _of_order(name: str, kind: str, order: Order) -> tuple[str, ...] | None:
    """Return what follows for an order of this kind."""
    if name in STRUCTURE:
        return ("Birkhoff: sublattices of products of chains are distributive lattices",)
    if name in ("has_top", "has_bottom"):
        return ("finite: the join and the meet of all runs are above and below each of them",)
    pair = (r(spot), s(spot))
    placewise = order.join == sp.Max(*pair) and order.meet == sp.Min(*pair)
    known = {"closed_form": kind != CHAIN and placewise, "chain": kind == CHAIN}
    return () if known.get(name) else None


def _of_metric(name: str, kind: str, metric: Metric) -> tuple[str, ...] | None:
    """Return what follows for a metric that is defined everywhere on such an order."""
    if name in ("isotone", "strictly_isotone") and kind != CHAIN and rises(metric):
        return ("monotone: each place adds a positive multiple of its gain, and g increases",)
    if name != "valuation":
        return None
    if kind == CHAIN:
        return ("chain: r ⊔ s and r ⊓ s are r and s themselves, in one order or the other",)
    if summand(metric) is None:
        return None
    return (
        f"separable: {metric.name} is a sum over places of f(i, r(i))",
        "termwise: f(i, max(x, y)) + f(i, min(x, y)) = f(i, x) + f(i, y)",
    )


def refuses(question: Question, limits: Limits) -> str | None:
    """Gains belong to one c; everything else can be asked for every n."""
    if question.every_c and "gains" in question.parameters:
        return "gains belong to the degrees of one c: add --c, or leave --gains out"
    return None


def answer(question: Question, limits: Limits) -> Verdict:
    """Answer for every N, and for every c where none is given."""
    question = replace(question, n=SMALL)
    steps = derivation(question.axiom, question.order_of_runs, question.metric)
    small = _small(question, limits)
    if steps is not None:
        return _proved(question, steps, small)
    if small is None:
        reason = "no rule proves it for every n, and there are too many degrees to try small n"
        return Verdict(UNDECIDED, question, Scope(()), NAME, reason=reason)
    if small.status == REFUTED:
        return small
    held = f"it holds for n ≤ {max(small.scope.sizes)}"
    reason = small.reason or f"no rule proves it for every n; {held}"
    return replace(small, status=UNDECIDED, question=question, engine=NAME, reason=reason)


def _proved(question: Question, steps: tuple[str, ...], small: Verdict | None) -> Verdict:
    checked: tuple[str, ...] = ()
    if small is not None and small.status == REFUTED:
        raise Disagreement(f"{question.text()}: proved for every n, refuted for small n")
    if small is not None and small.status == HOLDS:
        checked = (f"N ≤ {max(small.scope.sizes)} by exhaustive search as well",)
    scope = Scope((), None, every_from=1)
    return Verdict(HOLDS, question, scope, NAME, derivation=steps, checked=checked)


def _small(question: Question, limits: Limits) -> Verdict | None:
    """Walk through small N (and c ≤ 2 where none is given), until the answer is not HOLDS."""
    from proofs.core.asking import decide, walk
    from proofs.engines.exhaustive.runs import every_run

    for top in (1, 2) if question.every_c else (question.c,):
        sizes = [
            replace(question.with_values(c=top), n=size, every_n=False, every_c=False)
            for size in range(1, SMALL + 1)
            if (top + 1) ** size <= 300
        ]
        sizes = [small for small in sizes if every_run.refuses(small, limits) is None]
        if not sizes:
            return None
        verdict: Verdict = walk(sizes, lambda one: decide(one, "exhaustive", limits))
        if verdict.status != HOLDS:
            return verdict
    return verdict
