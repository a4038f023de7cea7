"""Tables of answers: what is in them (one file a table), and how they are written.

What is said here of a table is said without making it. Its file has a function `table` that fills
the columns at sizes that are checked already: :func:`proofs.tables.making.made` calls it.

>>> from proofs.tables import TABLES
>>> TABLES["agreement"].exact_up_to
7
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Declared:
    """What a table shows, at which sizes, and which options it reads beside the common ones.

    Beyond `exact_up_to` it draws cases at random; `beyond` and `below` are said of other sizes.
    A table that reads `figure` says which of :mod:`proofs.tables.layout.figures` it has.
    """

    about: str
    sizes: tuple[int, ...]
    reads: tuple[str, ...] = ()
    exact_up_to: int | None = None
    reach: range | None = None
    beyond: str = ""
    below: str = ""
    figure: str = ""
    of: str = "rankings"

    def trouble(self, sizes: tuple[int, ...]) -> str | None:
        """Return what is wrong with the first size that the table does not reach, or None."""
        for n in sizes:
            if self.reach is not None and n not in self.reach:
                below = self.below if n < self.reach.start else ""
                return (below or self.beyond).format(n=n)
        return None


CHOSEN = ("having", "lacking")
LAID_OUT = ("transpose", "split")
TABLES = {
    "properties": Declared(
        "metrics × axioms: the smallest n that fails, or that it holds",
        (2, 3, 4),
        ("axioms", "every_n", "engine", "figure", "cluster", *CHOSEN, *LAID_OUT),
        figure="matrix",
    ),
    "counterexamples": Declared(
        "the smallest counterexample of each metric and axiom",
        (2, 3, 4),
        ("axioms", "engine", "cluster"),
    ),
    "robustness": Declared(
        "mean changes by swaps and slides, beside those of group, Table 2",
        (3, 4, 5, 10, 50, 100),
        ("samples", "seed"),
        exact_up_to=5,
        reach=range(1, 201),
        beyond="n = {n} is out of reach: robustness goes up to n = 200.",
    ),
    "agreement": Declared(
        "agreement ratios of all pairs of metrics, both readings",
        (4, 5, 100),
        ("samples", "seed", "figure"),
        exact_up_to=7,
        reach=range(2, 201),
        beyond="n = {n} is out of reach: agreement goes up to n = 200.",
        below="n = 1 has one ranking and no pair: agreement starts at n = 2.",
        figure="heatmap",
    ),
    "indistinguishable": Declared(
        "rankings that a metric cannot tell apart, beside group, Table 3",
        (3, 4, 5),
        reach=range(2, 10),
        beyond="the counts are exact, over all rankings: give 2 ≤ n ≤ 9.",
    ),
    "classes": Declared(
        "classes of linearly equivalent metrics",
        (3, 4),
        ("every_n",),
        reach=range(2, 6),
        beyond="n = {n}: classes are found on all pairs of rankings, for 2 ≤ n ≤ 5.",
    ),
    "separating": Declared(
        "a smallest set of pairs of rankings that tells metrics apart",
        (3, 4),
        reach=range(2, 6),
        beyond="n = {n}: all pairs of rankings are tried, for 2 ≤ n ≤ 5.",
    ),
    "pairs": Declared(
        "two metrics: equivalent, never opposite, or the smallest pair on which they contradict",
        (2, 3, 4),
        ("c", "domain", "engine", "cluster"),
    ),
    "lists": Declared(
        "metrics of judged lists × Moffat's seven properties, smallest witnesses",
        (1, 2, 3),
        ("axioms", "every_n", "c", "cluster", *CHOSEN, *LAID_OUT),
        of="lists",
    ),
    "libraries": Declared(
        "measures of libraries: what each computes, its properties, smallest inputs, causes",
        (3,),
        ("axioms", "c", *LAID_OUT),
        reach=range(1, 7),
        beyond="n = {n} documents are out of reach: give 1 ≤ n ≤ 6.",
        of="programs",
    ),
}

__all__ = ["TABLES", "Declared"]
