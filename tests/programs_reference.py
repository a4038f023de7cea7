"""Programs judged once more, by plain loops over all inputs: verdicts, counts, smallest inputs.

Nothing here is shared with the package. A case is what it is sorted by, what the function is called
at, and what is asked of the numbers there.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from tests import lists_reference

CLOSE = Fraction(1, 10**9)
Function = Callable[..., Any]
Value = Fraction | str
Case = tuple[Any, list[tuple[Any, ...]], Callable[..., bool]]


def called(function: Function, given: tuple[Any, ...]) -> Value:
    """Return the number that a function returns, exactly, or what it does instead, as text."""
    try:
        value = function(*copy.deepcopy(given))
    except Exception as problem:
        return type(problem).__name__
    if not isinstance(value, int | float):
        return repr(value)
    return Fraction(value) if math.isfinite(value) else repr(value)


# Inputs ------------------------------------------------------------------------------------------


def weak_orders(n: int) -> set[tuple[int, ...]]:
    """Return scores 1, 2, … of n documents, ties included, without gaps."""
    every = product(range(1, n + 1), repeat=n)
    return {tuple(sorted(set(one)).index(s) + 1 for s in one) for one in every}


def near(scores: dict[str, float]) -> dict[str, float]:
    """Return scores that differ in the ninth digit."""
    return {name: 1.0 + (score - 1) * 1e-9 for name, score in scores.items()}


def topics(docs: int, c: int) -> list[tuple[Any, Any]]:
    """Return all judgements and runs of up to some documents, with what they are sorted by."""
    found = []
    for n in range(1, docs + 1):
        names = [f"d{at}" for at in range(1, n + 1)]
        for grades in product([None, *range(c + 1)], repeat=n):
            qrels = {name: g for name, g in zip(names, grades, strict=True) if g is not None}
            for out in product([False, True], repeat=n):
                if any(o and g is None for o, g in zip(out, grades, strict=True)):
                    continue  # a document that is neither judged nor retrieved
                kept = [name for name, left in zip(names, out, strict=True) if not left]
                for scores in weak_orders(len(kept)):
                    run = dict(zip(kept, map(float, scores), strict=True))
                    lexical = [-1 if g is None else g for g in grades]
                    places = [run.get(name, n + 1.0) for name in names]
                    total = sum(g or 0 for g in grades)
                    head = [n, len(kept), total]
                    tail = [grades.count(None), lexical, places]
                    found.append(([*head, False, *tail], (qrels, run)))
                    if len(set(scores)) > 1:
                        found.append(([*head, True, *tail], (qrels, near(run))))
    return sorted(found, key=lambda one: one[0])


def inputs(kind: str, docs: int, c: int) -> list[tuple[Any, Any]]:
    """Return all inputs of a kind of call, the smallest first, with what they are sorted by."""
    found: list[tuple[Any, Any]] = []
    every: Any
    if kind == "qrels":
        return topics(docs, c)
    if kind == "lists":
        every = [one for size in range(docs + 1) for one in permutations("abcdef"[:docs], size)]
        for x, y in product(every, repeat=2):
            found.append(([len({*x, *y}), len(x) + len(y), x, y], (list(x), list(y))))
    for n in range(1, docs + 1):
        if kind == "rankings":
            for x, y in product(permutations(range(1, n + 1)), repeat=2):
                found.append(([n, x, y], (list(x), list(y))))
        if kind == "grades":
            found += [([n, sum(g), g], (list(g),)) for g in product(range(c + 1), repeat=n)]
        if kind == "arrays":
            for grades, scores in product(product(range(c + 1), repeat=n), weak_orders(n)):
                key = [n, sum(grades)]
                plain = list(map(float, scores))
                found.append(([*key, False, grades, scores], (list(grades), plain)))
                if len(set(scores)) > 1:
                    close = [1.0 + (s - 1) * 1e-9 for s in scores]
                    found.append(([*key, True, grades, scores], (list(grades), close)))
    return sorted(found, key=lambda one: one[0])


# Properties --------------------------------------------------------------------------------------


def is_near(given: Any) -> bool:
    """Tell whether scores differ in the ninth digit."""
    scores = given[1].values() if isinstance(given[1], dict) else given[1]
    return any(score != int(score) for score in scores)


def reordered(given: Any) -> Iterator[Any]:
    """Go through topics with the entries of one dictionary, or of both, in another order."""
    qrels, run = given
    one, two = list(permutations(qrels.items())), list(permutations(run.items()))
    for a, b in product(one, two):
        moved = (list(a) != list(qrels.items())) + (list(b) != list(run.items()))
        if moved == 1 or (moved == 2 and len(one) * len(two) <= 4):
            yield dict(a), dict(b)


def rescored(given: Any, new: Callable[[float], float]) -> Any:
    """Return an input with other scores."""
    first, scores = given
    if isinstance(scores, dict):
        return first, {name: new(score) for name, score in scores.items()}
    return first, [new(score) for score in scores]


def far(given: Any) -> Any:
    """Return an input whose scores are 1, 2, … in the same order."""
    scores = list(given[1].values()) if isinstance(given[1], dict) else given[1]
    levels = sorted(set(scores))
    return rescored(given, lambda score: levels.index(score) + 1.0)


def without_ties(given: Any) -> Iterator[Any]:
    """Go through all inputs in which ties are broken."""
    scores = list(given[1].values()) if isinstance(given[1], dict) else given[1]
    for new in permutations(range(1, len(scores) + 1)):
        if all(new[a] < new[b] for a in range(len(new)) for b in range(len(new))
               if scores[a] < scores[b]):  # fmt: skip
            floats = list(map(float, new))
            if isinstance(given[1], dict):
                yield given[0], dict(zip(given[1], floats, strict=True))
            else:
                yield given[0], floats


def renamed(kind: str, given: Any, docs: int) -> Iterator[Any]:
    """Go through inputs that differ in the names of documents alone, or in places of arrays."""
    if kind == "arrays":
        for order in permutations(range(len(given[0]))):
            yield [given[0][at] for at in order], [given[1][at] for at in order]
    elif kind == "qrels":
        names = sorted({*given[0], *given[1]})
        for new in permutations(names):
            to = dict(zip(names, new, strict=True))
            yield tuple({n: old[o] for n in names for o in names if to[o] == n and o in old}
                        for old in given)  # fmt: skip
    else:
        names = sorted({*given[0], *given[1]})
        for new in permutations("abcdef"[:docs], len(names)):
            to = dict(zip(names, new, strict=True))
            yield tuple([to[name] for name in one] for one in given)


def property_cases(name: str, kind: str, docs: int, c: int) -> Iterator[Any]:
    """Go through the cases of a property of programs: what they are sorted by, and the calls."""
    every = inputs(kind, docs, c)
    where = {repr(given): key for key, given in every}
    for key, given in every:
        if name in ("defined", "in_range"):
            yield key, [given]
        elif name in ("renaming", "array_order"):
            alike = sorted({repr(x): x for x in renamed(kind, given, docs)}.values(),
                           key=lambda x: where[repr(x)])  # fmt: skip
            smaller = [x for x in alike if where[repr(x)] < key]
            yield from ((key, [x, given]) for x in (smaller if kind == "lists" else smaller[:1]))
        elif name == "dictionary_order":
            yield from ((key, [given, other]) for other in reordered(given))
        elif name == "score_scale" and given[1]:
            if is_near(given):
                yield key, [far(given), given]
            else:
                yield key, [given, rescored(given, lambda score: score - 100.0)]
                yield key, [given, rescored(given, lambda score: score * 1e6)]
        elif name == "tie_between" and not is_near(given):
            scores = list(given[1].values()) if isinstance(given[1], dict) else given[1]
            if len(set(scores)) < len(scores):
                yield key, [given, *without_ties(given)]
        elif name == "unjudged_at_bottom" and not is_near(given):
            documents = len({*given[0], *given[1]})
            if documents < docs:
                run = {d: score + 1 for d, score in given[1].items()} | {f"d{documents + 1}": 1.0}
                yield where[repr((given[0], run))], [given, (given[0], run)]


def compared(name: str, values: list[Value], low: int, high: int) -> str:
    """Judge the values of one case of a property of programs."""
    numbers = [value for value in values if isinstance(value, Fraction)]
    if name == "defined":
        return "holds" if numbers else "refuted"
    if name in ("in_range", "tie_between"):
        if not isinstance(values[0], Fraction):
            return "holds"
        others: list[Any] = [low, high] if name == "in_range" else numbers[1:]
        return graded(max(min(others) - values[0], values[0] - max(others), 0) if others else 0)
    if len(numbers) < len(values):
        equal = values[0] == values[1] or name == "unjudged_at_bottom"
        return "holds" if equal else "refuted"
    return graded(abs(numbers[0] - numbers[1]))


def graded(beyond: Any) -> str:
    """Name a violation by how large it is."""
    return "holds" if beyond == 0 else "rounding" if beyond <= CLOSE else "refuted"


# Axioms ------------------------------------------------------------------------------------------

List = lists_reference.List


def topic_of(one: List) -> tuple[dict[str, int], dict[str, float]]:
    """Return a judged list as a topic, documents named from the top, then from the best."""
    top, rest = one[0], sorted(one[1], reverse=True)
    qrels = {f"d{at}": grade for at, grade in enumerate([*top, *rest], 1)}
    return qrels, {f"d{at}": float(len(top) + 1 - at) for at in range(1, len(top) + 1)}


def given_of(kind: str, one: List) -> tuple[Any, ...]:
    """Return a judged list as the arguments of a call."""
    if kind == "grades":
        return (list(one[0]),)
    if kind == "arrays":
        return list(one[0]), [float(len(one[0]) - at) for at in range(len(one[0]))]
    return topic_of(one)


def weighed(*lists: List) -> Any:
    """Return what a case of some judged lists is sorted by."""
    tops = [[*top, *sorted(rest, reverse=True)] for top, rest in lists]
    total = sum(sum(top) + sum(rest) for top, rest in lists)
    return [len(tops[0]), sum(len(top) for top, _ in lists), total, tops]


def list_cases(name: str, kind: str, docs: int, c: int) -> Iterator[Case]:
    """Go through the cases of an axiom of judged lists."""
    for n in range(1, docs + 1):
        lists = [one for one in lists_reference.all_lists(n, c) if kind == "qrels" or not one[1]]
        for one in lists:
            for two, tells in about_list(name, one, lists, c):
                sizes = weighed(one, *two[1:]) if name == "localization" else weighed(one)
                yield sizes, [given_of(kind, each) for each in two], tells


def about_list(name: str, one: List, lists: list[List], c: int) -> Iterator[Any]:
    """Go through the cases of one list: the lists that are scored, and what is asked of them."""
    ref, n = lists_reference, len(one[0]) + len(one[1])
    pool, base, strict = sorted(one[0] + one[1]), name.removesuffix("_strict"), "_strict" in name
    others = {
        "promotion": lambda: ref.promotions(one, n),
        "exchange": lambda: ref.exchanges(one, n),
        "raising": lambda: ref.raisings(one, n, c),
        "extension": lambda: ref.extensions(one, False),
        "junk_at_bottom": lambda: ref.extensions(one, True),
        "junk_lowers": lambda: ref.extensions(one, True),
        "localization": lambda: (two for two in lists if two[0] == one[0]),
        "ideal_is_best": lambda: [ref.ideal(one)],
    }

    def tells(by: Any, x: Any, y: Any) -> bool:
        """Tell what is asked of the score of a list and that of another one."""
        if base in ("junk_at_bottom", "localization"):
            return bool(by.same(x, y))
        if base in ("ideal_is_best", "junk_lowers"):
            return bool(by.less(y, x) if base == "junk_lowers" else not by.less(y, x))
        return bool(by.less(x, y) if strict else not by.less(y, x))

    if base in others:
        yield from (([one, two], tells) for two in others[base]())
    elif base == "deepness":
        for four in ref.neighbours(one):
            yield four, lambda by, x, y, z, w: tells(by, w - z, y - x)
    elif name == "unit_range":
        yield [one], lambda by, x: not by.less(x, 0) and not by.less(1, x)
    elif name == "completeness":
        yield [one], lambda by, x: x is not None
    elif name == "nothing_is_zero" and not any(one[0]):
        yield [one], lambda by, x: by.same(x, 0)
    elif name == "ideal_is_one" and any(pool):
        yield [ref.ideal(one)], lambda by, x: by.same(x, 1)
    elif name == "realizability" and any(pool):
        alike = [two for two in lists if sorted(two[0] + two[1]) == pool]
        yield alike, lambda by, *xs: any(x is not None and by.same(x, 1) for x in xs)


Pairs = list[tuple[Any, Any]]


def pair_cases(name: str, kind: str, docs: int) -> Iterator[Case]:
    """Go through the cases of an axiom of two rankings, or of two lists of names."""
    if kind == "lists":
        names = "abcdef"[:docs]
        every = [one for size in range(1, docs + 1) for one in permutations(names, size)]
        yield from pairs_of(name, every)
        return
    for n in range(1, docs + 1):
        yield from pairs_of(name, list(permutations(range(1, n + 1))))


def pairs_of(name: str, every: list[Any]) -> Iterator[Case]:
    """Go through all pairs and triples that an axiom speaks of."""
    parts = {
        "distance": ("nonnegativity", "zero_iff_equal", "symmetry", "triangle"),
        "correlation": ("symmetry", "one_for_equal", "minus_one_for_reverse", "signed_range"),
    }
    for at, part in enumerate(parts.get(name, (name,))):
        for many in product(every, repeat=VARIABLES[part]):
            size = [len({item for one in many for item in one}), sum(map(len, many)), *many]
            for calls, tells in about_pair(part, *many):
                yield [*size[:2], at, *size[2:]], [(list(a), list(b)) for a, b in calls], tells


VARIABLES = {
    "symmetry": 2, "nonnegativity": 2, "zero_iff_equal": 2, "triangle": 3, "unit_range": 2,
    "one_iff_equal": 2, "ioi": 3, "right_invariance": 3, "left_invariance": 3, "always_zero": 2,
    "max_agreement": 3, "one_for_equal": 1, "minus_one_for_reverse": 1, "signed_range": 2,
    "reverse_is_minimal": 3, "reverse_is_maximal": 3, "one_iff_reverse": 2,
}  # fmt: skip


def composed(one: Any, two: Any) -> Any:
    """Return the first ranking after the second."""
    return tuple(one[at - 1] for at in two)


def about_pair(name: str, x: Any, y: Any = None, z: Any = None) -> Iterator[Any]:
    """Return the calls of one case, and what is asked of their numbers."""
    back = x[::-1]
    found: dict[str, tuple[Pairs, Callable[..., bool]]] = {
        "symmetry": ([(x, y), (y, x)], lambda by, a, b: by.same(a, b)),
        "nonnegativity": ([(x, y)], lambda by, a: not by.less(a, 0)),
        "zero_iff_equal": ([(x, y)], lambda by, a: by.same(a, 0) == (x == y)),
        "one_iff_equal": ([(x, y)], lambda by, a: by.same(a, 1) == (x == y)),
        "one_iff_reverse": ([(x, y)], lambda by, a: by.same(a, 1) == (y == back)),
        "always_zero": ([(x, y)], lambda by, a: by.same(a, 0)),
        "unit_range": ([(x, y)], lambda by, a: not by.less(a, 0) and not by.less(1, a)),
        "signed_range": ([(x, y)], lambda by, a: not by.less(a, -1) and not by.less(1, a)),
        "triangle": ([(x, y), (x, z), (z, y)], lambda by, a, b, d: not by.less(b + d, a)),
        "ioi": ([(x, y), (x, z)], lambda by, a, b: y == z or not by.same(a, b)),
        "max_agreement": ([(x, x), (y, z)], lambda by, a, b: not by.less(a, b)),
        "one_for_equal": ([(x, x)], lambda by, a: by.same(a, 1)),
        "minus_one_for_reverse": ([(x, back)], lambda by, a: by.same(a, -1)),
        "reverse_is_minimal": ([(x, back), (y, z)], lambda by, a, b: not by.less(b, a)),
        "reverse_is_maximal": ([(x, back), (y, z)], lambda by, a, b: not by.less(a, b)),
    }
    if name == "right_invariance":
        yield [(x, y), (composed(x, z), composed(y, z))], lambda by, a, b: by.same(a, b)
    elif name == "left_invariance":
        yield [(x, y), (composed(z, x), composed(z, y))], lambda by, a, b: by.same(a, b)
    else:
        yield found[name]


class By:
    """Compares numbers, close ones being equal where that is wanted."""

    def __init__(self, close: Fraction | int) -> None:
        self.close = close

    def less(self, one: Any, two: Any) -> bool:
        return bool(two - one > self.close)

    def same(self, one: Any, two: Any) -> bool:
        return bool(abs(one - two) <= self.close)


# Verdicts ----------------------------------------------------------------------------------------

PROPERTIES = (
    "defined", "in_range", "renaming", "array_order", "dictionary_order", "score_scale",
    "tie_between", "unjudged_at_bottom",
)  # fmt: skip
CALLED = ("repeatable", "unmodified")
JUDGED = ("grades", "arrays", "qrels")
WITHOUT_A_NUMBER = ("completeness", "realizability")


def judged(
    name: str, kind: str, function: Function, docs: int, c: int, low: int = 0, high: int = 1
) -> tuple[str, list[Any]]:
    """Return the status of a property, and the calls of its smallest violation."""
    known: dict[str, Value] = {}

    def value(given: Any) -> Value:
        key = repr(given)
        if key not in known:
            known[key] = called(function, given)
        return known[key]

    found = []
    if name in PROPERTIES:
        for key, calls in property_cases(name, kind, docs, c):
            status = compared(name, [*map(value, calls)], low, high)
            found.append((status, key, calls))
    else:
        cases = pair_cases(name, kind, docs) if kind in ("rankings", "lists") else (
            list_cases(name, kind, docs, c)
        )  # fmt: skip
        for key, calls, tells in cases:
            values = [v if isinstance(v, Fraction) else None for v in map(value, calls)]
            if None in values and name not in WITHOUT_A_NUMBER:
                continue
            exact, tolerant = (tells(By(close), *values) for close in (0, CLOSE))
            status = "holds" if exact else "refuted"
            found.append((status if exact == tolerant else "rounding", key, calls))
    for status in ("refuted", "rounding"):
        there = [(key, calls) for one, key, calls in found if one == status]
        if there:
            return status, min(there, key=lambda one: one[0])[1]
    return ("holds" if found else "undecided"), []
