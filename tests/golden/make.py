"""python -m tests.golden.make [--field F] [--only TEXT] [--jobs N]: write the golden data anew.

What it writes is what the program answers now, right or wrong. Look at the difference that git
shows before it is kept. Questions that take long are left out, since a time limit would make their
answers depend on the machine; they are listed in left_out.txt.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rankproof.line.files import write

from . import seam
from .compute import ASKED, FIELDS, Answered, again, answered, ledger, pooled, ran, verified
from .questions import COMMANDS, questions
from .records import DATA, Record, digest, load, save

PATIENCE, LONG = 60.0, 8.0
CERTIFICATES = 200
LARGEST = 200_000


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.make", description=__doc__)
    parser.add_argument("--field", action="append", choices=FIELDS, help="only this one")
    parser.add_argument("--only", metavar="TEXT", help="only questions with this in them")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    arguments = parser.parse_args(argv)
    for field in arguments.field or FIELDS:
        only, jobs = arguments.only, arguments.jobs
        count = some(field, only, jobs) if only else made(field, jobs)
        print(f"{field:<14}{count:>6} records", flush=True)
    text = json.dumps(seam.versions(), indent=1) + "\n"
    write(str(DATA / "versions.json"), text)
    return 0


def some(field: str, text: str, jobs: int) -> int:
    """Ask the questions of a field that have a text in them again; return how many."""
    kept = {one["ask"]: one for one in load(field)}
    asked = [one for line, one in kept.items() if text in line]
    kept |= {old["ask"]: new for old, new in again(field, asked, jobs) if new is not None}
    save(field, kept.values(), packed=field == "certificates")
    return len(asked)


def made(field: str, jobs: int) -> int:
    """Write the records of one field; return how many."""
    if field == "claims":
        return save(field, ledger(jobs))
    if field == "commands":
        return save(field, [one for one, _ in pooled(ran, COMMANDS, jobs) if one])
    if field == "certificates":
        found = pooled(certified, chosen(), jobs)
        return save(field, [one for one, seconds in found if one and seconds < LONG], packed=True)
    lines = questions(field)
    found = list(pooled(partial(answered, seconds=PATIENCE), lines, jobs))
    kept = [one for one, seconds in found if one and seconds < LONG]
    leave_out(field, set(lines) - {one["ask"] for one in kept})
    return save(field, kept)


def leave_out(field: str, lines: set[str]) -> None:
    """Write down which questions of a field take too long."""
    path = DATA / "left_out.txt"
    before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    others = [line for line in before if not line.startswith(f"{field}: ")]
    listed = sorted([*others, *[f"{field}: {line}" for line in lines]])
    DATA.mkdir(exist_ok=True)
    write(str(path), "".join(f"{line}\n" for line in listed))


# Certificates -------------------------------------------------------------------------------------


def chosen() -> list[str]:
    """Return questions for certificates: of every field, axiom, status, engine and kind of scope.

    One of each kind first, in an order that no name decides, until there are enough.
    """
    kinds: dict[tuple[object, ...], list[str]] = {}
    for field in ASKED:
        for one in load(field):
            meaning = one["meaning"]
            if "status" in meaning:
                axiom, every_n = one["ask"].split()[0], meaning["scope"]["all"]
                coarse = (field, meaning["status"], meaning["engine"], every_n)
                kinds.setdefault(coarse, []).append(one["ask"])
                kinds.setdefault((field, axiom, meaning["status"]), []).append(one["ask"])
    wanted = {min(lines, key=digest) for lines in kinds.values()}
    turn = 1
    while len(wanted) < CERTIFICATES:
        wanted |= {sorted(lines, key=digest)[turn % len(lines)] for lines in kinds.values()}
        turn += 1
    first = sorted({min(lines, key=digest) for lines in kinds.values()}, key=digest)
    more = sorted(wanted - set(first), key=digest)
    return [*first, *more][: max(CERTIFICATES, len(first))]


def certified(line: str) -> Answered:
    """Return the record of a certificate that is written now, with what verifying it gives."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "certificate.json"
        seam.command(f"proofs.check {line} --jobs 1 --quiet --certificate {path}")
        if not path.exists() or path.stat().st_size > LARGEST:
            return None, 0.0
        certificate = json.loads(path.read_text(encoding="utf-8"))
    kept: Record = {"ask": line, "certificate": certificate}
    return verified(kept)


if __name__ == "__main__":
    raise SystemExit(main())
