"""From what an engine found about each statement to a verdict on the question.

A refutation is replayed here, whatever engine it came from, before it is called one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from axioms.axiom import Axiom
from axioms.language.formula import Variable
from axioms.language.shapes import all_variables
from proofs.core.limits import OutOfTime
from proofs.core.question import Question, Statement
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Undefined, Verdict
from proofs.trusted.replayed import NotDefined, ReplayFailed
from rankproof.line.lazy import exported

VACUOUS = "vacuous: no case satisfies the condition"
__getattr__ = exported(
    __name__,
    {
        "replay": "proofs.trusted.replay",
        "Inconclusive": "proofs.trusted.number",
        "Kernel": "proofs.trusted.every_n.kernel",
        "held_by": "proofs.trusted.every_n.witnesses.held",
        "none_at": "proofs.trusted.every_n.witnesses.cases",
        "within": "proofs.trusted.every_n.witnesses.held",
        "Dual": "proofs.trusted.duals",
        "Form": "proofs.trusted.duals",
        "never_negative": "proofs.trusted.duals",
        "read_with_multipliers": "proofs.trusted.finite.trying",
    },
)
"""What engines may ask of the trusted room; it is imported when they do."""


class GaveUp(Exception):
    """An engine could not decide a statement; the message says why."""


@dataclass(frozen=True)
class Outcome:
    """What an engine found about one statement.

    `chosen` are the values of free parameters at which the witness refutes. `counted` is False
    where undefined cases were found but not counted; `undefined_for_equal` says that the statement
    speaks of equal rankings and that no such case is defined.
    """

    true: bool
    witness: dict[Variable, Any] | None = None
    cases: int = 0
    undefined: int = 0
    first_undefined: dict[Variable, Any] | None = None
    judged: int = 1
    counted: bool = True
    undefined_for_equal: bool = False
    checked: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    evidence: dict[str, Any] = field(default_factory=dict)
    chosen: dict[str, Any] = field(default_factory=dict)


def conclude(
    question: Question,
    engine: str,
    decide: Callable[[Statement], Outcome],
    gives_up: tuple[type[Exception], ...] = (),
) -> Verdict:
    """Decide the statements one by one: the first false one refutes, all true ones hold.

    A statement stays open where `decide` raises GaveUp, OutOfTime, or one of `gives_up`.
    """
    assert isinstance(question.asked, Axiom)
    statements = question.statements()
    tally = _Tally(question, engine)
    silent: tuple[type[Exception], ...] = (GaveUp, OutOfTime, *gives_up)
    for statement in statements:
        try:
            outcome = decide(statement)
        except silent as problem:
            tally.open.append(str(problem))
            continue
        tally.add(statement, outcome)
        which = "" if len(statements) == 1 else f": {statement.name}"
        if outcome.undefined_for_equal:
            tally.open.append(f"undefined for equal rankings{which}")
        elif outcome.undefined and not outcome.judged and outcome.witness is None:
            tally.open.append(f"undefined{which}")
        elif not outcome.true:
            refuted = tally.refuted(statement, outcome)
            if refuted is not None:
                return refuted
    return tally.rest(statements)


def refuted(verdict: Verdict, statement: Statement, witness: dict[str, Any]) -> Verdict:
    """Replay a counterexample; where that cannot decide, the verdict only gets a reason."""
    try:
        return _replayed(verdict, statement, witness)
    except NotDefined as problem:
        return replace(verdict, reason=str(problem).rstrip("."))


def is_refuted(question: Question, statement: Statement, witness: dict[str, Any]) -> bool:
    """Tell whether a witness makes a statement false, when it is replayed."""
    from proofs.trusted.number import Inconclusive
    from proofs.trusted.replay import replay

    try:
        replay(question, statement, witness)
    except (Inconclusive, NotDefined, ReplayFailed):
        return False
    return True


def _replayed(verdict: Verdict, statement: Statement, witness: dict[str, Any] | None) -> Verdict:
    from proofs.trusted.number import Inconclusive
    from proofs.trusted.replay import replay

    question = verdict.question
    try:
        replayed = replay(question, statement, witness)
    except Inconclusive as problem:
        reason = f"a counterexample could not be replayed exactly: {problem}"
        return replace(verdict, reason=reason)
    return replace(
        verdict,
        status=REFUTED,
        scope=Scope((question.n,), question.n),
        replayed=replayed,
        part=statement.name if len(question.axiom.parts) > 1 else None,
    )


class _Tally:
    """What was found so far."""

    def __init__(self, question: Question, engine: str) -> None:
        self.open: list[str] = []
        self.judged = self.total = 0
        self.counted = True
        self.verdict = Verdict(UNDECIDED, question, Scope((question.n,)), engine)

    def add(self, statement: Statement, outcome: Outcome) -> None:
        """Add what was found about one statement."""
        before = self.verdict
        first = before.undefined.first
        if first is None and outcome.first_undefined is not None:
            first = _shown(statement, outcome.first_undefined)
        self.judged += outcome.judged
        self.total += outcome.judged + outcome.undefined
        self.counted = self.counted and (outcome.counted or not outcome.undefined)
        missing = before.undefined.cases + outcome.undefined
        total = self.total if self.counted else None
        evidence = dict(before.evidence)
        for kind, found in outcome.evidence.items():
            evidence[kind] = [*evidence.get(kind, []), *found]
        self.verdict = replace(
            before,
            cases=before.cases + outcome.cases,
            undefined=Undefined(missing, first, total, self.counted),
            checked=tuple(dict.fromkeys((*before.checked, *outcome.checked))),
            caveats=tuple(dict.fromkeys((*before.caveats, *outcome.caveats))),
            evidence=evidence,
        )

    def refuted(self, statement: Statement, outcome: Outcome) -> Verdict | None:
        """Replay a counterexample; return the verdict, or None where replay cannot decide."""
        witness = None
        if outcome.witness is not None:
            fixed = dict(statement.fixed)
            shown = _shown(statement, outcome.witness)
            witness = {name: value for name, value in shown.items() if name not in fixed}
            witness |= _plain(outcome.chosen)
        elif outcome.chosen:
            witness = _plain(outcome.chosen)
        found = _replayed(self.verdict, statement, witness)
        if found.status != REFUTED:
            self.open.append(found.reason)
            return None
        caveats = (*found.caveats, *((VACUOUS,) if not outcome.judged else ()))
        return replace(found, caveats=caveats)

    def rest(self, statements: list[Statement]) -> Verdict:
        """Return the verdict when nothing was refuted."""
        if self.open:
            reasons = dict.fromkeys(self.open)
            return replace(self.verdict, status=UNDECIDED, reason="; ".join(reasons))
        caveats = self.verdict.caveats
        if not statements:
            caveats = ("vacuous: the metric admits no two neighbouring cut-offs at this n",)
        elif not self.judged:
            caveats = (*caveats, VACUOUS)
        return replace(self.verdict, status=HOLDS, caveats=caveats)


def _plain(chosen: dict[str, Any]) -> dict[str, Any]:
    """Return the values of free parameters as witnesses show them: exact numbers in text."""
    return {
        name: [str(entry) for entry in value] if isinstance(value, tuple | list) else str(value)
        for name, value in chosen.items()
    }


def _shown(statement: Statement, point: dict[Variable, Any]) -> dict[str, Any]:
    """Return an assignment under the variables' names, in their order."""
    order = all_variables(statement.formula)
    named = {variable.name: point[variable] for variable in order if variable in point}
    return {**dict(statement.fixed), **named}
