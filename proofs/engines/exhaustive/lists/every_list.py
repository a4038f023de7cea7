"""Engine: every case over all lists of all pools of a size, all at once.

Statements are read as those about runs are (`proofs.engines.exhaustive.runs`): a variable over
lists has the numbers of the lists, and what is done to a list gives another number. A relation is
read only in the cases in which its condition holds, and once for all cases with the same values.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import sympy as sp

from axioms.axiom import Quantity
from axioms.language.formula import Defined, Exists, ForAll, Score
from axioms.language.order_terms import condition
from axioms.language.shapes import renamed
from metrics.language.domains import LISTS
from metrics.language.fold import Unread, names
from metrics.language.lists import Length, Regraded, SamePool, SameTop
from metrics.language.parameters import SYMBOLS
from metrics.language.runs import Degree, Grade
from metrics.language.terms import Indicator, Place
from proofs.core.limits import Limits
from proofs.core.outcome import Outcome, conclude
from proofs.core.question import Question, Statement
from proofs.core.verdict import Measurement, Verdict
from proofs.engines.exhaustive.averages import measured
from proofs.engines.exhaustive.lists.list_scores import UNDEFINED, ListScores
from proofs.engines.exhaustive.lists.pool_table import PoolTable
from proofs.engines.exhaustive.runs.free_signs import FreeSigns
from proofs.engines.exhaustive.runs.run_cases import RunCases
from proofs.engines.exhaustive.runs.run_search import RunSearch
from proofs.engines.exhaustive.runs.setting import Spending
from proofs.exact.compiled import compile_expression
from proofs.exact.numbers import Exact, either, stack
from proofs.exact.whole import Undecidable, Whole

NAME = "exhaustive"
LEAVES = (Score, Grade, Length, Indicator, Degree, Place)
MOST_LISTS = 200_000
SPARSE = 4


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    lists = LISTS.count(question.size)
    if lists > MOST_LISTS:
        return f"there are {lists:,} lists, and it goes up to {MOST_LISTS:,}"
    counted = isinstance(question.asked, Quantity)
    for formula in [ForAll(*question.mean().args[0], sp.true)] if counted else question.formulas():
        bound = {v for binder in renamed(formula).atoms(ForAll, Exists) for v in binder.variables}
        cases = prod(variable.domain.count(question.size) for variable in bound)
        if cases > limits.cases:
            return f"{cases:,} cases over {lists:,} lists, the limit is {limits.cases:,}"
    return None


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for its n and c."""
    search = ListSearch(ListSetting(question, limits))
    return conclude(question, NAME, lambda each: decide(search, each), (Undecidable, Unread))


def measure(question: Question, limits: Limits) -> Measurement:
    """Return the exact number that the question asks for."""
    return measured(ListSearch(ListSetting(question, limits)), question, limits)


def decide(search: ListSearch, statement: Statement) -> Outcome:
    """Decide one statement by its plain reading."""
    return search.every_case(statement.formula)


def distinct_rows(columns: list[Any]) -> tuple[Any, Any]:
    """Return the different rows of some columns, and for each row the number of its like."""
    back = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        values, codes = np.unique(column, return_inverse=True)
        _, first, back = np.unique(
            back * len(values) + codes, return_index=True, return_inverse=True
        )
    return np.stack([column[first] for column in columns], axis=1), back


class ListSetting(Spending):
    """The lists of a question, as its domain has them."""

    listed: Any = PoolTable

    def __init__(self, question: Question, limits: Limits) -> None:
        self.question, self.limits = question, limits
        self.table = self.listed(question.size)

    @property
    def size(self) -> int:
        """The number of lists."""
        return int(self.table.size)

    @property
    def words(self) -> list[Any]:
        """The lists as they are shown."""
        found: list[Any] = self.table.words
        return found


