"""Answers that took long, kept in the user's cache directory.

The key holds the question and a digest of the code that answers it: of every source file of the
four packages, those of the claims only where a computation of theirs is the question. Nothing is
lost without the cache but time.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

from proofs import VERSION
from proofs.claims.answer import Answer
from proofs.claims.claim import PRINTED, Compute, Evidence
from proofs.core.kept_cells import directory

HOME = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("metrics", "axioms", "lattice", "proofs")
SLOW = 0.5


@cache
def code_version(home: Path = HOME, with_claims: bool = False) -> str:
    """Return a digest of the code that answers questions, or of that and of the claims' files."""
    digest = hashlib.sha256(VERSION.encode())
    for package in PACKAGES:
        for path in sorted((home / package).rglob("*.*")):
            if path.suffix not in (".py", ".toml"):
                continue
            declares = "claims" in path.relative_to(home).parts and path.stem != "answer"
            if with_claims or not declares:
                digest.update(str(path.relative_to(home)).encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def question_text(evidence: Evidence) -> str:
    """Return the question as text, whatever its role: the same in every process."""
    if not isinstance(evidence, Compute):
        return repr(replace(evidence, role=PRINTED))
    function = evidence.function
    return f"{function.__module__}.{function.__qualname__}{evidence.given} {evidence.note}"


def key(evidence: Evidence, home: Path = HOME) -> str:
    """Return the name under which an answer is kept."""
    text = code_version(home, isinstance(evidence, Compute)) + question_text(evidence)
    return hashlib.sha256(text.encode()).hexdigest()


def kept(evidence: Evidence) -> Answer | None:
    """Return a kept answer, or None; a file that cannot be read counts as none."""
    try:
        fields = json.loads((directory() / f"{key(evidence)}.json").read_text(encoding="utf-8"))
        listed = {name: tuple(fields[name]) for name in ("exceptions", "objects")}
        return replace(Answer(**{**fields, **listed}), cached=True)
    except (OSError, ValueError, TypeError, KeyError):
        return None


def keep(evidence: Evidence, answer: Answer) -> None:
    """Keep an answer that took long; a directory that cannot be written is no trouble."""
    if answer.seconds < SLOW:
        return
    with suppress(OSError):
        directory().mkdir(parents=True, exist_ok=True)
        path = directory() / f"{key(evidence)}.json"
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_text(json.dumps(asdict(answer), ensure_ascii=False), encoding="utf-8")
        unfinished.replace(path)
