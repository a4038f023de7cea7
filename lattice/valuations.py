"""Valuations: a metric from its values on the join-irreducibles, and what determines one.

On a distributive lattice a valuation is its value at the least element and, for each
join-irreducible j, the increment from the one element that j covers. So it may be prescribed
freely on the irreducibles and at the least element (`giner`, Theorem 3, adds: the value at the
least element has to be known as well).

>>> from lattice.orders import rank_replacement
>>> chosen = {(1, 0): 2, (0, 1): 1}
>>> made = metric_from_irreducibles(rank_replacement, 2, 1, chosen)
>>> print(made.at((1, 1)), made.isotone)
3 True
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from lattice.order import Order, Word
from lattice.poset import Poset, bits
from lattice.relation import poset_of
from lattice.structure import gap, is_distributive, join_irreducibles, signatures
from metrics.language.given import exact
from metrics.language.runs import s
from metrics.language.terms import Indicator
from metrics.metric import Metric
from metrics.naming import BadInput


@dataclass(frozen=True)
class Valuation:
    """A valuation on the runs of an order, with its values and as a metric."""

    order: Order
    size: int
    top: int
    increments: dict[Word, Any]
    values: dict[Word, Any]

    @property
    def isotone(self) -> bool:
        """Whether larger runs never score less: no increment is negative."""
        return all(increment >= 0 for increment in self.increments.values())

    def at(self, run: Word) -> Any:
        """Return the value at a run."""
        if tuple(run) not in self.values:
            raise BadInput(
                f"{tuple(run)} is no run of {self.size} degrees from 0 to {self.top} of "
                f"{self.order.name}."
            )
        return self.values[tuple(run)]

    def metric(self, name: str) -> Metric:
        """Return the valuation as a metric that every question about runs can take."""
        value = sp.Add(*[score * _indicator(run) for run, score in self.values.items()])
        return Metric(
            name=name,
            title=name,
            inputs=(s,),
            value=value,
            family="made",
            higher_is_better=True,
            source="its values on the join-irreducibles",
            reading=f"made for n = {self.size}, c = {self.top} of {self.order.name}",
            fixed=(("n", self.size), ("c", self.top)),
        )


def _indicator(run: Word) -> Any:
    """Return an expression that is 1 at a run and 0 at all others."""
    places = enumerate(run, 1)
    return sp.Mul(*[Indicator(sp.Eq(s(place), degree)) for place, degree in places])


def metric_from_irreducibles(
    order: Order, size: int, top: int, given: Mapping[Word, Any], bottom: Any = 0
) -> Valuation:
    """Build the valuation with these values on the join-irreducibles, and `bottom` at the least."""
    poset = poset_of(order, size, top)
    if not is_distributive(poset):
        found = gap(poset)
        why = ""
        if found is not None:
            why = f" ({found.pair[0]} and {found.pair[1]} have no {found.kind})"
        raise BadInput(
            f"{order.name} with n = {size}, c = {top} is no distributive lattice{why}: values on "
            "the irreducibles do not determine a valuation there."
        )
    irreducible = join_irreducibles(poset)
    named = {poset.elements[j] for j in irreducible}
    chosen = {tuple(run): exact("value", value) for run, value in given.items()}
    _insist_same(set(chosen), named)
    start = exact("bottom", bottom)
    values = [start] * len(poset)
    increments: dict[int, Any] = {}
    _, signs = signatures(poset)
    for i, element in enumerate(poset.elements):
        below = [irreducible[place] for place in bits(signs[i])]
        values[i] = sp.Add(start, *[increments[j] for j in below if j != i])
        if element in named:
            increments[i] = chosen[element] - values[i]
            values[i] = chosen[element]
    named_increments = {poset.elements[i]: step for i, step in increments.items()}
    by_run = dict(zip(poset.elements, values, strict=True))
    return Valuation(order, size, top, named_increments, by_run)


def _insist_same(given: set[Word], wanted: set[Word]) -> None:
    for run in sorted(given - wanted):
        raise BadInput(f"{run} is not join-irreducible: give values for those runs only.")
    missing = sorted(wanted - given)
    if missing:
        shown = ", ".join(map(str, missing[:5])) + (", …" if len(missing) > 5 else "")
        raise BadInput(f"no value for the join-irreducible runs {shown}.")


def determines(poset: Poset, known: set[Any]) -> bool:
    """Tell whether a valuation on a lattice is determined by its values on some elements.

    Exact linear algebra: the equations of a valuation, and the known values, have one solution.
    """
    rows = [*equations(poset), *([int(x == one) for x in poset.elements] for one in known)]
    return rank(rows) == len(poset)


def rank(rows: list[list[int]]) -> int:
    """Return the rank of an integer matrix, exactly."""
    from flint import fmpq_mat, fmpz_mat

    return int(fmpq_mat(fmpz_mat(rows)).rank()) if rows else 0


def equations(poset: Poset) -> list[list[int]]:
    """Return v(x) + v(y) − v(x ∨ y) − v(x ∧ y) for all pairs that have both, as coefficients."""
    size = len(poset)
    rows = []
    for i, j in itertools.combinations(range(size), 2):
        join = poset.join_of(poset.up[i] & poset.up[j])
        meet = poset.meet_of(poset.down[i] & poset.down[j])
        if join is None or meet is None or {i, j} == {join, meet}:
            continue
        row = [0] * size
        for place, sign in ((i, 1), (j, 1), (join, -1), (meet, -1)):
            row[place] += sign
        rows.append(row)
    return rows
