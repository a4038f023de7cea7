"""The terms of a definition at the places of a list, by what they read of it.

A term is free of the order where it reads the list only as a whole: its length, its ideal list, and
sums over all documents of what depends on their grades alone. The term of a sum at a place is a
function of the grade there, and of how many documents of each grade stand above it, where its inner
sums and products run from the top to the place and read the grades alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

import sympy as sp

from metrics.language.lists import Ideal, Length, Sorted
from metrics.language.pools import grade
from metrics.language.runs import Grade
from metrics.language.terms import n
from proofs.core.valuing.drawing import Counts
from proofs.core.valuing.evaluating import Evaluation, added_up
from proofs.trusted.number import Irrational, Number


class NotRead(Exception):
    """A definition has no form for which means are computed without trying orders."""


def is_free(e: Any, listed: Any) -> bool:
    """Tell whether a term does not depend on the order of the list."""
    if not e.has(listed) or isinstance(e, Ideal | Sorted | Length):
        return True
    if isinstance(e, Grade) and e.args[0] == listed:
        return False
    if isinstance(e, sp.Sum | sp.Product) and _is_whole(e, listed):
        return True
    return all(is_free(argument, listed) for argument in e.args)


def _is_whole(e: Any, listed: Any) -> bool:
    """Tell whether a sum or product goes through all documents and reads only their grades."""
    if len(e.limits) != 1 or e.limits[0][1:] != (1, n):
        return False
    index = e.limits[0][0]
    rest = e.function.xreplace({Grade(listed, index): sp.Dummy()})
    return not rest.has(listed) and index not in rest.free_symbols


class PlaceTerm:
    """The term of a sum or product at a place: a function of the grade there and those above it.

    `point` is the point at which it is read, with the list; `entries` are those of the list.
    """

    def __init__(
        self, e: Any, listed: Any, point: Mapping[Any, Any], entries: Sequence[int]
    ) -> None:
        self.e, self.listed, self.point, self.entries = e, listed, point, entries
        self.reader = Evaluation()
        self.index, low, high = e.limits[0]
        if not (is_free(low, listed) and is_free(high, listed)):
            raise NotRead
        first, last = (int(self.reader.value(limit, point)) for limit in (low, high))
        self.places = range(first, min(last, len(point[listed])) + 1)
        self._here = sp.Dummy("here", integer=True)
        self._constants: dict[Any, Number] = {}
        self._folds: dict[Any, tuple[type, Callable[[int], Number], bool]] = {}
        self._body = self._abstract(e.function)
        self._known: dict[Any, Number] = {}

    @property
    def looks_up(self) -> bool:
        """Tell whether the term depends on what stands above the place."""
        return bool(self._folds)

    def at(self, place: int, entry: int, above: Counts) -> Number:
        """Return the term at a place with this entry, below so many of each entry."""
        key = place, entry, above if self.looks_up else ()
        if key not in self._known:
            point = {**self.point, **self._constants, self.index: place, self._here: grade(entry)}
            for symbol, fold in self._folds.items():
                point[symbol] = self._folded(*fold, entry, above)
            self._known[key] = self.reader.value(self._body, point)
        return self._known[key]

    def rational(self, place: int, entry: int) -> Number:
        """Return a term that does not look up, which must be rational."""
        value = self.at(place, entry, ())
        if isinstance(value, Irrational):
            raise NotRead
        return value

    def _folded(
        self, kind: type, value: Callable[[int], Number], itself: bool, entry: int, above: Counts
    ) -> Number:
        """Return an inner sum or product, from how many of each entry it goes through."""
        many = dict(zip(self.entries, above, strict=True))
        many[entry] += int(itself)
        values = [(value(one), count) for one, count in many.items() if count]
        if issubclass(kind, sp.Sum):
            return added_up(one * count for one, count in values)
        return prod((one**count for one, count in values), start=1)

    def _abstract(self, e: Any) -> Any:
        """Put symbols for the grade at the place, for what stands above it, and for constants."""
        if is_free(e, self.listed):
            constant = e.has(self.listed) and self.index not in e.free_symbols
            return self._constant(e) if constant else e
        if e == Grade(self.listed, self.index):
            return self._here
        if isinstance(e, sp.Sum | sp.Product):
            return self._fold(e)
        if isinstance(e, Grade):
            raise NotRead
        return e.func(*[self._abstract(argument) for argument in e.args])

    def _constant(self, e: Any) -> Any:
        symbol = sp.Dummy("constant", real=True)
        self._constants[symbol] = self.reader.value(e, self.point)
        return symbol

    def _fold(self, e: Any) -> Any:
        """Return a symbol for a sum or product over the places above, as their grades have it."""
        if len(e.limits) != 1 or e.limits[0][1] != 1:
            raise NotRead
        place, _, high = e.limits[0]
        entry = sp.Dummy("entry", integer=True)
        body = e.function.xreplace({Grade(self.listed, place): entry})
        bound = body.has(self.listed) or {place, self.index} & body.free_symbols
        if bound or high not in (self.index, self.index - 1):
            raise NotRead
        symbol = sp.Dummy("above", real=True)
        values = {
            one: self.reader.value(body, {**self.point, entry: grade(one)}) for one in self.entries
        }
        self._folds[symbol] = type(e), values.__getitem__, high == self.index
        return symbol
