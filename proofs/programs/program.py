"""A program: a target in its process, how it is called, and what it computed so far.

How a function is called is found from the names of its arguments, or by trying: a kind of call fits
if the function returns a number at one of a few simple inputs. One that is named with --call fits
as soon as it has the right number of arguments: what the function does there is what it computes.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import Any, Protocol, TypeVar

from proofs.programs.computed import DIED, LATE, NOT_FINITE, NUMBER, Computed
from proofs.programs.inputs import Judged, Pair
from proofs.programs.inside.forms import CALLS, FORMS, Data
from proofs.programs.process import Limits, NoProgram, Process, block
from rankproof.executors import Executor, executor
from rankproof.line.arguments import choice
from rankproof.line.failures import Undecided

SAMPLES: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("rankings", "lists"), (Pair((1, 2, 3), (1, 3, 2)), Pair((1, 2), (1, 2)))),
    **dict.fromkeys(
        ("grades", "arrays", "qrels"),
        (Judged((1, 0, 1), (1, 2, 3)), Judged((1, 0), (1, 2))),
    ),
}
NAMES = {
    "qrels": ({"qrels", "qrel", "judgements", "judgments"}, {"run", "runs", "results"}),
    "arrays": (
        {"y_true", "true_relevance", "labels", "targets", "target"},
        {"y_score", "y_pred", "scores", "preds", "predictions", "y_hat"},
    ),
    "rankings": ({"sigma", "ranking1", "ranking_1", "perm1"}, {"tau", "ranking2", "ranking_2"}),
    "lists": (
        {"list1", "list_1", "actual", "relevant", "s", "l1"},
        {"list2", "list_2", "predicted", "recommended", "t", "l2"},
    ),
}
"""Names of first and second arguments that say which kind of call is meant."""

Progress = Callable[[int, int], None]


@dataclass
class Clock:
    """When to stop; nothing is said where there is no limit."""

    seconds: float | None

    def __post_init__(self) -> None:
        self._end = None if self.seconds is None else time.monotonic() + self.seconds

    def check(self) -> None:
        """Raise where the time is over."""
        if self._end is not None and time.monotonic() > self._end:
            raise Undecided(f"the time limit of {self.seconds:g} s was reached")

    def watching(self, progress: Progress | None) -> Progress:
        """Return a progress that looks at the clock too."""

        def watched(done: int, total: int) -> None:
            self.check()
            if progress is not None:
                progress(done, total)

        return watched


PROBED, BLOCK, SLOW = 64, 128, 10.0
"""So many inputs are asked here before others are let in, so many at once, if it takes so long."""


@dataclass(frozen=True)
class Spread:
    """Who calls a program beside its own process: others of this machine, or a cluster."""

    jobs: int = 1
    cluster: str | None = None

    def executor(self) -> Executor:
        """Return who is given blocks of inputs."""
        return executor(self.jobs, 1, 1, self.cluster)


class Stoppable(Protocol):
    """What was found, all of it or what was reached before it was stopped."""

    @property
    def stopped(self) -> BaseException | None:
        """What stopped it."""


Answer = TypeVar("Answer", bound=Stoppable)


def whole(found: Answer) -> Answer:
    """Return what was found, or raise what stopped it."""
    if found.stopped is not None:
        raise found.stopped
    return found


@dataclass
class Program:
    """A target that can be called; `table` has what it computed, by input as text."""

    target: str
    process: Process
    call: str
    form: str
    more: dict[str, Any] = field(default_factory=dict)
    depth: int | None = None
    table: dict[str, Computed] = field(default_factory=dict)
    together: bool = False
    spread: Spread = field(default_factory=lambda: Spread())

    @property
    def facts(self) -> dict[str, Any]:
        """What the process says of the target."""
        return self.process.facts_of(self.target)

    @property
    def tolerance(self) -> Fraction:
        """How far values of a library that rounds may be from what it means."""
        return Fraction(str(self.facts.get("tolerance", 1e-9)))

    def ask(self, inputs: Iterable[Data], progress: Progress | None = None) -> None:
        """Call the program at all inputs at which it was not called yet."""
        new = {key: data for data in inputs if (key := keyed(data)) not in self.table}
        alone = len(new) if self.spread.cluster is None else 0
        alone = min(alone, PROBED) if self.spread.jobs > 1 else alone
        began = time.monotonic()
        self._ask_here(dict(islice(new.items(), alone)), len(new), progress)
        left = dict(islice(new.items(), alone, None))
        expected = (time.monotonic() - began) * len(left) / max(1, alone)
        if self.spread.cluster is None and expected < SLOW:
            self._ask_here(left, len(new), progress, alone)
        elif left:
            self._ask_elsewhere(left, progress)

    def _ask_here(
        self, new: dict[str, Data], total: int, progress: Progress | None, before: int = 0
    ) -> None:
        found = self.each_again(list(new.values()), self.together)
        for done, (key, value) in enumerate(zip(new, found, strict=True), before + 1):
            self.table[key] = value
            if progress is not None and done % 16 == 0:
                progress(done, total)

    def _ask_elsewhere(self, new: dict[str, Data], progress: Progress | None) -> None:
        """Let others call the program, in blocks of inputs."""
        keys, values = list(new), list(new.values())
        asked = {"target": self.target, "how": self._how(), "facts": self.facts}
        asked["limits"] = asdict(self.process.limits)
        work = {
            start: {**asked, "inputs": values[start : start + BLOCK]}
            for start in range(0, len(values), BLOCK)
        }
        done = 0
        for start, found in self.spread.executor().results(block, work):
            said = [Computed(*fields) for fields in found["values"]]
            self.table.update(zip(keys[start : start + len(said)], said, strict=True))
            if "refused" in found:
                raise NoProgram(f"a worker cannot call {self.target}: {found['refused']}")
            if "undecided" in found:
                raise Undecided(found["undecided"])
            done += len(said)
            if progress is not None:
                progress(done, len(new))

    def _how(self) -> dict[str, Any]:
        return {"target": self.target, "call": self.call, "form": self.form, "more": self.more}

    def each_again(self, inputs: Sequence[Data], together: bool = False) -> Iterator[Computed]:
        """Call the program anew, and yield what it computes now."""
        return self.process.ask({**self._how(), "together": together}, inputs)

    def try_together(self, inputs: Sequence[Data]) -> None:
        """Ask many inputs at once from now on, if that gives at all of these what it gave alone."""
        if self.facts.get("together"):
            pairs = zip(map(self.value, inputs), self.each_again(inputs, True), strict=True)
            self.together = all(one is not None and one == two for one, two in pairs)

    def value(self, data: Data) -> Computed | None:
        """Return what was computed at an input, None where it was not called."""
        return self.table.get(keyed(data))

    def close(self) -> None:
        """End the process."""
        self.process.close()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def keyed(data: Data) -> str:
    """Return an input as text; the order of dictionaries is part of it."""
    return json.dumps(data)


def started(
    target: str,
    call: str | None = None,
    k: int | None = None,
    limits: Limits | None = None,
    process: Process | None = None,
) -> Program:
    """Start a program and find out how it is called; it may share the process of another one."""
    if call is not None:
        choice("call", call, tuple(CALLS))
    if process is not None:
        return _fitted(target, process, call, k)
    process = Process(target, limits)
    try:
        return _fitted(target, process, call, k)
    except BaseException:
        process.close()
        raise


def _fitted(target: str, process: Process, call: str | None, k: int | None) -> Program:
    facts = process.facts_of(target)
    if "call" in facts:
        if call not in (None, facts["call"]):
            raise NoProgram(f"{target} takes {facts['call']}: leave --call out.")
        if k is not None:
            raise NoProgram(f"{target} has its cut-off in its name, as {target}@{k}.")
        form = next(iter(FORMS[facts["call"]]))
        return Program(target, process, facts["call"], form, depth=facts["depth"])
    more = _cut(target, facts, k)
    rounds = [[call]] if call else _guessed(facts.get("needs"), facts.get("takes"))
    tried: dict[str, Computed] = {}
    fitting: list[Program] = []
    for kinds in rounds:
        made = [_of_kind(Program(target, process, kind, "", more, k), tried) for kind in kinds]
        fitting = fitting or [one for one in made if one is not None]
    if call and not fitting and _has_room(facts, call):
        fitting = [Program(target, process, call, next(iter(FORMS[call])), more, k)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = ", ".join(made.call for made in fitting)
        raise NoProgram(f"{target} can be called in several ways, {names}: name one with --call.")
    said = "; ".join(f"{kind}: {what}" for kind, what in tried.items())
    named = "does not take" if call else "fits no kind of call. Tried"
    hint = "" if call else f" Kinds of call are {', '.join(CALLS)}: name one with --call."
    raise NoProgram(f"{target} {named} {said}.{hint}")


def _cut(target: str, facts: dict[str, Any], k: int | None) -> dict[str, Any]:
    name = facts.get("cut")
    if k is None:
        if name and facts.get("cut_required"):
            raise NoProgram(f"{target} needs a cut-off {name}: add --k, for example --k 10.")
        return {}
    if name is None:
        raise NoProgram(f"{target} has no argument for a cut-off: leave --k out.")
    return {name: k}


def _guessed(needs: list[str] | None, takes: list[str] | None) -> list[list[str]]:
    """Return the kinds of call that the names of arguments allow, those to try first first."""
    both = [kind for kind in CALLS if len(CALLS[kind]) == 2]
    if needs is None:
        return [list(CALLS)]
    lowered = [name.lower() for name in (takes or needs)[:2]]
    for kind, (first, second) in NAMES.items():
        if len(lowered) == 2 and lowered[0] in first and lowered[1] in second:
            return [[kind]]
    if len(needs) == 1:
        return [["grades"], both] if takes and len(takes) > 1 else [["grades"]]
    return [both] if len(needs) == 2 else [list(CALLS)]


def _has_room(facts: dict[str, Any], call: str) -> bool:
    """Tell whether a function can be given as many arguments as a kind of call has."""
    needs, takes, given = facts.get("needs"), facts.get("takes"), len(CALLS[call])
    if needs is None or takes is None:
        return True
    return len(needs) <= given and (given <= len(takes) or bool(facts.get("any_number")))


def _of_kind(program: Program, tried: dict[str, Computed]) -> Program | None:
    """Return the program in the first form of a kind of call that fits; `tried` gets what it said.

    A call fits that returns a number, and also one that does not come back.
    """
    for form in FORMS[program.call]:
        made = replace(program, form=form)
        for sample in SAMPLES[program.call]:
            (value,) = made.each_again([sample.data(program.call)])
            if value.kind in (NUMBER, NOT_FINITE, DIED, LATE):
                return made
            tried.setdefault(program.call, value)
    return None
