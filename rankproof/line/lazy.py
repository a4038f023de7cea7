"""Names of a package that are imported when they are first used.

Importing the package itself stays cheap, and happens before anything of ours that a folder of the
same name could hide.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from rankproof.line import shadowed


def exported(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package whose names live in the modules given.

    A name that is another one in its module is written behind it, after a colon.

    >>> exported("rankproof", {"root": "math:sqrt"})("root")(4)
    2.0
    """

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        shadowed.insist()
        module, _, there = homes[name].partition(":")
        found = getattr(import_module(module), there or name)
        setattr(sys.modules[package], name, found)
        return found

    return get
