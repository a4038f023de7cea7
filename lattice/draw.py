"""python -m lattice.draw ORDER --n 3 --c 2 --out hasse.svg: Hasse diagrams.

From Python any poset can be drawn: ``draw(poset, "hasse.svg")``; without a file the text for the
terminal comes back.

>>> from lattice.orders import set_replacement
>>> from lattice.relation import poset_of
>>> print(draw(poset_of(set_replacement, 2, 1)))
2  a₁a₁*
1  a₁a₀*
0  a₀a₀
<BLANKLINE>
* join-irreducible
<BLANKLINE>
2 covers
  a₀a₀ ⋖ a₁a₀
  a₁a₀ ⋖ a₁a₁
"""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from lattice.declared import own
from lattice.picture.diagram import MARKS, PARTS, Diagram, check_number, diagram
from lattice.poset import Poset
from metrics.naming import BadInput
from rankproof.line import pictures
from rankproof.line.arguments import Parser, Usage, choice, whole
from rankproof.line.deadline import within
from rankproof.line.files import write
from rankproof.line.guard import exit_codes, guarded, say

DESCRIPTION = """Draw the Hasse diagram of an order of judged runs.

  python -m lattice.draw set_replacement --n 5 --c 2                   text, in the terminal
  python -m lattice.draw rank_replacement --n 3 --c 2 --out hasse.svg
  python -m lattice.draw rank_replacement --n 3 --c 2 --part lower --out lower.pdf
  python -m lattice.draw set_replacement --n 5 --c 2 --metric gp --gains 0,1,2 --out gp.png
  python -m lattice.draw mine --using mine.toml --n 3 --c 1            an order of one's own"""
FORMATS = ("text", *pictures.ENDINGS, "dot", "tikz")
FORM_OF = {**{name: name for name in FORMATS[1:]}, "gv": "dot", "tex": "tikz", "txt": "text"}
"""The formats, by how a file name ends."""
SETTINGS = {
    "metric": ("M", "write the exact values of a metric on runs"),
    "gains": ("G", "gains of the degrees, as 0,1,3"),
    "p": ("P", "persistence, exactly, as 4/5"),
    "b": ("B", "the base of a logarithmic discount"),
    "rb": ("RB", "the recall base"),
}
LONGEST_VALUE = 40


def draw(
    poset: Poset,
    path: str | None = None,
    *,
    form: str | None = None,
    labels: Mapping[Any, str] | None = None,
    values: Mapping[Any, str] | None = None,
    mark: str = "join",
    numbers: bool = False,
    title: str = "",
    part: str | None = None,
) -> str | bytes:
    """Draw a poset into a file, the format by its ending, and return what was written.

    `labels` and `values` are by element; `mark` says which irreducibles are marked, `numbers`
    numbers the elements, and `part` is "lower" or "upper" for one half.
    """
    drawn = diagram(
        poset, labels=labels, values=values, mark=mark, numbers=numbers, title=title, part=part
    )
    content = rendered(drawn, form_of(path, form))
    if path is not None:
        write(path, content)
    return content


def form_of(path: str | None, form: str | None) -> str:
    """Return the format that was named, or that of the file's ending.

    >>> form_of("hasse.SVG", None), form_of("hasse.svg", "tikz"), form_of(None, None)
    ('svg', 'tikz', 'text')
    """
    if form is not None:
        if form not in FORMATS:
            raise BadInput(f"format {form!r} is not one of {', '.join(FORMATS)}.")
        return form
    if path is None:
        return "text"
    ending = pictures.ending(path)
    if ending not in FORM_OF:
        what = f"the ending '.{ending}'" if ending else "a file name without an ending"
        known = ", ".join(f".{name}" for name in FORM_OF)
        raise BadInput(
            f"{what} says no format: use {known}, or name it: --format {'|'.join(FORMATS)}."
        )
    return FORM_OF[ending]


def rendered(drawn: Diagram, form: str) -> str | bytes:
    """Return the diagram in a format."""
    from lattice.picture import written

    if form == "text":
        from shutil import get_terminal_size

        return written.text(drawn, get_terminal_size((100, 24)).columns)
    if form == "dot":
        return written.dot(drawn)
    from lattice.picture.drawn import picture, scaled

    if form == "tikz":
        measure = scaled(drawn)
        return written.tikz(drawn, 2.54 * measure.across, 2.54 * measure.up)
    return picture(drawn, form)


