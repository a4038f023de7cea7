"""Faster readings of statements of certain shapes.

Each plan is an optimisation of the plain reading and is tested against it; each
finds the same first witness in lexicographic order, and returns None where it
does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import factorial, prod
from typing import Any

import numpy as np
import sympy as sp

from axioms.language import shapes
from axioms.language.formula import Exists, ForAll, Score, Slot, Variable
from metrics.language.terms import Identity, Ranking
from metrics.naming import BadInput
from proofs.core.outcome import Outcome
from proofs.core.verdict import HOLDS, Verdict
from proofs.engines.exhaustive import triangles
from proofs.engines.exhaustive.cases import Group, Quotient
from proofs.engines.exhaustive.one_to_one import one_to_one
from proofs.engines.exhaustive.search import Search

CLASSES_FROM = 20_000
WLOG_FROM = 5_000_000
PROOF_FROM = 1_000_000
LARGEST_QUOTIENT = 500_000_000


def invariance(search: Search, formula: Any) -> Outcome | None:
    """Decide invariance under all of Sₙ on two generators, then find the first witness."""
    shape = shapes.invariant_shape(formula)
    if shape is None:
        return None
    side, slot, inputs, variables = shape
    if search.size(variables) <= CLASSES_FROM:
        return None
    outcome = invariant(search, slot, side, inputs)
    if outcome.true:
        scale = factorial(search.n)
        missing = outcome.first_undefined
        if missing is not None:
            values = [*missing.values(), search.value(variables[-1], 0)]
            missing = dict(zip(variables, values, strict=True))
        return replace(
            outcome,
            undefined=outcome.undefined * scale,
            first_undefined=missing,
            judged=outcome.judged * scale,
        )
    if outcome.undefined:
        return None
    search.afford(variables[1:])
    found = _from_identity(search, formula.body, variables)
    if found.true:
        raise AssertionError("a generator moves the scores, yet no witness was found")
    return found


def _from_identity(search: Search, body: Any, variables: list[Variable]) -> Outcome:
    """Look for the first witness among the cases whose first ranking is the identity."""
    first, *rest = variables
    found = search.scan(body.xreplace({first: Identity()}), rest)
    if found.witness is None:
        return found
    return replace(found, witness={first: search.value(first, 0), **found.witness})


def invariant(search: Search, slot: Slot, side: str, inputs: int) -> Outcome:
    """Decide whether both generators of Sₙ leave all scores as they are, defined or not."""
    key = (slot, side)
    if key not in search.verified:
        sigma, tau = Ranking("sigma"), Ranking("tau")
        used = [sigma, tau][2 - inputs :]
        search.afford(used)
        outcomes = []
        for generator in shapes.generators(search.n):
            moved = Score(slot, *shapes.moved_by(generator, side, used))
            outcomes.append(_same_scores(search, Score(slot, *used), moved, used))
            if not outcomes[-1].true:
                break
        search.verified[key] = replace(
            outcomes[-1], cases=sum(outcome.cases for outcome in outcomes)
        )
    return search.verified[key]


def _same_scores(search: Search, before: Score, after: Score, variables: list[Variable]) -> Outcome:
    """Decide whether two scores are equal, or both undefined, everywhere."""

    def block(part: tuple[int, Any]) -> Outcome:
        start, points = part
        cases = search.cases(points)
        outcome = search.judge(cases, sp.Eq(before, after), variables, start)
        one, two = (cases.score(node).undefined for node in (before, after))
        same = np.array_equal(np.broadcast_to(one, cases.shape), np.broadcast_to(two, cases.shape))
        return outcome if same else replace(outcome, true=False)

    return search.gather(block, search.grids(variables), search.size(variables))


def first_is_identity(search: Search, formula: Any) -> Outcome | None:
    """Fix the first ranking at the identity, after verifying that this loses nothing."""
    if not isinstance(formula, ForAll) or search.size(formula.variables) < WLOG_FROM:
        return None
    variables = list(formula.variables)
    slots = {node.slot for node in shapes.scores_in(formula)}
    if len(variables) < 3 or not shapes.only_variables(formula) or len(slots) != 1:
        return None
    (slot,) = slots
    if {len(node.listings) for node in shapes.scores_in(formula)} != {2}:
        return None
    known = _invariant_side(search, slot, variables[:2])
    if known is None:
        return None
    side, outcome = known
    found = triangles.decide(search, formula, side)
    if found is None:
        search.afford(variables[1:])
        found = _from_identity(search, formula.body, variables)
        found = replace(found, judged=found.judged * search.size(variables[:1]))
    how = "proved for every n"
    if outcome.cases:
        pairs = search.size(variables[:2])
        how = f"verified on all {pairs:,} pairs of rankings (two generators of S{search.n})"
    note = f"{side} invariance {how}, so {variables[0].name} = id loses nothing"
    return replace(found, cases=found.cases + outcome.cases, checked=(note, *found.checked))


def _invariant_side(
    search: Search, slot: Slot, pair: Sequence[Variable]
) -> tuple[str, Outcome] | None:
    """Return a side on which a metric is invariant, and what was verified: nothing if proved."""
    sides = ("right", "left")
    if search.size(pair) > PROOF_FROM:
        for side in sides:
            if proved_invariant(search, slot, side):
                return side, Outcome(True)
    if search.size(pair) <= search.limits.cases:
        for side in sides:
            outcome = invariant(search, slot, side, 2)
            if outcome.true and not outcome.undefined:
                return side, outcome
    return None


def proved_invariant(search: Search, slot: Slot, side: str) -> bool:
    """Tell whether a metric is proved to be invariant, and defined, for every n."""
    from proofs.core.asking import ask

    question, limits = search.question, search.limits
    metric, reading = question.by_slot[slot.name], question.reads_as
    few, named = replace(limits, cases=PROOF_FROM), {*question.parameters}
    named |= set() if slot.cutoff is None else {"k"}
    given = {name: value for name, value in question.bound(slot).items() if name in named}
    try:
        known = ask(f"{side}_invariance", metric, n="all", convention=reading, limits=few, **given)
    except BadInput:
        return False
    if not isinstance(known, Verdict) or known.status != HOLDS or known.caveats:
        return False
    start, undefined = known.scope.every_from, known.undefined
    return start is not None and search.n >= start and undefined.counted and not undefined.cases


def classes(search: Search, formula: Any) -> Outcome | None:
    """Replace variables that are seen only through scores by one point of each class."""
    variables = shapes.all_variables(formula)
    groups = shapes.contiguous_groups(formula, variables)
    if len(groups) < 2 or search.size(variables) <= CLASSES_FROM:
        return None
    if any(search.size(group) > 30_000_000 for group in groups):
        return None
    built = [_group(search, formula, group) for group in groups]
    quotient = Quotient(search.n, search.scorers, built)
    if quotient.size > min(search.limits.cases // 4, LARGEST_QUOTIENT):
        return None
    outer = [group for group in built if set(group.variables) <= set(formula.variables)]
    total = search.size(formula.variables)
    undefined = total - prod(group.total - group.undefined for group in outer)
    first_undefined = _first_missing(search, outer) if undefined else None
    held = Outcome(True, None, quotient.size, undefined, first_undefined, total - undefined)
    if 0 in quotient.shape:
        return held
    if isinstance(formula, Exists):
        return replace(held, true=bool(np.all(quotient.truth(formula))))
    bad = np.broadcast_to(~quotient.truth(formula.body), quotient.shape)
    if not bad.any():
        return held
    places = np.unravel_index(int(np.argmax(bad)), quotient.shape)
    flats = [group.representatives[at] for group, at in zip(built, places, strict=True)]
    return replace(held, true=False, witness=_point(search, built, flats))


def _group(search: Search, formula: Any, variables: list[Variable]) -> Group:
    cases = search.cases({v: search.points(v) for v in variables})
    nodes = [node for node in shapes.scores_in(formula) if shapes.mentions_any(node, variables)]
    group = Group(cases, nodes)
    search.limits.check()
    return group


def _point(
    search: Search, groups: list[Group], flats: list[int], names: Any = None
) -> dict[Variable, Any]:
    """Return the points at flat positions of groups, under their variables or other names."""
    names = [group.variables for group in groups] if names is None else names
    return {
        variable: search.value(variable, index)
        for group, flat, variables in zip(groups, flats, names, strict=True)
        for variable, index in zip(variables, group.at(int(flat)), strict=True)
    }


def _first_missing(search: Search, groups: list[Group]) -> dict[Variable, Any]:
    """Return the first point at which some group's scores are undefined."""
    latest = max(i for i, group in enumerate(groups) if group.undefined)
    flats = [0] * len(groups)
    if not any(group.first_undefined == 0 for group in groups):
        flats[latest] = groups[latest].first_undefined or 0
    return _point(search, groups, flats)


