"""Where a statement is true: one array axis for each variable.

A :class:`Grid` knows the points of every variable and evaluates formulas on all combinations at
once, by broadcasting; :class:`Cases` adds the listings and scores of rankings. It is the plain
reading of a statement; plans only choose smaller sets of points.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from math import prod
from typing import Any

import numpy as np
import sympy as sp

from axioms.language.fold import StatementFold
from axioms.language.formula import Exists, ForAll, Score, Variable
from axioms.language.order_terms import condition
from axioms.language.shapes import (
    extreme_shape,
    is_about_entries,
    scores_in,
    scores_of_cases,
)
from metrics.language.fold import RELATIONS, Masks, names
from metrics.language.terms import Listing, Place
from proofs.engines.exhaustive.entries import place_of, related, undefined_entries, valued
from proofs.engines.exhaustive.scores import Scorer, Scores, distinct
from proofs.exact.compiled import compare, compile_expression, inverse_columns
from proofs.exact.numbers import Exact, either, ranks
from proofs.exact.whole import Undecidable, Whole

GRID_LIMIT = 1 << 24


class Grid(StatementFold, Masks):
    """Formulas in all combinations of points of some variables, each along an axis of its own.

    The last axis of a variable's points runs over the points. Binders inside a formula reduce the
    axes of their variables to one entry.
    """

    def __init__(self, points: Mapping[Variable, Any]) -> None:
        self.variables = tuple(points)
        self.listed = {variable: np.asarray(values) for variable, values in points.items()}
        self.shape = tuple(values.shape[-1] for values in self.listed.values())
        self.points: Mapping[Any, Any] = {
            variable: self._on_axis(axis, values)
            for axis, (variable, values) in enumerate(self.listed.items())
        }
        self.own: dict[Any, Any] = {}

    def _on_axis(self, axis: int, values: Any) -> Any:
        shape = [1] * len(self.shape)
        shape[axis] = self.shape[axis]
        return values.reshape([*values.shape[:-1], *shape])

    @property
    def size(self) -> int:
        """The number of combinations."""
        return prod(self.shape)

    def truth(self, formula: Any) -> Any:
        """Return where the formula is true; undefined values count as anything."""
        return np.asarray(self.read(formula, {}))

    @abstractmethod
    def defined(self, formula: Any) -> Any:
        """Return where every value that the formula names is defined; inner binders name none."""

    def case_defined(self, body: Any) -> Any:
        """Return where a case is defined: what its inner binders name counts, if it is the same
        for all of their cases."""
        return self.defined(body)

    def for_all(self, e: Any, known: Any) -> Any:
        return self._over(e, self.truth(e.body) | ~self.defined(e.body), np.all)

    def exists(self, e: Any, known: Any) -> Any:
        return self._over(e, self.truth(e.body) & self.defined(e.body), np.any)

    def _over(self, e: Any, mask: Any, reduced: Any) -> Any:
        return reduced(mask, axis=self.axes(e), keepdims=True) if mask.ndim else mask

    def axes(self, formula: Any) -> tuple[int, ...]:
        """Return the axes along which a binder goes."""
        return tuple(self.variables.index(variable) for variable in formula.variables)


class Columns(StatementFold, Masks):
    """Listings and truths in many cases at once; a listing's first axis runs over places."""

    n: int
    shape: tuple[int, ...]
    points: Mapping[Any, Any]
    own: dict[Any, Any]

    def listing(self, term: Listing) -> Any:
        """Return the entries of a listing in every case; the first axis runs over places."""
        if term in self.points:
            return self.points[term]
        kept = self.own.get(term)
        if kept is None:
            kept = self.own[term] = self.read(term, {})
        return kept

    @cached_property
    def _column(self) -> Any:
        places = np.arange(1, self.n + 1, dtype=np.int16 if self.n > 127 else np.int8)
        return places.reshape([self.n] + [1] * len(self.shape))

    def ranking(self, e: Any, known: Any) -> Any:
        return self.points[e]

    def identity(self, e: Any, known: Any) -> Any:
        return self._column

    def backwards(self, e: Any, known: Any) -> Any:
        return self._column[::-1]

    def full_cycle(self, e: Any, known: Any) -> Any:
        return np.roll(self._column, -1, axis=0)

    def swap(self, e: Any, known: Any) -> Any:
        column = self._column
        first, second = (place_of(self, argument) for argument in e.args)
        swapped = np.where(column == first, second, np.where(column == second, first, column))
        return swapped.astype(column.dtype)

    def inverse(self, e: Any, known: Any) -> Any:
        return inverse_columns(self.listing(e.args[0]))

    def compose(self, e: Any, known: Any) -> Any:
        outer, inner = (self.listing(argument) for argument in e.args)
        if inner.size == self.n:
            return outer[inner.ravel() - 1]
        shape = np.broadcast_shapes(outer.shape, inner.shape)
        chosen = np.broadcast_to(inner, shape).astype(np.intp) - 1
        return np.take_along_axis(np.broadcast_to(outer, shape), chosen, axis=0)

    def same(self, e: Any, known: Any) -> Any:
        left, right = (self.listing(argument) for argument in e.args)
        return (left == right).all(axis=0)

    def equivalence(self, e: Any, known: Any) -> Any:
        return np.equal(*self.arguments(e, known))


