"""Refuted and corrected statements, and findings of our own, looked at again by hand.

Each entry is true if what the paper prints is false, or if a finding of ours is right. Everything
is computed from the papers' definitions with plain loops and the naive orders of
`lattice_reference`.
"""

import itertools
from fractions import Fraction

import lattice_reference as naive

# Orders (`giner`) --------------------------------------------------------------------------------


def bounds_of(elements, pairs):
    """All joins and meets of two elements, None where there is none."""
    return naive.joins(elements, pairs), naive.meets(elements, pairs)


def triangle_of_covers(pairs):
    """Whether x ≺ y, y ≺ z and x ≺ z are all among the pairs."""
    return any((x, z) in pairs for x, y in pairs for w, z in pairs if w == y)


def irreducibles(elements, pairs):
    """The elements other than the least that are not the join of two smaller ones (§3)."""
    join, least = naive.joins(elements, pairs), naive.lub(elements, pairs, ())
    made = {z for (x, y), z in join.items() if z not in (None, x, y)}
    return [x for x in elements if x not in made and x != least]


def pentagons(elements, pairs):
    """The a < b and c with a ∨ c = b ∨ c and a ∧ c = b ∧ c, c comparable to neither."""
    join, meet = bounds_of(elements, pairs)
    return [
        (a, b, c)
        for a, b, c in itertools.product(elements, repeat=3)
        if a != b
        and (a, b) in pairs
        and not {(a, c), (c, a), (b, c), (c, b)} & pairs
        and None not in (join[a, c], meet[b, c])
        and join[a, c] == join[b, c]
        and meet[a, c] == meet[b, c]
    ]


def representations(elements, pairs):
    """For each element, how many irredundant sets of irreducibles have it as their join."""
    above = {x: frozenset(y for y in elements if (x, y) in pairs) for x in elements}

    def upper(parts):
        return frozenset(elements).intersection(*(above[x] for x in parts))

    whose = {bounds: x for x, bounds in above.items()}
    found = dict.fromkeys(elements, 0)
    parts_of = irreducibles(elements, pairs)
    for size in range(len(parts_of) + 1):
        for parts in itertools.combinations(parts_of, size):
            smaller = [parts[:i] + parts[i + 1 :] for i in range(size)]
            if upper(parts) in whose and all(upper(some) != upper(parts) for some in smaller):
                found[whose[upper(parts)]] += 1
    return found


def follow_from(known, elements, pairs):
    """The elements whose value follows, step by step: v(r) + v(s) = v(r ∨ s) + v(r ∧ s)."""
    join, meet = bounds_of(elements, pairs)
    laws = [(r, s, join[r, s], meet[r, s]) for r, s in itertools.combinations(elements, 2)]
    laws = [law for law in laws if None not in law and len(set(law)) == 4]
    known = set(known)
    while True:
        new = {x for law in laws for x in law if set(law) - known == {x}}
        if not new:
            return known
        known |= new


def place_by_place(elements, pairs):
    """Whether join and meet, where both exist, have the degrees of r and s at each place.

    Then every sum over places is a valuation: gP, gR, gRBP and DCG with any gains.
    """
    join, meet = bounds_of(elements, pairs)
    return all(
        sorted((r[i], s[i])) == sorted((join[r, s][i], meet[r, s][i]))
        for r, s in itertools.combinations(elements, 2)
        if None not in (join[r, s], meet[r, s])
        for i in range(len(r))
    )


def vanishes_on_irreducibles(name, n, c, value):
    """Whether a value that is not zero everywhere is a valuation, zero on the irreducibles."""
    elements, pairs = naive.order(name, n, c)
    return (
        naive.is_valuation(elements, pairs, value) is None
        and all(value(x) == 0 for x in irreducibles(elements, pairs))
        and any(value(x) != 0 for x in elements)
    )


def interval(name, low, high, c):
    elements, pairs = naive.order(name, len(low), c)
    return [x for x in elements if (low, x) in pairs and (x, high) in pairs]


def counts(n, c):
    """The number of runs of §6.2 and of the join-irreducible ones."""
    elements, pairs = naive.order("rank_replacement", n, c)
    return len(elements), len(irreducibles(elements, pairs))


