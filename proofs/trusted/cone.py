"""Numbers with free weights that are never negative: shown by multipliers, which are searched here.

The unknowns are free parameters of a question: weights, costs and similarities that are at least 0,
gains, a persistence between 0 and 1. A product of such unknowns is at least 0, and so are some
combinations of products: p^i·(1 − p)^j, and D(x, y) + D(y, z) − D(x, z) where D satisfies the
triangle inequality.

Why it is right. A number is Σ c·M + Σ a·|f| with products M of unknowns. A term −|g| is −g where
g ≥ 0 and g where g ≤ 0, so each choice of signs is one region, in which ±g ≥ 0 is known, and all
regions are shown. A term a·|f| with a > 0 is at least a·s·f for every −1 ≤ s ≤ 1. So it is enough
to find such s and multipliers ≥ 0 with Σ c·M + Σ a·s·f = Σ multiplier·(something ≥ 0), an equation
between coefficients, which is checked. If a multiplier of something positive is positive, so is the
number. How s and the multipliers were found, by the simplex method in rationals, does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any

from proofs.trusted.number import (
    ABSOLUTE,
    STEP,
    UNKNOWN,
    Inconclusive,
    Monomial,
    Number,
    number,
    power,
    terms_of,
    times,
    unknowns_in,
    written,
)
from proofs.trusted.unknowns import absolute

Row = Mapping[Monomial, Fraction]
TRIANGULAR = "similarity"
FREE = ("w", "delta", TRIANGULAR, "dissimilarity", "gains", "heights")
BETWEEN_0_AND_1 = "p"
MOST_REGIONS, MOST_PRODUCTS, MOST_PIVOTS = 64, 60, 400


@dataclass(frozen=True)
class Known:
    """Something that is never negative, and whether it is positive."""

    row: Row
    positive: bool


def signs_by_multipliers(value: Number) -> tuple[int, ...] | None:
    """Return (1,), (0, 1), (−1,) or (−1, 0) where multipliers show it, and None elsewhere."""
    return _signs(written(value))


@lru_cache(maxsize=50_000)
def _signs(terms: Any) -> tuple[int, ...] | None:
    for sign in (1, -1):
        read = _read({monomial: sign * factor for monomial, factor in terms})
        if read is None:
            return None
        found = _shown(*read)
        if found is not None:
            return (sign,) if found else tuple(sorted((0, sign)))
    return None


def _read(terms: Row) -> tuple[dict[Monomial, Fraction], list[tuple[Fraction, Row]]] | None:
    """Return the products of a number and its absolute values, or None where it has other parts."""
    plain: dict[Monomial, Fraction] = {}
    absolute: list[tuple[Fraction, Row]] = []
    for monomial, factor in terms.items():
        inside = [part for part in monomial if part[0][0] == ABSOLUTE]
        others = tuple(part for part in monomial if part[0][0] != ABSOLUTE)
        if not inside:
            plain[monomial] = factor
            continue
        (base, exponent), *more = inside
        if more or exponent != 1:
            return None
        form = terms_of(number({others: Fraction(1)}) * number(dict(base[1])))
        absolute.append((factor, form))
    rows: list[Row] = [plain, *[form for _, form in absolute]]
    return (plain, absolute) if all(_is_product(m) for row in rows for m in row) else None


def _is_product(monomial: Monomial) -> bool:
    return all(
        _name(base) is not None and exponent.denominator == 1 and exponent > 0
        for base, exponent in monomial
    )


def _name(base: Any) -> Any:
    """Return the name of a free parameter's value, such as ("w", 1), or None."""
    kind, content = base
    if kind == UNKNOWN and content == (BETWEEN_0_AND_1, written(0), written(1)):
        return BETWEEN_0_AND_1
    if kind not in (STEP, UNKNOWN) or (kind == UNKNOWN and content[1:] != (written(0), None)):
        return None
    name = content[0] if kind == UNKNOWN else content
    return name if isinstance(name, tuple) and name[0] in FREE else None


def _shown(plain: Row, absolute: list[tuple[Fraction, Row]]) -> bool | None:
    """Tell whether a number is positive in all regions; None where it is not shown to be ≥ 0."""
    above = [(a, form) for a, form in absolute if a > 0]
    below = [(a, form) for a, form in absolute if a < 0]
    if 2 ** len(below) > MOST_REGIONS:
        return None
    positive = True
    for signs in product((1, -1), repeat=len(below)):
        here, sides = dict(plain), []
        for sign, (a, form) in zip(signs, below, strict=True):
            _add(here, form, a * sign)
            sides.append(Known({m: sign * c for m, c in form.items()}, False))
        found = _in_region(here, above, sides)
        if found is None:
            return None
        positive &= found
    return positive


