"""Claims of `area`: the Point and Area measures (extended abstract)."""

from __future__ import annotations

from itertools import pairwise, permutations

from proofs.claims.claim import (
    AMENDED,
    CONFIRMED,
    CORRECTED,
    FAILS,
    ILL_DEFINED,
    OTHER,
    REFUTED,
    Computed,
    ask,
    compute,
    each,
    in_paper,
)
from proofs.claims.exactly import Ranking, checked, word

claim = in_paper("area")
DEPTHS = (1, 2, 3)


def places(alpha: Ranking, beta: Ranking) -> list[int]:
    """Return F_{α,β}(k) for k = 1, …, n.

    >>> places((2, 1, 4, 3), (1, 4, 2, 3))
    [3, 1, 2, 4]
    """
    return [beta.index(document) + 1 for document in alpha]


def curve(alpha: Ranking, beta: Ranking) -> list[int]:
    """Return P_{α,β}(0), …, P_{α,β}(n)."""
    points = [0]
    for rank, place in enumerate(places(alpha, beta), start=1):
        points.append(points[-1] + place - rank)
    return points


def pairs(largest: int) -> list[tuple[Ranking, Ranking]]:
    """Return all pairs of rankings of up to `largest` documents."""
    found = []
    for n in range(1, largest + 1):
        every = list(permutations(range(1, n + 1)))
        found += [(a, b) for a in every for b in every]
    return found


def worked_example() -> Computed:
    """With r_a = [d2, d1, d4, d3] and r_b = [d1, d4, d2, d3], F(1) = 3."""
    found = places((2, 1, 4, 3), (1, 4, 2, 3))[0]
    return Computed(found == 3, f"F(1) = {found}", "the example")


def total_misplacement(largest: int) -> Computed:
    """S(n) is the sum over all documents of the distance between their two ranks."""
    failures = (
        f"{word(a)}, {word(b)}"
        for a, b in pairs(largest)
        if sum(abs(place - k) for k, place in enumerate(places(a, b), start=1))
        != sum(abs(a.index(document) - b.index(document)) for document in a)
    )
    return checked(failures, "it is", f"n ≤ {largest}")


def never_crosses(largest: int) -> Computed:
    """The point-wise curve does not cross the x-axis."""
    failures = (
        f"{word(a)}, {word(b)}: {curve(a, b)}" for a, b in pairs(largest) if min(curve(a, b)) < 0
    )
    return checked(failures, "it never goes below 0", f"n ≤ {largest}")


def ends_at_zero(largest: int) -> Computed:
    """The point-wise measure is 0 at the last rank."""
    failures = (f"{word(a)}, {word(b)}" for a, b in pairs(largest) if curve(a, b)[-1])
    return checked(failures, "it is", f"n ≤ {largest}")


def zero_means_same_sets(largest: int) -> Computed:
    """P(i) = 0 just if the two rankings have the same documents in their top i."""
    failures = (
        f"{word(a)}, {word(b)}, i = {i}"
        for a, b in pairs(largest)
        for i, value in enumerate(curve(a, b))
        if (value == 0) != (set(a[:i]) == set(b[:i]))
    )
    return checked(failures, "in both directions", f"n ≤ {largest}, every depth")


def positive_is_unrecovered(largest: int) -> Computed:
    """P(i) > 0 just if a document of the top i of one ranking is missing from the other's."""
    failures = (
        f"{word(a)}, {word(b)}, i = {i}"
        for a, b in pairs(largest)
        for i, value in enumerate(curve(a, b))
        if (value > 0) != bool(set(a[:i]) - set(b[:i]))
    )
    return checked(failures, "in both directions", f"n ≤ {largest}, every depth")


def signs(largest: int) -> Computed:
    """F(k) > k adds a positive, F(k) < k a negative number to the point-wise measure."""
    failures = (
        f"{word(a)}, {word(b)}"
        for a, b in pairs(largest)
        for k, place in enumerate(places(a, b), start=1)
        for step in [curve(a, b)[k] - curve(a, b)[k - 1]]
        if (step > 0, step < 0) != (place > k, place < k)
    )
    return checked(failures, "it does", f"n ≤ {largest}")


def kendall_at_each_rank(largest: int) -> Computed:
    """The point-wise measure is a reformulation of the Kendall distance computed at each rank."""
    for a, b in pairs(largest):
        places_of_a = places(a, b)
        for i, value in enumerate(curve(a, b)):
            inverted = sum(
                places_of_a[x] > places_of_a[y] for x in range(i) for y in range(x + 1, len(a))
            )
            if value != inverted:
                text = f"{word(a)}, {word(b)}, i = {i}: P = {value}, inversions so far {inverted}"
                return Computed(False, text, f"n ≤ {largest}")
    return Computed(True, "the same", f"n ≤ {largest}")


