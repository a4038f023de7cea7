"""Engine: every case over all top-k lists of a size, and extreme values over them.

Lists are tried as they are: nothing is assumed about what happens when items are renamed.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np
import sympy as sp

from axioms.language.formula import Score, Smallest, Variable
from metrics.language.domains import TOPS
from metrics.language.fold import Unread, names
from metrics.language.parameters import PARAMETERS
from metrics.language.terms import Ratio
from proofs.core.limits import Limits, OutOfTime
from proofs.core.outcome import conclude
from proofs.core.question import Question
from proofs.core.verdict import Measurement, Verdict
from proofs.engines.exhaustive.lists.every_list import ListCases, ListSearch, distinct_rows
from proofs.engines.exhaustive.lists.top_scores import TopScores, TopTable
from proofs.engines.exhaustive.runs.free_signs import FreeSigns
from proofs.exact.compiled import compile_expression
from proofs.exact.whole import Undecidable

NAME = "exhaustive"
MOST_PAIRS = 4_000_000
UNITS = [sp.Rational(*one) for one in ((1, 2), (9, 10), (1, 10), (99, 100), (1, 100))]
UNBOUNDED = "no number serves: the divisor is 0 where the dividend is not, at "


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    for metric in question.metrics if question.free else ():
        if metric.value.has(sp.log):
            return f"{metric.name} has log(1 − p), and needs {PARAMETERS['p'].advice}"
    lists = TOPS.count(question.size)
    asked = question.mean() if hasattr(question.asked, "value") else None
    bound = max(len(f.variables) for f in ([asked] if asked else question.formulas()))
    cases = lists**bound
    if lists**2 > MOST_PAIRS or cases > limits.cases:
        return f"{cases:,} cases over {lists:,} lists are too many"
    return None


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for its n and k."""
    search = TopSearch(TopSetting(question, limits))
    return conclude(
        question, NAME, lambda each: search.every_case(each.formula), (Undecidable, Unread)
    )


class TopSetting:
    """The lists of a question."""

    def __init__(self, question: Question, limits: Limits) -> None:
        self.question, self.limits = question, limits
        self.table = TopTable(question.size)

    @property
    def size(self) -> int:
        """The number of lists."""
        return self.table.size

    @property
    def words(self) -> list[Any]:
        """The lists as they are shown."""
        return self.table.words


class TopSearch(ListSearch):
    """Decides statements about top-k lists by their plain reading."""

    scored = TopScores

    def __init__(self, setting: Any, chosen: Any = None) -> None:
        super().__init__(setting, chosen)
        above = {"location": self.question.size.k}
        self.signs = FreeSigns(self.question.c, pause=setting.limits.check, above=above)

    def points(self, variable: Variable) -> Any:
        return np.arange(self.table.size)

    def value(self, variable: Variable, index: int) -> Any:
        return list(self.table.words[index])

    def cases(self, points: Any, *kept: Any) -> TopCases:
        return TopCases(self, points)

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


class TopCases(ListCases):
    """Statements about top-k lists; the points of a list are its number."""

    refuses = (ListCases.refuses | names("lists")) - {"top_list"}

    def top_list(self, e: Any, known: Any) -> Any:
        return self.points[e]


# Quantities --------------------------------------------------------------------------------------


def measure(question: Question, limits: Limits) -> Measurement:
    """Return the largest or smallest ratio that the question asks for, and where it is attained."""
    try:
        return _measured(question, limits)
    except (Undecidable, Unread, OutOfTime) as problem:
        return Measurement(question, NAME, reason=str(problem))


def _measured(question: Question, limits: Limits) -> Measurement:
    asked = question.mean()
    search, extreme = TopSearch(TopSetting(question, limits)), Extreme(asked)
    for start, grid in search.grids(asked.variables):
        cases = search.cases(grid)
        flat = extreme.look(cases, search)
        if flat is not None:
            at = search.at(asked.variables, flat, cases.shape, start)
            extreme.witness = {variable.name: value for variable, value in at.items()}
        if extreme.unbounded:
            where = ", ".join(f"{name} = {value}" for name, value in extreme.witness.items())
            return Measurement(question, NAME, reason=UNBOUNDED + where)
        limits.check()
    cases_tried = prod(map(search.count, asked.variables))
    if extreme.best is None:
        return Measurement(question, NAME, reason="undefined", cases=cases_tried)
    return Measurement(
        question, NAME, exact=extreme.best, cases=cases_tried, witness=extreme.witness
    )


class Extreme:
    """The largest or smallest ratio so far; 0/0 says nothing, anything else by 0 is no number."""

    def __init__(self, asked: Any) -> None:
        if not isinstance(asked.body, Ratio):
            raise Unread("the exhaustive engine", f"the extreme value of {asked.body}")
        self.sides, self.where = asked.body.args, asked.where
        self.sign = -1 if isinstance(asked, Smallest) else 1
        self.best: Any = None
        self.witness: dict[str, Any] = {}
        self.unbounded = False

    def look(self, cases: TopCases, search: TopSearch) -> int | None:
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
