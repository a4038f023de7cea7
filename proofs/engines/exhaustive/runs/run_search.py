"""From the plain reading of a statement about runs to an outcome: the first witness, and counts.

A statement ∀ … is false at its first case, in lexicographic order, that is defined and false for
some gains and parameters; any other statement is read as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from sympy import true

from axioms.language.formula import Exists, ForAll, Variable
from axioms.language.order_terms import condition, surely_defined
from metrics.language.runs import Degree, Run
from proofs.core.limits import Limits, Refusal
from proofs.core.outcome import GaveUp, Outcome
from proofs.core.question import Question
from proofs.engines.exhaustive.runs.free_signs import free_only, points
from proofs.engines.exhaustive.runs.plain_runs import Frame, PlainRuns, Truth
from proofs.engines.exhaustive.runs.setting import Setting

EARLIER = "an earlier witness may exist: the sign of a difference before it could not be decided"
OPEN = "the sign of a difference could not be decided for all gains and parameters"


def number_of_cases(formula: Any, question: Question, runs: int) -> int:
    """Return how many combinations of values a formula speaks of, inner binders included."""
    sizes = {Run: runs, Degree: question.c + 1}
    own = prod(sizes.get(type(v), question.n) for v in getattr(formula, "variables", ()))
    inside = formula.args[1:] if isinstance(formula, ForAll | Exists) else formula.args
    return own * max(1, sum(_inner(part, question, runs) for part in inside))


def _inner(formula: Any, question: Question, runs: int) -> int:
    if not formula.atoms(ForAll, Exists):
        return 0
    return number_of_cases(formula, question, runs)


def too_many(formula: Any, question: Question, runs: int, limits: Limits) -> str | None:
    """Return why a statement cannot be read case by case, or None."""
    cases = number_of_cases(formula, question, runs)
    if cases <= limits.cases:
        return None
    return (
        f"{question.text()} has {cases:,} cases over {runs:,} runs, the limit is {limits.cases:,}"
    )


class RunSearch:
    """Decides statements by their plain reading."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.question, self.limits = setting, setting.question, setting.limits
        self.reading = PlainRuns(setting)
        self._at: dict[int, PlainRuns] = {}

    def plain(self, formula: Any) -> Outcome:
        """Decide a statement."""
        reason = too_many(formula, self.question, self.setting.size, self.limits)
        if reason is not None:
            raise Refusal(
                f"exhaustive refuses: {reason}. Ask for a smaller n or c, or raise --limit."
            )
        if isinstance(formula, ForAll):
            spoken = condition(formula.body)
            return _Scan(self, formula.variables, formula.body, spoken).every()
        if isinstance(formula, Exists):
            spoken = surely_defined(formula.body)
            return _Scan(self, formula.variables, formula.body, spoken).some(formula)
        return _Scan(self, (), formula, true).some(formula)

    # Gains and parameters to try -----------------------------------------------------------------

    @cached_property
    def choices(self) -> list[dict[str, Any]]:
        """The gains and parameters to try: one choice of nothing where nothing is free."""
        if not self.question.free:
            return [{}]
        found = [free_only(self.question, chosen) for chosen in points(self.question.c)]
        return [chosen for at, chosen in enumerate(found) if chosen not in found[:at]]

    def readings(self) -> Iterator[tuple[dict[str, Any], PlainRuns]]:
        """Go through the readings with something chosen for all that is free."""
        for place, chosen in enumerate(self.choices):
            self.limits.check()
            if place not in self._at:
                self._at[place] = PlainRuns(self.setting, chosen) if chosen else self.reading
            yield chosen, self._at[place]


class _Scan:
    """Goes through the cases of one statement, block by block.

    A case counts, as judged or as undefined, where `spoken` is true.
    """

    def __init__(
        self, search: RunSearch, variables: Sequence[Variable], body: Any, spoken: Any
    ) -> None:
        self.search, self.variables, self.body, self.spoken = search, variables, body, spoken
        reading = search.reading
        self.cases = prod(len(reading.points(variable)) for variable in variables)
        self.done = self.undefined = self.judged = 0
        self.first: dict[Variable, Any] | None = None
        self.open = False

    def blocks(self) -> Iterator[tuple[Frame, Truth]]:
        """Read the body block by block, counting what is undefined."""
        reading = self.search.reading
        for frame in reading.frames(self.variables, Frame({})):
            self.search.limits.check()
            found = reading.truth(self.body, frame)
            spoken = reading.truth(self.spoken, frame).yes
            missing = frame.flat(spoken & ~np.asarray(found.defined))
            if self.first is None and missing.any():
                self.first = self._point(frame, int(np.argmax(missing)))
            self.done += missing.size
            self.undefined += int(missing.sum())
            self.judged += int(frame.flat(spoken & found.defined).sum())
            self.search.limits.progress(self.done, self.cases)
            yield frame, found

    def every(self) -> Outcome:
        """Decide ∀ …: find the first case in which the body is false, or that none is."""
        for frame, found in self.blocks():
            refuted = self._refuted(frame, found)
            if refuted is not None:
                place, chosen = refuted
                caveats = (EARLIER,) if self.open else ()
                witness = self._point(frame, place)
                return self._outcome(False, witness=witness, chosen=chosen, caveats=caveats)
        if self.open:
            raise GaveUp(OPEN)
        return self._outcome(True)

    def _refuted(self, frame: Frame, found: Truth) -> tuple[int, dict[str, Any]] | None:
        """Return the first case of a block that something refutes, and what."""
        waiting = frame.flat(found.defined & ~np.asarray(found.yes))
        if not waiting.any():
            return None
        first = int(np.argmax(waiting))
        best: tuple[int, dict[str, Any]] | None = None
        for chosen, reading in self.search.readings():
            there = reading.truth(self.body, frame) if chosen else found
            false = waiting & frame.flat(there.no & there.defined)
            place = int(np.argmax(false))
            if false.any() and (best is None or place < best[0]):
                best = (place, chosen)
            if best is not None and best[0] == first:
                return best
        self.open = True
        return best

    def some(self, formula: Any) -> Outcome:
        """Decide ∃ …, or a formula without variables of its own, as a whole."""
        for _frame, found in self.blocks():
            if np.any(found.yes & found.defined):
                return self._outcome(True)
        for chosen, reading in self.search.readings():
            if not chosen or bool(reading.truth(formula, Frame({})).no):
                return self._outcome(False, chosen=chosen)
        raise GaveUp(OPEN)

    def _outcome(self, holds: bool, **more: Any) -> Outcome:
        note = f"undefined cases are counted among the first {self.done:,} of {self.cases:,}"
        checked = (note,) if self.undefined and self.done < self.cases else ()
        return Outcome(
            holds,
            cases=self.cases,
            undefined=self.undefined,
            first_undefined=self.first,
            judged=self.judged,
            checked=checked,
            **more,
        )

    def _point(self, frame: Frame, place: int) -> dict[Variable, Any]:
        """Return the values of a frame's variables in one of its cases."""
        sizes = frame.shape[::-1]
        at = np.unravel_index(place, sizes) if sizes else ()
        values = [frame.values[v].ravel()[i] for v, i in zip(self.variables, at, strict=True)]
        words = self.search.setting.words
        return {
            v: list(words[value]) if isinstance(v, Run) else int(value)
            for v, value in zip(self.variables, values, strict=True)
        }
