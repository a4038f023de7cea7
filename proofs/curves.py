"""python -m proofs.curves: the point curve of rankings against a reference, its area shaded.

Prints the exact values; --out FILE draws them as SVG, PNG or PDF. The trapezoid of depth i is as
wide as its height hᵢ (`area`, eq. 4), so the shaded area is the area measure.
"""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import Any

from metrics.naming import BadInput
from metrics.point_curve import Curve, curve, exact_heights
from rankproof.line.arguments import Parser, Usage, tell
from rankproof.line.deadline import within
from rankproof.line.files import write
from rankproof.line.guard import exit_codes, guarded
from rankproof.line.pictures import ENDINGS, ending, rendered
from rankproof.line.version import VERSION

DESCRIPTION = """Draw the point curve of rankings against a reference.

  python -m proofs.curves --reference d1,d2,d3,d4 --ranking d2,d1,d4,d3 --ranking d4,d3,d2,d1
  … --out curve.svg            also .png and .pdf"""
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F7F7F", "#332288")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
LABEL_LENGTH = 28
MEASURES = ("F", "footrule", "point", "area")
SETTINGS = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def shortened(ranking: Sequence[str]) -> str:
    """Return a ranking as text that fits into a label.

    >>> shortened(["d1", "d2"])
    'd1 d2'
    """
    name = " ".join(ranking)
    return name if len(name) <= LABEL_LENGTH else name[: LABEL_LENGTH - 2].rstrip() + " …"


@dataclass(frozen=True)
class Drawn:
    """A ranking, its curve, and its area divided by that of the inverse ranking."""

    ranking: tuple[str, ...]
    curve: Curve
    share: Fraction | None

    def label(self) -> str:
        """Return the ranking, shortened, with its area and A-corr."""
        share = "" if self.share is None else f",  A-corr = {1 - self.share}"
        return f"{shortened(self.ranking)}:  A = {self.curve.area[-1]}{share}"


def drawn(
    rankings: Sequence[Sequence[str]], reference: Sequence[str], heights: Sequence[Any] | None
) -> list[Drawn]:
    """Return the curves of rankings against a reference.

    >>> drawn([("b", "a")], ("a", "b"), None)[0].label()
    'b a:  A = 1,  A-corr = 0'
    """
    worst = curve(tuple(reversed(reference)), reference, heights).area[-1]
    found = []
    for ranking in rankings:
        its = curve(ranking, reference, heights)
        found.append(Drawn(tuple(ranking), its, its.area[-1] / worst if worst else None))
    return found


def table(curves: Sequence[Drawn]) -> str:
    """Return the exact values at every depth as text."""
    lines = []
    for one in curves:
        n = len(one.ranking)
        rows = {"depth": range(1, n + 1), "document": one.ranking}
        rows |= {name: getattr(one.curve, name) for name in MEASURES}
        widths = [max(len(str(values[i])) for values in rows.values()) for i in range(n)]
        lines += [
            f"{name:<10}" + "  ".join(str(v).rjust(w) for v, w in zip(values, widths, strict=True))
            for name, values in rows.items()
        ]
        if one.share is not None:
            lines.append(f"{'nA':<10}{one.share}    A-corr {1 - one.share}")
        lines.append("")
    return "\n".join(lines).rstrip()


def as_json(curves: Sequence[Drawn], reference: Sequence[str]) -> dict[str, Any]:
    """Return the exact values at every depth as JSON fields."""
    rows = [
        {
            "ranking": list(one.ranking),
            **{name: list(map(str, getattr(one.curve, name))) for name in MEASURES},
            "normalised_area": None if one.share is None else str(one.share),
            "a_corr": None if one.share is None else str(1 - one.share),
        }
        for one in curves
    ]
    fields = {"schema": 1, "version": VERSION, "command": "curves"}
    return {**fields, "reference": list(reference), "rows": rows}


