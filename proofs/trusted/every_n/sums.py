"""Sums over places: powers of places, sums of entries between bounds, exchange, one swap.

- *powers*: 1^e + … + m^e is a polynomial in m.
- *count*: of the places 1, …, m, a − 1 are below a place a, and m − a above it; what two sets of
  places have in common is in `overlaps`.
- *few entries*: the entries of a word at 1, …, m are m different numbers from 1, …, n, so their sum
  lies between 1 + … + m and n + … + (n − m + 1).
- *rearrangement*: n(n + 1)(n + 2)/6 ≤ Σ i·w(i) ≤ n(n + 1)(2n + 1)/6, with equality on the right
  exactly if w is the identity, and on the left exactly if w is the reversal.
- *weighed entries*: Σ x(i)·w(i) for weights x that do not rise with i lies between Σ x(i)·i and
  Σ x(i)·(n + 1 − i), by the rearrangement inequality; the other way round where they do not fall.
- *geometric sums*: q + … + q^m = q(1 − q^m)/(1 − q), and q + 2q² + … + m·q^m is that minus
  m·q^(m + 1), divided by 1 − q.
- *exchange*: Σ_{l≤n} l^e·Σ_{i≤l} w(i) = Σ_{i≤n} w(i)·Σ_{i≤l≤n} l^e, and the same for i < l.
- *swap*: where s exchanges a and b, Σ f(i, s(i)) over all places is
  Σ f(i, i) + f(a, b) + f(b, a) − f(a, a) − f(b, b).
- *swap pairs*: of all pairs of places, a swap of a and b > a turns 2(b − a) − 1: (a, b), and with
  each place between them two.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from proofs.trusted.every_n.overlaps import GIVEN, OVERLAP, counted, overlap
from proofs.trusted.every_n.reindex import alone, reindexed, renamed, sightings
from proofs.trusted.number import (
    ENTRY,
    POWER,
    STEP,
    SUMMED,
    TRUE,
    UNKNOWN,
    Number,
    added,
    number,
    terms_of,
    unknown_power,
    unknowns_of,
    written,
)
from proofs.trusted.unknowns import (
    base_of,
    faulhaber,
    normed,
    possible_signs,
    split,
    tail,
    truth,
    unknown,
    whole_power,
)

SWAP, PAIRING, WEIGHED = "swap", "pairing", "weighed"
MOST_SLOPE = 100
SIXTH = Fraction(1, 6)


def largest_pairing(n: Number) -> Number:
    """Return Σ i·i."""
    return n * (n + 1) * (2 * n + 1) * SIXTH


def smallest_pairing(n: Number) -> Number:
    """Return Σ i·(n + 1 − i)."""
    return n * (n + 1) * (n + 2) * SIXTH


def summed_up(body: Number, index: Any, last: Number, n: Number, closed: bool = False) -> Number:
    """Return the sum of a product of bases over index = 1, …, last.

    Where it is `closed`, geometric sums are summed, and weighed sums of entries are bounded.
    """
    over_all = written(last) == written(n)
    total: Number = 0
    for factor, inside in split(reindexed(body, index) if over_all else body, index):
        exponent, word = whole_power(inside, index), _entry_at(inside, index)
        few = counted(inside, index, last)
        if exponent is not None:
            found = faulhaber(exponent, last)
        elif few is not None:
            found = few
        elif word is not None and len(inside) == 1:
            low, high = last * (last + 1), last * (2 * n + 1 - last)
            found = _between(word, last, low * Fraction(1, 2), high * Fraction(1, 2))
        elif word is not None and over_all:
            found = _between((PAIRING, word), n, smallest_pairing(n), largest_pairing(n))
        else:
            known = overlap(inside, index, n) if over_all else None
            if known is None and closed:
                known = _geometric(inside, index, last)
            if known is None and closed and over_all:
                known = _weighed(inside, index, n)
            found = tail(number({inside: Fraction(1)}), index, last) if known is None else known
        total = total + factor * found
    return total


def _geometric(inside: Any, index: Any, last: Number) -> Number | None:
    """Return q + q² + … + q^m, or q + 2q² + … + m·q^m, for a rational q that is not 1."""
    powers = [part for part in inside if part[0][0] == POWER]
    others = [part for part in inside if part not in powers]
    if len(powers) != 1 or others not in ([], [(index, 1)]):
        return None
    (_, (base, terms)), exponent = powers[0]
    if not isinstance(base, Fraction) or [m for m, _ in terms] != [((index, 1),)]:
        return None
    slope = terms[0][1] * exponent
    if slope.denominator != 1 or abs(slope) > MOST_SLOPE or base ** int(slope) == 1:
        return None
    q = base ** int(slope)
    plain = (1 - unknown_power(q, last)) * (q / (1 - q))
    if not others:
        return plain
    return (plain - last * unknown_power(q, last) * q) * (1 / (1 - q))


def _weighed(inside: Any, index: Any, n: Number) -> Number | None:
    """Return Σ w(i)·x(i), where the weight x does not rise, or does not fall, with the place."""
    entries = [part for part in inside if _is_entry_at(part, index)]
    weight = number({tuple(part for part in inside if part not in entries): Fraction(1)})
    seen = {base for base in unknowns_of(written(weight)) if base != index}
    if len(entries) != 1 or any(base[0] == STEP or base[1][0] not in GIVEN for base in seen):
        return None
    signs = possible_signs(weight - renamed(weight, {index: base_of(index) + 1}))
    if {-1, 1} <= set(signs):
        return None
    rising, falling = (
        added(
            factor * summed_up(number({part: Fraction(1)}), index, n, n, closed=True)
            for factor, part in split(weight * place, index)
        )
        for place in (base_of(index), n + 1 - base_of(index))
    )
    ends = (rising, falling) if 1 in signs else (falling, rising)
    return _between((WEIGHED, entries[0][0][1][0][1], written(weight)), n, *ends)


def _is_entry_at(part: Any, index: Any) -> bool:
    base, exponent = part
    is_entry = base[0] == UNKNOWN and base[1][0][0] == ENTRY and exponent == 1
    return bool(is_entry and base[1][0][2] == alone(index))


def _between(name: Any, last: Number, low: Number, high: Number) -> Number:
    return unknown((SUMMED, name, written(last)), low, high)


def _entry_at(inside: Any, index: Any) -> Any:
    """Return w where a product of bases is w(i) or i·w(i), or None."""
    others = [part for part in inside if part != (index, 1)]
    if len(others) != 1 or others[0][1] != 1 or len(inside) > 2:
        return None
    base = others[0][0]
    is_entry = base[0] == UNKNOWN and base[1][0][0] == ENTRY
    return base[1][0][1] if is_entry and base[1][0][2] == alone(index) else None


def exchanged(value: Number, index: Any, n: Number, entry: Callable[..., Number]) -> Number:
    """Exchange the order of Σ_{l≤n} l^e·Σ_{i≤l} w(i), and of the same for i < l."""
    total: Number = 0
    for factor, inside in split(value, index):
        sums = [part for part in inside if _is_first_entries(part)]
        exponent = whole_power(tuple(part for part in inside if part not in sums), index)
        body = number({inside: Fraction(1)})
        if len(sums) == 1 and exponent is not None:
            _, word, place = sums[0][0][1][0]
            shift = number(dict(place)) - base_of(index)
            if written(shift) in (written(0), written(-1)):
                rest = faulhaber(exponent, base_of(index) - 1 - shift)
                body = entry(word, base_of(index)) * (faulhaber(exponent, n) - rest)
        total = total + factor * body
    return total


def _is_first_entries(part: Any) -> bool:
    (kind, content), exponent = part
    return (
        kind == UNKNOWN
        and content[0][0] == SUMMED
        and content[0][1][0] not in (PAIRING, OVERLAP, WEIGHED)
        and exponent == 1
    )


# One swap ----------------------------------------------------------------------------------------


def swap_in(value: Number, index: Any) -> Any:
    """Return the swap that is the only word at an index, or None."""
    entries, _, bound = sightings(written(value), index)
    words = {entry[1][0][1] for entry in entries}
    if bound or len(words) != 1 or any(entry[1][0][2] != alone(index) for entry in entries):
        return None
    (word,) = words
    return word[0][0] if len(word) == 1 and word[0][0][0] == SWAP else None


def swapped_terms(value: Number, index: Any, swap: Any) -> tuple[Number, Number]:
    """Return the terms with i for s(i), and what the two places of a swap s add to their sum."""
    entries, _, _ = sightings(written(value), index)
    one, two = (number(dict(place)) for place in swap[1:])

    def at(place: Number, item: Number) -> Number:
        return renamed(value, {index: place, **dict.fromkeys(entries, item)})

    unmoved = renamed(value, dict.fromkeys(entries, base_of(index)))
    return unmoved, at(one, two) + at(two, one) - at(one, one) - at(two, two)


def swapped_pairs(body: Number, index: Any, inner: Any, n: Number) -> Number | None:
    """Return a sum over all pairs of places that sees only whether a swap turns a pair."""
    swap = swap_in(body, index)
    if swap is None or swap != swap_in(body, inner):
        return None
    width = number(dict(swap[2])) - number(dict(swap[1]))
    if possible_signs(width) != (1,):
        return None
    upper, lower = (next(iter(sightings(written(body), place)[0])) for place in (index, inner))
    _, ordered = normed(base_of(upper) - base_of(lower))
    _, reverse = normed(base_of(lower) - base_of(upper))
    kept, turned = (_with_order(body, ordered, reverse, sign) for sign in (1, -1))
    if any(_sees(value, place) for value in (kept, turned) for place in (index, inner)):
        return None
    count = 2 * width - 1
    return kept * (n * (n - 1) * Fraction(1, 2) - count) + turned * count


def _with_order(body: Number, ordered: Any, reverse: Any, sign: int) -> Number:
    """Put in the sign of the difference of two entries where it is compared with 0."""
    total: Number = 0
    for monomial, factor in terms_of(body).items():
        term: Number = factor
        for base, exponent in monomial:
            compared = base[1][1] if base[0] == TRUE else None
            if compared in (ordered, reverse):
                term = term * truth(sign if compared == ordered else -sign, base[1][0])
            else:
                term = term * base_of(base, exponent)
        total = total + term
    return total


def _sees(value: Number, index: Any) -> bool:
    entries, alone_too, bound = sightings(written(value), index)
    return bool(entries) or alone_too or bound


def pairing_in(value: Number) -> Any:
    """Return the one sum Σ i·w(i) in a number, or None."""
    bases = {base for monomial in terms_of(value) for base, _ in monomial}
    found = [b for b in bases if b[0] == UNKNOWN and b[1][0][0] == SUMMED]
    return found[0] if len(found) == 1 and found[0][1][0][1][0] == PAIRING else None
