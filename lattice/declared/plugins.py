"""Plug-ins: packages that offer metrics, axioms, orders and papers by entry points.

An entry point of the group ``rankproof.declarations`` names a module, a declaration, or a list of
declarations; a paper is the path of its file, and what stands in that beside claims is offered
too. Plug-ins are loaded only when a name is asked for
that is known nowhere else, or when all names are listed. One that is broken is named in a warning,
and so is one that takes a name that is taken: the others are not stopped by it. A name that two of
them offer stands for neither.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from lattice.declared.files import Declared, declared_in, from_file, known
from metrics.naming import ELSEWHERE, PLUG_IN, BadInput, Taken

GROUP = "rankproof.declarations"


@dataclass(frozen=True)
class PaperFile:
    """A paper that a plug-in brings, as the path of its file."""

    name: str
    path: str
    origin: str

    @property
    def title(self) -> str:
        """What a list says of it."""
        return "a paper"


def scan() -> None:
    """Add what all plug-ins offer."""
    from importlib.metadata import entry_points

    for entry in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        before = dict(ELSEWHERE.found)
        try:
            _add(entry)
        except (Exception, SystemExit) as problem:
            ELSEWHERE.found = before
            said = str(problem) if isinstance(problem, BadInput) else _described(problem)
            print(f"warning: the plug-in {_named(entry)} is left out: {said}", file=sys.stderr)
            if isinstance(problem, Taken) and problem.first.origin.startswith(PLUG_IN):
                ELSEWHERE.dispute(problem)


def _add(entry: Any) -> None:
    origin = f"{PLUG_IN} {_named(entry)}"
    offered = entry.load()
    if isinstance(offered, ModuleType):
        values: Iterable[Any] = list(vars(offered).values())
    else:
        values = list(offered) if isinstance(offered, list | tuple) else [offered]
    declared = declared_in(values, origin)
    papers = [PaperFile(one.stem, str(one), origin) for one in values if isinstance(one, Path)]
    if not declared and not papers:
        raise BadInput("it offers no metric, axiom, order or paper.")
    known(declared)
    for paper in papers:
        known(_beside_claims(paper, declared))
        ELSEWHERE.add("paper", paper)


def _beside_claims(paper: PaperFile, declared: Declared) -> Declared:
    """Return what a paper's file declares, except what the plug-in has taken from there itself."""
    found = from_file(paper.path)
    taken = [(kind, _unplaced(one)) for kind, one in declared]
    return [
        (kind, replace(one, origin=paper.origin))
        for kind, one in found
        if (kind, _unplaced(one)) not in taken
    ]


def _unplaced(declared: Any) -> Any:
    """Return a declaration without the place that it comes from."""
    return replace(declared, origin="")


def _named(entry: Any) -> str:
    package = entry.dist.name if entry.dist is not None else entry.value
    return f"{entry.name} of {package}"


def _described(problem: BaseException) -> str:
    return " ".join(f"{type(problem).__name__}: {problem}".split())[:300]
