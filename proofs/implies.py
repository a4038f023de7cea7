"""python -m proofs.implies AXIOM … AXIOM: do the first ones imply the last, for every metric?"""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rankproof.line.arguments import Parser, Usage, sizes, tell
from rankproof.line.files import write
from rankproof.line.guard import EXIT, exit_codes, guarded
from rankproof.line.version import VERSION

if TYPE_CHECKING:
    from proofs.core.implying import Implication


def matrix(n: int, seconds: float) -> dict[tuple[str, str], str]:
    """Decide every implication between two axioms that a free metric fits into."""
    from axioms import AXIOMS
    from metrics.naming import BadInput
    from proofs.core.implying import implied
    from proofs.script.free_metric import check_axiom

    fitting = []
    for axiom in AXIOMS.values():
        try:
            check_axiom(axiom)
        except BadInput:
            continue
        fitting.append(axiom)
    return {
        (one.name, two.name): implied([one], two, [n], seconds).status
        for one in fitting
        for two in fitting
        if one is not two
    }


def reduction(found: dict[tuple[str, str], str]) -> list[str]:
    """Return the implications that the others do not give, equivalent axioms joined by =."""
    import networkx as nx

    from proofs.core.implying import HOLDS

    graph = nx.DiGraph(pair for pair, status in found.items() if status == HOLDS)
    graph.add_nodes_from(name for pair in found for name in pair)
    joined = nx.condensation(graph)
    names = {node: " = ".join(sorted(data["members"])) for node, data in joined.nodes(data=True)}
    return sorted(f"{names[a]} ⇒ {names[b]}" for a, b in nx.transitive_reduction(joined).edges)


def show_matrix(found: dict[tuple[str, str], str]) -> str:
    """Return the matrix and its transitive reduction as text."""
    from proofs.core.implying import HOLDS, REFUTED, UNDECIDED

    names = sorted({name for pair in found for name in pair})
    width = max(map(len, names))
    marks = {HOLDS: "⇒", REFUTED: "·", UNDECIDED: "?"}
    lines = ["row implies column: ⇒ yes, · no, ? undecided", ""]
    for row, name in enumerate(names):
        cells = [" " if name == other else marks[found[name, other]] for other in names]
        lines.append(f"{row + 1:>3} {name:<{width}}  {'  '.join(cells)}")
    heads = "".join(f"{column + 1:<3}" for column in range(len(names)))
    lines.insert(2, f"    {'':<{width}}  {heads}".rstrip())
    return "\n".join([*lines, "", "not implied by the others:", *reduction(found)])


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(
        prog="proofs.implies", description=__doc__, epilog=exit_codes("implied", "not implied")
    )
    made.add_argument("axioms", nargs="*", metavar="AXIOM", help="premises, then the conclusion")
    made.add_argument("--n", metavar="N", default="2", help="2 (default), 3, 2..3, or all")
    made.add_argument("--all", action="store_true", help="every pair of axioms")
    made.add_argument("--dot", metavar="FILE", help="with --all: save the reduction for Graphviz")
    made.add_argument("--certificate", metavar="FILE", help="save what is needed to re-check")
    made.add_using(of_metrics=False)
    made.add_common("text (default) or json")
    return made


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    from lattice.declared import own

    arguments = parser().parse_args(argv)
    with own(arguments.using):
        return run(arguments)


def run(arguments: argparse.Namespace) -> int:
    """Decide what was asked for, show it, and return the exit code."""
    common = Parser.common(arguments, ("text", "json"))
    from proofs.core.implying import SECONDS, SIZES
    from proofs.script.free_metric import LARGEST_N

    asked = sizes(arguments.n)
    walk = SIZES if isinstance(asked, str) else [asked] if isinstance(asked, int) else list(asked)
    if max(walk) > LARGEST_N:
        raise Usage(
            f"--n {arguments.n}: a free metric of {max(walk)} items has too many unknowns; n is 2 "
            "or 3, 2..3, or all."
        )
    limit = SECONDS if common.seconds is None else common.seconds
    return (_all if arguments.all else _one)(arguments, walk, limit)


def _one(arguments: argparse.Namespace, walk: Sequence[int], limit: float) -> int:
    from axioms import find_axiom
    from proofs.core.implying import implied
    from proofs.script.free_metric import check_axiom

    if len(arguments.axioms) < 2:
        raise Usage("name at least two axioms: premises, then the conclusion.")
    if arguments.dot is not None:
        raise Usage("--dot draws the reduction of all implications: add --all.")
    *premises, conclusion = [find_axiom(name) for name in arguments.axioms]
    for axiom in (*premises, conclusion):
        check_axiom(axiom)
    premises, every_n = list(dict.fromkeys(premises)), arguments.n == "all"
    answer = implied(premises, conclusion, walk, limit, every_n)
    if every_n:
        answer = answer.or_open()
    if arguments.certificate is not None:
        _save(answer, arguments.certificate)
    tell(arguments, answer.as_json(), answer.text())
    return EXIT[answer.status]


def _save(answer: Implication, path: str) -> None:
    """Write the certificate of an answer."""
    from proofs.report.certificate import implication_certificate, text_of

    write(path, text_of(implication_certificate(answer, VERSION)))


def _all(arguments: argparse.Namespace, walk: Sequence[int], limit: float) -> int:
    from proofs.core.implying import UNDECIDED

    if arguments.axioms:
        raise Usage("--all asks about every pair of axioms: name none.")
    (n, *more) = walk
    if more:
        raise Usage(f"--n {arguments.n}: with --all n is 2 or 3.")
    if arguments.certificate is not None:
        raise Usage("--certificate saves one answer: leave --all out, and name the axioms.")
    found = matrix(n, limit)
    reduced = reduction(found)
    if arguments.dot is not None:
        edges = [line.replace(" ⇒ ", '" -> "') for line in reduced]
        write(arguments.dot, "".join(["digraph {\n", *[f'  "{e}";\n' for e in edges], "}\n"]))
    rows = [{"premise": a, "conclusion": b, "status": s} for (a, b), s in found.items()]
    fields = {"schema": 1, "version": VERSION, "n": n, "rows": rows, "reduction": reduced}
    tell(arguments, fields, show_matrix(found))
    open_ended = arguments.timeout is not None and UNDECIDED in found.values()
    return EXIT[UNDECIDED] if open_ended else 0


if __name__ == "__main__":
    raise SystemExit(main())
