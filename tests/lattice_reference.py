"""Orders and lattices from textbook definitions: sets of pairs, plain loops, nothing shared.

A poset is (elements, pairs): a list, and the set of all (x, y) with x ⊑ y.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product

import sympy as sp

# Posets ------------------------------------------------------------------------------------------


def is_partial_order(elements, pairs):
    """Reflexive, antisymmetric, transitive."""
    return (
        all((x, x) in pairs for x in elements)
        and all(x == y or (y, x) not in pairs for x, y in pairs)
        and all((x, z) in pairs for x, y in pairs for w, z in pairs if w == y)
    )


def closure(elements, steps):
    """The reflexive, transitive closure, by Warshall's loops."""
    pairs = set(steps) | {(x, x) for x in elements}
    for middle in elements:
        left = [x for x in elements if (x, middle) in pairs]
        right = [z for z in elements if (middle, z) in pairs]
        pairs |= {(x, z) for x in left for z in right}
    return pairs


def lub(elements, pairs, subset):
    """The least upper bound of a set, or None."""
    upper = [u for u in elements if all((x, u) in pairs for x in subset)]
    least = [u for u in upper if all((u, v) in pairs for v in upper)]
    return least[0] if len(least) == 1 else None


def glb(elements, pairs, subset):
    """The greatest lower bound of a set, or None."""
    return lub(elements, {(y, x) for x, y in pairs}, subset)


def joins(elements, pairs):
    """All joins of two elements."""
    return {(x, y): lub(elements, pairs, (x, y)) for x in elements for y in elements}


def meets(elements, pairs):
    """All meets of two elements."""
    return {(x, y): glb(elements, pairs, (x, y)) for x in elements for y in elements}


def is_lattice(elements, pairs):
    """Any two elements have a join and a meet."""
    return None not in {*joins(elements, pairs).values(), *meets(elements, pairs).values()}


def not_distributive(elements, pairs):
    """The first r, s, t with r ∧ (s ∨ t) ≠ (r ∧ s) ∨ (r ∧ t), every term of it defined."""
    join, meet = joins(elements, pairs), meets(elements, pairs)
    for r, s, t in product(elements, repeat=3):
        left = meet.get((r, join[s, t]))
        right = join.get((meet[r, s], meet[r, t]))
        if left is not None and right is not None and left != right:
            return r, s, t
    return None


def not_modular(elements, pairs):
    """The first r ⊑ t and s with r ∨ (s ∧ t) ≠ (r ∨ s) ∧ t, every term of it defined."""
    join, meet = joins(elements, pairs), meets(elements, pairs)
    for r, s, t in product(elements, repeat=3):
        left, right = join.get((r, meet[s, t])), meet.get((join[r, s], t))
        if (r, t) in pairs and left is not None and right is not None and left != right:
            return r, s, t
    return None


def _is_copy(elements, pairs, five, wanted):
    """Whether five elements, in this order, are a sublattice with the strict pairs `wanted`."""
    if any(((five[i], five[j]) in pairs) != ((i, j) in wanted or i == j)
           for i, j in product(range(5), repeat=2)):  # fmt: skip
        return False
    return all(
        lub(elements, pairs, two) in five and glb(elements, pairs, two) in five
        for two in combinations(five, 2)
    )


N5 = {(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 4), (2, 4), (3, 4)}
M3 = {(0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4)}


def has_sublattice(elements, pairs, wanted):
    """Whether some five elements are an N₅ (or M₃), by trying all of them."""
    return any(_is_copy(elements, pairs, five, wanted) for five in permutations(elements, 5))


def join_irreducibles(elements, pairs):
    """The elements that are not the least upper bound of a set of elements strictly below."""
    found = []
    for x in elements:
        below = [y for y in elements if (y, x) in pairs and y != x]
        sets = (some for size in range(len(below) + 1) for some in combinations(below, size))
        if not any(lub(elements, pairs, some) == x for some in sets):
            found.append(x)
    return found


def meet_irreducibles(elements, pairs):
    """The same upside down."""
    return join_irreducibles(elements, {(y, x) for x, y in pairs})


