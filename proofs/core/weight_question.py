"""A question about real weights: what is asked, of what, at which n, under which assumptions.

>>> from axioms import find_axiom
>>> from axioms.inequalities import similarity
>>> question = WeightQuestion(find_axiom("kendall_le_footrule"), similarity, 4)
>>> question.text()
'∀ metric D: ∀ σ, τ ∈ S₄: kendall_sim(σ, τ) ≤ footrule_sim(σ, τ)'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from axioms.axiom import Axiom, Quantity
from axioms.inequalities import MOVED, SCALED, Weighting, renamed
from axioms.printing import statement_latex, statement_text
from metrics.language.terms import CONVENTIONS, ITEMS, read
from metrics.language.weight_symbols import ELEMENTS, FIXED_POINTS, POSITIONS, SIMILARITIES, kinds
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.question import Statement

LARGEST_N = 200
Variable = tuple[Any, ...]


@dataclass(frozen=True)
class Assumptions:
    """What is assumed of all weights; they are never negative, and D is symmetric, D(x, x) = 0."""

    positive: bool = False
    decreasing: bool = False
    triangle: bool = True

    def texts(self, wanted: tuple[str, ...], given: Mapping[str, Any]) -> list[str]:
        """Return the ranges of the weights that are quantified."""
        mark = ">" if self.positive else "≥"
        costs = f"δ₂ ≥ … ≥ δₙ {mark} 0" if self.decreasing else f"δ {mark} 0"
        kind = "metric D" if self.triangle else "symmetric D"
        shown = {ELEMENTS: f"w {mark} 0", POSITIONS: costs, SIMILARITIES: kind}
        if self.positive:
            shown[SIMILARITIES] += " > 0"
        return [shown[kind] for kind in wanted if kind not in given]


ASSUMED = {
    "positive": "all weights are > 0, and so is D between different items",
    "decreasing": "δ₂ ≥ δ₃ ≥ … ≥ δₙ",
    "no_triangle": "D need not satisfy the triangle inequality",
}


def assumptions(text: str) -> Assumptions:
    """Read a list of assumptions.

    >>> assumptions("positive,no_triangle")
    Assumptions(positive=True, decreasing=False, triangle=False)
    """
    from metrics.naming import find

    words = [word.strip() for word in text.split(",") if word.strip()]
    for word in words:
        find(word, ASSUMED, "assumption")
    return Assumptions("positive" in words, "decreasing" in words, "no_triangle" not in words)


@dataclass(frozen=True)
class WeightQuestion:
    """One closed question about weights."""

    asked: Axiom | Quantity
    subject: Metric | Weighting
    n: int
    convention: str = ITEMS
    assume: Assumptions = field(default_factory=Assumptions)
    fixed: str = "one"
    weights: Mapping[str, Any] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if isinstance(self.n, bool) or not isinstance(self.n, int):
            raise BadInput(f"n = {self.n!r} is not a whole number.")
        if self.n < 1:
            raise BadInput(f"n = {self.n} makes no ranking: n must be at least 1.")
        if self.n > LARGEST_N:
            raise BadInput(
                f"n = {self.n} is out of reach for weights: at most {LARGEST_N}, or n = all."
            )
        if self.convention not in CONVENTIONS:
            raise BadInput(f"no convention is called {self.convention!r}: items or ranks.")

    order = None

    @property
    def subjects(self) -> tuple[Any, ...]:
        """The metric or weighting."""
        return (self.subject,)

    @property
    def by_slot(self) -> dict[str, Metric]:
        """The metrics under the letters of the axiom."""
        if isinstance(self.subject, Weighting):
            return {"K": self.subject.kendall, "F": self.subject.footrule}
        return {"m": self.subject, SCALED: self.subject, MOVED: self.subject}

    @property
    def names(self) -> dict[str, str]:
        """What the slots are called."""
        if isinstance(self.subject, Weighting):
            return {slot: metric.name for slot, metric in self.by_slot.items()}
        name = self.subject.name
        return {"m": name, SCALED: f"{name}[t]", MOVED: f"{name}[ν]"}

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of weights that the question depends on."""
        return kinds(sum(metric.value for metric in self.by_slot.values()))

    def at_size(self, n: int) -> WeightQuestion:
        """Return the same question for another n."""
        return replace(self, n=n)

    def variables(self) -> list[Variable]:
        """Return the weights that are quantified."""
        n, free = self.n, [kind for kind in self.kinds if kind not in self.weights]
        found: list[Variable] = []
        if ELEMENTS in free:
            found += [(ELEMENTS, x) for x in range(1, n + 1)]
        if POSITIONS in free:
            found += [(POSITIONS, j) for j in range(2, n + 1)]
        if SIMILARITIES in free:
            found += [(SIMILARITIES, x, y) for x in range(1, n + 1) for y in range(x + 1, n + 1)]
        return sorted(found)

    def numbers(self) -> dict[Variable, Fraction]:
        """Return the weights that were given."""
        found: dict[Variable, Fraction] = {}
        for kind, values in self.weights.items():
            if kind == SIMILARITIES:
                for x in range(self.n):
                    for y in range(x + 1, self.n):
                        found[kind, x + 1, y + 1] = values[x][y]
            else:
                first = 1 if kind == ELEMENTS else 2
                found.update({(kind, first + k): value for k, value in enumerate(values)})
        return found

    def statements(self) -> list[Statement]:
        """Return the statements that together are the question."""
        assert isinstance(self.asked, Axiom)
        return [
            Statement(part.name, read(renamed(part.statement, self.convention), self.convention))
            for part in self.asked.parts
        ]

    def given(self) -> str:
        """Return the parameters as they follow the title."""
        return "".join(f", {name} = {value}" for name, value in self.parameters.items())

    def readings(self) -> list[str]:
        """Return the conventions and readings that were used."""
        found = [f"{self.convention}: {CONVENTIONS[self.convention]}"]
        found += [self.asked.reading] if self.asked.reading else []
        found += [f"{self.subject.name}: {self.subject.reading}"] if self.subject.reading else []
        if POSITIONS in self.kinds:
            found.append(FIXED_POINTS[self.fixed])
        if SIMILARITIES in self.kinds and self.assume.triangle and not self.assume.positive:
            found.append("metric D: symmetric, D(x, x) = 0 ≤ D(x, y), triangle inequality")
        return found

    def definitions(self) -> dict[str, str]:
        """Return the metrics' expressions as text."""
        return {metric.name: str(metric.value) for metric in self.by_slot.values()}

    def digest(self) -> str | None:
        """There is none: the values depend on the weights."""
        return None

    def text(self, statement: Statement | None = None, every_n: bool = False) -> str:
        """Return the question in plain characters."""
        ranges = self.assume.texts(self.kinds, self.weights)
        prefix = f"∀ {', '.join(ranges)}: " if ranges else ""
        n = None if every_n else self.n
        if isinstance(self.asked, Quantity):
            return f"{self.asked.title} over σ, τ ∈ S{'ₙ' if n is None else n}" + (
                f" and {', '.join(ranges)}" if ranges else ""
            )
        chosen = [statement] if statement is not None else self.statements()
        return prefix + "; ".join(statement_text(s.formula, self.names, n) for s in chosen)

    def text_of(self, term: Any) -> str:
        """Return a term of the question in plain characters."""
        return statement_text(term, self.names, self.n)

    def latex(self, statement: Statement | None = None) -> str:
        """Return the question in LaTeX."""
        if isinstance(self.asked, Quantity):
            return statement_latex(self.asked.value, self.names, self.n)
        chosen = [statement] if statement is not None else self.statements()
        return "; ".join(statement_latex(s.formula, self.names, self.n) for s in chosen)
