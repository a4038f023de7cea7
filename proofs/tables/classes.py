"""The table of linear equivalence classes (`group` Def. 3): m₂ = a·m₁ + b with a ≠ 0.

Two metrics are in one class at n if they are undefined for the same pairs of rankings and some
a ≠ 0 and b carry one into the other on all others. So stated it is an equivalence relation; that
two metrics agree where both are defined is weaker, and not transitive: it is told in the notes.

>>> from proofs.tables.request import Request
>>> names = ("mse", "spearman", "mae", "kendall", "ndpm")
>>> [row[2].text for row in table(Request(metrics=names), (3,)).rows]
['mse, spearman', 'mae', 'kendall, ndpm']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.engines.exhaustive.scores import all_rankings
from proofs.exact.numbers import Exact
from proofs.exact.whole import Undecidable
from proofs.report.shown import exact_text
from proofs.tables.answers import answers, question
from proofs.tables.counting.order_counts import UNDEFINED, places_of, score_all_pairs
from proofs.tables.layout.table_shape import Cell, Column, Mark, Table
from proofs.tables.making import Found, below_each_other, for_each
from proofs.tables.request import Request
from rankproof.line.deadline import within
from rankproof.line.failures import Undecided

COLUMNS = (
    Column("n", "n", numeric=True),
    Column("size", "size", numeric=True),
    Column("metrics", "metrics of the class"),
    Column("lines", "m is the first of the class"),
    Column("every_n", "equivalent to the first for every n"),
)


@dataclass(frozen=True)
class Profile:
    """A metric on all pairs of rankings: the place of each value, and the values in order."""

    metric: Metric
    places: Any
    values: Exact

    @property
    def undefined(self) -> Any:
        """Where there is no value."""
        return self.places == UNDEFINED

    def is_constant(self) -> bool:
        """Tell whether there is one value only."""
        return int(self.places.max()) == 0


@dataclass(frozen=True)
class Line:
    """m₂ = a·m₁ + b, as text; exact where both numbers are rational."""

    slope: str
    shift: str
    rising: bool

    def __str__(self) -> str:
        slope = {"1": "m", "-1": "−m"}.get(self.slope, f"{self.slope}·m")
        shift = "" if self.shift == "0" else f" + {self.shift}"
        return f"{slope}{shift}".replace("+ -", "− ").replace("-", "−")


Members = list[tuple[Profile, Line | None]]
Proofs = dict[tuple[str, str], str]


def line(one: Profile, two: Profile) -> Line | None:
    """Return the line that carries one metric into the other wherever both are defined, or None.

    Such a line keeps the order of the values or reverses it, so comparing places comes first.
    """
    both = ~(one.undefined | two.undefined)
    if not both.any():
        return None
    x, first = np.unique(one.places[both], return_index=True)
    y_of = two.places[both]
    y = y_of[first]
    steps = np.sign(np.diff(y))
    rising = len(x) == 1 or bool((steps > 0).all())
    if not rising and not (steps < 0).all():
        return None
    if not np.array_equal(y[np.searchsorted(x, one.places[both])], y_of):
        return None
    if len(x) == 1:
        return Line("1", _number(two.values.scalar(int(y[0])) - one.values.scalar(int(x[0]))), True)
    return _through(one.values.take(x), two.values.take(y), rising)


def certain_line(one: Profile, two: Profile, seconds: float | None = None) -> Line | None:
    """Return the line, or say for which metrics it could not be decided."""
    open_question = f"whether {one.metric.name} and {two.metric.name} are equivalent"
    try:
        with within(seconds):
            return line(one, two)
    except Undecided as problem:
        raise Undecided(f"{open_question}: {problem}") from None
    except Undecidable as problem:
        raise BadInput(
            f"{open_question} could not be decided ({problem}): leave one out with --metrics."
        ) from None


def _through(x: Exact, y: Exact, rising: bool) -> Line | None:
    """Return the line through all points, or None; x has at least two values."""
    size = len(next(iter(x.parts.values())).data)
    zero, one = np.zeros(size, dtype=int), np.ones(size, dtype=int)
    dx, dy = x - x.take(zero), y - y.take(zero)
    off = (dx.take(one) * dy - dx * dy.take(one)).signs()
    if np.any(np.asarray(off)):
        return None
    slope = _ratio(dy.scalar(1), dx.scalar(1))
    return Line(_number(slope), _number(y.scalar(0) - slope * x.scalar(0)), rising)


def _ratio(above: Exact, below: Exact) -> Exact:
    """Return a quotient; where it is a simple rational number, as that number."""
    guess = Fraction(float(above.approximate() / below.approximate())).limit_denominator(1000)
    if guess and not (above - below * Exact.rational(guess)).signs():
        return Exact.rational(guess)
    return above / below


def _number(value: Exact) -> str:
    """Return a number exactly if it is short, else its first digits, to be read only."""
    text = exact_text(value.expression())
    if len(text) <= 12:
        return text
    about = float(value.approximate())
    return "≈0" if abs(about) < 1e-12 else f"≈{about:.4g}"


def classes(profiles: Iterable[Profile], seconds: float | None = None) -> list[Members]:
    """Return the classes, each with the line from its first metric to each other."""
    found: list[Members] = []
    for new in profiles:
        for members in found:
            first = members[0][0]
            if np.array_equal(first.undefined, new.undefined):
                carried = certain_line(first, new, seconds)
                if carried is not None:
                    members.append((new, carried))
                    break
        else:
            found.append([(new, None)])
    return found


def profile(metric: Metric, n: int, given: dict[str, Any], convention: str) -> Profile:
    """Return the profile of a metric at n."""
    rankings = all_rankings(n).shape[1]
    scores = score_all_pairs(metric, n, given, convention)
    return Profile(metric, *places_of(scores, (rankings, rankings)))


def profiles(request: Request, n: int) -> Found:
    """Find the profiles of the metrics at n."""
    return for_each(
        request,
        request.chosen_metrics(),
        lambda metric: profile(metric, n, request.parameters(metric), request.convention),
    )


def table(request: Request, sizes: tuple[int, ...]) -> Table:
    """Return the table of linear equivalence classes."""
    return below_each_other(request, [_table(request, n) for n in sizes])


def _table(request: Request, n: int) -> Table:
    found = profiles(request, n)
    grouped = classes(found.of.values(), request.timeout)
    proofs = _proofs(request, grouped)
    columns = COLUMNS if request.every_n else COLUMNS[:-1]
    return Table(
        "classes",
        "Linear equivalence classes",
        columns,
        [_row(n, members, proofs)[: len(columns)] for members in grouped],
        notes=[*_weaker(n, grouped, request.timeout), *found.notes(n)],
        unfinished=bool(found.silent),
    )


def _proofs(request: Request, grouped: list[Members]) -> Proofs:
    """Ask for a proof for every n, for each metric and the first of its class."""
    if not request.every_n:
        return {}
    pairs = [(c[0][0].metric, other.metric) for c in grouped for other, _ in c[1:]]
    asked = [
        question(
            "linear_equivalence", a.name, b.name, n="all", request=request,
            **request.parameters(a, b),
        )
        for a, b in pairs
    ]  # fmt: skip
    found = answers(asked, request)
    return {(a.name, b.name): answer["status"] for (a, b), answer in zip(pairs, found, strict=True)}


def _row(n: int, members: Members, proofs: Proofs) -> tuple[Cell, ...]:
    names = [member.metric.name for member, _ in members]
    lines = {m.metric.name: str(carried) for m, carried in members if carried is not None}
    shown = "; ".join(f"{name} = {text}" for name, text in lines.items())
    statuses = {name: proofs.get((names[0], name), "open") for name in names[1:]}
    proved = [name for name, status in statuses.items() if status == "holds"]
    every = "all" if len(proved) == len(names) - 1 else ", ".join(proved)
    mark = Mark.PROVED if len(proved) == len(names) - 1 else Mark.OPEN
    return (
        Cell(str(n), n),
        Cell(str(len(names)), len(names)),
        Cell(", ".join(names), names, Mark.HOLDS if len(names) > 1 else Mark.PLAIN),
        Cell(shown, lines),
        Cell(every if statuses else "", statuses, mark if statuses else Mark.PLAIN),
    )


def _weaker(n: int, grouped: list[Members], seconds: float | None) -> Iterator[str]:
    """Tell which first metrics of classes are equivalent only where both are defined."""
    firsts = [members[0][0] for members in grouped]
    pairs = [
        f"{a.metric.name} and {b.metric.name}"
        for a, b in combinations(firsts, 2)
        if not np.array_equal(a.undefined, b.undefined) and certain_line(a, b, seconds)
    ]
    if pairs:
        yield f"n = {n}: equivalent where both are defined, which is not everywhere alike: " + (
            ", ".join(pairs)
        )
    constant = [p.metric.name for p in firsts if p.is_constant()]
    if constant:
        yield f"n = {n}: constant wherever it is defined: {', '.join(constant)}"
