"""Sums over all places do not change when the places are renamed: two rules, and renaming.

- *reindex*: where i runs through 1, …, n and is seen only through entries of words that end in one
  ranking ν, then ν(i) runs through 1, …, n too, and ν is dropped.
- *pairs*: the same for all i and l with 1 ≤ l < i ≤ n, where the terms do not change when i and l
  are exchanged, so that only the set {i, l} matters.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs.trusted.number import (
    ABSOLUTE,
    LOG,
    POWER,
    RADICAL,
    SUM,
    TAIL,
    TRUE,
    UNKNOWN,
    Number,
    logarithm,
    number,
    power,
    terms_of,
    unknown_power,
    unknowns_in,
    written,
)
from proofs.trusted.unknowns import (
    ENTRY,
    absolute,
    base_of,
    normed,
    radical,
    truth,
)


def reindexed(body: Number, index: Any) -> Number:
    """Drop the ranking in which all words at an index end, while there is one."""
    while True:
        entries, elsewhere = _sightings(written(body), index)
        ends = {_word(entry)[-1] for entry in entries}
        if elsewhere or len(ends) != 1 or any(_place(e) != alone(index) for e in entries):
            return body
        body = renamed(body, {entry: _shorter(entry, index) for entry in entries})


def pair_reindexed(body: Number, one: Any, two: Any) -> Number:
    """Drop the ranking in which all words at two indices end, if their exchange changes nothing."""
    exchanged = {alone(one): alone(two), alone(two): alone(one)}
    index_at = {alone(one): one, alone(two): two}
    while True:
        seen = [_sightings(written(body), index) for index in (one, two)]
        entries = seen[0][0] | seen[1][0]
        ends = {_word(entry)[-1] for entry in entries}
        apart = any(elsewhere for _, elsewhere in seen)
        if apart or len(ends) != 1 or any(_place(e) not in exchanged for e in entries):
            return body
        turned = renamed(body, {e: _entry(e, _word(e), exchanged[_place(e)]) for e in entries})
        if written(turned) != written(body):
            return body
        body = renamed(body, {e: _shorter(e, index_at[_place(e)]) for e in entries})


def alone(index: Any) -> Any:
    """Return the terms of the number that an index is."""
    return written(base_of(index))


def _word(entry: Any) -> Any:
    return entry[1][0][1]


def _place(entry: Any) -> Any:
    return entry[1][0][2]


def _entry(entry: Any, word: Any, place: Any) -> Any:
    _, low, high = entry[1]
    return (UNKNOWN, ((ENTRY, word, place), low, high))


def _shorter(entry: Any, index: Any) -> Any:
    word = _word(entry)
    return index if len(word) == 1 else _entry(entry, word[:-1], _place(entry))


def _sightings(terms: Any, index: Any) -> tuple[set[Any], bool]:
    """Return the entries whose place depends on an index, and whether it is seen elsewhere."""
    entries: set[Any] = set()
    elsewhere = False
    for base in {base for monomial, _ in terms for base, _ in monomial}:
        if index not in unknowns_in(base):
            continue
        if base[0] != UNKNOWN:
            for part in _contents(base):
                more, seen = _sightings(part, index)
                entries |= more
                elsewhere |= seen
        elif base[1][0][0] == ENTRY:
            entries.add(base)
        else:
            elsewhere = True
    return entries, elsewhere


def _contents(base: Any) -> list[Any]:
    """Return the terms of the numbers inside a base."""
    kind, content = base
    if kind == TAIL:
        return [content[1], content[2]]
    return [content[1] if kind in (TRUE, POWER, RADICAL) else content]


# Renaming ----------------------------------------------------------------------------------------


def renamed(value: Number, names: dict[Any, Any]) -> Number:
    """Return a number with unknowns renamed, wherever they stand."""
    total: Number = 0
    for monomial, factor in terms_of(value).items():
        term: Number = factor
        for base, exponent in monomial:
            term = term * _renamed_power(base, exponent, names)
        total = total + term
    return total


def _renamed_unknown(base: Any, names: dict[Any, Any]) -> Any:
    """Return an unknown under its new name; what its bounds and its place name is renamed too."""
    if base in names:
        return names[base]
    name, *bounds = base[1]

    def inner(terms: Any) -> Any:
        return written(renamed(number(dict(terms)), names)) if terms else terms

    if name[0] == ENTRY:
        name = (ENTRY, name[1], inner(name[2]))
    return (UNKNOWN, (name, *map(inner, bounds)))


def _renamed_power(base: Any, exponent: Fraction, names: dict[Any, Any]) -> Number:
    kind, content = base
    if kind == UNKNOWN:
        return base_of(_renamed_unknown(base, names), exponent)
    if not isinstance(content, tuple):
        return base_of(base, exponent)

    def inner(terms: Any) -> Number:
        return renamed(number(dict(terms)), names)

    if kind == TAIL:
        index, body, last = content
        index = _renamed_unknown(index, names)
        return base_of((TAIL, (index, written(inner(body)), written(inner(last)))), exponent)
    if kind == SUM:
        factor, terms = normed(inner(content))
        return power(base_of((SUM, terms), 1, abs(factor)), exponent)
    within = {
        TRUE: lambda: truth(inner(content[1]), content[0]),
        ABSOLUTE: lambda: absolute(inner(content)),
        RADICAL: lambda: radical(inner(content[1]), content[0]),
        LOG: lambda: logarithm(inner(content)),
        POWER: lambda: unknown_power(content[0], inner(content[1])),
    }
    return power(within[kind](), exponent)
