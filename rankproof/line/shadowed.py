"""Our packages are found first, and what hides them is named.

`axioms`, `metrics`, `lattice` and `proofs` are common names. Importing `rankproof` puts a finder
before all others that knows where ours are, so that a folder `metrics` in the current directory or
on the path does not matter. A process has one module of each name: where another one was imported
before, or another distribution has overwritten ours, one message says what to do. It imports
nothing of ours.

>>> problem() is None
True
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import FrameType, ModuleType

PACKAGES = ("rankproof", "metrics", "axioms", "lattice", "proofs")
MARK = 'PART_OF = "rankproof"'
HOME = Path(__file__).resolve().parents[2]
WAY_OUT = (
    "Rename yours or move it into a package of its own, or ask in another process: the command "
    "'rankproof' is not affected."
)


class Ours:
    """Finds our packages at home, whatever else is on the path."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a package of ours is; of other modules say nothing."""
        if name not in PACKAGES[1:] or path is not None:
            return None
        importing = _importer()
        found = _hidden(name)
        if found is not None and importing is not None and not _is_ours(importing):
            warnings.warn_explicit(
                f"{name!r} is rankproof's package in {HOME / name} in this process, and not the "
                f"one in {found}. {WAY_OUT}",
                RuntimeWarning,
                importing.f_code.co_filename,
                importing.f_lineno,
            )
        return PathFinder.find_spec(name, [str(HOME)])


def _importer() -> FrameType | None:
    """Return the code that imports now."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and "importlib" in frame.f_code.co_filename:
        frame = frame.f_back
    return frame


def _is_ours(frame: FrameType) -> bool:
    name = str(frame.f_globals.get("__name__", ""))
    file = str(frame.f_globals.get("__file__", ""))
    return name.partition(".")[0] in PACKAGES or file.startswith(str(HOME)) or name == "runpy"


def _hidden(name: str) -> Path | None:
    """Return the folder or file of that name that Python would find without us, if it is other."""
    spec = PathFinder.find_spec(name)
    found = _place(spec)
    return None if found is None or found == HOME / name else found


def _place(module: ModuleSpec | ModuleType | None) -> Path | None:
    """Return the folder of a package, or the file of a module."""
    spec = module.__spec__ if isinstance(module, ModuleType) else module
    folders = list(getattr(spec, "submodule_search_locations", None) or [])
    if not folders and isinstance(module, ModuleType):
        folders = list(getattr(module, "__path__", []))
    if folders:
        return Path(folders[0]).resolve()
    origin = getattr(spec, "origin", None) or getattr(module, "__file__", None)
    return None if origin is None else Path(origin).resolve()


def install() -> None:
    """Find our packages first from now on; refuse where another one was imported before."""
    if not any(getattr(finder, "__name__", "") == "Ours" for finder in sys.meta_path):
        sys.meta_path.insert(0, Ours)
    insist_on_modules()


def insist_on_modules() -> None:
    """Refuse to work with a module of one of our names that is not ours."""
    found = _taken()
    if found:
        raise ImportError(found)


def _taken() -> str | None:
    for name in PACKAGES:
        loaded = sys.modules.get(name)
        if loaded is not None and (place := _place(loaded)) != HOME / name:
            return (
                f"another {name!r}, in {place or 'no file'}, was imported before rankproof's own, "
                f"which is in {HOME / name}: a process has one module of a name. {WAY_OUT}"
            )
    return None


def problem() -> str | None:
    """Return what is wrong with the installation, in one message, or None."""
    taken = _taken()
    if taken:
        return taken
    for name in PACKAGES:
        ours = HOME / name / "__init__.py"
        try:
            sound = MARK in ours.read_text(encoding="utf-8")
        except OSError:
            return f"the package {name!r} is missing: it should be in {ours.parent}. Reinstall."
        if not sound:
            return (
                f"the package {name!r} in {ours.parent} is not rankproof's: another distribution "
                "has overwritten it. Install rankproof into an environment of its own."
            )
    return None


def insist() -> None:
    """Refuse to be imported with one message if a package is not ours."""
    found = problem()
    if found:
        raise ImportError(found)
