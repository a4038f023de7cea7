"""A question: an axiom or quantity with its metrics, n, parameters and convention filled in.

>>> from axioms import find_axiom
>>> from metrics import find_metric
>>> question = Question(find_axiom("ioi"), (find_metric("dcg"),), 6, {}, "items")
>>> question.text()
'∀ τ, ν ∈ S₆: dcg(τ) = dcg(ν) ⇒ τ = ν'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from axioms.axiom import Axiom, Quantity
from axioms.formula import Slot, plain
from axioms.printing import statement_latex, statement_text
from metrics.language.terms import CONVENTIONS, Place, p
from metrics.metric import Metric
from metrics.naming import BadInput

LARGEST_N = 1_000_000


@dataclass(frozen=True)
class Statement:
    """One closed, plain formula of a question; `fixed` are variables that were spelled out."""

    name: str
    formula: Any
    fixed: tuple[tuple[str, int], ...] = ()


class Asked(Protocol):
    """What a report needs to know of a question, whatever it is about."""

    @property
    def asked(self) -> Any:
        """The axiom or quantity: a name, a title, a reading."""

    @property
    def n(self) -> int:
        """The size."""

    @property
    def parameters(self) -> dict[str, Any]:
        """What was given besides the size."""

    @property
    def convention(self) -> str | None:
        """How permutations are read, where there are any."""

    @property
    def subjects(self) -> tuple[Any, ...]:
        """What the question is about: things with a name and a title."""

    @property
    def order(self) -> str | None:
        """The name of the order that a metric is judged on."""

    def given(self) -> str:
        """Return the parameters as they follow the title."""

    def readings(self) -> list[str]:
        """Return the conventions and readings that were used."""

    def definitions(self) -> dict[str, str]:
        """Return what the subjects are defined by, as text, for certificates."""

    def digest(self) -> str | None:
        """Return a digest of exact values, where there is one, for certificates."""

    def text(self, statement: Any = None, every_n: bool = False) -> str:
        """Return the question in plain characters."""

    def latex(self, statement: Any = None) -> str:
        """Return the question in LaTeX."""


@dataclass(frozen=True)
class Question:
    """One closed question about metrics of rankings."""

    asked: Axiom | Quantity
    metrics: tuple[Metric, ...]
    n: int
    parameters: dict[str, Any]
    convention: str

    def __post_init__(self) -> None:
        check_subjects(self.asked, self.metrics)
        check_parameters(self.asked, self.metrics, self.parameters)
        if self.convention not in CONVENTIONS:
            raise BadInput(f"no convention is called {self.convention!r}: items or ranks.")
        if isinstance(self.n, bool) or not isinstance(self.n, int):
            raise BadInput(f"n = {self.n!r} is not a whole number.")
        if self.n > LARGEST_N:
            raise BadInput(f"n = {self.n} is out of reach: at most {LARGEST_N:,}, or n = all.")
        if self.n < 1:
            raise BadInput(f"n = {self.n} makes no ranking: n must be at least 1.")
        for slot in self._plain_slots():
            self.bound(slot)

    @property
    def subjects(self) -> tuple[Metric, ...]:
        """The metrics."""
        return self.metrics

    @property
    def order(self) -> str | None:
        """No order plays a part in questions about rankings."""
        return None

    def given(self) -> str:
        """Return the parameters as they follow the title."""
        return "".join(
            ", every 0 < p < 1"
            if value == p
            else f", all {name} > 0"
            if value == "free"
            else f", {name} = {value}"
            for name, value in self.parameters.items()
        )

    def readings(self) -> list[str]:
        """Return the conventions and readings that were used."""
        own = [f"{metric.name}: {metric.reading}" for metric in self.metrics if metric.reading]
        convention = f"{self.convention}: {CONVENTIONS[self.convention]}"
        return [convention, *([self.asked.reading] if self.asked.reading else []), *own]

    def definitions(self) -> dict[str, str]:
        """Return the metrics' expressions as text."""
        return {metric.name: str(metric.value) for metric in self.metrics}

    def digest(self) -> str | None:
        """Return a digest of the first scores, from the definitions."""
        from proofs.report.certificate import score_digest

        return score_digest(self)

    @property
    def by_slot(self) -> dict[str, Metric]:
        """The metrics under the letters of the axiom."""
        return dict(zip(self.asked.slots, self.metrics, strict=True))

    @property
    def names(self) -> dict[str, str]:
        """The metrics' names under the letters of the axiom."""
        return {slot: metric.name for slot, metric in self.by_slot.items()}

    def bound(self, slot: Slot) -> dict[str, Any]:
        """Return the parameters of the metric in a slot, checked."""
        given = dict(self.parameters)
        if slot.cutoff is not None:
            given["k"] = int(slot.cutoff)
        return self.by_slot[slot.name].bound(self.n, given)

    def _plain_slots(self) -> list[Slot]:
        names = [name for name in self.asked.slots if name not in unrolled_slots(self.asked)]
        return [Slot(name) for name in names]

    def formulas(self) -> list[Any]:
        """Return the axiom's parts for these metrics, cut-offs not yet spelled out."""
        assert isinstance(self.asked, Axiom)
        return [plain(part.statement, self.by_slot, self.convention) for part in self.asked.parts]

    def statements(self) -> list[Statement]:
        """Return the statements that together are the question, in their order."""
        assert isinstance(self.asked, Axiom)
        found = []
        for part, formula in zip(self.asked.parts, self.formulas(), strict=True):
            found += self._unrolled(part.name, formula)
        return found

    def mean(self) -> Any:
        """Return the average that a quantity asks for."""
        assert isinstance(self.asked, Quantity)
        return plain(self.asked.value, self.by_slot, self.convention)

    def _unrolled(self, name: str, formula: Any) -> list[Statement]:
        """Spell out a place that serves as a cut-off: one statement for each admissible value."""
        cutoffs = {s.cutoff for s in formula.atoms(Slot) if s.cutoff is not None}
        places = {place for cutoff in cutoffs for place in cutoff.atoms(Place)}
        if not places:
            return [Statement(name, formula)]
        (place,) = places
        others = [variable for variable in formula.variables if variable != place]
        found = []
        for value in range(1, self.n + 1):
            body = formula.body.subs(place, value)
            statement = Statement(name, formula.func(*others, body), ((place.name, value),))
            if self._admissible(statement):
                found.append(statement)
        return found

    def _admissible(self, statement: Statement) -> bool:
        try:
            for slot in statement.formula.atoms(Slot):
                self.bound(slot)
        except BadInput:
            return False
        return True

    def text(self, statement: Statement | None = None, every_n: bool = False) -> str:
        """Return the question in plain characters: all parts, or one statement."""
        return self._shown(statement_text, statement, every_n)

    def text_of(self, term: Any) -> str:
        """Return a term of the question in plain characters."""
        return statement_text(term, self.names, self.n)

    def latex(self, statement: Statement | None = None) -> str:
        """Return the question in LaTeX."""
        return self._shown(statement_latex, statement)

    def _shown(self, printer: Any, statement: Statement | None, every_n: bool = False) -> str:
        n = None if every_n else self.n
        if statement is not None:
            return printer(statement.formula, self.names, self.n)
        if isinstance(self.asked, Quantity):
            return printer(self.mean(), self.names, self.n)
        return "; ".join(printer(formula, self.names, n) for formula in self.formulas())


