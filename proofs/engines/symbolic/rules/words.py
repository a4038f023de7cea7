"""Rules that hold for every n, each a small function with its own statement.

Normal form (equalities):

- *word*: σ(τ(i)) is (σ∘τ)(i), and neighbours that cancel are dropped;
- *reindex*: a sum over all places whose terms see the place only through listings
  that end in the same ranking ν does not change when ν is dropped, because ν runs
  through all places too; Σ f(σ(i)) = Σ f(i) is the case of one listing;
- *pairs*: the same for a sum over pairs of places whose terms are symmetric in them.

All rules speak of n ≥ 2; n = 1 is left to exhaustive search. Lemmas about single terms of a sum
are settled by `proofs.engines.symbolic.rules.lemmas`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from metrics.language.terms import (
    At,
    Backwards,
    Compose,
    Identity,
    Indicator,
    Inverse,
    Listing,
    Place,
    Ranking,
    Ratio,
)
from metrics.language.terms import n as n_symbol
from proofs.engines.symbolic.opened import BelowN, UpToN

Word = tuple[tuple[Ranking | Backwards, int], ...]


class NotAWord(Exception):
    """A listing is no product of rankings, so rules about words do not apply to it."""


# Words -------------------------------------------------------------------------------------------


def word(listing: Listing) -> Word:
    """Return a listing as a reduced product of rankings and their inverses.

    >>> from metrics.language.terms import sigma, nu
    >>> word(Compose(Compose(sigma, nu), Inverse(nu))) == word(sigma)
    True
    """
    if isinstance(listing, Ranking | Backwards):
        return ((listing, 1),)
    if isinstance(listing, Identity):
        return ()
    if isinstance(listing, Inverse):
        return inverse(word(listing.args[0]))
    if isinstance(listing, Compose):
        return reduced((*word(listing.args[0]), *word(listing.args[1])))
    raise NotAWord(f"{listing} is not a product of rankings")


def turned(letter: tuple[Any, int]) -> tuple[Any, int]:
    """Return the inverse of a letter; the reversal n, …, 1 is its own."""
    return letter if isinstance(letter[0], Backwards) else (letter[0], -letter[1])


def inverse(letters: Word) -> Word:
    """Return the inverse of a word.

    >>> from metrics.language.terms import sigma, tau
    >>> inverse(((sigma, 1), (tau, -1))) == ((tau, 1), (sigma, -1))
    True
    """
    return tuple(turned(letter) for letter in reversed(letters))


def reduced(letters: Word) -> Word:
    """Drop neighbours that cancel."""
    kept: list[tuple[Any, int]] = []
    for letter in letters:
        if kept and kept[-1] == turned(letter):
            kept.pop()
        else:
            kept.append(letter)
    return tuple(kept)


def listing_of(letters: Word) -> Listing:
    """Return the listing of a word."""
    result: Listing | None = None
    for ranking, power in letters:
        letter = ranking if power > 0 else Inverse(ranking)
        result = letter if result is None else Compose(result, letter)
    return Identity() if result is None else result


def entry(letters: Word, place: Any) -> Any:
    """Return the entry of a word at a place; the reversal of x is n + 1 − x."""
    if letters and isinstance(letters[0][0], Backwards):
        return n_symbol + 1 - entry(letters[1:], place)
    return At(listing_of(letters), place) if letters else place


# Normal form -------------------------------------------------------------------------------------


def normal(e: Any) -> Any:
    """Return an expression in normal form; equal normal forms are equal for every n."""
    if isinstance(e, At):
        place = normal(e.args[1])
        letters = word(e.args[0])
        if isinstance(place, At):
            return entry(reduced((*letters, *word(place.args[0]))), place.args[1])
        return entry(letters, place)
    if not e.args or isinstance(e, Listing):
        return e
    if isinstance(e, sp.sign):
        inside = sp.expand(normal(e.args[0]))
        turned = inside.could_extract_minus_sign()
        return -sp.sign(sp.expand(-inside)) if turned else sp.sign(inside)
    if isinstance(e, Indicator):
        relation = e.args[0]
        difference = sp.expand(normal(relation.lhs) - normal(relation.rhs))
        return Indicator(relation.func(difference, 0))
    if isinstance(e, sp.Sum | sp.Product):
        return _named(_reindexed(e.func, normal(e.function), list(e.limits)))
    return e.func(*[normal(argument) for argument in e.args])


def _reindexed(kind: Any, body: Any, limits: list[Any]) -> Any:
    """Drop the last letter that all listings at the summation places share."""
    indices = [index for index, _, _ in limits]
    body = _settled_signs(body, limits)
    while _runs_over_all_places(body, limits):
        seen = [node for node in body.atoms(At) if node.free_symbols & set(indices)]
        words = [word(node.args[0]) for node in seen]
        if not seen or any(not letters for letters in words):
            break
        if len({letters[-1] for letters in words}) != 1:
            break
        if any(node.args[1] not in indices for node in seen) or _sees(body, indices):
            break
        body = body.xreplace({node: entry(word(node.args[0])[:-1], node.args[1]) for node in seen})
        body = _settled_signs(body, limits)
    return kind(body, *limits)


def _settled_signs(body: Any, limits: list[Any]) -> Any:
    """Over pairs l < i: l − i is negative, and different places have different entries."""
    if len(limits) != 2 or limits[0][2] != limits[1][0] - 1:
        return body
    inner, outer = limits[0][0], limits[1][0]
    settled = {sp.sign(inner - outer): sp.Integer(-1), sp.sign(outer - inner): sp.Integer(1)}
    for node in body.atoms(sp.Pow):
        base, exponent = node.as_base_exp()
        if isinstance(base, sp.sign) and exponent.is_Integer and int(exponent) % 2 == 0:
            pair = entries_of_difference(base.args[0])
            if pair is not None and {node.args[1] for node in pair} == {inner, outer}:
                settled[node] = sp.Integer(1)
    return body.xreplace(settled)


def entries_of_difference(e: Any) -> list[Any] | None:
    """Return a and b where an expression is a − b, two entries of one listing; else None."""
    entries = sorted(e.atoms(At), key=str)
    if len(entries) != 2 or entries[0].args[0] != entries[1].args[0]:
        return None
    return entries if e in (entries[0] - entries[1], entries[1] - entries[0]) else None


def _sees(body: Any, indices: list[Any]) -> bool:
    """Tell whether a body depends on an index other than through listings."""
    hidden = {node: sp.Dummy() for node in body.atoms(At) if node.args[1] in indices}
    return bool(body.xreplace(hidden).free_symbols & set(indices))


def _runs_over_all_places(body: Any, limits: list[Any]) -> bool:
    """Tell whether the sum is over all places, all pairs, or all unordered pairs if symmetric."""
    if over_all_places(limits):
        return True
    pair = over_pairs(limits)
    if pair is None:
        return False
    inner, outer = pair
    swapped = normal(body.xreplace({inner: outer, outer: inner}))
    return bool(sp.expand(swapped - body) == 0)


def over_all_places(limits: Any) -> bool:
    """Tell whether each index runs from 1 to n."""
    return all((low, high) == (1, n_symbol) for _, low, high in limits)


def over_pairs(limits: Any) -> tuple[Any, Any] | None:
    """Return the indices l < i of a sum over all pairs of places, or None."""
    if len(limits) != 2:
        return None
    (inner, low, high), (outer, first, last) = limits
    return (inner, outer) if (low, high, first, last) == (1, outer - 1, 1, n_symbol) else None


def _named(total: Any) -> Any:
    """Give the indices of a sum names that depend only on their order and depth."""
    depth = _depth(total)
    names = {index: Place(f"i{depth}_{place}") for place, (index, *_) in enumerate(total.limits)}
    limits = [tuple(part.xreplace(names) for part in limit) for limit in total.limits]
    return total.func(total.function.xreplace(names), *limits)


def _depth(total: Any) -> int:
    return 1 + max((_depth(node) for node in total.function.atoms(sp.Sum, sp.Product)), default=0)


def equal_for_every_n(left: Any, right: Any) -> bool:
    """Tell whether two expressions have the same normal form."""
    difference = normal(left) - normal(right)
    if sp.expand(difference) == 0:
        return True
    return bool(sp.expand(merged(difference)) == 0)


def merged(e: Any) -> Any:
    """Join the sums of a linear combination that run over the same places."""
    groups: dict[Any, Any] = {}
    rest = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand_mul(e, deep=False)):
        sums, factor = parted(term, is_sum)
        if len(sums) != 1 or factor.has(At):
            rest += term
        else:
            limits = sums[0].limits
            groups[limits] = groups.get(limits, 0) + factor * sums[0].function
    bodies = {limits: sp.expand(body) for limits, body in groups.items()}
    joined = [
        sp.Sum(merged(body) if body.has(sp.Sum) else body, *limits) if body != 0 else 0
        for limits, body in bodies.items()
    ]
    return rest + sp.Add(*joined)


def parted(product: Any, inside: Callable[[Any], bool]) -> tuple[list[Any], Any]:
    """Return the factors of a product that satisfy a condition, and the product of the others."""
    factors = sp.Mul.make_args(product)
    return [f for f in factors if inside(f)], sp.Mul(*[f for f in factors if not inside(f)])


def is_sum(e: Any) -> bool:
    """Tell whether an expression is one sum."""
    return isinstance(e, sp.Sum)


def sees_rankings(e: Any) -> bool:
    """Tell whether an entry of a listing occurs in an expression."""
    return bool(e.has(At))


# Signs -------------------------------------------------------------------------------------------

UNKNOWN, NONNEGATIVE, POSITIVE = range(3)


def nonnegative(e: Any) -> bool:
    """Tell whether an expression is at least 0 for every n, by the signs of its parts."""
    return _sign(e) >= NONNEGATIVE


def positive(e: Any) -> bool:
    """Tell whether an expression is more than 0 for every n, by the signs of its parts."""
    return _sign(e) == POSITIVE


def of_one_sign(e: Any) -> bool:
    """Tell whether an expression is never 0 and has the same sign for every n."""
    return positive(e) or positive(-e)


def _sign(e: Any) -> int:
    """Return what is known of a sign, for n ≥ 2; of a product it is the least of its factors."""
    match e:
        case sp.Rational() | sp.Symbol() | At():
            return _assumed(e)
        case sp.binomial(args=(top, two)) if (top, two) == (n_symbol, 2):
            return POSITIVE
        case Indicator() | sp.Abs():
            return NONNEGATIVE
        case sp.Sum():
            return _sign_of_total(e)
        case sp.log():
            return POSITIVE if (e.args[0] - 2).is_nonnegative else UNKNOWN
        case sp.Pow():
            return _sign_of_power(e)
        case sp.Add():
            return _sign_of_sum(e)
        case sp.Product():
            return _sign(e.function)
        case Ratio(args=(top, bottom)):
            return _sign(top) if _sign(bottom) else UNKNOWN
        case sp.Max():
            return max(map(_sign, e.args))
        case sp.Mul():
            return min(map(_sign, e.args))
    return UNKNOWN


def _assumed(e: Any) -> int:
    return POSITIVE if e.is_positive else NONNEGATIVE if e.is_nonnegative else UNKNOWN


def _sign_of_total(total: Any) -> int:
    found = _sign(total.function) or _sign_of_factors(total)
    if not found:
        return NONNEGATIVE if prefix(total) else UNKNOWN
    return found if over_all_places(total.limits) else NONNEGATIVE


def by_signs(difference: Any) -> str:
    """Return the step that a derivation by signs is, with the rules that it needs."""
    step = "the difference is at least 0 by the signs of its parts (signs)"
    if any(not _sign(total.function) and prefix(total) for total in difference.atoms(sp.Sum)):
        step += "; the first h entries are h different numbers from 1 to n, so they add up to at "
        step += "least 1 + … + h and at most n + … + (n + 1 − h) (prefix)"
    return step


def prefix(total: Any) -> bool:
    """Prefix: Σ_{i≤h} (w(i) − i) ≥ 0 and Σ_{i≤h} (n + 1 − i − w(i)) ≥ 0, for every h ≤ n.

    The entries w(1), …, w(h) are h different numbers from 1 to n: their sum is at least
    1 + … + h, and at most n + … + (n + 1 − h).
    """
    entries = total.function.atoms(At)
    if len(total.limits) != 1 or total.limits[0][1] != 1 or len(entries) != 1:
        return False
    (node,), index = entries, total.limits[0][0]
    body = sp.expand(total.function)
    factor = body.coeff(node)
    if node.args[1] != index or factor == 0 or index in factor.free_symbols:
        return False
    rest = sp.expand(body / factor - node)
    if rest == -index:
        return nonnegative(factor)
    return bool(sp.expand(rest - index + n_symbol + 1) == 0) and nonnegative(-factor)


def _sign_of_factors(total: Any) -> int:
    """Each factor of a summand has a sign seen from the lower limit, or from the upper one."""
    if len(total.limits) != 1:
        return UNKNOWN
    index, _, last = total.limits[0]
    back = sp.Dummy("back", integer=True, nonnegative=True)

    def seen(factor: Any) -> int:
        if found := _sign(factor):
            return found
        return UNKNOWN if factor.has(At) else _sign(sp.expand(factor.subs(index, last - back)))

    return min(map(seen, sp.Mul.make_args(total.function)))


def _sign_of_power(e: Any) -> int:
    base = _sign(e.base)
    if e.exp.is_Integer and int(e.exp) % 2 == 0 and int(e.exp) > 0:
        return base or NONNEGATIVE
    signed = e.exp.is_positive or e.exp.is_negative  # where it is defined at all
    return base if base == POSITIVE or signed else UNKNOWN


def _sign_of_sum(e: Any) -> int:
    """Σ of parts with signs; n − σ(i) is at least 0; a positive integer is at least 1."""
    for node in sorted(e.atoms(At), key=str):
        most = e.coeff(n_symbol)
        if e.coeff(node) == -1 and most.is_Rational and most >= 1:
            rest = e + node - n_symbol
            return _sign(rest) if rest.args or rest.is_Rational else UNKNOWN
    constant = sp.Add(*[part for part in e.args if part.is_Rational])
    parts = [part for part in e.args if not part.is_Rational]
    known = [_sign(part) for part in parts]
    if not all(known):
        return _sign_by_symbols(e)
    if constant >= 0:
        return POSITIVE if constant > 0 else max(known)
    if min(known) == POSITIVE and all(part.is_integer for part in parts):
        least = sum(map(_least, parts)) + constant
        if least >= 0:
            return POSITIVE if least > 0 else NONNEGATIVE
    if len(parts) == 1 and isinstance(parts[0], sp.Pow) and constant == -1:
        base, exponent = parts[0].as_base_exp()
        if base.is_Integer and base >= 2 and _sign(exponent):
            return NONNEGATIVE
    return _sign_by_symbols(e)


def _least(part: Any) -> int:
    """Return a lower bound of a positive integer, for n ≥ 2."""
    base, exponent = part.as_base_exp()
    return 2 ** int(exponent) if base == n_symbol and exponent.is_Integer and exponent > 0 else 1


def _sign_by_symbols(e: Any) -> int:
    """n − k is at least 0 for a cut-off k up to n, and positive for one below n."""
    for cutoff in e.atoms(UpToN):
        if sp.expand(e - (n_symbol - cutoff)) == 0:
            return POSITIVE if isinstance(cutoff, BelowN) else NONNEGATIVE
    return _assumed(e)
