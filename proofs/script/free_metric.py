"""A metric that is not named: a table of real unknowns, one for each pair of rankings.

Statements about it are spelled out over all rankings of a tiny n, so that a solver can
say whether one axiom implies another, or find a metric that has one and lacks the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import sympy as sp

from axioms.axiom import Axiom
from axioms.language.fold import Binders
from axioms.language.formula import Benefit, Declared, Exists, Score, Slot, plain
from axioms.language.shapes import beside_scores
from metrics.language.domains import RANKINGS, Size
from metrics.language.fold import names
from metrics.language.terms import ITEMS, At, sigma, tau
from metrics.language.written import listing
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.script.smtlib import Reals, Script, conjunction, disjunction, negation, number, written

LARGEST_N = 3
FREE = Metric("m", "m", (sigma, tau), sp.Integer(0), "free", True, "any metric of two rankings")
Pair = tuple[tuple[int, ...], tuple[int, ...]]


def pairs(n: int) -> list[Pair]:
    """Return all pairs of rankings."""
    rankings = list(itertools.permutations(range(1, n + 1)))
    return [(one, two) for one in rankings for two in rankings]


def unknown(pair: Pair) -> str:
    """Return the name of the unknown for a pair, as m_12_21."""
    return "m_" + "_".join("".join(map(str, ranking)) for ranking in pair)


def script(n: int, values: range) -> Script:
    """Declare a free metric, its values among some integers where these are given."""
    made = Script()
    for name in map(unknown, pairs(n)):
        made.declare(name, "Real")
        made.insist(disjunction(f"(= {name} {value})" for value in values) if values else "true")
    return made


def breaking_script(
    premises: Sequence[Axiom], conclusion: Axiom | None, n: int, values: range = range(0)
) -> str:
    """Return the script that only a metric with the premises and without the conclusion meets.

    Without a conclusion any metric with the premises meets it.
    """
    wanted = [spelled(axiom, n) for axiom in premises]
    wanted += [] if conclusion is None else [negation(spelled(conclusion, n))]
    made = script(n, values)
    if any(map(names_rankings, premises if conclusion is None else [*premises, conclusion])):
        _have_extremes(made, [unknown(pair) for pair in pairs(n)])
    return made.text(conjunction(wanted))


def names_rankings(axiom: Axiom) -> bool:
    """Tell whether an axiom says that there are rankings of some kind."""
    binders = {found for part in axiom.parts for found in part.statement.atoms(Exists)}
    return any(map(RANKINGS.ranges, {v for found in binders for v in found.variables}))


def _have_extremes(made: Script, unknowns: list[str]) -> None:
    """Give names to the least and the largest value: there are such among finitely many.

    Nothing is added to what is said of the metric, but that some score is smallest is found at
    once, where a solver would else look through all ways in which scores may lie below each other.
    """
    for name, mark in (("least", "<="), ("largest", ">=")):
        made.declare(name, "Real")
        made.insist(conjunction(f"({mark} {name} {one})" for one in unknowns))
        made.insist(disjunction(f"(= {name} {one})" for one in unknowns))


@cache
def spelled(axiom: Axiom, n: int) -> str:
    """Write that the free metric of n items has a property."""
    return Spelled(n).axiom(axiom)


def check_axiom(axiom: Any) -> None:
    """Refuse axioms that do not speak of the scores of one metric of two rankings alone."""
    if not isinstance(axiom, Axiom):
        raise BadInput(f"{axiom.name} is a quantity, and only properties imply each other.")
    if axiom.domain is not RANKINGS:
        raise BadInput(
            f"{axiom.name} is about {axiom.domain.name}, and a free metric compares two rankings."
        )
    slots = {slot for part in axiom.parts for slot in part.statement.atoms(Slot)}
    if len(axiom.slots) != 1 or axiom.inputs == 1 or slots != {Slot(axiom.slots[0])}:
        raise BadInput(
            f"{axiom.name} does not speak of one metric of two rankings alone, so a free metric "
            "cannot be put into it."
        )
    if axiom.slope_in:
        raise BadInput(
            f"{axiom.name} is about the slope of a metric in {axiom.slope_in}, and a free metric "
            "has no parameter: declare it without slope_in."
        )
    if any(beside_scores(part.statement).has(At) for part in axiom.parts):
        raise BadInput(
            f"{axiom.name} names entries of rankings, and only statements about scores are put to "
            "a free metric."
        )
    declared = {word for part in axiom.parts for word in part.statement.atoms(Benefit, Declared)}
    if declared:
        raise BadInput(
            f"{axiom.name} names {type(declared.pop()).__name__.lower()}, which each metric "
            "declares for itself and a free metric does not: write its scores, m(sigma, tau)."
        )


def formulas(axiom: Axiom) -> list[Any]:
    """Return the axiom's parts about the free metric."""
    return [plain(part.statement, {axiom.slots[0]: FREE}, ITEMS) for part in axiom.parts]


class Spelled(Binders, Reals):
    """Writes statements about the free metric, ranking by ranking, for one n."""

    reader = "a free metric"
    refuses = names(
        "rounded loops choices listings ranked judged weights aspects ordered functions mean "
        "has_value"
    ) - {"absolute"}

    def __init__(self, n: int) -> None:
        self.n = n

    def domain(self, variable: Any) -> Any:
        return variable.domain.values(Size(self.n))

    def assigned(self, variables: Any, known: Any) -> Iterator[Any]:
        """Go through all values of some variables, by their names."""
        for case in super().assigned(variables, {}):
            yield {**known, **{variable.name: value for variable, value in case.items()}}

    def rankings(self, terms: Any, known: Any) -> list[tuple[int, ...]]:
        """Return what listings are."""
        return [listing(term, known, self.n) for term in terms]

    def same(self, e: Any, known: Any) -> Any:
        one, two = self.rankings(e.args, known)
        return self.every(()) if one == two else self.some(())

    def axiom(self, axiom: Axiom) -> str:
        """Write that the free metric has a property."""
        return conjunction(self.read(formula, {"n": self.n}) for formula in formulas(axiom))

    def unread(self, e: Any, known: Any) -> Any:
        raise BadInput(f"{type(e).__name__} in a statement about a free metric")

    def implication(self, e: Any, known: Any) -> str:
        """Write an implication; what a false condition leads to need not be there."""
        spared = self.negated(e.args[0], known) == "true"
        return "true" if spared else str(super().implication(e, known))

    def equivalence(self, e: Any, known: Any) -> str:
        sides = self.arguments(e, known)
        for one, two in (sides, sides[::-1]):
            if one in ("true", "false"):
                return two if one == "true" else negation(two)
        return f"(= {sides[0]} {sides[1]})"

    def relation(self, e: Any, known: Any) -> str:
        if not e.atoms(Score):
            if e.has(At):
                return str(self.unread(e.atoms(At).pop(), known))
            return written(e.subs({symbol: known[symbol.name] for symbol in e.free_symbols}))
        return super().relation(e, known)

    def symbol(self, e: Any, known: Any) -> str:
        return number(int(known[e.name]))

    def score(self, e: Any, known: Any) -> str:
        one, two = self.rankings(e.listings, known)
        return unknown((one, two))