def swaps_determine(n, c):
    """On the order of §6.3 all values follow from the irreducibles and from v(0) = 0."""
    elements, pairs = naive.order("rank_swapping", n, c)
    known = [*irreducibles(elements, pairs), (0,) * n]
    return place_by_place(elements, pairs) and follow_from(known, elements, pairs) == set(elements)


def joins_of_single(n, c):
    """Whether every run of §6.3 is the join of the runs below it that cover one run only."""
    elements, pairs = naive.order("rank_swapping", n, c)
    covers = naive.covers(elements, pairs)
    single = [x for x in elements if sum(high == x for _, high in covers) == 1]
    return all(
        naive.lub(elements, pairs, [x for x in single if (x, r) in pairs]) == r for r in elements
    )


def sublattice_as_printed():
    """In 2³ five runs, closed in X and not in themselves, are ordered like N₅."""
    five = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, 1), (1, 1, 1)]
    elements, pairs = naive.order("rank_replacement", 3, 1)
    among = {(i, j) for i in range(5) for j in range(5) if i != j and (five[i], five[j]) in pairs}
    closed_in_x = naive.is_lattice(elements, pairs)
    return among == naive.N5 and closed_in_x and naive.not_distributive(elements, pairs) is None


def hexagon():
    """0 < a < b < 1, 0 < c < d < 1 has an N₅, and c is never between two covers of 0 and 1."""
    elements = list("0abcd1")
    pairs = naive.closure(elements, {tuple(step) for step in ("0a", "ab", "b1", "0c", "cd", "d1")})
    covers = naive.covers(elements, pairs)
    tight = [
        (low, x, high)
        for a, b, x in pentagons(elements, pairs)
        for low, high in [(naive.glb(elements, pairs, (a, x)), naive.lub(elements, pairs, (a, x)))]
        if {(low, a), (a, b), (b, high), (low, x), (x, high)} <= covers
    ]
    return bool(pentagons(elements, pairs)) and not tight


def swap_and_replace():
    """The order that both operations generate is a poset, and its covers are reduced."""
    elements, pairs = naive.order("ops_swap_replace", 3, 1)
    covers = naive.covers(elements, pairs)
    return (
        naive.is_partial_order(elements, pairs)
        and not triangle_of_covers(covers)
        and ((0, 0, 0), (1, 0, 0)) not in covers
    )


def three_operations():
    """With projection as in §6.1 they generate a chain, whose covers are reduced."""
    elements, pairs = naive.order("ops_all", 3, 1)
    return (
        naive.is_partial_order(elements, pairs)
        and all((r, s) in pairs or (s, r) in pairs for r in elements for s in elements)
        and not triangle_of_covers(naive.covers(elements, pairs))
    )


def cycle_and_transitive():
    """The masses of the whole run relate (0 1) and (1 0) both ways, and transitively."""
    elements, pairs = naive.order("rank_replacement_literal", 2, 1)
    return {((0, 1), (1, 0)), ((1, 0), (0, 1))} <= pairs == naive.closure(elements, pairs)


def one_below():
    """{a₁, a₁} has two documents of degrees other than a₀, and covers {a₁, a₀} only."""
    covers = naive.covers(*naive.order("set_replacement", 2, 1))
    return [low for low, high in covers if high == (1, 1)] == [(1, 0)]


def masses_of_maximum():
    """(1 0) and (0 1) have the masses of t = (1 0), and their maximum (1 1) has more."""
    r, s, t = (1, 0), (0, 1), (1, 0)
    below = naive.by_total_mass
    return below(r, t, 1) and below(s, t, 1) and not below((1, 1), t, 1)


def least_is_a_meet():
    elements, pairs = naive.order("rank_replacement", 2, 1)
    chosen = irreducibles(elements, pairs)
    meet = naive.glb(elements, pairs, ((1, 0), (0, 1)))
    return {(1, 0), (0, 1)} <= set(chosen) and meet == (0, 0) not in chosen


def incomparable(name, runs, c):
    _, pairs = naive.order(name, len(runs[0]), c)
    return not any((r, s) in pairs for r, s in itertools.permutations(runs, 2))


