"""Check a certificate about an order of runs again, by plain loops over the definitions.

Gains and parameters that were left free stay symbols: an equation is accepted where its two sides
expand to the same expression, an inequality where, with gains written as sums of positive
increments, every coefficient of the difference has the right sign.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

import sympy as sp

from axioms import find_axiom
from axioms.axiom import Axiom
from axioms.formula import ForAll, Score
from lattice import find_order
from lattice.order import SET
from metrics import find_metric
from metrics.language.runs import Gain
from proofs.core.order_question import OrderQuestion, check_metric, settings_for
from proofs.trusted.order_replay import OrderReplayer, replay
from proofs.trusted.replay import Undefined, sign_of
from proofs.trusted.stated import Check
from proofs.trusted.untrusted import NotChecked, Rejected, listed, name, number, record, same, whole

LOOP_LIMIT = 30_000
LISTED_RUNS = 200_000
LARGEST_C = 100


class OrderCheck(Check):
    """One certificate about an order of runs, read again."""

    def _question(self) -> OrderQuestion:
        given = dict(self.said["parameters"])
        n, c = given.pop("n"), given.pop("c", None)
        (subject,) = listed(name, 1)("subject", self.said["subject"])
        metric = None if self.said["order"] is None else find_metric(subject)
        order = find_order(self.said["order"] or subject)
        top = 2 if c == "all" else whole(1, LARGEST_C)("c", c)
        axiom = find_axiom(self.said["axiom"])
        assert isinstance(axiom, Axiom)
        if metric is not None:
            check_metric(axiom, metric)
        settings = settings_for(metric, top, given)
        return OrderQuestion(axiom, order, metric, n, top, settings, c == "all")

    def _refutation(self) -> None:
        scope, statement = self.said["scope"], self._stated()
        if not has_few(self.question):
            raise NotChecked(f"the witness: there are too many runs at n = {self.question.n}")
        if not isinstance(statement.formula, ForAll):
            self._compare(replay(self.question, statement, None, {}))
            return
        runs, chosen = self._witness(statement)
        self._compare(replay(self.question, statement, runs, chosen))
        for size in self._others():
            self._loop(replace(self.question, n=size))
        if self.said["undefined"]["cases"]:
            self.unchecked.append("how many cases are undefined")
        if scope["all"]:
            self.unchecked.append(f"that it fails for every n ≥ {scope['from']}")
        elif "derivation" in self.said:
            self.unchecked.append("the derivation")

    def _witness(self, statement: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Read the runs of the witness, and the gains and parameters that were left free."""
        question = self.question
        run = listed(whole(0, question.c), question.n)
        runs = {variable.name: run for variable in statement.formula.variables}
        free: dict[str, Any] = {
            key: listed(number, question.c + 1) if key == "gains" else number
            for key in _symbols(question)
        }
        found = record({**runs, **free})("the witness", self.said["witness"])
        if question.declared.listed == SET:
            for key in runs:
                if sorted(found[key], reverse=True) != found[key]:
                    raise Rejected(f"{key} = {found[key]} is no set: its degrees must not increase")
        given = {
            key: tuple(map(exactly, found[key])) if key == "gains" else exactly(found[key])
            for key in free
        }
        checked = settings_for(question.metric, question.c, given)
        return {key: tuple(found[key]) for key in runs}, {key: checked[key] for key in free}

    def _holding(self) -> None:
        scope = self.said["scope"]
        if scope["all"]:
            tops = (1, 2) if self.question.every_c else (self.question.c,)
            for size, top in itertools.product((1, 2), tops):
                self._loop(replace(self.question, n=size, c=top))
            self.unchecked.append("that it holds for every n: the derivation was not re-derived")
            return
        if self.question.every_c:
            self.unchecked.append("any c but 2")
        if "derivation" in self.said:
            self.unchecked.append("the derivation")
        for size in scope["n"]:
            self._loop(replace(self.question, n=size))

    def _loop(self, question: OrderQuestion) -> None:
        """Try every case of every statement by a plain loop, where that is small enough."""
        complete, undefined = True, []
        for statement in question.statements():
            variables = getattr(statement.formula, "variables", ())
            depth = len(variables) + len(statement.formula.atoms(Score))
            count = count_runs(question)
            if not has_few(question) or (count**depth > LOOP_LIMIT and count > 30):
                complete = False
                continue
            undefined += self._cases(OrderReplayer(question, _symbols(question)), statement)
        if not complete:
            self.unchecked.append(f"that it holds at n = {question.n}, which has too many cases")
            return
        self.done.append(f"every case at n = {question.n}, c = {question.c} was tried again")
        if self.said["status"] == "holds" and question == self.question:
            self._insist_undefined(undefined)

    def _insist_undefined(self, counted: list[dict[str, Any]]) -> None:
        said = self.said["undefined"]
        if said["cases"] != len(counted):
            self.unchecked.append(
                f"how many cases are undefined: {len(counted)} by a plain loop, and it says "
                f"{said['cases']}"
            )
        elif counted and not same(counted[0], said["first"]):
            raise Rejected(f"the first undefined case is {counted[0]}")

    def _cases(self, replayer: OrderReplayer, statement: Any) -> list[dict[str, Any]]:
        """Insist that no case is false; return those that are undefined."""
        if not isinstance(statement.formula, ForAll):
            if not _Symbolic(replayer).truth(statement.formula, {}):
                raise Rejected("a plain loop finds it false")
            return []
        variables, body = statement.formula.variables, statement.formula.body
        undefined = []
        for words in itertools.product(*map(list, map(replayer.runs.values, variables))):
            case = dict(zip(variables, words, strict=True))
            shown = {
                variable.name: list(word) if isinstance(word, tuple) else word
                for variable, word in case.items()
            }
            try:
                if not _Symbolic(replayer).truth(body, case):
                    raise Rejected(f"a plain loop finds it false at {shown}")
            except Undefined:
                undefined.append(shown)
        return undefined


def count_runs(question: OrderQuestion) -> int:
    """Return how many runs there are."""
    if question.declared.listed == SET:
        return comb(question.n + question.c, question.n)
    return int((question.c + 1) ** question.n)


def has_few(question: OrderQuestion) -> bool:
    """Tell whether there are few enough lists of degrees to go through them."""
    return int((question.c + 1) ** question.n) <= LISTED_RUNS


def exactly(value: Fraction) -> Any:
    """Return a number for SymPy."""
    return sp.Rational(value.numerator, value.denominator)


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
        if type(e) not in (sp.Eq, sp.Le, sp.Lt):
            raise NotChecked(f"{type(e).__name__} of scores with free gains or parameters")
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
    for letter in metric.parameters:
        if letter not in question.settings:
            found[letter] = sp.Symbol(letter, positive=True)
    return found