def covers(elements, pairs):
    """The pairs with nothing in between."""
    strict = {(x, y) for x, y in pairs if (y, x) not in pairs}
    return {(x, y) for x, y in strict if not any({(x, z), (z, y)} <= strict for z in elements)}


def _subsets(elements):
    return (some for size in range(len(elements) + 1) for some in combinations(elements, size))


def height(elements, pairs):
    """The size of a largest chain, over all subsets."""
    return max(
        len(some)
        for some in _subsets(elements)
        if all((x, y) in pairs or (y, x) in pairs for x, y in combinations(some, 2))
    )


def width(elements, pairs):
    """The size of a largest antichain, over all subsets."""
    return max(
        len(some)
        for some in _subsets(elements)
        if not any((x, y) in pairs or (y, x) in pairs for x, y in combinations(some, 2))
    )


def linear_extensions(elements, pairs):
    """The number of permutations that respect the order."""
    return sum(
        all((word[j], word[i]) not in pairs for i, j in combinations(range(len(word)), 2))
        for word in permutations(elements)
    )


def cuts(elements, pairs):
    """MacNeille's cuts: the sets that are all lower bounds of all their upper bounds."""
    found = set()
    for some in _subsets(elements):
        upper = [u for u in elements if all((x, u) in pairs for x in some)]
        lower = frozenset(y for y in elements if all((y, u) in pairs for u in upper))
        found.add(lower)
    return found


def down_sets(elements, pairs):
    """All sets that contain, with an element, everything below it."""
    return {
        frozenset(some)
        for some in _subsets(elements)
        if all(x in some for x, y in pairs if y in some)
    }


def components(elements, pairs):
    """The classes of the equivalence that comparability generates."""
    linked = closure(elements, pairs | {(y, x) for x, y in pairs})
    return {frozenset(y for y in elements if (x, y) in linked) for x in elements}


def all_posets(size):
    """Every partial order on 0, …, size − 1 that the usual order extends, as sets of pairs.

    Each unlabelled poset is among them, because each has a linear extension.
    """
    candidates = list(combinations(range(size), 2))
    for chosen in product((False, True), repeat=len(candidates)):
        strict = {pair for pair, taken in zip(candidates, chosen, strict=True) if taken}
        if all((x, z) in strict for x, y in strict for w, z in strict if w == y):
            yield list(range(size)), strict | {(x, x) for x in range(size)}


def shape(elements, pairs):
    """A name that isomorphic posets share: the smallest relabelling."""
    return min(
        tuple(sorted((names[x], names[y]) for x, y in pairs))
        for order in permutations(range(len(elements)))
        for names in [dict(zip(elements, order, strict=True))]
    )


# Runs (`giner`, §5 and §6) -----------------------------------------------------------------------


def runs(name, n, c):
    """All runs, in lexicographic order; sets with their degrees decreasing."""
    words = list(product(range(c + 1), repeat=n))
    if name.startswith("set_"):
        words = [w for w in words if list(w) == sorted(w, reverse=True)]
    return words


def set_projection(r, s, c):
    """§5.1: at the largest degree whose counts differ, s has more."""
    differing = [j for j in range(c + 1) if r.count(j) != s.count(j)]
    return r == s or (bool(differing) and r.count(max(differing)) <= s.count(max(differing)))


def by_total_mass(r, s, c):
    """§5.2, and §6.2 as displayed: for each degree, s has as many documents of at least it."""
    return all(len([x for x in r if x >= j]) <= len([x for x in s if x >= j]) for j in range(c + 1))


def rank_projection(r, s, c):
    """§6.1: at the first place where they differ, s has the higher degree."""
    differing = [k for k in range(len(r)) if r[k] != s[k]]
    return not differing or r[differing[0]] <= s[differing[0]]


def rank_replacement(r, s, c):
    """§6.2, Remark 2: place by place."""
    return all(x <= y for x, y in zip(r, s, strict=True))


def rank_swapping(r, s, c):
    """§6.3: for each degree and each depth, s has as many documents of at least the degree."""
    return all(by_total_mass(r[:k], s[:k], c) for k in range(1, len(r) + 1))