def trapezoids(largest: int) -> Computed:
    """With height 1 the trapezoids add up to the sum of P(1), …, P(n)."""
    failures = (
        f"{word(a)}, {word(b)}"
        for a, b in pairs(largest)
        if sum(x + y for x, y in zip(curve(a, b), curve(a, b)[1:], strict=False))
        != 2 * sum(curve(a, b))
    )
    return checked(failures, "they do", f"n ≤ {largest}")


def place_of_exchange(documents: int, depth: int) -> Computed:
    """The areas from some depth on tell where two adjacent documents are exchanged."""
    order = tuple(range(1, documents + 1))
    found = []
    for i in range(documents - 1):
        changed = (*order[:i], order[i + 1], order[i], *order[i + 2 :])
        points = curve(order, changed)
        halves = [x + y for x, y in pairwise(points)]
        found.append(tuple(sum(halves[:k]) for k in range(depth, documents + 1)))
    text = f"{len(set(found))} of {len(found)} exchanges told apart"
    return Computed(len(set(found)) == len(found), text, f"n = {documents}, depths from {depth}")


CLAIMS = (
    claim(
        "non_conjoint",
        "§1",
        "The two measures can be classified as non-conjoint: they deal with partial rankings.",
        ILL_DEFINED,
        "They are defined for permutations of the same documents, and the paper itself leaves "
        "incomplete ones to future work.",
        missing="F(k) for a document that the other ranking does not contain",
    ),
    claim(
        "example",
        "§2",
        "For r_a = [d2, d1, d4, d3], r_b = [d1, d4, d2, d3]: F_{a,b}(1) = 3.",
        CONFIRMED,
        "",
        compute(worked_example),
    ),
    claim(
        "footrule",
        "Equation (2)",
        "S(i) rewrites the Spearman footrule: the total of the misplacements.",
        CONFIRMED,
        "At full depth it is the footrule, a distance.",
        compute(total_misplacement, largest=4),
        ask("linear_equivalence", "mae", "footrule", role=OTHER, n=(2, 3, 4)),
        ask("nonnegativity", "footrule_at", n=4, k=2),
        ask("symmetry", "footrule_at", n=4, k=4, note="at full depth"),
        ask("symmetry", "footrule_at", role=OTHER, n=4, k=2, note="at depth 2"),
    ),
    claim(
        "signs",
        "§3",
        "F(k) > k gives a positive error, F(k) < k a negative value.",
        CONFIRMED,
        "",
        compute(signs, largest=4),
    ),
    claim(
        "goes_to_zero",
        "§3",
        "The point-wise measure goes to zero when the last element is computed.",
        CONFIRMED,
        "",
        compute(ends_at_zero, largest=4),
        ask("always_zero", "point", n=4, k=4),
    ),
    claim(
        "positive",
        "§3",
        "A positive number at rank i means that there is still some non-recovered misplacement.",
        CONFIRMED,
        "In both directions.",
        compute(positive_is_unrecovered, largest=4),
    ),
    claim(
        "zero",
        "§3",
        "P(i) = 0 means that the two rankings have retrieved the same elements at rank i.",
        CONFIRMED,
        "In both directions, for the sets of the first i documents.",
        compute(zero_means_same_sets, largest=4),
        reading="the same elements up to rank i; at rank i alone it is false",
    ),
    claim(
        "no_crossing",
        "§3 and §4",
        "The point-wise curve does not cross the x-axis.",
        CONFIRMED,
        "P(i) is never negative, at any depth.",
        compute(never_crosses, largest=5),
        *(ask("nonnegativity", "point", n=(2, 3, 4), k=k) for k in (1, 2)),
    ),
    claim(
        "kendall_by_product",
        "§1",
        "As a by-product of this approach, we also obtain an original reformulation of the Kendall "
        "rank distance computed at each rank.",
        ILL_DEFINED,
        "No formula is given. The point-wise measure is not the number of inversions up to a rank; "
        "at the last rank it is always zero, while the Kendall distance is not.",
        compute(kendall_at_each_rank, role=OTHER, largest=3),
        *(
            ask(
                "linear_equivalence",
                measure,
                "kendall_distance",
                role=OTHER,
                n=(2, 3, 4),
                note="the other two, at the last rank",
                convention="ranks",
            )
            for measure in ("footrule", "area")
        ),
        missing="which of its quantities is meant, and what is computed at each rank",
    ),
    claim(
        "area_as_trapezoids",
        "Equation (4)",
        "The area is the sum of the trapezoids under the curve, with P(0) = 0.",
        CONFIRMED,
        "With equal heights it is the sum of the points, since the curve ends at zero.",
        compute(trapezoids, largest=4),
        ask("nonnegativity", "area"),
    ),
    claim(
        "earlier_or_later",
        "§3, after Equation (4)",
        "We can study when the same type of misplacements occur earlier or later, for example when "
        "two adjacent degrees are exchanged.",
        CONFIRMED,
        "By the areas at all depths. The area of the whole list, with equal heights, is the same "
        "wherever the exchange is.",
        compute(place_of_exchange, documents=5, depth=1),
        compute(place_of_exchange, role=OTHER, note="by the whole list only", documents=5, depth=5),
        reading="equal heights; the exchange of two adjacent documents",
    ),
    claim(
        "worst_full",
        "§3, before Equation (5)",
        "The largest area is that of the ideal ranking taken in the inverse order.",
        CONFIRMED,
        "At full depth, for equal and for harmonic heights.",
        ask("reverse_is_maximal", "area", n=(2, 3, 4)),
        ask("reverse_is_maximal", "area_h", n=(2, 3, 4)),
    ),
    claim(
        "worst_at_depth",
        "§3, before Equation (5)",
        "The area at rank i is at most that of the inverse order at rank i.",
        CONFIRMED,
        "At every depth tried.",
        *(ask("reverse_is_maximal", "area_at", n=4, k=k) for k in DEPTHS),
    ),
    claim(
        "range",
        "§3, before Equation (5)",
        "The normalised area is between 0 and 1.",
        CONFIRMED,
        "",
        ask("unit_range", "area_norm", n=(2, 3, 4)),
    ),
    claim(
        "zero_iff_equal",
        "§3, after Equation (5)",
        "nA = 0 means that β and α are the same ranking.",
        CONFIRMED,
        "",
        ask("zero_iff_equal", "area_norm"),
        ask("zero_iff_equal", "area_norm_at", says=FAILS, role=OTHER, n=3, k=1, note="at depth 1"),
    ),
    claim(
        "one_iff_inverse",
        "§3, after Equation (5)",
        "nA = 1 means that they are inverse rankings one of the other.",
        CONFIRMED,
        "One the other read from its end.",
        ask("one_iff_reverse", "area_norm", n=(2, 3, 4)),
    ),
    claim(
        "a_corr_is_spearman",
        "§3 and §4",
        "Two new measures of distance among rankings; from the area-wise one it is straightforward "
        "to derive the correlation coefficient A-corr.",
        REFUTED,
        "A-corr is an affine image of Spearman's ρ, for every n: the area with equal heights is "
        "half the sum of squared displacements.",
        ask("linear_equivalence", "a_corr", "spearman", says=FAILS, convention="ranks"),
        reading="new: not an affine image of a classical coefficient; ρ compares ranks",
    ),
    claim(
        "a_corr_correlation",
        "§4",
        "A-corr is a measure of correlation between rankings.",
        CORRECTED,
        "It is symmetric and highest for equal rankings, but never negative, and unrelated "
        "rankings score one half on average; Spearman's ρ, of which it is an affine image, has the "
        "usual scale.",
        ask("correlation", "a_corr", n=(2, 3), convention="ranks"),
        ask("correlation", "spearman", role=AMENDED, n=(2, 3, 4), convention="ranks"),
        ask("mean_score", "a_corr", says="1/2", role=OTHER, n=4),
        reading="a coefficient from −1 for reversed to 1 for equal rankings; none is defined",
    ),
    claim(
        "point_metric",
        "§4",
        "Both measures are metrics: the point-wise measure.",
        REFUTED,
        "It is zero for different rankings, at any depth, and always zero at full depth.",
        *(ask("distance", "point", n=(2, 3, 4), k=k) for k in (1, 2)),
    ),
    claim(
        "area_metric",
        "§4",
        "Both measures are metrics: the area-wise measure.",
        REFUTED,
        "At full depth with equal heights the triangle inequality fails, as for a squared "
        "distance; with harmonic heights symmetry fails too, and at smaller depths more does.",
        ask("distance", "area"),
        ask("distance", "area_h", n=(2, 3, 4)),
        *(ask("distance", "area_at", n=4, k=k) for k in DEPTHS),
        ask("symmetry", "area", role=OTHER, note="symmetry alone"),
        ask("triangle", "area", role=OTHER, note="the triangle inequality alone"),
    ),
    claim(
        "heights_distance",
        "§4",
        "With h(i) = 1/i we would obtain a non-conjoint weighted distance measure.",
        REFUTED,
        "It is neither symmetric nor does it satisfy the triangle inequality.",
        *each("symmetry", ["area_h"], n=(2, 3, 4)),
        *each("triangle", ["area_h"], n=(2, 3, 4)),
    ),
)
