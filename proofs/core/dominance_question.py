"""A question about a distance: does the order it gives respect dominance, for n aspects?

The statement is spelled out in real coordinates: since embeddings are any non-decreasing maps
and l* is best in every aspect, the points of l ⊑ l' are any x, y with xᵢ ≤ yᵢ ≤ sᵢ.

>>> from axioms.dominance import respects_partial_order
>>> from metrics.labels import manhattan
>>> question = DominanceQuestion(respects_partial_order, manhattan, 1, {})
>>> question.text()
"∀ l, l' ∈ L: l ⊑ l' ⇒ manhattan(l, l*) ≥ manhattan(l', l*)"
>>> question.spelled().claim
Abs(l1 - s1) >= Abs(m1 - s1)
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import sympy as sp

from axioms.axiom import Axiom
from axioms.dominance import (
    Away,
    Different,
    Dominated,
    Label,
    aspects_latex,
    aspects_text,
    best,
    better,
    worse,
)
from metrics.labels import A, Distance, LabelSpace, assigned, s, unrolled, w, x
from metrics.naming import BadInput

POINTS, LABELS = "points", "labels"
READINGS = {
    POINTS: "l ≠ l' after embedding: g(l) ≠ g(l'), as with strictly increasing embeddings",
    LABELS: "l ≠ l' as labels, which a non-decreasing embedding may put at one point",
}
LARGEST_N = 6
LETTERS = {worse: "l", better: "m", best: "s"}


def symbols(letter: str, size: int) -> list[Any]:
    """Return the coordinates of a label as symbols."""
    return [sp.Symbol(f"{letter}{place}", real=True) for place in range(1, size + 1)]


@dataclass(frozen=True)
class Spelled:
    """A statement in real coordinates: where the premises are true, the claim is."""

    premises: tuple[Any, ...]
    claim: Any
    with_root: Any

    def symbols(self) -> list[Any]:
        """Return the symbols that occur."""
        return sorted({a for f in (*self.premises, self.claim) for a in f.free_symbols}, key=str)


@dataclass(frozen=True)
class DominanceQuestion:
    """One axiom about one distance and a number of aspects."""

    asked: Axiom
    distance: Distance
    n: int
    checked: dict[str, Any]
    reading: str = POINTS
    space: LabelSpace | None = None

    def __post_init__(self) -> None:
        if isinstance(self.n, bool) or not isinstance(self.n, int):
            raise BadInput(f"n = {self.n!r} is not a whole number of aspects.")
        if self.n < 1:
            raise BadInput(f"n = {self.n}: a label needs at least one aspect, so n ≥ 1.")
        if self.n > LARGEST_N and self.space is None:
            raise BadInput(
                f"n = {self.n} aspects are out of reach: at most {LARGEST_N}, or --n all."
            )
        if self.reading not in READINGS:
            raise BadInput(f"no reading is called {self.reading!r}: points or labels.")
        if self.space is not None and len(self.space.aspects) != self.n:
            raise BadInput(
                f"the embedding has {len(self.space.aspects)} aspects, and n = {self.n} was asked."
            )

    @property
    def is_strict(self) -> bool:
        """Tell whether the statement depends on when two labels differ."""
        return bool(self.asked.parts[0].statement.atoms(Different))

    @property
    def subjects(self) -> tuple[Any, ...]:
        """The distance."""
        return (self.distance,)

    @property
    def order(self) -> str | None:
        """No order of runs plays a part."""
        return None

    @property
    def convention(self) -> str | None:
        """There are no permutations."""
        return None

    @property
    def parameters(self) -> dict[str, Any]:
        """What was given besides the number of aspects, as text."""
        found = {name: shown(name, value) for name, value in self.checked.items()}
        if self.is_strict:
            found["reading"] = self.reading
        if self.space is not None:
            found["embedding"] = embedding_text(self.space)
        return found

    def given(self) -> str:
        """Return the parameters as they follow the title."""
        return "".join(f", {name} = {value}" for name, value in self.parameters.items())

    def readings(self) -> list[str]:
        """Return the readings that were used."""
        found = ["n is the number of aspects", *filter(None, [self.asked.reading])]
        if self.space is not None:
            found = ["n is the number of aspects", "only the labels and the embedding given"]
        if self.is_strict:
            found.append(READINGS[self.reading])
        return found + [f"{self.distance.name}: {t}" for t in [self.distance.reading] if t]

    def definitions(self) -> dict[str, str]:
        """Return the distance's expression as text."""
        return {self.distance.name: str(self.distance.value)}

    def digest(self) -> str | None:
        """No values are digested: coordinates are any real numbers."""
        return None

    def text(self, statement: Any = None, every_n: bool = False) -> str:
        """Return the question in plain characters."""
        return aspects_text(self.asked.parts[0].statement, {"Dist": self.distance.name})

    def latex(self, statement: Any = None) -> str:
        """Return the question in LaTeX."""
        return aspects_latex(self.asked.parts[0].statement, {"Dist": self.distance.name})

    # The statement in coordinates ----------------------------------------------------------------

    def spelled(self) -> Spelled:
        """Return the statement in real coordinates, l* best and the parameters free or given."""
        formula = self.asked.parts[0].statement.body
        premises = [*self._best_is_best(), *self._parameter_premises(), *self._table_premises()]
        assert isinstance(formula, sp.Implies)
        premises.append(self._formula(formula.args[0]))
        claim = self._formula(formula.args[1])
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
            return differ if self.reading == POINTS else sp.true
        if isinstance(f, sp.And):
            return sp.And(*[self._formula(argument) for argument in f.args])
        return f.func(*[self._away(side) for side in f.args], evaluate=False)

    def _away(self, term: Away) -> Any:
        label = term.args[0]
        if self.distance.value is None:
            return sp.Symbol(f"D{LETTERS[label]}", real=True)
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
            found.update({A[a, b]: _entry(a, b) for a in size for b in size})
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
                minor = sp.Matrix([[_entry(a, b) for b in rows] for a in rows]).det()
                found.append(sp.Gt(sp.expand(minor), 0, evaluate=False))
        return found

    def _table_premises(self) -> list[Any]:
        """Any function into [0, ∞[ that is 0 at l*: equal points have equal distances."""
        if self.distance.value is not None:
            return []
        values = {label: sp.Symbol(f"D{letter}", real=True) for label, letter in LETTERS.items()}
        found = [sp.Ge(value, 0, evaluate=False) for value in values.values()]
        found.append(sp.Eq(values[best], 0, evaluate=False))
        for one, other in combinations(LETTERS, 2):
            pairs = zip(self.point(one), self.point(other), strict=True)
            same = sp.And(*[sp.Eq(a, b, evaluate=False) for a, b in pairs])
            found.append(sp.Implies(same, sp.Eq(values[one], values[other], evaluate=False)))
        return found


def _entry(a: int, b: int) -> Any:
    return sp.Symbol(f"A{min(a, b)}{max(a, b)}", real=True)


def without_root(claim: Any) -> Any:
    """Compare what is under one and the same root: t ↦ t^e increases on [0, ∞[ for 0 < e < 1."""
    left, right = claim.args
    if isinstance(left, sp.Pow) and isinstance(right, sp.Pow) and left.exp == right.exp:
        exponent = left.exp
        if exponent.is_Rational and exponent.q > 1 and 0 < exponent < 1:
            return claim.func(left.base, right.base, evaluate=False)
    return claim


def shown(name: str, value: Any) -> str:
    """Return a parameter as the command line takes it."""
    if name == "matrix":
        return ";".join(",".join(map(str, row)) for row in value)
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def embedding_text(space: LabelSpace) -> str:
    """Return an embedding as the command line takes it."""
    return ";".join(",".join(map(str, aspect.embedding)) for aspect in space.aspects)
