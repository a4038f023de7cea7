"""Programs under judgement: what a function computes, asked on all small inputs.

>>> found = identify("statistics:correlation", call="rankings", docs=3)
>>> found.metric.full_name
'spearman'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from axioms.axiom import Axiom
    from proofs.programs.comparing import Compared
    from proofs.programs.identifying import Identified
    from proofs.programs.judging import Judged

HOW = ("call", "docs", "c", "k", "tolerance", "seconds", "memory", "jobs", "cluster")
Number: TypeAlias = "int | float | str | Fraction | None"


def judge(
    target: str,
    *,
    axioms: Sequence[str | Axiom] | None = None,
    range: tuple[Any, Any] | None = None,
    timeout: float | None = None,
    call: str | None = None,
    docs: int | None = None,
    c: int | None = None,
    k: int | None = None,
    tolerance: Number = None,
    seconds: Number = None,
    memory: int | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
) -> Judged:
    """Judge a program: all properties that apply, or those named, on all inputs up to a size.

    `target` is a function, as ``"mine.py:ndcg"``, or a measure, as ``"sklearn:ndcg_score"``;
    `call` is how it is called, where that is not found from its arguments. `axioms` are names, or
    axioms of your own. Inputs have at most `docs` documents with grades 0, …, `c`; `k` is a cut-off
    for a function that takes one. `range` is what values lie between, None for no bound; what
    differs by less than `tolerance` is equal. One call may take `seconds`, all of them `memory`
    megabytes, and the whole judgement `timeout` seconds; `jobs` processes share it, or the workers
    of a `cluster`.
    """
    given = options(range=range, **_how(locals()))
    from lattice.declared import own
    from proofs.programs.judging import judge as judged
    from proofs.programs.line import judgement, space_of, started_by

    objects = [one for one in axioms or () if not isinstance(one, str)]
    named = [one if isinstance(one, str) else one.name for one in axioms or ()]
    asked = None if axioms is None else named
    with own((), objects), started_by(given, target) as program:
        by = judgement(given, [program])
        return judged(program, space_of(given, [program]), by, asked, timeout)


def compare(
    left: str,
    right: str,
    *,
    p: Number = None,
    call: str | None = None,
    docs: int | None = None,
    c: int | None = None,
    k: int | None = None,
    tolerance: Number = None,
    seconds: Number = None,
    memory: int | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
) -> Compared:
    """Compare two programs, or a program and a declared metric; options are those of `judge`.

    `p` is the persistence of a declared metric.
    """
    given = options(sides=[left, right], p=None if p is None else str(p), **_how(locals()))
    from contextlib import ExitStack

    from proofs.programs.comparing import compare as compared
    from proofs.programs.line import judgement, programs_in, sides_of, space_of
    from proofs.programs.program import whole

    with ExitStack() as stack:
        sides = sides_of(given, stack)
        programs = programs_in(sides)
        tolerance = judgement(given, programs).tolerance
        return whole(compared(*sides, space_of(given, programs), tolerance))


def identify(
    target: str,
    *,
    call: str | None = None,
    docs: int | None = None,
    c: int | None = None,
    k: int | None = None,
    tolerance: Number = None,
    seconds: Number = None,
    memory: int | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
) -> Identified:
    """Find the declared metric that a program computes; options are those of `judge`."""
    given = options(**_how(locals()))
    from proofs.programs.identifying import identify as identified
    from proofs.programs.line import judgement, space_of, started_by
    from proofs.programs.program import whole

    with started_by(given, target) as program:
        by = judgement(given, [program])
        return whole(identified(program, space_of(given, [program]), by.tolerance))


def _how(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that all calls about programs have."""
    return {name: given[name] for name in HOW}


def options(range: tuple[Any, Any] | None = None, **how: Any) -> Any:
    """Return options as the command line has them; `range` is what values lie between."""
    from argparse import Namespace

    found = dict.fromkeys((*HOW, "sides", "p")) | how
    as_text = {n: None if v is None else str(v) for n, v in found.items() if n != "sides"}
    bounds = range and ",".join("" if one is None else str(one) for one in range)
    return Namespace(**as_text, range=bounds, sides=found["sides"])