def _in_region(plain: Row, above: list[tuple[Fraction, Row]], sides: list[Known]) -> bool | None:
    rows = [plain, *[form for _, form in above], *[side.row for side in sides]]
    known = [*sides, *_never_negative({monomial for row in rows for monomial in row})]
    products = sorted({m for row in [*rows, *[k.row for k in known]] for m in row}, key=repr)
    if len(products) > MOST_PRODUCTS:
        return None
    multipliers, signs = _found(products, plain, above, known)
    if any(m < 0 for m in multipliers) or any(abs(s) > 1 for s in signs):
        return None
    left = dict(plain)
    for sign, (a, form) in zip(signs, above, strict=True):
        _add(left, form, a * sign)
    for multiplier, one in zip(multipliers, known, strict=True):
        _add(left, one.row, -multiplier)
    if any(left.values()):
        return None
    return any(m > 0 and one.positive for m, one in zip(multipliers, known, strict=True))


def _add(total: dict[Monomial, Fraction], row: Row, factor: Fraction) -> None:
    for monomial, c in row.items():
        total[monomial] = total.get(monomial, Fraction(0)) + factor * c


# What is never negative ---------------------------------------------------------------------------


def _never_negative(products: set[Monomial]) -> Iterator[Known]:
    """Return products of unknowns, with p^i·(1 − p)^j, and the triangle inequalities."""
    rests: dict[Monomial, tuple[Any, int]] = {}
    for monomial in products:
        between = [part for part in monomial if _name(part[0]) == BETWEEN_0_AND_1]
        rest = tuple(part for part in monomial if part not in between)
        base, degree = (between[0][0], int(between[0][1])) if between else (None, 0)
        before, most = rests.get(rest, (None, 0))
        rests[rest] = before or base, max(most, degree)
    some_base = next((base for base, _ in rests.values() if base is not None), None)
    most = max(degree for _, degree in rests.values()) if rests else 0
    for rest in rests:
        positive = all(base[0] == UNKNOWN for base, _ in rest)
        if some_base is None:
            yield Known({rest: Fraction(1)}, positive)
            continue
        for i, j in product(range(most + 1), repeat=2):
            if i + j <= most:
                yield Known(_between(rest, some_base, i, j), positive)
    yield from _triangles(products)


def _between(rest: Monomial, base: Any, i: int, j: int) -> Row:
    """Return rest·p^i·(1 − p)^j, multiplied out."""
    found: dict[Monomial, Fraction] = {}
    for more in range(j + 1):
        exponent = Fraction(i + more)
        parts = (*rest, *([(base, exponent)] if exponent else []))
        factor = Fraction((-1) ** more * comb(j, more))
        _add(found, {tuple(sorted(parts, key=repr)): factor}, Fraction(1))
    return found


def _triangles(products: set[Monomial]) -> Iterator[Known]:
    """Return D(x, y) + D(y, z) − D(x, z) for all items that similarities are about."""
    kinds = {base[0] for m in products for base, _ in m if _pair(base) is not None}
    items = sorted({x for m in products for base, _ in m for x in _pair(base) or ()})
    if len(kinds) != 1:
        return
    like = next(base for m in products for base, _ in m if _pair(base) is not None)
    for x, z in product(items, repeat=2):
        for y in items:
            if x < z and y not in (x, z):
                row: dict[Monomial, Fraction] = {}
                for a, b, factor in ((x, y, 1), (y, z, 1), (x, z, -1)):
                    pair = (min(a, b), max(a, b))
                    _add(
                        row, {((_renamed(like, pair), Fraction(1)),): Fraction(factor)}, Fraction(1)
                    )
                yield Known(row, False)


def _pair(base: Any) -> Any:
    """Return the two items of a similarity that satisfies the triangle inequality."""
    name = _name(base)
    return name[1] if isinstance(name, tuple) and name[0] == TRIANGULAR else None


def _renamed(base: Any, index: Any) -> Any:
    kind, content = base
    if kind == STEP:
        return kind, (content[0], index)
    return kind, ((content[0][0], index), *content[1:])


def with_items_renamed(value: Number, by: tuple[int, ...]) -> Number:
    """Return a number in which the weights of the item x are those of the item by(x)."""
    total: Number = 0
    for monomial, factor in terms_of(value).items():
        term: Number = factor
        for base, exponent in monomial:
            if base[0] == ABSOLUTE:
                inner = absolute(with_items_renamed(number(dict(base[1])), by))
                term = term * power(inner, exponent)
            else:
                term = times(term, _with_items_renamed(base, by), exponent)
        total = total + term
    return total


