"""Check a certificate about an order of runs again, by plain loops over the definitions.

Gains and parameters that were left free stay symbols: an equation is accepted where its two sides
expand to the same expression, an inequality where, with gains written as sums of positive
increments, every coefficient of the difference has the right sign.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from axioms import find_axiom
from axioms.formula import Score
from lattice import find_order
from metrics import find_metric
from metrics.runs import Gain
from proofs.order_question import OrderQuestion, settings_for
from proofs.order_replay import OrderReplayer, replay
from proofs.replay import Undefined, sign_of
from proofs.verify import NotChecked, Rejected, same_values

LOOP_LIMIT = 30_000


class OrderCheck:
    """One certificate, read again."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.content, self.said = content, content["verdict"]
        given = dict(self.said["parameters"])
        n, c = given.pop("n"), given.pop("c")
        (subject,) = self.said["subject"]
        metric = None if self.said["order"] is None else find_metric(subject)
        order = find_order(self.said["order"] or subject)
        top = 2 if c == "all" else c
        settings = settings_for(metric, top, given)
        axiom = find_axiom(self.said["axiom"])
        self.question = OrderQuestion(axiom, order, metric, n, top, settings, c == "all")
        self.done: list[str] = []
        self.unchecked: list[str] = []

    def run(self) -> list[str]:
        """Return what was checked, or raise Rejected or NotChecked."""
        if self.content["definitions"] != self.question.definitions():
            raise Rejected("the definitions are not those of this version")
        status, scope = self.said["status"], self.said["scope"]
        if status == "refuted":
            self._refutation()
        elif status == "holds":
            self._holding(scope)
        elif status != "undecided":
            raise Rejected(f"unknown status {status!r}")
        if self.unchecked:
            raise NotChecked("; ".join(self.unchecked))
        return self.done

    def _refutation(self) -> None:
        scope = self.said["scope"]
        if scope["first_failing_n"] != self.question.n:
            raise Rejected("the witness belongs to another n than the one that fails")
        stated = [
            statement
            for statement in self.question.statements()
            if self.question.text(statement) == self.said["statement"]
        ]
        if not stated:
            raise Rejected("the statement is not one of the question's")
        names = {variable.name for variable in stated[0].formula.variables}
        runs = {name: tuple(word) for name, word in self.said["witness"].items() if name in names}
        chosen = {
            name: tuple(map(sp.Rational, value)) if name == "gains" else sp.Rational(value)
            for name, value in self.said["witness"].items()
            if name not in names
        }
        free = settings_for(
            self.question.metric,
            self.question.c,
            {name: value for name, value in chosen.items() if name not in self.question.settings},
        )
        found = replay(self.question, stated[0], runs, {name: free[name] for name in chosen})
        same_values(found, self.said)
        self.done.append("the witness was replayed from the definitions")
        for size in scope["n"]:
            if size < self.question.n:
                self._loop(replace(self.question, n=size))

    def _holding(self, scope: dict[str, Any]) -> None:
        if self.said["witness"] is not None:
            raise Rejected("a verdict that holds has no witness")
        if self.said["statement"] != self.question.text(every_n=bool(scope["all"])):
            raise Rejected("the statement is not the question's")
        if scope["all"]:
            tops = (1, 2) if self.question.every_c else (self.question.c,)
            for size, top in itertools.product((1, 2), tops):
                self._loop(replace(self.question, n=size, c=top))
            self.done.append("the derivation itself was not re-derived")
            return
        if self.question.n not in scope["n"]:
            raise Rejected("the scope does not contain its own n")
        for size in scope["n"]:
            self._loop(replace(self.question, n=size))

    def _loop(self, question: OrderQuestion) -> None:
        """Try every case of every statement by a plain loop, where that is small enough."""
        complete = True
        for statement in question.statements():
            replayer = OrderReplayer(question, _symbols(question))
            count = sum(1 for _ in replayer.runs.all())
            depth = len(statement.formula.variables) + len(statement.formula.body.atoms(Score))
            if count**depth > LOOP_LIMIT and count > 30:
                complete = False
                continue
            self._cases(replayer, statement)
        if complete:
            self.done.append(f"every case at n = {question.n}, c = {question.c} was tried again")
        else:
            self.unchecked.append(f"that it holds at n = {question.n}, which has too many cases")

    def _cases(self, replayer: OrderReplayer, statement: Any) -> None:
        variables, body = statement.formula.variables, statement.formula.body
        for words in itertools.product(list(replayer.runs.all()), repeat=len(variables)):
            case = dict(zip(variables, words, strict=True))
            try:
                if not _Symbolic(replayer).truth(body, case):
                    shown = {variable.name: word for variable, word in case.items()}
                    raise Rejected(f"a plain loop finds it false at {shown}")
            except Undefined:
                continue


class _Symbolic:
    """Decides statements whose scores may contain free gains and parameters."""

    def __init__(self, replayer: OrderReplayer) -> None:
        self.replayer = replayer

    def truth(self, e: Any, case: Any) -> bool:
        if not e.atoms(Score):
            return self.replayer.truth(e, case)
        if isinstance(e, sp.Implies):
            condition, conclusion = e.args
            return not self.truth(condition, case) or self.truth(conclusion, case)
        if isinstance(e, sp.And):
            return all([self.truth(part, case) for part in e.args])
        left, right = (self.replayer.term(argument, case) for argument in e.args)
        signs = _coefficient_signs(sp.sympify(left - right))
        if type(e) is sp.Eq:
            return signs == {0}
        if signs <= {0, -1} or signs <= {0, 1}:
            return signs <= {0, -1} if type(e) is sp.Le else signs == {-1}
        raise NotChecked("an inequality whose terms have different signs")


def _coefficient_signs(difference: Any) -> set[int]:
    """Return the signs of the coefficients once all that is free is written in positive terms."""
    images: dict[Any, Any] = {}
    steps = sp.symbols("d1:30", positive=True)
    for symbol in difference.free_symbols:
        if symbol.name.startswith("g"):
            images[symbol] = sp.Add(*steps[: int(symbol.name[1:])])
        elif symbol.name == "p":
            images[symbol] = 1 / (1 + sp.Symbol("q", positive=True))
    top, bottom = sp.fraction(sp.together(sp.expand(difference).xreplace(images)))
    free = sorted((top.free_symbols | bottom.free_symbols), key=str)
    if not free:
        return {sign_of(top / bottom)}
    upper, lower = (
        {sign_of(x) for x in sp.Poly(sp.expand(part), *free).coeffs()} for part in (top, bottom)
    )
    if lower != {1}:
        raise NotChecked("a denominator whose sign is not known")
    return upper


def _symbols(question: OrderQuestion) -> dict[str, Any]:
    """Return symbols for the gains and parameters that were left free."""
    metric = question.metric
    if metric is None:
        return {}
    found: dict[str, Any] = {}
    if metric.value.has(Gain) and "gains" not in question.settings:
        free: Sequence[Any] = sp.symbols(f"g1:{question.c + 1}", positive=True)
        found["gains"] = (sp.Integer(0), *free)
    for name in metric.parameters:
        if name not in question.settings:
            found[name] = sp.Symbol(name, positive=True)
    return found
