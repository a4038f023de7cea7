"""Plug-ins: packages that offer metrics, axioms, orders and papers by entry points.

An entry point of the group ``rankproof.declarations`` names a module, a declaration, or a list of
declarations; a paper is a path to its file. It is loaded only when a name is asked for that is
known nowhere else, or when all names are listed. One that is broken is named in a warning, and the
others are not stopped by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

from lattice.declared.files import declared_in, known
from metrics.naming import BadInput

GROUP = "rankproof.declarations"


def scan() -> None:
    """Add what all plug-ins offer."""
    from importlib.metadata import entry_points

    for entry in sorted(entry_points(group=GROUP), key=lambda one: one.name):
        try:
            offered = _declarations(entry)
        except Exception as problem:
            _warn(
                f"the plug-in {_named(entry)} cannot be loaded: {type(problem).__name__}: {problem}"
            )
            continue
        known(offered)


def _declarations(entry: Any) -> list[tuple[str, Any]]:
    offered = entry.load()
    if isinstance(offered, ModuleType):
        values: Iterable[Any] = vars(offered).values()
    else:
        values = offered if isinstance(offered, list | tuple) else [offered]
    found = declared_in(values, f"the plug-in {_named(entry)}")
    if not found:
        raise BadInput("it offers no metric, axiom or order")
    return found


def _named(entry: Any) -> str:
    package = entry.dist.name if entry.dist is not None else entry.value
    return f"{entry.name} of {package}"


def _warn(message: str) -> None:
    import sys

    print(f"warning: {message}", file=sys.stderr)
