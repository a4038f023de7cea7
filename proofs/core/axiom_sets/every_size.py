"""What is known of axioms for every n: metrics of two, three and four items, and proofs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from proofs.core.axiom_sets.known import Known
from proofs.core.implying import HOLDS, REFUTED, SECONDS, SIZES, Implication, beyond, lasting
from proofs.script.small_models import reaches
from proofs.trusted.finite.implication import LARGEST_TABLE


@dataclass
class KnownForEvery(Known):
    """The axioms in question for every n ≥ 2, and the metrics of four items that were met."""

    smaller: list[Known] = field(default_factory=list)

    @classmethod
    def of(cls, axioms: Sequence[Any], seconds: float = SECONDS) -> KnownForEvery:
        """Know nothing yet of some axioms."""
        smaller = [Known(axioms, size, seconds) for size in SIZES]
        return cls(axioms, LARGEST_TABLE, seconds, smaller=smaller)

    def decide(
        self,
        premises: Iterable[Any],
        conclusion: Any = None,
        solvers: tuple[str, ...] | None = None,
    ) -> Implication:
        """Decide an implication by a metric of few items, or by a proof for every n; else open."""
        chosen = set(premises)
        given = tuple(axiom for axiom in self.axioms if axiom in chosen)
        found = Implication(given, conclusion, (), HOLDS)
        for known in self.smaller:
            found = known.decide(given, conclusion, solvers)
            if found.status != HOLDS:
                return found
        for having, table in self.metrics:
            if having.issuperset(given) and conclusion not in having:
                return Implication(given, conclusion, (self.n,), REFUTED, table, ("z3",))
        found = lasting(replace(found, sizes=SIZES), reaches(given, conclusion))
        if found.every_from is None:
            found = beyond(found, self.seconds).or_open()
        if found.table is not None:
            self.metrics.append((self.having(found.table), found.table))
        return found
