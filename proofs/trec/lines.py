"""The lines of a TREC file, column by column; whatever is wrong is one message with the line.

Columns are separated by blanks or tabs; lines without any column are passed over. A file is read
line by line, and a line has a largest length, so that nothing endless is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from rankproof.line.failures import Mistake

LONGEST_LINE = 10_000
LONGEST_WORD = 40


class Malformed(Mistake):
    """A line of a file cannot be read; the message says which and why."""


class Line(NamedTuple):
    """One line: where it stands, and its columns."""

    path: str
    number: int
    words: list[str]

    def refuse(self, why: str) -> NoReturn:
        """Say what is wrong with it."""
        raise Malformed(f"{self.path!r}, line {self.number}: {why}.")


def lines_of(path: str, columns: tuple[str, ...]) -> Iterator[Line]:
    """Go through the lines of a file that have columns."""
    try:
        with open(path, "rb") as file:
            number = 0
            while data := file.readline(LONGEST_LINE + 1):
                number += 1
                line = _line(path, number, data)
                if line.words:
                    _insist_on_columns(line, columns)
                    yield line
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise Mistake(f"{path!r} cannot be read: {reason}.") from None


def _line(path: str, number: int, data: bytes) -> Line:
    if len(data) > LONGEST_LINE:
        Line(path, number, []).refuse(f"it is longer than {LONGEST_LINE:,} bytes")
    try:
        line = Line(path, number, data.decode("utf-8").split())
    except UnicodeDecodeError:
        Line(path, number, []).refuse("it is not text in UTF-8")
    if not "".join(line.words).isprintable():
        line.refuse("it has a character that cannot be printed")
    return line


def _insist_on_columns(line: Line, columns: tuple[str, ...]) -> None:
    count = len(line.words)
    if count != len(columns):
        are = "is 1 column" if count == 1 else f"are {count} columns"
        line.refuse(f"there {are}, not {len(columns)}: {' '.join(columns)}")


def short(word: str) -> str:
    """Return a word as a message shows it."""
    return repr(word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…")


class Once:
    """Refuses a document that a topic names twice."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], int] = {}

    def insist(self, line: Line, topic: str, document: str) -> None:
        """Refuse the line if an earlier one has the same topic and document."""
        before = self._seen.setdefault((topic, document), line.number)
        if before != line.number:
            line.refuse(
                f"topic {short(topic)} has document {short(document)} on line {before} already"
            )
