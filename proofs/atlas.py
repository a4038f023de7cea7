"""python -m proofs.atlas --out DIR: everything that is known, as pages to look things up."""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from proofs.table import names
from rankproof.line.arguments import Parser, Usage
from rankproof.line.guard import exit_codes, guarded, say
from rankproof.line.progress import Progress

if TYPE_CHECKING:
    from proofs.pages.matrices import Choice

DESCRIPTION = """Write the atlas: pages that work from a folder and from any web server, offline.

  python -m proofs.atlas --out atlas                        everything
  python -m proofs.atlas --out atlas --domains rankings     one domain
  python -m proofs.atlas --out atlas --metrics dcg,mae --axioms ioi,symmetry
  python -m proofs.atlas --out atlas --using mine.toml      with your own declarations

Answers are kept: an interrupted atlas goes on where it was. The claims of papers are
judged without a limit of time, whatever --timeout says."""

CHOSEN = ("domains", "metrics", "axioms", "orders", "papers", "libraries")


def parser() -> Parser:
    """Return the command line of this program."""
    from proofs.pages.everything import PARTS

    made = Parser(
        prog="proofs.atlas", description=DESCRIPTION, epilog=exit_codes("the pages were written")
    )
    made.add_argument("--out", metavar="DIR", help="the folder: new, empty, or an older atlas")
    made.add_argument("--domains", metavar="A,B", help="these domains only")
    made.add_argument("--metrics", metavar="A,B", help="these metrics only")
    made.add_argument("--axioms", metavar="A,B", help="these axioms only")
    made.add_argument("--orders", metavar="A,B", help="these orders only")
    made.add_argument("--papers", metavar="A,B", help="these papers only")
    made.add_argument("--libraries", metavar="A,B", help="these libraries only")
    made.add_argument("--parts", metavar="A,B", help=f"of {', '.join(PARTS)}: these only")
    made.add_using()
    made.add_common("html", default=None)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Write the atlas and return the exit code."""
    from proofs.pages.everything import PARTS, Atlas
    from proofs.pages.matrices import SECONDS, Choice
    from proofs.pages.rendering import environment
    from proofs.pages.writing import insist_ours, write_whole

    common = Parser.common(arguments, ("html",))
    if arguments.out is None:
        raise Usage("where to? Name a folder: --out atlas.")
    environment()
    insist_ours(Path(arguments.out))
    chosen = {name: names(getattr(arguments, name)) for name in CHOSEN}
    choice = Choice(**chosen, seconds=common.seconds or SECONDS)
    _insist_known(choice)
    parts = names(arguments.parts) or PARTS
    for part in parts:
        if part not in PARTS:
            raise Usage(f"--parts {part}: the parts are {', '.join(PARTS)}.")
    with Progress(arguments.quiet, "answers") as progress:
        made = Atlas(choice, common.jobs, progress, parts)
        count = write_whole(Path(arguments.out), made.files())
    if not arguments.quiet:
        say(f"{count:,} files in {arguments.out}: open {Path(arguments.out) / 'index.html'}")
    return 0


def _insist_known(choice: Choice) -> None:
    """Refuse names that nothing in the atlas has."""
    from metrics.naming import find
    from proofs.claims import papers
    from proofs.pages.matrices import Choice, matrices
    from proofs.programs.inside.libraries import LIBRARIES

    every = matrices(Choice())
    known = {
        "domains": [one.key for one in every],
        "metrics": [row.declared.name for one in every for row in one.rows if one.key != "orders"],
        "axioms": [axiom.name for one in every for axiom in one.axioms],
        "orders": [row.name for one in every for row in one.rows if one.key == "orders"],
        "papers": papers(),
        "libraries": list(LIBRARIES),
    }
    for kind, called in known.items():
        for name in getattr(choice, kind):
            find(name, {one: one for one in called}, kind.removesuffix("s"))


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    from lattice.declared import own

    arguments = parser().parse_args(argv)
    with own(arguments.using, settings=arguments.set):
        return run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
