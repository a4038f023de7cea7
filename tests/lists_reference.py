"""Judged lists once more, by plain loops: metrics with 50 digits, axioms by trying everything.

A list is (retrieved, others): the grades from the top, and those of the pool that are not in it.
Nothing here is shared with the package. An undefined value is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from typing import Any

from mpmath import mp, mpf

mp.dps = 50
CLOSE = mpf(10) ** -40
List = tuple[tuple[int, ...], tuple[int, ...]]
Score = Callable[[List], Any]


def all_lists(n: int, c: int) -> Iterator[List]:
    """Go through all lists of all pools of n documents."""
    for pool in combinations_with_replacement(range(c + 1), n):
        seen = set()
        for size in range(n + 1):
            for order in permutations(range(n), size):
                top = tuple(pool[d] for d in order)
                rest = tuple(sorted(pool[d] for d in range(n) if d not in order))
                if (top, rest) not in seen:
                    seen.add((top, rest))
                    yield top, rest


# Metrics -----------------------------------------------------------------------------------------


def quotient(above: Any, below: Any, empty: Any = None) -> Any:
    """Divide; what is divided by 0 is undefined, or what stands for it."""
    return empty if below == 0 else mpf(above) / mpf(below)


def relevant(grades: Any, rel: int = 1) -> int:
    """Count relevant documents."""
    return sum(g >= rel for g in grades)


def precision(one: List, k: int | None, over: str = "k", rel: int = 1) -> Any:
    """Relevant among the first k, by k or by what was retrieved."""
    top = one[0] if k is None else one[0][:k]
    return quotient(relevant(top, rel), len(top) if over == "retrieved" else k)


def recall(one: List, k: int | None, rel: int = 1, over: str = "pool") -> Any:
    """Relevant among the first k, by R, or by the most that can be among them."""
    pool = relevant(one[0] + one[1], rel)
    possible = min(pool, k) if over == "cut" and k is not None else pool
    return quotient(relevant(one[0][:k], rel), possible)


def f1(one: List, k: int | None) -> Any:
    """Twice the relevant ones, by k + R."""
    top = one[0][:k]
    return quotient(2 * relevant(top), (len(one[0]) if k is None else k) + relevant(sum(one, ())))


def hit(one: List, k: int | None) -> Any:
    """Whether a relevant document is among the first k."""
    return mpf(1 if relevant(one[0][:k]) else 0)


def reciprocal(one: List, k: int | None) -> Any:
    """One by the rank of the first relevant document."""
    for rank, g in enumerate(one[0][:k], 1):
        if g >= 1:
            return mpf(1) / rank
    return mpf(0)


def average_precision(one: List, k: int | None, over: str = "pool") -> Any:
    """Precision at relevant ranks, added up."""
    total, found = Fraction(0), 0
    for rank, g in enumerate(one[0][:k], 1):
        if g >= 1:
            found += 1
            total += Fraction(found, rank)
    pool = relevant(one[0] + one[1])
    by = {"pool": pool, "cut": pool if k is None else min(pool, k), "found": found}[over]
    return None if by == 0 else mpf(total.numerator) / total.denominator / by


def r_precision(one: List, k: int | None) -> Any:
    """Precision at rank R."""
    pool = relevant(one[0] + one[1])
    return quotient(relevant(one[0][:k][:pool]), pool)


def bpref(one: List, k: int | None) -> Any:
    """As trec_eval's m_bpref.c."""
    pool = relevant(one[0] + one[1])
    wrong = len(one[0] + one[1]) - pool
    if pool == 0:
        return None
    total, above = mpf(0), 0
    for g in one[0][:k]:
        if g >= 1:
            total += 1 - (mpf(min(above, pool)) / min(wrong, pool) if above else 0)
        else:
            above += 1
    return total / pool


def gain_of(kind: str) -> Callable[[int], int]:
    """The gain of a grade."""
    return (lambda g: g) if kind == "linear" else (lambda g: 2**g - 1)


def dcg(one: List, k: int | None, gain: str = "linear", discount: str = "log2") -> Any:
    """Gains by the logarithm of the rank."""
    total = mpf(0)
    for rank, g in enumerate(one[0][:k], 1):
        by = mp.log(rank + 1, 2) if discount == "log2" else max(mpf(1), mp.log(rank, 2))
        total += gain_of(gain)(g) / by
    return total


def ndcg(one: List, k: int | None, gain: str = "linear", ideal: str = "pool") -> Any:
    """DCG by that of the ideal list."""
    best = one[0] if ideal == "retrieved" else one[0] + one[1]
    return quotient(dcg(one, k, gain), dcg((tuple(sorted(best)[::-1]), ()), k, gain))


