"""One n, by what is known for every n: a proof that covers it, or a witness that reaches it.

A proof for every n ≥ n₀ is one for each of them. A witness that grows is written out at the n that
is asked about and replayed there like any other, so nothing rests on how it was found.

>>> from axioms import find_axiom
>>> from metrics import find_metric
>>> question = Question(find_axiom("triangle"), (find_metric("mae"),), 12)
>>> answer(question, Limits()).status
'holds'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from axioms.language.formula import Exists
from metrics.language.domains import LABELS, LISTS, RUNS
from metrics.naming import BadInput
from proofs.core.every_n.growth import written_out
from proofs.core.fitting import unrolled_slots
from proofs.core.limits import Limits, NothingKnown
from proofs.core.outcome import Kernel, none_at, refuted
from proofs.core.question import Question, Statement
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Undefined, Verdict
from proofs.engines.symbolic.cutoffs import witness_at
from proofs.engines.symbolic.ranges.held import ELSEWHERE, held_at

NAME = "symbolic"
UNKNOWN = "nothing is known for every n that decides this one"
PARTLY = "defined somewhere"
"""The rule that is needed only where some values may be undefined."""
FURTHER = ("best first", "worst first", "worst last", "worst before the last")
"""The rules that put further degrees before or after the runs of a witness."""
MOST_UNROLLED = 100
"""A statement about neighbouring cut-offs is one for each of them: so many are written out."""
SHARE = 3
"""One part in so many of the time is spent here: other engines come after this one."""


def everywhere(question: Question) -> Question:
    """Return the same question for every n."""
    return replace(question, every_n=True)


def answer(question: Question, limits: Limits) -> Verdict:
    """Answer at one n by an answer for every n, or refuse."""
    if question.n > MOST_UNROLLED and unrolled_slots(question.asked):
        raise NothingKnown(f"symbolic refuses: it writes out at most {MOST_UNROLLED} cut-offs.")
    from proofs.engines.symbolic import answer as answer_for_every_n

    seconds = None if limits.seconds is None else limits.left(0.0) / SHARE
    try:
        known = answer_for_every_n(everywhere(question), replace(limits, seconds=seconds))
    except BadInput as problem:
        raise NothingKnown(f"symbolic refuses: {problem}") from None
    found = None
    after = known.scope.holds_from
    if known.status == HOLDS or (after is not None and question.n >= after):
        found = _covered(question, known)
    elif known.status == REFUTED:
        given = replace(question, subjects=known.question.subjects) if question.own else question
        found = _reached(given, known)
    elsewhere = known.evidence.get(ELSEWHERE)
    if found is None and elsewhere is not None:
        found = _reached(question, elsewhere)
        found = held_at(question, elsewhere) if found is None else found
    if found is None:
        raise NothingKnown(f"symbolic refuses: {UNKNOWN}. To see what is, use --n all.")
    return found


def _covered(question: Question, known: Verdict) -> Verdict | None:
    """Return HOLDS at one n, where the proof covers it."""
    scope = known.scope
    start = scope.every_from if known.status == HOLDS else scope.holds_from
    if start is None or question.n < start or "steps" not in known.evidence:
        return None
    left_out = "cases that are undefined at this n, if there are any, are left out"
    partly = any(step["rule"] == PARTLY for step in known.evidence["steps"])
    partly |= question.domain is RUNS and (not known.undefined.counted or known.status == REFUTED)
    return Verdict(
        HOLDS,
        question,
        Scope((question.n,)),
        NAME,
        checked=(f"the proof is one for every n ≥ {start}",),
        caveats=(left_out,) if partly else (),
        undefined=Undefined(counted=not partly),
        evidence={**known.evidence, "from": start},
        derivation=known.derivation,
    )


def _reached(question: Question, known: Verdict) -> Verdict | None:
    """Return REFUTED at one n, where the witness for every n grows to one that is replayed."""
    start, replayed = known.scope.every_from, known.replayed
    if start is None or question.n < start or replayed is None:
        return None
    if replayed.witness is None:
        return _by_steps(question, known, start)
    here = Verdict(UNDECIDED, question, Scope((question.n,)), NAME)
    for step in known.evidence.get("steps", ()):
        statement = _statement(question, known, step["evidence"])
        witness = _witness(question, step["evidence"], step["rule"])
        if statement is None or witness is None:
            continue
        fixed = dict(statement.fixed)
        without = {name: value for name, value in witness.items() if name not in fixed}
        found = refuted(here, statement, without)
        if found.status == REFUTED:
            return replace(found, checked=(f"fails for every n ≥ {start}",))
    return _by_steps(question, known, start) if question.domain in (RUNS, LISTS) else None


def _statement(question: Question, known: Verdict, told: Mapping[str, Any]) -> Statement | None:
    """Return the statement that a step is about, at the n of the question."""
    assert known.replayed is not None
    meant = known.replayed.statement
    if "blocks" in told:
        return question.statements()[told["part"]]
    if "growth" in told:
        meant = known.question.at_size(told["growth"]["from"]).statements()[told["part"]]
    same = (one for one in question.statements() if _named(one) == _named(meant))
    return next(same, None)


def _named(statement: Statement) -> tuple[str, Any]:
    return statement.name, statement.fixed


def _by_steps(question: Question, known: Verdict, start: int) -> Verdict | None:
    """Return REFUTED at one n, where steps show that it fails: what should exist does not, or a
    witness lasts that is too large to be read at this n."""
    kernel = Kernel(question, start)
    if known.scope.cutoffs is not None:
        kernel = Kernel(replace(question.for_every_cutoff(), n=question.n), start)
    for step in known.evidence.get("steps", ()):
        told = {name: value for name, value in step["evidence"].items() if name != "scripts"}
        if kernel.conclude(step["rule"], *step["premises"], **told) is None:
            return None
    found = none_at(kernel, question) if known.scope.cutoffs is not None else kernel.refuted()
    if found is None:
        return None
    none = ": there is none" if isinstance(found.statement.formula, Exists) else ""
    return Verdict(
        REFUTED,
        question,
        Scope((question.n,), question.n),
        NAME,
        replayed=found,
        part=found.statement.name if len(question.axiom.parts) > 1 else None,
        checked=(f"fails for every n ≥ {start}{none}",),
        evidence={**_without_held(known.evidence), "from": start},
        derivation=known.derivation,
    )


def _without_held(evidence: Mapping[str, Any]) -> dict[str, Any]:
    """Return evidence without steps about cut-offs for which the question holds."""
    return {name: value for name, value in evidence.items() if name != "held"}


def _witness(question: Question, told: Mapping[str, Any], rule: str) -> dict[str, Any] | None:
    """Return the witness of a step at the n of the question, or None where it has none."""
    if "growth" in told:
        return written_out(told["growth"]["values"], question.n)
    if "blocks" in told:
        return witness_at(question, told)
    if question.domain is LISTS and "witness" in told:
        return _padded(told["witness"], question.n)
    if question.domain is LABELS and "witness" in told:
        return _with_zeros(told["witness"], told["n"], question)
    if question.domain is RUNS and "runs" in told and rule in FURTHER:
        return _with_more(told["runs"], rule, question)
    return None


def _padded(witness: Mapping[str, Any], n: int) -> dict[str, Any]:
    """Return a witness with further documents of grade 0 that are not retrieved."""
    found = dict(witness)
    for name, value in witness.items():
        if isinstance(value, dict):
            none, *others = value["unretrieved"]
            missing = n - len(value["grades"]) - none - sum(others)
            found[name] = {**value, "unretrieved": [none + missing, *others]}
    return found


def _with_zeros(witness: Mapping[str, Any], size: int, question: Question) -> dict[str, Any]:
    """Return a witness with further aspects in which all labels lie at 0; weights there are 1."""
    more, found = question.n - size, dict(witness)
    as_labels = "embedding" in witness
    for name in ("l", "l'", "l*"):
        found[name] = [*witness[name], *[witness[name][-1] if as_labels else 0] * more]
    if as_labels:
        found["embedding"] = ";".join([witness["embedding"], *["0,0,0"] * more])
    if "weights" in witness:
        found["weights"] = [*witness["weights"], *[1] * more]
    if "matrix" in witness:
        rows = [f"{row}{',0' * more}" for row in witness["matrix"].split(";")]
        units = [["0"] * size + [str(int(a == b)) for b in range(more)] for a in range(more)]
        found["matrix"] = ";".join([*rows, *map(",".join, units)])
    return found


def _with_more(runs: Mapping[str, Any], rule: str, question: Question) -> dict[str, Any]:
    """Return a witness whose runs have as many further degrees as it takes; weights there are 1."""
    found = dict(runs)
    for name, value in runs.items():
        if isinstance(value, list) and name != "gains":
            degree = question.c if rule == "best first" else 0
            more = [degree if name != "place_weights" else "1"] * (question.n - len(value))
            head = {"worst last": 0, "worst before the last": 1}.get(rule, len(value))
            found[name] = [*value[: len(value) - head], *more, *value[len(value) - head :]]
    return found
