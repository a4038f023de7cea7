"""All inputs of programs up to a size, the smallest first.

The documents of a judged input are called d1, …, dn. Each has a grade, or is not judged, and is
retrieved in one of the tie groups from the top, or not retrieved. Names matter to programs, so each
way to give them is an input of its own. Smallest: fewest documents, then fewest retrieved, then the
least sum of grades; then near ties and unjudged documents come later, and what is left is sorted by
grades and then by scores, a document that was not retrieved behind every score.

>>> Judged((1, 0), (2, 1)).data("qrels")
{'qrels': {'d1': 1, 'd2': 0}, 'run': {'d1': 1.0, 'd2': 2.0}}
>>> Judged((1, 0), (2, 1), near=True).data("arrays")
{'y_true': [1, 0], 'y_score': [1.0, 1.000000001]}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import factorial
from typing import Any, Protocol

from metrics.language import pools, tops
from metrics.lists.judged import JudgedList
from proofs.programs.inside.forms import CALLS, Data

NEAR = 1e-9
JUDGED = ("grades", "arrays", "qrels")
"""The kinds of call whose inputs are judged documents."""


class Input(Protocol):
    """What a program is called at."""

    @property
    def order(self) -> Any:
        """What inputs are sorted by, the smallest first."""

    def data(self, call: str) -> Data:
        """Return the input as plain data for one kind of call."""


@dataclass(frozen=True)
class Judged:
    """Documents with grades, None where one is not judged, and tie groups, None if not retrieved.

    Where scores are `near`, neighbouring groups differ by 1e-9 in score.
    """

    grades: tuple[int | None, ...]
    groups: tuple[int | None, ...]
    near: bool = False

    @cached_property
    def order(self) -> Any:
        grades = tuple(-1 if grade is None else grade for grade in self.grades)
        last = max((group for group in self.groups if group), default=0)
        scores = tuple(last + 1 - group if group else len(grades) + 1 for group in self.groups)
        unjudged = grades.count(-1)
        total = sum(grades) + unjudged
        return len(grades), self.retrieved, total, self.near, unjudged, grades, scores

    @property
    def retrieved(self) -> int:
        """How many documents were retrieved."""
        return len(self.groups) - self.groups.count(None)

    @property
    def has_ties(self) -> bool:
        """Whether two documents have one score."""
        return len(set(self.groups) - {None}) < self.retrieved

    @property
    def is_partial(self) -> bool:
        """Whether a document was not retrieved."""
        return None in self.groups

    @property
    def has_unjudged(self) -> bool:
        """Whether a document was not judged."""
        return None in self.grades

    def scores(self, change: Callable[[int], float] | None = None) -> dict[str, float]:
        """Return the scores of the retrieved documents; `change` makes one of a place from below.

        >>> Judged((1, 0), (1, 1)).scores(lambda place: place - 10.0)
        {'d1': -9.0, 'd2': -9.0}
        """
        made = change or (_near if self.near else float)
        last = max((group for group in self.groups if group), default=0)
        return {f"d{d}": made(last + 1 - group) for d, group in enumerate(self.groups, 1) if group}

    def data(self, call: str, change: Callable[[int], float] | None = None) -> Data:
        """Return the input for one kind of call; those of lists see what was retrieved alone."""
        scores = self.scores(change)
        names = {f"d{d}": grade for d, grade in enumerate(self.grades, 1)}
        if call == "qrels":
            qrels = {name: grade for name, grade in names.items() if grade is not None}
            return {"qrels": qrels, "run": scores}
        if call == "arrays":
            return {"y_true": [names[name] or 0 for name in scores], "y_score": [*scores.values()]}
        falling = sorted(scores, key=lambda name: -scores[name])
        return {"grades": [names[name] or 0 for name in falling]}

    def fits(self, call: str) -> bool:
        """Tell whether a kind of call can say all of it, but for what was not retrieved."""
        if call == "qrels":
            return True
        return not self.has_unjudged and (call == "arrays" or not (self.has_ties or self.near))

    def broken(self, ties: str) -> tuple[int | None, ...]:
        """Return the groups with ties broken: the last document first, or the first.

        >>> Judged((0, 0, 0), (1, 1, None)).broken("last")
        (2, 1, None)
        """
        way = -1 if ties == "last" else 1
        kept = [d for d, group in enumerate(self.groups) if group is not None]
        kept.sort(key=lambda d: (self.groups[d] or 0, way * d))
        places = {d: place for place, d in enumerate(kept, 1)}
        return tuple(places.get(d) for d in range(len(self.groups)))

    def with_groups(self, groups: tuple[int | None, ...]) -> Judged:
        """Return the same documents in other tie groups."""
        return Judged(self.grades, groups)

    def coarse(self) -> Judged:
        """Return the input with all scores one where they are near."""
        groups = tuple(None if group is None else 1 for group in self.groups)
        return Judged(self.grades, groups) if self.near else self

    def judged_list(self, c: int) -> JudgedList:
        """Return the list of grades, as declared metrics read it."""
        places = [d for d, group in enumerate(self.groups) if group]
        places.sort(key=lambda d: (self.groups[d] or 0, d))
        groups: dict[int, list[int]] = {}
        for place, d in enumerate(places, 1):
            groups.setdefault(self.groups[d] or 0, []).append(place)
        left = [g for g, group in zip(self.grades, self.groups, strict=True) if group is None]
        ties = tuple(map(tuple, groups.values())) if len(groups) < len(places) else ()
        counts = tuple(left.count(grade) for grade in range(c + 1))
        return JudgedList(tuple(self.grades[d] for d in places), counts, ties)

    @staticmethod
    def of_word(listed: pools.Word) -> Judged:
        """Return the documents of a judged list, named from the top.

        >>> Judged.of_word((2, 0, -2))
        Judged(grades=(2, 0, 1), groups=(1, 2, None), near=False)
        """
        retrieved = pools.length(listed)
        groups = [*range(1, retrieved + 1), *[None] * (len(listed) - retrieved)]
        return Judged(tuple(map(pools.grade, listed)), tuple(groups))


def _near(place: int) -> float:
    return 1.0 + (place - 1) * NEAR


@dataclass(frozen=True)
class Pair:
    """Two rankings of 1, …, n, or two lists of some of these items."""

    one: tuple[int, ...]
    two: tuple[int, ...]

    @property
    def order(self) -> Any:
        sizes = len(self.one) + len(self.two)
        return len({*self.one, *self.two}), sizes, self.one, self.two

    def data(self, call: str) -> Data:
        names = CALLS[call]
        if call == "rankings":
            return {names[0]: list(self.one), names[1]: list(self.two)}
        return {names[0]: [*map(item, self.one)], names[1]: [*map(item, self.two)]}


def item(number: int) -> str:
    """Return the name of an item of a list.

    >>> item(1), item(27)
    ('a', 'a27')
    """
    return chr(96 + number) if number <= 26 else f"a{number}"


@dataclass(frozen=True)
class Space:
    """Which inputs there are: how many documents, grades 0, …, c, and what else may be."""

    call: str
    docs: int = 3
    c: int = 2
    ties: bool = True
    partial: bool = True

    def inputs(self) -> list[Any]:
        """Return all inputs, the smallest first."""
        made = {"rankings": self._rankings, "lists": self._tops}.get(self.call, self._judged)
        return sorted(made(), key=lambda one: one.order)

    def count(self) -> int:
        """Return about how many inputs there are, from how many each document may be.

        >>> Space("qrels", 2).count() >= len(Space("qrels", 2).inputs())
        True
        """
        if self.call == "rankings":
            return factorial(self.docs) ** 2 * 2
        if self.call == "lists":
            return (tops.count(self.docs, self.docs, uneven=True) + 1) ** 2
        if self.call == "grades":
            return 2 * (self.c + 1) ** self.docs
        states = sum(1 for _ in _groups(self.docs, self))
        return 4 * states * (self.c + 1 + (self.call == "qrels")) ** self.docs

    def as_json(self, count: int) -> dict[str, Any]:
        """Return the space as answers have it."""
        judged = {"grades": list(range(self.c + 1)), "ties": self.ties, "partial": self.partial}
        return {"docs": self.docs, **(judged if self.call in JUDGED else {}), "count": count}

    def _rankings(self) -> Iterator[Pair]:
        for n in range(1, self.docs + 1):
            every = list(permutations(range(1, n + 1)))
            yield from (Pair(one, two) for one in every for two in every)

    def _tops(self) -> Iterator[Pair]:
        every: list[Any] = [(), *tops.tops(self.docs, self.docs, uneven=True)]
        yield from (Pair(one, two) for one in every for two in every)

    def _judged(self) -> Iterator[Judged]:
        for n in range(1, self.docs + 1):
            for groups in _groups(n, self):
                options = [self._grades(group) for group in groups]
                apart = len(set(groups) - {None}) > 1 and self.call != "grades"
                for grades in product(*options):
                    yield Judged(grades, groups)
                    if apart:
                        yield Judged(grades, groups, near=True)

    def _grades(self, group: int | None) -> list[int | None]:
        unjudged = group is not None and self.call == "qrels"
        return [*range(self.c + 1), *([None] if unjudged else [])]


def _groups(n: int, space: Space) -> Iterator[tuple[int | None, ...]]:
    """Go through all ways to retrieve some of n documents in tie groups 1, …, without gaps."""
    if space.call == "grades":
        yield tuple(range(1, n + 1))
        return
    partial = space.call == "qrels" and space.partial
    for groups in product([*([None] if partial else []), *range(1, n + 1)], repeat=n):
        used = set(groups) - {None}
        ties = len(used) < n - groups.count(None)
        if used == set(range(1, len(used) + 1)) and (space.ties or not ties):
            yield groups