def err(one: List, k: int | None, c: int) -> Any:
    """The expected reciprocal rank at which a user stops."""
    total, left = mpf(0), mpf(1)
    for rank, g in enumerate(one[0][:k], 1):
        stops = mpf(2**g - 1) / 2**c
        total += left * stops / rank
        left *= 1 - stops
    return total


def rbp(one: List, k: int | None, c: int, p: Any) -> Any:
    """Gains that fade by p from rank to rank."""
    p = mpf(p.numerator) / p.denominator
    return (1 - p) * sum((p**i * g / c for i, g in enumerate(one[0][:k])), mpf(0))


def q_measure(one: List, k: int | None, beta: int = 1) -> Any:
    """Sakai's blended ratio at relevant ranks, by R."""
    pool = relevant(one[0] + one[1])
    best = sorted(one[0] + one[1])[::-1]
    total = mpf(0)
    for rank, g in enumerate(one[0][:k], 1):
        if g >= 1:
            above = relevant(one[0][:rank]) + beta * sum(one[0][:rank])
            total += mpf(above) / (rank + beta * sum(best[:rank]))
    return quotient(total, pool)


METRICS: dict[str, Callable[[List, int | None, int], Any]] = {
    "p": lambda x, k, c: precision(x, k),
    "p(over=retrieved)": lambda x, k, c: precision(x, k, "retrieved"),
    "p(rel=2)": lambda x, k, c: precision(x, k, rel=2),
    "r": lambda x, k, c: recall(x, k),
    "r(over=cut)": lambda x, k, c: recall(x, k, over="cut"),
    "f1": lambda x, k, c: f1(x, k),
    "hit": lambda x, k, c: hit(x, k),
    "rr": lambda x, k, c: reciprocal(x, k),
    "ap": lambda x, k, c: average_precision(x, k),
    "ap(over=cut)": lambda x, k, c: average_precision(x, k, "cut"),
    "ap(over=found)": lambda x, k, c: average_precision(x, k, "found"),
    "rprec": lambda x, k, c: r_precision(x, k),
    "bpref": lambda x, k, c: bpref(x, k),
    "dcg": lambda x, k, c: dcg(x, k),
    "dcg(gain=exp)": lambda x, k, c: dcg(x, k, "exp"),
    "dcg(discount=jarvelin)": lambda x, k, c: dcg(x, k, discount="jarvelin"),
    "ndcg": lambda x, k, c: ndcg(x, k),
    "ndcg(gain=exp)": lambda x, k, c: ndcg(x, k, "exp"),
    "ndcg(ideal=retrieved)": lambda x, k, c: ndcg(x, k, ideal="retrieved"),
    "ndcg(ideal=retrieved, empty=0)": lambda x, k, c: ndcg(x, k, ideal="retrieved") or mpf(0),
    "ndcg(empty=1)": lambda x, k, c: mpf(1) if ndcg(x, k) is None else ndcg(x, k),
    "err": err,
    "rbp": lambda x, k, c: rbp(x, k, c, Fraction(4, 5)),
    "q": lambda x, k, c: q_measure(x, k),
    "q(beta=3)": lambda x, k, c: q_measure(x, k, 3),
}
"""The metrics at a list, a cut-off (None for none) and the largest grade; rbp has p = 4/5."""


# Axioms ------------------------------------------------------------------------------------------


def at_least(one: Any, two: Any) -> bool:
    """Compare two values of 50 digits."""
    return bool(one - two > -CLOSE)


def more(one: Any, two: Any) -> bool:
    """Compare two values of 50 digits."""
    return bool(one - two > CLOSE)


def equal(one: Any, two: Any) -> bool:
    """Compare two values of 50 digits."""
    return bool(abs(one - two) <= CLOSE)


def ideal(one: List) -> List:
    """Return the list of all documents, best first."""
    return tuple(sorted(one[0] + one[1])[::-1]), ()


def swapped(one: List, i: int, j: int) -> List:
    """Exchange two retrieved documents, by their places from 0."""
    top = list(one[0])
    top[i], top[j] = top[j], top[i]
    return tuple(top), one[1]


def replaced(one: List, i: int, j: int) -> List:
    """Exchange a retrieved document with one that is not."""
    top, rest = list(one[0]), list(one[1])
    top[i], rest[j] = rest[j], top[i]
    return tuple(top), tuple(sorted(rest))


def appended(one: List, j: int) -> List:
    """Append a document that was not retrieved."""
    rest = list(one[1])
    return (*one[0], rest.pop(j)), tuple(rest)


def judged(relation: Callable[..., bool], *values: Any) -> bool | None:
    """Return None where a value is undefined, else whether values stand in a relation."""
    return None if any(value is None for value in values) else relation(*values)


