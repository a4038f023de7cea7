"""Which tests run a line of the trusted room, the quick ones first."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from tests.mutation import warm
from tests.mutation.changes import ROOMS, ROOT, Change, files

TESTS = (
    "tests/proofs/trusted",
    "tests/proofs/exact",
    "tests/proofs/engines/test_smt.py",
    "tests/proofs/engines/test_symbolic.py",
    "tests/proofs/engines/test_branches.py",
    "tests/proofs/engines/test_order_lists.py",
    "tests/proofs/engines/test_scales.py",
    "tests/proofs/engines/test_aspects_broken.py",
    "tests/proofs/engines/test_weights_broken.py",
    "tests/proofs/engines/test_undefined.py",
    "tests/proofs/test_odd_axioms.py",
    "tests/proofs/test_implies.py",
    "tests/metrics/test_pointwise.py",
)
IMPORTED = ""  # the test that importing is


class Map:
    """For each line the tests that run it, kept in a file for each text of the code and tests."""

    def __init__(self, kept: Path) -> None:
        self.kept = kept
        self.parts: dict[str, Any] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}

    def complete(self, copy: Path, noted: Path) -> None:
        """Run the tests that have changed, each file for itself, and note their lines."""
        code = "".join((ROOT / file).read_text(encoding="utf-8") for file in files())
        for test in _test_files():
            text = code + (ROOT / test).read_text(encoding="utf-8")
            digest = hashlib.sha256(text.encode()).hexdigest()
            if self.parts.get(test, {}).get("digest") == digest:
                continue
            made = noted.with_suffix(".json")
            made.unlink(missing_ok=True)
            warm.run(copy, [test], warm.Lines(ROOMS, made), 1200, noted)
            if not made.exists():
                raise SystemExit(noted.with_suffix(".log").read_text("utf-8")[-3000:])
            part = json.loads(made.read_text("utf-8"))
            self.parts[test] = {"digest": digest, **part}
            self.kept.write_text(json.dumps(self.parts), encoding="utf-8")
            print(f"{sum(part['seconds'].values()):5.0f} s  {test}", flush=True)
            for name in part["failing"]:
                print(f"fails without any change, and is left out: {name}", flush=True)

    def tests_of(self, change: Change, budget: float) -> list[str]:
        """Return the tests that run the changed statement, the quick ones first."""
        lines = statement(ast.parse((ROOT / change.file).read_text("utf-8")), change.line)
        found: dict[str, float] = {}
        for part in self.parts.values():
            runs = part["lines"].get(change.file, {})
            names = {name for line in lines for name in runs.get(str(line), ())}
            if names == {IMPORTED}:  # run by the import alone: all tests beside it
                names = set(part["seconds"])
            names -= {IMPORTED, *part["failing"]}
            found |= {name: part["seconds"][name] for name in names}
        order = sorted(found, key=lambda name: (found[name], name))
        spent = list(accumulate(found[name] for name in order))
        return [name for name, s in zip(order, spent, strict=True) if s <= budget]


def statement(tree: ast.AST, line: int) -> range:
    """Return the lines of the innermost statement at a line, without the statements in it."""
    found = range(line, line + 1)
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            end = body[0].lineno if body and body[0].lineno > node.lineno else node.end_lineno + 1
            if line < end:
                found = range(node.lineno, end)
    return found


def _test_files() -> Sequence[str]:
    """Return the files of tests that run the trusted room."""
    roots = [ROOT / name for name in TESTS]
    every = [p for root in roots for p in ([root] if root.is_file() else sorted(root.rglob("*")))]
    return [p.relative_to(ROOT).as_posix() for p in every if p.match("test_*.py")]