class Cases(Columns, Grid):
    """All combinations of points of some variables, as axes of arrays in their order."""

    reader = "the exhaustive engine"
    refuses = names(
        "simple functions rounded loops choices ranked judged weights aspects ordered score mean "
        "has_value"
    )

    def __init__(
        self,
        n: int,
        scorers: Mapping[Any, Scorer],
        points: Mapping[Variable, Any],
        shared: dict[Any, Any] | None = None,
        changing: Variable | None = None,
    ) -> None:
        """Take for a ranking variable columns (place, point), for a place variable its values.

        Scores that do not mention the `changing` variable are kept in `shared`.
        """
        super().__init__(points)
        self.n, self.scorers, self.changing = n, scorers, changing
        self.shared = {} if shared is None else shared

    def score(self, node: Score) -> Scores:
        """Return a score in every case."""
        depends = self.changing is not None and self.changing in node.atoms(type(self.changing))
        store = self.own if depends or self.changing is None else self.shared
        if node not in store:
            listings = [self.listing(listing) for listing in node.listings]
            store[node] = self.scorers[node.slot](*listings)
        return store[node]

    def value(self, e: Any) -> Exact:
        """Return a term over scores, entries and places in every case."""
        return valued(self, e)

    # Formulas ------------------------------------------------------------------------------------

    def for_all(self, e: Any, known: Any) -> Any:
        return super().for_all(e, known) if extreme_shape(e) is None else self._extreme(e)

    def _extreme(self, formula: Any) -> Any:
        """Decide ∀ x: m(x) ≤ t, or t ≤ m(x), by the largest or smallest defined m(x)."""
        shape = extreme_shape(formula)
        assert shape is not None
        inside, outside = shape
        key = ("extreme", formula.body.func, inside)
        if key not in self.shared:
            scores = self.score(inside)
            ids, table = scores.numbered()
            present = np.unique(ids[ids >= 0])
            if len(present):
                places = ranks(table, _length(table))[present]
                wants_largest = (formula.body.func is sp.Le) == (formula.body.args[0] == inside)
                best = present[np.argmax(places) if wants_largest else np.argmin(places)]
                first = _picked(scores, ids.shape, np.flatnonzero(ids == best)[:1])
                one = (1,) * len(self.shape)
                self.shared[key] = first.rearranged(lambda data: data.reshape(one))
            else:
                self.shared[key] = None
        extreme = self.shared[key]
        if extreme is None:
            return np.True_
        pair = (extreme, self.score(outside))
        left, right = pair if formula.body.args[0] == inside else pair[::-1]
        return self._two_scores(left, right, RELATIONS[type(formula.body)])

    def case_defined(self, body: Any) -> Any:
        missing: Any = False
        for node in scores_of_cases(body):
            missing = either(missing, self.score(node).undefined)
        if is_about_entries(body):
            missing = either(missing, undefined_entries(self, body))
        found = np.asarray(~np.asarray(missing))
        if isinstance(body, sp.Implies) and not found.all():
            return found | ~self.truth(condition(body))
        return found

    def defined(self, formula: Any) -> Any:
        if isinstance(formula, ForAll | Exists):
            return np.True_
        if type(formula) in RELATIONS:
            return self.case_defined(formula)
        named = np.asarray(self.every(map(self.defined, formula.args)))
        if isinstance(formula, sp.Implies) and not named.all():
            return named | ~self.truth(condition(formula))
        return named

    def relation(self, formula: Any, known: Any) -> Any:
        relation = RELATIONS[type(formula)]
        left, right = formula.args
        if isinstance(left, Score) and isinstance(right, Score) and left.slot == right.slot:
            return self._two_scores(self.score(left), self.score(right), relation)
        if is_about_entries(formula):
            return related(self, formula)[0]
        leaves: dict[Any, Any] = self._sign_leaves(formula)
        nodes = scores_in(formula.xreplace({leaf: sp.Dummy() for leaf in leaves}))
        if all(self.score(node).exact is not None for node in nodes):
            leaves.update({node: self.score(node).exact for node in nodes})
            for place in formula.atoms(Place):
                leaves[place] = Exact.integers(self.points[place].astype(np.int32), 1, self.n)
            program = frozenset(leaves)
            return compare(
                _program(left, program)(leaves), _program(right, program)(leaves), relation
            )
        return self._by_grid(formula, nodes)

    def _two_scores(self, left: Scores, right: Scores, relation: Any) -> Any:
        if left.exact is not None and right.exact is not None:
            return compare(left.exact, right.exact, relation)
        assert left.book is not None
        ranks = left.book.ranks()
        return relation(ranks[left.coded], ranks[right.coded])

    def _sign_leaves(self, formula: Any) -> dict[Any, Exact]:
        """Return the signs of differences of two scores of one metric."""
        leaves = {}
        for node in formula.atoms(sp.sign):
            scores = scores_in(node)
            if len(scores) != 2 or scores[0].slot != scores[1].slot:
                continue
            one, two = scores
            for left, right in ((one, two), (two, one)):
                if node.args[0] == left - right:
                    pair = self.score(left), self.score(right)
                    larger = self._two_scores(*pair, operator.gt).astype(np.int8)
                    smaller = self._two_scores(*pair, operator.lt).astype(np.int8)
                    leaves[node] = Exact.integers(larger - smaller, -1, 1)
        return leaves

    def _by_grid(self, formula: Any, nodes: list[Score]) -> Any:
        """Decide the relation on all combinations of distinct values, then look cases up."""
        if formula.atoms(Place):
            raise Undecidable("a relation between irrational scores and places")
        numbered = [self.score(node).numbered() for node in nodes]
        sizes = [_length(table) for _, table in numbered]
        if prod(sizes) > GRID_LIMIT:
            return self._without_grid(formula, nodes, numbered)
        key = (formula, tuple(sizes))
        numbers_are_lasting = all(self.score(node).book is not None for node in nodes)
        store = self.shared if numbers_are_lasting else self.own
        if key not in store:
            store[key] = _on_grid(formula, nodes, [table for _, table in numbered], sizes)
        return store[key][tuple(ids for ids, _ in numbered)]

    def _without_grid(self, formula: Any, nodes: list[Score], numbered: list[Any]) -> Any:
        """Decide the relation case by case for rational values, else on the values that occur."""
        if all(table.is_rational for _, table in numbered):
            leaves = {
                node: table.take(np.maximum(ids, 0))
                for node, (ids, table) in zip(nodes, numbered, strict=True)
            }
            left, right = (_program(side, frozenset(nodes))(leaves) for side in formula.args)
            return compare(left, right, RELATIONS[type(formula)])
        present = [np.unique(np.maximum(ids, 0)) for ids, _ in numbered]
        sizes = [len(ids) for ids in present]
        if prod(sizes) > GRID_LIMIT:
            raise Undecidable(f"{prod(sizes):,} combinations of irrational values")
        tables = [table.take(ids) for ids, (_, table) in zip(present, numbered, strict=True)]
        grid = _on_grid(formula, nodes, tables, sizes)
        places = [
            np.searchsorted(found, np.maximum(ids, 0))
            for found, (ids, _) in zip(present, numbered, strict=True)
        ]
        return grid[tuple(places)]


