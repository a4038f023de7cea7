"""python -m proofs.value METRIC …: the exact value of a metric at one point."""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
from collections.abc import Sequence

from rankproof.line.arguments import Parser, Usage, choice, tell
from rankproof.line.deadline import within
from rankproof.line.failures import Undecided
from rankproof.line.guard import EXIT, exit_codes, guarded

DESCRIPTION = """The exact value of a metric at one point, from its definition.

  python -m proofs.value kendall --ranking 2,1,3 --reference 1,2,3
  python -m proofs.value rbp --ranking 2,1,3                p is free: a formula in p
  python -m proofs.value gp --run 2,0,1 --c 2 --gains 0,1,3
  python -m proofs.value kendall_w --ranking 2,1,3 --reference 1,2,3 --w 1,2,1/2
  python -m proofs.value manhattan --label 0,1 --labels 3"""
POINTS = {
    "ranking": "the ranking τ that is scored, as 2,1,3",
    "reference": "the first ranking σ, which it is compared with",
    "run": "a judged run, as 2,0,1",
    "label": "a label, as 0,1; for a measure those of ranked documents, as '0,1;1,1'",
}


def parser() -> Parser:
    """Return the command line."""
    from metrics.language.parameters import PARAMETERS

    made = Parser(
        prog="proofs.value",
        description=DESCRIPTION,
        epilog=exit_codes("a value", open_ended="undefined, or undecided"),
    )
    made.add_argument("metric", metavar="METRIC", help="a metric, distance of labels or measure")
    for name, about in POINTS.items():
        made.add_argument(f"--{name}", metavar=name.upper(), help=about)
    made.add_argument("--convention", help="items (default) or ranks: how a permutation is read")
    for name, one in PARAMETERS.items():
        made.add_argument(f"--{name}", metavar=name.upper(), help=one.help)
    made.add_common("text (default) or json")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Evaluate, show the value, and return the exit code."""
    from metrics.language.parameters import PARAMETERS
    from proofs.core.valuing import Inconclusive, value_of
    from proofs.report.valued import value_fields, value_text

    if arguments.convention is not None:
        choice("convention", arguments.convention, ("items", "ranks"))
    given = {name: getattr(arguments, name) for name in (*POINTS, "convention", *PARAMETERS)}
    try:
        value = value_of(arguments.metric, **given)
    except Inconclusive as problem:
        raise Undecided(str(problem)) from None
    tell(arguments, value_fields(value), value_text(value))
    return EXIT["undecided" if value.undefined else "holds"]


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    arguments = parser().parse_args(argv)
    common = Parser.common(arguments, ("text", "json"))
    if not arguments.metric:
        raise Usage("which metric? Name one, for example: kendall --ranking 2,1,3.")
    with within(common.seconds):
        return run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