# The command line --------------------------------------------------------------------------------


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(prog="lattice.draw", description=DESCRIPTION, epilog=exit_codes("drawn"))
    made.add_argument("order", metavar="ORDER", help="an order, for example rank_replacement")
    made.add_argument("--n", metavar="N", help="the number of documents")
    made.add_argument("--c", metavar="C", help="the largest degree, as 2 for 0, 1, 2")
    made.add_argument("--out", metavar="FILE", help="svg, png, pdf, dot, tex or txt, by its ending")
    made.add_using()
    made.add_common(f"{', '.join(FORMATS)} (default: the ending)", default=None)
    made.add_argument(
        "--mark", default="join", help="irreducibles: join (default), meet, both, none"
    )
    for name, (shown, text) in SETTINGS.items():
        made.add_argument(f"--{name}", metavar=shown, help=text)
    made.add_argument("--numbers", action="store_true", help="number the runs r̂1, r̂2, …")
    made.add_argument("--part", metavar="PART", help="only the lower or the upper levels")
    made.add_argument("--title", metavar="TEXT", help="a title (default: the order and its size)")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Draw what was asked for."""
    from lattice import find_order
    from lattice.relation import check_size, number_of_runs, poset_of

    order = find_order(arguments.order)
    for name, example in (("n", "3"), ("c", "2")):
        if getattr(arguments, name) is None:
            raise Usage(f"how large? Add --{name}, for example --{name} {example}.")
    n, c = whole("n", arguments.n), whole("c", arguments.c)
    choice("mark", arguments.mark, MARKS)
    if arguments.part is not None:
        choice("part", arguments.part, PARTS)
    form = form_of(arguments.out, arguments.format)
    if arguments.out is None and form in pictures.ENDINGS:
        raise Usage(f"a picture needs a file: add --out, for example --out hasse.{form}.")
    check_size(order, n, c)
    check_number(number_of_runs(order, n, c))
    values, of = metric_values(arguments, n, c)
    title = arguments.title
    if title is None:
        title = f"{of}{order.name}, n = {n}, c = {c}"
        title += f", {arguments.part} part" if arguments.part else ""
    shown = {name: getattr(arguments, name) for name in ("mark", "numbers", "part")}
    poset = poset_of(order, n, c)
    content = draw(poset, arguments.out, form=form, values=values, title=title, **shown)
    if arguments.quiet:
        return 0
    if arguments.out is None:
        say(content if isinstance(content, str) else "", end="" if form != "text" else "\n")
    else:
        say(f"written: {arguments.out} ({title})")
    return 0


def metric_values(arguments: argparse.Namespace, n: int, c: int) -> tuple[dict[Any, str], str]:
    """Return the metric's values by run, and how the title begins."""
    given = {name: value for name in SETTINGS if (value := getattr(arguments, name)) is not None}
    if given.pop("metric", None) is None:
        for name in given:
            raise Usage(f"--{name} belongs to a metric: add --metric, for example --metric gp.")
        return {}, ""
    from lattice import find_order
    from lattice.relation import runs
    from lattice.values import shown, value_at
    from metrics import find_metric
    from metrics.language.domains import RUNS
    from metrics.language.parameters import settings_for

    metric = find_metric(arguments.metric, RUNS)
    if metric.domain is not RUNS:
        raise BadInput(f"{metric.name} does not score judged runs: use gp, gr, grbp or dcg_b.")
    settings = settings_for(metric, c, given)
    order = find_order(arguments.order)
    values = {word: shown(value_at(metric, word, c, settings)) for word in runs(order, n, c)}
    longest = max(values.values(), key=len)
    if len(longest) > LONGEST_VALUE:
        raise BadInput(
            f"a value such as {longest} is too long for a label: give numbers, for example "
            f"--gains {','.join(map(str, range(c + 1)))}"
            + (" --p 4/5." if "p" in metric.parameters else ".")
        )
    return values, f"{metric.title} on "


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""

    arguments = parser().parse_args(argv)
    with (
        within(Parser.common(arguments, FORMATS).seconds),
        own(arguments.using, settings=arguments.set, subjects=[arguments.metric or ""]),
    ):
        return run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
