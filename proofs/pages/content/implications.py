"""Which axioms imply which, and which no metric has together: for every metric of three items.

Both are found once and kept like any other answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from axioms import find_axiom
from axioms.axiom import Axiom
from lattice.poset import Poset
from metrics.naming import BadInput
from proofs.core import kept_cells as cache
from proofs.core.verdict import HOLDS
from rankproof.line.failures import Undecided

SIZE = 3
SECONDS = 20.0


def fitting(axioms: Sequence[Axiom]) -> list[str]:
    """Return the axioms that a free metric fits into."""
    from proofs.script.free_metric import check_axiom

    found = []
    for axiom in axioms:
        try:
            check_axiom(axiom)
        except BadInput:
            continue
        found.append(axiom.name)
    return found


@dataclass(frozen=True)
class Implications:
    """The implications between some axioms, by the names of premise and conclusion.

    `minimal` are smallest sets that no metric has together, each with the n that it is shown for;
    `empty` are axioms that no metric has, `everywhere` those that every metric has.
    """

    status: dict[tuple[str, str], str] = field(default_factory=dict)
    empty: Sequence[str] = ()
    everywhere: Sequence[str] = ()
    minimal: Sequence[tuple[Sequence[str], str]] = ()

    @property
    def names(self) -> list[str]:
        """The axioms that were compared."""
        return list(dict.fromkeys(name for pair in self.status for name in pair))

    def holds(self, premise: str, conclusion: str) -> bool:
        """Tell whether one axiom implies another, and not because one of them says little."""
        little = premise in self.empty or conclusion in self.everywhere
        return self.status.get((premise, conclusion)) == HOLDS and not little

    def equivalent(self, name: str) -> list[str]:
        """Return the axioms that say the same."""
        return [one for one in self.names if self.holds(name, one) and self.holds(one, name)]

    def implied(self, name: str) -> list[str]:
        """Return the weaker axioms."""
        return [one for one in self.names if self.holds(name, one) and not self.holds(one, name)]

    def implying(self, name: str) -> list[str]:
        """Return the stronger axioms."""
        return [one for one in self.names if self.holds(one, name) and not self.holds(name, one)]

    def contradicting(self, name: str) -> list[tuple[Sequence[str], str]]:
        """Return the smallest sets with an axiom that no metric has together."""
        return [one for one in self.minimal if name in one[0]]

    def alone(self) -> list[str]:
        """Return the axioms that imply no other one and follow from none."""
        pairs = [pair for pair in self.status if pair[0] != pair[1] and self.holds(*pair)]
        related = {name for pair in pairs for name in pair}
        return [name for name in self.names if name not in related]

    def poset(self) -> Poset:
        """Return the axioms ordered by implication, the stronger ones below; equivalent as one.

        Those that are alone are left out.
        """
        import networkx as nx

        graph = nx.DiGraph(pair for pair in self.status if self.holds(*pair))
        graph.remove_nodes_from(self.alone())
        joined = nx.condensation(graph)
        called = {node: tuple(sorted(data["members"])) for node, data in joined.nodes(data=True)}
        return Poset.from_graph(nx.relabel_nodes(nx.transitive_closure(joined), called))


def implications(
    axioms: Sequence[Axiom], progress: Callable[[int, int], None], finding: bool = True
) -> Implications:
    """Return what is known of the axioms that a free metric fits into; it is found, if wanted."""
    names = fitting(axioms)
    if len(names) < 2:
        return Implications()
    matrix = _kept({"asked": "implications", "axioms": names}, _matrix, progress, finding)
    sets = _kept({"asked": "inconsistent sets", "axioms": names}, _sets, progress, finding)
    if matrix is None or sets is None:
        return Implications()
    return Implications(
        {(one, two): status for one, two, status in matrix["statuses"]},
        matrix["empty"],
        matrix["everywhere"],
        [(row["axioms"], row["holds_for"]) for row in sets["rows"]],
    )


def _kept(
    question: dict[str, Any], find: Callable[..., dict[str, Any]], progress: Any, finding: bool
) -> Any:
    asked = {**question, "n": SIZE, "timeout": SECONDS}
    known = cache.recall(asked)
    if known is None and finding:
        known = find(question["axioms"], progress)
        cache.keep(asked, known)
    return known


def _matrix(names: Sequence[str], progress: Any) -> dict[str, Any]:
    from proofs.core.axiom_sets.known import Known
    from proofs.core.axiom_sets.matrix import matrix

    made = matrix(Known([find_axiom(name) for name in names], SIZE, SECONDS), progress)
    statuses = [[*pair, status] for pair, status in made.statuses.items()]
    return {"statuses": statuses, "empty": [*made.empty], "everywhere": [*made.everywhere]}


def _sets(names: Sequence[str], progress: Any) -> dict[str, Any]:
    """Return the smallest inconsistent sets; none, where the solvers leave a set open."""
    from proofs.core.axiom_sets.known import Known
    from proofs.core.axiom_sets.marco import explored

    try:
        found = explored(Known([find_axiom(name) for name in names], SIZE, SECONDS), progress)
    except Undecided as problem:
        return {"rows": [], "reason": str(problem)}
    rows = [(sorted(one.as_json()["premises"]), str(one.scope)) for one in found.minimal]
    ordered = sorted(rows, key=lambda row: (len(row[0]), row[0]))
    return {"rows": [{"axioms": names, "holds_for": scope} for names, scope in ordered]}
