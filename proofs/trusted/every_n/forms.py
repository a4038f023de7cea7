"""Shapes of numbers in unknowns that the rules read: one sum, a root and two others, a multiple.

Why it is right. Each function looks at the terms of a number as they are written, and says yes only
where the terms themselves show what it says; nothing is evaluated.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from proofs.trusted.every_n.lemma import is_nonnegative
from proofs.trusted.every_n.rankings import sees_rankings
from proofs.trusted.every_n.reindex import Word, inverse, reduced
from proofs.trusted.number import (
    ABSOLUTE,
    MAY_BE_0,
    RADICAL,
    Irrational,
    Monomial,
    Number,
    number,
    terms_of,
    written,
)
from proofs.trusted.sign import cleared_of, is_summed, joined_tails, put_in, signs_of


def has_nonnegative_terms(value: Number) -> bool:
    """Tell whether a number is at least 0 because the joined terms of its sums are, by lemmas."""
    joined = joined_tails(value)
    if set(joined) <= {None}:
        return is_nonnegative(cleared_of(value))
    return all(map(has_nonnegative_terms, joined.values()))


def one_sum(value: Number) -> tuple[Any, Any, Number] | None:
    """Return index, last place and terms, where a number is one sum, or None."""
    joined = joined_tails(value)
    joined = {key: part for key, part in joined.items() if isinstance(part, Irrational) or part}
    if len(joined) != 1 or None in joined:
        return None
    (((index, last), body),) = joined.items()
    return index, last, body


def with_the_same_zeros(value: Number) -> Number:
    """Return what is under a root, where a value is a positive multiple of one."""
    if len(terms_of(value)) == 1:
        ((monomial, _),) = terms_of(value).items()
        zeros = [base for base, _ in monomial if base[0] in MAY_BE_0 or is_summed(base)]
        if len(zeros) == 1 and zeros[0][0] == RADICAL:
            return number(dict(zeros[0][1][1]))
    return value


def without_absolute_values(value: Number) -> Number:
    """Return a number in which |x| is x or −x, where lemmas say which sign x has."""
    bases = {base for monomial in terms_of(value) for base, _ in monomial}
    for base in sorted(bases, key=repr):
        if base[0] == ABSOLUTE:
            inside = number(dict(base[1]))
            for way in (inside, -inside):
                if has_nonnegative_terms(cleared_of(way)):
                    value = put_in(value, base, way)
                    break
    return cleared_of(value)


def root_and_two(value: Number) -> tuple[Fraction, tuple[Any, Any, Any]] | None:
    """Return e, x, y, z where a number is a positive multiple of y^e + z^e − x^e, 0 < e < 1."""
    found: list[tuple[Fraction, Fraction, Any, Any]] = []
    for monomial, factor in terms_of(value).items():
        roots = [part for part in monomial if part[0][0] == RADICAL]
        if len(roots) != 1 or roots[0][1] != 1:
            return None
        exponent, radicand = roots[0][0][1]
        others = tuple(part for part in monomial if part not in roots)
        found.append((factor, exponent, radicand, others))
    found.sort(key=lambda each: each[0])
    if len(found) != 3 or len({(abs(f), e, others) for f, e, _, others in found}) != 1:
        return None
    positive = all(base[0] not in MAY_BE_0 for base, _ in found[0][3])
    if [f > 0 for f, *_ in found] != [False, True, True] or not 0 < found[0][1] < 1:
        return None
    one, two, three = (radicand for _, _, radicand, _ in found)
    return (found[0][1], (one, two, three)) if positive else None


def is_norm(*radicands: Number) -> bool:
    """Tell whether three numbers are Σ x², Σ y² and Σ z² with x = ±y ± z."""
    sums = [one_sum(radicand) for radicand in radicands]
    squares: list[tuple[Any, Number]] = []
    for found in sums:
        square = None if found is None else _squared(found[2])
        if found is None or square is None:
            return False
        squares.append(((found[0], found[1], square[1]), square[0]))
    if len({repr(key) for key, _ in squares}) != 1:
        return False
    x, y, z = (value for _, value in squares)
    return any(written(x - a * y - b * z) == written(0) for a, b in product((1, -1), repeat=2))


def _squared(value: Number) -> tuple[Number, Any] | None:
    """Return x and a positive factor, where a number is a multiple of |x|²."""
    if len(terms_of(value)) != 1:
        return None
    ((monomial, factor),) = terms_of(value).items()
    squares = [part for part in monomial if part[0][0] == ABSOLUTE and part[1] == 2]
    others = tuple(part for part in monomial if part not in squares)
    if len(squares) != 1 or factor <= 0 or any(base[0] in MAY_BE_0 for base, _ in others):
        return None
    return number(dict(squares[0][0][1])), (factor, others)


def by_what_sees_rankings(value: Number) -> dict[Monomial, Number]:
    """Return the coefficients of the products that depend on rankings."""
    found: dict[Monomial, Number] = {}
    for monomial, factor in terms_of(cleared_of(value)).items():
        seeing = tuple(part for part in monomial if sees_rankings(part[0]))
        others = tuple(part for part in monomial if part not in seeing)
        found[seeing] = found.get(seeing, 0) + number({others: factor})
    return {key: part for key, part in found.items() if written(part) != written(0)}


def are_proportional(one: dict[Monomial, Number], two: dict[Monomial, Number]) -> bool:
    """Tell whether one combination is the other times a number that is not 0."""
    if not one or set(one) != set(two):
        return False
    first = next(iter(one))
    if any(0 in signs_of(each[first]) or len(signs_of(each[first])) != 1 for each in (one, two)):
        return False
    return all(
        written(cleared_of(one[key] * two[first] - two[key] * one[first])) == written(0)
        for key in one
    )


def conjugate(one: Word, two: Word) -> bool:
    """Tell whether two words are the identity together: rotations, or inverses of rotations."""
    first, second = _cyclic(one), _cyclic(two)
    rotations = [first[cut:] + first[:cut] for cut in range(max(1, len(first)))]
    return second in rotations or inverse(second) in rotations


def _cyclic(letters: Word) -> Word:
    """Cancel the last letter with the first one, as long as they do."""
    while len(letters) > 1 and not reduced((letters[-1], letters[0])):
        letters = letters[1:-1]
    return letters
