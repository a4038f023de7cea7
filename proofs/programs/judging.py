"""A program judged: every property and axiom that applies, on all inputs up to a size.

All inputs that any of them needs are asked first, the smallest first; then each is judged on what
was computed. What is interrupted or takes too long is judged on the inputs that were reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from axioms.axiom import Axiom
from metrics.naming import find
from proofs.programs import reading
from proofs.programs.computed import Computed
from proofs.programs.inputs import Space
from proofs.programs.inside.forms import Data
from proofs.programs.program import Clock, Program, Progress, keyed
from proofs.programs.properties import (
    EQUAL,
    HOLDS,
    PROPERTIES,
    REFUTED,
    ROUNDING,
    Case,
    Judgement,
    Property,
)
from proofs.programs.report.pasted import NotWritten, condition, test_text, unmodified_text
from proofs.trusted.number import Inconclusive
from rankproof.line.failures import Undecided
from rankproof.presented import Presented

UNDECIDED = "undecided"
NO_CASE = "none of these inputs is a case"
PROPERTY, AXIOM = "property", "axiom"
DEFINED, REPEATED, UNMODIFIED = "defined", "repeatable", "unmodified"
CALLED = {
    REPEATED: "equal calls give equal results",
    UNMODIFIED: "the arguments are not modified",
}
"""Properties of how a call is made, which have no cases of their own."""


@dataclass(frozen=True)
class Row:
    """What became of one property: on how many cases, and the smallest violation.

    `values` has the term, the value and the input of each call of the violation, `variables` what
    the letters of an axiom stand for there.
    """

    name: str
    title: str
    kind: str
    status: str
    cases: int = 0
    violations: int = 0
    undefined: int = 0
    values: tuple[tuple[str, Computed, Data], ...] = ()
    variables: tuple[tuple[str, Any], ...] = ()
    test: str = ""
    reason: str = ""


@dataclass(frozen=True, repr=False)
class Judged(Presented):
    """A program with its rows; `count` inputs were asked, and `stopped` says why not all."""

    program: Program
    space: Space
    by: Judgement
    count: int
    rows: tuple[Row, ...]
    stopped: BaseException | None = None
    printed: tuple[Data, str] | None = None

    def told(self, form: str) -> str:
        """Return it as text, in one line, as HTML, Markdown or LaTeX."""
        from proofs.programs.report.told import told

        return told(self, form)

    @property
    def violated(self) -> bool:
        """Whether some property is violated."""
        return any(row.status == REFUTED for row in self.rows)

    @property
    def decided(self) -> bool:
        """Whether anything was decided."""
        return any(row.status != UNDECIDED for row in self.rows)


def names_for(call: str) -> dict[str, str]:
    """Return the properties and axioms of a kind of call by name, with what kind each is."""
    found = {name: PROPERTY for name, one in PROPERTIES.items() if call in one.calls}
    return {
        **found,
        **dict.fromkeys(CALLED, PROPERTY),
        **dict.fromkeys(reading.asked_of(call), AXIOM),
    }


def chosen(call: str, wanted: Sequence[str] | None) -> list[str]:
    """Return the names that are asked: all, or those wanted, in the order of the catalogue."""
    known = names_for(call)
    if wanted is None:
        return list(known)
    groups = {"properties": PROPERTY, "axioms": AXIOM}
    asked: set[str] = set()
    for name in wanted:
        if name in groups:
            asked |= {one for one, kind in known.items() if kind == groups[name]}
        else:
            find(name, known, f"property of {call}")
            asked.add(name)
    return [name for name in known if name in asked]


def judge(
    program: Program,
    space: Space,
    by: Judgement,
    wanted: Sequence[str] | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Judged:
    """Judge a program that was started; what has no case is left out where it was not wanted."""
    names = chosen(space.call, wanted)
    judging = Judging(program, space, by, Clock(seconds), space.inputs())
    stopped = judging.ask(names, progress)
    every = [judging.row(name) for name in names]
    rows = [row for row in every if wanted is not None or row.reason != NO_CASE]
    first = next((d for d in judging.plain if (v := program.value(d)) and v.printed), None)
    said = program.value(first) if first is not None else None
    printed = (first, said.printed) if first is not None and said is not None else None
    return Judged(program, space, by, len(judging.plain), tuple(rows), stopped, printed)


@dataclass
class Judging:
    """One program while it is judged."""

    program: Program
    space: Space
    by: Judgement
    clock: Clock
    inputs: list[Any]
    again: list[Computed] = field(default_factory=list)
    stopped: bool = False

    def __post_init__(self) -> None:
        self.plain = [one.data(self.space.call) for one in self.inputs]

    # Asking --------------------------------------------------------------------------------------

    def ask(self, names: Sequence[str], progress: Progress | None) -> BaseException | None:
        """Ask all that is needed, the plain inputs first; return what stopped it.

        What is then judged are the inputs that were reached.
        """

        watched = self.clock.watching(progress)
        try:
            self.program.ask(self.plain, watched)
            self.program.try_together(self.plain)
            for name in names:
                if name in PROPERTIES:
                    cases = PROPERTIES[name].cases(self.inputs, self.space)
                    self.program.ask((data for case in cases for data in case.inputs), watched)
            if REPEATED in names:
                for done, value in enumerate(self.program.each_again(self.plain[::-1])):
                    self.again.append(value)
                    watched(done, len(self.plain))
        except (KeyboardInterrupt, Undecided) as problem:
            self._keep_what_was_reached()
            return problem
        return None

    def _keep_what_was_reached(self) -> None:
        reached = [self.program.value(data) is not None for data in self.plain]
        docs = [one.order[0] for one, there in zip(self.inputs, reached, strict=True) if not there]
        self.inputs = [one for one, there in zip(self.inputs, reached, strict=True) if there]
        self.plain = [one.data(self.space.call) for one in self.inputs]
        self.space = replace(
            self.space, docs=min([self.space.docs, *[max(0, n - 1) for n in docs]])
        )
        self.stopped, self.clock = True, Clock(None)

    # Rows ----------------------------------------------------------------------------------------

    def row(self, name: str) -> Row:
        """Judge one property or axiom on what was computed."""
        if name in CALLED:
            return self._called(name)
        if name in PROPERTIES:
            return self._property(PROPERTIES[name])
        return self._axiom(reading.asked_of(self.space.call)[name])

    def _called(self, name: str) -> Row:
        """Judge how calls are made: what is left of their arguments, what equal ones give."""
        values = [self.program.value(data) for data in self.plain]
        twice = dict(zip(map(keyed, self.plain[::-1]), self.again, strict=False))
        found: list[tuple[str, Data, list[Computed]]] = []
        for data, value in zip(self.plain, values, strict=True):
            if value is not None and name == UNMODIFIED:
                found += [(REFUTED, data, [value])] if value.changed else []
            elif value is not None and (second := twice.get(keyed(data))) is not None:
                pair = [value, second]
                status = self.by.equal(pair)
                found += [(status, data, pair)] if status != HOLDS else []
        cases = len(twice) if name == REPEATED else len(values)
        row = Row(name, CALLED[name], PROPERTY, HOLDS, cases, len(found))
        if not found:
            return self._complete(row, len(self.plain) - cases)
        status, data, there = next((one for one in found if one[0] == REFUTED), found[0])
        shown = tuple(("", value, data) for value in there)
        reason = f"afterwards they are {there[0].changed}" if name == UNMODIFIED else ""
        row = replace(row, status=status, values=shown, reason=reason)
        return replace(row, test=self._called_test(row, shown))

    def _called_test(self, row: Row, shown: Any) -> str:
        if row.name == UNMODIFIED:
            return unmodified_text(self.program, row.name, row.title, shown[0][2])
        calls = [(data, value) for _, value, data in shown]
        numbers = {"tolerance": Fraction(0) if row.status == ROUNDING else self.by.tolerance}
        return test_text(self.program, row.name, row.title, calls, EQUAL, numbers)

    def _complete(self, row: Row, missing: int) -> Row:
        """Return a row without a violation: undecided where not all cases were reached."""
        if row.cases and not missing and not self.stopped:
            return row
        reason = "not all cases were reached" if self.stopped else f"{missing:,} cases are missing"
        if not (row.cases or missing or self.stopped):
            reason = "no case has numbers for values" if row.undefined else NO_CASE
        return replace(row, status=UNDECIDED, reason=reason)

    def _property(self, asked: Property) -> Row:
        cases = missing = violations = undefined = 0
        worst: dict[Any, tuple[Any, Case]] = {}
        for case in asked.cases(self.inputs, self.space):
            values = [self.program.value(data) for data in case.inputs]
            known = [value for value in values if value is not None]
            if len(known) < len(values):
                missing += 1
                continue
            cases += 1
            undefined += asked.name != DEFINED and any(v.number is None for v in known)
            status = asked.judge(known, self.by)
            if status != HOLDS:
                violations += 1
                manner = known[0].manner if asked.name == DEFINED else ""
                rank = (status != REFUTED, case.about.order)
                if manner not in worst or rank < worst[manner][0]:
                    worst[manner] = (rank, case)
        row = Row(asked.name, asked.title, PROPERTY, HOLDS, cases, violations, undefined)
        if not worst:
            return self._complete(row, missing)
        return self._violated(row, asked, sorted(worst.values(), key=lambda one: one[0]))

    def _violated(self, row: Row, asked: Property, worst: list[tuple[Any, Case]]) -> Row:
        """Return a row with its smallest violation: of each manner, where values have manners."""
        (only_rounding, _), _ = worst[0]
        inputs = [data for _, case in worst for data in case.inputs]
        values = tuple(("", value, data) for data in inputs if (value := self.program.value(data)))
        tolerance = Fraction(0) if only_rounding else self.by.tolerance
        numbers = {"tolerance": tolerance, "low": self.by.low, "high": self.by.high}
        calls = [(data, value) for _, value, data in values]
        text = test_text(self.program, asked.name, asked.title, calls, asked.test, numbers)
        return replace(row, status=ROUNDING if only_rounding else REFUTED, values=values, test=text)

    def _axiom(self, asked: Axiom) -> Row:
        row = Row(asked.name, asked.title, AXIOM, HOLDS)
        program, call = self.program, self.space.call
        first: dict[str, Any] = {}
        cases = undefined = violations = 0
        reason = ""
        every = reading.cases(
            asked,
            self.space,
            lambda one: program.value(one.data(call)),
            self.by.tolerance,
            program.depth,
            "m",
        )
        try:
            for at, found in enumerate(every):
                self.clock.check() if at % 256 == 0 else None
                if found is None:
                    undefined += 1
                    continue
                cases += 1
                if found.status != HOLDS:
                    violations += 1
                    smallest = first.setdefault(found.status, found)
                    first[found.status] = min(smallest, found, key=lambda one: one.order)
        except (Inconclusive, Undecided) as problem:
            reason = str(problem)
        row = replace(row, cases=cases, undefined=undefined, violations=violations)
        worst = first.get(REFUTED) or first.get(ROUNDING)
        if worst is None and reason:
            return replace(row, status=UNDECIDED, reason=reason)
        if worst is None:
            return self._complete(row, 0)
        values = tuple((term, value, one.data(call)) for term, one, value in worst.values)
        variables = tuple(worst.point.items())
        return replace(
            row,
            status=worst.status,
            values=values,
            variables=variables,
            test=self._axiom_test(asked, worst, values),
        )

    def _axiom_test(self, asked: Axiom, worst: reading.Found, values: Any) -> str:
        if worst.said is None:
            return ""
        try:
            asserted = condition(worst.said, worst.names)
        except NotWritten:
            return ""
        calls = [(data, value) for _, value, data in values]
        within = worst.status == ROUNDING and not worst.exact
        numbers = {"tolerance": Fraction(0) if within else self.by.tolerance}
        return test_text(self.program, asked.name, asked.title, calls, asserted, numbers)


def range_of(text: str) -> tuple[Fraction | None, Fraction | None]:
    """Read --range LOW,HIGH; nothing where there is no bound.

    >>> range_of("-1,1"), range_of("0,")
    ((Fraction(-1, 1), Fraction(1, 1)), (Fraction(0, 1), None))
    """
    from metrics.language.given import rational
    from metrics.naming import BadInput

    low, comma, high = text.partition(",")
    if not comma:
        raise BadInput(f"--range {text[:40]!r} is no range: write LOW,HIGH, as 0,1, 0, or -1,1.")
    found = [rational("range", one.strip()) if one.strip() else None for one in (low, high)]
    if None not in found and found[0] > found[1]:  # type: ignore[operator]
        raise BadInput(f"--range {text[:40]!r} is empty: {low} is more than {high}.")
    return found[0], found[1]
