"""The same questions asked of SageMath's posets; run by its own Python, prints one JSON object."""

import itertools
import json
import sys
import time

import sage.all__sagemath_graphs  # noqa: F401
from sage.combinat.posets.lattices import LatticePoset
from sage.combinat.posets.posets import Poset

size, top = int(sys.argv[1]), int(sys.argv[2])
started = time.perf_counter()
runs = list(itertools.product(range(top + 1), repeat=size))
poset = Poset((runs, lambda x, y: all(a <= b for a, b in zip(x, y, strict=True))), facade=True)
covers = len(poset.cover_relations())
lattice = LatticePoset(poset) if poset.is_lattice() else None
irreducibles = len(lattice.join_irreducibles())
distributive = bool(lattice.is_distributive())
diagram = lattice._hasse_diagram
score = [sum(lattice._vertex_to_element(i)) for i in range(len(runs))]
valuation = True
for i, (joins, meets) in enumerate(
    zip(diagram.join_matrix().rows(), diagram.meet_matrix().rows(), strict=True)
):
    for j in range(len(runs)):
        if score[i] + score[j] != score[int(joins[j])] + score[int(meets[j])]:
            valuation = False
print(
    json.dumps(
        {
            "seconds": time.perf_counter() - started,
            "runs": len(runs),
            "covers": covers,
            "irreducibles": irreducibles,
            "distributive": distributive,
            "valuation": valuation,
        }
    )
)
