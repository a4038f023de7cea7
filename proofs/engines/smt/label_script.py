"""Engine: the statement over all real coordinates, decided by z3 and checked by cvc5.

Where the distance depends on differences alone, labels are written by how far they fall short
of l* (u = s − l), which solvers like better; this renames the cases and loses none.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy as sp

from metrics.language.terms import Ratio
from proofs.core.limits import Limits, NotRead
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, UNDECIDED, Scope, Verdict
from proofs.engines.exhaustive.aspects.label_grid import (
    Budget,
    Witness,
    smallest,
    some_case_is_defined,
    witness_of,
)
from proofs.engines.exhaustive.aspects.label_search import LONG_LOOK, refuted
from proofs.script.coordinates import Coordinates, Spelled, symbols
from proofs.script.real_script import NotWritable, script
from proofs.script.solvers import SAT, UNKNOWN, Consulted

SECONDS = 20.0


def refuses(question: Question, limits: Limits) -> str | None:
    """With given labels all of them are tried; solvers decide over all embeddings."""
    if "embedding" in question.parameters:
        return NotRead("with --embedding all labels are tried: leave --engine out")
    return None


def shortfalls(question: Question, spelled: Spelled) -> dict[Any, Any]:
    """Return l = s − u and l' = s − v, where s then vanishes from the claim; else nothing."""
    size = question.n
    tops = symbols("s", size)
    renaming: dict[Any, Any] = {}
    for letter, short in (("l", "u"), ("m", "v")):
        below = zip(symbols(letter, size), tops, symbols(short, size), strict=True)
        renaming.update({value: top - fall for value, top, fall in below})
    claim = _renamed(spelled.claim, renaming)
    return {} if claim.free_symbols & set(tops) else renaming


def _renamed(f: Any, renaming: dict[Any, Any]) -> Any:
    if f in (sp.true, sp.false):
        return f
    if isinstance(f, sp.And | sp.Or | sp.Not | sp.Implies):
        return f.func(*[_renamed(argument, renaming) for argument in f.args])
    return f.func(*[argument.xreplace(renaming) for argument in f.args], evaluate=False)


def _from_model(
    question: Question, spelled: Spelled, renaming: dict[Any, Any], model: dict[str, Any]
) -> Witness | None:
    """Read a counterexample from a model; what it leaves open is 0, or puts l at 0."""
    if any(value is None for name, value in model.items() if not name.startswith(("aux", "def"))):
        return None

    def number(symbol: Any) -> Fraction:
        return Fraction(str(model.get(symbol.name, 0)))

    numbers = {symbol: number(symbol) for symbol in spelled.symbols()}
    if renaming:
        tops = symbols("s", question.n)
        for top, fall in zip(tops, symbols("u", question.n), strict=True):
            numbers[top] = number(fall)
        for symbol, value in renaming.items():
            top, fall = (a for a in sorted(value.free_symbols, key=str))
            numbers[symbol] = numbers[top] - number(fall)
    return witness_of(question, numbers)


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide over all real coordinates; the word of either solver counts."""
    verdict = Verdict(UNDECIDED, question, Scope((question.n,)), "smt")
    spelled = Coordinates(question).spelled()
    renaming = shortfalls(question, spelled)
    refuting = [_renamed(c, renaming) for c in (*spelled.premises, sp.Not(spelled.claim))]
    consulted = Consulted(SECONDS if limits.seconds is None else limits.seconds, either=True)
    try:
        reply = consulted.ask(script(refuting))
    except NotWritable as problem:
        return replace(verdict, reason=f"no SMT script for {problem}")
    verdict = replace(verdict, evidence={"scripts": consulted.scripts})
    if reply.answer == UNKNOWN:
        reason = f"the solvers gave no answer within {consulted.seconds:.0f} s"
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
    caveats = consulted.caveats()
    if may_be_undefined(spelled.with_root):
        caveats += ("undefined cases, if any, are left out and not counted by this engine",)
    return replace(verdict, status=HOLDS, checked=tuple(checked), caveats=caveats)


def may_be_undefined(claim: Any) -> bool:
    """Tell whether a quotient, or a root of something that is not visibly ≥ 0, occurs."""
    powers = (power for power in claim.atoms(sp.Pow) if not power.exp.is_Integer or power.exp < 0)
    return claim.has(Ratio) or any(
        power.exp < 0 or not (power.base.is_nonnegative or visibly_nonnegative(power.base))
        for power in powers
    )


def visibly_nonnegative(e: Any) -> bool:
    """Tell whether a term is a sum or product of squares, sizes, and numbers and weights ≥ 0."""
    if isinstance(e, sp.Add | sp.Mul | sp.Max):
        return all(map(visibly_nonnegative, e.args))
    return bool(e.is_nonnegative) or (e.is_Symbol and e.name.startswith("w"))
