"""Words, and sums and products over all places: they do not change when the places are renamed.

A word is a composition of rankings and their inverses, in which neighbours that cancel are dropped.

- *reindex*: where i runs through 1, …, n, so does ν(i) for every word ν. All words at i become
  words at ν(i); with the inverse of one of them as ν, that one is dropped. Of these forms one is
  kept, the same for all sums that differ by a renaming.
- *pairs*: the same for all i and l with 1 ≤ l < i ≤ n, where the terms do not change when i and l
  are exchanged, so that only the set {i, l} matters.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs.core.every_n.growth import BACKWARDS
from proofs.trusted.number import (
    ABSOLUTE,
    ENTRY,
    LEAST,
    LOG,
    POWER,
    RADICAL,
    RANGES,
    STEP,
    SUM,
    SUMMED,
    TRUE,
    UNKNOWN,
    Base,
    Inconclusive,
    Number,
    Undefined,
    added,
    kept,
    logarithm,
    number,
    power,
    terms_of,
    unknown_power,
    unknowns_in,
    unknowns_of,
    written,
)
from proofs.trusted.unknowns import absolute, base_of, normed, radical, truth

Word = tuple[tuple[Any, int], ...]


def inverse(word: Word) -> Word:
    """Return the inverse of a word; the reversal is its own."""
    return tuple(map(_turned, reversed(word)))


def _turned(letter: tuple[Any, int]) -> tuple[Any, int]:
    return letter if letter[0] == BACKWARDS else (letter[0], -letter[1])


def reduced(letters: Word) -> Word:
    """Drop neighbours that cancel."""
    kept: list[tuple[Any, int]] = []
    for letter in letters:
        if kept and kept[-1] == _turned(letter):
            kept.pop()
        else:
            kept.append(letter)
    return tuple(kept)


def reindexed(body: Number, index: Any) -> Number:
    """Rename the index so that one of the words at it is no word, always the same one."""
    entries, alone_too, bound = sightings(written(body), index)
    if bound or not entries or any(_place(entry) != alone(index) for entry in entries):
        return body
    words = {_word(entry) for entry in entries} | ({()} if alone_too else set())
    some, forms = next(iter(entries)), []
    for last in words:
        new = {word: reduced((*word, *inverse(last))) for word in {*words, ()}}
        if any(new[word] and new[word][0][0] == BACKWARDS for word in words):
            continue
        at = {w: base_of(_entry(some, v, alone(index)) if v else index) for w, v in new.items()}
        names = {index: at[()], **{entry: at[_word(entry)] for entry in entries}}
        seen = sorted((new[word] for word in words), key=repr)
        forms.append((len(repr(seen)), repr(seen), repr(written(renamed(body, names))), names))
    return renamed(body, min(forms, key=lambda form: form[:3])[3]) if forms else body


def pair_reindexed(body: Number, one: Any, two: Any) -> Number:
    """Drop the ranking in which all words at two indices end, if their exchange changes nothing."""
    exchanged = {alone(one): alone(two), alone(two): alone(one)}
    index_at = {alone(one): one, alone(two): two}
    while True:
        seen = [sightings(written(body), index) for index in (one, two)]
        entries = seen[0][0] | seen[1][0]
        ends = {_word(entry)[-1] for entry in entries}
        apart = any(alone_too or bound for _, alone_too, bound in seen)
        if apart or len(ends) != 1 or any(_place(e) not in exchanged for e in entries):
            return body
        turns = {e: base_of(_entry(e, _word(e), exchanged[_place(e)])) for e in entries}
        turned = renamed(body, turns)
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
    return kept((UNKNOWN, ((ENTRY, word, place), low, high)))


def _shorter(entry: Any, index: Any) -> Number:
    word = _word(entry)
    return base_of(index if len(word) == 1 else _entry(entry, word[:-1], _place(entry)))


def sightings(terms: Any, index: Any) -> tuple[set[Any], bool, bool]:
    """Return the entries at places with an index, and whether it stands alone, or is a bound."""
    entries: set[Any] = set()
    alone_too = bound = False
    for base in {base for monomial, _ in terms for base, _ in monomial}:
        if index not in unknowns_in(base):
            continue
        if base == index:
            alone_too = True
        elif base[0] == UNKNOWN:
            bound |= base[1][0][0] != ENTRY
            entries |= {base} if base[1][0][0] == ENTRY else set()
        else:
            bound |= base[0] in RANGES and index in unknowns_of(base[1][2])
            for part in _contents(base):
                more, seen, held = sightings(part, index)
                entries, alone_too, bound = entries | more, alone_too | seen, bound | held
    return entries, alone_too, bound


def _contents(base: Any) -> list[Any]:
    """Return the terms of the numbers inside a base."""
    kind, content = base
    if kind in RANGES:
        return [content[1], content[2]]
    if kind == POWER and isinstance(content[0], tuple):
        return list(content)
    return [content[1] if kind in (TRUE, POWER, RADICAL) else content]


# Renaming ----------------------------------------------------------------------------------------


def renamed(value: Number, names: dict[Any, Number]) -> Number:
    """Return a number in which other numbers stand for some unknowns, wherever they stood."""
    parts = []
    for monomial, factor in terms_of(value).items():
        term: Number = factor
        for base, exponent in monomial:
            term = term * _renamed_power(base, exponent, names)
        parts.append(term)
    return added(parts)


def _renamed_power(base: Any, exponent: Fraction, names: dict[Any, Number]) -> Number:
    kind, content = base
    if base in names:
        return power(names[base], exponent)
    if kind == UNKNOWN:
        return base_of(_renamed_unknown(base, names), exponent)
    if kind == STEP and isinstance(content, Base):
        raise Inconclusive("a step from the bound of another unknown")
    if kind == STEP or not isinstance(content, tuple):
        return base_of(base, exponent)

    def inner(terms: Any) -> Number:
        return renamed(number(dict(terms)), names)

    if kind in RANGES:
        index, body, last = content
        index = _renamed_unknown(index, names)
        return base_of((kind, (index, written(inner(body)), written(inner(last)))), exponent)
    if kind == SUM:
        if written(inner(content)) == written(0):
            raise Undefined
        factor, terms = normed(inner(content))
        return power(base_of((SUM, terms), 1, abs(factor)), exponent)
    within = {
        TRUE: lambda: truth(inner(content[1]), content[0]),
        ABSOLUTE: lambda: absolute(inner(content)),
        RADICAL: lambda: radical(inner(content[1]), content[0]),
        LOG: lambda: logarithm(inner(content)),
        POWER: lambda: unknown_power(_powered(content[0], inner), inner(content[1])),
    }
    return power(within[kind](), exponent)


def _powered(base: Any, inner: Any) -> Number:
    return inner(base) if isinstance(base, tuple) else base


def _renamed_unknown(base: Any, names: dict[Any, Number]) -> Any:
    """Return an unknown; what its bounds and its place name is renamed."""
    name, *bounds = base[1]

    def inner(terms: Any) -> Any:
        return written(renamed(number(dict(terms)), names)) if terms else terms

    if name[0] in (ENTRY, SUMMED, LEAST):
        name = (name[0], name[1], inner(name[2]))
    return kept((UNKNOWN, (name, *map(inner, bounds))))
