"""What a statement says beside its scores: entries of rankings, sums of them, and places.

An entry at a place that a ranking does not have is undefined, and so is a case that names it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from axioms.language.formula import Exists, ForAll, Score
from axioms.language.order_terms import condition
from axioms.language.shapes import beside_scores, is_about_entries
from metrics.language.fold import RELATIONS, Unread, places_of_limits, written_for_places
from metrics.language.terms import At, Place
from metrics.language.terms import n as n_symbol
from proofs.exact.compiled import Columns, Compiler, Node, compare
from proofs.exact.numbers import Exact, either
from proofs.exact.whole import Whole


class Terms(Compiler):
    """Reads terms of statements; the entries of each listing are looked up in the columns."""

    def entry(self, e: Any, known: Any) -> Node:
        listing, place = e.args
        where = self.read(place, known)

        def looked_up(columns: Columns) -> Exact:
            entries, found = columns[listing], where(columns)
            if not found.is_rational or found.denominator != 1:
                raise Unread(self.reader, "a place that is not a whole number")
            at = np.asarray(found.numerator().data)
            there = (at >= 1) & (at <= len(entries))
            at = np.where(there, at, 1).astype(np.intp) - 1
            shape = np.broadcast_shapes(entries.shape[1:], at.shape)
            table = np.broadcast_to(entries, (len(entries), *shape))
            chosen = np.take_along_axis(table, np.broadcast_to(at, shape)[None], axis=0)[0]
            missing = False if there.all() else np.broadcast_to(~there, shape)
            return Exact({(): Whole(chosen, 1, len(entries))}, 1, either(found.undefined, missing))

        return Node(looked_up)


def related(cases: Any, formula: Any) -> tuple[Any, Any]:
    """Return where a relation is true, and where something that it names is undefined."""
    if formula not in cases.own:
        left, right = (valued(cases, side) for side in formula.args)
        truth = np.asarray(compare(left, right, RELATIONS[type(formula)]))
        cases.own[formula] = truth, either(left.undefined, right.undefined)
    found: tuple[Any, Any] = cases.own[formula]
    return found


def place_of(cases: Any, term: Any) -> Any:
    """Return a place in every case, which must be one of a ranking."""
    found = valued(cases, term)
    data = np.asarray(found.numerator().data) if found.is_rational else np.zeros(1)
    outside = found.denominator != 1 or data.min() < 1 or data.max() > cases.n
    if outside or np.any(found.undefined):
        raise Unread("the exhaustive engine", f"the place {term} of rankings of {cases.n} items")
    return data


def valued(cases: Any, e: Any) -> Exact:
    """Return a term in every case."""
    leaves = {node: _exact(cases.score(node)) for node in e.atoms(Score)}
    leaves.update(_places(cases, e))
    entries = beside_scores(e).atoms(At)
    columns = {entry.args[0]: cases.listing(entry.args[0]) for entry in entries}
    found: Exact = _program(e, frozenset(leaves), cases.n)({**columns, **leaves})
    return found


def undefined_entries(cases: Any, formula: Any) -> Any:
    """Return where a formula names an entry or a term that is undefined, outside its binders."""
    if isinstance(formula, ForAll | Exists):
        return False
    if type(formula) in RELATIONS:
        return related(cases, formula)[1] if is_about_entries(formula) else False
    missing: Any = False
    for part in formula.args:
        missing = either(missing, undefined_entries(cases, part))
    if missing is not False and isinstance(formula, sp.Implies):
        missing = missing & cases.truth(condition(formula))
    return missing


def _places(cases: Any, e: Any) -> dict[Any, Exact]:
    free = e.free_symbols & e.atoms(Place)
    return {p: Exact.integers(cases.points[p].astype(np.int32), 1, cases.n) for p in free}


@lru_cache(maxsize=256)
def _program(term: Any, leaves: frozenset[Any], size: int) -> Any:
    if places_of_limits(term):
        term = written_for_places(term, {n_symbol: sp.Integer(size)}, size)
    return Terms().compiled(term, {n_symbol: Fraction(size)}, leaves)


def _exact(scores: Any) -> Exact:
    """Return scores as numbers, whether they are coordinates or numbers of a book."""
    if scores.exact is not None:
        found: Exact = scores.exact
        return found
    ids, table = scores.numbered()
    missing = ids < 0
    return table.take(np.maximum(ids, 0), missing if missing.any() else False)
