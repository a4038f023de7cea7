"""Metrics of n items that were met so far, each with the axioms that it has.

A metric that breaks one implication breaks many others. So each that a solver finds is replayed by
the trusted room for all axioms at once, and a solver is asked only what no known metric answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import factorial
from typing import Any

from axioms import AXIOMS
from lattice.declared.catalogue import others
from metrics.language.domains import RANKINGS
from metrics.naming import BadInput
from proofs.core.implying import HOLDS, REFUTED, SECONDS, UNDECIDED, Implication, Table, asked
from proofs.script.free_metric import check_axiom
from rankproof.line.failures import Undecided


def fitting() -> list[Any]:
    """Return the axioms that speak of one metric of two rankings alone, declared anywhere."""
    found = []
    own = [axiom for axiom in others("axiom") if axiom.domain is RANKINGS]
    for axiom in [*AXIOMS.values(), *own]:
        try:
            check_axiom(axiom)
        except BadInput:
            continue
        found.append(axiom)
    return found


@dataclass
class Known:
    """The axioms in question at one n, and the metrics that were met."""

    axioms: Sequence[Any]
    n: int
    seconds: float = SECONDS
    metrics: list[tuple[frozenset[Any], Table]] = field(default_factory=list)

    def decide(
        self,
        premises: Iterable[Any],
        conclusion: Any = None,
        solvers: tuple[str, ...] | None = None,
    ) -> Implication:
        """Decide an implication by a metric that is known, or by the solvers.

        Without a conclusion: whether no metric has the premises.
        """
        chosen = set(premises)
        given = tuple(axiom for axiom in self.axioms if axiom in chosen)
        for having, table in self.metrics:
            if having.issuperset(given) and conclusion not in having:
                return Implication(given, conclusion, (self.n,), REFUTED, table, ("z3",))
        found = self.sought(given, conclusion, solvers)
        if found.table is not None and len(found.table) == factorial(self.n) ** 2:
            self.metrics.append((self.having(found.table), found.table))
        return found

    def sought(
        self, given: tuple[Any, ...], conclusion: Any, solvers: tuple[str, ...] | None
    ) -> Implication:
        """Decide an implication that no known metric breaks."""
        return asked(given, conclusion, self.n, self.seconds, solvers)

    def excluded(
        self, premises: Iterable[Any], solvers: tuple[str, ...] | None = None
    ) -> Implication:
        """Decide whether no metric has the premises, or raise Undecided."""
        found = self.decide(premises, None, solvers)
        if found.status == UNDECIDED:
            names = ", ".join(axiom.name for axiom in found.premises)
            raise Undecided(f"whether a metric has {names} is open: {found.reason}")
        return found

    def having(self, table: Table) -> frozenset[Any]:
        """Return the axioms that a metric has, by replay."""
        from proofs.trusted.finite.implication import has

        return frozenset(axiom for axiom in self.axioms if has(axiom, table, self.n))

    def empty(self) -> list[Any]:
        """Return the axioms that no metric has."""
        return [axiom for axiom in self.axioms if self.decide([axiom]).status == HOLDS]

    def everywhere(self) -> list[Any]:
        """Return the axioms that every metric has."""
        return [axiom for axiom in self.axioms if self.decide([], axiom).status == HOLDS]
