"""A question without n, and how it reads at one n.

A cut-off that was not given may be any that is admissible: the question is about all of them.

>>> from axioms import find_axiom
>>> from metrics import find_metric
>>> asked = EveryN(find_axiom("symmetry"), (find_metric("recall"),), {}, "items")
>>> [question.parameters for question in asked.at(3)]
[{'k': 1}, {'k': 2}]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from axioms.axiom import Axiom
from axioms.formula import plain
from metrics.metric import FULL_DEPTH, Metric
from metrics.naming import BadInput
from proofs.core.question import Question, unrolled_slots
from proofs.engines.symbolic.opened import CUTOFFS

EVERY = "every"


@dataclass(frozen=True)
class EveryN:
    """A question without n: the axiom, its metrics, and what is fixed of their parameters."""

    asked: Axiom
    metrics: tuple[Metric, ...]
    parameters: dict[str, Any]
    convention: str

    @property
    def by_slot(self) -> dict[str, Metric]:
        """The metrics under the letters of the axiom."""
        return dict(zip(self.asked.slots, self.metrics, strict=True))

    def formulas(self) -> list[tuple[str, Any]]:
        """Return the parts of the axiom as plain formulas, by name."""
        return [
            (part.name, plain(part.statement, self.by_slot, self.convention))
            for part in self.asked.parts
        ]

    def at(self, n: int) -> list[Question]:
        """Return the question at one n, once for every admissible value of a missing cut-off."""
        missing = self.missing_cutoff
        if missing is None:
            return self._questions(n, {})
        return [q for value in range(1, n + 1) for q in self._questions(n, {missing: value})]

    def _questions(self, n: int, more: dict[str, Any]) -> list[Question]:
        given = {**self.parameters, **more}
        try:
            return [Question(self.asked, self.metrics, n, given, self.convention)]
        except BadInput:
            return []

    @property
    def missing_cutoff(self) -> str | None:
        """The cut-off that was not given; where both k and j are missing, j is k."""
        wanted = {name for metric in self.metrics for name in metric.parameters}
        name = next((name for name in CUTOFFS if name in wanted), None)
        return None if name in self.parameters or unrolled_slots(self.asked) else name

    def least(self) -> Question:
        """Return the question at the smallest n that its parameters fit, or say that none does."""
        given = [v for n, v in self.parameters.items() if n in CUTOFFS and v != FULL_DEPTH]
        largest = max([3, *[int(value) + 3 for value in given]])
        for n in range(1, largest + 1):
            for question in self.at(n):
                return question
        return Question(self.asked, self.metrics, largest, self.parameters, self.convention)

    def shown(self, example: Question) -> Question:
        """Return a question at one n as the answer shows it: for every value of what is missing."""
        missing = self.missing_cutoff
        if missing is None:
            return example
        given = {**example.parameters, missing: EVERY}
        return EveryCutoff(self.asked, self.metrics, example.n, given, self.convention)


@dataclass(frozen=True)
class EveryCutoff(Question):
    """A question about every admissible value of a cut-off, made from one about a single value."""

    def __post_init__(self) -> None:
        """Do nothing: the question that it is made from was checked."""

    def given(self) -> str:
        """Return the parameters as they follow the title."""
        return "".join(
            f", every {name}" if value == EVERY else f", {name} = {value}"
            for name, value in self.parameters.items()
        )

    def digest(self) -> str | None:
        """Return None: there is no one table of scores."""
        return None
