"""What parameters must satisfy, and how some of them are read.

A premise refuses a value that does not fit the size, or what else was given, and says why. A symbol
that stands for a parameter of one's own has its premises with it: SymPy's own know signs alone.

>>> share = Within("a", Ends(Rational(0), Rational(1)))
>>> share.is_positive, share == Within("a", Ends(Rational(0), Rational(2)))
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sympy import Matrix, Rational, Symbol

from metrics.language import given as read
from metrics.language.domains import Size
from metrics.language.given import FREE
from metrics.language.terms import p
from metrics.language.weight_symbols import Assumptions, assumptions, violated_triple
from metrics.naming import BadInput

FULL_DEPTH = "n"
Given = Mapping[str, Any]


def anything(value: Any, size: Size, given: Given) -> None:
    """Admit every value that could be read."""


def cutoff(name: str, value: Any) -> Any:
    """Read a cut-off: a whole number, or n for the full depth."""
    return FULL_DEPTH if value == FULL_DEPTH else read.whole(name, value)


def persistence(name: str, value: Any) -> Any:
    """Read a persistence, or that it is free."""
    return p if value in (p, FREE) else read.exact(name, value)


def exact_or_free(name: str, value: Any) -> Any:
    """Read an exact number, or that it is free."""
    return FREE if value == FREE else read.exact(name, value)


def must(hold: Callable[[Any], bool], otherwise: str) -> Callable[[Any, Size, Given], None]:
    """Return the premise that a value must satisfy; `otherwise` says what is wrong with others."""

    def check(value: Any, size: Size, given: Given) -> None:
        if not hold(value):
            raise BadInput(otherwise.format(value))

    return check


between_0_and_1 = must(
    lambda value: value == p or bool(0 < value < 1), "p = {} does not fit: it needs 0 < p < 1."
)
from_0_to_1 = must(lambda value: bool(0 <= value <= 1), "p = {} is no penalty: it needs 0 ≤ p ≤ 1.")
above_1 = must(lambda base: base > 1, "b = {} is no base of a discount: it needs b > 1.")
positive = must(lambda base: base > 0, "rb = {} is no recall base: it must be positive.")


def behind_the_lists(value: Any, size: Size, given: Given) -> None:
    """Items that are not in a list are put behind it."""
    if value <= size.k:
        raise BadInput(f"location = {value} is not behind a list of {size.k}: it must be above k.")


def increasing_gains(value: Any, size: Size, given: Given) -> None:
    """There is one gain for each degree, and they increase."""
    if len(value) != size.c + 1:
        raise BadInput(
            f"{len(value)} gains were given, and c = {size.c} has {size.c + 1} degrees: give "
            f"{size.c + 1}, for example {','.join(map(str, range(size.c + 1)))}."
        )
    if value[0] < 0 or any(low >= high for low, high in pairwise(value)):
        raise BadInput(
            f"the gains {', '.join(map(str, value))} are not strictly increasing from 0 or more."
        )


def _assumed(given: Given) -> Assumptions:
    return assumptions(given.get("assume", ""))


def _least(name: str, value: Fraction, assume: Assumptions) -> None:
    if value < 0 or (assume.positive and value == 0):
        least = "more than 0" if assume.positive else "at least 0"
        raise BadInput(f"{name} = {value} must be {least}.")


def _length(name: str, value: Any, wanted: int, what: str) -> None:
    if len(value) != wanted:
        raise BadInput(f"{name} has {len(value)} numbers; for {what} it must have {wanted}.")


def element_weights(value: Any, size: Size, given: Given) -> None:
    """There is one weight for each item, and none is negative."""
    _length("w", value, size.n, f"n = {size.n}")
    for item, weight in enumerate(value, 1):
        _least(f"w({item})", weight, _assumed(given))


def position_costs(value: Any, size: Size, given: Given) -> None:
    """There is one cost for each place but the first, and none is negative."""
    _length("delta", value, size.n - 1, f"n = {size.n} (δ₂, …, δₙ: n − 1 numbers)")
    for place, cost in enumerate(value, 2):
        _least(f"δ({place})", cost, _assumed(given))
    if _assumed(given).decreasing and sorted(value, reverse=True) != list(value):
        raise BadInput("delta is not decreasing, and --assume decreasing was given.")


def similarities(value: Any, size: Size, given: Given) -> None:
    """The distances of items are symmetric, and satisfy what is assumed."""
    assume = _assumed(given)
    _length("similarity", value, size.n, f"n = {size.n} (one row for each item)")
    for x, row in enumerate(value, 1):
        _length(f"row {x} of similarity", row, size.n, f"n = {size.n}")
    for x in range(size.n):
        if value[x][x] != 0:
            raise BadInput(f"similarity: D({x + 1}, {x + 1}) = {value[x][x]} must be 0.")
        for y in range(x):
            pair, back = f"D({y + 1}, {x + 1})", f"D({x + 1}, {y + 1})"
            if value[x][y] != value[y][x]:
                raise BadInput(
                    f"similarity is not symmetric: {pair} = {value[y][x]} and "
                    f"{back} = {value[x][y]}."
                )
            _least(f"similarity: {pair}", value[y][x], assume)
    triple = violated_triple(value) if assume.triangle else None
    if triple is not None:
        a, b, c = triple
        raise BadInput(
            f"similarity is no metric: D({a}, {c}) = {value[a - 1][c - 1]} is more than "
            f"D({a}, {b}) + D({b}, {c}) = {value[a - 1][b - 1]} + {value[b - 1][c - 1]}. "
            "Add --assume no_triangle to allow it."
        )


def assumed_words(name: str, value: Any) -> str:
    """Read what is assumed of weights."""
    assumptions(str(value))
    return str(value)


def word_of(what: str, *words: str) -> Callable[[str, Any], str]:
    """Return a reader of one of a few words."""

    def chosen(name: str, value: Any) -> str:
        if value not in words:
            listed = f"{', '.join(words[:-1])} or {words[-1]}"
            raise BadInput(f"no {what} is called {str(value)!r}: {listed}.")
        return str(value)

    return chosen


def heights(name: str, value: Any) -> Any:
    """Read heights, or that they are free."""
    if isinstance(value, str) and value.strip() == FREE:
        return FREE
    return read.exacts("height", value)


def positive_heights(value: Any, size: Size, given: Given) -> None:
    """There is one height for each depth, and all are positive."""
    if value == FREE:
        return
    if len(value) != size.n:
        raise BadInput(f"{len(value)} heights were given, and n = {size.n} needs one a depth.")
    for depth, height in enumerate(value, 1):
        if not height > 0:
            raise BadInput(f"the height {height} at depth {depth} must be more than 0.")


def place_weights(value: Any, size: Size, given: Given) -> None:
    """There is one weight for each place, and all are positive."""
    _length("place_weights", value, size.n, f"n = {size.n}")
    for place, weight in enumerate(value, 1):
        if not weight > 0:
            raise BadInput(f"the weight {weight} of place {place} must be more than 0.")


def aspect_weights(value: Any, size: Size, given: Given) -> None:
    """There is one weight for each aspect, and none is negative."""
    _length("weights", value, size.n, f"{size.n} aspects")
    for weight in value:
        if weight.is_negative:
            raise BadInput(f"the weight {weight} is negative: weights must be at least 0.")


def exact_matrix(name: str, value: Any) -> Any:
    """Read a matrix of exact numbers."""
    return tuple(
        tuple(Rational(e.numerator, e.denominator) for e in row) for row in read.matrix(name, value)
    )


def semidefinite_matrix(value: Any, size: Size, given: Given) -> None:
    """The matrix is square, symmetric and positive semidefinite."""
    n = size.n
    if len(value) != n or any(len(row) != n for row in value):
        raise BadInput(f"the matrix must have {n} rows of {n} entries, one for each aspect.")
    if any(value[a][b] != value[b][a] for a in range(n) for b in range(a)):
        raise BadInput("the matrix is not symmetric.")
    if not Matrix(value).is_positive_semidefinite:
        raise BadInput("the matrix is not positive semidefinite: a principal minor is negative.")


def exponent(value: Any, size: Size, given: Given) -> None:
    """The exponent of a norm is at least 1."""
    if value < 1:
        raise BadInput(f"q = {value} makes no distance: the triangle inequality needs q ≥ 1.")
    if max(value.p, value.q) > 12:
        raise BadInput(f"q = {value} is out of reach: numerator and denominator at most 12.")


def as_it_is(name: str, value: Any) -> Any:
    """Leave a value to the catalogue that knows it."""
    return value


def whole_from(least: int, most: int | None = None) -> Callable[[str, Any], int]:
    """Return a reader of whole numbers within bounds."""
    return lambda name, value: read.whole(name, value, least, most)


# Symbols with their premises ----------------------------------------------------------------------


@dataclass(frozen=True)
class Ends:
    """What a number is not below and not above, and whether it may be that; None for no bound."""

    low: Any = None
    high: Any = None
    reaches_low: bool = False
    reaches_high: bool = False

    def signs(self) -> dict[str, bool]:
        """Return what SymPy is told of a number that lies there."""
        low, high = self.low, self.high
        found = {
            "positive": low is not None and (low > 0 or (low == 0 and not self.reaches_low)),
            "negative": high is not None and (high < 0 or (high == 0 and not self.reaches_high)),
            "nonnegative": low is not None and low >= 0,
            "nonpositive": high is not None and high <= 0,
        }
        return {name: True for name, known in found.items() if known}


class Within(Symbol):
    """A real or whole number between bounds."""

    ends: Ends
    whole: bool

    def __new__(cls, name: str, ends: Ends, whole: bool = False) -> Within:
        kind = {"integer": True} if whole else {"real": True}
        found: Within = Symbol.__xnew__(cls, name, **kind, **ends.signs())
        found.ends, found.whole = ends, whole
        return found

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (self.name, self.ends, self.whole), {}

    def _hashable_content(self) -> tuple[Any, ...]:
        ends = (self.ends.low, self.ends.high, self.ends.reaches_low, self.ends.reaches_high)
        return (self.name, "within", str(ends), self.whole)
