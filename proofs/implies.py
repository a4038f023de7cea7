"""python -m proofs.implies AXIOM … AXIOM: do the first ones imply the last, for every metric?"""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rankproof.line.arguments import Parser, Usage, tell, whole
from rankproof.line.files import write
from rankproof.line.guard import EXIT, exit_codes, guarded
from rankproof.line.version import VERSION

HOLDS, REFUTED, UNDECIDED = "holds", "refuted", "undecided"
SECONDS = 20.0


@dataclass(frozen=True)
class Implication:
    """Whether some axioms imply another, for every metric of two rankings of n items."""

    premises: tuple[Any, ...]
    conclusion: Any
    n: int
    status: str
    table: dict[Any, Fraction] | None = None
    solvers: tuple[str, ...] = ()
    reason: str = ""

    def text(self) -> str:
        """Return the answer for the terminal."""
        names = " and ".join(axiom.name for axiom in self.premises)
        verb = "implies" if len(self.premises) == 1 else "imply"
        head = f"{self.status.upper():<10}{names} {verb} {self.conclusion.name}, n = {self.n}, "
        lines = [head + "for every metric of two rankings", ""]
        if self.status == HOLDS:
            lines.append(f"  proved    no metric breaks it: {' and '.join(self.solvers)}")
        if self.reason:
            lines.append(f"  because   {self.reason}")
        if self.table is not None:
            lines.append("  broken by the metric")
            lines += [f"            {text}" for text in values_text(self.table)]
            lines.append("  checked   by plain evaluation: it has the former and lacks the latter")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON fields."""
        return {
            "schema": 1,
            "version": VERSION,
            "premises": [axiom.name for axiom in self.premises],
            "conclusion": self.conclusion.name,
            "parameters": {"n": self.n},
            "status": self.status,
            "metric": None
            if self.table is None
            else [
                {"sigma": list(one), "tau": list(two), "value": str(value)}
                for (one, two), value in self.table.items()
            ],
            "solvers": list(self.solvers),
            "reason": self.reason,
        }


def values_text(table: dict[Any, Fraction]) -> list[str]:
    """Return the values of a metric, a text each."""
    words = {pair: ", ".join("".join(map(str, ranking)) for ranking in pair) for pair in table}
    return [f"m({words[pair]}) = {value}" for pair, value in table.items()]


def implied(premises: Sequence[Any], conclusion: Any, n: int, seconds: float) -> Implication:
    """Decide an implication with two solvers; a breaking metric is checked by evaluation."""
    from proofs.script.free_metric import Spelled, pairs, script, unknown
    from proofs.script.smtlib import conjunction, negation
    from proofs.script.solvers import SAT, UNKNOWN, UNSAT, consult
    from proofs.trusted.replayed import ReplayFailed

    spelled = Spelled(n)
    condition = conjunction(
        [*[spelled.axiom(axiom) for axiom in premises], negation(spelled.axiom(conclusion))]
    )
    replies = consult(script(n, range(0)).text(condition), seconds)
    given = (tuple(premises), conclusion, n)
    if replies["z3"].answer == UNSAT:
        agreed = tuple(name for name, reply in replies.items() if reply.answer == UNSAT)
        return Implication(*given, HOLDS, solvers=agreed)
    if replies["z3"].answer == UNKNOWN:
        return Implication(*given, UNDECIDED, reason=replies["z3"].reason)
    for largest in (1, 2, 3, 5, None):
        reply = replies["z3"]
        if largest is not None:
            small = script(n, range(largest + 1)).text(condition)
            reply = consult(small, seconds, ("z3",))["z3"]
        if reply.answer == SAT:
            found = {pair: Fraction(reply.model.get(unknown(pair)) or 0) for pair in pairs(n)}
            if not breaks(premises, conclusion, found, n):
                raise ReplayFailed("a breaking metric does not break the implication")
            return Implication(*given, REFUTED, found, ("z3",))
    return Implication(*given, UNDECIDED, reason="no model with rational values")


def breaks(premises: Sequence[Any], conclusion: Any, table: dict[Any, Fraction], n: int) -> bool:
    """Tell by plain evaluation whether a metric has the premises and lacks the conclusion."""
    from proofs.script.free_metric import has

    return all(has(axiom, table, n) for axiom in premises) and not has(conclusion, table, n)


def matrix(n: int, seconds: float) -> dict[tuple[str, str], str]:
    """Decide every implication between two axioms that a free metric fits into."""
    from axioms import AXIOMS
    from metrics.naming import BadInput
    from proofs.script.free_metric import check_axiom

    fitting = []
    for axiom in AXIOMS.values():
        try:
            check_axiom(axiom)
        except BadInput:
            continue
        fitting.append(axiom)
    return {
        (one.name, two.name): implied([one], two, n, seconds).status
        for one in fitting
        for two in fitting
        if one is not two
    }


def reduction(found: dict[tuple[str, str], str]) -> list[str]:
    """Return the implications that the others do not give, equivalent axioms joined by =."""
    import networkx as nx

    graph = nx.DiGraph(pair for pair, status in found.items() if status == HOLDS)
    graph.add_nodes_from(name for pair in found for name in pair)
    joined = nx.condensation(graph)
    names = {node: " = ".join(sorted(data["members"])) for node, data in joined.nodes(data=True)}
    return sorted(f"{names[a]} ⇒ {names[b]}" for a, b in nx.transitive_reduction(joined).edges)


def show_matrix(found: dict[tuple[str, str], str]) -> str:
    """Return the matrix and its transitive reduction as text."""
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
    made.add_argument("--n", metavar="N", default="2", help="2 (default) or 3")
    made.add_argument("--all", action="store_true", help="every pair of axioms")
    made.add_argument("--dot", metavar="FILE", help="with --all: save the reduction for Graphviz")
    made.add_common("text (default) or json")
    return made


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    arguments = parser().parse_args(argv)
    common = Parser.common(arguments, ("text", "json"))
    from proofs.script.free_metric import LARGEST_N

    n = whole("n", arguments.n)
    if n > LARGEST_N:
        raise Usage(f"--n {n}: a free metric of {n} items has too many unknowns; n is 2 or 3.")
    limit = SECONDS if common.seconds is None else common.seconds
    return (_all if arguments.all else _one)(arguments, n, limit)


def _one(arguments: argparse.Namespace, n: int, limit: float) -> int:
    from axioms import find_axiom
    from proofs.script.free_metric import check_axiom

    if len(arguments.axioms) < 2:
        raise Usage("name at least two axioms: premises, then the conclusion.")
    if arguments.dot is not None:
        raise Usage("--dot draws the reduction of all implications: add --all.")
    axioms = [find_axiom(name) for name in arguments.axioms]
    for axiom in axioms:
        check_axiom(axiom)
    answer = implied(axioms[:-1], axioms[-1], n, limit)
    tell(arguments, answer.as_json(), answer.text())
    return EXIT[answer.status]


def _all(arguments: argparse.Namespace, n: int, limit: float) -> int:
    if arguments.axioms:
        raise Usage("--all asks about every pair of axioms: name none.")
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
