"""Rules about swaps, for every n: m(id, (i j)) as an expression in i, j and n."""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.formula import Exists, ForAll, Score
from metrics.language.terms import At, Identity, Indicator, Place, Ranking, Swap
from metrics.language.terms import n as n_symbol
from proofs.engines.symbolic.opened import Opened

Steps = list[str]


def swap_width(formula: Any, opened: Opened) -> Steps | None:
    """m(id, (i j)) depends on j − i alone, so swaps of one width score alike."""
    value = swap_value(formula, opened)
    if value is None:
        return None
    i, j = (Place(name) for name in "ij")
    d = sp.Symbol("d", integer=True, positive=True)
    by_width = sp.expand(sp.simplify(value.subs(j, i + d)))
    if i in by_width.free_symbols:
        return None
    steps = [
        "Σ f(l, (i j)(l)) over all places is Σ f(l, l) + f(i, j) + f(j, i) − f(i, i) − f(j, j) "
        "(swap); a swap of width d turns 2d − 1 pairs (swap pairs)",
        "the value depends on the width j − i alone",
    ]
    body = formula.body
    if isinstance(formula, ForAll) and isinstance(body, sp.Implies):
        relevant = isinstance(body.args[1], sp.Eq) and _same_width(body.args[0])
        return steps if relevant else None
    if isinstance(formula, Exists) and isinstance(body, sp.And):
        differ = [part for part in body.args if isinstance(part, sp.Ne) and part.atoms(Score)]
        relevant = len(differ) == 1 and _same_width(body)
        return [*steps, "so no two swaps of one width differ"] if relevant else None
    return None


def _same_width(condition: Any) -> bool:
    i, j, k, l = (Place(name) for name in "ijkl")  # noqa: E741
    parts = set(sp.And.make_args(condition))
    return {sp.Lt(i, j), sp.Lt(k, l)} <= parts and any(
        isinstance(part, sp.Eq)
        and sp.expand((part.lhs - part.rhs) ** 2 - (j - i - l + k) ** 2) == 0
        for part in parts
    )


def swap_value(formula: Any, opened: Opened) -> Any:
    """Return m(id, (i j)) for symbolic places, or None where a sum has another shape."""
    i, j = (Place(name) for name in "ij")
    nodes = [node for node in formula.atoms(Score) if Swap(i, j) in node.listings]
    if len(nodes) != 1 or nodes[0].listings[-1] != Swap(i, j):
        return None
    if any(not isinstance(term, Identity | Swap) for term in nodes[0].listings):
        return None
    question = opened.question
    metric = question.by_slot[nodes[0].slot.name]
    stand_ins = tuple(Ranking(f"swap{place}") for place in range(len(metric.inputs)))
    value = opened(Score(nodes[0].slot, *stand_ins))
    return _with_swap(value, stand_ins[-1], i, j, set(stand_ins[:-1]))


def _with_swap(e: Any, swapped: Any, i: Any, j: Any, fixed: set[Any]) -> Any:
    """Evaluate sums at the identity and one swap; None where a sum has another shape."""
    if isinstance(e, sp.Sum):
        if len(e.limits) > 2:
            return None
        rule = _sum_with_swap if len(e.limits) == 1 else _pairs_with_swap
        return rule(e, swapped, i, j, fixed)
    if isinstance(e, At | sp.Product | Indicator):
        return None if e.has(At) else e
    if not e.has(At):
        return e
    arguments = [_with_swap(argument, swapped, i, j, fixed) for argument in e.args]
    return None if None in arguments else e.func(*arguments)


def _at_place(body: Any, index: Any, place: Any, item: Any, swapped: Any, fixed: set[Any]) -> Any:
    known = {At(listing, index): place for listing in fixed}
    known[At(swapped, index)] = item
    return body.xreplace(known).subs(index, place)


def _sum_with_swap(e: Any, swapped: Any, i: Any, j: Any, fixed: set[Any]) -> Any:
    index, low, high = e.limits[0]
    if low != 1 or high != n_symbol or e.function.atoms(sp.Sum, sp.Product, Indicator):
        return None
    allowed = {At(listing, index) for listing in (*fixed, swapped)}
    if not e.function.atoms(At) <= allowed:
        return None

    def f(place: Any, item: Any) -> Any:
        return _at_place(e.function, index, place, item, swapped, fixed)

    unmoved = f(index, index)
    base = 0 if unmoved == 0 else sp.Sum(unmoved, (index, 1, n_symbol))
    return base + f(i, j) + f(j, i) - f(i, i) - f(j, j)


def _pairs_with_swap(e: Any, swapped: Any, i: Any, j: Any, fixed: set[Any]) -> Any:
    """Σ over pairs of a function of whether the pair is turned: 2(j − i) − 1 pairs are."""
    (inner, low, high), (outer, first, last) = e.limits
    if (low, high, first, last) != (1, outer - 1, 1, n_symbol):
        return None
    if not _only_order(e.function, {inner, outer}):
        return None

    def term(one: int, two: int) -> Any:
        known = {At(listing, inner): 1 for listing in fixed}
        known |= {At(listing, outer): 2 for listing in fixed}
        known |= {At(swapped, inner): one, At(swapped, outer): two}
        return e.function.xreplace({a: sp.Integer(b) for a, b in known.items()}).doit()

    kept, turned = term(1, 2), term(2, 1)
    if kept.has(At) or turned.has(At):
        return None
    count = 2 * (j - i) - 1
    return kept * (n_symbol * (n_symbol - 1) / 2 - count) + turned * count


def _only_order(body: Any, indices: set[Any]) -> bool:
    """Tell whether a body sees entries only through signs of differences within one listing."""
    hidden = {}
    for node in body.atoms(sp.sign, Indicator):
        inside = node.args[0] if isinstance(node, sp.sign) else node.args[0].lhs
        zero = isinstance(node, sp.sign) or node.args[0].rhs == 0
        if not zero or not all(_is_difference(factor) for factor in sp.Mul.make_args(inside)):
            return False
        hidden[node] = sp.Dummy()
    left = body.xreplace(hidden)
    return not left.has(At) and not left.free_symbols & indices


def _is_difference(e: Any) -> bool:
    entries = sorted(e.atoms(At), key=str)
    if len(entries) != 2 or entries[0].args[0] != entries[1].args[0]:
        return False
    return e in (entries[0] - entries[1], entries[1] - entries[0])
