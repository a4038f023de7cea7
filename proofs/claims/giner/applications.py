"""Computations for the claims of `giner`, §6.1 and §7: masses, values, runs told apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import sympy as sp

from lattice import find_order, structure
from lattice.relation import poset_of
from proofs.claims.claim import Computed
from proofs.claims.exactly import checked, no_failure, word
from proofs.claims.giner.judged_runs import SMALL, SPAN, masses, span


@no_failure("they do", SPAN)
def footnote_6() -> Iterator[str]:
    """At the first place where two runs differ, their masses compare as the degrees there."""
    for size, top in SMALL:
        for r, s in product(product(range(top + 1), repeat=size), repeat=2):
            differ = [k for k in range(size) if r[k] != s[k]]
            if differ:
                k = differ[0]
                pairs = zip(masses(s[: k + 1], top), masses(r[: k + 1], top), strict=True)
                gaps = [a - b for a, b in pairs]
                between = [int(r[k] < j <= s[k]) - int(s[k] < j <= r[k]) for j in range(top + 1)]
                if gaps != between:
                    yield f"{word(r)}, {word(s)}"


def number_of_runs(shift: int) -> Computed:
    """The number of runs of length N is c^N."""
    failures = (
        f"{len(poset_of(find_order('rank_replacement'), size, top))} runs (n = {size}, c = {top})"
        for size, top in SMALL
        if len(poset_of(find_order("rank_replacement"), size, top)) != (top + shift) ** size
    )
    return checked(failures, f"it is (c{f' + {shift}' if shift else ''})^N", span())


def values_needed(documents: int, degrees: int, printed: int) -> Computed:
    """So many values on the join-irreducibles determine a metric of the documents."""
    order = find_order("rank_replacement")
    counts = {
        n: len(structure.join_irreducibles(poset_of(order, n, degrees - 1))) for n in (1, 2, 3)
    }
    regular = all(count == n * (degrees - 1) for n, count in counts.items())
    needed = documents * (degrees - 1)
    text = f"{degrees} degrees have {needed} irreducibles for {documents} documents"
    return Computed(regular and needed == printed, text, f"N = {documents}, c = {degrees - 1}")


def granularity(gains: tuple[int, int, int]) -> Computed:
    """RBP puts (1 1 0) between (0 2 0) and (2 0 0); the other metrics score all the same."""
    p = sp.Symbol("p", positive=True)
    runs = ((0, 2, 0), (1, 1, 0), (2, 0, 0))
    low, middle, high = (sum(gains[x] * p**k for k, x in enumerate(run)) for run in runs)
    q = sp.Symbol("q", positive=True)
    rises = all(
        sp.expand(sp.simplify((b - a).subs(p, 1 / (1 + q)) * (1 + q) ** 2)).is_positive
        for a, b in ((low, middle), (middle, high))
    )
    sums = {sum(gains[x] for x in run) for run in runs}
    text = f"RBP rises for every p: {rises}; sums of gains at the first two places: {sorted(sums)}"
    return Computed(bool(rises and len(sums) == 1), text, f"N = 3, c = 2, gains {gains}, b ≥ 2")


def comparable_runs() -> Computed:
    """According to Figure 5 the value of (1 1 0) is between those of (0 2 0) and (2 0 0)."""
    poset = poset_of(find_order("rank_replacement"), 3, 2)
    pairs = (((0, 2, 0), (1, 1, 0)), ((1, 1, 0), (2, 0, 0)))
    related = all(poset.below(low, high) for low, high in pairs)
    return Computed(related, "the three runs are not comparable", "rank_replacement, n = 3, c = 2")


def join_is_bound() -> Computed:
    """The join of (2 0 0) and (1 1 0) is (2 1 0)."""
    poset = poset_of(find_order("rank_replacement"), 3, 2)
    found = poset.join((2, 0, 0), (1, 1, 0))
    return Computed(found == (2, 1, 0), word(found), "rank_replacement, n = 3, c = 2")
