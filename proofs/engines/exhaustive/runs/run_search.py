"""The plain reading of a statement about runs: every case, for all that is free.

A statement ∀ … is false at its first case, in lexicographic order, that is defined and false for
some gains and parameters; any other statement is read as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from axioms.language.formula import Exists, ForAll, Variable
from axioms.language.order_terms import condition, surely_defined
from axioms.language.shapes import renamed
from proofs.core.limits import OPEN, Limits, Refusal
from proofs.core.outcome import GaveUp, Outcome
from proofs.core.question import Question
from proofs.engines.exhaustive.cases import Grid
from proofs.engines.exhaustive.runs.free_signs import FreeSigns, free_only, points
from proofs.engines.exhaustive.runs.run_cases import RunCases
from proofs.engines.exhaustive.runs.run_scores import scores_of_runs
from proofs.engines.exhaustive.runs.setting import Setting
from proofs.engines.exhaustive.search import Search
from proofs.exact.numbers import Exact

EARLIER = "an earlier witness may exist: the sign of a difference before it could not be decided"


def too_many(formula: Any, question: Question, limits: Limits) -> str | None:
    """Return why a statement cannot be read case by case, inner binders included, or None."""
    bound = {v for binder in renamed(formula).atoms(ForAll, Exists) for v in binder.variables}
    cases = prod(question.domain_of(v).count(question.size) for v in bound)
    if cases <= limits.cases:
        return None
    runs = question.order_of_runs.domain.count(question.size)
    return f"there are {cases:,} cases over {runs:,} runs, the limit is {limits.cases:,}"


class RunSearch(Search):
    """Decides statements about runs by their plain reading.

    Where gains or parameters are free and a case stays open, points are tried; a refuting point is
    only a proposal: replay decides.
    """

    def __init__(self, setting: Setting, chosen: Mapping[str, Any] | None = None) -> None:
        super().__init__(setting.question.with_values(**(chosen or {})), setting.limits)
        self.setting, self.jobs = setting, 1
        self.signs = FreeSigns(self.question.c, pause=setting.pause)
        self.open = False
        self._at: dict[int, RunSearch] = {}
        self._scored: dict[str, Exact] = {}

    def scores(self, slot: str) -> Exact:
        """Return the scores of the runs by the metric in a slot."""
        if slot not in self._scored:
            metric = self.question.by_slot[slot]
            self._scored[slot] = scores_of_runs(self.question, metric, self.setting.words)
        return self._scored[slot]

    def points(self, variable: Variable) -> Any:
        """Return the values of a variable: the numbers of the runs or lists, degrees or places."""
        if self.question.domain.ranges(variable):
            return np.arange(self.setting.size)
        return super().points(variable)

    def value(self, variable: Variable, index: int) -> Any:
        """Return a run, list, degree or place as it is shown."""
        domain = self.question.domain
        if domain.ranges(variable):
            return domain.show(self.setting.words[index], self.question.size)
        return super().value(variable, index)

    def costly(self, body: Any) -> list[Variable]:
        """Return the variables of inner binders."""
        return [v for binder in body.atoms(ForAll, Exists) for v in binder.variables]

    def cases(self, points: Mapping[Variable, Any], *kept: Any) -> RunCases:
        """Return the reader of formulas at some points."""
        return RunCases(self, points)

    def spoken(self, body: Any, variables: Sequence[Variable], sought: bool) -> list[Any]:
        """Return what must be true for a case to count, as judged or as undefined."""
        if not variables:
            return []
        return [surely_defined(body) if sought else condition(body)]

    def plain(self, formula: Any) -> Outcome:
        """Decide a statement: ∀ … by its first false case, any other as a whole."""
        reason = too_many(formula, self.question, self.limits)
        if reason is not None:
            raise Refusal(
                f"exhaustive refuses: {reason}. Ask for a smaller n or c, or raise --limit."
            )
        return self.every_case(formula)

    def every_case(self, formula: Any) -> Outcome:
        """Read a statement, however many cases it has."""
        binds = isinstance(formula, ForAll | Exists)
        variables = formula.variables if binds else ()
        body = renamed(formula.body if binds else formula)
        if isinstance(formula, ForAll):
            self.open = False
            found = self.scan(body, variables)
            if found.true and self.open:
                raise GaveUp(OPEN)
        else:
            found = self.some(body, variables)
        return replace(found, cases=self.size(variables))

    def some(self, body: Any, variables: Sequence[Variable]) -> Outcome:
        """Find out whether the body is true in a case, for all gains and parameters."""
        found = super().some(body, variables)
        if found.true or not self.question.free:
            return found
        for chosen, search in self.readings():
            if not search.some(body, variables).true:
                return replace(found, chosen=chosen)
        raise GaveUp(OPEN)

    def found(
        self, cases: Grid, body: Any, shape: tuple[int, ...], sought: bool
    ) -> tuple[Any, dict[str, Any]]:
        """Return where the body is false for some gains and parameters, and for which."""
        waiting, _ = super().found(cases, body, shape, sought)
        if sought or not self.question.free or not waiting.any():
            return waiting, {}
        waiting = np.broadcast_to(waiting, shape)
        first = int(np.argmax(waiting))
        best, more, place = np.False_, {}, waiting.size
        for chosen, search in self.readings():
            false, _ = search.found(search.cases(cases.listed), body, shape, sought)
            false = waiting & false
            if false.any() and int(np.argmax(false)) < place:
                best, more, place = false, {"chosen": chosen}, int(np.argmax(false))
            if place == first:
                break
        else:
            self.open = True
        return best, {**more, "caveats": (EARLIER,) if self.open else ()}

    # Gains and parameters to try -----------------------------------------------------------------

    @cached_property
    def choices(self) -> list[dict[str, Any]]:
        """The gains and parameters to try."""
        found = [free_only(self.question, chosen) for chosen in points(self.question)]
        return [chosen for at, chosen in enumerate(found) if chosen not in found[:at]]

    def readings(self) -> Iterator[tuple[dict[str, Any], RunSearch]]:
        """Go through the searches with something chosen for all that is free."""
        for place, chosen in enumerate(self.choices):
            self.limits.check()
            if place not in self._at:
                self._at[place] = type(self)(self.setting, chosen)
            yield chosen, self._at[place]