def _on_grid(formula: Any, nodes: list[Score], tables: list[Exact], sizes: list[int]) -> Any:
    """Decide a relation between scores on all combinations of their values."""
    leaves = {}
    for axis, (node, table) in enumerate(zip(nodes, tables, strict=True)):
        shape = [1] * len(nodes)
        shape[axis] = sizes[axis]
        leaves[node] = _reshaped(table, shape)
    left, right = (_program(side, frozenset(nodes))(leaves) for side in formula.args)
    return np.broadcast_to(compare(left, right, RELATIONS[type(formula)]), sizes)


class Quotient(Cases):
    """Cases in which each axis is a class of points that no score tells apart."""

    def __init__(self, n: int, scorers: Mapping[Any, Scorer], groups: list[Group]) -> None:
        super().__init__(n, scorers, {})
        self.groups = groups
        self.shape = tuple(group.size for group in groups)

    def score(self, node: Score) -> Scores:
        """Return a score in every combination of classes."""
        places = [axis for axis, group in enumerate(self.groups) if node in group.scores]
        if not places:
            raise TypeError(f"{node} belongs to no group")
        shape = [1] * len(self.groups)
        shape[places[0]] = self.shape[places[0]]
        found = self.groups[places[0]].scores[node]
        return found.rearranged(lambda data: data.reshape(shape))

    def axes(self, formula: Any) -> tuple[int, ...]:
        return tuple(
            axis
            for axis, group in enumerate(self.groups)
            if set(group.variables) & set(formula.variables)
        )


