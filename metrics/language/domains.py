"""Domains: what a variable of a statement ranges over.

A domain lists its values in lexicographic order, counts them, tells what belongs to it, reads a
value that came from outside, and says how it is written. Every kind of variable names its domain,
so no reader asks what class a variable has.

>>> RANKINGS.count(Size(4)), RANKINGS.text(4)
(24, 'S₄')
>>> list(SET_RUNS.values(Size(2, 1)))
[(0, 0), (1, 0), (1, 1)]
>>> RANKINGS.read([2, 1, 1], Size(3))
Traceback (most recent call last):
...
ValueError: [2, 1, 1] is no ranking of 1, …, 3
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations, product
from math import comb, factorial
from typing import Any

from metrics.language import pools, tops

SUBSCRIPTS = str.maketrans("0123456789n", "₀₁₂₃₄₅₆₇₈₉ₙ")


@dataclass(frozen=True)
class Size:
    """How large things are: n items, places or documents, and degrees 0, …, c.

    Top-k lists have k of n items, and uneven ones 1, …, or k of them; `tied` ones may have ties.
    """

    n: int
    c: int = 1
    k: int = 1
    uneven: bool = False
    tied: bool = False


@dataclass(frozen=True)
class Domain:
    """What a variable ranges over.

    `written` takes n as text, and serves for LaTeX too where `in_latex` is absent; `values`,
    `count` and `holds` are absent where the values cannot be listed, as for the labels of all
    embeddings. `shows` says how a value stands in a witness, and `takes` reads that back. `key` is
    what `--domain` calls it, where an axiom may be about this domain or another.
    """

    name: str
    one: str
    written: Callable[[str], str]
    in_latex: Callable[[str], str] | None = None
    values: Callable[[Size], Iterator[Any]] | None = None
    counted: Callable[[Size], int] | None = None
    holds: Callable[[Any, Size], bool] | None = None
    members: str = ""
    largest: int = 1_000_000
    sized_by: str = "items"
    shows: Callable[[Any, Size], Any] | None = None
    takes: Callable[[Any, Size], Any] | None = None
    key: str = ""

    def text(self, n: int | None) -> str:
        """Return the domain in plain characters; without n for every n."""
        return self.written("n" if n is None else str(n))

    def latex(self, n: int | None) -> str:
        """Return the domain in LaTeX."""
        return (self.in_latex or self.written)("n" if n is None else str(n))

    def count(self, size: Size) -> int:
        """Return how many values there are."""
        assert self.counted is not None, f"{self.name} are not counted"
        return self.counted(size)

    def ranges(self, term: Any) -> bool:
        """Tell whether a term is a variable that ranges over this domain."""
        return getattr(term, "domain", None) is self

    def read(self, given: Any, size: Size) -> Any:
        """Return a value that came from outside, or say that it is none."""
        value = tuple(given) if isinstance(given, list | tuple) else given
        value = value if self.takes is None else self.takes(value, size)
        if self.holds is None or not self.holds(value, size):
            raise ValueError(f"{given} is no {self.one} of {self.members.format(n=size.n)}")
        return value

    def show(self, value: Any, size: Size) -> Any:
        """Return a value as a witness has it."""
        if self.shows is not None:
            return self.shows(value, size)
        return list(value) if isinstance(value, tuple) else value

    def __repr__(self) -> str:
        return f"Domain({self.name})"


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _degrees(value: Any, size: Size) -> bool:
    listed = isinstance(value, tuple) and len(value) == size.n
    return listed and all(_whole(degree, 0, size.c) for degree in value)


def _is_ranking(value: Any, size: Size) -> bool:
    whole = isinstance(value, tuple) and all(_whole(item, 1, size.n) for item in value)
    return whole and sorted(value) == list(range(1, size.n + 1))


def _multisets(size: Size) -> Iterator[tuple[int, ...]]:
    falling = combinations_with_replacement(range(size.c, -1, -1), size.n)
    return iter(sorted(falling))


def _runs(n: str) -> str:
    return f"R({'N' if n == 'n' else n})"


RANKINGS = Domain(
    "rankings",
    "ranking",
    written=lambda n: f"S{n.translate(SUBSCRIPTS)}",
    in_latex=lambda n: f"S_{{{n}}}",
    values=lambda size: permutations(range(1, size.n + 1)),
    counted=lambda size: factorial(size.n),
    holds=_is_ranking,
    members="1, …, {n}",
)
PLACES = Domain(
    "places",
    "place",
    written=lambda n: f"{{1, …, {n}}}",
    in_latex=lambda n: rf"\{{1, \dots, {n}\}}",
    values=lambda size: iter(range(1, size.n + 1)),
    counted=lambda size: size.n,
    holds=lambda value, size: _whole(value, 1, size.n),
    members="1, …, {n}",
)
RUNS = Domain(
    "judged runs",
    "run",
    written=_runs,
    values=lambda size: product(range(size.c + 1), repeat=size.n),
    counted=lambda size: (size.c + 1) ** size.n,
    holds=_degrees,
    members="{n} degrees",
    sized_by="documents",
)
SET_RUNS = Domain(
    "sets of degrees",
    "set",
    written=_runs,
    values=_multisets,
    counted=lambda size: comb(size.n + size.c, size.c),
    holds=lambda value, size: _degrees(value, size) and sorted(value, reverse=True) == list(value),
    members="{n} degrees, listed decreasingly",
    sized_by="documents",
)
DEGREES = Domain(
    "degrees",
    "degree",
    written=lambda n: "{0, …, c}",
    in_latex=lambda n: r"\{0, \dots, c\}",
    values=lambda size: iter(range(size.c + 1)),
    counted=lambda size: size.c + 1,
    holds=lambda value, size: _whole(value, 0, size.c),
    members="0, …, c",
)
LISTS = Domain(
    "judged lists",
    "list",
    written=lambda n: f"L({n})",
    values=lambda size: pools.words(size.n, size.c),
    counted=lambda size: pools.count(size.n, size.c),
    holds=lambda value, size: pools.is_word(value, size.n, size.c),
    members="a pool of {n} documents",
    sized_by="documents",
    shows=lambda value, size: pools.shown(value, size.c),
    takes=lambda given, size: pools.read(given, size.c),
    key="lists",
)
TOPS = Domain(
    "top-k lists",
    "top-k list",
    written=lambda n: f"T({n})",
    values=lambda size: tops.tops(size.n, size.k, size.uneven, size.tied),
    counted=lambda size: tops.count(size.n, size.k, size.uneven, size.tied),
    holds=lambda value, size: tops.is_top(value, size.n, size.k, size.uneven, size.tied),
    members="the items 1, …, {n}",
    largest=200,
    shows=lambda value, size: tops.shown(value),
    takes=lambda given, size: tops.read(given),
    key="tops",
)
LABELS = Domain("labels", "label", written=lambda n: "L", largest=100, sized_by="aspects")
COLLECTIONS = Domain(
    "collections",
    "collection",
    written=lambda n: "",
    largest=12,
    sized_by="documents",
)
