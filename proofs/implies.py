"""python -m proofs.implies AXIOM … AXIOM: do the first ones imply the last, for every metric?

python -m proofs.implies ioi max_agreement --n 2
python -m proofs.implies --all --n 3                          every pair of axioms
python -m proofs.implies --inconsistent --n 3                 minimal sets that no metric has
python -m proofs.implies --consistent --n 3                   maximal sets that one metric has
python -m proofs.implies --inconsistent ioi symmetry right_invariance --n all
python -m proofs.implies --all --n all                        every pair, for every n
"""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rankproof.kept import answers
from rankproof.line.arguments import Parser, Usage, sizes, tell
from rankproof.line.files import write
from rankproof.line.guard import EXIT, exit_codes, guarded
from rankproof.line.progress import Progress
from rankproof.line.version import VERSION

if TYPE_CHECKING:
    from proofs.core.axiom_sets.marco import Sets
    from proofs.core.axiom_sets.matrix import Matrix
    from proofs.core.implying import Implication, Table


def reduction(found: dict[tuple[str, str], str]) -> list[str]:
    """Return the implications that the others do not give, equivalent axioms joined by =."""
    import networkx as nx

    from proofs.core.implying import HOLDS

    graph = nx.DiGraph(pair for pair, status in found.items() if status == HOLDS)
    graph.add_nodes_from(name for pair in found for name in pair)
    joined = nx.condensation(graph)
    names = {node: " = ".join(sorted(data["members"])) for node, data in joined.nodes(data=True)}
    return sorted(f"{names[a]} ⇒ {names[b]}" for a, b in nx.transitive_reduction(joined).edges)


def show_matrix(made: Matrix) -> str:
    """Return the matrix, what says little in it, and its transitive reduction as text."""
    names = sorted({name for pair in made.statuses for name in pair})
    width = max(map(len, names))
    heads = "".join(f"{column:<3}" for column in range(1, len(names) + 1))
    lines = [
        "row implies column: ⇒ yes, · no, ? undecided; ∅ yes, since no metric has the row;",
        "◦ yes, since every metric has the column",
        "",
        f"    {'':<{width}}  {heads}".rstrip(),
    ]
    for place, name in enumerate(names, 1):
        cells = "  ".join(_mark(made, name, other) for other in names).rstrip()
        lines.append(f"{place:>3} {name:<{width}}  {cells}")
    lines.append("")
    if made.empty:
        lines.append(f"no metric has: {', '.join(made.empty)}")
    if made.everywhere:
        lines.append(f"every metric has: {', '.join(made.everywhere)}")
    little = {*made.empty, *made.everywhere}
    rest = {pair: s for pair, s in made.statuses.items() if not little.intersection(pair)}
    return "\n".join([*lines, "not implied by the others:", *reduction(rest)])


def _mark(made: Matrix, one: str, two: str) -> str:
    from proofs.core.implying import HOLDS, REFUTED, UNDECIDED

    if one == two:
        return " "
    if one in made.empty:
        return "∅"
    if two in made.everywhere:
        return "◦"
    return {HOLDS: "⇒", REFUTED: "·", UNDECIDED: "?"}[made.statuses[one, two]]


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(
        prog="proofs.implies", description=__doc__, epilog=exit_codes("implied", "not implied")
    )
    made.add_argument("axioms", nargs="*", metavar="AXIOM", help="premises, then the conclusion")
    made.add_argument("--n", metavar="N", default="2", help="2 (default), 3, 2..3, or all")
    made.add_argument("--all", action="store_true", help="every pair of axioms")
    made.add_argument(
        "--inconsistent",
        action="store_true",
        help="the minimal sets of axioms that no metric has together; with names: has none these?",
    )
    made.add_argument(
        "--consistent", action="store_true", help="the maximal sets of axioms that one metric has"
    )
    made.add_argument("--dot", metavar="FILE", help="with --all: save the reduction for Graphviz")
    made.add_argument("--certificate", metavar="FILE", help="save what is needed to re-check")
    made.add_using(of_metrics=False)
    made.add_common("text (default) or json")
    made.add_fresh()
    return made


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    known = answers.said_before("implies", sys.argv[1:]) if argv is None else None
    if known is not None:
        return known
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
    return _chosen(arguments)(arguments, walk, limit)


