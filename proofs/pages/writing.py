"""Pages into a folder: whole, or not at all.

Everything is written into a folder beside the one that was named, which takes its place in the end;
a folder that is not an atlas is never replaced.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rankproof.line.failures import Mistake
from rankproof.line.files import BESIDE
from rankproof.line.guard import insist_heard

SIGN = "atlas.json"
"""The file by which a folder is known to be an atlas."""


def insist_ours(folder: Path) -> None:
    """Refuse to replace a folder that holds anything but an atlas."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / SIGN).is_file():
        raise Mistake(f"{str(folder)!r} holds other files: name a new folder, or an empty one.")
    if folder.exists() and not folder.is_dir():
        raise Mistake(f"{str(folder)!r} is a file: name a folder.")


def write_whole(folder: Path, files: Iterable[tuple[str, bytes]]) -> int:
    """Write files by their addresses into a folder; return how many there are."""
    target = Path(os.path.realpath(folder))
    insist_ours(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _beside(target) as made:
            count = _written(made, files)
            insist_heard()
            _exchange(made, target)
    except OSError as problem:
        raise Mistake(f"{str(folder)!r} cannot be written: {problem.strerror}.") from None
    return count


def _written(made: Path, files: Iterable[tuple[str, bytes]]) -> int:
    seen: set[str] = set()
    for address, content in files:
        if address in seen:
            raise ValueError(f"two pages have the address {address}")
        seen.add(address)
        path = made / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return len(seen)


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """Make a folder beside a target, and remove what is left of it."""
    made = Path(tempfile.mkdtemp(prefix=BESIDE, dir=target.parent))
    made.chmod(0o755)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _exchange(made: Path, target: Path) -> None:
    """Put a folder in the place of another; the old one comes back where that fails."""
    if not target.exists():
        made.rename(target)
        return
    with _beside(target) as old:
        old.rmdir()
        target.rename(old)
        try:
            made.rename(target)
        except OSError:
            old.rename(target)
            raise
