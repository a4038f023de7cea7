"""A metric that is not named: a table of real unknowns, one for each pair of rankings.

Statements about it are spelled out over all rankings of a tiny n, so that a solver can
say whether one axiom implies another, or find a metric that has one and lacks the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from axioms.axiom import Axiom
from axioms.formula import Exists, ForAll, Same, Score, plain
from metrics.language.terms import ITEMS, Ranking, sigma, tau
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.question import unrolled_slots
from proofs.script.smtlib import conjunction, disjunction, negation, number
from proofs.trusted.replay import listing

LARGEST_N = 3
FREE = Metric("m", "m", (sigma, tau), sp.Integer(0), "free", True, "any metric of two rankings")
MARKS = {sp.Eq: "=", sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">"}
Pair = tuple[tuple[int, ...], tuple[int, ...]]


def pairs(n: int) -> list[Pair]:
    """Return all pairs of rankings."""
    rankings = list(itertools.permutations(range(1, n + 1)))
    return [(one, two) for one in rankings for two in rankings]


def unknown(pair: Pair) -> str:
    """Return the name of the unknown for a pair, as m_12_21."""
    return "m_" + "_".join("".join(map(str, ranking)) for ranking in pair)


def check_axiom(axiom: Any) -> None:
    """Refuse axioms that do not speak of one metric of two rankings."""
    if not isinstance(axiom, Axiom):
        raise BadInput(f"{axiom.name} is a quantity, and only properties imply each other.")
    if len(axiom.slots) != 1 or axiom.inputs == 1 or unrolled_slots(axiom):
        raise BadInput(
            f"{axiom.name} does not speak of one metric of two rankings alone, so a free metric "
            "cannot be put into it."
        )


def formulas(axiom: Axiom) -> list[Any]:
    """Return the axiom's parts about the free metric."""
    return [plain(part.statement, {axiom.slots[0]: FREE}, ITEMS) for part in axiom.parts]


@dataclass(frozen=True)
class Spelled:
    """Writes statements about the free metric for one n."""

    n: int

    def axiom(self, axiom: Axiom) -> str:
        """Write that the free metric has a property."""
        return conjunction(self.truth(formula, {}) for formula in formulas(axiom))

    def truth(self, formula: Any, known: Mapping[str, Any]) -> str:
        """Write a formula under an assignment."""
        if formula in (sp.true, sp.false):
            return "true" if formula == sp.true else "false"
        if isinstance(formula, ForAll | Exists):
            join = conjunction if isinstance(formula, ForAll) else disjunction
            return join(
                self.truth(formula.body, {**known, **case})
                for case in cases(formula.variables, self.n)
            )
        if isinstance(formula, sp.And):
            return conjunction(self.truth(argument, known) for argument in formula.args)
        if isinstance(formula, sp.Or):
            return disjunction(self.truth(argument, known) for argument in formula.args)
        if isinstance(formula, sp.Not):
            return negation(self.truth(formula.args[0], known))
        if isinstance(formula, sp.Implies):
            left, right = (self.truth(argument, known) for argument in formula.args)
            return "true" if left == "false" else disjunction([negation(left), right])
        if isinstance(formula, sp.Equivalent):
            return self._equivalent([self.truth(argument, known) for argument in formula.args])
        if isinstance(formula, Same):
            one, two = (listing(argument, known, self.n) for argument in formula.args)
            return "true" if one == two else "false"
        return self._relation(formula, known)

    def _equivalent(self, sides: list[str]) -> str:
        for one, two in (sides, sides[::-1]):
            if one in ("true", "false"):
                return two if one == "true" else negation(two)
        return f"(= {sides[0]} {sides[1]})"

    def _relation(self, formula: Any, known: Mapping[str, Any]) -> str:
        if not formula.atoms(Score):
            return (
                "true"
                if formula.subs({s: known[s.name] for s in formula.free_symbols})
                else ("false")
            )
        left, right = (self.term(side, known) for side in formula.args)
        if isinstance(formula, sp.Ne):
            return f"(not (= {left} {right}))"
        return f"({MARKS[type(formula)]} {left} {right})"

    def term(self, e: Any, known: Mapping[str, Any]) -> str:
        """Write a term under an assignment."""
        if isinstance(e, Score):
            one, two = (listing(term, known, self.n) for term in e.listings)
            return unknown((one, two))
        if e.is_Integer:
            return f"{number(int(e))}"
        if isinstance(e, sp.Abs):
            inner = self.term(e.args[0], known)
            return f"(ite (>= {inner} 0) {inner} (- {inner}))"
        if isinstance(e, sp.Add):
            return f"(+ {' '.join(self.term(argument, known) for argument in e.args)})"
        if isinstance(e, sp.Mul):
            return f"(* {' '.join(self.term(argument, known) for argument in e.args)})"
        raise BadInput(f"{type(e).__name__} in a statement about a free metric")


def cases(variables: Any, n: int) -> Any:
    """Go through all values of some variables."""
    domains = [
        itertools.permutations(range(1, n + 1)) if isinstance(v, Ranking) else range(1, n + 1)
        for v in variables
    ]
    for values in itertools.product(*domains):
        yield {v.name: value for v, value in zip(variables, values, strict=True)}


def has(axiom: Axiom, table: Mapping[Pair, Fraction], n: int) -> bool:
    """Decide by plain evaluation whether a metric given as a table has a property."""
    return all(_true(formula, {}, table, n) for formula in formulas(axiom))


def _true(formula: Any, known: Mapping[str, Any], table: Mapping[Pair, Fraction], n: int) -> bool:
    if formula in (sp.true, sp.false):
        return bool(formula)
    if isinstance(formula, ForAll | Exists):
        truths = (
            _true(formula.body, {**known, **case}, table, n) for case in cases(formula.variables, n)
        )
        return all(truths) if isinstance(formula, ForAll) else any(truths)
    if isinstance(formula, Same):
        left, right = (listing(argument, known, n) for argument in formula.args)
        return left == right
    if isinstance(formula, sp.And | sp.Or | sp.Not | sp.Implies | sp.Equivalent):
        values = [_true(argument, known, table, n) for argument in formula.args]
        return bool(formula.func(*[sp.true if value else sp.false for value in values]))
    numbers = {node: _value(node, known, table, n) for node in formula.atoms(Score)}
    places = {s: known[s.name] for s in formula.free_symbols if s.name in known}
    return bool(formula.xreplace(numbers).subs(places))


def _value(node: Score, known: Mapping[str, Any], table: Mapping[Pair, Fraction], n: int) -> Any:
    one, two = (listing(term, known, n) for term in node.listings)
    return sp.Rational(str(table[one, two]))