GINER = {
    "giner.footnote_1": lambda: 0 <= 1 + 1 and 1 <= 0 + 1 and 2 <= 1 + 1 and not 2 <= 0 + 1,
    "giner.sublattice": sublattice_as_printed,
    # one at the least run and zero elsewhere: zero on all irreducibles, and not zero
    "giner.theorem_3": lambda: vanishes_on_irreducibles(
        "set_replacement", 1, 1, lambda r: int(r == (0,))
    ),
    # i ∈ {1, …, c − 1} with c = 1 relates nothing, and never a₀
    "giner.degrees": lambda: not any(0 in (i, i + 1) for c in (1, 2, 3) for i in range(1, c)),
    "giner.gain": lambda: not 0 > 0,
    "giner.definition_1": lambda: sum(x > 1 for x in (1, 0)) != sum(x >= 1 for x in (1, 0)),
    "giner.lattice_trivially": lambda: (
        naive.is_partial_order(*naive.order("rank_swapping", 2, 2))
        and not naive.is_lattice(*naive.order("rank_swapping", 2, 2))
    ),
    "giner.cycles": cycle_and_transitive,
    # five documents retrieved, six relevant in all
    "giner.same_values": lambda: (
        naive.gp((2, 1, 0, 0, 0), (0, 1, 2)) != naive.gr((2, 1, 0, 0, 0), (0, 1, 2), rb=6)
    ),
    "giner.proof_2_n5": hexagon,
    "giner.proof_3": one_below,
    "giner.sufficient_set": lambda: vanishes_on_irreducibles(
        "set_replacement", 2, 2, lambda r: int(r == (0, 0))
    ),
    "giner.replacement_restricted": swap_and_replace,
    # (1 0) becomes (1 1), (1 2) or (2 1) by swapping and replacing the last, never (2 0)
    "giner.combination_iii": lambda: (
        naive.rank_swapping((1, 0), (2, 0), 2)
        and ((1, 0), (2, 0)) not in naive.order("ops_swap_replace_last", 2, 2)[1]
    ),
    "giner.three_operations": three_operations,
    "giner.remark_2": lambda: (
        naive.by_total_mass((0, 1), (1, 0), 1) and not naive.rank_replacement((0, 1), (1, 0), 1)
    ),
    "giner.proof_5": masses_of_maximum,
    "giner.meets_rank": least_is_a_meet,
    # one less the number of places that are not a₀: zero on the irreducibles, −1 at (1 1)
    "giner.sufficient_rank": lambda: vanishes_on_irreducibles(
        "rank_replacement", 2, 2, lambda r: 1 - sum(x > 0 for x in r)
    ),
    "giner.swapping_example": lambda: naive.rank_swapping((2, 2, 0), (2, 2, 1), 2),
    "giner.swapping_n5": lambda: (
        interval("rank_swapping", (2, 1, 1), (2, 2, 1), 2) == [(2, 1, 1), (2, 1, 2), (2, 2, 1)]
        and not pentagons(*naive.order("rank_swapping", 3, 2))
    ),
    "giner.swapping_not_distributive": lambda: (
        all(naive.not_distributive(*naive.order("rank_swapping", n, 1)) is None for n in (2, 3))
        and not any(naive.is_lattice(*naive.order("rank_swapping", n, 2)) for n in (2, 3))
    ),
    # irreducible by footnote 2: joins in one way with two degrees, not always joins with three
    "giner.swapping_not_unique": lambda: (
        joins_of_single(3, 1)
        and set(representations(*naive.order("rank_swapping", 3, 1)).values()) == {1}
        and not joins_of_single(2, 2)
        and not joins_of_single(3, 2)
    ),
    # irreducible by §3: not the join of two smaller runs
    "giner.more_irreducibles": lambda: swaps_determine(2, 2) and swaps_determine(3, 2),
    "giner.swapping_keeps_valuations": lambda: (
        all(place_by_place(*naive.order("rank_swapping", n, 2)) for n in (1, 2, 3))
        and not place_by_place(*naive.order("ops_swap_replace_last", 2, 2))
    ),
    # neither with c + 1 degrees (§4) nor with c of them are both numbers right
    "giner.number_of_runs": lambda: all(
        counts(2, degrees - 1) != (c**2, c * 2)
        for degrees in (2, 3)
        for c in (degrees - 1, degrees)
    ),
    # two irreducibles for each place, so 200 for 100 places; and one value more
    "giner.three_hundred": lambda: (
        [counts(n, 2)[1] for n in (1, 2, 3)] == [2, 4, 6] and 100 * 2 not in (300, 300 - 1)
    ),
    "giner.in_between": lambda: incomparable(
        "rank_replacement", [(2, 0, 0), (1, 1, 0), (0, 2, 0)], 2
    ),
}

