"""Replay for questions about weights: witnesses and certificates, checked from the definitions.

Plain loops over rational numbers. A witness is evaluated by `metrics.weighted_value`, which
reads the metric's own expression; no engine shares any of this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import sympy as sp

from axioms.formula import ForAll, Same, Score
from metrics.weighted_value import value as metric_value
from proofs.trusted.replay import Replayed, ReplayFailed, holds, listing

KINDS = ("w", "delta", "similarity")


# Certificates of linear programs ------------------------------------------------------------------


def form_value(
    plain: Mapping[int, Fraction],
    absolute: Sequence[tuple[Fraction, Mapping[int, Fraction]]],
    rows: Sequence[Mapping[int, Fraction]],
    point: Sequence[Fraction],
) -> Fraction | None:
    """Return plain·x + Σ c·|f·x|, or None where x is not in the cone x ≥ 0, rows·x ≥ 0."""

    def dot(row: Mapping[int, Fraction]) -> Fraction:
        return sum((value * point[column] for column, value in row.items()), Fraction(0))

    if any(value < 0 for value in point) or any(dot(row) < 0 for row in rows):
        return None
    return dot(plain) + sum((c * abs(dot(inner)) for c, inner in absolute), Fraction(0))


def bound_is_proved(
    plain: Mapping[int, Fraction],
    absolute: Sequence[tuple[Fraction, Mapping[int, Fraction]]],
    rows: Sequence[Mapping[int, Fraction]],
    unit: Mapping[int, Fraction],
    bound: Fraction,
    signs: Sequence[Fraction],
    multipliers: Sequence[Fraction],
) -> bool:
    """Tell whether plain·x + Σ c·|f·x| ≥ bound·unit·x follows for every x of the cone.

    It does if c ≥ 0, −1 ≤ signs ≤ 1, multipliers ≥ 0 and every coefficient of
    plain + Σ c·sign·f − bound·unit − Σ multiplier·row is ≥ 0: c·|f·x| ≥ c·sign·(f·x), the rows and
    x are ≥ 0 on the cone.
    """
    if any(c < 0 for c, _ in absolute) or any(abs(sign) > 1 for sign in signs):
        return False
    if any(multiplier < 0 for multiplier in multipliers):
        return False
    if len(signs) != len(absolute) or len(multipliers) != len(rows):
        return False
    left: dict[int, Fraction] = {}

    def add(row: Mapping[int, Fraction], factor: Fraction) -> None:
        for column, value in row.items():
            left[column] = left.get(column, Fraction(0)) + factor * value

    add(plain, Fraction(1))
    for sign, (c, inner) in zip(signs, absolute, strict=True):
        add(inner, c * sign)
    add(unit, -bound)
    for multiplier, row in zip(multipliers, rows, strict=True):
        add(row, -multiplier)
    return all(value >= 0 for value in left.values())


# Witnesses ----------------------------------------------------------------------------------------


def broken_assumption(question: Any, witness: Mapping[str, Any]) -> str | None:
    """Return what the weights of a witness violate, or None."""
    assume, n = question.assume, question.n
    for kind in KINDS:
        if kind not in witness:
            continue
        entries = _entries(kind, witness[kind], n)
        for entry in entries:
            if entry < 0 or (assume.positive and entry == 0):
                return f"{kind} has the entry {entry}"
        if kind == "delta" and assume.decreasing and sorted(entries, reverse=True) != entries:
            return "delta is not decreasing"
        if kind == "similarity" and assume.triangle:
            triple = violated_triple([[Fraction(e) for e in row] for row in witness[kind]])
            if triple is not None:
                return "D violates the triangle inequality at {}, {}, {}".format(*triple)
    return None


def _entries(kind: str, given: Any, n: int) -> list[Fraction]:
    if kind != "similarity":
        return [Fraction(entry) for entry in given]
    matrix = [[Fraction(entry) for entry in row] for row in given]
    for x in range(n):
        if matrix[x][x] != 0 or any(matrix[x][y] != matrix[y][x] for y in range(n)):
            raise ReplayFailed("D is not symmetric with zeros on the diagonal.")
    return [matrix[x][y] for x, y in combinations(range(n), 2)]


def violated_triple(matrix: Sequence[Sequence[Fraction]]) -> tuple[int, int, int] | None:
    """Return items x, y, z with D(x, z) > D(x, y) + D(y, z), or None.

    >>> violated_triple([[0, 1, 3], [1, 0, 1], [3, 1, 0]])
    (1, 2, 3)
    """
    for x, y, z in permutations(range(len(matrix)), 3):
        if matrix[x][z] > matrix[x][y] + matrix[y][z]:
            return x + 1, y + 1, z + 1
    return None


def score(question: Any, node: Score, witness: Mapping[str, Any]) -> Any:
    """Return the value of a score at a witness."""
    rankings = [listing(term, witness, question.n) for term in node.listings]
    weights = {kind: _numbers(witness[kind]) for kind in KINDS if kind in witness}
    if node.slot.name == "m_t":
        weights[witness["scaled"]] = _times(weights[witness["scaled"]], sp.Rational(witness["t"]))
    if node.slot.name == "m_nu":
        weights = {kind: _moved(kind, values, witness["nu"]) for kind, values in weights.items()}
    metric = question.by_slot[node.slot.name]
    return metric_value(
        metric, *rankings, **weights, fixed=question.fixed, convention=question.convention
    )


def _numbers(given: Any) -> Any:
    return [_numbers(entry) if isinstance(entry, list) else sp.Rational(entry) for entry in given]


def _times(given: Any, factor: Any) -> Any:
    return [_times(e, factor) if isinstance(e, list) else e * factor for e in given]


def _moved(kind: str, values: Any, nu: Sequence[int]) -> Any:
    """Return the weights after the item ν(x) got the name x; position costs stay."""
    if kind == "w":
        return [values[item - 1] for item in nu]
    if kind == "similarity":
        return [[values[one - 1][other - 1] for other in nu] for one in nu]
    return values


def _term(question: Any, e: Any, witness: Mapping[str, Any]) -> Any:
    if isinstance(e, Score):
        return score(question, e, witness)
    if not e.args:
        return e
    return e.func(*[_term(question, argument, witness) for argument in e.args])


def _truth(question: Any, formula: Any, witness: Mapping[str, Any]) -> bool:
    if isinstance(formula, sp.Equivalent):
        return len({_truth(question, a, witness) for a in formula.args}) == 1
    if isinstance(formula, Same):
        left, right = (listing(term, witness, question.n) for term in formula.args)
        return left == right
    if isinstance(formula, sp.Basic) and formula in (sp.true, sp.false):
        return bool(formula)
    left, right = (_term(question, argument, witness) for argument in formula.args)
    return holds(type(formula), left, right)


def replay(question: Any, statement: Any, witness: dict[str, Any]) -> Replayed:
    """Check a refutation: the weights are admissible, and the statement is false there."""
    broken = broken_assumption(question, witness)
    if broken is not None:
        raise ReplayFailed(f"the witness {witness} is not admissible: {broken}.")
    formula = statement.formula
    assert isinstance(formula, ForAll)
    if _truth(question, formula.body, witness):
        raise ReplayFailed(f"{question.text(statement)} is true at {witness}.")
    nodes = sorted(formula.body.atoms(Score), key=lambda node: question.text_of(node))
    values = tuple((question.text_of(node), score(question, node, witness)) for node in nodes)
    return Replayed(statement, witness, values)
