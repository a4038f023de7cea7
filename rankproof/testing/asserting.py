"""Assertions about a function that is judged, and the decorator that has the plug-in make them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proofs.programs.judging import Judged
    from proofs.programs.program import Program

MARK = "__rankproof_judged__"
"""Where a marked function has its judgements; `rankproof_pytest` reads it without importing us."""
ALL_PROPERTIES = ("properties",)

Function = TypeVar("Function", bound=Callable[..., Any])


def assert_properties(
    function: Callable[..., Any] | str,
    *,
    kind: str | None = None,
    properties: Sequence[str] = ALL_PROPERTIES,
    range: tuple[Any, Any] | None = None,
    docs: int | None = None,
    c: int | None = None,
    k: int | None = None,
    tolerance: str | None = None,
) -> None:
    """Judge a function on all small inputs; raise AssertionError with the smallest violations.

    `kind` is the kind of call, found from the arguments where it is left out; `properties` are
    names of properties and axioms, `"properties"` and `"axioms"` stand for all such. A function is
    called in this process; a target as text, `"mine.py:ndcg"`, in one of its own, with limits.
    """
    from proofs.programs.judging import judge
    from proofs.programs.line import judgement, space_of

    given = _given(kind, range=range, docs=docs, c=c, k=k, tolerance=tolerance)
    wanted = [properties] if isinstance(properties, str) else list(properties)
    with _started(function, given) as program:
        found = judge(program, space_of(given, [program]), judgement(given, [program]), wanted)
    if isinstance(found.stopped, KeyboardInterrupt):
        raise found.stopped
    trouble = _trouble(found, wanted)
    if trouble:
        __tracebackhide__ = True
        raise AssertionError(trouble)


def assert_computes(
    function: Callable[..., Any] | str,
    metric: str,
    *,
    kind: str | None = None,
    docs: int | None = None,
    c: int | None = None,
    k: int | None = None,
    tolerance: str | None = None,
) -> None:
    """Compare a function with a declared metric; raise AssertionError with the smallest difference.

    A metric is written as in `proofs.compare`: `"ndcg"`, `"ap@3"`, `"dcg(gain=exp)"`.
    """
    from proofs.programs.comparing import compare
    from proofs.programs.declared import Declared
    from proofs.programs.line import judgement, space_of
    from proofs.programs.program import whole
    from proofs.programs.report.judged import MARGIN, data_text, space_text

    given = _given(kind, docs=docs, c=c, k=k, tolerance=tolerance)
    with _started(function, given) as program:
        space = space_of(given, [program])
        declared = Declared.named(metric, space.c, program.call, None)
        found = whole(compare(program, declared, space, judgement(given, [program]).tolerance))
    if found.equal:
        return
    first = found.differences[0]
    lines = [
        f"{program.target} does not compute {declared.full_name}: they differ on "
        f"{found.inputs - found.equal_on:,} of {space_text(space, found.inputs)}",
        f"{MARGIN}{program.target.rpartition(':')[2]} is {first.values[0]}, "
        f"{declared.name} is {first.values[1]}",
        f"{MARGIN}at {data_text(first.smallest.data(program.call))}",
    ]
    if first.smallest.data(program.call) != first.smallest.data(space.call):
        lines.append(f"{MARGIN}that is {data_text(first.smallest.data(space.call))}")
    lines += [f"{MARGIN}cause: {first.cause}"] if first.cause else []
    __tracebackhide__ = True
    raise AssertionError("\n".join(lines))


def judged(
    *,
    kind: str | None = None,
    properties: Sequence[str] | None = None,
    computes: str | None = None,
    range: tuple[Any, Any] | None = None,
    docs: int | None = None,
    c: int | None = None,
    k: int | None = None,
    tolerance: str | None = None,
) -> Callable[[Function], Function]:
    """Mark a function: in a test module the pytest plug-in judges it as a test of its own.

    With `computes` it is compared with a declared metric; then `properties` are asked only where
    they are named. The function itself stays as it is.
    """
    how = {"kind": kind, "docs": docs, "c": c, "k": k, "tolerance": tolerance}
    if properties is None and computes is None:
        properties = ALL_PROPERTIES
    if range is not None and properties is None:
        raise ValueError("judged: only properties read a range: name some, or leave it out.")

    def mark(function: Function) -> Function:
        setattr(function, MARK, (how, properties, range, computes))
        return function

    return mark


def run_marked(function: Callable[..., Any]) -> None:
    """Make all assertions that a function was marked for."""
    how, properties, bounds, computes = vars(function)[MARK]
    if properties is not None:
        assert_properties(function, properties=properties, range=bounds, **how)
    if computes is not None:
        assert_computes(function, computes, **how)


# One judgement -----------------------------------------------------------------------------------


def _given(kind: str | None, range: tuple[Any, Any] | None = None, **how: Any) -> Any:
    from proofs.programs import options

    return options(call=kind, range=range, **how)


@contextmanager
def _started(function: Callable[..., Any] | str, given: Any) -> Iterator[Program]:
    """Start a program: text names one, anything else is called here."""
    from proofs.programs.here import Here
    from proofs.programs.line import started_by

    if isinstance(function, str):
        made = started_by(given, function)
    else:
        here = Here(function)
        made = started_by(given, here.target, here)
    with made as program:
        yield program


def _trouble(found: Judged, wanted: Sequence[str]) -> str:
    """Return what is said of violations, and of what was asked by name and stayed undecided."""
    from proofs.programs.report.judged import row_lines, space_text, stopped_text

    rows = [
        row
        for row in found.rows
        if row.status == "refuted"
        or (row.status == "undecided" and (row.name in wanted or found.stopped))
    ]
    if not rows and found.stopped is None:
        return ""
    refuted = sum(row.status == "refuted" for row in rows)
    lines = [
        f"{found.program.target} violates {refuted} of {len(found.rows)} properties",
        space_text(found.space, found.count),
        *[line for row in rows for line in row_lines(row, found.program)],
    ]
    lines += [f"not all inputs were reached: {stopped_text(found.stopped)}"] * bool(found.stopped)
    return "\n".join(lines)
