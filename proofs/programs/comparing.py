"""Two programs, or a program and a declared metric, compared on all inputs up to a size.

They are equal, or there is a smallest input on which they differ by more than the tolerance. Inputs
that differ are sorted by what is particular about them, so that a difference in ties is not hidden
behind one in empty runs. A cause is named only where it was tried: both sides are variants of ours,
and changing one option or treatment of the one makes it agree with the other there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from proofs.programs.computed import NOT_FINITE, NUMBER, OTHER, Computed, differs
from proofs.programs.declared import TREATMENTS, Declared, Exact
from proofs.programs.identifying import identify, inputs_for
from proofs.programs.inputs import JUDGED, Space
from proofs.programs.program import Clock, Program, Progress, whole
from rankproof.line.failures import Undecided
from rankproof.presented import Presented

Side = Program | Declared
FEATURES = {
    "nothing retrieved": lambda one: one.retrieved == 0,
    "documents not retrieved": lambda one: one.is_partial,
    "no relevant document": lambda one: not any(one.grades),
    "ties": lambda one: one.has_ties,
    "near ties": lambda one: one.near,
    "unjudged documents": lambda one: one.has_unjudged,
}
NO_NUMBER = "no number"
IN_TURN = 64
"""So many inputs are asked of one program before the other is asked; then more and more."""


@dataclass(frozen=True)
class Difference:
    """Inputs on which two sides differ that have the same particulars: the smallest, and how many.

    `cause` has the options that were changed to make the left side agree with the right one.
    """

    particulars: tuple[str, ...]
    smallest: Any
    values: tuple[str, str]
    count: int
    cause: str = ""


@dataclass(frozen=True, repr=False)
class Compared(Presented):
    """What came of a comparison; `differences` have the overall smallest first.

    `stopped` says why not all inputs were reached, or no causes sought.
    """

    left: Side
    right: Side
    space: Space
    inputs: int
    equal_on: int
    differences: tuple[Difference, ...] = ()
    identified: tuple[Declared | None, Declared | None] = (None, None)
    stopped: BaseException | None = None

    def told(self, form: str) -> str:
        """Return it as text, in one line, as HTML, Markdown or LaTeX."""
        from proofs.programs.report.told import told

        return told(self, form)

    @property
    def equal(self) -> bool:
        """Whether the sides are equal on all inputs."""
        return not self.differences and self.stopped is None

    @property
    def status(self) -> str:
        """What came of it, in one word."""
        return "different" if self.differences else "equal" if self.equal else "undecided"


def name_of(side: Side) -> str:
    """Return how a side is written."""
    return side.target if isinstance(side, Program) else side.name


def call_of(side: Side) -> str:
    """Return the kind of call of a side; a declared metric reads what qrels say."""
    return side.call


def compare(
    left: Side,
    right: Side,
    space: Space,
    tolerance: Fraction,
    progress: Progress | None = None,
    seconds: float | None = None,
) -> Compared:
    """Compare two sides on all inputs that both can be given; what is interrupted, on some."""
    watched = Clock(seconds).watching(progress)
    inputs, stopped = asked((left, right), _shared(left, right, space), watched)
    found: dict[tuple[str, ...], list[Any]] = {}
    alike: dict[tuple[str, ...], list[Any]] = {}
    for one in inputs:
        alike.setdefault(features_of(one), []).append(one)
        pair = (value_at(left, one), value_at(right, one))
        if apart(*pair, tolerance):
            found.setdefault(_particulars(one, pair), []).append((one, pair))
    count = sum(map(len, found.values()))
    made = Compared(left, right, space, len(inputs), len(inputs) - count, stopped=stopped)
    if not found:
        return made
    sides: tuple[Declared | None, Declared | None] = (None, None)
    if stopped is None:
        try:
            sides = (
                _as_declared(left, space, tolerance, watched),
                _as_declared(right, space, tolerance, watched),
            )
        except (KeyboardInterrupt, Undecided) as problem:
            stopped = problem
    kept = [names for names in found if not any(_hides(o, names, found) for o in found)]
    differences = [_difference(names, found[names], alike, sides, tolerance) for names in kept]
    differences.sort(key=lambda one: one.smallest.order)
    return replace(made, differences=tuple(differences), identified=sides, stopped=stopped)


def asked(
    sides: Sequence[Side], inputs: list[Any], progress: Progress
) -> tuple[list[Any], BaseException | None]:
    """Ask programs in turn; return the inputs at which all were asked, and what stopped it."""
    programs = [side for side in sides if isinstance(side, Program)]
    start = 0
    while start < len(inputs):
        turn = inputs[start : 2 * start + IN_TURN]
        try:
            for one in programs:
                one.ask([each.data(one.call) for each in turn], progress)
            start += len(turn)
        except (KeyboardInterrupt, Undecided) as problem:
            reached = [
                each
                for each in inputs
                if all(one.value(each.data(one.call)) is not None for one in programs)
            ]
            return reached, problem
    return inputs, None


def _hides(one: tuple[str, ...], two: tuple[str, ...], found: Mapping[Any, list[Any]]) -> bool:
    """Tell whether inputs with fewer particulars show a smaller difference than others do."""
    return set(one) < set(two) and bool(found[one][0][0].order < found[two][0][0].order)


def _shared(left: Side, right: Side, space: Space) -> list[Any]:
    """Return the inputs that both sides can be given: lists alone if both see nothing else."""
    calls = {call_of(left), call_of(right)}
    if not calls & set(JUDGED):
        declared = isinstance(left, Declared) or isinstance(right, Declared)
        return inputs_for(space.call, space) if declared else space.inputs()
    if len(calls) == 1 and "qrels" not in calls:
        return [one for one in space.inputs() if one.fits(next(iter(calls)))]
    narrow = "grades" if "grades" in calls else "arrays" if "arrays" in calls else "qrels"
    return inputs_for(narrow, space)


def value_at(side: Side, one: Any) -> Computed | Exact:
    """Return the value of a side at an input."""
    if isinstance(side, Declared):
        return side.value(one)
    return side.value(one.data(side.call)) or Computed(OTHER, "not asked")


def apart(one: Computed | Exact, two: Computed | Exact, tolerance: Fraction) -> bool:
    """Tell whether two values differ by more than a tolerance."""
    if isinstance(one, Exact):
        if isinstance(two, Exact):
            raise TypeError("two declared metrics are not compared")
        return not one.agrees(two, tolerance)
    return (
        not two.agrees(one, tolerance) if isinstance(two, Exact) else differs(one, two, tolerance)
    )


def features_of(one: Any) -> tuple[str, ...]:
    """Return what is particular about an input."""
    judged = hasattr(one, "near")
    return tuple(name for name, has in FEATURES.items() if judged and has(one))


def _particulars(one: Any, pair: Sequence[Computed | Exact]) -> tuple[str, ...]:
    found = features_of(one)
    missing = any(v.low is None if isinstance(v, Exact) else v.number is None for v in pair)
    return (*found, *([NO_NUMBER] if missing else []))


def _difference(
    names: tuple[str, ...], cases: list[Any], alike: Any, sides: Any, tolerance: Fraction
) -> Difference:
    one, pair = cases[0]
    known = None not in sides and not any(is_refusal(value) for _, two in cases for value in two)
    cause = _cause(sides[0], sides[1], alike[features_of(one)], tolerance) if known else ""
    return Difference(names, one, (pair[0].text, pair[1].text), len(cases), cause)


def is_refusal(value: Computed | Exact) -> bool:
    """Tell whether a program did something else than return a number or nan."""
    return isinstance(value, Computed) and value.kind not in (NUMBER, NOT_FINITE)


# Causes ------------------------------------------------------------------------------------------


def _as_declared(
    side: Side, space: Space, tolerance: Fraction, progress: Progress | None
) -> Declared | None:
    """Return the metric that a side is: itself, or what a program computes on all inputs."""
    if isinstance(side, Declared):
        return side
    return whole(identify(side, space, tolerance, progress, runner_up=False)).metric


def options_of(side: Declared) -> dict[str, str]:
    """Return all options and treatments of a metric of lists."""
    usual = {name: next(iter(values)) for name, values in TREATMENTS.items()}
    base = side.metric.name.partition("(")[0].partition("@")[0]
    return {"metric": base, **usual, "cut": "none", **side.options, **side.treats}


def _cause(left: Declared, right: Declared, inputs: list[Any], tolerance: Fraction) -> str:
    """Name the fewest options that make two metrics agree on some inputs when one is changed."""
    mine, theirs = options_of(left), options_of(right)
    different = {n: (v, theirs[n]) for n, v in mine.items() if n in theirs and v != theirs[n]}
    if "metric" in different or left.call not in JUDGED:
        return f"{left.full_name} against {right.full_name}"
    for size in range(1, len(different) + 1):
        for names in combinations(different, size):
            ways = [
                (_changed(left, {name: different[name][1] for name in names}), right),
                (_changed(right, {name: different[name][0] for name in names}), left),
            ]
            if any(one and _agree(one, other, inputs, tolerance) for one, other in ways):
                return ", ".join(
                    f"{n}={different[n][0]} against {n}={different[n][1]}" for n in names
                )
    return ""


def _changed(metric: Declared, change: Mapping[str, str]) -> Declared | None:
    """Return a metric of lists with other options and treatments, None where there is none.

    Precision at k cannot lose its cut-off alone: it divides by k.
    """
    from metrics.lists import LIST_METRICS
    from metrics.naming import BadInput

    treats = {name: how for name, how in change.items() if name in TREATMENTS}
    treated = metric.treating(**treats)
    if len(treats) == len(change):
        return treated
    options = {**metric.options, **{n: v for n, v in change.items() if n not in treats}}
    cut = options.pop("cut", "none")
    family = LIST_METRICS[metric.metric.name.partition("(")[0].partition("@")[0]]
    try:
        made = family.variant(options, None if cut == "none" else int(cut))
    except BadInput:
        return None
    return replace(treated, name=made.name, metric=made, options=options)


def _agree(one: Declared, two: Declared, inputs: list[Any], tolerance: Fraction) -> bool:
    return all(_near(one.value(each), two.value(each), tolerance) for each in inputs)


def _near(one: Exact, two: Exact, tolerance: Fraction) -> bool:
    if one.low is None or two.low is None or one.high is None or two.high is None:
        return one.low is two.low
    return max(abs(one.low - two.high), abs(one.high - two.low)) <= tolerance
