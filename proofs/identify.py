"""python -m proofs.identify TARGET …: which declared metric a program computes."""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
from collections.abc import Sequence

from rankproof.line.arguments import Parser, Usage
from rankproof.line.guard import EXIT, exit_codes, guarded

DESCRIPTION = """Find the declared metric, with its variants, that a program computes.

  python -m proofs.identify mine.py:ndcg
  python -m proofs.identify sklearn:dcg_score
  python -m proofs.identify pytrec_eval:map_cut_2
  python -m proofs.identify mine.py:error --using mine.toml     with your own metrics

Every variant is tried. The program is executed, in a process of its own; it has all your rights."""
FORMATS = ("text", "json", "md", "csv")


def parser() -> Parser:
    """Return the command line."""
    from proofs.programs.line import add_program

    made = Parser(
        prog="proofs.identify",
        description=DESCRIPTION,
        epilog=exit_codes("found", "none of ours", "nothing could be decided"),
    )
    made.add_argument("target", nargs="?", metavar="TARGET", help="file.py:function, or ranx:map")
    add_program(made)
    made.add_using()
    made.add_common("text (default), json, md or csv")
    return made


def run(arguments: argparse.Namespace, seconds: float | None) -> int:
    """Identify, show what was found, and return the exit code."""
    from proofs.programs.identifying import identify
    from proofs.programs.line import judgement, progress_of, show, space_of, started_by
    from proofs.programs.report.compared import identified_shown

    with started_by(arguments, arguments.target) as program, progress_of(arguments) as progress:
        space, by = space_of(arguments, [program]), judgement(arguments, [program])
        found = identify(program, space, by.tolerance, progress, seconds=seconds)
    show(arguments, identified_shown(found, arguments.format), found.stopped)
    if found.undecided:
        return EXIT["undecided"]
    return EXIT["holds" if found.metric is not None else "refuted"]


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    from lattice.declared import own

    arguments = parser().parse_args(argv)
    common = Parser.common(arguments, FORMATS)
    if not arguments.target:
        raise Usage("which program? Name one, for example: mine.py:ndcg or ranx:ndcg@10.")
    with own(arguments.using, settings=arguments.set):
        return run(arguments, common.seconds)


if __name__ == "__main__":
    raise SystemExit(main())