class Group:
    """Variables that are seen only through certain scores, one representative for each class."""

    def __init__(self, cases: Cases, nodes: list[Score]) -> None:
        self.variables = cases.variables
        ids: list[Any] = []
        missing: Any = False
        for node in nodes:
            scores = cases.score(node)
            missing = either(missing, scores.undefined)
            ids.append(np.broadcast_to(scores.ids(), cases.shape).ravel())
        flat_missing = np.broadcast_to(missing, cases.shape).ravel()
        columns = [np.where(flat_missing, -1, column) for column in ids or [np.int64(0)]]
        seen = [Whole(column, -1, int(column.max())) for column in columns]
        first, counts = distinct(seen, flat_missing.shape, return_counts=True)
        order = np.argsort(first, kind="stable")
        first, counts = first[order], counts[order]
        kept = ~flat_missing[first]
        self.undefined = int(counts[~kept].sum())
        self.first_undefined = int(first[~kept][0]) if self.undefined else None
        self.total = cases.size
        self.representatives = first[kept]
        self.size = len(self.representatives)
        self.shape = cases.shape
        self.scores = {
            node: _picked(cases.score(node), cases.shape, self.representatives) for node in nodes
        }

    def at(self, flat: int) -> list[int]:
        """Return the index of each variable's point in a flat position."""
        return [int(index) for index in np.unravel_index(flat, self.shape)] if self.shape else []


def _picked(scores: Scores, shape: tuple[int, ...], places: Any) -> Scores:
    return scores.rearranged(lambda data: np.broadcast_to(data, shape).ravel()[places])


@lru_cache(maxsize=256)
def _program(expression: Any, leaves: frozenset[Any]) -> Any:
    bindings: dict[Any, Fraction] = {}
    return compile_expression(expression, bindings, leaves)


def _length(table: Exact) -> int:
    for part in table.parts.values():
        if isinstance(part.data, np.ndarray):
            return len(part.data)
    return 1


def _reshaped(table: Exact, shape: list[int]) -> Exact:
    return table.rearranged(lambda d: d.reshape(shape) if isinstance(d, np.ndarray) else d)
