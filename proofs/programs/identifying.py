"""Which declared metric a program computes: every variant is tried, none is guessed.

First the formula is found on inputs without ties, near scores and unjudged documents; then what the
program does with those, by trying each treatment. An input at which the program raises an exception
is left out and counted: nobody else can say what it should have been.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from proofs.programs.computed import NOT_FINITE, NUMBER, Computed
from proofs.programs.declared import TREATMENTS, Declared, Exact, candidates
from proofs.programs.inputs import JUDGED, Space
from proofs.programs.program import Clock, Program, Progress
from rankproof.line.failures import Undecided
from rankproof.presented import Presented

PLAIN = {"has_ties": False, "near": False, "has_unjudged": False}
MOST_NEAR = 150
"""So many metrics are tried as the nearest one: all without a cut-off, or with a given one."""
Known = Sequence[tuple[Any, Computed]]


@dataclass(frozen=True)
class RuledOut:
    """A metric that a program does not compute, with the smallest input that shows it."""

    metric: Declared
    smallest: Any
    values: tuple[Exact, Computed]


@dataclass(frozen=True, repr=False)
class Identified(Presented):
    """What a program computes: a metric, or none of ours; `runner_up` is what comes nearest then.

    `like` are other metrics that are equal to it on all inputs; of `asked` inputs the program
    refused some, and the metric, or the nearest one, is equal on `equal_on`. It is `undecided`
    where it refused all, or all but some at which it computes one and the same value, or where it
    was `stopped`: then `equal_on` inputs were reached, and `like` was not ruled out by then.
    """

    program: Program
    space: Space
    metric: Declared | None
    equal_on: int
    asked: int
    refused: int
    undecided: bool = False
    like: tuple[Declared, ...] = ()
    runner_up: RuledOut | None = None
    stopped: BaseException | None = None

    def told(self, form: str) -> str:
        """Return it as text, in one line, as HTML, Markdown or LaTeX."""
        from proofs.programs.report.told import told

        return told(self, form)


def inputs_for(call: str, space: Space) -> list[Any]:
    """Return the inputs of a space that a kind of call can be given, all of them declared ones."""
    if call not in JUDGED:
        return [one for one in space.inputs() if call == "rankings" or (one.one and one.two)]
    inputs = replace(space, call="qrels").inputs()
    return [one for one in inputs if one.fits(call)]


def identify(
    program: Program,
    space: Space,
    tolerance: Fraction,
    progress: Progress | None = None,
    runner_up: bool = True,
    seconds: float | None = None,
) -> Identified:
    """Find the metric that a program computes on all inputs, and what comes nearest of the others.

    A program that takes a list or arrays is given the documents that were retrieved.
    """
    watched = Clock(seconds).watching(progress)
    inputs = inputs_for(program.call, space)
    stopped, tried = None, Tried([], [])
    try:
        program.ask([one.data(program.call) for one in inputs], watched)
    except (KeyboardInterrupt, Undecided) as problem:
        stopped = problem
    every = [(one, value) for one in inputs if (value := program.value(one.data(program.call)))]
    known = [(one, value) for one, value in every if value.kind in (NUMBER, NOT_FINITE)]
    plain = [(one, value) for one, value in known if _is_plain(one)]
    made = Identified(program, space, None, 0, len(inputs), len(every) - len(known))
    try:
        if stopped is None:
            tried.all(program, space, plain, tolerance, watched)
            return _concluded(made, tried, known, plain, tolerance, runner_up)
    except (KeyboardInterrupt, Undecided) as problem:
        stopped = problem
    like = tuple(tried.equal)
    return replace(made, equal_on=len(every), undecided=True, like=like, stopped=stopped)


def _concluded(
    made: Identified, tried: Tried, known: Known, plain: Known, tolerance: Fraction, runner_up: bool
) -> Identified:
    """Return what a program computes, by what is equal on plain inputs."""
    last = _nearest(tried.others, plain, made.space, tolerance) if runner_up else None
    made = replace(made, runner_up=None if last is None else _ruled_out(last, plain, tolerance))
    if not plain or (made.refused and len({value.text for _, value in known}) == 1):
        return replace(made, runner_up=None, undecided=True)
    if not tried.equal:
        equal = sum(last.value(one).agrees(v, tolerance) for one, v in known) if last else 0
        return replace(made, equal_on=equal)
    return _treated(replace(made, like=tuple(tried.equal[1:])), tried.equal, known, tolerance)


def _is_plain(one: Any) -> bool:
    return all(getattr(one, name, wanted) == wanted for name, wanted in PLAIN.items())


@dataclass
class Tried:
    """The metrics that are equal on plain inputs, and all others with how long they were."""

    equal: list[Declared]
    others: list[tuple[int, Declared]]

    def all(
        self, program: Program, space: Space, plain: Known, tolerance: Fraction, progress: Progress
    ) -> None:
        """Try all metrics.

        Cut-offs are tried where nobody says that there is none, and no metric without one is equal.
        """
        telling = _spread(sorted(plain, key=lambda pair: pair[0].order, reverse=True))
        for cuts in _cuts(program, space):
            every = [] if self.equal else candidates(program.call, space.c, cuts)
            for done, metric in enumerate(every, 1):
                survived = _survived(metric, telling, tolerance)
                if survived == len(telling):
                    self.equal.append(metric)
                else:
                    self.others.append((survived, metric))
                progress(done, len(every))


def _nearest(
    others: Sequence[tuple[int, Declared]], plain: Known, space: Space, tolerance: Fraction
) -> Declared | None:
    """Return the metric that is equal on most plain inputs with a number, the plainest of them.

    Inputs that differ in names alone have one value; a program that gives two, is asked twice. What
    survived longest is tried first, and left as soon as it cannot be the nearest any more.
    """
    alike: dict[Any, list[Any]] = {}
    for one, value in plain:
        if value.number is None:
            continue
        look = one.judged_list(space.c) if space.call in JUDGED else one
        alike.setdefault((look, value.text), []).append((one, value))
    groups = sorted(alike.values(), key=len, reverse=True)
    best, nearest = (-1, 0), None
    for place in sorted(range(len(others)), key=lambda place: -others[place][0])[:MOST_NEAR]:
        metric, left = others[place][1], sum(map(len, groups))
        for many in groups:
            one, value = many[0]
            left -= 0 if metric.value(one).agrees(value, tolerance) else len(many)
            if (left, -place) < best:
                break
        else:
            best, nearest = (left, -place), metric
    return nearest


def _cuts(program: Program, space: Space) -> list[tuple[int | None, ...]]:
    if program.depth is not None and program.call in JUDGED:
        return [(program.depth,)]
    unknown = program.call in JUDGED and "call" not in program.facts
    return [(None,), tuple(range(1, space.docs + 1))] if unknown else [(None,)]


def _spread(pairs: list[Any], step: int = 7) -> list[Any]:
    """Return the same pairs with neighbours far apart: few of them rule most metrics out."""
    return [pair for start in range(step) for pair in pairs[start::step]]


def _survived(metric: Declared, telling: Known, tolerance: Fraction) -> int:
    """Return on how many inputs in turn a metric has the value that the program computed."""
    for place, (one, value) in enumerate(telling):
        if not metric.value(one).agrees(value, tolerance):
            return place
    return len(telling)


def _ruled_out(metric: Declared, known: Known, tolerance: Fraction) -> RuledOut | None:
    for one, value in known:
        mine = metric.value(one)
        if not mine.agrees(value, tolerance):
            return RuledOut(metric, one, (mine, value))
    return None


def _treated(
    made: Identified, found: list[Declared], known: Known, tolerance: Fraction
) -> Identified:
    """Find what the program does with ties, unjudged documents and near scores."""
    if made.program.call not in JUDGED:
        return replace(made, metric=found[0], equal_on=len(known))
    features = {"ties": "has_ties", "unjudged": "has_unjudged", "scores": "near"}
    names = [name for name, has in features.items() if any(getattr(one, has) for one, _ in known)]
    telling = _spread(list(known))
    nearest, survived = found[0], -1
    for one in found:
        for chosen in _choices(one, names):
            treated = one.treating(**chosen)
            count = _survived(treated, telling, tolerance)
            if count == len(known):
                return replace(made, metric=treated, equal_on=count)
            if count > survived:
                nearest, survived = treated, count
    equal = sum(nearest.value(one).agrees(value, tolerance) for one, value in known)
    return replace(made, equal_on=equal, runner_up=_ruled_out(nearest, known, tolerance))


def _choices(metric: Declared, names: Sequence[str]) -> list[dict[str, str]]:
    """Return all treatments, those that the metric declares first."""
    every = [
        sorted(TREATMENTS[name], key=lambda how: how != metric.treats.get(name, how))
        for name in names
    ]
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*every)]
