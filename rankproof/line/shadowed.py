"""Guards against shadowed packages.

`axioms`, `metrics`, `lattice` and `proofs` are common names, and a clone is called `rankproof`.
Before anything else is imported, this makes sure that a folder in the current directory or another
distribution has not taken the place of one of them. It imports nothing of ours.

>>> problem() is None
True
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

PACKAGES = ("rankproof", "metrics", "axioms", "lattice", "proofs")
MARK = 'PART_OF = "rankproof"'


def problem() -> str | None:
    """Return what is wrong with the installation, in one message, or None."""
    home = Path(__file__).resolve().parents[2]
    for name in PACKAGES:
        ours = home / name / "__init__.py"
        found = _location(name)
        if found != ours:
            place = "nowhere" if found is None else f"in {found.parent}"
            return (
                f"the package {name!r} was found {place}, but rankproof's own is in {ours.parent}. "
                "A file, a folder or another distribution of that name hides it: run from another "
                "directory, rename what hides it, or use the command 'rankproof', which is not "
                "affected by the current directory."
            )
        if MARK not in ours.read_text(encoding="utf-8"):
            return (
                f"the package {name!r} in {ours.parent} is not rankproof's: another distribution "
                "has overwritten it. Install rankproof into an environment of its own."
            )
    return None


def _location(name: str) -> Path | None:
    loaded = sys.modules.get(name)
    origin = getattr(loaded, "__file__", None)
    if origin is None:
        spec = importlib.util.find_spec(name)
        if spec is None:
            return None
        origin = spec.origin
        if origin is None and spec.submodule_search_locations:
            origin = str(Path(next(iter(spec.submodule_search_locations))) / "__init__.py")
    return None if origin is None else Path(origin).resolve()


def insist() -> None:
    """Refuse to be imported with one message if a package is not ours."""
    found = problem()
    if found:
        raise ImportError(found)
