"""Replay: evaluate a statement at one assignment, from the definitions alone.

This is the code that a refutation rests on. It shares nothing with any engine:
plain loops over SymPy numbers, zero recognised by SymPy, signs by mpmath's
interval arithmetic. It is slow, and meant to be read.

>>> from metrics.gain import dcg
>>> print(value_of(dcg, [(2, 1)], {}, "items"))
log(2)/log(3) + 2
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import factorial
from typing import Any

import mpmath
import sympy as sp

from axioms.formula import Exists, ForAll, Same, Score
from axioms.shapes import EqualCases
from metrics.language.runs import Gain, Grade
from metrics.language.terms import (
    At,
    Backwards,
    Compose,
    FullCycle,
    Identity,
    Indicator,
    Inverse,
    Listing,
    Ranking,
    Ratio,
    Swap,
    read,
)
from metrics.language.terms import n as n_symbol
from metrics.metric import PARAMETERS, Metric
from proofs.core.question import Question, Statement

Assignment = Mapping[str, Any]
NAIVE_LIMIT = 200_000


class Undefined(Exception):
    """A value is 0/0 or x/0."""


class Inconclusive(Exception):
    """Replay could not decide a comparison."""


# Listings and scores -----------------------------------------------------------------------------


def listing(term: Listing, assignment: Assignment, n: int) -> tuple[int, ...]:
    """Return the entries of a listing."""
    if isinstance(term, Ranking):
        return tuple(assignment[term.name])
    if isinstance(term, Identity):
        return tuple(range(1, n + 1))
    if isinstance(term, Backwards):
        return tuple(range(n, 0, -1))
    if isinstance(term, FullCycle):
        return (*range(2, n + 1), 1)
    if isinstance(term, Swap):
        first, second = (int(number(argument, assignment)) for argument in term.args)
        entries = list(range(1, n + 1))
        entries[first - 1], entries[second - 1] = second, first
        return tuple(entries)
    if isinstance(term, Inverse):
        inner = listing(term.args[0], assignment, n)
        return tuple(inner.index(item) + 1 for item in range(1, n + 1))
    if isinstance(term, Compose):
        outer, inner = (listing(argument, assignment, n) for argument in term.args)
        return tuple(outer[place - 1] for place in inner)
    raise TypeError(f"unknown listing {term}")


def number(term: Any, assignment: Assignment) -> Any:
    """Return a term over place variables as a number."""
    return sp.sympify(term).subs({s: assignment[s.name] for s in term.free_symbols})


def value_of(
    metric: Metric, rankings: list[tuple[int, ...]], parameters: Mapping[str, Any], convention: str
) -> Any:
    """Return the metric's value at rankings as a SymPy number."""
    places = {n_symbol: sp.Integer(len(rankings[0]))}
    places.update({PARAMETERS[name]: sp.sympify(value) for name, value in parameters.items()})
    inputs = dict(zip(metric.inputs, rankings, strict=True))
    return finite(evaluated(read(metric.value, convention), places, inputs))


def evaluated(e: Any, known: dict[Any, Any], inputs: Mapping[Any, tuple[int, ...]]) -> Any:
    """Return the value of an expression with its symbols and listings filled in."""
    if e in known:
        return known[e]
    if isinstance(e, At):
        entries = _entries(e.args[0], inputs)
        place = evaluated(e.args[1], known, inputs)
        if not place.is_Integer or not 1 <= place <= len(entries):
            raise Inconclusive(f"the place {place} of a ranking of {len(entries)}")
        return sp.Integer(entries[int(place) - 1])
    if isinstance(e, Grade | Gain):
        return _of_run(e, known, inputs)
    if isinstance(e, sp.Sum | sp.Product):
        return _unrolled(e.function, list(e.limits), type(e) is sp.Sum, known, inputs)
    if isinstance(e, Indicator):
        left, right = (evaluated(argument, known, inputs) for argument in e.args[0].args)
        return sp.Integer(1 if holds(type(e.args[0]), left, right) else 0)
    if not e.args:
        return e
    arguments = [evaluated(argument, known, inputs) for argument in e.args]
    if isinstance(e, Ratio):
        if sign_of(arguments[1]) == 0:
            raise Undefined
        return arguments[0] / arguments[1]
    return finite(e.func(*arguments))


def _of_run(e: Any, known: dict[Any, Any], inputs: Mapping[Any, tuple[int, ...]]) -> Any:
    """Return the degree at a place of a run, or the gain of a degree."""
    number = evaluated(e.args[-1], known, inputs)
    if isinstance(e, Gain):
        if Gain(number) not in known:
            raise Inconclusive(f"the gain of a degree {number}")
        return known[Gain(number)]
    run = inputs[e.args[0]]
    if not number.is_Integer or not 1 <= number <= len(run):
        raise Inconclusive(f"the place {number} of a run of {len(run)}")
    return sp.Integer(run[int(number) - 1])


