"""Shapes of statements that an engine may recognise.

A shape is found by structure alone, never by the name of an axiom or a metric.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Same, Score, Slot, Variable
from metrics.language.domains import RANKINGS
from metrics.language.lists import PoolList, TopList
from metrics.language.runs import Degree, Run
from metrics.language.terms import At, Compose, FullCycle, Identity, Place, Ranking, Swap, n


def scores_in(formula: Any) -> list[Score]:
    """Return the scores that a formula names, in a fixed order."""
    return sorted(formula.atoms(Score), key=str)


def scores_of_cases(formula: Any) -> list[Score]:
    """Return the scores that a formula names outside the reach of its inner binders."""
    return named_outside(formula, Score)


def named_outside(formula: Any, *kinds: Any) -> list[Any]:
    """Return the nodes of some kinds that do not mention the variables of inner binders."""
    inner = [v for binder in formula.atoms(ForAll, Exists) for v in binder.variables]
    nodes = sorted(formula.atoms(*kinds), key=str)
    return [node for node in nodes if not mentions_any(node, inner)]


@lru_cache(maxsize=1024)
def beside_scores(formula: Any) -> Any:
    """Return a formula with a symbol for each of its scores: what it says beside them."""
    return formula.xreplace({node: sp.Dummy() for node in formula.atoms(Score)})


def is_about_entries(formula: Any) -> bool:
    """Tell whether a formula speaks of n, of entries, or of sums beside its scores."""
    kinds = (At, n, sp.Sum, sp.Product)
    return formula.has(*kinds) and beside_scores(formula).has(*kinds)


def conditions_of(body: Any) -> list[Any]:
    """Return the conditions on listings and places under which a case names its scores."""
    if isinstance(body, sp.Implies) and not scores_in(body.args[0]):
        return [body.args[0]]
    if isinstance(body, sp.And):
        return [part for part in body.args if not scores_in(part)]
    return []


@dataclass(frozen=True)
class EqualCases:
    """Cases of a statement in which two rankings are equal: the scores that they name."""

    variables: tuple[Variable, ...]
    scores: tuple[Score, ...]
    conditions: tuple[Any, ...] = ()

    @property
    def body(self) -> Any:
        """Return a formula that names the same scores."""
        return sp.And(*[sp.Ge(score, 0, evaluate=False) for score in self.scores])


def equal_cases(formula: Any) -> list[EqualCases]:
    """Return the cases of a statement that are about equal rankings.

    A score of a listing with itself is about them. So is "σ = τ" on any side of an implication or
    equivalence, where it makes a score one of a listing with itself: the cases are then those with
    σ = τ that the statement's own condition on listings and places allows.

    >>> from metrics.language.terms import sigma, tau
    >>> m = Slot("m")
    >>> zero = ForAll(sigma, tau, sp.Equivalent(sp.Eq(m(sigma, tau), 0), Same(sigma, tau)))
    >>> [cases.scores == (m(sigma, sigma),) for cases in equal_cases(zero)]
    [True]
    """
    found = [
        EqualCases(tuple(sorted(_used(node), key=str)), (node,))
        for node in scores_in(formula)
        if _is_with_itself(node)
    ]
    if not isinstance(formula, ForAll | Exists):
        return found
    inner = {v for b in formula.body.atoms(ForAll, Exists) for v in b.variables}
    for same in sorted(formula.body.atoms(Same), key=str):
        cases = _where(formula, same)
        scored = same in cases.conditions or any(map(_is_with_itself, cases.scores))
        if scored and not _used(same) & inner:
            found.append(cases)
    return found


def _is_with_itself(node: Score) -> bool:
    return len(node.listings) > 1 and len(set(node.listings)) == 1


def _where(formula: Any, same: Same) -> EqualCases:
    """Return the cases of a statement in which two listings agree, one written for the other."""
    left, right = same.args
    chosen: dict[Any, Any] = {}
    for one, two in ((right, left), (left, right)):
        if one in formula.variables and one not in _used(two):
            chosen = {one: two}
            break
    conditions = [condition.xreplace(chosen) for condition in conditions_of(formula.body)]
    return EqualCases(
        tuple(variable for variable in formula.variables if variable not in chosen),
        tuple(node.xreplace(chosen) for node in scores_of_cases(formula.body)),
        tuple(conditions if chosen else [*conditions, same]),
    )


def _for_all(formula: Any, body: Any) -> bool:
    return isinstance(formula, ForAll) and isinstance(formula.body, body)


def extreme_shape(formula: Any) -> tuple[Score, Score] | None:
    """Recognise ∀ x: m(x) ≤ t, or t ≤ m(x), with t free of x; return m(x) and t."""
    if not _for_all(formula, sp.Le | sp.Ge):
        return None
    left, right = formula.body.args
    for inside, outside in ((left, right), (right, left)):
        if not (isinstance(inside, Score) and isinstance(outside, Score)):
            return None
        bound = set(formula.variables)
        if inside.slot == outside.slot and _used(inside) <= bound and not _used(outside) & bound:
            return inside, outside
    return None


def rankings_of(formula: Any) -> list[Ranking]:
    """Return the ranking variables of a statement."""
    return [v for v in all_variables(formula) if RANKINGS.ranges(v)]


def all_variables(formula: Any) -> list[Variable]:
    """Return the variables of a statement's binders, outermost first."""
    if isinstance(formula, ForAll | Exists):
        return [*formula.variables, *all_variables(formula.body)]
    return []


