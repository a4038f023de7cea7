"""What is asked of programs beyond the axioms: properties of functions rather than of formulas.

A property goes through cases: some inputs, and what must be true of the values there. What is true
within the tolerance alone, or without it alone, is rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise, permutations, product
from typing import Any

from proofs.programs.computed import Computed, same
from proofs.programs.inputs import JUDGED, Judged, Pair, Space
from proofs.programs.inside.forms import Data

HOLDS, REFUTED, ROUNDING = "holds", "refuted", "rounding"
Values = Sequence[Computed]
MOST_ORDERED, SHORT = 3, 4
"""Dictionaries of so many entries are asked in all orders; so many of both are asked together."""


@dataclass(frozen=True)
class Judgement:
    """What a case is judged by: the tolerance, and what values lie between."""

    tolerance: Fraction
    low: Fraction | None = Fraction(0)
    high: Fraction | None = Fraction(1)

    def equal(self, values: Values) -> str:
        """Judge whether values are equal."""
        one, *others = values
        if all(same(one, other) for other in others):
            return HOLDS
        if any(value.number is None for value in values):
            return REFUTED
        return self.between(values[0], others, others)

    def equal_numbers(self, values: Values) -> str:
        """Judge whether values are equal where all of them are numbers."""
        return HOLDS if any(v.number is None for v in values) else self.equal(values)

    def between(self, value: Computed, lows: Values, highs: Values) -> str:
        """Judge whether a value is no less than the least and no more than the largest."""
        low = min((v.number for v in lows if v.number is not None), default=None)
        high = max((v.number for v in highs if v.number is not None), default=None)
        return self.inside(value, low, high)

    def inside(self, value: Computed, low: Fraction | None, high: Fraction | None) -> str:
        """Judge whether a number lies between two, where there are such."""
        if value.number is None:
            return HOLDS
        beyond = max(
            Fraction(0) if low is None else low - value.number,
            Fraction(0) if high is None else value.number - high,
        )
        return HOLDS if beyond <= 0 else ROUNDING if beyond <= self.tolerance else REFUTED


@dataclass(frozen=True)
class Case:
    """Some inputs of one case, as data; the first is the one that it is about."""

    inputs: tuple[Data, ...]
    about: Any


@dataclass(frozen=True)
class Property:
    """A property: for which kinds of call, through which cases, how judged, and as Python."""

    name: str
    title: str
    calls: tuple[str, ...]
    cases: Callable[[Sequence[Any], Space], Iterator[Case]]
    judge: Callable[[Values, Judgement], str]
    test: str
    """The condition in Python, on `values`, `tolerance`, `low` and `high`."""


def _each(inputs: Sequence[Any], space: Space) -> Iterator[Case]:
    yield from (Case((one.data(space.call),), one) for one in inputs)


def _renamed(inputs: Sequence[Any], space: Space) -> Iterator[Case]:
    """Go through inputs that differ in names alone, each with the smallest of its like."""
    if space.call == "lists":
        yield from _renamed_lists(inputs, space)
        return
    by_look = sorted(inputs, key=lambda one: (_look(one), one.order))
    for _, alike in groupby(by_look, key=_look):
        first, *others = alike
        for other in others:
            yield Case((first.data(space.call), other.data(space.call)), other)


def _look(one: Judged) -> Any:
    pairs = zip(one.grades, one.groups, strict=True)
    return one.near, sorted((g is None, g or 0, b is None, b or 0) for g, b in pairs)


def _renamed_lists(inputs: Sequence[Pair], space: Space) -> Iterator[Case]:
    for one in inputs:
        items = sorted({*one.one, *one.two})
        for names in permutations(range(1, space.docs + 1), len(items)):
            new = dict(zip(items, names, strict=True))
            two = Pair(tuple(new[i] for i in one.one), tuple(new[i] for i in one.two))
            if two.order > one.order:
                yield Case((one.data(space.call), two.data(space.call)), two)


def _reordered(inputs: Sequence[Judged], space: Space) -> Iterator[Case]:
    """Go through the orders of one dictionary, and of both where they are short."""
    for one in inputs:
        data = one.data(space.call)
        run, qrels = (orders(list(data[name].items())) for name in ("run", "qrels"))
        both = list(product(run, qrels))
        if len(both) > SHORT:
            both = [(other, qrels[0]) for other in run] + [(run[0], other) for other in qrels[1:]]
        for scores, grades in both[1:]:
            yield Case((data, {**data, "run": dict(scores), "qrels": dict(grades)}), one)


def orders(items: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return all orders of a few items, their own first; of more than three, the reverse alone.

    >>> orders("ab"), len(orders("abc")), orders("abcd")[1]
    ([('a', 'b'), ('b', 'a')], 6, ('d', 'c', 'b', 'a'))
    """
    if len(items) <= MOST_ORDERED:
        return list(permutations(items))
    return [tuple(items), tuple(reversed(items))]


