"""Whole answers of commands: a question that was asked before is answered before anything loads.

An answer is bound to the words of the command, to the content of every file that they name, to what
is installed, and to all our sources, those that only show an answer too
(:mod:`rankproof.kept.cells`), as they were when the program started. Only definite answers are
kept, and only those of a program that was started for one question: within a longer one nothing
is kept or recalled.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Sequence
from typing import Any

from rankproof.kept import cells
from rankproof.line.guard import complain, say
from rankproof.presented import painted

FRESH = "--fresh"
ALWAYS_FRESH = "RANKPROOF_FRESH"
LARGEST_FILE = 1_000_000
NOTE = "found before, by the same code; --fresh asks again"
_ASKED: dict[str, Any] = {}


def said_before(command: str, words: Sequence[str]) -> int | None:
    """Give the answer that was kept, and return its exit code; None where there is none.

    Then what is found may be kept with :func:`remember`.
    """
    _ASKED.clear()
    files = _contents(words)
    if files is None:
        return None
    asked = [word for word in words if word != FRESH]
    _ASKED[command] = [command, asked, files, cells.distributions()]
    cells.sources()  # read now: what is edited from here on is other code
    if FRESH in words or os.environ.get(ALWAYS_FRESH):
        return None
    kept = cells.recall(_ASKED[command], everything=True)
    if kept is None:
        return None
    _show(kept["format"], kept["shown"])
    return int(kept["exit"])


def is_asked(command: str) -> bool:
    """Tell whether an answer may be kept."""
    return command in _ASKED


def remember(command: str, form: str, shown: str | None, code: int) -> None:
    """Keep what was shown, if the command is the program that was started."""
    question = _ASKED.pop(command, None)
    if question is not None and question[2] == _contents(question[1]):  # no file was changed since
        told = {"format": form, "shown": shown, "exit": code}
        cells.keep(question, told, everything=True)


def _show(form: str, shown: str | None) -> None:
    if shown is None:
        return
    if form == "text":
        say(painted(f"{shown.rstrip()}\n  kept      {NOTE}"))
    elif form == "json":
        say(json.dumps({**json.loads(shown), "kept": True}, ensure_ascii=False, indent=2))
    else:
        say(shown)
        complain(f"kept: {NOTE}")


def _contents(words: Sequence[str]) -> list[str] | None:
    """Return digests of the files that words name; None where one cannot be relied on."""
    found = []
    for word in words:
        for path in {word, word.partition("=")[2]} - {""}:
            try:
                state = os.stat(path)
                if stat.S_ISDIR(state.st_mode):
                    continue
                if not stat.S_ISREG(state.st_mode) or state.st_size > LARGEST_FILE:
                    return None
                with open(path, "rb") as file:
                    found.append(f"{path} {hashlib.sha256(file.read()).hexdigest()}")
            except (OSError, ValueError):  # no file, or none that the command can read
                continue
    return sorted(found)