def finite(value: Any) -> Any:
    """Return a value, or raise :class:`Undefined` where it is infinite or 0/0."""
    if value.has(sp.zoo, sp.nan, sp.oo):
        raise Undefined
    return value


def _entries(term: Any, inputs: Mapping[Any, tuple[int, ...]]) -> tuple[int, ...]:
    if isinstance(term, Inverse):
        inner = _entries(term.args[0], inputs)
        return tuple(inner.index(item) + 1 for item in range(1, len(inner) + 1))
    return inputs[term]


def _unrolled(
    body: Any, limits: list[Any], adds: bool, known: dict[Any, Any], inputs: Mapping[Any, Any]
) -> Any:
    """Sum or multiply over nested limits; the last limit is the outermost."""
    if not limits:
        return evaluated(body, known, inputs)
    index, low, high = limits[-1]
    total = sp.Integer(0 if adds else 1)
    first, last = (int(evaluated(bound, known, inputs)) for bound in (low, high))
    for value in range(first, last + 1):
        term = _unrolled(body, limits[:-1], adds, {**known, index: sp.Integer(value)}, inputs)
        total = total + term if adds else total * term
    return total


# Comparisons -------------------------------------------------------------------------------------


def sign_of(value: Any) -> int:
    """Return the sign of a SymPy number, or raise :class:`Inconclusive`."""
    if value.is_Rational:
        return int(sp.sign(value))
    for digits in (30, 100, 300):
        sign = _interval_sign(value, digits)
        if sign:
            return sign
    reduced = sp.expand(sp.expand_log(sp.radsimp(sp.expand(value)), force=True))
    if reduced == 0 or sp.simplify(reduced) == 0:
        return 0
    raise Inconclusive(f"the sign of {value}")


def _interval_sign(value: Any, digits: int) -> int:
    context = mpmath.iv
    before = context.dps
    context.dps = digits
    try:
        interval = _interval(value)
        return 1 if interval.a > 0 else -1 if interval.b < 0 else 0
    finally:
        context.dps = before


def _interval(e: Any) -> Any:
    if e.is_Rational:
        return mpmath.iv.mpf(int(e.p)) / mpmath.iv.mpf(int(e.q))
    if isinstance(e, sp.Add):
        return sum((_interval(argument) for argument in e.args), mpmath.iv.mpf(0))
    if isinstance(e, sp.Mul):
        result = mpmath.iv.mpf(1)
        for argument in e.args:
            result *= _interval(argument)
        return result
    if isinstance(e, sp.Pow):
        if e.exp.is_Integer:
            return _interval(e.base) ** int(e.exp)
        return mpmath.iv.exp(mpmath.iv.log(_interval(e.base)) * _interval(e.exp))
    if isinstance(e, sp.log):
        return mpmath.iv.log(_interval(e.args[0]))
    if isinstance(e, sp.Abs):
        return abs(_interval(e.args[0]))
    raise Inconclusive(f"an interval for {e}")


def holds(relation: type, left: Any, right: Any) -> bool:
    """Decide a relation between two SymPy numbers."""
    sign = sign_of(sp.sympify(left) - sp.sympify(right))
    return {
        sp.Eq: sign == 0,
        sp.Ne: sign != 0,
        sp.Le: sign <= 0,
        sp.Lt: sign < 0,
        sp.Ge: sign >= 0,
        sp.Gt: sign > 0,
    }[relation]


# Formulas ----------------------------------------------------------------------------------------


