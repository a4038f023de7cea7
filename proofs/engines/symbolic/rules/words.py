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
    if isinstance(listing, Ranking):
        return ((listing, 1),)
    if isinstance(listing, Identity):
        return ()
    if isinstance(listing, Backwards):
        return ((listing, 1),)
    if isinstance(listing, Inverse):
        return tuple(turned(letter) for letter in reversed(word(listing.args[0])))
    if isinstance(listing, Compose):
        return reduced((*word(listing.args[0]), *word(listing.args[1])))
    raise NotAWord(f"{listing} is not a product of rankings")


def turned(letter: tuple[Any, int]) -> tuple[Any, int]:
    """Return the inverse of a letter; the reversal n, …, 1 is its own."""
    return letter if isinstance(letter[0], Backwards) else (letter[0], -letter[1])


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
        body = normal(e.function)
        limits = [(index, low, high) for index, low, high in e.limits]
        return _named(_reindexed(e.func, body, limits))
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
            entries = base.atoms(At)
            listings = {node.args[0] for node in entries}
            places = {node.args[1] for node in entries}
            pair = len(entries) == 2 and len(listings) == 1 and places == {inner, outer}
            if pair and base.args[0] in (_difference(entries), -_difference(entries)):
                settled[node] = sp.Integer(1)
    return body.xreplace(settled)


def _difference(entries: set[Any]) -> Any:
    one, two = sorted(entries, key=str)
    return one - two


def _sees(body: Any, indices: list[Any]) -> bool:
    """Tell whether a body depends on an index other than through listings."""
    hidden = {node: sp.Dummy() for node in body.atoms(At) if node.args[1] in indices}
    return bool(body.xreplace(hidden).free_symbols & set(indices))


def _runs_over_all_places(body: Any, limits: list[Any]) -> bool:
    """Tell whether the sum is over all places, all pairs, or all unordered pairs if symmetric."""
    if all(low == 1 and high == n_symbol for _, low, high in limits):
        return True
    if len(limits) == 2:
        (inner, low, high), (outer, first, last) = limits
        if (low, high, first, last) == (1, outer - 1, 1, n_symbol):
            swapped = normal(body.xreplace({inner: outer, outer: inner}))
            return bool(sp.expand(swapped - body) == 0)
    return False


def _named(total: Any) -> Any:
    """Give the indices of a sum names that depend only on their order and depth."""
    depth = 1 + max((_depth(node) for node in total.function.atoms(sp.Sum, sp.Product)), default=0)
    names = {
        index: Place(f"i{depth}_{position}") for position, (index, _, _) in enumerate(total.limits)
    }
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
        factor, total = _split_sum(term)
        if total is None:
            rest += term
        else:
            groups[total.limits] = groups.get(total.limits, 0) + factor * total.function
    bodies = {limits: sp.expand(body) for limits, body in groups.items()}
    joined = [
        sp.Sum(merged(body) if body.has(sp.Sum) else body, *limits) if body != 0 else 0
        for limits, body in bodies.items()
    ]
    return rest + sp.Add(*joined)


def _split_sum(term: Any) -> tuple[Any, Any]:
    factors = sp.Mul.make_args(term)
    sums = [factor for factor in factors if isinstance(factor, sp.Sum)]
    if len(sums) != 1:
        return term, None
    others = sp.Mul(*[factor for factor in factors if factor is not sums[0]])
    return (term, None) if others.has(At) else (others, sums[0])


# Signs -------------------------------------------------------------------------------------------


def nonnegative(e: Any) -> bool:
    """Tell whether an expression is at least 0 for every n, by the signs of its parts."""
    return _sign_class(e) is not None


def positive(e: Any) -> bool:
    """Tell whether an expression is more than 0 for every n, by the signs of its parts."""
    return _sign_class(e) == "+"


def _sign_class(e: Any) -> str | None:
    """Return "+" for positive, "0+" for nonnegative, None where neither is shown."""
    if e.is_Rational:
        return "+" if e > 0 else "0+" if e == 0 else None
    if isinstance(e, sp.Symbol | At):
        return "+" if e.is_positive else "0+" if e.is_nonnegative else None
    if e == sp.binomial(n_symbol, 2):
        return "+"
    if isinstance(e, Indicator | sp.Abs):
        return "0+"
    if isinstance(e, sp.Sum):
        found = _sign_class(e.function) or _sign_of_factors(e)
        over_all = all((low, high) == (1, n_symbol) for _, low, high in e.limits)
        if found is None:
            return "0+" if prefix(e) else None
        return found if over_all and found == "+" else "0+"
    if isinstance(e, sp.log):
        return "+" if (e.args[0] - 2).is_nonnegative else None
    return _sign_of_compound(e)


