"""A metric as a sum of small tables: each term of it reads one or a few entries of its rankings.

DCG adds up terms that each read one entry, MAE terms that read one entry of each ranking, Kendall's
distance terms that read four. A term is compiled like any other expression and evaluated at all
values of the entries that it reads, so a table says nothing that its program does not say.

>>> from fractions import Fraction
>>> from metrics.gain import dcg
>>> from metrics.language.terms import n
>>> found = tables_of(dcg.value, {n: Fraction(3)}, 3)
>>> [place for entries in found for _, place in entries]
[1, 2, 3]
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

import numpy as np
import sympy as sp

from metrics.language.fold import Unread
from proofs.exact.compiled import Bindings, Compiler, Node, fixed
from proofs.exact.numbers import Exact
from proofs.exact.whole import Undecidable

Entry = tuple[Any, int]  # a listing and a place of it; place 0 stands for any
Entries = tuple[Entry, ...]
LARGEST_TABLE = 1 << 16


class Term(Node):
    """A program with the terms that add up to it, by the entries that they read."""

    __slots__ = ("terms",)

    def __init__(self, node: Node, terms: Mapping[frozenset[Entry], list[Node]]) -> None:
        super().__init__(node.run, node.constant)
        self.terms = terms


class Terms(Compiler):
    """Compiles an expression and keeps the terms that it adds up; some rankings may be known."""

    def __init__(self, known_rankings: Mapping[Any, Any]) -> None:
        self.known_rankings = known_rankings
        self._read: list[set[Entry]] = [set()]

    def read(self, e: Any, known: Any) -> Node:
        self._read.append(set())
        node = super().read(e, known)
        entries = self._read.pop()
        self._read[-1] |= entries
        return node if isinstance(node, Term) else Term(node, {frozenset(entries): [node]})

    def entry(self, e: Any, known: Any) -> Node:
        listing, place = e.args
        where = self.read(place, known).constant
        if where is None:
            self._read[-1].add((listing, 0))
            return super().entry(e, known)
        number = where.as_fraction()
        ranking = self.known_rankings.get(listing)
        if ranking is None:
            self._read[-1].add((listing, int(number)))
            return super().entry(e, known)
        if number not in range(1, len(ranking) + 1):
            raise Unread(self.reader, f"the place {number} of a ranking of {len(ranking)}")
        return fixed(Exact.rational(ranking[int(number) - 1]))

    def total(self, values: Iterable[Node]) -> Node:
        nodes = list(values)
        node = super().total(nodes)
        terms: dict[frozenset[Entry], list[Node]] = {}
        for one in nodes:
            for entries, parts in one.terms.items() if isinstance(one, Term) else ():
                terms.setdefault(entries, []).extend(parts)
        return Term(node, terms) if all(isinstance(one, Term) for one in nodes) else node

    def times(self, values: Iterable[Node]) -> Node:
        nodes = list(values)
        node, constants = super().times(nodes), [one for one in nodes if one.constant is not None]
        varying = [one for one in nodes if one.constant is None]
        if len(varying) != 1 or not isinstance(varying[0], Term):
            return node
        terms = {
            entries: [super(Terms, self).times([*constants, part]) for part in parts]
            for entries, parts in varying[0].terms.items()
        }
        return Term(node, terms)


def tables_of(
    expression: Any, bindings: Bindings, n: int, known_rankings: Mapping[Any, Any] | None = None
) -> dict[Entries, Exact] | None:
    """Return the tables that add up to an expression, by the entries that each reads.

    A table has an axis for each entry, along which the entry has the values 1, …, n. None is
    returned where a term reads too many entries, or may be undefined.
    """
    try:
        whole = Terms(known_rankings or {}).read(sp.sympify(expression, strict=True), bindings)
        assert isinstance(whole, Term)
        found = {
            (ordered := tuple(sorted(entries, key=str))): _table(parts, ordered, n)
            for entries, parts in whole.terms.items()
        }
    except (Unread, Undecidable):
        return None
    tables = {entries: table for entries, table in found.items() if table is not None}
    return tables if len(tables) == len(found) else None


def _table(parts: list[Node], entries: Entries, n: int) -> Exact | None:
    """Return the sum of some terms at all values of the entries that they read, where defined."""
    if n ** len(entries) > LARGEST_TABLE or any(not 1 <= place <= n for _, place in entries):
        return None
    shape = (n,) * len(entries)
    columns: dict[Any, Any] = {}
    for axis, (listing, place) in enumerate(entries):
        rows = columns.setdefault(listing, np.ones((n, *shape), dtype=np.int16))
        values = np.arange(1, n + 1).reshape([-1 if at == axis else 1 for at in range(len(shape))])
        rows[place - 1] = values
    total = reduce(operator.add, [part(columns) for part in parts])
    return None if total.undefined is not False else total
