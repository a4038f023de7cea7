"""A question: an axiom or quantity with its subjects, size and parameters filled in.

There is one class for all domains. What differs is said by declarations: the domain of the axiom's
variables, the subjects (metrics, an order, a weighting, a distance of labels, a multi-aspect
measure), and the parameters. A question for every n is the same question with `every_n`.

>>> from axioms import find_axiom
>>> from metrics import find_metric
>>> question = Question(find_axiom("ioi"), (find_metric("dcg"),), 6)
>>> question.text()
'∀ τ, ν ∈ S₆: dcg(τ) = dcg(ν) ⇒ τ = ν'
>>> from axioms.inequalities import similarity
>>> Question(find_axiom("kendall_le_footrule"), (similarity,), 4).text()
'∀ metric D: ∀ σ, τ ∈ S₄: kendall_sim(σ, τ) ≤ footrule_sim(σ, τ)'
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sympy import true

from axioms.axiom import Axiom, Quantity, Weighting
from axioms.language.formula import ForAll, Slot, plain
from axioms.language.printing import statement_latex, statement_text
from metrics.language.domains import (
    COLLECTIONS,
    LABELS,
    LISTS,
    RANKINGS,
    RUNS,
    TOPS,
    Domain,
    Size,
)
from metrics.language.given import FREE, shown
from metrics.language.parameters import CUTOFFS, PARAMETERS
from metrics.language.premises import FULL_DEPTH
from metrics.language.terms import CONVENTIONS, ITEMS, Place
from metrics.language.weight_symbols import Assumptions, assumptions
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.fitting import check_parameters, check_subjects, unrolled_slots
from rankproof.line.latex import escaped

if TYPE_CHECKING:
    from lattice.order import Order

LARGEST_WITH_WEIGHTS = 200
EVERY = "every"
"""What stands for a cut-off where an answer is for all of them."""


@dataclass(frozen=True)
class Statement:
    """One closed, plain formula of a question; `fixed` are variables that were spelled out."""

    name: str
    formula: Any
    fixed: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Question:
    """One closed question.

    `parameters` holds what was given, exact and checked, and defaults; a free symbol as its value,
    or its absence where a table may be free, means that the answer is for all admissible values.
    `on` is the order of runs that the question is about, or that a metric is judged on.
    """

    asked: Axiom | Quantity
    subjects: tuple[Any, ...]
    n: int
    parameters: dict[str, Any] = field(default_factory=dict)
    convention: str | None = ITEMS
    on: Order | None = None
    every_n: bool = False
    every_c: bool = False

    def __post_init__(self) -> None:
        for subject in () if isinstance(self.asked, Axiom) else self.subjects:
            if isinstance(subject, Metric):
                subject.insist_given()
        self._check_size()
        if self.convention is not None and self.convention not in CONVENTIONS:
            raise BadInput(f"no convention is called {self.convention!r}: items or ranks.")
        if self.domain is RANKINGS and not isinstance(self.subjects[0], Weighting):
            check_subjects(self.asked, self.subjects)
            check_parameters(self.asked, self.subjects, self.parameters)
            if not self.every_n:
                for slot in self._plain_slots():
                    self.bound(slot)

    def _check_size(self) -> None:
        domain = self.domain
        if isinstance(self.n, bool) or not isinstance(self.n, int):
            raise BadInput(f"n = {self.n!r} is not a whole number of {domain.sized_by}.")
        if self.n < 1:
            raise BadInput(f"n = {self.n} makes no {domain.one}: n must be at least 1.")
        if domain is TOPS and self.size.k > self.n:
            raise BadInput(f"k = {self.size.k} items of n = {self.n} make no list: k is at most n.")
        largest = LARGEST_WITH_WEIGHTS if self.quantified else domain.largest
        if self.n > largest and not (domain is LABELS and "embedding" in self.parameters):
            raise BadInput(
                f"n = {self.n} {domain.sized_by} are out of reach: at most {largest:,}, or n = all."
            )

    # What it is about ----------------------------------------------------------------------------

    @property
    def domain(self) -> Domain:
        """What the variables of the axiom range over."""
        return self.asked.domain

    @property
    def axiom(self) -> Axiom:
        """The axiom, where it is no quantity."""
        assert isinstance(self.asked, Axiom)
        return self.asked

    @property
    def order_of_runs(self) -> Order:
        """The order, where there is one."""
        assert self.on is not None
        return self.on

    @property
    def reads_as(self) -> str:
        """How permutations are read."""
        return self.convention or ITEMS

    @property
    def size(self) -> Size:
        """The sizes that domains are listed for."""
        given = self.parameters
        if self.domain is not TOPS:
            return Size(self.n, given.get("c", 1))
        uneven, tied = (given.get(name) == "any" for name in ("lengths", "groups"))
        return Size(self.n, k=given["k"], uneven=uneven, tied=tied)

    def domain_of(self, variable: Any) -> Domain:
        """Return what a variable ranges over; the runs of a set-based order are sets."""
        if variable.domain is RUNS and self.on is not None:
            return self.on.domain
        found: Domain = variable.domain
        return found

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics, of a weighting its two."""
        return tuple(self.by_slot.values())

    @cached_property
    def by_slot(self) -> dict[str, Any]:
        """The metrics under the letters of the axiom."""
        first = self.subjects[0]
        if isinstance(first, Weighting):
            return {"K": first.kendall, "F": first.footrule}
        if self.on is not None and first is self.on:
            return {}
        if self.domain in (LABELS, COLLECTIONS):
            return {"Dist" if self.domain is LABELS else "M": first}
        named = zip(self.asked.slots, self.subjects, strict=True)
        found = {slot: metric.filled(self.n, self.parameters) for slot, metric in named}
        by = getattr(self.asked, "slope_in", "")
        return {slot: metric.slope(by) for slot, metric in found.items()} if by else found

    @property
    def metric(self) -> Metric | None:
        """The metric, where there is one under the letter m."""
        return self.by_slot.get("m")

    @property
    def names(self) -> dict[str, str]:
        """The metrics' names under the letters of the axiom."""
        return {
            slot: getattr(metric, "full_name", metric.name) for slot, metric in self.by_slot.items()
        }

    @property
    def order(self) -> str | None:
        """The name of the order that a metric is judged on."""
        return None if self.on is None or self.subjects[0] is self.on else self.on.name or None

    # Parameters ----------------------------------------------------------------------------------

    @cached_property
    def reads(self) -> tuple[str, ...]:
        """The parameters that the subjects depend on, in the order of their declarations."""
        found = {name for one in self.subjects for name in getattr(one, "parameters", ())}
        return tuple(name for name in PARAMETERS if name in found)

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The parameters that are left free, so that the answer is for all their values."""
        return (*[name for name in self.reads if self._is_free(name)], *self.own)

    @cached_property
    def own(self) -> dict[str, Any]:
        """The free parameters that metrics have of their own, by name."""
        found: dict[str, Any] = {}
        for name, one in [pair for m in self.subjects for pair in getattr(m, "free", {}).items()]:
            if found.setdefault(name, one) != one:
                raise BadInput(f"two metrics declare {name} in two ways: give --set {name}=….")
        return found

    def _is_free(self, name: str) -> bool:
        one = PARAMETERS[name]
        if not one.free and one.quantified is None:
            return False
        value = self.parameters.get(name)
        if self.domain in (RANKINGS, TOPS) and one.quantified is None:
            return value is not None and value in (FREE, one.symbol)
        return value is None

    @cached_property
    def quantified(self) -> tuple[str, ...]:
        """The kinds of weights that the question depends on, given or free."""
        return tuple(name for name in self.reads if PARAMETERS[name].quantified is not None)

    @property
    def about_weights(self) -> bool:
        """Tell whether the question is about weights, given or free."""
        return bool(self.quantified) or isinstance(self.subjects[0], Weighting)

    @property
    def weights(self) -> dict[str, Any]:
        """The weights that were given."""
        return {name: self.parameters[name] for name in self.quantified if name in self.parameters}

    @property
    def c(self) -> int:
        """The largest degree of judged runs."""
        return self.size.c

    @property
    def settings(self) -> dict[str, Any]:
        """What was given besides the number of degrees and the lengths of lists."""
        left_out = {"c", "lengths", "groups", *(self.free if self.domain is TOPS else ())}
        return {name: value for name, value in self.parameters.items() if name not in left_out}

    @property
    def fixed(self) -> str:
        """How the mean cost of a fixed point is read."""
        return str(self.parameters.get("fixed", "one"))

    @property
    def assume(self) -> Assumptions:
        """What is assumed of free weights."""
        return assumptions(self.parameters.get("assume", ""))

    def at_size(self, n: int) -> Question:
        """Return the same question for one n."""
        return replace(self, n=n, every_n=False)

    def for_every_cutoff(self) -> Question:
        """Return the question for every n and every cut-off, whatever k was given; j is left.

        Without a cut-off a score of a run counts all places; the k of top-k lists is their length.
        """
        if "j" in self.parameters or self.domain is not RANKINGS:
            return replace(self, every_n=True)
        left = {k: v for k, v in self.parameters.items() if k not in CUTOFFS or v == FULL_DEPTH}
        return replace(self, parameters=left, every_n=True)

    def with_values(self, **values: Any) -> Question:
        """Return the question with some parameters given."""
        own = {name: values.pop(name) for name in self.own if name in values}
        subjects = tuple(
            m.at({name: own[name] for name in m.free if name in own}) if own else m
            for m in self.subjects
        )
        return replace(self, subjects=subjects, parameters={**self.parameters, **values})

    def bound(self, slot: Slot) -> dict[str, Any]:
        """Return the numbers of the metric in a slot, checked."""
        given = dict(self.parameters)
        if slot.cutoff is not None:
            given["k"] = int(slot.cutoff)
        found: dict[str, Any] = self.by_slot[slot.name].bound(self.n, given)
        return found

    def _plain_slots(self) -> list[Slot]:
        names = [name for name in self.asked.slots if name not in unrolled_slots(self.asked)]
        return [Slot(name) for name in names]

    # Formulas ------------------------------------------------------------------------------------

    def formulas(self) -> list[Any]:
        """Return the axiom's parts for these subjects, cut-offs not yet spelled out."""
        return list(self._formulas)

    @cached_property
    def _formulas(self) -> tuple[Any, ...]:
        parts = self.axiom.parts
        return tuple(plain(part.statement, self.by_slot, self.reads_as) for part in parts)

    def statements(self) -> list[Statement]:
        """Return the statements that together are the question, in their order."""
        found = []
        for part, formula in zip(self.axiom.parts, self.formulas(), strict=True):
            found += self._unrolled(part.name, formula)
        return found

    def mean(self) -> Any:
        """Return the average that a quantity asks for."""
        assert isinstance(self.asked, Quantity)
        return plain(self.asked.value, self.by_slot, self.reads_as)

    def _unrolled(self, name: str, formula: Any) -> list[Statement]:
        """Spell out a place that serves as a cut-off: one statement for each admissible value."""
        cutoffs = {s.cutoff for s in formula.atoms(Slot) if s.cutoff is not None}
        places = {place for cutoff in cutoffs for place in cutoff.atoms(Place)}
        if not places:
            return [Statement(name, formula)]
        if len(places) > 1 or not isinstance(formula, ForAll) or not places <= {*formula.variables}:
            raise BadInput(
                f"{name}: a place is read as a cut-off only where ∀ binds it, one at most."
            )
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
        if self.domain is LISTS:
            return True
        try:
            for slot in statement.formula.atoms(Slot):
                self.bound(slot)
        except BadInput:
            return False
        return True

    # Words ---------------------------------------------------------------------------------------

    def text(self, statement: Statement | None = None, every_n: bool = False) -> str:
        """Return the question in plain characters: all parts, or one statement."""
        if isinstance(self.asked, Quantity) and (self.about_weights or self.asked.counted):
            return self._quantity_text(self._ranges())
        n, prefix = None if every_n else self.n, f"∀ {self._ranges()}: " * bool(self._ranges())
        return prefix + "; ".join(statement_text(f, self.names, n) for f in self._chosen(statement))

    def _quantity_text(self, ranges: str) -> str:
        if self.domain is RUNS:
            return f"{self.asked.title} of {RUNS.text(self.n)}"
        over = [f"σ, τ ∈ {RANKINGS.text(self.n)}", *filter(None, [ranges])]
        return f"{self.asked.title} over {' and '.join(over)}"

    def _ranges(self) -> str:
        free = [PARAMETERS[x].quantified for x in self.quantified if x not in self.parameters]
        return ", ".join(one(self.assume) for one in free if one is not None)

    def _chosen(self, statement: Statement | None) -> list[Any]:
        """Return what is printed: where the scores cancel, the axiom as it was declared."""
        if statement is not None:
            return [statement.formula]
        if isinstance(self.asked, Quantity):
            return [self.mean()]
        parts = zip(self.asked.parts, self._formulas, strict=True)
        return [part.statement if formula == true else formula for part, formula in parts]

    def text_of(self, term: Any) -> str:
        """Return a term of the question in plain characters."""
        return statement_text(term, self.names, self.n)

    def latex(self, statement: Statement | None = None, every_n: bool = False) -> str:
        """Return the question in LaTeX: all parts, or one statement."""
        if isinstance(self.asked, Quantity) and self.asked.value is None:
            return rf"\text{{{self.asked.title} of }}{self.domain.latex(self.n)}"
        n = None if every_n else self.n
        parts = [statement_latex(f, self.names, n) for f in self._chosen(statement)]
        prefix = rf"\text{{{escaped('∀ ' + self._ranges())}}}\colon " if self._ranges() else ""
        lines = r" \\ ".join(parts)
        return prefix + (rf"\begin{{gathered}} {lines} \end{{gathered}}" if parts[1:] else lines)

    def given(self, left_out: str = "") -> str:
        """Return the order and the parameters as they follow the title, one left out."""
        from proofs.core.readings import given

        return given(self, left_out)

    def readings(self) -> list[str]:
        """Return the conventions and readings that were used."""
        from proofs.core.readings import readings

        return readings(self)

    @property
    def things(self) -> list[Any]:
        """What it speaks of; a multi-aspect measure is a measure, an approach and a distance."""
        return [part for one in self.named for part in getattr(one, "made_of", (one,))]

    @property
    def named(self) -> list[Any]:
        """The axiom, the order that a metric is judged on, and the subjects."""
        return [self.asked, *([self.on] if self.order else []), *self.subjects]

    def definitions(self) -> dict[str, str]:
        """Return what the subjects are defined by, as text, for certificates."""
        return {
            name: text for thing in self.things[1:] for name, text in thing.definitions().items()
        }


def shown_value(value: Any) -> str:
    """Return the value of a parameter as the command line takes it."""
    name = getattr(value, "name", None)
    if callable(getattr(value, "text", None)):
        return str(value.text())
    return name if isinstance(name, str) and not hasattr(value, "free_symbols") else shown(value)
