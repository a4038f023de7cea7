"""The value of a metric at a list with ties: its mean over all orders within the tie groups.

Most metrics add up terms over the places, and the term of a place depends on the grade there and on
how many documents of each grade stand above it (`place_terms`). Within a group these numbers are
drawn without replacement, so the mean of a term is a sum over what may stand above it, and no order
is tried. Where a metric is another function of one sum or product, whose terms depend on the grade
at their place alone, the chances of its values are found from place to place. Which of this fits is
read off the definition; where nothing does, all different orders are tried, and refused where they
are too many.

The largest and smallest values are those of sorted groups where no exchange of neighbours, whatever
stands above them, ever changes the value the other way: sorting is a sequence of such exchanges.

>>> from metrics.lists import find_list_metric
>>> from metrics.language.terms import n
>>> ap = find_list_metric("ap")
>>> print(Tied(ap.value, ap.inputs[0], (1, 0), [(1, 2)], {n: 2}).mean())
3/4
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import comb, prod
from typing import Any

import sympy as sp

from metrics.language.terms import Ratio
from proofs.core.valuing.drawing import Counts, arrangements, drawn, orders, plus, single, ways
from proofs.core.valuing.evaluating import Evaluation, NotANumber, added_up, evaluated
from proofs.core.valuing.place_terms import NotRead, PlaceTerm, is_free
from proofs.trusted.number import Inconclusive, Number, Undefined, inverse
from proofs.trusted.sign import sign_of
from rankproof.line.failures import Undecided

MOST_DRAWS = 400_000
MOST_STATES = 50_000
MOST_ENTRIES = 2_000_000
Group = tuple[int, int]
Linear = tuple[Number, list[tuple[Number, Any]]]


class Tied:
    """A metric at one list; groups are the first and last places of equal scores."""

    def __init__(
        self,
        e: Any,
        listed: Any,
        word: tuple[int, ...],
        groups: Sequence[Group],
        point: Mapping[Any, Any],
    ) -> None:
        self.e, self.listed, self.word = e, listed, word
        self.groups = [group for group in groups if len(set(self._inside(group))) > 1]
        self.point = {**point, listed: word}
        self.reader = Evaluation()

    def _inside(self, group: Group) -> tuple[int, ...]:
        return self.word[group[0] - 1 : group[1]]

    # What is asked -------------------------------------------------------------------------------

    def mean(self) -> Number:
        """Return the mean over all orders within the groups."""
        return self._defined(self._mean)

    def extreme(self, largest: bool) -> Number:
        """Return the largest or the smallest value of all orders within the groups."""
        return self._defined(lambda: self._extreme(1 if largest else -1))

    def _defined(self, value: Callable[[], Number]) -> Number:
        """Return a value, or say which quotient is undefined."""
        if not self.groups:
            return evaluated(self.e, self.point)
        try:
            return value()
        except Undefined:
            evaluated(self.e, self.point)
            raise NotANumber("it is undefined in some order of documents with ties") from None

    def _mean(self) -> Number:
        try:
            constant, parts = self._linear(self.e)
            return added_up([constant, *[factor * self._mean_of(part) for factor, part in parts]])
        except NotRead:
            return added_up(share * value for value, share in self._spread())

    def _extreme(self, sign: int) -> Number:
        try:
            falling = self._direction() == sign
        except (NotRead, Inconclusive):
            found, *others = [value for value, _ in self._spread()]
            for value in others:
                found = value if sign_of(value - found) == sign else found
            return found
        word = list(self.word)
        for first, last in self.groups:
            word[first - 1 : last] = sorted(word[first - 1 : last], reverse=falling)
        return evaluated(self.e, {**self.point, self.listed: tuple(word)})

    def _spread(self) -> list[tuple[Number, Fraction]]:
        """Return the values that orders have, each with its chance."""
        try:
            return self._by_chances()
        except NotRead:
            values = [evaluated(self.e, point) for point in self._orders()]
            return [(value, Fraction(1, len(values))) for value in values]

    # Orders, one by one --------------------------------------------------------------------------

    def _orders(self) -> Iterator[dict[Any, Any]]:
        """Go through all different orders within the groups; each stands for equally many."""
        counts = [Counter(self._inside(group)) for group in self.groups]
        many = prod(map(orders, counts))
        if many * len(self.word) > MOST_ENTRIES:
            raise Undecided(
                f"ties can be broken in {_large(many)} different ways, too many to try: "
                "--ties trec breaks them by name"
            )
        for chosen in product(*map(arrangements, counts)):
            word = list(self.word)
            for (first, last), entries in zip(self.groups, chosen, strict=True):
                word[first - 1 : last] = entries
            yield {**self.point, self.listed: tuple(word)}

    # The form of a definition --------------------------------------------------------------------

    def _linear(self, e: Any) -> Linear:
        """Return a constant, and factors of sums whose mean is to be found."""
        if is_free(e, self.listed):
            return self._value(e), []
        if isinstance(e, sp.Sum) and len(e.limits) == 1:
            return 0, [(1, e)]
        if isinstance(e, sp.Add):
            every = [self._linear(argument) for argument in e.args]
            return added_up([c for c, _ in every]), [part for _, parts in every for part in parts]
        if isinstance(e, Ratio) and is_free(e.args[1], self.listed):
            return self._scaled(e.args[0], inverse(self._value(e.args[1])))
        if isinstance(e, sp.Piecewise):
            return self._linear(self._branch(e))
        bound = [argument for argument in e.args if not is_free(argument, self.listed)]
        if isinstance(e, sp.Mul) and len(bound) == 1:
            others = [argument for argument in e.args if argument is not bound[0]]
            return self._scaled(bound[0], self._value(sp.Mul(*others)))
        raise NotRead

    def _scaled(self, e: Any, factor: Number) -> Linear:
        constant, parts = self._linear(e)
        return factor * constant, [(factor * f, part) for f, part in parts]

    def _branch(self, e: Any) -> Any:
        for value, condition in e.args:
            if not is_free(condition, self.listed):
                raise NotRead
            if self.reader.truth(condition, self.point):
                return value
        raise Undefined

    def _value(self, e: Any, more: Mapping[Any, Any] | None = None) -> Number:
        return self.reader.value(e, {**self.point, **(more or {})})

    def _term(self, e: Any) -> PlaceTerm:
        term = PlaceTerm(e, self.listed, self.point, self.entries)
        if term.looks_up:
            self._insist_on_few_draws()
        return term

    def _insist_on_few_draws(self) -> None:
        for group in self.groups:
            many = prod(count + 1 for count in self._counts(group))
            if many > MOST_DRAWS:
                raise Undecided(
                    f"{len(self._inside(group)):,} documents have equal scores, and may stand "
                    f"above each other in {_large(many)} ways, too many to add up: "
                    "--ties trec breaks ties by name"
                )

    # Means of sums -------------------------------------------------------------------------------

    def _mean_of(self, e: Any) -> Number:
        term = self._term(e)
        return added_up(self._mean_term(term, place) for place in term.places)

    def _mean_term(self, term: PlaceTerm, place: int) -> Number:
        """Return the mean of a term: over what is drawn at a place, and before it in its group."""
        group = self._members.get(place)
        if group is None:
            return term.at(place, self.word[place - 1], self._above(place))
        counts, before = self._counts(group), self._above(group[0])
        size = place - group[0] if term.looks_up else 0
        left = sum(counts) - size
        total = left * comb(sum(counts), size)
        return added_up(
            Fraction(ways(counts, taken) * (many - taken[at]), total)
            * term.at(place, self.entries[at], plus(before, taken))
            for taken in drawn(counts, size)
            for at, many in enumerate(counts)
            if many > taken[at]
        )

    # Chances -------------------------------------------------------------------------------------

    def _by_chances(self) -> list[tuple[Number, Fraction]]:
        """Return the values of a function of one sum or product, each with its chance."""
        folds = [e for e in self.e.atoms(sp.Sum, sp.Product) if not is_free(e, self.listed)]
        outer = [e for e in folds if not any(e != other and other.has(e) for other in folds)]
        if len(outer) != 1 or len(outer[0].limits) != 1:
            raise NotRead
        term, symbol = self._term(outer[0]), sp.Dummy("fold", real=True)
        body = self.e.xreplace({outer[0]: symbol})
        if term.looks_up or not is_free(body, self.listed):
            raise NotRead
        chances = self._chances(term).items()
        return [(self._value(body, {symbol: value}), share) for value, share in chances]

    def _chances(self, term: PlaceTerm) -> dict[Number, Fraction]:
        """Return the chance of each value of a sum or product, from place to place."""
        adds = isinstance(term.e, sp.Sum)
        neutral = 0 if adds else 1
        reached: dict[Any, Fraction] = {(self._above(1), neutral): Fraction(1)}
        for place in range(1, self._last_active(term, neutral) + 1):
            following: dict[Any, Fraction] = {}
            for (taken, value), share in reached.items():
                for entry, chance, then in self._draws(place, taken):
                    more = term.rational(place, entry) if place in term.places else neutral
                    key = then, value + more if adds else value * more
                    following[key] = following.get(key, Fraction(0)) + share * chance
            if len(following) > MOST_STATES:
                raise NotRead
            reached = following
        found: dict[Number, Fraction] = {}
        for (_, value), share in reached.items():
            found[value] = found.get(value, Fraction(0)) + share
        return found

    def _last_active(self, term: PlaceTerm, neutral: int) -> int:
        """Return the last place whose term may change the value."""

        def is_active(place: int, entry: int) -> bool:
            try:
                return bool(term.rational(place, entry) != neutral)
            except Undefined:
                return True

        places = reversed(term.places)
        return next((p for p in places if any(is_active(p, e) for e in self.entries)), 0)

    def _draws(self, place: int, taken: Counts) -> Iterator[tuple[int, Fraction, Counts]]:
        """Go through what may stand at a place, with its chance, and what is then drawn."""
        group = self._members.get(place)
        if group is None:
            yield self.word[place - 1], Fraction(1), taken
            return
        left, ends = group[1] - place + 1, place == group[1]
        for at, many in enumerate(self._counts(group)):
            if many > taken[at]:
                then = self._above(1) if ends else plus(taken, single(at, len(taken)))
                yield self.entries[at], Fraction(many - taken[at], left), then

    # Extremes ------------------------------------------------------------------------------------

    def _direction(self) -> int:
        """Return 1 where no exchange that moves a better document up lowers the value, else −1."""
        _, parts = self._linear(self.e)
        if len(parts) != 1:
            raise NotRead
        factor, e = parts[0]
        term = self._term(e)
        signs = {sign_of(change) for change in self._changes(term)} - {0}
        if len(signs) > 1:
            raise NotRead
        return (signs.pop() if signs else 1) * (sign_of(factor) or 1)

    def _changes(self, term: PlaceTerm) -> Iterator[Number]:
        """Go through what is gained when a better document moves up by one place in a group."""
        for group in self.groups:
            counts, before = self._counts(group), self._above(group[0])
            for place in range(group[0], group[1]):
                for taken in drawn(counts, place - group[0] if term.looks_up else 0):
                    left = [at for at, many in enumerate(counts) if many > taken[at]]
                    for low, high in combinations(left, 2):
                        above = plus(before, taken)
                        better = self._neighbours(term, place, high, low, above)
                        yield better - self._neighbours(term, place, low, high, above)

    def _neighbours(
        self, term: PlaceTerm, place: int, upper: int, lower: int, above: Counts
    ) -> Number:
        """Return the terms of two neighbours with these entries."""
        then = plus(above, single(upper, len(above)))
        cases = ((place, upper, above), (place + 1, lower, then))
        return added_up(
            term.at(at, self.entries[e], up) for at, e, up in cases if at in term.places
        )

    # Counting ------------------------------------------------------------------------------------

    @cached_property
    def entries(self) -> list[int]:
        """The different entries of the word, in order: the grades of retrieved documents last."""
        return sorted(set(self.word))

    def _counts(self, group: Group) -> Counts:
        found = Counter(self._inside(group))
        return tuple(found[entry] for entry in self.entries)

    @cached_property
    def _tops(self) -> list[Counts]:
        """How many of each entry stand above each place."""
        kinds = len(self.entries)
        found: list[Counts] = [tuple([0] * kinds)]
        for entry in self.word:
            found.append(plus(found[-1], single(self.entries.index(entry), kinds)))
        return found

    def _above(self, place: int) -> Counts:
        return self._tops[place - 1]

    @cached_property
    def _members(self) -> dict[int, Group]:
        return {place: group for group in self.groups for place in range(group[0], group[1] + 1)}


def _large(number: int) -> str:
    return f"{number:,}" if number < 10**9 else f"more than 10^{len(str(number)) - 1}"