# Aspects (`toma`) --------------------------------------------------------------------------------


def average_precision(listed, relevant):
    """The mean, over the relevant documents there are, of the precisions where one is listed."""
    places = [k for k, d in enumerate(listed, start=1) if d in relevant]
    precisions = [Fraction(sum(d in relevant for d in listed[:k]), k) for k in places]
    return sum(precisions, Fraction(0)) / len(relevant)


def rank_biased(weights, p):
    return (1 - p) * sum((w * p**i for i, w in enumerate(weights)), Fraction(0))


def chebyshev(x, y):
    return max(abs(a - b) for a, b in zip(x, y, strict=True))


TOMA = {
    # one aspect, labels 0 < 1 < 2 = l*: Dist = 0, 1, 0
    "toma.any_distance": lambda: (lambda dist: dist[2] == 0 and dist[0] < dist[1])([0, 1, 0]),
    # labels are pairs, weights are numbers, and W takes labels
    "toma.assessed_run": lambda: (
        len({type(entry) for entry in [(0, 1), (1, 0), sum((1, 1))]}) == 2
    ),
    # (d d) is in D*; average precision, the proof's own example, taken as μ
    "toma.ap_on_repeated_documents": lambda: average_precision("dd", "d") == 2,
    # all documents of full weight, in lists as long as one likes; one relevant document of two
    "toma.theorem_a2_reached": lambda: (
        all(rank_biased([1] * n, Fraction(4, 5)) == 1 - Fraction(4, 5) ** n < 1 for n in range(9))
        and max(Fraction(sum(r), 2) for r in itertools.permutations((1, 0))) == Fraction(1, 2)
    ),
    "toma.equation_14": lambda: 1 - 1 not in range(1, 5 + 1),
}  # fmt: skip

# Point and area (`area`) -------------------------------------------------------------------------


def moved(alpha, beta):
    """F(k) − k for k = 1, …, n."""
    return [beta.index(document) + 1 - k for k, document in enumerate(alpha, start=1)]


def point(alpha, beta, i):
    return sum(moved(alpha, beta)[:i])


def footrule(alpha, beta, i):
    return sum(abs(x) for x in moved(alpha, beta)[:i])


def area(alpha, beta, i):
    """Equation (4), with h = 1."""
    points = [Fraction(point(alpha, beta, k)) for k in range(i + 1)]
    return sum(((one + two) / 2 for one, two in itertools.pairwise(points)), Fraction(0))


def a_corr(alpha, beta):
    n = len(alpha)
    return 1 - area(alpha, beta, n) / area(alpha, alpha[::-1], n)


def spearman(alpha, beta):
    n = len(alpha)
    return 1 - Fraction(6 * sum(x * x for x in moved(alpha, beta)), n * (n * n - 1))


def kendall(alpha, beta):
    """The number of pairs of documents that the rankings order differently."""
    return sum(
        (alpha.index(a) < alpha.index(b)) != (beta.index(a) < beta.index(b))
        for a, b in itertools.combinations(alpha, 2)
    )


def all_pairs(n):
    return itertools.product(itertools.permutations(range(1, n + 1)), repeat=2)


def fails_as_distance(measure, n):
    """Which of the four properties of §4 fail for rankings of n documents."""
    rankings = list(itertools.permutations(range(1, n + 1)))
    value = {(a, b): measure(a, b) for a in rankings for b in rankings}
    return {
        name
        for name, broken in {
            "reflexivity": any((x == 0) != (a == b) for (a, b), x in value.items()),
            "non-negativity": any(x < 0 for x in value.values()),
            "symmetry": any(x != value[b, a] for (a, b), x in value.items()),
            "triangle": any(
                value[a, c] > value[a, b] + value[b, c]
                for a, b, c in itertools.product(rankings, repeat=3)
            ),
        }.items()
        if broken
    }