def swap_steps(r, c):
    """Operation 3: exchange a less relevant document with a more relevant one further down."""
    for i, j in combinations(range(len(r)), 2):
        if r[i] < r[j]:
            yield tuple(r[j] if k == i else r[i] if k == j else x for k, x in enumerate(r))


def replace_steps(r, c, places=None):
    """Operation 1: a higher degree at one place."""
    for i in range(len(r)) if places is None else places:
        for x in range(r[i] + 1, c + 1):
            yield tuple(x if k == i else y for k, y in enumerate(r))


def replace_last_steps(r, c):
    """Combination (iii): a higher degree at the last place."""
    yield from replace_steps(r, c, [len(r) - 1])


def project_steps(r, c):
    """Operation 2 as §6.1 reads it: whatever is higher at the first difference."""
    for s in product(range(c + 1), repeat=len(r)):
        if s != r and rank_projection(r, s, c):
            yield s


PREDICATES = {
    "set_projection": set_projection,
    "set_replacement": by_total_mass,
    "rank_projection": rank_projection,
    "rank_replacement": rank_replacement,
    "rank_replacement_literal": by_total_mass,
    "rank_swapping": rank_swapping,
}
STEPS = {
    "swap": swap_steps,
    "replace": replace_steps,
    "replace_last": replace_last_steps,
    "project": project_steps,
}
CLOSURES = {
    "ops_swap": ["swap"],
    "ops_swap_replace_last": ["swap", "replace_last"],
    "ops_swap_replace": ["swap", "replace"],
    "ops_all": ["swap", "replace_last", "project"],
}


def order(name, n, c):
    """The runs and the relation of an order by name."""
    words = runs(name, n, c)
    if name in PREDICATES:
        return words, {(r, s) for r in words for s in words if PREDICATES[name](r, s, c)}
    steps = {(r, s) for r in words for step in CLOSURES[name] for s in STEPS[step](r, c)}
    return words, closure(words, steps)


# Metrics (`giner`, §4) ---------------------------------------------------------------------------


def gp(r, g, **_):
    """Generalized precision."""
    return sum((Fraction(g[x]) / Fraction(g[-1]) for x in r), Fraction(0)) / len(r)


def gr(r, g, rb=1, **_):
    """Generalized recall."""
    return sum((Fraction(g[x]) / Fraction(g[-1]) for x in r), Fraction(0)) / Fraction(rb)


def grbp(r, g, p=Fraction(1, 2), **_):
    """Graded rank-biased precision."""
    total = sum((Fraction(p) ** i * Fraction(g[x]) for i, x in enumerate(r)), Fraction(0))
    return (1 - Fraction(p)) / Fraction(g[-1]) * total


def dcg_b(r, g, b=2, **_):
    """DCG: no discount where log_b i ≤ 1, that is i ≤ b."""
    return sum(
        (
            sp.Rational(str(g[x])) / (1 if i <= b else sp.log(i) / sp.log(sp.Rational(str(b))))
            for i, x in enumerate(r, start=1)
        ),
        sp.Integer(0),
    )


def by_rank(r, g, w=(4, 2, 1), **_):
    """Gains times weights of the places."""
    return sum((Fraction(v) * Fraction(g[x]) for v, x in zip(w, r, strict=False)), Fraction(0))


def relevant(r, k=None):
    """How many of the first k documents are relevant."""
    return sum(1 for x in r[:k] if x >= 1)


def p(r, g=None, k=None, **_):
    """Precision: relevant documents among the first k, whether or not k is given."""
    return Fraction(relevant(r, k), k or len(r))


def r(r, g=None, k=None, **_):
    """Recall: the share of all relevant documents that are among the first k."""
    return Fraction(relevant(r, k), relevant(r)) if relevant(r) else None


def f1(r, g=None, k=None, **_):
    """The harmonic mean of precision and recall, written so that it is defined."""
    return Fraction(2 * relevant(r, k), (k or len(r)) + relevant(r))


def rr(r, g=None, k=None, **_):
    """One over the place of the first relevant document, else 0."""
    places = [place for place, x in enumerate(r[:k], start=1) if x >= 1]
    return Fraction(1, places[0]) if places else Fraction(0)


