"""Judged lists of a pool, as words: the grades of all documents of the pool, retrieved ones first.

A pool has n documents with grades 0, …, c. A list retrieves some of them, in an order. Its word has
one entry for each document of the pool: those of the retrieved documents from the top, as they are,
and then those of the others, best first, where −1 − g stands for the grade g. So a list is a tuple
of n integers, and no list has two words.

>>> shown(word([2, 0], [0, 1, 0]), 2)
{'grades': [2, 0], 'unretrieved': [0, 1, 0]}
>>> word([2, 0], [0, 1, 0])
(2, 0, -2)
>>> exchanged((2, 0, -2), 2, 3)
(2, 1, -1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

Word = tuple[int, ...]


def missed(grade: int) -> int:
    """Return the entry of a document that was not retrieved; or the grade of such an entry."""
    return -1 - grade


def grade(entry: int) -> int:
    """Return the grade of a document by its entry."""
    return entry if entry >= 0 else missed(entry)


def length(listed: Sequence[int]) -> int:
    """Return how many documents were retrieved."""
    return sum(entry >= 0 for entry in listed)


def joined(retrieved: Sequence[int], others: Sequence[int]) -> Word:
    """Return the word with these grades of retrieved documents and of the others."""
    return (*retrieved, *sorted(map(missed, others)))


def parted(listed: Word) -> tuple[list[int], list[int]]:
    """Return the grades of the retrieved documents from the top, and those of the others."""
    size = length(listed)
    return list(listed[:size]), [missed(entry) for entry in listed[size:]]


def word(grades: Sequence[int], unretrieved: Sequence[int] = ()) -> Word:
    """Return the word of a list: grades from the top, and how many of each grade are not in it."""
    return joined(grades, [grade for grade, count in enumerate(unretrieved) for _ in range(count)])


def shown(listed: Word, c: int) -> dict[str, list[int]]:
    """Return a list as witnesses show it."""
    retrieved, others = parted(listed)
    return {"grades": retrieved, "unretrieved": [others.count(grade) for grade in range(c + 1)]}


def read(given: Any, c: int) -> Word | None:
    """Return the word of a list that came from outside, None where it is no list."""
    if isinstance(given, tuple) and all(_whole(entry) for entry in given):
        return given
    if not isinstance(given, dict) or set(given) != {"grades", "unretrieved"}:
        return None
    grades, counts = given["grades"], given["unretrieved"]
    if not isinstance(grades, list) or not isinstance(counts, list) or len(counts) != c + 1:
        return None
    if not all(_whole(entry) and entry >= 0 for entry in (*grades, *counts)):
        return None
    return word(grades, counts) if sum(counts) <= 10_000 else None


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_word(listed: Any, n: int, c: int) -> bool:
    """Tell whether something is the word of a list of a pool of n documents."""
    if not isinstance(listed, tuple) or len(listed) != n or not all(map(_whole, listed)):
        return False
    fits = all(0 <= grade(entry) <= c for entry in listed)
    return fits and joined(*parted(listed)) == listed


def words(n: int, c: int) -> Iterator[Word]:
    """Go through all lists of all pools: short ones first, then pools with smaller grades."""
    for size in range(n + 1):
        grades = range(c, -1, -1)
        tails = list(combinations_with_replacement(grades, n - size))
        found = [
            (*top, *map(missed, tail)) for top in product(grades, repeat=size) for tail in tails
        ]
        yield from sorted(found, key=lambda one: (sum(map(grade, one)), one))


def count(n: int, c: int) -> int:
    """Return how many lists there are: words of retrieved grades times multisets of the others.

    >>> count(3, 1) == len(list(words(3, 1)))
    True
    """
    return sum((c + 1) ** size * comb(n - size + c, c) for size in range(n + 1))


Tied = tuple[tuple[int, ...], ...]


def tied(size: int, c: int) -> Iterator[Tied]:
    """Go through all lists of a length with tie groups, from the top; within a group best first.

    Where documents tie, their order says nothing: a group is a multiset of grades.

    >>> list(tied(2, 1))
    [((0, 0),), ((1, 0),), ((1, 1),), ((0,), (0,)), ((0,), (1,)), ((1,), (0,)), ((1,), (1,))]
    """
    if size == 0:
        yield ()
    for first in range(size, 0, -1):
        for group in sorted(combinations_with_replacement(range(c, -1, -1), first)):
            yield from ((group, *rest) for rest in tied(size - first, c))


def count_tied(size: int, c: int) -> int:
    """Return how many lists of a length with tie groups there are, by the size of the first group.

    >>> count_tied(3, 2) == len(list(tied(3, 2)))
    True
    """
    if size == 0:
        return 1
    firsts = range(1, size + 1)
    return sum(comb(first + c, c) * count_tied(size - first, c) for first in firsts)


# What is done to lists; places run from 1 to n, beyond the length over those not retrieved. -------


def exchanged(listed: Word, one: int, two: int) -> Word:
    """Exchange the documents at two places."""
    entries = [grade(entry) for entry in listed]
    entries[one - 1], entries[two - 1] = entries[two - 1], entries[one - 1]
    size = length(listed)
    return joined(entries[:size], entries[size:])


def regraded(listed: Word, place: int, new: int) -> Word:
    """Give the document at a place another grade."""
    entries = [grade(entry) for entry in listed]
    entries[place - 1] = new
    size = length(listed)
    return joined(entries[:size], entries[size:])


def extended(listed: Word, place: int) -> Word | None:
    """Append the document at a place beyond the length; None where it was retrieved already."""
    retrieved, others = parted(listed)
    if place <= len(retrieved):
        return None
    added = others.pop(place - len(retrieved) - 1)
    return joined([*retrieved, added], others)


def ideal(listed: Word) -> Word:
    """Return the list of all documents of the pool, best first."""
    return tuple(sorted(map(grade, listed), reverse=True))


def sorted_list(listed: Word) -> Word:
    """Return the list of the same documents, best first."""
    retrieved, others = parted(listed)
    return joined(sorted(retrieved, reverse=True), others)


def same_pool(one: Word, two: Word) -> bool:
    """Tell whether two lists are of one pool: as many documents of each grade."""
    return ideal(one) == ideal(two)


def same_top(one: Word, two: Word, depth: int) -> bool:
    """Tell whether two lists have the same grades down to a place, or end together before it."""
    return parted(one)[0][:depth] == parted(two)[0][:depth]
