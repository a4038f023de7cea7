"""The blocks of the documents, and how each is run.

    python -m tests.documents        writes what the commands print today into the documents,
                                     and the pages under docs/reference
    python -m tests.documents --reference      only these: they take a second

A block of `sh` is a list of commands; `console` shows commands after `$` and what they print; a
block of `python` is run in a namespace of its own, as a reader would paste it.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from unittest import mock

from rankproof.line.files import write

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md", "CHANGELOG.md"),
    *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))),
)
LANGUAGES = ("sh", "console", "python", "toml")  # toml: a paper, or declarations of one's own
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", flags=re.S | re.M)
TIME = re.compile(r"\b\d+\.\d\d s\b")
PROMPT = "$ "


@dataclass(frozen=True)
class Block:
    """A fenced block of a document."""

    document: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def read(document: str) -> str:
    """Return the text of a document."""
    return (ROOT / document).read_text(encoding="utf-8")


def blocks(*languages: str) -> Iterator[Block]:
    """Yield the blocks of all documents, in these languages or in any."""
    for document in DOCUMENTS:
        text = read(document)
        for found in FENCE.finditer(text):
            indent, language, body = found.groups()
            line = text.count("\n", 0, found.start()) + 1
            if not languages or language in languages:
                lines = [one.removeprefix(indent) for one in body.splitlines()]
                yield Block(document, line, language, "\n".join(lines) + "\n")


def commands() -> Iterator[tuple[Block, str]]:
    """Yield every command of every block of `sh`."""
    for block in blocks("sh"):
        for line in block.text.splitlines():
            if line.strip() and not line.startswith("#"):
                yield block, line.split("  #")[0].strip()


def in_tables() -> Iterator[tuple[Block, str]]:
    """Yield every command of ours that a row of a table shows."""
    for document in DOCUMENTS:
        for line, text in enumerate(read(document).splitlines(), start=1):
            row = text if text.startswith("|") else ""
            for command in re.findall(r"`(python -m [^`]*|rankproof \w+ [^`…]+)`", row):
                yield Block(document, line, "table", text), command


def shown() -> Iterator[tuple[Block, str, str]]:
    """Yield every command of every block of `console`, with what it is said to print."""
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            yield block, command, output


def lay_out(document: str) -> None:
    """Write the files that a document tells its readers to save into this folder.

    They are blocks whose first line is a comment with the name: ``# mine.toml``.
    """
    for block in blocks():
        named = re.match(r"# (\w+\.(?:toml|py))\n", block.text)
        if block.document == document and named:
            write(named[1], block.text)


def entry(words: list[str]) -> tuple[Callable[[list[str]], int], list[str]]:
    """Return the function behind a command of ours, and its arguments."""
    from proofs.command import COMMANDS

    if words[0] == "rankproof":
        module, rest = COMMANDS[words[1]][0], words[2:]
    elif words[:2] == ["python", "-m"] and words[2] in {module for module, _ in COMMANDS.values()}:
        module, rest = words[2], words[3:]
    else:
        raise ValueError(f"{shlex.join(words)!r} is no command of ours.")
    package = "proofs.claims.__main__" if module == "proofs.claims" else module
    return import_module(package).main, rest


def run(command: str) -> tuple[int, str]:
    """Run a command of ours in this process and folder; return the exit code and what it prints."""
    function, arguments = entry(shlex.split(command))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        code = function(arguments)
    return code, printed.getvalue()


def timeless(text: str) -> str:
    """Return printed text without its times.

    >>> timeless("exact, 720 cases, 0.01 s")
    'exact, 720 cases, … s'
    """
    return TIME.sub("… s", text).strip()


def renewed(text: str) -> str:
    """Return a document with what its commands print today."""

    def block(found: re.Match[str]) -> str:
        indent, language, body = found.groups()
        if language != "console":
            return found[0]
        lines = []
        for line in (one.removeprefix(indent) for one in body.splitlines()):
            if line.startswith(PROMPT):
                lines += [line, *run(line.removeprefix(PROMPT))[1].rstrip().splitlines()]
        inner = "".join(f"{indent}{line}".rstrip() + "\n" for line in lines)
        return f"{indent}```{language}\n{inner}{indent}```"

    return FENCE.sub(block, text)


def main(argv: Sequence[str] | None = None) -> int:
    """Write the documents anew; return the exit code."""
    from tests.reference_pages import pages

    for place, text in pages().items():
        if not (ROOT / place).exists() or text != read(place):
            write(str(ROOT / place), text)
            print(f"{place} was written anew")
    if "--reference" in (sys.argv[1:] if argv is None else argv):
        return 0
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        kept = {"RANKPROOF_CACHE": os.path.join(folder, "cache"), "COLUMNS": "100"}
        with mock.patch.dict(os.environ, kept):
            for document in DOCUMENTS:
                lay_out(document)
                text = renewed(read(document))
                if timeless(text) != timeless(read(document)):
                    write(str(ROOT / document), text)
                    print(f"{document} was written anew")
    from tests.notebooks import renew

    for name in renew():
        print(f"{name} was written anew")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
