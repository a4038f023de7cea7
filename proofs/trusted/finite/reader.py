"""A statement read in many cases at once, each node once for every combination of its arguments.

Why it is right. The meaning of a node is that of `proofs.trusted.replay`: a node is handed to the
replayer with the values of its arguments, and what it returns is kept for all cases with these
values. Sums are added place by place, the definition of a metric is opened once for all rankings
that it is asked about, and r ⊑ s, ∀ and ∃ are spelled out over all values, as the replayer does.
Where the replayer compares two known numbers, their ranks are compared, which have the same order.
A case is undefined where the replayer would say so: everything that a node names is evaluated,
except behind a false condition of an implication, and inner cases that are undefined are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, reduce
from itertools import permutations
from math import prod
from typing import Any

import numpy as np
import sympy as sp

from axioms.language.formula import Exists, ForAll, Same, Score, bound_variables
from axioms.language.order_terms import Below, Linked, condition, may_be_undefined
from metrics.language.domains import RANKINGS, Size
from metrics.language.runs import Grade
from metrics.language.terms import Listing
from proofs.trusted.finite.cases import Cases, inputs_of, related
from proofs.trusted.finite.columns import (
    Codes,
    Column,
    Pool,
    constant,
    distinct,
    joined,
    keyed,
    parted,
    put_together,
)
from proofs.trusted.number import Inconclusive
from proofs.trusted.replayer import Replayer
from proofs.trusted.unknowns import truth
from proofs.trusted.value import CONNECTIVES, FOLDS, OPERATIONS, RELATIONS, product, whole

MOST_SCORES = 1_000_000
MOST_ENTRIES = 30_000_000
MOST_RANKINGS = 5_040
MOST_ROWS = 1_000_000
MOST_CASES = 100_000_000
MOST_INSIDE = 4_000_000
PLACEHOLDERS = [sp.Symbol(f"argument {place}") for place in range(20)]
ASSOCIATIVE = {"Add", "Mul", "Max", "Min"}


class CaseReader:
    """Reads the statements of one question in many cases."""

    def __init__(self, replayer: Replayer) -> None:
        self.replayer = replayer
        self._tables: dict[Any, tuple[Pool, Codes]] = {}

    @property
    def point(self) -> Mapping[Any, Any]:
        """What is the same in every case."""
        return self.replayer.scene.point

    @cached_property
    def listings(self) -> Pool:
        """All rankings or runs of the question, and None for one that does not exist."""
        if self.replayer.scene.runs_in is not None:
            return Pool([*self.replayer.runs, None])
        if self.replayer.scene.lists_in is not None:
            return Pool([*self.replayer.listed(self.replayer.scene.lists_in), None])
        if RANKINGS.count(Size(self.replayer.scene.n)) > MOST_RANKINGS:
            raise Inconclusive(f"more than {MOST_RANKINGS:,} rankings are too many")
        return Pool([*permutations(range(1, self.replayer.scene.n + 1)), None])

    # Terms ---------------------------------------------------------------------------------------

    def value(self, e: Any, cases: Cases) -> Column:
        """Return the value of a term in every case."""
        if e in cases.columns:
            return cases.columns[e]
        if isinstance(e, Score):
            return self._score(e, cases)
        if not cases.vary(e):
            return joined(lambda: self.replayer.value(e, cases.point), [])
        kind = type(e).__name__
        if kind in OPERATIONS:
            columns = [self.value(argument, cases) for argument in e.args]
            if kind in ASSOCIATIVE:
                return reduce(lambda a, b: joined(OPERATIONS[kind], [a, b]), columns)
            return joined(OPERATIONS[kind], columns)
        if kind in FOLDS:
            return self._folded(kind, e.args[0], e.args[1:], cases)
        if kind == "Indicator":
            return self._indicated(e.args[0], cases)
        if kind == "Piecewise":
            return self._piecewise(e.args, cases)
        if isinstance(e, Grade):
            return self._grade(e, cases)
        return self._lifted(self.replayer.value, e, cases)

    def _grade(self, e: Any, cases: Cases) -> Column:
        """Return an entry; at one place of all listings it is looked up, having been read once."""
        word, place = self.listing(e.args[0], cases), self.value(e.args[1], cases)
        if len(place.codes) > 1 or len(word.codes) == 1 or place.listed() == [None]:
            return self._lifted(self.replayer.value, e, cases)
        (at,), term, (one, two) = place.listed(), type(e), PLACEHOLDERS[:2]
        node = sp.Basic.__new__(term, one, two)

        def read(codes: list[Codes]) -> Column:
            point = {**cases.point, two: at}
            words = Column(self.listings, codes[0])
            return joined(lambda word: self.replayer.value(node, {**point, one: word}), [words])

        return self._tabled((term, at), [word], read)

    def _lifted(
        self, read: Callable[..., Any], e: Any, cases: Cases, into: Pool | None = None
    ) -> Column:
        """Let the replayer read a node, once for each combination of its arguments' values."""
        columns, arguments = [], list(e.args)
        for place, argument in enumerate(e.args):
            if isinstance(argument, Listing):
                columns.append(self.listing(argument, cases))
            elif isinstance(argument, sp.Expr) and not isinstance(argument, sp.IndexedBase):
                columns.append(self.value(argument, cases))
            else:
                continue
            arguments[place] = PLACEHOLDERS[len(columns) - 1]
        node = sp.Basic.__new__(type(e), *arguments)

        def at(*values: Any) -> Any:
            known = dict(zip(PLACEHOLDERS, values, strict=False))
            return read(node, {**cases.point, **known})

        def at_listings(codes: list[Codes]) -> Column:
            return joined(at, [Column(self.listings, one) for one in codes], into)

        if columns and all(isinstance(argument, Listing) for argument in e.args):
            return self._tabled(type(e), columns, at_listings, into)
        return joined(at, columns, into)

    def _folded(self, kind: str, term: Any, limits: Sequence[Any], cases: Cases) -> Column:
        """Add, multiply or compare the terms over nested limits; the last is the outermost."""
        if not limits:
            return self.value(term, cases)
        index, low, high = limits[-1]
        both_ends = [joined(whole, [self.value(end, cases)]) for end in (low, high)]
        ends = joined(lambda *both: both, both_ends)
        parts = []
        for code, both in enumerate(ends.pool.values):
            rows = np.broadcast_to(ends.codes == code, (cases.size,))
            if both is None:
                parts.append((rows, constant(None)))
                continue
            first, last = both
            here = cases if len(ends.pool.values) == 1 else cases.only(rows)
            found = [
                self._folded(kind, term, limits[:-1], here.with_column(index, constant(place)))
                for place in range(first, last + 1)
            ]
            if not found and kind == "Largest":
                raise Inconclusive("the largest of no values")
            start = [] if kind == "Largest" else [constant(FOLDS[kind]([]))]
            folded = reduce(
                lambda a, b: joined(lambda *two: FOLDS[kind](two), [a, b]), [*start, *found]
            )
            parts.append((rows, folded))
        return parts[0][1] if len(parts) == 1 else put_together(cases.size, parts)

    def _indicated(self, formula: Any, cases: Cases) -> Column:
        kind = type(formula).__name__
        if kind in RELATIONS:
            sides = [self.value(argument, cases) for argument in formula.args]
            return joined(lambda a, b: truth(a - b, RELATIONS[kind]), sides)
        if kind not in ("And", "Or", "Not"):
            return joined(int, [self.truth(formula, cases)])
        parts = [self._indicated(part, cases) for part in formula.args]
        if kind == "Or":
            return joined(lambda *values: 1 - product(1 - value for value in values), parts)
        if kind == "And":
            return joined(lambda *values: product(values), parts)
        return joined(lambda value: 1 - value, parts)

    def _piecewise(self, pairs: Sequence[Any], cases: Cases) -> Column:
        left, parts = np.ones(cases.size, dtype=bool), []
        for value, where in pairs:
            if not left.any():
                break
            here = cases.only(left)
            rows = np.flatnonzero(left)
            decided_here = self.truth(where, here)
            for wanted in (True, None):
                chosen = decided_here.where(wanted, here.size)
                if chosen.any():
                    one = self.value(value, here.only(chosen)) if wanted else constant(None)
                    parts.append((rows[chosen], one))
            left[rows[~decided_here.where(False, here.size)]] = False
        if left.any():
            parts.append((left, constant(None)))
        return put_together(cases.size, parts)

    def _score(self, node: Any, cases: Cases) -> Column:
        columns = [self.listing(term, cases) for term in node.listings]
        if node.slot.change is not None:
            return self._score_with_other_weights(node, columns, cases)
        return self._tabled(node.slot, columns, lambda codes: self._opened(node, codes))

    def _tabled(
        self, key: Any, columns: list[Column], make: Callable[..., Column], into: Any = None
    ) -> Column:
        """Look up what depends on listings alone, and make what was not asked for before."""
        sizes = [len(self.listings.values)] * len(columns)
        if key not in self._tables:
            if prod(sizes) > MOST_ENTRIES:
                raise Inconclusive(f"{prod(sizes):,} combinations of listings are too many")
            pool = Pool() if into is None else into
            self._tables[key] = pool, np.full(prod(sizes), -1, dtype=np.int32)
        pool, table = self._tables[key]
        keys = keyed([one.codes for one in columns], sizes)
        missing = np.unique(keys[table[keys] < 0])
        if len(missing) > MOST_SCORES:
            raise Inconclusive(f"{len(missing):,} values are too many")
        if len(missing):
            found = make(parted(missing, sizes))
            codes = np.array([pool.code(value) for value in found.pool.values], dtype=np.int64)
            table[missing] = codes[found.codes]
        return Column(pool, table[keys])

    def _opened(self, node: Any, codes: list[Codes]) -> Column:
        """Return the values of a metric at some listings, from its definition."""
        scene, slot = self.replayer.scene, node.slot
        some = {term: self.listings.values[0] for term in node.listings}
        expression, there = self.replayer.opened(node, {**self.point, **some})
        inputs = scene.metrics[slot.name].inputs
        columns = {one: Column(self.listings, c) for one, c in zip(inputs, codes, strict=True)}
        point = {name: value for name, value in there.items() if name not in columns}
        exist = np.ones(len(codes[0]), dtype=bool)
        for each in codes:
            exist &= each != self.listings.code(None)
        cases = Cases(len(codes[0]), point, columns)
        found = self.value(expression, cases.only(exist)) if exist.any() else constant(None)
        return put_together(cases.size, [(exist, found), (~exist, constant(None))])

    def _score_with_other_weights(self, node: Any, columns: list[Column], cases: Cases) -> Column:
        moved = [term for term in node.slot.change.args if isinstance(term, Listing)]
        keys = [*PLACEHOLDERS[: len(columns)], *moved]
        columns = [*columns, *[self.listing(term, cases) for term in moved]]
        plain = sp.Basic.__new__(Score, node.slot, *PLACEHOLDERS[: len(node.listings)])

        def at(*values: Any) -> Any:
            return self.replayer.value(
                plain, {**cases.point, **dict(zip(keys, values, strict=True))}
            )

        return joined(at, columns)

    def listing(self, term: Any, cases: Cases) -> Column:
        """Return a ranking or run in every case."""
        if term in cases.columns:
            return cases.columns[term]
        known = len(self.listings.values)
        if cases.vary(term):
            found = self._lifted(self.replayer.listing, term, cases, self.listings)
        else:
            found = joined(lambda: self.replayer.listing(term, cases.point), [], self.listings)
        if len(self.listings.values) > known:
            raise Inconclusive(f"{term} is none of the listings")
        return found

    # Formulas ------------------------------------------------------------------------------------

    def truth(self, formula: Any, cases: Cases) -> Column:
        """Decide a formula in every case: True, False, or None where it is undefined."""
        kind = type(formula).__name__
        if kind in RELATIONS:
            left, right = (self.value(argument, cases) for argument in formula.args)
            return related(left, right, RELATIONS[kind])
        if kind == "Implies" and condition(formula) != sp.true:
            return self._under(condition(formula), formula, cases)
        if kind in CONNECTIVES:
            return self._connected(formula, cases)
        if isinstance(formula, ForAll | Exists):
            return self._quantified(formula, cases)
        if isinstance(formula, Same):
            return self._paired(formula, cases, np.equal)
        if isinstance(formula, Below | Linked):
            table = self.replayer.related(kind)
            return self._paired(formula, cases, lambda one, two: table[one, two])
        return self._lifted(self.replayer.truth, formula, cases)

    def _connected(self, formula: Any, cases: Cases) -> Column:
        binders = [part for part in formula.args if isinstance(part, ForAll | Exists)]
        late = [part for part in binders if not may_be_undefined(part)]
        if isinstance(formula, sp.And) and 0 < len(late) < len(formula.args):
            return self._where_others_hold(formula, late, cases)
        parts = [self.truth(part, cases) for part in formula.args]
        return joined(lambda *truths: CONNECTIVES[type(formula).__name__](iter(truths)), parts)

    def _where_others_hold(self, formula: Any, late: list[Any], cases: Cases) -> Column:
        """Decide a conjunction: ∀ and ∃ that are surely defined only where all else is true."""
        others = [self.truth(part, cases) for part in formula.args if part not in late]
        found = joined(lambda *truths: all(truths), others)
        open_cases = found.where(True, cases.size)
        if not open_cases.any():
            return found
        here = cases.only(open_cases)
        last = joined(lambda *truths: all(truths), [self.truth(part, here) for part in late])
        return put_together(
            cases.size, [(~open_cases, found.only(~open_cases)), (open_cases, last)]
        )

    def _under(self, premise: Any, formula: Any, cases: Cases) -> Column:
        """Decide an implication, whose cases with a false premise name nothing else."""
        said = self.truth(premise, cases)
        idle = said.where(False, cases.size)
        if idle.all():
            return constant(True)
        rest = ~idle
        return put_together(
            cases.size,
            [(idle, constant(True)), (rest, self._connected(formula, cases.only(rest)))],
        )

    def _paired(self, formula: Any, cases: Cases, holds: Callable[..., Any]) -> Column:
        """Tell where codes of two listings are related; equal ones have one code in their pool."""
        one, two = (self.listing(term, cases).codes for term in formula.args)
        missing = self.listings.code(None)
        there = holds(np.minimum(one, missing - 1), np.minimum(two, missing - 1))
        codes = np.where((one == missing) | (two == missing), 2, there)
        return Column(Pool([False, True, None]), codes.astype(np.int64))

    def _quantified(self, formula: Any, cases: Cases) -> Column:
        """Decide ∀ or ∃ for each combination of what its body takes from outside."""
        outside = inputs_of(formula.body, frozenset(bound_variables(formula)), cases)
        columns = [self._of_any_kind(node, cases) for node in outside]
        sizes = [len(one.pool.values) for one in columns]
        present, places = distinct(keyed([one.codes for one in columns], sizes), sizes)
        pools = [one.pool for one in columns]
        inner, wanted = self.count(formula.variables), isinstance(formula, Exists)
        if inner > MOST_INSIDE or inner * len(present) > MOST_CASES:
            raise Inconclusive(f"{inner * len(present):,} cases of inner variables are too many")
        step, hits = max(1, MOST_ROWS // inner), []
        for keys in np.split(present, range(step, len(present), step)):
            rows = parted(np.repeat(keys, inner), sizes)
            known = dict(zip(outside, map(Column, pools, rows), strict=True))
            bound = self.bound(formula.variables, np.tile(np.arange(inner), len(keys)))
            here = Cases(len(keys) * inner, cases.point, {**known, **bound})
            hit = self.truth(formula.body, here).where(wanted, here.size)
            hits.append(hit.reshape(len(keys), inner).any(axis=1) == wanted)
        return Column(Pool([False, True]), np.concatenate(hits).astype(np.int64)[places])

    def _of_any_kind(self, node: Any, cases: Cases) -> Column:
        return self.listing(node, cases) if isinstance(node, Listing) else self.value(node, cases)

    # Variables -----------------------------------------------------------------------------------

    def _domain(self, variable: Any) -> tuple[Pool, int]:
        """Return the values of a variable in lexicographic order, and how many they are."""
        if isinstance(variable, Listing):
            return self.listings, len(self.listings.values) - 1
        pool = Pool(self.replayer.values(variable, self.point))
        return pool, len(pool.values)

    def count(self, variables: Sequence[Any]) -> int:
        """Return how many combinations of values some variables have."""
        return prod(self._domain(variable)[1] for variable in variables)

    def bound(self, variables: Sequence[Any], numbers: Codes) -> dict[Any, Column]:
        """Return the columns of variables in the cases with these numbers, the first being 0."""
        domains = [self._domain(variable) for variable in variables]
        codes = parted(numbers, [count for _, count in domains])
        pools = [pool for pool, _ in domains]
        return dict(zip(variables, map(Column, pools, codes), strict=True))
