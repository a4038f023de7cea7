"""Answers that were found before, kept in the user's cache directory.

A key is made of the question, of a digest of rankproof's own sources and of the versions of the
libraries: an answer found by other code is another answer. What only shows or serves answers, or
only declares claims, is left out of the digest, unless a computation of a claim is the question. A
seal binds what is kept to its key: a cell that was altered, or comes from elsewhere, is none. A
cache that cannot be read or written is passed over: nothing is lost without it but time. Nothing
heavy is imported, and all of it takes some milliseconds.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from rankproof.line.failures import Mistake
from rankproof.line.files import BESIDE, write
from rankproof.line.version import VERSION

PLACE = "RANKPROOF_CACHE"
HOME = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("metrics", "axioms", "lattice", "proofs", "rankproof")
LIBRARIES = ("sympy", "mpmath", "numpy", "python_flint", "scipy", "networkx", "z3_solver", "cvc5")
LONG_AGO = 3600.0
DECLARING = {"tables": "answers.py", "claims": "answer.py", "pages": "", "explorer": ""}
"""Folders whose files answer no question, but for one file in some of them."""


def directory() -> Path:
    """Return where answers are kept: $RANKPROOF_CACHE, or the user's cache directory."""
    if os.environ.get(PLACE):
        return Path(os.environ[PLACE])
    from platformdirs import user_cache_path

    return Path(user_cache_path("rankproof", appauthor=False))


def sources(home: Path = HOME, everything: bool = False) -> str:
    """Return a digest of the sources that an answer may depend on, or of all of them."""
    return digests(home)[everything]


@cache
def digests(home: Path) -> tuple[str, str]:
    """Return the digests of the sources that an answer may depend on, and of all of them."""
    libraries = [name for name in distributions() if name.partition("-")[0].lower() in LIBRARIES]
    answering = hashlib.sha256(" ".join([VERSION, sys.version, *libraries]).encode())
    whole = answering.copy()
    for within in sorted(_files(home)):
        parts = within.split("/")
        folder = next((part for part in parts if part in DECLARING), None)
        content = within.encode() + b"\0" + (home / within).read_bytes()
        whole.update(content)
        if folder is None or parts[-1] == DECLARING[folder]:
            answering.update(content)
    return answering.hexdigest(), whole.hexdigest()


def distributions() -> list[str]:
    """Return what is installed, with versions: the folders in which that is written down.

    Reading what is in them would take longer than all the rest.
    """
    found = set()
    for folder in sys.path:
        with suppress(OSError):
            found.update(os.listdir(folder or "."))
    return sorted(name for name in found if name.endswith((".dist-info", ".egg-info")))


def _files(home: Path) -> Iterator[str]:
    """Go through our sources, by their places at home."""
    folders = list(PACKAGES)
    while folders:
        folder = folders.pop()
        with os.scandir(home / folder) as entries:
            for entry in entries:
                within = f"{folder}/{entry.name}"
                if entry.is_dir():
                    folders += [] if entry.name == "__pycache__" else [within]
                elif entry.name.endswith((".py", ".toml")):
                    yield within


def key(question: Any, everything: bool = False, home: Path = HOME) -> str:
    """Return the name under which the answer to a question is kept.

    >>> key({"asked": "ioi"}) == key({"asked": "ioi"}) != key({"asked": "wsd"})
    True
    """
    text = json.dumps([sources(home, everything), question], sort_keys=True)
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
