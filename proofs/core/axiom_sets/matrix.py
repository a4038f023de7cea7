"""Which axiom implies which, for every metric of n items."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

from proofs.core.axiom_sets.known import Known
from proofs.core.implying import HOLDS


@dataclass(frozen=True)
class Matrix:
    """The status of each implication, and the axioms for which it says little.

    What no metric has implies everything, and what every metric has is implied by everything.
    """

    statuses: dict[tuple[str, str], str]
    empty: tuple[str, ...] = ()
    everywhere: tuple[str, ...] = ()


def matrix(known: Known, progress: Callable[[int, int], None]) -> Matrix:
    """Decide every implication between two of the axioms.

    One that follows from others that were proved is not asked for again.
    """
    empty, everywhere = known.empty(), known.everywhere()
    proved = {axiom: set(everywhere) | {axiom} for axiom in known.axioms}
    proved |= {axiom: set(known.axioms) for axiom in empty}
    found = {}
    pairs = list(permutations(known.axioms, 2))
    for place, (one, two) in enumerate(pairs, 1):
        follows = two in proved[one]
        status = HOLDS if follows else known.decide([one], two).status
        found[one.name, two.name] = status
        if status == HOLDS and not follows:
            for above in [axiom for axiom in known.axioms if one in proved[axiom]]:
                proved[above] |= proved[two]
        progress(place, len(pairs))
    names = [tuple(axiom.name for axiom in axioms) for axioms in (empty, everywhere)]
    return Matrix(found, *names)
