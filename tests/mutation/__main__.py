"""python -m tests.mutation [--sample 160] [--seed 11] [FILE …]: are changes noticed?

Changes the trusted room (`proofs/trusted`, and `proofs/script` below it) in one place at a time
with cosmic-ray, in a copy of the checkout, and runs the tests that run the changed line until one
fails: `pip install cosmic-ray coverage` first. Writes what became of each change to a file, and
prints those that no test notices. `tests/mutation/same.toml` has the changes after which the
program does the same, each with the reason. A run that was ended goes on where it stopped; with
`--fresh` everything is run again.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import shutil
import subprocess
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.mutation import warm
from tests.mutation.changes import ROOT, Change, drawn, files
from tests.mutation.lines import Map

HERE = Path(__file__).parent
NOTICED, ENDLESS, BROKEN, SAME, ALIVE = "noticed", "endless", "broken", "same", "alive"
FATES = {
    warm.DONE: ALIVE,
    warm.NOTHING: ALIVE,
    warm.FAILED: NOTICED,
    warm.ENDLESS: ENDLESS,
    warm.BROKEN: BROKEN,  # it cannot be imported any more, or stops the tests
}


def fate(change: Change, order: Sequence[str], place: Path, noted: Path) -> tuple[str, str]:
    """Run tests in a copy with the change; say what became of it, and which test noticed it."""
    target = place / change.file
    before, stamp = target.read_text(encoding="utf-8"), target.stat()
    noted.write_text("", encoding="utf-8")
    target.write_text(change.text, encoding="utf-8")
    os.utime(target, (1, 1))  # nothing compiled is taken for it
    try:
        tests = sorted({name.split("::")[0] for name in order})
        end = warm.run(place, tests, warm.Chosen(order, noted), 240, noted) if tests else warm.DONE
        return FATES[end], noted.read_text(encoding="utf-8")
    finally:
        target.write_text(before, encoding="utf-8")
        os.utime(target, (stamp.st_atime, stamp.st_mtime))


def reasons() -> dict[tuple[str, ...], str]:
    """Return why some changes change nothing, by the file and what is changed."""
    listed = tomllib.loads((HERE / "same.toml").read_text(encoding="utf-8")).get("same", [])
    return {(x["file"], x["before"], x["after"]): x["why"] for x in listed}


def key(row: dict[str, Any]) -> tuple[str, ...]:
    """Return what tells a change from others."""
    return (row["file"], " ".join(row["before"]), " ".join(row["after"]))


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the counts."""
    fates = Counter(row["fate"] for row in rows)
    counted = len(rows) - fates[SAME]
    share = (counted - fates[ALIVE]) / max(1, counted)
    return {"changes": len(rows), **dict(sorted(fates.items())), "share": f"{share:.1%}"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tests.mutation", description=__doc__)
    parser.add_argument("file", nargs="*", help="files of the trusted room (default: all)")
    parser.add_argument("--sample", type=int, default=160, help="how many changes (default: 160)")
    parser.add_argument("--least", type=int, default=2, help="of each file (default: 2)")
    parser.add_argument("--seed", type=int, default=11, help="of the draw (default: 11)")
    parser.add_argument("--budget", type=float, default=60, help="CPU seconds of tests a change")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so many")
    parser.add_argument("--out", type=Path, default=HERE / "result.json", help="where to write")
    parser.add_argument("--lines", type=Path, default=Path("mutation-lines.json"),
                        help="where it is kept which test runs which line")  # fmt: skip
    parser.add_argument("--fresh", action="store_true", help="do not go on with the last run")
    arguments = parser.parse_args(argv)
    soon = time.monotonic() + 60 * arguments.minutes
    every = drawn(arguments.file or files(), arguments.sample, arguments.least, arguments.seed)
    changes = list({key(described(change)): change for change in every}.values())
    known = {} if arguments.fresh else earlier(arguments.out)
    rows = [row for change in changes if (row := known.get(key(described(change))))]
    with tempfile.TemporaryDirectory() as folder:
        place, noted = copied(Path(folder)), Path(folder) / "noted"
        warm.warm(place)
        lines = Map(arguments.lines)
        lines.complete(place, noted)
        same = reasons()
        for change in changes:
            row = described(change)
            if key(row) in known or time.monotonic() > soon:
                continue
            if key(row) in same:
                row |= {"fate": SAME, "why": same[key(row)]}
            else:
                order = lines.tests_of(change, arguments.budget)
                found, by = fate(change, order, place, noted)
                row |= {"fate": found, "by": by, "tests": len(order)}
            rows.append(row)
            write(arguments, rows)
            print(f"{row['fate']:<8} {change.place}  {row.get('by', '')}", flush=True)
    shown(rows)
    return 0


def copied(folder: Path) -> Path:
    """Return a copy of the checkout, compiled."""
    ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "*.json.gz")
    place = Path(shutil.copytree(ROOT, folder / "copy", ignore=ignored))
    for name in ("rankproof", "metrics", "axioms", "lattice", "proofs"):
        compileall.compile_dir(place / name, quiet=2)
    return place


def described(change: Change) -> dict[str, Any]:
    """Return a change as it is written down."""
    before, after = change.lines()
    what = {"operator": change.operator, "before": before, "after": after}
    return {"file": change.file, "line": change.line, **what}


def earlier(out: Path) -> dict[tuple[str, ...], dict[str, Any]]:
    """Return what an earlier run found, but for what no test noticed: that is run again."""
    if not out.exists():
        return {}
    rows = json.loads(out.read_text(encoding="utf-8"))["rows"]
    return {key(row): row for row in rows if row["fate"] not in (ALIVE, SAME)}


def write(arguments: argparse.Namespace, rows: Sequence[dict[str, Any]]) -> None:
    """Write what became of the changes."""
    head = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    )
    content = {
        "commit": head.stdout.strip(),
        "seed": arguments.seed,
        "sample": arguments.sample,
        "least": arguments.least,
        "summary": summary(rows),
        "rows": sorted(rows, key=lambda row: (row["file"], row["line"])),
    }
    text = json.dumps(content, indent=1, ensure_ascii=False)
    arguments.out.write_text(text + "\n", encoding="utf-8")


def shown(rows: Sequence[dict[str, Any]]) -> None:
    """Print the changes that no test noticed, and the counts."""
    for row in rows:
        if row["fate"] == ALIVE:
            print(f"{row['file']}:{row['line']}, {row['tests']} tests")
            print("".join(f"    -{x}\n" for x in row["before"]), end="")
            print("".join(f"    +{x}\n" for x in row["after"]), end="")
    print(json.dumps(summary(rows)))


if __name__ == "__main__":
    raise SystemExit(main())
