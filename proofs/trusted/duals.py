"""Duals: multipliers that show that a number with unknowns is never negative.

The number is plain + Σ c·|f|. Plain and the f are sums of columns times rational coefficients; a
column, such as a product of weights, is at least 0. Some sums of columns, the *known* ones, are at
least 0 too: those of the triangle inequality are.

Why it is right. A term −|g| is −g where g ≥ 0 and g where g ≤ 0, so each choice of signs is one
*region*, in which ±g ≥ 0 is known as well, and every region has its own multipliers. A term c·|f|
with c > 0 is at least c·s·f for every −1 ≤ s ≤ 1, and a multiplier ≥ 0 times something known is
≥ 0. So if no coefficient of plain + Σ c·s·f − Σ multiplier·known is negative, the number is not. It
is positive if something positive has a positive multiplier or coefficient. Only rational arithmetic
is used, and nothing is searched.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

Row = Mapping[Any, Fraction]
SIDE = "side {}"


@dataclass(frozen=True)
class Form:
    """plain + Σ c·|f|, what is known to be at least 0, and which columns and rows are positive."""

    plain: Row
    absolute: Sequence[tuple[Fraction, Row]] = ()
    known: Mapping[str, Row] = field(default_factory=dict)
    positive: Collection[Any] = ()
    positive_rows: Collection[str] = ()

    @property
    def above(self) -> list[tuple[Fraction, Row]]:
        """The terms c·|f| with c > 0."""
        return [(c, f) for c, f in self.absolute if c > 0]

    @property
    def nothing(self) -> list[Dual]:
        """No multipliers at all: enough where no coefficient is negative."""
        return [Dual([Fraction(0)] * len(self.above))]

    @property
    def below(self) -> list[tuple[Fraction, Row]]:
        """The terms c·|f| with c < 0."""
        return [(c, f) for c, f in self.absolute if c < 0]

    def regions(self) -> list[Form]:
        """Return the form in each region, where it has no term c·|f| with c < 0."""
        found = []
        for signs in product((1, -1), repeat=len(self.below)):
            plain, known = dict(self.plain), dict(self.known)
            for place, (sign, (c, f)) in enumerate(zip(signs, self.below, strict=True), 1):
                _add(plain, f, c * sign)
                known[SIDE.format(place)] = {column: sign * v for column, v in f.items()}
            found.append(Form(plain, self.above, known, self.positive, self.positive_rows))
        return found


@dataclass(frozen=True)
class Dual:
    """The multipliers for one region: a sign for each |f|, and one for some of what is known."""

    signs: Sequence[Fraction] = ()
    multipliers: Mapping[str, Fraction] = field(default_factory=dict)


def never_negative(form: Form, duals: Sequence[Dual]) -> bool | None:
    """Tell whether a form is positive; None where the duals do not show that it is ≥ 0."""
    if len(duals) != 2 ** len(form.below):
        return None
    found = [_in_region(*both) for both in zip(form.regions(), duals, strict=True)]
    return None if None in found else all(found)


def _in_region(form: Form, dual: Dual) -> bool | None:
    if len(dual.signs) != len(form.above) or any(abs(sign) > 1 for sign in dual.signs):
        return None
    if not set(dual.multipliers) <= set(form.known) or any(
        multiplier < 0 for multiplier in dual.multipliers.values()
    ):
        return None
    left = dict(form.plain)
    for sign, (c, f) in zip(dual.signs, form.above, strict=True):
        _add(left, f, c * sign)
    for name, multiplier in dual.multipliers.items():
        _add(left, form.known[name], -multiplier)
    if any(value < 0 for value in left.values()):
        return None
    rows = any(m > 0 and name in form.positive_rows for name, m in dual.multipliers.items())
    return rows or any(value > 0 and column in form.positive for column, value in left.items())


def _add(total: dict[Any, Fraction], row: Row, factor: Fraction) -> None:
    for column, value in row.items():
        total[column] = total.get(column, Fraction(0)) + factor * value
