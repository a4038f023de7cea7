"""python -m tests.mutation [--sample 60] [--seed 1] [FILE …]: are changes noticed?

Changes the trusted room in one place at a time with cosmic-ray (`pip install cosmic-ray`), in
a copy of the checkout, and runs tests of the changed file until one fails. Prints the changes that
no test notices, and the share of those that are. A sample of all places where something can be
changed is drawn by the seed, each with one of its changes; type hints are left alone.

What samples left alive, and what became of it. Changed so that a rule concludes nothing, an entry
of a swap or of a composed word is lost, a rule of aspects reads less than it is told, the depth of
objects is not counted, "≥" is ">": `tests/proofs/trusted/test_rules.py` notices each. An n at which
no case is defined: `test_attack.py`, which was not run for its file. A bound for what is close to 0
taken from the wrong side in `proofs/exact/numbers.py`, `approximate < -error` as `< +error`: the
same program, since all that is close is looked at again in the next line.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOM = Path("proofs/trusted")
LIMIT = 900
NOTICED, ENDLESS, ALIVE = "noticed", "endless", "ALIVE"
COSTLY = "pt-items or ndpm_printed or [r2] or [err] or err-items or ioi-dcg-7"
OF_VALUES = ("rules", "replay", "attack", "every_domain", "finite")
OF_RULES = ("rules", "attack", "defined", "every_n")
OF_FILES = ("rules", "attack", "forgeries", "untrusted", "certificates")
ABOUT = {  # the tests that are about a file; OF_VALUES where it is not named
    **dict.fromkeys(("cone", "duals"), ("cone",)),
    **dict.fromkeys(("untrusted", "verify", "stated", "digest"), OF_FILES),
    **dict.fromkeys(("reader", "columns", "trying", "worth", "cases"), ("finite", *OF_FILES)),
    **dict.fromkeys(("order", "aspects"), ("finite", "forgeries", "order_rules", "aspect_rules")),
    **dict.fromkeys(("sums", "lemma", "rankings", "case", "shown"), OF_RULES),
    **dict.fromkeys(("rules", "growing", "reindex", "forms", "kernel", "unknowns"), OF_RULES),
    **dict.fromkeys(("order_rules", "scores"), ("order_rules",)),
    **dict.fromkeys(("list_rules", "shape", "statements", "bounded", "padded"), ("list_rules",)),
    **dict.fromkeys(("lists", "terms"), ("order_rules", "list_rules")),
    **dict.fromkeys(("weight_rules", "weight_shapes"), ("weight_rules",)),
    "aspect_rules": ("rules", "aspect_rules"),
    "sign": ("attack", *OF_VALUES, "every_n"),
    "number": ("attack", *OF_VALUES, "every_n"),
}


@dataclass(frozen=True)
class Change:
    """One change of one file: what the file is afterwards."""

    file: Path
    line: int
    text: str

    @property
    def place(self) -> str:
        """Where the change is."""
        return f"{self.file}:{self.line}"

    def shown(self) -> str:
        """Return the lines that differ."""
        before = (ROOT / self.file).read_text(encoding="utf-8")
        lines = difflib.unified_diff(before.splitlines(), self.text.splitlines(), lineterm="", n=0)
        changed = [line for line in list(lines)[2:] if not line.startswith("@@")]
        return "\n".join([self.place, *[f"    {line}" for line in changed]])


Place = tuple[Path, int, list[tuple[str, int]]]


def places(file: Path) -> list[Place]:
    """Return the places of a file where something can be changed, with the ways to change it."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    nodes = list(ast_nodes(get_ast((ROOT / file).read_text(encoding="utf-8"))))
    found: dict[tuple[int, int], list[tuple[str, int]]] = {}
    for name in sorted(set(operator_names()) - {"core/RemoveDecorator"}):
        made = _operator(get_operator(name))
        positions = made and [start for node in nodes for start, _ in made.mutation_positions(node)]
        for occurrence, start in enumerate(positions or ()):
            found.setdefault(start, []).append((name, occurrence))
    return [(file, line, ways) for (line, _), ways in sorted(found.items())]


def changed(place: Place, chooser: random.Random) -> Change | None:
    """Return a change of one place that does something, or None."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    file, line, ways = place
    source = (ROOT / file).read_text(encoding="utf-8")
    for name, occurrence in chooser.sample(ways, min(3, len(ways))):
        text = mutate_code(source, _operator(get_operator(name)), occurrence)
        if text is not None and _meant(text) not in (None, _meant(source)):
            return Change(file, line, text)
    return None


def _operator(kind: type) -> object | None:
    """Return an operator; those that want arguments are left out."""
    try:
        return kind()
    except TypeError:
        return None


def _meant(source: str) -> str | None:
    """Return the program without type hints and texts that stand alone, or None if it is none."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            if getattr(node, field, None) is not None:
                setattr(node, field, ast.Constant(None))
    return ast.dump(tree)


def tests_of(file: Path) -> list[str]:
    """Return the test files that are run for a file, the quick ones first."""
    names = dict.fromkeys(ABOUT.get(file.stem, OF_VALUES))
    return [f"tests/proofs/trusted/test_{name}.py" for name in names]


def fate(change: Change, place: Path) -> str:
    """Run the tests in a copy with the change; say whether one fails, or takes for ever."""
    target = place / change.file
    before = target.read_text(encoding="utf-8")
    target.write_text(change.text, encoding="utf-8")
    try:
        return NOTICED if failing(tests_of(change.file), place) else ALIVE
    except subprocess.TimeoutExpired:
        return ENDLESS
    finally:
        target.write_text(before, encoding="utf-8")


def failing(files: Sequence[str], place: Path) -> bool:
    """Tell whether a test of some files fails in a copy."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
    command += ["--hypothesis-profile=unshrunk", "-m", "not slow", "-k", f"not ({COSTLY})"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(place)}
    done = subprocess.run(
        [*command, *files], cwd=place, env=environment, capture_output=True, timeout=LIMIT
    )
    return done.returncode != 0


def drawn(files: Sequence[Path], sample: int, seed: int) -> list[Change]:
    """Return changes of so many places, drawn by a seed."""
    chooser = random.Random(seed)
    every = [place for file in files for place in places(file)]
    print(f"{sample} of {len(every):,} places", flush=True)
    chooser.shuffle(every)
    made = (change for place in every if (change := changed(place, chooser)) is not None)
    return list(islice(made, sample))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tests.mutation", description=__doc__)
    parser.add_argument("file", nargs="*", type=Path, help="files of proofs/trusted")
    parser.add_argument("--sample", type=int, default=60, help="how many changes (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: 1)")
    arguments = parser.parse_args(argv)
    files = arguments.file or [p.relative_to(ROOT) for p in sorted((ROOT / ROOM).rglob("*.py"))]
    ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__")
    fates: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(shutil.copytree(ROOT, Path(folder) / "copy", ignore=ignored))
        changes = drawn(files, arguments.sample, arguments.seed)
        for test in sorted({test for change in changes for test in tests_of(change.file)}):
            if failing([test], place):
                raise SystemExit(f"{test} fails without any change")
        for change in changes:
            started = time.monotonic()
            fates[found := fate(change, place)] += 1
            where = change.place if found == NOTICED else change.shown()
            print(f"{found:<8} {time.monotonic() - started:4.0f} s  {where}", flush=True)
    total = fates.total()
    print(f"noticed: {total - fates[ALIVE]} of {total} ({1 - fates[ALIVE] / max(1, total):.0%})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
