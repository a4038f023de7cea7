"""Engine: the statement over all real coordinates, decided by z3 and checked by cvc5.

Where the distance depends on differences alone, l* is put at 0 and the labels are written by how
far they fall short of it, which solvers like better; this renames the cases and loses none.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from proofs.core.limits import Limits, NotRead
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, UNDECIDED, Scope, Undefined, Verdict
from proofs.engines.exhaustive.aspects.label_grid import (
    Budget,
    Witness,
    smallest,
    some_case_is_defined,
    witness_of,
)
from proofs.engines.exhaustive.aspects.label_search import (
    LONG_LOOK,
    MANY,
    MOST_ASPECTS,
    refuted,
)
from proofs.script.coordinates import (
    Coordinates,
    Spelled,
    may_be_undefined,
    refuting,
)
from proofs.script.real_script import AUXILIARY, NotWritable, script
from proofs.script.solvers import SAT, SECONDS, UNKNOWN, Consulted


def refuses(question: Question, limits: Limits) -> str | None:
    """With given labels all of them are tried; solvers decide over all embeddings."""
    if "embedding" in question.parameters:
        return NotRead("with --embedding all labels are tried: leave --engine out")
    return MANY.format(question.n) if question.n > MOST_ASPECTS else None


def _from_model(
    question: Question, spelled: Spelled, renaming: dict[Any, Any], model: dict[str, Any]
) -> Witness | None:
    """Read a counterexample from a model; what it leaves open is 0."""
    if any(value is None for name, value in model.items() if not name.startswith(AUXILIARY)):
        return None
    numbers = {a: Fraction(str(model.get(a.name, 0))) for a in spelled.symbols()}
    return witness_of(question, {a: -v if a in renaming else v for a, v in numbers.items()})


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide over all real coordinates; the word of either solver counts."""
    verdict = Verdict(UNDECIDED, question, Scope((question.n,)), "smt")
    spelled = Coordinates(question).spelled()
    renaming, conditions = refuting(question, spelled)
    consulted = Consulted(limits, either=True)
    try:
        reply = consulted.ask(script(conditions))
    except NotWritable as problem:
        return replace(verdict, reason=f"no SMT script for {problem}")
    verdict = replace(verdict, evidence={"scripts": consulted.scripts})
    if reply.answer == UNKNOWN:
        seconds = SECONDS if limits.seconds is None else limits.seconds
        reason = f"the solvers gave no answer within {seconds:.0f} s"
        return replace(verdict, reason=reason)
    if reply.answer == SAT:
        nicer, _ = smallest(question, Budget(LONG_LOOK))
        witness = nicer or _from_model(question, spelled, renaming, reply.model)
        if witness is None:
            reason = "some real coordinates refute it, but no rational ones were found"
            return replace(verdict, reason=reason)
        return refuted(verdict, witness)
    if not some_case_is_defined(question):
        return replace(verdict, reason="no small case with defined values was found")
    checked = [consulted.said() + ", over all real coordinates"]
    if spelled.claim != spelled.with_root:
        checked.append("compared under the root, which is increasing")
    caveats, partly = consulted.caveats(), may_be_undefined(spelled.with_root)
    if partly:
        caveats += ("undefined cases, if any, are left out and not counted by this engine",)
    verdict = replace(verdict, undefined=Undefined(counted=not partly))
    return replace(verdict, status=HOLDS, checked=tuple(checked), caveats=caveats)
