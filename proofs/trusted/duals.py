"""Duals of linear programs: a lower bound on a cone that is proved by its multipliers.

The cone is x ≥ 0, rows·x ≥ 0, and the function on it plain·x + Σ c·|f·x| with c ≥ 0.

Why it is right. On the cone c·|f·x| ≥ c·s·(f·x) for every sign −1 ≤ s ≤ 1, and each multiplier ≥ 0
times a row is ≥ 0. So if every coefficient of plain + Σ c·s·f − bound·unit − Σ multiplier·row is
≥ 0, then plain·x + Σ c·|f·x| ≥ bound·unit·x for every x of the cone. Only rational arithmetic is
used.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

Row = Mapping[Hashable, Fraction]


def bound_is_proved(
    plain: Row,
    absolute: Sequence[tuple[Fraction, Row]],
    rows: Sequence[Row],
    unit: Row,
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
    left: dict[Hashable, Fraction] = {}

    def add(row: Row, factor: Fraction) -> None:
        for column, value in row.items():
            left[column] = left.get(column, Fraction(0)) + factor * value

    add(plain, Fraction(1))
    for sign, (c, inner) in zip(signs, absolute, strict=True):
        add(inner, c * sign)
    add(unit, -bound)
    for multiplier, row in zip(multipliers, rows, strict=True):
        add(row, -multiplier)
    return all(value >= 0 for value in left.values())