def _transformed(inputs: Sequence[Judged], space: Space) -> Iterator[Case]:
    changes: list[Callable[[int], float]] = [lambda place: place - 100.0, lambda place: place * 1e6]
    for one in inputs:
        plain = Judged(one.grades, one.groups).data(space.call)
        if one.near:
            yield Case((plain, one.data(space.call)), one)
        elif one.retrieved:
            for change in changes:
                yield Case((plain, one.data(space.call, change)), one)


def _broken_ties(inputs: Sequence[Judged], space: Space) -> Iterator[Case]:
    for one in inputs:
        if one.has_ties and not one.near:
            orders = [Judged(one.grades, groups).data(space.call) for groups in untied(one.groups)]
            yield Case((one.data(space.call), *orders), one)


def untied(groups: Sequence[int | None]) -> list[tuple[int | None, ...]]:
    """Return all ways to break ties.

    >>> untied((1, 1, None))
    [(1, 2, None), (2, 1, None)]
    """
    kept = [d for d, group in enumerate(groups) if group is not None]
    found = []
    for order in permutations(kept):
        if all((groups[a] or 0) <= (groups[b] or 0) for a, b in pairwise(order)):
            place = {d: at for at, d in enumerate(order, 1)}
            found.append(tuple(place.get(d) for d in range(len(groups))))
    return sorted(found, key=lambda one: [group or 0 for group in one])


def _with_unjudged(inputs: Sequence[Judged], space: Space) -> Iterator[Case]:
    for one in inputs:
        if len(one.grades) < space.docs and not one.near:
            last = max((group for group in one.groups if group), default=0) + 1
            more = Judged((*one.grades, None), (*one.groups, last))
            yield Case((one.data(space.call), more.data(space.call)), more)


EQUAL = "abs(values[0] - values[1]) <= tolerance"
PROPERTIES = {
    one.name: one
    for one in (
        Property(
            "defined",
            "returns a number",
            (*JUDGED, "rankings", "lists"),
            _each,
            lambda values, _: HOLDS if values[0].number is not None else REFUTED,
            "all(value - value == 0 for value in values)",
        ),
        Property(
            "in_range",
            "values lie in their range",
            (*JUDGED, "rankings", "lists"),
            _each,
            lambda values, by: by.inside(values[0], by.low, by.high),
            "low <= values[0] <= high",
        ),
        Property(
            "renaming",
            "the names of documents do not matter",
            ("qrels", "lists"),
            _renamed,
            lambda values, by: by.equal(values),
            EQUAL,
        ),
        Property(
            "dictionary_order",
            "the order of a dictionary does not matter",
            ("qrels",),
            _reordered,
            lambda values, by: by.equal(values),
            EQUAL,
        ),
        Property(
            "array_order",
            "the order of the arrays does not matter",
            ("arrays",),
            _renamed,
            lambda values, by: by.equal(values),
            EQUAL,
        ),
        Property(
            "score_scale",
            "increasing transformations of scores do not matter",
            ("qrels", "arrays"),
            _transformed,
            lambda values, by: by.equal(values),
            EQUAL,
        ),
        Property(
            "tie_between",
            "with ties the value lies between the worst and the best order",
            ("qrels", "arrays"),
            _broken_ties,
            lambda values, by: by.between(values[0], values[1:], values[1:]),
            "min(values[1:]) - tolerance <= values[0] <= max(values[1:]) + tolerance",
        ),
        Property(
            "unjudged_at_bottom",
            "appending an unjudged document changes nothing",
            ("qrels",),
            _with_unjudged,
            lambda values, by: by.equal_numbers(values),
            EQUAL,
        ),
    )
}
"""Properties whose cases are calls; two more are about how a call is made: see `judging`."""