def not_kendall(measure, n):
    """Some rankings of n documents have the same Kendall distance and not the same value."""
    found = {}
    for a, b in all_pairs(n):
        found.setdefault(kendall(a, b), set()).add(measure(a, b, n))
    return any(len(values) > 1 for values in found.values())


AREA = {
    "area.a_corr_is_spearman": lambda: all(
        a_corr(a, b) == (1 + spearman(a, b)) / 2 for n in (2, 3, 4) for a, b in all_pairs(n)
    ),
    "area.a_corr_of_unrelated_rankings": lambda: all(
        sum(a_corr(a, b) - Fraction(1, 2) for a, b in all_pairs(n)) == 0 for n in (2, 3, 4)
    ),
    "area.area_is_half_the_squares": lambda: all(
        2 * area(a, b, n) == sum(x * x for x in moved(a, b))
        for n in (2, 3, 4)
        for a, b in all_pairs(n)
    ),
    "area.point_metric": lambda: all(
        {"symmetry", "triangle"} <= fails_as_distance(lambda a, b, i=i: point(a, b, i), 3)
        for i in (1, 2)
    ),
    "area.area_metric": lambda: fails_as_distance(lambda a, b: area(a, b, 3), 3) == {"triangle"},
}


# kumar: rankings as tuples of places, place of item i at index i − 1 ------------------------------


def kumar_k(sigma, cost):
    """K: the costs of the inverted pairs of items."""
    n = len(sigma)
    return sum(cost(i, j) for i in range(n) for j in range(i + 1, n) if sigma[i] > sigma[j])


def kumar_f(sigma, cost):
    """F′: what is before an item in the one ranking, less what is before it in the other."""
    items = range(len(sigma))
    return sum(
        abs(
            sum(cost(i, j) for j in items if j < i)
            - sum(cost(i, j) for j in items if sigma[j] < sigma[i])
        )
        for i in items
    )


def mean_costs(sigma, delta):
    """p̄ of each item, 1 at fixed points; delta[k] is the cost between places k + 1 and k + 2."""
    reach = [sum(delta[:k]) for k in range(len(sigma))]
    return [
        Fraction(reach[i] - reach[s - 1], i + 1 - s) if s != i + 1 else Fraction(1)
        for i, s in enumerate(sigma)
    ]


def kumar_positions(sigma, delta):
    """K with position costs."""
    p = mean_costs(sigma, delta)
    return kumar_k(sigma, lambda i, j: p[i] * p[j])


KUMAR = {
    # one swap of neighbours with cost 3: both elements have p̄ = 3
    "kumar.swap_costs_the_square": lambda: kumar_positions((2, 1), [3]) == 9 != 3,
    # every |L − R| ≤ L + R, added over items twice K
    "kumar.printed_footrule_at_most_twice": lambda: all(
        kumar_f(s, lambda i, j: 1 + (i + j) % 3) <= 2 * kumar_k(s, lambda i, j: 1 + (i + j) % 3)
        for s in itertools.permutations(range(1, 5))
    ),
    # items of one parity at distance 1, others at 5
    "kumar.printed_footrule_conjecture": lambda: (
        kumar_k((6, 3, 2, 5, 4, 1), lambda i, j: 5 if (i + j) % 2 else 1) == 39
        and kumar_f((6, 3, 2, 5, 4, 1), lambda i, j: 0 if i == j else 5 if (i + j) % 2 else 1) == 38
    ),
    # a fixed point between two exchanged items: doubling the costs does not multiply by 4
    "kumar.scale_free": lambda: (
        kumar_positions((3, 2, 1), [2, 2]) != 4 * kumar_positions((3, 2, 1), [1, 1])
    ),
    # δ = (0, 1): exchanging the last two costs 1, through the exchange of the first two 0 + 1/2
    "kumar.triangle": lambda: (
        kumar_positions((1, 3, 2), [0, 1]) == 1
        and kumar_positions((2, 1, 3), [0, 1]) == 0
        # σ∘ν⁻¹ for σ = (1 3 2), ν = (2 1 3)
        and kumar_positions((3, 1, 2), [0, 1]) == Fraction(1, 2)
    ),
}

BY_HAND_PAPERS = {**GINER, **TOMA, **AREA, **KUMAR}
