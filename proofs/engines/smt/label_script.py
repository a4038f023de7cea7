"""Engine: the statement over all real coordinates, decided by z3 and checked by cvc5.

Where the distance depends on differences alone, labels are written by how far they fall short
of l* (u = s − l), which solvers like better; this renames the cases and loses none.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
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
from proofs.script.solvers import SAT, UNKNOWN, UNSAT, Reply, consult

SECONDS = 20.0


def refuses(question: Question, limits: Limits) -> str | None:
    """With given labels all of them are tried; solvers decide over all embeddings."""
    if "embedding" in question.parameters:
        return NotRead("with --embedding all labels are tried: leave --engine out")
    return None


@dataclass
class Consulted:
    """What the solvers said to one script or several."""

    answers: list[str] = field(default_factory=list)
    scripts: list[dict[str, Any]] = field(default_factory=list)
    replies: list[dict[str, Reply]] = field(default_factory=list)

    def ask(self, conditions: list[Any], seconds: float) -> str:
        """Ask whether all conditions can be true together; either solver's word counts."""
        text = script(conditions)
        replies = consult(text, seconds)
        definite = [r.answer for r in replies.values() if r.answer != UNKNOWN]
        answer = definite[0] if definite else UNKNOWN
        self.answers.append(answer)
        self.replies.append(replies)
        versions = {name: reply.version for name, reply in replies.items()}
        self.scripts.append({"text": text, "answer": answer, "solvers": versions})
        return answer

    @property
    def model(self) -> dict[str, Any]:
        """The last model that z3 gave."""
        reply = self.replies[-1].get("z3")
        return {} if reply is None else reply.model

    def said(self) -> str:
        """Say who found every script unsatisfiable."""
        silent = {n for replies in self.replies for n, r in replies.items() if r.answer != UNSAT}
        names = sorted({n for replies in self.replies for n in replies} - silent, reverse=True)
        return "no model: " + (" and ".join(names) or "one solver or the other, script by script")

    def caveats(self) -> tuple[str, ...]:
        """Say who did not answer."""
        found = []
        for replies in self.replies:
            if "cvc5" not in replies:
                found.append("z3 alone: cvc5 is not installed (pip install cvc5)")
            for name, other in (("z3", "cvc5"), ("cvc5", "z3")):
                if other in replies and replies[other].answer == UNKNOWN:
                    reason = replies[other].reason or "unknown"
                    found.append(f"{name} alone: {other} gave no answer ({reason})")
        return tuple(dict.fromkeys(found))


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


def conditions(question: Question) -> list[Any]:
    """Return what is true of a counterexample, and of nothing else."""
    spelled = Coordinates(question).spelled()
    renaming = shortfalls(question, spelled)
    return [_renamed(c, renaming) for c in (*spelled.premises, sp.Not(spelled.claim))]


def ask(question: Question, seconds: float) -> tuple[str, Consulted, Witness | None]:
    """Return unsat (it holds), sat (with a counterexample if the model is rational) or unknown."""
    spelled = Coordinates(question).spelled()
    renaming = shortfalls(question, spelled)
    consulted = Consulted()
    answer = consulted.ask(conditions(question), seconds)
    if answer != SAT:
        return answer, consulted, None
    return answer, consulted, _from_model(question, spelled, renaming, consulted.model)


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
    """Decide over all real coordinates."""
    started = time.perf_counter()
    verdict = _answer(question, SECONDS if limits.seconds is None else limits.seconds)
    return replace(verdict, seconds=time.perf_counter() - started)


def _answer(question: Question, seconds: float) -> Verdict:
    verdict = Verdict(UNDECIDED, question, Scope((question.n,)), "smt")
    try:
        answer, consulted, witness = ask(question, seconds)
    except NotWritable as problem:
        return replace(verdict, reason=f"no SMT script for {problem}")
    verdict = replace(verdict, evidence={"scripts": consulted.scripts})
    if answer == UNKNOWN:
        return replace(verdict, reason=f"the solvers gave no answer within {seconds:.0f} s")
    if answer == UNSAT:
        if not some_case_is_defined(question):
            return replace(verdict, reason="no small case with defined values was found")
        spelled = Coordinates(question).spelled()
        checked = [consulted.said() + ", over all real coordinates"]
        if spelled.claim != spelled.with_root:
            checked.append("compared under the root, which is increasing")
        caveats = consulted.caveats()
        if may_be_undefined(spelled.with_root):
            caveats += ("undefined cases, if any, are left out and not counted by this engine",)
        return replace(verdict, status=HOLDS, checked=tuple(checked), caveats=caveats)
    assert answer == SAT
    nicer, _ = smallest(question, Budget(LONG_LOOK))
    if nicer is None and witness is None:
        reason = "some real coordinates refute it, but no rational ones were found"
        return replace(verdict, reason=reason)
    chosen = nicer if nicer is not None else witness
    assert chosen is not None
    return refuted(verdict, chosen)


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
