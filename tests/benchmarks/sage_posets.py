"""The same questions asked of SageMath's posets; run by its own Python, prints one JSON object.

SageMath is imported only when this is run: the tests read this file where SageMath is absent.
"""

import itertools
import json
import sys
import time


def answers(size, top):
    """Build the order of runs, ask about it, and return what was found, with the time."""
    import sage.all__sagemath_graphs  # noqa: F401
    from sage.combinat.posets.lattices import LatticePoset
    from sage.combinat.posets.posets import Poset

    started = time.perf_counter()
    runs = list(itertools.product(range(top + 1), repeat=size))
    poset = Poset((runs, lambda x, y: all(a <= b for a, b in zip(x, y, strict=True))), facade=True)
    covers = len(poset.cover_relations())
    lattice = LatticePoset(poset) if poset.is_lattice() else None
    irreducibles = len(lattice.join_irreducibles())
    distributive = bool(lattice.is_distributive())
    valuation = is_valuation(lattice, len(runs))
    return {
        "seconds": time.perf_counter() - started,
        "runs": len(runs),
        "covers": covers,
        "irreducibles": irreducibles,
        "distributive": distributive,
        "valuation": valuation,
    }


def is_valuation(lattice, count):
    """Try the sum of degrees on all pairs."""
    diagram = lattice._hasse_diagram
    score = [sum(lattice._vertex_to_element(i)) for i in range(count)]
    found = True
    for i, (joins, meets) in enumerate(
        zip(diagram.join_matrix().rows(), diagram.meet_matrix().rows(), strict=True)
    ):
        for j in range(count):
            if score[i] + score[j] != score[int(joins[j])] + score[int(meets[j])]:
                found = False
    return found


if __name__ == "__main__":
    print(json.dumps(answers(int(sys.argv[1]), int(sys.argv[2]))))
