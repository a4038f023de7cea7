"""python -m proofs.table NAME: tables of answers, in six formats, and figures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from proofs.check import EXIT_CODES, Parser, Progress, Usage, choice, seconds, whole
from proofs.tables import TABLES
from rankproof.line import shadowed as home

DESCRIPTION = """Tables of answers about many metrics at once.

  python -m proofs.table properties --n 4 --k 2            metrics × axioms
  python -m proofs.table counterexamples --n 2..6          the smallest of each cell
  python -m proofs.table agreement --n 4 --figure heatmap.svg

tables:
""" + "\n".join(f"  {name:<18}{text}" for name, text in TABLES.items())
ENGINES = ("auto", "exhaustive", "smt")
FIGURES = ("properties", "agreement")
FIGURE_ENDINGS = ("svg", "png", "pdf")


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(
        prog="proofs.table",
        description=DESCRIPTION,
        epilog=EXIT_CODES.replace("holds (or: a quantity was computed)", "the table was made"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument("table", nargs="?", metavar="TABLE", help="one of those above")
    made.add_argument("--n", metavar="N", help="sizes, as 4 (properties: up to 4), 2..6 or 4,5,100")
    made.add_argument("--k", metavar="K", help="cut-off of the metrics that have one (default: 2)")
    made.add_argument("--p", metavar="P", default="4/5", help="persistence (default: 4/5)")
    made.add_argument("--metrics", metavar="A,B", help="these metrics only")
    made.add_argument("--axioms", metavar="A,B", help="these axioms only")
    made.add_argument("--every-n", action="store_true", help="add proofs for every n (slow)")
    made.add_argument("--convention", default="items", help="items (default) or ranks")
    made.add_argument("--engine", default="auto", help="auto (default), exhaustive or smt")
    made.add_argument("--samples", metavar="N", help="sampled columns: how many cases")
    made.add_argument("--seed", metavar="N", help="sampled columns: the seed")
    made.add_argument("--jobs", metavar="N", default="2", help="processes (default: 2)")
    made.add_argument("--timeout", metavar="SECONDS", help="give up on a cell after so long")
    made.add_argument("--fresh", action="store_true", help="do not use answers found before")
    made.add_argument("--format", default="text", help="text, json, md, latex, csv or html")
    made.add_argument("--figure", metavar="FILE", help="save a picture: .svg, .png or .pdf")
    made.add_argument("--quiet", action="store_true", help="print nothing, only exit")
    return made


def sizes(text: str | None) -> tuple[int, ...] | None:
    """Read --n: sizes with commas, and ranges as 2..6.

    >>> sizes("2..4,100")
    (2, 3, 4, 100)
    """
    if text is None:
        return None
    from proofs.check import sizes as one_range

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
    """Read names with commas between them.

    >>> names("dcg, mae")
    ('dcg', 'mae')
    """
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


def request(arguments: argparse.Namespace) -> Any:
    """Return what is asked for, checked."""
    from proofs.tables.request import Request

    choice("convention", arguments.convention, ("items", "ranks"))
    choice("engine", arguments.engine, ENGINES)
    made = Request(
        sizes=sizes(arguments.n),
        k=None if arguments.k is None else whole("k", arguments.k),
        p=arguments.p,
        metrics=names(arguments.metrics),
        axioms=names(arguments.axioms),
        convention=arguments.convention,
        engine=arguments.engine,
        every_n=arguments.every_n,
        samples=None if arguments.samples is None else whole("samples", arguments.samples, 2),
        seed=None if arguments.seed is None else whole("seed", arguments.seed, 0),
        timeout=None if arguments.timeout is None else seconds(arguments.timeout),
        jobs=whole("jobs", arguments.jobs),
        fresh=arguments.fresh,
    )
    made.chosen_metrics()
    made.chosen_axioms()
    return made


def run(arguments: argparse.Namespace) -> int:
    """Make the table and return the exit code."""
    from proofs.tables.layout.formats import FORMATS, shown

    if arguments.table is None:
        raise Usage(f"name a table: {', '.join(TABLES)}.")
    name = choice("table", arguments.table, tuple(TABLES))
    choice("format", arguments.format, FORMATS)
    ending = figure_ending(name, arguments.figure)
    asked = request(arguments)
    progress = Progress(shown=sys.stderr.isatty() and not arguments.quiet)
    module = import_module(f"proofs.tables.{name}")
    try:
        table = module.table(replace(asked, progress=progress))
    finally:
        progress.close()
    if ending:
        from proofs.tables.layout import figures

        figures.save(table, arguments.figure)
    if not arguments.quiet:
        print(shown(table, arguments.format))
    return 0


def figure_ending(name: str, path: str | None) -> str | None:
    """Return the kind of picture that is wanted, or say why there cannot be one."""
    if path is None:
        return None
    if name not in FIGURES:
        raise Usage(f"--figure: there is no picture of {name}, only of {' and '.join(FIGURES)}.")
    ending = path.rpartition(".")[2].lower()
    if ending not in FIGURE_ENDINGS:
        raise Usage(f"--figure {path!r} must end in .svg, .png or .pdf.")
    return ending


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    home.insist()
    from proofs.check import guarded

    return guarded(lambda: run(parser().parse_args(argv)))


if __name__ == "__main__":
    raise SystemExit(main())
