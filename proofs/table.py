"""python -m proofs.table NAME: tables of answers, in six formats, and figures."""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proofs.tables import TABLES
from rankproof.kept import answers
from rankproof.line.arguments import Common, Parser, Usage, choice, close, whole
from rankproof.line.arguments import sizes as one_range
from rankproof.line.guard import EXIT, exit_codes, guarded, say
from rankproof.line.pictures import ENDINGS, ending
from rankproof.line.progress import Progress
from rankproof.presented import painted

DESCRIPTION = """Tables of answers about many metrics at once.

  python -m proofs.table properties --n 4 --k 2            metrics × axioms
  python -m proofs.table counterexamples --n 2..6          the smallest of each cell
  python -m proofs.table lists --n 1..3 --c 1 --k 2        metrics of judged lists
  python -m proofs.table properties --having symmetry,unit_range --lacking triangle
  python -m proofs.table pairs --metrics dcg,ndcg,mrr       do two metrics ever contradict?
  python -m proofs.table agreement --n 4 --figure heatmap.svg

tables:
""" + "\n".join(f"  {name:<18}{table.about}" for name, table in TABLES.items())
ENGINES = ("auto", "exhaustive", "smt")


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(
        prog="proofs.table",
        description=DESCRIPTION,
        epilog=exit_codes("the table was made", open_ended="with --timeout: some cells are open"),
    )
    made.add_argument("table", nargs="?", metavar="TABLE", help="one of those above")
    made.add_argument("--n", metavar="N", help="sizes, as 4 (properties: up to 4), 2..6 or 4,5,100")
    made.add_argument("--k", metavar="K", help="cut-off of the metrics that have one (default: 2)")
    made.add_argument("--c", metavar="C", help="lists: the largest grade (default: 1)")
    made.add_argument("--p", metavar="P", help="persistence (default: 4/5)")
    made.add_argument("--metrics", metavar="A,B", help="these metrics only")
    made.add_argument("--axioms", metavar="A,B", help="these axioms only")
    made.add_argument("--having", metavar="A,B", help="only metrics that have all of these")
    made.add_argument("--lacking", metavar="A,B", help="only metrics that lack all of these")
    made.add_argument("--domain", help="pairs: rankings (default), runs or lists")
    made.add_argument("--every-n", action="store_true", help="add proofs for every n (slow)")
    made.add_argument("--convention", help="items (default) or ranks")
    made.add_argument("--engine", help="auto (default), exhaustive or smt")
    made.add_argument("--samples", metavar="N", help="sampled columns: how many cases")
    made.add_argument("--seed", metavar="N", help="sampled columns: the seed")
    made.add_argument("--fresh", action="store_true", help="do not use answers found before")
    made.add_using()
    made.add_common("text (default), json, md, latex, csv or html")
    made.add_cluster()
    made.add_argument("--transpose", action="store_true", help="metrics as columns")
    made.add_argument("--split", metavar="N", help="in parts of N columns (latex: as they fit)")
    made.add_argument("--figure", metavar="FILE", help="save a picture: .svg, .png or .pdf")
    return made


def sizes(text: str | None) -> tuple[int, ...] | None:
    """Read --n: sizes with commas, and ranges as 2..6.

    >>> sizes("2..4,100")
    (2, 3, 4, 100)
    """
    if text is None:
        return None
    found: list[int] = []
    for part in text.split(","):
        if part.strip() == "all":
            raise Usage("--n all: a table has sizes; add --every-n for proofs for every n.")
        read = one_range(part.strip())
        assert not isinstance(read, str)
        found += [read] if isinstance(read, int) else list(read)
    if found != sorted(set(found)):
        raise Usage(f"--n {text}: the sizes must grow, each named once.")
    return tuple(found)


def names(text: str | None) -> tuple[str, ...]:
    """Read names with commas between them; those within brackets belong to a name.

    >>> names("dcg, mae"), names("ap(over=cut, rel=2)@10,rr")
    (('dcg', 'mae'), ('ap(over=cut, rel=2)@10', 'rr'))
    """
    several = re.split(r",(?![^()]*\))", text or "")
    return tuple(name.strip() for name in several if name.strip())


def request(arguments: argparse.Namespace, common: Common) -> Any:
    """Return what is asked for, checked."""
    from proofs.tables.request import Request

    convention = choice("convention", arguments.convention or "items", ("items", "ranks"))
    choice("engine", arguments.engine or "auto", ENGINES)
    return Request(
        sizes=sizes(arguments.n),
        k=None if arguments.k is None else whole("k", arguments.k),
        c=None if arguments.c is None else whole("c", arguments.c),
        p=arguments.p,
        metrics=names(arguments.metrics),
        axioms=names(arguments.axioms),
        having=names(arguments.having),
        lacking=names(arguments.lacking),
        domain=arguments.domain,
        convention=convention,
        engine=arguments.engine or "auto",
        every_n=arguments.every_n,
        samples=None if arguments.samples is None else whole("samples", arguments.samples, 2),
        seed=None if arguments.seed is None else whole("seed", arguments.seed, 0),
        timeout=common.seconds,
        jobs=common.jobs,
        fresh=arguments.fresh,
        cluster=arguments.cluster,
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the table and return the exit code."""
    from proofs.tables.layout.formats import FORMATS, shown
    from proofs.tables.making import insist_read, made

    if arguments.table is None:
        raise Usage(f"name a table: {', '.join(TABLES)}.")
    name = arguments.table
    if name not in TABLES:
        known = ", ".join(TABLES)
        raise Usage(f"no table is called {name[:40]!r}: {known}.{close(name, TABLES)}")
    common = Parser.common(arguments, FORMATS)
    insist_read(name, vars(arguments))
    split = None if arguments.split is None else whole("split", arguments.split)
    if arguments.format in ("json", "csv") and (arguments.transpose or split):
        what = "--transpose" if arguments.transpose else "--split"
        raise Usage(f"{what} is about how a table is laid out: leave it out of {arguments.format}.")
    if arguments.figure and ending(arguments.figure) not in ENDINGS:
        raise Usage(f"--figure {arguments.figure!r} must end in .svg, .png or .pdf.")
    asked = request(arguments, common)
    with Progress(arguments.quiet) as progress:
        table = made(name, replace(asked, progress=progress))
    if arguments.figure:
        from proofs.tables.layout import figures

        figures.save(table, arguments.figure)
    if not arguments.quiet:
        laid_out = table.transposed() if arguments.transpose else table
        text = shown(laid_out, arguments.format, split)
        say(painted(text, signs=True) if arguments.format == "text" else text)
        if not table.is_open() and _lasts(arguments):
            answers.remember("table", arguments.format, text, 0)
    return EXIT["undecided"] if common.seconds is not None and table.is_open() else 0


def _lasts(arguments: argparse.Namespace) -> bool:
    """Tell whether a table may be shown again: no chance, program or Python file is in it."""
    from lattice.declared import is_data

    chance = "samples" in TABLES[arguments.table].reads
    programs = arguments.table == "libraries"
    return not (chance or programs or arguments.figure) and is_data(arguments.using)


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    known = answers.said_before("table", sys.argv[1:]) if argv is None else None
    if known is not None:
        return known
    from lattice.declared import own

    arguments = parser().parse_args(argv)
    with own(arguments.using, settings=arguments.set, subjects=names(arguments.metrics)):
        return run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
