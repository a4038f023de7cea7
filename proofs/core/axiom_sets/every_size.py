"""What is known of axioms for every n: metrics of two, three and four items, and proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from proofs.core.axiom_sets.known import Known
from proofs.core.implying import HOLDS, SECONDS, SIZES, Implication, beyond, lasting
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

    def sought(
        self, given: tuple[Any, ...], conclusion: Any, solvers: tuple[str, ...] | None
    ) -> Implication:
        """Decide an implication by a metric of few items, or by a proof for every n; else open."""
        found = Implication(given, conclusion, (), HOLDS)
        for known in self.smaller:
            found = known.decide(given, conclusion, solvers)
            if found.status != HOLDS:
                return found
        found = lasting(replace(found, sizes=SIZES), reaches(given, conclusion))
        return found if found.every_from is not None else beyond(found, self.seconds).or_open()
