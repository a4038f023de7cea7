"""How the metrics of a domain relate: equivalent, never opposite, or their smallest contradiction.

The answers are those of the table of pairs, from the same cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from proofs.pages.matrices import CUT, GRADES, Matrix
from proofs.tables.making import made
from proofs.tables.request import Request

PAIRED = ("rankings", "lists", "runs")
"""The domains whose metrics are compared with each other."""
WHY_NOT = (
    "Metrics are compared with each other by never_opposite and same_order, which are asked of "
    "rankings, judged lists and judged runs; {domain} have no such question."
)


@dataclass(frozen=True)
class Relative:
    """Another metric, how it relates, and the smallest pair of listings that shows it."""

    other: str
    relation: str
    n: int
    witness: dict[str, Any] | None
    values: Sequence[dict[str, Any]]

    @property
    def nearness(self) -> tuple[int, int, str]:
        """Equivalent ones first, then never opposite ones, then late contradictions."""
        kinds = ("equivalent", "never opposite", "opposite")
        kind = kinds.index(self.relation) if self.relation in kinds else len(kinds)
        return kind, -(self.n or 0), self.other


def relatives(matrix: Matrix, request: Request) -> dict[str, list[Relative]]:
    """Return the relatives of each metric of a domain, the nearest first."""
    names = list(dict.fromkeys(row.declared.name for row in matrix.rows))
    if matrix.key not in PAIRED or len(names) < 2:
        return {}
    sizes = {"rankings": (2, 3, 4), "lists": (1, 2, 3), "runs": (1, 2)}[matrix.key]
    given: dict[str, Any] = {} if matrix.key == "rankings" else {"c": GRADES}
    given |= {"k": CUT} if matrix.key == "lists" and not any("@" in name for name in names) else {}
    request = replace(
        request,
        sizes=sizes,
        metrics=tuple(names),
        domain=matrix.key,
        timeout=matrix.seconds,
        **given,
    )
    found: dict[str, list[Relative]] = {name: [] for name in names}
    for row in made("pairs", request).rows:
        one, two, relation, n, witness, values = (cell.value for cell in row[:6])
        if request.known and n is None:
            continue
        found[one].append(Relative(two, relation, n, witness, values))
        found[two].append(Relative(one, relation, n, witness, values))
    return {name: sorted(some, key=lambda one: one.nearness) for name, some in found.items()}
