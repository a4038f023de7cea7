"""Duals of linear programs: a lower bound on a cone that is proved by its multipliers.

The cone is x ≥ 0, rows·x ≥ 0, and the function on it plain·x + Σ c·|f·x| with c ≥ 0.

Why it is right. On the cone c·|f·x| ≥ c·s·(f·x) for every sign −1 ≤ s ≤ 1, and each multiplier ≥ 0
times a row is ≥ 0. So if every coefficient of plain + Σ c·s·f − bound·unit − Σ multiplier·row is
≥ 0, then plain·x + Σ c·|f·x| ≥ bound·unit·x for every x of the cone. Only rational arithmetic is
used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction


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
    """Tell whether plain·x + Σ c·|f·x| ≥ bound·unit·x follows for every x of the cone."""
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