def ap(r, g=None, k=None, **_):
    """The precision at each relevant document that is found, summed up, over all relevant ones."""
    if not relevant(r):
        return None
    places = [place for place, x in enumerate(r[:k], start=1) if x >= 1]
    return sum((Fraction(relevant(r, i), i) for i in places), Fraction(0)) / relevant(r)


def err(r, g=None, k=None, c=2, **_):
    """The reader goes down, stops at a document by chance, and is worth one over its place."""
    total, goes_on = Fraction(0), Fraction(1)
    for place, x in enumerate(r[:k], start=1):
        stops = Fraction(2**x - 1, 2**c)
        total += goes_on * stops / place
        goes_on *= 1 - stops
    return total


def ndcg(r, g, k=None, **_):
    """DCG over that of the same documents in the best order."""

    def dcg(word):
        found = (sp.Rational(str(g[x])) / sp.log(i + 1, 2) for i, x in enumerate(word[:k], 1))
        return sum(found, sp.Integer(0))

    best = dcg(tuple(sorted(r, reverse=True)))
    return None if best == 0 else dcg(r) / best


METRICS = {
    "gp": gp, "gr": gr, "grbp": grbp, "dcg_b": dcg_b, "by_rank": by_rank,
    "p": p, "r": r, "f1": f1, "rr": rr, "ap": ap, "err": err, "ndcg": ndcg,
}  # fmt: skip


def is_valuation(elements, pairs, score):
    """The first r, s (with a join and a meet) where the law fails, or None."""
    for r in elements:
        for s in elements:
            up, down = lub(elements, pairs, (r, s)), glb(elements, pairs, (r, s))
            if up is None or down is None:
                continue
            difference = score(r) + score(s) - score(up) - score(down)
            if difference != 0 and sp.simplify(difference) != 0:
                return r, s
    return None


# Scales ------------------------------------------------------------------------------------------


def steps(elements, pairs, score):
    """The sizes of all steps along covers, where both ends have a score, first pairs first."""
    found = {}
    for x, y in sorted(covers(elements, pairs)):
        if score(x) is not None and score(y) is not None:
            gap = score(y) - score(x)
            known = next((size for size in found if sp.simplify(size - gap) == 0), gap)
            found.setdefault(known, []).append((x, y))
    return found


def unequal_steps(elements, pairs, score):
    """The first two covers along which the score does not rise alike, or None."""
    known = sorted(pair for some in steps(elements, pairs, score).values() for pair in some)
    for (x, y), (z, w) in product(known, repeat=2):
        if sp.simplify(score(y) - score(x) - score(w) + score(z)) != 0:
            return x, y, z, w
    return None


def apart(elements, pairs, score, x, y):
    """The score of the join less that of the meet, or None."""
    up, down = lub(elements, pairs, (x, y)), glb(elements, pairs, (x, y))
    return None if up is None or down is None else score(up) - score(down)


def no_valuation_metric(elements, pairs, score):
    """The part that fails first, and the first runs at which it does; or None."""
    far = {(x, y): apart(elements, pairs, score, x, y) for x in elements for y in elements}
    known = {pair: gap for pair, gap in far.items() if gap is not None}
    negative = [pair for pair, gap in known.items() if gap < 0]
    if negative:
        return "nonnegative", min(negative)
    zero = [(x, y) for (x, y), gap in known.items() if gap == 0 and x != y]
    if zero:
        return "zero only for equal runs", min(zero)
    long = [
        (x, y, z)
        for x, y, z in product(elements, repeat=3)
        if {(x, y), (y, z), (x, z)} <= known.keys() and far[x, z] > far[x, y] + far[y, z]
    ]
    return ("triangle", min(long)) if long else None


def path_lengths(elements, pairs, x, y):
    """The lengths of all maximal chains from x to y, by walking along covers."""
    above = covers(elements, pairs)
    if x == y:
        return {0}
    ways = [z for w, z in above if w == x and (z, y) in pairs]
    return {1 + length for z in ways for length in path_lengths(elements, pairs, z, y)}


def not_graded(elements, pairs):
    """The first two elements with maximal chains of different lengths between them, or None."""
    for x in elements:
        for y in elements:
            if (x, y) in pairs and len(path_lengths(elements, pairs, x, y)) > 1:
                return x, y
    return None
