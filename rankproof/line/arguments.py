"""What every command line shares: a parser with one message for an error, numbers, words, files.

>>> whole("n", "3")
3
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any


class Usage(Exception):
    """Wrong usage; the message is all that is shown."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one message."""

    def error(self, message: str) -> Any:
        """Raise instead of printing the whole usage."""
        raise Usage(message)


def whole(name: str, text: str, least: int = 1) -> int:
    """Read a whole number."""
    try:
        value = int(text)
    except ValueError:
        raise Usage(f"--{name} {text[:40]!r} is not a whole number.") from None
    if value < least:
        raise Usage(f"--{name} {value} cannot be: it must be at least {least}.")
    return value


def choice(name: str, given: str, choices: Sequence[str]) -> str:
    """Read one of a few words, with did-you-mean."""
    if given in choices:
        return given
    import difflib

    close = difflib.get_close_matches(given, choices, n=1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    raise Usage(f"--{name} {given!r} is not one of {', '.join(choices)}.{hint}")


def write(path: str, content: str | bytes) -> None:
    """Write a file, or say why it cannot be written."""
    data = content.encode() if isinstance(content, str) else content
    try:
        with open(path, "wb") as file:
            file.write(data)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise Usage(f"{path!r} cannot be written: {reason}.") from None
