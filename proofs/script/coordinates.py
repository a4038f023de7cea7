"""Statements about labels in real coordinates.

Embeddings are any non-decreasing maps and l* is best in every aspect, so the points of l ⊑ l' are
any x, y with xᵢ ≤ yᵢ ≤ sᵢ.

>>> from axioms.dominance import respects_partial_order
>>> from metrics.labels import manhattan
>>> from proofs.core.question import Question
>>> Coordinates(Question(respects_partial_order, (manhattan,), 1, {}, None)).spelled().claim
Abs(l1 - s1) >= Abs(m1 - s1)
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import sympy as sp

from axioms.dominance import Away, Different, Dominated, Label, best, better, worse
from metrics.labels import A, assigned, s, unrolled, w, x
from metrics.language.terms import Ratio
from proofs.core.question import Question

LETTERS = {worse: "l", better: "m", best: "s"}


def symbols(letter: str, size: int) -> list[Any]:
    """Return the coordinates of a label as symbols."""
    return [sp.Symbol(f"{letter}{place}", real=True) for place in range(1, size + 1)]


def unknown_distance(letter: str) -> Any:
    """Return how far a label is from l*, where the distance is any function, as a symbol."""
    return sp.Symbol(f"D{letter}", real=True)


@dataclass(frozen=True)
class Spelled:
    """A statement in real coordinates: where the premises are true, the claim is."""

    premises: tuple[Any, ...]
    claim: Any
    with_root: Any

    def symbols(self) -> list[Any]:
        """Return the symbols that occur."""
        return sorted({a for f in (*self.premises, self.claim) for a in f.free_symbols}, key=str)


class Coordinates:
    """A question about a distance of labels, spelled out for its number of aspects."""

    def __init__(self, question: Question) -> None:
        self.question, self.n = question, question.n
        self.distance = question.subjects[0]
        self.checked = given_numbers(question)
        self.reading = question.parameters.get("reading", "points")

    def spelled(self) -> Spelled:
        """Return the statement in real coordinates, l* best and the parameters free or given."""
        (part,) = self.question.axiom.parts
        formula = part.statement.body
        premises = [*self._best_is_best(), *self._parameter_premises(), *self._table_premises()]
        if isinstance(formula, sp.Implies):
            premises.append(self._formula(formula.args[0]))
            formula = formula.args[1]
        claim = self._formula(formula)
        reduced = without_root(claim)
        if reduced != claim:
            premises += [sp.Ge(side, 0, evaluate=False) for side in reduced.args]
        return Spelled(tuple(premises), reduced, claim)

    def point(self, label: Label) -> list[Any]:
        """Return the coordinates of a label."""
        return symbols(LETTERS[label], self.n)

    def _best_is_best(self) -> list[Any]:
        pairs = [
            (v, top)
            for a in (worse, better)
            for v, top in zip(self.point(a), self.point(best), strict=True)
        ]
        return [sp.Le(value, top, evaluate=False) for value, top in pairs]

    def _formula(self, f: Any) -> Any:
        if isinstance(f, Dominated | Different):
            pairs = list(zip(*[self.point(label) for label in f.args], strict=True))
            if isinstance(f, Dominated):
                return sp.And(*[sp.Le(a, b, evaluate=False) for a, b in pairs])
            differ = sp.Or(*[sp.Ne(a, b, evaluate=False) for a, b in pairs])
            return differ if self.reading == "points" else sp.true
        if isinstance(f, sp.And):
            return sp.And(*[self._formula(argument) for argument in f.args])
        away = {term: self._away(term) for term in f.atoms(Away)}
        return f.func(*[side.xreplace(away) for side in f.args], evaluate=False)

    def _away(self, term: Away) -> Any:
        label = term.args[0]
        if self.distance.value is None:
            return unknown_distance(LETTERS[label])
        entries = {x[a]: v for a, v in enumerate(self.point(label), 1)}
        entries.update({s[a]: v for a, v in enumerate(self.point(best), 1)})
        value = unrolled(self.distance.value, self.n)
        return value.xreplace({**entries, **self.parameter_values()})

    def parameter_values(self) -> dict[Any, Any]:
        """Return what w[i], A[i, j] and q stand for: given numbers or symbols."""
        found = assigned(self.checked)
        size = range(1, self.n + 1)
        if "weights" in self.distance.parameters and "weights" not in self.checked:
            found.update({w[a]: v for a, v in zip(size, symbols("w", self.n), strict=True)})
        if "matrix" in self.distance.parameters and "matrix" not in self.checked:
            found.update({A[a, b]: entry(a, b) for a in size for b in size})
        return found

    def _parameter_premises(self) -> list[Any]:
        free = [name for name in self.distance.parameters if name not in self.checked]
        found: list[Any] = []
        if "weights" in free:
            found += [sp.Ge(weight, 0, evaluate=False) for weight in symbols("w", self.n)]
        if "matrix" in free:
            size = range(1, self.n + 1)
            for last in size:
                rows = range(1, last + 1)
                minor = sp.Matrix([[entry(a, b) for b in rows] for a in rows]).det()
                found.append(sp.Gt(sp.expand(minor), 0, evaluate=False))
        return found

    def _table_premises(self) -> list[Any]:
        """Any function into [0, ∞[ that is 0 at l*: equal points have equal distances."""
        if self.distance.value is not None:
            return []
        values = {label: unknown_distance(letter) for label, letter in LETTERS.items()}
        found = [sp.Ge(value, 0, evaluate=False) for value in values.values()]
        found.append(sp.Eq(values[best], 0, evaluate=False))
        for one, other in combinations(LETTERS, 2):
            pairs = zip(self.point(one), self.point(other), strict=True)
            same = sp.And(*[sp.Eq(a, b, evaluate=False) for a, b in pairs])
            found.append(sp.Implies(same, sp.Eq(values[one], values[other], evaluate=False)))
        return found


def entry(a: int, b: int) -> Any:
    """Return an entry of a symmetric matrix as a symbol."""
    return sp.Symbol(f"A{min(a, b)}{max(a, b)}", real=True)


def without_root(claim: Any) -> Any:
    """Compare what is under one and the same root: t ↦ t^e increases on [0, ∞[ for 0 < e < 1."""
    left, right = claim.args
    if isinstance(left, sp.Pow) and isinstance(right, sp.Pow) and left.exp == right.exp:
        exponent = left.exp
        if exponent.is_Rational and exponent.q > 1 and 0 < exponent < 1:
            return claim.func(left.base, right.base, evaluate=False)
    return claim


def given_numbers(question: Question) -> dict[str, Any]:
    """Return the weights, the matrix and the exponent that were given to a distance."""
    distance = question.subjects[0]
    return {
        name: value for name, value in question.parameters.items() if name in distance.parameters
    }


# What refutes a claim -----------------------------------------------------------------------------


def refuting(question: Question, spelled: Spelled) -> tuple[dict[Any, Any], list[Any]]:
    """Return the conditions that only a counterexample satisfies, and how they are renamed."""
    renaming = _turned(question, spelled)
    conditions = [_renamed(c, renaming) for c in (*spelled.premises, sp.Not(spelled.claim))]
    return renaming, conditions


def _turned(question: Question, spelled: Spelled) -> dict[Any, Any]:
    """Return s = 0, −l for l and −l' for l', where moving labels by s takes it out of the claim."""
    size = question.n
    tops, below = symbols("s", size), [*symbols("l", size), *symbols("m", size)]
    moved = _renamed(spelled.claim, {a: a + top for a, top in zip(below, tops * 2, strict=True)})
    if moved.free_symbols & set(tops):
        return {}
    return {**dict.fromkeys(tops, sp.S.Zero), **{a: -a for a in below}}


def _renamed(f: Any, renaming: dict[Any, Any]) -> Any:
    if f in (sp.true, sp.false):
        return f
    if isinstance(f, sp.And | sp.Or | sp.Not | sp.Implies):
        return f.func(*[_renamed(argument, renaming) for argument in f.args])
    return f.func(*[argument.xreplace(renaming) for argument in f.args], evaluate=False)


def may_be_undefined(claim: Any) -> bool:
    """Tell whether a quotient, or a root of something that is not visibly ≥ 0, occurs."""
    powers = (power for power in claim.atoms(sp.Pow) if not power.exp.is_Integer or power.exp < 0)
    return claim.has(Ratio) or any(
        power.exp < 0 or not (power.base.is_nonnegative or _visibly_nonnegative(power.base))
        for power in powers
    )


def _visibly_nonnegative(e: Any) -> bool:
    """Tell whether a term is a sum or product of squares, sizes, and numbers and weights ≥ 0."""
    if isinstance(e, sp.Add | sp.Mul | sp.Max):
        return all(map(_visibly_nonnegative, e.args))
    return bool(e.is_nonnegative) or (e.is_Symbol and e.name.startswith("w"))
