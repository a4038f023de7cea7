"""From a name to a declaration, with did-you-mean.

>>> try:
...     find("dgc", {"dcg": 1, "mae": 2}, "metric")
... except BadInput as problem:
...     print(problem)
no metric is called 'dgc'. Did you mean 'dcg'?
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, TypeVar

Declaration = TypeVar("Declaration")


class BadInput(ValueError):
    """What was given cannot be; the message says why and what to do."""


def find(name: str, catalogue: Mapping[str, Declaration], kind: str) -> Declaration:
    """Return the declaration called `name`, or say which names are close."""
    if name in catalogue:
        return catalogue[name]
    folded = name.lower().replace("-", "_")
    if folded in catalogue:
        return catalogue[folded]
    close = difflib.get_close_matches(folded, catalogue, n=3, cutoff=0.6)
    hint = ""
    if close:
        hint = " Did you mean " + " or ".join(repr(word) for word in close) + "?"
    raise BadInput(f"no {kind} is called {name!r}.{hint}")


def collect(modules: Iterable[ModuleType], kind: type[Any]) -> dict[str, Any]:
    """Collect the declarations of one kind in `modules`, in their order, by name."""
    found: dict[str, Any] = {}
    home: dict[str, str] = {}
    for module in modules:
        for value in vars(module).values():
            if not isinstance(value, kind) or found.get(value.name) is value:
                continue
            if value.name in found:
                raise ValueError(
                    f"two declarations are called {value.name!r}: in {home[value.name]} and in "
                    f"{module.__name__}. Rename one."
                )
            found[value.name] = value
            home[value.name] = module.__name__
    return found


def with_aliases(declarations: Mapping[str, Any]) -> dict[str, Any]:
    """Add each declaration under its other names."""
    named = dict(declarations)
    for declaration in declarations.values():
        for alias in declaration.aliases:
            named.setdefault(alias, declaration)
    return named
