"""A weighted metric's value, compiled once: from rankings to a polynomial in the weights.

Sums are spelled out and conditions on indices decided when the value is compiled; what needs the
entries of a ranking is left for later. With the rankings known from the start the same reader
gives the value itself, which is the plain reading that compiled values are tested against.

>>> from metrics.language.terms import i, sigma
>>> from metrics.language.weight_symbols import ElementWeight
>>> from proofs.engines.linear.weight_terms import weight
>>> reader = Values({"w": [weight("w", 1), weight("w", 2)]}, 2, (sigma,))
>>> reader.compiled(sigma(2) * ElementWeight(2))([(1, 2)]).terms
{(('w', 2),): 2}
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from metrics.language.fold import RELATIONS, Decided, Sums, names
from metrics.language.terms import At, Indicator, Inverse
from metrics.language.terms import n as n_symbol
from metrics.language.weight_symbols import ElementWeight, Similarity
from metrics.language.written import WEIGHT_AT
from metrics.naming import BadInput
from proofs.engines.linear.weight_terms import NOT_READ, Number, Poly

Entries = tuple[int, ...]
"""The entries of all rankings, and of their inverses, one after the other."""
ENTRIES = "entries"


@dataclass(frozen=True, slots=True)
class Later:
    """What is known when the rankings are."""

    at: Callable[[Entries], Any]


def _applied(function: Callable[..., Any], *values: Any) -> Any:
    """Apply a function now, or later where one of its values is known only then."""
    later = [place for place, value in enumerate(values) if isinstance(value, Later)]
    if not later:
        return function(*values)
    if len(later) > 1:
        return Later(lambda entries: function(*_now(values, entries)))
    before, only, after = values[: later[0]], values[later[0]].at, values[later[0] + 1 :]
    return Later(lambda entries: function(*before, only(entries), *after))


def _now(values: Iterable[Any], entries: Entries) -> list[Any]:
    return [value.at(entries) if isinstance(value, Later) else value for value in values]


class Values(Sums, Decided):
    """Reads values as polynomials in weights; what does not depend on weights as numbers."""

    reader = "a weighted metric"
    refuses = names("rounded listings judged aspects functions product piecewise symbol") - {
        "absolute"
    }

    def __init__(
        self,
        tables: Mapping[str, Any],
        n: int,
        inputs: Sequence[Any] = (),
        renaming: tuple[int, ...] = (),
    ) -> None:
        """Read with these weights and input rankings, after the item ν(x) got the name x."""
        self.tables, self.n, self.renaming = tables, n, renaming
        listings = [*inputs, *map(Inverse, inputs)]
        self.starts = {listed: place * n - 1 for place, listed in enumerate(listings)}
        self._weights: dict[Any, Any] = {}

    def compiled(self, e: Any) -> Callable[[Sequence[Entries]], Poly]:
        """Return a value as a function of rankings."""
        value = _later(self.read(e, {n_symbol: self.n}))
        return lambda rankings: Poly.of(value(entries_of(rankings)))

    def plainly(self, e: Any, rankings: Sequence[Entries]) -> Poly:
        """Return a value at rankings, read anew."""
        return Poly.of(self.read(e, {n_symbol: self.n, ENTRIES: entries_of(rankings)}))

    def unread(self, e: Any, known: Any) -> Any:
        raise BadInput(NOT_READ.format(e))

    def _whole(self, e: Any, value: Any) -> int:
        return value if isinstance(value, int) else int(self.unread(e, {}))

    def whole(self, e: Any, known: Any) -> Any:
        return _applied(lambda value: self._whole(e, value), self.read(e, known))

    def number(self, e: Any, known: Any) -> Number:
        return int(e) if e.is_Integer else Fraction(int(e.p), int(e.q))

    # Sums and products ----------------------------------------------------------------------------

    def sum(self, e: Any, known: Any) -> Any:
        ends = [end for _, *both in e.limits for end in both]
        if ENTRIES in known or not any(end.has(At) for end in ends):
            return super().sum(e, known)
        return Later(lambda entries: self.read(e, {**known, ENTRIES: entries}))

    def total(self, values: Iterable[Any]) -> Any:
        """Add up what is known now, and leave the others."""
        found = list(values)
        later = [value.at for value in found if isinstance(value, Later)]
        known = Poly.sum([value for value in found if not isinstance(value, Later)])
        if not later:
            return known
        return Later(lambda entries: Poly.sum([known, *[value(entries) for value in later]]))

    def times(self, values: Iterable[Any]) -> Any:
        """Multiply what is known now, and leave the others; nothing is read after a 0."""
        known: Any = 1
        later = []
        for value in values:
            if isinstance(value, Later):
                later.append(value.at)
            else:
                known = known * value
                if not known:
                    return 0
        if not later:
            return known
        return Later(lambda entries: _product(known, later, entries))

    def multiply(self, e: Any, known: Any) -> Any:
        """Multiply, the factors that are 0 or 1 first."""
        factors = sorted(e.args, key=lambda a: not isinstance(a, Indicator))
        return self.times(self.read(factor, known) for factor in factors)

    def absolute(self, e: Any, known: Any) -> Any:
        return _applied(abs, self.read(e.args[0], known))

    # Conditions -----------------------------------------------------------------------------------

    def every(self, truths: Iterable[Any]) -> Any:
        return _applied(lambda *found: all(found), *truths)

    def some(self, truths: Iterable[Any]) -> Any:
        return _applied(lambda *found: any(found), *truths)

    def opposite(self, truth: Any) -> Any:
        return _applied(operator.not_, truth)

    def equivalence(self, e: Any, known: Any) -> Any:
        return _applied(lambda *found: len(set(found)) == 1, *self.arguments(e, known))

    def relation(self, e: Any, known: Any) -> Any:
        return self.compared(type(e), *(self.whole(side, known) for side in e.args))

    def compared(self, relation: type, left: Any, right: Any) -> Any:
        return _applied(RELATIONS[relation], left, right)

    def indicator(self, e: Any, known: Any) -> Any:
        return _applied(int, self.read(e.args[0], known))

    # Entries and weights --------------------------------------------------------------------------

    def entry(self, e: Any, known: Any) -> Any:
        start, place = self.starts[e.args[0]], self.whole(e.args[1], known)
        if ENTRIES in known:
            return self._looked_up(e, [place], lambda at: known[ENTRIES][start + at])
        if isinstance(place, Later) or not 1 <= place <= self.n:
            return Later(lambda entries: self.read(e, {**known, ENTRIES: entries}))
        return Later(operator.itemgetter(start + place))

    def weight(self, e: Any, known: Any) -> Any:
        kind, table = type(e), self._weights
        moved = self.renaming if isinstance(e, ElementWeight | Similarity) else ()

        def found(*given: int) -> Any:
            at = tuple(moved[item - 1] for item in given) if moved else given
            if (kind, *at) not in table:
                table[kind, *at] = WEIGHT_AT[kind](self.tables, *at)
            return table[kind, *at]

        return self._looked_up(e, [self.whole(argument, known) for argument in e.args], found)

    def _looked_up(self, e: Any, places: list[Any], found: Callable[..., Any]) -> Any:
        """Return what stands at places or items; where there are none it is refused when needed."""

        def at(*given: int) -> Any:
            if all(1 <= place <= self.n for place in given):
                return found(*given)
            raise BadInput(NOT_READ.format(f"{e} outside 1, …, {self.n}"))

        outside = any(not isinstance(p, Later) and not 1 <= p <= self.n for p in places)
        return (
            Later(lambda entries: at(*_now(places, entries))) if outside else _applied(at, *places)
        )


def entries_of(rankings: Sequence[Entries]) -> Entries:
    """Return the entries of rankings, and of their inverses, one after the other."""
    turned = [[ranking.index(x) + 1 for x in range(1, len(ranking) + 1)] for ranking in rankings]
    return tuple(chain.from_iterable([*rankings, *turned]))


def _later(value: Any) -> Callable[[Entries], Any]:
    return value.at if isinstance(value, Later) else lambda _: value


def _product(known: Any, later: list[Callable[[Entries], Any]], entries: Entries) -> Any:
    for value in later:
        known = known * value(entries)
        if not known:
            return 0
    return known