class ListSearch(RunSearch):
    """Decides statements about lists by their plain reading."""

    setting: Any
    scored: type[ListScores] = ListScores

    def __init__(self, setting: Any, chosen: Any = None) -> None:
        super().__init__(setting, chosen)
        self.table: Any = setting.table
        self._scores: dict[Any, ListScores] = {}

    def scores_of(self, slot: Any) -> ListScores:
        """Return the scores of the metric in a slot."""
        if slot not in self._scores:
            question = self.question
            given = {k: v for k, v in question.settings.items() if v not in (None, "n")}
            if slot.cutoff is not None:
                given["k"] = sp.Integer(slot.cutoff)
            elif "k" in given:
                given["k"] = sp.Integer(given["k"])
            metric = question.by_slot[slot.name]
            self._scores[slot] = self.scored(question, self.table, metric, given)
        return self._scores[slot]

    def cases(self, points: Any, *kept: Any) -> RunCases:
        return ListCases(self, points)


class ListCases(RunCases):
    """Statements about lists; the points of a list are its number."""

    refuses = (RunCases.refuses - names("judged has_value")) | names(
        "run grade gain length top_list rank_in tied_with ordered"
    )
    leaves: tuple[type, ...] = LEAVES
    search: Any

    def __init__(self, search: Any, points: Any) -> None:
        super().__init__(search, points)
        self.table: Any = search.table
        self.signs: FreeSigns = search.signs
        k = self.question.settings.get("k")
        if k is not None:
            self.known[SYMBOLS["k"]] = sp.Integer(self.question.n if k == "n" else k)

    # Only where a condition holds ----------------------------------------------------------------

    def _where(self, mask: Any) -> Any:
        """Return a reader of the cases in a mask alone, along one axis."""
        other = type(self)(self.search, {})
        flat = {v: np.broadcast_to(x, self.shape)[mask] for v, x in self.points.items()}
        other.points, other.shape, other.variables = flat, (int(mask.sum()),), ()
        other.surely = self.surely
        return other

    def _narrowed(self, e: Any) -> Any:
        """Return where the condition of an implication holds, if that is in few cases."""
        if not isinstance(e, sp.Implies) or e.atoms(ForAll, Exists):
            return None
        premise = condition(e)
        if premise == sp.true:
            return None
        mask = np.broadcast_to(self.truth(premise), self.shape)
        return mask if SPARSE * int(mask.sum()) < mask.size else None

    def implication(self, e: Any, known: Any) -> Any:
        mask = self._narrowed(e)
        if mask is None:
            return super().implication(e, known)
        found = np.ones(self.shape, dtype=bool)
        if mask.any():
            found[mask] = RunCases.implication(self._where(mask), e, known)
        return found

    def defined(self, formula: Any) -> Any:
        mask = self._narrowed(formula)
        if mask is None:
            return self._plainly_defined(formula)
        found = np.ones(self.shape, dtype=bool)
        if mask.any():
            found[mask] = self._where(mask)._plainly_defined(formula)
        return found

    def _plainly_defined(self, formula: Any) -> Any:
        if isinstance(formula, SamePool | SameTop | Defined):
            return np.True_
        return super().defined(formula)

    # Formulas ------------------------------------------------------------------------------------

    def same_pool(self, e: Any, known: Any) -> Any:
        first, second = self.arguments(e, known)
        return self.table.pools[first] == self.table.pools[second]

    def same_top(self, e: Any, known: Any) -> Any:
        first, second, depth = e.args
        numbers = self._whole(self.number(depth))
        return self.table.same_top(self.read(first, known), self.read(second, known), numbers)

    def has_value(self, e: Any, known: Any) -> Any:
        return self._numbers_of(e) != UNDEFINED

    def _difference(self, e: Any) -> tuple[Any, Any]:
        if e not in self.own:
            left, right = e.args
            if isinstance(left, Score) and isinstance(right, Score) and left.slot == right.slot:
                self.own[e] = self._two_scores(left, right)
            elif e.has(Score):
                self.own[e] = self._by_values(e)
            else:
                return super()._difference(e)
        found: tuple[Any, Any] = self.own[e]
        return found

    def _two_scores(self, left: Score, right: Score) -> tuple[Any, Any]:
        if self.question.free:
            return self._by_values(sp.Eq(left, right, evaluate=False))
        scores = self.search.scores_of(left.slot)
        one, two = self._numbers_of(left), self._numbers_of(right)
        signs = np.sign(scores.places[one] - scores.places[two])
        return signs, (one == UNDEFINED) | (two == UNDEFINED)

    def _by_values(self, e: Any) -> tuple[Any, Any]:
        """Decide a relation once for each combination of the values that it names.

        Each side names its own: what both have is taken away from both, and may be undefined.
        """
        sides = [self.written(side) for side in e.args]
        nodes = list(dict.fromkeys(node for _, named in sides for node in named))
        written = sides[0][0] - sides[1][0]
        columns = np.broadcast_arrays(*[self._numbers(node) for node in nodes])
        shape = columns[0].shape
        rows, back = distinct_rows([column.ravel() for column in columns])
        program = compile_expression(written, {}, frozenset(nodes))
        signs = np.zeros(len(rows), dtype=np.int8)
        missing = np.zeros(len(rows), dtype=bool)
        for place, row in enumerate(rows.tolist()):
            leaves = {node: self._value(node, x) for node, x in zip(nodes, row, strict=True)}
            if None in leaves.values():
                missing[place] = True
                continue
            self.search.limits.check() if place % 256 == 0 else None
            signs[place] = self.signs(program(leaves))
        return signs[back].reshape(shape), missing[back].reshape(shape)

    def _numbers(self, node: Any) -> Any:
        return self._numbers_of(node) if isinstance(node, Score) else self._whole(self._leaf(node))

    def _numbers_of(self, node: Any) -> Any:
        """Return the numbers of the values of a score; a list that does not exist has none."""
        lists = [self.read(listing, {}) for listing in node.listings]
        there = self.every(one >= 0 for one in lists)
        return np.where(there, self.search.scores_of(node.slot).numbers[tuple(lists)], UNDEFINED)

    def _value(self, node: Any, number: int) -> Exact | None:
        if not isinstance(node, Score):
            return Exact.rational(number)
        return None if number == UNDEFINED else self.search.scores_of(node.slot).values[number]

    def _whole(self, value: Exact) -> Any:
        if not value.is_rational or value.denominator != 1:
            raise Unread(self.reader, "a number that is not whole")
        return np.asarray(value.numerator().data)

    def _leaf(self, node: Any) -> Exact:
        if isinstance(node, Length):
            return Exact.integers(self.table.lengths[self.read(node.args[0], {})], 0, self.table.n)
        if isinstance(node, Score):
            numbers, values = self._numbers_of(node), self.search.scores_of(node.slot).values
            return stack([*values, Exact({})]).take(numbers, numbers == UNDEFINED)
        return super()._leaf(node)

    def _grade(self, run: Any, place: Exact) -> Exact:
        at = self._whole(place)
        there = (run >= 0) & (at >= 1) & (at <= self.table.n)
        degrees = self.table.grades[run * there, (at - 1) * there]
        return Exact({(): Whole(degrees, 0, self.table.c)}, 1, either(place.undefined, ~there))

    # Lists ---------------------------------------------------------------------------------------

    def pool_list(self, e: Any, known: Any) -> Any:
        return self.points[e]

    def ideal(self, e: Any, known: Any) -> Any:
        return self.table.pools[self.read(e.args[0], known)]

    def sorted_list(self, e: Any, known: Any) -> Any:
        return self.table.sorted[self.read(e.args[0], known)]

    def exchanged(self, e: Any, known: Any) -> Any:
        return self._made(self.table.exchanged, e, known)

    def regraded(self, e: Any, known: Any) -> Any:
        return self._made(self.table.regraded, e, known)

    def extended(self, e: Any, known: Any) -> Any:
        return self._made(self.table.extended, e, known)

    def _made(self, make: Any, e: Any, known: Any) -> Any:
        if e not in self.own:
            listed, *others = e.args
            numbers = [self._whole(self.number(one)) for one in others]
            places = numbers[:1] if isinstance(e, Regraded) else numbers
            if any((one < 1).any() or (one > self.table.n).any() for one in places):
                raise Unread(self.reader, f"a place of {e} outside the list")
            self.own[e] = make(self.read(listed, known), *numbers)
        return self.own[e]