def _chosen(arguments: argparse.Namespace) -> Callable[..., int]:
    """Return what answers: one question or a list."""
    lists = [name for name in ("all", "inconsistent", "consistent") if getattr(arguments, name)]
    if len(lists) > 1:
        raise Usage(f"--{lists[0]} and --{lists[1]} are two questions: leave one out.")
    if arguments.dot is not None and lists != ["all"]:
        raise Usage("--dot draws the reduction of all implications: add --all.")
    if not lists or (arguments.inconsistent and arguments.axioms):
        return _one
    if arguments.axioms:
        raise Usage(f"--{lists[0]} asks about all axioms: name none.")
    if arguments.certificate is not None:
        raise Usage(
            f"--certificate saves one answer, and --{lists[0]} gives many: name the axioms of one."
        )
    return _all if arguments.all else _sets


def _one(arguments: argparse.Namespace, walk: Sequence[int], limit: float) -> int:
    from axioms import find_axiom
    from proofs.core.implying import REFUTED, implied

    if len(arguments.axioms) < 2 and not arguments.inconsistent:
        raise Usage("name at least two axioms: premises, then the conclusion.")
    named = [find_axiom(name) for name in arguments.axioms]
    conclusion = None if arguments.inconsistent else named.pop()
    premises, every_n = list(dict.fromkeys(named)), arguments.n == "all"
    lasts = every_n or arguments.inconsistent
    answer = implied(premises, conclusion, walk, limit, lasts)
    if every_n and conclusion is None and answer.status == REFUTED and len(answer.sizes) == 1:
        from_three = implied(premises, conclusion, walk[1:], limit, lasts)
        answer = answer if from_three.status == REFUTED else from_three
    if every_n:
        answer = answer.or_open()
    if arguments.certificate is not None:
        _save(answer, arguments.certificate)
    shown = tell(arguments, answer.as_json(), answer.text())
    if arguments.certificate is None and (answer.table is not None or len(answer.solvers) > 1):
        _remember(arguments, shown, EXIT[answer.status])
    return EXIT[answer.status]


def _remember(arguments: argparse.Namespace, shown: str | None, code: int) -> None:
    """Keep a definite answer, unless it rests on a Python file or a plug-in."""
    from lattice.declared import is_data

    if code != EXIT["undecided"] and is_data(arguments.using):
        answers.remember("implies", arguments.format, shown, code)


def _save(answer: Implication, path: str) -> None:
    """Write the certificate of an answer."""
    from proofs.report.certificate import implication_certificate, text_of

    write(path, text_of(implication_certificate(answer, VERSION)))


def _single(arguments: argparse.Namespace, walk: Sequence[int]) -> int:
    (n, *more) = walk
    if more:
        name = next(
            name for name in ("all", "inconsistent", "consistent") if getattr(arguments, name)
        )
        every = "" if name == "consistent" else ", or all"
        raise Usage(f"--n {arguments.n}: with --{name} n is 2 or 3{every}.")
    return n


def _all(arguments: argparse.Namespace, walk: Sequence[int], limit: float) -> int:
    from proofs.core.axiom_sets.every_size import KnownForEvery
    from proofs.core.axiom_sets.known import Known, fitting
    from proofs.core.axiom_sets.matrix import matrix
    from proofs.core.implying import UNDECIDED

    n: Any = "all" if arguments.n == "all" else _single(arguments, walk)
    known = KnownForEvery.of(fitting(), limit) if n == "all" else Known(fitting(), n, limit)
    with Progress(arguments.quiet, "implications") as progress:
        made = matrix(known, progress)
    reduced = reduction(made.statuses)
    if arguments.dot is not None:
        edges = [line.replace(" ⇒ ", '" -> "') for line in reduced]
        write(arguments.dot, "".join(["digraph {\n", *[f'  "{e}";\n' for e in edges], "}\n"]))
    rows = [
        {
            "premise": one,
            "conclusion": two,
            "status": status,
            "vacuous": one in made.empty,
            "tautology": two in made.everywhere,
        }
        for (one, two), status in made.statuses.items()
    ]
    fields = {"schema": 1, "version": VERSION, "n": n, "rows": rows, "reduction": reduced}
    fields |= {"no_metric_has": list(made.empty), "every_metric_has": list(made.everywhere)}
    shown = tell(arguments, fields, show_matrix(made))
    if UNDECIDED not in made.statuses.values():
        if arguments.dot is None:
            _remember(arguments, shown, 0)
        return 0
    return 0 if arguments.timeout is None else EXIT[UNDECIDED]