def by_signs(difference: Any) -> str:
    """Return the step that a derivation by signs is, with the rules that it needs."""
    step = "the difference is at least 0 by the signs of its parts (signs)"
    if any(not _sign_class(total.function) and prefix(total) for total in difference.atoms(sp.Sum)):
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


def _sign_of_factors(total: Any) -> str | None:
    """Each factor of a summand has a sign seen from the lower limit, or from the upper one."""
    if len(total.limits) != 1:
        return None
    index, _, last = total.limits[0]
    back = sp.Dummy("back", integer=True, nonnegative=True)
    classes = [
        _sign_class(f) or _sign_class(sp.expand(f.subs(index, last - back)))
        for f in sp.Mul.make_args(total.function)
        if not f.has(At) or _sign_class(f)
    ]
    if None in classes or len(classes) != len(sp.Mul.make_args(total.function)):
        return None
    return "+" if all(found == "+" for found in classes) else "0+"


def _sign_of_compound(e: Any) -> str | None:
    if isinstance(e, sp.Pow):
        return _sign_of_power(e)
    if isinstance(e, sp.Add):
        return _sign_of_sum(e)
    if isinstance(e, sp.Product):
        return _sign_class(e.function)
    if not isinstance(e, Ratio | sp.Mul | sp.Max):
        return None
    classes = [_sign_class(argument) for argument in e.args]
    if isinstance(e, Ratio):
        return classes[0] if classes[1] else None
    if isinstance(e, sp.Max):
        return "+" if "+" in classes else "0+" if "0+" in classes else None
    if None in classes:
        return None
    return "+" if all(found == "+" for found in classes) else "0+"


def _sign_of_power(e: Any) -> str | None:
    base = _sign_class(e.base)
    if e.exp.is_Integer and int(e.exp) % 2 == 0 and int(e.exp) > 0:
        return base or "0+"
    if base == "+":
        return "+"
    if base == "0+" and e.exp.is_positive:
        return "0+"
    if base == "0+" and e.exp.is_negative:
        return "0+"  # where it is defined at all
    return None


def _sign_of_sum(e: Any) -> str | None:
    """Σ of parts with signs; n − σ(i) is at least 0; a positive integer is at least 1."""
    for node in sorted(e.atoms(At), key=str):
        if e.coeff(node) == -1 and _is_at_least_one(e.coeff(n_symbol)):
            rest = e + node - n_symbol
            return _sign_class(rest) if rest.args or rest.is_Rational else None
    constant, parts = sp.sympify(0), []
    for argument in e.args:
        if argument.is_Rational:
            constant += argument
        else:
            parts.append(argument)
    classes = [_sign_class(part) for part in parts]
    if None in classes:
        return _sign_by_symbols(e)
    if constant >= 0:
        return "+" if constant > 0 or "+" in classes else "0+"
    if all(c == "+" and p.is_integer for p, c in zip(parts, classes, strict=True)):
        least = sum(_least(part) for part in parts) + constant
        if least >= 0:
            return "+" if least > 0 else "0+"
    if len(parts) == 1 and isinstance(parts[0], sp.Pow) and constant == -1:
        base, exponent = parts[0].as_base_exp()
        if base.is_Integer and base >= 2 and _sign_class(exponent):
            return "0+"
    return _sign_by_symbols(e)


def _is_at_least_one(coefficient: Any) -> bool:
    return bool(coefficient.is_Rational and coefficient >= 1)


def _least(part: Any) -> int:
    """Return a lower bound of a positive integer, for n ≥ 2."""
    base, exponent = part.as_base_exp()
    return 2 ** int(exponent) if base == n_symbol and exponent.is_Integer and exponent > 0 else 1


def _sign_by_symbols(e: Any) -> str | None:
    """n − k is at least 0 for a cut-off k up to n, and positive for one below n."""
    for cutoff in e.atoms(UpToN):
        if sp.expand(e - (n_symbol - cutoff)) == 0:
            return "+" if isinstance(cutoff, BelowN) else "0+"
    return "+" if e.is_positive else "0+" if e.is_nonnegative else None