def collinear(search: Search, formula: Any) -> Outcome | None:
    """Compare all points with the line through the first point and the first other one.

    Points that the first metric ties with the first point are assumed tied by the second
    one too: the statement comes after the one that says so.
    """
    nodes = shapes.collinear_shape(formula)
    if nodes is None or search.size(shapes.all_variables(formula)) <= CLASSES_FROM:
        return None
    groups = shapes.contiguous_groups(formula, shapes.all_variables(formula))
    built = _group(search, formula, groups[0])
    if built.size == 0:
        return None
    total = search.size(shapes.all_variables(formula))
    undefined = total - (built.total - built.undefined) ** 3
    gone = [0, 0, built.first_undefined or 0]
    first_undefined = _point(search, [built] * 3, gone, groups) if undefined else None
    held = Outcome(True, None, built.size, undefined, first_undefined, total - undefined)
    first_metric, second_metric = (built.scores[node] for node in nodes)
    ids = first_metric.ids()
    others = np.flatnonzero(ids != ids[0])
    if not len(others):
        return held
    other = int(others[0])
    x, y = (scores.values() for scores in (first_metric, second_metric))
    dx, dy = x - x.take(np.zeros(built.size, int)), y - y.take(np.zeros(built.size, int))
    place = np.full(built.size, other)
    left, right = dx.take(place) * dy, dx * dy.take(place)
    off = np.flatnonzero(np.broadcast_to((left - right).signs(), (built.size,)))
    if not len(off):
        return held
    flats = [built.representatives[place] for place in (0, other, off[0])]
    return replace(held, true=False, witness=_point(search, [built] * 3, flats, groups))


PLANS = (one_to_one, invariance, collinear, classes, first_is_identity)
