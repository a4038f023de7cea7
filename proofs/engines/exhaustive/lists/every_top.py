"""Engine: every case over all top-k lists of a size, and extreme values over them.

Where a statement names lists only through scores and x = y, lists have one length, and two
renamings of the items that generate all of them change no score, the first list is taken to be
1, …, k: a renaming carries every case to such a one, and the first witness is among these. That
the renamings change no score is read off the table of all scores, not assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np
import sympy as sp

from axioms.language.formula import (
    Exists,
    ForAll,
    Mean,
    Same,
    Score,
    Smallest,
    Variable,
    bound_variables,
)
from axioms.language.shapes import beside_scores, renamed
from metrics.language.domains import TOPS
from metrics.language.fold import Unread, names
from metrics.language.lists import RankIn, TiedWith, TopList
from metrics.language.parameters import PARAMETERS
from metrics.language.terms import Place, Ratio, n
from proofs.core.limits import Limits, Refusal
from proofs.core.outcome import Outcome, conclude
from proofs.core.question import Question, Statement
from proofs.core.verdict import Measurement, Verdict
from proofs.engines.exhaustive.averages import measured
from proofs.engines.exhaustive.lists.every_list import (
    ListCases,
    ListSearch,
    ListSetting,
    distinct_rows,
)
from proofs.engines.exhaustive.lists.list_scores import UNDEFINED
from proofs.engines.exhaustive.lists.top_scores import TopScores, TopTable
from proofs.engines.exhaustive.runs.free_signs import FreeSigns
from proofs.exact.compiled import compile_expression
from proofs.exact.numbers import Exact
from proofs.exact.whole import Undecidable

NAME = "exhaustive"
MOST_PAIRS = 4_000_000
UNITS = [sp.Rational(*one) for one in ((1, 2), (9, 10), (1, 10), (99, 100), (1, 100))]
RENAMED = "renaming the items changes no score, so the first list is 1, …, k"
UNBOUNDED = "no number serves: the divisor is 0 where the dividend is not, at "


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    for metric in question.metrics if question.free else ():
        if metric.value.has(sp.log):
            return f"{metric.name} has log(1 − p), and needs {PARAMETERS['p'].advice}"
    lists = TOPS.count(question.size)
    counted = hasattr(question.asked, "value")
    binders = [
        set(f.variables) if counted else bound_variables(renamed(f))
        for f in ([question.mean()] if counted else question.formulas())
    ]
    cases = max(prod(v.domain.count(question.size) for v in bound) for bound in binders)
    if not question.size.uneven and not question.size.tied:
        cases //= lists
    if lists**2 > MOST_PAIRS or cases > limits.cases:
        return f"{_count(lists)} lists make {_count(cases)} cases, which are too many"
    return None


def _count(number: int) -> str:
    return f"{number:,}" if number < 10**15 else f"more than 10^{len(str(number)) - 1}"


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for its n and k."""
    search = TopSearch(TopSetting(question, limits))
    return conclude(question, NAME, lambda each: decide(search, each), (Undecidable, Unread))


def decide(search: TopSearch, statement: Statement) -> Outcome:
    """Decide one statement by its plain reading, and say where the first list was renamed."""
    found, formula = search.every_case(statement.formula), statement.formula
    fixed = isinstance(formula, ForAll | Exists) and search.renames(formula.body)
    return replace(found, checked=(*found.checked, RENAMED)) if fixed else found


class TopSetting(ListSetting):
    """The lists of a question."""

    listed = TopTable


class TopSearch(ListSearch):
    """Decides statements about top-k lists by their plain reading."""

    scored = TopScores

    def __init__(self, setting: Any, chosen: Any = None) -> None:
        super().__init__(setting, chosen)
        above = {"location": self.question.size.k}
        self._kept: dict[Any, bool] = {}
        self.signs = FreeSigns(self.question.c, pause=setting.pause, above=above)

    def cases(self, points: Any, *kept: Any) -> TopCases:
        return TopCases(self, points)

    def grids(
        self, variables: Sequence[Variable], body: Any = sp.true, among: range | None = None
    ) -> Iterator[tuple[int, dict[Variable, Any]]]:
        """Go through all points, or through those where the first list is 1, …, k."""
        if self.renames(body):
            every = np.arange(self.table.size)
            yield 0, {variable: every for variable in variables} | {variables[0]: every[:1]}
            return
        if self.size(variables) > self.limits.cases:
            raise Refusal(f"exhaustive refuses: {self.size(variables):,} cases are too many.")
        yield from super().grids(variables, body, among)

    def renames(self, body: Any) -> bool:
        """Tell whether the first list may be taken to be 1, …, k."""
        size = self.question.size
        if size.uneven or size.tied or body.atoms(ForAll, Exists, Place):
            return False
        slots = {node.slot for node in body.atoms(Score)}
        return bool(slots) and only_scores_and_equalities(body) and all(map(self._is_kept, slots))

    def _is_kept(self, slot: Any) -> bool:
        """Tell whether all scores are defined, and renaming the items changes none."""
        if slot not in self._kept:
            numbers = self.scores_of(slot).numbers
            moved = [np.ix_(*[by] * numbers.ndim) for by in self.table.generators]
            same = (np.array_equal(numbers[by], numbers) for by in moved)
            self._kept[slot] = bool((numbers != UNDEFINED).all()) and all(same)
        return self._kept[slot]

    @cached_property
    def choices(self) -> list[dict[str, Any]]:
        """The penalties, persistences and locations to try."""
        k = self.question.size.k
        tried = {"location": [sp.Integer(k + 1), sp.Integer(2 * k + 1), sp.Integer(100 * k)]}
        free = self.question.free
        return [
            dict(zip(free, values, strict=True))
            for values in product(*[tried.get(name, UNITS) for name in free])
        ]


