"""Numbers with free weights as linear forms, whose signs are shown by multipliers.

The unknowns are free parameters of a question: weights, costs and similarities that are at least 0,
gains, a persistence between 0 and 1. A product of such unknowns is at least 0, and so are some
combinations of products: p^i·(1 − p)^j, and D(x, y) + D(y, z) − D(x, z) where D satisfies the
triangle inequality.

Why it is right. A number becomes a form whose columns are products of unknowns; what is known of
them follows from the premises of the question, which are part of the unknowns. Multipliers come
from a certificate, or from an engine that searches them; where they came from does not matter, as
`proofs.trusted.duals` checks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from proofs.trusted.duals import Dual, Form, never_negative
from proofs.trusted.number import (
    ABSOLUTE,
    SHARE,
    SHARE_OR_1,
    SHARE_OR_ENDS,
    STEP,
    UNKNOWN,
    Inconclusive,
    Monomial,
    Number,
    kept,
    number,
    terms_of,
    unknowns_in,
    written,
)
from proofs.trusted.unknowns import OWN, absolute
from proofs.trusted.untrusted import Rejected

Row = Mapping[Monomial, Fraction]
Source = Callable[[str, Form], Sequence[Dual] | None]
TRIANGULAR = "similarity"
LETTERS = {
    "w": "w",
    "delta": "δ",
    TRIANGULAR: "D",
    "dissimilarity": "D",
    "gains": "g",
    "heights": "h",
    OWN: "own ",
}
BETWEEN_0_AND_1 = "p"
SHARES = (SHARE, SHARE_OR_1, SHARE_OR_ENDS)
_SOURCE: ContextVar[Source | None] = ContextVar("where multipliers come from", default=None)


@contextmanager
def multipliers_from(source: Source) -> Iterator[None]:
    """Ask a source for the multipliers of each number whose sign needs them."""
    before = _SOURCE.set(source)
    try:
        yield
    finally:
        _SOURCE.reset(before)


@contextmanager
def saved_multipliers(given: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterator[None]:
    """Take multipliers from a certificate; in the end all of them must have been asked for."""
    used: set[str] = set()

    def source(name: str, form: Form) -> Sequence[Dual] | None:
        if name not in given:
            return None
        used.add(name)
        return [Dual(one["signs"], one["multipliers"]) for one in given[name]]

    with multipliers_from(source):
        yield
    if set(given) - used:
        raise Rejected("it has multipliers for a number that no case needs")


def signs_by_multipliers(value: Number) -> tuple[int, ...] | None:
    """Return (1,), (0, 1), (−1,) or (−1, 0) where multipliers show it, and None elsewhere."""
    source = _SOURCE.get() or (lambda name, form: None)
    for sign in (1, -1):
        form = form_of(sign * value)
        if form is None:
            return None
        positive = never_negative(form, form.nothing)
        duals = None if positive else source(_shown(form), form)
        if duals is None and not positive:
            duals = _one_alone(form)
        if duals is not None:
            positive = never_negative(form, duals)
            if positive is None:
                raise Rejected(f"what is said of {_shown(form)[:60]} does not show its sign")
        if positive is not None:
            return (sign,) if positive else tuple(sorted((0, sign)))
    return None


def _one_alone(form: Form) -> Sequence[Dual] | None:
    """Return the multiplier 1 of one thing known, where that is enough: 1 − p ≥ 0 for 1 − p."""
    proposed = ([Dual(form.nothing[0].signs, {name: Fraction(1)})] for name in form.known)
    return next((duals for duals in proposed if never_negative(form, duals) is not None), None)


def form_of(value: Number) -> Form | None:
    """Return a number as a form, or None where it has other parts than free parameters."""
    plain: dict[Monomial, Fraction] = {}
    sizes: list[tuple[Fraction, Row]] = []
    for monomial, factor in terms_of(value).items():
        inside = [part for part in monomial if part[0][0] == ABSOLUTE]
        others = tuple(part for part in monomial if part[0][0] != ABSOLUTE)
        if not inside:
            plain[monomial] = factor
            continue
        (base, exponent), *more = inside
        if more or exponent != 1:
            return None
        sizes.append((factor, terms_of(number({others: Fraction(1)}) * number(dict(base[1])))))
    products = {monomial for row in (plain, *[f for _, f in sizes]) for monomial in row}
    if not all(map(_is_product, products)):
        return None
    between = _between_0_and_1(products)
    columns = products.union(*between.values())
    return Form(
        plain,
        sizes,
        {**between, **_triangles(products)},
        {monomial for monomial in columns if _is_positive(monomial)},
        {name for name, row in between.items() if all(map(_is_below_1, row))},
    )


@cache
def _is_product(monomial: Monomial) -> bool:
    return all(
        _name(base) is not None and exponent.denominator == 1 and exponent > 0
        for base, exponent in monomial
    )


def _is_positive(monomial: Monomial) -> bool:
    return all(base[0] == UNKNOWN and base[1][0][0] != SHARE_OR_ENDS for base, _ in monomial)


def _is_below_1(monomial: Monomial) -> bool:
    """Tell whether a product is positive, and no share in it can be 1."""
    return _is_positive(monomial) and all(base[1][0][0] != SHARE_OR_1 for base, _ in monomial)


@cache
def _name(base: Any) -> Any:
    """Return the name of a free parameter's value, such as ("w", 1), or None."""
    kind, content = base
    if kind == UNKNOWN and content[1:] == (written(0), written(1)) and _is_share(content[0]):
        return content[0]
    if kind not in (STEP, UNKNOWN) or (kind == UNKNOWN and content[1:] != (written(0), None)):
        return None
    name = content[0] if kind == UNKNOWN else content
    return name if isinstance(name, tuple) and name[0] in LETTERS else None


