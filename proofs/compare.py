"""python -m proofs.compare A B …: the smallest input on which two programs differ."""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
from collections.abc import Sequence

from rankproof.line.arguments import Parser, Usage
from rankproof.line.guard import EXIT, exit_codes, guarded

DESCRIPTION = """Compare two programs, or a program and a declared metric, on all small inputs.

  python -m proofs.compare mine.py:ndcg pytrec_eval:ndcg_cut_3
  python -m proofs.compare sklearn:ndcg_score ndcg@3
  python -m proofs.compare mine.py:ap ap --qrels FILE --run FILE      on one's own topics

The programs are executed, each in a process of its own. They have all your rights: compare only
programs that you would run."""
FORMATS = ("text", "json", "md", "csv")
CODES = {"equal": "holds", "different": "refuted", "undecided": "undecided"}


def parser() -> Parser:
    """Return the command line."""
    from proofs.programs.line import add_program

    made = Parser(
        prog="proofs.compare",
        description=DESCRIPTION,
        epilog=exit_codes("equal on all inputs", "different", "nothing could be decided"),
    )
    made.add_argument("sides", nargs="*", metavar="A B", help="programs, or one declared metric")
    add_program(made)
    made.add_argument("--p", metavar="P", help="the persistence of a declared metric that has one")
    made.add_using()
    made.add_argument("--qrels", metavar="FILE", help="lines of topic, iteration, document, grade")
    made.add_argument("--run", metavar="FILE", help="a run: topic, Q0, document, rank, score, tag")
    made.add_common("text (default), json, md or csv")
    return made


def run(arguments: argparse.Namespace, seconds: float | None) -> int:
    """Compare, show what was found, and return the exit code."""
    from contextlib import ExitStack

    from lattice.declared import own
    from proofs.programs.comparing import compare
    from proofs.programs.line import judgement, programs_in, progress_of, show, sides_of, space_of
    from proofs.programs.report.compared import compared_shown, data_shown
    from proofs.programs.topics import on_data, read_topics

    topics = None
    if arguments.qrels is not None or arguments.run is not None:
        if arguments.qrels is None or arguments.run is None:
            raise Usage("files come in pairs: give both --qrels FILE and --run FILE.")
        for name in ("docs", "c"):
            if getattr(arguments, name) is not None:
                raise Usage(f"files say what is compared: leave --{name} out.")
        topics, largest, others = read_topics(arguments.qrels, arguments.run)
    with ExitStack() as stack, progress_of(arguments) as progress:
        stack.enter_context(own(arguments.using, settings=arguments.set))
        top = largest if topics is not None else None
        left, right = sides_of(arguments, stack, top)
        programs = programs_in((left, right))
        tolerance = judgement(arguments, programs).tolerance
        if topics is not None:
            found = on_data(left, right, topics, tolerance, progress, seconds)
        else:
            space = space_of(arguments, programs)
            compared = compare(left, right, space, tolerance, progress, seconds)
    if topics is not None:
        shown = data_shown(found, left, right, others, arguments.format)
        show(arguments, shown, found.stopped)
        return EXIT[CODES[found.status]]
    show(arguments, compared_shown(compared, arguments.format), compared.stopped)
    return EXIT[CODES[compared.status]]


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    arguments = parser().parse_args(argv)
    common = Parser.common(arguments, FORMATS)
    if len(arguments.sides) != 2:
        raise Usage("compare what? Name two, for example: mine.py:ndcg pytrec_eval:ndcg_cut_3.")
    return run(arguments, common.seconds)


if __name__ == "__main__":
    raise SystemExit(main())
