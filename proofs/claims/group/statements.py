"""Statements about the metrics of `group`: m1, m2 and m3 range over all of them.

Words are the paper's relations between metrics (Defs. 1 to 3), at the n and k of the claim; −m₂ is
``minus(m2)``. A metric is reduced to levels: the exact order of its scores, as whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from axioms import find_axiom
from metrics import find_metric
from proofs.claims.catalogue import groups_of
from proofs.claims.claim import Computed
from proofs.claims.exactly import Ranking, identity, title
from proofs.claims.general import Cases
from proofs.claims.words import Rankings, Scored, World
from proofs.core.asking import ask
from proofs.core.fitting import unrolled_slots
from proofs.tables.classes import Profile, line, profile
from proofs.tables.counting.order_counts import UNDEFINED, placed

ALL = groups_of("group")["all"]
EVERY = [Scored(name) for name in ALL]
Levels = tuple[int | None, ...]


def all_metrics(
    that: str, over: str = "m1, m2", where: str = "True", n: int = 0, largest: int = 0, k: int = 1
) -> Computed:
    """For all metrics of the paper."""
    scope = f"n = 2…{largest}, all metrics" if largest else f"n = {n}, k = {k}, all metrics"
    sizes = range(2, largest + 1) if largest else [n]
    return Cases((_world(size, k) for size in sizes), over, (), where).all_have(that, scope)


def most_metrics(
    that: str, over: str = "m1", where: str = "True", n: int = 0, k: int = 1, **given: Any
) -> Computed:
    """For more than half of the metrics of the paper."""
    plain = {"k": k, **{name: v for name, v in given.items() if not isinstance(v, tuple)}}
    further = "".join(f", {name} = {value}" for name, value in plain.items())
    found = Cases([_world(n, k, **given)], over, (), where)
    return found.most_have(that, f"n = {n}{further}")


def conserved(axiom: str, n: int) -> Computed:
    """Of two linearly equivalent metrics both have the property or neither."""
    k = None if unrolled_slots(find_axiom(axiom)) else 1
    told = {name: status(axiom, [name], n, k) for name in ALL}
    failures = (
        f"{title(one)} ({told[one]}) and {title(two)} ({told[two]})"
        for one, two in combinations(ALL, 2)
        if told[one] != told[two] and equivalent(one, two, 3)
        if status("linear_equivalence", [one, two], n, 1) == "holds"
    )
    first = next(failures, "")
    scope = f"n = {n}, k = 1, all equivalent pairs of metrics"
    return Computed(not first, first or "so it is", scope)


class Minus(Scored):
    """The metric with the sign turned."""

    def __str__(self) -> str:
        return f"−{super().__str__()}"


def _world(n: int, k: int, **given: Any) -> World:
    def ordered(m: Scored) -> Levels:
        found = levels(m.name, n, k)
        return turned(found) if isinstance(m, Minus) else found

    def rated(one: Scored, two: Scored, sigma: Ranking | None = None) -> Fraction | None:
        return ratio(one.name, two.name, n, k, sigma, isinstance(two, Minus))

    known = {
        "n": n,
        "rankings": Rankings(n),
        "id": identity(n),
        "minus": lambda m: Minus(m.name),
        "before": lambda one, two: ALL.index(one.name) < ALL.index(two.name),
        "related": lambda one, two: bool(equivalent(one.name, two.name, n)),
        "contradict": lambda one, two: contradict(ordered(one), ordered(two)),
        "non_consistent": lambda one, two: non_consistent(ordered(one), ordered(two)),
        "ratio": rated,
        "rated": lambda one, two: rated(one, two) is not None,
        "status": lambda axiom, m: status(axiom, [m.name], n, k, **_read_by(m.name, given)),
    }
    return known, {**given, **dict.fromkeys(("m1", "m2", "m3"), EVERY), "σ": Rankings(n)}


# What the words mean -----------------------------------------------------------------------------


def status(axiom: str, names: list[str], n: Any, k: int | None = None, **given: Any) -> str:
    """Return the verdict on one metric or two, at a cut-off if they have one."""
    cut = k is not None and any(find_metric(name).depends_on_k() for name in names)
    verdict: Any = ask(axiom, *names, n=n, **{**({"k": k} if cut else {}), **given})
    return str(verdict.status)


def _read_by(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a question about a metric reads: no relevant items where it knows of none."""
    read = {"convention", *find_metric(name).parameters}
    return {option: value for option, value in given.items() if option in read}


def _cut(name: str, k: int) -> dict[str, Any]:
    return {"k": k} if find_metric(name).depends_on_k() else {}


@cache
def _profile(name: str, n: int) -> Profile:
    return profile(find_metric(name), n, _cut(name, 1), "items")


@cache
def equivalent(one: str, two: str, n: int) -> bool:
    """Tell whether m₂ = a·m₁ + b with a ≠ 0 on S_n, k = 1, and no value is missing."""
    first, second = _profile(one, n), _profile(two, n)
    return not (first.undefined | second.undefined).any() and line(first, second) is not None


@cache
def levels(name: str, n: int, k: int, sigma: Ranking | None = None) -> Levels:
    """Return the order of m(σ, ·) over all rankings: equal scores share a number."""
    found = placed(find_metric(name), n, _cut(name, k), "items", sigma)
    return tuple(None if level == UNDEFINED else int(level) for level in found)


def turned(found: Levels) -> Levels:
    """Return the levels of −m."""
    return tuple(None if level is None else -level for level in found)


def _points(one: Levels, two: Levels) -> list[tuple[int, int]]:
    both = zip(one, two, strict=True)
    return [(a, b) for a, b in both if a is not None and b is not None]


def non_consistent(one: Levels, two: Levels) -> bool:
    """Tell whether Def. 1, as printed, calls two metrics non-consistent (μ = σ fits line one)."""
    points = set(_points(one, two))
    return any(a <= c and b > d for a, b in points for c, d in points)


def contradict(one: Levels, two: Levels) -> bool:
    """Tell whether from some σ one comparison agrees and another disagrees, both strictly."""
    points = set(_points(one, two))
    return any(
        any(a < c and b < d for c, d in points) and any(a < c and b > d for c, d in points)
        for a, b in points
    )


def ratio(
    one: str, two: str, n: int, k: int, sigma: Ranking | None = None, turn: bool = False
) -> Fraction | None:
    """Return the agreement ratio: pairs of distinct rankings compared the same way, ties alike."""
    first, second = levels(one, n, k, sigma), levels(two, n, k, sigma)
    alike = find_metric(one).higher_is_better == find_metric(two).higher_is_better
    pairs = list(combinations(_points(first, second if alike != turn else turned(second)), 2))
    if not pairs:
        return None
    same = sum(_sign(a, c) == _sign(b, d) for (a, b), (c, d) in pairs)
    return Fraction(same, len(pairs))


def _sign(one: int, two: int) -> int:
    return (one > two) - (one < two)