def _with_items_renamed(base: Any, by: tuple[int, ...]) -> Any:
    name = _name(base)
    if name is None and unknowns_in(base):
        raise Inconclusive("an unknown that is not known to be about items")
    if isinstance(name, tuple) and name[0] == "w":
        return _renamed(base, by[name[1] - 1])
    if isinstance(name, tuple) and name[0] in (TRIANGULAR, "dissimilarity"):
        return _renamed(base, tuple(sorted(by[item - 1] for item in name[1])))
    return base


# The search ---------------------------------------------------------------------------------------


def _found(
    products: list[Monomial], plain: Row, above: list[tuple[Fraction, Row]], known: list[Known]
) -> tuple[list[Fraction], list[Fraction]]:
    """Search multipliers and signs: Σ multiplier·row − Σ a·(u − v)·form = plain, u + v ≤ 1."""
    columns = [[one.row.get(m, Fraction(0)) for m in products] for one in known]
    for a, form in above:
        column = [a * form.get(m, Fraction(0)) for m in products]
        columns += [[-c for c in column], column]
    height, signs = len(products), len(above)
    for column in columns:
        column += [Fraction(0)] * signs
    for place in range(signs):
        for side in (0, 1):
            columns[len(known) + 2 * place + side][height + place] = Fraction(1)
        columns.append([Fraction(int(row == height + place)) for row in range(height + signs)])
    wanted = [plain.get(m, Fraction(0)) for m in products] + [Fraction(1)] * signs
    good = [int(one.positive) for one in known] + [0] * (3 * signs)
    x = simplex(columns, wanted, good)
    if x is None:
        return [Fraction(-1)] * len(known), [Fraction(0)] * signs
    pairs = [(x[len(known) + 2 * i], x[len(known) + 2 * i + 1]) for i in range(signs)]
    return x[: len(known)], [u - v for u, v in pairs]


def simplex(
    columns: list[list[Fraction]], wanted: list[Fraction], good: list[int]
) -> list[Fraction] | None:
    """Return x ≥ 0 with Σ x·column = wanted, if there is one; better one with some good x > 0.

    >>> one, two = Fraction(1), Fraction(2)
    >>> simplex([[one, one], [two, one]], [two * 2, one * 3], [0, 0])
    [Fraction(2, 1), Fraction(1, 1)]
    """
    height, width = len(wanted), len(columns)
    rows = []
    for place in range(height):
        side = -1 if wanted[place] < 0 else 1
        unit = [Fraction(int(place == other)) for other in range(height)]
        entries = [side * column[place] for column in columns]
        rows.append([*entries, *unit, side * wanted[place]])
    basis = [width + place for place in range(height)]
    zero = [Fraction(0)] * height
    missing = [-sum((row[j] for row in rows), Fraction(0)) for j in range(width)]
    _improve(rows, basis, [*missing, *zero])
    if any(rows[place][-1] for place in range(height) if basis[place] >= width):
        return None
    for place in range(height):
        enters = next((j for j in range(width) if rows[place][j]), None)
        if basis[place] >= width and enters is not None:
            _pivot(rows, basis, place, enters)
    costs = [Fraction(-g) for g in good]
    for place, one in enumerate(basis):
        if one < width and good[one]:
            costs = [a + b for a, b in zip(costs, rows[place], strict=False)]
    _improve(rows, basis, [*costs, *zero])
    found = [Fraction(0)] * width
    for place, one in enumerate(basis):
        if one < width:
            found[one] = rows[place][-1]
    return found


def _improve(rows: list[list[Fraction]], basis: list[int], costs: list[Fraction]) -> None:
    """Pivot until no cost is negative, by the rule of Bland; after many pivots, no more."""
    width = len(costs) - len(rows)
    for _ in range(MOST_PIVOTS):
        enters = next((j for j in range(width) if costs[j] < 0), None)
        if enters is None:
            return
        rising = [place for place, row in enumerate(rows) if row[enters] > 0]
        if not rising:
            return
        leaves = min(
            rising, key=lambda place: (rows[place][-1] / rows[place][enters], basis[place])
        )
        _pivot(rows, basis, leaves, enters)
        factor = costs[enters]
        pairs = zip(costs, rows[leaves], strict=False)
        costs = [a - factor * b if b else a for a, b in pairs]


def _pivot(rows: list[list[Fraction]], basis: list[int], leaves: int, enters: int) -> None:
    pivot = rows[leaves][enters]
    rows[leaves] = [value / pivot for value in rows[leaves]]
    for place, row in enumerate(rows):
        factor = row[enters]
        if place != leaves and factor:
            pairs = zip(row, rows[leaves], strict=True)
            rows[place] = [a - factor * b if b else a for a, b in pairs]
    basis[leaves] = enters