def injective_shape(formula: Any) -> tuple[Any, Any, Any, Score] | None:
    """Recognise m(…, x) = m(…, y) ⇒ x = y; return the row variable, x, y and the score of x."""
    if not _for_all(formula, sp.Implies):
        return None
    equal, same = formula.body.args
    if not isinstance(equal, sp.Eq) or not isinstance(same, Same):
        return None
    left, right = equal.args
    if not (isinstance(left, Score) and isinstance(right, Score) and left.slot == right.slot):
        return None
    *row, x, y = formula.variables
    if left.listings != (*row, x) or right.listings != (*row, y) or set(same.args) != {x, y}:
        return None
    return (row[0] if row else None), x, y, left


def invariant_shape(formula: Any) -> tuple[str, Slot, int, list[Variable]] | None:
    """Recognise m(σ, τ) = m(σ∘ν, τ∘ν), or with ν on the left."""
    if not _for_all(formula, sp.Eq):
        return None
    plain, moved = formula.body.args
    if not isinstance(plain, Score) or not isinstance(moved, Score) or plain.slot != moved.slot:
        return None
    *inputs, by = formula.variables
    if plain.listings != tuple(inputs):
        return None
    for side in ("right", "left"):
        if moved.listings == moved_by(by, side, inputs):
            return side, plain.slot, len(inputs), list(formula.variables)
    return None


def moved_by(by: Any, side: str, listings: Iterable[Any]) -> tuple[Compose, ...]:
    """Return listings composed with a permutation on one side."""
    return tuple(Compose(v, by) if side == "right" else Compose(by, v) for v in listings)


def generators(size: int) -> tuple[Any, ...]:
    """Return permutations that generate Sₙ."""
    return (Swap(1, 2), FullCycle()) if size > 1 else (Identity(),)


def collinear_shape(formula: Any) -> tuple[Score, Score] | None:
    """Recognise (f(x) − f(y))(g(x) − g(z)) = (f(x) − f(z))(g(x) − g(y)); return f(x), g(x)."""
    if not _for_all(formula, sp.Eq):
        return None
    groups = contiguous_groups(formula, list(formula.variables))
    if len(groups) != 3:
        return None
    nodes = [[s for s in scores_in(formula) if mentions_any(s, g)] for g in groups]
    if any(len(group) != 2 for group in nodes):
        return None
    (fx, gx), (fy, gy), (fz, gz) = (sorted(group, key=lambda s: s.slot.name) for group in nodes)
    for group, scored in ((groups[1], (fy, gy)), (groups[2], (fz, gz))):
        here = dict(zip(groups[0], group, strict=False))
        if len(group) != len(groups[0]) or (fx.xreplace(here), gx.xreplace(here)) != scored:
            return None
    expected = sp.Eq((fx - fy) * (gx - gz), (fx - fz) * (gx - gy))
    return (fx, gx) if formula.body == expected else None


def contiguous_groups(formula: Any, variables: list[Variable]) -> list[list[Variable]]:
    """Group neighbouring variables that share a score; one group if anything else links them."""
    body = formula
    while isinstance(body, ForAll | Exists):
        body = body.body
    if _used(beside_scores(body)) or not all(map(RANKINGS.ranges, variables)):
        return [variables]
    linked = [_used(node) & set(variables) for node in scores_in(body)]
    groups: list[list[Variable]] = []
    for variable in variables:
        groups.append([variable])
        for link in linked:
            touched = [g for g in groups if set(g) & link]
            if len(touched) > 1:
                start = groups.index(touched[0])
                groups[start:] = [[v for g in groups[start:] for v in g]]
    return groups


def _used(node: Any) -> set[Any]:
    """Return the variables that a node names: listings, places and degrees."""
    return set(node.atoms(Ranking, Run, PoolList, TopList, Place, Degree))


def mentions_any(node: Score, variables: Any) -> bool:
    """Tell whether a score mentions one of some variables."""
    return bool(_used(node) & set(variables))


def only_variables(formula: Any) -> bool:
    """Tell whether rankings are named by scores and equalities alone, each as a variable."""
    if is_about_entries(formula):
        return False
    terms = [listing for node in scores_in(formula) for listing in node.listings]
    terms += [term for same in formula.atoms(Same) for term in same.args]
    return all(map(RANKINGS.ranges, (*terms, *formula.variables)))


@cache
def renamed(formula: Any, depth: int = 0) -> Any:
    """Return the formula with its bound variables numbered from the outside in.

    Formulas that differ only by the names of bound variables become equal.

    >>> from metrics.language.runs import r, s
    >>> renamed(ForAll(r, Same(r, s))) == renamed(ForAll(s, Same(s, r)))
    False
    >>> renamed(ForAll(r, s, Same(r, s))) == renamed(ForAll(s, r, Same(s, r)))
    True
    """
    if isinstance(formula, ForAll | Exists):
        numbered = {
            variable: type(variable)(f"bound {depth + place}")
            for place, variable in enumerate(formula.variables)
        }
        formula = formula.xreplace(numbered)
        inner = renamed(formula.body, depth + len(numbered))
        return formula.func(*formula.variables, inner)
    if not formula.args or not formula.atoms(ForAll, Exists):
        return formula
    return formula.func(*[renamed(argument, depth) for argument in formula.args])
