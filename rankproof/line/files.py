"""Files are read and written whole, or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from rankproof.line.failures import Mistake
from rankproof.line.guard import insist_heard

BESIDE = ".rankproof-"
NOT_FOLDERS = ("/dev/", "/proc/")


def read(path: str) -> str:
    """Return the text of a file, or say why it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Mistake(f"{path!r} cannot be read: it is not text in UTF-8.") from None
    except (OSError, ValueError) as problem:
        raise Mistake(f"{path!r} cannot be read: {_reason(problem)}.") from None


def read_small(path: str, most: int = 200_000) -> str:
    """Return the text of a plain file that is not large; pipes and devices are not read."""
    try:
        state = os.stat(path)
    except (OSError, ValueError) as problem:
        raise Mistake(f"{path!r} cannot be read: {_reason(problem)}.") from None
    if not stat.S_ISREG(state.st_mode):
        raise Mistake(f"{path!r} cannot be read: it is no plain file.")
    if state.st_size > most:
        raise Mistake(f"{path!r} has {state.st_size:,} bytes: at most {most:,} are read.")
    return read(path)


def write(path: str, content: str | bytes) -> None:
    """Write a file, or say why it cannot be written and leave what was there.

    The content goes into a file beside it that takes its place. Pipes and devices are written to.
    """
    insist_heard()
    data = content.encode(errors="backslashreplace") if isinstance(content, str) else content
    try:
        target = os.path.realpath(path)
        if _is_plain(path) and _is_plain(target):
            _replace(target, data)
        else:
            with open(path, "wb") as file:
                file.write(data)
    except (OSError, ValueError) as problem:
        raise Mistake(f"{path!r} cannot be written: {_reason(problem)}.") from None


def write_all(contents: Mapping[str, str]) -> None:
    """Write several files, or none: each goes beside its place before the first takes one."""
    insist_heard()
    beside: dict[str, str] = {}
    path = ""
    try:
        for path, text in contents.items():
            target = os.path.realpath(path)
            if os.path.isdir(target):
                raise ValueError("it is a folder")
            os.makedirs(os.path.dirname(target), exist_ok=True)
            beside[target] = _laid(target, text.encode(errors="backslashreplace"))
        for target, laid in beside.items():
            os.replace(laid, target)
    except (OSError, ValueError) as problem:
        raise Mistake(f"{path!r} cannot be written: {_reason(problem)}.") from None
    finally:
        for laid in beside.values():
            with suppress(OSError):
                os.unlink(laid)


def csv_text(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows of values as CSV, without a line end at the end.

    >>> csv_text([["a", "b"], [1, "2, 3"]])
    'a,b\\n1,"2, 3"'
    """
    import csv
    import io

    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue().rstrip("\n")


def _is_plain(path: str) -> bool:
    """Tell whether a path is a file on a disk, or may become one."""
    if os.path.abspath(path).startswith(NOT_FOLDERS):
        return False
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return True


def _replace(target: str, data: bytes) -> None:
    beside = _laid(target, data)
    try:
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _laid(target: str, data: bytes) -> str:
    """Write a file beside a target, with its rights, and return its path."""
    beside = os.path.join(os.path.dirname(target), f"{BESIDE}{os.urandom(8).hex()}")
    try:
        with open(beside, "xb") as file:
            file.write(data)
        with suppress(FileNotFoundError):
            os.chmod(beside, stat.S_IMODE(os.stat(target).st_mode))
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise
    return beside


def _reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)
