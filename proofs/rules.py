"""Rules that hold for every n, each a small function with its own statement.

Normal form (equalities):

- *word*: σ(τ(i)) is (σ∘τ)(i), and neighbours that cancel are dropped;
- *reindex*: a sum over all places whose terms see the place only through listings
  that end in the same ranking ν does not change when ν is dropped, because ν runs
  through all places too; Σ f(σ(i)) = Σ f(i) is the case of one listing;
- *pairs*: the same for a sum over pairs of places whose terms are symmetric in them.

All rules speak of n ≥ 2; n = 1 is left to exhaustive search. Lemmas about single terms of a sum
are settled by z3 over all reals with the stated conditions, never by examples.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from metrics.terms import (
    At,
    Compose,
    Identity,
    Indicator,
    Inverse,
    Listing,
    Place,
    Ranking,
    Ratio,
)
from metrics.terms import n as n_symbol

Word = tuple[tuple[Ranking, int], ...]


# Words -------------------------------------------------------------------------------------------


def word(listing: Listing) -> Word:
    """Return a listing as a reduced product of rankings and their inverses.

    >>> from metrics.terms import sigma, nu
    >>> word(Compose(Compose(sigma, nu), Inverse(nu))) == word(sigma)
    True
    """
    if isinstance(listing, Ranking):
        return ((listing, 1),)
    if isinstance(listing, Identity):
        return ()
    if isinstance(listing, Inverse):
        return tuple((ranking, -power) for ranking, power in reversed(word(listing.args[0])))
    if isinstance(listing, Compose):
        return _reduced((*word(listing.args[0]), *word(listing.args[1])))
    raise ValueError(f"{listing} is not a product of rankings")


def _reduced(letters: Word) -> Word:
    kept: list[tuple[Ranking, int]] = []
    for ranking, power in letters:
        if kept and kept[-1] == (ranking, -power):
            kept.pop()
        else:
            kept.append((ranking, power))
    return tuple(kept)


def listing_of(letters: Word) -> Listing:
    """Return the listing of a word."""
    result: Listing | None = None
    for ranking, power in letters:
        letter = ranking if power > 0 else Inverse(ranking)
        result = letter if result is None else Compose(result, letter)
    return Identity() if result is None else result


def entry(letters: Word, place: Any) -> Any:
    """Return the entry of a word at a place."""
    return At(listing_of(letters), place) if letters else place


# Normal form -------------------------------------------------------------------------------------


def normal(e: Any) -> Any:
    """Return an expression in normal form; equal normal forms are equal for every n."""
    if isinstance(e, At):
        place = normal(e.args[1])
        letters = word(e.args[0])
        if isinstance(place, At):
            return entry(_reduced((*letters, *word(place.args[0]))), place.args[1])
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
    joined = [
        sp.Sum(sp.expand(body), *limits) if sp.expand(body) != 0 else 0
        for limits, body in groups.items()
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
        return "+" if e.is_positive else None
    if e == sp.binomial(n_symbol, 2):
        return "+"
    if isinstance(e, Indicator | sp.Abs):
        return "0+"
    if isinstance(e, sp.Sum):
        found = _sign_class(e.function)
        over_all = all((low, high) == (1, n_symbol) for _, low, high in e.limits)
        return found if found is None or (over_all and found == "+") else "0+"
    if isinstance(e, sp.log):
        return "+" if (e.args[0] - 2).is_nonnegative else None
    return _sign_of_compound(e)


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
    rest = e
    for node in e.atoms(At):
        if e.coeff(node) == -1 and e.coeff(n_symbol) >= 1:
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


def _least(part: Any) -> int:
    """Return a lower bound of a positive integer, for n ≥ 2."""
    base, exponent = part.as_base_exp()
    return 2 ** int(exponent) if base == n_symbol and exponent.is_Integer and exponent > 0 else 1


def _sign_by_symbols(e: Any) -> str | None:
    """n − k and n − j are positive: a cut-off of a set metric is at most n − 1."""
    if e.free_symbols and e.free_symbols <= {n_symbol, *_CUTOFFS} and not e.atoms(At):
        for cutoff in _CUTOFFS:
            if sp.expand(e - (n_symbol - cutoff)) == 0:
                return "+"
    return "+" if e.is_positive else "0+" if e.is_nonnegative else None


_CUTOFFS = [sp.Symbol(name, integer=True, positive=True) for name in "kj"]


# Lemmas about summands ---------------------------------------------------------------------------


def lemma(claim: Any, variables: list[Any], distinct: list[tuple[Any, Any]]) -> bool:
    """Let z3 prove a claim about real numbers ≥ 1; `distinct` are pairs that differ."""
    import z3

    symbols = {variable: z3.Real(f"x{place}") for place, variable in enumerate(variables)}
    solver = z3.Solver()
    solver.set("timeout", 3000)
    for symbol in symbols.values():
        solver.add(symbol >= 1)
    for one, two in distinct:
        solver.add(symbols[one] != symbols[two])
    try:
        solver.add(z3.Not(_z3_formula(claim, symbols)))
    except KeyError:
        return False
    return bool(solver.check() == z3.unsat)


def _z3_formula(e: Any, symbols: dict[Any, Any]) -> Any:
    import z3

    if isinstance(e, sp.And):
        return z3.And([_z3_formula(argument, symbols) for argument in e.args])
    if isinstance(e, sp.Equivalent):
        return _z3_formula(e.args[0], symbols) == _z3_formula(e.args[1], symbols)
    if isinstance(e, sp.Implies):
        return z3.Implies(*[_z3_formula(argument, symbols) for argument in e.args])
    left, right = (_z3_term(argument, symbols) for argument in e.args)
    return {
        sp.Eq: left == right,
        sp.Ne: left != right,
        sp.Le: left <= right,
        sp.Lt: left < right,
        sp.Ge: left >= right,
        sp.Gt: left > right,
    }[type(e)]


def _z3_term(e: Any, symbols: dict[Any, Any]) -> Any:
    import z3

    if e in symbols:
        return symbols[e]
    if e.is_Rational:
        return z3.RealVal(str(e))
    if isinstance(e, sp.Add):
        return z3.Sum([_z3_term(argument, symbols) for argument in e.args])
    if isinstance(e, sp.Mul):
        return z3.Product([_z3_term(argument, symbols) for argument in e.args])
    if isinstance(e, sp.Pow) and e.exp.is_Integer:
        base, power = _z3_term(e.base, symbols), abs(int(e.exp))
        product = z3.Product([base] * power)
        return product if e.exp > 0 else z3.RealVal(1) / product
    if isinstance(e, sp.Abs):
        inner = _z3_term(e.args[0], symbols)
        return z3.If(inner >= 0, inner, -inner)
    if isinstance(e, sp.sign):
        inner = _z3_term(e.args[0], symbols)
        return z3.If(inner > 0, z3.RealVal(1), z3.If(inner < 0, z3.RealVal(-1), z3.RealVal(0)))
    if isinstance(e, Indicator):
        return z3.If(_z3_formula(e.args[0], symbols), z3.RealVal(1), z3.RealVal(0))
    raise KeyError(e)