def only_scores_and_equalities(body: Any) -> bool:
    """Tell whether lists are named only by scores and equalities."""
    named = [e for e in sp.preorder_traversal(body) if any(map(TOPS.ranges, e.args))]
    return all(isinstance(e, Score | Same) for e in named)


class TopCases(ListCases):
    """Statements about top-k lists; the points of a list are its number."""

    refuses = (ListCases.refuses | names("lists")) - {"top_list"}
    leaves = (*ListCases.leaves, RankIn, TiedWith)

    def top_list(self, e: Any, known: Any) -> Any:
        return self.points[e]

    def _leaf(self, node: Any) -> Exact:
        if not isinstance(node, RankIn | TiedWith):
            return super()._leaf(node)
        item, top = self._whole(self.number(node.args[1])), self.table.n
        if (item < 1).any() or (item > top).any():
            raise Unread(self.reader, f"the item {node.args[1]} of {top}")
        rows = self.table.ranks if isinstance(node, RankIn) else self.table.ties
        return Exact.integers(rows[self.read(node.args[0], {}), item - 1], 1, top + 1)


# Quantities --------------------------------------------------------------------------------------


def measure(question: Question, limits: Limits) -> Measurement:
    """Return the largest or smallest ratio that the question asks for, and where it is attained."""
    asked, search = question.mean(), TopSearch(TopSetting(question, limits))
    of_scores = isinstance(asked.body, Ratio) and not beside_scores(asked.body).has(TopList, n)
    if type(asked) is Mean or not of_scores:
        return measured(search, question, limits)
    extreme = Extreme(asked)
    body, tried = sp.Tuple(asked.body, asked.where), 0
    for start, grid in search.grids(asked.variables, body):
        cases = search.cases(grid)
        flat = extreme.look(cases)
        tried += cases.size
        if flat is not None:
            at = search.at(asked.variables, flat, cases.shape, start)
            extreme.witness = {variable.name: value for variable, value in at.items()}
        if extreme.unbounded:
            where = ", ".join(f"{name} = {value}" for name, value in extreme.witness.items())
            return Measurement(question, NAME, reason=UNBOUNDED + where)
        limits.check()
    if extreme.best is None:
        return Measurement(question, NAME, reason="undefined", cases=tried)
    notes = (RENAMED,) if search.renames(body) else ()
    return Measurement(
        question, NAME, exact=extreme.best, cases=tried, witness=extreme.witness, caveats=notes
    )


class Extreme:
    """The largest or smallest ratio so far; 0/0 says nothing, anything else by 0 is no number."""

    def __init__(self, asked: Any) -> None:
        self.sides, self.where = asked.body.args, asked.where
        self.sign = -1 if isinstance(asked, Smallest) else 1
        self.best: Any = None
        self.witness: dict[str, Any] = {}
        self.unbounded = False

    def look(self, cases: TopCases) -> int | None:
        """Look at a block of cases; return the first case with a better value, if there is one."""
        wanted = np.broadcast_to(cases.truth(self.where), cases.shape).ravel()
        nodes = sorted({node for side in self.sides for node in side.atoms(Score)}, key=str)
        columns = [np.broadcast_to(cases._numbers(node), cases.shape).ravel() for node in nodes]
        rows, back = distinct_rows([wanted.astype(np.int8), *columns])
        programs = [compile_expression(side, {}, frozenset(nodes)) for side in self.sides]
        found = None
        for place, (counts, *row) in enumerate(rows.tolist()):
            if counts:
                leaves = {s: cases._value(s, x) for s, x in zip(nodes, row, strict=True)}
                top, bottom = (program(leaves) for program in programs)
                found = place if self._better(top, bottom) else found
                if self.unbounded:
                    break
        return None if found is None else int(np.argmax(back == found))

    def _better(self, top: Any, bottom: Any) -> bool:
        if int(bottom.signs()) == 0:
            self.unbounded = self.sign > 0 and int(top.signs()) != 0
            return self.unbounded
        ratio = top / bottom
        if self.best is not None and int((ratio - self.best).signs()) * self.sign <= 0:
            return False
        self.best = ratio
        return True
