"""python -m tests.golden.share [--field F] [--every 20] [--jobs N] [--keep FILE]: what is verified.

Asks the questions of the golden set that have a definite answer again, writes a certificate of
each, verifies it, and prints by field and status how many end with exit code 0, and of the others
why they do not. Exit code 1 where a refutation is not verified, or fewer than 90 % of all. The
whole takes some ten minutes of CPU: with `--keep` a run that was ended goes on.
"""

from __future__ import annotations

import argparse
import json
import shlex
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from . import seam
from .compute import ASKED
from .records import load

SECONDS = 60
LEAST = 0.9


@dataclass(frozen=True)
class Judged:
    """What verifying the certificate of an answer gave: the exit code, and what was left over."""

    line: str
    status: str = "none in time"
    scope: str = ""
    code: int = 3
    left: tuple[str, ...] = ("it took too long",)


def judged(line: str, seconds: int = SECONDS) -> Judged:
    """Ask a question, and verify the certificate of the answer."""
    with tempfile.TemporaryDirectory() as place, suppress(seam.TooLong), seam.Alarm(3 * seconds):
        path = Path(place) / "certificate.json"
        asked = f"proofs.check {line} --jobs 1 --quiet --timeout {seconds}"
        code, printed = seam.command(f"{asked} --certificate {shlex.quote(str(path))}")
        if not path.exists():
            return Judged(line, "no certificate", code=code, left=(printed.strip(),))
        said = json.loads(path.read_text(encoding="utf-8"))["verdict"]
        scope = "every n" if said["scope"]["all"] else "some n"
        verify = f"proofs.verify {shlex.quote(str(path))} --format json --timeout {seconds}"
        code, printed = seam.command(verify)
        return Judged(line, said["status"], scope, code, tuple(json.loads(printed)["left"]))
    return Judged(line)


def definite(field: str, *statuses: str) -> list[str]:
    """Return the questions of a field with an answer of some statuses."""
    return [one["ask"] for one in load(field) if one["meaning"].get("status") in statuses]


def shares(found: Sequence[Judged]) -> Iterator[str]:
    """Say how many of each kind are verified, and why others are not."""
    kinds = sorted({(one.status, one.scope) for one in found})
    for kind in kinds:
        some = [one for one in found if (one.status, one.scope) == kind]
        codes = Counter(one.code for one in some)
        others = "".join(f", {codes[code]} × exit {code}" for code in sorted(codes) if code)
        yield f"{' at '.join(filter(None, kind)):<18}{codes[0]:>5} of {len(some):>5}{others}"


def kept(path: Path | None) -> dict[str, Judged]:
    """Return what an earlier run found, by question."""
    if path is None or not path.exists():
        return {}
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["line"]: Judged(**{**row, "left": tuple(row["left"])}) for row in rows}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.share", description=__doc__)
    parser.add_argument("--field", action="append", choices=ASKED, help="only this one")
    parser.add_argument("--every", type=int, default=1, help="only every so-manieth question")
    parser.add_argument("--start", type=int, default=0, help="after how many questions to begin")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--keep", type=Path, help="a file of what was found, read and added to")
    arguments = parser.parse_args(argv)
    known = kept(arguments.keep)
    found: list[Judged] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for field in arguments.field or ASKED:
            lines = definite(field, "holds", "refuted")[arguments.start :: arguments.every]
            for one in pool.map(judged, [line for line in lines if line not in known]):
                known[one.line] = one
                if arguments.keep:
                    with arguments.keep.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")
            here = [known[line] for line in lines]
            found += here
            print("\n  ".join([field, *shares(here)]), flush=True)
            for one in (one for one in here if one.code):
                print(f"    {one.code}  {one.line}\n         {'; '.join(one.left)}", flush=True)
    print("\n  ".join(["all", *shares(found)]))
    bad = [one for one in found if one.code]
    enough = len(bad) <= (1 - LEAST) * len(found)
    return 0 if enough and all(one.status == "holds" for one in bad) else 1


if __name__ == "__main__":
    raise SystemExit(main())