def promotions(one: List, k: int) -> Iterator[List]:
    """Exchange two retrieved documents, the better one below, the upper place within k."""
    top = one[0]
    for i in range(min(k, len(top))):
        for j in range(i + 1, len(top)):
            if top[i] < top[j]:
                yield swapped(one, i, j)


def exchanges(one: List, k: int) -> Iterator[List]:
    """Replace a document within k by a better one that was not retrieved."""
    top, rest = one
    for i in range(min(k, len(top))):
        for j in range(len(rest)):
            if top[i] < rest[j]:
                yield replaced(one, i, j)


def raisings(one: List, k: int, c: int) -> Iterator[List]:
    """Raise the grade of a document within k."""
    top, rest = one
    for i in range(min(k, len(top))):
        for grade in range(top[i] + 1, c + 1):
            yield (*top[:i], grade, *top[i + 1 :]), rest


def extensions(one: List, only_junk: bool) -> Iterator[List]:
    """Append a document, any or one of grade 0."""
    for j, grade in enumerate(one[1]):
        if grade == 0 or not only_junk:
            yield appended(one, j)


def neighbours(one: List) -> Iterator[list[List]]:
    """Go through (a, b, z) with a < b: the list, exchanged, one place lower, exchanged there."""
    top, rest = one
    for i in range(len(top) - 2):
        a, b, z = top[i : i + 3]
        if a < b:
            parts = [(a, b, z), (b, a, z), (z, a, b), (z, b, a)]
            yield [((*top[:i], *part, *top[i + 3 :]), rest) for part in parts]


def realized(score: Score, lists: list[List], one: List, k: int) -> bool:
    """Tell whether a list of the same pool and of length at most k scores 1."""
    pool = sorted(one[0] + one[1])
    others = [x for x in lists if sorted(x[0] + x[1]) == pool and len(x[0]) <= k]
    return any(x is not None and equal(x, 1) for x in map(score, others))


def cases(axiom: str, score: Score, lists: list[List], c: int, k: int, rel: int) -> Iterator[Any]:
    """Go through what an axiom says in each case: True, False, or None for undefined."""
    for one in lists:
        yield from cases_at(axiom, score, lists, one, (c, k, rel))


def cases_at(
    axiom: str, score: Score, lists: list[List], one: List, given: tuple[int, int, int]
) -> Iterator[Any]:
    """Go through the cases of one list."""
    c, k, rel = given
    x, has_relevant = score(one), relevant(one[0] + one[1], rel)
    if axiom == "completeness":
        yield x is not None
    elif axiom == "unit_range":
        yield judged(lambda v: at_least(v, 0) and at_least(1, v), x)
    elif axiom == "ideal_is_best":
        yield judged(at_least, score(ideal(one)), x)
    elif axiom == "ideal_is_one" and has_relevant:
        yield judged(equal, score(ideal(one)), 1)
    elif axiom == "nothing_is_zero" and not relevant(one[0], rel):
        yield judged(equal, x, 0)
    elif axiom == "realizability" and has_relevant:
        yield realized(score, lists, one, k)
    elif axiom == "localization":
        alike = [y for y in lists if y[0][:k] == one[0][:k]]
        yield from (judged(equal, x, score(y)) for y in alike)
    else:
        yield from changes(axiom, score, one, c, k)


def changes(axiom: str, score: Score, one: List, c: int, k: int) -> Iterator[Any]:
    """Go through the changes of one list that an axiom speaks of."""
    x, base, strict = score(one), axiom.removesuffix("_strict"), axiom.endswith("_strict")
    grows = more if strict else at_least
    depth = k if strict or base == "exchange" else len(one[0])
    if base == "promotion":
        yield from (judged(grows, score(y), x) for y in promotions(one, depth))
    elif base == "exchange":
        yield from (judged(grows, score(y), x) for y in exchanges(one, depth))
    elif base == "raising":
        yield from (judged(grows, score(y), x) for y in raisings(one, depth, c))
    elif base == "extension":
        yield from (judged(at_least, score(y), x) for y in extensions(one, False))
    elif base in ("junk_at_bottom", "junk_lowers"):
        relation = equal if base == "junk_at_bottom" else more
        yield from (judged(relation, x, score(y)) for y in extensions(one, True))
    elif base == "deepness":
        for four in neighbours(one):
            yield judged(lambda p, q, r, s: grows(q - p, s - r), *map(score, four))


def verdict(axiom: str, score: Score, n: int, c: int, k: int | None, rel: int = 1) -> str:
    """Return holds, refuted or undecided, by all cases."""
    found = list(cases(axiom, score, list(all_lists(n, c)), c, n if k is None else k, rel))
    if False in found:
        return "refuted"
    return "holds" if True in found or not found else "undecided"
