"""python -m proofs.value METRIC …: the exact value of a metric at one point."""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
import sys
from collections.abc import Collection, Sequence
from typing import Any

from rankproof.kept import answers
from rankproof.line.arguments import Parser, Usage, choice, help_text, tell
from rankproof.line.deadline import within
from rankproof.line.failures import Undecided
from rankproof.line.guard import EXIT, exit_codes, guarded, say
from rankproof.line.progress import Progress

DESCRIPTION = """The exact value of a metric at one point, from its definition.

  python -m proofs.value kendall --ranking 2,1,3 --reference 1,2,3
  python -m proofs.value rbp --ranking 2,1,3                p is free: a formula in p
  python -m proofs.value gp --run 2,0,1 --c 2 --gains 0,1,3
  python -m proofs.value kendall_w --ranking 2,1,3 --reference 1,2,3 --w 1,2,1/2
  python -m proofs.value ndcg@5 --grades 2,0,1 --unretrieved 0,1,0
  python -m proofs.value ndcg@10 --qrels FILE --run FILE    TREC files: each topic, and the mean
  python -m proofs.value "= sum(i, 1, n, sigma(i) / i)" --ranking 2,1,3
  python -m proofs.value manhattan --label 0,1 --labels 3
  python -m proofs.value kendall_top --reference 1,2 --ranking 2,3"""
POINTS = {
    "ranking": "the ranking τ that is scored, as 2,1,3; a top-k list may have ties, as '1,(2,3)'",
    "reference": "the first ranking σ, or top-k list, which it is compared with",
    "n": "top-k lists: how many items there are (default: the largest that is named)",
    "run": "a judged run, as 2,0,1; with --qrels a file: topic, Q0, document, rank, score, tag",
    "grades": "a judged list from the top, as 2,0,-,1; - for an unjudged document",
    "unretrieved": "lists: how many other documents the pool has of grade 0, 1, …, as 0,1,0",
    "groups": "lists: the places of documents with equal scores, as '1;2,3'",
    "ties": "lists: mean (default), best, worst; for files also trec",
    "unjudged": "lists: zero or drop",
    "qrels": "a file of judgements: topic, iteration, document, grade; --run is then a file too",
    "mean": "files: arithmetic (default) or geometric",
    "least": "files: what values are raised to before a geometric mean, as 0.00001",
    "label": "a label, as 0,1; for a measure those of ranked documents, as '0,1;1,1'",
}
HINT = "the metric: recall --help shows those of recall."
OF_FILES = ("mean", "least")
NOT_OF_FILES = (
    "ranking",
    "reference",
    "n",
    "grades",
    "unretrieved",
    "groups",
    "label",
    "convention",
)


def parser(shown: Collection[str] | None = ()) -> Parser:
    """Return the command line; help shows these parameters, or all where None is given."""
    from metrics.language.parameters import PARAMETERS

    made = Parser(
        prog="proofs.value",
        description=DESCRIPTION,
        epilog=exit_codes("a value", open_ended="undefined, or undecided"),
        add_help=False,
    )
    made.add_argument(
        "metric", nargs="?", metavar="METRIC", help="a metric, distance of labels or measure"
    )
    for name, about in POINTS.items():
        made.add_argument(f"--{name}", metavar=name.upper(), help=about)
    made.add_using()
    made.add_fresh()
    made.add_parameters(PARAMETERS, shown)
    made.add_common("text (default) or json")
    made.add_own_help("metric")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Evaluate, show the value, and return the exit code."""
    from metrics.language.parameters import PARAMETERS
    from proofs.core.valuing.value import Inconclusive

    if arguments.convention is not None:
        choice("convention", arguments.convention, ("items", "ranks"))
    names = (*POINTS, "convention", *PARAMETERS)
    given = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    for name in OF_FILES if "qrels" not in given else ():
        if name in given:
            raise Usage(f"only files read --{name}: leave it out, or add --qrels and --run.")
    try:
        return at_files(arguments, given) if "qrels" in given else at_a_point(arguments, given)
    except Inconclusive as problem:
        raise Undecided(str(problem)) from None


def at_a_point(arguments: argparse.Namespace, given: dict[str, Any]) -> int:
    """Show the value at one point."""
    from proofs.core.valuing.value import value_of
    from proofs.report.valued import value_fields, value_text

    value = value_of(arguments.metric, **given)
    shown = tell(arguments, value_fields(value), value_text(value))
    return _kept(arguments, shown, EXIT["undecided" if value.undefined else "holds"])


def at_files(arguments: argparse.Namespace, given: dict[str, Any]) -> int:
    """Show the values at the topics of two files."""
    from proofs.report.valued import scored_fields, scored_text
    from proofs.trec.scored import scored

    for name in NOT_OF_FILES:
        if name in given:
            raise Usage(f"files say what is scored: leave --{name} out.")
    if "run" not in given:
        raise Usage("which run? Add --run FILE, lines of topic, Q0, document, rank, score, tag.")
    with Progress(arguments.quiet, "topics") as progress:
        found = scored(arguments.metric, progress=progress, **given)
    shown = tell(arguments, scored_fields(found), scored_text(found))
    return _kept(arguments, shown, EXIT["undecided" if found.mean is None else "holds"])


def _kept(arguments: argparse.Namespace, shown: str | None, code: int) -> int:
    """Keep what was shown, unless it rests on a Python file or a plug-in; return the exit code."""
    from lattice.declared import is_data

    if is_data(arguments.using):
        answers.remember("value", arguments.format, shown, code)
    return code


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    known = answers.said_before("value", sys.argv[1:]) if argv is None else None
    if known is not None:
        return known
    from lattice.declared import own

    arguments = parser().parse_args(argv)
    with own(arguments.using, settings=arguments.set, subjects=[arguments.metric or ""]):
        if arguments.help is not None:
            from proofs.core.valuing.value import readable_at_a_point

            shown = readable_at_a_point(arguments.metric) if arguments.metric else None
            say(help_text(parser, arguments.help, shown, HINT), end="")
            return 0
        common = Parser.common(arguments, ("text", "json"))
        if not arguments.metric:
            raise Usage("which metric? Name one, for example: kendall --ranking 2,1,3.")
        with within(common.seconds):
            return run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
