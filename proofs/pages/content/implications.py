"""Which axioms imply which, for every metric of rankings of two and of three items.

Each pair is a question of its own, kept like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from axioms import find_axiom
from axioms.axiom import Axiom
from lattice.poset import Poset
from metrics.naming import BadInput
from proofs.core import kept_cells as cache
from proofs.core.verdict import HOLDS

SIZES = (2, 3)
SECONDS = 10.0
WORTH_PROCESSES = 40


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


def implication(question: dict[str, Any]) -> dict[str, Any]:
    """Answer one question: does an axiom imply another?"""
    from proofs.core.implying import implied

    premise, conclusion = find_axiom(question["premise"]), find_axiom(question["conclusion"])
    return dict(implied([premise], conclusion, question["n"], question["timeout"]).as_json())


@dataclass(frozen=True)
class Implications:
    """The implications between some axioms, by the names of premise and conclusion."""

    status: dict[tuple[str, str], str]

    @property
    def names(self) -> list[str]:
        """The axioms that were compared."""
        return list(dict.fromkeys(name for pair in self.status for name in pair))

    def holds(self, premise: str, conclusion: str) -> bool:
        """Tell whether one axiom implies another."""
        return self.status.get((premise, conclusion)) == HOLDS

    def equivalent(self, name: str) -> list[str]:
        """Return the axioms that say the same."""
        return [one for one in self.names if self.holds(name, one) and self.holds(one, name)]

    def implied(self, name: str) -> list[str]:
        """Return the weaker axioms."""
        return [one for one in self.names if self.holds(name, one) and not self.holds(one, name)]

    def implying(self, name: str) -> list[str]:
        """Return the stronger axioms."""
        return [one for one in self.names if self.holds(one, name) and not self.holds(name, one)]

    def poset(self) -> Poset:
        """Return the axioms ordered by implication, the stronger ones below; equivalent as one."""
        import networkx as nx

        graph = nx.DiGraph(pair for pair, status in self.status.items() if status == HOLDS)
        graph.add_nodes_from(self.names)
        joined = nx.condensation(graph)
        called = {node: tuple(sorted(data["members"])) for node, data in joined.nodes(data=True)}
        return Poset.from_graph(nx.relabel_nodes(nx.transitive_closure(joined), called))


def implications(
    axioms: Sequence[Axiom], jobs: int, progress: Callable[[int, int], None]
) -> Implications:
    """Ask about every pair of axioms that a free metric fits into."""
    names = fitting(axioms)
    asked = {
        (one, two): {
            "asked": "implies",
            "premise": one,
            "conclusion": two,
            "n": list(SIZES),
            "timeout": SECONDS,
        }
        for one in names
        for two in names
        if one != two
    }
    found = cache.all_found(
        asked, implication, cache.recall, cache.keep, progress, jobs, WORTH_PROCESSES
    )
    return Implications({pair: answer["status"] for pair, answer in found.items()})
