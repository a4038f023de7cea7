"""A question about an upper bound: collections of n documents, an approach and a measure.

>>> from axioms.dominance import upper_bound_reached
>>> from metrics.multi_aspect import ap, toma
>>> setting = Setting(toma, ap, LabelSpace.graded(2, 2))
>>> question = BoundQuestion(upper_bound_reached, setting, 2)
>>> question.text()
'∀ D: ∀ r: ap(r) ≤ 1; ∀ D: ∃ r: ap(r) = 1'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb, perm
from typing import Any

from axioms.axiom import Axiom
from axioms.dominance import aspects_latex, aspects_text
from metrics.labels import Distance, LabelSpace, manhattan
from metrics.multi_aspect import Approach, Measure
from metrics.naming import BadInput
from proofs.core.dominance_question import embedding_text, shown
from proofs.core.question import Statement

LISTS = {
    "rankings": "r holds every document of D once",
    "partial": "r holds some documents of D, each once",
    "repeats": "r holds at most n documents of D, and may repeat one",
}
LARGEST_N = 12


@dataclass(frozen=True)
class Setting:
    """How labels become a score."""

    approach: Approach
    measure: Measure
    space: LabelSpace
    distance: Distance = manhattan
    checked: dict[str, Any] = field(default_factory=dict)
    bound: dict[str, Any] = field(default_factory=dict)
    weighting: tuple[Any, ...] | None = None
    threshold: Any = None
    mix: tuple[Any, ...] | None = None
    lists: str = "rankings"
    relevant: int = 0

    def __post_init__(self) -> None:
        if self.lists not in LISTS:
            raise BadInput(f"no lists are called {self.lists!r}: {', '.join(LISTS)}.")
        if self.mix is not None:
            aspects = len(self.space.aspects)
            if len(self.mix) != aspects:
                raise BadInput(f"{len(self.mix)} numbers to mix {aspects} aspects: one for each.")
            if min(self.mix) < 0 or sum(self.mix) != 1:
                raise BadInput(
                    f"the mix {shown('', self.mix)} is no convex combination: sum 1, ≥ 0."
                )
        for before, after in zip(self.weighting or (), (self.weighting or ())[1:], strict=False):
            if before > after:
                raise BadInput(
                    f"the weighting falls from {before} to {after}: it must not decrease."
                )

    @property
    def whole(self) -> bool:
        """Tell whether labels are weighed as a whole, rather than aspect by aspect."""
        return self.approach.value is None

    def name(self) -> str:
        """Return the name of the multi-aspect measure."""
        return self.measure.name if self.whole else f"{self.approach.name}_{self.measure.name}"

    def title(self) -> str:
        """Return the title of the multi-aspect measure."""
        return f"{self.approach.title} with {self.measure.title}"


@dataclass(frozen=True)
class Subject:
    """What a report calls the multi-aspect measure."""

    name: str
    title: str


@dataclass(frozen=True)
class BoundQuestion:
    """Is the bound 1 kept and reached on every collection of n documents?"""

    asked: Axiom
    setting: Setting
    n: int

    def __post_init__(self) -> None:
        if isinstance(self.n, bool) or not isinstance(self.n, int):
            raise BadInput(f"n = {self.n!r} is not a whole number of documents.")
        if self.n < 1:
            raise BadInput(f"n = {self.n}: a collection has at least one document.")
        if self.n > LARGEST_N:
            raise BadInput(f"n = {self.n} documents are out of reach: at most {LARGEST_N}.")

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The multi-aspect measure."""
        setting = self.setting
        name = setting.measure.name if setting.whole else setting.approach.name
        return (Subject(name, setting.title()),)

    @property
    def order(self) -> str | None:
        """No order of runs plays a part."""
        return None

    @property
    def convention(self) -> str | None:
        """There are no permutations of numbers."""
        return None

    @property
    def parameters(self) -> dict[str, Any]:
        """What the answer depends on besides the number of documents."""
        setting = self.setting
        found: dict[str, Any] = {"embedding": embedding_text(setting.space)}
        if not setting.whole:
            found["measure"] = setting.measure.name
        found.update({name: str(value) for name, value in setting.bound.items()})
        if setting.whole:
            found["distance"] = setting.distance.name
        for name, value in (("weighting", setting.weighting), ("mix", setting.mix)):
            if value is not None:
                found[name] = shown(name, value)
        found.update({name: shown(name, value) for name, value in setting.checked.items()})
        if setting.threshold is not None:
            found["threshold"] = str(setting.threshold)
        if setting.relevant:
            found["relevant"] = str(setting.relevant)
        return {**found, "lists": setting.lists}

    def given(self) -> str:
        """Return the parameters as they follow the title."""
        return "".join(f", {name} = {value}" for name, value in self.parameters.items())

    def readings(self) -> list[str]:
        """Return the readings that were used."""
        setting = self.setting
        found = ["n is the number of documents of a collection D", f"lists: {LISTS[setting.lists]}"]
        if setting.whole and setting.weighting is None:
            found.append("W: dense rank of the distances of all labels from l*, farthest = 0")
        if not setting.whole:
            found.append("an aspect is scored by the dense rank of its labels, worst = 0")
        if setting.measure.is_binary or setting.relevant:
            least = setting.threshold
            found.append(f"relevant: weight {'> 0' if least is None else f'≥ {least}'}")
        if setting.relevant:
            which = "" if setting.whole else " in every aspect"
            found.append(f"collections with at least {setting.relevant} relevant{which} only")
        named = (setting.approach, setting.measure)
        return found + [f"{thing.name}: {thing.reading}" for thing in named if thing.reading]

    def definitions(self) -> dict[str, str]:
        """Return the expressions of the measure, the approach and the distance as text."""
        setting = self.setting
        named = (setting.measure, setting.approach, setting.distance)
        return {thing.name: str(thing.value) for thing in named}

    def digest(self) -> str | None:
        """No values are digested: small collections are tried again as a whole."""
        return None

    def text(self, statement: Any = None, every_n: bool = False) -> str:
        """Return the question in plain characters."""
        return "; ".join(self._shown(aspects_text, statement))

    def latex(self, statement: Any = None) -> str:
        """Return the question in LaTeX."""
        return r" \qquad ".join(self._shown(aspects_latex, statement))

    def _shown(self, printer: Any, statement: Statement | None) -> list[str]:
        names = {"M": self.setting.name()}
        wanted = [p for p in self.asked.parts if statement is None or statement.name == p.name]
        return [printer(part.statement, names) for part in wanted]

    def cases(self) -> int:
        """Return how many lists there are in all collections."""
        labels = 1
        for aspect in self.setting.space.aspects:
            labels *= len(aspect.labels)
        collections = comb(labels + self.n - 1, self.n)
        sizes = range(1, self.n + 1)
        lists = {
            "rankings": perm(self.n),
            "partial": sum(perm(self.n, size) for size in sizes),
            "repeats": sum(self.n**size for size in sizes),
        }
        return collections * lists[self.setting.lists]
