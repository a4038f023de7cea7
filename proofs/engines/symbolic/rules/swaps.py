"""Rules about swaps, for every n: m(id, (i j)) as an expression in i, j and n."""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Score
from metrics.language.terms import At, Identity, Indicator, Place, Ranking, Swap
from metrics.language.terms import n as n_symbol
from proofs.engines.symbolic.opened import Opened
from proofs.engines.symbolic.rules.rule import Rule, Steps, universal
from proofs.engines.symbolic.rules.words import entries_of_difference, over_all_places, over_pairs

HERE, THERE = Place("i"), Place("j")


def swap_width(opened: Opened, formula: Any) -> Steps | None:
    """m(id, (i j)) depends on j − i alone, so swaps of one width score alike."""
    steps = [
        "Σ f(l, (i j)(l)) over all places is Σ f(l, l) + f(i, j) + f(j, i) − f(i, i) − f(j, j) "
        "(swap); a swap of width d turns 2d − 1 pairs (swap pairs)",
        "the value depends on the width j − i alone",
    ]
    match formula:
        case ForAll(body=sp.Implies(args=(condition, sp.Eq()))):
            pass
        case Exists(body=sp.And() as condition) if _one_difference(condition):
            steps.append("so no two swaps of one width differ")
        case _:
            return None
    value = swap_value(formula, opened)
    if value is None or not _same_width(condition):
        return None
    width = sp.Symbol("d", integer=True, positive=True)
    by_width = sp.expand(sp.simplify(value.subs(THERE, HERE + width)))
    return None if HERE in by_width.free_symbols else steps


def _one_difference(condition: Any) -> bool:
    differ = [part for part in condition.args if isinstance(part, sp.Ne) and part.atoms(Score)]
    return len(differ) == 1


def _same_width(condition: Any) -> bool:
    k, l = (Place(name) for name in "kl")  # noqa: E741
    parts = set(sp.And.make_args(condition))
    return {sp.Lt(HERE, THERE), sp.Lt(k, l)} <= parts and any(
        isinstance(part, sp.Eq)
        and sp.expand((part.lhs - part.rhs) ** 2 - (THERE - HERE - l + k) ** 2) == 0
        for part in parts
    )


def swap_value(formula: Any, opened: Opened) -> Any:
    """Return m(id, (i j)) for symbolic places, or None where a sum has another shape."""
    nodes = [node for node in formula.atoms(Score) if Swap(HERE, THERE) in node.listings]
    if len(nodes) != 1 or nodes[0].listings[-1] != Swap(HERE, THERE):
        return None
    if any(not isinstance(term, Identity | Swap) for term in nodes[0].listings):
        return None
    inputs = opened.question.by_slot[nodes[0].slot.name].inputs
    *fixed, swapped = (Ranking(f"swap{place}") for place in range(len(inputs)))
    return _with_swap(opened(Score(nodes[0].slot, *fixed, swapped)), swapped, fixed)


def _with_swap(e: Any, swapped: Any, fixed: list[Any]) -> Any:
    """Evaluate sums at the identity and one swap; None where a sum has another shape."""
    if not e.has(At):
        return e
    if isinstance(e, sp.Sum):
        rule = _sum_with_swap if len(e.limits) == 1 else _pairs_with_swap
        return rule(e, swapped, fixed)
    if isinstance(e, At | sp.Product | Indicator):
        return None
    arguments = [_with_swap(argument, swapped, fixed) for argument in e.args]
    return None if None in arguments else e.func(*arguments)


def _sum_with_swap(e: Any, swapped: Any, fixed: list[Any]) -> Any:
    index = e.limits[0][0]
    if not over_all_places(e.limits) or e.function.atoms(sp.Sum, sp.Product, Indicator):
        return None
    if not e.function.atoms(At) <= {At(listing, index) for listing in (*fixed, swapped)}:
        return None

    def f(place: Any, item: Any) -> Any:
        known = {At(listing, index): place for listing in fixed} | {At(swapped, index): item}
        return e.function.xreplace(known).subs(index, place)

    unmoved = f(index, index)
    base = 0 if unmoved == 0 else sp.Sum(unmoved, (index, 1, n_symbol))
    return base + f(HERE, THERE) + f(THERE, HERE) - f(HERE, HERE) - f(THERE, THERE)


def _pairs_with_swap(e: Any, swapped: Any, fixed: list[Any]) -> Any:
    """Σ over pairs of a function of whether the pair is turned: 2(j − i) − 1 pairs are."""
    pair = over_pairs(e.limits)
    if pair is None or not _only_order(e.function, set(pair)):
        return None

    def term(*entries: int) -> Any:
        known = {At(listing, i): place for listing in fixed for place, i in enumerate(pair, 1)}
        known |= {At(swapped, i): item for item, i in zip(entries, pair, strict=True)}
        return e.function.xreplace({a: sp.Integer(b) for a, b in known.items()}).doit()

    kept, turned = term(1, 2), term(2, 1)
    if kept.has(At) or turned.has(At):
        return None
    count = 2 * (THERE - HERE) - 1
    return kept * (n_symbol * (n_symbol - 1) / 2 - count) + turned * count


def _only_order(body: Any, indices: set[Any]) -> bool:
    """Tell whether a body sees entries only through signs of differences within one listing."""
    hidden = {}
    for node in body.atoms(sp.sign, Indicator):
        inside = node.args[0] if isinstance(node, sp.sign) else node.args[0].lhs
        zero = isinstance(node, sp.sign) or node.args[0].rhs == 0
        if not zero or not all(map(entries_of_difference, sp.Mul.make_args(inside))):
            return False
        hidden[node] = sp.Dummy()
    left = body.xreplace(hidden)
    return not left.has(At) and not left.free_symbols & indices


RULES = (Rule("swaps of one width", universal, swap_width),)
