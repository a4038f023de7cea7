"""Weights as unknowns: polynomials with absolute values in them, and tables of them.

The weights are variables: ("w", x), ("delta", j), ("similarity", x, y) with x < y, and so is the
absolute value of a polynomial in them. A monomial has one absolute value at most; all coefficients
are rational.

>>> abs(weight("w", 1) - weight("w", 2)).parted()[1][0][1].terms
{(('w', 1),): 1, (('w', 2),): -1}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import chain
from math import prod
from typing import Any

from metrics.language.weight_symbols import POSITIONS, SIMILARITIES
from metrics.naming import BadInput
from proofs.core.question import Question

Variable = tuple[Any, ...]
Monomial = tuple[Variable, ...]
Number = int | Fraction
Witness = dict[str, Any]
ONE: Monomial = ()
SIZE = "|"  # the kind of variables that are absolute values: after all weights in a monomial
NOT_READ = (
    "the value of a weighted metric is made of sums, products, indicators of < and >, and "
    "absolute values of weights; this one has {}."
)


class Poly:
    """A polynomial in weights and absolute values; it adds to and multiplies with numbers."""

    __slots__ = ("terms",)

    def __init__(self, terms: dict[Monomial, Number]) -> None:
        self.terms = terms

    @staticmethod
    def of(value: Poly | Number) -> Poly:
        """Return a polynomial, or a number as one."""
        if isinstance(value, Poly):
            return value
        return Poly({ONE: value} if value else {})

    @staticmethod
    def sum(values: Iterable[Poly | Number]) -> Poly | Number:
        """Add values up; a sum of numbers is a number."""
        found = list(values)
        if Poly not in map(type, found):
            return sum(found)
        total: dict[Monomial, Number] = {}
        for value in found:
            for monomial, coefficient in Poly.of(value).terms.items():
                new = total.get(monomial, 0) + coefficient
                if new:
                    total[monomial] = new
                else:
                    del total[monomial]
        return Poly(total)

    def __add__(self, other: Poly | Number) -> Poly:
        return Poly.of(Poly.sum([self, other]))

    def __sub__(self, other: Poly) -> Poly:
        return self + other * -1

    def __mul__(self, other: Poly | Number) -> Poly:
        if not isinstance(other, Poly):
            return Poly({key: _short(value * other) for key, value in self.terms.items() if other})
        products = [
            Poly({_joined(one, two): a * b})
            for one, a in self.terms.items()
            for two, b in other.terms.items()
        ]
        return Poly.of(Poly.sum(products))

    __radd__ = __add__
    __rmul__ = __mul__

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __abs__(self) -> Poly:
        """Return |f|: f or −f itself where all coefficients have one sign, since weights are ≥ 0.

        Elsewhere it is a variable of its own, of f with its first coefficient positive.
        """
        if any(v[0] == SIZE for monomial in self.terms for v in monomial):
            raise BadInput(NOT_READ.format("an absolute value within an absolute value"))
        if len(self.signs()) < 2:
            return self.with_sizes()
        turned = self if self.terms[min(self.terms)] > 0 else self * -1
        return Poly({((SIZE, tuple(sorted(turned.terms.items()))),): 1})

    def with_sizes(self) -> Poly:
        """Return the polynomial with its coefficients made positive."""
        return Poly({key: max(value, -value) for key, value in self.terms.items()})

    def signs(self) -> set[int]:
        """Return the signs of its coefficients."""
        return {1 if value > 0 else -1 for value in self.terms.values()}

    def parted(self) -> tuple[Poly, list[tuple[Poly, Poly]]]:
        """Write it as a polynomial without absolute values plus terms c·|f|; return the c and f."""
        plain: dict[Monomial, Number] = {}
        sizes: dict[Variable, dict[Monomial, Number]] = {}
        for key, value in self.terms.items():
            if key and key[-1][0] == SIZE:
                sizes.setdefault(key[-1], {})[key[:-1]] = value
            else:
                plain[key] = value
        return Poly(plain), [(Poly(c), Poly(dict(f))) for (_, f), c in sizes.items()]

    def put_in(self, values: Callable[[Variable], Any]) -> Any:
        """Return the value with the weights replaced: by numbers, or by other polynomials."""

        def value(variable: Variable) -> Any:
            if variable[0] != SIZE:
                return values(variable)
            return abs(Poly(dict(variable[1])).put_in(values))

        return Poly.sum([prod(map(value, key), start=c) for key, c in self.terms.items()])

    def at(self, numbers: Mapping[Variable, Number]) -> Poly:
        """Return the value with some weights replaced by numbers."""
        return Poly.of(self.put_in(lambda v: numbers[v] if v in numbers else weight(*v)))


def _short(number: Number) -> Number:
    """Return a whole number as an int: it is faster than a fraction, and the same."""
    return number if number.denominator > 1 else int(number)


def _joined(one: Monomial, two: Monomial) -> Monomial:
    joined = tuple(sorted(one + two))
    if sum(v[0] == SIZE for v in joined) > 1:
        raise BadInput(NOT_READ.format("a product of absolute values"))
    return joined


def weight(*key: Any) -> Poly:
    """Return one weight as a polynomial."""
    return Poly({(key,): 1})


# The weights of a question ------------------------------------------------------------------------


def _places(kind: str, n: int) -> list[Any]:
    """Return the variables of one kind as metrics read them: D as a matrix, None within."""
    items = range(1, n + 1)
    if kind == SIMILARITIES:
        return [[(kind, *sorted((x, y))) if x != y else None for y in items] for x in items]
    return [(kind, place) for place in items if place > 1 or kind != POSITIONS]


def _flat(kind: str, table: Any) -> list[Any]:
    return list(chain.from_iterable(table) if kind == SIMILARITIES else table)


def _each(kind: str, function: Callable[[Any], Any], table: Any) -> list[Any]:
    if kind == SIMILARITIES:
        return [[function(entry) for entry in row] for row in table]
    return [function(entry) for entry in table]


def unknowns(question: Question) -> list[Variable]:
    """Return the weights that are quantified."""
    free = [kind for kind in question.quantified if kind not in question.weights]
    return sorted({v for kind in free for v in _flat(kind, _places(kind, question.n)) if v})


def numbers(question: Question) -> dict[Variable, Number]:
    """Return the weights that were given."""
    found: dict[Variable, Number] = {}
    for kind, table in question.weights.items():
        places = _flat(kind, _places(kind, question.n))
        found.update((v, x) for v, x in zip(places, _flat(kind, table), strict=True) if v)
    return found


def tables(question: Question) -> dict[str, Any]:
    """Return the weights by their kinds: the numbers that were given, and unknowns."""
    given, n = numbers(question), question.n

    def entry(variable: Variable | None) -> Poly | Number:
        if variable is None:
            return Fraction(0)
        return given[variable] if variable in given else weight(*variable)

    return {kind: _each(kind, entry, _places(kind, n)) for kind in question.quantified}


def shown(question: Question, assignment: Mapping[str, Any], point: Mapping[Any, Any]) -> Witness:
    """Return rankings and weights as witnesses show them: exact text, and D as a matrix."""
    values, n = {None: 0, **numbers(question), **point}, question.n
    witness: Witness = {
        name: value if isinstance(value, int) else list(value) for name, value in assignment.items()
    }
    for kind in question.quantified:
        witness[kind] = _each(kind, lambda variable: str(values[variable]), _places(kind, n))
    return witness
