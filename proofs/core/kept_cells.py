"""Answers that were found before, kept in the user's cache directory.

A key is made of the question and of a digest of rankproof's own sources: an answer found by
other code is another answer. Only the layout of tables is left out of it. A cache that cannot be
read or written is passed over.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from rankproof.line.failures import Mistake
from rankproof.line.files import write
from rankproof.line.version import VERSION

PLACE = "RANKPROOF_CACHE"


def directory() -> Path:
    """Return where answers are kept: $RANKPROOF_CACHE, or the user's cache directory."""
    if os.environ.get(PLACE):
        return Path(os.environ[PLACE])
    from platformdirs import user_cache_path

    return Path(user_cache_path("rankproof", appauthor=False))


@lru_cache(maxsize=1)
def sources() -> str:
    """Return a digest of all sources that an answer may depend on."""
    home = Path(__file__).resolve().parent.parent.parent
    digest = hashlib.sha256(VERSION.encode())
    for package in ("metrics", "axioms", "lattice", "proofs"):
        for path in sorted((home / package).rglob("*.py")):
            if path.parent.name == "tables" and path.name != "answers.py":
                continue
            digest.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def key(question: dict[str, Any]) -> str:
    """Return the name under which the answer to a question is kept.

    >>> key({"asked": "ioi"}) == key({"asked": "ioi"}) != key({"asked": "wsd"})
    True
    """
    text = json.dumps([sources(), question], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def recall(question: dict[str, Any]) -> dict[str, Any] | None:
    """Return the answer that was kept, or None."""
    try:
        kept = json.loads(_path(question).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(kept, dict) or kept.get("question") != question:
        return None
    answer = kept.get("answer")
    return answer if isinstance(answer, dict) else None


def keep(question: dict[str, Any], answer: dict[str, Any]) -> None:
    """Keep an answer; a file appears whole or not at all."""
    path = _path(question)
    with suppress(OSError, Mistake):
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = {"question": question, "answer": answer}
        write(str(path), json.dumps(kept, ensure_ascii=False))


def _path(question: dict[str, Any]) -> Path:
    name = key(question)
    return directory() / "cells" / name[:2] / f"{name}.json"