def draw(
    curves: Sequence[Drawn], reference: Sequence[str], heights: Sequence[Any] | None, path: str
) -> None:
    """Draw the curves into a file; its ending says how."""
    if ending(path) not in ENDINGS:
        raise BadInput(f"{path!r} ends in none of {', '.join(ENDINGS)}: write --out curve.svg.")
    if len(curves) > len(COLOURS):
        raise BadInput(f"{len(curves)} rankings make no legible picture: at most {len(COLOURS)}.")
    drawing = partial(_figure, curves, reference, heights)
    write(path, rendered(drawing, ending(path), SETTINGS, dpi=160))


def _figure(
    curves: Sequence[Drawn], reference: Sequence[str], heights: Sequence[Any] | None
) -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 4.4), layout="constrained")
    axes = figure.add_subplot()
    n = len(reference)
    widths = [Fraction(1)] * n if heights is None else exact_heights(heights, n)
    places = [0.0, *map(float, accumulate(widths))]
    worst = curve(tuple(reversed(reference)), reference).point
    axes.plot(places, [0, *worst], color="#9a9a9a", linestyle=(0, (4, 3)), linewidth=1.2, zorder=1)
    highest = max(range(n), key=lambda depth: worst[depth])
    axes.annotate(
        "inverse ranking, the worst",
        (places[highest + 1], worst[highest]),
        xytext=(0, 8),
        textcoords="offset points",
        ha="center",
        color="#6a6a6a",
        fontsize=9,
    )
    styles = list(zip(curves, COLOURS, MARKS, strict=False))
    by_size = sorted(styles, key=lambda style: style[0].curve.area[-1], reverse=True)
    for one, colour, _ in by_size:
        axes.fill_between(places, [0, *one.curve.point], color="white", linewidth=0, zorder=2)
        axes.fill_between(
            places, [0, *one.curve.point], color=colour, alpha=0.2, linewidth=0, zorder=2
        )
    for order, (one, colour, mark) in enumerate(styles):
        axes.plot(
            places,
            [0, *one.curve.point],
            color=colour,
            marker=mark,
            markersize=6 if n <= 20 else 3,
            linewidth=2,
            label=one.label(),
            zorder=3 + order,
            clip_on=False,
        )
    _axes(axes, places, n, max([1, *worst]))
    axes.set_xlabel(f"depth i, against the reference {shortened(reference)}")
    return figure


def _axes(axes: Any, places: list[float], n: int, highest: int) -> None:
    from matplotlib.ticker import MaxNLocator

    step = max(1, (n + 19) // 20)
    axes.set_xticks(places[::step], [str(depth) for depth in range(0, n + 1, step)])
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlim(0, places[-1])
    axes.set_ylim(0, highest * 1.16)
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_ylabel("point measure P(i)")
    axes.legend(
        loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=1, frameon=False, handlelength=2.2
    )


def documents(name: str, text: str) -> tuple[str, ...]:
    """Read a list of documents, separated by commas."""
    found = tuple(word.strip() for word in text.split(","))
    if "" in found:
        raise BadInput(f"--{name} {text!r} has an empty document: write --{name} d1,d2,d3.")
    return found


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(prog="proofs.curves", description=DESCRIPTION, epilog=exit_codes("computed"))
    made.add_argument("--reference", metavar="DOCS", help="the ideal ranking, as d1,d2,d3")
    made.add_argument("--ranking", metavar="DOCS", action="append", help="may be repeated")
    made.add_argument("--heights", metavar="H", help="one for each depth, as 1,1/2,1/3")
    made.add_argument("--out", metavar="FILE", help="draw into an SVG, PNG or PDF file")
    made.add_common("text (default) or json")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Print the values, and draw them where a file was named."""
    if not arguments.reference or not arguments.ranking:
        raise Usage("give --reference d1,d2,d3 and at least one --ranking d2,d1,d3.")
    reference = documents("reference", arguments.reference)
    heights = None if arguments.heights is None else arguments.heights.split(",")
    curves = drawn([documents("ranking", r) for r in arguments.ranking], reference, heights)
    if arguments.out is not None:
        draw(curves, reference, heights, arguments.out)
    tell(arguments, as_json(curves, reference), table(curves))
    return 0


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    arguments = parser().parse_args(argv)
    with within(Parser.common(arguments, ("text", "json")).seconds):
        return run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