def _sets(arguments: argparse.Namespace, walk: Sequence[int], limit: float) -> int:
    from proofs.core.axiom_sets.known import Known, fitting
    from proofs.core.axiom_sets.marco import explored, had_by_more

    every_n = arguments.inconsistent and arguments.n == "all"
    n = walk[-1] if every_n else _single(arguments, walk)
    known = Known(fitting(), n, limit)
    with Progress(arguments.quiet, "sets") as progress:
        found = explored(known, progress)
    rows = _inconsistent(found, n) if arguments.inconsistent else _consistent(found, n)
    fields: dict[str, Any] = {"schema": 1, "version": VERSION, "n": n, "rows": rows}
    if every_n:
        fields |= {"n": "all", **_by_reach(rows, had_by_more(known, found), n + 1)}
        text = _show_every_n(fields, n)
    else:
        show = _show_inconsistent if arguments.inconsistent else _show_consistent
        text = show(rows, n)
    shown = tell(arguments, fields, text)
    if all(len(proof.solvers) > 1 for proof in found.minimal):
        _remember(arguments, shown, 0)
    return 0


def _inconsistent(found: Sets, n: int) -> list[dict[str, Any]]:
    rows = []
    for proof in found.minimal:
        said = proof.as_json()
        names = sorted(said["premises"])
        kept = {name: said[name] for name in ("scope", "solvers", "reason")}
        kept |= {"holds_for": proof.scope, "minimal_n": n}
        rows.append({"axioms": names, "n": n, **kept})
    return sorted(rows, key=lambda row: (len(row["axioms"]), row["axioms"]))


def _by_reach(
    rows: Sequence[dict[str, Any]], had: Mapping[frozenset[Any], Table], more: int
) -> dict[str, Any]:
    """Part sets that no metric of n items has: for every n, for fewer than `more`, or open."""
    from proofs.core.implying import values_json

    by_name = {frozenset(axiom.name for axiom in axioms): table for axioms, table in had.items()}
    made: dict[str, Any] = {"rows": [], "had_by_more": [], "open": []}
    for row in rows:
        table = by_name.get(frozenset(row["axioms"]))
        if row["scope"]["all"]:
            made["rows"].append(row)
        elif table is None:
            made["open"].append(row)
        else:
            fails = {"first_having_n": more, "metric": values_json(table)}
            made["had_by_more"].append({**row, **fails})
    return made


def _consistent(found: Sets, n: int) -> list[dict[str, Any]]:
    from proofs.core.implying import values_json

    every = {axiom for having, _ in found.maximal for axiom in having}
    every |= {axiom for proof in found.minimal for axiom in proof.premises}
    rows = []
    for having, table in found.maximal:
        names, others = (sorted(a.name for a in axioms) for axioms in (having, every - having))
        rows.append({"axioms": names, "n": n, "left_out": others, "metric": values_json(table)})
    return sorted(rows, key=lambda row: (-len(row["axioms"]), row["axioms"]))


def _show_inconsistent(rows: Sequence[dict[str, Any]], n: int) -> str:
    lines = [f"{len(rows)} minimal sets of axioms that no metric of two rankings has, n = {n}", ""]
    return "\n".join([*lines, *_listed(rows), "", *_proved(n)])


def _show_every_n(fields: Mapping[str, Any], n: int) -> str:
    rows = fields["rows"]
    lines = [f"{len(rows)} sets of axioms that no metric of two rankings has, for every n", ""]
    lines += [*_listed(rows), ""]
    for name, beyond in (
        ("had_by_more", f"a metric of {n + 1} has them"),
        ("open", "for more that is open"),
    ):
        only = [f"  {', '.join(row['axioms'])}" for row in fields[name]]
        lines += [f"no metric of {n} items has these; {beyond}:", *only, ""] if only else []
    return "\n".join([*lines, *_proved(n, True)])


def _listed(rows: Sequence[dict[str, Any]]) -> list[str]:
    lines = []
    for row in rows:
        alone = "" if len(row["solvers"]) > 1 else f" ({' '.join(row['solvers'])} alone)"
        lines.append(f"  {', '.join(row['axioms'])}: {row['holds_for']}{alone}")
    return lines


def _proved(n: int, every: bool = False) -> list[str]:
    beyond = "; of other n that was not asked" if every else ""
    return [
        "proved    no metric has all of a set: z3 and cvc5, unless one is named",
        "minimal   without any one of its axioms some metric, which was replayed, has the rest "
        f"(n = {n}{beyond})",
    ]


def _show_consistent(rows: Sequence[dict[str, Any]], n: int) -> str:
    lines = [f"{len(rows)} maximal sets of axioms that one metric of two rankings has, n = {n}", ""]
    for row in rows:
        lines.append(f"  {', '.join(row['axioms'])}")
        lines.append(f"    without {', '.join(row['left_out'])}")
    return "\n".join(
        [
            *lines,
            "",
            "replayed  a metric has each set, by proofs/trusted: its values are in --format json",
            "maximal   with any axiom more it contains a set of --inconsistent",
        ]
    )


if __name__ == "__main__":
    raise SystemExit(main())
