"""Engine: the statement over all real coordinates, decided by z3 and checked by cvc5.

Where the distance depends on differences alone, labels are written by how far they fall short
of l* (u = s − l), which solvers like better; this renames the cases and loses none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.core.dominance_question import DominanceQuestion, Spelled, symbols
from proofs.engines.exhaustive.aspects.label_grid import Witness, witness_of
from proofs.script.real_script import script
from proofs.script.solvers import SAT, UNKNOWN, UNSAT, Reply, consult


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


def shortfalls(question: DominanceQuestion, spelled: Spelled) -> dict[Any, Any]:
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


def conditions(question: DominanceQuestion) -> list[Any]:
    """Return what is true of a counterexample, and of nothing else."""
    spelled = question.spelled()
    renaming = shortfalls(question, spelled)
    return [_renamed(c, renaming) for c in (*spelled.premises, sp.Not(spelled.claim))]


def ask(question: DominanceQuestion, seconds: float) -> tuple[str, Consulted, Witness | None]:
    """Return unsat (it holds), sat (with a counterexample if the model is rational) or unknown."""
    spelled = question.spelled()
    renaming = shortfalls(question, spelled)
    consulted = Consulted()
    answer = consulted.ask(conditions(question), seconds)
    if answer != SAT:
        return answer, consulted, None
    return answer, consulted, _from_model(question, spelled, renaming, consulted.model)


def _from_model(
    question: DominanceQuestion, spelled: Spelled, renaming: dict[Any, Any], model: dict[str, Any]
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
