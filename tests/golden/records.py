"""Records of the golden set: what an answer means, a digest of its words, files, differences."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rankproof.line.files import write

Record = dict[str, Any]
DATA = Path(__file__).resolve().parent / "data"
MEANING = (
    "order", "parameters", "convention", "status", "scope", "part", "witness", "values", "value",
    "statement", "undefined", "engine", "cases", "error",
)  # fmt: skip
WORDS = ("derivation", "checked", "caveats", "reason", "reading", "agreed_by", "text")
BY_ANY_VERSION = ("order", "parameters", "convention", "status", "scope", "error", "exit")
LONGEST = 300
SAME, REWORDED, CHANGED = "same", "words changed", "meaning changed"


def record(line: str, fields: dict[str, Any]) -> Record:
    """Return the record of an answer's JSON fields."""
    meaning = {name: fields[name] for name in MEANING if name in fields}
    undefined = meaning.get("undefined")
    if isinstance(undefined, dict) and not undefined.get("cases"):
        meaning.pop("undefined")
    kept = {name: shortened(value) for name, value in meaning.items() if value not in (None, [])}
    return {
        "ask": line,
        "meaning": kept,
        "words": digest({name: fields.get(name) for name in WORDS}),
    }


def shortened(value: Any) -> Any:
    """Return JSON content without times and nulls, with long texts as digests and keys as text."""
    if isinstance(value, dict):
        shown = {str(name): content for name, content in value.items() if name != "seconds"}
        kept = {name: content for name, content in shown.items() if content is not None}
        if "exact" in kept:
            kept.pop("approx", None)
        return {name: shortened(content) for name, content in kept.items()}
    if isinstance(value, list | tuple):
        return [shortened(content) for content in value]
    return f"sha256:{digest(value)}" if isinstance(value, str) and len(value) > LONGEST else value


def digest(value: Any) -> str:
    """Return a short digest of text or of JSON content."""
    text = (
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    )
    return hashlib.sha256(text.encode()).hexdigest()[:12]


# Files --------------------------------------------------------------------------------------------


def load(field: str) -> list[Record]:
    """Return the records of a field."""
    packed = DATA / f"{field}.jsonl.gz"
    if packed.exists():
        text = gzip.decompress(packed.read_bytes()).decode()
    else:
        text = (DATA / f"{field}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def save(field: str, records: Iterable[Record], packed: bool = False) -> int:
    """Write the records of a field, one to a line, in the order of their questions."""
    ordered = sorted(records, key=lambda one: one["ask"])
    text = "".join(
        json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n" for one in ordered
    )
    DATA.mkdir(exist_ok=True)
    if packed:
        write(str(DATA / f"{field}.jsonl.gz"), gzip.compress(text.encode(), mtime=0))
    else:
        write(str(DATA / f"{field}.jsonl"), text)
    return len(ordered)


def made_with() -> dict[str, str]:
    """Return the versions of the dependencies that the records were made with."""
    found: dict[str, str] = json.loads((DATA / "versions.json").read_text(encoding="utf-8"))
    return found


# Differences --------------------------------------------------------------------------------------


def compared(old: Record, new: Record, same_versions: bool = True) -> tuple[str, str]:
    """Return whether two records agree, and the first field in which they do not, old and new.

    With other versions of SymPy and the solvers, a witness and the form of a value may differ:
    then only what no version can change is compared.
    """
    before, after = old["meaning"], json.loads(json.dumps(new["meaning"]))
    for name in [*before, *(name for name in after if name not in before)]:
        if not same_versions and name not in BY_ANY_VERSION:
            continue
        if before.get(name) != after.get(name):
            return CHANGED, f"{name}: {_shown(before.get(name))} → {_shown(after.get(name))}"
    if same_versions and old["words"] != new["words"]:
        return REWORDED, f"words: {old['words']} → {new['words']}"
    return SAME, ""


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 400 else f"{text[:400]}…"