def unrolled_slots(asked: Axiom | Quantity) -> set[str]:
    """Return the slots whose cut-off the axiom itself chooses."""
    parts = () if isinstance(asked, Quantity) else asked.parts
    formulas = [asked.value] if isinstance(asked, Quantity) else [p.statement for p in parts]
    slots = [slot for formula in formulas for slot in formula.atoms(Slot)]
    return {slot.name for slot in slots if slot.cutoff is not None}


def check_subjects(asked: Axiom | Quantity, metrics: tuple[Metric, ...]) -> None:
    """Refuse the wrong number of metrics, or metrics of the wrong kind."""
    wanted = len(asked.slots)
    if len(metrics) != wanted:
        given = ", ".join(metric.name for metric in metrics) or "none"
        raise BadInput(
            f"{asked.name} is about {'two metrics' if wanted == 2 else 'one metric'}, "
            f"{len(metrics)} given: {given}."
        )
    for metric in metrics:
        if asked.inputs is not None and len(metric.inputs) != asked.inputs:
            raise BadInput(
                f"{asked.name} is about a metric of one ranking, and {metric.name} compares two. "
                f"Ask distance or linear_distance of {metric.name}."
            )


def check_parameters(
    asked: Axiom | Quantity, metrics: tuple[Metric, ...], given: dict[str, Any]
) -> None:
    """Refuse parameters that no metric uses."""
    chosen = unrolled_slots(asked)
    wanted = set()
    for slot, metric in zip(asked.slots, metrics, strict=True):
        wanted |= set(metric.parameters) - ({"k", "j"} if slot in chosen else set())
    for name in sorted(set(given) - wanted):
        names = " and ".join(metric.name for metric in metrics)
        if chosen and name in ("k", "j"):
            raise BadInput(f"{asked.name} goes through every {name} itself: leave --{name} out.")
        raise BadInput(
            f"{names} {'has' if len(metrics) == 1 else 'have'} no {name}: leave --{name} out."
        )
