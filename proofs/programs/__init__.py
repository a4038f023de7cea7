"""Programs under judgement: what a function computes, asked on all small inputs.

>>> found = identify("statistics:correlation", call="rankings", docs=3)
>>> found.metric.full_name
'spearman'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.programs.comparing import Compared
    from proofs.programs.identifying import Identified
    from proofs.programs.judging import Judged


def judge(
    target: str,
    *,
    axioms: Sequence[str] | None = None,
    range: tuple[Any, Any] | None = None,
    timeout: float | None = None,
    **how: Any,
) -> Judged:
    """Judge a program: all properties that apply, or those named, on all inputs up to a size.

    `how` has call, docs, c, k, tolerance, jobs, cluster; `range` is what values lie between, None
    for no bound.
    """
    from proofs.programs.judging import judge as judged
    from proofs.programs.line import judgement, space_of, started_by

    given = options(range=range, **how)
    with started_by(given, target) as program:
        by = judgement(given, [program])
        return judged(program, space_of(given, [program]), by, axioms, timeout)


def compare(left: str, right: str, *, p: Any = None, **how: Any) -> Compared:
    """Compare two programs, or a program and a declared metric, as :func:`judge` has it."""
    from contextlib import ExitStack

    from proofs.programs.comparing import compare as compared
    from proofs.programs.line import judgement, programs_in, sides_of, space_of
    from proofs.programs.program import whole

    given = options(sides=[left, right], p=None if p is None else str(p), **how)
    with ExitStack() as stack:
        sides = sides_of(given, stack)
        programs = programs_in(sides)
        tolerance = judgement(given, programs).tolerance
        return whole(compared(*sides, space_of(given, programs), tolerance))


def identify(target: str, **how: Any) -> Identified:
    """Find the declared metric that a program computes, as :func:`judge` has it."""
    from proofs.programs.identifying import identify as identified
    from proofs.programs.line import judgement, space_of, started_by
    from proofs.programs.program import whole

    given = options(**how)
    with started_by(given, target) as program:
        by = judgement(given, [program])
        return whole(identified(program, space_of(given, [program]), by.tolerance))


def options(range: tuple[Any, Any] | None = None, **how: Any) -> Any:
    """Return options as the command line has them; `range` is what values lie between."""
    from argparse import Namespace

    from metrics.naming import BadInput

    names = (
        "call",
        "docs",
        "c",
        "k",
        "tolerance",
        "seconds",
        "memory",
        "sides",
        "p",
        "jobs",
        "cluster",
    )
    for name in how:
        if name not in names:
            raise BadInput(f"programs read no {name}: leave it out.")
    found = dict.fromkeys(names) | how
    as_text = {n: None if v is None else str(v) for n, v in found.items() if n != "sides"}
    bounds = range and ",".join("" if one is None else str(one) for one in range)
    return Namespace(**as_text, range=bounds, sides=found["sides"])
