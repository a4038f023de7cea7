"""What the words of statements mean: metrics, rankings, runs of an order, posets and formulas.

Greek letters are rankings of n items, k is a cut-off, i, j, x and y are places; with an order, r, s
and t are its runs and P is their poset. A word given besides is what it says: a number, a metric
for the letter m, or the list of what a variable ranges over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations, product
from typing import Any

import networkx as nx
import sympy as sp
from networkx.algorithms.isomorphism import DiGraphMatcher

from lattice import completion, find_order, structure
from lattice.bounds import Bounds
from lattice.poset import Poset, bits
from lattice.relation import poset_of, relation
from lattice.valuations import determines, equations, rank
from metrics import METRICS, find_metric
from metrics.language import runs, terms
from metrics.language.written import NoValue, value_of, written
from metrics.multi_aspect import find_measure
from metrics.naming import ELSEWHERE
from proofs.claims.exactly import (
    Ranking,
    compose,
    displacement,
    identity,
    inverse,
    inversions,
    rankings,
    rounding,
    score,
    swap,
    title,
)
from proofs.claims.statement import Known, of_numbers

World = tuple[Known, Mapping[str, Iterable[Any]]]
SMALL = tuple((n, c) for n in (1, 2, 3) for c in (1, 2, 3))
GREEK, PLACES, RUNS = "στνμρ", "ijxy", "rst"


@dataclass(frozen=True)
class Scored:
    """A metric as a word: called at one or two rankings and perhaps a cut-off."""

    name: str

    def __call__(self, *given: Any) -> Any:
        listings = [one for one in given if isinstance(one, tuple)]
        found = score(self.name, listings[0], listings[-1], *given[len(listings) :])
        if found is None:
            raise NoValue
        return found

    def __str__(self) -> str:
        return title(self.name)


@dataclass(frozen=True)
class Rankings:
    """All rankings of n items, listed only when somebody goes through them."""

    n: int

    def __iter__(self) -> Iterator[Ranking]:
        return rankings(self.n)

    def __contains__(self, sigma: Ranking) -> bool:
        return tuple(sorted(sigma)) == identity(self.n)


# Posets ------------------------------------------------------------------------------------------


def posets(largest: int) -> Iterator[Poset]:
    """Go through all posets on 0, …, k − 1 that are listed smaller elements first."""
    for size in range(1, largest + 1):
        pairs = list(combinations(range(size), 2))
        for chosen in product((False, True), repeat=len(pairs)):
            kept = {pair for pair, take in zip(pairs, chosen, strict=True) if take}
            if all((i, k) in kept for i, j in kept for h, k in kept if j == h):
                yield Poset.from_pairs(range(size), kept)


N5 = nx.transitive_closure(nx.DiGraph(["0a", "ab", "b1", "0c", "c1"]))


def sublattices(poset: Poset) -> set[str]:
    """Return which of N₅ and M₃ a lattice has: their joins and meets are those of the lattice.

    In an N₅, x ⊏ y have one join and one meet with z; in an M₃, any two of x, y and z have.
    """
    bounds, found = Bounds(poset), set()
    join, meet = bounds.joins.table, bounds.meets.table
    for x, y, z in permutations(range(len(poset)), 3):
        pairs = ((x, y), (x, z), (y, z))
        without_z, *with_z = ((join[pair], meet[pair]) for pair in pairs)
        if with_z[0] == with_z[1]:
            found |= {"N₅"} if poset.up[x] >> y & 1 else set()
            found |= {"M₃"} if without_z in with_z else set()
    return found


def has_n5(poset: Poset) -> bool:
    """Tell whether five elements are ordered like N₅, closed under join and meet or not."""
    above = ((i, j) for i in range(len(poset)) for j in bits(poset.up[i]) if i != j)
    return bool(DiGraphMatcher(nx.DiGraph(above), N5).subgraph_is_isomorphic())


def fixes(poset: Poset, known: set[Any], element: Any) -> bool:
    """Tell whether all valuations that vanish on `known` vanish at `element`."""
    rows = [*equations(poset), *([int(x == one) for x in poset.elements] for one in known)]
    extra = [int(x == element) for x in poset.elements]
    return rank(rows) == rank([*rows, extra])


def _elements(chosen: Any) -> Any:
    """Return a word for some elements of a poset, of which the numbers are known."""
    return lambda poset: {poset.elements[place] for place in chosen(poset)}


@cache
def _pairs(order: str, n: int, c: int) -> frozenset[Any]:
    """Return which runs an order puts below which."""
    words, above = relation(find_order(order), n, c)
    numbered = list(enumerate(words))
    return frozenset((r, s) for i, r in numbered for j, s in numbered if above[i] >> j & 1)


OF_POSETS: dict[str, Any] = {
    "posets": posets,
    "poset": Poset.from_pairs,
    "elements": lambda poset: poset.elements,
    "covering": lambda poset: {(poset.elements[i], poset.elements[j]) for i, j in poset.covers},
    "irreducibles": _elements(structure.join_irreducibles),
    "with_one_lower_cover": _elements(structure.single_lower_cover),
    "is_lattice": structure.is_lattice,
    "is_distributive": structure.is_distributive,
    "has_pentagon": lambda poset: "N₅" in sublattices(poset),
    "has_diamond": lambda poset: "M₃" in sublattices(poset),
    "has_n5": has_n5,
    "representations": completion.representations,
    "determines": determines,
    "fixes": fixes,
    "freedom": lambda poset: len(poset) - rank(equations(poset)),
    "pairs": _pairs,
}

# Formulas and weights ----------------------------------------------------------------------------


@cache
def _weighted(
    metric: str,
    sigma: Ranking,
    second: Ranking | None = None,
    convention: str = "ranks",
    **weights: Any,
) -> Any:
    """Return a weighted metric at two rankings, or one and the identity; weights may be symbols."""
    rankings = (sigma, second or identity(len(sigma)))
    given = {"fixed": "one", **weights}
    return sp.expand(value_of(find_metric(metric), rankings, given, convention))


def _exact(number: str | Fraction) -> Any:
    """Return a printed number, or a fraction, as an exact number."""
    return sp.Rational(*Fraction(number).as_integer_ratio())


OF_FORMULAS: dict[str, Any] = {
    "symbol": lambda name: sp.Symbol(name, positive=True),
    "symbols": lambda name, first, last: tuple(
        sp.Symbol(f"{name}{i}", nonnegative=True) for i in range(first, last + 1)
    ),
    "formula": lambda name: find_metric(name).value,
    "same": of_numbers(lambda one, two: sp.expand(one - two) == 0),
    "simplified": of_numbers(sp.simplify),
    "has_no_minus": of_numbers(
        lambda form: all(factor >= 0 for factor in sp.expand(form).as_coefficients_dict().values())
    ),
    "is_positive": of_numbers(lambda form: bool(sp.expand(form).is_positive)),
    "derivative": of_numbers(sp.diff),
    "limit": of_numbers(lambda form, x: sp.limit(form, x, sp.oo)),
    "weighted": _weighted,
    "measured": lambda name, gains: find_measure(name).at(gains),
    "RB": runs.recall_base,
    "N": terms.n,
    "number": _exact,
    "rounding": lambda printed: _exact(rounding(printed)),
    "product": product,
    "combinations": combinations,
    "reversed": lambda values: tuple(reversed(values)),
}

# Spaces ------------------------------------------------------------------------------------------


def worlds(
    n: int = 0,
    largest: int = 0,
    start: int = 2,
    order: str = "",
    c: int = 0,
    sizes: Sequence[tuple[int, int]] = SMALL,
    **given: Any,
) -> Iterator[World]:
    """Go through the sizes of a space, with what words mean there and what variables range over."""
    spoken = words(**given)
    if order:
        return (_of_runs(order, size, top, spoken) for size, top in ([(n, c)] if n else sizes))
    return (_of_rankings(size, spoken) for size in (range(start, largest + 1) if largest else [n]))


def span(
    over: str | Iterable[str],
    n: int = 0,
    largest: int = 0,
    start: int = 2,
    order: str = "",
    c: int = 0,
    sizes: Sequence[tuple[int, int]] = SMALL,
    **given: Any,
) -> str:
    """Return the sizes of a space as text."""
    if order and n:
        return f"{order}, n = {n}, c = {c}"
    if order:
        return "n ≤ {}, c ≤ {}".format(*map(max, zip(*sizes, strict=True)))
    cutoff = ", every k" if "k" in over else f", k = {given['k']}" if "k" in given else ""
    return (f"n = {start}…{largest}" if largest else f"n = {n}") + cutoff


def words(m: str = "", **given: Any) -> dict[str, Any]:
    """Return what words mean whatever the size: the metrics, the letter m, and what is given."""
    own = [name for kind, name in ELSEWHERE.found if kind == "metric"]
    found: dict[str, Any] = {name: Scored(name) for name in (*METRICS, *own)}
    found.update(metric=Scored, title=title, paths=_paths)
    found["moved"] = lambda sigma: sum(x != i for i, x in enumerate(sigma, 1))
    found.update(S=Rankings, inverse=inverse, K=inversions, F=displacement)
    return {**found, **OF_POSETS, **OF_FORMULAS, **({"m": Scored(m)} if m else {}), **given}


@cache
def _paths(n: int, by_value: bool) -> list[tuple[Ranking, Ranking, int]]:
    """Return how many swaps of neighbours lead from each ranking to each other."""
    steps = [
        (sigma, compose(one, sigma) if by_value else compose(sigma, one))
        for sigma in rankings(n)
        for one in (swap(n, i, i + 1) for i in range(1, n))
    ]
    found = nx.all_pairs_shortest_path_length(nx.Graph(steps))
    return [(sigma, tau, count) for sigma, to in found for tau, count in sorted(to.items())]


def _of_rankings(n: int, spoken: Known) -> World:
    known = {
        "id": identity(n),
        "rankings": Rankings(n),
        "swap": partial(swap, n),
        "maps": partial(product, range(1, n + 1), repeat=n),
    }
    domains: dict[str, Iterable[Any]] = dict.fromkeys(GREEK, Rankings(n))
    return _completed(n, known, {**domains, "k": range(1, n)}, spoken)


def _of_runs(order: str, n: int, c: int, spoken: Known) -> World:
    poset = poset_of(find_order(order), n, c)
    known = {
        "c": c,
        "P": poset,
        "degrees": range(c + 1),
        "runs": poset.elements,
        "below": poset.below,
        "join": poset.join,
        "meet": poset.meet,
        "covers": OF_POSETS["covering"](poset),
        "irreducible": OF_POSETS["irreducibles"](poset),
        "count": lambda run, degree: run.count(degree),
        "mass": lambda run: tuple(sum(x >= degree for x in run) for degree in range(c + 1)),
        "gp": partial(_precision, c=c),
        "swap": partial(swap, n),
    }
    return _completed(n, known, dict.fromkeys(RUNS, sorted(poset.elements)), spoken)


def _precision(run: Ranking, c: int) -> Any:
    """Return the generalized precision with gains 0, 1, …, c."""
    metric = find_metric("gp")
    given = {terms.n: len(run), runs.c: c, "gains": range(c + 1), metric.inputs[0]: run}
    return written(metric.value, given)


def _completed(n: int, known: Known, domains: Mapping[str, Any], spoken: Known) -> World:
    """Return a world with what all have: places, and what the claim lists and gives."""
    places = range(1, n + 1)
    listed = {name: v for name, v in spoken.items() if isinstance(v, tuple)}
    ranges = {**dict.fromkeys(PLACES, places), **domains, **listed}
    return {"n": n, "places": places, **known, **spoken}, ranges