class Replayer:
    """Evaluates the formulas of one question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self._known: dict[Any, Any] = {}

    def score(self, node: Score, assignment: Assignment) -> Any:
        """Return the value of a score, or raise :class:`Undefined`."""
        question = self.question
        rankings = [listing(term, assignment, question.n) for term in node.listings]
        key = (node.slot, *rankings)
        if key not in self._known:
            metric = question.by_slot[node.slot.name]
            try:
                self._known[key] = value_of(
                    metric, rankings, question.bound(node.slot), question.convention
                )
            except Undefined:
                self._known[key] = None
        if self._known[key] is None:
            raise Undefined
        return self._known[key]

    def term(self, e: Any, assignment: Assignment) -> Any:
        """Return a term over scores and places as a number."""
        if isinstance(e, Score):
            return self.score(e, assignment)
        if isinstance(e, Indicator):
            return sp.Integer(1 if self.truth(e.args[0], assignment) else 0)
        if isinstance(e, sp.sign):
            return sp.Integer(sign_of(self.term(e.args[0], assignment)))
        if isinstance(e, sp.Abs):
            inner = self.term(e.args[0], assignment)
            return -inner if sign_of(inner) < 0 else inner
        if not e.args:
            return number(e, assignment)
        return finite(e.func(*[self.term(argument, assignment) for argument in e.args]))

    def truth(self, formula: Any, assignment: Assignment) -> bool:
        """Decide a formula."""
        if formula in (sp.true, sp.false):
            return bool(formula)
        if isinstance(formula, sp.And):
            return all(self.truth(argument, assignment) for argument in formula.args)
        if isinstance(formula, sp.Or):
            return any(self.truth(argument, assignment) for argument in formula.args)
        if isinstance(formula, sp.Not):
            return not self.truth(formula.args[0], assignment)
        if isinstance(formula, sp.Implies):
            left, right = formula.args
            return not self.truth(left, assignment) or self.truth(right, assignment)
        if isinstance(formula, sp.Equivalent):
            return len({self.truth(argument, assignment) for argument in formula.args}) == 1
        if isinstance(formula, Same):
            left, right = (listing(a, assignment, self.question.n) for a in formula.args)
            return left == right
        if isinstance(formula, ForAll):
            return all(self._defined_truths(formula, assignment))
        if isinstance(formula, Exists):
            return any(self._defined_truths(formula, assignment))
        left, right = (self.term(argument, assignment) for argument in formula.args)
        return holds(type(formula), left, right)

    def _defined_truths(self, formula: Any, assignment: Assignment) -> Iterator[bool]:
        for case in self.assignments(formula.variables):
            try:
                yield self.truth(formula.body, {**assignment, **case})
            except Undefined:
                continue

    def never_defined(self, equal: EqualCases) -> bool:
        """Tell whether there are cases of equal rankings, none of them defined."""
        seen = False
        for case in self.assignments(equal.variables):
            if not all(self.truth(condition, case) for condition in equal.conditions):
                continue
            seen = True
            try:
                for node in equal.scores:
                    self.score(node, case)
            except Undefined:
                continue
            return False
        return seen

    def assignments(self, variables: Any) -> Iterator[dict[str, Any]]:
        """Go through all values of some variables, in lexicographic order."""
        n = self.question.n
        domains = [
            itertools.permutations(range(1, n + 1))
            if isinstance(variable, Ranking)
            else range(1, n + 1)
            for variable in variables
        ]
        for values in itertools.product(*domains):
            yield {v.name: value for v, value in zip(variables, values, strict=True)}


@dataclass(frozen=True)
class Replayed:
    """A witness that was replayed: the statement is false there. Made by :func:`replay` alone."""

    statement: Statement
    witness: dict[str, Any] | None
    values: tuple[tuple[str, Any], ...]


class ReplayFailed(Exception):
    """A witness does not refute what it was said to refute: an error of ours."""


def replay(question: Question, statement: Statement, witness: dict[str, Any] | None) -> Replayed:
    """Check a refutation; `witness` is None where nothing at all satisfies an Exists."""
    replayer = Replayer(question)
    formula = statement.formula
    if witness is None:
        _insist_small(question, formula)
        if not isinstance(formula, Exists) or replayer.truth(formula, {}):
            raise ReplayFailed(f"{question.text(statement)} was called refuted, but is true.")
        return Replayed(statement, None, ())
    assert isinstance(formula, ForAll)
    try:
        shown = [(node, replayer.score(node, witness)) for node in named_scores(formula)]
        false = not replayer.truth(formula.body, witness)
    except Undefined:
        raise ReplayFailed(f"a value at {witness} is undefined.") from None
    if not false:
        raise ReplayFailed(f"{question.text(statement)} is true at {witness}.")
    values = tuple((_text(question, node), value) for node, value in shown)
    return Replayed(statement, {**dict(statement.fixed), **witness}, values)


def named_scores(formula: Any) -> list[Score]:
    """Return the scores that a ForAll names at each of its cases, as their variables are bound."""
    inner = {v for binder in formula.body.atoms(ForAll, Exists) for v in binder.variables}
    named = [s for s in formula.body.atoms(Score) if not s.atoms(Ranking) & inner]
    return sorted(named, key=_order(formula))


def _insist_small(question: Question, formula: Any) -> None:
    cases = 1
    for variable in formula.variables:
        cases *= factorial(question.n) if isinstance(variable, Ranking) else question.n
    if cases > NAIVE_LIMIT:
        raise Inconclusive(f"{cases:,} cases are too many to try again one by one")


def _order(formula: Any) -> Any:
    """Order scores as their variables are bound."""
    place = {variable: index for index, variable in enumerate(formula.variables)}

    def key(node: Score) -> Any:
        used = [
            place[atom]
            for term in node.listings
            for atom in sp.preorder_traversal(term)
            if atom in place
        ]
        return (node.slot.name, str(node.slot.args[1:]), len(used), used)

    return key


def _text(question: Question, node: Score) -> str:
    from axioms.printing import statement_text

    return statement_text(node, question.names, question.n)