def _is_share(name: Any) -> bool:
    """Tell whether something lies from 0 to 1: a persistence, or the share of a way."""
    return name == BETWEEN_0_AND_1 or (isinstance(name, tuple) and name[0] in SHARES)


# Words: what certificates call numbers and what is known of them ----------------------------------


def _shown(form: Form) -> str:
    """Return the text of a form, by which its multipliers are looked up.

    >>> from proofs.trusted.unknowns import absolute, unknown
    >>> one, two = (unknown(("w", item), 0) for item in (1, 2))
    >>> _shown(form_of(one + 3 * absolute(one - two)))
    'w1 +3|w1 -w2|'
    """
    sizes = sorted(f"{_factor(c)}|{_row_shown(f)}|" for c, f in form.absolute)
    return " ".join([*([_row_shown(form.plain)] if form.plain else []), *sizes])


def _row_shown(row: Mapping[Any, Fraction]) -> str:
    parts = sorted((_product_shown(monomial), factor) for monomial, factor in row.items())
    return " ".join(_factor(factor) + text for text, factor in parts if factor).removeprefix("+")


def _factor(factor: Fraction) -> str:
    sign = "+" if factor > 0 else "-"
    return sign if abs(factor) == 1 else f"{sign}{abs(factor)}"


@cache
def _product_shown(monomial: Monomial) -> str:
    """Return a product such as w1·D1,2; the empty one is 1."""
    return "·".join(_letter(base) + ("" if e == 1 else f"^{e}") for base, e in monomial) or "·1"


def _letter(base: Any) -> str:
    name = _name(base)
    if _is_share(name):
        return BETWEEN_0_AND_1 if name == BETWEEN_0_AND_1 else f"share {name[1]}"
    kind, index = name
    return LETTERS[kind] + (",".join(map(str, index)) if isinstance(index, tuple) else str(index))


# What is never negative ---------------------------------------------------------------------------


