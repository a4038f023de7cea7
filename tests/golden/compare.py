"""python -m tests.golden.compare [--field F] [--only TEXT] [--jobs N]: ask again and count.

Prints how many answers are the same, how many say the same in other words, and how many mean
something else; lists the latter two. Exit code 1 where a meaning changed.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from . import seam
from .compute import ASKED, FIELDS, again
from .records import CHANGED, REWORDED, SAME, Record, compared, load, made_with

COMMAND = {field: "python -m proofs.check " for field in ASKED}
COMMAND |= {"certificates": "python -m proofs.verify, the certificate of: "}


def differences(
    field: str, kept: Sequence[Record], jobs: int, same_versions: bool = True
) -> Iterator[tuple[str, str]]:
    """Return for each record how it compares, and a line that names the question."""
    for old, new in again(field, kept, jobs):
        asked = COMMAND.get(field, "python -m ") + old["ask"]
        if new is None:
            yield CHANGED, f"{asked}\n    no answer any more, or none in time"
            continue
        kind, where = compared(old, new, same_versions)
        yield kind, f"{asked}\n    {where}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.compare", description=__doc__)
    parser.add_argument("--field", action="append", choices=FIELDS, help="only this one")
    parser.add_argument("--only", default="", metavar="TEXT", help="only questions with this")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--list", type=int, default=20, help="how many to list (default: 20)")
    arguments = parser.parse_args(argv)
    same_versions = seam.versions() == made_with()
    if not same_versions:
        print(f"made with {made_with()}, now {seam.versions()}: only verdicts are compared")
    total: Counter[str] = Counter()
    for field in arguments.field or FIELDS:
        started = time.monotonic()
        kept = [one for one in load(field) if arguments.only in one["ask"]]
        found = list(differences(field, kept, arguments.jobs, same_versions))
        counts = Counter(kind for kind, _ in found)
        total += counts
        print(f"{field:<14}{_counted(counts)}   {time.monotonic() - started:.0f} s", flush=True)
        for kind in (CHANGED, REWORDED):
            _print_some(kind, [text for one, text in found if one == kind], arguments.list)
    print(f"{'all':<14}{_counted(total)}")
    return 1 if total[CHANGED] else 0


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{counts[kind]:>5} {kind}" for kind in (SAME, REWORDED, CHANGED))


def _print_some(kind: str, texts: Iterable[str], most: int) -> None:
    listed = list(texts)
    for text in listed[:most]:
        print(f"  {kind}: {text}")
    if len(listed) > most:
        print(f"  … and {len(listed) - most} more: --list {len(listed)}")


if __name__ == "__main__":
    raise SystemExit(main())
