"""Ask everything again: one function for a record of each kind, and a pool of processes."""

from __future__ import annotations

import json
import os
import shlex
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from . import seam
from .records import Record, digest, record, shortened

ASKED = ("rankings", "pairs", "orders", "weights", "aspects", "heights", "wrong")
FIELDS = (*ASKED, "commands", "claims", "certificates")
SECONDS = 120.0
CHUNK = 8
TIMED_OUT = ("the time limit", "no answer within", "timeout", "canceled")
Answered = tuple[Record | None, float]


def spent() -> float:
    """Return the processor time of this process and its children: a busy machine adds nothing."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def answered(line: str, seconds: float = SECONDS) -> Answered:
    """Return the record of a question, none where it took too long, and its processor time."""
    started = spent()
    found = None
    with suppress(seam.TooLong):
        fields = seam.asked(line, seconds)
        if not any(text in json.dumps(fields) for text in TIMED_OUT):
            found = record(line, fields)
    return found, spent() - started


def ran(line: str) -> Answered:
    """Return the record of a command: its exit code and what it printed."""
    started = spent()
    with tempfile.TemporaryDirectory() as cache:
        code, printed = seam.started(line, Path(cache))
    out = shortened(json.loads(printed)) if "--format json" in line else printed.splitlines()
    found = {"ask": line, "meaning": {"exit": code, "out": out}, "words": ""}
    return found, spent() - started


def verified(kept: Record) -> Answered:
    """Return the record of a certificate: what verifying it gives now."""
    started = spent()
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "certificate.json"
        path.write_text(json.dumps(kept["certificate"], ensure_ascii=False), encoding="utf-8")
        try:
            with seam.Alarm(2 * SECONDS):
                code, printed = seam.command(f"proofs.verify {shlex.quote(str(path))}")
        except seam.TooLong:
            return None, spent() - started
    found = {**kept, "meaning": {"exit": code}, "words": digest(printed)}
    return found, spent() - started


def ledger(jobs: int) -> list[Record]:
    """Return the record of each claim, and of the pages of findings."""
    with tempfile.TemporaryDirectory() as place:
        cache = Path(place)
        code, printed = seam.started(f"proofs.claims --format json --jobs {jobs}", cache)
        rows = json.loads(printed)["rows"]
        seam.started(f"proofs.claims --markdown --jobs {jobs}", cache, cache)
        pages = [page.read_text(encoding="utf-8") for page in sorted(cache.rglob("*.md"))]
    whole = {"ask": "proofs.claims --markdown", "meaning": {"exit": code}, "words": digest(pages)}
    return [whole, *[_claimed(row) for row in rows]]


def _claimed(row: dict[str, Any]) -> Record:
    names = ("paper", "place", "verdict", "scope", "found", "exceptions", "witness")
    evidence = [record("", fields) for fields in row["evidence"]]
    return {
        "ask": f"proofs.claims {row['claim']}",
        "meaning": {
            **{name: row[name] for name in names if row[name]},
            "questions": len(evidence),
            "evidence": digest([one["meaning"] for one in evidence]),
        },
        "words": digest([row["says"], row["reading"], *[one["words"] for one in evidence]]),
    }


def pooled(
    function: Callable[[Any], Answered], given: Sequence[Any], jobs: int
) -> Iterator[Answered]:
    """Apply a function to many things, in processes of their own, in the order given."""
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(function, given, chunksize=CHUNK)


def again(field: str, kept: Sequence[Record], jobs: int) -> Iterator[tuple[Record, Record | None]]:
    """Return each record of a field with the one that is found now."""
    if field == "claims":
        found = {one["ask"]: one for one in ledger(jobs)}
        yield from ((old, found.get(old["ask"])) for old in kept)
        return
    if field == "certificates":
        fresh = pooled(verified, kept, jobs)
    else:
        function = ran if field == "commands" else answered
        fresh = pooled(function, [old["ask"] for old in kept], jobs)
    yield from zip(kept, (new for new, _ in fresh), strict=True)