def _between_0_and_1(products: set[Monomial]) -> dict[str, Row]:
    """Return what else is in a product times p^i·(1 − p)^j, up to the highest power of p."""
    powers = {part for m in products for part in m if _is_share(_name(part[0]))}
    rests = {tuple(part for part in m if part not in powers) for m in products}
    most = max((int(exponent) for _, exponent in powers), default=0)
    found = [
        _multiplied_out(rest, base, i, j)
        for base in {base for base, _ in powers}
        for rest in rests
        for i in range(most)
        for j in range(1, most + 1 - i)
    ]
    return {_row_shown(row): row for row in found}


def _multiplied_out(rest: Monomial, base: Any, i: int, j: int) -> Row:
    """Return rest·p^i·(1 − p)^j."""
    found: dict[Monomial, Fraction] = {}
    for more in range(j + 1):
        powers = [(base, Fraction(i + more))] if i + more else []
        product_of_these = tuple(sorted((*rest, *powers), key=repr))
        found[product_of_these] = Fraction((-1) ** more * comb(j, more))
    return found


def _triangles(products: set[Monomial]) -> dict[str, Row]:
    """Return D(x, y) + D(y, z) − D(x, z) for all items that similarities are about."""
    similar = {base for m in products for base, _ in m if _pair(base) is not None}
    items = tuple(sorted({item for base in similar for item in _pair(base)}))
    return _triangles_of(_renamed(min(similar), (1, 2)), items) if similar else {}


@cache
def _triangles_of(like: Any, items: tuple[int, ...]) -> dict[str, Row]:
    def far(x: int, z: int) -> Monomial:
        return ((_renamed(like, (min(x, z), max(x, z))), Fraction(1)),)

    found = [
        {far(x, y): Fraction(1), far(y, z): Fraction(1), far(x, z): Fraction(-1)}
        for x, z in combinations(items, 2)
        for y in items
        if y not in (x, z)
    ]
    return {_row_shown(row): row for row in found}


def _pair(base: Any) -> Any:
    """Return the two items of a similarity that satisfies the triangle inequality."""
    name = _name(base)
    return name[1] if isinstance(name, tuple) and name[0] == TRIANGULAR else None


def _renamed(base: Any, index: Any) -> Any:
    kind, content = base
    if kind == STEP:
        return kept((kind, (content[0], index)))
    return kept((kind, ((content[0][0], index), *content[1:])))


# Items under other names --------------------------------------------------------------------------


def with_items_renamed(value: Number, by: tuple[int, ...]) -> Number:
    """Return a number in which the weights of the item x are those of the item by(x)."""
    terms: dict[Monomial, Fraction] = {}
    for monomial, factor in terms_of(value).items():
        parts = []
        for base, exponent in monomial:
            new, scale = _with_items_renamed(base, by)
            if scale != 1 and exponent.denominator != 1:
                raise Inconclusive("a root of an absolute value")
            factor = factor * scale ** int(exponent) if scale != 1 else factor
            parts.append((new, exponent))
        product_of_these = tuple(sorted(parts, key=repr))
        terms[product_of_these] = terms.get(product_of_these, Fraction(0)) + factor
    return number(terms)


@cache
def _with_items_renamed(base: Any, by: tuple[int, ...]) -> tuple[Any, Fraction]:
    """Return a base after the renaming, and a factor: |f| is written as a multiple of a base."""
    if base[0] == ABSOLUTE:
        found = absolute(with_items_renamed(number(dict(base[1])), by))
        (((new, exponent),), scale), *others = terms_of(found).items()
        if others or exponent != 1:
            raise Inconclusive("an absolute value that is none after a renaming")
        return new, scale
    name = _name(base)
    if name is None and unknowns_in(base):
        raise Inconclusive("an unknown that is not known to be about items")
    if isinstance(name, tuple) and name[0] == "w":
        return _renamed(base, by[name[1] - 1]), Fraction(1)
    if isinstance(name, tuple) and name[0] in (TRIANGULAR, "dissimilarity"):
        return _renamed(base, tuple(sorted(by[item - 1] for item in name[1]))), Fraction(1)
    return base, Fraction(1)
