"""What an axiom and a quantity are: formulas about metrics that are not named yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Basic

from axioms.formula import Score, Slot, plain

m, m1, m2 = Slot("m"), Slot("m1"), Slot("m2")


@dataclass(frozen=True)
class Part:
    """One statement of an axiom, under the name of what it says."""

    name: str
    statement: Basic


@dataclass(frozen=True)
class Axiom:
    """A property of one metric or of two; it holds if all its parts do."""

    name: str
    title: str
    parts: tuple[Part, ...]
    source: str
    reading: str = ""
    inputs: int | None = None
    see_also: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    about: str = "rankings"

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of the metrics that it speaks of."""
        return _slots(*[part.statement for part in self.parts])


@dataclass(frozen=True)
class Quantity:
    """A number that belongs to one metric or to two: an average, a smallest or largest value."""

    name: str
    title: str
    value: Any
    source: str
    reading: str = ""
    inputs: int | None = None
    see_also: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    about: str = "rankings"

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of the metrics that it speaks of."""
        return _slots(self.value)


def axiom(name: str, title: str, statement: Basic, source: str, **more: object) -> Axiom:
    """Return an axiom with one part."""
    return Axiom(name, title, (Part(name, statement),), source, **more)  # type: ignore[arg-type]


def _slots(*formulas: Basic) -> tuple[str, ...]:
    found = {slot.name for formula in formulas for slot in formula.atoms(Slot)}
    return tuple(sorted(found))


__all__ = ["Axiom", "Part", "Quantity", "Score", "axiom", "m", "m1", "m2", "plain"]
