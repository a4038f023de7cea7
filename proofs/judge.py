"""python -m proofs.judge TARGET …: properties of a program, on all small inputs."""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
from collections.abc import Sequence

from rankproof.line.arguments import Parser, Usage
from rankproof.line.guard import EXIT, exit_codes, guarded

DESCRIPTION = """Judge a program: every property and axiom that applies, on all inputs up to a size.

  python -m proofs.judge mine.py:ndcg                      a function in a file
  python -m proofs.judge package.module:function --docs 2
  python -m proofs.judge pytrec_eval:ndcg_cut_1            a measure of a library that is known
  python -m proofs.judge mine.py:ap --axioms defined,in_range,promotion
  python -m proofs.judge mine.py:ap --using mine.toml      your own axioms as well
  python -m proofs.judge mine.py:ap --pytest test_ap.py    violations as tests, without rankproof

The program is executed, in a process of its own with limits of time and memory. It has all your
rights: judge only programs that you would run."""
FORMATS = ("text", "json", "md", "csv")


def parser() -> Parser:
    """Return the command line."""
    from proofs.programs.line import add_program

    made = Parser(
        prog="proofs.judge",
        description=DESCRIPTION,
        epilog=exit_codes("no violation", "some violation", "nothing could be decided"),
    )
    made.add_argument("target", nargs="?", metavar="TARGET", help="file.py:function, or ranx:map")
    add_program(made)
    made.takes_negative_numbers()
    made.add_using(of_metrics=False)
    made.add_argument("--axioms", metavar="A,B", help="these alone; properties or axioms: all such")
    made.add_argument("--range", metavar="LOW,HIGH", help="what values lie between (default: 0,1)")
    made.add_argument("--pytest", metavar="FILE", help="write the violations as tests")
    made.add_common("text (default), json, md or csv")
    return made


def run(arguments: argparse.Namespace, seconds: float | None) -> int:
    """Judge, show the rows, and return the exit code."""
    from proofs.programs.judging import judge
    from proofs.programs.line import judgement, progress_of, show, space_of, started_by
    from proofs.programs.report.judged import judged_fields, judged_table, judged_text
    from proofs.programs.report.pasted import joined
    from rankproof.line.files import write

    wanted = [one.strip() for one in arguments.axioms.split(",")] if arguments.axioms else None
    with started_by(arguments, arguments.target) as program, progress_of(arguments) as progress:
        space, by = space_of(arguments, [program]), judgement(arguments, [program])
        found = judge(program, space, by, wanted, seconds, progress)
    if arguments.format in ("md", "csv"):
        show(arguments, judged_table(found, arguments.format), found.stopped)
    else:
        show(arguments, (judged_fields(found), judged_text(found)), found.stopped)
    if arguments.pytest:
        tests = [row.test for row in found.rows if row.test and row.status == "refuted"]
        write(arguments.pytest, joined(tests))
    if not found.decided:
        return EXIT["undecided"]
    return EXIT["refuted" if found.violated else "holds"]


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    from lattice.declared import own

    arguments = parser().parse_args(argv)
    common = Parser.common(arguments, FORMATS)
    if not arguments.target:
        raise Usage("which program? Name one, for example: mine.py:ndcg or ranx:ndcg@10.")
    with own(arguments.using):
        return run(arguments, common.seconds)


if __name__ == "__main__":
    raise SystemExit(main())
