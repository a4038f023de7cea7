"""Computations for the claims of `giner` about judged runs: examples, figures, steps of proofs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any

import sympy as sp

from lattice import find_order, structure
from lattice.poset import Poset
from lattice.relation import poset_of, relation
from metrics import find_metric
from metrics.language.runs import c, recall_base
from metrics.language.terms import n
from metrics.language.written import written
from proofs.claims.claim import Computed
from proofs.claims.exactly import checked, no_failure, word
from proofs.claims.giner.theory import ordered_like_n5

Run = tuple[int, ...]
SMALL = tuple((size, top) for size in (1, 2, 3) for top in (1, 2, 3))


def span(sizes: Iterable[tuple[int, int]] = SMALL) -> str:
    """Return the sizes that were looked at, as text."""
    chosen = list(sizes)
    return f"n ≤ {max(size for size, _ in chosen)}, c ≤ {max(top for _, top in chosen)}"


SPAN = span()


def small_posets(order: str) -> Iterator[tuple[int, int, Poset]]:
    """Go through the small sizes, with the poset of each."""
    return ((size, top, poset_of(find_order(order), size, top)) for size, top in SMALL)


def gp(run: Run, top: int) -> Any:
    """Return the generalized precision with gains 0, 1, …, c."""
    metric = find_metric("gp")
    known = {n: len(run), c: top, "gains": range(top + 1), metric.inputs[0]: run}
    return written(metric.value, known)


def masses(run: Run, top: int) -> list[int]:
    """Return the cumulated masses of relevance, for degrees 0, …, c."""
    return [sum(x >= degree for x in run) for degree in range(top + 1)]


def degrees_ordered(top: int) -> Computed:
    """a_i < a_{i+1} for i = 1, …, c − 1 orders all of a₀, …, a_c."""
    stated = {(i, i + 1) for i in range(1, top)}
    missing = (0, 1) not in stated
    return Computed(not missing, "nothing is said of a₀ and a₁", f"c = {top}")


def mass_words() -> Computed:
    """The number of documents with a higher degree than a_j is |{i : r_i ≥ a_j}|."""
    run = (1, 0)
    return Computed(
        sum(x > 1 for x in run) == sum(x >= 1 for x in run),
        f"{word(run)} has no document above a₁, and one at a₁ or above",
        "n = 2, c = 1",
    )


def positive_and_zero() -> Computed:
    """g maps the degrees to positive numbers, and g(a₀) = 0."""
    least = 0
    return Computed(least > 0, f"{least} is not positive", "every gain")


def cycles_break_antisymmetry() -> Computed:
    """A preference with cycles is not transitive."""
    words, above = relation(find_order("rank_replacement_literal"), 2, 1)
    transitive = all(
        above[j] & ~above[i] == 0
        for i in range(len(words))
        for j in range(len(words))
        if above[i] >> j & 1
    )
    text = "the relation by total mass has the cycle (0 1) ⊑ (1 0) ⊑ (0 1), and is transitive"
    return Computed(not transitive, text, "n = 2, c = 1")


def swapping_sets(size: int, top: int) -> Computed:
    """Interchanging documents in a set has no effect."""
    failures = (
        word(run)
        for run in product(range(top + 1), repeat=size)
        for i, j in combinations(range(size), 2)
        if sorted(run) != sorted(_swapped(run, i, j))
    )
    return checked(failures, "it has none", f"n = {size}, c = {top}")


def _swapped(run: Run, i: int, j: int) -> Run:
    changed = list(run)
    changed[i], changed[j] = changed[j], changed[i]
    return tuple(changed)


def irreducibles_are_all_but_least(order: str) -> Computed:
    """Every run but the least is join-irreducible."""
    failures = (
        f"n = {size}, c = {top}"
        for size, top, poset in small_posets(order)
        if len(structure.join_irreducibles(poset)) != len(poset) - 1
    )
    return checked(failures, "so it is", span())


@no_failure("they do, with the same difference", SPAN)
def footnote_3() -> Iterator[str]:
    """At the highest degree where two sets differ, masses compare as the counts do."""
    for _, top, poset in small_posets("set_projection"):
        for r, s in product(poset.elements, repeat=2):
            differ = [j for j in range(top + 1) if r.count(j) != s.count(j)]
            if differ:
                j = max(differ)
                mass = masses(r, top)[j] - masses(s, top)[j]
                if mass != r.count(j) - s.count(j):
                    yield f"{word(r)}, {word(s)}"


def incomparable(order: str, r: Run, s: Run, top: int) -> Computed:
    """The two runs of the example are not comparable."""
    poset = poset_of(find_order(order), len(r), top)
    one, two = poset.below(r, s), poset.below(s, r)
    text = f"{word(r)} ⊑ {word(s)}" if one else f"{word(s)} ⊑ {word(r)}" if two else "they are not"
    return Computed(not one and not two, text, f"{order}, n = {len(r)}, c = {top}")


def example_masses() -> Computed:
    """{a₂,a₂,a₀} has masses 0 and 2 at a₃ and a₂, {a₃,a₀,a₀} has 1 and 1."""
    first, second = masses((2, 2, 0), 3), masses((3, 0, 0), 3)
    right = (first[3], first[2], second[3], second[2]) == (0, 2, 1, 1)
    return Computed(right, "as printed" if right else f"{first}, {second}", "n = 3, c = 3")


@no_failure("they are", SPAN)
def closed_form(order: str) -> Iterator[str]:
    """Meet and join are taken place by place."""
    for _, _, poset in small_posets(order):
        for r, s in product(poset.elements, repeat=2):
            pairs = list(zip(r, s, strict=True))
            if poset.join(r, s) != tuple(map(max, pairs)) or poset.meet(r, s) != tuple(
                map(min, pairs)
            ):
                yield f"{word(r)}, {word(s)}"


def irreducibles_as_listed(order: str) -> Computed:
    """The join-irreducible runs are the N·c that are listed."""

    def listed(size: int, top: int) -> set[Run]:
        if order == "set_replacement":
            pairs = product(range(1, top + 1), range(1, size + 1))
            return {(j,) * k + (0,) * (size - k) for j, k in pairs}
        places = product(range(1, top + 1), range(size))
        return {(0,) * k + (j,) + (0,) * (size - k - 1) for j, k in places}

    failures = (
        f"n = {size}, c = {top}"
        for size, top in (*SMALL, (5, 2))
        if {
            poset_of(find_order(order), size, top).elements[j]
            for j in structure.join_irreducibles(poset_of(find_order(order), size, top))
        }
        != listed(size, top)
    )
    return checked(failures, "they are", span((*SMALL, (5, 2))))


@no_failure("so it is", SPAN)
def cover_is_one_step(order: str) -> Iterator[str]:
    """s covers r just if one degree is raised by one."""
    for size, _, poset in small_posets(order):
        covers = {(poset.elements[i], poset.elements[j]) for i, j in poset.covers}
        for r, s in product(poset.elements, repeat=2):
            steps = sorted(b - a for a, b in zip(r, s, strict=True))
            if ((r, s) in covers) != (steps == [0] * (size - 1) + [1]):
                yield f"{word(r)}, {word(s)}"


@no_failure("it has", SPAN)
def two_raised_have_two_below(order: str) -> Iterator[str]:
    """A run with two degrees other than a₀ has two lower covers."""
    for size, top, poset in small_posets(order):
        for i in sorted(range(len(poset)), key=lambda i: poset.elements[i]):
            run = poset.elements[i]
            if size - run.count(0) >= 2 and len(poset.lower_covers[i]) < 2:
                yield f"{word(run)} has one lower cover (n = {size}, c = {top})"


@no_failure("it is", SPAN)
def meets_of_irreducibles(order: str) -> Iterator[str]:
    """The meet of two join-irreducible runs is join-irreducible."""
    for size, top, poset in small_posets(order):
        chosen = [poset.elements[j] for j in structure.join_irreducibles(poset)]
        for r, s in product(sorted(chosen), repeat=2):
            meet = poset.meet(r, s)
            if meet not in chosen:
                yield f"{word(r)} ⊓ {word(s)} = {word(meet)} (n = {size}, c = {top})"


@no_failure("so it is", "up to 30 runs")
def mass_of_maximum(listed: str) -> Iterator[str]:
    """If r and s have no more mass than t at any degree, so has their maximum."""
    for _, top, poset in small_posets(f"{listed}_replacement"):
        if len(poset) > 30:
            continue
        for r, s, t in product(sorted(poset.elements), repeat=3):
            limit = masses(t, top)
            both = [masses(r, top), masses(s, top)]
            if all(m[j] <= limit[j] for m in both for j in range(top + 1)):
                top_mass = masses(tuple(map(max, zip(r, s, strict=True))), top)
                if any(top_mass[j] > limit[j] for j in range(top + 1)):
                    yield f"r = {word(r)}, s = {word(s)}, t = {word(t)}"


def same_order(one: str, two: str, sizes: tuple[tuple[int, int], ...] = SMALL) -> Computed:
    """The two orders are the same."""

    def failures() -> Iterator[str]:
        for size, top in sizes:
            words, first = relation(find_order(one), size, top)
            _, second = relation(find_order(two), size, top)
            for i, j in product(range(len(words)), repeat=2):
                if (first[i] ^ second[i]) >> j & 1:
                    holds = one if first[i] >> j & 1 else two
                    yield f"{word(words[i])} ⊑ {word(words[j])} in {holds} only (c = {top})"

    return checked(failures(), "they are", span(sizes))


def interval(order: str, r: Run, s: Run, top: int) -> Computed:
    """The interval [r, s] is an N₅."""
    poset = poset_of(find_order(order), len(r), top)
    members = [x for x in poset.elements if poset.below(r, x) and poset.below(x, s)]
    inner = Poset.from_pairs(
        members, [(x, y) for x, y in product(members, repeat=2) if x != y and poset.below(x, y)]
    )
    like = len(members) == 5 and ordered_like_n5(inner)
    shown = ", ".join(word(x) for x in members)
    return Computed(
        like, f"it has {len(members)} runs: {shown}", f"{order}, n = {len(r)}, c = {top}"
    )


def alone(size: int) -> Computed:
    """(a₁, …, a₁) is not comparable to any other run by swapping."""
    poset = poset_of(find_order("ops_swap"), size, 1)
    run = (1,) * size
    others = [
        x for x in poset.elements if x != run and (poset.below(run, x) or poset.below(x, run))
    ]
    return Computed(
        not others, "it is not" if not others else word(others[0]), f"n = {size}, c = 1"
    )


def _pairs(order: str) -> tuple[tuple[Run, ...], tuple[int, ...]]:
    words, above = relation(find_order(order), 2, 2)
    return tuple(words), tuple(above)


def five_orders() -> Computed:
    """The combinations result in five different orderings."""
    names = (
        "set_projection",
        "set_replacement",
        "rank_projection",
        "rank_replacement",
        "rank_swapping",
    )
    found = {name: _pairs(name) for name in names}
    return Computed(len(set(found.values())) == 5, f"{len(set(found.values()))}", "n = 2, c = 2")


# Worked numbers ----------------------------------------------------------------------------------

FIGURE_3: dict[int, Run] = {
    1: (1, 0, 0, 0, 0), 2: (1, 1, 0, 0, 0), 3: (2, 0, 0, 0, 0), 4: (1, 1, 1, 0, 0),
    5: (2, 1, 0, 0, 0), 6: (1, 1, 1, 1, 0), 7: (2, 2, 0, 0, 0), 8: (2, 1, 1, 0, 0),
    9: (1, 1, 1, 1, 1), 10: (2, 2, 1, 0, 0), 11: (2, 1, 1, 1, 0), 12: (2, 2, 2, 0, 0),
    13: (2, 2, 1, 1, 0), 14: (2, 1, 1, 1, 1), 15: (2, 2, 2, 1, 0), 16: (2, 2, 1, 1, 1),
    18: (2, 2, 2, 1, 1),
}  # fmt: skip
JOINS = {
    5: (2, 3),
    8: (3, 4),
    10: (4, 7),
    11: (3, 6),
    14: (3, 9),
    15: (6, 12),
    16: (7, 9),
    18: (9, 12),
}
PRINTED = {
    5: ("0.2", "0.2", "0.1", "0.3"), 8: ("0.2", "0.3", "0.1", "0.4"),
    10: ("0.3", "0.4", "0.2", "0.5"), 11: ("0.2", "0.4", "0.1", "0.5"),
    13: ("0.4", "0.4", "0.2", "0.6"), 14: ("0.2", "0.5", "0.1", "0.6"),
}  # fmt: skip


def figure_3_joins() -> Computed:
    """The eight joins of join-irreducibles are as printed."""
    poset = poset_of(find_order("set_replacement"), 5, 2)
    failures = (
        f"r^{k} = r^{i} ∨ r^{j}"
        for k, (i, j) in JOINS.items()
        if poset.join(FIGURE_3[i], FIGURE_3[j]) != FIGURE_3[k]
    )
    return checked(failures, "all eight", "set_replacement, n = 5, c = 2")


@no_failure("all six", "n = 5, c = 2, gains 0, 1, 2")
def figure_4_values() -> Iterator[str]:
    """gP of the six runs is as printed, term by term."""
    poset = poset_of(find_order("set_replacement"), 5, 2)
    for k, printed in PRINTED.items():
        i, j = {**JOINS, 13: (6, 7)}[k]
        meet = poset.meet(FIGURE_3[i], FIGURE_3[j])
        values = [gp(x, 2) for x in (FIGURE_3[i], FIGURE_3[j], meet, FIGURE_3[k])]
        if values != [sp.Rational(number) for number in printed]:
            yield f"gP(r^{k}): {values}"


def figure_7_values() -> Computed:
    """gP(r^5) = 0.166 + 0.166 − 0 = 0.333 and gP(r^17) = 0.333 + 0.166 + 0.166 = 0.666."""
    first, second = gp((1, 1, 0), 2), gp((2, 1, 1), 2)
    single, double = gp((1, 0, 0), 2), gp((2, 0, 0), 2)
    cut = [sp.floor(1000 * x) for x in (single, first, double, second)] == [166, 333, 333, 666]
    right = cut and first == 2 * single and second == double + 2 * single
    text = f"{first} and {second}, printed with three decimals, cut off"
    return Computed(bool(right), text, "n = 3, c = 2, gains 0, 1, 2")


def precision_is_recall() -> Computed:
    """The generalized precision and recall have the same values."""
    quotient = sp.simplify(find_metric("gp").value / find_metric("gr").value)
    return Computed(
        bool(quotient == 1),
        f"gP / gR = {quotient}: the same only where RB = N",
        "every n, c and gain",
    )


def precision_is_recall_with(base: str) -> Computed:
    """With RB = N the generalized precision and recall have the same values."""
    value = find_metric("gr").value.xreplace({recall_base: n})
    return Computed(
        value == find_metric("gp").value, f"so it is with {base}", "every n, c and gain"
    )


def size_of_figure(order: str, size: int, top: int, runs: int, irreducibles: int) -> Computed:
    """The Hasse diagram has the runs and marks of the figure."""
    poset = poset_of(find_order(order), size, top)
    found = (len(poset), len(structure.join_irreducibles(poset)))
    text = f"{found[0]} runs, {found[1]} join-irreducible, {len(poset.covers)} edges"
    return Computed(found == (runs, irreducibles), text, f"{order}, n = {size}, c = {top}")


def cubes() -> Computed:
    """The diagram for c = 2, N = 3 is two layers of four cubes."""
    corners = [run for run in product(range(2), repeat=3)]
    lower = sum(1 for run in corners if run[2] == 0)
    return Computed(
        (lower, len(corners)) == (4, 8), f"{len(corners)} cubes, {lower} in a layer", "n = 3, c = 2"
    )
