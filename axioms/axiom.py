"""What an axiom and a quantity are: formulas about metrics that are not named yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sympy import Basic, Product, Sum

from axioms.language.formula import Exists, ForAll, Score, Slot, bound_variables, plain
from axioms.language.order_terms import WORDS
from metrics.language.domains import COLLECTIONS, LABELS, LISTS, RANKINGS, RUNS, TOPS, Domain
from metrics.language.parameters import used_by
from metrics.language.terms import Place, Ranking
from metrics.metric import Metric
from metrics.naming import BadInput

m, m1, m2 = Slot("m"), Slot("m1"), Slot("m2")
METRIC, ORDER, WEIGHTING = "metric", "order", "weighting"
DISTANCE, MULTI_ASPECT = "distance of labels", "multi-aspect measure"
_OF_ORDERS = (
    *("elements", "covers", "join_irreducibles", "meet_irreducibles", "single_lower_covers"),
    *("height", "width", "linear_extensions", "completion_size"),
)
COUNTED = {**dict.fromkeys(_OF_ORDERS, ORDER), "steps": METRIC}
"""What is counted by a program, and what it belongs to."""


@dataclass(frozen=True)
class Part:
    """One statement of an axiom, under the name of what it says."""

    name: str
    statement: Basic

    def __post_init__(self) -> None:
        """Refuse several statements in one, and variables that nothing binds."""
        begins = isinstance(self.statement, ForAll | Exists)
        if not begins and _domain(self.statement) is RANKINGS:
            raise BadInput(
                f"{self.name}: a statement begins with ∀ or ∃, and several are parts of one axiom."
            )
        indices = {limit[0] for over in self.statement.atoms(Sum, Product) for limit in over.limits}
        known = {*bound_variables(self.statement), *indices}
        for variable in sorted(self.statement.atoms(Ranking, Place) - known, key=str):
            raise BadInput(f"{self.name}: neither ∀ nor ∃ binds {variable.name}.")


class Asked:
    """What axioms and quantities have in common: what their formulas speak of."""

    name: str
    title: str
    of: str

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.title}>"

    @property
    def formulas(self) -> tuple[Basic, ...]:
        """What it says."""
        raise NotImplementedError

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of the metrics that it speaks of."""
        found = {slot.name for formula in self.formulas for slot in formula.atoms(Slot)}
        return tuple(sorted(found))

    @property
    def domain(self) -> Domain:
        """What its variables range over; places alone belong to rankings."""
        return _domain(*self.formulas)

    @property
    def needs_order(self) -> bool:
        """Whether it says anything of an order of runs."""
        return any(formula.has(*WORDS) for formula in self.formulas)

    def _repr_latex_(self) -> str | None:
        """Return what a notebook shows; nothing where it is counted by a program."""
        from axioms.language.printing import statement_latex

        names = {slot: slot for slot in (*self.slots, "Dist", "M")}
        said = [statement_latex(formula, names, None) for formula in self.formulas]
        together = r"; \quad ".join(said)
        return f"$${together}$$" if said else None

    @property
    def subject(self) -> str:
        """What kind of thing it is a property or a number of."""
        if self.of or self.slots:
            return self.of or METRIC
        return {LABELS: DISTANCE, COLLECTIONS: MULTI_ASPECT}.get(self.domain, ORDER)


@dataclass(frozen=True, repr=False)
class Axiom(Asked):
    """A property of one metric or of two; it holds if all its parts do.

    `elsewhere` is the same property of metrics of other domains. `origin` is where an axiom that
    is not ours comes from.
    Where there is a parameter `slope_in`, it is a property of the metric's slope in it.
    """

    name: str
    title: str
    parts: tuple[Part, ...]
    source: str
    reading: str = ""
    inputs: int | None = None
    aliases: tuple[str, ...] = ()
    of: str = ""
    elsewhere: tuple[Axiom, ...] = ()
    slope_in: str = ""
    origin: str = field(default="", compare=False)

    @property
    def formulas(self) -> tuple[Basic, ...]:
        return tuple(part.statement for part in self.parts)

    def among(self, domain: Domain) -> Axiom:
        """Return the axiom as it is said of a domain."""
        return next((one for one in self.elsewhere if one.domain is domain), self)


@dataclass(frozen=True, repr=False)
class Quantity(Asked):
    """A number that belongs to one metric or to two: an average, a smallest or largest value.

    What no formula over runs says (a longest chain, the size of a completion) is `counted` by a
    program; this is the word for it.
    """

    name: str
    title: str
    value: Any
    source: str
    reading: str = ""
    inputs: int | None = None
    aliases: tuple[str, ...] = ()
    of: str = METRIC
    counted: str = ""
    origin: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if (self.value is None) != bool(self.counted) or self.counted not in ("", *COUNTED):
            raise BadInput(
                f"{self.name}: a quantity has a value, or is counted by a program: "
                f"{', '.join(COUNTED)}."
            )
        if self.counted and self.of != COUNTED[self.counted]:
            raise BadInput(f"{self.name}: {self.counted} belong to a {COUNTED[self.counted]}.")

    @property
    def formulas(self) -> tuple[Basic, ...]:
        return () if self.value is None else (self.value,)

    @property
    def domain(self) -> Domain:
        return RUNS if self.counted else super().domain

    @property
    def needs_order(self) -> bool:
        return bool(self.counted) or super().needs_order

    @property
    def slots(self) -> tuple[str, ...]:
        return ("m",) if self.counted and self.of == METRIC else super().slots


@dataclass(frozen=True)
class Weighting:
    """A way to weigh, as the subject of an inequality between Kendall and footrule."""

    name: str
    title: str
    kendall: Metric
    footrule: Metric
    source: str
    aliases: tuple[str, ...] = field(default=())

    @property
    def parameters(self) -> tuple[str, ...]:
        """The kinds of weights: w, delta, similarity."""
        return used_by(self.kendall.value + self.footrule.value)

    def definitions(self) -> dict[str, str]:
        """Return what its two distances are defined by, as text."""
        return {**self.kendall.definitions(), **self.footrule.definitions()}

    @property
    def reading(self) -> str:
        """What is particular about its two distances."""
        return self.footrule.reading


def axiom(
    name: str,
    title: str,
    statement: Basic,
    source: str,
    reading: str = "",
    inputs: int | None = None,
    aliases: tuple[str, ...] = (),
    of: str = "",
    elsewhere: tuple[Axiom, ...] = (),
    slope_in: str = "",
) -> Axiom:
    """Return an axiom with one part."""
    parts = (Part(name, statement),)
    return Axiom(name, title, parts, source, reading, inputs, aliases, of, elsewhere, slope_in)


@cache
def _domain(*formulas: Basic) -> Domain:
    found = {v.domain for formula in formulas for v in bound_variables(formula)}
    return next((d for d in (LABELS, COLLECTIONS, RUNS, LISTS, TOPS) if d in found), RANKINGS)


__all__ = ["Axiom", "Part", "Quantity", "Score", "axiom", "m", "m1", "m2", "plain"]
