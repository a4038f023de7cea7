"""Answers that were found before, kept in the user's cache directory.

A key is made of the question, of a digest of rankproof's own sources and of the versions of the
libraries: an answer found by other code is another answer. What only shows answers or only declares
claims is left out of the digest, unless a computation of a claim is the question. A seal binds what
is kept to its key: a cell that was altered, or comes from elsewhere, is none. A cache that cannot
be read or written is passed over: nothing is lost without it but time.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar

from lattice.declared import texts
from rankproof.line.failures import Mistake
from rankproof.line.files import BESIDE, write
from rankproof.line.version import VERSION
from rankproof.line.workers import in_turn

PLACE = "RANKPROOF_CACHE"
HOME = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("metrics", "axioms", "lattice", "proofs")
LIBRARIES = ("sympy", "mpmath", "numpy", "scipy", "networkx", "z3-solver", "cvc5")
LONG_AGO = 3600.0
DECLARING = {"tables": "answers.py", "claims": "answer.py", "pages": ""}
"""Folders whose files answer no question, but for one file in some of them."""

Key = TypeVar("Key")
Work = TypeVar("Work")
Result = TypeVar("Result")


def directory() -> Path:
    """Return where answers are kept: $RANKPROOF_CACHE, or the user's cache directory."""
    if os.environ.get(PLACE):
        return Path(os.environ[PLACE])
    from platformdirs import user_cache_path

    return Path(user_cache_path("rankproof", appauthor=False))


@cache
def sources(home: Path = HOME, everything: bool = False) -> str:
    """Return a digest of the sources that an answer may depend on, or of all of them."""
    digest = hashlib.sha256(" ".join([VERSION, sys.version, *map(_version, LIBRARIES)]).encode())
    for path in _files(home):
        within = path.relative_to(home).parts
        folder = next((part for part in within if part in DECLARING), None)
        if everything or folder is None or path.name == DECLARING[folder]:
            digest.update("/".join(within).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "none"


def _files(home: Path) -> Iterator[Path]:
    for package in PACKAGES:
        paths = sorted((home / package).rglob("*.*"))
        yield from (path for path in paths if path.suffix in (".py", ".toml"))


def key(question: Any, everything: bool = False, home: Path = HOME) -> str:
    """Return the name under which the answer to a question is kept.

    >>> key({"asked": "ioi"}) == key({"asked": "ioi"}) != key({"asked": "wsd"})
    True
    """
    asked = [sources(home, everything), question, *texts()]
    text = json.dumps(asked, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def recall(question: Any, everything: bool = False) -> dict[str, Any] | None:
    """Return the answer that was kept, or None."""
    try:
        kept = json.loads(_path(question, everything).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    answer = kept.get("answer") if isinstance(kept, dict) else None
    sound = isinstance(answer, dict) and kept == _cell(question, answer, everything)
    return answer if sound else None


def keep(question: Any, answer: dict[str, Any], everything: bool = False) -> None:
    """Keep an answer; a file appears whole or not at all."""
    path = _path(question, everything)
    with suppress(OSError, Mistake):
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path.parent)
        write(str(path), json.dumps(_cell(question, answer, everything), ensure_ascii=False))


def _cell(question: Any, answer: dict[str, Any], everything: bool) -> dict[str, Any]:
    """Return what is kept: an answer, sealed for its question and for the code that found it."""
    sealed = json.dumps([key(question, everything), answer]).encode()
    return {"question": question, "answer": answer, "seal": hashlib.sha256(sealed).hexdigest()}


def _sweep(folder: Path) -> None:
    """Remove what a process left behind that was killed while it wrote."""
    for left in folder.glob(f"{BESIDE}*"):
        if time.time() - left.stat().st_mtime > LONG_AGO:
            left.unlink()


def _path(question: Any, everything: bool) -> Path:
    name = key(question, everything)
    return directory() / "cells" / name[:2] / f"{name}.json"


def all_found(
    work: Mapping[Key, Work],
    find: Callable[[Work], Result],
    recalled: Callable[[Work], Result | None],
    kept: Callable[[Work, Result], None],
    progress: Callable[[int, int], None],
    jobs: int,
    worth_processes: int,
) -> dict[Key, Result]:
    """Recall what is known, find the rest in several processes, and keep each as it is found.

    So an interrupted walk goes on where it was.
    """
    found: dict[Key, Result] = {}
    for name, item in work.items():
        known = recalled(item)
        if known is not None:
            found[name] = known
    waiting = {name: item for name, item in work.items() if name not in found}
    progress(len(found), len(work))
    for name, new in in_turn(find, waiting, jobs, worth_processes):
        kept(work[name], new)
        found[name] = new
        progress(len(found), len(work))
    return found
