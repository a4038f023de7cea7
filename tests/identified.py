"""Which metric each measure of each library computes: `proofs.identify` over all of them.

python -m tests.identified               prints the table of all libraries that are installed
python -m tests.identified ranx scipy    of these libraries alone
python -m tests.identified --write       writes it into docs/programs.md
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence

from proofs.programs import options
from proofs.programs.computed import EXCEPTION
from proofs.programs.identifying import Identified, identify
from proofs.programs.inside.libraries import LIBRARIES
from proofs.programs.inside.library import Absent
from proofs.programs.line import judgement, space_of
from proofs.programs.process import NoProgram, Process
from proofs.programs.program import started
from proofs.programs.report.compared import computes, ruling
from proofs.tables.layout.formats import shown
from proofs.tables.layout.table_shape import Column, Table, words
from rankproof.line.failures import Undecided
from rankproof.line.files import write
from tests.documents import ROOT

PAGE = "docs/programs.md"
BLOCK = re.compile(r"(<!-- identified: .*? -->\n).*?(<!-- end -->)", flags=re.S)
HEADS = ("measure", "computes", "equal on", "refuses", "nearest, and where it is ruled out")


def versions(names: Sequence[str]) -> dict[str, str]:
    """Return the libraries that are installed, with their versions."""
    found = {}
    for name in names:
        try:
            found[name] = LIBRARIES[name].version()
        except Absent as problem:
            print(problem, file=sys.stderr)
    return found


def rows(names: Sequence[str]) -> Iterator[list[str]]:
    """Identify all measures of some libraries; those of one library share a process."""
    for name in names:
        with Process(f"{name}:{LIBRARIES[name].measures[0]}") as process:
            for measure in LIBRARIES[name].measures:
                yield row(f"{name}:{measure}", process)


def row(target: str, process: Process) -> list[str]:
    """Identify one measure, in the process of its library."""
    try:
        program = started(target, process=process)
        given = options()
        tolerance = judgement(given, [program]).tolerance
        found = identify(program, space_of(given, [program]), tolerance)
        return [target, *_told(found)]
    except (NoProgram, Undecided) as problem:
        return [target, f"undecided: {problem}", "", "", ""]


def _told(found: Identified) -> list[str]:
    counts = [f"{found.equal_on} of {found.asked}", str(found.refused or "")]
    if found.undecided:
        refusals = (v.text for v in found.program.table.values() if v.kind == EXCEPTION)
        why = next(refusals, "no number") if found.refused == found.asked else "one value alone"
        return [f"undecided: {why}", *counts, ""]
    if found.metric is not None:
        return [computes(found.metric), *counts, ""]
    up = found.runner_up
    nearest = "" if up is None else f"{computes(up.metric)}; {ruling(up, found.program.call)}"
    return ["none of ours", *counts, nearest]


def table(every: Sequence[list[str]]) -> Table:
    """Return the rows as a table."""
    cells = [[words(text) for text in row] for row in every]
    return Table("identified", "Measures", [Column(head, head) for head in HEADS], cells)


def line(one: list[str]) -> str:
    """Return a row as it stands in the document."""
    return shown(table([one]), "md").strip().splitlines()[-1]


def stated(names: Sequence[str]) -> str:
    """Return what stands in the document: the versions, counts, and the table in Markdown."""
    known = versions(names)
    every = list(rows(list(known)))
    ours = sum(not row[1].startswith(("none", "undecided")) for row in every)
    parts = shown(table(every), "md").split("\n\n")
    body = next(part for part in parts if part.startswith("|"))
    said = ", ".join(f"{name} {version}" for name, version in known.items())
    return f"\n{said}. Of {len(every)} measures {ours} are one of ours:\n\n{body}\n\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table, or write it into the document; return the exit code."""
    parser = argparse.ArgumentParser(prog="tests.identified", description=__doc__)
    parser.add_argument("libraries", nargs="*", choices=[[], *LIBRARIES], default=[])
    parser.add_argument("--write", action="store_true", help=f"write the table into {PAGE}")
    arguments = parser.parse_args(argv)
    names = arguments.libraries or list(LIBRARIES)
    if not arguments.write:
        print(shown(table(list(rows(list(versions(names))))), "text"))
        return 0
    if missing := sorted(set(LIBRARIES) - set(versions(names))):
        print(f"the table is written with all libraries: {', '.join(missing)} missing")
        return 2
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    made = stated(names)
    write(str(ROOT / PAGE), BLOCK.sub(lambda block: block[1] + made + block[2], text))
    return 0


if __name__ == "__main__":
    sys.exit(main())
