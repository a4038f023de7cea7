"""What the commands about programs share: options, and how answers are shown."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from typing import Any

from metrics.language.given import rational
from metrics.naming import BadInput
from proofs.core.posed.named import is_formula
from proofs.programs.comparing import Side
from proofs.programs.declared import Declared
from proofs.programs.inputs import JUDGED, Space
from proofs.programs.inside.forms import CALLS
from proofs.programs.judging import range_of
from proofs.programs.process import Limits, Process
from proofs.programs.program import Program, Spread, started
from proofs.programs.properties import Judgement
from rankproof.line.arguments import Parser, Usage, tell, whole
from rankproof.line.guard import say
from rankproof.line.progress import Progress

DOCS, GRADE, TOLERANCE = 3, 2, "1e-9"
MOST_DOCS, MOST_GRADE, MOST_INPUTS = 6, 6, 300_000


def add_program(made: Parser) -> None:
    """Add the options of programs and their inputs."""
    made.add_argument(
        "--docs", metavar="N", help=f"inputs of at most N documents (default: {DOCS})"
    )
    made.add_argument("--c", metavar="C", help=f"grades 0, …, C (default: {GRADE})")
    made.add_argument("--call", metavar="KIND", help=f"how it is called: {', '.join(CALLS)}")
    made.add_argument("--k", metavar="K", help="the cut-off, for a function that takes one")
    made.add_argument("--tolerance", metavar="T", help=f"closer is equal (default: {TOLERANCE})")
    made.add_argument("--seconds", metavar="S", help="what one call may take (default: 5)")
    made.add_argument("--memory", metavar="MB", help="what calls may take (default: 2048)")
    made.add_cluster()


def started_by(
    arguments: argparse.Namespace, target: str, process: Process | None = None
) -> Program:
    """Start the program that was named, in a process of its own or in the one given."""
    default = Limits()
    limits = Limits(
        default.call if arguments.seconds is None else _seconds(arguments.seconds),
        megabytes=default.megabytes if arguments.memory is None else _memory(arguments.memory),
    )
    k = None if arguments.k is None else whole("k", arguments.k)
    program = started(target, arguments.call, k, limits, process)
    if process is None:
        jobs = getattr(arguments, "jobs", None)
        cluster = getattr(arguments, "cluster", None)
        program.spread = Spread(1 if jobs is None else whole("jobs", jobs), cluster)
    return program


def sides_of(
    arguments: argparse.Namespace, stack: ExitStack, top: int | None = None
) -> tuple[Side, Side]:
    """Return the two sides of a comparison; a name without a colon is a declared metric.

    So is a formula after the sign =.
    """
    targets = [name for name in arguments.sides if ":" in name and not is_formula(name)]
    if not targets:
        raise Usage(
            f"{arguments.sides[0]} and {arguments.sides[1]} are declared metrics: compare one with "
            "a program, as mine.py:ndcg, or ask python -m proofs.check never_opposite."
        )
    if arguments.p is not None and len(targets) == 2:
        raise Usage("only a declared metric reads --p: leave it out.")
    programs = {name: stack.enter_context(started_by(arguments, name)) for name in targets}
    call = programs[targets[0]].call
    largest = space_of(arguments, [programs[targets[0]]]).c if top is None else top
    found: list[Side] = [
        programs[name] if name in programs else Declared.named(name, largest, call, arguments.p)
        for name in arguments.sides
    ]
    return found[0], found[1]


def programs_in(sides: Sequence[Side]) -> list[Program]:
    """Return the programs among the sides."""
    return [side for side in sides if isinstance(side, Program)]


def _seconds(text: str) -> float:
    number = rational("seconds", text)
    if not 0 < number <= 3600:
        raise Usage(f"--seconds {text[:40]} cannot be: it must be more than 0 and at most 3600.")
    return float(number)


def _memory(text: str) -> int:
    return whole("memory", text, 16)


def space_of(arguments: argparse.Namespace, programs: Sequence[Program]) -> Space:
    """Return the inputs that all programs take: those of the kind that says most."""
    calls = [one.call for one in programs]
    kinds = {call if call not in JUDGED else "judged" for call in calls}
    if len(kinds) > 1:
        raise Usage(f"{programs[0].target} takes {calls[0]}, {programs[-1].target} {calls[-1]}.")
    call = max(calls, key=JUDGED.index) if calls[0] in JUDGED else calls[0]
    docs = DOCS if arguments.docs is None else whole("docs", arguments.docs)
    if docs > MOST_DOCS:
        raise Usage(f"--docs {docs} is out of reach: at most {MOST_DOCS}.")
    largest = min([GRADE, *[one.facts["c"] for one in programs if one.facts.get("c")]])
    if arguments.c is not None:
        if call not in JUDGED:
            raise Usage(f"{call} have no grades: leave --c out.")
        largest = whole("c", arguments.c)
    if largest > MOST_GRADE:
        raise Usage(f"--c {largest} is out of reach: at most {MOST_GRADE}.")
    space = Space(call, docs, largest)
    if (count := space.count()) > MOST_INPUTS:
        raise Usage(f"{count:,} inputs are out of reach, at most {MOST_INPUTS:,}: lower --docs.")
    return space


def judgement(arguments: argparse.Namespace, programs: Sequence[Program]) -> Judgement:
    """Return the tolerance, and what values lie between."""
    low, high = programs[0].facts.get("range", (0, 1))
    bounds = tuple(None if one is None else Fraction(one) for one in (low, high))
    if getattr(arguments, "range", None) is not None:
        bounds = range_of(arguments.range)
    tolerance = max(one.tolerance for one in programs)
    if arguments.tolerance is not None:
        tolerance = tolerance_of(arguments.tolerance)
    return Judgement(tolerance, bounds[0], bounds[1])


def tolerance_of(text: str) -> Fraction:
    """Read --tolerance, exactly.

    >>> tolerance_of("1e-9") == Fraction(1, 10**9)
    True
    """
    try:
        found = Fraction(text) if len(text) <= 40 else None
    except (ValueError, ZeroDivisionError):
        found = None
    if found is None or ("e" in text.lower() and abs(int(text.lower().partition("e")[2])) > 300):
        raise BadInput(f"--tolerance {text[:40]!r} is not a number, as 1e-9.")
    if found < 0:
        raise BadInput(f"--tolerance {text} cannot be: it must be at least 0.")
    return found


@contextmanager
def progress_of(arguments: argparse.Namespace) -> Any:
    """Show progress where somebody looks."""
    with Progress(arguments.quiet or False, "calls") as progress:
        yield progress


def show(arguments: argparse.Namespace, answer: Any, stopped: BaseException | None) -> None:
    """Print an answer, also what was found before an interrupt, which is raised again."""
    if isinstance(stopped, KeyboardInterrupt):
        keep(arguments, answer)
        raise stopped
    if isinstance(answer, str):
        say(answer) if not arguments.quiet else None
    else:
        tell(arguments, *answer)


def keep(arguments: argparse.Namespace, answer: Any) -> None:
    """Print what was found although it was interrupted."""
    import json

    if not isinstance(answer, str):
        fields, text = answer
        as_json = arguments.format == "json"
        answer = json.dumps(fields, ensure_ascii=False, indent=2) if as_json else text
    if not arguments.quiet:
        say(answer, interrupted=True)
